"""Fetch: real full texts only; what cannot be fetched keeps its reason (SPEC W3, W4)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass

from neurodesk.domain.evidence import EvidenceState, PageRefused, Refusal, SearchHit, SourceText
from neurodesk.domain.identity import derived_id, sha256_text
from neurodesk.domain.models import IN_FLIGHT
from neurodesk.domain.ports import PageFetcher
from neurodesk.domain.research import NewCandidate, NewEvidence, StageResult
from neurodesk.domain.run_context import RunContext
from neurodesk.domain.screening import comparable_uri
from neurodesk.domain.search_events import SearchStep


@dataclass(frozen=True, slots=True)
class _Fetched:
    """What became of one hit: its text, or why there is none."""

    source: SourceText | None = None
    refused: PageRefused | None = None

    @property
    def verdict(self) -> str:
        """``fetched`` or ``refused``."""
        return "refused" if self.refused else "fetched"

    @property
    def reason(self) -> str:
        """The reason code, "" for a text."""
        return self.refused.reason.value if self.refused else ""

    @property
    def detail(self) -> str:
        """What more is known of the refusal."""
        return self.refused.detail if self.refused else ""

    @property
    def requested(self) -> bool:
        """Whether the page was really asked for, which the page budget counts (SPEC W3)."""
        return self.refused.requested if self.refused else True


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
    in_flight: int = IN_FLIGHT,
) -> StageResult:
    """Fetch the selected hits, some side by side (SPEC Q12); the result does not depend on who came first.

    Args:
        admits: the source filter; a redirect may have left it (SPEC K5).
        in_flight: how many are fetched at once; never more stand in the work queue for this task.

    Raises:
        InfrastructureFault: fetching is not possible at all now; what was on its way is given up.
    """
    answers: dict[int, _Fetched] = {}
    waiting = iter(enumerate(hits))

    async def work() -> None:
        for place, hit in waiting:
            context.trace(SearchStep.FETCHING, pass_number, {"uri": hit.uri, "title": hit.title})
            answers[place] = await _fetch(hit, fetchers, admits)
            _tell(context, pass_number, hit, answers[place])

    await _all_or_none([work() for _ in range(max(1, min(in_flight, len(hits))))])
    fetched: list[NewEvidence] = []
    candidates: list[NewCandidate] = []
    requests = 0
    first = _first_of_each_page([answers[place] for place in range(len(hits))])
    for place, (hit, answer) in enumerate(zip(hits, first, strict=True)):
        if answer is not answers[place]:
            _tell(context, pass_number, hit, answer)
        requests += answer.requested
        if answer.source is not None:
            fetched.append(as_fetched(task_id, answer.source, seeds))
        candidates.append(
            NewCandidate.of(
                hit, answer.verdict, answer.reason, answer.detail, pass_number=pass_number, phase=phase
            )
        )
    return StageResult(
        {"fetched": [one.id for one in fetched], "attempted": len(hits), "requests": requests},
        candidates=tuple(candidates),
        evidence=tuple(fetched),
    )


async def _all_or_none(jobs: Sequence[Coroutine[None, None, None]]) -> None:
    """Wait for all; the first that fails ends the others, and its error is raised as it is."""
    tasks = [asyncio.create_task(job) for job in jobs]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _fetch(hit: SearchHit, fetchers: Sequence[PageFetcher], admits: Callable[[str], bool]) -> _Fetched:
    fetcher = next((one for one in fetchers if one.handles(hit.uri)), None)
    try:
        if fetcher is None:
            raise PageRefused(Refusal.BAD_TYPE, "no fetcher for this kind of address", requested=False)
        source = await fetcher.fetch(hit)
        if not admits(source.source_key):
            raise PageRefused(Refusal.DOMAIN_NOT_IN_FILTER, source.final_uri)
        if not source.text.strip():
            raise PageRefused(Refusal.EMPTY_TEXT)
    except PageRefused as refused:
        return _Fetched(refused=refused)
    return _Fetched(source)


def _tell(context: RunContext, pass_number: int, hit: SearchHit, answer: _Fetched) -> None:
    context.report("fetched", uri=hit.uri, verdict=answer.verdict, reason=answer.reason)
    step: dict[str, object] = {
        "uri": hit.uri,
        "verdict": answer.verdict,
        "reason": answer.reason,
        "detail": answer.detail,
        "chars": len(answer.source.text) if answer.source else 0,
    }
    context.trace(SearchStep.FETCHED, pass_number, step)


def _first_of_each_page(answers: Sequence[_Fetched]) -> Iterator[_Fetched]:
    """Yield the answers by rank; of two hits that led to one page the better ranked one keeps it."""
    seen: set[str] = set()
    for answer in answers:
        address = comparable_uri(answer.source.final_uri) if answer.source else ""
        if answer.source and address in seen:
            yield _Fetched(refused=PageRefused(Refusal.DUPLICATE_URL, answer.source.final_uri))
            continue
        if address:
            seen.add(address)
        yield answer


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
