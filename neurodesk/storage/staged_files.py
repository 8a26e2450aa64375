"""The staging folder: only visible articles, each with a sidecar in its own folder (SPEC R8-R10)."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
import time
from pathlib import Path
from typing import cast

from neurodesk.domain.articles import DraftState, WrittenBy
from neurodesk.domain.changes import Kind
from neurodesk.domain.errors import BadInput, RuleRefused, StorageFault
from neurodesk.domain.file_names import file_name
from neurodesk.domain.identity import sha256_bytes
from neurodesk.settings.load import TEMPORARY as SETTINGS_TEMPORARY
from neurodesk.settings.paths import ProfilePaths
from neurodesk.storage.article_store import body_of, claim_of, ref_as_json
from neurodesk.storage.db import Database, Row, Rx, Tx
from neurodesk.storage.json_columns import load

TEMPORARY = ".neurodesk-"
PROFILE_LEFT_OVERS = (f"{TEMPORARY}*", f"{SETTINGS_TEMPORARY}*.tmp", ".layout-*")
LEFT_OVER_AFTER_S = 60.0


class StagedFiles:
    """Writes staged articles and sidecars from the database, which is the truth (fills ``ports.Staging``).

    Args:
        database: the open database.
        paths: where staging and sidecars lie.
    """

    def __init__(self, database: Database, paths: ProfilePaths) -> None:
        self._database = database
        self._paths = paths

    def publish(self, draft_id: str) -> str:
        """Write the visible article and its sidecar; running it again changes nothing.

        Machine versions that a person's edit took the place of lie beside the sidecar, never in staging.

        Raises:
            BadInput: ``draft_unknown``.
            StorageFault: ``staging_unwritable``; the draft is safe in the database.
        """
        draft, text, sidecar, machine = self._database.read(lambda rx: _read(rx, draft_id))
        name = draft["staging_name"] or file_name(draft["title"], draft_id)
        place = self._paths.staging if draft["state"] != DraftState.REJECTED else self._paths.rejected
        article = place / name
        try:
            write_atomically(article, text.encode())
            write_atomically(self.sidecar_path(draft_id), _json(sidecar))
            for version, body in machine:
                write_atomically(
                    self._paths.article_metadata / draft_id / f"machine-{version}.md", body.encode()
                )
            if place == self._paths.rejected:
                (self._paths.staging / name).unlink(missing_ok=True)
        except OSError as error:
            raise StorageFault("staging_unwritable", path=str(place), detail=str(error)) from error
        if draft["staging_name"] != name:

            def remember(tx: Tx) -> None:
                tx.execute("UPDATE draft SET staging_name = ? WHERE id = ?", (name, draft_id))
                tx.changed(Kind.DRAFT, draft_id)

            self._database.write(remember)
        return str(article)

    def require_untouched(self, draft_id: str) -> None:
        """Refuse a decision on a draft whose staged file says something else: it is someone's work.

        Raises:
            RuleRefused: ``staged_file_changed``. StorageFault: ``staging_unwritable``.
        """
        draft, text, _, _ = self._database.read(lambda rx: _read(rx, draft_id))
        if not draft["staging_name"] or draft["state"] == DraftState.REJECTED:
            return
        article = self._paths.staging / draft["staging_name"]
        try:
            untouched = article.read_bytes() == text.encode()
        except FileNotFoundError:
            return
        except OSError as error:
            raise StorageFault("staging_unwritable", path=str(article), detail=str(error)) from error
        if not untouched:
            raise RuleRefused("staged_file_changed", draft=draft_id, path=str(article))

    def publish_sidecar(self, draft_id: str) -> None:
        """Write the sidecar alone, with what the curator decided.

        Raises:
            BadInput: ``draft_unknown``. StorageFault: ``staging_unwritable``.
        """
        sidecar = self._database.read(lambda rx: _read(rx, draft_id))[2]
        try:
            write_atomically(self.sidecar_path(draft_id), _json(sidecar))
        except OSError as error:
            path = str(self._paths.article_metadata)
            raise StorageFault("staging_unwritable", path=path, detail=str(error)) from error

    def withdraw(self, draft_id: str) -> None:
        """Take a promoted or finally rejected article out of staging; the sidecar stays."""
        name = self._database.read(
            lambda rx: rx.scalar("SELECT staging_name FROM draft WHERE id = ?", (draft_id,))
        )
        if name:
            (self._paths.staging / str(name)).unlink(missing_ok=True)

    def withdraw_rejected(self, draft_id: str) -> None:
        """Take a draft that is on the desk again out of the folder of rejected ones."""
        name = self._database.read(
            lambda rx: rx.scalar("SELECT staging_name FROM draft WHERE id = ?", (draft_id,))
        )
        if name:
            (self._paths.rejected / str(name)).unlink(missing_ok=True)

    def sidecar_path(self, draft_id: str) -> Path:
        """Return where the sidecar of a draft lies."""
        return self._paths.article_metadata / f"{draft_id}.json"

    def _sweep_profile(self) -> None:
        """Sweep what a killed process left beside settings and layout; another one may write there now."""
        for pattern in PROFILE_LEFT_OVERS:
            for left_over in self._paths.root.glob(pattern):
                with contextlib.suppress(OSError):
                    if time.time() - left_over.stat().st_mtime > LEFT_OVER_AFTER_S:
                        left_over.unlink()

    def recover(self) -> int:
        """Write what a crash between commit and file left out, sweep temporary files (SPEC S1, S2).

        Returns:
            How many drafts were written.
        """
        for folder in (self._paths.staging, self._paths.article_metadata, self._paths.rejected):
            for left_over in folder.glob(f"{TEMPORARY}*"):
                left_over.unlink(missing_ok=True)
        self._sweep_profile()
        waiting = self._database.read(
            lambda rx: [
                (row["id"], row["staging_name"])
                for row in rx.sql(
                    "SELECT id, staging_name FROM draft WHERE state NOT IN ('promoted', 'rejected')"
                )
            ]
        )
        missing = [
            draft_id
            for draft_id, name in waiting
            if not name
            or not (self._paths.staging / name).exists()
            or not self.sidecar_path(draft_id).exists()
            or self._is_behind(draft_id)
        ]
        for draft_id in missing:
            self.publish(draft_id)
        return len(missing)

    def _is_behind(self, draft_id: str) -> bool:
        """Tell whether file or sidecar are of an older version: a kill came after the commit of a newer one.

        A file that says what no version says is someone's work and is left to ``require_untouched``.
        """
        draft, text, sidecar, _ = self._database.read(lambda rx: _read(rx, draft_id))
        try:
            staged = sha256_bytes((self._paths.staging / draft["staging_name"]).read_bytes())
            beside = self.sidecar_path(draft_id).read_bytes()
        except OSError:
            return False
        former = {str(one["sha256"]) for one in cast("list[dict[str, object]]", sidecar["versions"])}
        current = sha256_bytes(text.encode())
        if staged != current:
            return staged in former
        return beside != _json(sidecar)


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file so that a reader sees the old or the new bytes, never a part (SPEC S1)."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if path.exists() and path.read_bytes() == data:
        return
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=TEMPORARY)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _read(rx: Rx, draft_id: str) -> tuple[Row, str, dict[str, object], list[tuple[int, str]]]:
    draft = rx.one("SELECT * FROM draft WHERE id = ?", (draft_id,))
    if draft is None:
        raise BadInput("draft_unknown", id=draft_id)
    versions = rx.sql(
        "SELECT version, written_by, sha256, body FROM draft_version WHERE draft_id = ? ORDER BY version",
        (draft_id,),
    )
    human = any(row["written_by"] == WrittenBy.HUMAN for row in versions)
    stored = load(draft["data"]).get("sidecar", {})
    sidecar: dict[str, object] = {
        "draft": draft_id,
        "kind": draft["kind"],
        "title": draft["title"],
        "lang": draft["lang"],
        "article_type": draft["article_type"],
        "version": draft["version"],
        "base": {"node": draft["base_node_id"], "path": draft["base_path"], "sha256": draft["base_hash"]},
        "versions": [
            {"version": row["version"], "written_by": row["written_by"], "sha256": row["sha256"]}
            for row in versions
        ],
        **stored,
        "claims": [_claim_as_json(row) for row in _claim_rows(rx, draft_id, draft["version"])],
        "state": draft["state"],
    }
    machine = (
        [(row["version"], row["body"]) for row in versions if row["written_by"] == WrittenBy.MACHINE]
        if human
        else []
    )
    return draft, body_of(rx, draft_id, draft["version"]), sidecar, machine


def _claim_rows(rx: Rx, draft_id: str, version: int) -> list[Row]:
    return rx.sql(
        "SELECT * FROM claim WHERE draft_id = ? AND version = ? ORDER BY ordinal, id", (draft_id, version)
    )


def _claim_as_json(row: Row) -> dict[str, object]:
    """Return a claim with what the curator did to it; a typed reason stands in the sidecar too (SPEC P4)."""
    claim = claim_of(row)
    return {
        "id": claim.id,
        "ordinal": claim.ordinal,
        "kind": claim.kind,
        "text": claim.text,
        "start": claim.start,
        "end": claim.end,
        "verdict": claim.verdict.value if claim.verdict else "",
        "exempt": claim.exempt,
        "risk": claim.risk,
        "single_source": claim.single_source,
        "reasons": [{"code": one.code, "params": dict(one.params)} for one in claim.reasons],
        "source_refs": [ref_as_json(ref) for ref in claim.refs],
        "curator": {
            "ticked": bool(row["ticked_at"]),
            "verdict": row["human_verdict"],
            "reason": row["human_reason"],
            "comment": row["comment"],
        },
    }


def _json(value: dict[str, object]) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True) + "\n").encode()
