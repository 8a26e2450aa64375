"""Estimated minutes of a draft: more for what is doubtful, nothing for what was seen (SPEC P2)."""

from __future__ import annotations

from neurodesk.domain.articles import Verdict
from neurodesk.domain.review_effort import review_minutes


def test_p2_what_was_seen_takes_no_time_and_a_doubtful_claim_more_than_a_supported_one() -> None:
    assert review_minutes({}) == 0
    assert review_minutes({Verdict.SUPPORTED: 0}, 90_000) == 0
    assert review_minutes({Verdict.SUPPORTED: 1}) == 1
    supported = review_minutes({Verdict.SUPPORTED: 60})
    for stricter, milder in (
        (Verdict.PARTIALLY_SUPPORTED, Verdict.SUPPORTED),
        (Verdict.UNSUPPORTED, Verdict.PARTIALLY_SUPPORTED),
        (Verdict.CONTRADICTED, Verdict.UNSUPPORTED),
    ):
        assert review_minutes({stricter: 60}) > review_minutes({milder: 60}) >= supported
    assert review_minutes({"": 60}) > supported
    assert review_minutes({Verdict.SUPPORTED: 60}, 24_000) == supported + 20
