"""Which folders of knowledge bases and of the library are not there now (SPEC K1, L1, S3)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from neurodesk.app.empty_folder import is_empty
from neurodesk.app.profile import Profile
from neurodesk.domain.changes import Kind
from neurodesk.storage.db import Rx

_ROOTS = {
    Kind.KB: """SELECT k.id, k.name, k.root,
       EXISTS (SELECT 1 FROM node n WHERE n.kb_id = k.id AND n.kind = 'article' AND n.state = 'active')
FROM kb k ORDER BY k.name""",
    Kind.COLLECTION: """SELECT c.id, c.name, c.root,
       EXISTS (SELECT 1 FROM library_file f WHERE f.collection_id = c.id)
FROM collection c ORDER BY c.name""",
}


@dataclass(frozen=True, slots=True)
class RegisteredFolder:
    """The folder of a KB, or the folder or archive file of a COLLECTION; ``kind`` says which."""

    kind: Kind
    id: str
    name: str
    root: str


def lost_folders(profile: Profile, kinds: Sequence[Kind] = tuple(_ROOTS)) -> list[RegisteredFolder]:
    """Return what is not there, knowledge bases first, by name; looks at the disk outside of the database.

    A folder that is empty, though something was read from it before, counts as lost: so looks the place of a
    drive while the drive is not connected.
    """
    return [one for one, known in _registered(profile, kinds) if _is_lost(one, known)]


def reachable_kbs(profile: Profile) -> dict[str, Path]:
    """Return the folders of the knowledge bases that are there now, by id."""
    return {
        one.id: Path(one.root) for one, known in _registered(profile, (Kind.KB,)) if not _is_lost(one, known)
    }


def _registered(profile: Profile, kinds: Sequence[Kind]) -> list[tuple[RegisteredFolder, bool]]:
    """Return each folder, and whether something was read from it."""

    def query(rx: Rx) -> list[tuple[RegisteredFolder, bool]]:
        return [
            (RegisteredFolder(kind, row[0], row[1], row[2]), bool(row[3]))
            for kind in kinds
            for row in rx.sql(_ROOTS[kind])
        ]

    return profile.database.read(query)


def _is_lost(one: RegisteredFolder, known: bool) -> bool:
    root = Path(one.root)
    if one.kind is Kind.COLLECTION and root.is_file():
        return not os.access(root, os.R_OK)
    if not (root.is_dir() and os.access(root, os.R_OK | os.X_OK)):
        return True
    return known and is_empty(root)
