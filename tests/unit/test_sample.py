"""The sample knowledge base and library hold what their key says (resources/sample/plants.json)."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
import sys
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import docx
import pypdf
import pytest
from lxml import html as lxml_html
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "resources" / "sample"
KB = SAMPLE / "kb"
LIBRARY = SAMPLE / "library"
KEY: dict[str, Any] = json.loads((SAMPLE / "plants.json").read_text(encoding="utf-8"))
GAPS: list[dict[str, Any]] = KEY["gaps"]
PAGES: list[dict[str, Any]] = KEY["library"]["pages"]
SPECIAL: list[dict[str, Any]] = KEY["special_pages"]
TOPICS: list[str] = KEY["kb"]["topics"]
TEXT_SUFFIXES = {".md", ".html", ".txt", ".json"}
LINK = re.compile(r"(?<!!)\[[^\]]+\]\(([^)\s]+)\)")
SERVICE_KEYS = [
    *("id", "title", "text", "answer", "auto_reply", "min_score", "categories", "keywords", "source"),
    *("source_uri", "language", "communication_style"),
]
EXPECTED_SECTIONS = {
    "en": {"Prerequisites", "Steps", "Validation", "Rollback"},
    "de": {"Voraussetzungen", "Schritte", "Prüfung", "Rollback"},
}


def gaps_of(kind: str) -> list[dict[str, Any]]:
    found = [gap for gap in GAPS if gap["type"] == kind]
    assert found, f"no gap of type {kind} is planted"
    return found


def special_of(role: str) -> list[dict[str, Any]]:
    found = [page for page in SPECIAL if page["role"] == role]
    assert found, f"no page with role {role}"
    return found


@cache
def article(path: str) -> tuple[dict[str, Any], str]:
    """Return an article's front matter and its body."""
    raw = (KB / path).read_text(encoding="utf-8")
    _, matter, body = raw.split("---\n", 2)
    return YAML(typ="safe").load(matter), body


def sections(body: str) -> dict[str, str]:
    parts = re.split(r"^## (.+)$", body, flags=re.MULTILINE)
    return dict(zip(parts[1::2], (text.strip() for text in parts[2::2]), strict=True))


@cache
def page_text(path: str) -> str:
    """Return the text a reader sees, with white space folded."""
    raw = (LIBRARY / path).read_text(encoding="utf-8")
    if path.endswith(".html"):
        tree = lxml_html.fromstring(raw)
        for hidden in tree.xpath("//script|//style|//comment()"):
            hidden.drop_tree()
        raw = str(tree.text_content())
    return " ".join(raw.split())


def shingles(text: str, size: int = 5) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", text.casefold())
    return {tuple(words[i : i + size]) for i in range(len(words) - size + 1)}


def containment(part: str, whole: str) -> float:
    inner = shingles(part)
    return len(inner & shingles(whole)) / len(inner)


def registrable(url: str) -> str:
    return ".".join((urlsplit(url).hostname or "").split(".")[-2:])


def commands_of(path: str) -> set[str]:
    raw = (LIBRARY / path).read_text(encoding="utf-8")
    return set(re.findall(r"<code>([^<]+)</code>" if path.endswith(".html") else r"`([^`\n]+)`", raw))


@cache
def pdf_pages(path: str) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(LIBRARY / path).pages]


def all_articles() -> list[str]:
    return sorted(str(p.relative_to(KB)).replace("\\", "/") for p in KB.rglob("*.md"))


def outgoing(path: str) -> list[str]:
    """Return the targets of an article's relative links, from the KB's root."""
    folder = (KB / path).parent
    return [
        (folder / target).resolve().relative_to(KB.resolve()).as_posix()
        for target in LINK.findall(article(path)[1])
        if "://" not in target
    ]


def text_files() -> list[Path]:
    return sorted(p for p in SAMPLE.rglob("*") if p.suffix in TEXT_SUFFIXES)


def test_the_key_counts_what_lies_on_disk() -> None:
    assert KEY["kb"]["articles"] == len(all_articles()) == 40
    on_disk = sorted(p.relative_to(LIBRARY).as_posix() for p in LIBRARY.rglob("*") if p.is_file())
    assert [page["path"] for page in PAGES] == on_disk
    assert len(on_disk) == 60
    kinds = {suffix: sum(name.endswith(suffix) for name in on_disk) for suffix in (".pdf", ".docx")}
    assert kinds[".pdf"] >= 6
    assert kinds[".docx"] == 2


