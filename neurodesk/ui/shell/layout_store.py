"""Window geometry and splitter sizes, kept in a file of their own; a broken file costs the layout, nothing
else.
"""

from __future__ import annotations

import base64
import binascii
import json
import os
import tempfile
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSize
from PySide6.QtWidgets import QMainWindow, QSplitter

VERSION = 1
# What a window manager puts around a window; only known once the window stands.
FRAME_PX = 16
TITLE_PX = 48


class LayoutStore:
    """Remembers sizes by name.

    Arguments: ``path`` of a JSON file, or None to remember nothing (tests, demo).
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._data: dict[str, Any] = {}
        if path is not None:
            self._data = self._read(path)

    @staticmethod
    def _read(path: Path) -> dict[str, Any]:
        try:
            raw = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return raw if isinstance(raw, dict) and raw.get("version") == VERSION else {}

    def value(self, name: str, default: Any = None) -> Any:
        """Return what was kept under a name."""
        return self._data.get(name, default)

    def keep(self, name: str, value: Any) -> None:
        """Keep a plain value (text, number, list)."""
        self._data[name] = value

    def keep_window(self, window: QMainWindow) -> None:
        """Keep a window's geometry and docks."""
        self._data["geometry"] = _encode(window.saveGeometry())
        self._data["docks"] = _encode(window.saveState(VERSION))

    def restore_window(self, window: QMainWindow) -> bool:
        """Restore a window's geometry and docks; returns whether there was something to restore."""
        geometry, docks = _decode(self._data.get("geometry")), _decode(self._data.get("docks"))
        if geometry is None or docks is None:
            return False
        return bool(window.restoreGeometry(geometry)) and bool(window.restoreState(docks, VERSION))

    @staticmethod
    def fit_window(window: QMainWindow) -> None:
        """Shrink a window that was never placed so that it and its frame fit on the screen."""
        room = window.screen().availableSize()
        size = window.size().boundedTo(QSize(room.width() - FRAME_PX, room.height() - TITLE_PX))
        window.resize(size.expandedTo(window.minimumSize()))

    def keep_splitter(self, name: str, splitter: QSplitter) -> None:
        """Keep the sizes of a place's panes."""
        self._data[f"splitter.{name}"] = splitter.sizes()

    def restore_splitter(self, name: str, splitter: QSplitter) -> bool:
        """Restore the sizes of a place's panes; sizes of another number of panes are ignored."""
        sizes = self._data.get(f"splitter.{name}")
        if not isinstance(sizes, list) or len(sizes) != splitter.count():
            return False
        if not all(isinstance(size, int) and 0 <= size < 100_000 for size in sizes):
            return False
        splitter.setSizes(sizes)
        return True

    def save(self) -> bool:
        """Write the file atomically; returns False when the disk refuses (the layout is not worth an
        error).
        """
        if self._path is None:
            return True
        text = json.dumps({**self._data, "version": VERSION}, indent=1, sort_keys=True)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=".layout-")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(name).replace(self._path)
        except OSError:
            return False
        return True


def _encode(data: QByteArray) -> str:
    return base64.b64encode(bytes(data.data())).decode("ascii")


def _decode(text: object) -> QByteArray | None:
    if not isinstance(text, str):
        return None
    try:
        return QByteArray(base64.b64decode(text, validate=True))
    except (binascii.Error, ValueError):
        return None
