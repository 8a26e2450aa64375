"""Proof packs as files: written whole or not at all, read in memory and within limits (SPEC R11)."""

from __future__ import annotations

import io
import stat
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from neurodesk.domain.errors import BadInput, StorageFault
from neurodesk.domain.proofs import ARTICLE, MANIFEST
from neurodesk.storage.staged_files import write_atomically

MOST_BYTES = 50 * 1024 * 1024
MOST_ENTRIES = 2_000
_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1


def is_archive(path: Path) -> bool:
    """Tell whether a file begins like a ZIP archive, be it whole or cut off."""
    try:
        with path.open("rb") as file:
            return file.read(4) == b"PK\x03\x04"
    except OSError:
        return False


def is_pack(path: Path) -> bool:
    """Tell whether a file is a proof pack by what it holds; false when it cannot be read."""
    try:
        with zipfile.ZipFile(path) as archive:
            return {MANIFEST, ARTICLE} <= set(archive.namelist()[: MOST_ENTRIES + 1])
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError):
        return False


def write_pack(path: Path, entries: Mapping[str, bytes]) -> None:
    """Write a pack; the same entries give the same bytes, which tell nothing of the machine.

    Raises:
        BadInput: ``pack_too_large``. StorageFault: ``file_unwritable``.
    """
    if len(entries) > MOST_ENTRIES or sum(map(len, entries.values())) > MOST_BYTES:
        raise BadInput("pack_too_large", path=path, entries=MOST_ENTRIES, mib=MOST_BYTES // 1024 // 1024)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = (stat.S_IFREG | 0o644) << 16
            archive.writestr(info, data)
    try:
        write_atomically(path, buffer.getvalue())
    except OSError as error:
        raise StorageFault("file_unwritable", path=str(path), detail=str(error)) from error


def read_pack(path: Path) -> dict[str, bytes]:
    """Read a pack's entries into memory; nothing is ever unpacked to the disk.

    Raises:
        BadInput: ``pack_damaged``, ``pack_refused`` (a link, an absolute or climbing name, a name twice,
            encryption), ``pack_too_large``.
        StorageFault: ``file_unreadable``.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise _too_large(path)
        data = path.read_bytes()
    except OSError as error:
        raise StorageFault("file_unreadable", path=str(path), detail=str(error)) from error
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _entries(path, archive)
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, RuntimeError) as error:
        raise BadInput("pack_damaged", entry=path.name, detail=str(error)[:200]) from error


def _entries(path: Path, archive: zipfile.ZipFile) -> dict[str, bytes]:
    infos = archive.infolist()
    if len(infos) > MOST_ENTRIES:
        raise _too_large(path)
    found: dict[str, bytes] = {}
    names: set[str] = set()
    left = MOST_BYTES
    for info in infos:
        _require_plain(info, names)
        with archive.open(info) as entry:
            # The size that the archive states is its maker's word: only what comes out counts.
            data = entry.read(left + 1)
        if len(data) > left:
            raise _too_large(path)
        left -= len(data)
        found[info.filename] = data
    return found


def _require_plain(info: zipfile.ZipInfo, names: set[str]) -> None:
    name = info.filename
    parts = PurePosixPath(name).parts
    kind = stat.S_IFMT(info.external_attr >> 16)
    why = ""
    if not name or name.startswith("/") or "\\" in name or ":" in name or "\0" in info.orig_filename:
        why = "a name that is not relative"
    elif ".." in parts or "." in parts or info.is_dir():
        why = "a name that climbs or a folder"
    elif kind not in (0, stat.S_IFREG):
        why = "a link or a device"
    elif name.casefold() in names:
        why = "a name twice"
    elif info.flag_bits & _ENCRYPTED or info.compress_type not in _PACKINGS:
        why = "an encrypted or unusually packed entry"
    if why:
        raise BadInput("pack_refused", entry=name, why=why)
    names.add(name.casefold())


def _too_large(path: Path) -> BadInput:
    return BadInput("pack_too_large", path=path, entries=MOST_ENTRIES, mib=MOST_BYTES // 1024 // 1024)