def test_every_topic_has_a_german_and_an_english_article_and_nothing_else_lies_in_the_kb() -> None:
    assert all_articles() == sorted(f"{t}.{lang}.md" for t in TOPICS for lang in ("de", "en"))


@pytest.mark.parametrize("path", all_articles())
def test_front_matter_names_title_date_language_and_a_role(path: str) -> None:
    matter, body = article(path)
    assert matter["lang"] == path.split(".")[-2]
    assert body.lstrip().startswith(f"# {matter['title']}\n")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", str(matter["date"]))
    assert str(matter.get("updated", matter["date"])) >= str(matter["date"])
    assert matter["author"]
    assert matter["tags"]
    if "translation_of" in matter:
        assert (KB / matter["translation_of"]).is_file()


def test_some_twins_are_declared_and_others_only_named_alike() -> None:
    declared = {"translation_of" in article(f"{topic}.de.md")[0] for topic in TOPICS}
    assert declared == {True, False}


def test_text_files_are_clean_utf8_without_a_path_of_the_building_machine() -> None:
    for path in text_files():
        text = path.read_bytes().decode("utf-8")
        assert text == unicodedata.normalize("NFC", text), path
        assert "\r" not in text, path
        assert not re.search("[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]", text), path
        assert text.endswith("\n"), path
        assert str(ROOT) not in text, path


def test_sizes_are_those_of_real_articles() -> None:
    planted = {p for gap in GAPS if gap["type"] in {"stub", "stub_section"} for p in gap["paths"]}
    for path in all_articles():
        size = len((KB / path).read_text(encoding="utf-8"))
        assert size <= 5000, path
        assert size >= 1500 or path in planted, (path, size)


def test_full_articles_follow_one_template() -> None:
    exempt = {p for gap in GAPS if gap["type"] == "stub" for p in gap["paths"]}
    short_of_one = {p for gap in GAPS if gap["type"] == "missing_section" for p in gap["paths"]}
    concepts = set(KEY["kb"].get("concepts", []))
    for path in all_articles():
        if path in exempt or path in concepts:
            continue
        missing = EXPECTED_SECTIONS[path.split(".")[-2]] - sections(article(path)[1]).keys()
        assert len(missing) == (1 if path in short_of_one else 0), (path, missing)


def test_stub_articles_are_short_and_say_that_something_is_to_come() -> None:
    for gap in gaps_of("stub"):
        for path in gap["paths"]:
            body = article(path)[1]
            assert len(body.split()) < 80, path
            assert not sections(body), path


def test_stub_sections_hold_no_content_of_their_own() -> None:
    for gap in gaps_of("stub_section"):
        for path in gap["paths"]:
            name = gap["section_de"] if path.endswith(".de.md") and "section_de" in gap else gap["section"]
            text = sections(article(path)[1])[name]
            assert not re.search(r"^(\d+\.|-|```)", text, re.MULTILINE), path
            assert len(text.split()) < 45, path


def test_aged_articles_are_old_and_name_releases_at_their_end_of_life() -> None:
    for gap in gaps_of("aged"):
        for path in gap["paths"]:
            matter, body = article(path)
            assert str(matter["date"]) == gap["date"] < "2018"
            assert "updated" not in matter
            assert all(release in body for release in gap["end_of_life"]), path


@pytest.mark.parametrize("kind", ["contradiction", "twin_differs"])
def test_contradicting_passages_stand_in_both_articles_with_their_values(kind: str) -> None:
    for gap in gaps_of(kind):
        assert gap["values"][0] != gap["values"][1]
        for path, passage, value in zip(gap["paths"], gap["passages"], gap["values"], strict=True):
            body = " ".join(article(path)[1].split())
            assert passage in body, (gap["id"], path)
            assert value in passage, (gap["id"], path)
        for first, second in gap.get("more_values", []):
            assert first in article(gap["paths"][0])[1]
            assert second in article(gap["paths"][1])[1]


def test_contradicting_articles_are_twins_only_where_the_key_says_so() -> None:
    for gap in gaps_of("twin_differs"):
        assert len({re.sub(r"\.(de|en)\.md$", "", p) for p in gap["paths"]}) == 1
    for gap in gaps_of("contradiction"):
        assert len({re.sub(r"\.(de|en)\.md$", "", p) for p in gap["paths"]}) == 2


