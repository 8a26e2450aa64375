"""Writes the trace of model calls into a file that the curator names (SPEC M8)."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.i18n import tr
from neurodesk.ui.widgets.file_place import file_place


def ask_and_export_calls(context: DeskContext, owner: QWidget, task_id: str = "") -> None:
    """Ask for a file and write the calls into it: of a task, or all that are kept."""
    title = tr("Nodes", "Export model calls")
    path, _ = QFileDialog.getSaveFileName(owner, title, file_place("calls.csv"), "CSV (*.csv);;JSON (*.json)")
    if path:
        export_calls_to(context, owner, Path(path), task_id)


def export_calls_to(context: DeskContext, owner: QWidget, path: Path, task_id: str = "") -> None:
    """Write the calls as CSV, or as JSON by the file's name, off the GUI thread."""
    profile, kind = context.profile, "json" if path.suffix.lower() == ".json" else "csv"

    def write() -> None:
        from neurodesk.app.queries.nodes import export_calls

        path.write_text(export_calls(profile, kind, task_id), encoding="utf-8", newline="")

    done = tr("Nodes", "Written to {path}.").format(path=path.name)
    context.act(write, lambda _none: context.say(done), owner=owner)
