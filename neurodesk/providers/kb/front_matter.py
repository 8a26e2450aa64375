"""YAML front matter, read so that no file can stop, swell or mislead an import (SPEC K1).

YAML libraries leak ``ValueError`` and ``RecursionError``, and a few hundred bytes of aliases stand for
millions of values: depth, size and number of values are bounded, and every failure is a reported problem.
"""

from __future__ import annotations

import datetime as dt
import io
import math
import re
from dataclasses import dataclass, field

MAX_CHARS = 65_536
MAX_VALUES = 5_000
MAX_DEPTH = 12

_OPEN = re.compile(r"---[ \t]*\n")
_CLOSE = re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE)
# Lines that mean the same in every YAML version: a key with a quoted text, a list of them, or bare words.
_PLAIN_LINE = re.compile(
    r'(?P<key>[A-Za-z][\w-]*):(?:[ ]+(?:"(?P<double>[^"\\]*)"|\'(?P<single>[^\']*)\''
    r'|(?P<list>\[(?:"[^"\\]*"(?:, ?"[^"\\]*")*)?\])|(?P<bare>[A-Za-z]+(?:[ -][A-Za-z]+)*)))[ ]*'
)
# Words that are no text in one YAML version or another.
_NO_TEXT = frozenset("true false yes no on off y n null".split())
_LIST_ITEM = re.compile(r'"([^"\\]*)"')


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What stands before the article.

    Attributes:
        meta: the fields as plain JSON values; dates as ISO text.
        length: characters up to the article, 0 when there is no front matter.
        problems: ``front_matter_broken: reason`` when it could not be read; the article is kept.
    """

    meta: dict[str, object] = field(default_factory=dict)
    length: int = 0
    problems: tuple[str, ...] = ()


def read_front_matter(text: str) -> FrontMatter:
    """Split and read the front matter of a text with line feeds as line ends."""
    opening = _OPEN.match(text)
    if opening is None:
        return FrontMatter()
    closing = _CLOSE.search(text, opening.end())
    if closing is None:
        # A rule at the top of an article without front matter looks the same: only "key:" tells.
        if re.match(r"[A-Za-z][\w-]*:\s", text[opening.end() :]):
            return FrontMatter(problems=("front_matter_broken: never closed",))
        return FrontMatter()
    source = text[opening.end() : closing.start()]
    length = closing.end() + (1 if text[closing.end() : closing.end() + 1] == "\n" else 0)
    plain = _plain(source)
    if plain is not None:
        return FrontMatter(plain, length)
    try:
        value = _load(source)
    except ValueError as error:
        return FrontMatter({}, length, (f"front_matter_broken: {error}",))
    if value is None:
        return FrontMatter({}, length)
    if not isinstance(value, dict):
        if not re.search(r"^[A-Za-z][\w-]*:", source, re.MULTILINE):
            return FrontMatter()  # a passage between two rules
        return FrontMatter({}, length, ("front_matter_broken: not a mapping",))
    return FrontMatter(value, length)


def _plain(source: str) -> dict[str, object] | None:
    """Read front matter of the simplest form; None when YAML is needed. Twenty times faster than YAML."""
    meta: dict[str, object] = {}
    for line in source.split("\n"):
        if not line.strip():
            continue
        match = _PLAIN_LINE.fullmatch(line)
        if match is None or match["key"] in meta:
            return None
        if match["double"] is not None:
            meta[match["key"]] = match["double"]
        elif match["single"] is not None:
            meta[match["key"]] = match["single"]
        elif match["bare"] is not None:
            if match["bare"].lower() in _NO_TEXT:
                return None
            meta[match["key"]] = match["bare"]
        else:
            meta[match["key"]] = _LIST_ITEM.findall(match["list"])
    return meta


def _load(source: str) -> object:
    """Parse YAML with bounds.

    Raises:
        ValueError: with a short reason.
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    if len(source) > MAX_CHARS:
        raise ValueError("too long")
    depth = deepest = 0
    for character in source:
        if character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    if deepest > MAX_DEPTH * 2:
        raise ValueError("too deep")
    try:
        # Pure Python: the C parser of some builds ends the process on hostile nesting.
        value = YAML(typ="safe", pure=True).load(io.StringIO(source))
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 2 if error.problem_mark is not None else 0
        raise ValueError(f"line {line}" if line else "not YAML") from error
    except (YAMLError, ValueError, RecursionError, TypeError, AttributeError, KeyError, IndexError) as error:
        raise ValueError("not YAML") from error
    return _Plainer().plain(value, 0)


def _text(value: str) -> str:
    # "\\ud800" in quotes is a lone surrogate: no text, and nothing that could be stored.
    return value.encode("utf-8", "replace").decode("utf-8")


class _Plainer:
    """Turns YAML values into JSON values and counts them, so that aliases cannot swell."""

    def __init__(self) -> None:
        self.left = MAX_VALUES

    def plain(self, value: object, depth: int) -> object:
        self.left -= 1
        if self.left < 0:
            raise ValueError("too many values")
        if depth > MAX_DEPTH:
            raise ValueError("too deep")
        if isinstance(value, str):
            return _text(value)
        if value is None or isinstance(value, bool | int):
            return value
        if isinstance(value, float):
            return value if math.isfinite(value) else str(value)
        if isinstance(value, dt.datetime):
            return value.isoformat()
        if isinstance(value, dt.date):
            return value.isoformat()
        if isinstance(value, dict):
            return {_text(str(key)): self.plain(one, depth + 1) for key, one in value.items()}
        if isinstance(value, list | tuple | set | frozenset):
            items = sorted(value, key=str) if isinstance(value, set | frozenset) else value
            return [self.plain(one, depth + 1) for one in items]
        return str(value)