def test_near_duplicates_share_most_of_the_shorter_text_and_no_other_pair_does() -> None:
    planted = {frozenset(gap["paths"]) for gap in gaps_of("near_duplicate")}
    paths = all_articles()
    bodies = {path: article(path)[1] for path in paths}
    found = set()
    for i, a in enumerate(paths):
        for b in paths[i + 1 :]:
            shorter, longer = sorted((bodies[a], bodies[b]), key=len)
            if containment(shorter, longer) >= 0.5:
                found.add(frozenset((a, b)))
    assert found == planted


def test_only_the_planted_links_are_broken() -> None:
    broken = {
        (path, target.rsplit("/", 1)[-1])
        for path in all_articles()
        for target in outgoing(path)
        if not (KB / target).is_file()
    }
    assert broken == {(path, gap["target"]) for gap in gaps_of("broken_link") for path in gap["paths"]}


def test_only_the_planted_orphans_have_no_link_at_all() -> None:
    linked = {target for path in all_articles() for target in outgoing(path)}
    lonely = {path for path in all_articles() if not outgoing(path) and path not in linked}
    assert lonely == {path for gap in gaps_of("orphan") for path in gap["paths"]}


def test_nothing_in_the_library_speaks_of_the_topics_without_evidence() -> None:
    assert gaps_of("no_external_evidence")
    for path in (page["path"] for page in PAGES if Path(page["path"]).suffix in {".md", ".html", ".txt"}):
        assert not re.search(r"\b(LTO|tape|tapes|Bandlaufwerk|humidifier)\b", page_text(path)), path


def test_every_page_has_the_size_of_a_real_page_and_its_recorded_origin_is_in_the_file() -> None:
    for page in PAGES:
        if Path(page["path"]).suffix not in {".md", ".html", ".txt"}:
            continue
        raw = (LIBRARY / page["path"]).read_text(encoding="utf-8")
        assert 1250 <= len(raw) <= 7000, page["path"]
        if page["origin"]:
            assert page["origin"] in raw, page["path"]
            assert re.fullmatch(r"example\.(org|net|com|edu)", registrable(page["origin"]))
        if page["licence"] == "CC-BY-4.0":
            assert "CC-BY-4.0" in raw or "creativecommons.org/licenses/by/4.0" in raw
        if page["licence"] == "MIT":
            assert "MIT" in raw


def test_html_pages_wear_the_chrome_of_a_site() -> None:
    pages = [page["path"] for page in PAGES if page["path"].endswith(".html")]
    assert len(pages) >= 30
    raw = [(LIBRARY / path).read_text("utf-8") for path in pages]
    assert sum(bool(re.search("cookie|consent", text, re.IGNORECASE)) for text in raw) >= 20
    assert all(text.count("<a ") >= 3 for text in raw)


def test_pages_that_need_judgement_are_the_ones_the_key_was_written_for() -> None:
    changed = [
        page["id"]
        for page in SPECIAL
        if hashlib.sha256((LIBRARY / page["path"]).read_bytes()).hexdigest() != page["sha256"]
    ]
    assert not changed, "read the page again, then renew its entry in plants.json"


def test_a_mirror_is_a_cut_near_copy_from_another_domain_and_is_named_by_hash() -> None:
    origins = {page["path"]: page["origin"] for page in PAGES}
    for mirror in special_of("mirror"):
        copy, original = (LIBRARY / mirror["path"]).read_bytes(), (LIBRARY / mirror["of"]).read_bytes()
        assert hashlib.sha256(copy).hexdigest() == mirror["sha256"] != mirror["of_sha256"]
        assert hashlib.sha256(original).hexdigest() == mirror["of_sha256"]
        assert registrable(origins[mirror["path"]]) != registrable(origins[mirror["of"]])
        share = containment(page_text(mirror["path"]), page_text(mirror["of"]))
        assert 0.5 <= share < 1, share
        assert containment(page_text(mirror["of"]), page_text(mirror["path"])) < share


def test_a_stale_page_is_years_older_and_says_something_else() -> None:
    dates = {page["path"]: page["date"] for page in PAGES}
    for stale in special_of("stale"):
        assert int(dates[stale["against"]][:4]) - int(stale["date"][:4]) >= 8
        for path, passage, value in zip(
            (stale["path"], stale["against"]), stale["passages"], stale["values"], strict=True
        ):
            assert passage in page_text(path), (path, passage)
            assert value.casefold() in passage.casefold()


