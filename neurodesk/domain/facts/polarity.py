"""Negation, conditions and opposites: who says not, only, except, unless, if, and about what."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from neurodesk.domain.facts.concepts import OPPOSITES
from neurodesk.domain.facts.quantities import find_quantities
from neurodesk.domain.facts.stems import stem
from neurodesk.domain.facts.tokens import Token, TokenKind, tokenize
from neurodesk.domain.facts.words import (
    DENIERS,
    EXCEPT_PHRASES,
    EXCEPT_WORDS,
    IF_PHRASES,
    IF_WORDS,
    NEGATOR_EXCUSES,
    NEGATOR_PHRASES,
    NEGATORS,
    ONLY_WORDS,
    word_set,
)

_NEGATED_PREFIXES: Final = ("un", "non", "nicht", "in", "im", "ir", "il", "dis", "miss", "mis", "de", "anti")
_NEGATED_SUFFIXES: Final = ("los", "less", "frei", "free", "leer")
_PREFIX_PAIRS: Final = (
    ("ver", "ent"), ("be", "ent"), ("an", "ab"), ("ein", "aus"), ("auf", "zu"), ("auf", "ab"), ("up", "down"),
    ("over", "under"), ("in", "out"), ("in", "ex"),
    ("im", "ex"), ("pre", "post"), ("vor", "nach"),
    ("ober", "unter"), ("ueber", "unter"), ("innen", "aussen"), ("inner", "outer"), ("en", "dis"),
    ("in", "de"),
    ("hoch", "herunter"), ("hoch", "nieder"), ("hinauf", "hinab"), ("hinein", "heraus"), ("links", "rechts"),
    ("vorder", "hinter"), ("fore", "back"), ("as", "des"), ("con", "dis"), ("zu", "ab"),
)  # fmt: skip
_SUFFIX_PAIRS: Final = (
    ("ful", "less"), ("voll", "los"), ("frei", "pflichtig"), ("frei", "haltig"), ("reich", "arm"),
    ("on", "off"),
    ("stark", "schwach"), ("fest", "los"),
)  # fmt: skip
_DENIER_STEMS: Final = frozenset(stem(word) for word in DENIERS)
_REACH = 4
_PREPOSITIONS: Final = word_set("in at on by under to with auf in zu an unter mit bei aus von")
_SET_PHRASES: Final = frozenset(
    (("in", "short"), ("kurz", "gesagt"), ("at", "last"), ("in", "kuerze"), ("vor", "allem"), ("nach", "wie"),
     ("so", "long"), ("as", "long"), ("good", "to"), ("gut", "zu"))
)  # fmt: skip
_MEASURES: Final = word_set(
    """
    time times way ways respect means circumstances account degree extent point moment stage event case
    cost condition conditions zeit weise fall umstaenden hinsicht moment augenblick art punkt stelle
    zeitpunkt mass preis bedingungen grund beziehung falle
    """
)


@dataclass(frozen=True, slots=True)
class Cue:
    """One word or phrase that sets a term.

    Attributes:
        kind: not, only, except or if.
        text: as written.
        clause, sentence: where it stands.
        start, end: offsets in the text.
        target: concept of the word it most likely governs.
        governed: concepts near it in its clause.
        behind: those of them that follow it.
        scope: concepts of its whole clause.
        index: index of its last token.
    """

    kind: str
    text: str
    clause: int
    sentence: int
    start: int
    end: int
    target: str
    governed: frozenset[str]
    behind: frozenset[str]
    scope: frozenset[str]
    index: int


@dataclass(frozen=True, slots=True)
class Sign:
    """A concept with its opposite: which of the two sides a passage states."""

    name: str
    sign: int
    text: str
    governed: frozenset[str]
    following: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Polarity:
    """Cues and signed concepts of a passage."""

    cues: tuple[Cue, ...]
    signs: tuple[Sign, ...]


def is_negator(token: Token) -> bool:
    """Whether a word denies by itself: listed, "…n't", or a form of "kein"."""
    folded = token.folded
    return folded in NEGATORS or folded.endswith("n't") or (folded.startswith("kein") and len(folded) <= 8)


def _by_first(phrases: tuple[tuple[str, ...], ...]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Index phrases by their first word, longest first."""
    index: dict[str, list[tuple[str, ...]]] = {}
    for phrase in sorted(phrases, key=lambda p: (-len(p), p)):
        index.setdefault(phrase[0], []).append(phrase)
    return {first: tuple(found) for first, found in index.items()}


