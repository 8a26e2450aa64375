"""Reads the folder of a knowledge base; never writes, never leaves it (SPEC K1)."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from neurodesk.domain.errors import BadInput
from neurodesk.pipeline.import_kb import FoundFile

MAX_FILE_BYTES = 8 * 1024 * 1024
MAX_DEPTH = 40


@dataclass(slots=True)
class Listing:
    """What lies below a KB's root.

    Attributes:
        articles: files of a registered format.
        others: relative paths of the other files, so that links to them are not called broken.
        problems: (path, code, detail) of what was not followed or could not be listed.
    """

    articles: list[FoundFile] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    problems: list[tuple[str, str, str]] = field(default_factory=list)


def list_folder(root: Path, *, archive_folder: str, suffixes: frozenset[str]) -> Listing:
    """List a KB's folder.

    Hidden files and folders and the archive folder are left out. A symbolic link out of the root is
    reported and not followed; one that stays inside is left out, its target has a path of its own.

    Args:
        root: the KB's folder.
        archive_folder: name of the folder below the root that holds retired articles.
        suffixes: file endings of the registered formats, lower case.

    Raises:
        BadInput: ``kb_root_missing``; a root that cannot be read is never taken for an empty KB.
    """
    listing = Listing()
    real_root = os.path.realpath(root)
    try:
        os.scandir(root).close()
    except OSError as error:
        raise BadInput("kb_root_missing", path=str(root), detail=error.strerror or "") from error
    _walk(root, "", 0, listing, real_root, archive_folder, suffixes)
    listing.articles.sort(key=lambda one: one.path)
    listing.others.sort()
    return listing


def _walk(
    root: Path,
    relative: str,
    depth: int,
    listing: Listing,
    real_root: str,
    archive_folder: str,
    suffixes: frozenset[str],
) -> None:
    try:
        with os.scandir(root / relative) as entries:
            ordered = sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        listing.problems.append((_shown(relative), "folder_unreadable", error.strerror or ""))
        return
    for entry in ordered:
        path = f"{relative}/{entry.name}" if relative else entry.name
        if entry.name.startswith(".") or (not relative and entry.name == archive_folder):
            continue
        if not _storable(path):
            listing.problems.append((_shown(path), "name_undecodable", ""))
            continue
        try:
            if entry.is_symlink():
                target = os.path.realpath(entry.path)
                if target != real_root and not target.startswith(real_root + os.sep):
                    listing.problems.append((path, "link_out_of_root", ""))
                continue
            if entry.is_dir(follow_symlinks=False):
                if depth >= MAX_DEPTH:
                    listing.problems.append((path, "too_deep", ""))
                else:
                    _walk(root, path, depth + 1, listing, real_root, archive_folder, suffixes)
            elif entry.is_file(follow_symlinks=False):
                if os.path.splitext(entry.name)[1].lower() in suffixes:  # noqa: PTH122 - hot
                    stat = entry.stat(follow_symlinks=False)
                    listing.articles.append(FoundFile(path, stat.st_size, stat.st_mtime_ns))
                else:
                    listing.others.append(path)
        except OSError as error:
            listing.problems.append((path, "file_unreadable", error.strerror or ""))


def read_file(root: Path, file: FoundFile) -> bytes:
    """Read one article file, at most ``MAX_FILE_BYTES``.

    Raises:
        OSError: it cannot be read; with ``EFBIG`` when it is too large.
    """
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(root / file.path, flags)
    with open(descriptor, "rb") as handle:  # noqa: PTH123 - a descriptor, so that no link is followed
        data = handle.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        import errno

        raise OSError(errno.EFBIG, f"larger than {MAX_FILE_BYTES // 1024 // 1024} MiB")
    return data


def _storable(path: str) -> bool:
    """Names that are no Unicode text cannot be stored; they are reported."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _shown(path: str) -> str:
    return path.encode("utf-8", "backslashreplace").decode("utf-8")
