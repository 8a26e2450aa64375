"""Briefs made of the sample's real pages, read by the real extractors."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

from neurodesk.domain.articles import ArticleType
from neurodesk.domain.evidence import SourceOrigin
from neurodesk.domain.extraction import Document
from neurodesk.domain.identity import sha256_text
from neurodesk.domain.planning import classify
from neurodesk.domain.research import AuthorBrief, BriefSource
from neurodesk.pipeline.detect_language import detect_language
from neurodesk.providers.extract.registry import extract
from neurodesk.providers.kb.markdown import parse

SAMPLE = Path(__file__).parents[3] / "resources" / "sample"
HEADINGS = {
    "en": (
        ("prerequisites", "Prerequisites"),
        ("references", "See also"),
        ("rollback", "Rollback"),
        ("steps", "Steps"),
        ("validation", "Validation"),
    ),
    "de": (
        ("prerequisites", "Voraussetzungen"),
        ("references", "Siehe auch"),
        ("rollback", "Rollback"),
        ("steps", "Schritte"),
        ("validation", "Prüfung"),
    ),
}


def plants() -> dict[str, Any]:
    """The sample's key."""
    data: dict[str, Any] = json.loads((SAMPLE / "plants.json").read_text(encoding="utf-8"))
    return data


@functools.lru_cache(maxsize=80)
def page(path: str) -> BriefSource:
    """A page of the sample's library as evidence."""
    found = extract(Document((SAMPLE / "library" / path).read_bytes(), path.rpartition("/")[2]))
    return BriefSource(
        ref=f"e:{path}",
        title=found.title,
        uri=f"library://sample/{path}",
        text=found.text,
        sha256=sha256_text(found.text),
        lang=detect_language(found.text),
        origin=SourceOrigin.LIBRARY,
        source_key="library:sample",
        independence_key=path.partition("/")[0],
        confidence=0.6,
        relevance=0.9,
        dated_at=found.dated_at,
    )


@functools.lru_cache(maxsize=80)
def article(path: str) -> BriefSource:
    """An article of the sample's knowledge base."""
    parsed = parse((SAMPLE / "kb" / path).read_bytes())
    return BriefSource(
        ref=f"n:{path}",
        title=parsed.title,
        uri=path,
        text=parsed.body,
        sha256=sha256_text(parsed.body),
        lang=parsed.lang,
        origin=SourceOrigin.KB,
        source_key="sample",
        independence_key="sample",
        confidence=1.0,
        relevance=1.0,
        dated_at=parsed.dated_at,
    )


def brief(
    question: str, *paths: str, base: str = "", lang: str = "", kind: ArticleType | None = None
) -> AuthorBrief:
    """A brief of library pages, a revision when a base article is named."""
    sources = [page(path) for path in paths]
    node = article(base) if base else None
    topic = node.title if node else question
    chosen = lang or (node.lang if node else sources[0].lang)
    return AuthorBrief(
        topic=topic,
        questions=(question,),
        article_type=kind or classify(topic, question),
        lang=chosen,
        sources=(*sources, node) if node else tuple(sources),
        base_text=node.text if node else "",
        base_ref=node.ref if node else "",
        headings=HEADINGS[chosen],
    )
