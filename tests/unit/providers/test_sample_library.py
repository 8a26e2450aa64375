"""The sample library, judged without a pipeline: what is read, kept, refused and counted once."""

from __future__ import annotations

import datetime as dt
import functools
import json
import re
from pathlib import Path
from typing import Any

import pytest

from neurodesk.domain.evidence import PageRefused, Refusal, SearchHit, SourceOrigin, SourceText
from neurodesk.domain.extraction import Document, Extracted
from neurodesk.domain.independence import Voice, independence_key, voices
from neurodesk.domain.relevance import Anchors, make_anchors
from neurodesk.domain.screening import (
    GateLimits,
    GateVerdict,
    KnownTexts,
    SourceFilter,
    library_uri,
    screen_hit,
    screen_text,
    stale_sources,
)
from neurodesk.domain.shingles import code_lines, shingles
from neurodesk.pipeline.index_library import suspected_instructions
from neurodesk.providers.extract.registry import extract
from neurodesk.providers.origin import registrable_domain

SAMPLE = Path(__file__).resolve().parents[3] / "resources" / "sample"
KEY: dict[str, Any] = json.loads((SAMPLE / "plants.json").read_text(encoding="utf-8"))
PAGES: list[dict[str, Any]] = KEY["library"]["pages"]
QUESTIONS: list[dict[str, Any]] = KEY["outcomes"]
LIMITS = GateLimits()


@functools.cache
def read(path: str) -> Extracted:
    file = SAMPLE / "library" / path
    return extract(Document(file.read_bytes(), file.name))


@functools.cache
def library() -> dict[str, SourceText]:
    found = {}
    for page in PAGES:
        path = page["path"]
        try:
            one = read(path)
        except PageRefused:
            continue
        uri = library_uri("Sample", path)
        found[path] = SourceText(
            requested_uri=uri,
            final_uri=uri,
            title=one.title,
            text=one.text,
            origin=SourceOrigin.LIBRARY,
            source_key="library:Sample",
            host="",
            lang=one.lang,
            extractor=one.extractor,
            retrieved_at=0.0,
            dated_at=one.dated_at,
            recorded_origin=one.recorded_origin,
            licence=one.licence,
            collection="Sample",
            page_quality=one.page_quality,
            injection_passages=suspected_instructions(one),
        )
    return found


def anchors_of(question: dict[str, Any]) -> Anchors:
    """Anchors as a planner makes them: the question and the titles of the seed in both languages."""
    titles = []
    for lang in ("de", "en"):
        seed = SAMPLE / "kb" / f"{question['seed'][:-5]}{lang}.md"
        heading = re.search(r"^# (.+)$", seed.read_text(encoding="utf-8"), re.MULTILINE)
        assert heading is not None
        titles.append(heading[1])
    return make_anchors(question["question"], [question["question"]], titles)


def judge(question: dict[str, Any]) -> tuple[set[str], dict[str, GateVerdict]]:
    """Judge every page of the library, dated ones first; returns (kept paths, all verdicts)."""
    anchors, known = anchors_of(question), KnownTexts()
    verdicts: dict[str, GateVerdict] = {}
    for path, source in library().items():
        hit = SearchHit(source.final_uri, source.title, source.text[:600], "library", "q", 0)
        verdicts[path] = screen_hit(hit, anchors=anchors, limits=LIMITS, source_filter=SourceFilter.of(None))
    order = sorted((p for p, v in verdicts.items() if v.kept), key=lambda p: (not library()[p].dated_at, p))
    kept: dict[str, SourceText] = {}
    for path in order:
        source = library()[path]
        verdicts[path] = screen_text(source, anchors=anchors, limits=LIMITS, known=known)
        if verdicts[path].kept:
            known.add_evidence(path, source.text, source.lang)
            kept[path] = source
    stale = {one.older: one.detail for one in stale_sources(kept, anchors)}
    for path, detail in stale.items():
        verdicts[path] = GateVerdict(Refusal.STALE_SOURCE, detail)
    return set(kept) - set(stale), verdicts


