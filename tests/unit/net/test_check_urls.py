"""`neurodesk dev check-urls`: a file of addresses through the real client (SPEC W5)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from neurodesk.cli.dev import check_urls as command
from neurodesk.net.check_urls import VectorInvalid, check_urls, read_vectors

PUBLIC = "93.184.215.14"
OWN = Path(__file__).with_name("own_vectors.jsonl")


def row(number: int, url: str, verdict: str, **more: Any) -> dict[str, Any]:
    return {"id": f"own-{number:03}", "url": url, "verdict": verdict, "why": "own"} | more


def test_w5_own_vectors_are_all_decided_right_by_the_command() -> None:
    rows = OWN.read_text(encoding="utf-8").splitlines()
    result = CliRunner().invoke(command, [str(OWN), "--json"])
    told = json.loads(result.stdout)
    assert [(one["id"], one["wrong"]) for one in told["verdicts"] if one["wrong"]] == []
    assert (result.exit_code, told["checked"], told["right"], told["wrong"]) == (0, len(rows), len(rows), [])
    for one in told["verdicts"]:
        assert bool(one["code"]) == (one["verdict"] == "block")


def test_w5_a_wrong_verdict_is_said_and_ends_with_its_code(tmp_path: Path) -> None:
    wrong = [
        row(1, "http://a.example/", "block", resolves_to=[PUBLIC]),
        row(2, "http://10.0.0.1/", "allow"),
        row(3, "http://a.example/", "allow", resolves_to=[PUBLIC], must_connect_to="8.8.8.8"),
        row(4, "http://a.example/", "allow", resolves_to=[PUBLIC], max_connections=0, max_lookups=0),
        row(5, "http://a.example/", "allow", resolves_to=[PUBLIC], policy={"resolver": "127.0.0.1"}),
    ]
    file = tmp_path / "vectors.jsonl"
    file.write_text("\n".join(map(json.dumps, wrong)), encoding="utf-8")
    result = CliRunner().invoke(command, [str(file)])
    assert result.exit_code == 6
    assert "0 of 5 right" in result.output
    assert "1 look-ups; 1 connections" in result.output
    assert "unknown policy resolver" in result.output


@pytest.mark.parametrize(
    "line", ["no json", "[]", '{"id": "x"}', '{"id": "x", "url": "u", "verdict": "maybe"}'],
)  # fmt: skip
def test_a_file_in_another_form_is_refused_with_its_line(line: str) -> None:
    with pytest.raises(VectorInvalid, match="line 2"):
        read_vectors(f"\n{line}\n")


def test_w5_hop_and_sockets_stand_in_each_verdict() -> None:
    text = json.dumps(
        row(
            1, "http://a.example/s", "block", resolves_to=[PUBLIC], redirect_chain=["/t", "http://127.0.0.1/"]
        )
    )
    (found,) = check_urls(read_vectors(text))
    assert (found.code, found.hop, found.lookups, found.wrong) == ("address_refused", 2, 2, "")
    assert found.connected_to == (f"{PUBLIC}:80", f"{PUBLIC}:80")
