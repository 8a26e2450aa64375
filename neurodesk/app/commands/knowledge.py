"""Commands on knowledge bases: register, import, rescan, forget (SPEC K1)."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from neurodesk.app.commands.conflicts import note_conflicts
from neurodesk.app.import_run import ImportReport, ImportRun, Progress
from neurodesk.app.profile import Profile
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import BadInput
from neurodesk.domain.identity import derived_id
from neurodesk.pipeline.stem import ANALYSER, index_line
from neurodesk.storage import graph_store, search_index
from neurodesk.storage.db import Lane, Rx, Tx
from neurodesk.storage.graph_store import KbRow

MAX_NAME_CHARS = 80


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did, and what changed."""

    report: ImportReport
    changes: ChangeSet


def register_kb(profile: Profile, root: Path, name: str = "") -> KbRow:
    """Register a folder as a knowledge base; a folder that is registered already is given back.

    Args:
        root: the folder; nothing in it is ever changed by this.
        name: the KB's name and source key (SPEC K5), the folder's name when "".

    Raises:
        BadInput: ``kb_root_missing``, ``kb_name_taken``, ``kb_name_invalid`` or ``kb_overlaps`` another KB or
            the profile's own folder.
    """
    folder = Path(os.path.realpath(root.expanduser()))
    if not folder.is_dir():
        raise BadInput("kb_root_missing", path=str(root), detail="not a folder")
    wanted = " ".join(name.split())
    if len(wanted) > MAX_NAME_CHARS or any(ord(character) < 32 for character in wanted):
        raise BadInput("kb_name_invalid", name=name)
    _refuse_overlap(folder, Path(os.path.realpath(profile.paths.root)), "the profile's own folder")
    now = profile.clock.time()

    def add(tx: Tx) -> KbRow:
        names = set()
        for one in graph_store.all_kbs(tx):
            if one.root == str(folder):
                if wanted and wanted != one.name:
                    raise BadInput("kb_registered_as", path=one.root, name=one.name)
                return one
            _refuse_overlap(folder, Path(one.root), one.name)
            names.add(one.name.casefold())
        chosen = wanted or folder.name or "kb"
        if wanted and wanted.casefold() in names:
            raise BadInput("kb_name_taken", name=wanted)
        number = 2
        while chosen.casefold() in names:
            chosen = f"{folder.name} {number}"
            number += 1
        kb_id = derived_id("kb", chosen)
        graph_store.add_kb(tx, kb_id, chosen, str(folder), now)
        return graph_store.kb_by_id(tx, kb_id)

    return profile.database.write(add)


def _refuse_overlap(folder: Path, other: Path, name: str) -> None:
    if folder == other or folder in other.parents or other in folder.parents:
        raise BadInput("kb_overlaps", path=str(folder), other=name)


def import_kb(
    profile: Profile,
    kb_id: str,
    *,
    progress: Callable[[Progress], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Imported:
    """Import a KB: every file is read and hashed, only changed ones are parsed, cut and indexed.

    Vectors are made later, in the background (SPEC K6).

    Raises:
        BadInput: ``kb_unknown``, ``kb_root_missing``. StorageFault: the database cannot be written.
    """
    return _run(profile, kb_id, progress=progress, cancelled=cancelled, trust_times=False)


def rescan_kb(profile: Profile, kb_id: str, *, cancelled: Callable[[], bool] | None = None) -> Imported:
    """Notice changes made outside; a file with the same size and time is not read (SPEC K1).

    Raises:
        BadInput: ``kb_unknown``, ``kb_root_missing``. StorageFault: the database cannot be written.
    """
    return _run(profile, kb_id, cancelled=cancelled, trust_times=True)


def _run(
    profile: Profile,
    kb_id: str,
    *,
    trust_times: bool,
    progress: Callable[[Progress], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Imported:
    refresh_text_index(profile)
    kb = profile.database.read(lambda rx: graph_store.kb_by_id(rx, kb_id))
    run = ImportRun(profile, kb, progress=progress, cancelled=cancelled, trust_times=trust_times)
    report = run.run()
    changed = {(Kind.NODE, node_id) for node_id in report.changed_ids}
    conflicts = note_conflicts(profile, kb_id)
    changes = ChangeSet(frozenset({(Kind.KB, kb_id), *changed, *conflicts.items}))
    return Imported(report, changes)


def refresh_text_index(profile: Profile) -> int:
    """Index every passage anew when the stemming rules changed; return how many were.

    Tokens of other rules would never match a question.
    """
    database = profile.database
    if database.read(search_index.analyser) == ANALYSER:
        return 0

    def ids(rx: Rx) -> list[int]:
        return [row[0] for row in rx.iterate("SELECT id FROM chunk ORDER BY id")]

    def renew(tx: Tx, chunk_id: int) -> None:
        row = search_index.load_chunks(tx, [chunk_id]).get(chunk_id)
        if row is not None:
            lines = (
                index_line(row.title, row.lang),
                index_line(row.heading, row.lang),
                index_line(row.text, row.lang),
            )
            search_index.replace_index_lines(tx, chunk_id, lines)

    done = database.bulk(database.read(ids), renew).result()
    now = profile.clock.time()
    database.write(lambda tx: search_index.set_analyser(tx, ANALYSER, now), lane=Lane.BULK)
    return done


def forget_kb(profile: Profile, kb_id: str) -> ChangeSet:
    """Remove a KB from the profile: nodes, links, edges, indexes. Its files are not touched.

    Raises:
        BadInput: ``kb_unknown``; ``kb_in_use`` while drafts of it wait for the curator.
    """
    database = profile.database

    def check(rx: Rx) -> list[str]:
        graph_store.kb_by_id(rx, kb_id)
        waiting = rx.scalar(
            "SELECT COUNT(*) FROM draft WHERE kb_id = ? AND state NOT IN ('promoted', 'rejected')", (kb_id,)
        )
        if waiting:
            raise BadInput("kb_in_use", drafts=waiting)
        return [row[0] for row in rx.iterate("SELECT id FROM node WHERE kb_id = ? ORDER BY id", (kb_id,))]

    node_ids = database.read(check)
    database.bulk(node_ids, graph_store.forget_article).result()
    database.write(lambda tx: graph_store.remove_kb(tx, kb_id), lane=Lane.BULK)
    return ChangeSet(frozenset({(Kind.KB, kb_id), *((Kind.NODE, one) for one in node_ids)}))
