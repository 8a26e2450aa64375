"""Bounds around a number: at least, höchstens, "nicht mehr als", "or newer", and comparisons in no list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from neurodesk.domain.facts.tokens import Token, TokenKind
from neurodesk.domain.facts.words import (
    BOUND_FLIP,
    BOUNDS_LEFT,
    BOUNDS_RIGHT,
    COMPARATIVES,
    FUNCTION_WORDS,
    NEGATORS,
    word_set,
)

_LEFT: Final = {tuple(phrase.split()): bound for phrase, bound in BOUNDS_LEFT.items()}
_RIGHT: Final = {tuple(phrase.split()): bound for phrase, bound in BOUNDS_RIGHT.items()}
_LONGEST: Final = max(len(phrase) for phrase in (*_LEFT, *_RIGHT))
_PREFIXES: Final = (
    ("mindest", "ge"), ("minimal", "ge"), ("minimum", "ge"), ("untergrenz", "ge"),
    ("hoechst", "le"), ("maximal", "le"), ("maximum", "le"), ("obergrenz", "le"),
)  # fmt: skip
_LIMIT_NOUNS: Final = {
    "limit": "le",
    "cap": "le",
    "ceiling": "le",
    "deckel": "le",
    "floor": "ge",
    "threshold": "ge",
}
# Prepositions that are bounds only in front of a number, not as part of "over the network".
_ADJACENT_ONLY: Final = word_set(
    """
    ab ueber unter over under above below within bis until through since seit beyond binnen fast rund
    about around max min > < ~ tops topping
    """
)
_MORE: Final = {
    **dict.fromkeys(
        ("more", "mehr", "over", "above", "darueber", "higher", "longer", "later", "larger"), "le"
    ),
    **dict.fromkeys(("less", "fewer", "weniger", "under", "below", "darunter", "lower", "shorter"), "ge"),
}
_INTENSIFIERS: Final = frozenset(["very", "absolute", "absolut"])
# Verbs at the clause's end that turn a comparison before the number: "darf 5 nicht überschreiten".
_REACH = 4


@dataclass(frozen=True, slots=True)
class Found:
    """A bound and the tokens it was read from."""

    bound: str
    spent: tuple[int, ...] = ()


def _is_negator(token: Token) -> bool:
    return token.folded in NEGATORS or token.folded.endswith("n't")


def _flip(tokens: tuple[Token, ...], start: int, bound: str, spent: tuple[int, ...]) -> Found:
    """Turn a bound round when a negator governs it: "not more than", "darf nie über … liegen"."""
    if bound == "approx":
        return Found(bound, spent)
    for i in range(start - 1, max(start - 5, -1), -1):
        token = tokens[i]
        if _is_negator(token):
            if i + 1 < len(tokens) and tokens[i + 1].folded in ("nur", "only", "just"):
                break
            return Found(BOUND_FLIP.get(bound, bound), (*spent, i))
        idle = i > 0 and (tokens[i - 1].folded in ("a", "no") or tokens[i - 1].folded.startswith("kein"))
        if token.kind is TokenKind.MARK or (token.concept and not (idle and i == start - 1)):
            break
    return Found(bound, spent)


def _left(tokens: tuple[Token, ...], first: int) -> Found | None:
    sentence = tokens[first].sentence
    skipped = 0
    for end in range(first - 1, max(first - 1 - _REACH - 2, -1), -1):
        token = tokens[end]
        if (
            token.sentence != sentence
            or token.kind is TokenKind.NUMBER
            or token.folded in (",", ";", "(", ")")
        ):
            return None
        for length in range(min(_LONGEST + 1, end + 1), 0, -1):
            phrase = tuple(
                t.folded for t in tokens[end - length + 1 : end + 1] if t.folded not in _INTENSIFIERS
            )
            bound = _LEFT.get(phrase)
            if bound and not (skipped and len(phrase) == 1 and phrase[0] in _ADJACENT_ONLY and skipped > 1):
                if bound == "gt" and phrase == ("over",) and skipped:
                    continue
                spent = tuple(range(end - length + 1, end + 1))
                return _flip(tokens, end - length + 1, bound, spent)
        compared = _comparison(tokens, end)
        if compared:
            return compared
        noun = _limit_noun(token)
        if noun and skipped <= 3:
            return Found(noun, (end,))
        if token.kind is TokenKind.MARK and token.folded not in "`*\"'<>():":
            return None
        skipped += bool(token.concept) or token.folded not in FUNCTION_WORDS
        if skipped > 2:
            return None
    return None


def _limit_noun(token: Token) -> str:
    """Read a bound off a noun: "Mindestgröße", "Höchstdauer", "a limit of"."""
    for prefix, bound in _PREFIXES:
        if token.folded.removeprefix("aller").startswith(prefix):
            return bound
    for noun, bound in _LIMIT_NOUNS.items():
        if token.folded in (noun, noun + "s"):
            return bound
    return ""


def _comparison(tokens: tuple[Token, ...], end: int) -> Found | None:
    """Read "larger than" or "flotter als" ending at a token; a comparison in no list keeps its word."""
    if tokens[end].folded not in ("than", "als") or end == 0:
        return None
    word = tokens[end - 1]
    spent = (end - 1, end)
    if word.folded in COMPARATIVES:
        return _flip(tokens, end - 1, COMPARATIVES[word.folded], spent)
    if word.folded.endswith("er") and len(word.folded) > 4 and not word.text[0].isupper():
        return _flip(tokens, end - 1, f"?{word.stem}", spent)
    if end > 1 and tokens[end - 2].folded in ("more", "less"):
        return _flip(tokens, end - 2, f"?{tokens[end - 2].folded} {word.stem}", (end - 2, *spent))
    return None


def _right(tokens: tuple[Token, ...], last: int) -> Found | None:
    sentence = tokens[last].sentence
    skipped = 0
    for start in range(last + 1, min(last + 2 + _REACH, len(tokens))):
        token = tokens[start]
        if token.folded in "`(" and start <= last + 2:
            continue
        if token.sentence != sentence or token.folded in (",", ";", "(") or token.kind is TokenKind.NUMBER:
            return None
        if token.folded == "+" and start == last + 1:
            return Found("ge", (start,))
        for length in range(min(_LONGEST + 1, len(tokens) - start), 0, -1):
            phrase = tuple(t.folded for t in tokens[start : start + length] if t.folded not in _INTENSIFIERS)
            bound = _RIGHT.get(phrase)
            if bound and not (skipped > 1 and len(phrase) == 1 and bound in ("ge", "le", "approx")):
                if phrase in (
                    ("at", "least"),
                    ("at", "most"),
                    ("mindestens",),
                    ("hoechstens",),
                    ("maximal",),
                ) and (_number_follows(tokens, start + length)):
                    return None
                return _flip(tokens, start, bound, tuple(range(start, start + length)))
        worded = _or_comparative(tokens, start) or _and_no_more(tokens, start)
        if worded:
            return worded
        noun = _limit_noun(token)
        if noun and not _number_follows(tokens, start + 1):
            return Found(noun, (start,))
        skipped += bool(token.concept)
        if skipped > 2:
            return None
    return None


def _number_follows(tokens: tuple[Token, ...], start: int) -> bool:
    return any(t.kind is TokenKind.NUMBER for t in tokens[start : start + 3])


def _or_comparative(tokens: tuple[Token, ...], start: int) -> Found | None:
    """Read "or fancier", "oder flotter": an open end whose word is in no list."""
    if tokens[start].folded not in ("or", "oder") or start + 1 >= len(tokens):
        return None
    word = tokens[start + 1]
    if word.folded in COMPARATIVES:
        return Found("ge" if COMPARATIVES[word.folded] == "gt" else "le", (start, start + 1))
    following = tokens[start + 2] if start + 2 < len(tokens) else None
    ends = following is None or following.kind is TokenKind.MARK
    if ends and word.folded.endswith("er") and len(word.folded) > 4 and not word.text[0].isupper():
        return Found(f"?{word.stem}", (start, start + 1))
    return None


def _and_no_more(tokens: tuple[Token, ...], start: int) -> Found | None:
    """Read "and never more", "und keinesfalls weniger" behind a number."""
    if tokens[start].folded not in ("and", "und", "but", "aber") or start + 2 >= len(tokens):
        return None
    for at in (start + 2, start + 3):
        if at < len(tokens) and _is_negator(tokens[at - 1]) and tokens[at].folded in _MORE:
            return Found(_MORE[tokens[at].folded], tuple(range(start, at + 1)))
    return None


def find(tokens: tuple[Token, ...], first: int, last: int) -> Found:
    """Find the bound of the number that tokens first..last write.

    Args:
        tokens: of the passage.
        first, last: token indices of the number with its unit.

    Returns:
        "" when the number stands alone, else ge, gt, le, lt, approx or "?word", and the tokens read.
    """
    left = _left(tokens, first)
    right = _right(tokens, last)
    if left is None:
        return right or Found("")
    if right is None or right.bound == left.bound or left.bound not in ("", "approx"):
        return left
    return Found(right.bound, (*left.spent, *right.spent))
