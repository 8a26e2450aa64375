"""Markdown articles with optional YAML front matter (SPEC K1)."""

from __future__ import annotations

from neurodesk.domain.encoding import decode_text
from neurodesk.domain.kb import ParsedArticle
from neurodesk.domain.markdown_text import LineKind, lines_of
from neurodesk.providers.kb.fields import (
    declared_date,
    declared_language,
    declared_text,
    declared_twins,
)
from neurodesk.providers.kb.front_matter import read_front_matter
from neurodesk.providers.kb.guess import guess_codec

NAME = "markdown"
SUFFIXES = (".md", ".markdown", ".mdown", ".mkd")


def parse(data: bytes) -> ParsedArticle:
    """Read one file; nothing in it is fatal.

    Args:
        data: the file's bytes, in any encoding of ``domain.encoding``.

    Returns:
        The article; broken front matter and guessed encodings stand in ``problems``.
    """
    decoded = decode_text(data, guess_codec)
    text = decoded.text.replace("\r\n", "\n").replace("\r", "\n")
    front = read_front_matter(text)
    body = text[front.length :]
    return ParsedArticle(
        format=NAME,
        title=declared_text(front.meta, "title") or first_title(body),
        body=body,
        lang=declared_language(front.meta),
        meta=front.meta,
        dated_at=declared_date(front.meta),
        source=declared_text(front.meta, "source"),
        encoding=decoded.encoding,
        body_start=front.length,
        body_line=text.count("\n", 0, front.length) + 1,
        translation_of=declared_twins(front.meta),
        problems=decoded.problems + front.problems,
    )


def first_title(body: str) -> str:
    """Return the first heading of level 1, "" when there is none."""
    for line in lines_of(body):
        if line.kind is LineKind.HEADING and line.level == 1 and line.heading:
            return line.heading[:300]
    return ""
