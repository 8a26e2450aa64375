"""Shares never claim more than their count allows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neurodesk.domain.intervals import wilson


def test_wilson_s_interval_is_the_textbook_one() -> None:
    found = wilson(8, 10)
    assert (round(found.low, 3), round(found.high, 3)) == (0.49, 0.943)


@given(st.integers(0, 500), st.integers(1, 500))
def test_an_interval_holds_its_share(hits: int, more: int) -> None:
    found = wilson(hits, hits + more)
    assert 0.0 <= found.low <= found.share <= found.high <= 1.0


def test_forty_of_forty_is_not_certainty() -> None:
    assert wilson(40, 40).low == pytest.approx(0.9124, abs=1e-4)
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)
