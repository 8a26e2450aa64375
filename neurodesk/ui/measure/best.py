"""``neurodesk dev screenshots --best``: the six pictures of README, small enough to stand in a repository."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, qRgb

from neurodesk.domain.errors import StorageFault
from neurodesk.ui.measure.pictures import Say, take_pictures

# Scene and look; none of them shows a folder, a person or a machine.
BEST: tuple[tuple[str, str], ...] = (
    ("review", "light-en-100"),
    ("graph-map", "dark-en-100"),
    ("queue", "dark-en-100"),
    ("gaps", "light-en-100"),
    ("evidence", "light-en-100"),
    ("settings-research", "dark-en-100"),
)
WIDTH_PX, MOST_BYTES = 1000, 120 * 1024
MAX_COLORS, KEPT_COLORS, SHADE = 256, 96, 0xE0E0E0


def take_best(target: Path, data_dir: Path | None = None, say: Say = lambda _text: None) -> list[Path]:
    """Write the six pictures into a folder, 1,000 px wide, each of at most 120 KiB; returns the files.

    Raises:
        StorageFault: ``file_unwritable`` when a file cannot be written.
    """
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="neurodesk-best-") as name:
        looks = sorted({look for _scene, look in BEST})
        take_pictures(Path(name), data_dir, say, only=looks)
        written: list[Path] = []
        for scene, look in BEST:
            image = QImage(str(Path(name) / f"{scene}-{look}.png"))
            path = target / f"{scene}.png"
            _save(few_colors(image.scaledToWidth(WIDTH_PX, Qt.TransformationMode.SmoothTransformation)), path)
            written.append(path)
    return written


def few_colors(image: QImage) -> QImage:
    """Return an image of at most 256 colours, without dither.

    The most frequent ones stay as they are: surfaces and inks differ by little. The rest of the table
    holds the most frequent colour of each shade, for the edges of letters.
    """
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    words = np.frombuffer(plain.constBits(), dtype=np.uint32) & 0xFFFFFF
    colors, counts = np.unique(words, return_counts=True)
    colors = colors[np.argsort(-counts, kind="stable")]
    _shades, first = np.unique(colors[KEPT_COLORS:] & SHADE, return_index=True)
    edges = colors[KEPT_COLORS:][np.sort(first)]
    chosen = np.concatenate((colors[:KEPT_COLORS], edges))[:MAX_COLORS]
    table = [qRgb(int(one) >> 16 & 255, int(one) >> 8 & 255, int(one) & 255) for one in chosen]
    flags = Qt.ImageConversionFlag.ThresholdDither | Qt.ImageConversionFlag.AvoidDither
    return plain.convertToFormat(QImage.Format.Format_Indexed8, table, flags)


def _save(image: QImage, path: Path) -> None:
    # Quality 0 is the strongest compression of PNG in Qt.
    if not image.save(str(path), quality=0):
        raise StorageFault("file_unwritable", path=str(path), detail="")
