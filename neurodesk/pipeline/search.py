"""Search: ask every provider every query of a round, screen what comes back (SPEC W1, W2, L1)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from neurodesk.domain.errors import InfrastructureFault
from neurodesk.domain.evidence import SearchHit
from neurodesk.domain.ports import SearchProvider
from neurodesk.domain.research import NewCandidate, StageResult
from neurodesk.domain.run_context import RunContext
from neurodesk.pipeline.screen import Screen

HITS_PER_QUERY = 10


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
) -> StageResult:
    """Search all queries and keep the hits that are worth fetching.

    Args:
        limit: hits to ask of a provider for one query.
        page_budget: real fetches that are left (SPEC W3).
        known_uris: URIs of earlier rounds.

    Raises:
        InfrastructureFault: no provider could answer at all; the task is deferred without a charge.
    """
    hits: list[SearchHit] = []
    faults: list[InfrastructureFault] = []
    answered = 0
    for provider in providers:
        results = await asyncio.gather(
            *(provider.search(query, limit=limit) for query in queries), return_exceptions=True
        )
        for query, result in zip(queries, results, strict=True):
            if isinstance(result, InfrastructureFault):
                faults.append(result)
                context.report("search_failed", provider=provider.name, query=query, fault=result.code)
            elif isinstance(result, BaseException):
                raise result
            else:
                answered += 1
                hits += result
                context.report("searched", provider=provider.name, query=query, hits=len(result))
    if not answered:
        raise faults[0] if faults else InfrastructureFault("search_blocked")
    kept, refused = screen.snippets(hits, known_uris=known_uris, page_budget=page_budget)
    candidates = [
        *(_candidate(hit, "selected", "", "", score, pass_number, phase) for hit, score in kept),
        *(
            _candidate(hit, "refused", reason, detail, score, pass_number, phase)
            for hit, reason, detail, score in refused
        ),
    ]
    return StageResult(
        {
            "queries": list(queries),
            "hits": len(hits),
            "selected": [_hit_as_json(hit) for hit, _ in kept],
            "refused": len(refused),
            "failed_searches": [fault.code for fault in faults],
        },
        candidates=tuple(candidates),
    )


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


def _candidate(
    hit: SearchHit, verdict: str, reason: str, detail: str, score: float, pass_number: int, phase: str
) -> NewCandidate:
    return NewCandidate(
        uri=hit.uri,
        title=hit.title,
        snippet=hit.snippet,
        provider=hit.provider,
        query=hit.query,
        rank=hit.rank,
        verdict=verdict,
        reason=reason,
        detail=detail,
        score=score,
        pass_number=pass_number,
        phase=phase,
    )