ORIGINATED = [page for page in PAGES if page["origin"]]


@pytest.mark.parametrize("page", ORIGINATED, ids=lambda page: str(page["path"]))
def test_each_page_says_where_it_is_from(page: dict[str, Any]) -> None:
    found = read(page["path"])
    assert (found.recorded_origin, found.licence) == (page["origin"], page["licence"] or "")
    assert found.lang == page["language"]
    # The sample's PDF files state no date that a reader could see.
    if not page["path"].endswith(".pdf"):
        stated = dt.datetime.fromtimestamp(found.dated_at, dt.UTC).date().isoformat()
        assert (stated if found.dated_at else None) == page["date"]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: str(question["id"]))
def test_answers_pass_and_distractors_do_not(question: dict[str, Any]) -> None:
    kept, verdicts = judge(question)
    wanted = set(question["answers"]) | set(question.get("background", []))
    assert wanted <= kept, {path: verdicts[path] for path in wanted - kept}
    unwanted = set(question["distractors"]) & kept
    assert unwanted == set(), {path: verdicts[path] for path in unwanted}
    for mirror in question["mirrors"]:
        assert verdicts[mirror].reason is Refusal.DUPLICATE_CONTENT


def test_a_question_without_an_answer_keeps_nothing() -> None:
    (tape,) = [one for one in QUESTIONS if one["outcome"] == "no_useful_evidence"]
    assert judge(tape)[0] == set()


@pytest.mark.parametrize("role", ["mirror", "translation", "corroboration"])
def test_mirrors_and_translations_are_one_voice_and_independent_texts_are_two(role: str) -> None:
    pairs = []
    for page in KEY["special_pages"]:
        if page["role"] != role:
            continue
        pairs.append([page["path"], *(page["others"] if "others" in page else [page["of"]])])
    assert pairs
    for pair in pairs:
        found = voices(
            [
                Voice(
                    path,
                    independence_key(
                        SourceOrigin.LIBRARY,
                        collection="Sample",
                        recorded_domain=registrable_domain(library()[path].recorded_origin),
                    ),
                    library()[path].lang,
                    shingles(library()[path].text),
                    code_lines(library()[path].text),
                )
                for path in pair
            ]
        )
        assert len(set(found)) == (2 if role == "corroboration" else 1), (pair, found)


def test_orders_to_a_machine_are_marked_and_the_page_is_kept() -> None:
    for page in KEY["special_pages"]:
        if page["role"] == "injection":
            assert library()[page["path"]].injection_passages, page["path"]
    marked = {path for path, source in library().items() if source.injection_passages}
    assert marked == {page["path"] for page in KEY["special_pages"] if page["role"] == "injection"}


def test_scans_are_said_to_be_unreadable() -> None:
    with pytest.raises(PageRefused) as refused:
        read("documents/serverschrank-plan-scan.pdf")
    assert refused.value.reason is Refusal.LOW_QUALITY
    figures = read("documents/ups-data-sheet.pdf").page_quality
    assert figures[0] > 0.8
    assert figures[1] == 0.0


@pytest.mark.parametrize(
    ("address", "domain"),
    [
        ("https://a.b.github.io/x", "b.github.io"),
        ("https://docs.vendor.co.uk/", "vendor.co.uk"),
        ("https://WWW.Example.COM:8443/a", "example.com"),
        ("https://wiki.firma.intern/a", "firma.intern"),
        ("http://192.0.2.7/a", "192.0.2.7"),
        ("https://[2001:db8::1]/", "2001:db8::1"),
        ("not an address://", ""),
        ("", ""),
    ],
)
def test_registrable_domains_come_from_the_bundled_list(address: str, domain: str) -> None:
    assert registrable_domain(address) == domain
