"""Simulated nights: the real worker on the sample, under faults and a clock that jumps (SPEC Q3-Q12)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from neurodesk.bootstrap import open_profile
from neurodesk.cli import exit_codes
from neurodesk.cli.root import main
from neurodesk.cli.simulate_night import simulate
from neurodesk.domain.errors import BadInput
from neurodesk.worker.night.report import lines
from neurodesk.worker.night.servers import MODELS
from tests.queue_parts import rows

HOURS = 1.0


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    root = tmp_path_factory.mktemp("night") / "profile"
    return root, simulate(root, 5, HOURS, {})


def test_the_same_seed_gives_the_same_table(
    night: tuple[Path, dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["simulate-night", "--hours", str(HOURS), "--seed", "5", "--json"])
    assert ended.value.code == 0
    assert json.loads(capsys.readouterr().out) == night[1]


def test_a_night_works_tasks_of_every_origin(night: tuple[Path, dict[str, Any]]) -> None:
    found = night[1]
    completed = {one["asked_by"] for one in found["tasks"] if one["state"] == "completed"}
    assert {"curator", "scanner"} <= completed
    assert found["drafts"] > 0
    assert found["questions"]["asked"] >= 1


def test_no_wall_clock_value_stands_in_the_table(night: tuple[Path, dict[str, Any]]) -> None:
    shown = "\n".join(lines(night[1]))
    assert "2026-03-2" in shown  # the night's own day
    import time

    assert time.strftime("%Y-%m-%d") not in shown
    assert "/" not in shown


def test_language_models_played_the_roles_and_people_asked_in_between(
    night: tuple[Path, dict[str, Any]],
) -> None:
    root, found = night
    roles = {one["role"] for one in found["models"] if one["outcome"] == "ok"}
    assert {"planner", "author", "reviewer"} <= roles
    with open_profile(root) as profile:
        nodes = rows(profile.database, "SELECT DISTINCT node, model FROM model_call")
        searches = rows(profile.database, "SELECT COUNT(*) FROM candidate WHERE provider = 'searxng'")[0][0]
    assert {row["model"] for row in nodes} == set(MODELS)
    assert searches > 0


def test_faults_of_the_night_cost_no_attempt(night: tuple[Path, dict[str, Any]]) -> None:
    for one in night[1]["attempts"]:
        if one["result"] == "deferred":
            assert one["charged"] is False, one


def test_leases_lived_over_long_generations(night: tuple[Path, dict[str, Any]]) -> None:
    root, found = night
    assert not [one for one in found["attempts"] if one["reason"] in ("lease_expired", "lease_stale")]
    with open_profile(root) as profile:
        longest = rows(profile.database, "SELECT MAX(ended_at - started_at) FROM attempt")[0][0]
    assert longest > 90.0, "no attempt outlived an expiry: nothing was proved"


def test_a_finished_night_stays_and_another_one_is_refused(night: tuple[Path, dict[str, Any]]) -> None:
    with pytest.raises(BadInput, match="night_differs"):
        simulate(night[0], 6, HOURS, {})


def test_the_command_refuses_a_folder_that_holds_something_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "mine.txt").write_text("mine")
    with pytest.raises(SystemExit) as ended:
        main(["simulate-night", "--data-dir", str(tmp_path / "p")])
    assert ended.value.code == exit_codes.BAD_INPUT
    assert "Nothing was changed" in capsys.readouterr().err


@pytest.mark.slow
def test_a_whole_night_meets_every_gate_that_its_script_closes(tmp_path: Path) -> None:
    # In this seed's night a task waits while all nodes are down; in the first one's nothing does.
    found = simulate(tmp_path / "profile", 2, 8.0, {})
    gates = {one["code"] for one in found["why_nothing_runs"]}
    assert {"task_running", "queue_empty", "model_unavailable", "not_idle", "interactive_call"} <= gates
    assert set(found["budget"]) == {"2026-03-28", "2026-03-29"}
    assert all(number <= 12 for number in found["budget"].values())


def test_w11_a_night_keeps_the_steps_of_its_searches(night: tuple[Path, dict[str, Any]]) -> None:
    with open_profile(night[0]) as profile:
        steps = rows(profile.database, "SELECT DISTINCT kind FROM search_event")
    assert {"asked", "answered", "found", "judged"} <= {row["kind"] for row in steps}
