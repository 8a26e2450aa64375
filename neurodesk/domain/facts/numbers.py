"""Reading numbers: German and English spellings, number words, and what a spelling may mean."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from neurodesk.domain.facts.words import MULTIPLIERS, NUMBER_WORDS, ORDINALS

_GROUPS: Final = re.compile(r"[ \u00a0\u202f'’]")
_TENS: Final = {word: value for word, value in NUMBER_WORDS.items() if value >= 20 and value % 10 == 0}
_ONES: Final = {
    **{word: value for word, value in NUMBER_WORDS.items() if 1 <= value <= 9 and value == int(value)},
    "ein": 1.0,
}
_GERMAN_TENS: Final = re.compile(rf"^({'|'.join(_ONES)})und({'|'.join(_TENS)})$")


@lru_cache(maxsize=8192)
def readings(text: str) -> tuple[float, ...]:
    """Give every value that a spelling of a number may have.

    "1.234" is 1234 in German and 1.234 in English; both are returned, so that a spelling of one
    language can agree with the other's.

    Args:
        text: digits with any of ``.``, ``,``, blanks and apostrophes between them; a leading "v" is ignored.

    Returns:
        Values in ascending order; empty for a list or a version with several dots.
    """
    digits = _GROUPS.sub("", text.lower().lstrip("v"))
    dots, commas = digits.count("."), digits.count(",")
    if not dots and not commas:
        return (float(digits),)
    if dots and commas:
        decimal = "." if digits.rfind(".") > digits.rfind(",") else ","
        grouping = "," if decimal == "." else "."
        if digits.count(decimal) > 1:
            return ()
        return (float(digits.replace(grouping, "").replace(decimal, ".")),)
    mark = "." if dots else ","
    groups = digits.split(mark)
    grouped = all(len(group) == 3 for group in groups[1:]) and 1 <= len(groups[0]) <= 3 and groups[0] != "0"
    if len(groups) > 2:
        return (float("".join(groups)),) if grouped else ()
    values = {float(digits.replace(mark, "."))}
    if grouped:
        values.add(float("".join(groups)))
    return tuple(sorted(values))


@lru_cache(maxsize=8192)
def word_value(folded: str) -> float | None:
    """Give the value of a number word ("twelve", "fuenfundzwanzig", "twenty-five"); None when it is none."""
    if folded in NUMBER_WORDS:
        return NUMBER_WORDS[folded]
    composed = _GERMAN_TENS.match(folded)
    if composed:
        return _ONES[composed[1]] + _TENS[composed[2]]
    left, hyphen, right = folded.partition("-")
    if hyphen and left in _TENS and right in _ONES:
        return _TENS[left] + _ONES[right]
    for multiplier in ("hundert", "tausend"):
        if folded.endswith(multiplier) and folded != multiplier:
            head = _ONES.get(folded[: -len(multiplier)]) or NUMBER_WORDS.get(folded[: -len(multiplier)])
            if head:
                return head * MULTIPLIERS[multiplier]
    return None


@lru_cache(maxsize=8192)
def ordinal_value(folded: str) -> int | None:
    """Give the value of an ordinal word ("third", "dritten"); None when it is none."""
    if folded in ORDINALS:
        return ORDINALS[folded]
    for ending in ("en", "er", "es", "em", "e"):
        if folded.endswith(ending) and folded[: -len(ending)] in ORDINALS:
            return ORDINALS[folded[: -len(ending)]]
    return 8 if folded in ("achte", "achten", "achter", "achtes") else None
