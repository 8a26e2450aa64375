"""``eval claims`` with a reviewer model over a real connection: the figures are right for each (R4, O7)."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from neurodesk.cli.root import main
from neurodesk.pipeline.prompts.reviewer import SMALL_LOT
from neurodesk.providers.models.loopback_node import Fault, LoopbackNode, Scripted
from neurodesk.providers.models.scripted_roles import fenced_parts

MODEL = "qwen3:8b"
TOOLS = "alder birch cedar dogwood elm fir ginkgo hazel ivy juniper".split()
# (claim, source) -> verdict and quotation; the unit's number is given as well
Judge = Callable[[str, str], tuple[str, str]]


def lines() -> list[dict[str, str]]:
    """Ten supported, ten refuted and ten undecided claims of two sources, German and English."""
    found = []
    for number, tool in enumerate(TOOLS):
        port = 4100 + number
        english = f"The daemon {tool} listens on port {port} and keeps its log for 14 days."
        german = f"Der Dienst {tool} lauscht auf Port {port} und behält sein Protokoll 14 Tage."
        other = (
            f"The daemon {tool} was named after a tree.",
            f"Der Dienst {tool} ist nach einem Baum benannt.",
        )
        for lang, text, foreign, source in (("en", english, other[0], "a"), ("de", german, other[1], "b")):
            if lang == "de" and number >= 5:
                continue
            kinds = {"supported": text, "refuted": text.replace(str(port), str(port + 500)), "nei": foreign}
            for label, claim in kinds.items():
                if lang == "en" and number >= 5 and label != "supported":
                    continue
                found.append(
                    {
                        "id": f"{lang}-{tool}-{label}", "claim": claim, "evidence": text, "label": label,
                        "lang": lang, "evidence_lang": lang, "source": source,
                    }
                )  # fmt: skip
    return found


ROWS = lines()
LABEL = {one["claim"]: one["label"] for one in ROWS}
EVIDENCE = {one["claim"]: one["evidence"] for one in ROWS}


class Reviewer:
    """A reviewer's voice.

    Args:
        judge: claim and its own evidence -> verdict and quotation.
        wobbles: whether the verdict changes with each asking of the same claim.
    """

    def __init__(self, judge: Judge, *, wobbles: bool = False) -> None:
        self.judge, self.wobbles = judge, wobbles
        self.asked: dict[str, int] = {}
        self.batches: list[int] = []

    def __call__(self, body: dict[str, Any]) -> Scripted:
        parts = dict(fenced_parts("\n".join(str(one["content"]) for one in body["messages"])))
        sources = {name: text.strip() for name, text in parts.items() if re.fullmatch(r"R\d+", name)}
        units = {name: text.strip() for name, text in parts.items() if re.fullmatch(r"U\d+", name)}
        self.batches.append(len(units))
        verdicts = []
        for name, claim in units.items():
            count = self.asked[claim] = self.asked.get(claim, 0) + 1
            evidence = next(text for ref, text in sources.items() if ref[1:] == name[1:])
            verdict, quote = self.judge(claim, evidence)
            if self.wobbles and count % 2 == 0:
                verdict = "unsupported"
            said = [{"ref": "R" + name[1:], "quote": quote}] if quote else []
            verdicts.append({"unit": name, "verdict": verdict, "sources": said})
        return Scripted(json.dumps({"verdicts": verdicts}, ensure_ascii=False))


def truth(claim: str) -> str:
    """Return a claim's label; one in other words is the claim that it contains."""
    for known, label in LABEL.items():
        if known.casefold().strip(".")[1:] in claim.casefold():
            return label
    return "supported" if "14" in claim or "two weeks" in claim.casefold() else "nei"


def perfect(claim: str, evidence: str) -> tuple[str, str]:
    verdict = {"supported": "supported", "refuted": "contradicted", "nei": "unsupported"}[truth(claim)]
    return verdict, evidence if verdict != "unsupported" else ""


def careless(claim: str, evidence: str) -> tuple[str, str]:
    """Pass over every figure."""
    return ("unsupported", "") if truth(claim) == "nei" else ("supported", evidence)


def colluding(claim: str, evidence: str) -> tuple[str, str]:
    """Call everything supported, with a genuine quotation."""
    return "supported", evidence