def test_the_injected_page_carries_its_instructions_around_matter_on_the_topic() -> None:
    for page in special_of("injection"):
        raw = (LIBRARY / page["path"]).read_text(encoding="utf-8")
        assert page["on_topic"] in page_text(page["path"])
        for order in page["must_not_appear"]:
            assert order in raw, order
            others = [p for p in text_files() if p.name not in {Path(page["path"]).name, "plants.json"}]
            assert not [p for p in others if order in p.read_text(encoding="utf-8")], order
        marks = {"HTML comment": "<!--", "display:none": "display:none", "off-screen text": "left:-9999px"}
        marks |= {"HTML comment in Markdown": "<!--", "code block": "```text", "visible text": "<p>IMPORTANT"}
        assert all(marks[carrier] in raw for carrier in page["carriers"])


def test_each_outcome_has_a_question_that_leads_to_it() -> None:
    outcomes = {row["outcome"] for row in KEY["outcomes"]}
    assert outcomes == {"article_created", "evidence_only", "no_useful_evidence"}
    for row in KEY["outcomes"]:
        assert (KB / row["seed"]).is_file()
        named = row["answers"] + row["distractors"] + row["mirrors"] + row.get("background", [])
        assert all((LIBRARY / path).is_file() for path in named), row["id"]
        assert bool(row["answers"]) == (row["outcome"] == "article_created")
        assert bool(row.get("background")) == (row["outcome"] == "evidence_only")


def test_pages_that_answer_hold_a_whole_procedure_with_a_check() -> None:
    whole = 0
    for row in KEY["outcomes"]:
        if row["outcome"] != "article_created":
            continue
        complete = 0
        for path in row["answers"]:
            if Path(path).suffix not in {".md", ".html", ".txt"}:
                continue
            raw = (LIBRARY / path).read_text(encoding="utf-8")
            steps = re.findall(r"<li>[^\n]*<code>", raw) or re.findall(r"^\d+\. .*`", raw, re.MULTILINE)
            checks = re.search(r"Verification|Ergebnis prüfen|How I knew", raw)
            needs = re.search(r"Prerequisites|Voraussetzungen|Before touching", raw)
            complete += bool(len(steps) >= 4 and checks and needs)
        assert complete >= 1, row["id"]
        whole += complete
    assert whole >= 5


def test_background_pages_give_no_procedure() -> None:
    for row in KEY["outcomes"]:
        for path in row.get("background", []):
            if path.endswith(".pdf"):
                assert not re.search(r"^\d+\.", "\n".join(pdf_pages(path)), re.MULTILINE), path
                continue
            raw = (LIBRARY / path).read_text(encoding="utf-8")
            assert not re.search(r"<ol>|^\d+\. ", raw, re.MULTILINE), path


def test_unanswered_questions_name_the_pages_that_answer_them() -> None:
    questions = KEY["unanswered_questions"]
    assert len(questions) >= 8
    for row in questions:
        assert row["question"].endswith("?")
        assert all((LIBRARY / path).is_file() for path in row["answers"])
        assert set(row["expect"]) <= {"article_created", "evidence_only", "no_useful_evidence"}
        assert ("no_useful_evidence" in row["expect"]) == (not row["answers"])


def test_a_conflict_is_between_current_pages_of_two_domains() -> None:
    pages = {page["path"]: page for page in PAGES}
    for conflict in special_of("conflict"):
        two = [conflict["path"], conflict["other"]]
        assert len({registrable(pages[path]["origin"]) for path in two}) == 2
        assert all(pages[path]["date"] >= "2026" for path in two)
        for path, passage, value in zip(two, conflict["passages"], conflict["values"], strict=True):
            assert passage in page_text(path)
            assert value in passage


def test_a_corroborated_fact_stands_on_pages_of_different_domains_that_are_not_copies() -> None:
    origins = {page["path"]: page["origin"] for page in PAGES}
    for plant in special_of("corroboration"):
        paths = [plant["path"], *plant["others"]]
        assert all(plant["fact"] in page_text(path) for path in paths)
        assert len({registrable(origins[path]) for path in paths}) == len(paths)
        for a in paths:
            assert all(containment(page_text(a), page_text(b)) < 0.3 for b in paths if b != a)


