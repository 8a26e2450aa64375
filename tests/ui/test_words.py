"""Lines of the feed in the window's words, never as Python values (SPEC W11)."""

from __future__ import annotations

from typing import Any

import pytest

from neurodesk.ui.desk.words import activity_sentence


@pytest.mark.parametrize(
    ("code", "params", "words"),
    [
        (
            "article_not_written",
            {"reasons": ["no_procedure"]},
            "No article can be written of this material: no source holds a whole procedure",
        ),
        (
            "article_reviewed",
            {"accepted": True, "verdicts": {"supported": 3, "partially_supported": 1, "unsupported": 0}},
            "Article reviewed: accepted: yes; claims: 3 supported, 1 partly supported",
        ),
        (
            "article_round",
            {"reasons": ["recency_matters", "few_internal_sources"]},
            "Another round for the article: it has to be current, few sources of your own",
        ),
    ],
)
def test_w11_lists_and_counts_of_a_line_are_words(
    qapp: Any, code: str, params: dict[str, object], words: str
) -> None:
    assert activity_sentence(code, params) == words
