import time
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from neurodesk.ui.reading import render_markdown, render_plain
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.article_view import ArticleView
from neurodesk.ui.widgets.claim_strip import ClaimModel, ClaimStrip
from neurodesk.ui.widgets.diff_view import DiffView, compare
from neurodesk.ui.widgets.lamps import STRIP_HEIGHT_PX, ClaimMark, Lamp
from neurodesk.ui.widgets.passage_view import PassageView
from tests.ui.gallery import ARTICLE, OLD_ARTICLE, PASSAGE, sample_claims


def article(qtbot: Any, height: int = 700) -> ArticleView:
    view = ArticleView()
    qtbot.addWidget(view)
    view.resize(760, height)
    view.show()
    view.show_article(render_markdown(ARTICLE), sample_claims(), "c0")
    view.finish()
    QApplication.processEvents()
    return view


def in_reach(view: ArticleView, claim_id: str) -> bool:
    boxes, at = view.boxes()[claim_id], view.verticalScrollBar().value()
    return boxes[0].top >= at and boxes[-1].top + boxes[-1].height <= at + view.viewport().height()


def test_the_current_claim_stays_in_reach_when_lines_break_anew_until_the_curator_scrolls(
    qtbot: Any,
) -> None:
    text = "\n\n".join(f"Sentence {n} that is long enough to take several lines. " * 3 for n in range(60))
    begin = text.index("Sentence 50")
    view = ArticleView()
    qtbot.addWidget(view)
    view.resize(300, 400)
    view.show()
    view.show_article(render_markdown(text), [ClaimMark("c", begin, begin + 11, Lamp.SUPPORTED)], "c")
    view.finish()
    view.set_current("c")
    qtbot.waitUntil(lambda: in_reach(view, "c"))
    view.resize(900, 400)
    QApplication.processEvents()
    qtbot.waitUntil(lambda: in_reach(view, "c"))
    view.verticalScrollBar().triggerAction(view.verticalScrollBar().SliderAction.SliderToMinimum)
    view.resize(500, 400)
    QApplication.processEvents()
    assert view.verticalScrollBar().value() == 0, "who scrolls away is not pulled back"


def test_claim_model_passes_the_model_tester(qtbot: Any) -> None:
    model = ClaimModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.set_claims(sample_claims())
    changed = [ClaimMark(c.id, c.start, c.end, Lamp.EDITED, True, c.text) for c in sample_claims()]
    model.set_claims(changed)
    model.set_claims(changed[:3])
    model.set_claims([])


def test_riskier_claims_stand_taller() -> None:
    assert (
        STRIP_HEIGHT_PX[Lamp.CONTRADICTED] > STRIP_HEIGHT_PX[Lamp.UNSUPPORTED] > STRIP_HEIGHT_PX[Lamp.PARTIAL]
    )
    assert STRIP_HEIGHT_PX[Lamp.PARTIAL] > STRIP_HEIGHT_PX[Lamp.SUPPORTED]


def test_strip_is_a_list_for_screen_readers_and_the_keyboard(qtbot: Any) -> None:
    strip = ClaimStrip()
    qtbot.addWidget(strip)
    strip.resize(700, 46)
    strip.show()
    strip.set_claims(sample_claims())
    strip.set_current("c4")
    interface = QAccessible.queryAccessibleInterface(strip)
    assert interface.text(QAccessible.Text.Name) == "Claims of the article"
    assert interface.childCount() >= len(sample_claims())
    spoken = strip.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Claim 5 of 14: contradicted, seen. Sie muss")
    chosen: list[str] = []
    strip.claim_chosen.connect(chosen.append)
    strip.setFocus()
    qtbot.keyClick(strip, Qt.Key.Key_Right)
    qtbot.keyClick(strip, Qt.Key.Key_End)
    qtbot.keyClick(strip, Qt.Key.Key_Home)
    assert chosen == ["c5", "c13", "c0"]


def test_bars_fill_the_width_without_gaps_or_overlap(qtbot: Any) -> None:
    strip = ClaimStrip()
    qtbot.addWidget(strip)
    strip.resize(700, 46)
    strip.show()
    strip.set_claims(sample_claims())
    QApplication.processEvents()
    rects = [strip.visualRect(strip.claims.index(n)) for n in range(14)]
    assert all(a.right() + 1 == b.left() for a, b in pairwise(rects))
    assert abs(rects[-1].right() + 1 - strip.viewport().width()) <= 1


def test_every_claim_has_its_line_boxes_where_its_words_stand(qtbot: Any) -> None:
    view = article(qtbot)
    boxes = view.boxes()
    assert set(boxes) == {f"c{n}" for n in range(14)}
    tops = [boxes[f"c{n}"][0].top for n in range(14)]
    assert tops == sorted(tops)
    for claim in sample_claims():
        box = boxes[claim.id][0]
        at = QPoint(round(box.x1) + 2, round(box.top + box.height / 2) - view.verticalScrollBar().value())
        cursor = view.cursorForPosition(at)
        place = view.positions.document_range(claim.start, claim.end)
        assert place is not None
        assert place[0] <= cursor.position() <= place[1]


