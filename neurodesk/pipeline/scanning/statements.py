"""Sentences that assert a value or a yes or no, in a form that lets two of them be compared (SPEC K4)."""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from neurodesk.domain.markdown_text import LineKind, Outline
from neurodesk.domain.profile import NodeProfileData, NumberFact
from neurodesk.domain.sentences import sentence_spans
from neurodesk.pipeline.stem import STOP_WORDS, fold

LEAST_WORDS = 3
MOST_WORDS = 60
# Words are compared by their beginning: within one language that is stem enough, and cheap.
STEM_LETTERS = 7

_TOKEN = re.compile(r"[^\W\d_]+(?:[\d_]+[^\W_]*)*|\d+(?:[.,]\d+)*(?:\s?%)?")
_NEGATION = frozenset(
    "not no never none without cannot neither nor disabled nicht kein keine keinen keinem keiner keines nie"
    " niemals ohne weder deaktiviert".split()
)
_CONTRACTED = re.compile(r"n['’]t\b", re.IGNORECASE)
_LIST_MARK = re.compile(r"^\s*(?:>\s*)?(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?")
_STEP_WORD = frozenset(
    "step steps schritt schritte schritten chapter kapitel section abschnitt abschnitte figure part"
    " teil".split()
)
_STOP = STOP_WORDS["de"] | STOP_WORDS["en"]

Value = tuple[float, str, str, str, int, int]
"""Base value, unit ("" when unknown), as written, the folded word before it, start and end in the body."""


@dataclass(frozen=True, slots=True)
class Statements:
    """The sentences of one article, side by side.

    Attributes:
        starts, ends: offsets into the body.
        lengths: how many words of ``words`` belong to each.
        words: hashes of the content words in their order.
        negated: hash of the word that a sentence negates (1 when none follows), 0 where it does not negate.
        values: (index of the sentence, the value).
    """

    starts: array[int]
    ends: array[int]
    lengths: array[int]
    words: array[int]
    negated: array[int]
    values: tuple[tuple[int, Value], ...]


def empty_statements() -> Statements:
    """Return no statements at all."""
    return Statements(array("I"), array("I"), array("I"), array("I"), array("I"), ())


@lru_cache(maxsize=200_000)
def word_hash(word: str) -> int:
    """Return a stable 32-bit hash of a lower-case word's beginning, 0 for a word that says nothing."""
    if word in _STOP:
        return 0
    begin = fold(word)[:STEM_LETTERS]
    return int.from_bytes(blake2b(begin.encode("utf-8", "replace"), digest_size=4).digest(), "little") or 1


@lru_cache(maxsize=200_000)
def _word(token: str) -> tuple[bool, bool, int, str]:
    """Return of a word as written: it counts steps, it negates, its hash, its folded form."""
    word = token.lower()
    return word in _STEP_WORD, word in _NEGATION, word_hash(word), fold(word)


def statements_of(outline: Outline, profile: NodeProfileData) -> Statements:
    """Return the sentences outside code and headings that say enough to be compared.

    Args:
        outline: the article's body.
        profile: its stored facts; their units and values are used.
    """
    facts = {fact.start: fact for fact in profile.numbers}
    shared = [(one.start, one.end) for one in profile.shared]
    made = empty_statements()
    values: list[tuple[int, Value]] = []
    for paragraph in outline.paragraphs:
        if paragraph.kind in {LineKind.CODE, LineKind.HEADING}:
            continue
        if shared and any(start <= paragraph.start < end for start, end in shared):
            continue
        text = outline.masked[paragraph.start : paragraph.end]
        mark = _LIST_MARK.match(text)
        offset = mark.end() if mark else 0
        for start, end in sentence_spans(text[offset:], paragraph.start + offset):
            _read(outline.masked[start:end], start, end, facts, made, values)
    return Statements(made.starts, made.ends, made.lengths, made.words, made.negated, tuple(values))


def _read(
    text: str,
    start: int,
    end: int,
    facts: Mapping[int, NumberFact],
    made: Statements,
    values: list[tuple[int, Value]],
) -> None:
    words: list[int] = []
    found: list[Value] = []
    negated = 0
    negates = "'t" in text and _CONTRACTED.search(text) is not None
    before = ""
    since_step = 9
    for match in _TOKEN.finditer(text):
        token = match[0]
        since_step += 1
        if token[0].isdecimal():
            # An address is an example, a number after "step" an order: neither is a value.
            listed = match.start() == 0 and start not in facts
            if token.count(".") < 3 and since_step > 2 and not listed:
                found.append(_value(token, start + match.start(), start + match.end(), before, facts))
            elif since_step <= 2:
                since_step = 0
            continue
        steps, denies, hashed, folded = _word(token)
        if steps:
            since_step = 0
        if denies:
            negates = True
        elif hashed:
            if negates and not negated:
                negated = hashed
            words.append(hashed)
            before = folded
    if not LEAST_WORDS <= len(words) <= MOST_WORDS:
        return
    index = len(made.starts)
    made.starts.append(start)
    made.ends.append(end)
    made.lengths.append(len(words))
    made.words.extend(words)
    made.negated.append(negated or (1 if negates else 0))
    values.extend((index, one) for one in found)


def _value(token: str, start: int, end: int, before: str, facts: Mapping[int, NumberFact]) -> Value:
    fact = facts.get(start)
    if fact is not None:
        return (fact.value, fact.unit, fact.raw, before, start, end)
    plain = token.rstrip(" %")
    if plain.count(".") + plain.count(",") <= 1:
        number = float(plain.replace(",", "."))
    else:
        # A long version or a grouped number without a fact: only equal or different.
        number = float(int.from_bytes(blake2b(plain.encode(), digest_size=6).digest(), "little"))
    return (number, "%" if token.endswith("%") else "", plain, before, start, end)
