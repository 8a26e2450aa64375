"""The code judge over a whole text: which source's word counts (SPEC R4, R10)."""

from __future__ import annotations

import hashlib

import pytest

from neurodesk.domain.articles import Claim, Verdict
from neurodesk.pipeline.rejudge import CodeJudge, JudgeSource


def _source(ref: str, text: str) -> JudgeSource:
    return JudgeSource(
        ref, "", f"library://notes/{ref}", text, hashlib.sha256(text.encode()).hexdigest(), ref
    )


def _judged(text: str, *sources: JudgeSource) -> Claim:
    judge = CodeJudge(text, sources)
    return judge.judge(next(unit for unit in judge.units() if not unit.exempt))


@pytest.mark.parametrize(
    ("claim", "says_less", "contradicts"),
    [
        (
            "The relay keeps mail for 14 days.",
            "The relay keeps mail for some days.",
            "The relay keeps mail for 30 days.",
        ),
        (
            "Das Relay behält Nachrichten 14 Tage lang.",
            "Das Relay behält Nachrichten einige Tage lang.",
            "Das Relay behält Nachrichten 30 Tage lang.",
        ),
    ],
)
def test_r4_a_contradiction_comes_before_a_passage_that_says_less(
    claim: str, says_less: str, contradicts: str
) -> None:
    # The names would put the passage that says less first, were both alike.
    for refs in (("a", "b"), ("b", "a")):
        judged = _judged(claim, _source(refs[0], says_less), _source(refs[1], contradicts))
        assert judged.verdict is Verdict.CONTRADICTED
    alone = f"{says_less}\n\n{contradicts}"
    judged = _judged(claim, _source("a", alone))
    assert judged.verdict is Verdict.CONTRADICTED
    assert judged.refs[0].quote == contradicts


def test_r4_a_passage_that_carries_the_claim_is_cited_and_another_source_may_still_contradict_it() -> None:
    claim = "The relay keeps rejected mail for 14 days."
    carries = _source("a", "The relay keeps rejected mail for 14 days.")
    assert _judged(claim, carries).verdict is Verdict.SUPPORTED
    against = _source("b", "The relay keeps rejected mail for 30 days.")
    judged = _judged(claim, carries, against)
    assert judged.verdict is Verdict.CONTRADICTED
    assert judged.reasons[0].code == "contradicted_by_other"
