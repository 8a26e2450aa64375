"""Fetch: real full texts only; what cannot be fetched keeps its reason (SPEC W3, W4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from neurodesk.domain.evidence import EvidenceState, PageRefused, Refusal, SearchHit, SourceText
from neurodesk.domain.identity import derived_id, sha256_text
from neurodesk.domain.ports import PageFetcher
from neurodesk.domain.research import NewCandidate, NewEvidence, StageResult
from neurodesk.domain.run_context import RunContext
from neurodesk.domain.search_events import SearchStep


async def fetch_selected(
    task_id: str,
    hits: Sequence[SearchHit],
    fetchers: Sequence[PageFetcher],
    context: RunContext,
    *,
    seeds: Sequence[str],
    pass_number: int,
    phase: str,
    admits: Callable[[str], bool] = lambda _key: True,
) -> StageResult:
    """Fetch every selected hit one after another.

    Args:
        admits: the source filter; a redirect may have left it (SPEC K5).

    Raises:
        InfrastructureFault: fetching is not possible at all now.
    """
    fetched: list[NewEvidence] = []
    candidates: list[NewCandidate] = []
    seen: set[str] = set()
    requests = 0
    for hit in hits:
        verdict, reason, detail, requested, chars = "fetched", "", "", True, 0
        context.trace(SearchStep.FETCHING, pass_number, {"uri": hit.uri, "title": hit.title})
        fetcher = next((one for one in fetchers if one.handles(hit.uri)), None)
        try:
            if fetcher is None:
                raise PageRefused(Refusal.BAD_TYPE, "no fetcher for this kind of address", requested=False)
            source = await fetcher.fetch(hit)
            if not admits(source.source_key):
                raise PageRefused(Refusal.DOMAIN_NOT_IN_FILTER, source.final_uri)
            if not source.text.strip():
                raise PageRefused(Refusal.EMPTY_TEXT)
            if source.final_uri in seen:
                raise PageRefused(Refusal.DUPLICATE_URL, source.final_uri)
            seen.add(source.final_uri)
            fetched.append(as_fetched(task_id, source, seeds))
            chars = len(source.text)
        except PageRefused as refused:
            verdict, reason, detail = "refused", refused.reason.value, refused.detail
            requested = refused.requested
        requests += requested
        context.report("fetched", uri=hit.uri, verdict=verdict, reason=reason)
        step = {"uri": hit.uri, "verdict": verdict, "reason": reason, "detail": detail, "chars": chars}
        context.trace(SearchStep.FETCHED, pass_number, step)
        candidates.append(
            NewCandidate(
                uri=hit.uri,
                title=hit.title,
                snippet=hit.snippet,
                provider=hit.provider,
                query=hit.query,
                rank=hit.rank,
                verdict=verdict,
                reason=reason,
                detail=detail,
                pass_number=pass_number,
                phase=phase,
            )
        )
    return StageResult(
        {"fetched": [one.id for one in fetched], "attempted": len(hits), "requests": requests},
        candidates=tuple(candidates),
        evidence=tuple(fetched),
    )


def as_fetched(task_id: str, source: SourceText, seeds: Sequence[str]) -> NewEvidence:
    """Return a fetched text as evidence that no gate has judged yet."""
    return NewEvidence(
        id=derived_id("e", task_id, source.final_uri),
        source=source,
        sha256=sha256_text(source.text),
        relevance=0.0,
        quality=0.0,
        trust=0.0,
        confidence=0.0,
        evidence_count=0,
        independent=True,
        state=EvidenceState.FETCHED,
        seeds=tuple(seeds),
    )
