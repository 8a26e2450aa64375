"""Literal things: commands with their options, paths, addresses, identifiers, error codes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from neurodesk.domain.facts.stems import fold
from neurodesk.domain.facts.tokens import TokenKind, tokenize

_SPAN: Final = re.compile(r"(?<!`)(`{1,3})(?!`)([^`\n]{1,400})\1(?!`)")
_PROMPT: Final = re.compile(r"^\s*(?:[\w.\-]+@[\w.\-<>]+:[^\s$#]*)?[$#>]\s+")
_WORD: Final = re.compile(r'"[^"\n]*"|\'[^\'\n]*\'|\S+')
_SHORT_FLAGS: Final = re.compile(r"^-[A-Za-z]{2,4}$")
_ADDRESS: Final = re.compile(r"^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f:]*:[0-9a-f:]*:[0-9a-f:]*)(?:[/:]\d+)?$")
_TIME: Final = re.compile(r"^\d{1,2}:\d{2}(?::\d{2})?$")


@dataclass(frozen=True, slots=True)
class Command:
    """A command line taken apart.

    Attributes:
        text: as written, prompt removed.
        program: first word.
        options: flags with the value tied to each by "=", sorted, bundled short flags split.
        words: everything else in its order (an option's separate value stays behind its flag here).
        tied: (flag, next word) pairs, for values that stand apart from their flag.
    """

    text: str
    program: str
    options: tuple[str, ...]
    words: tuple[str, ...]
    tied: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Literal:
    """Something to be taken to the letter.

    Attributes:
        kind: path, address, option, time or identifier.
    """

    kind: str
    text: str
    folded: str
    start: int
    end: int


def _strip_quotes(word: str) -> str:
    return word[1:-1] if len(word) >= 2 and word[0] == word[-1] and word[0] in "\"'" else word


@lru_cache(maxsize=4096)
def parse_command(line: str) -> Command:
    """Take a command line apart without running a shell's rules beyond quotes.

    Args:
        line: one line; a prompt ("$ ", "root@host:~# ") is dropped.

    Returns:
        The command; flags may stand in any order, a value stays tied to its flag.
    """
    text = _PROMPT.sub("", line).strip()
    raw = [_strip_quotes(word) for word in _WORD.findall(text)]
    if raw and raw[0] == "sudo" and len(raw) > 1:
        raw = raw[1:]
    options: list[str] = []
    words: list[str] = []
    tied: list[tuple[str, str]] = []
    waiting = ""
    for word in raw[1:]:
        if _SHORT_FLAGS.match(word):
            options.extend(f"-{letter}" for letter in word[1:])
            waiting = f"-{word[-1]}"
        elif word.startswith("-") and len(word) > 1:
            options.append(word)
            waiting = "" if "=" in word else word
        else:
            if waiting:
                tied.append((waiting, word))
            words.append(word)
            waiting = ""
    return Command(text, raw[0] if raw else "", tuple(sorted(options)), tuple(words), tuple(sorted(tied)))


def _kind(text: str) -> str:
    if _TIME.match(text):
        return "time"
    if _ADDRESS.match(text):
        return "address"
    if text.startswith("-"):
        return "option"
    if "/" in text or "\\" in text:
        return "path"
    return "identifier"


@lru_cache(maxsize=4096)
def find_literals(text: str) -> tuple[Literal, ...]:
    """Find paths, addresses, options, identifiers and error codes of a passage, in its order."""
    return tuple(
        Literal(_kind(t.folded), t.text, t.folded.rstrip("/") or t.folded, t.start, t.end)
        for t in tokenize(text)
        if t.kind is TokenKind.CODE
    )


@lru_cache(maxsize=4096)
def code_spans(text: str) -> tuple[tuple[str, int, int], ...]:
    """Find the code spans of a passage: content and offsets of the content."""
    return tuple((m.group(2).strip(), m.start(2), m.end(2)) for m in _SPAN.finditer(text))


@lru_cache(maxsize=4096)
def command_lines(text: str, *, is_code: bool = False) -> tuple[Command, ...]:
    """Find what reads like a command: code spans of several words; every line of a code passage."""
    lines: list[str] = [span for span, _, _ in code_spans(text) if len(span.split()) > 1]
    if is_code:
        lines.extend(
            line for line in text.splitlines() if line.strip() and not line.strip().startswith("```")
        )
    commands = (parse_command(line) for line in lines)
    return tuple(c for c in commands if c.program and not c.program.startswith("<"))


def squeeze(text: str) -> str:
    """Fold a passage for literal look-up: lower case, marks of emphasis and code dropped, blanks single."""
    return " ".join(fold(text).replace("`", "").replace("*", "").split())
