"""What a number or a date of a passage is: value, unit, bound, label, neighbours."""

from __future__ import annotations

from dataclasses import dataclass

Unit = tuple[str, float]


@dataclass(frozen=True, slots=True)
class Quantity:
    """One number of a passage with all that gives it a meaning.

    Attributes:
        text: the number as written.
        kind: number, ordinal, year, decade or version.
        values: what the number may be, multipliers applied; the lower end of a range.
        upto: the upper end of a range; empty otherwise.
        unit: (dimension, factor to its base) of a known unit.
        noun: concept of the word that follows where the unit is in no list ("" when nothing follows).
        nouns: concepts of the words near behind it.
        per: the time it is counted by ("per second").
        bound: "", ge, gt, le, lt, approx, or "?word" for a comparison in no list.
        label: concept of the word that names it from before ("port 22", "Debian 12").
        before, after: concepts of the nearest content words.
        context: concepts of the words around it in its sentence.
        clause_context: concepts of its own clause only.
        soft: an article or pronoun that may count ("a week"): compared only with what is there.
    """

    text: str
    kind: str
    values: tuple[float, ...]
    start: int
    end: int
    index: int
    upto: tuple[float, ...] = ()
    unit: Unit | None = None
    unit_text: str = ""
    noun: str = ""
    nouns: tuple[str, ...] = ()
    per: Unit | None = None
    bound: str = ""
    label: str = ""
    label_text: str = ""
    before: str = ""
    after: str = ""
    context: frozenset[str] = frozenset()
    clause_context: frozenset[str] = frozenset()
    soft: bool = False

    @property
    def parts(self) -> tuple[str, ...]:
        """The components of a version or a plain number, as written."""
        return tuple(self.text.lower().lstrip("v").split("."))


@dataclass(frozen=True, slots=True)
class Day:
    """A date, as far as it is given.

    Attributes:
        readings: (year, month, day) with 0 for what is not given; several for "05/06/2024".
    """

    text: str
    readings: tuple[tuple[int, int, int], ...]
    start: int
    end: int
    context: frozenset[str]
    bound: str = ""


@dataclass(frozen=True, slots=True)
class Quantities:
    """All quantities and dates of a passage, and the tokens spent on bounds (negators among them)."""

    numbers: tuple[Quantity, ...]
    days: tuple[Day, ...]
    spent: frozenset[int]
