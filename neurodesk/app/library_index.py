"""Runs the indexing of library collections: once, or whenever their files change (SPEC L1)."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from neurodesk.app.empty_folder import EMPTY_NOW
from neurodesk.app.profile import Profile
from neurodesk.app.queries.lost_folders import lost_folders
from neurodesk.domain.changes import Kind
from neurodesk.domain.errors import EnvironmentFault, NeuroDeskError
from neurodesk.domain.evidence import PageRefused
from neurodesk.domain.extraction import Extractor
from neurodesk.domain.identity import sha256_bytes
from neurodesk.domain.library import Collection, FileRecord, LibraryFile
from neurodesk.pipeline.index_library import IndexProgress, IndexReport, Progress, file_record
from neurodesk.storage.library_files import FolderSource, FoundFile, ZimSource, opened_collection
from neurodesk.storage.library_store import LibraryStore
from neurodesk.storage.zim_archive import is_zim

if TYPE_CHECKING:
    from watchdog.events import FileSystemEventHandler
    from watchdog.observers.api import BaseObserver, ObservedWatch

log = logging.getLogger(__name__)

BATCH = 20
DEBOUNCE_S = 2.0
# Stands for "collections were registered or removed"; no collection has this name.
_REGISTRATION = ""


def index_collection(
    profile: Profile,
    extractor: Extractor,
    collection: Collection,
    *,
    again: bool = False,
    progress: Progress | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> IndexReport:
    """Bring a collection's index up to date with its files.

    A file whose size and time are known is not read; one whose bytes are known is not extracted.

    Args:
        again: extract every file anew, for example with a newer extractor.
        progress: told after each file.
        stop: asked before each file; what was done stays.

    Raises:
        EnvironmentFault: ``collection_unreadable``: the root is gone; its index is left as it is.
        InfrastructureFault: ``extractor_unavailable``.
    """
    with contextlib.ExitStack() as stack:
        try:
            source = stack.enter_context(opened_collection(Path(collection.root)))
            found = list(source.walk())
            if not found and LibraryStore(profile.database).files(collection.id):
                raise OSError(EMPTY_NOW)
        except OSError as error:
            raise EnvironmentFault(
                "collection_unreadable", name=collection.name, root=collection.root, detail=str(error)
            ) from error
        return _index(profile, extractor, collection, source, found, again, progress, stop)


def _index(
    profile: Profile,
    extractor: Extractor,
    collection: Collection,
    source: FolderSource | ZimSource,
    found: Sequence[FoundFile],
    again: bool,
    progress: Progress | None,
    stop: Callable[[], bool],
) -> IndexReport:
    store = LibraryStore(profile.database)
    report = IndexReport(collection.name)
    known = {file.path: file for file in store.files(collection.id)}
    wanted = [one for one in found if not one.skipped]
    report.skipped = [(one.path, one.skipped) for one in found if one.skipped]
    report.found = len(wanted)
    batch: list[FileRecord] = []
    for number, one in enumerate(wanted, 1):
        if stop():
            report.stopped = True
            break
        record = _bring_up_to_date(extractor, source, one, known.get(one.path), again, report)
        if record is not None:
            batch.append(record)
        if len(batch) >= BATCH:
            store.put_files(collection.id, batch, profile.clock.time())
            batch = []
        if progress is not None:
            progress(IndexProgress(number, len(wanted), one.path))
    if batch:
        store.put_files(collection.id, batch, profile.clock.time())
    if not report.stopped:
        gone = sorted(set(known) - {one.path for one in wanted})
        report.gone = len(gone)
        if gone:
            store.forget_files(collection.id, gone)
    store.finish_index(collection.id, report.as_json(), profile.clock.time())
    return report


def _bring_up_to_date(
    extractor: Extractor,
    source: FolderSource | ZimSource,
    one: FoundFile,
    known: LibraryFile | None,
    again: bool,
    report: IndexReport,
) -> FileRecord | None:
    """Return what to store for a file, None when nothing changed."""
    if known and not again and (known.size, known.mtime_ns) == (one.size, one.mtime_ns):
        _count_unchanged(known, report)
        return None
    try:
        data, size, mtime_ns, media_type = source.read(one.name)
    except PageRefused as refused:
        record = FileRecord(
            one.path, one.size, one.mtime_ns, "", refusal=refused.reason.value, detail=refused.detail
        )
        report.refused.append((one.path, record.refusal, record.detail))
        return record
    if known and not again and known.file_hash == sha256_bytes(data):
        _count_unchanged(known, report)
        return None
    record = file_record(extractor, one.path, data, size, mtime_ns, media_type, source.provenance)
    if record.refusal:
        report.refused.append((one.path, record.refusal, record.detail))
    else:
        report.indexed += 1
    return record


def _count_unchanged(known: LibraryFile, report: IndexReport) -> None:
    report.unchanged += 1
    if known.refusal:
        report.refused.append((known.path, known.refusal, known.detail))


def _can_be_watched(root: Path) -> bool:
    """Tell whether a collection's folder is there, or the folder of its archive, which may come back."""
    return root.is_dir() or (is_zim(root) and root.parent.is_dir())


