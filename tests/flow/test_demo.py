"""The whole session on the sample, as a newcomer without a display runs it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from neurodesk.domain.structure import detect_by_words
from neurodesk.domain.units import UnitKind, split_article

OUTCOMES = {"article_created", "evidence_only", "no_useful_evidence"}


def run_demo(data_dir: Path, *more: str) -> subprocess.Popen[str]:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("NEURODESK_")}
    return subprocess.Popen(
        [sys.executable, "-m", "neurodesk", "demo", "--headless", "--data-dir", str(data_dir), *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    root = tmp_path_factory.mktemp("demo")
    return root / "one", root / "other"


@pytest.fixture(scope="module")
def sessions(folders: tuple[Path, Path]) -> list[dict[str, Any]]:
    """Two sessions on fresh folders, side by side."""
    running = [run_demo(folder, "--json") for folder in folders]
    results = []
    for process in running:
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        results.append(json.loads(out))
    return results


@pytest.fixture(scope="module")
def session(sessions: list[dict[str, Any]]) -> dict[str, Any]:
    return sessions[0]


def test_it_reads_the_knowledge_base_and_writes_nothing_there(session: dict[str, Any]) -> None:
    assert session["articles"] == 40
    assert session["production_writes"] == 0


def test_gaps_are_found_and_explained(session: dict[str, Any]) -> None:
    assert session["gaps"]
    for gap in session["gaps"]:
        assert gap["path"]
        assert gap["type"]
        assert 0 <= gap["score"] <= 1
        assert gap["signals"]
        assert all({"name", "share"} <= signal.keys() for signal in gap["signals"])
    contradictions = [gap for gap in session["gaps"] if gap["type"] == "contradiction"]
    assert contradictions
    assert all(len(set(gap["values"])) == 2 for gap in contradictions)


def test_tasks_go_through_their_stages_to_an_outcome(session: dict[str, Any]) -> None:
    assert {task["state"] for task in session["tasks"]} == {"completed"}
    assert {task["outcome"] for task in session["tasks"]} == OUTCOMES
    for task in session["tasks"]:
        stages = [one["stage"] for one in task["stages"]]
        assert stages[:4] == ["plan", "search", "fetch", "gate"]
        if task["outcome"] == "article_created":
            assert {"author", "review"} <= set(stages)


def test_evidence_is_kept_and_refused_with_reasons(session: dict[str, Any]) -> None:
    evidence = session["evidence"]
    assert evidence["kept"]
    reasons = evidence["refused_by_reason"]
    assert {"duplicate_content", "fulltext_irrelevant", "stale_source"} <= set(reasons)
    assert sum(reasons.values()) == len(evidence["refused"])
    assert all(one["uri"].startswith("library://") for one in evidence["kept"])


def test_drafts_are_staged_with_their_claims(session: dict[str, Any]) -> None:
    assert len(session["drafts"]) >= 3
    assert {draft["lang"] for draft in session["drafts"]} == {"de", "en"}
    for draft in session["drafts"]:
        text = Path(draft["path"]).read_text("utf-8")
        sidecar = json.loads(Path(draft["sidecar"]).read_text("utf-8"))
        assert draft["claims"]["unsupported"] == draft["claims"]["contradicted"] == 0
        assert draft["claims"]["supported"] > 0
        assert draft["sources"]
        assert not text.startswith("---"), "staging holds the visible article only"
        assert {"research_material", "article_review", "grounded_research_evidence"} <= sidecar.keys()
        assert {"review_repair_attempts", "author", "reviewer"} <= sidecar.keys()
        assert sidecar["author"]["label"] == "extractive, no language model"
        assert detect_by_words(text) == draft["lang"]


def test_a_how_to_has_steps_and_a_validation(session: dict[str, Any]) -> None:
    how_tos = []
    for draft in session["drafts"]:
        text = Path(draft["path"]).read_text("utf-8")
        units = split_article(text).units
        steps = {unit.item for unit in units if unit.ordinal is not None}
        validation = [
            unit
            for unit in units
            if unit.kind is not UnitKind.HEADING
            and unit.heading_path
            and re.search(r"(?i)valid|verif|prüfung", unit.heading_path[-1])
        ]
        if len(steps) >= 3 and validation:
            how_tos.append(draft)
    assert how_tos


def test_the_injected_page_changed_nothing(session: dict[str, Any], folders: tuple[Path, Path]) -> None:
    """The sample's pages order the reader to add queries, mark claims and write files (SPEC W9)."""
    for draft in session["drafts"]:
        text = Path(draft["path"]).read_text("utf-8").lower()
        assert "ignore previous" not in text
        assert "ignore all previous" not in text
    staged = {path.name for path in (folders[0] / "staging").iterdir()}
    assert staged == {Path(draft["path"]).name for draft in session["drafts"]}
    assert not [task for task in session["tasks"] if task["requested_by"] not in ("curator", "scanner")]


def test_two_fresh_sessions_give_the_same_drafts(sessions: list[dict[str, Any]]) -> None:
    texts = [
        sorted((Path(draft["path"]).name, Path(draft["path"]).read_bytes()) for draft in one["drafts"])
        for one in sessions
    ]
    assert texts[0] == texts[1]
    assert [gap["id"] for gap in sessions[0]["gaps"]] == [gap["id"] for gap in sessions[1]["gaps"]]
    assert sessions[0]["evidence"]["refused_by_reason"] == sessions[1]["evidence"]["refused_by_reason"]


def test_for_a_person_it_tells_what_to_do_next(folders: tuple[Path, Path], session: dict[str, Any]) -> None:
    process = run_demo(folders[0])
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    for words in (
        "Findings",
        "Evidence:",
        "refused",
        "Staged drafts",
        "neurodesk review show",
        "neurodesk promote",
    ):
        assert words in out
    assert f"Staged drafts: {len(session['drafts'])}" in out, "a second start repeats no research"
