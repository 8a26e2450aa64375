"""What a promotion would change, computed from the disk as it is now; reads only (SPEC P1, P5)."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from neurodesk.app.kb_folder import read_file
from neurodesk.app.profile import Profile
from neurodesk.domain.articles import DraftKind, Reason
from neurodesk.domain.decisions import AUTO_REPLY_TICK, Draft, FileChange
from neurodesk.domain.errors import BadInput, StorageFault
from neurodesk.domain.file_names import file_name
from neurodesk.domain.identity import sha256_text
from neurodesk.domain.kb import KbFormat, NotAnArticle, ParsedArticle
from neurodesk.domain.splicing import (
    SpliceConflict,
    json_body_changes,
    read_file_text,
    splice_json,
    splice_markdown,
)
from neurodesk.domain.staging_rules import (
    checked_folder,
    checked_path,
    free_name,
    front_matter_of,
    new_link,
    rewrite_links,
)
from neurodesk.domain.units import split_article
from neurodesk.pipeline.import_kb import FoundFile
from neurodesk.storage import graph_store
from neurodesk.storage.db import Rx
from neurodesk.storage.graph_store import KbRow


@dataclass(frozen=True, slots=True)
class Plan:
    """Every file that a promotion would change.

    Attributes:
        target_path: where the article will be, relative to its KB; "" while no KB is chosen.
        conflict: why it cannot be promoted as it is; None when it can.
        extra_ticks: lines that must be ticked though they are no claims.
        base_text: of a revision the article as it is on disk now, line ends as a line feed.
        base_sha256: hash of that file's bytes, "" without one.
    """

    kb_id: str
    target_path: str
    changes: tuple[FileChange, ...]
    conflict: Reason | None = None
    extra_ticks: tuple[str, ...] = ()
    base_text: str = ""
    base_sha256: str = ""


def plan_promotion(profile: Profile, draft: Draft, *, kb_id: str = "", folder: str | None = None) -> Plan:
    """Compute what promoting a draft would change.

    Args:
        kb_id, folder: place of a new article chosen with the promotion; the draft's own when left out.

    Raises:
        BadInput: ``kb_unknown``, ``target_path_unsafe``.
        StorageFault: the KB's folder cannot be read.
    """
    if draft.kind is DraftKind.NEW:
        return _plan_new(profile, draft, kb_id, folder)
    kb = profile.database.read(lambda rx: graph_store.kb_by_id(rx, draft.kb_id))
    planner = _Planner(profile, draft, kb)
    try:
        return planner.plan()
    except SpliceConflict as error:
        conflict = Reason(error.code, (("detail", error.detail),))
        return planner.refused(conflict)


def _plan_new(profile: Profile, draft: Draft, kb_id: str, folder: str | None) -> Plan:
    chosen = kb_id or draft.kb_id
    if not chosen:
        registered = profile.database.read(graph_store.all_kbs)
        chosen = registered[0].id if len(registered) == 1 else ""
    if chosen:
        profile.database.read(lambda rx: graph_store.kb_by_id(rx, chosen))
    named = draft.target_path if draft.target_path.endswith(".md") and folder is None else ""
    place = checked_folder(draft.target_path if folder is None and not named else folder or "")
    path = checked_path(named or posixpath.join(place, file_name(draft.title, draft.id)))
    text = draft.text
    if split_article(text).front_matter == (0, 0):
        text = (
            front_matter_of(
                title=draft.title,
                lang=draft.lang,
                day_at=draft.created_at,
                categories=draft.categories,
                draft_id=draft.id,
                machine=draft.began_as_machine,
            )
            + text
        )
    if not text.endswith("\n"):
        text += "\n"
    change = FileChange(path, None, text.encode("utf-8"))
    conflict = None if chosen else Reason("target_missing")
    return Plan(chosen, path if chosen else "", (change,), conflict)


class _Planner:
    """Plans the kinds that touch files which stand already."""

    def __init__(self, profile: Profile, draft: Draft, kb: KbRow) -> None:
        self._profile = profile
        self._draft = draft
        self._kb = kb
        self._root = Path(kb.root)
        self._old: dict[str, bytes] = {}
        self._new: dict[str, bytes | None] = {}
        self._order: list[str] = []
        self._ticks: list[str] = []
        self._base_text = ""
        self._base_sha256 = ""
        self._path = profile.database.read(self._base_path)

    def _base_path(self, rx: Rx) -> str:
        """The base may have been moved outside since the draft was made: its node knows where it is."""
        path = rx.scalar(
            "SELECT path FROM node WHERE id = ? AND state = 'active'", (self._draft.base_node_id,)
        )
        return str(path or self._draft.base_path)

    def plan(self) -> Plan:
        """Plan by kind."""
        base = self._read(self._path)
        if base is None:
            return self.refused(Reason("base_gone", (("path", self._path),)))
        parsed = self._parse(self._path, base)
        self._base_text = parsed.body
        if sha256_text(parsed.body) != self._draft.base_hash:
            return self.refused(Reason("base_moved", (("path", self._path),)))
        target = self._path
        if self._draft.kind is DraftKind.REVISION:
            self._set(self._path, self._spliced(self._path, parsed, self._draft.text))
        elif self._draft.kind is DraftKind.ARCHIVE:
            target = self._archive(self._path)
        elif self._draft.kind is DraftKind.RENAME:
            target = self._rename(checked_path(self._draft.other_path))
        else:
            conflict = self._merge(parsed, self._draft.other_path)
            if conflict is not None:
                return self.refused(conflict)
        changes = tuple(
            FileChange(path, self._old.get(path), self._new[path])
            for path in self._order
            if self._old.get(path) != self._new[path] or path == self._order[0]
        )
        return Plan(
            self._kb.id,
            target,
            changes,
            extra_ticks=tuple(self._ticks),
            base_text=self._base_text,
            base_sha256=self._base_sha256,
        )

    def refused(self, conflict: Reason) -> Plan:
        """Return a plan that says why nothing can be changed, with the base as it is for a three-way view."""
        return Plan(
            self._kb.id,
            self._path,
            (),
            conflict,
            base_text=self._base_text,
            base_sha256=self._base_sha256,
        )

    # -- kinds -----------------------------------------------------------------------------------------

    def _spliced(self, path: str, parsed: ParsedArticle, wanted: str) -> bytes:
        file = read_file_text(self._old[path], parsed.encoding)
        turn_off = self._draft.began_as_machine and parsed.meta.get("auto_reply") is True
        if turn_off:
            self._ticks.append(AUTO_REPLY_TICK)
        wanted = _with_blank_lines_of(parsed.body, wanted)
        if parsed.format == "json":
            changes: dict[str, object] = dict(json_body_changes(file.text, wanted))
            if turn_off:
                changes["auto_reply"] = False
            return file.encoded(splice_json(file.text, changes))
        splice = next((one.splice for one in self._profile.kb_formats if one.name == parsed.format), None)
        if splice is not None:
            return file.encoded(splice(file.text, parsed.body, wanted))
        if parsed.body_start < 0:
            raise SpliceConflict("format_not_spliceable", parsed.format)
        front = {"auto_reply": "false"} if turn_off else {}
        return file.encoded(splice_markdown(file, parsed.body_start, wanted, front))

    def _archive(self, path: str) -> str:
        folder = self._kb.archive_folder
        target = free_name(f"{folder}/{path}", self._archived_names())
        self._set(path, None)
        self._set(target, self._old[path])
        return target

    def _archived_names(self) -> list[str]:
        base = self._root / self._kb.archive_folder
        return [
            one.relative_to(self._root).as_posix()
            for one in sorted(base.rglob("*"))
            if base.is_dir() and one.is_file()
        ]

    def _rename(self, target: str) -> str:
        data = self._old[self._path]
        own = self._outgoing_links(self._path, target)
        if own:
            file = read_file_text(data)
            data = file.encoded(rewrite_links(file.text, own))
        self._set(target, data)
        self._set(self._path, None)
        self._redirect(self._draft.base_node_id, target, {self._path: target})
        return target

    def _merge(self, parsed: ParsedArticle, other_path: str) -> Reason | None:
        other_id = str(self._draft.data.get("other_node_id", ""))
        other = self._read(other_path)
        if other is None:
            return Reason("base_gone", (("path", other_path),))
        if sha256_text(self._parse(other_path, other).body) != self._draft.data.get("other_hash"):
            return Reason("base_moved", (("path", other_path),))
        self._set(self._path, self._spliced(self._path, parsed, self._draft.text))
        self._archive(other_path)
        self._redirect(other_id, self._path, {})
        return None

    # -- links -----------------------------------------------------------------------------------------

    def _redirect(self, node_id: str, target: str, moved: Mapping[str, str]) -> None:
        """Let every link of the KB that leads to a node lead to another path."""

        def query(rx: Rx) -> Sequence[tuple[str, str]]:
            rows = rx.sql(
                """SELECT DISTINCT n.path, l.target FROM link l JOIN node n ON n.id = l.node_id
                   WHERE l.target_node_id = ? AND n.kb_id = ? AND n.state = 'active' AND n.path != ''
                   ORDER BY n.path, l.target""",
                (node_id, self._kb.id),
            )
            return [(row[0], row[1]) for row in rows]

        by_path: dict[str, dict[str, str]] = {}
        for path, written in self._profile.database.read(query):
            place = moved.get(path, path)
            by_path.setdefault(place, {})[written] = new_link(written, place, target)
        for path, links in sorted(by_path.items()):
            if path in self._new and self._new[path] is None:
                continue
            data = self._new.get(path) or self._read(path)
            if data is None:
                continue
            file = read_file_text(data)
            self._set(path, file.encoded(rewrite_links(file.text, links)))

    def _outgoing_links(self, path: str, target: str) -> dict[str, str]:
        """Return what a moved article's own relative links must become to lead where they led."""
        if posixpath.dirname(path) == posixpath.dirname(target):
            return {}
        rows = self._profile.database.read(
            lambda rx: rx.sql(
                """SELECT DISTINCT l.target, t.path FROM link l LEFT JOIN node t ON t.id = l.target_node_id
                   WHERE l.node_id = ? AND l.broken = 0 ORDER BY l.target""",
                (self._draft.base_node_id,),
            )
        )
        found = {}
        for written, leads_to in rows:
            if written.startswith(("/", "#", "[[")) or ":" in written.split("/", 1)[0]:
                continue
            if leads_to:
                found[written] = new_link(written, target, target if leads_to == path else leads_to)
            else:
                place = posixpath.normpath(posixpath.join(posixpath.dirname(path), written))
                if not place.startswith(".."):
                    found[written] = posixpath.relpath(place, posixpath.dirname(target) or ".")
        return found

    # -- files -----------------------------------------------------------------------------------------

    def _read(self, path: str) -> bytes | None:
        checked_path(path, existing=True)
        if path not in self._old:
            try:
                self._old[path] = read_file(self._root, FoundFile(path, 0, 0))
            except FileNotFoundError:
                if not self._root.is_dir():
                    raise StorageFault("kb_folder_gone", path=str(self._root), detail="") from None
                return None
            except OSError as error:
                raise StorageFault("kb_file_failed", path=path, detail=error.strerror or "") from error
        if path == self._path:
            self._base_sha256 = FileChange(path, self._old[path], None).old_sha256
        return self._old[path]

    def _set(self, path: str, data: bytes | None) -> None:
        if path not in self._new:
            self._order.append(path)
            self._read(path)
        self._new[path] = data

    def _parse(self, path: str, data: bytes) -> ParsedArticle:
        return parse_article(self._profile.kb_formats, path, data)


def parse_article(formats: Sequence[KbFormat], path: str, data: bytes) -> ParsedArticle:
    """Parse an article's file by its ending.

    Raises:
        BadInput: ``not_an_article``.
    """
    ending = posixpath.splitext(path)[1].lower()
    for one in formats:
        if ending in one.suffixes:
            try:
                return one.parse(data)
            except NotAnArticle as error:
                raise BadInput("not_an_article", path=path, detail=error.code) from error
    raise BadInput("not_an_article", path=path, detail=ending)


def _with_blank_lines_of(body: str, wanted: str) -> str:
    """Keep the empty lines between front matter and article, which no author writes."""
    lead = body[: len(body) - len(body.lstrip("\n"))]
    return wanted if wanted.startswith("\n") else lead + wanted