class LibraryWatch:
    """Indexes collections again when their files change, after a pause without changes.

    Args:
        profile, extractor: for the indexing.
        debounce_s: seconds without a change before the indexing starts.
        indexed: told the report of each run, on the watch's thread.
    """

    def __init__(
        self,
        profile: Profile,
        extractor: Extractor,
        *,
        debounce_s: float = DEBOUNCE_S,
        indexed: Callable[[IndexReport], None] | None = None,
    ) -> None:
        self._profile = profile
        self._extractor = extractor
        self._debounce_s = debounce_s
        self._indexed = indexed
        self._condition = threading.Condition()
        self._changed: dict[str, float] = {}
        self._closing = False
        self._observer: BaseObserver | None = None
        self._watched: dict[tuple[str, str], tuple[FileSystemEventHandler, ObservedWatch]] = {}
        self._lost: set[str] = set()
        self._registered = False
        self._thread: threading.Thread | None = None

    def start(self, collections: Sequence[Collection]) -> LibraryWatch:
        """Watch these collections; one whose folder cannot be watched is left to the next indexing."""
        from watchdog.observers import Observer

        # Started first: a folder that cannot be watched then fails alone, not the start of all.
        observer = Observer()
        observer.start()
        self._observer = observer
        self._watch(observer, collections)
        self._thread = threading.Thread(target=self._run, name="neurodesk-library-watch", daemon=True)
        self._thread.start()
        return self

    @property
    def lost(self) -> frozenset[str]:
        """The names of the collections whose folders were away at the last look."""
        return frozenset(self._lost)

    def follow_registered(self) -> None:
        """Watch the collections that are registered now, on the watch's thread."""
        with self._condition:
            self._registered = True
            self._condition.notify_all()

    def _watch(self, observer: BaseObserver, collections: Sequence[Collection]) -> None:
        from watchdog.events import FileSystemEvent, FileSystemEventHandler

        note = self._note

        class Handler(FileSystemEventHandler):
            def __init__(self, name: str, only: str = "") -> None:
                self._name = name
                self._only = only

            def on_any_event(self, event: FileSystemEvent) -> None:
                if event.event_type in {"opened", "closed_no_write"}:
                    return
                if not self._only or self._only in {event.src_path, event.dest_path}:
                    note(self._name)

        away = lost_folders(self._profile, (Kind.COLLECTION,))
        lost = {one.id for one in away if not is_zim(Path(one.root))}
        wanted = {
            (one.name, one.root)
            for one in collections
            if one.id not in lost and _can_be_watched(Path(one.root))
        }
        self._lost |= {one.name for one in collections if one.id in lost}
        for gone in sorted(self._watched.keys() - wanted):
            handler, watch = self._watched.pop(gone)
            observer.remove_handler_for_watch(handler, watch)
            # Archives of one folder share its watch.
            if all(other != watch for _, other in self._watched.values()):
                observer.unschedule(watch)
        for name, root in sorted(wanted - self._watched.keys()):
            archive = not Path(root).is_dir()
            handler = Handler(name, root if archive else "")
            place = str(Path(root).parent) if archive else root
            try:
                watch = observer.schedule(handler, place, recursive=not archive)
                self._watched[name, root] = handler, watch
                if name in self._lost:
                    # It is back: what changed while it was away was told to nobody.
                    self._lost.discard(name)
                    self._note(name)
            except OSError as error:
                log.info("collection %s is not watched: %s", name, error)

    def stop(self) -> None:
        """End the watch; an indexing run ends after its file."""
        with self._condition:
            self._closing = True
            self._condition.notify_all()
        observer = self._observer
        if observer is not None:
            observer.stop()
            observer.join()
        if self._thread is not None:
            self._thread.join()

    def _note(self, name: str) -> None:
        with self._condition:
            self._changed[name] = self._profile.clock.monotonic()
            self._condition.notify_all()

    def _run(self) -> None:
        while (name := self._next()) is not None:
            if name == _REGISTRATION:
                # Not while the condition is held: the observer waits for it when it tells of a change.
                if self._observer is not None:
                    self._watch(self._observer, LibraryStore(self._profile.database).collections())
                continue
            try:
                collection = LibraryStore(self._profile.database).collection(name)
                report = index_collection(
                    self._profile, self._extractor, collection, stop=lambda: self._closing
                )
            except NeuroDeskError as error:
                log.info("collection %s was not indexed: %s", name, error)
                continue
            if self._indexed is not None:
                self._indexed(report)
        self._profile.database.release_reader()

    def _next(self) -> str | None:
        """Wait for a collection that has been quiet long enough; None when the watch ends."""
        with self._condition:
            while not self._closing:
                if self._registered:
                    self._registered = False
                    return _REGISTRATION
                now = self._profile.clock.monotonic()
                waits = {name: at + self._debounce_s - now for name, at in self._changed.items()}
                due = sorted(name for name, wait in waits.items() if wait <= 0)
                if due:
                    del self._changed[due[0]]
                    return due[0]
                self._condition.wait(min(waits.values()) if waits else None)
            return None
