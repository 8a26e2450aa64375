"""Where an export may be written: only the promotion writes below a knowledge base (SPEC R1, S1)."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path

from neurodesk.app.profile import Profile
from neurodesk.domain.errors import BadInput, RuleRefused, StorageFault
from neurodesk.storage.library_store import LibraryStore
from neurodesk.storage.staged_files import write_atomically


def export_target(profile: Profile, path: Path) -> Path:
    """Return the file that an export is written to.

    Args:
        path: as the user named it; ``~`` is the home folder.

    Raises:
        RuleRefused: ``export_into_kb`` or ``export_into_profile``: it lies below one of these.
        BadInput: ``export_folder_missing``: more than the last folder would have to be made.
    """
    target = path.expanduser().absolute()
    real = _folded(target)
    for _, root in LibraryStore(profile.database).kb_roots():
        if real.is_relative_to(_folded(Path(root))):
            raise RuleRefused("export_into_kb", path=str(path), root=root)
    if real.is_relative_to(_folded(profile.paths.root)):
        raise RuleRefused("export_into_profile", path=str(path), root=str(profile.paths.root))
    # One new folder is what somebody asks for who files by date; several are a mistyped path.
    if not target.parent.parent.is_dir():
        raise BadInput("export_folder_missing", path=str(path), folder=str(target.parent.parent))
    return target


def write_export(profile: Profile, path: Path, data: str | bytes) -> None:
    """Write an export whole or not at all; a file that stood there is replaced.

    Raises:
        RuleRefused, BadInput: see ``export_target``.
        StorageFault: ``file_unwritable``; what stood there is as it was.
    """
    target = export_target(profile, path)
    try:
        write_atomically(target, data.encode() if isinstance(data, str) else data)
    except OSError as error:
        raise StorageFault("file_unwritable", path=str(path), detail=error.strerror or str(error)) from error


def _folded(path: Path) -> Path:
    # Links are followed, and two spellings of one place meet as they do on the file system.
    return Path(os.path.normcase(unicodedata.normalize("NFC", os.path.realpath(path))))
