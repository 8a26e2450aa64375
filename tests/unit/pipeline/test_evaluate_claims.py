"""``neurodesk eval claims``: figures with intervals, and honest errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from neurodesk import bootstrap
from neurodesk.cli.root import root
from neurodesk.domain.errors import BadInput
from neurodesk.pipeline.evaluate_claims import judge_rows, read_claims, report, unflattened
from neurodesk.pipeline.similarity import similarity_of


def row(number: int, claim: str, evidence: str, label: str, source: str = "a") -> str:
    fields = {"id": f"r{number}", "claim": claim, "evidence": evidence, "label": label}
    return json.dumps({**fields, "lang": "en", "evidence_lang": "en", "source": source})


LINES = [
    row(1, "The relay keeps mail for 14 days.", "The relay keeps mail for two weeks.", "supported"),
    row(2, "The relay keeps mail for 15 days.", "The relay keeps mail for two weeks.", "refuted"),
    row(3, "The relay is painted green.", "The relay keeps mail for two weeks.", "nei"),
    row(4, "The relay is liked by its users.", "Users praise the relay.", "supported", "b"),
]


def test_figures_stand_by_source_and_language_pair_with_intervals() -> None:
    result = report(judge_rows(read_claims(LINES)))
    assert sorted(result["by_source"]) == ["a", "b"]
    figures = result["by_source_and_languages"]["a en/en"]
    assert figures["false_accept"] == {"value": 0.0, "hits": 0, "of": 2, "low": 0.0, "high": 0.6576}
    assert figures["support_recall"]["value"] == 1.0
    assert figures["balanced_accuracy"]["value"] == 1.0
    assert [item["verdict"] for item in result["items"]][:2] == ["supported", "contradicted"]
    assert result["items"][1]["reasons"][0]["code"] == "number_differs"


def test_the_same_rows_give_the_same_report() -> None:
    assert report(judge_rows(read_claims(LINES))) == report(judge_rows(read_claims(LINES)))


def test_a_page_squeezed_onto_a_heading_line_is_read_as_prose() -> None:
    page = "## Step 3 - Install " + "The relay keeps mail for two weeks. " * 8
    assert not unflattened(page).startswith("#")
    assert unflattened("## Step 3\n\nText.") == "## Step 3\n\nText."


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("no json", "claims_line_no_json"),
        ("[1]", "claims_line_no_json"),
        (json.dumps({"id": "x", "claim": "c", "label": "nei"}), "claims_field_missing"),
        (row(1, "c", "e", "maybe"), "claims_label_unknown"),
    ],
)
def test_a_malformed_line_is_named(line: str, code: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_claims([LINES[0], line], "f")
    assert caught.value.code == code
    assert caught.value.params["line"] == "2"


def test_the_command_prints_a_table_or_json(tmp_path: Path) -> None:
    file = tmp_path / "claims.jsonl"
    file.write_text("\n".join(LINES), encoding="utf-8")
    table = CliRunner().invoke(root, ["eval", "claims", str(file)])
    assert table.exit_code == 0, table.output
    assert "a en/en" in table.output
    as_json = CliRunner().invoke(root, ["eval", "claims", str(file), "--json"])
    assert json.loads(as_json.output)["rows"] == 4
    assert json.loads(as_json.output)["similarity"] == "static-de-en"
    plain = CliRunner().invoke(root, ["eval", "claims", str(file), "--json", "--words-only"])
    assert json.loads(plain.output)["similarity"] == ""


def test_german_claims_on_english_text_are_accepted_by_sense_and_refused_by_fact() -> None:
    english = "The installer creates a backup of the configuration before it changes anything."
    german = "Das Installationsprogramm legt eine Sicherung der Konfiguration an, bevor es etwas ändert."
    claims = read_claims([row(1, german, english, "supported")])
    embedder = bootstrap.embedded_encoder()
    similarity = similarity_of(embedder)
    assert similarity(german, english) > 0.8 > 0.5 > similarity("Der Mond scheint hell.", english)
    assert [j.accepted for j in judge_rows(claims, similarity)] == [True]


def test_an_unreadable_or_empty_file_is_bad_input(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n", encoding="utf-8")
    for path, code in ((tmp_path / "gone.jsonl", "claims_file_unreadable"), (empty, "claims_file_empty")):
        result = CliRunner().invoke(root, ["eval", "claims", str(path)])
        assert isinstance(result.exception, BadInput)
        assert result.exception.code == code
