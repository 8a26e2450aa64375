"""A verdict's button shows one lamp, also where its row is too narrow for the keycap (I5)."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from neurodesk.domain.articles import Verdict
from neurodesk.ui.panes.review.inspector import VerdictButton
from neurodesk.ui.theme import theme

GAP_PX = 6  # more than between two letters, less than between lamp and words


def marks_px(button: VerdictButton) -> list[int]:
    """Return the widths of what stands side by side on the middle rows, split at gaps."""
    image = button.grab().toImage()
    rows = range(image.height() // 2 - 6, image.height() // 2 + 6)
    ground = image.pixel(6, image.height() // 2)
    used = [x for x in range(6, image.width() - 6) if any(image.pixel(x, y) != ground for y in rows)]
    widths: list[int] = []
    start = last = used[0]
    for x in [*used[1:], used[-1] + 2 * GAP_PX]:
        if x - last >= GAP_PX:
            widths.append(last - start + 1)
            start = x
        last = x
    return widths


@pytest.mark.parametrize("verdict", list(Verdict))
def test_the_lamp_stands_alone_before_the_words_at_every_width(qapp: QApplication, verdict: Verdict) -> None:
    button = VerdictButton(verdict, "3")
    high, wide = button.sizeHint().height(), button.sizeHint().width()
    for narrower in range(-20, 28, 4):
        button.resize(wide - narrower, high)
        lamp, *rest = marks_px(button)
        assert lamp <= theme().icon_px(16)
        assert rest
