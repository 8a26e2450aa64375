"""The brief: language, order of the material, and who counts as one voice (SPEC R1, R2, W7)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from neurodesk.domain.articles import ArticleType, DraftKind
from neurodesk.domain.errors import BadInput
from neurodesk.domain.evidence import Evidence, EvidenceState, SourceOrigin
from neurodesk.domain.findings import Severity
from neurodesk.domain.graph import Node, NodeKind
from neurodesk.domain.identity import sha256_text
from neurodesk.domain.independence import Voice
from neurodesk.domain.research import AuthoredArticle, Plan
from neurodesk.domain.shingles import code_lines, shingles
from neurodesk.pipeline.brief import Assignment, build_brief, language_of
from neurodesk.pipeline.prompts.author import author_prompt
from neurodesk.pipeline.tools import Limits
from neurodesk.providers.models.embedded.reviewer import structure_findings
from neurodesk.settings.load import SettingsFile

PLAN = Plan("Relay", ("What is the relay?",), ("relay",), ArticleType.CONCEPT, "rule", 0.7, ())


def evidence(identifier: str, text: str, lang: str = "en", *, relevance: float = 0.9) -> Evidence:
    """A stored text."""
    return Evidence(
        id=identifier,
        task_id="t",
        requested_uri=f"library://c/{identifier}",
        final_uri=f"library://c/{identifier}",
        host="",
        source_key="library:c",
        title="Relay",
        text=text,
        sha256=sha256_text(text),
        retrieved_at=1.0,
        origin=SourceOrigin.LIBRARY,
        lang=lang,
        extractor="test",
        relevance=relevance,
        quality=1.0,
        trust=0.6,
        evidence_count=1,
        confidence=0.6,
        state=EvidenceState.LEARNED,
    )


def new(base: Node | None = None) -> Assignment:
    """An assignment."""
    return Assignment(DraftKind.REVISION if base else DraftKind.NEW, base, (), ())


def node(lang: str) -> Node:
    """An article of the KB."""
    return Node("n", NodeKind.ARTICLE, "Relay", "# Relay\n", "kb", lang, "h", 1.0, 1.0, kb_id="kb")


def voice(one: Evidence) -> Voice:
    """Each id's first letter is its publisher."""
    return Voice(one.id, one.id[0], one.lang, shingles(one.text), code_lines(one.text))


def test_a_revision_keeps_its_bases_language() -> None:
    assert language_of(new(node("de")), [evidence("a", "x" * 900)], "en")[0] == "de"


def test_a_new_article_takes_the_language_that_most_evidence_has_and_says_so() -> None:
    texts = [
        evidence("a", "x" * 3000, "de"),
        evidence("b", "x" * 3000, "de"),
        evidence("c", "x" * 4000, "en"),
    ]
    lang, why = language_of(new(), texts, "en")
    assert (lang, why.code) == ("de", "language_of_evidence")
    assert dict(why.params) == {"de": "5400", "en": "3600"}


def test_one_long_handbook_does_not_outweigh_two_pages_on_the_subject() -> None:
    texts = [
        evidence("a", "x" * 3000, "de"),
        evidence("b", "x" * 3000, "de"),
        evidence("c", "x" * 90_000, "en"),
    ]
    assert language_of(new(), texts, "en")[0] == "de"


def test_without_evidence_the_setting_counts() -> None:
    assert language_of(new(), [], "de")[1].code == "language_setting"


def test_pages_of_one_publisher_and_copies_share_a_voice() -> None:
    long = " ".join(f"The relay number {n} forwards mail to host {n}." for n in range(40))
    texts = [
        evidence("a1", "One text."),
        evidence("a2", "Another text."),
        evidence("b1", long),
        evidence("c1", long),
    ]
    made = build_brief(PLAN, new(), texts, "en", (), voice)
    keys = {source.ref: source.independence_key for source in made.sources}
    assert keys["a1"] == keys["a2"]
    assert keys["b1"] == keys["c1"]
    assert keys["a1"] != keys["b1"]


def test_relevant_material_comes_first_and_the_base_last() -> None:
    texts = [evidence("a", "Low.", relevance=0.4), evidence("b", "High.", relevance=0.9)]
    made = build_brief(PLAN, new(node("en")), texts, "en", (), voice)
    assert [source.ref for source in made.sources] == ["b", "a", "n"]
    assert made.base_ref == "n"


def test_r2_the_style_guide_of_the_settings_reaches_author_and_rules(tmp_path: Path) -> None:
    settings = SettingsFile(tmp_path / "settings.toml", {})
    settings.set("article.terms", ["Harddisk = Laufwerk"])
    settings.set("article.address", "formal")
    with pytest.raises(BadInput):
        settings.set("article.terms", ["no pair"])
    style = Limits.of(settings.current).style
    made = build_brief(PLAN, new(), [], "de", (), voice, style)
    assert (made.avoid_terms, made.address) == ((("Harddisk", "Laufwerk"),), "formal")
    prompt = author_prompt(made, 100_000).user
    assert "Schreibe Laufwerk statt Harddisk." in prompt
    assert "mit Sie an" in prompt
    english = build_brief(PLAN, new(), [], "en", (), voice, style)
    assert (english.avoid_terms, english.address) == ((("Harddisk", "Laufwerk"),), "")
    text = "# Ein Laufwerk tauschen\n\nDu ziehst die Harddisk ab und wartest, bis die Lampe dunkel ist.\n"
    article = AuthoredArticle(text, "Ein Laufwerk tauschen", "de", ArticleType.CONCEPT, (), "x", "x")
    found = {one.rule: one.severity for one in structure_findings(article, made)}
    assert found["R6.style_term"] == Severity.TICK
    assert found["R6.style_address"] == Severity.NOTE
    without = structure_findings(article, replace(made, avoid_terms=()))
    assert "R6.style_term" not in {one.rule for one in without}
