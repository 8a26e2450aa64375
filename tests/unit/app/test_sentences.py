"""Codes become English sentences; an unknown one is shown, never hidden (SPEC Q10, W11)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import neurodesk
from neurodesk.app.sentences import ACTIVITY, OPENS, WHY, activity_line, local_time, why_line
from neurodesk.domain.gates import Gate, GateSnapshot, Why, first_closed_gate
from neurodesk.domain.tasks import Origin

PACKAGE = Path(neurodesk.__file__).parent


def first_texts(calls: set[str], places: list[str]) -> set[str]:
    """Return the text constants that begin the arguments of these calls."""
    found = set()
    for place in places:
        for path in sorted((PACKAGE / place).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if not isinstance(node, ast.Call):
                    continue
                name = (
                    node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                )
                texts = [one for one in node.args if isinstance(one, ast.Constant)]
                if name in calls and texts and isinstance(texts[0].value, str):
                    found.add(texts[0].value)
    return found


def test_every_line_of_the_feed_that_queue_and_pipeline_write_has_its_sentence() -> None:
    codes = first_texts({"note"}, ["storage"]) | first_texts({"report", "_report"}, ["pipeline", "worker"])
    assert len(codes) >= 10
    assert sorted(codes - set(ACTIVITY)) == []


@pytest.mark.parametrize(
    ("snapshot", "words"),
    [
        (GateSnapshot(0.0, paused=True), "paused"),
        (GateSnapshot(0.0), "Autonomous operation is off"),
        (GateSnapshot(0.0, autonomous=True), "nothing to search"),
        (GateSnapshot(0.0, autonomous=True, searxng_on=True, searxng_fault="down"), "(down)"),
        (GateSnapshot(0.0, autonomous=True, library_ready=True, quiet_until=60.0), "quiet hours"),
        (GateSnapshot(0.0, autonomous=True, library_ready=True, idle_for_s=0.0), "until you pause"),
        (GateSnapshot(0.0, autonomous=True, library_ready=True, interactive_calls=1), "(calls: 1)"),
        (GateSnapshot(0.0, autonomous=True, library_ready=True, budget_used=12), "12 of 12"),
        (GateSnapshot(0.0, autonomous=True, library_ready=True, model_fault="no_node"), "(no node)"),
    ],
)
def test_every_gate_has_its_sentence_and_says_what_opens_it(snapshot: GateSnapshot, words: str) -> None:
    closed = first_closed_gate(snapshot, Origin.SCANNER)
    assert closed is not None
    line = why_line(Why(closed.code, closed.gate, closed.opens_at, closed.opens_on, closed.params))
    assert words in line
    assert "Goes on" in line
    assert "?" not in line
    assert closed.code in WHY
    assert closed.opens_on in OPENS


def test_a_time_stands_in_the_line() -> None:
    line = why_line(Why("budget_spent", Gate.BUDGET, 1_780_000_000.0, "next_day", {"used": 1, "limit": 1}))
    assert local_time(1_780_000_000.0) in line


def test_an_unknown_code_is_shown_with_what_it_brought() -> None:
    assert activity_line("odd", {"b": 2, "a": 1}) == "odd a=1, b=2"
    assert why_line(Why("odd")) == "odd"
    assert activity_line("searched", {}) == "searched ?: ? (? hits)"


def test_a_review_is_told_in_words_not_as_a_program_keeps_it() -> None:
    verdicts = {"supported": 19, "partially_supported": 2, "unsupported": 0}
    line = activity_line("article_reviewed", {"accepted": True, "verdicts": verdicts})
    assert line == "article reviewed: accepted: yes; claims: 19 supported, 2 partly supported"


def test_w11_lists_and_counts_of_a_line_are_words() -> None:
    line = activity_line("article_not_written", {"reasons": ["no_procedure", "no_validation"]})
    assert line == (
        "no article can be written of this material: no source holds a whole procedure, "
        "no source says how the result is checked"
    )
    line = activity_line(
        "article_reviewed", {"accepted": False, "verdicts": {"supported": 3, "unsupported": 0}}
    )
    assert line == "article reviewed: accepted: no; claims: 3 supported"
