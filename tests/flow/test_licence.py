"""Reviewers of every character sit the exam over a real connection; it binds the desk (SPEC O7, P4)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from neurodesk.bootstrap import open_profile
from neurodesk.domain.exam import Planted, make_exam
from neurodesk.pipeline.prompts.reviewer import VERSION
from neurodesk.providers.models.loopback_node import LoopbackNode, Scripted, ServedModel
from neurodesk.providers.models.scripted_roles import fenced_parts
from neurodesk.storage.json_columns import dump, load
from tests.desk_cli import Desk, prepared_desk

MODEL = "qwen3:8b"
Judge = Callable[[str, str], str]


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    return prepared_desk(tmp_path, capsys)


def answering(judge: Judge) -> Callable[[dict[str, Any]], Scripted]:
    """Return a node's voice that judges each unit by its own source, with a quotation from it."""

    def reply(body: dict[str, Any]) -> Scripted:
        parts = dict(fenced_parts("\n".join(str(one["content"]) for one in body["messages"])))
        verdicts = []
        for label in (one for one in parts if re.fullmatch(r"U\d+", one)):
            source = parts["R" + label[1:]].strip()
            verdict = judge(parts[label].strip(), source)
            quote = {"ref": "R" + label[1:], "quote": source.split("\n")[0]}
            verdicts.append({"unit": label, "verdict": verdict, "sources": [quote]})
        return Scripted(json.dumps({"verdicts": verdicts}, ensure_ascii=False))

    return reply


def key(seed: int) -> dict[str, bool]:
    """Return the true answers of an exam over the prepared KB: which claims are true."""
    from neurodesk.domain.units import UnitKind, split_article
    from tests.desk_parts import BASE, DISK_FULL

    bodies = [BASE.split("---\n\n", 1)[1], DISK_FULL]
    own = [
        ("en", unit.text)
        for body in bodies
        for unit in split_article(body).units
        if unit.kind is UnitKind.SENTENCE and "](" not in unit.text and 40 <= len(unit.text) <= 240
    ]
    return {item.claim: item.is_true for item in make_exam(own, seed=seed)}


def sit(desk: Desk, judge: Judge, *, code: int, seed: int = 1) -> Any:
    with LoopbackNode([ServedModel(MODEL)], answering(judge)) as node:
        return desk.run(
            "licence", MODEL, "--seed", str(seed), "--set", f"models.ollama_urls={node.url}", code=code
        )


def knowing(seed: int) -> Judge:
    true = key(seed)
    return lambda claim, _: "supported" if true[claim] else "contradicted"


def careless(claim: str, source: str) -> str:
    """Read the words and pass over every figure, as a hurried reader does."""
    words = set(re.findall(r"[^\W\d]{5,}", source))
    return "supported" if len(set(re.findall(r"[^\W\d]{5,}", claim)) - words) <= 2 else "unsupported"


def test_a_perfect_reviewer_gets_a_licence_with_intervals(desk: Desk) -> None:
    found = sit(desk, knowing(1), code=0)
    assert (found["passed"], found["prompt_version"], found["unanswered"]) == (True, VERSION, 0)
    assert (found["recall"]["share"], found["false_alarm"]["share"]) == (1.0, 0.0)
    assert found["recall"]["low"] > 0.98
    assert all(found["by_kind"][kind.value]["of"] >= 40 for kind in Planted)
    assert desk.run("licence")["licences"][0]["model"] == MODEL


def test_a_careless_reviewer_is_found_out_by_kind(desk: Desk) -> None:
    found = sit(desk, careless, code=6)
    assert not found["passed"]
    assert found["by_kind"]["number"]["share"] == 0.0
    assert found["false_alarm"]["share"] < 0.05


def test_a_colluding_reviewer_finds_nothing(desk: Desk) -> None:
    found = sit(desk, lambda *_: "supported", code=6)
    assert (found["passed"], found["recall"]["share"], found["false_alarm"]["share"]) == (False, 0.0, 0.0)


def test_an_injected_reviewer_fails_by_its_injections_alone(desk: Desk) -> None:
    knows = knowing(1)
    found = sit(desk, lambda claim, source: "supported" if "\n" in source else knows(claim, source), code=6)
    assert found["by_kind"]["injection"]["share"] == 0.0
    assert all(
        found["by_kind"][kind.value]["share"] == 1.0
        for kind in Planted
        if kind not in (Planted.INJECTION, Planted.PARAPHRASE)
    )
    assert not found["passed"]


def test_a_node_that_is_down_gives_no_licence_and_keeps_the_former(desk: Desk) -> None:
    sit(desk, knowing(1), code=0)
    arguments = ("licence", MODEL, "--set", "models.ollama_urls=http://127.0.0.1:9")
    assert desk.run(*arguments, code=5)["error"] == "model_unavailable"
    assert desk.run("licence")["licences"][0]["passed"]


def reviewed_by(desk: Desk, draft: str, digest: str, prompt: str = VERSION) -> None:
    """Note in a draft who reviewed it, as the pipeline does."""
    who = {"label": MODEL, "model": MODEL, "digest": digest, "prompt_sha256": prompt}
    with open_profile(desk.data) as profile:
        data = load(profile.database.read(lambda rx: rx.scalar("SELECT data FROM draft")))
        data["sidecar"] = {**data.get("sidecar", {}), "reviewer": who}
        profile.database.write(lambda tx: tx.execute("UPDATE draft SET data = ?", (dump(data),)))


def must_tick(desk: Desk, draft: str) -> int:
    shown = desk.run("review", "show", draft)
    return sum(one["must_be_ticked"] for one in shown["claims"])


def test_without_a_licence_every_claim_wants_a_tick_and_another_digest_or_prompt_voids_it(desk: Desk) -> None:
    draft = desk.draft()
    by_themselves = must_tick(desk, draft)
    digest = sit(desk, knowing(1), code=0)["digest"]
    assert digest
    reviewed_by(desk, draft, digest)
    assert must_tick(desk, draft) == by_themselves
    for other in ({"digest": "0" * 64}, {"digest": digest, "prompt": "0" * 64}):
        reviewed_by(desk, draft, **other)
        claims = desk.run("review", "show", draft)["claims"]
        assert must_tick(desk, draft) == sum(not one["exempt"] for one in claims) > by_themselves
    shown = desk.run("review", "show", draft)
    refused = desk.run(
        *("promote", draft, "--as", "Ada", "--seen", shown["seen"]),
        *("--set", "promotion.allow_unattended=on"),
        code=3,
    )
    assert "advice_unticked" in json.dumps(refused)
    desk.promote(draft)
