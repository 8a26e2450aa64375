"""Judge a text's units by code against given sources: after an edit, of an outside draft (SPEC R10, P3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from neurodesk.domain.articles import STRICTNESS, Claim, Reason, SourceRef, Verdict
from neurodesk.domain.find_evidence import evidence_for_claim
from neurodesk.domain.judge import (
    CitedPassage,
    ClaimUnit,
    Judgement,
    OtherUnit,
    Similarity,
    judge_claim,
)
from neurodesk.domain.risk import RiskLevel, risk_of
from neurodesk.domain.units import UnitKind, split_article, split_source

MAX_REFS = 4
MAX_OTHER_CHARS = 1_200
_CANDIDATES = 4


@dataclass(frozen=True, slots=True)
class JudgeSource:
    """A stored text that may carry or contradict a claim.

    Attributes:
        voice: sources with the same voice count once (SPEC W7); "" for text of the KB itself.
    """

    ref: str
    title: str
    uri: str
    text: str
    sha256: str
    voice: str = ""


@dataclass(frozen=True, slots=True)
class _Carried:
    judgement: Judgement
    overlap: float
    passage: CitedPassage
    ref: SourceRef


def _preference(one: _Carried) -> tuple[bool, float, bool, int, str, int]:
    """What carries the unit comes first; else what speaks most of the same, a contradiction before others.

    The least strict verdict would let a passage that says less, or speaks of something else, hide the one
    that contradicts.
    """
    return (
        one.judgement.verdict is not Verdict.SUPPORTED,
        -round(one.overlap, 6),
        one.judgement.verdict is not Verdict.CONTRADICTED,
        STRICTNESS[one.judgement.verdict],
        one.ref.ref,
        one.ref.start,
    )


class CodeJudge:
    """Judges the units of one text.

    Args:
        text: the whole text, front matter included.
        sources: what may be cited; every other one is looked at for a contradiction.
        similarity: calibrated similarity of two texts, 0..1; without it words alone decide.
    """

    def __init__(
        self, text: str, sources: Sequence[JudgeSource], similarity: Similarity | None = None
    ) -> None:
        self._article = split_article(text)
        self._sources = tuple(sources)
        self._similarity = similarity
        self._units = {unit.id: unit for unit in self._article.units}

    def units(self) -> tuple[Claim, ...]:
        """Return the text's units, not judged."""
        return tuple(
            Claim(
                id=unit.id,
                ordinal=ordinal,
                kind=unit.kind.value,
                text=unit.text,
                start=unit.start,
                end=unit.end,
                verdict=None,
                exempt=unit.exempt,
                risk=risk_of(unit).level.value,
            )
            for ordinal, unit in enumerate(self._article.units)
        )

    def heading_of(self, claim: Claim) -> str:
        """Return the heading above one of the units, "" for none: it may supply the subject of a claim."""
        path = self._units[claim.id].heading_path
        return path[-1] if path else ""

    def judge(self, claim: Claim) -> Claim:
        """Return one of the units with its verdict, citations and reasons."""
        written = ClaimUnit.of(self._article, self._units[claim.id])
        if claim.kind == UnitKind.LINK_TARGET:
            return self._link(claim, written)
        carried = sorted(
            (found for source in self._sources for found in self._carry(written, source)), key=_preference
        )
        if not carried:
            return replace(claim, verdict=Verdict.UNSUPPORTED, reasons=(Reason("no_source_found"),))
        cited: dict[str, tuple[CitedPassage, SourceRef]] = {}
        for one in carried:
            more = one.judgement.verdict is Verdict.SUPPORTED and len(cited) < MAX_REFS
            if more or not cited:
                cited.setdefault(one.ref.ref, (one.passage, one.ref))
        final = judge_claim(
            written, [pair[0] for pair in cited.values()], self._others(set(cited)), self._similarity
        )
        voices = {source.voice for source in self._sources if source.ref in cited and source.voice}
        return replace(
            claim,
            verdict=final.verdict,
            reasons=final.reasons,
            refs=tuple(pair[1] for pair in cited.values()),
            single_source=claim.risk == RiskLevel.HIGH.value and len(voices) < 2,
        )

    def _carry(self, written: ClaimUnit, source: JudgeSource) -> Iterator[_Carried]:
        for found in evidence_for_claim(written, source.text, _CANDIDATES, self._similarity):
            passage = CitedPassage(source.ref, source.text, found.quote, source.sha256, source.title)
            judgement = judge_claim(written, [passage], (), self._similarity)
            ref = SourceRef(
                source.ref,
                found.quote,
                source.sha256,
                found.start,
                found.end,
                source.uri,
                source.title,
            )
            yield _Carried(judgement, found.overlap, passage, ref)

    def _link(self, claim: Claim, written: ClaimUnit) -> Claim:
        target = written.text.strip().strip("<>")
        for source in self._sources:
            start = source.text.find(target)
            if target and (start >= 0 or target == source.uri):
                ref = SourceRef(
                    source.ref,
                    target,
                    source.sha256,
                    start,
                    start + len(target) if start >= 0 else -1,
                    source.uri,
                    source.title,
                )
                return replace(claim, verdict=Verdict.SUPPORTED, refs=(ref,))
        return replace(
            claim, verdict=Verdict.UNSUPPORTED, reasons=(Reason("link_missing", (("claim", target),)),)
        )

    def _others(self, cited: set[str]) -> Iterator[OtherUnit]:
        for source in self._sources:
            if source.ref in cited:
                continue
            for unit in split_source(source.text).units:
                if len(unit.text) <= MAX_OTHER_CHARS and unit.kind not in (
                    UnitKind.LINK_TARGET,
                    UnitKind.RAW_HTML,
                    UnitKind.CODE_LINE,
                ):
                    heading = unit.heading_path[-1] if unit.heading_path else ""
                    yield OtherUnit(source.ref, unit.text, heading)
