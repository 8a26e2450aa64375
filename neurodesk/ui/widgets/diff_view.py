"""The changes view: the article with insertions and deletions, unchanged stretches folded. It only paints
a diff.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from neurodesk.domain.diff import Change, Figures, Fold, Piece, UnitDiff, diff_units, figures, fold
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.reading.tree import Block, BlockKind, Run, SafeDocument, Style
from neurodesk.ui.widgets.article_view import ArticleView
from neurodesk.ui.widgets.lamps import ClaimMark

FOLD_LINK = "fold:"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two documents compared block by block; made off the GUI thread by ``compare``."""

    old: SafeDocument
    new: SafeDocument
    units: tuple[UnitDiff, ...]
    figures: Figures


def compare(old: SafeDocument, new: SafeDocument) -> Comparison:
    """Compare two rendered versions of an article; pure, meant for a worker."""
    left = [_text(block) for block in old.blocks]
    right = [_text(block) for block in new.blocks]
    units = diff_units(left, right)
    return Comparison(old, new, units, figures(units))


def _text(block: Block) -> str:
    return "".join(run.text for run in block.all_runs())


def changes_document(comparison: Comparison, unfolded: frozenset[int] = frozenset()) -> SafeDocument:
    """Build the document of changes.

    Arguments: ``unfolded`` holds the first indexes of folds that are open. Runs keep their places in the
    new source, so
    claims keep their lamps.
    """
    blocks: list[Block] = []
    for entry in fold(comparison.units):
        if isinstance(entry, Fold):
            if entry.first in unfolded:
                stretch = comparison.units[entry.first : entry.first + entry.count]
                blocks += [comparison.new.blocks[unit.new] for unit in stretch]
            else:
                words = plural("Changes", "%n unchanged block(s)", entry.count)
                fold_run = Run(f"⋯ {words}", Style.QUIET, href=f"{FOLD_LINK}{entry.first}")
                blocks.append(Block(BlockKind.PARAGRAPH, (fold_run,)))
        else:
            blocks += _unit_blocks(comparison, entry)
    return SafeDocument.of(blocks, plain=False)


def _unit_blocks(comparison: Comparison, unit: UnitDiff) -> Iterator[Block]:
    if unit.change is Change.SAME:
        yield comparison.new.blocks[unit.new]
        return
    if unit.change is Change.REMOVED:
        yield _styled(comparison.old.blocks[unit.old], Style.REMOVED | Style.NEW, placed=False)
        return
    block = comparison.new.blocks[unit.new]
    if unit.change is Change.ADDED:
        if unit.moved_from >= 0:
            note = Run(tr("Changes", "moved here"), Style.QUIET)
            yield Block(BlockKind.PARAGRAPH, (note,), depth=block.depth, quote=block.quote)
        yield _styled(block, Style.ADDED | Style.NEW, placed=True)
        return
    if block.kind is BlockKind.TABLE:
        yield _styled(comparison.old.blocks[unit.old], Style.REMOVED | Style.NEW, placed=False)
        yield _styled(block, Style.ADDED | Style.NEW, placed=True)
        return
    yield replace(
        block, runs=tuple(_word_runs(comparison.old.blocks[unit.old].runs, block.runs, unit.pieces))
    )


def _styled(block: Block, style: Style, *, placed: bool) -> Block:
    def restyle(run: Run) -> Run:
        if placed:
            return replace(run, style=run.style | style, href="")
        return replace(run, style=run.style | style, href="", start=-1, length=0)

    rows = tuple(tuple(tuple(restyle(r) for r in cell) for cell in row) for row in block.rows)
    item = block.item if placed or block.item < 0 else 0
    return replace(
        block,
        runs=tuple(restyle(run) for run in block.runs),
        rows=rows,
        item=item,
        list_id=block.list_id if placed else -1,
    )


def _word_runs(old: Sequence[Run], new: Sequence[Run], pieces: Sequence[Piece]) -> Iterator[Run]:
    previous = Change.SAME
    for piece in pieces:
        if previous is Change.REMOVED and piece.change is Change.ADDED:
            yield Run(" ")  # only for the eye: old and new words must not run together
        previous = piece.change
        if piece.change is Change.REMOVED:
            for run in _slice(old, piece.start, piece.start + len(piece.text)):
                yield replace(run, style=run.style | Style.REMOVED, start=-1, length=0, href="")
        else:
            style = Style.ADDED if piece.change is Change.ADDED else Style.PLAIN
            for run in _slice(new, piece.start, piece.start + len(piece.text)):
                yield replace(run, style=run.style | style)


def _slice(runs: Sequence[Run], start: int, end: int) -> Iterator[Run]:
    """Yield the parts of runs that show the characters from ``start`` to ``end`` of their joined text."""
    at = 0
    for run in runs:
        first, last = max(start, at), min(end, at + len(run.text))
        if first < last:
            exact = run.length == len(run.text) and run.start >= 0
            place = run.start + first - at if exact else run.start
            length = last - first if exact else run.length
            yield replace(run, text=run.text[first - at : last - at], start=place, length=length)
        at += len(run.text)


class DiffView(ArticleView):
    """The article view over a comparison; folds open on a click or Enter, claim lines are off, lamps stay."""

    figures_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None, *, left: int | None = None) -> None:
        super().__init__(parent, left=left)
        self.set_lines_visible(False)
        self.setAccessibleName(tr("Changes", "Changes against the published article"))
        self._comparison: Comparison | None = None
        self._unfolded: set[int] = set()
        self._marks: tuple[ClaimMark, ...] = ()
        self.link_activated.connect(self._on_link)

    def show_comparison(
        self, comparison: Comparison, claims: Sequence[ClaimMark] = (), current: str = ""
    ) -> None:
        """Show the changes between two versions."""
        self._comparison, self._marks = comparison, tuple(claims)
        self._unfolded.clear()
        self.show_article(changes_document(comparison), claims, current)
        self.figures_changed.emit(comparison.figures)

    def _on_link(self, target: str) -> None:
        if self._comparison is None or not target.startswith(FOLD_LINK):
            return
        self._unfolded.add(int(target.removeprefix(FOLD_LINK)))
        value = self.verticalScrollBar().value()
        document = changes_document(self._comparison, frozenset(self._unfolded))
        self.show_article(document, self._marks, self.current_id)
        self.finish()
        self.verticalScrollBar().setValue(value)
