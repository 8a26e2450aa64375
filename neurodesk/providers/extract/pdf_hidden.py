"""Text of a PDF page that nobody sees: white on white, tiny, invisible, transparent, beside the page.

A page says in which colour, size and mode each text is shown, and what was painted below it. Whatever leaves
doubt counts as seen: text on anything that was painted, text inside an embedded drawing, unseen text over a
picture (the layer that reads a scan aloud), and a page of which the larger part would be hidden.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

Box = tuple[float, float, float, float]
_SHOWS = frozenset({b"Tj", b"TJ", b"'", b'"'})
_FILLS = frozenset({b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*"})
_WHITE = 0.98
TINY_PT = 1.0
MAX_BOXES = 5_000
_INVISIBLE_MODE = 3
_LETTER = 0.6  # of its size: the usual width


@dataclass(frozen=True, slots=True)
class _State:
    """What the page's graphics state says about text: part of what ``q`` keeps and ``Q`` brings back."""

    white: bool = False
    space: str = "/DeviceGray"
    mode: int = 0
    size: float = 0.0
    clear: bool = False


@dataclass(slots=True)
class _Suspect:
    index: int
    why: str
    at: tuple[float, float]
    letters: int


@dataclass(slots=True)
class HiddenTexts:
    """Follows a page's operators, as ``visitor_operand_before`` and ``..._after`` give them."""

    page: Any
    _now: _State = field(default_factory=_State)
    _kept: list[_State] = field(default_factory=list)
    _path: list[tuple[float, float]] = field(default_factory=list)
    _painted: list[Box] = field(default_factory=list)
    _pictures: list[Box] = field(default_factory=list)
    _suspects: list[_Suspect] = field(default_factory=list)
    _shows: int = 0
    _letters: int = 0
    _outer: list[_State] = field(default_factory=list)
    _all_painted: bool = False

    def before(self, operator: bytes, operands: Any, cm: Any, tm: Any) -> None:
        """Take an operator of the page."""
        if operator == b"Do":
            if not self._outer:
                self._drawing(operands, cm)
            self._outer.append(self._now)
        elif operator in _SHOWS:
            self._show(operator, operands, cm, tm)
        elif not self._outer:
            self._change(operator, operands, cm)

    def after(self, operator: bytes, _operands: Any, _cm: Any, _tm: Any) -> None:
        """Take the end of an operator: an embedded drawing leaves the state as it was."""
        if operator == b"Do" and self._outer:
            self._now = self._outer.pop()

    def hidden(self) -> dict[int, str]:
        """Return which shows of the page nobody sees, by their number, and why."""
        found = {
            one.index: one
            for one in self._suspects
            if one.why != "invisible" or not _inside(one.at, self._pictures)
        }
        if 2 * sum(one.letters for one in found.values()) > self._letters:
            return {}
        return {index: one.why for index, one in found.items()}

    # -- the graphics state ---------------------------------------------------------------------------

    def _change(self, operator: bytes, operands: Any, cm: Any) -> None:
        numbers = [float(one) for one in operands if isinstance(one, int | float)]
        now = self._now
        if operator == b"q":
            self._kept.append(now)
        elif operator == b"Q":
            self._now = self._kept.pop() if self._kept else now
        elif operator in {b"g", b"rg"} and numbers:
            self._now = replace(now, white=min(numbers) >= _WHITE)
        elif operator == b"k" and numbers:
            self._now = replace(now, white=max(numbers) <= 1 - _WHITE)
        elif operator == b"cs" and operands:
            self._now = replace(now, white=False, space=str(operands[0]))
        elif operator in {b"sc", b"scn"}:
            self._now = replace(now, white=_is_white(numbers, now.space, len(operands)))
        elif operator == b"Tr" and numbers:
            self._now = replace(now, mode=int(numbers[0]))
        elif operator == b"Tf" and numbers:
            self._now = replace(now, size=numbers[0])
        elif operator == b"gs" and operands:
            self._now = replace(now, clear=self._is_clear(str(operands[0]), now.clear))
        elif operator == b"sh":
            self._all_painted = True
        else:
            self._draw(operator, numbers, cm)

    def _is_clear(self, name: str, before: bool) -> bool:
        try:
            opacity = self.page["/Resources"]["/ExtGState"][name].get_object().get("/ca")
        except (KeyError, TypeError, AttributeError):
            return before
        return before if opacity is None else float(opacity) <= 1 - _WHITE

    # -- what lies below ------------------------------------------------------------------------------

    def _draw(self, operator: bytes, numbers: list[float], cm: Any) -> None:
        if operator == b"re" and len(numbers) == 4:
            x, y, width, height = numbers
            self._path += [_placed(cm, one, two) for one in (x, x + width) for two in (y, y + height)]
        elif operator in {b"m", b"l", b"c", b"v", b"y"}:
            self._path += [_placed(cm, *numbers[i : i + 2]) for i in range(0, len(numbers) - 1, 2)]
        elif operator in _FILLS:
            if self._path and not self._now.white and not self._now.clear:
                self._paint(self._painted, self._path)
            self._path = []
        elif operator in {b"n", b"S", b"s"}:
            self._path = []

    def _drawing(self, operands: Any, cm: Any) -> None:
        corners = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)]
        picture = True
        try:
            drawn = self.page["/Resources"]["/XObject"][str(operands[0])].get_object()
            picture = drawn.get("/Subtype") != "/Form"
            if not picture:
                left, low, right, high = (float(one) for one in drawn["/BBox"])
                matrix = [float(one) for one in drawn.get("/Matrix", (1, 0, 0, 1, 0, 0))]
                corners = [_placed(matrix, x, y) for x in (left, right) for y in (low, high)]
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            self._all_painted = True
        points = [_placed(cm, x, y) for x, y in corners]
        self._paint(self._painted, points)
        if picture:
            self._paint(self._pictures, points)

    def _paint(self, boxes: list[Box], points: list[tuple[float, float]]) -> None:
        if len(boxes) >= MAX_BOXES:
            self._all_painted = True
            return
        across, up = zip(*points, strict=True)
        boxes.append((min(across), min(up), max(across), max(up)))

    # -- texts ----------------------------------------------------------------------------------------

    def _show(self, operator: bytes, operands: Any, cm: Any, tm: Any) -> None:
        index, letters = self._shows, _letters_of(operator, operands)
        self._shows += 1
        self._letters += letters
        if self._outer or not letters:
            return
        # The height of a letter: what the two matrices make of one unit up.
        up = (tm[2] * cm[0] + tm[3] * cm[2], tm[2] * cm[1] + tm[3] * cm[3])
        size = abs(self._now.size) * (up[0] ** 2 + up[1] ** 2) ** 0.5
        x, y = _placed(cm, tm[4], tm[5])
        at = (x + size * _LETTER / 2, y + size * 0.3)
        why = self._reason(at, size, size * _LETTER * letters)
        if why:
            self._suspects.append(_Suspect(index, why, at, letters))

    def _reason(self, at: tuple[float, float], size: float, length: float) -> str:
        now = self._now
        if 0 < size <= TINY_PT:
            return "tiny"
        if now.clear:
            return "transparent"
        if now.mode == _INVISIBLE_MODE:
            return "invisible"
        if self._is_beside(at, size, length):
            return "off_page"
        if now.white and now.mode == 0 and not self._all_painted and not _inside(at, self._painted):
            return "white"
        return ""

    def _is_beside(self, at: tuple[float, float], size: float, length: float) -> bool:
        """Tell whether no part of a text, whichever way it runs, can reach the page."""
        box = self.page.mediabox
        reach = max(length, size) + size
        return not (
            float(box.left) - reach <= at[0] <= float(box.right) + reach
            and float(box.bottom) - reach <= at[1] <= float(box.top) + reach
        )


