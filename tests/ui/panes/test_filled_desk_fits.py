"""A filled desk at every look: nothing cut, all readable, named, reached by Tab (SPEC I5).

The walk goes where ``neurodesk dev screenshots`` goes: every place with what opens in it, every dialog.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QFontMetrics, QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QMainWindow,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)

from neurodesk.ui.application.desk import Desk
from neurodesk.ui.i18n import stretch_texts
from neurodesk.ui.measure.pictures import scenes
from tests.ui.panes.desk_window import desk_on, settle, unnamed
from tests.ui.panes.test_names import unreached
from tests.ui.test_every_place_fits import clipped, texts

# Strokes thinner than a pixel are a shade lighter than their ink.
THIN = 0.3
# Disabled words are no text to be read (WCAG 1.4.3), yet they must be seen; high contrast knows no exception.
DISABLED = {"light": 2.2, "dark": 2.2, "hcLight": 4.5, "hcDark": 4.5}
LEAST = {"light": 4.5, "dark": 4.5, "hcLight": 7.0, "hcDark": 7.0}
SCENES = 45


def luminances(pixels: np.ndarray) -> np.ndarray:
    """Return the relative luminance of each pixel of an image of bytes in the order blue, green, red."""
    linear = pixels[..., :3].astype(np.float64) / 255
    linear = np.where(linear <= 0.04045, linear / 12.92, ((linear + 0.055) / 1.055) ** 2.4)
    found: np.ndarray = linear @ np.array([0.0722, 0.7152, 0.2126])
    return found


def pixels_of(image: QImage) -> np.ndarray:
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    # A copy: the image goes with this function.
    return rows[:, : image.width() * 4].reshape(image.height(), image.width(), 4).copy()


def best_contrast(pixels: np.ndarray, place: QRect) -> float:
    """Return the contrast of a rectangle's most seen colour with what stands out most; 0 for one."""
    part = pixels[
        max(0, place.top()) : max(0, place.bottom() + 1), max(0, place.left()) : max(0, place.right() + 1)
    ]
    if not part.size:
        return 0.0
    packed = part[..., 0].astype(np.int64) | part[..., 1].astype(np.int64) << 8
    packed |= part[..., 2].astype(np.int64) << 16
    colors, counts = np.unique(packed, return_counts=True)
    if len(colors) < 2:
        return 0.0
    light = luminances(np.stack([colors & 255, colors >> 8 & 255, colors >> 16 & 255], axis=-1))
    ground = light[int(np.argmax(counts))]
    return float(np.max((np.maximum(light, ground) + 0.05) / (np.minimum(light, ground) + 0.05)))


def words_place(root: QWidget, one: QWidget) -> QRect | None:
    """Return where the words of a label or button stand on its window; None when a part of it is not seen."""
    seen = one.visibleRegion().boundingRect()
    if seen != one.rect() or one.height() < 10:
        return None
    place = QRect(one.mapTo(root, QPoint(0, 0)), one.size())
    if not isinstance(one, QLabel):
        place = place.adjusted(5, 4, -5, -4)  # border and ring of the focus are no words
    return place


def weak(root: QWidget, name: str) -> Iterator[str]:
    """Say which words of a window have too little contrast with what is below them."""
    pixels = pixels_of(root.grab().toImage())
    for one in texts(root):
        if (
            not isinstance(one, (QLabel, QPushButton, QToolButton))
            or (place := words_place(root, one)) is None
        ):
            continue
        ratio = best_contrast(pixels, place)
        least = (LEAST if one.isEnabled() else DISABLED)[name]
        if 0 < ratio < least - THIN:
            yield f"{type(one).__name__} “{one.text()[:40]}” {ratio:.2f} of {least}"  # type: ignore[attr-defined]


