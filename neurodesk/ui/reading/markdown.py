"""Markdown to a SafeDocument, with the place in the source of every shown character.

markdown-it-py gives tokens with their source lines, which the claim underlines need; HTML is never produced.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from markdown_it import MarkdownIt
from markdown_it.token import Token

from neurodesk.ui.reading.html import render_html_blocks
from neurodesk.ui.reading.inline import InlineReader, placed_runs
from neurodesk.ui.reading.tree import SOURCE_MAX_CHARS, Block, BlockKind, Run, SafeDocument, Style

MAX_NESTING = 40
_FRONT_MATTER = re.compile(
    r"\A\ufeff?---[ \t]*\r?\n(?:.*?\r?\n)??(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL
)
_LINE_END = re.compile(r"\r\n|\n|\r")
# Each such marker opens a block; a line with very many of them is an attack or an accident.
_DEEP = re.compile(rf"^(?:[ \t]*+(?:>|[-*+](?=[ \t])|\d{{1,9}}[.)](?=[ \t]))){{{MAX_NESTING}}}", re.MULTILINE)
_MANY_SPECIALS = re.compile(r"[\[\]*_~`<]{2000}")


def _parser() -> MarkdownIt:
    md = MarkdownIt("commonmark", {"html": True, "linkify": False, "maxNesting": MAX_NESTING})
    # text_join would merge escapes and entities into their neighbours and lose their place in the source.
    return md.enable(["table", "strikethrough"]).disable("text_join")


def front_matter_end(text: str) -> int:
    """Return the offset after a YAML front matter, or 0; front matter is not part of the visible article."""
    match = _FRONT_MATTER.match(text)
    return match.end() if match else 0


def render_plain(text: str, *, code: bool = False, start: int = 0) -> SafeDocument:
    """Show text as it is, one block a line; every character keeps its place.

    Arguments: ``code`` uses the fixed font; ``start`` is where in ``text`` to begin, in characters.
    """
    cut = max(0, len(text) - SOURCE_MAX_CHARS)
    kind, style = (BlockKind.CODE, Style.CODE) if code else (BlockKind.PARAGRAPH, Style.PLAIN)
    blocks: list[Block] = []
    at = start
    for line in text[start:SOURCE_MAX_CHARS].splitlines(keepends=True):
        body = line.rstrip("\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029")
        if body.strip() or code:
            blocks.append(Block(kind, tuple(placed_runs(body, at, style))))
        at += len(line)
    return SafeDocument.of(blocks, plain=not code, cut_chars=cut)


def render_markdown(text: str) -> SafeDocument:
    """Parse Markdown into a SafeDocument; meant to run off the GUI thread (pure, picklable, no Qt).

    Arguments: ``text`` the whole file, front matter included (it is skipped; offsets stay those of the file).
    Returns: blocks and pages; text nested about 40 deep or more comes back as plain text (``plain`` is
    then true).
    """
    cut = max(0, len(text) - SOURCE_MAX_CHARS)
    source = text[:SOURCE_MAX_CHARS]
    skip = front_matter_end(source)
    body = source[skip:]
    if not _DEEP.search(body) and not _MANY_SPECIALS.search(body):
        tokens = _parser().parse(body)
        if all(token.level < MAX_NESTING - 2 for token in tokens):
            builder = _Builder(body, skip)
            builder.walk(tokens)
            return SafeDocument.of(builder.blocks, cut_chars=cut)
    return replace(render_plain(source, start=skip), cut_chars=cut)


@dataclass(slots=True)
class _OpenList:
    """A list under way: its id for the view and the next item's number (0: bullets)."""

    list_id: int
    number: int


