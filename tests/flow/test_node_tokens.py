"""A node's token: asked for, kept, used, and found nowhere but in its place (SPEC S5, M1)."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from neurodesk.cli.root import root
from neurodesk.providers.models.loopback_node import LoopbackNode
from neurodesk.providers.models.scripted_roles import scripted_reply

TOKEN = "sk-never-anywhere-77"


def call(folder: Path, *arguments: str, given: str = "") -> Any:
    result = CliRunner().invoke(root, [*arguments, "--json", "--data-dir", str(folder)], input=given)
    assert result.exit_code == 0, result.output
    assert TOKEN not in result.output
    return json.loads(result.stdout)


def test_a_token_opens_its_node_and_stands_in_one_private_file_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "profile"
    caplog.set_level(logging.DEBUG)
    with LoopbackNode(["gemma3:12b", "qwen3:8b"], scripted_reply, token=TOKEN) as node:
        call(folder, "config", "set", "models.ollama_urls", f"big={node.url}")
        assert call(folder, "models")["nodes"][0]["fault"] == "unauthorized"
        kept = call(folder, "models", "token", "big", given=TOKEN + "\n")
        assert kept["place"] == "file"
        assert call(folder, "models")["nodes"][0]["fault"] == ""
        assert call(folder, "models", "test", "planner")["node"] == "big"
        call(folder, "models", "calls")
        call(folder, "config", "list")
        call(folder, "doctor")
        call(folder, "backup")
        holding = [
            path for path in folder.rglob("*") if path.is_file() and TOKEN.encode() in path.read_bytes()
        ]
        assert [str(path) for path in holding] == [kept["where"]]
        assert TOKEN not in caplog.text
        call(folder, "models", "token", "big", "--forget")
        assert call(folder, "models")["nodes"][0]["fault"] == "unauthorized"
    assert not Path(kept["where"]).exists()
