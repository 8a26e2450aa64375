"""Reading the structure of Markdown without changing a single offset.

A ``#`` inside a code fence is no heading, a fence stays whole, a comment is no text. Everything here works
on a body with line feeds as line ends and answers with offsets into it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

_FENCE = re.compile(r"^[ \t]{0,12}(?:>[ \t]?)*(?P<fence>`{3,}|~{3,})(?P<info>[^\n]*)$")
_ATX = re.compile(r"^ {0,3}(?P<marks>#{1,6})(?:[ \t]+(?P<text>.*?))?(?:[ \t]+#+)?[ \t]*$")
_SETEXT = re.compile(r"^ {0,3}(=+|-{2,})[ \t]*$")
_LIST = re.compile(r"^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+\S")
_TABLE = re.compile(r"^[ \t]*\|.*\|[ \t]*$")
_RULE = re.compile(r"^ {0,3}(?:\*[ \t]*){3,}$|^ {0,3}(?:-[ \t]*){3,}$|^ {0,3}(?:_[ \t]*){3,}$")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_CODE_OR_COMMENT = re.compile(
    r"^[ \t]{0,12}(?P<fence>`{3,}|~{3,})(?:.*?^[ \t]*(?P=fence)[`~]*[ \t]*$|.*\Z)|<!--.*?(?:-->|\Z)",
    re.DOTALL | re.MULTILINE,
)


class LineKind(StrEnum):
    """What a line of Markdown is."""

    BLANK = "blank"
    HEADING = "heading"
    UNDERLINE = "underline"
    FENCE = "fence"
    CODE = "code"
    TABLE = "table"
    LIST = "list"
    RULE = "rule"
    TEXT = "text"


class Line(NamedTuple):
    """A line: offsets without its line feed, its kind, and for headings level and text."""

    number: int
    start: int
    end: int
    kind: LineKind
    text: str
    level: int = 0
    heading: str = ""
    info: str = ""


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """A fenced block with its fences; ``inner_start`` and ``inner_end`` bound the code itself."""

    start: int
    end: int
    inner_start: int
    inner_end: int
    language: str
    closed: bool


@dataclass(frozen=True, slots=True)
class WrittenLink:
    """A link as it stands in the text; ``wiki`` for ``[[Name]]``."""

    target: str
    anchor: str
    line: int
    start: int
    wiki: bool = False


def blank_comments(body: str) -> str:
    """Return the body with HTML comments outside of code replaced by spaces, same length and lines."""
    if "<!--" not in body:
        return body
    return _CODE_OR_COMMENT.sub(lambda match: match[0] if match["fence"] else _spaces(match[0]), body)


def _spaces(text: str) -> str:
    if "\n" not in text:
        return " " * len(text)
    return "\n".join(" " * len(line) for line in text.split("\n"))


def lines_of(body: str) -> list[Line]:
    """Return every line with its kind."""
    lines: list[Line] = []
    position = 0
    fence = ""
    for number, text in enumerate(body.split("\n"), start=1):
        end = position + len(text)
        line = Line(number, position, end, LineKind.TEXT, text)
        match = _FENCE.match(text) if ("```" in text or "~~~" in text) else None
        if fence:
            closes = (
                match is not None
                and match["fence"][0] == fence[0]
                and len(match["fence"]) >= len(fence)
                and not match["info"].strip()
            )
            line = Line(number, position, end, LineKind.FENCE if closes else LineKind.CODE, text)
            if closes:
                fence = ""
        elif match is not None and not (match["fence"][0] == "`" and "`" in match["info"]):
            fence = match["fence"]
            line = Line(number, position, end, LineKind.FENCE, text, info=match["info"].strip())
        else:
            line = _plain_line(lines, number, position, end, text)
        lines.append(line)
        position = end + 1
    return lines


def _plain_line(lines: list[Line], number: int, start: int, end: int, text: str) -> Line:
    stripped = text.lstrip(" \t")
    if not stripped:
        return Line(number, start, end, LineKind.BLANK, text)
    first = stripped[0]
    kind = LineKind.TEXT
    if first == "#":
        heading = _ATX.match(text)
        if heading is not None:
            words = heading_text(heading["text"] or "")
            return Line(
                number, start, end, LineKind.HEADING, text, level=len(heading["marks"]), heading=words
            )
    elif first in "=-" and _SETEXT.match(text) and _stands_alone(lines):
        above = lines[-1]
        lines[-1] = above._replace(
            kind=LineKind.HEADING,
            level=1 if first == "=" else 2,
            heading=heading_text(above.text),
        )
        return Line(number, start, end, LineKind.UNDERLINE, text)
    elif first in "*-_" and _RULE.match(text):
        kind = LineKind.RULE
    elif first == "|" and _TABLE.match(text):
        kind = LineKind.TABLE
    if kind is LineKind.TEXT and (first in "*-+" or first.isdigit()) and _LIST.match(text):
        kind = LineKind.LIST
    return Line(number, start, end, kind, text)


def _stands_alone(lines: list[Line]) -> bool:
    """Tell whether the line above is one line of text: only that can be an underlined heading."""
    return (
        bool(lines)
        and lines[-1].kind is LineKind.TEXT
        and len(lines[-1].text) <= 200
        and (len(lines) < 2 or lines[-2].kind is not LineKind.TEXT)
    )


_INLINE_LINK = re.compile(r"!?\[([^\]\[]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+\"[^\"]*\")?\)")
_EMPHASIS = re.compile(r"(\*\*|__|\*|`|~~)")
_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,400}>")


def heading_text(text: str) -> str:
    """Return a heading's words without markup."""
    text = _INLINE_LINK.sub(r"\1", text)
    text = _TAG.sub("", text)
    return " ".join(_EMPHASIS.sub("", text).split())


