"""Every key that a document promises is bound in the window (SPEC I5)."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtWidgets import QApplication

from neurodesk.ui.shell.actions import ANYWHERE
from tests.ui.panes.desk_window import desk_on

DOCS = Path(__file__).resolve().parents[3] / "resources" / "docs"
# Keys that a list or a sheet takes by itself, in any place: no action of the window.
OF_THE_WIDGET = frozenset({"Enter", "Ctrl+C"})
EVERYWHERE = re.compile(r"(?<![\w+])((?:Ctrl|Alt|Shift)\+[\w+]*\w|F\d+)")
PLACES = {"graph.md": "graph"}


def rows_of_keys(text: str) -> set[str]:
    """Return the keys that tables headed ``key`` name, in the first column and beside it."""
    found: set[str] = set()
    for table in re.findall(r"^\| key \|.*\n(?:\|.*\n)+", text, re.MULTILINE):
        for row in table.splitlines()[2:]:
            found |= set(re.findall(r"`([^`]+)`", row))
    return found


def test_every_key_of_a_table_or_a_sentence_is_bound(qapp: QApplication, tmp_path: Path) -> None:
    promised: list[tuple[str, str, str]] = []
    for path in sorted(DOCS.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        place = PLACES.get(path.name, ANYWHERE)
        keys = rows_of_keys(text) | set(EVERYWHERE.findall(text))
        promised += [(path.name, place, key) for key in keys - OF_THE_WIDGET]
    assert len(promised) > 20

    with desk_on(qapp, tmp_path / "p", "graph") as desk:
        bound = {(spec.place, key) for spec in desk.window.actions_table for key in spec.keys}

    missing = [
        f"{name}: {key}" for name, place, key in promised if not {(place, key), (ANYWHERE, key)} & bound
    ]
    assert missing == []
