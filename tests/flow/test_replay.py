"""Quality replay: read-only runs over past cases, by command line and API (SPEC O6)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from neurodesk.app.commands import outcomes
from neurodesk.app.commands.replay import replay
from neurodesk.app.decide import DESK, decide_on_outcome
from neurodesk.app.profile import Profile
from neurodesk.bootstrap import open_profile
from neurodesk.cli import exit_codes
from neurodesk.domain.errors import BadInput
from neurodesk.domain.replay import ReplayCase, holds_terms, rank, read_case_lines, read_cases
from tests.api_parts import served
from tests.desk_cli import Desk
from tests.desk_parts import imported, make_kb, node_id
from tests.queue_parts import rows

KB = {
    "disk.md": "# Disk full\n\nRemove old logs below /var/log when the disk is full.\n",
    "mail.md": "# Mail queue\n\nFlush the mail queue with postqueue -f.\n",
    "vpn.md": "# VPN\n\nRestart the tunnel service when the VPN drops.\n",
}


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    with open_profile(tmp_path / "p") as found:
        imported(found, make_kb(tmp_path / "kb", KB))
        yield found


def confirmed(profile: Profile, question: str, answer: str, run: str = "r") -> str:
    value = {"run": run, "decision": "accepted", "input": question, "proposed": answer}
    identifier = outcomes.receive(profile, value, "api:test").outcome.id
    outcomes.confirm(profile, decide_on_outcome(profile, identifier, who="Ada", where=DESK))
    return identifier


def run(profile: Profile, *cases: ReplayCase, k: int = 10) -> dict[str, Any]:
    return replay(profile, cases, k=k)


# -- measures -----------------------------------------------------------------------------------------


def test_o6_recall_and_mrr_of_a_ranking() -> None:
    assert (rank("abcd", [{"a"}], 3).recall, rank("abcd", [{"a"}], 3).reciprocal) == (1.0, 1.0)
    assert (rank("abcd", [{"c"}, {"d"}], 3).recall, rank("abcd", [{"c"}, {"d"}], 3).reciprocal) == (
        0.5,
        1 / 3,
    )
    assert (rank("abcd", [{"d"}], 3).recall, rank("abcd", [{"d"}], 3).reciprocal) == (0.0, 0.0)


def test_o6_terms_count_as_whole_words_in_any_case() -> None:
    assert holds_terms("Run Postqueue -f, then\nwait 5 min", ["postqueue -f", "WAIT 5"])
    assert not holds_terms("Run postqueues", ["postqueue"])
    assert not holds_terms("wait 15 min", ["5 min"])
    assert holds_terms("Größe: 5", ["GRÖSSE"])


def test_o6_expected_articles_are_named_by_id_path_or_title(profile: Profile) -> None:
    question = "the disk is full, what can be removed?"
    for name in (node_id(profile, "disk.md"), "disk.md", "Disk full"):
        found = run(profile, ReplayCase("1", question, articles=(name,)))
        assert (found["knowledge_recall"], found["knowledge_mrr"], found["errors"]) == (1.0, 1.0, 0)


def test_o6_the_effective_k_is_what_there_is_to_find(profile: Profile) -> None:
    found = run(profile, ReplayCase("1", "disk full", articles=("disk.md",)), k=40)
    assert (found["k"], found["effective_k"]) == (40, {"knowledge": 3, "outcomes": 0})
    assert (
        run(profile, ReplayCase("1", "disk full", articles=("disk.md",)), k=2)["effective_k"]["knowledge"]
        == 2
    )


def test_o6_a_case_is_rescued_by_an_active_outcome_that_holds_all_terms(profile: Profile) -> None:
    question = "disk full on host alpha"
    case = ReplayCase("1", question, articles=("vpn.md",), terms=("journalctl --vacuum", "alpha"))
    before = run(profile, case, k=1)
    assert (before["experience_rescued_cases"], before["missed"]) == (0, ["1"])
    confirmed(profile, question, "Run journalctl --vacuum-size=1G on alpha.")
    after = run(profile, case, k=1)
    assert (after["experience_rescued_cases"], after["rescued"]) == (1, ["1"])
    assert (after["outcome_recall"], after["outcome_mrr"]) == (1.0, 1.0)
    other = ReplayCase("1", question, articles=("vpn.md",), terms=("journalctl", "beta"))
    assert run(profile, other, k=1)["experience_rescued_cases"] == 0


def test_o6_a_case_whose_article_is_found_is_not_rescued(profile: Profile) -> None:
    confirmed(profile, "disk full", "Remove old logs on alpha.")
    found = run(profile, ReplayCase("1", "disk full", articles=("disk.md",), terms=("alpha",)))
    assert (found["knowledge_recall"], found["experience_rescued_cases"]) == (1.0, 0)


def test_o6_a_superseded_outcome_rescues_nothing(profile: Profile) -> None:
    confirmed(profile, "disk full on alpha", "Run journalctl there.")
    second = confirmed(profile, "disk full on alpha", "Run logrotate there.")
    case = ReplayCase("1", "disk full on alpha", articles=("vpn.md",), terms=("journalctl",))
    assert run(profile, case, k=1)["experience_rescued_cases"] == 0
    named = run(profile, ReplayCase("1", "disk full on alpha", outcomes=(second,)))
    assert named["outcome_recall"] == 1.0


def test_o6_errors_are_counted_apart_and_part_of_no_measure(profile: Profile) -> None:
    found = run(
        profile,
        ReplayCase("good", "disk full", articles=("disk.md",)),
        ReplayCase("gone", "disk full", articles=("deleted.md",)),
        ReplayCase("lost", "disk full", outcomes=("o_none",)),
    )
    assert (found["cases"], found["errors"], found["knowledge_cases"]) == (3, 2, 1)
    assert found["knowledge_recall"] == 1.0
    assert [one["case"] for one in found["error_cases"]] == ["gone", "lost"]


def test_o6_results_are_kept_and_compared_with_the_last_run(profile: Profile) -> None:
    cases = (ReplayCase("1", "disk full on alpha", articles=("vpn.md",), terms=("journalctl",)),)
    first = run(profile, *cases, k=1)
    assert first["compared"] is None
    confirmed(profile, "disk full on alpha", "Run journalctl there.")
    second = run(profile, *cases, k=1)
    assert (second["compared"]["run"], second["compared"]["same_cases"]) == (first["run"], True)
    assert second["compared"]["difference"]["experience_rescued_cases"] == 1
    assert second["compared"]["difference"]["outcome_recall"] == 1.0
    third = run(profile, ReplayCase("1", "vpn", articles=("vpn.md",)))
    assert third["compared"]["same_cases"] is False
    assert third["compared"]["difference"]["outcome_recall"] is None


def test_o6_a_replay_writes_nothing_but_its_result(profile: Profile) -> None:
    def state() -> dict[str, int]:
        names = [
            row[0] for row in rows(profile.database, "SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        return {one: rows(profile.database, f'SELECT COUNT(*) FROM "{one}"')[0][0] for one in names}

    before = state()
    run(profile, ReplayCase("1", "disk full", articles=("disk.md",)))
    after = state()
    grown = {one for one in after if after[one] != before[one]}
    assert "replay" in grown
    assert grown <= {"replay", "activity", "sqlite_sequence"}


# -- reading ------------------------------------------------------------------------------------------


def test_o6_one_to_five_hundred_cases(profile: Profile) -> None:
    case = {"question": "q", "expected_article": "a"}
    assert len(read_cases([case | {"id": str(n)} for n in range(500)])) == 500
    for number in (0, 501):
        with pytest.raises(BadInput, match="replay_cases_number"):
            read_cases([case | {"id": str(n)} for n in range(number)])


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('{"question": "q"}', "field_invalid"),
        ('{"question": 5, "expected_article": "a"}', "field_invalid"),
        ("{nope", "replay_line_broken"),
        ('{"question": "q", "question": "p"}', "replay_line_broken"),
    ],
)
def test_o6_a_broken_line_is_named_and_nothing_runs(line: str, code: str) -> None:
    good = '{"question": "q", "expected_article": "a"}'
    with pytest.raises(BadInput, match=code):
        read_case_lines(f"{good}\n\n{line}\n".encode())


def test_o6_the_command_line_replays_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    desk = Desk(tmp_path, capsys)
    with open_profile(desk.data) as profile:
        imported(profile, make_kb(desk.kb, KB))
    cases = tmp_path / "cases.jsonl"
    cases.write_text('{"question": "disk full", "expected_article": "disk.md"}\n', "utf-8")
    assert desk.run("replay", str(cases), "--k", "3")["knowledge_recall"] == 1.0
    assert "Knowledge recall@K" in desk.text("replay", str(cases))
    more = '{"question": "mail", "expected_article": "none.md"}\n'
    cases.write_text(cases.read_text("utf-8") + more, "utf-8")
    found = desk.run("replay", str(cases), code=exit_codes.FOUND_PROBLEMS)
    assert (found["cases"], found["errors"], found["knowledge_recall"]) == (2, 1, 1.0)
    cases.write_text("", "utf-8")
    assert desk.run("replay", str(cases), code=exit_codes.BAD_INPUT)["error"] == "replay_cases_number"
    gone = desk.run("replay", str(tmp_path / "none"), code=exit_codes.BAD_INPUT)
    assert gone["error"] == "replay_unreadable"


def test_o6_the_api_replays_cases(tmp_path: Path) -> None:
    with served(tmp_path / "p") as api:
        imported(api.profile, make_kb(tmp_path / "kb", KB))
        with api.client("outcomes", "status", name="all") as client:
            case = {"question": "disk full", "expected_article": "disk.md"}
            answer = client.post("/api/quality/replay", json={"cases": [case], "k": 3})
            assert (answer.status_code, answer.json()["knowledge_recall"]) == (200, 1.0)
            wrong = client.post("/api/quality/replay", json={"cases": [{"question": "q"}]})
            assert wrong.json()["params"]["field"] == "cases[0].expected_article"
            none = client.post("/api/quality/replay", json={})
            assert (none.status_code, none.json()["code"]) == (400, "replay_cases_number")
