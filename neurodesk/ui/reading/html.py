"""HTML to a SafeDocument: sanitised by nh3, then rebuilt from a closed list of elements. Nothing else
survives.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

import nh3

from neurodesk.ui.reading.tree import SOURCE_MAX_CHARS, Block, BlockKind, Run, SafeDocument, Style
from neurodesk.ui.reading.visible import split_visible, visible_text

_STYLES = {
    "b": Style.STRONG,
    "strong": Style.STRONG,
    "i": Style.EMPHASIS,
    "em": Style.EMPHASIS,
    "cite": Style.EMPHASIS,
    "code": Style.CODE,
    "kbd": Style.CODE,
    "samp": Style.CODE,
    "tt": Style.CODE,
    "s": Style.STRIKE,
    "del": Style.STRIKE,
}
_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_LINES = {"p", "div", "section", "article", "dl", "dt", "dd", "figure", "figcaption"}
_STRUCTURE = {
    "a",
    "img",
    "br",
    "hr",
    "ul",
    "ol",
    "li",
    "pre",
    "blockquote",
    "table",
    "thead",
    "tbody",
    "tr",
    "td",
    "th",
}
_TAGS = _LINES | _STRUCTURE | set(_STYLES) | set(_HEADINGS)
_DROPPED = {
    "script",
    "style",
    "template",
    "noscript",
    "iframe",
    "object",
    "svg",
    "math",
    "title",
    "select",
    "textarea",
}
_VOID = ("br", "hr", "img", "input", "meta", "link", "p", "li", "td", "tr", "th", "dt", "dd")
MAX_DEPTH = 24
# A tree parser is not linear in these; they are cheap to count beforehand.
MAX_TAGS = 60_000
MAX_OPEN = 2_000
_LONG_TAG = re.compile(r"<[a-zA-Z][^<>]{20000}")


def render_html(text: str) -> SafeDocument:
    """Show an HTML article as text of our own making; meant to run off the GUI thread (pure, no Qt).

    Scripts, styles, frames, forms, comments and unknown elements disappear; links keep http, https, mailto
    and
    relative targets; pictures keep only their source's name for the bounded loader. Text with too many or
    too deeply
    nested tags comes back as plain lines (``plain`` is then true).
    """
    cut = max(0, len(text) - SOURCE_MAX_CHARS)
    source = text[:SOURCE_MAX_CHARS]
    if is_too_much(source):
        return SafeDocument.of(_lines_without_tags(source), plain=True, cut_chars=cut)
    return SafeDocument.of(render_html_blocks(source), cut_chars=cut)


def is_too_much(source: str) -> bool:
    """Tell whether a tree parser would choke: too many tags, too deep, or one tag of enormous length."""
    tags = source.count("<")
    return (
        tags > MAX_TAGS
        or _LONG_TAG.search(source) is not None
        or (tags > MAX_OPEN and _deepest(source) > MAX_OPEN)
    )


def render_html_blocks(text: str) -> list[Block]:
    """Return the blocks of an HTML text; runs have no place in the source, for the text was rebuilt."""
    if is_too_much(text):
        return _lines_without_tags(text)
    clean = nh3.clean(
        text,
        tags=_TAGS,
        clean_content_tags=_DROPPED,
        attributes={"a": {"href"}, "img": {"src", "alt"}, "ol": {"start"}},
        url_schemes={"http", "https", "mailto"},
        strip_comments=True,
        link_rel=None,
    )
    builder = _HtmlBuilder()
    builder.feed(clean)
    builder.close()
    builder.flush()
    return builder.blocks


def _deepest(source: str) -> int:
    """Return how deep opening tags pile up, elements without an end tag aside: a quick upper bound."""
    depth = deepest = 0
    at = source.find("<")
    while at >= 0:
        if source.startswith("</", at):
            depth = max(0, depth - 1)
        elif source[at + 1 : at + 2].isalpha():
            word = source[at + 1 : at + 8].replace(">", " ").replace("/", " ").split(None, 1)[0].lower()
            if word not in _VOID:
                depth += 1
                deepest = max(deepest, depth)
        at = source.find("<", at + 1)
    return deepest


def _lines_without_tags(source: str) -> list[Block]:
    """Show the text between tags line by line, without building a tree."""
    pieces: list[str] = []
    for piece in source.split("<"):
        _tag, closed, rest = piece.partition(">")
        pieces.append(rest if closed else piece)
    lines = (" ".join(line.split()) for line in "".join(pieces).splitlines())
    return [Block(BlockKind.PARAGRAPH, (Run(visible_text(line)),)) for line in lines if line]


class _HtmlBuilder(HTMLParser):
    """Turns sanitised HTML into blocks; keeps no tree, so depth costs nothing."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[Block] = []
        self.runs: list[Run] = []
        self.styles: list[Style] = []
        self.lists: list[list[int]] = []  # [next number or 0, list id]
        self.list_count = 0
        self.item = -1
        self.heading = 0
        self.quote = 0
        self.pre = 0
        self.href = ""
        self.rows: list[list[tuple[Run, ...]]] | None = None

    @property
    def style(self) -> Style:
        combined = Style.PLAIN
        for style in self.styles[-8:]:
            combined |= style
        return combined

    def add(self, kind: BlockKind, runs: tuple[Run, ...]) -> None:
        depth, quote = min(len(self.lists), MAX_DEPTH), min(self.quote, MAX_DEPTH)
        list_id = self.lists[-1][1] if self.lists else 0
        self.blocks.append(Block(kind, runs, self.heading, depth, quote, self.item, list_id))
        self.item = -1

    def flush(self) -> None:
        """Close the paragraph under way; inside a table a paragraph does not end the cell."""
        if self.rows is not None:
            return
        runs, self.runs = tuple(self.runs), []
        if self.item >= 0 or any(run.text.strip() or run.picture for run in runs):
            self.add(BlockKind.HEADING if self.heading else BlockKind.PARAGRAPH, runs)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {key: value or "" for key, value in attrs}
        if tag in _STYLES:
            self.styles.append(_STYLES[tag])
        elif tag == "br":
            self.runs.append(Run("\n", self.style))
        elif tag == "a":
            self.href = values.get("href", "")
        elif tag == "img":
            alt = visible_text(" ".join(values.get("alt", "").split()))
            self.runs.append(
                Run(alt, self.style | Style.PICTURE, href=self.href, picture=values.get("src", ""))
            )
        elif self.rows is not None:
            self.start_in_table(tag)
        else:
            self.flush()
            self.start_block(tag, values)

    def start_in_table(self, tag: str) -> None:
        if tag == "tr" and self.rows is not None:
            self.rows.append([])
        if tag in ("tr", "td", "th"):
            self.runs = []

    def start_block(self, tag: str, values: dict[str, str]) -> None:
        if tag in _HEADINGS:
            self.heading = _HEADINGS[tag]
        elif tag in ("ul", "ol"):
            self.list_count += 1
            start = values.get("start", "1")
            number = max(1, int(start)) if start.isdecimal() and len(start) < 8 else 1
            self.lists.append([number if tag == "ol" else 0, self.list_count])
        elif tag == "li" and self.lists:
            top = self.lists[-1]
            self.item = top[0]
            top[0] += 1 if top[0] else 0
        elif tag == "hr":
            self.add(BlockKind.RULE, ())
        elif tag == "pre":
            self.pre += 1
        elif tag == "blockquote":
            self.quote += 1
        elif tag == "table":
            self.rows = []

    def handle_endtag(self, tag: str) -> None:
        if tag in _STYLES:
            if self.styles:
                self.styles.pop()
        elif tag == "a":
            self.href = ""
        elif self.rows is not None:
            self.end_in_table(tag)
        else:
            self.flush()
            self.end_block(tag)

    def end_in_table(self, tag: str) -> None:
        if tag in ("td", "th") and self.rows:
            self.rows[-1].append(tuple(self.runs))
            self.runs = []
        elif tag == "table" and self.rows is not None:
            rows = tuple(tuple(row) for row in self.rows if row)
            self.rows, self.runs = None, []
            if rows:
                self.blocks.append(Block(BlockKind.TABLE, rows=rows))

    def end_block(self, tag: str) -> None:
        if tag in _HEADINGS:
            self.heading = 0
        elif tag in ("ul", "ol") and self.lists:
            self.lists.pop()
        elif tag == "pre":
            self.pre = max(0, self.pre - 1)
        elif tag == "blockquote":
            self.quote = max(0, self.quote - 1)

    def handle_data(self, data: str) -> None:
        if self.pre and self.rows is None:
            for line in data.strip("\n").split("\n"):
                self.add(BlockKind.CODE, (Run(visible_text(line), Style.CODE),))
            return
        words = " ".join(data.split())
        if not words:
            if self.runs and not self.runs[-1].text.endswith((" ", "\n")):
                self.runs.append(Run(" ", self.style, href=self.href))
            return
        lead = " " if data[0].isspace() and self.runs else ""
        tail = " " if data[-1].isspace() else ""
        for shown, _length in split_visible(lead + words + tail):
            self.runs.append(Run(shown, self.style, href=self.href))
