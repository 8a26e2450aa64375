"""One run of the import: files to nodes, links, edges and profiles, through the bulk lane (SPEC K1 to K3)."""

from __future__ import annotations

import hashlib
import logging
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from neurodesk.app.empty_folder import EMPTY_NOW, is_empty
from neurodesk.app.kb_folder import Listing, list_folder, read_file
from neurodesk.app.profile import Profile
from neurodesk.domain.changes import Kind
from neurodesk.domain.errors import BadInput
from neurodesk.domain.graph import EdgeKind
from neurodesk.domain.kb import ArticleKey, ArticleRecord, KbFormat, KnownFile, NotAnArticle
from neurodesk.domain.markdown_text import Outline, outline_of
from neurodesk.pipeline.find_twins import find_twins
from neurodesk.pipeline.import_kb import (
    FileContent,
    FoundFile,
    MovedFiles,
    article_record,
    compare_listing,
    node_id_for,
)
from neurodesk.pipeline.profile_node import profile_node, shared_minimum
from neurodesk.pipeline.resolve_links import LinkResolver
from neurodesk.pipeline.scanning.digest import DIGEST_VERSION, digest_article, pack
from neurodesk.storage import graph_store
from neurodesk.storage.db import Lane, Rx, Tx
from neurodesk.storage.graph_store import KbRow
from neurodesk.storage.scan_store import store_digest

