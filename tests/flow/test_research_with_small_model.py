"""The whole pipeline with a real, far too weak language model: an honest outcome (SPEC R4, M4, M5, M6).

One task by default; ``NEURODESK_SMALL_MODEL=long`` adds the model as its own judge, and two rounds of repair.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from neurodesk.app.profile import Profile
from neurodesk.app.queries import nodes
from neurodesk.domain.research import TaskResult
from neurodesk.domain.tasks import Outcome
from neurodesk.providers.models import llm_author
from tests.local_model import needs_model
from tests.small_model_loop import (
    COPIER,
    LONG,
    QUESTIONS,
    WINDOW,
    Row,
    row_of,
    sample_profile,
    scripted_node,
    table,
    work,
)

pytestmark = [needs_model, pytest.mark.slow, pytest.mark.timeout(900 if LONG else 400)]
TOPIC, QUESTION = QUESTIONS[0]


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    with sample_profile(tmp_path) as opened:
        yield opened


def refused_claim_by_claim(end: object, row: Row, profile: Profile) -> None:
    """The draft was written whole, was judged, and is refused with reasons, or every word of it is proved."""
    print(table([row]))
    print(row.text)
    profile.database.write(lambda _tx: None)  # the trace is written behind the calls
    calls = [one for one in nodes.newest_calls(profile) if one.role == "author"]
    assert {one.node for one in calls} == {"local"}, "the model was really asked"
    assert all(one.num_ctx <= WINDOW for one in calls)
    assert "ok" in {one.outcome for one in calls}, "a reply came whole"
    assert isinstance(end, TaskResult), "a weak draft is seen and refused, it ends in no error"
    assert row.text.startswith("# ")
    assert row.claims, "its units were judged"
    assert row.contested == (), "what the review carries is proved anew from the stored sources"
    assert bool(row.failing) is not row.proved, "where the proof fails it says why"
    if row.accepted:
        assert row.proved is True
        return
    assert end.outcome is Outcome.EVIDENCE_ONLY
    assert row.reasons, "what is refused has a reason"
    said = {"supported", "partially_supported"}
    assert all(reasons for verdict, reasons in row.claims if verdict and verdict not in said), row.claims
    assert not list(profile.paths.staging.glob("**/*.md"))


@pytest.mark.skipif(not LONG, reason="takes minutes: set NEURODESK_SMALL_MODEL=long")
def test_a_weak_models_draft_is_written_whole_judged_by_itself_and_refused(profile: Profile) -> None:
    end = work(profile, TOPIC, QUESTION)
    refused_claim_by_claim(end, row_of(profile, TOPIC, end), profile)


def test_beside_a_strict_reviewer_everything_accepted_is_proved_and_the_rest_refused(
    profile: Profile,
) -> None:
    """What the small model writes is real; a scripted author that copies its sources is the control."""
    with scripted_node(profile):
        end = work(profile, TOPIC, QUESTION)
        refused_claim_by_claim(end, row_of(profile, TOPIC, end), profile)
        profile.settings.set("models.num_ctx", 8_192)
        profile.settings.set("models.author", COPIER)
        control = row_of(profile, TOPIC, work(profile, TOPIC, QUESTION))
    assert llm_author.ARTICLE_TOKENS > WINDOW, "the control writes its article in one reply"
    assert (control.accepted, control.proved) == (True, True)
