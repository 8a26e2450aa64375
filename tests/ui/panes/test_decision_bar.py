"""The decision bar says that an answer lies beside the person's text, until it is taken or decided (R10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from neurodesk.app.commands import review
from neurodesk.app.profile import Profile
from neurodesk.bootstrap import open_profile
from neurodesk.domain.articles import DraftState
from neurodesk.domain.decisions import Actor
from neurodesk.ui.panes.review.bar import answer_beside, decision_of
from neurodesk.ui.panes.review.view import ReviewView, read_view
from tests.desk_parts import store_draft, store_evidence

ADA = Actor("Ada", "desk")


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    with open_profile(tmp_path / "profile") as opened:
        yield opened


def with_answer(view: ReviewView, answer: Mapping[str, object]) -> ReviewView:
    draft = replace(view.draft, data={**view.draft.data, "answer": answer})
    return replace(view, desk=replace(view.desk, draft=draft))


def test_r10_the_bar_names_the_version_that_lies_beside_until_it_is_taken_or_decided(
    profile: Profile,
) -> None:
    draft = store_draft(profile, evidence=[store_evidence(profile)], folder="storage")
    view = read_view(profile, draft)
    assert answer_beside(view) == ""
    beside = with_answer(view, {"version": 3, "task": "t", "beside": True, "unchanged": False})
    assert "version 3" in answer_beside(beside)
    said = decision_of(beside, beside.desk.claims, "", ())
    assert said.reason.endswith(answer_beside(beside)), "it stands behind what blocks or is ready"
    assert answer_beside(with_answer(view, {"version": 3, "beside": False})) == "", "it is the draft itself"
    for state in (DraftState.PROMOTED, DraftState.REJECTED):
        decided = replace(beside, desk=replace(beside.desk, draft=replace(beside.draft, state=state)))
        assert answer_beside(decided) == ""
    # Taking a version is an edit that names it; another edit is not.
    review.edit(profile, draft, view.draft.text + "\nOne more line.\n", ADA)
    edited = with_answer(read_view(profile, draft), {"version": 1, "beside": True})
    assert "version 1" in answer_beside(edited)
    review.take_version(profile, draft, 1, ADA)
    taken = with_answer(read_view(profile, draft), {"version": 1, "beside": True})
    assert answer_beside(taken) == ""
