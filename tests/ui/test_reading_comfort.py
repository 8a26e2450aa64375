"""Long reading: the length and height of lines, locked buttons that are seen, no motion unless wished for.

Measured on the widgets as they are painted (issue 10, item 8).
"""

from __future__ import annotations

from itertools import pairwise
from statistics import median
from typing import Any

import pytest
from PySide6.QtCore import QAbstractAnimation, QRect
from PySide6.QtGui import QTextLine
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout

from neurodesk.ui.reading import render_markdown
from neurodesk.ui.theme import Theme, ThemeChoice
from neurodesk.ui.widgets.article_view import ArticleView
from neurodesk.ui.widgets.lamps import ClaimMark, Lamp
from neurodesk.ui.widgets.parts import button
from neurodesk.ui.widgets.switch import Switch
from tests.ui.panes.test_filled_desk_fits import best_contrast, pixels_of

ENGLISH = (
    "A logical volume is enlarged while the file system is mounted, and the services that write to it go on"
    " as before; what has to be watched is the room that is left in the volume group and the age of the last"
    " backup, because a wrong device name cannot be taken back. "
)
GERMAN = (
    "Ein logisches Volume wird im laufenden Betrieb vergrößert, während das Dateisystem eingehängt bleibt und"
    " die Dienste weiterschreiben; zu beachten sind der freie Platz in der Volumegruppe und das Alter der"
    " letzten Datensicherung, denn ein falscher Gerätename lässt sich nicht zurücknehmen. "
)


def shown(qtbot: Any, text: str, wide: int, claims: list[ClaimMark] | None = None) -> ArticleView:
    view = ArticleView()
    qtbot.addWidget(view)
    view.resize(wide, 700)
    view.show()
    view.show_article(render_markdown(text), claims or [], claims[0].id if claims else "")
    view.finish()
    QApplication.processEvents()
    return view


def lines(view: ArticleView) -> list[QTextLine]:
    """Return the lines of the longest paragraph."""
    block, longest = view.document().begin(), view.document().begin()
    while block.isValid():
        longest = block if block.length() > longest.length() else longest
        block = block.next()
    layout = longest.layout()
    return [layout.lineAt(number) for number in range(layout.lineCount())]


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.5, 2.0])
@pytest.mark.parametrize("text", [ENGLISH, GERMAN])
def test_a_line_of_an_article_holds_about_seventy_characters_at_every_text_size(
    qtbot: Any, look: Theme, scale: float, text: str
) -> None:
    look.configure(text_scale=scale)
    # A screen that is far too wide for one line.
    found = lines(shown(qtbot, f"# Title\n\n{text * 6}", round(1900 * max(1.0, scale))))
    full = [line.textLength() for line in found[:-1]]
    assert len(full) > 10
    assert 66 <= median(full) <= 78, median(full)
    assert max(full) <= 84, "no line runs on because its letters are narrow"


@pytest.mark.parametrize("scale", [0.8, 1.0, 2.0])
def test_lines_of_an_article_stand_one_and_a_half_letters_apart_or_more(
    qtbot: Any, look: Theme, scale: float
) -> None:
    look.configure(text_scale=scale)
    view = shown(qtbot, GERMAN * 4, 1900)
    tops = [line.y() for line in lines(view)]
    steps = {round(after - before) for before, after in pairwise(tops)}
    letters = look.font("reading").pixelSize()
    assert len(steps) <= 2, "even, but for a pixel of rounding"
    assert 1.5 <= min(steps) / letters <= max(steps) / letters <= 1.75, (steps, letters)


def test_a_narrow_article_keeps_its_words_inside(qtbot: Any, look: Theme) -> None:
    view = shown(qtbot, GERMAN * 3, 420)
    for line in lines(view):
        assert line.naturalTextWidth() <= view.viewport().width()


@pytest.mark.parametrize(
    ("choice", "locked", "open_"),
    [
        (ThemeChoice.LIGHT, 2.4, 4.5),
        (ThemeChoice.DARK, 2.4, 4.5),
        (ThemeChoice.HC_LIGHT, 4.5, 7.0),
        (ThemeChoice.HC_DARK, 4.5, 7.0),
    ],
)
@pytest.mark.parametrize("kind", ["", "primary", "ghost"])
def test_a_locked_button_is_seen_and_is_quieter_than_an_open_one(
    qtbot: Any, look: Theme, choice: ThemeChoice, locked: float, open_: float, kind: str
) -> None:
    look.configure(choice=choice, text_scale=1.5)
    ground = QFrame()
    ground.setObjectName("Reading")
    qtbot.addWidget(ground)
    made = button("Approve", kind)
    QVBoxLayout(ground).addWidget(made)
    ground.show()

    def seen() -> float:
        QApplication.processEvents()
        words = QRect(made.geometry().adjusted(8, 6, -8, -6))
        return best_contrast(pixels_of(ground.grab().toImage()), words)

    ready = seen()
    made.set_locked("24 claims were not seen.")
    quiet = seen()
    assert ready >= open_ - 0.3
    assert locked - 0.1 <= quiet < ready
    assert made.toolTip() == made.accessibleDescription() == "24 claims were not seen."


def test_a_locked_switch_still_says_its_state_in_words(qtbot: Any, look: Theme) -> None:
    made = Switch("Autonomous operation")
    qtbot.addWidget(made)
    made.setEnabled(False)
    made.show()
    QApplication.processEvents()
    words = made.rect().adjusted(look.icon_px(40), 2, 0, -2)
    assert best_contrast(pixels_of(made.grab().toImage()), words) > 2.4


@pytest.mark.parametrize("reduced", [True, False])
def test_the_way_to_a_claim_glides_only_where_motion_is_wished_for(
    qtbot: Any, look: Theme, reduced: bool
) -> None:
    look.configure(reduced_motion=reduced)
    text = "\n\n".join(f"Sentence {n}." for n in range(200))
    begin = text.index("Sentence 150.")
    claims = [ClaimMark("a", 0, 11, Lamp.SUPPORTED), ClaimMark("b", begin, begin + 13, Lamp.SUPPORTED)]
    view = shown(qtbot, text, 800, claims)
    bar = view.verticalScrollBar()
    before = bar.value()
    view.set_current("b")
    running = view._glide.state() == QAbstractAnimation.State.Running
    assert running is not reduced
    if reduced:
        assert bar.value() > before, "it is there at once"
    qtbot.waitUntil(lambda: view._glide.state() == QAbstractAnimation.State.Stopped)
    box, top = view.boxes()["b"][0], bar.value()
    assert top <= box.top <= top + view.viewport().height()
