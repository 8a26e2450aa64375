"""Quality replay: how well knowledge and outcomes answer past cases; kept and compared (SPEC O6)."""

from __future__ import annotations

import logging
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from neurodesk.app.profile import Profile
from neurodesk.app.queries.retrieval import HybridRetriever
from neurodesk.domain.changes import Kind
from neurodesk.domain.errors import NeuroDeskError
from neurodesk.domain.identity import random_id
from neurodesk.domain.replay import (
    DEFAULT_K,
    MOST_K,
    Ranked,
    ReplayCase,
    cases_sha256,
    holds_terms,
    rank,
)
from neurodesk.storage import replay_store
from neurodesk.storage.activity_store import note
from neurodesk.storage.db import Tx

log = logging.getLogger(__name__)

# Several passages of one article stand in a ranking; this many give more than fifty articles in practice.
PASSAGES = 400
MEASURES = ("knowledge_recall", "knowledge_mrr", "outcome_recall", "outcome_mrr", "experience_rescued_cases")
Progress = Callable[[int, int], None]


class ExpectedUnknown(Exception):
    """A case names an article or an outcome that is not there (any more)."""


@dataclass(slots=True)
class _Tally:
    """What the cases gave so far."""

    knowledge: list[Ranked] = field(default_factory=list)
    outcomes: list[Ranked] = field(default_factory=list)
    rescued: list[str] = field(default_factory=list)
    errors: list[dict[str, str]] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)


def replay(
    profile: Profile,
    cases: Sequence[ReplayCase],
    *,
    k: int = DEFAULT_K,
    progress: Progress = lambda _done, _total: None,
) -> dict[str, object]:
    """Run cases against the knowledge as it stands; nothing but the result is written.

    Args:
        k: how deep the rankings are looked at, cut to 1..50; the *effective* K is at most what is there.

    Returns:
        Plain JSON values: measures 0..1, ``None`` where no case expected such a thing; errors counted apart
        and part of no measure; ``compared``: the difference to the last run.
    """
    wanted = min(max(k, 1), MOST_K)
    retriever = HybridRetriever(profile.database, profile.search_encoder)
    sizes = profile.database.read(replay_store.searchable)
    tally = _Tally()
    for done, case in enumerate(cases):
        progress(done, len(cases))
        try:
            _play(profile, retriever, case, wanted, tally)
        except ExpectedUnknown as error:
            tally.errors.append({"case": case.id, "code": "expected_unknown", "detail": str(error)})
        except NeuroDeskError as error:
            tally.errors.append({"case": case.id, "code": error.code, "detail": str(error)[:500]})
        except Exception as error:
            log.exception("replay of case %s met a bug", case.id)
            tally.errors.append({"case": case.id, "code": "bug", "detail": type(error).__name__})
    result: dict[str, object] = {
        "cases": len(cases),
        "k": k,
        "effective_k": {
            "knowledge": min(wanted, sizes["article"]),
            "outcomes": min(wanted, sizes["outcome"]),
        },
        **_means(tally),
        "experience_rescued_cases": len(tally.rescued),
        "rescued": tally.rescued,
        "missed": tally.missed,
        "errors": len(tally.errors),
        "error_cases": tally.errors,
    }
    return _keep(profile, cases, result)


def _play(profile: Profile, retriever: HybridRetriever, case: ReplayCase, k: int, tally: _Tally) -> None:
    articles = profile.database.read(lambda rx: replay_store.articles_named(rx, case.articles))
    unknown = [name for name, ids in zip(case.articles, articles, strict=True) if not ids]
    if case.outcomes:
        unknown += profile.database.read(lambda rx: replay_store.missing_outcomes(rx, case.outcomes))
    if unknown:
        raise ExpectedUnknown(", ".join(unknown))
    recalled: list[str] = []
    if case.outcomes or case.terms:
        recalled = _ranking(retriever, case, "outcome")[:k]
    holding = [one for one in recalled if case.terms and _holds(profile, one, case.terms)]
    knowledge = None
    if articles:
        knowledge = rank(_ranking(retriever, case, "article"), articles, k)
        tally.knowledge.append(knowledge)
        if not knowledge.reciprocal:
            (tally.rescued if holding else tally.missed).append(case.id)
    if case.outcomes:
        tally.outcomes.append(rank(recalled, [{one} for one in case.outcomes], k))
    elif case.terms:
        tally.outcomes.append(rank(recalled, [set(holding)], k))


def _ranking(retriever: HybridRetriever, case: ReplayCase, kind: str) -> list[str]:
    found = retriever.search(case.question, limit=PASSAGES, lang=case.lang, kinds=(kind,))
    return list(dict.fromkeys(one.node_id for one in found))


def _holds(profile: Profile, outcome_id: str, terms: Sequence[str]) -> bool:
    text = profile.database.read(lambda rx: replay_store.outcome_text(rx, outcome_id))
    return holds_terms(text, terms)


def _means(tally: _Tally) -> dict[str, object]:
    def mean(values: list[float]) -> float | None:
        return round(statistics.fmean(values), 4) if values else None

    return {
        "knowledge_cases": len(tally.knowledge),
        "knowledge_recall": mean([one.recall for one in tally.knowledge]),
        "knowledge_mrr": mean([one.reciprocal for one in tally.knowledge]),
        "outcome_cases": len(tally.outcomes),
        "outcome_recall": mean([one.recall for one in tally.outcomes]),
        "outcome_mrr": mean([one.reciprocal for one in tally.outcomes]),
    }


def _keep(profile: Profile, cases: Sequence[ReplayCase], result: dict[str, object]) -> dict[str, object]:
    """Store the result and say how it differs from the last one."""
    identifier, now, digest = random_id("replay"), profile.clock.time(), cases_sha256(cases)

    def store(tx: Tx) -> replay_store.KeptReplay | None:
        last = replay_store.last_replay(tx)
        replay_store.add_replay(tx, identifier, now, len(cases), digest, result)
        note(tx, now, "replay_finished", params={"cases": len(cases), "errors": result["errors"]})
        tx.changed(Kind.REPLAY, identifier)
        return last

    last = profile.database.write(store)
    compared = None
    if last is not None:
        compared = {
            "run": last.id,
            "at": last.at,
            "same_cases": last.cases_sha256 == digest,
            "difference": {name: _difference(result[name], last.result.get(name)) for name in MEASURES},
        }
    return {"run": identifier, "at": now, **result, "compared": compared}


def _difference(new: object, old: object) -> float | None:
    if isinstance(new, int | float) and isinstance(old, int | float):
        return round(new - old, 4)
    return None
