"""Window geometry and splitter sizes, kept in a file of their own; a broken file costs the layout, nothing
else.
"""

from __future__ import annotations

import base64
import binascii
import json
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSize
from PySide6.QtWidgets import QMainWindow, QSplitter

from neurodesk.storage.staged_files import write_atomically

VERSION = 1
LAYOUTS = "layouts"
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
        except (OSError, ValueError, RecursionError):
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

    # -- layouts with a name -------------------------------------------------------------------------

    @property
    def layout_names(self) -> list[str]:
        """The names of the layouts that were saved, in the order of the alphabet."""
        return sorted(self._layouts(), key=str.casefold)

    def _layouts(self) -> dict[str, dict[str, Any]]:
        kept = self._data.get(LAYOUTS)
        if not isinstance(kept, dict):
            return {}
        return {name: one for name, one in kept.items() if isinstance(name, str) and isinstance(one, dict)}

    def save_layout(self, name: str, window: QMainWindow) -> None:
        """Keep docks, folds and sizes as they are now under a name; one of that name is replaced."""
        self._data["docks"] = _encode(window.saveState(VERSION))
        parts = {key: value for key, value in self._data.items() if _is_arrangement(key)}
        self._data[LAYOUTS] = {**self._layouts(), name: parts}

    def take_layout(self, name: str, window: QMainWindow) -> bool:
        """Arrange docks as a layout of that name has them; panes read their part from here.

        Returns whether there is such a layout; the window keeps its place and size.
        """
        found = self._layouts().get(name)
        if found is None:
            return False
        self._forget_arrangement()
        self._data.update({key: value for key, value in found.items() if _is_arrangement(key)})
        docks = _decode(self._data.get("docks"))
        if docks is not None:
            window.restoreState(docks, VERSION)
        return True

    def delete_layout(self, name: str) -> None:
        """Forget a layout; the window stays as it is."""
        self._data[LAYOUTS] = {key: one for key, one in self._layouts().items() if key != name}

    def reset_layout(self) -> None:
        """Forget all sizes and folds; layouts with a name stay."""
        self._forget_arrangement()

    def _forget_arrangement(self) -> None:
        for key in [key for key in self._data if _is_arrangement(key)]:
            del self._data[key]

    def keep_folds(self, name: str, left: bool, right: bool) -> None:
        """Keep which panes of a place the curator folded."""
        self._data[f"folds.{name}"] = [left, right]

    def folds(self, name: str) -> tuple[bool, bool]:
        """Return whether the left and the right pane of a place are folded."""
        kept = self._data.get(f"folds.{name}")
        if not isinstance(kept, list) or len(kept) != 2:
            return False, False
        return kept[0] is True, kept[1] is True

    def save(self) -> bool:
        """Write the file whole or not at all; returns False when the disk refuses."""
        if self._path is None:
            return True
        text = json.dumps({**self._data, "version": VERSION}, indent=1, sort_keys=True)
        try:
            write_atomically(self._path, text.encode())
        except OSError:
            return False
        return True


def _is_arrangement(key: str) -> bool:
    return key == "docks" or key.startswith(("splitter.", "folds."))


def _encode(data: QByteArray) -> str:
    return base64.b64encode(bytes(data.data())).decode("ascii")


def _decode(text: object) -> QByteArray | None:
    if not isinstance(text, str):
        return None
    try:
        return QByteArray(base64.b64decode(text, validate=True))
    except (binascii.Error, ValueError):
        return None
