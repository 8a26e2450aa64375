"""The tree that alone is shown: blocks of runs, each run tied to its place in the source. No Qt here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntFlag, StrEnum

PAGE_MAX_CHARS = 200_000
PAGE_MAX_BLOCKS = 2_000
BLOCK_MAX_CHARS = 20_000
SOURCE_MAX_CHARS = 4_000_000


class Style(IntFlag):
    """How a run looks."""

    PLAIN = 0
    STRONG = 1
    EMPHASIS = 2
    CODE = 4
    STRIKE = 8
    QUIET = 16
    PICTURE = 32
    ADDED = 64
    REMOVED = 128
    NEW = 256


class BlockKind(StrEnum):
    """What a block is."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    CODE = "code"
    TABLE = "table"
    RULE = "rule"


@dataclass(frozen=True, slots=True)
class Run:
    """Text of one style.

    ``start`` and ``length`` place it in the source (characters; start -1: nowhere); when ``length`` equals
    ``len(text)`` the characters map one to one. ``href`` is a link's real target, ``picture`` a picture's
    source.
    """

    text: str
    style: Style = Style.PLAIN
    start: int = -1
    length: int = 0
    href: str = ""
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """One block. ``level`` is a heading's; ``depth`` counts list indents, ``quote`` quotation levels.

    ``item`` numbers the list item a block opens (0: bullet, -1: opens none); ``list_id`` tells lists apart.
    """

    kind: BlockKind
    runs: tuple[Run, ...] = ()
    level: int = 0
    depth: int = 0
    quote: int = 0
    item: int = -1
    list_id: int = 0
    rows: tuple[tuple[tuple[Run, ...], ...], ...] = ()

    def all_runs(self) -> Iterator[Run]:
        """Yield the runs of the block, or of its cells, in reading order."""
        yield from self.runs
        for row in self.rows:
            for cell in row:
                yield from cell

    @property
    def chars(self) -> int:
        """Characters shown by this block."""
        return sum(len(run.text) for run in self.all_runs())

    @property
    def source_start(self) -> int:
        """First place of the source this block shows, or -1."""
        return min((run.start for run in self.all_runs() if run.start >= 0), default=-1)


@dataclass(frozen=True, slots=True)
class SafeDocument:
    """A text ready to be shown: blocks, cut into pages that no view can choke on.

    ``pages`` are (first, end) indexes into ``blocks``. ``plain`` tells that the structure was given up
    because the
    nesting was too deep; ``cut_chars`` how many characters of an oversized source are not shown at all.
    """

    blocks: tuple[Block, ...]
    pages: tuple[tuple[int, int], ...]
    plain: bool = False
    cut_chars: int = 0

    @staticmethod
    def of(blocks: list[Block], *, plain: bool = False, cut_chars: int = 0) -> SafeDocument:
        """Cut blocks into pages of at most 200,000 characters and 2,000 blocks (table rows count)."""
        whole = [piece for block in blocks for piece in _split(block)]
        pages: list[tuple[int, int]] = []
        first = chars = weight = 0
        for index, block in enumerate(whole):
            block_chars, block_weight = block.chars, max(1, len(block.rows))
            full = chars + block_chars > PAGE_MAX_CHARS or weight + block_weight > PAGE_MAX_BLOCKS
            if index > first and full:
                pages.append((first, index))
                first, chars, weight = index, 0, 0
            chars += block_chars
            weight += block_weight
        pages.append((first, len(whole)))
        return SafeDocument(tuple(whole), tuple(pages), plain, cut_chars)

    def page_of(self, source_offset: int) -> int:
        """Return the page that shows a place of the source (the last one that starts before it)."""
        found = 0
        for number, (first, end) in enumerate(self.pages):
            starts = (block.source_start for block in self.blocks[first:end])
            if next((s for s in starts if s >= 0), -1) > source_offset:
                break
            found = number
        return found

    @property
    def text(self) -> str:
        """All shown text, one line a block or table row."""
        lines: list[str] = []
        for block in self.blocks:
            if block.kind is BlockKind.TABLE:
                lines += ["\t".join("".join(r.text for r in cell) for cell in row) for row in block.rows]
            else:
                lines.append("".join(run.text for run in block.runs))
        return "\n".join(lines)


def _split(block: Block) -> Iterator[Block]:
    """Split a block that alone would fill a page: tables by rows, text by length."""
    if block.kind is BlockKind.TABLE:
        step = PAGE_MAX_BLOCKS // 4
        for at in range(0, max(1, len(block.rows)), step):
            yield replace(block, rows=block.rows[at : at + step]) if len(block.rows) > step else block
        return
    if block.chars <= BLOCK_MAX_CHARS:
        yield block
        return
    piece: list[Run] = []
    room = BLOCK_MAX_CHARS
    item = block.item
    for run in block.runs:
        at = 0
        exact = run.length == len(run.text) and run.start >= 0
        while at < len(run.text) or not run.text:
            taken = run.text[at : at + room]
            piece.append(
                replace(run, text=taken, start=run.start + at, length=len(taken))
                if exact
                else replace(run, text=taken)
            )
            at += len(taken)
            room -= len(taken)
            if room <= 0:
                yield replace(block, runs=tuple(piece), item=item)
                piece, room, item = [], BLOCK_MAX_CHARS, -1
            if not run.text:
                break
    if piece:
        yield replace(block, runs=tuple(piece), item=item)
