"""A draft that is sent back comes again as its next version, mended where it was asked (SPEC R7, R10, P4)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from neurodesk import bootstrap
from neurodesk.app.commands import library, review
from neurodesk.app.commands.tasks import task_store
from neurodesk.app.profile import Profile
from neurodesk.app.queries.drafts import show_draft
from neurodesk.domain.articles import DraftState, WrittenBy
from neurodesk.domain.decisions import Actor
from neurodesk.domain.tasks import REPAIR, Outcome, TaskState
from neurodesk.worker.loop import RunMode
from tests.desk_parts import ARTICLE, SOURCE, imported, make_kb, store_draft, store_evidence

ADA = Actor("Ada", "desk")
FALSE = "The planet Pluto has 5 known moons."
TEXT = ARTICLE.replace("The file system may stay", FALSE + " The file system may stay")


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    with bootstrap.open_profile(tmp_path / "profile") as opened, bootstrap.open_extractor() as extractor:
        imported(opened, make_kb(tmp_path / "kb"))
        folder = tmp_path / "library"
        folder.mkdir()
        (folder / "lvm.md").write_text(SOURCE, "utf-8")
        library.index(opened, extractor, library.add_collection(opened, folder, "handbook").name)
        yield opened


def work(profile: Profile) -> None:
    """Let the real worker do what is queued."""
    with (
        bootstrap.open_research(profile) as runner,
        bootstrap.open_worker(profile, runner, mode=RunMode.UNTIL_IDLE) as host,
    ):
        while not host.join(0.2):
            pass


def draft_with_a_false_sentence(profile: Profile) -> tuple[str, str]:
    """Return a draft on the desk and the id of its unsupported claim."""
    draft = store_draft(profile, TEXT, evidence=[store_evidence(profile)], folder="storage")
    (claim,) = [one.id for one in show_draft(profile, draft).claims if one.claim.text == FALSE]
    return draft, claim


def test_a_draft_sent_back_returns_as_its_next_version_with_only_the_faulty_sentence_changed(
    profile: Profile,
) -> None:
    draft, claim = draft_with_a_false_sentence(profile)
    review.mark_seen(profile, draft)
    review.judge(profile, draft, claim, None, ADA, comment="Who says so?")
    _, task_id = review.request_changes(profile, draft, "Leave out what nobody carries", ADA)
    task = task_store(profile).get(task_id)
    assert (task.kind, task.article_id) == (REPAIR, draft)
    assert show_draft(profile, draft).draft.state is DraftState.CHANGES_REQUESTED
    work(profile)
    task = task_store(profile).get(task_id)
    assert (task.state, task.outcome) == (TaskState.COMPLETED, Outcome.ARTICLE_CREATED), task.last_error
    desk = show_draft(profile, draft)
    assert desk.draft.state is DraftState.IN_REVIEW
    assert [(one.version, one.written_by) for one in desk.versions] == [(1, "machine"), (2, "machine")]
    assert desk.draft.version == 2
    assert desk.versions[1].note == "Leave out what nobody carries"
    assert desk.draft.text == TEXT.replace(FALSE + " ", "")
    unchanged = [one for one in desk.claims if not one.claim.exempt and one.claim.refs]
    assert unchanged
    assert all(one.claim.verdict for one in unchanged)
    paths = profile.paths
    sidecar = json.loads((paths.article_metadata / f"{draft}.json").read_text("utf-8"))
    assert sidecar["version"] == 2
    assert sidecar["review_repair_attempts"][0]["wish"] == "Leave out what nobody carries"
    (staged,) = paths.staging.glob("*.md")
    assert staged.read_text("utf-8") == desk.draft.text


def test_an_edited_draft_keeps_the_persons_text_and_the_answer_lies_beside(profile: Profile) -> None:
    draft, _ = draft_with_a_false_sentence(profile)
    mine = TEXT.replace("may stay mounted", "can stay mounted")
    review.edit(profile, draft, mine, ADA)
    review.request_changes(profile, draft, "Leave out what nobody carries", ADA)
    work(profile)
    desk = show_draft(profile, draft)
    assert (desk.draft.state, desk.draft.text) == (DraftState.IN_REVIEW, mine)
    assert desk.draft.written_by is WrittenBy.HUMAN
    assert [one.written_by for one in desk.versions] == ["machine", "human", "machine"]
    assert desk.draft.data["answer"]["beside"] is True  # type: ignore[index]
    other = review.version_text(profile, draft, 3)
    assert FALSE not in other
    review.take_version(profile, draft, 3, ADA)
    assert show_draft(profile, draft).draft.text == other


def test_what_the_curator_decided_meanwhile_stands(profile: Profile) -> None:
    draft, _ = draft_with_a_false_sentence(profile)
    _, task_id = review.request_changes(profile, draft, "Leave it out", ADA)
    review.reopen(profile, draft, ADA)
    assert task_store(profile).get(task_id).state is TaskState.CANCELLED
    work(profile)
    assert show_draft(profile, draft).draft.text == TEXT


def test_a_wish_that_the_engine_cannot_follow_is_said_and_changes_nothing(profile: Profile) -> None:
    draft = store_draft(profile, evidence=[store_evidence(profile)], folder="storage")
    _, task_id = review.request_changes(profile, draft, "Make it friendlier", ADA)
    work(profile)
    task = task_store(profile).get(task_id)
    assert (task.outcome, task.result_reason) == (Outcome.EVIDENCE_ONLY, "draft_unchanged")
    desk = show_draft(profile, draft)
    assert desk.draft.state is DraftState.IN_REVIEW
    assert desk.draft.text == ARTICLE
    assert desk.draft.data["answer"]["unchanged"] is True  # type: ignore[index]
