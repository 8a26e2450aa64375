"""Takes from a source's Markdown what an article may not hold: links, pictures, HTML, page data (SPEC R6).

Words stay as they are; only markup goes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

# An article is never made of more; a longer text is read to here.
MAX_SOURCE_CHARS = 200_000
MAX_SOURCE_LINES = 5_000

_FRONT_MATTER = re.compile(r"\A---\n(?:[^\n]*\n){0,200}?---[ \t]*\n")
_FENCE = re.compile(r"[ \t]*(?:>[ \t]*)?(?P<mark>`{3,}|~{3,})")
_CODE_SPAN = re.compile(r"(?P<ticks>`+)(?:[^`]|(?!(?P=ticks))`)*?(?P=ticks)(?!`)")
_PICTURE = re.compile(r"!\[[^\]\n]{0,300}\](?:\([^)\n]{0,900}\)|\[[^\]\n]{0,100}\])[ \t]*")
_LINK = re.compile(
    r"\[(?P<text>(?:[^\[\]\n]|\[[^\[\]\n]{0,80}\]){1,400})\](?:\([^)\n]{0,900}\)|\[[^\]\n]{0,100}\])"
)
_AUTOLINK = re.compile(r"<(?P<url>https?://[^\s<>]{1,900})>")
_DEFINITION = re.compile(r"(?m)^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*\S.*$")
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:a|abbr|b|big|blockquote|center|cite|dd|del|details|dfn|div|dl|dt|em|figcaption|figure|font|hr|i|"
    r"img|ins|kbd|li|mark|ol|p|picture|q|s|samp|section|small|source|span|strong|sub|summary|sup|table|tbody|"
    r"td|th|thead|tr|tt|u|ul|var|video|iframe|input|label|button|code|pre)(?:\s[^<>\n]{0,900})?/?>",
    re.IGNORECASE,
)
# What a page says of itself at its head or foot.
_PAGE_DATA = re.compile(
    r"(?mi)^[ \t>*_]*(?:(?:stand|last (?:changed|updated|modified|reviewed)(?: on)?|updated|"
    r"published(?: on)?|"
    r"zuletzt (?:geändert|aktualisiert|geprüft)(?: am)?|datum|date|autor(?:in)?|author|version des dokuments)"
    r"[*_]*[ \t]*(?::|(?=\d{4}-))[^\n]{0,120}|(?:quelle|source|lizenz|licen[cs]e)[*_]*[ \t]*:[^\n]{0,300})$"
)
_BOLD_HEADING = re.compile(r"(?m)^(?:\*\*|__)(?P<text>[^*_\n]{3,70}?):?(?:\*\*|__):?[ \t]*$")
_HEADING = re.compile(r"(?m)^(?P<marks>#{1,6})[ \t]+\S|^[^\n]+\n(?:={3,}|-{3,})[ \t]*$")
_LONE_LINE = re.compile(r"(?m)(?:\A|(?<=\n\n))(?P<line>[^\s#>|`*+\-\d][^\n]{2,69})(?=\n\n|\n?\Z)")
_HEAD_LINE = re.compile(r"\A\s*(?P<line>[^\s#>|`*+\-\d][^\n]{2,110})\n")
_SENTENCE_END = tuple(".:;,!?…")
_BLANKS = re.compile(r"\n{3,}")
_TRAILING = re.compile(r"(?m)[ \t]+$")


def beginning_of(text: str) -> str:
    """Return what is read of a source: a book, or a page made to cost time, is read to a limit."""
    lines = text[:MAX_SOURCE_CHARS].split("\n", MAX_SOURCE_LINES)
    return "\n".join(lines[:MAX_SOURCE_LINES])


def clean_markup(text: str) -> str:
    """Return a source's text without links, pictures, HTML, hidden characters and data about the page.

    Lines that stand for headings (bold lines, lone lines of a plain text) become headings.
    """
    text = beginning_of(text).replace("\r\n", "\n")
    shown = "".join(char for char in text if char in "\n\t" or unicodedata.category(char)[0] != "C")
    shown = _FRONT_MATTER.sub("", shown)
    shown = outside_code(shown, _without_marks)
    if not any(_HEADING.search(part) for part, code in _parts(shown) if not code):
        shown = outside_code(shown, _plain_headings)
    shown = outside_code(shown, lambda part: _BOLD_HEADING.sub(r"### \g<text>", part))
    return outside_code(shown, lambda part: _BLANKS.sub("\n\n", _TRAILING.sub("", part)))


def _without_marks(part: str) -> str:
    part = _without_comments(part)
    part = _PAGE_DATA.sub("", part)
    part = _DEFINITION.sub("", part)
    pieces = []
    at = 0
    for span in _CODE_SPAN.finditer(part):
        if "\n\n" in span.group():
            continue
        pieces += [part[at : span.start()], span.group()]
        at = span.end()
    pieces.append(part[at:])
    # A link's text may be code: what stands between code spans is joined again before links are read.
    kept: list[str] = []
    masked = ""
    for number, piece in enumerate(pieces):
        if number % 2:
            masked += f"\x00{len(kept)}\x00"
            kept.append(piece)
        else:
            masked += piece
    masked = _PICTURE.sub("", masked)
    masked = _LINK.sub(r"\g<text>", masked)
    masked = _AUTOLINK.sub(r"\g<url>", masked)
    masked = _TAG.sub("", _BREAK.sub(" ", masked))
    return re.sub(r"\x00(\d+)\x00", lambda hit: kept[int(hit.group(1))], masked)


def _without_comments(part: str) -> str:
    """Drop HTML comments; one that is never closed hides the rest, as it does in a browser."""
    pieces = []
    at = 0
    start = part.find("<!--")
    while start >= 0:
        pieces.append(part[at:start])
        end = part.find("-->", start + 4)
        at = len(part) if end < 0 else end + 3
        start = part.find("<!--", at)
    pieces.append(part[at:])
    return "".join(pieces)


def _plain_headings(part: str) -> str:
    """Give a plain text its headings: its first line, and short lines between blank ones."""
    head = _HEAD_LINE.match(part)
    if head is not None and not head["line"].rstrip().endswith(_SENTENCE_END):
        part = f"# {head['line'].strip()}\n\n{part[head.end() :].lstrip()}"
    return _LONE_LINE.sub(
        lambda hit: hit["line"] if hit["line"].rstrip().endswith(_SENTENCE_END) else f"## {hit['line']}", part
    )


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """Change the parts of a text outside fenced code; code stays byte for byte."""
    return "".join(part if code else change(part) for part, code in _parts(text))


def _parts(text: str) -> list[tuple[str, bool]]:
    """Cut a text into (part, is fenced code), fences with their code."""
    parts: list[tuple[str, bool]] = []
    current: list[str] = []
    fence = ""
    for line in text.splitlines(keepends=True):
        match = _FENCE.match(line)
        if match and not fence:
            parts.append(("".join(current), False))
            current, fence = [line], match["mark"]
        elif fence and match and match["mark"].startswith(fence) and not line.strip(" \t>`~\n"):
            current.append(line)
            parts.append(("".join(current), True))
            current, fence = [], ""
        else:
            current.append(line)
    parts.append(("".join(current), bool(fence)))
    return [part for part in parts if part[0]]
