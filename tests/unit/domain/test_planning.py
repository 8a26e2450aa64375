"""Plans by rule and the validation of plans (SPEC G3)."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neurodesk.domain.articles import ArticleType
from neurodesk.domain.planning import (
    MAX_QUERY_CHARS,
    PlanRequest,
    SeedView,
    checked_type,
    classify,
    clean_queries,
    clean_query,
    plan_by_rule,
    strip_question,
    validate_plan,
)
from neurodesk.domain.research import Plan


def plan(**changes: object) -> Plan:
    values: dict[str, object] = {
        "topic": "t",
        "questions": ("q",),
        "queries": ("restore dump",),
        "article_type": ArticleType.HOW_TO,
        "rationale": "r",
        "priority": 0.5,
        "seed_node_ids": (),
    }
    return Plan(**(values | changes))  # type: ignore[arg-type]


@given(st.text(max_size=400))
def test_a_cleaned_query_is_one_short_line_without_operators(text: str) -> None:
    query, why = clean_query(text)
    assert bool(query) != bool(why)
    assert len(query) <= MAX_QUERY_CHARS
    assert "\n" not in query
    assert "site:" not in query.lower()


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("site:example.org", "query_empty"),
        ("Search for articles on ZFS", "query_planning_talk"),
        ("Suche nach Quellen zu ZFS", "query_planning_talk"),
        ("\n\t", "query_empty"),
    ],
)
def test_bad_queries_are_dropped_with_their_reason(query: str, why: str) -> None:
    assert clean_query(query) == ("", why)


def test_a_site_operator_is_cut_and_the_rest_stays() -> None:
    assert clean_query("restore dump site:evil.example pg_restore") == ("restore dump pg_restore", "")


def test_repeated_and_surplus_queries_are_dropped() -> None:
    kept, dropped = clean_queries(["ZFS replace", "replace zfs", *(f"query{n} disk" for n in range(9))], 6)
    assert kept[0] == "ZFS replace"
    assert len(kept) == 6
    assert {one.code for one in dropped} == {"query_repeated", "query_over_limit"}


@pytest.mark.parametrize(
    ("topic", "question", "kind"),
    [
        ("PostgreSQL dump", "How do I restore a dump?", ArticleType.HOW_TO),
        ("Sicherung", "Wie stelle ich eine Sicherung wieder her?", ArticleType.HOW_TO),
        ("Backup fails with exit code 1", "", ArticleType.TROUBLESHOOTING),
        ("DKIM", "Was ist DKIM?", ArticleType.CONCEPT),
        ("Ports used by WireGuard", "", ArticleType.REFERENCE),
        ("DKIM", "", ArticleType.CONCEPT),
    ],
)
def test_the_article_type_follows_the_words(topic: str, question: str, kind: ArticleType) -> None:
    assert classify(topic, question) is kind


@pytest.mark.parametrize(
    ("topic", "kind"),
    [
        ("Replace a failed disk in a ZFS pool", ArticleType.HOW_TO),
        ("Defekte Festplatte in einem ZFS-Pool ersetzen", ArticleType.HOW_TO),
        ("How do I take back a faulty nginx configuration?", ArticleType.HOW_TO),
        ("Restore a lost database", ArticleType.HOW_TO),
        ("Fix a failed backup", ArticleType.TROUBLESHOOTING),
        ("Why does Unbound answer SERVFAIL?", ArticleType.TROUBLESHOOTING),
        ("Why does certbot not renew my certificate?", ArticleType.TROUBLESHOOTING),
        ("Warum startet der Dienst nicht?", ArticleType.TROUBLESHOOTING),
        ("Warum sind Snapshots kein Backup?", ArticleType.CONCEPT),
        ("Why use ZFS?", ArticleType.CONCEPT),
    ],
)
def test_a_broken_thing_to_replace_is_an_act_and_a_why_about_a_failure_is_trouble(
    topic: str, kind: ArticleType
) -> None:
    assert classify(topic, topic) is kind
    assert classify(topic, "") is kind


def test_a_seed_with_steps_decides_when_the_words_say_nothing() -> None:
    assert classify("chrony", "", [SeedView("n", "chrony", "en", has_steps=True)]) is ArticleType.HOW_TO


def test_the_rule_plan_asks_in_both_languages_through_the_twin() -> None:
    seed = SeedView("n1", "Replace a failed disk", "en", twin_title="Defekte Platte ersetzen")
    made = plan_by_rule(
        PlanRequest(
            "ZFS disk",
            "How do I replace a failed disk?",
            (),
            (),
            0.8,
            (seed,),
            missing_sections=("Rollback",),
        )
    )
    assert made.queries[:2] == ("ZFS disk", "replace a failed disk")
    assert "Defekte Platte ersetzen" in made.queries
    assert made.questions == ("How do I replace a failed disk?", "ZFS disk: Rollback")
    assert made.seed_node_ids == ("n1",)


def test_validation_drops_unknown_ids_and_clamps_the_priority() -> None:
    checked, reasons = validate_plan(plan(seed_node_ids=("n1", "nX", "n1"), priority=math.nan), ["n1"], 6)
    assert checked.seed_node_ids == ("n1",)
    assert checked.priority == 0.0
    assert [one.code for one in reasons] == ["seed_unknown", "priority_clamped"]


def test_a_plan_without_any_usable_query_still_searches_for_its_topic() -> None:
    assert plan_by_rule(PlanRequest("x", "", (), ("site:a",), 0.5, ())).queries == ("x",)


def test_question_words_are_cut() -> None:
    assert strip_question("Wie kann ich ein Zertifikat erneuern?") == "ein Zertifikat erneuern"


@pytest.mark.parametrize(
    ("said", "question", "kind"),
    [
        (ArticleType.CONCEPT, "How do I extend a logical volume while it is mounted?", ArticleType.HOW_TO),
        (ArticleType.REFERENCE, "Wie erweitere ich ein Volume?", ArticleType.HOW_TO),
        (ArticleType.CONCEPT, "How can I fix a failing backup?", ArticleType.TROUBLESHOOTING),
        (ArticleType.TROUBLESHOOTING, "How do I extend a volume?", ArticleType.TROUBLESHOOTING),
        (ArticleType.CONCEPT, "How do snapshots work?", ArticleType.CONCEPT),
        (ArticleType.CONCEPT, "Wie funktioniert eine Momentaufnahme?", ArticleType.CONCEPT),
        (ArticleType.REFERENCE, "Which ports does the backup use?", ArticleType.REFERENCE),
    ],
)
def test_r6_who_asks_how_to_do_something_gets_steps_and_a_check_whatever_a_model_says(
    said: ArticleType, question: str, kind: ArticleType
) -> None:
    assert checked_type(said, "A volume", question) is kind
