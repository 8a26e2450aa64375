"""Notices changes made outside, by git, an editor or another program (SPEC K1)."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path, PurePath
from typing import Self

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.api import ObservedWatch

log = logging.getLogger(__name__)

DEBOUNCE_S = 1.0
LONGEST_WAIT_S = 10.0
# Reading a file is an event of its own on Linux: our own import must not call itself.
_SILENT = frozenset({"opened", "closed_no_write"})


class KbWatcher:
    """Watches the folders of knowledge bases and tells which changed, once the dust has settled.

    Args:
        roots: KB id to folder.
        changed: called on the watcher's own thread with the ids of the KBs that changed; it rescans them.
        debounce_s: quiet time after the last event.
        longest_wait_s: a folder that never comes to rest is told after this time.
        finished: called on the watcher's thread when it ends, to give back what that thread holds.
    """

    def __init__(
        self,
        roots: Mapping[str, Path],
        changed: Callable[[frozenset[str]], None],
        *,
        debounce_s: float = DEBOUNCE_S,
        longest_wait_s: float = LONGEST_WAIT_S,
        finished: Callable[[], None] | None = None,
    ) -> None:
        self._wanted = dict(roots)
        self._watched: dict[str, tuple[Path, ObservedWatch]] = {}
        self._changed = changed
        self._finished = finished
        self._debounce_s = debounce_s
        self._longest_wait_s = longest_wait_s
        self._condition = threading.Condition()
        self._dirty: set[str] = set()
        self._first_event = self._last_event = 0.0
        self._closing = False
        self._observer = Observer()
        self._thread = threading.Thread(target=self._loop, name="neurodesk-kb-watch", daemon=True)
        self.unwatched: dict[str, str] = {}

    def start(self) -> Self:
        """Begin to watch.

        A folder that cannot be watched (too many folders for the system's limit, a network drive) stands in
        ``unwatched`` with the reason; it is then noticed by the rescan on focus only.
        """
        self._observer.start()
        self.set_roots(self._wanted)
        self._thread.start()
        return self

    def set_roots(self, roots: Mapping[str, Path]) -> None:
        """Watch exactly these folders from now on; call it from one thread at a time."""
        for kb_id in sorted(set(self._watched) | set(self.unwatched)):
            if kb_id in self._watched and roots.get(kb_id) != self._watched[kb_id][0]:
                self._observer.unschedule(self._watched.pop(kb_id)[1])
            if kb_id not in roots:
                self.unwatched.pop(kb_id, None)
        for kb_id, root in sorted(roots.items()):
            if kb_id in self._watched:
                continue
            try:
                watch = self._observer.schedule(_Events(self, kb_id, root), str(root), recursive=True)
            except OSError as error:
                self.unwatched[kb_id] = error.strerror or str(error)
            else:
                self._watched[kb_id] = (root, watch)
                self.unwatched.pop(kb_id, None)

    def close(self) -> None:
        """End both threads; a callback that runs is waited for."""
        with self._condition:
            self._closing = True
            self._condition.notify_all()
        if self._observer.is_alive():
            self._observer.stop()
            self._observer.join()
        self._thread.join()

    def __enter__(self) -> Self:
        """Start."""
        return self.start()

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def note(self, kb_id: str) -> None:
        """Note an event in a KB."""
        now = time.monotonic()
        with self._condition:
            if not self._dirty:
                self._first_event = now
            self._dirty.add(kb_id)
            self._last_event = now
            self._condition.notify_all()

    def _loop(self) -> None:
        try:
            self._tell()
        finally:
            if self._finished is not None:
                self._finished()

    def _tell(self) -> None:
        while True:
            with self._condition:
                while not self._closing and not self._settled():
                    self._condition.wait(self._patience())
                if self._closing:
                    return
                dirty = frozenset(self._dirty)
                self._dirty.clear()
            try:
                self._changed(dirty)
            except Exception:
                log.exception("noticing outside changes failed")

    def _settled(self) -> bool:
        now = time.monotonic()
        return bool(self._dirty) and (
            now - self._last_event >= self._debounce_s or now - self._first_event >= self._longest_wait_s
        )

    def _patience(self) -> float | None:
        if not self._dirty:
            return None
        now = time.monotonic()
        quiet = self._last_event + self._debounce_s - now
        latest = self._first_event + self._longest_wait_s - now
        return max(0.001, min(quiet, latest))


class _Events(FileSystemEventHandler):
    """Tells the watcher about events that can change articles."""

    def __init__(self, watcher: KbWatcher, kb_id: str, root: Path) -> None:
        self._watcher = watcher
        self._kb_id = kb_id
        self._root = root

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Leave out hidden files and folders (``.git`` writes all the time) and pure reading."""
        if event.event_type in _SILENT or (event.is_directory and event.event_type == "modified"):
            return
        if any(self._visible(path) for path in (event.src_path, event.dest_path) if path):
            self._watcher.note(self._kb_id)

    def _visible(self, path: bytes | str) -> bool:
        text = path.decode("utf-8", "replace") if isinstance(path, bytes) else path
        try:
            parts = PurePath(text).relative_to(self._root).parts
        except ValueError:
            return True
        return not any(part.startswith(".") for part in parts)