def code_blocks(lines: Sequence[Line]) -> list[CodeBlock]:
    """Return the fenced blocks; one that is never closed ends with the text and says so."""
    blocks: list[CodeBlock] = []
    opened: Line | None = None
    for line in lines:
        if line.kind is not LineKind.FENCE:
            continue
        if opened is None:
            opened = line
            continue
        inner_start = min(opened.end + 1, line.start)
        blocks.append(
            CodeBlock(opened.start, line.end, inner_start, line.start, _language(opened), closed=True)
        )
        opened = None
    if opened is not None:
        end = lines[-1].end
        blocks.append(
            CodeBlock(opened.start, end, min(opened.end + 1, end), end, _language(opened), closed=False)
        )
    return blocks


def _language(line: Line) -> str:
    words = line.info.split()
    return words[0].strip("{}.").lower() if words else ""


_LINK = re.compile(
    r"(?<!!)\[(?P<anchor>(?:[^\[\]]|\[[^\[\]]*\])*)\]"
    r"\(\s*(?:<(?P<angle>[^<>\n]*)>|(?P<target>[^\s()]*(?:\([^\s()]*\)[^\s()]*)*))"
    r"(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*\)"
)
_REFERENCE = re.compile(r"^ {0,3}\[([^\]^][^\]]*)\]:[ \t]*<?(\S+?)>?(?:[ \t]+[\"'(].*)?$", re.MULTILINE)
_REFERENCED = re.compile(r"(?<!!)\[([^\[\]]+)\]\[([^\[\]]*)\]")
_WIKI = re.compile(r"\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]*))?\]\]")
_HREF = re.compile(
    r"<a\s[^<>]*?href\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'<>]+))[^<>]*>(.*?)</a>",
    re.IGNORECASE | re.DOTALL,
)
_AUTO = re.compile(r"<((?:https?|mailto):[^<>\s]+)>")
_INLINE_CODE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)


def without_code(body: str, lines: Sequence[Line]) -> str:
    """Return the body with code blocks, inline code and comments blanked, same length and lines."""
    pieces: list[str] = []
    position = 0
    for block in code_blocks(lines):
        pieces += [body[position : block.start], _spaces(body[block.start : block.end])]
        position = block.end
    text = "".join([*pieces, body[position:]])
    text = _COMMENT.sub(lambda match: _spaces(match[0]), text)
    return _INLINE_CODE.sub(lambda match: _spaces(match[0]), text) if "`" in text else text