def test_only_the_current_claim_is_tinted_in_its_own_colour(qtbot: Any) -> None:
    view = article(qtbot)
    view.set_current("c4")
    selections = view.extraSelections()
    assert len(selections) == 1
    cursor = selections[0].cursor
    assert cursor.selectedText() == "Sie muss mindestens 12 Zeichen lang sein."
    assert selections[0].format.background().color() == theme().color("claim.contradicted.tint")


def test_current_claim_is_scrolled_into_the_middle_only_when_outside(qtbot: Any) -> None:
    view = article(qtbot, height=260)
    view.set_current("c13")
    value = view.verticalScrollBar().value()
    box = view.boxes()["c13"][0]
    assert 0 <= box.top - value <= view.viewport().height() - box.height
    view.set_current("c12")
    near = view.boxes()["c12"][0].top - value
    if view.viewport().height() * 0.2 <= near:
        assert view.verticalScrollBar().value() == value


def test_click_on_a_claim_chooses_it(qtbot: Any) -> None:
    view = article(qtbot)
    box = view.boxes()["c1"][0]
    at = QPoint(round((box.x1 + box.x2) / 2), round(box.top + box.height / 2))
    with qtbot.waitSignal(view.claim_clicked) as caught:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert caught.args == ["c1"]


def test_next_claim_in_a_long_article_is_shown_at_once(qtbot: Any) -> None:
    sentences = [f"Satz {n} nennt die Zahl {n * 7} und den Befehl `zfs get p{n}`." for n in range(1_500)]
    text = "\n\n".join(sentences)
    claims = []
    for n, sentence in enumerate(sentences):
        if n % 7 == 0:
            start = text.index(sentence)
            claims.append(ClaimMark(f"c{n}", start, start + len(sentence), list(Lamp)[n % 6]))
    view = ArticleView()
    qtbot.addWidget(view)
    view.resize(760, 700)
    view.show()
    view.show_article(render_markdown(text), claims, "c0")
    view.finish()
    QApplication.processEvents()
    view.boxes()
    times = []
    for claim in claims[1:60]:
        begun = time.perf_counter()
        view.set_current(claim.id)
        view.viewport().repaint()
        times.append(time.perf_counter() - begun)
    times.sort()
    assert times[len(times) // 2] < 0.05


def test_claims_on_other_pages_bring_their_page(qtbot: Any) -> None:
    text = "\n\n".join(f"paragraph {n}" for n in range(4_500))
    start = text.index("paragraph 4400")
    view = ArticleView()
    qtbot.addWidget(view)
    view.show_article(render_markdown(text), [ClaimMark("far", start, start + 14, Lamp.PARTIAL)])
    assert view.page == 0
    view.set_current("far")
    assert view.page == 2
    assert view.extraSelections()[0].cursor.selectedText() == "paragraph 4400"


def test_quotation_is_lit_and_stands_in_the_upper_third(qtbot: Any) -> None:
    filler = "A sentence that fills the page before the quotation comes.\n" * 60
    text = filler + PASSAGE + "\n" + filler
    start = text.index("Passphrases")
    end = text.index(" The number of")
    view = PassageView()
    qtbot.addWidget(view)
    view.resize(420, 400)
    view.show()
    QApplication.processEvents()
    view.show_passage(render_plain(text), [(start, end)], Lamp.CONTRADICTED, [(start, start + 11)])
    lit = view.extraSelections()
    assert lit[0].cursor.selectedText() == text[start:end]
    assert lit[1].cursor.selectedText() == "Passphrases"
    cursor = view.textCursor()
    cursor.setPosition(lit[0].cursor.selectionStart())
    assert 0 <= view.cursorRect(cursor).top() <= view.viewport().height() / 3


def test_changes_show_words_and_keep_lamps_and_folds_open(qtbot: Any) -> None:
    comparison = compare(render_markdown(OLD_ARTICLE), render_markdown(ARTICLE))
    assert comparison.figures.words_added > 0
    view = DiffView()
    qtbot.addWidget(view)
    view.resize(760, 700)
    view.show_comparison(comparison, sample_claims(), "c4")
    view.finish()
    assert "Safe" in view.toPlainText()
    assert "Kennworttresor" in view.toPlainText()
    assert {"c3", "c4", "c9"} <= set(view.boxes())
    assert "unchanged blocks" in view.toPlainText()
    assert "PBKDF2" not in view.toPlainText()
    target = next(
        run.href for block in view.safe.blocks for run in block.runs if run.href.startswith("fold:")
    )
    view.link_activated.emit(target)
    assert "PBKDF2" in view.toPlainText()
