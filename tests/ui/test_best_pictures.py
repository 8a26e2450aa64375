"""The six pictures of README are made by the application itself, with few colours (issue 10)."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtGui import QColor, QImage, QPainter

from neurodesk.ui.measure.best import BEST, MAX_COLORS, few_colors

ROOT = Path(__file__).resolve().parents[2]


def test_the_command_makes_every_picture_that_readme_shows() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"\(resources/pictures/([^)\s]+)\.png\)", readme)
    assert sorted(shown) == sorted(scene for scene, _look in BEST)


def test_frequent_colours_stay_exact_when_an_image_gets_few() -> None:
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(QColor("#fbfcfc"))
    painter = QPainter(image)
    painter.fillRect(0, 0, 400, 40, QColor("#e8ecec"))
    for step in range(256):
        painter.fillRect(step, 100, 1, 2, QColor(step, 255 - step, step * 7 % 256))
    painter.end()
    few = few_colors(image)
    assert few.colorCount() <= MAX_COLORS
    assert few.pixelColor(10, 10) == QColor("#e8ecec")
    assert few.pixelColor(10, 200) == QColor("#fbfcfc")
    # A rare colour is taken for one of its shade, not for a surface.
    assert abs(few.pixelColor(128, 100).green() - 127) < 40
