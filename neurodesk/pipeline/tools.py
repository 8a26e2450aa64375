"""What a research task works with; bound once in the composition root."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from neurodesk.domain.ports import (
    Author,
    Clock,
    KnowledgeReader,
    PageFetcher,
    Planner,
    Reviewer,
    SearchProvider,
    Staging,
    TaskLedger,
)
from neurodesk.domain.privacy import QueryGuard
from neurodesk.domain.structure import StyleRules, style_terms
from neurodesk.pipeline.screen import Screen
from neurodesk.settings.load import Settings


@dataclass(frozen=True, slots=True)
class Limits:
    """The numbers that bound one task (SPEC Q14, R2, R7)."""

    max_queries: int
    max_pages: int
    max_rounds: int
    article_results: int
    article_fetches: int
    article_queries: int
    repair_rounds: int
    write_articles: bool
    article_language: str
    reuse_days: float = 0.0
    min_relevance: float = 0.35
    style: StyleRules = field(default_factory=StyleRules)

    @classmethod
    def of(cls, settings: Settings) -> Limits:
        """Read the limits from a snapshot of the settings."""
        return cls(
            max_queries=settings.whole("research.max_queries"),
            max_pages=settings.whole("research.max_pages"),
            max_rounds=settings.whole("research.max_rounds"),
            article_results=settings.whole("research.article_results"),
            article_fetches=settings.whole("research.article_fetches"),
            article_queries=settings.whole("research.article_queries"),
            repair_rounds=min(3, max(0, settings.whole("article.repair_rounds"))),
            write_articles=settings.switch("article.synthesis"),
            article_language=settings.text("article.language"),
            reuse_days=settings.number("research.reuse_days"),
            min_relevance=settings.number("gate.min_relevance"),
            style=style_rules(settings),
        )


def style_rules(settings: Settings) -> StyleRules:
    """Return the style guide that the settings hold (SPEC R2)."""
    return StyleRules(
        terms=style_terms(settings.items("article.terms")),
        address=settings.text("article.address").removeprefix("any"),
    )


@dataclass(frozen=True, slots=True)
class ResearchTools:
    """The parts that a task uses. ``settings`` is asked at the start of each task, so that changes count."""

    ledger: TaskLedger
    knowledge: KnowledgeReader
    providers: Callable[[], Sequence[SearchProvider]]
    guard: QueryGuard
    fetchers: Sequence[PageFetcher]
    screen: Callable[[], Screen]
    planner: Planner
    author: Author
    reviewer: Reviewer
    staging: Staging
    settings: Callable[[], Settings]
    clock: Clock
