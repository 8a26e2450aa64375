"""The whole pipeline with a real, far too weak language model: an honest outcome (SPEC R4, M4, M5)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from neurodesk import bootstrap
from neurodesk.app.profile import Profile
from neurodesk.app.queries import nodes
from neurodesk.domain.errors import TaskFault
from neurodesk.domain.research import TaskResult
from neurodesk.domain.tasks import Outcome
from neurodesk.providers.models import llm_author, llm_reviewer
from neurodesk.providers.models.pool import PoolLimits
from tests.local_model import needs_model
from tests.small_model_loop import (
    COPIER,
    QUESTIONS,
    WINDOW,
    row_of,
    sample_profile,
    scripted_node,
    table,
    work,
)

pytestmark = [needs_model, pytest.mark.slow, pytest.mark.timeout(600)]
SHORT = 16
# What such a model may end in: its draft is refused with a reason, or its replies are of no use.
NAMED = {"model_reply_invalid", "model_prompt_truncated", "model_prompt_too_long"}


@pytest.fixture
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Profile]:
    # What a model this small says is refused however long it talks: the shortest replies prove as much.
    for name in ("ARTICLE_TOKENS", "REPAIR_TOKENS"):
        monkeypatch.setattr(llm_author, name, SHORT)
    monkeypatch.setattr(llm_reviewer, "ANSWER_TOKENS", SHORT)
    with sample_profile(tmp_path) as opened:
        # Half of the least that can be set: reading a prompt is most of the work here.
        bootstrap.model_room(opened).pool.limits = lambda: PoolLimits(num_ctx=WINDOW)
        yield opened


def test_a_weak_models_draft_is_refused_and_nothing_breaks(profile: Profile) -> None:
    topic, question = QUESTIONS[0]
    end = work(profile, topic, question)
    profile.database.write(lambda _tx: None)  # the trace is written behind the calls
    mine = nodes.newest_calls(profile)
    assert "author" in {one.role for one in mine}, "the model was really asked"
    assert {one.node for one in mine} == {"local"}
    assert all(one.num_ctx <= WINDOW for one in mine)
    if isinstance(end, TaskFault):
        assert end.code in NAMED, end
    else:
        assert isinstance(end, TaskResult), end
        assert end.outcome is Outcome.EVIDENCE_ONLY, "a weak draft is never accepted"
        assert end.reason
    assert not list(profile.paths.staging.glob("**/*.md"))


def test_beside_a_strict_reviewer_everything_accepted_is_proved_and_the_rest_refused(
    profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the small model writes is real; a scripted author that copies its sources is the control."""
    topic, question = QUESTIONS[0]
    with scripted_node(profile):
        monkeypatch.setattr(llm_reviewer, "ANSWER_TOKENS", 300)
        end = work(profile, topic, question)
        weak = row_of(profile, topic, end)
        for name in ("ARTICLE_TOKENS", "REPAIR_TOKENS"):
            monkeypatch.setattr(llm_author, name, 3_000)
        monkeypatch.setattr(llm_reviewer, "ANSWER_TOKENS", 2_400)
        bootstrap.model_room(profile).pool.limits = lambda: PoolLimits(num_ctx=8_192)
        profile.settings.set("models.author", COPIER)
        asked = nodes.newest_calls(profile)
        control = row_of(profile, topic, work(profile, topic, question))
    print(table([weak, control]))
    assert {one.node for one in asked if one.role == "author"} == {"local"}
    assert isinstance(end, TaskResult) or (isinstance(end, TaskFault) and end.code in NAMED), end
    assert weak.proved is True or not weak.accepted
    assert (control.accepted, control.proved) == (True, True)