log = logging.getLogger(__name__)
_BATCH = 16
_WAITING_BATCHES = 3
# The structure of so much text stays in memory (some 60 MB) until its facts are computed, after all files.
_OUTLINE_CHARACTERS = 8_000_000


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: ``stage`` is reading, removing, links, profiles or twins."""

    stage: str
    done: int
    total: int


@dataclass(slots=True)
class ImportReport:
    """What an import did.

    Attributes:
        files: article files found; every one is imported, unchanged or has a problem.
        parsed, chunked: files that were parsed and cut; 0 when nothing changed. Vectors follow later.
        profiled: articles whose stored facts were computed.
        problems: (path, code, detail), in order of path.
        seconds: wall time by stage; ``read_hash`` is reading and hashing alone.
        complete: False when it was cancelled; the next import goes on.
    """

    kb: str = ""
    files: int = 0
    bytes: int = 0
    imported: list[str] = field(default_factory=list)
    moved: list[tuple[str, str]] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    unchanged: int = 0
    parsed: int = 0
    chunked: int = 0
    profiled: int = 0
    links: int = 0
    broken_links: int = 0
    twins: int = 0
    problems: list[tuple[str, str, str]] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    complete: bool = True
    changed_ids: set[str] = field(default_factory=set)

    def as_json(self) -> dict[str, Any]:
        """Return plain values; ``embedded`` is 0, because vectors are made afterwards."""
        return {
            "kb": self.kb,
            "files": self.files,
            "bytes": self.bytes,
            "imported": len(self.imported),
            "unchanged": self.unchanged,
            "moved": [{"from": old, "to": new} for old, new in self.moved],
            "removed": self.removed,
            "parsed": self.parsed,
            "chunked": self.chunked,
            "embedded": 0,
            "profiled": self.profiled,
            "links": self.links,
            "broken_links": self.broken_links,
            "twins": self.twins,
            "problems": [{"path": p, "code": c, "detail": d} for p, c, d in self.problems],
            "seconds": {name: round(value, 4) for name, value in self.seconds.items()},
            "complete": self.complete,
        }


class ImportRun:
    """Imports one KB once.

    Args:
        profile: the open profile.
        kb: the registered KB.
        progress: told now and then, on the calling thread.
        cancelled: asked between files; True ends the run cleanly, what was read stays.
        trust_times: take a file with the same size and time for unchanged without reading it; for frequent
            rescans. A full import always compares contents.
    """

    def __init__(
        self,
        profile: Profile,
        kb: KbRow,
        *,
        progress: Callable[[Progress], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
        trust_times: bool = False,
    ) -> None:
        self._profile = profile
        self._database = profile.database
        self._kb = kb
        self._root = Path(kb.root)
        self._progress = progress or (lambda _: None)
        self._cancelled = cancelled or (lambda: False)
        self._trust_times = trust_times
        self._formats = {suffix: one for one in profile.kb_formats for suffix in one.suffixes}
        self._now = profile.clock.time()
        self._report = ImportReport(kb=kb.name)
        self._writes: deque[Future[int]] = deque()
        self._batch: list[ArticleRecord] = []
        self._taken: dict[str, str] = {}
        self._outlines: dict[str, Outline] = {}
        self._room_for_outlines = _OUTLINE_CHARACTERS

    def run(self) -> ImportReport:
        """Read, write, link and profile.

        Raises:
            BadInput: ``kb_root_missing``; nothing was changed.
            StorageFault: the database cannot be written; what was written before is consistent, and the next
                import goes on from there.
        """
        report = self._report
        started = time.perf_counter()
        with self._timed("list"):
            listing = list_folder(
                self._root,
                archive_folder=self._kb.archive_folder,
                suffixes=frozenset(self._formats),
            )
        self._refuse_emptied()
        report.problems += listing.problems
        unfinished = not self._kb.report.get("complete", False)
        if unfinished:
            self._note_start()
        touched = self._read_files(listing)
        if touched or unfinished:
            self._finish(listing)
        report.problems.sort()
        report.seconds["total"] = time.perf_counter() - started
        self._database.write(
            lambda tx: graph_store.set_kb_report(tx, self._kb.id, report.as_json(), self._now),
            lane=Lane.BULK,
        )
        return report

    def _refuse_emptied(self) -> None:
        if is_empty(self._root) and any(
            one.active for one in self._database.read(lambda rx: graph_store.known_files(rx, self._kb.id))
        ):
            raise BadInput("kb_root_missing", path=str(self._root), detail=EMPTY_NOW)

    def _note_start(self) -> None:
        """Say that the derived data may be incomplete, so that a run after a crash does all of it."""
        self._database.write(
            lambda tx: graph_store.set_kb_report(tx, self._kb.id, {"complete": False}), lane=Lane.BULK
        )

    # -- files ---------------------------------------------------------------------------------------

    def _read_files(self, listing: Listing) -> bool:
        """Read and store what changed, archive what is gone; return whether anything did."""
        report = self._report
        known = self._database.read(lambda rx: graph_store.known_files(rx, self._kb.id))
        self._taken = {one.node_id: one.path for one in known}
        plan = compare_listing(listing.articles, known)
        report.files = len(listing.articles)
        report.problems += [(one.path, "name_doubled", "") for one in plan.doubled]
        moved = MovedFiles(plan.gone)
        kept: set[str] = set()
        touched = False
        times: list[tuple[str, int, int]] = []
        for done, (file, before) in enumerate(plan.present):
            if self._cancelled():
                report.complete = False
                break
            if done % 20 == 0:
                self._progress(Progress("reading", done, len(plan.present)))
            if self._trust_times and before is not None and _same_times(file, before):
                report.unchanged += 1
                continue
            content = self._read(file)
            if content is None:
                continue
            data, sha256 = content
            if before is not None and before.active and before.file_hash == sha256:
                report.unchanged += 1
                if not _same_times(file, before):
                    times.append((before.node_id, file.size, file.mtime_ns))
                continue
            if not touched:
                self._note_start()
                touched = True
            former = moved.claim(sha256) if before is None or not before.active else None
            node_id = self._node_id(file, before, former)
            if self._import_file(file, data, sha256, node_id) and former is not None:
                kept.add(former.node_id)
                report.moved.append((former.path, file.path))
        self._flush(everything=True)
        if times:
            self._database.bulk(times, lambda tx, one: graph_store.note_file_times(tx, *one)).result()
        if report.complete:
            gone = [one for one in plan.gone if one.node_id not in kept]
            if gone and not touched:
                self._note_start()
            self._archive(gone)
            touched = touched or bool(gone)
        return touched

    def _node_id(self, file: FoundFile, before: KnownFile | None, former: KnownFile | None) -> str:
        if former is not None:
            node_id = former.node_id
        elif before is not None:
            node_id = before.node_id
        else:
            node_id = node_id_for(self._kb.name, file.path, self._taken)
        self._taken[node_id] = file.path
        return node_id

    def _read(self, file: FoundFile) -> tuple[bytes, str] | None:
        with self._timed("read_hash"):
            try:
                data = read_file(self._root, file)
            except OSError as error:
                self._report.problems.append((file.path, "file_unreadable", error.strerror or str(error)))
                return None
            self._report.bytes += len(data)
            return data, hashlib.sha256(data).hexdigest()

    def _import_file(self, file: FoundFile, data: bytes, sha256: str, node_id: str) -> bool:
        report = self._report
        kb_format = self._format_of(file.path)
        with self._timed("parse"):
            try:
                parsed = kb_format.parse(data)
            except NotAnArticle as error:
                report.problems.append((file.path, error.code, error.detail))
                return False
            except Exception as error:
                # A bug of ours on one strange file must not cost the curator the other 9,999.
                log.exception("the parser of %s failed on a file", kb_format.name)
                report.problems.append((file.path, "parser_failed", type(error).__name__))
                return False
            report.parsed += 1
        with self._timed("chunk"):
            outline = outline_of(parsed.body)
            record = article_record(
                parsed,
                FileContent(file, sha256),
                outline,
                node_id=node_id,
                kb_id=self._kb.id,
                kb_name=self._kb.name,
                now=self._now,
            )
            report.chunked += 1
            self._room_for_outlines -= len(parsed.body)
            if self._room_for_outlines >= 0:
                self._outlines[node_id] = outline
        for problem in parsed.problems:
            code, _, detail = problem.partition(": ")
            report.problems.append((file.path, code, detail))
        report.imported.append(file.path)
        report.changed_ids.add(node_id)
        self._batch.append(record)
        self._flush()
        return True

    def _format_of(self, path: str) -> KbFormat:
        suffix = path[path.rindex(".") :].lower()
        return self._formats[suffix]

    def _flush(self, *, everything: bool = False) -> None:
        """Hand full batches to the writer; wait when it is far behind, or for all of it at the end."""
        if self._batch and (everything or len(self._batch) >= _BATCH):
            self._writes.append(self._database.bulk(self._batch, graph_store.store_article))
            self._batch = []
        while self._writes and (everything or len(self._writes) > _WAITING_BATCHES):
            with self._timed("write_wait"):
                self._writes.popleft().result()

    def _archive(self, gone: Sequence[KnownFile]) -> None:
        if not gone:
            return
        self._progress(Progress("removing", 0, len(gone)))
        self._database.bulk([one.node_id for one in gone], graph_store.archive_article).result()
        self._report.removed += [one.path for one in gone]
        self._report.changed_ids.update(one.node_id for one in gone)

    # -- what hangs on all files ---------------------------------------------------------------------

    def _finish(self, listing: Listing) -> None:
        articles = self._database.read(lambda rx: graph_store.article_keys(rx, self._kb.id))
        resolver = LinkResolver(articles, listing.others)
        with self._timed("links"):
            self._link(resolver)
        with self._timed("profiles"):
            self._profile_articles(len(articles))
        with self._timed("twins"):
            self._pair(articles, resolver)

    def _link(self, resolver: LinkResolver) -> None:
        """Resolve every link of the KB: a new file mends links that stood in unchanged ones."""
        self._progress(Progress("links", 0, 1))
        links = self._database.read(lambda rx: graph_store.stored_links(rx, self._kb.id))
        resolver.learn_home(one.target for one in links)
        changed: list[tuple[graph_store.StoredLink, str, bool]] = []
        wanted: dict[tuple[str, str], int] = {}
        for link in links:
            target = resolver.resolve(link.path, link.lang, link.target)
            self._report.broken_links += target.broken
            if (target.node_id, target.broken) != (link.target_node_id, link.broken):
                changed.append((link, target.node_id, target.broken))
            if target.node_id and target.node_id != link.node_id:
                pair = (link.node_id, target.node_id)
                wanted[pair] = wanted.get(pair, 0) + 1
        self._report.links = len(links)
        self._database.bulk(changed, lambda tx, one: graph_store.set_link_target(tx, *one)).result()
        self._replace_edges(EdgeKind.LINKS_TO, {pair: ({}, 1.0) for pair in wanted})

    def _replace_edges(
        self, kind: EdgeKind, wanted: dict[tuple[str, str], tuple[dict[str, object], float]]
    ) -> None:
        present = self._database.read(lambda rx: graph_store.imported_edges(rx, self._kb.id, kind))
        self._database.bulk(
            sorted(present - set(wanted)),
            lambda tx, pair: graph_store.drop_imported_edge(tx, kind, *pair),
        ).result()

        def add(tx: Tx, pair: tuple[str, str]) -> None:
            data, confidence = wanted[pair]
            graph_store.add_imported_edge(tx, kind, *pair, self._now, data, confidence)

        self._database.bulk(sorted(set(wanted) - present), add).result()

    def _profile_articles(self, articles: int) -> None:
        """Compute the facts of new articles, and of those whose boilerplate is now known or no longer is."""

        def query(rx: Rx) -> tuple[frozenset[int], list[str]]:
            shared = graph_store.shared_paragraphs(rx, self._kb.id, shared_minimum(articles))
            changed = sorted(shared ^ graph_store.former_shared(rx, self._kb.id))
            missing = graph_store.nodes_without_profile(rx, self._kb.id)
            hit = graph_store.nodes_with_paragraphs(rx, self._kb.id, changed)
            return shared, sorted({*missing, *hit})

        shared, node_ids = self._database.read(query)
        for done, node_id in enumerate(node_ids):
            if self._cancelled():
                self._report.complete = False
                break
            if done % 20 == 0:
                self._progress(Progress("profiles", done, len(node_ids)))
            self._profile_one(node_id, shared)
        for future in self._writes:
            future.result()
        self._writes.clear()
        if self._report.complete:
            self._database.write(
                lambda tx: graph_store.keep_shared(tx, self._kb.id, shared, self._now), lane=Lane.BULK
            )

    def _profile_one(self, node_id: str, shared: frozenset[int]) -> None:
        source = self._database.read(lambda rx: graph_store.profile_source(rx, node_id))
        if source is None:
            return
        known = self._outlines.pop(node_id, None)
        outline = known if known is not None and known.body == source.body else outline_of(source.body)
        data = profile_node(
            outline,
            lang=source.lang,
            body_start=source.body_start,
            body_line=source.body_line,
            shared=shared,
        )
        digest = pack(digest_article(outline, data))

        def store(tx: Tx, _: int) -> None:
            graph_store.store_profile(tx, node_id, source.content_hash, data)
            store_digest(tx, node_id, source.content_hash, DIGEST_VERSION, digest)
            tx.changed(Kind.NODE, node_id)

        self._writes.append(self._database.bulk([0], store))
        while len(self._writes) > _WAITING_BATCHES * _BATCH:
            self._writes.popleft().result()
        self._report.profiled += 1

    def _pair(self, articles: list[ArticleKey], resolver: LinkResolver) -> None:
        self._progress(Progress("twins", 0, 1))
        code = self._database.read(lambda rx: graph_store.code_hashes(rx, self._kb.id))
        twins = find_twins(articles, resolver, code)
        self._report.twins = len(twins)
        self._replace_edges(
            EdgeKind.TRANSLATION_OF,
            {(one.translation, one.original): ({"how": one.how}, one.confidence) for one in twins},
        )

    @contextmanager
    def _timed(self, stage: str) -> Iterator[None]:
        started = time.perf_counter()
        try:
            yield
        finally:
            seconds = self._report.seconds
            seconds[stage] = seconds.get(stage, 0.0) + time.perf_counter() - started


def _same_times(file: FoundFile, known: KnownFile) -> bool:
    return known.active and known.size == file.size and known.mtime_ns == file.mtime_ns
