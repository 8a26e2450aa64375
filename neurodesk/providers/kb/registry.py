"""Every format of knowledge-base files; a new one is one file and one line here."""

from __future__ import annotations

from neurodesk.domain.kb import KbFormat
from neurodesk.providers.kb import html, json_articles, markdown

KB_FORMATS: tuple[KbFormat, ...] = tuple(
    KbFormat(one.NAME, one.SUFFIXES, one.parse, getattr(one, "splice", None))
    for one in (markdown, html, json_articles)
)
