"""Reading files of a library collection: regular files below the root only, no link followed (SPEC L1)."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from neurodesk.domain.evidence import PageRefused, Refusal
from neurodesk.domain.extraction import Provenance
from neurodesk.domain.library import EXPORT_MARK_FILE, MAX_FILE_BYTES, skip_reason
from neurodesk.storage.zim_archive import ZimArchive, is_zim

MAX_DEPTH = 40


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file below a root, or the reason why it is left out.

    Attributes:
        path: below the root, with ``/``, NFC.
        name: the same as the file system spells it.
    """

    path: str
    name: str
    size: int
    mtime_ns: int
    skipped: str = ""


def walk(root: Path) -> Iterator[FoundFile]:
    """Yield every file below a root in a stable order; links and special files with their reason.

    A folder that holds an export mark is left out with everything below it (``own_export``).

    Raises:
        OSError: the root itself cannot be read.
    """
    with os.scandir(root):
        pass
    yield from _walk(root, (), 0)


class FolderSource:
    """A collection that is a folder; what is in it speaks for itself."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.provenance = Provenance()

    def walk(self) -> Iterator[FoundFile]:
        """See ``walk``."""
        return walk(self._root)

    def read(self, name: str) -> tuple[bytes, int, int, str]:
        """See ``read_below``; the media type of a file is not stated."""
        return (*read_below(self._root, name), "")


class ZimSource:
    """A collection that is a ZIM archive: its entries are the files, its time is theirs."""

    def __init__(self, archive: ZimArchive) -> None:
        self._archive = archive
        self.provenance = archive.provenance

    def walk(self) -> Iterator[FoundFile]:
        """Yield the texts of the archive."""
        for path, size, skipped in self._archive.entries():
            yield FoundFile(path, path, size, self._archive.mtime_ns, skipped)

    def read(self, name: str) -> tuple[bytes, int, int, str]:
        """Return (bytes, size, time, media type); refusals as ``read_below``."""
        data, media_type = self._archive.read(name)
        return data, len(data), self._archive.mtime_ns, media_type


@contextlib.contextmanager
def opened_collection(root: Path) -> Iterator[FolderSource | ZimSource]:
    """Open a collection for reading: a folder, or a ZIM archive by the ending of its name.

    Raises:
        OSError: the archive cannot be read. EnvironmentFault: ``zim_unavailable``.
    """
    if not is_zim(root) or root.is_dir():
        yield FolderSource(root)
        return
    with ZimArchive(root) as archive:
        yield ZimSource(archive)


def _walk(folder: Path, parts: tuple[str, ...], depth: int) -> Iterator[FoundFile]:
    try:
        with os.scandir(folder) as scan:
            entries = sorted(scan, key=lambda one: unicodedata.normalize("NFC", one.name))
    except OSError as error:
        yield FoundFile(_joined(parts), "/".join(parts), 0, 0, f"unreadable: {error.strerror}")
        return
    if any(entry.name == EXPORT_MARK_FILE for entry in entries):
        yield FoundFile(_joined(parts) or ".", "/".join(parts), 0, 0, "own_export")
        return
    for entry in entries:
        here = (*parts, entry.name)
        path, name = _joined(here), "/".join(here)
        if not _is_text(entry.name):
            # Bytes that are no text cannot be stored, nor shown on every terminal.
            yield FoundFile(_shown(path), _shown(name), 0, 0, "name_undecodable")
            continue
        try:
            info = entry.stat(follow_symlinks=False)
        except OSError as error:
            yield FoundFile(path, name, 0, 0, f"unreadable: {error.strerror}")
            continue
        if (
            stat.S_ISLNK(info.st_mode) or entry.is_junction()
            if hasattr(entry, "is_junction")
            else stat.S_ISLNK(info.st_mode)
        ):
            yield FoundFile(path, name, 0, 0, "link")
        elif stat.S_ISDIR(info.st_mode):
            if entry.name.startswith("."):
                continue
            if depth < MAX_DEPTH:
                yield from _walk(folder / entry.name, here, depth + 1)
        elif not stat.S_ISREG(info.st_mode):
            yield FoundFile(path, name, 0, 0, "special_file")
        else:
            yield FoundFile(path, name, info.st_size, info.st_mtime_ns, skip_reason(here))


def _is_text(name: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in name)


def _shown(path: str) -> str:
    return path.encode("utf-8", "backslashreplace").decode("utf-8")


def _joined(parts: tuple[str, ...]) -> str:
    return unicodedata.normalize("NFC", "/".join(parts))


def read_below(root: Path, name: str) -> tuple[bytes, int, int]:
    """Read one regular file below a root; no part of the path may be a link.

    Args:
        root: absolute, links resolved.
        name: path below it with ``/``, as the file system spells it.

    Returns:
        (bytes, size, mtime in nanoseconds).

    Raises:
        PageRefused: ``fetch_failed`` (gone, a link, leads out of the root, unreadable), ``too_large``,
            ``bad_type`` (no regular file).
    """
    parts = name.split("/")
    if any(part in {"", ".", ".."} or "\x00" in part or ("\\" in part and os.name == "nt") for part in parts):
        raise PageRefused(Refusal.FETCH_FAILED, "not a path below the collection")
    if skip_reason(parts):
        raise PageRefused(Refusal.FETCH_FAILED, skip_reason(parts))
    try:
        handle = _open_without_links(root, parts)
    except OSError as error:
        reason = "a link" if error.errno in {errno.ELOOP, errno.ENOTDIR} else error.strerror or str(error)
        raise PageRefused(Refusal.FETCH_FAILED, reason) from error
    with os.fdopen(handle, "rb") as file:
        info = os.fstat(file.fileno())
        if not stat.S_ISREG(info.st_mode):
            raise PageRefused(Refusal.BAD_TYPE, "no regular file")
        if info.st_size > MAX_FILE_BYTES:
            raise PageRefused(Refusal.TOO_LARGE, f"{info.st_size} bytes")
        data = file.read(MAX_FILE_BYTES + 1)
        if len(data) > MAX_FILE_BYTES:
            raise PageRefused(Refusal.TOO_LARGE, "grew while it was read")
        return data, info.st_size, info.st_mtime_ns


def _open_without_links(root: Path, parts: list[str]) -> int:
    flags = (
        os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    )
    # A named pipe would block the opening for ever.
    flags |= getattr(os, "O_NONBLOCK", 0)
    if os.open not in os.supports_dir_fd:
        path = root
        for part in parts:
            path = path / part
            if path.is_symlink():
                raise OSError(errno.ELOOP, "a link")
        return os.open(path, flags)
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in parts[:-1]:
            inner = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
            os.close(folder)
            folder = inner
        return os.open(parts[-1], flags, dir_fd=folder)
    finally:
        os.close(folder)


def has_export_mark(root: Path, *, inside: bool = True) -> str:
    """Return the folder with an export mark that a root lies in or (``inside``) holds, "" when there is none.

    Raises:
        OSError: the root cannot be read.
    """
    for folder in (root, *root.parents):
        if (folder / EXPORT_MARK_FILE).exists():
            return str(folder)
    for found in walk(root) if inside and root.is_dir() else ():
        if found.skipped == "own_export":
            return str(root / found.name)
    return ""
