"""Tokens, clauses and content words of a passage, with offsets in the original text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import Final

from neurodesk.domain.facts.concepts import CONCEPTS, OPPOSITES
from neurodesk.domain.facts.stems import fold, stem
from neurodesk.domain.facts.words import (
    BOUNDS_LEFT,
    BOUNDS_RIGHT,
    EXCEPT_WORDS,
    FUNCTION_WORDS,
    IF_WORDS,
    MONTHS,
    MULTIPLIERS,
    NEGATORS,
    NUMBER_WORDS,
    ONLY_WORDS,
    UNITS,
    word_set,
)


class TokenKind(StrEnum):
    """What a token is: prose, a number, a date, something to be taken literally, or a mark."""

    WORD = "word"
    NUMBER = "number"
    DATE = "date"
    CODE = "code"
    MARK = "mark"


@dataclass(frozen=True, slots=True)
class Token:
    """One token.

    Attributes:
        text: as written.
        folded: lower case, umlauts spelt out.
        stem: of a word; the folded form otherwise.
        concept: what the stem stands for ("" for function words, marks, numbers).
        parts: concepts of the parts of a hyphenated word (the whole word is `concept`).
        start, end: offsets in the text.
        clause, sentence: running numbers inside the passage.
        glued: letters written directly behind a number ("8GB": "GB").
    """

    text: str
    kind: TokenKind
    folded: str
    stem: str
    concept: str
    parts: tuple[str, ...]
    start: int
    end: int
    clause: int
    sentence: int
    glued: str = ""

    @property
    def is_name(self) -> bool:
        """Whether the word is written like a name or an acronym."""
        return self.kind is TokenKind.WORD and self.text[:1].isupper()


_TOKEN: Final = re.compile(
    r"""
    (?P<url>\b[A-Za-z][A-Za-z0-9+.\-]{1,15}://[^\s<>"'`\])|]+)
  | (?P<mail>\b[\w.+\-]{1,64}@[\w\-]{1,63}(?:\.[\w\-]{1,63})+)
  | (?P<win>\b[A-Za-z]:\\[^\s"'<>|*?`]*)
  | (?P<ip4>(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?:/\d{1,2}|:\d{1,5})?(?![\w]))
  | (?P<date>(?<![\w.])(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2})|\d{1,2}/\d{1,2}/\d{4})
              (?![\w.]*\d))
  | (?P<hex>(?<![\w:])(?:[0-9a-fA-F]{1,4})?(?::[0-9a-fA-F]{0,4}){2,7}(?:/\d{1,3})?(?![\w:]))
  | (?P<time>(?<![\w:.])\d{1,2}:\d{2}(?![\w:]))
  | (?P<path>(?<![\w€$%/<])(?:~|\.{1,2}|\$\w{1,40})?(?:/[\w.@+%~{}*\-]+)+/?)
  | (?P<option>(?<![\w\-])--?[A-Za-z][\w\-]*(?:=[^\s`"']+)?)
  | (?P<num>(?<![\w])[vV]?\d{1,3}(?:[\ \u00a0\u202f'’]\d{3})+(?:[.,]\d+)?(?![\d\w.])
          |(?<![\w])[vV]?\d+(?:[.,]\d+)*)(?P<glued>[A-Za-zµ°%€$][A-Za-z/]*)?(?P<rest>[\w]*)
  | (?P<word>[^\W\d_]+(?:['’][^\W\d_]+)?(?=[^\w.\-]|[.\-](?:\W|$)|$))
  | (?P<ident>(?:\*\.|(?<![\w.])\.(?=[A-Za-z]))?\w+(?:[.\-@+]\w+)*)
  | (?P<mark>[^\s\w])
    """,
    re.VERBOSE,
)
_ABBREVIATIONS: Final = word_set(
    """
    z.b d.h u.a z.t o.g s.o i.d.r e.g i.e a.m p.m u.s v.a o.ae bzw ca etc usw min max approx nr no vs
    mind ggf evtl std sek mio mrd tsd inkl exkl zzgl dr prof st mr mrs inc ltd corp co jan feb mar apr
    jun jul aug sep sept oct okt nov dec dez abs art str
    """
)
_CLAUSE_MARKS: Final = frozenset(",;:()[]–—")
_SENTENCE_MARKS: Final = frozenset(".!?…")
# A mark followed by one of these ends no sentence ("?.", "...", "/.").
_INSIDE: Final = frozenset("./-_:,;")
_CLAUSE_WORDS: Final = word_set(
    """
    but aber sondern while whereas waehrend because weil although obwohl jedoch however doch though
    which
    """
)
_SUFFIX_AFTER_CODE: Final = re.compile(r"-[A-ZÄÖÜ][a-zäöüß]+$")
_GERMAN: Final = word_set(
    """
    der die das und ist nicht ein eine mit fuer auf den dem des sie wird werden kann zu im von es sich
    auch bei oder wenn dass nach einen einer wurde muss aus nur wie am zum zur ihr du als sind durch hat
    haben keine kein
    """
)
_ENGLISH: Final = word_set(
    """
    the and is not a an with for on of to in it you are be can this that by or if when was will from as
    at only has have no must your which were
    """
)


# Words that set the terms of a statement (negation, condition, bound): compared as such, not as subject.
_TERMS: Final = (
    NEGATORS
    | ONLY_WORDS
    | EXCEPT_WORDS
    | IF_WORDS
    | {phrase for phrase in (*BOUNDS_LEFT, *BOUNDS_RIGHT) if " " not in phrase}
)


def concept_of(word_stem: str) -> str:
    """Name what a stem stands for: its pair of opposites, its dictionary concept, or itself."""
    opposite = OPPOSITES.get(word_stem)
    return f"±{opposite[0]}" if opposite else CONCEPTS.get(word_stem, word_stem)


def _word_concept(folded: str, word_stem: str) -> str:
    if folded in FUNCTION_WORDS or folded in _TERMS or folded.endswith("n't"):
        return ""
    if folded in NUMBER_WORDS or folded in MULTIPLIERS or len(folded) < 2:
        return ""
    return concept_of(word_stem)


@lru_cache(maxsize=32768)
def _read_word(text: str) -> tuple[str, str, str, tuple[str, ...]]:
    """Fold, stem and conceive one plain or hyphenated word."""
    folded = fold(text)
    folded = folded.removesuffix("'s")
    pieces = [piece for piece in folded.split("-") if piece]
    if len(pieces) < 2:
        word_stem = stem(folded)
        return folded, word_stem, _word_concept(folded, word_stem), ()
    parts = tuple(c for c in (_word_concept(p, stem(p)) for p in pieces) if c)
    joined = stem("".join(pieces))
    listed = stem(folded)
    whole = concept_of(listed) if listed in OPPOSITES else concept_of(joined)
    return folded, joined, whole, parts


def _is_identifier(text: str) -> bool:
    """Whether a run of word characters is literal: digits, underscores, inner dots or capitals."""
    if text.strip("_").replace("-", "").isalpha():
        inner = text.replace("-", "")
        return any(a.islower() and b.isupper() for a, b in pairwise(inner)) and "-" not in text
    return True


class _Reader:
    """Turns one passage into tokens, keeping count of clauses and sentences."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[Token] = []
        self.clause = 0
        self.sentence = 0
        self.last_end = 0

    def add(self, start: int, end: int, kind: TokenKind, *, folded: str = "", glued: str = "") -> None:
        text = self.text[start:end]
        if kind is TokenKind.WORD:
            folded, word_stem, concept, parts = _read_word(text)
        else:
            folded = folded or fold(text)
            word_stem, concept, parts = folded, "", ()
            if kind is TokenKind.CODE:
                concept = folded
        self.tokens.append(
            Token(
                text, kind, folded, word_stem, concept, parts, start, end, self.clause, self.sentence, glued
            )
        )
        if kind is TokenKind.WORD and folded in _CLAUSE_WORDS:
            self.clause += 1

    def literal(self, start: int, end: int) -> None:
        """Add a literal token without trailing punctuation or a German noun hung on with a hyphen."""
        while end > start + 1 and self.text[end - 1] in ".,;:!?'\"*":
            end -= 1
        suffix = _SUFFIX_AFTER_CODE.search(self.text, start, end)
        cut = suffix.start() if suffix and suffix.start() > start else end
        self.add(start, cut, TokenKind.CODE)
        if cut < end:
            self.add(cut + 1, end, TokenKind.WORD)

    def mark(self, position: int) -> None:
        char = self.text[position]
        self.add(position, position + 1, TokenKind.MARK, folded=char)
        if char in _CLAUSE_MARKS:
            self.clause += 1
        elif char in _SENTENCE_MARKS and self.text[position + 1 : position + 2] not in _INSIDE:
            before = self.tokens[-2] if len(self.tokens) > 1 else None
            if before is None or not (
                before.folded in _ABBREVIATIONS or self._is_ordinal_point(before, position)
            ):
                self.clause += 1
                self.sentence += 1

    def _is_ordinal_point(self, before: Token, position: int) -> bool:
        """Whether a full stop makes the number before it an ordinal ("22. September")."""
        if before.kind is not TokenKind.NUMBER or before.end != position or len(before.text) > 2:
            return False
        following = re.compile(r"\s?([^\W\d_]+)").match(self.text, position + 1)
        return following is not None and (following[1][0].islower() or fold(following[1]) in MONTHS)

    def identifier(self, start: int, end: int) -> None:
        text = self.text[start:end]
        folded = fold(text)
        if folded in _ABBREVIATIONS or ("-" in text and not text.isascii()):
            self.add(start, end, TokenKind.WORD)
        elif _is_identifier(text):
            if text.replace(".", "").isalpha() and "." in text and text.split(".")[-1][:1].isupper():
                self._glued_sentences(start, text)
            else:
                self.literal(start, end)
        else:
            self.add(start, end, TokenKind.WORD)

    def _glued_sentences(self, start: int, text: str) -> None:
        """Split "end.Next": a full stop without a space behind it."""
        at = start
        for piece in text.split("."):
            if piece:
                self.add(at, at + len(piece), TokenKind.WORD)
            at += len(piece) + 1

    def number(self, match: re.Match[str]) -> None:
        start, end = match.span("num")
        glued, rest = match.group("glued") or "", match.group("rest")
        while self.text[end - 1] in ".,":
            end -= 1
        known = fold(glued.split("/")[0])
        ordinal = known in ("st", "nd", "rd", "th") or (known == "s" and self.text[start:end].isdecimal())
        if rest or (glued and not (known in UNITS or known in MULTIPLIERS or ordinal or known in "kmgtx%")):
            self.literal(start, match.end())
            return
        self.add(start, end, TokenKind.NUMBER, glued=glued)

    def read(self) -> tuple[Token, ...]:
        for match in _TOKEN.finditer(self.text):
            start, end = match.span()
            if "\n" in self.text[self.last_end : start] and self.tokens:
                self.clause += 1
                self.sentence += 1
            self.last_end = end
            group = match.lastgroup if match.group("num") is None else "num"
            if group == "num":
                self.number(match)
            elif group == "word":
                self.add(start, end, TokenKind.WORD)
            elif group == "mark":
                self.mark(start)
            elif group == "date":
                self.add(start, end, TokenKind.DATE)
            elif group == "ident":
                self.identifier(start, end)
            else:
                self.literal(start, end)
        return tuple(self.tokens)


@lru_cache(maxsize=4096)
def tokenize(text: str) -> tuple[Token, ...]:
    """Split a passage into tokens.

    Args:
        text: prose or Markdown; emphasis marks and backticks become mark tokens.

    Returns:
        The tokens in order, with offsets in `text`.
    """
    return _Reader(text).read()


@lru_cache(maxsize=4096)
def content(text: str) -> frozenset[str]:
    """Collect the concepts of a passage's content words, parts of hyphenated words included."""
    found: set[str] = set()
    for token in tokenize(text):
        if token.concept:
            found.add(token.concept)
            found.update(token.parts)
    return frozenset(found)


def sided(token: Token) -> str:
    """Name a token's concept with the side it takes: "±import+" for "imports", "±import-" for "exports"."""
    if token.concept.startswith("±"):
        opposite = OPPOSITES.get(token.stem) or OPPOSITES.get(stem(token.folded))
        return f"{token.concept}{'+' if opposite and opposite[1] > 0 else '-'}"
    return token.concept


@lru_cache(maxsize=4096)
def sided_content(text: str) -> frozenset[str]:
    """Collect the concepts of a passage like `content`, opposites kept apart."""
    found: set[str] = set()
    for token in tokenize(text):
        if token.concept:
            found.add(sided(token))
            found.update(token.parts)
    return frozenset(found)


@lru_cache(maxsize=4096)
def language(text: str) -> str:
    """Guess "de" or "en" from function words; "" when there is no hint."""
    german = english = 0
    for token in tokenize(text):
        german += token.folded in _GERMAN
        english += token.folded in _ENGLISH
    if german == english:
        umlauts = any(c in text for c in "äöüß")
        return "de" if umlauts else ""
    return "de" if german > english else "en"


def is_month(token: Token) -> bool:
    """Whether a token names a month ("may" only with a capital letter)."""
    return token.folded in MONTHS and (token.folded != "may" or token.text[0].isupper())
