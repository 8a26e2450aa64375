"""Why a draft exists: signals, plan, queries, gates, evidence, claims; and what was not used (SPEC P2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from neurodesk.app.profile import Profile
from neurodesk.domain.articles import Verdict
from neurodesk.domain.decisions import JudgedClaim
from neurodesk.storage.db import Rx
from neurodesk.storage.json_columns import load

CARRYING = (Verdict.SUPPORTED, Verdict.PARTIALLY_SUPPORTED)


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """What is known of a cited or found source besides its text.

    Attributes:
        ref: evidence id or node id.
        claims: how many claims it carries.
        licence: as the source states it, "" when it states none.
    """

    ref: str
    title: str
    uri: str
    origin: str
    state: str = ""
    lang: str = ""
    retrieved_at: float = 0.0
    dated_at: float = 0.0
    trust: float = 0.0
    confidence: float = 0.0
    relevance: float = 0.0
    quality: float = 0.0
    voices: int = 1
    licence: str = ""
    recorded_origin: str = ""
    claims: int = 0


@dataclass(frozen=True, slots=True)
class Chain:
    """The chain *why this exists* of one draft.

    Attributes:
        signals: (name, strength) that made the scanner propose it.
        refused: (reason code, how many) of candidates that a gate refused, most first.
        sources: cited sources by reference.
        unused: kept evidence that carries no claim.
    """

    task_id: str = ""
    topic: str = ""
    question: str = ""
    asked_by: str = ""
    reason: str = ""
    signals: tuple[tuple[str, float], ...] = ()
    questions: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()
    hits: int = 0
    read: int = 0
    kept: int = 0
    refused: tuple[tuple[str, int], ...] = ()
    sources: Mapping[str, SourceFacts] = field(default_factory=dict)
    unused: tuple[SourceFacts, ...] = ()


def chain_of(profile: Profile, task_id: str, claims: Sequence[JudgedClaim]) -> Chain:
    """Return why a draft exists and what carries it; a manual draft has no task, but sources.

    Args:
        claims: the draft's claims, as they are shown.
    """
    carried: dict[str, int] = {}
    for one in claims:
        for ref in {ref.ref for ref in one.claim.refs}:
            carried[ref] = carried.get(ref, 0) + (not one.claim.exempt and one.verdict in CARRYING)

    def query(rx: Rx) -> Chain:
        sources = {ref: facts for ref in sorted(carried) if (facts := _facts(rx, ref, carried[ref]))}
        task = rx.one("SELECT * FROM task WHERE id = ?", (task_id,)) if task_id else None
        if task is None:
            return Chain(sources=sources)
        plan: dict[str, Any] = _receipt(rx, task_id, "plan").get("plan") or {}
        search, fetch, gate = (_receipt(rx, task_id, stage) for stage in ("search", "fetch", "gate"))
        refused = rx.sql(
            """SELECT reason, COUNT(*) AS n FROM candidate WHERE task_id = ? AND verdict = 'refused'
               GROUP BY reason ORDER BY n DESC, reason""",
            (task_id,),
        )
        found = rx.sql(
            """SELECT id FROM evidence WHERE task_id = ? AND state NOT IN ('rejected', 'superseded')
               ORDER BY confidence DESC, id""",
            (task_id,),
        )
        unused = [_facts(rx, row["id"], 0) for row in found if not carried.get(row["id"])]
        return Chain(
            task_id=task_id,
            topic=task["topic"],
            question=task["question"],
            asked_by=task["requested_by"],
            reason=task["reason"],
            signals=tuple((str(one[0]), float(one[1])) for one in load(task["signals"])),
            questions=tuple(str(one) for one in plan.get("questions", [])),
            queries=tuple(str(one) for one in search.get("queries", plan.get("queries", []))),
            hits=int(search.get("hits", 0)),
            read=int(fetch.get("attempted", 0)),
            kept=len(gate.get("kept", [])),
            refused=tuple((row["reason"], row["n"]) for row in refused),
            sources=sources,
            unused=tuple(one for one in unused if one is not None),
        )

    return profile.database.read(query)


def _receipt(rx: Rx, task_id: str, stage: str) -> dict[str, Any]:
    data = rx.scalar(
        "SELECT data FROM receipt WHERE task_id = ? AND stage = ? ORDER BY pass_number LIMIT 1",
        (task_id, stage),
    )
    found = load(str(data)) if data else {}
    return found if isinstance(found, dict) else {}


def _facts(rx: Rx, ref: str, claims: int) -> SourceFacts | None:
    row = rx.one("SELECT * FROM evidence WHERE id = ?", (ref,))
    if row is not None:
        return SourceFacts(
            ref=ref,
            title=row["title"],
            uri=row["final_uri"],
            origin=row["origin"],
            state=row["state"],
            lang=row["lang"],
            retrieved_at=row["retrieved_at"],
            dated_at=row["dated_at"],
            trust=row["trust"],
            confidence=row["confidence"],
            relevance=row["relevance"],
            quality=row["quality"],
            voices=row["evidence_count"],
            licence=row["licence"],
            recorded_origin=row["recorded_origin"],
            claims=claims,
        )
    node = rx.one("SELECT title, path, lang, updated_at, dated_at, trust FROM node WHERE id = ?", (ref,))
    if node is None:
        return None
    return SourceFacts(
        ref=ref,
        title=node["title"],
        uri=node["path"],
        origin="kb",
        lang=node["lang"],
        retrieved_at=node["updated_at"],
        dated_at=node["dated_at"],
        trust=node["trust"],
        claims=claims,
    )


@dataclass(frozen=True, slots=True)
class WordForWord:
    """How much of a draft stands word for word in a source (SPEC E1: "check rights").

    Attributes:
        share: 0..1 of the draft's claims by characters.
        longest_words: words of the longest run of claims that follow one another in the source too.
    """

    ref: str
    title: str
    share: float
    longest_words: int
    licence: str


def word_for_word(
    claims: Sequence[JudgedClaim], texts: Mapping[str, str], sources: Mapping[str, SourceFacts]
) -> tuple[WordForWord, ...]:
    """Return the sources of others that a draft is taken from word for word, the largest share first.

    Args:
        texts: stored text of the cited sources by reference.
        sources: what is known of them; text of one's own knowledge base needs no rights.
    """
    asserting = [one.claim for one in claims if not one.claim.exempt]
    total = sum(len(one.text) for one in asserting)
    found: list[WordForWord] = []
    for ref, facts in sorted(sources.items()):
        text = _plain(texts.get(ref, ""))
        if facts.origin == "kb" or not text:
            continue
        taken = longest = run = 0
        end = -1
        for claim in asserting:
            words = _plain(claim.text)
            cited = len(words) >= 12 and any(one.ref == ref for one in claim.refs)
            place = text.find(words) if cited else -1
            if place < 0:
                end, run = -1, 0
                continue
            follows = end >= 0 and 0 <= text.find(words, end) - end <= 4
            run = (run if follows else 0) + len(words.split())
            end = (text.find(words, end) if follows else place) + len(words)
            taken += len(claim.text)
            longest = max(longest, run)
        if taken and total:
            found.append(WordForWord(ref, facts.title, min(1.0, taken / total), longest, facts.licence))
    return tuple(sorted(found, key=lambda one: (-one.share, one.ref)))


def _plain(text: str) -> str:
    return " ".join(text.replace("`", "").replace("*", "").split()).casefold()
