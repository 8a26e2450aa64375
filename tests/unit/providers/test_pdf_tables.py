"""Tables of PDF pages come back as tables; whatever only stands beside something else does not (W4, L1)."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Table

from neurodesk.domain.extraction import Document
from neurodesk.providers.extract import pdf
from neurodesk.providers.extract.pdf_tables import window_of
from neurodesk.providers.extract.registry import extract

PROSE = (
    "A pool keeps working in the degraded state while one of its disks is missing, but it has no reserve "
    "left, and a second failure loses the data. Replace the disk soon and watch the resilver until it is "
    "finished. "
)
PORTS = [
    ["Service", "Port", "Remarks"],
    ["Secure shell", "22", "allowed from the office network"],
    ["Web", "80", "redirects to 443"],
    ["Mail submission with authentication", "587", "STARTTLS"],
    ["Name service", "53", "both protocols"],
]
PORTS_WRITTEN = (
    "| Service | Port | Remarks |\n| --- | --- | --- |\n"
    "| Secure shell | 22 | allowed from the office network |\n| Web | 80 | redirects to 443 |\n"
    "| Mail submission with authentication | 587 | STARTTLS |\n| Name service | 53 | both protocols |\n"
)
STYLES = getSampleStyleSheet()
LEFTS = (60, 280, 340)


def text_of(data: bytes) -> str:
    return extract(Document(data, "a.pdf")).text


def flowed(*parts: Flowable) -> bytes:
    out = io.BytesIO()
    SimpleDocTemplate(out, pagesize=A4, invariant=1).build(list(parts))
    return out.getvalue()


def drawn(draw: Callable[[Canvas], None]) -> bytes:
    """A page with prose above and below what ``draw`` puts between 700 and 400 points."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    canvas.setFont("Helvetica", 11)
    canvas.drawString(60, 780, PROSE[:90])
    canvas.drawString(60, 766, PROSE[90:190])
    draw(canvas)
    canvas.setFont("Helvetica", 11)
    canvas.drawString(60, 300, PROSE[:90])
    canvas.drawString(60, 286, PROSE[90:190])
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def by_rows(canvas: Canvas, rows: Sequence[Sequence[str]], lefts: Sequence[int] = LEFTS) -> None:
    for number, row in enumerate(rows):
        for left, cell in zip(lefts, row, strict=True):
            if cell:
                canvas.drawString(left, 700 - 16 * number, cell)


def by_columns(canvas: Canvas, rows: Sequence[Sequence[str]], lefts: Sequence[int] = LEFTS) -> None:
    for left, column in zip(lefts, zip(*rows, strict=True), strict=True):
        for number, cell in enumerate(column):
            canvas.drawString(left, 700 - 16 * number, cell)


def in_one_text_object(canvas: Canvas, rows: Sequence[Sequence[str]]) -> None:
    written = canvas.beginText()
    for number, row in enumerate(rows):
        for left, cell in zip(LEFTS, row, strict=True):
            written.setTextOrigin(left, 700 - 16 * number)
            written.textOut(cell)
    canvas.drawText(written)


@pytest.mark.parametrize("way", [by_rows, by_columns, in_one_text_object])
def test_l1_aligned_columns_become_a_table_in_whatever_order_they_are_drawn(
    way: Callable[[Canvas, Sequence[Sequence[str]]], None],
) -> None:
    text = text_of(drawn(lambda canvas: way(canvas, PORTS)))
    assert f"\n\n{PORTS_WRITTEN}\n" in text
    assert text.startswith("A pool keeps working")
    assert text.count("Secure shell") == 1


@pytest.mark.parametrize("align", ["LEFT", "RIGHT", "CENTER"])
@pytest.mark.parametrize("grid", [True, False])
def test_l1_a_ruled_or_bare_table_keeps_every_cell_however_its_columns_are_aligned(
    align: str, grid: bool
) -> None:
    style: list[tuple[object, ...]] = [("ALIGN", (1, 0), (1, -1), align)]
    if grid:
        style.append(("GRID", (0, 0), (-1, -1), 0.5, colors.black))
    body = Paragraph(PROSE * 2, STYLES["Normal"])
    text = text_of(flowed(Paragraph("Ports", STYLES["Heading1"]), body, Table(PORTS, style=style), body))
    assert f"\n\n{PORTS_WRITTEN}\n" in text
    assert text.count("Replace the disk soon") == 4


def test_l1_a_cell_that_goes_on_below_and_one_with_a_bar_stay_whole() -> None:
    rows = [
        ["Option", "Meaning"],
        ["--keep", "how many snapshots stay"],
        ["", "when old ones are removed"],
        ["--tag", "a|b: either of them"],
        ["--dry-run", "changes nothing"],
    ]
    text = text_of(drawn(lambda canvas: by_rows(canvas, rows, (60, 200))))
    assert "| --keep | how many snapshots stay when old ones are removed |\n" in text
    assert "| --tag | a\\|b: either of them |\n" in text


