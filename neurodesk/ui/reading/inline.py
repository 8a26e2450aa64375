"""Inline Markdown tokens to runs: each is found in the source by reading both from left to right."""

from __future__ import annotations

import re

from markdown_it.token import Token

from neurodesk.ui.reading.tree import Run, Style
from neurodesk.ui.reading.visible import split_visible, visible_text

_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


def placed_runs(text: str, start: int, style: Style, href: str = "") -> list[Run]:
    """Make runs of text whose characters stand one to one in the source from ``start`` on."""
    runs: list[Run] = []
    for shown, length in split_visible(text):
        runs.append(Run(shown, style, start, length, href))
        start += length
    return runs


class InlineReader:
    """Reads one inline token between ``start`` and ``end`` of ``body``; ``cursor`` is where it stopped."""

    def __init__(self, body: str, skip: int, start: int, end: int) -> None:
        self.body = body
        self.skip = skip
        self.cursor = start
        self.end = end
        self.runs: list[Run] = []
        self.style = Style.PLAIN
        self.href = ""

    def read(self, token: Token) -> list[Run]:
        """Return the runs of the token's children."""
        for child in token.children or []:
            handler = getattr(self, f"_on_{child.type}", None)
            if handler is not None:
                handler(child)
        return self.runs

    def seek(self, text: str) -> int:
        """Return where ``text`` stands from the cursor on and move behind it; -1 leaves the cursor alone."""
        place = self.body.find(text, self.cursor, self.end) if text else -1
        if place >= 0:
            self.cursor = place + len(text)
        return place

    def put(self, text: str, place: int, length: int) -> None:
        """Add shown text that differs from its source (an escape, an entity, a line end)."""
        start = self.skip + (place if place >= 0 else self.cursor)
        self.runs.append(Run(text, self.style, start, length if place >= 0 else 0, self.href))

    def _on_text(self, child: Token) -> None:
        if not child.content:
            return
        place = self.seek(child.content)
        if place < 0:
            self.put(visible_text(child.content), -1, 0)
        else:
            self.runs += placed_runs(child.content, self.skip + place, self.style, self.href)

    def _on_text_special(self, child: Token) -> None:
        self.put(visible_text(child.content), self.seek(child.markup), len(child.markup))

    def _on_code_inline(self, child: Token) -> None:
        self.seek(child.markup)
        place = self.seek(child.content)
        if place < 0:  # a line end inside became a space
            place = self.cursor
        self.runs += placed_runs(child.content, self.skip + place, self.style | Style.CODE, self.href)
        self.cursor = max(self.cursor, place + len(child.content))
        self.seek(child.markup)

    def _on_softbreak(self, _child: Token) -> None:
        self.put(" ", self.seek("\n"), 1)

    def _on_hardbreak(self, _child: Token) -> None:
        self.put("\n", self.seek("\n"), 1)

    def _turn_on(self, child: Token, style: Style) -> None:
        self.seek(child.markup)
        self.style |= style

    def _turn_off(self, child: Token, style: Style) -> None:
        self.seek(child.markup)
        self.style &= ~style

    def _on_strong_open(self, child: Token) -> None:
        self._turn_on(child, Style.STRONG)

    def _on_strong_close(self, child: Token) -> None:
        self._turn_off(child, Style.STRONG)

    def _on_em_open(self, child: Token) -> None:
        self._turn_on(child, Style.EMPHASIS)

    def _on_em_close(self, child: Token) -> None:
        self._turn_off(child, Style.EMPHASIS)

    def _on_s_open(self, child: Token) -> None:
        self._turn_on(child, Style.STRIKE)

    def _on_s_close(self, child: Token) -> None:
        self._turn_off(child, Style.STRIKE)

    def _on_link_open(self, child: Token) -> None:
        self.seek("<" if child.markup == "autolink" else "[")
        self.href = str(child.attrs.get("href", ""))

    def _on_link_close(self, child: Token) -> None:
        self.href = ""
        if child.markup == "autolink":
            self.seek(">")
        else:
            self.skip_target()

    def skip_target(self) -> None:
        """Move behind ``](target "title")`` or ``][label]``, so that later text is not found inside it."""
        if self.seek("]") < 0 or self.cursor >= self.end:
            return
        opening = self.body[self.cursor]
        if opening == "[":
            self.seek("]")
        if opening != "(":
            return
        depth, at, angle = 0, self.cursor, False
        while at < self.end:
            char = self.body[at]
            if char == "\\":
                at += 1
            elif char in "<>":
                angle = char == "<"
            elif char in "()" and not angle:
                depth += 1 if char == "(" else -1
                if depth == 0:
                    self.cursor = at + 1
                    return
            at += 1

    def _on_image(self, child: Token) -> None:
        place = self.seek("![")
        alt = visible_text(" ".join("".join(part.content for part in child.children or []).split()))
        self.skip_target()
        start = self.skip + place if place >= 0 else -1
        length = self.cursor - place if place >= 0 else 0
        source = str(child.attrs.get("src", ""))
        self.runs.append(Run(alt, self.style | Style.PICTURE, start, length, self.href, source))

    def _on_html_inline(self, child: Token) -> None:
        place = self.seek(child.content)
        if _BREAK.fullmatch(child.content):
            self.put("\n", place, len(child.content))
            return
        # A tag hides nothing from the curator: it is shown as what it is.
        start = self.skip + (place if place >= 0 else self.cursor)
        self.runs += placed_runs(child.content, start, Style.CODE | Style.QUIET)
