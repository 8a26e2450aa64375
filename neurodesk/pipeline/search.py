"""Search: ask every provider every query of a round, screen what comes back (SPEC W1, W2, L1)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from neurodesk.domain.errors import InfrastructureFault
from neurodesk.domain.evidence import SearchHit
from neurodesk.domain.ports import SearchProvider, WideningSearch
from neurodesk.domain.research import NewCandidate, StageResult
from neurodesk.domain.run_context import RunContext
from neurodesk.domain.search_events import SearchStep
from neurodesk.pipeline.screen import Screen

HITS_PER_QUERY = 10


@dataclass(frozen=True, slots=True)
class _Ask:
    """One question to one provider: the planned query, and the text in which it may go there."""

    provider: SearchProvider
    query: str
    text: str


@dataclass(slots=True)
class _Answers:
    """What the providers said."""

    hits: list[SearchHit] = field(default_factory=list)
    faults: list[InfrastructureFault] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)


async def search_round(
    queries: Sequence[str],
    providers: Sequence[SearchProvider],
    screen: Screen,
    context: RunContext,
    *,
    pass_number: int,
    phase: str,
    limit: int,
    page_budget: int,
    known_uris: Sequence[str],
    outgoing: Mapping[str, str] | None = None,
    strict: bool = False,
) -> StageResult:
    """Search all queries with all providers side by side and keep the hits that are worth fetching.

    Args:
        limit: hits to ask of a provider for one query.
        page_budget: real fetches that are left (SPEC W3).
        known_uris: URIs of earlier rounds.
        outgoing: the text in which a query may leave this machine; one that is missing stays here (SPEC W10).
        strict: a single fault counts, for the second try of what had failed.

    Raises:
        InfrastructureFault: nothing was found and a provider could not answer; the task is deferred without
            a charge, for a fault is never "nothing useful" (SPEC Q3).
    """
    if not providers:
        raise InfrastructureFault("search_blocked")
    asks = [
        _Ask(provider, query, text)
        for provider in providers
        for query in queries
        if (text := query if not provider.leaves_machine else (outgoing or {}).get(query, ""))
    ]
    answers = await _answers(asks, context, limit, pass_number)
    for provider in providers:
        mine = [one for one in asks if one.provider is provider]
        if not isinstance(provider, WideningSearch) or not mine or answers.faults:
            continue
        of_provider = [hit for hit in answers.hits if hit.provider == provider.name]
        kept, _ = screen.snippets(of_provider, known_uris=known_uris, page_budget=1)
        if not kept:  # SPEC W2: one retry with the general category
            wider = await _answers(mine, context, limit, pass_number, wide=True)
            answers.hits += wider.hits
            answers.faults += wider.faults
            answers.failed += wider.failed
    kept, refused = screen.snippets(answers.hits, known_uris=known_uris, page_budget=page_budget)
    if answers.faults and (strict or not kept):
        raise answers.faults[0]
    for hit, score in kept:
        _trace_found(context, pass_number, hit, True, "", "", score)
    for hit, reason, detail, score in refused:
        _trace_found(context, pass_number, hit, False, reason, detail, score)
    candidates = [
        *(
            NewCandidate.of(hit, "selected", score=score, pass_number=pass_number, phase=phase)
            for hit, score in kept
        ),
        *(
            NewCandidate.of(hit, "refused", reason, detail, score=score, pass_number=pass_number, phase=phase)
            for hit, reason, detail, score in refused
        ),
    ]
    return StageResult(
        {
            "queries": list(queries),
            "hits": len(answers.hits),
            "selected": [_hit_as_json(hit) for hit, _ in kept],
            "refused": len(refused),
            "failed_searches": [problem_code(fault) for fault in answers.faults],
            "failed_queries": list(dict.fromkeys(answers.failed)),
        },
        candidates=tuple(candidates),
    )


async def _answers(
    asks: Sequence[_Ask], context: RunContext, limit: int, pass_number: int, *, wide: bool = False
) -> _Answers:
    """Ask everything side by side; the one queue of searches, fetches and model calls bounds it (SPEC M3)."""
    found = _Answers()
    jobs = (_ask(one, limit, wide, context, pass_number) for one in asks)
    results = await asyncio.gather(*jobs, return_exceptions=True)
    for one, result in zip(asks, results, strict=True):
        name = one.provider.name
        if isinstance(result, InfrastructureFault):
            found.faults.append(result)
            found.failed.append(one.query)
            context.report("search_failed", provider=name, query=one.text, fault=problem_code(result))
        elif isinstance(result, BaseException):
            raise result
        else:
            found.hits += result
            context.report("searched", provider=name, query=one.text, hits=len(result), wide=wide)
    return found


async def _ask(
    one: _Ask, limit: int, wide: bool, context: RunContext, pass_number: int
) -> Sequence[SearchHit]:
    provider = one.provider
    data: dict[str, object] = {"query": one.text, "provider": provider.name, "wide": wide}
    context.trace(SearchStep.ASKED, pass_number, data)
    try:
        if wide and isinstance(provider, WideningSearch):
            found = await provider.search_widely(one.text, limit=limit)
        else:
            found = await provider.search(one.text, limit=limit)
    except InfrastructureFault as fault:
        context.trace(SearchStep.FAILED, pass_number, {**data, "fault": problem_code(fault)})
        raise
    context.trace(SearchStep.ANSWERED, pass_number, {**data, "hits": len(found)})
    return found


def _trace_found(
    context: RunContext, pass_number: int, hit: SearchHit, kept: bool, reason: str, detail: str, score: float
) -> None:
    data: dict[str, object] = {
        "uri": hit.uri,
        "title": hit.title,
        "query": hit.query,
        "provider": hit.provider,
        "kept": kept,
        "reason": reason,
        "detail": detail,
        "score": round(score, 3),
    }
    context.trace(SearchStep.FOUND, pass_number, data)


def problem_code(fault: InfrastructureFault) -> str:
    """Return what is wrong behind a fault: for a blocked search the diagnosis, else the fault's code."""
    return str(fault.params.get("problem") or fault.code)


def hits_from_json(data: object) -> tuple[SearchHit, ...]:
    """Read the selected hits of a search receipt."""
    assert isinstance(data, list)
    return tuple(SearchHit(**one) for one in data)


def _hit_as_json(hit: SearchHit) -> dict[str, object]:
    return {
        "uri": hit.uri,
        "title": hit.title,
        "snippet": hit.snippet,
        "provider": hit.provider,
        "query": hit.query,
        "rank": hit.rank,
        "score": hit.score,
        "published_at": hit.published_at,
    }
