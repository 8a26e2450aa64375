"""Promotion as a journal: prepared -> written -> archived -> done, recovered from any point (SPEC P5, S1).

Before the first file is touched, former and new bytes lie durably in the profile's backups and the journal
says what will be done. From then on the hashes on disk tell how far it came: each file has the old or the new
bytes; whatever else it has was written by someone else and stays.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

import filelock

from neurodesk.domain.articles import Decision
from neurodesk.domain.decisions import Draft, FileChange, UndoDecision, decision_as_json
from neurodesk.domain.errors import BadInput, EnvironmentFault, NeuroDeskError, RuleRefused, StorageFault
from neurodesk.domain.identity import random_id
from neurodesk.settings.paths import ProfilePaths
from neurodesk.storage import graph_store
from neurodesk.storage.db import Database
from neurodesk.storage.kb_files.folder import KbFolder, fault_of
from neurodesk.storage.promotion_store import (
    UNDO,
    Phase,
    PromotionRow,
    Step,
    conclude,
    open_promotions,
    prepare,
    read_promotion,
    set_phase,
)

LOCK_TIMEOUT_S = 10.0


class RecoveryResult(StrEnum):
    """What recovery made of an open promotion; ``pending`` is tried again at the next start."""

    FINISHED = "finished"
    ROLLED_BACK = "rolled_back"
    PENDING = "pending"


@dataclass(frozen=True, slots=True)
class Recovered:
    """An open promotion that recovery found; ``row`` as the journal has it now."""

    row: PromotionRow
    result: RecoveryResult


def promote(
    database: Database,
    paths: ProfilePaths,
    decision: Decision,
    changes: Sequence[FileChange],
    *,
    draft: Draft,
    kb_id: str,
    now: float,
) -> PromotionRow:
    """Write what a person decided to promote.

    Args:
        decision: made by ``neurodesk.app.decide`` alone.
        changes: every file that changes, the article's own first.
        draft: as it was when the changes were computed.
        now: UTC epoch seconds.

    Returns:
        The journal's row in phase ``archived``: it counts; what follows is the caller's.

    Raises:
        RuleRefused: ``base_moved``, ``name_collides``, ``kb_path_unsafe``, ``seen_outdated``,
            ``promotion_under_way``; every file is as it was.
        StorageFault: a file or the database cannot be written; every file is as it was, or the journal puts
            it right at the next start (``promotion_pending``).
    """
    if decision.draft_id != draft.id or not decision.who.strip() or not decision.seen_sha256:
        raise RuleRefused("no_human_decision", draft=draft.id)
    promotion_id = random_id("p")
    steps = tuple(_step(promotion_id, number, change) for number, change in enumerate(changes))
    row = PromotionRow(
        id=promotion_id,
        draft_id=draft.id,
        kind=draft.kind.value,
        kb_id=kb_id,
        phase=Phase.PREPARED,
        path=changes[0].path,
        steps=steps,
        decision={**decision_as_json(decision), "version": draft.version},
        created_at=now,
    )
    journal = _Journal(database, paths)
    with journal.alone():
        folder = journal.folder_of(row)
        steps = tuple(
            replace(step, new_folders=folder.missing_folders(step.path) if step.new_sha256 else 0)
            for step in steps
        )
        row = replace(row, steps=steps)
        journal.keep(changes, steps)
        database.write(
            lambda tx: prepare(
                tx, row, expected_version=draft.version, expected_text_sha256=draft.text_sha256
            )
        )
        return journal.carry_out(row, now)


def undo(
    database: Database, paths: ProfilePaths, decision: UndoDecision, *, draft: Draft, now: float
) -> PromotionRow:
    """Put the exact former bytes back, also days later (SPEC P5).

    Raises:
        BadInput: ``promotion_unknown``.
        RuleRefused: ``undo_impossible`` (undone already, or not finished), ``undo_file_changed``; every file
            is as it was.
        StorageFault: as for ``promote``.
    """
    if not decision.who.strip():
        raise RuleRefused("no_human_decision", draft=draft.id)
    former = database.read(lambda rx: read_promotion(rx, decision.promotion_id))
    if former is None:
        raise BadInput("promotion_unknown", id=decision.promotion_id)
    if former.undone_at or former.kind == UNDO or former.phase not in (Phase.DONE, Phase.ARCHIVED):
        raise RuleRefused("undo_impossible", promotion=former.id, phase=former.phase.value)
    if former.phase is Phase.ARCHIVED:
        database.write(lambda tx: set_phase(tx, former.id, Phase.DONE, finished_at=now))
    journal = _Journal(database, paths)
    row = PromotionRow(
        id=random_id("p"),
        draft_id=former.draft_id,
        kind=UNDO,
        kb_id=former.kb_id,
        phase=Phase.PREPARED,
        path=former.path,
        steps=tuple(step.inverted() for step in reversed(former.steps)),
        decision={
            "undoes": former.id,
            "who": decision.who,
            "where": decision.where,
            "made_at": decision.made_at,
            "note": decision.why,
        },
        created_at=now,
    )
    with journal.alone():
        journal.require_unchanged(row)
        database.write(
            lambda tx: prepare(
                tx, row, expected_version=draft.version, expected_text_sha256=draft.text_sha256
            )
        )
        return journal.carry_out(row, now)


def recover(database: Database, paths: ProfilePaths, *, now: float) -> list[Recovered]:
    """Finish or roll back what a crash left open; sweep temporary files and orphaned backups.

    Returns:
        What was open, oldest first; nothing while another process promotes right now.
    """
    journal = _Journal(database, paths)
    if not database.read(open_promotions) and not journal.orphans():
        return []
    try:
        with journal.alone(timeout_s=0.2):
            journal.sweep_orphans()
            return [journal.recover_one(row, now) for row in database.read(open_promotions)]
    except RuleRefused:
        return []


class _Journal:
    def __init__(self, database: Database, paths: ProfilePaths) -> None:
        self._database = database
        self._backups = paths.backups / "articles"
        self._lock = filelock.FileLock(paths.root / "promotion.lock", mode=0o600)

    @contextmanager
    def alone(self, timeout_s: float = LOCK_TIMEOUT_S) -> Iterator[None]:
        """Promote in one process at a time."""
        try:
            with self._lock.acquire(timeout=timeout_s):
                yield
        except filelock.Timeout:
            raise RuleRefused("promotion_elsewhere") from None

    def keep(self, changes: Sequence[FileChange], steps: Sequence[Step]) -> None:
        """Store former and new bytes durably, before anything is touched."""
        try:
            for change, step in zip(changes, steps, strict=True):
                for data, name in ((change.old, step.old_backup), (change.new, step.new_backup)):
                    if data is not None:
                        _write_durably(self._backups / name, data)
        except OSError as error:
            raise fault_of(error, str(self._backups)) from error

    def orphans(self) -> list[Path]:
        """Return kept bytes of promotions that were never written into the journal."""
        if not self._backups.is_dir():
            return []
        folders = sorted(one for one in self._backups.iterdir() if one.is_dir())
        known = self._database.read(lambda rx: {row["id"] for row in rx.sql("SELECT id FROM promotion")})
        return [one for one in folders if one.name not in known]

    def sweep_orphans(self) -> None:
        """Remove them; nothing in a KB was touched for their sake."""
        for one in self.orphans():
            shutil.rmtree(one, ignore_errors=True)

    def kept(self, name: str, sha256: str) -> bytes:
        """Return kept bytes, checked against their hash."""
        try:
            data = (self._backups / name).read_bytes()
        except OSError as error:
            raise StorageFault("backup_missing", path=str(self._backups / name)) from error
        if hashlib.sha256(data).hexdigest() != sha256:
            raise StorageFault("backup_damaged", path=str(self._backups / name))
        return data

    def folder_of(self, row: PromotionRow) -> KbFolder:
        """Return the KB's folder."""
        kb = self._database.read(lambda rx: graph_store.kb_by_id(rx, row.kb_id))
        return KbFolder(Path(kb.root))

    def carry_out(self, row: PromotionRow, now: float) -> PromotionRow:
        """Change every file, then let it count; after a failure every file is as it was."""
        folder = self.folder_of(row)
        reached = 0
        try:
            for reached, step in enumerate(row.steps):
                self._apply(folder, row, reached, step)
        except NeuroDeskError as error:
            self._roll_back(folder, row, error.code, now, reached=reached)
            raise
        return self._finish(row, now)

    def _finish(self, row: PromotionRow, now: float) -> PromotionRow:
        self._database.write(lambda tx: set_phase(tx, row.id, Phase.WRITTEN))
        self._database.write(lambda tx: conclude(tx, row, now))
        written = self._database.read(lambda rx: read_promotion(rx, row.id))
        assert written is not None
        return written

    def recover_one(self, row: PromotionRow, now: float) -> Recovered:
        """Bring one open promotion to its end."""
        try:
            if row.phase is Phase.PREPARED:
                folder = self.folder_of(row)
                for number, step in enumerate(row.steps):
                    folder.sweep(step.path, _temporary(row, number))
                try:
                    for number, step in enumerate(row.steps):
                        self._apply(folder, row, number, step)
                except RuleRefused as error:
                    self._roll_back(folder, row, error.code, now)
                    return Recovered(replace(row, phase=Phase.ROLLED_BACK), RecoveryResult.ROLLED_BACK)
            if row.phase is not Phase.ARCHIVED:
                row = self._finish(row, now)
        except (EnvironmentFault, BadInput) as error:
            code = error.code
            self._database.write(lambda tx: set_phase(tx, row.id, row.phase, error=code))
            return Recovered(row, RecoveryResult.PENDING)
        return Recovered(row, RecoveryResult.FINISHED)

    def require_unchanged(self, row: PromotionRow) -> None:
        """Refuse an undo whose files are not what the promotion wrote."""
        folder = self.folder_of(row)
        for step in row.steps:
            if _sha256(folder.read(step.path)) != step.old_sha256:
                if not step.new_backup:  # it was new: no former bytes were kept
                    raise RuleRefused("undo_new_file_changed", path=step.path)
                raise RuleRefused(
                    "undo_file_changed", path=step.path, backup=str(self._backups / step.new_backup)
                )

    def _apply(self, folder: KbFolder, row: PromotionRow, number: int, step: Step) -> None:
        present = _sha256(folder.read(step.path))
        if present == step.new_sha256:
            return
        if present != step.old_sha256:
            raise RuleRefused("base_moved", path=step.path)
        if not step.new_sha256:
            folder.remove(step.path, old_sha256=step.old_sha256, folders=step.new_folders)
            return
        data = self.kept(step.new_backup, step.new_sha256)
        folder.write(step.path, data, old_sha256=step.old_sha256, temporary=_temporary(row, number))

    def _roll_back(
        self, folder: KbFolder, row: PromotionRow, code: str, now: float, *, reached: int = -1
    ) -> None:
        """Take back what was written; a file that someone else changed meanwhile stays as he left it.

        Args:
            reached: the step that failed in this process, -1 when only the disk can tell.

        Raises:
            StorageFault: ``promotion_pending``; the journal stays open and is recovered at the next start.
        """
        try:
            for number, step in reversed(list(enumerate(row.steps))):
                if step.old_sha256 != step.new_sha256 and _sha256(folder.read(step.path)) == step.new_sha256:
                    self._apply(folder, row, number, step.inverted())
        except RuleRefused:
            pass
        except EnvironmentFault as error:
            # A folder that was gone before the first file was touched leaves nothing to take back.
            if reached != 0 and any(self._is_new(folder, step) for step in row.steps):
                raise StorageFault("promotion_pending", promotion=row.id, detail=error.code) from error
        self._database.write(lambda tx: set_phase(tx, row.id, Phase.ROLLED_BACK, error=code, finished_at=now))

    def _is_new(self, folder: KbFolder, step: Step) -> bool:
        """Tell whether a file may have the new bytes; one that cannot be read may."""
        try:
            return _sha256(folder.read(step.path)) == step.new_sha256
        except RuleRefused:
            return False
        except EnvironmentFault:
            return True


def _step(promotion_id: str, number: int, change: FileChange) -> Step:
    return Step(
        change.path,
        _sha256(change.old),
        _sha256(change.new),
        "" if change.old is None else f"{promotion_id}/{number}.old",
        "" if change.new is None else f"{promotion_id}/{number}.new",
    )


def _sha256(data: bytes | None) -> str:
    return "" if data is None else hashlib.sha256(data).hexdigest()


def _temporary(row: PromotionRow, number: int) -> str:
    return f".neurodesk-{row.id}-{number}"


def _write_durably(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600)
    with open(descriptor, "wb") as file:  # noqa: PTH123 - a descriptor made with its mode
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    for folder in (path.parent, path.parent.parent):
        if hasattr(os, "O_DIRECTORY"):
            handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