def links_of(body: str, lines: Sequence[Line]) -> list[WrittenLink]:
    """Return Markdown, reference, wiki, HTML and automatic links outside of code, in order."""
    text = without_code(body, lines)
    found: list[WrittenLink] = []
    starts = [line.start for line in lines]

    def add(target: str, anchor: str, start: int, *, wiki: bool = False) -> None:
        target = target.strip()
        if target:
            number = _line_at(starts, start)
            found.append(WrittenLink(target, " ".join(anchor.split())[:200], number, start, wiki))

    for match in _WIKI.finditer(text):
        add(match[1], match[2] or match[1], match.start(), wiki=True)
    if "](" in text:
        for match in _LINK.finditer(text):
            # The anchor is read from the body: code inside it was blanked.
            anchor = body[match.start("anchor") : match.end("anchor")]
            add(match["angle"] if match["angle"] is not None else match["target"], anchor, match.start())
    if "]:" in text:
        targets = {" ".join(m[1].casefold().split()): m[2] for m in _REFERENCE.finditer(text)}
        for match in _REFERENCED.finditer(text):
            key = " ".join((match[2] or match[1]).casefold().split())
            if key in targets:
                add(targets[key], match[1], match.start())
    if "<" in text:
        for match in _HREF.finditer(text):
            add(match[1] or match[2] or match[3] or "", _TAG.sub("", match[4]), match.start())
        for match in _AUTO.finditer(text):
            add(match[1], match[1], match.start())
    return sorted(found, key=lambda link: (link.start, link.target))


def _line_at(starts: list[int], position: int) -> int:
    low, high = 0, len(starts)
    while low < high:
        middle = (low + high) // 2
        if starts[middle] <= position:
            low = middle + 1
        else:
            high = middle
    return max(low, 1)


_DESTINATION = r"\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+\"[^\"]*\")?\)"
_MASKED = re.compile(
    r"!\[[^\]\[]*\]" + _DESTINATION + r"|(?<=\])" + _DESTINATION + r"|(?:https?|ftp)://[^\s<>()\"']+"
    r"|</?[A-Za-z][^<>\n]{0,400}>|\*{1,3}|`+|~~|(?<!\w)_{1,3}|_{1,3}(?!\w)|\[\[|\]\]|[\[\]]"
)


def mask_markup(text: str) -> str:
    """Return the text with markup, pictures, tags and link targets as spaces, same length and lines.

    Inline code keeps its content: a command or a port in it is part of what the sentence says.
    """
    return _MASKED.sub(lambda match: _spaces(match[0]), text)


class Paragraph(NamedTuple):
    """A run of lines of one kind, code blocks whole; offsets into the body."""

    start: int
    end: int
    kind: LineKind


def paragraphs_of(lines: Sequence[Line]) -> Iterator[Paragraph]:
    """Yield headings, list items, tables, code blocks and text paragraphs in order, without blank lines."""
    start = -1
    end = 0
    kind = LineKind.BLANK

    def close() -> Iterator[Paragraph]:
        nonlocal start
        if start >= 0:
            yield Paragraph(start, end, kind)
        start = -1

    in_code = False
    for line in lines:
        if line.kind is LineKind.FENCE or in_code:
            if not in_code:
                yield from close()
                start, kind, in_code = line.start, LineKind.CODE, True
            elif line.kind is LineKind.FENCE:
                in_code = False
            end = line.end
            if not in_code:
                yield from close()
            continue
        if line.kind in {LineKind.BLANK, LineKind.RULE, LineKind.UNDERLINE}:
            yield from close()
            continue
        continues = (
            start >= 0
            and line.kind not in {LineKind.HEADING, LineKind.LIST}
            and (line.kind is kind or (kind is LineKind.LIST and line.kind is LineKind.TEXT))
        )
        if not continues:
            yield from close()
            start, kind = line.start, line.kind
        end = line.end
    yield from close()


@dataclass(frozen=True, slots=True)
class Outline:
    """The structure of one body, read once and used for links, passages and facts.

    Attributes:
        body: the text as it stands.
        lines: its lines; comments count as blank.
        blocks: fenced code.
        paragraphs: headings, list items, tables, code and text in order.
        masked: the body with comments and markup as spaces, same length.
    """

    body: str
    lines: tuple[Line, ...]
    blocks: tuple[CodeBlock, ...]
    paragraphs: tuple[Paragraph, ...]
    masked: str


def outline_of(body: str) -> Outline:
    """Read the structure of a body."""
    text = blank_comments(body)
    lines = lines_of(text)
    return Outline(
        body, tuple(lines), tuple(code_blocks(lines)), tuple(paragraphs_of(lines)), mask_markup(text)
    )
