"""What was noticed elsewhere becomes a finding: open questions, changed sources (SPEC G1, G4, P7)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from neurodesk.app.commands import events
from neurodesk.app.commands.scan import scan_now
from neurodesk.app.profile import Profile
from neurodesk.app.queries.findings import FindingFilter, findings_page
from neurodesk.bootstrap import open_profile
from neurodesk.domain.scanning import FindingType
from tests.desk_cli import Desk, prepared_desk

QUERY = "How is the volume group put on another machine?"


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    return prepared_desk(tmp_path, capsys)


@pytest.fixture
def profile(desk: Desk) -> Iterator[Profile]:
    with open_profile(desk.data) as opened:
        yield opened


def found(profile: Profile, kind: FindingType) -> list[str]:
    scan_now(profile)
    page = findings_page(profile, FindingFilter(types=(kind,)))
    return [str(one.detail.get("question", "")) or one.path for one in page]


def send(profile: Profile) -> events.EventAnswer:
    value = {"type": "knowledge.search.empty", "source": "helpdesk", "query": f"  {QUERY}\n", "hits": []}
    return events.receive(profile, value)


def test_g1_a_question_that_made_no_task_is_a_finding(profile: Profile) -> None:
    assert found(profile, FindingType.UNANSWERED) == []
    profile.settings.set("worker.query_triggers", False)
    assert send(profile).result is events.EventResult.IGNORED
    send(profile)
    assert found(profile, FindingType.UNANSWERED) == [QUERY]


@pytest.mark.parametrize(
    ("state", "outcome", "expected"),
    [
        ("queued", "", []),
        ("completed", "no_useful_evidence", [QUERY]),
        ("failed", "", [QUERY]),
        ("completed", "article_created", []),
    ],
)
def test_g1_a_question_whose_task_ended_without_an_article_is_a_finding(
    profile: Profile, state: str, outcome: str, expected: list[str]
) -> None:
    answer = send(profile)
    assert answer.task is not None
    task = answer.task.id
    profile.database.write(
        lambda tx: tx.execute(
            "UPDATE task SET state = ?, outcome = ?, finished_at = 1 WHERE id = ?", (state, outcome, task)
        )
    )
    assert found(profile, FindingType.UNANSWERED) == expected


def promoted(desk: Desk) -> str:
    """Promote a draft that cites an article of the KB; return the path it was promoted to."""
    with open_profile(desk.data) as profile:
        node = profile.database.read(
            lambda rx: rx.one("SELECT id, body FROM node WHERE path LIKE '%.md' ORDER BY path")
        )
        assert node is not None
        sentence = next(
            line for line in str(node["body"]).splitlines() if line.endswith(".") and len(line) > 40
        )
    file = desk.data.parent / "outside.md"
    file.write_text(f"# A note on the volume\n\n{sentence}\n", "utf-8")
    draft = desk.run("review", "add", str(file), "--kb", "Desk", "--as", "Ada")["id"]
    return str(desk.promote(draft)["path"])


def test_p7_a_promoted_sentence_whose_article_changed_is_a_finding(desk: Desk) -> None:
    path = promoted(desk)
    with open_profile(desk.data) as profile:
        assert found(profile, FindingType.SOURCE_CHANGED) == []
    source = desk.sql(
        """SELECT n.path FROM claim c JOIN json_each(c.refs) r JOIN node n
           ON n.id = json_extract(r.value, '$.ref') WHERE n.path != ? LIMIT 1""",
        path,
    )[0][0]
    file = desk.kb / source

    def rewrite(text: str) -> None:
        file.write_text(text, "utf-8")
        desk.text("import", str(desk.kb), "--name", "Desk", "--no-vectors")

    rewrite(file.read_text("utf-8") + "\nA sentence that nothing rests on was added.\n")
    with open_profile(desk.data) as profile:
        assert found(profile, FindingType.SOURCE_CHANGED) == []
    former = file.read_text("utf-8")
    rewrite("\n".join("It reads otherwise." if one.endswith(".") else one for one in former.split("\n")))
    with open_profile(desk.data) as profile:
        assert set(found(profile, FindingType.SOURCE_CHANGED)) == {path}
    rewrite(former)
    with open_profile(desk.data) as profile:
        assert found(profile, FindingType.SOURCE_CHANGED) == []
    file.unlink()
    desk.text("import", str(desk.kb), "--name", "Desk", "--no-vectors")
    with open_profile(desk.data) as profile:
        assert set(found(profile, FindingType.SOURCE_CHANGED)) == {path}
