"""Where a file dialog begins: with the person's own files, not where the program was started."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QDir, QStandardPaths


def file_place(name: str = "") -> str:
    """Return the folder of the person's documents, else the home folder; with a name, the file in it."""
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    place = documents if documents and Path(documents).is_dir() else QDir.homePath()
    return str(Path(place) / name) if name else place
