"""Learn: judge fetched texts, weigh them by independent voices, keep or refuse them (SPEC W4, W6, W7)."""

from __future__ import annotations

from collections.abc import Sequence

from neurodesk.domain.evidence import Evidence, EvidenceState, Refusal, SourceOrigin
from neurodesk.domain.independence import Voice, confidence_of, independence_key, voices
from neurodesk.domain.research import NewCandidate, NewEvidence, StageResult
from neurodesk.domain.screening import comparable_uri
from neurodesk.domain.shingles import code_lines, shingles, telling_code
from neurodesk.domain.trust import trust_of
from neurodesk.pipeline.screen import Screen

KEPT = (EvidenceState.LEARNED, EvidenceState.GROUNDED, EvidenceState.PENDING_ARTICLE_REVIEW)


def judge_fetched(
    texts: Sequence[Evidence],
    earlier: Sequence[Evidence],
    screen: Screen,
    *,
    seeds: Sequence[str],
    pass_number: int,
    phase: str,
    state: EvidenceState,
) -> StageResult:
    """Judge the texts of a task that no gate has seen yet, and weigh all that are kept.

    Args:
        texts: all texts of the task; those in state ``fetched`` are judged.
        earlier: what other tasks learned for the same seeds; counts as corroboration (SPEC W7).
        state: what a text that passes becomes: learned in search rounds, pending in the article phase.
    """
    fresh = [one for one in texts if one.state is EvidenceState.FETCHED]
    kept_before = [one for one in texts if one.state in KEPT]
    known = screen.known_texts()
    for one in kept_before:
        known.add_evidence(one.id, one.text, one.lang)
    sources = {one.id: one.source for one in (*kept_before, *fresh)}
    stale = screen.stale(sources)
    refused: dict[str, tuple[Refusal, str]] = {}
    scores: dict[str, tuple[float, float]] = {}
    # Newest and most official first, so that of two copies the original stays and the mirror is refused.
    for one in sorted(fresh, key=_original_first):
        verdict = screen.text(sources[one.id], known)
        scores[one.id] = (verdict.relevance, verdict.quality)
        if verdict.reason is not None:
            refused[one.id] = (verdict.reason, verdict.detail)
        elif one.id in stale:
            refused[one.id] = (Refusal.STALE_SOURCE, stale[one.id])
        else:
            known.add_evidence(one.id, one.text, one.lang)
    kept = [one for one in fresh if one.id not in refused]
    weighed = _weigh([*kept_before, *kept], earlier, screen)
    evidence = [
        NewEvidence(
            id=one.id,
            source=sources[one.id],
            sha256=one.sha256,
            relevance=scores.get(one.id, (one.relevance, one.quality))[0],
            quality=scores.get(one.id, (one.relevance, one.quality))[1],
            trust=trust_of(one.origin.value).trust,
            confidence=weighed[one.id][0],
            evidence_count=weighed[one.id][1],
            independent=weighed[one.id][2],
            state=one.state if one.state in KEPT else state,
            seeds=tuple(seeds),
        )
        for one in (*kept_before, *kept)
    ]
    candidates = [
        NewCandidate(
            uri=one.requested_uri,
            title=one.title,
            snippet="",
            provider=one.origin.value,
            query="",
            rank=0,
            verdict="refused" if one.id in refused else "kept",
            reason=refused[one.id][0].value if one.id in refused else "",
            detail=refused[one.id][1] if one.id in refused else "",
            score=scores[one.id][0],
            pass_number=pass_number,
            phase=phase,
            evidence_id="" if one.id in refused else one.id,
        )
        for one in fresh
    ]
    return StageResult(
        {
            "kept": [one.id for one in kept],
            "refused": [[one, refused[one][0].value] for one in sorted(refused)],
        },
        candidates=tuple(candidates),
        evidence=tuple(evidence),
        refused_evidence=tuple((one, refused[one][0].value) for one in sorted(refused)),
    )


def _original_first(one: Evidence) -> tuple[int, float, int, str]:
    """The page that names itself as the original first, one that names another page last.

    In between the newer before the older, the longer before the cut copy.
    """
    place = 1
    if one.recorded_origin:
        elsewhere = one.origin is SourceOrigin.WEB and comparable_uri(one.recorded_origin) != comparable_uri(
            one.final_uri
        )
        place = 2 if elsewhere else 0
    return place, -one.dated_at, -len(one.text), one.final_uri


def _weigh(
    kept: Sequence[Evidence], earlier: Sequence[Evidence], screen: Screen
) -> dict[str, tuple[float, int, bool]]:
    """Return id -> (confidence, number of independent voices, whether it is the first of its voice)."""
    ids = {one.id for one in kept}
    everyone = [*kept, *(one for one in earlier if one.id not in ids)]
    numbers = voices([voice_of(one, screen) for one in everyone])
    first: dict[int, Evidence] = {}
    for one, number in zip(everyone, numbers, strict=True):
        first.setdefault(number, one)
    result = {}
    for one, number in zip(everyone, numbers, strict=True):
        others = [
            trust_of(other.origin.value).trust for key, other in first.items() if key not in (number, -1)
        ]
        base = trust_of(one.origin.value).trust
        result[one.id] = (
            confidence_of(base, others) if number >= 0 else base,
            1 + len(others),
            number >= 0 and first[number].id == one.id,
        )
    return result


def voice_of(one: Evidence, screen: Screen) -> Voice:
    """Return what independence looks at in a stored text (SPEC W7)."""
    key = independence_key(
        one.origin,
        registrable_domain=screen.recorded_domain(one.final_uri),
        recorded_domain=screen.recorded_domain(one.recorded_origin) if one.recorded_origin else "",
        collection=one.collection,
        source_key=one.source_key,
    )
    return Voice(one.id, key, one.lang, shingles(one.text), code_lines(one.text), telling_code(one.text))