def inventing(claim: str, evidence: str) -> tuple[str, str]:
    """Call everything supported, with the claim itself as the quotation."""
    return "supported", claim


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "claims.jsonl"
    path.write_text("\n".join(json.dumps(one) for one in ROWS), "utf-8")
    return path


def run(
    file: Path, capsys: pytest.CaptureFixture[str], node: LoopbackNode | None, *more: str, code: int = 0
) -> Any:
    capsys.readouterr()
    url = node.url if node is not None else "http://127.0.0.1:9"
    arguments = ["eval", "claims", str(file), "--reviewer", "model", "--data-dir", str(file.parent / "data")]
    with pytest.raises(SystemExit) as ended:
        main([*arguments, "--set", f"models.ollama_urls={url}", "--json", *more])
    out = capsys.readouterr()
    assert ended.value.code == code, out.out + out.err
    return json.loads(out.out)


def measured(
    file: Path, capsys: pytest.CaptureFixture[str], judge: Judge, *more: str, wobbles: bool = False
) -> tuple[Any, Reviewer]:
    reviewer = Reviewer(judge, wobbles=wobbles)
    with LoopbackNode([MODEL], reviewer) as node:
        return run(file, capsys, node, *more), reviewer


def test_a_perfect_reviewer_has_perfect_figures_by_source_and_is_asked_in_the_real_batches(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, reviewer = measured(file, capsys, perfect)
    every = found["all"]
    assert (found["reviewer"], found["complete"], len(found["digests"])) == (MODEL, True, 1)
    assert (every["balanced_accuracy"]["value"], every["false_accept"]["value"]) == (1.0, 0.0)
    assert (every["citation_precision"]["value"], every["citation_recall"]["value"]) == (1.0, 1.0)
    assert sorted(found["by_source"]) == ["a", "b"]
    assert found["by_source"]["a"]["rows"] == 20
    assert {name: one["hits"] for name, one in found["flips"].items()} == {
        "again": 0, "other_order": 0, "other_words": 0,
    }  # fmt: skip
    assert found["flips"]["again"]["of"] == len(ROWS)
    assert found["flips"]["other_words"]["of"] > 0
    assert max(reviewer.batches) == 12


def test_a_small_model_is_asked_in_the_lots_of_a_review(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, reviewer = measured(file, capsys, perfect, "--no-flips", "--set", "models.num_ctx=2048")
    assert max(reviewer.batches) == SMALL_LOT.units
    assert found["prompt_version"] == SMALL_LOT.version
    assert found["all"]["balanced_accuracy"]["value"] == 1.0, "each row's own evidence was shown"


def test_a_careless_reviewer_is_shown_before_code_and_stopped_by_code(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, _ = measured(file, capsys, careless, "--no-flips")
    before, after = found["before_code"], found["all"]
    refused = sum(one["label"] == "refuted" for one in ROWS)
    assert (before["false_accept"]["hits"], before["false_accept"]["of"]) == (refused, 2 * refused)
    assert before["balanced_accuracy"]["value"] == 0.75
    assert after["false_accept"]["hits"] == 0
    assert after["balanced_accuracy"]["value"] == 1.0
    assert found["flips"] == {}


def test_a_colluding_reviewer_accepts_everything_before_code_and_nothing_false_after(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, _ = measured(file, capsys, colluding, "--no-flips")
    before, after = found["before_code"], found["all"]
    assert before["false_accept"]["value"] == before["support_recall"]["value"] == 1.0
    assert before["balanced_accuracy"]["value"] == 0.5
    supported = sum(one["label"] == "supported" for one in ROWS)
    assert before["citation_precision"]["hits"] == supported
    assert before["citation_precision"]["of"] == len(ROWS)
    assert after["false_accept"]["hits"] == 0
    carried = [one for one in found["items"] if one["verdict"] in ("supported", "partially_supported")]
    assert after["citation_precision"]["hits"] == supported
    assert supported <= after["citation_precision"]["of"] == len(carried) < len(ROWS)


def test_quotations_that_stand_nowhere_carry_nothing(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found, _ = measured(file, capsys, inventing, "--no-flips")
    accepted = {one["id"] for one in found["items"] if one["verdict"] == "supported"}
    assert accepted == {one["id"] for one in ROWS if one["claim"] == one["evidence"]}
    assert found["before_code"]["citation_precision"]["hits"] == len(accepted)
    assert {one["verdict"] for one in found["items"] if one["id"] not in accepted} == {"unsupported"}


def test_a_reviewer_that_changes_its_mind_shows_as_flips_with_an_interval(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, _ = measured(file, capsys, perfect, wobbles=True)
    again, order = found["flips"]["again"], found["flips"]["other_order"]
    # Asked the second time everything is unsupported: what was so before does not flip.
    stays = sum(one["label"] == "nei" for one in ROWS)
    assert (again["hits"], again["of"]) == (len(ROWS) - stays, len(ROWS))
    assert 0 < again["low"] < again["value"] < again["high"] < 1
    assert order["hits"] == 0, "the third asking is as the first"
    assert found["flips_by_source"]["again"]["b"]["of"] == 15


def test_a_reviewer_that_says_nothing_leaves_claims_unjudged_and_is_not_called_right(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with LoopbackNode([MODEL], lambda _body: Scripted('{"verdicts": []}')) as node:
        found = run(file, capsys, node)
    assert found["all"]["unjudged"] == len(ROWS)
    assert found["all"]["support_recall"]["value"] == 0.0
    assert found["flips"]["again"] == {
        "value": None, "hits": 0, "of": 0, "low": 0.0, "high": 1.0, "unjudged": len(ROWS),
    }  # fmt: skip


def test_a_run_that_broke_off_goes_on_from_its_answers_and_asks_nothing_twice(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = file.parent / "answers.jsonl"
    reviewer = Reviewer(perfect)

    def breaks(body: dict[str, Any]) -> Scripted:
        node.play(*[Fault("status", 500)] * 8)  # from the second batch on
        return reviewer(body)

    with LoopbackNode([MODEL], breaks) as node:
        broke = run(file, capsys, node, "--no-flips", "--answers", str(kept), code=5)
        assert broke["error"] == "model_unavailable"
    answered = sum(len(json.loads(one)["verdicts"]) for one in kept.read_text("utf-8").splitlines())
    assert 0 < answered < len(ROWS)
    kept.write_text(kept.read_text("utf-8") + '{"digest": "x", "verd', "utf-8")  # cut off by a crash
    again = Reviewer(perfect)
    with LoopbackNode([MODEL], again) as node:
        found = run(file, capsys, node, "--no-flips", "--answers", str(kept))
        assert sum(again.batches) == len(ROWS) - answered
        assert found["all"]["balanced_accuracy"]["value"] == 1.0
        more = run(file, capsys, node, "--no-flips", "--answers", str(kept))
        assert sum(again.batches) == len(ROWS) - answered
    assert more["all"] == found["all"]


def test_answers_are_written_into_no_knowledge_base_and_damaged_ones_are_named(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    inside = file.parent / "data" / "answers.jsonl"
    with LoopbackNode([MODEL], Reviewer(perfect)) as node:
        assert run(file, capsys, node, "--answers", str(inside), code=3)["error"] == "export_into_profile"
        wrong = file.parent / "answers.jsonl"
        wrong.write_text("no answer\n", "utf-8")
        assert run(file, capsys, node, "--answers", str(wrong), code=4)["error"] == "claims_answers_damaged"


def test_without_a_node_the_evaluation_says_so(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(file, capsys, None, code=5)["error"] == "model_unavailable"


def test_ctrl_c_prints_the_figures_of_what_was_judged(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reviewer = Reviewer(perfect)

    def stopped(body: dict[str, Any]) -> Scripted:
        if reviewer.batches:
            os.kill(os.getpid(), signal.SIGINT)
        return reviewer(body)

    # A run that was started in the background ignores the key; the terminal of a person does not.
    former = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with LoopbackNode([MODEL], stopped) as node:
            found = run(file, capsys, node, "--no-flips", code=130)
    finally:
        signal.signal(signal.SIGINT, former)
    assert (found["complete"], found["rows"]) == (False, 12)
    assert found["all"]["balanced_accuracy"]["value"] == 1.0
