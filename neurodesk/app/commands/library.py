"""Commands on the local library: add, index and remove collections (SPEC L1)."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path

from neurodesk.app.library_index import index_collection
from neurodesk.app.profile import Profile
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import BadInput, EnvironmentFault, RuleRefused
from neurodesk.domain.extraction import Extractor
from neurodesk.domain.library import Collection, overlap
from neurodesk.pipeline.index_library import IndexReport, Progress
from neurodesk.storage.library_files import has_export_mark
from neurodesk.storage.library_store import LibraryStore
from neurodesk.storage.zim_archive import is_installed, is_zim

MAX_NAME_CHARS = 80


def add_collection(profile: Profile, folder: Path, name: str = "") -> Collection:
    """Register a folder as a collection; its files are read by ``index``.

    Args:
        folder: an existing folder, or a ZIM archive (extra ``zim``); links in its path are resolved
            once, now.
        name: shown everywhere and part of the source key; the folder's name when empty.

    Raises:
        BadInput: ``folder_missing``, ``collection_name_invalid``, ``collection_exists``.
        EnvironmentFault: ``zim_unavailable``.
        RuleRefused: ``collection_overlaps`` a KB, the data folder, another collection or an export.
    """
    try:
        root = folder.expanduser().resolve(strict=True)
    except (OSError, RuntimeError) as error:
        detail = getattr(error, "strerror", "") or "links in a circle"
        raise BadInput("folder_missing", path=str(folder), detail=detail) from error
    archive = root.is_file() and is_zim(root)
    if not root.is_dir() and not archive:
        raise BadInput("folder_missing", path=str(folder), detail="neither a folder nor a ZIM archive")
    if archive and not is_installed():
        raise EnvironmentFault("zim_unavailable", path=str(root))
    name = unicodedata.normalize("NFC", " ".join((name or (root.stem if archive else root.name)).split()))
    if not name or len(name) > MAX_NAME_CHARS or re.search(r"[\x00-\x1f\x7f*,]", name):
        raise BadInput("collection_name_invalid", name=name)
    store = LibraryStore(profile.database)
    _refuse_overlaps(profile, store, root, new=True)
    return store.add(name, str(root), profile.clock.time())


def _refuse_overlaps(profile: Profile, store: LibraryStore, root: Path, *, new: bool) -> None:
    """Refuse a root that holds, or lies in, what the library must never read (SPEC L1).

    An export that appears inside a collection later is left out by the indexing itself.
    """
    walls: list[tuple[str, Path]] = [("data_folder", profile.paths.root), ("staging", profile.paths.staging)]
    walls += [("knowledge_base", Path(kb_root)) for _, kb_root in store.kb_roots()]
    walls += [("collection", Path(one.root)) for one in store.collections() if Path(one.root) != root]
    for kind, wall in walls:
        try:
            there = wall.resolve()
        except (OSError, RuntimeError):
            there = wall
        how = overlap(_folded(root), _folded(there))
        if how:
            raise RuleRefused("collection_overlaps", root=str(root), kind=kind, other=str(there), how=how)
    marked = has_export_mark(root, inside=new)
    if marked:
        raise RuleRefused("collection_overlaps", root=str(root), kind="export", other=marked, how="export")


def _folded(path: Path) -> Path:
    """Return a path as case-folding file systems compare it; two spellings of one folder must meet."""
    return Path(os.path.normcase(unicodedata.normalize("NFC", str(path))))


def index(
    profile: Profile,
    extractor: Extractor,
    name: str = "",
    *,
    again: bool = False,
    progress: Progress | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> list[IndexReport]:
    """Index one collection, or all, and return a report for each.

    Raises:
        BadInput: ``collection_unknown``. EnvironmentFault: ``collection_unreadable``.
    """
    store = LibraryStore(profile.database)
    chosen = [store.collection(name)] if name else store.collections()
    reports = []
    for collection in chosen:
        # A KB may have been registered since: the wall stands at every reading.
        _refuse_overlaps(profile, store, Path(collection.root), new=False)
        reports.append(
            index_collection(profile, extractor, collection, again=again, progress=progress, stop=stop)
        )
        if stop():
            break
    return reports


def remove_collection(profile: Profile, name: str) -> ChangeSet:
    """Forget a collection; the folder and evidence that came from it are left as they are.

    Raises:
        BadInput: ``collection_unknown``.
    """
    store = LibraryStore(profile.database)
    collection = store.collection(name)
    store.remove(collection.id)
    return ChangeSet.of((Kind.COLLECTION, collection.id))