@dataclass(slots=True)
class _Builder:
    """Turns block tokens into blocks; ``skip`` is added to places in ``body`` to give places in the file."""

    body: str
    skip: int
    blocks: list[Block] = field(default_factory=list)
    lists: list[_OpenList] = field(default_factory=list)
    list_count: int = 0
    quote: int = 0
    heading: int = 0
    item: int = -1
    in_cell: bool = False
    rows: list[list[tuple[Run, ...]]] = field(default_factory=list)
    row_at: int = 0
    row_end: int = 0
    line_at: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.line_at = [0] + [match.end() for match in _LINE_END.finditer(self.body)]

    def span(self, token: Token) -> tuple[int, int]:
        """Return the (start, end) of a block token's lines in the body."""
        if token.map is None:
            return 0, len(self.body)
        first, last = token.map
        end = self.line_at[last] if last < len(self.line_at) else len(self.body)
        return self.line_at[min(first, len(self.line_at) - 1)], end

    def walk(self, tokens: list[Token]) -> None:
        """Handle every token that has a method of its name."""
        for token in tokens:
            handler = getattr(self, f"_on_{token.type}", None)
            if handler is not None:
                handler(token)

    def add(self, kind: BlockKind, runs: list[Run], level: int = 0) -> None:
        """Add a block at the present indent; the first one of an item takes its marker."""
        list_id = self.lists[-1].list_id if self.lists else 0
        self.blocks.append(Block(kind, tuple(runs), level, len(self.lists), self.quote, self.item, list_id))
        self.item = -1

    def _on_heading_open(self, token: Token) -> None:
        self.heading = int(token.tag[1])

    def _on_heading_close(self, _token: Token) -> None:
        self.heading = 0

    def _on_blockquote_open(self, _token: Token) -> None:
        self.quote += 1

    def _on_blockquote_close(self, _token: Token) -> None:
        self.quote -= 1

    def _on_bullet_list_open(self, _token: Token) -> None:
        self.list_count += 1
        self.lists.append(_OpenList(self.list_count, 0))

    def _on_ordered_list_open(self, token: Token) -> None:
        self.list_count += 1
        self.lists.append(_OpenList(self.list_count, max(1, int(token.attrs.get("start", 1)))))

    def _on_bullet_list_close(self, _token: Token) -> None:
        self.lists.pop()

    def _on_ordered_list_close(self, _token: Token) -> None:
        self.lists.pop()

    def _on_list_item_open(self, _token: Token) -> None:
        top = self.lists[-1]
        self.item = top.number
        top.number += 1 if top.number else 0

    def _on_list_item_close(self, _token: Token) -> None:
        if self.item >= 0:  # an empty item still shows its marker
            self.add(BlockKind.PARAGRAPH, [])

    def _on_hr(self, _token: Token) -> None:
        self.add(BlockKind.RULE, [])

    def _on_code_block(self, token: Token) -> None:
        self.code(token, 0)

    def _on_fence(self, token: Token) -> None:
        self.code(token, 1)

    def code(self, token: Token, skipped_lines: int) -> None:
        """Add one block for each line of code; a line is looked for in its own source line only."""
        lines = token.content.split("\n")
        if lines and not lines[-1]:
            lines.pop()
        first = (token.map[0] if token.map else 0) + skipped_lines
        for number, line in enumerate(lines):
            at = self.line_at[min(first + number, len(self.line_at) - 1)]
            place = self.body.find(line, at, at + len(line) + 200) if line else at
            self.add(BlockKind.CODE, placed_runs(line, self.skip + max(place, at), Style.CODE))

    def _on_html_block(self, token: Token) -> None:
        start, _end = self.span(token)
        if token.content.lstrip().startswith("<!--"):
            # A comment hides nothing from the curator: it is shown as what it is.
            for line in token.content.rstrip("\n").split("\n"):
                runs = placed_runs(line, self.skip + start, Style.CODE | Style.QUIET)
                self.add(BlockKind.PARAGRAPH, runs)
                start += len(line) + 1
            return
        for block in render_html_blocks(token.content):
            runs = [replace(run, start=self.skip + start) for run in block.runs]
            if block.kind is BlockKind.TABLE:
                self.blocks.append(block)
            else:
                self.add(block.kind, runs, block.level)

    def _on_table_open(self, token: Token) -> None:
        self.rows = []
        self.row_at, self.row_end = self.span(token)

    def _on_tr_open(self, token: Token) -> None:
        self.rows.append([])
        if token.map is not None:
            self.row_at, self.row_end = self.span(token)

    def _on_th_open(self, _token: Token) -> None:
        self.in_cell = True

    def _on_td_open(self, _token: Token) -> None:
        self.in_cell = True

    def _on_th_close(self, _token: Token) -> None:
        self.in_cell = False

    def _on_td_close(self, _token: Token) -> None:
        self.in_cell = False

    def _on_table_close(self, _token: Token) -> None:
        rows = tuple(tuple(row) for row in self.rows)
        self.blocks.append(Block(BlockKind.TABLE, depth=len(self.lists), quote=self.quote, rows=rows))

    def _on_inline(self, token: Token) -> None:
        if self.in_cell:
            reader = InlineReader(self.body, self.skip, self.row_at, self.row_end)
            self.rows[-1].append(tuple(reader.read(token)))
            bar = self.body.find("|", reader.cursor, self.row_end)
            self.row_at = bar + 1 if bar >= 0 else reader.cursor
            return
        reader = InlineReader(self.body, self.skip, *self.span(token))
        self.add(BlockKind.HEADING if self.heading else BlockKind.PARAGRAPH, reader.read(token), self.heading)
