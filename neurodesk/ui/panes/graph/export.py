"""The picture of the graph as a file: SVG or PNG, what is seen, in the look of the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QFileDialog

from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.i18n import tr
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.file_place import file_place
from neurodesk.ui.widgets.graph_overview import GraphOverview
from neurodesk.ui.widgets.graph_view import NeighbourhoodView

PNG_SCALE = 2
STEPS_AT_ONCE = 3
Picture = NeighbourhoodView | GraphOverview
FILTERS = "SVG (*.svg);;PNG (*.png)"


def ask_and_export(context: DeskContext, picture: Picture, title: str) -> None:
    """Ask for a file and write the picture into it; the name's ending says which kind."""
    dialog = QFileDialog(picture.window(), tr("Graph", "Export the picture"), file_place("graph.svg"))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters(FILTERS.split(";;"))
    dialog.setDefaultSuffix("svg")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix("png" if "png" in chosen else "svg"))
    dialog.fileSelected.connect(lambda path: export_to(context, picture, Path(path), title))
    dialog.open()


def export_to(context: DeskContext, picture: Picture, path: Path, title: str) -> None:
    """Paint the picture and write it whole or not at all, off the GUI thread."""
    from neurodesk.app.export_file import write_export

    profile = context.profile

    def write(data: bytes) -> None:
        done = tr("Graph", "Written to {path}.").format(path=path.name)
        context.act(lambda: write_export(profile, path, data), lambda _none: context.say(done), owner=picture)

    paint_file(picture, "png" if path.suffix.lower() == ".png" else "svg", title, write)


def paint_file(picture: Picture, kind: str, title: str, done: Callable[[bytes], None]) -> None:
    """Paint a picture as a file of a kind, ``svg`` or ``png``; ``done`` gets its bytes.

    A map of thousands of lines is painted in steps between which the window lives.
    """
    size = picture.size()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    device = _image(size) if kind == "png" else _svg(buffer, size, title)
    painter = QPainter(device)
    if isinstance(device, QImage):
        painter.scale(PNG_SCALE, PNG_SCALE)
    painter.fillRect(picture.rect(), theme().color("surface.reading"))
    steps = _steps(picture, painter)
    timer = QTimer(picture)

    def go_on() -> None:
        for _number in range(STEPS_AT_ONCE):
            if next(steps, _END) is _END:
                break
        else:
            return
        timer.stop()
        timer.deleteLater()
        painter.end()
        if isinstance(device, QImage):
            device.setText("Title", title)
            # ``QImage.save`` takes no format beside a device in PySide6; the writer does.
            QImageWriter(buffer, QByteArray(b"png")).write(device)
        buffer.close()
        done(bytes(data.data()))

    timer.timeout.connect(go_on)
    timer.start(0)


_END = object()


def _image(size: QSize) -> QImage:
    return QImage(size * PNG_SCALE, QImage.Format.Format_RGB32)


def _svg(buffer: QBuffer, size: QSize, title: str) -> QSvgGenerator:
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(size)
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    generator.setTitle(title)
    generator.setDescription("NeuroDesk")
    return generator


def _steps(picture: Picture, painter: QPainter) -> Iterator[None]:
    if isinstance(picture, NeighbourhoodView):
        picture.paint_picture(painter)
        return
    if picture.scene is None:
        return

    @contextmanager
    def painting() -> Iterator[QPainter]:
        painter.save()
        try:
            yield painter
        finally:
            painter.restore()

    yield from picture.scene.paint(painting, picture.view())
