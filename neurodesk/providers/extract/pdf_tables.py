"""Tables of a PDF page, rebuilt from where its words stand.

A PDF knows no tables, only words at places. Where short texts stand in columns over three lines or more they
are one; two columns of prose, lists, listings and tables of contents are not, and stay what they were. A
table only ever replaces a run of lines that holds exactly the same characters: no word is lost or said twice.
"""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

LEAST_ROWS = 3
MAX_LINES = 400
# Columns of the laid out page to a letter of usual width: wide enough that no cell pushes the next one.
_SCALE = 2.5
_CELL = re.compile(r"\S+(?: \S+)*")
_MARKER = re.compile(r"(?:\d{1,3}[.)]|\(?[a-z0-9]\)|[•▪◦●○■*·–—-]|\d{1,2}(?:\.\d{1,2})+\.?)")
_LEADER = re.compile(r"(?:\.\s?){4,}")
_SHOWS = frozenset({b"Tj", b"TJ"})


@dataclass(frozen=True, slots=True)
class _Cell:
    start: int
    text: str

    @property
    def end(self) -> float:
        return self.start + _SCALE * len(self.text)


_Row = list[_Cell]


class Places:
    """Notes where a page shows text: whether a look for tables is worth its time, and where cells begin."""

    def __init__(self) -> None:
        self._size = 12.0
        # By height: where each text begins, in fifths of its size, as wide as a column of the laid out page.
        self._lines: dict[int, dict[int, float]] = {}

    def note(self, operator: bytes, operands: Any, cm: Any, tm: Any) -> None:
        """Take one operator of the page, as ``visitor_operand_before`` gives it."""
        if operator in _SHOWS:
            across = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
            up = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
            size = abs(self._size * tm[0] * cm[0]) or 12.0
            self._lines.setdefault(round(up), {})[round(across)] = across * 5 / size
        elif operator == b"Tf" and len(operands) > 1 and isinstance(operands[1], int | float):
            self._size = float(operands[1])

    def may_hold_table(self) -> bool:
        """Tell whether three lines or more have texts that begin at places of their own."""
        return sum(max(one) - min(one) > 20 for one in self._lines.values()) >= LEAST_ROWS

    def of_run(self, run: list[_Row]) -> list[_Row]:
        """Return rows with their cells where the page begins them, [] when no lines have as many texts."""
        lines = [
            [at for _, at in sorted(line.items())] for _, line in sorted(self._lines.items(), reverse=True)
        ]
        counts = [len(row) for row in run]
        for first in range(len(lines) - len(run) + 1):
            if all(len(lines[first + i]) == count for i, count in enumerate(counts)):
                return [
                    [_Cell(round(at), cell.text) for at, cell in zip(lines[first + i], row, strict=True)]
                    for i, row in enumerate(run)
                ]
        return []


def tables_of(page: Any, places: Places) -> list[list[list[str]]]:
    """Return the tables of a page as rows of cells, all of one length, in reading order.

    Args:
        page: a ``pypdf.PageObject``. A page that cannot be laid out has no tables.
        places: what was noted while its text was read.
    """
    try:
        laid_out = page.extract_text(
            extraction_mode="layout", layout_mode_space_vertically=False, layout_mode_scale_weight=_SCALE
        )
    except MemoryError:
        raise
    except Exception:
        # pypdf raises what the broken object happens to break.
        return []
    return [
        table
        for run in _runs(laid_out.split("\n"))
        # Texts of one text object are laid out by their letters: what the page says of their places is exact.
        if (table := _table(run) or _table(places.of_run(run)))
    ]


def window_of(table: Sequence[Sequence[str]], lines: Sequence[str]) -> tuple[int, int] | None:
    """Return the run of lines (first, behind the last) that holds exactly a table's characters."""
    wanted = Counter("".join("".join(row) for row in table).replace(" ", ""))
    total = wanted.total()
    bare = ["".join(line.split()) for line in lines]
    first, held = 0, 0
    for last, text in enumerate(bare):
        held += len(text)
        while held > total:
            held -= len(bare[first])
            first += 1
        if held == total and Counter("".join(bare[first : last + 1])) == wanted:
            while first < last and not bare[first]:
                first += 1
            return first, last + 1
    return None


def as_markdown(table: Sequence[Sequence[str]]) -> str:
    """Write a table with its first row as the head."""
    written = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in table]
    written.insert(1, "|" + " --- |" * len(table[0]))
    return "\n".join(written)


def _runs(lines: Sequence[str]) -> Iterator[list[_Row]]:
    """Yield runs of lines that have more than one text, with lines that carry on one of their texts."""
    rows = [[_Cell(match.start(), match.group()) for match in _CELL.finditer(line)] for line in lines]
    run: list[_Row] = []
    for row, following in pairwise([*rows, [], []]):
        if len(row) > 1 or (len(row) == 1 and run and _carries_on(row[0], run[-2:], following)):
            run.append(row)
            continue
        if LEAST_ROWS <= len(run) <= MAX_LINES:
            yield run
        run = []