@dataclass(slots=True)
class OnlyShows:
    """Leaves of a page only the shows with these numbers, or all but these; the rest is emptied."""

    numbers: frozenset[int]
    kept: bool
    _shows: int = 0

    def before(self, operator: bytes, operands: Any, _cm: Any, _tm: Any) -> None:
        """Take an operator; what is not wanted shows nothing."""
        if operator not in _SHOWS:
            return
        wanted = (self._shows in self.numbers) is self.kept
        self._shows += 1
        if not wanted and operands:
            # "'" and '"' move to the next line too, so that they stay, with nothing to show.
            operands[-1] = type(operands[-1])()


def _is_white(numbers: list[float], space: str, given: int) -> bool:
    if len(numbers) != given:  # a pattern
        return False
    if len(numbers) == 1:  # in a space of its own one may well be full ink
        return space == "/DeviceGray" and numbers[0] >= _WHITE
    if len(numbers) == 3:
        return min(numbers) >= _WHITE
    return len(numbers) == 4 and max(numbers) <= 1 - _WHITE


def _letters_of(operator: bytes, operands: Any) -> int:
    if not operands:
        return 0
    if operator == b"TJ":
        parts = operands[0] if isinstance(operands[0], list) else []
        return sum(len(one) for one in parts if isinstance(one, str | bytes))
    return len(operands[-1]) if isinstance(operands[-1], str | bytes) else 0


def _placed(matrix: Any, x: float, y: float) -> tuple[float, float]:
    return x * matrix[0] + y * matrix[2] + matrix[4], x * matrix[1] + y * matrix[3] + matrix[5]


def _inside(at: tuple[float, float], boxes: list[Box]) -> bool:
    return any(left <= at[0] <= right and low <= at[1] <= high for left, low, right, high in boxes)
