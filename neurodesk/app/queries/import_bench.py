"""Measures the import of a folder, stage by stage, beside plain reading of the same files."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path
from typing import Any

from neurodesk.app.commands.knowledge import import_kb, register_kb
from neurodesk.app.commands.vectors import index_missing
from neurodesk.app.kb_folder import list_folder, read_file
from neurodesk.app.profile import Profile

_STAGES = ("list", "read_hash", "parse", "chunk", "write_wait", "links", "profiles", "twins", "total")


def measure(profile: Profile, folder: Path) -> dict[str, Any]:
    """Import a folder twice into an empty profile and return seconds, files/s and MB/s by stage.

    Args:
        profile: a fresh profile; it is filled.
        folder: the articles.

    Raises:
        BadInput: ``kb_root_missing``, ``kb_overlaps``.
    """
    kb = register_kb(profile, folder)
    suffixes = frozenset(suffix for one in profile.kb_formats for suffix in one.suffixes)
    listing = list_folder(Path(kb.root), archive_folder=kb.archive_folder, suffixes=suffixes)
    # Read once before, so that both readings find the files in the system's cache.
    size = sum(len(read_file(Path(kb.root), one)) for one in listing.articles)
    started = time.perf_counter()
    for one in listing.articles:
        read_file(Path(kb.root), one)
    reading_s = time.perf_counter() - started
    started = time.perf_counter()
    for one in listing.articles:
        hashlib.sha256(read_file(Path(kb.root), one)).hexdigest()
    hashing_s = time.perf_counter() - started
    began = time.process_time()
    first = import_kb(profile, kb.id).report
    first_cpu_s = time.process_time() - began
    again = import_kb(profile, kb.id).report
    started = time.perf_counter()
    vectors = None
    if profile.search_encoder is not None:
        done = index_missing(profile.database, profile.search_encoder(), profile.clock)
        vectors = {"passages": done.done, "seconds": round(time.perf_counter() - started, 3)}

    def speed(seconds: float) -> dict[str, float]:
        return {
            "seconds": round(seconds, 4),
            "files_per_s": round(first.files / seconds, 1) if seconds else 0.0,
            "mb_per_s": round(size / 1e6 / seconds, 2) if seconds else 0.0,
        }

    return {
        "files": first.files,
        "bytes": size,
        "plain_reading": speed(reading_s),
        "reading_and_hashing": speed(hashing_s),
        "first_import": {name: speed(first.seconds[name]) for name in _STAGES if name in first.seconds},
        "first_import_cpu_ms_a_file": round(1000.0 * first_cpu_s / max(1, first.files), 2),
        "second_import": {name: speed(again.seconds[name]) for name in _STAGES if name in again.seconds},
        "second_import_parsed": again.parsed,
        "second_import_by_reading_and_hashing": round(again.seconds["total"] / hashing_s, 2)
        if hashing_s
        else 0.0,
        "vectors_after": vectors,
        "problems": len(first.problems),
    }
