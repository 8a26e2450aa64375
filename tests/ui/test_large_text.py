"""With large text what is read keeps its room: found on pictures at 200 % (issue 5)."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from neurodesk.bootstrap import open_profile
from neurodesk.settings.catalog import BY_KEY
from neurodesk.ui.first_run.lesson import Lesson
from neurodesk.ui.i18n import Language, install_language
from neurodesk.ui.panes.pair import below_title
from neurodesk.ui.panes.review.inspector import Inspector
from neurodesk.ui.panes.settings.row import SettingRow
from neurodesk.ui.theme import Theme
from neurodesk.ui.widgets.graph_paint import grown
from neurodesk.ui.widgets.lists import TwoLineDelegate, fitting_end
from neurodesk.ui.widgets.parts import Keycap


def rows_of(inspector: Inspector) -> int:
    return len({made.y() for made in inspector.verdicts.values()})


def test_verdicts_stand_in_one_row_where_there_is_room(qapp: QApplication, look: Theme) -> None:
    look.configure(text_scale=2.0)
    inspector = Inspector()
    inspector.resize(1440, 700)
    inspector.show()
    qapp.processEvents()
    assert rows_of(inspector) == 1
    inspector.resize(900, 700)
    qapp.processEvents()
    assert rows_of(inspector) == 2
    inspector.close()


@pytest.mark.parametrize(("wide", "way"), [(700, Qt.Orientation.Vertical), (1500, Qt.Orientation.Horizontal)])
def test_the_lesson_fits_its_width_with_large_text(
    qapp: QApplication, look: Theme, wide: int, way: Qt.Orientation
) -> None:
    look.configure(text_scale=2.0)
    install_language(qapp, Language.GERMAN)
    lesson = Lesson()
    lesson.resize(wide, 900)
    lesson.show()
    qapp.processEvents()
    assert lesson.desk.orientation() == way
    assert lesson.width() == wide, "its parts make it no wider than the page"
    lesson.close()


def test_rows_of_two_title_lines_keep_air_at_every_text_size(look: Theme) -> None:
    delegate = TwoLineDelegate(title_lines=2)
    for scale in (1.0, 1.5, 2.0):
        look.configure(text_scale=scale)
        block = 2 * look.line_height("body") + 3 + look.line_height("small")
        assert delegate.sizeHint(QStyleOptionViewItem(), None).height() >= block + 8  # type: ignore[arg-type]


def test_the_cross_of_a_field_stands_in_its_middle(qapp: QApplication, look: Theme) -> None:
    look.configure(text_scale=2.0)
    field = QLineEdit("words")
    field.setClearButtonEnabled(True)
    field.resize(400, 60)
    field.show()
    qapp.processEvents()
    cross = field.findChild(QToolButton)
    assert isinstance(cross, QToolButton)
    assert abs(cross.geometry().center().y() - field.rect().center().y()) <= 2
    field.close()


def test_a_settings_row_gives_the_origin_the_height_of_its_lines(
    qapp: QApplication, look: Theme, tmp_path: Path
) -> None:
    look.configure(text_scale=2.0)
    install_language(qapp, Language.GERMAN)
    with open_profile(tmp_path / "p") as profile:
        profile.settings.set("ui.language", "de")
        row = SettingRow(BY_KEY["ui.language"], profile.settings.current)
    page = QWidget()
    column = QVBoxLayout(page)
    column.addWidget(row)
    column.addStretch(1)
    for wide in (940, 560, 1300):
        page.resize(wide, 700)
        page.show()
        qapp.processEvents()
        for label in row.findChildren(QLabel):
            if label.isVisible() and label.text():
                assert label.height() >= label.heightForWidth(label.width()), (wide, label.text())
    page.close()


def test_nodes_grow_with_the_text_and_never_shrink(look: Theme) -> None:
    look.configure(text_scale=2.0)
    assert grown(10.0) == pytest.approx(16.0)
    look.configure(text_scale=0.8)
    assert grown(10.0) == 10.0


def test_the_quiet_end_of_a_row_gives_way_to_its_counts(look: Theme) -> None:
    metrics = QFontMetrics(look.font("small"))
    words = "Revision · about 6 min · 26 min"
    assert fitting_end(words, metrics, metrics.horizontalAdvance(words)) == words
    assert fitting_end(words, metrics, metrics.horizontalAdvance(words) - 1) == "about 6 min · 26 min"
    assert fitting_end(words, metrics, 1) == "26 min"


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_the_cap_of_one_letter_is_no_narrower_than_it_is_high(look: Theme, scale: float) -> None:
    look.configure(text_scale=scale)
    for key in ("J", "I", "1"):
        cap = Keycap(key)
        assert cap.width() >= cap.height() - 2  # a pixel of air above and below
    assert Keycap("Ctrl+M").width() > Keycap("M").width()


def test_a_passage_does_not_begin_with_the_title_that_stands_above_it() -> None:
    text = "# Free a disk\n\nLook at df first."
    assert below_title(text, "Free a disk") == "Look at df first."
    assert below_title(text, "Another title") == text
    assert below_title("# Free a disk", "Free a disk") == "# Free a disk", "a title alone is shown"
    assert below_title("Free a disk", "Free a disk") == "Free a disk"
