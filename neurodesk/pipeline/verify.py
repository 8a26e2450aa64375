"""Prove an article anew from stored sources alone: no stored verdict is trusted (SPEC R11)."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from neurodesk.domain.articles import STRICTNESS, Reason, SourceRef, Verdict
from neurodesk.domain.decisions import JudgedClaim
from neurodesk.domain.identity import sha256_text
from neurodesk.domain.judge import CitedPassage, ClaimUnit, Similarity, judge_claim
from neurodesk.domain.quotes import find_quote
from neurodesk.domain.units import Article, Unit, UnitKind, split_article, too_much_exempt

FAILING = (Verdict.UNSUPPORTED, Verdict.CONTRADICTED)
KEPT_FROM_BASE = "kept_from_base"


@dataclass(frozen=True, slots=True)
class StoredSource:
    """A source as the store holds it now.

    Attributes:
        text: None when the store does not hold it any more.
        recorded_sha256: hash that the source's own record states, "" when it has none.
    """

    text: str | None
    uri: str = ""
    title: str = ""
    recorded_sha256: str = ""


Sources = Callable[[SourceRef], StoredSource]


@dataclass(frozen=True, slots=True)
class VerifiedUnit:
    """A unit with what proving it anew said.

    Attributes:
        verdict: as recomputed; None for a unit that is carried by the curator's typed reason alone.
        problems: why it fails, empty when it holds.
        notes: what is worth knowing though it holds, such as ``weaker_than_recorded``.
    """

    id: str
    line: int
    kind: str
    text: str
    verdict: Verdict | None
    problems: tuple[Reason, ...] = ()
    notes: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """The proof of one text; ``problems`` concern the whole of it."""

    units: tuple[VerifiedUnit, ...]
    exempt: int
    problems: tuple[Reason, ...] = ()

    @property
    def failing(self) -> tuple[VerifiedUnit, ...]:
        """The units that do not hold, in the order of the text."""
        return tuple(one for one in self.units if one.problems)

    @property
    def holds(self) -> bool:
        """Whether everything was proved."""
        return not self.problems and not self.failing


def verify_text(
    text: str,
    recorded: Sequence[JudgedClaim],
    sources: Sources,
    *,
    base_text: str = "",
    similarity: Similarity | None = None,
) -> VerifyReport:
    """Split a text anew and prove every unit from the stored sources.

    Args:
        text: the article as it is in the file.
        recorded: the claims of the database: they say where to look, not what is true.
        sources: gives a stored source by reference.
        base_text: the article that a merge or revision left as it was; its units are not claims.
        similarity: as the reviewer had it; without it words alone decide.
    """
    article = split_article(text)
    known: dict[tuple[str, str], deque[JudgedClaim]] = defaultdict(deque)
    for one in sorted(recorded, key=lambda one: (one.claim.ordinal, one.id)):
        known[one.claim.kind, one.claim.text].append(one)
    kept = {(one.kind.value, one.text) for one in split_article(base_text).units} if base_text else set()
    prover = _Prover(article, sources, similarity)
    units = []
    for unit in article.judged:
        waiting = known.get((unit.kind.value, unit.text))
        if waiting:
            units.append(prover.prove(unit, waiting.popleft()))
        elif (unit.kind.value, unit.text) not in kept:
            units.append(_result(unit, Verdict.UNSUPPORTED, Reason("no_record")))
    problems = (Reason("too_much_exempt"),) if too_much_exempt(article) else ()
    return VerifyReport(tuple(units), len(article.units) - len(article.judged), problems)


class _Prover:
    def __init__(self, article: Article, sources: Sources, similarity: Similarity | None) -> None:
        self._article = article
        self._sources = sources
        self._similarity = similarity

    def prove(self, unit: Unit, recorded: JudgedClaim) -> VerifiedUnit:
        """Prove one unit from the texts that its record points at."""
        claim = recorded.claim
        cited: list[CitedPassage] = []
        broken: list[Reason] = []
        for ref in claim.refs:
            found = self._sources(ref)
            problem = _source_problem(ref, found)
            if problem is not None:
                broken.append(problem)
                continue
            assert found.text is not None
            cited.append(CitedPassage(ref.ref, found.text, ref.quote, ref.sha256, found.title))
        if broken:
            return _result(unit, Verdict.UNSUPPORTED, *broken)
        by_reason = bool(recorded.human_reason.strip()) and recorded.verdict is Verdict.UNSUPPORTED
        verdict, reasons = self._judge(unit, recorded, cited)
        if verdict is Verdict.CONTRADICTED:
            return _result(unit, verdict, *reasons)
        if by_reason:
            note = Reason("carried_by_reason", (("reason", recorded.human_reason),))
            return _result(unit, None, notes=(note,))
        if verdict in FAILING:
            return _result(unit, verdict, *(reasons or (Reason("not_carried"),)))
        notes: tuple[Reason, ...] = ()
        if claim.verdict is not None and STRICTNESS[verdict] > STRICTNESS[claim.verdict]:
            notes = (Reason("weaker_than_recorded", (("recorded", claim.verdict.value),)),)
        return _result(unit, verdict, notes=notes)

    def _judge(
        self, unit: Unit, recorded: JudgedClaim, cited: Sequence[CitedPassage]
    ) -> tuple[Verdict, tuple[Reason, ...]]:
        raw = self._article.text[unit.start : unit.end]
        if any(one.code == KEPT_FROM_BASE for one in recorded.claim.reasons):
            # It stood in the article before: the stored former text has to hold it word for word.
            stands = any(one.text and (raw in one.text or find_quote(one.text, unit.text)) for one in cited)
            if stands:
                return Verdict.SUPPORTED, ()
        if unit.kind is UnitKind.LINK_TARGET:
            target = unit.text.strip().strip("<>")
            uris = {ref.uri for ref in recorded.claim.refs}
            if target in uris or any(one.text and target in one.text for one in cited):
                return Verdict.SUPPORTED, ()
            return Verdict.UNSUPPORTED, (Reason("link_missing", (("claim", target),)),)
        judged = judge_claim(ClaimUnit.of(self._article, unit), cited, (), self._similarity)
        return judged.verdict, judged.reasons


def _source_problem(ref: SourceRef, found: StoredSource) -> Reason | None:
    """Return why a stored source cannot prove anything; None when it is what it was when it was judged."""
    params = (("ref", ref.ref),)
    if found.text is None:
        return Reason("source_missing", params)
    if sha256_text(found.text) != ref.sha256:
        return Reason("source_changed", params)
    if found.recorded_sha256 and found.recorded_sha256 != ref.sha256:
        return Reason("source_changed", params)
    if ref.quote.strip() and find_quote(found.text, ref.quote) is None:
        return Reason("quote_not_found", params)
    return None


def _result(
    unit: Unit, verdict: Verdict | None, *problems: Reason, notes: tuple[Reason, ...] = ()
) -> VerifiedUnit:
    return VerifiedUnit(unit.id, unit.line, unit.kind.value, unit.text, verdict, tuple(problems), notes)
