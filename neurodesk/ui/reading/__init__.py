"""Foreign text made harmless: parsed into a tree of our own, which alone reaches the screen (SPEC S4)."""

from neurodesk.ui.reading.html import render_html
from neurodesk.ui.reading.markdown import front_matter_end, render_markdown, render_plain
from neurodesk.ui.reading.tree import Block, BlockKind, Run, SafeDocument, Style
from neurodesk.ui.reading.visible import plain_label, visible_text

__all__ = [
    "Block",
    "BlockKind",
    "Run",
    "SafeDocument",
    "Style",
    "front_matter_end",
    "plain_label",
    "render_html",
    "render_markdown",
    "render_plain",
    "visible_text",
]
