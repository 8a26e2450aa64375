"""File dialogs begin with the person's own files, wherever the program was started."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QDir

from neurodesk.ui.widgets import file_place as room
from neurodesk.ui.widgets.file_place import file_place


@pytest.mark.parametrize("documents", [True, False])
def test_a_dialog_begins_with_documents_else_at_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, documents: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "Documents"
    if documents:
        folder.mkdir()
    monkeypatch.setattr(room.QStandardPaths, "writableLocation", lambda _kind: str(folder))
    place = str(folder) if documents else QDir.homePath()
    assert file_place() == place
    assert file_place("calls.csv") == str(Path(place) / "calls.csv")
