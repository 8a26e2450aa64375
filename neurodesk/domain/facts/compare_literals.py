"""Comparing commands, paths, addresses and identifiers of a claim with those of a source."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from neurodesk.domain.facts.commands import (
    Command,
    Literal,
    code_spans,
    command_lines,
    find_literals,
    squeeze,
)
from neurodesk.domain.facts.result import Finding, Outcome, reason

_CODES: Final = {
    "path": "path_differs",
    "address": "address_differs",
    "option": "command_differs",
    "time": "number_differs",
    "identifier": "identifier_differs",
}
_DIGITS: Final = re.compile(r"\d+")


class LiteralComparer:
    """Compares what has to be right to the letter."""

    def __init__(
        self, claim: str, source: str, heading: str, *, claim_is_code: bool, source_is_code: bool
    ) -> None:
        self.claim_text = claim
        self.source_squeezed = squeeze(f"{source}\n{heading}")
        self.claim_literals = find_literals(claim)
        self.source_literals = (*find_literals(source), *find_literals(heading))
        self.known = {literal.folded for literal in self.source_literals}
        self.claim_commands = command_lines(claim, is_code=claim_is_code)
        self.source_commands = command_lines(source, is_code=source_is_code)
        self.missing: list[str] = []

    def findings(self) -> Iterator[Finding]:
        """Give the differences; what is simply not in the source is added to `missing`."""
        explained: set[str] = set()
        for command in self.claim_commands:
            found, words = self._command(command)
            explained |= words
            yield from found
        for literal in self.claim_literals:
            if literal.folded not in self.known and literal.folded not in explained:
                yield from self._literal(literal)
        for span, start, end in code_spans(self.claim_text):
            if len(span.split()) == 1 and squeeze(span) not in self.source_squeezed and span.isalpha():
                self.missing.append(span)
                yield Finding(Outcome.NOT_DECIDABLE, reason("identifier_missing", claim=span), start, end)

    # -- commands --------------------------------------------------------------------------------------------

    def _command(self, command: Command) -> tuple[list[Finding], set[str]]:
        """Compare one command with the source's of the same program."""
        words = {word.lower().rstrip("/") for word in (command.program, *command.options, *command.words)}
        words.update(command.text.lower().split())
        if squeeze(command.text) in self.source_squeezed:
            return [], words
        same = [c for c in self.source_commands if c.program == command.program]
        if any(_same_command(command, c) for c in same):
            return [], words
        if not same:
            loose = [w for w in (command.program, *command.words) if squeeze(w) not in self.source_squeezed]
            if loose:
                self.missing.append(command.text)
                return [Finding(Outcome.NOT_DECIDABLE, reason("command_missing", claim=command.text))], words
            return [], set()
        best = max(same, key=lambda c: (_overlap(command, c), c.text))
        outcome = Outcome.CONTRADICTS if _overlap(command, best) >= 0.5 else Outcome.NOT_DECIDABLE
        if outcome is Outcome.NOT_DECIDABLE:
            self.missing.append(command.text)
        return [Finding(outcome, reason("command_differs", claim=command.text, source=best.text))], words

    # -- single literals -------------------------------------------------------------------------------------

    def _literal(self, literal: Literal) -> Iterator[Finding]:
        if _stands_alone(literal.folded, self.source_squeezed):
            return
        same_kind = [s for s in self.source_literals if s.kind == literal.kind]
        alike = [s for s in same_kind if _alike(literal, s)]
        if alike:
            best = max(alike, key=lambda s: (_shared_prefix(literal.folded, s.folded), -s.start))
            yield Finding(
                Outcome.CONTRADICTS,
                reason(_CODES[literal.kind], claim=literal.text, source=best.text),
                literal.start, literal.end, best.start, best.end,
            )  # fmt: skip
            return
        self.missing.append(literal.text)
        yield Finding(
            Outcome.NOT_DECIDABLE,
            reason(_CODES[literal.kind].replace("differs", "missing"), claim=literal.text),
            literal.start, literal.end,
        )  # fmt: skip


def _same_command(one: Command, other: Command) -> bool:
    """Whether two commands do the same: flags in any order, values tied to their flags, words in order.

    Which flags take a value is not known: a word that follows a flag on one side and stands free on the other
    counts as the same.
    """
    if one.options != other.options or Counter(one.words) != Counter(other.words):
        return False
    mine, theirs = ({value: flag for flag, value in command.tied} for command in (one, other))
    if any(mine[word] != theirs[word] for word in mine.keys() & theirs.keys()):
        return False
    free = [word for word in one.words if word not in mine and word not in theirs]
    return free == [word for word in other.words if word not in mine and word not in theirs]


def _overlap(one: Command, other: Command) -> float:
    mine, theirs = Counter((*one.options, *one.words)), Counter((*other.options, *other.words))
    total = max(sum(mine.values()), sum(theirs.values()))
    return sum((mine & theirs).values()) / total if total else 1.0


def _stands_alone(needle: str, squeezed: str) -> bool:
    """Whether a literal stands in the source as a whole, not as a piece of a longer one."""
    start = squeezed.find(needle)
    while start >= 0:
        before = squeezed[start - 1] if start else " "
        after = squeezed[start + len(needle)] if start + len(needle) < len(squeezed) else " "
        beyond = squeezed[start + len(needle) + 1 : start + len(needle) + 2]
        dotted = after in ".-" and beyond.isalnum()
        if not (before.isalnum() or before in "._-/") and not (after.isalnum() or after in "_/" or dotted):
            return True
        start = squeezed.find(needle, start + 1)
    return False


def _shared_prefix(one: str, other: str) -> int:
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count


def _alike(claim: Literal, source: Literal) -> bool:
    """Whether two literals are so alike that the claim's is the source's, changed."""
    one, other = claim.folded, source.folded
    if claim.kind in ("address", "time"):
        return True
    if claim.kind == "path":
        mine, theirs = [p for p in one.split("/") if p], [p for p in other.split("/") if p]
        if not mine or not theirs:
            return False
        shared = sum((Counter(mine) & Counter(theirs)).values())
        return shared >= 0.5 * max(len(mine), len(theirs)) or _near(one, other)
    if _skeleton(one) == _skeleton(other):
        return True
    return _near(one, other)


@lru_cache(maxsize=4096)
def _skeleton(text: str) -> str:
    """Give a literal with its numbers taken out."""
    return _DIGITS.sub("#", text)


def _near(one: str, other: str) -> bool:
    """Whether two words differ in one place only, a few letters long."""
    if abs(len(one) - len(other)) > 4 or (one[:2] != other[:2] and one[-2:] != other[-2:]):
        return False
    head = _shared_prefix(one, other)
    tail = _shared_prefix(one[head:][::-1], other[head:][::-1])
    rest = max(len(one), len(other)) - head - tail
    return head + tail >= 0.6 * max(len(one), len(other)) and rest <= 4 and head + tail >= 3