def test_a_translation_shares_its_commands_with_a_page_of_another_domain_and_language() -> None:
    pages = {page["path"]: page for page in PAGES}
    for plant in special_of("translation"):
        mine, original = pages[plant["path"]], pages[plant["of"]]
        assert mine["language"] != original["language"]
        assert registrable(mine["origin"]) != registrable(original["origin"])
        commands = {command for command in commands_of(plant["path"]) if " " in command}
        assert len(commands) >= 4
        assert len(commands & commands_of(plant["of"])) >= 0.8 * len(commands)


def test_pdf_pages_of_poor_quality_have_no_text_and_all_others_have() -> None:
    without = {page["path"]: set(page["pages_without_text"]) for page in special_of("poor_quality")}
    multi = 0
    for page in PAGES:
        if not page["path"].endswith(".pdf"):
            continue
        texts = pdf_pages(page["path"])
        assert len(texts) == page["pages"]
        multi += len(texts) > 1
        empty = {number for number, text in enumerate(texts, 1) if not text.strip()}
        assert empty == without.get(page["path"], set()), page["path"]
        if page["origin"]:
            assert page["origin"] in texts[0]
    assert multi >= 3


def test_word_files_name_their_origin_and_licence() -> None:
    for page in PAGES:
        if page["path"].endswith(".docx"):
            text = "\n".join(p.text for p in docx.Document(str(LIBRARY / page["path"])).paragraphs)
            assert page["origin"] in text
            assert page["licence"] in text
            assert len(text) > 1000


def test_a_newer_page_is_younger_than_the_article_it_revises() -> None:
    dates = {page["path"]: page["date"] for page in PAGES}
    for plant in special_of("newer_fact"):
        matter, body = article(plant["article"])
        assert str(matter.get("updated", matter["date"])) < dates[plant["path"]]
        assert "200 days" not in body


def test_documents_are_what_the_script_makes_of_their_sources(tmp_path: Path) -> None:
    place = ROOT / "packaging" / "make_sample_documents.py"
    spec = importlib.util.spec_from_file_location("make_sample_documents", place)
    assert spec is not None
    assert spec.loader is not None
    maker = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = maker
    try:
        spec.loader.exec_module(maker)
        made = maker.make_all(tmp_path)
    finally:
        del sys.modules[spec.name]
    kept = sorted((LIBRARY / "documents").iterdir())
    assert sorted(path.name for path in made) == [path.name for path in kept]
    for path in kept:
        if path.suffix == ".pdf":
            again = [page.extract_text() for page in pypdf.PdfReader(tmp_path / path.name).pages]
            assert again == pdf_pages(f"documents/{path.name}")
        else:
            assert [p.text for p in docx.Document(str(path)).paragraphs] == [
                p.text for p in docx.Document(str(tmp_path / path.name)).paragraphs
            ]


def test_the_service_desk_kb_holds_json_and_html_articles_with_keys_of_its_own() -> None:
    folder = SAMPLE / KEY["kb_service"]["root"]
    names = sorted(path.name for path in folder.iterdir())
    assert names == KEY["kb_service"]["files"]
    assert 4 <= len(names) <= 6
    extra: set[str] = set()
    for name in (name for name in names if name.endswith(".json")):
        data = json.loads((folder / name).read_text(encoding="utf-8"))
        assert set(SERVICE_KEYS) <= data.keys(), name
        assert list(data)[: len(SERVICE_KEYS)] == SERVICE_KEYS
        extra |= data.keys() - set(SERVICE_KEYS)
        assert data["auto_reply"] is (name in KEY["kb_service"]["auto_reply"])
        assert 0 < data["min_score"] < 1
        assert len(data["text"]) > 700
    assert sorted(extra) == KEY["kb_service"]["unknown_keys"]
    for name in (name for name in names if name.endswith(".html")):
        tree = lxml_html.fromstring((folder / name).read_text(encoding="utf-8"))
        assert tree.get("lang") in {"de", "en"}
        assert tree.findtext(".//title") == tree.findtext(".//h1")
        assert len(tree.xpath("//ol/li")) >= 4


def test_the_readme_names_every_plant() -> None:
    readme = (SAMPLE / "README.md").read_text(encoding="utf-8")
    for plant in [*GAPS, *SPECIAL, *KEY["outcomes"]]:
        assert f"`{plant['id']}`" in readme, plant["id"]