_NEGATING_PHRASES: Final = _by_first(NEGATOR_PHRASES)
_EXCEPTING_PHRASES: Final = _by_first(EXCEPT_PHRASES)
_CONDITION_PHRASES: Final = _by_first(IF_PHRASES)


def _phrase_at(tokens: tuple[Token, ...], i: int, phrases: dict[str, tuple[tuple[str, ...], ...]]) -> int:
    for phrase in phrases.get(tokens[i].folded, ()):
        if tuple(t.folded for t in tokens[i : i + len(phrase)]) == phrase:
            return len(phrase)
    return 0


def _adverbial_at(tokens: tuple[Token, ...], i: int) -> int:
    """Read "at no time", "zu keiner Zeit": preposition, "no", a word that only measures."""
    if i + 2 >= len(tokens) or tokens[i].folded not in _PREPOSITIONS:
        return 0
    no = tokens[i + 1].folded
    return 3 if (no == "no" or no.startswith("kein")) and tokens[i + 2].folded in _MEASURES else 0


def _is_attribute(tokens: tuple[Token, ...], i: int) -> bool:
    """Whether a denying participle only describes a noun: "rejected mail", "gescheiterte Anmeldungen"."""
    if i + 1 >= len(tokens) or not tokens[i + 1].concept or tokens[i + 1].clause != tokens[i].clause:
        return False
    word, following = tokens[i].folded, tokens[i + 1]
    if word.endswith(("te", "ten", "ter", "tes", "tem", "ene", "enen", "ener", "enes")) and following.is_name:
        return True
    behind = tokens[i + 2].folded if i + 2 < len(tokens) else ""
    return (
        word.endswith(("ed", "en")) and behind not in ("to", "from") and not following.folded.endswith("ing")
    )


def _is_excused(tokens: tuple[Token, ...], i: int) -> bool:
    following = tokens[i + 1].folded if i + 1 < len(tokens) else ""
    before = tokens[i - 1].folded if i else ""
    if tokens[i].folded in ("not", "nicht", "no") and following in NEGATOR_EXCUSES:
        # "cannot just add" denies, "not just A but also B" does not.
        rest = {t.folded for t in tokens[i + 2 : i + 30] if t.sentence == tokens[i].sentence}
        return following != "just" or not rest.isdisjoint(("but", "also"))
    if tokens[i].folded == "no" and following in (".", ":") and tokens[i].text != "no":
        return True
    # "ohne weiteres" and "not least" affirm; "if not" as an aside too.
    return (tokens[i].folded, following) in (("ohne", "weiteres"), ("not", "least")) or before == "ob"


def _kind_at(tokens: tuple[Token, ...], i: int) -> tuple[str, int]:
    """Say which term starts at token i and how many tokens it takes."""
    token = tokens[i]
    if token.kind is not TokenKind.WORD:
        return "", 0
    length = _phrase_at(tokens, i, _NEGATING_PHRASES) or _adverbial_at(tokens, i)
    if length:
        return "not", length
    length = _phrase_at(tokens, i, _EXCEPTING_PHRASES)
    if length:
        return "except", length
    length = _phrase_at(tokens, i, _CONDITION_PHRASES)
    if length:
        return "if", length
    if is_negator(token):
        return ("", 1) if _is_excused(tokens, i) else ("not", 1)
    if token.folded in EXCEPT_WORDS:
        return "except", 1
    if token.folded in ONLY_WORDS:
        before = tokens[i - 1].folded if i else ""
        return ("", 1) if before in ("not", "nicht") else ("only", 1)
    if token.folded in IF_WORDS:
        return "if", 1
    if (token.folded in DENIERS or token.stem in _DENIER_STEMS) and not _is_attribute(tokens, i):
        return "deny", 1
    return "", 0


def _around(
    tokens: tuple[Token, ...], first: int, last: int
) -> tuple[str, frozenset[str], frozenset[str], frozenset[str]]:
    """Give target, near concepts, those behind, and the clause's of the term at tokens first..last."""
    clause = tokens[last].clause
    right: list[str] = []
    left: list[str] = []
    scope: set[str] = set()
    start = first
    while start > 0 and tokens[start - 1].clause == tokens[first].clause:
        start -= 1
    for i in range(start, len(tokens)):
        token = tokens[i]
        if i > last and token.clause != clause:
            break
        if not token.concept or first <= i <= last:
            continue
        scope.add(token.concept)
        scope.update(token.parts)
        (left if i < first else right).append(token.concept)
    near = (*right[:_REACH], *left[-_REACH:])
    target = right[0] if right else (left[-1] if left else "")
    return target, frozenset(near), frozenset(right[:_REACH]), frozenset(scope)


