"""When an article needs a round of searching of its own (SPEC R2)."""

from __future__ import annotations

from neurodesk.domain.articles import ArticleType
from neurodesk.domain.research import Plan
from neurodesk.pipeline.strategy import (
    article_queries,
    reasons_after_draft,
    reasons_before_writing,
    shape_of,
)


def plan(topic: str = "Restart the relay", kind: ArticleType = ArticleType.HOW_TO) -> Plan:
    """A plan."""
    return Plan(topic, (topic,), (topic,), kind, "rule", 0.7, ())


def test_few_internal_sources_and_recency_ask_for_a_round_before_writing() -> None:
    assert [one.code for one in reasons_before_writing(plan(), 2)] == ["few_internal_sources"]
    assert reasons_before_writing(plan(), 3) == ()
    assert [one.code for one in reasons_before_writing(plan("Current version of the relay"), 3)] == [
        "recency_matters"
    ]
    assert reasons_before_writing(plan("What a relay is", ArticleType.CONCEPT), 0) == ()


def test_few_steps_or_no_validation_ask_for_a_round_after_the_draft() -> None:
    whole = "# T\n\n## Steps\n\n1. a b\n2. c d\n3. e f\n\n## Validation\n\nIt shows `ok`.\n"
    assert reasons_after_draft(plan(), shape_of(whole)) == ()
    short = whole.replace("3. e f\n", "").replace("It shows `ok`.\n", "")
    assert [one.code for one in reasons_after_draft(plan(), shape_of(short))] == [
        "few_steps",
        "no_validation",
    ]


def test_queries_name_what_is_missing_in_the_articles_language() -> None:
    reasons = reasons_after_draft(plan(), shape_of("# T\n"))
    assert article_queries(plan(), "de", reasons, 6) == (
        "Restart the relay Anleitung Schritte",
        "Restart the relay prüfen Ergebnis",
    )
    assert article_queries(plan(), "en", reasons, 1) == ("Restart the relay how to steps",)
