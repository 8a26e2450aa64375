"""Quantities of a passage: numbers with unit, bound, range, label and neighbours; dates."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from neurodesk.domain.facts import bounds
from neurodesk.domain.facts.figures import Day, Quantities, Quantity, Unit
from neurodesk.domain.facts.numbers import ordinal_value, readings, word_value
from neurodesk.domain.facts.tokens import Token, TokenKind, is_month, language, sided, tokenize
from neurodesk.domain.facts.words import (
    FUNCTION_WORDS,
    MONTHS,
    MULTIPLIERS,
    PER_WORDS,
    PERIOD_ADVERBS,
    TIMES_WORDS,
    UNITS,
)

_RANGE_MARKS: Final = frozenset("-–—‐‑")
_RANGE_WORDS: Final = frozenset(("to", "bis", "through"))
_CURRENCY: Final = frozenset("€$£")
_GENERIC_LABELS: Final = frozenset(["version", "release", "ausgabe"])
_DATE: Final = re.compile(r"^(?:(\d{4})-(\d+)-(\d+)|(\d+)\.(\d+)\.(\d+)|(\d+)/(\d+)/(\d+))$")
_WINDOW = 7


def _contexts(
    tokens: tuple[Token, ...], first: int, last: int
) -> tuple[frozenset[str], frozenset[str], str, str]:
    """Collect the words around tokens first..last: near, in its clause, nearest before, nearest after."""
    sentence, clause = tokens[first].sentence, tokens[first].clause
    near: set[str] = set()
    own: set[str] = set()
    sides = ["", ""]
    for side, span in ((0, range(first - 1, -1, -1)), (1, range(last + 1, len(tokens)))):
        seen = 0
        for i in span:
            token = tokens[i]
            if token.sentence != sentence or seen >= _WINDOW:
                break
            if token.concept:
                concept = sided(token)
                sides[side] = sides[side] or concept
                seen += 1
                near.add(concept)
                near.update(token.parts)
                if token.clause == clause:
                    own.add(concept)
                    own.update(token.parts)
    return frozenset(near), frozenset(own), sides[0], sides[1]


class _Finder:
    def __init__(self, text: str) -> None:
        self.tokens = tokenize(text)
        self.lang = language(text)
        self.numbers: list[Quantity] = []
        self.days: list[Day] = []
        self.spent: set[int] = set()

    def at(self, i: int) -> Token | None:
        return self.tokens[i] if 0 <= i < len(self.tokens) else None

    def folded(self, i: int) -> str:
        token = self.at(i)
        return token.folded if token else ""

    # -- units ---------------------------------------------------------------------------------------------

    def unit_at(self, i: int) -> tuple[Unit, str, int] | None:
        """Read a known unit at token i: unit, spelling, index behind it."""
        token = self.at(i)
        if token is None:
            return None
        if token.folded == "per" and self.folded(i + 1) == "cent":
            return UNITS["percent"], "per cent", i + 2
        if token.folded == "°" and self.folded(i + 1) in ("c", "f"):
            return UNITS["°" + self.folded(i + 1)], "°" + self.folded(i + 1), i + 2
        if token.kind is TokenKind.WORD or token.text in "%€$£":
            unit = _unit(token.text, token.folded)
            if unit:
                behind = i + 1
                if token.text in ("%", "€", "$", "£") and self.folded(behind) == "-":
                    behind += 1
                return unit, token.text, behind
        return None

    def per_at(self, i: int) -> tuple[Unit, int] | None:
        """Read "per second", "/s", "a day", "pro Tag", "daily" at token i."""
        folded = self.folded(i)
        if folded in PERIOD_ADVERBS:
            return PERIOD_ADVERBS[folded], i + 1
        if folded in PER_WORDS:
            following = self.at(i + 1)
            unit = UNITS.get(following.folded) if following and following.kind is TokenKind.WORD else None
            if unit and unit[0] in ("time", "months") and not (folded in ("a", "an") and unit[1] < 60):
                return unit, i + 2
        return None

    # -- one number ----------------------------------------------------------------------------------------

    def multiplied(self, values: tuple[float, ...], i: int) -> tuple[tuple[float, ...], int]:
        while True:
            token = self.at(i)
            factor = MULTIPLIERS.get(token.folded) if token and token.kind is TokenKind.WORD else None
            if factor is None:
                return values, i
            if token is not None and token.folded == "billion" and self.lang == "de":
                factor = 1e12
            values = tuple(value * factor for value in values)
            i += 1
            if self.folded(i) == "." and self.at(i - 1) and self.folded(i - 1) in ("mio", "mrd", "tsd"):
                i += 1

    def value_at(self, i: int) -> tuple[tuple[float, ...], str, int, str] | None:
        """Read a number at token i: values, spelling, index behind it, glued letters."""
        token = self.at(i)
        if token is None:
            return None
        if token.kind is TokenKind.NUMBER:
            glued = token.glued
            values, behind = readings(token.text), i + 1
            if glued.lower() in MULTIPLIERS and glued:
                values, glued = tuple(v * MULTIPLIERS[glued.lower()] for v in values), ""
            elif glued == "k":
                values, glued = tuple(v * 1000 for v in values), ""
            if not glued:
                values, behind = self.multiplied(values, behind)
            return values, token.text, behind, glued
        if token.kind is TokenKind.WORD:
            value = word_value(token.folded)
            if value is None and token.folded in ("hundred", "thousand", "million", "hundert", "tausend"):
                value = 1.0
                values, behind = self.multiplied((value,), i)
                return values, token.text, behind, ""
            if value is not None:
                values, behind = self.multiplied((value,), i + 1)
                if token.folded in ("a", "half") and self.folded(behind) in ("a", "an"):
                    behind += 1
                return values, token.text, behind, ""
        return None

    def article_at(self, i: int) -> int | None:
        """Give the index of the unit that an article counts ("a week", "einen Tag")."""
        if self.folded(i) not in ("a", "an", "one", "ein", "eine", "einen", "einem", "einer", "eines"):
            return None
        unit = UNITS.get(self.folded(i + 1))
        token = self.at(i + 1)
        if (
            unit
            and token
            and token.kind is TokenKind.WORD
            and unit[0] in ("time", "months")
            and len(token.text) > 2
        ):
            return i + 1
        return None

    def read(self) -> Quantities:
        i = 0
        while i < len(self.tokens):
            i = self.read_at(i)
        return Quantities(tuple(self.numbers), tuple(self.days), frozenset(self.spent))

    def read_at(self, i: int) -> int:
        token = self.tokens[i]
        if token.kind is TokenKind.DATE:
            self.add_day(i, i, _date_readings(token.text))
            return i + 1
        if token.kind is TokenKind.WORD and is_month(token):
            return self.read_month(i)
        if token.kind is TokenKind.NUMBER and self.starts_day(i):
            return self.read_day_first(i)
        if token.kind is TokenKind.WORD and token.folded in TIMES_WORDS:
            per = self.per_at(i + 1)
            if per is None and TIMES_WORDS[token.folded] == 1:
                return i + 1  # "once it runs", "einmal" alone count nothing
            last = per[1] - 1 if per else i
            self.add(
                i, last, token.text, "times", (TIMES_WORDS[token.folded],), unit=UNITS["times"],
                per=per[0] if per else None,
            )  # fmt: skip
            return last + 1
        period = self.period_at(i)
        if period is not None:
            return period
        ordinal = self.ordinal_at(i)
        if ordinal is not None:
            return ordinal
        if self.is_list_number(i):
            return i + 1
        article = self.article_at(i)
        if article is not None:
            unit = UNITS[self.folded(article)]
            self.add(
                i, article, token.text, "number", (1.0,), unit=unit, unit_text=self.folded(article),
                soft=token.folded != "one",
            )  # fmt: skip
            return article + 1
        value = self.value_at(i)
        if value is None or not (value[0] or token.kind is TokenKind.NUMBER):
            return i + 1
        return self.read_number(i, value)

    def period_at(self, i: int) -> int | None:
        """Read "daily", "jeden Tag": once in that time, where no number says how often."""
        folded = self.folded(i)
        every = folded in ("every", "each", "jede", "jeden", "jedes")
        if folded not in PERIOD_ADVERBS and not every:
            return None
        per = self.per_at(i)
        if per is None:
            return None
        self.add(
            i, per[1] - 1, self.tokens[i].text, "times", (1.0,), unit=UNITS["times"], per=per[0], soft=True
        )
        return per[1]

    # -- ordinals and list numbers -------------------------------------------------------------------------

    def ordinal_at(self, i: int) -> int | None:
        token = self.tokens[i]
        if token.kind is TokenKind.WORD:
            value = ordinal_value(token.folded)
            if value == 8 and not self.names_follow(i):
                return None  # "Achte darauf" is a verb
            if value is None or (token.folded in ("second", "seconds") and i and self.value_at(i - 1)):
                return None
            self.add(i, i, token.text, "ordinal", (float(value),))
            return i + 1
        if token.kind is TokenKind.NUMBER and token.glued.lower() in ("st", "nd", "rd", "th"):
            self.add(i, i, token.text, "ordinal", readings(token.text))
            return i + 1
        following = self.at(i + 2)
        if (
            token.kind is TokenKind.NUMBER
            and token.text.isdecimal()
            and len(token.text) <= 2
            and not token.glued
            and self.folded(i + 1) == "."
            and following is not None
            and following.sentence == token.sentence
            and following.kind is TokenKind.WORD
        ):
            self.add(i, i, token.text, "ordinal", readings(token.text))
            return i + 2
        return None

    def names_follow(self, i: int) -> bool:
        """Whether a capitalised noun follows, as behind a German ordinal."""
        following = self.at(i + 1)
        return self.folded(i) == "eighth" or (
            following is not None and following.is_name and following.folded not in FUNCTION_WORDS
        )

    def is_list_number(self, i: int) -> bool:
        """Whether a number only counts list items: it opens its line and a point or bracket follows."""
        token = self.tokens[i]
        if token.kind is not TokenKind.NUMBER or self.folded(i + 1) not in (".", ")"):
            return False
        before = self.at(i - 1)
        opens = before is None or before.sentence != token.sentence
        following = self.at(i + 2)
        return opens and following is not None and len(token.text) <= 2

    # -- dates -----------------------------------------------------------------------------------------------

    def starts_day(self, i: int) -> bool:
        j = i + 2 if self.folded(i + 1) == "." else i + 1
        j = j + 1 if self.folded(j) == "of" else j
        month = self.at(j)
        token = self.tokens[i]
        return (
            month is not None
            and is_month(month)
            and len(token.text) <= 2
            and token.text.isdecimal()
            and 1 <= int(token.text) <= 31
        )

    def year_at(self, i: int) -> int:
        token = self.at(i)
        if token and token.kind is TokenKind.NUMBER and not token.glued and _is_year(token.text):
            return int(token.text)
        return 0

    def read_day_first(self, i: int) -> int:
        day = int(self.tokens[i].text)
        j = i + 2 if self.folded(i + 1) == "." else i + 1
        j = j + 1 if self.folded(j) == "of" else j
        month = MONTHS[self.folded(j)]
        k = j + 2 if self.folded(j + 1) in (",", ".") else j + 1
        year = self.year_at(k)
        last = k if year else j
        self.add_day(i, last, ((year, month, day),))
        return last + 1

    def read_month(self, i: int) -> int:
        month = MONTHS[self.folded(i)]
        day_token = self.at(i + 1)
        day, last = 0, i
        if (
            day_token
            and day_token.kind is TokenKind.NUMBER
            and day_token.text.isdecimal()
            and len(day_token.text) <= 2
            and 1 <= int(day_token.text) <= 31
        ):
            day, last = int(day_token.text), i + 1
        k = last + 2 if self.folded(last + 1) in (",", ".") else last + 1
        year = self.year_at(k)
        last = k if year else last
        if (
            not day
            and not year
            and self.tokens[i].folded in ("may", "mar", "dec", "march", "sep", "jun", "mai")
        ):
            before = self.folded(i - 1)
            if before not in (
                "in",
                "im",
                "since",
                "until",
                "bis",
                "seit",
                "of",
                "by",
                "early",
                "late",
                "mid",
            ):
                return i + 1
        self.add_day(i, last, ((year, month, day),))
        return last + 1

    def add_day(self, first: int, last: int, dates: tuple[tuple[int, int, int], ...]) -> None:
        near, _, _, _ = _contexts(self.tokens, first, last)
        start, end = self.tokens[first].start, self.tokens[last].end
        text = " ".join(t.text for t in self.tokens[first : last + 1])
        found = bounds.find(self.tokens, first, last)
        self.spent.update(found.spent)
        self.days.append(Day(text, dates, start, end, near, found.bound))

    # -- assembling ------------------------------------------------------------------------------------------

    def read_number(self, i: int, value: tuple[tuple[float, ...], str, int, str]) -> int:
        values, text, behind, glued = value
        first_unit = None if glued else self.unit_at(behind)
        upto: tuple[float, ...] = ()
        upper = self.range_at(i, first_unit[2] if first_unit else behind, values)
        if upper is not None:
            upto, behind, glued = upper[0], upper[2], upper[3] or glued
            text = f"{text}-{upper[1]}"
            first_unit = None
        unit, unit_text, behind = self.unit_of(glued, behind, first_unit)
        kind, unit, behind = self.kind_of(i, glued, unit, behind, ranged=bool(upto))
        before = self.at(i - 1)
        first = i
        if unit is None and before is not None and before.text in _CURRENCY:
            unit, unit_text, first = UNITS[before.text], before.text, i - 1
        per = self.per_at(behind) if kind == "number" else None
        if per:
            behind = per[1]
        elif unit is None and kind == "number":
            per = self.per_behind_noun(behind)
        self.add(
            first, max(behind - 1, i), text, kind, values, upto=upto, unit=unit, unit_text=unit_text,
            per=per[0] if per else None,
        )  # fmt: skip
        return max(behind, i + 1)

    def range_at(
        self, i: int, mark: int, values: tuple[float, ...]
    ) -> tuple[tuple[float, ...], str, int, str] | None:
        """Read the upper end of "10-20", "10 bis 20", "between 10 and 20"."""
        joint = self.folded(mark)
        between = joint in ("and", "und") and self.folded(i - 1) in ("between", "zwischen")
        if not (joint in _RANGE_MARKS or joint in _RANGE_WORDS or between):
            return None
        upper = self.value_at(mark + 1)
        if upper is None or not upper[0] or upper[0][-1] <= min(values or (0.0,)):
            return None
        if between:
            self.spent.add(i - 1)
        return upper

    def kind_of(
        self, i: int, glued: str, unit: Unit | None, behind: int, *, ranged: bool
    ) -> tuple[str, Unit | None, int]:
        """Tell years and decades from plain numbers."""
        token = self.tokens[i]
        if glued == "s" and token.text.isdecimal() and len(token.text) == 4:
            return "decade", None, behind
        if (
            unit is None
            and not glued
            and not ranged
            and _is_year(token.text)
            and token.kind is TokenKind.NUMBER
        ):
            if self.folded(behind) == "'" and self.folded(behind + 1) == "s":
                return "decade", None, behind + 2
            return "year", None, behind
        return "number", unit, behind

    def per_behind_noun(self, behind: int) -> tuple[Unit, int] | None:
        """Read the rate of "10 requests per minute", where the counted thing stands between."""
        for i in range(behind + 1, behind + 4):
            token = self.at(i - 1)
            if token is None or token.kind is not TokenKind.WORD or token.folded in PER_WORDS:
                return None
            if self.folded(i) in ("per", "pro", "je", "/") or self.folded(i) in PERIOD_ADVERBS:
                return self.per_at(i)
        return None

    def unit_of(
        self, glued: str, behind: int, first: tuple[Unit, str, int] | None
    ) -> tuple[Unit | None, str, int]:
        """Find the unit: glued to the number, behind it, or behind a hyphen ("7-day")."""
        if glued:
            head = glued.partition("/")[0]
            unit = _unit(head, head.lower())
            if unit is None and head in ("K", "M", "G", "T"):
                unit = ("size", 1000.0 ** ("KMGT".index(head) + 1))
            return unit, glued, behind
        found = first or self.unit_at(behind)
        if found is None and self.folded(behind) in _RANGE_MARKS:
            found = self.unit_at(behind + 1)
        return found or (None, "", behind)

    def add(
        self,
        first: int,
        last: int,
        text: str,
        kind: str,
        values: tuple[float, ...],
        *,
        upto: tuple[float, ...] = (),
        unit: Unit | None = None,
        unit_text: str = "",
        per: Unit | None = None,
        soft: bool = False,
    ) -> None:
        near, own, before, after = _contexts(self.tokens, first, last)
        label, label_text = self.label(first)
        noun, nouns = ("", ()) if unit else self.nouns(last + 1)
        found = bounds.find(self.tokens, first, last)
        self.spent.update(found.spent)
        if (len(text.split(".")) > 2 and not values) or (text[:1] in "vV" and text[1:2].isdecimal()):
            kind = "version"
        self.numbers.append(
            Quantity(
                text,
                kind,
                values,
                self.tokens[first].start,
                self.tokens[last].end,
                first,
                upto,
                unit,
                unit_text,
                noun,
                nouns,
                per,
                found.bound,
                label,
                label_text,
                before,
                after,
                near,
                own,
                soft,
            )
        )

    def label(self, first: int) -> tuple[str, str]:
        """Name the word directly before a number that says what it is the number of."""
        i = first - 1
        if self.folded(i) in ("`", '"', ":", "v", "*", "'"):
            i -= 1
        token = self.at(i)
        if token is None or token.kind not in (TokenKind.WORD, TokenKind.CODE) or not token.concept:
            return "", ""
        if (
            token.folded in _GENERIC_LABELS
            and (name := self.at(i - 1)) is not None
            and name.is_name
            and name.concept
        ):
            return sided(name), name.text
        return sided(token), token.text

    def nouns(self, behind: int) -> tuple[str, tuple[str, ...]]:
        """Collect the words close behind a number: what it counts, where no list knows the unit."""
        found: list[str] = []
        i = behind
        first = ""
        if self.folded(i) in _RANGE_MARKS:
            i += 1
        for offset in range(3):
            token = self.at(i + offset)
            if (
                token is None
                or token.kind is not TokenKind.WORD
                or (token.folded in FUNCTION_WORDS and not found)
            ):
                break
            if token.concept:
                if offset == 0:
                    first = sided(token)
                found.append(sided(token))
                found.extend(token.parts)
        return first, tuple(found)


def _unit(text: str, folded: str) -> Unit | None:
    """Look a unit up; "Gb" and "Mb" with a small b are bits, "M" alone is no metre."""
    if len(text) == 2 and text[0] in "KMGT" and text[1] == "b":
        return "size_bit", 0.125 * 1000.0 ** ("KMGT".index(text[0]) + 1)
    if text in ("D", "H", "S", "M", "V", "W", "X"):
        return None if text not in ("V", "W") else UNITS[folded]
    if text == "MW":
        return "power", 1e6
    return UNITS.get(folded) or UNITS.get(folded.removesuffix("s") if len(folded) > 4 else folded)


def _is_year(text: str) -> bool:
    return len(text) == 4 and text.isdecimal() and 1000 <= int(text) <= 2199


def _date_readings(text: str) -> tuple[tuple[int, int, int], ...]:
    match = _DATE.match(text)
    assert match is not None
    groups = match.groups()
    if groups[0]:
        return ((int(groups[0]), int(groups[1]), int(groups[2])),)
    if groups[3]:
        year = int(groups[5]) + (2000 if len(groups[5]) == 2 else 0)
        return ((year, int(groups[4]), int(groups[3])),)
    one, other, year = int(groups[6]), int(groups[7]), int(groups[8])
    both = [(year, one, other), (year, other, one)]
    return tuple(sorted({date for date in both if 1 <= date[1] <= 12}))


@lru_cache(maxsize=4096)
def find_quantities(text: str) -> Quantities:
    """Find the quantities and dates of a passage.

    Args:
        text: prose or Markdown.

    Returns:
        Numbers and dates in the order of the text, each with its neighbours.
    """
    return _Finder(text).read()