@lru_cache(maxsize=4096)
def find_polarity(text: str) -> Polarity:
    """Find the negations, conditions and opposites of a passage.

    Args:
        text: prose or Markdown.

    Returns:
        Cues in the order of the text (those that only bound a number are left out) and signed concepts.
    """
    tokens = tokenize(text)
    spent = find_quantities(text).spent
    cues: list[Cue] = []
    signs: list[Sign] = []
    i = 0
    while i < len(tokens):
        kind, length = _kind_at(tokens, i)
        if kind and i not in spent:
            last = i + length - 1
            target, governed, behind, scope = _around(tokens, i, last)
            cues.append(
                Cue(
                    kind,
                    text[tokens[i].start : tokens[last].end],
                    tokens[last].clause,
                    tokens[i].sentence,
                    tokens[i].start,
                    tokens[last].end,
                    target,
                    governed,
                    behind,
                    scope,
                    last,
                )
            )
        opposite = _opposite(tokens, i)
        if opposite and i not in spent:
            target, governed, _, _ = _around(tokens, i, i)
            signs.append(
                Sign(
                    opposite[0], opposite[1], tokens[i].text, governed, target, tokens[i].start, tokens[i].end
                )
            )
        i += max(length, 1)
    return Polarity(tuple(cues), tuple(signs))


def _is_phrase_word(tokens: tuple[Token, ...], i: int) -> bool:
    """Whether a word stands in a set phrase that states nothing ("in short", "kurz gesagt", "at last")."""
    pair = (tokens[i - 1].folded if i else "", tokens[i].folded)
    following = (tokens[i].folded, tokens[i + 1].folded if i + 1 < len(tokens) else "")
    return pair in _SET_PHRASES or following in _SET_PHRASES


def _opposite(tokens: tuple[Token, ...], i: int) -> tuple[str, int] | None:
    token = tokens[i]
    if token.kind is not TokenKind.WORD or _is_phrase_word(tokens, i):
        return None
    following = [t.folded for t in tokens[i + 1 : i + 7] if t.clause == token.clause]
    # "turn … on", "schalte … aus": the particle carries the sign.
    if token.folded in ("turn", "turned", "turns", "turning", "switch", "switched", "switches", "switching"):
        for word in following[:4]:
            if word in ("on", "off"):
                return "enabl", 1 if word == "on" else -1
    if token.stem.startswith("schalt") and following:
        tail = [t.folded for t in tokens[i + 1 :] if t.clause == token.clause and t.kind is TokenKind.WORD]
        if tail and tail[-1] in ("ein", "an", "aus", "ab"):
            return "enabl", 1 if tail[-1] in ("ein", "an") else -1
    opposite = OPPOSITES.get(token.stem)
    if opposite and (token.concept or token.folded in ("before", "after", "nach", "vor", "bevor", "nachdem")):
        return opposite
    return None


@lru_cache(maxsize=16384)
def bare(word: str) -> str:
    """Give the word inside a negated one ("unencrypted": "encrypted", "kabellos": "kabel"); "" when none."""
    for prefix in _NEGATED_PREFIXES:
        if word.startswith(prefix) and len(word) - len(prefix) >= (3 if prefix == "un" else 4):
            return word[len(prefix) :]
    for suffix in _NEGATED_SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 4:
            inner = word[: -len(suffix)]
            return inner.removesuffix("s") if len(inner) > 5 else inner
    return ""


@lru_cache(maxsize=16384)
def turned_forms(word: str) -> frozenset[str]:
    """Give the words that a prefix or ending of opposite sense makes of one ("verriegelt": "entriegelt")."""
    forms: set[str] = set()
    for one, other in _PREFIX_PAIRS:
        for mine, theirs in ((one, other), (other, one)):
            if word.startswith(mine) and len(word) - len(mine) >= 4:
                forms.add(theirs + word[len(mine) :])
    for one, other in _SUFFIX_PAIRS:
        for mine, theirs in ((one, other), (other, one)):
            if word.endswith(mine) and len(word) - len(mine) >= 3:
                forms.add(word[: -len(mine)] + theirs)
    return frozenset(forms)
