"""Line icons: one SVG text per name, coloured by replacing ``currentColor``, rendered sharp and cached."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from neurodesk import resources

RATIOS = (1.0, 2.0)


@cache
def icon_source(name: str) -> str:
    """Return the SVG text of an icon. Raises FileNotFoundError for a name outside the set."""
    return resources.text("icons", f"{name}.svg")


def tinted(name: str, color: str, knock_out: str) -> str:
    """Colour an icon's text: Qt's renderer knows no ``currentColor``; white parts are the surface below."""
    return icon_source(name).replace("currentColor", color).replace("#fff", knock_out)


class IconRoom:
    """Rendered icons by (name, colour, knock-out, size in logical px, device pixel ratio)."""

    def __init__(self) -> None:
        self._pixmaps: dict[tuple[str, str, str, int, float], QPixmap] = {}

    def pixmap(self, name: str, color: str, knock_out: str, size: int, ratio: float) -> QPixmap:
        """Return the icon as a pixmap of ``size`` logical px for a screen of ``ratio``."""
        key = (name, color, knock_out, size, ratio)
        found = self._pixmaps.get(key)
        if found is not None:
            return found
        picture = QPixmap(QSize(round(size * ratio), round(size * ratio)))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        renderer = QSvgRenderer(QByteArray(tinted(name, color, knock_out).encode()))
        renderer.render(painter, QRectF(0, 0, size, size))
        painter.end()
        self._pixmaps[key] = picture
        return picture

    def icon(self, name: str, normal: str, active: str, disabled: str, knock_out: str, size: int) -> QIcon:
        """Return a QIcon whose checked state uses ``active`` and whose disabled mode ``disabled``.

        The selected mode is given too: Qt would wash the icon of a chosen row with the selection's colour.
        """
        icon = QIcon()
        for ratio in RATIOS:
            for color, mode, state in (
                (normal, QIcon.Mode.Normal, QIcon.State.Off),
                (active, QIcon.Mode.Normal, QIcon.State.On),
                (normal, QIcon.Mode.Selected, QIcon.State.Off),
                (active, QIcon.Mode.Selected, QIcon.State.On),
                (disabled, QIcon.Mode.Disabled, QIcon.State.Off),
                (disabled, QIcon.Mode.Disabled, QIcon.State.On),
            ):
                icon.addPixmap(self.pixmap(name, color, knock_out, size, ratio), mode, state)
        return icon

    def clear(self) -> None:
        """Forget everything rendered, after a change of theme."""
        self._pixmaps.clear()
