"""A page of facts put together in code and shown by the one inert text widget."""

from __future__ import annotations

from collections.abc import Iterable

from neurodesk.ui.reading import Block, BlockKind, Run, SafeDocument, Style, visible_text

MAX_VALUE_CHARS = 4_000


class Page:
    """Collects headings, facts and lines; foreign text enters as plain runs, never as markup."""

    def __init__(self) -> None:
        self._blocks: list[Block] = []
        self._list = 0

    def heading(self, text: str, level: int = 3) -> Page:
        """Add a heading."""
        self._blocks.append(Block(BlockKind.HEADING, (Run(visible_text(text)),), level=level))
        self._list += 1
        return self

    def text(self, text: str, style: Style = Style.PLAIN) -> Page:
        """Add a paragraph."""
        self._blocks.append(Block(BlockKind.PARAGRAPH, (Run(_plain(text), style),)))
        return self

    def quiet(self, text: str) -> Page:
        """Add a paragraph in the quiet ink."""
        return self.text(text, Style.QUIET)

    def fact(self, label: str, value: str, href: str = "") -> Page:
        """Add a fact: a quiet label and its value; nothing for an empty value."""
        if value:
            runs = (Run(f"{label}: ", Style.QUIET), Run(_plain(value), href=href))
            self._blocks.append(Block(BlockKind.PARAGRAPH, runs))
        return self

    def bullet(self, text: str, note: str = "", href: str = "") -> Page:
        """Add a list item with a quiet note behind it; ``href`` is emitted when it is chosen."""
        runs = [Run(_plain(text), href=href)]
        if note:
            runs.append(Run(f" · {_plain(note)}", Style.QUIET))
        self._blocks.append(Block(BlockKind.PARAGRAPH, tuple(runs), depth=1, item=0, list_id=self._list))
        return self

    def bullets(self, texts: Iterable[str]) -> Page:
        """Add list items."""
        for one in texts:
            self.bullet(one)
        return self

    def done(self) -> SafeDocument:
        """Return the page."""
        return SafeDocument.of(list(self._blocks), plain=False)


def _plain(text: str) -> str:
    return visible_text(text[:MAX_VALUE_CHARS])
