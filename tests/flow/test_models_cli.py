"""``neurodesk models`` and the scripted node by hand."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from neurodesk.cli.root import root
from neurodesk.providers.models.loopback_node import NAMED_FAULTS, LoopbackNode, Scripted, ServedModel
from neurodesk.providers.models.scripted_roles import scripted_reply
from tests.desk_cli import Desk


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


def test_a_small_author_is_tried_with_one_section_as_it_will_be_asked(tmp_path: Path) -> None:
    small = ServedModel("gemma3:12b", size_bytes=93_000_000)

    def lines(body: dict[str, Any]) -> Scripted:
        most = body["format"]["properties"]["lines"]["maxItems"]
        return Scripted(json.dumps({"lines": [f"Disk {number} stays online." for number in range(most)]}))

    with LoopbackNode([small], lines) as node:
        said = run(tmp_path, "test", "author", "--set", f"models.ollama_urls={node.url}")["said"]
        (asked,) = node.record.calls
    assert "Disk 0 stays online." in str(said)
    assert list(asked["format"]["properties"]) == ["lines"]


def test_the_help_of_the_scripted_node_names_each_fault_in_one_line() -> None:
    said = CliRunner().invoke(root, ["dev", "fake-ollama", "--help"], terminal_width=120).output
    listed = CliRunner().invoke(root, ["dev", "fake-ollama", "--fault", "list", "--json"])
    assert json.loads(listed.stdout)["faults"] == {name: one.told for name, one in NAMED_FAULTS.items()}
    lines = [" ".join(line.split()) for line in said.splitlines()]
    for name, fault in NAMED_FAULTS.items():
        assert fault.told.endswith(".")
        assert f"{name} {fault.told}" in lines


def test_every_wants_one_fault_to_repeat() -> None:
    done = CliRunner().invoke(root, ["dev", "fake-ollama", "--port", "0", "--every"])
    assert done.exit_code == 2
    assert "give exactly one --fault" in done.output


@pytest.mark.parametrize(
    ("fault", "what", "do"),
    [
        ("cut", "the node's answer was broken (cut)", "The log of its model server"),
        ("garbage", "the node's answer was broken", "The log of its model server"),
        ("crash", "the node's answer was broken (status_500)", "The log of its model server"),
        ("missing", "none has it", "`ollama pull gemma3:12b`"),
        ("busy", "has too much to do", "Wait a minute"),
        ("rate_limited", "has too much to do", "Wait a minute"),
        ("sign_in", "wants a token", "`neurodesk models token`"),
        ("memory", "too little memory", "a smaller model"),
    ],
)
def test_m2_what_is_wrong_with_a_node_is_said_in_words_with_its_remedy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], fault: str, what: str, do: str
) -> None:
    with LoopbackNode(["gemma3:12b"], scripted_reply) as node:
        node.always = NAMED_FAULTS[fault]
        urls = f"models.ollama_urls={node.url}"
        said = " ".join(
            Desk(tmp_path, capsys).text("models", "test", "author", "--set", urls, code=5).split()
        )
    assert "No node can serve the model gemma3:12b now: " in said
    assert what in said
    assert do in said
    assert "Nothing was lost" in said


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
