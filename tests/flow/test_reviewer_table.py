"""What a reviewer model may say wrong: each case ends stricter or incomplete (SPEC R4, R5)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from neurodesk.domain.articles import ArticleType, Verdict
from neurodesk.domain.evidence import SourceOrigin
from neurodesk.domain.identity import sha256_text
from neurodesk.domain.research import AuthorBrief, AuthoredArticle, BriefSource, Review
from neurodesk.providers.models.llm_reviewer import LlmReviewer
from neurodesk.providers.models.loopback_node import LoopbackNode, Scripted
from neurodesk.providers.models.scripted_roles import fenced_parts
from neurodesk.providers.models.structured import Structured
from tests.model_parts import MODEL, address_of, pool_over


@dataclass(frozen=True)
class Fact:
    """A sentence that one source holds, what makes it false, and one that only the other source holds."""

    lang: str
    title: str
    sentence: str
    digit: tuple[str, str]
    denied: str
    other: str


FACTS = (
    Fact(
        "en",
        "Rotate the logs of a service",
        "The rotation keeps 14 archives of each log before the oldest one is deleted.",
        ("14", "15"),
        "The rotation does not keep 14 archives of each log before the oldest one is deleted.",
        "A report of the last rotation is sent to the administrators every Monday morning.",
    ),
    Fact(
        "en",
        "Open the port of a database",
        "The database server accepts connections on port 5432 from the local network only.",
        ("5432", "5433"),
        "The database server does not accept connections on port 5432 from the local network.",
        "Backups of the database are written to the second disk shortly after midnight.",
    ),
    Fact(
        "de",
        "Protokolle eines Dienstes rotieren",
        "Die Rotation behält 14 Archive jedes Protokolls, bevor das älteste gelöscht wird.",
        ("14", "15"),
        "Die Rotation behält keine 14 Archive jedes Protokolls, bevor das älteste gelöscht wird.",
        "Ein Bericht über die letzte Rotation geht jeden Montagmorgen an die Verwaltung.",
    ),
    Fact(
        "de",
        "Den Port einer Datenbank öffnen",
        "Der Datenbankserver nimmt auf Port 5432 Verbindungen aus dem lokalen Netz an.",
        ("5432", "5433"),
        "Der Datenbankserver nimmt auf Port 5432 keine Verbindungen aus dem lokalen Netz an.",
        "Sicherungen der Datenbank landen kurz nach Mitternacht auf der zweiten Platte.",
    ),
)

S, P, U, C = Verdict.SUPPORTED, Verdict.PARTIALLY_SUPPORTED, Verdict.UNSUPPORTED, Verdict.CONTRADICTED
STRICTER = frozenset({P, U, C})
Said = list[dict[str, Any]]


def said(unit: str, verdict: str, quote: str = "", ref: str = "R1") -> dict[str, Any]:
    return {"unit": unit, "verdict": verdict, "sources": [{"ref": ref, "quote": quote}] if quote else []}


@dataclass(frozen=True)
class Case:
    """What the author wrote, what the reviewer says of it, and what the verdict may be.

    ``ends`` is empty where the review has to be incomplete.
    """

    name: str
    says: Callable[[Fact], Said]
    ends: frozenset[Verdict]
    claim: Callable[[Fact], str] = lambda fact: fact.sentence
    accepted: bool = False
    cut: bool = False


def digit(fact: Fact) -> str:
    return fact.sentence.replace(*fact.digit)


def look_alike(fact: Fact) -> str:
    """Exchange a Latin letter for the Cyrillic one that looks like it."""
    return fact.sentence.replace("e", "\u0435", 1)


def wide(text: str) -> str:
    return "".join(chr(ord(one) + 0xFEE0) if one.isdigit() else one for one in text)


CASES = (
    Case("honest", lambda f: [said("U2", "supported", f.sentence)], frozenset({S}), accepted=True),
    Case("invented source", lambda f: [said("U2", "supported", f.sentence, "R9")], frozenset({U})),
    Case("named source", lambda f: [said("U2", "supported", f.sentence, "the manual")], frozenset({U})),
    Case("invented quote", lambda f: [said("U2", "supported", f.title + " 7 times " * 9)], frozenset({U})),
    Case("quote from another source", lambda f: [said("U2", "supported", f.sentence, "R2")], frozenset({U})),
    Case("genuine quote of something else", lambda f: [said("U2", "supported", f.other, "R2")], STRICTER),
    Case("quote with one changed digit", lambda f: [said("U2", "supported", digit(f))], frozenset({U})),
    Case("claim with one changed digit", lambda f: [said("U2", "supported", f.sentence)], STRICTER, digit),
    Case("both with one changed digit", lambda f: [said("U2", "supported", digit(f))], STRICTER, digit),
    Case("denied claim", lambda f: [said("U2", "supported", f.sentence)], STRICTER, lambda f: f.denied),
    Case("quote that is one word", lambda f: [said("U2", "supported", f.sentence.split()[1])], STRICTER),
    Case("no source at all", lambda f: [said("U2", "supported")], STRICTER),
    Case("quote of the draft itself", lambda f: [said("U2", "supported", digit(f), "U2")], STRICTER, digit),
    Case("missing unit", lambda f: [], frozenset()),
    Case("verdict for no sentence", lambda f: [said("U9", "supported", f.sentence)], frozenset()),
    Case(
        "two verdicts, one unsupported",
        lambda f: [said("U2", "supported", f.sentence), said("U2", "unsupported")],
        frozenset({U}),
    ),
    Case(
        "two verdicts, one contradicted",
        lambda f: [said("U2", "contradicted", f.sentence), said("U2", "supported", f.sentence)],
        frozenset({C}),
    ),
    Case("contradicted", lambda f: [said("U2", "contradicted", f.sentence)], frozenset({C})),
    Case("unsupported", lambda f: [said("U2", "unsupported")], frozenset({U})),
    Case("a word that is no verdict", lambda f: [said("U2", "probably", f.sentence)], frozenset()),
    Case("quote of the heading", lambda f: [said("U2", "supported", f.title)], STRICTER),
    Case("letter that only looks alike", lambda f: [said("U2", "supported", look_alike(f))], frozenset({U})),
    Case("changed digit, full width", lambda f: [said("U2", "supported", wide(digit(f)))], frozenset({U})),
    Case("hidden digit", lambda f: [said("U2", "supported", "\u00ad".join(digit(f)))], frozenset({U})),
    Case(
        "hard blanks", lambda f: [said("U2", "supported", f.sentence.replace(" ", "\u00a0"))], frozenset({S}),
        accepted=True,
    ),
    Case("cut each time", lambda f: [said("U2", "supported", f.sentence)], frozenset(), cut=True),
)  # fmt: skip


class Room:
    """One loopback node for the whole table."""

    node: LoopbackNode

    def __init__(self) -> None:
        self.verdicts: Said = []
        self.cut = False

    def answer(self, body: dict[str, Any]) -> Scripted:
        """Say the same each time; asked once more for the sentence alone, it says nothing of the title."""
        shown = [label for label, _ in fenced_parts(body["messages"][-1]["content"]) if label[0] == "U"]
        known = self.verdicts if len(shown) > 1 else [one for one in self.verdicts if one["unit"] != "U1"]
        text = json.dumps({"verdicts": known})
        return Scripted(text[: len(text) // 2], done_reason="length") if self.cut else Scripted(text)


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    made = Room()
    with LoopbackNode([MODEL], made.answer) as made.node:
        yield made


def source(ref: str, title: str, text: str, lang: str) -> BriefSource:
    return BriefSource(
        ref, title, f"library://x/{ref}.md", text, sha256_text(text), lang, SourceOrigin.LIBRARY,
        f"library:{ref}", f"library:{ref}", 0.6, 1.0,
    )  # fmt: skip


def review(room: Room, fact: Fact, claim: str, verdicts: Said, *, cut: bool) -> Review:
    first = source("e1", fact.title, f"# {fact.title}\n\n{fact.sentence}\n", fact.lang)
    second = source("e2", fact.title, f"# {fact.title}\n\n{fact.other}\n", fact.lang)
    article = f"# {fact.title}\n\n{claim}\n"
    room.verdicts = [said("U1", "supported", f"# {fact.title}"), *verdicts]
    room.cut = cut
    brief = AuthorBrief(fact.title, (fact.title,), ArticleType.CONCEPT, fact.lang, (first, second))
    written = AuthoredArticle(article, fact.title, fact.lang, ArticleType.CONCEPT, (), "x", "x")
    pool = pool_over([address_of(room.node, "a")])

    async def whole() -> Review:
        try:
            return await LlmReviewer(Structured(pool, lambda _role: MODEL)).review(written, brief)
        finally:
            await pool.aclose()

    return asyncio.run(whole())


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: f"{fact.lang}-{fact.digit[0]}")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_r4_a_wrong_reviewer_ends_stricter_or_incomplete(room: Room, case: Case, fact: Fact) -> None:
    asked = len(room.node.record.calls)
    found = review(room, fact, case.claim(fact), case.says(fact), cut=case.cut)
    # However often a reply is cut, the calls stay bounded (SPEC R7).
    assert 1 <= len(room.node.record.calls) - asked <= 8
    target = found.claims[1]
    assert target.text == case.claim(fact)
    if not case.ends:
        assert (found.complete, found.accepted, target.verdict) == (False, False, None)
        return
    assert target.verdict in case.ends
    refused = target.verdict in (U, C) and found.accepted
    assert not refused, "a draft with an unsupported or contradicted unit is never accepted"
    if target.verdict is S:
        assert case.accepted
        assert target.refs[0].quote == fact.sentence


def test_the_table_holds_sixty_cases_and_more_in_both_languages() -> None:
    assert len(CASES) * len(FACTS) >= 60
    assert {fact.lang for fact in FACTS} == {"de", "en"}
