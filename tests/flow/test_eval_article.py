"""``neurodesk eval article``: drafts of planted gaps are scored against what was taken out (R4, R11)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from neurodesk.cli.root import main
from neurodesk.domain.articles import Claim, SourceRef, Verdict
from neurodesk.domain.identity import sha256_text
from neurodesk.domain.units import split_article
from neurodesk.pipeline.evaluate_articles import ArticleTally, Flips
from neurodesk.providers.models.loopback_node import LoopbackNode, Scripted
from neurodesk.providers.models.scripted_roles import fenced_parts, scripted_reply

GOLD = """## Growing the volume

The volume group must have at least 10 GiB free before the volume is grown.

1. Run `vgs` to see the free space of the volume group.
2. Run `lvextend -r -L +10G /dev/vg0/data` to grow the logical volume by 10 GiB.
3. Run `df -h` to see the new size of the file system.

The file system may stay mounted while the logical volume grows.
"""
PLANTED = f"""# Extend a logical volume

This article tells how a logical volume is extended on a running server.

{GOLD.splitlines()[0]}

TODO
"""
OTHER = "# Growing a logical volume\n\nHow to extend a logical volume online.\n\n" + GOLD
NOISE = "# Rotate logs\n\nRun `logrotate -f app` to rotate the logs of the application by hand.\n"


def planted(root: Path) -> Path:
    """Write a planted set as the planting tool does: knowledge base, key, held-out originals."""
    for name, text in {"extend.en.md": PLANTED, "growing.en.md": OTHER, "logs.en.md": NOISE}.items():
        (root / "kb").mkdir(parents=True, exist_ok=True)
        (root / "kb" / name).write_text(text, "utf-8")
    section = GOLD.splitlines()[0].removeprefix("## ")
    key = {"id": "stub_section-000", "type": "stub_section", "path": "extend.en.md", "section": section}
    aged = {"id": "aged-001", "type": "aged", "path": "logs.en.md"}
    (root / "answer_key.jsonl").write_text(f"{json.dumps(key)}\n{json.dumps(aged)}\n", "utf-8")
    (root / "heldout").mkdir()
    held = {"ref": f"extend.en.md#{section}", "text": GOLD}
    (root / "heldout" / "000.json").write_text(json.dumps(held), "utf-8")
    return root


def run(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    with pytest.raises(SystemExit) as ended:
        main(["eval", "article", *arguments])
    out = capsys.readouterr()
    assert ended.value.code == code, out.out + out.err
    return out.out + out.err


def test_the_draft_of_a_planted_gap_is_scored_against_the_held_out_original(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = json.loads(run(capsys, str(planted(tmp_path / "set")), "--json"))
    assert (report["plants"], report["drafts"]) == (1, 1), report
    (row,) = report["rows"]
    assert row["gold"] == 5
    assert row["gold_found"] >= 3, row
    assert report["citation_precision"]["value"] == 1.0
    assert report["false_accepts"]["hits"] == 0
    assert report["flips_same_draft"]["hits"] == 0, "code judges the same draft the same way"
    assert report["flips_other_order"]["of"] > 0


def test_the_models_of_a_profile_write_and_review_and_their_flips_show(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second judging of each draft calls one sentence unsupported: a flip, and nothing else changes."""
    judgings: dict[str, int] = {}

    def roles(body: dict[str, Any]) -> Scripted:
        value = json.loads(scripted_reply(body).content)
        shown = dict(fenced_parts(body["messages"][-1]["content"]))
        for one in value.get("verdicts", ()):
            unit = shown[one["unit"]]
            judgings[unit] = judgings.get(unit, 0) + 1
            if "at least 10 GiB" in unit and judgings[unit] == 2:
                one |= {"verdict": "unsupported", "sources": []}
        return Scripted(json.dumps(value))

    with LoopbackNode(["gemma3:12b", "qwen3:8b"], roles) as node:
        where = ("--set", f"models.ollama_urls={node.url}")
        report = json.loads(run(capsys, str(planted(tmp_path / "set")), "--json", *where))
    assert report["drafts"] == 1, report
    assert (report["author"], report["reviewer"]) == (
        "language model gemma3:12b",
        "language model qwen3:8b",
    )
    assert report["flips_same_draft"]["hits"] == 1, report
    assert report["flips_other_order"]["hits"] == 0
    assert report["citation_precision"]["value"] == 1.0
    assert report["false_accepts"]["hits"] == 0


def test_a_folder_without_held_out_originals_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "no folder of planted gaps" in run(capsys, str(tmp_path), code=4)


def tally_of(sentence: str, verdict: Verdict, quote: str, text: str = GOLD) -> dict[str, Any]:
    """Score a draft of one sentence with one citation."""
    draft = f"# Growing the volume\n\n{sentence}\n"
    unit = split_article(draft).units[1]
    ref = SourceRef("e", quote, sha256_text(text))
    claim = Claim(unit.id, 1, unit.kind.value, unit.text, unit.start, unit.end, verdict, (ref,))
    tally = ArticleTally(plants=1)
    tally.add(draft, [claim], {sha256_text(text): text}, GOLD)
    return tally.report(Flips())


TRUE = "The volume group must have at least 10 GiB free before the volume is grown."


def test_a_citation_counts_only_when_it_stands_in_its_source_and_carries_the_sentence() -> None:
    assert tally_of(TRUE, Verdict.SUPPORTED, TRUE)["citation_precision"]["value"] == 1.0
    other = "The file system may stay mounted while the logical volume grows."
    assert tally_of(TRUE, Verdict.SUPPORTED, other)["citation_precision"]["value"] == 0.0
    assert (
        tally_of(TRUE, Verdict.SUPPORTED, "This stands nowhere in the source at all.")["citation_recall"][
            "hits"
        ]
        == 0
    )


def test_a_supported_sentence_that_the_original_contradicts_is_a_false_accept() -> None:
    assert tally_of(TRUE, Verdict.SUPPORTED, TRUE)["false_accepts"]["hits"] == 0
    wrong = TRUE.replace("10 GiB", "20 GiB")
    source = GOLD.replace("10 GiB", "20 GiB")
    assert tally_of(wrong, Verdict.SUPPORTED, wrong, source)["false_accepts"]["hits"] == 1


def test_a_sentence_that_is_about_another_thing_than_the_original_is_no_false_accept() -> None:
    """The original is one section; the others of its article truly name other figures and commands."""
    for other in (
        "The snapshot of the volume must keep at least 2 GiB for the time of the copy.",
        "Stop the service that writes to the volume before the snapshot is taken.",
        "`apt install fail2ban`",
    ):
        assert tally_of(other, Verdict.SUPPORTED, other)["false_accepts"]["hits"] == 0
