"""Every format of knowledge-base files; a new one is one file and one line here."""

from __future__ import annotations

from neurodesk.domain.kb import KbFormat
from neurodesk.providers.kb import markdown

KB_FORMATS: tuple[KbFormat, ...] = (KbFormat(markdown.NAME, markdown.SUFFIXES, markdown.parse),)
