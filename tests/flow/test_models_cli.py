"""``neurodesk models`` and the scripted node by hand."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from neurodesk.cli.root import root
from neurodesk.providers.models.loopback_node import LoopbackNode
from neurodesk.providers.models.scripted_roles import scripted_reply


def run(data_dir: Path, *arguments: str) -> dict[str, object]:
    done = CliRunner().invoke(root, ["models", *arguments, "--data-dir", str(data_dir), "--json"])
    assert done.exit_code == 0, done.output
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_without_nodes_the_embedded_engine_is_named(tmp_path: Path) -> None:
    found = run(tmp_path)
    assert found["nodes"] == []
    assert {one["fault"] for one in found["roles"]} == {"no_node"}  # type: ignore[attr-defined]


def test_nodes_roles_and_warnings_are_shown_and_a_try_is_traced(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with LoopbackNode(["gemma3:12b", "embeddinggemma"], scripted_reply) as node:
        urls = ("--set", f"models.ollama_urls={node.url}", "--set", "models.reviewer=gemma3:12b")
        for role in ("author", "reviewer", "embedding"):
            assert run(tmp_path, "test", role, *urls)["said"]
        found = run(tmp_path, *urls)
    faults = {one["role"]: one["fault"] for one in found["roles"]}  # type: ignore[attr-defined]
    assert faults == {"planner": "model_missing", "author": "", "reviewer": "", "embedding": ""}
    warned = [one["code"] for one in found["warnings"]]  # type: ignore[attr-defined]
    assert "author_and_reviewer_are_one_model" in warned
    calls = run(tmp_path, "calls")["calls"]
    assert [one["role"] for one in calls] == ["author", "reviewer", "embedding"]  # type: ignore[attr-defined]
    file = tmp_path_factory.mktemp("out") / "calls.csv"
    run(tmp_path, "calls", "--export", str(file))
    assert [line.split(",")[2] for line in file.read_text().splitlines()] == [
        "role",
        "author",
        "reviewer",
        "embedding",
    ]
    run(tmp_path, "calls", "--export", str(file), "--as", "json")
    assert len(json.loads(file.read_text())) == 3


@pytest.mark.slow
def test_the_scripted_node_says_where_it_is(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "neurodesk", "dev", "fake-ollama", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        line = child.stdout.readline()
        url = next(word for word in line.split() if word.startswith("http://127.0.0.1:"))
        try:
            assert run(tmp_path, "test", "planner", "--set", f"models.ollama_urls={url}")["node"]
        finally:
            child.terminate()