def test_l1_a_first_cell_of_two_lines_is_one_cell_and_the_head_stays_the_head() -> None:
    rows = [
        ["Task", "Who", "When"],
        ["Check the runs of the", "Service desk", "daily"],
        ["last night", "", ""],
        ["Prove a restore", "Server team", "monthly"],
        ["Swap the tape", "Data centre", "weekly"],
    ]
    text = text_of(drawn(lambda canvas: by_rows(canvas, rows, (60, 240, 400))))
    assert "| Task | Who | When |\n| --- | --- | --- |\n" in text
    assert "| Check the runs of the last night | Service desk | daily |\n" in text


def in_two_columns(canvas: Canvas) -> None:
    words = (PROSE * 3).split()
    lines = [" ".join(words[n : n + 6]) for n in range(0, 72, 6)]
    by_rows(canvas, list(zip(lines[:6], lines[6:], strict=True)), (60, 320))


def in_narrow_columns(canvas: Canvas) -> None:
    words = (PROSE * 3).split()
    lines = [" ".join(words[n : n + 3]) for n in range(0, 54, 3)]
    by_rows(canvas, list(zip(lines[:6], lines[6:12], lines[12:], strict=True)), (60, 230, 400))


def word_by_word(canvas: Canvas) -> None:
    words = iter(PROSE.split())
    for number in range(4):
        left = 60.0
        for word in [next(words) for _ in range(8)]:
            canvas.drawString(left, 700 - 14 * number, word)
            left += canvas.stringWidth(word + " ")


def steps(canvas: Canvas) -> None:
    rows = [["1.", "Call the status command"], ["2.", "Replace the disk"], ["3.", "Wait for the end"]]
    by_rows(canvas, rows, (60, 90))


def contents(canvas: Canvas) -> None:
    by_rows(canvas, [["Installation", "3"], ["First steps", "7"], ["Snapshots", "12"]], (60, 400))


def dotted_contents(canvas: Canvas) -> None:
    rows = [
        ["Installation . . . . . . .", "iii"],
        ["First steps . . . . . .", "vii"],
        ["Snapshots . . . .", "x"],
    ]
    by_rows(canvas, rows, (60, 400))


def listing(canvas: Canvas) -> None:
    canvas.setFont("Courier", 11)
    for number, line in enumerate(
        ["NAME    STATE     READ", "tank    DEGRADED     0", "sda1    ONLINE       0"]
    ):
        canvas.drawString(60, 700 - 16 * number, line)


def two_rows(canvas: Canvas) -> None:
    by_rows(canvas, PORTS[:2])


@pytest.mark.parametrize(
    "draw",
    [
        in_two_columns,
        in_narrow_columns,
        word_by_word,
        steps,
        contents,
        dotted_contents,
        listing,
        two_rows,
    ],
)
def test_w4_what_only_stands_side_by_side_is_no_table_and_reads_as_before(
    draw: Callable[[Canvas], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = drawn(draw)
    found = text_of(data)
    assert "| " not in found
    monkeypatch.setattr(pdf, "_put_tables", lambda *_: None)
    assert found == text_of(data)


def test_w4_prose_with_words_in_bold_is_never_laid_out_a_second_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def not_wanted(*_: object) -> None:
        raise AssertionError("looked for tables on a page of prose")

    monkeypatch.setattr(pdf, "_put_tables", not_wanted)
    style = STYLES["Normal"].clone("justified", alignment=4)
    bold = PROSE.replace("degraded", "<b>degraded</b>").replace("resilver", "<i>resilver</i>")
    assert "watch the resilver" in text_of(flowed(*[Paragraph(bold * 3, style)] * 3))


WORD = st.text("abcdefgxyz019-", min_size=1, max_size=9)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(WORD, WORD, WORD), min_size=1, max_size=6), st.booleans())
def test_l1_no_character_is_lost_or_said_twice_whatever_stands_in_the_columns(
    rows: list[tuple[str, str, str]], across: bool
) -> None:
    data = drawn(lambda canvas: (by_rows if across else by_columns)(canvas, rows))

    def bare(text: str) -> list[str]:
        return sorted(c for c in text if c.isalnum())

    assert bare(text_of(data)) == bare("".join("".join(row) for row in rows) + 2 * PROSE[:190])


def test_a_table_takes_the_place_of_its_own_words_only() -> None:
    table = [["a", "b c"], ["d", "e"], ["f", "g"]]
    assert window_of(table, ["x", "", "a b c", "d e", "f", "g", "y"]) == (2, 6)
    assert window_of(table, ["x", "a b c", "between", "d e", "f g"]) is None
