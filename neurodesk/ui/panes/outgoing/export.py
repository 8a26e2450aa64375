"""Write the log of what left this computer into a file (SPEC W10)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QWidget

from neurodesk.app.export_file import write_export
from neurodesk.app.queries.outgoing import export_requests
from neurodesk.ui.i18n import tr
from neurodesk.ui.widgets.file_place import file_place

if TYPE_CHECKING:
    from neurodesk.ui.desk.context import DeskContext


def ask_for_export(context: DeskContext, owner: QWidget) -> None:
    """Ask for a file and write every request that left into it: CSV, or JSON by the file's name."""
    title = tr("Outgoing", "Export the privacy log")
    path, _ = QFileDialog.getSaveFileName(
        owner, title, file_place("requests.csv"), "CSV (*.csv);;JSON (*.json)"
    )
    if path:
        export_to(context, Path(path), owner)


def export_to(context: DeskContext, path: Path, owner: QWidget) -> None:
    """Write the whole log into a file off the GUI thread: JSON by the file's name, else CSV."""
    profile, kind = context.profile, "json" if path.suffix.lower() == ".json" else "csv"

    def write() -> None:
        write_export(profile, path, export_requests(profile, kind))

    done = tr("Outgoing", "Written to {path}.").format(path=path.name)
    context.act(write, lambda _none: context.say(done), owner=owner)