def _carries_on(cell: _Cell, above: list[_Row], following: _Row) -> bool:
    if any(abs(cell.start - other.start) <= 1 for row in above for other in row[1:]):
        return True
    # Below the first column may be prose just as well: it goes on in small letters, between two rows.
    first = [row[0].start for row in above]
    return cell.text[0].islower() and len(following) > 1 and all(abs(cell.start - one) <= 1 for one in first)


def _table(run: list[_Row]) -> list[list[str]]:
    """Return a run's table, [] when it is none; a running title above or below it may be left out."""
    for first, last in ((0, 0), (1, 0), (0, 1), (1, 1)):
        rows = run[first : len(run) - last]
        if len(rows) >= LEAST_ROWS and (found := _placed(rows)):
            return found
    return []


def _placed(rows: list[_Row]) -> list[list[str]]:
    columns = _columns(rows)
    if len(columns) < 2:
        return []
    table: list[list[str]] = []
    placed: list[list[_Cell]] = [[] for _ in columns]
    starts: list[list[_Cell | None]] = []
    for row in rows:
        cells: list[_Cell | None] = [None] * len(columns)
        for cell in row:
            number = next(i for i, (start, end) in enumerate(columns) if start <= cell.start < end)
            if cells[number] is not None:
                return []
            cells[number] = cell
            placed[number].append(cell)
        starts.append(cells)
        texts = [cell.text if cell else "" for cell in cells]
        if table and len(row) < len(columns) and (not texts[0] or (len(row) == 1 and texts[0][0].islower())):
            # What has nothing in the first column carries on the row above, and so does what stands alone.
            table[-1] = [f"{a} {b}".strip() for a, b in zip(table[-1], texts, strict=True)]
        else:
            table.append(texts)
    if len(table) < LEAST_ROWS or not all(_aligned(cells) for cells in placed):
        return []
    return table if _is_tabular(table) and _parted(starts) else []


def _columns(rows: list[_Row]) -> list[tuple[float, float]]:
    """Return the parts of the width that texts stand in; what no text crosses lies between them."""
    spans = sorted(
        (float(cell.start), cell.start + 0.9 * _SCALE * len(cell.text)) for row in rows for cell in row
    )
    merged: list[tuple[float, float]] = []
    for start, end in spans:
        if merged and start < merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], end)
        else:
            merged.append((start, end))
    return merged


def _aligned(cells: list[_Cell]) -> bool:
    """Tell whether a column's texts begin, end or lie about one line."""
    if len(cells) < LEAST_ROWS - 1:
        return False
    for place, slack in (
        ([float(cell.start) for cell in cells], 1.5),
        ([cell.end for cell in cells], 2 * _SCALE),
        ([(cell.start + cell.end) / 2 for cell in cells], 1.5 * _SCALE),
    ):
        middle = statistics.median(place)
        if sum(abs(one - middle) <= slack for one in place) >= 0.8 * len(place):
            return True
    return False


def _parted(rows: list[list[_Cell | None]]) -> bool:
    """Tell whether the columns stand apart as columns do, not as words do."""
    for number in range(1, len(rows[0])):
        gaps = [
            right.start - left.end
            for cells in rows
            if (left := cells[number - 1]) is not None and (right := cells[number]) is not None
        ]
        if gaps and statistics.median(gaps) < 2 * _SCALE:
            return False
    return True


def _is_tabular(table: list[list[str]]) -> bool:
    columns = list(zip(*table, strict=True))
    filled = [[cell for cell in column if cell] for column in columns]
    if any(2 * len(cells) < len(table) for cells in filled) or "" in table[0][1:]:
        return False
    if all(_MARKER.fullmatch(cell) for cell in filled[0]):
        return False
    if any(_LEADER.search(cell) for row in table for cell in row):
        return False
    return sum(_is_prose(cells) for cells in filled) < 2 and not _is_contents(table)


def _is_prose(cells: list[str]) -> bool:
    words = statistics.mean(len(cell.split()) for cell in cells)
    running = sum(cell[0].islower() for cell in cells[1:]) > 0.5 * len(cells)
    return words >= (2.5 if running else 4.0)


def _is_contents(table: list[list[str]]) -> bool:
    """Tell whether titles with growing page numbers stand here."""
    last = [row[-1] for row in table]
    if len(table[0]) > 3 or not all(one.isdigit() for one in last):
        return False
    return all(int(a) <= int(b) for a, b in pairwise(last))


__all__ = ["Places", "as_markdown", "tables_of", "window_of"]
