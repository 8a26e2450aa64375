"""Screen: the gates, bound to one task's plan, filter and known texts (SPEC W1, W4, K5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from neurodesk.domain.evidence import Refusal, SearchHit, SourceText
from neurodesk.domain.relevance import Anchors, Similarity, make_anchors
from neurodesk.domain.research import Plan
from neurodesk.domain.screening import (
    GateLimits,
    GateVerdict,
    KnownTexts,
    SourceFilter,
    comparable_uri,
    screen_hit,
    screen_text,
    stale_sources,
)
from neurodesk.settings.load import Settings

Refused = tuple[SearchHit, str, str, float]


def gate_limits(settings: Settings) -> GateLimits:
    """Return the thresholds that the settings ``gate.*`` hold."""
    return GateLimits(
        min_snippet_relevance=settings.number("gate.min_snippet_relevance"),
        min_relevance=settings.number("gate.min_relevance"),
        min_quality=settings.number("gate.min_quality"),
        near_copy=settings.number("gate.near_copy"),
    )


@dataclass(frozen=True, slots=True)
class Screen:
    """The gates of one task.

    Attributes:
        own_texts: gives (id, shingles) of KB articles and own drafts, read once a gate stage.
        recorded_domain: registrable domain of a URL, "" when it has none (SPEC W7).
        similarity: calibrated 0..1 of two texts, None while no vectors are at hand.
    """

    limits: GateLimits
    own_texts: Callable[[], Iterable[tuple[str, frozenset[int]]]]
    recorded_domain: Callable[[str], str]
    denied: tuple[str, ...] = ()
    similarity: Similarity | None = None
    source_filter: SourceFilter = SourceFilter()  # noqa: RUF009 - frozen, the neutral element
    anchors: Anchors | None = None

    def for_plan(self, plan: Plan, filter_keys: Sequence[str] | None) -> Screen:
        """Return the gates bound to a plan and a task's filter snapshot."""
        return replace(
            self,
            anchors=make_anchors(plan.topic, plan.questions, plan.queries),
            source_filter=SourceFilter.of(filter_keys),
        )

    def snippets(
        self, hits: Sequence[SearchHit], *, known_uris: Sequence[str], page_budget: int
    ) -> tuple[list[tuple[SearchHit, float]], list[Refused]]:
        """Judge hits before any fetch.

        Returns:
            (kept hits with score, best first and within the page budget; refused hits with reason, detail
            and score). A hit that several queries found is judged once, with its best snippet; of two
            addresses of one page the better one is kept.
        """
        assert self.anchors is not None, "bind the screen to a plan first"
        best: dict[str, tuple[SearchHit, GateVerdict]] = {}
        for hit in hits:
            verdict = screen_hit(
                hit,
                anchors=self.anchors,
                limits=self.limits,
                source_filter=self.source_filter,
                seen=known_uris,
                denied=self.denied,
                similarity=self.similarity,
            )
            held = best.get(hit.uri)
            if held is None or (verdict.kept, verdict.relevance) > (held[1].kept, held[1].relevance):
                best[hit.uri] = (hit, verdict)
        kept = [(hit, verdict) for hit, verdict in best.values() if verdict.kept]
        kept.sort(key=lambda one: (-one[1].relevance, one[0].rank, one[0].uri))
        kept, twice = _one_of_each_page(kept)
        refused: list[Refused] = [
            (hit, verdict.reason.value, verdict.detail, verdict.relevance)
            for hit, verdict in best.values()
            if verdict.reason is not None
        ]
        refused += [(hit, Refusal.DUPLICATE_URL.value, "", verdict.relevance) for hit, verdict in twice]
        refused += [
            (hit, "page_budget", "", verdict.relevance) for hit, verdict in kept[max(0, page_budget) :]
        ]
        return [(hit, verdict.relevance) for hit, verdict in kept[: max(0, page_budget)]], refused

    def known_texts(self) -> KnownTexts:
        """Return the index of own texts that full texts are compared with."""
        known = KnownTexts()
        for identifier, values in self.own_texts():
            known.add_own(identifier, values)
        return known

    def text(self, source: SourceText, known: KnownTexts) -> GateVerdict:
        """Judge one full text."""
        assert self.anchors is not None, "bind the screen to a plan first"
        return screen_text(
            source, anchors=self.anchors, limits=self.limits, known=known, similarity=self.similarity
        )

    def stale(self, sources: dict[str, SourceText]) -> dict[str, str]:
        """Return id -> detail of texts that a newer one of the same task overtakes."""
        assert self.anchors is not None, "bind the screen to a plan first"
        return {one.older: f"{one.newer}: {one.detail}" for one in stale_sources(sources, self.anchors)}


_Judged = list[tuple[SearchHit, GateVerdict]]


def _one_of_each_page(kept: _Judged) -> tuple[_Judged, _Judged]:
    """Part hits, best first, into the first of each page and further addresses of the same page."""
    seen: set[str] = set()
    first: _Judged = []
    twice: _Judged = []
    for one in kept:
        address = comparable_uri(one[0].uri)
        (twice if address in seen else first).append(one)
        seen.add(address)
    return first, twice