def cut(root: QWidget) -> Iterator[str]:
    """Say which words of a window do not fit their place."""
    for one in texts(root):
        if clipped(one):
            settle(80)  # a layout that was still under way
        why = clipped(one) if one.isVisible() else ""
        if why:
            yield f"{type(one).__name__} “{one.text()[:60]}” {why}"  # type: ignore[attr-defined]
    for box in root.findChildren(QComboBox):
        if box.isVisible() and not box.isEditable() and not box.toolTip():
            needed = QFontMetrics(box.font()).horizontalAdvance(box.currentText())
            if needed > box.width() - 24:
                yield f"QComboBox “{box.currentText()}” {needed} wide in {box.width() - 24}"


def unexplained(root: QWidget) -> Iterator[str]:
    """Say which disabled buttons do not tell why (tooltip and description)."""
    for one in root.findChildren(QAbstractButton):
        locked = one.isVisible() and not one.isEnabledTo(one.parentWidget())
        reason = one.accessibleDescription() or one.toolTip()
        if locked and reason in ("", one.text()):
            name = one.text() or one.accessibleName()
            yield f"{type(one).__name__} “{name}” is locked without a reason"


def adrift(app: QApplication) -> dict[int, str]:
    """Return the widgets with neither parent nor window: they go in whichever thread drops them last."""
    return {
        id(one): f"{type(one).__name__} {one.objectName()} has no parent"
        for one in app.allWidgets()
        if one.parent() is None and not isinstance(one, QMainWindow | QDialog | QMenu)
    }


def faults(
    desk: Desk,
    app: QApplication,
    name: str,
    *,
    by_tab: bool,
    first: str = "",
    before: Collection[int] = (),
) -> tuple[set[str], set[str]]:
    found: set[str] = set()
    met: set[str] = set()
    for scene, root in scenes(app, desk, first):
        met.add(scene)
        every = [*cut(root), *weak(root, name), *unexplained(root), *unnamed(root)]
        every += [said for key, said in adrift(app).items() if key not in before]
        if by_tab:
            root.activateWindow()
            settle(10)
            every += [f"{one} not reached" for one in unreached(root)]
        found |= {f"{scene}: {one}" for one in every}
        if isinstance(root, QDialog):
            assert root.windowTitle() or root.accessibleName(), scene
    return found, met


@pytest.mark.parametrize(
    ("name", "language", "scale", "density", "stretched", "by_tab"),
    [
        ("light", "de", "100", "comfortable", False, True),
        ("dark", "de", "200", "compact", False, True),
        ("hcLight", "en", "100", "compact", True, False),
        ("hcDark", "en", "200", "comfortable", True, False),
    ],
)
def test_i5_a_filled_desk_is_whole_readable_named_and_reached_by_tab(
    qapp: QApplication,
    demo: Path,
    name: str,
    language: str,
    scale: str,
    density: str,
    stretched: bool,
    by_tab: bool,
) -> None:
    given = {"ui.theme": name, "ui.language": language, "ui.text_scale": scale, "ui.density": density}
    stretch_texts(stretched)
    before = adrift(qapp)  # of other tests
    try:
        with desk_on(qapp, demo, "queue", given) as desk:
            desk.window.resize(1440, 900)
            settle(100)
            found, met = faults(desk, qapp, name, by_tab=by_tab, before=before)
    finally:
        stretch_texts(False)
    assert len(met) >= SCENES, sorted(met)
    assert not found, "\n".join(sorted(found))


@pytest.mark.parametrize(("name", "scale"), [("dark", "200"), ("light", "100")])
def test_i5_an_empty_desk_and_each_step_of_the_set_up_are_so_too(
    qapp: QApplication, tmp_path: Path, name: str, scale: str
) -> None:
    given = {"ui.theme": name, "ui.language": "de", "ui.text_scale": scale}
    before = adrift(qapp)
    with desk_on(qapp, tmp_path / "p", "queue", given) as desk:
        desk.window.resize(1440, 900)
        settle(100)
        found, met = faults(desk, qapp, name, by_tab=True, first="first-", before=before)
    assert {f"step-{number}" for number in range(1, 8)} < met
    assert not found, "\n".join(sorted(found))
