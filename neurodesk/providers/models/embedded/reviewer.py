"""The embedded reviewer: judges every unit of an article by the code judge alone (SPEC E1, R4, R5)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from neurodesk.domain.articles import STRICTNESS, Claim, Reason, SourceRef, Verdict, stricter
from neurodesk.domain.facts import content
from neurodesk.domain.findings import Severity
from neurodesk.domain.injection import find_injection
from neurodesk.domain.judge import CitedPassage, ClaimUnit, Judgement, Similarity, judge_claim
from neurodesk.domain.research import AuthorBrief, AuthoredArticle, Review, RuleFinding
from neurodesk.domain.risk import RiskLevel, risk_of
from neurodesk.domain.section_roles import role_of
from neurodesk.domain.structure import StyleRules, check_structure, pictures_in, unwritten_sections, urls_in
from neurodesk.domain.units import (
    Article,
    Unit,
    UnitKind,
    exempt_share,
    is_gap,
    split_article,
    too_much_exempt,
)
from neurodesk.providers.models.embedded import LABEL, MODEL
from neurodesk.providers.models.embedded.material import Material, Passage, of_another_time

MAX_QUERY_CHARS = 120
MAX_QUERIES = 6
# More citations than that prove nothing more; the desk shows each.
MAX_REFS = 4
# How many passages are judged for one claim before the best verdict so far stands.
MAX_JUDGED = 6
# Shares of a claim's words below which a passage is not tried: for a first proof, for a further one.
_MIN_WORTH = 0.34
_ENOUGH_WORTH = 0.7

_WORD = re.compile(r"[^\W_][\w.+/:-]*[^\W_]|[^\W_]")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*(?![\w])")
_POLARITY = frozenset({"negation_differs", "condition_differs"})
_NO_CONTRADICTION = frozenset(
    "command_missing command_differs path_differs number_missing identifier_missing word_added word_dropped "
    "order_differs".split()
)
_NEGATOR = re.compile(
    r"(?i)\b(?:not|no|never|none|nor|neither|without|cannot|only|except|unless|\w+n't|nicht|nie|niemals|"
    r"kein\w*|ohne|weder|nur|außer)\b"
)
_INSTRUCTIONS = {
    Verdict.UNSUPPORTED: "No source carries this. Say only what the sources say, or leave it out.",
    Verdict.CONTRADICTED: "A source says otherwise. Say what the newest source says, or leave it out.",
}


class EmbeddedReviewer:
    """Judges without a language model; the same article and brief always give the same review.

    Args:
        similarity: calibrated similarity of two texts, 0..1; without it words alone decide.
    """

    label = LABEL

    def __init__(self, similarity: Similarity | None = None) -> None:
        self._similarity = similarity

    async def review(self, article: AuthoredArticle, brief: AuthorBrief) -> Review:
        """Return one verdict for each unit, the rules' findings, and what to do about what failed."""
        return await asyncio.to_thread(review, article, brief, self._similarity)


def review(
    article: AuthoredArticle,
    brief: AuthorBrief,
    similarity: Similarity | None = None,
    material: Material | None = None,
) -> Review:
    """Judge an article against its brief (SPEC R4, R5).

    Args:
        article: the finished text with the spans that the author took from sources.
        brief: the material it was written from.
        similarity: calibrated similarity of two texts, 0..1.
        material: the brief's sources, read already.
    """
    split = split_article(article.text)
    material = material or Material(brief.sources, brief.base_text, brief.base_ref)
    judge = UnitJudge(article, brief, split, similarity, material)
    claims = tuple(judge.claim(unit, ordinal) for ordinal, unit in enumerate(split.units))
    return concluded(claims, split, article, brief)


def concluded(
    claims: tuple[Claim, ...], split: Article, article: AuthoredArticle, brief: AuthorBrief
) -> Review:
    """Return the review that follows from the units' verdicts and the rules (SPEC R5)."""
    complete = bool(split.units) and all(is_gap(split.text[start:end]) for start, end in split.gaps())
    findings = (
        *structure_findings(article, brief),
        *unwritten_sections(article.text, article.omitted),
    )
    own = {(one.rule, one.params) for one in findings_of_base(article, brief)}
    counting = [one for one in findings if (one.rule, one.params) not in own]
    blocking = blocking_reasons(claims, split, counting, complete)
    failing = [claim for claim in claims if claim.verdict in _INSTRUCTIONS]
    return Review(
        claims=claims,
        complete=complete,
        findings=findings,
        missing_evidence_queries=repair_queries(failing),
        rewrite_instructions=tuple(
            (claim.id, _INSTRUCTIONS[claim.verdict]) for claim in failing if claim.verdict is not None
        ),
        label=LABEL,
        model=MODEL,
        accepted=not blocking,
        blocking=blocking,
    )


def structure_findings(article: AuthoredArticle, brief: AuthorBrief) -> tuple[RuleFinding, ...]:
    """Return what the structure and process-language rules say of an article (SPEC R5, R6)."""
    urls = urls_in(brief.base_text).union(*(urls_in(source.text) for source in brief.sources))
    urls |= {source.uri for source in brief.sources}
    return check_structure(
        article.text,
        article_type=article.article_type,
        lang=brief.lang,
        material_urls=urls,
        is_machine_draft=True,
        style=StyleRules(terms=brief.avoid_terms, address=brief.address),
        known_pictures=pictures_in(brief.base_text),
    )


def findings_of_base(article: AuthoredArticle, brief: AuthorBrief) -> tuple[RuleFinding, ...]:
    """Return what a revision's base did not name itself: a check that stayed as it is blocks no revision."""
    if not brief.base_text:
        return ()
    found = structure_findings(replace(article, text=brief.base_text), brief)
    return tuple(one for one in found if one.rule == "R6.no_observable_result")


def blocking_reasons(
    claims: Sequence[Claim], split: Article, findings: Sequence[RuleFinding], complete: bool
) -> tuple[Reason, ...]:
    """Return why an article is not accepted, empty when it is (SPEC R5)."""
    reasons = []
    if not complete:
        reasons.append(Reason("review_incomplete"))
    for verdict in (Verdict.CONTRADICTED, Verdict.UNSUPPORTED):
        count = sum(claim.verdict is verdict for claim in claims)
        if count:
            reasons.append(Reason(verdict.value, (("count", str(count)),)))
    unjudged = sum(claim.verdict is None and not claim.exempt for claim in claims)
    if unjudged:
        reasons.append(Reason("unjudged", (("count", str(unjudged)),)))
    if too_much_exempt(split):
        reasons.append(Reason("too_much_exempt", (("share", f"{exempt_share(split):.0%}"),)))
    reasons += [
        Reason(one.rule, (("line", str(one.line)), *one.params))
        for one in findings
        if one.severity == Severity.BLOCK and one.rule != "R4.too_much_exempt"
    ]
    return tuple(reasons)


def repair_queries(failing: Sequence[Claim]) -> tuple[str, ...]:
    """Return one search query for each failing unit: its content words on one line (SPEC R7, W10).

    A unit that speaks to machines came out of a page; nobody searches for what it wants (SPEC W9).
    """
    queries: list[str] = []
    for claim in failing:
        if claim.kind in (UnitKind.LINK_TARGET, UnitKind.RAW_HTML) or find_injection(claim.text):
            continue
        words: list[str] = []
        for word in _WORD.findall(claim.text.replace("`", " ")):
            if (content(word) or any(char.isdigit() for char in word)) and word not in words:
                words.append(word)
        query = ""
        for word in words:
            if len(query) + 1 + len(word) > MAX_QUERY_CHARS:
                break
            query = f"{query} {word}".strip()
        if query and query not in queries:
            queries.append(query)
    return tuple(queries[:MAX_QUERIES])


@dataclass(frozen=True, slots=True)
class _Carried:
    """A verdict with the passages it rests on."""

    judgement: Judgement
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a language model says of a unit; the judge only makes it stricter (SPEC R4).

    Attributes:
        quotes: (ref, verbatim quotation) of each source that it names.
    """

    verdict: Verdict
    quotes: tuple[tuple[str, str], ...] = ()


class UnitJudge:
    """Judges the units of one article.

    Args:
        split: the article's units.
        similarity: calibrated similarity of two texts, 0..1.
    """

    def __init__(
        self,
        article: AuthoredArticle,
        brief: AuthorBrief,
        split: Article,
        similarity: Similarity | None,
        material: Material,
    ) -> None:
        self._split = split
        self._similarity = similarity
        self._material = material
        self._spans = sorted(article.spans, key=lambda span: (span.start, span.end, span.ref))
        self._kept = _texts_of(brief.base_text) if self._material.base is not None else frozenset()

    def is_open(self, unit: Unit) -> bool:
        """Tell whether a unit needs an opinion: code alone decides on links and on what the base says."""
        return not (unit.exempt or unit.kind is UnitKind.LINK_TARGET or (unit.kind, unit.text) in self._kept)

    def claim(self, unit: Unit, ordinal: int, opinion: Opinion | None = None) -> Claim:
        """Return a unit with its verdict.

        Args:
            opinion: a model's; without one the judge looks for quotations itself.
        """
        claim = Claim(
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
        if unit.exempt:
            return claim
        written = ClaimUnit.of(self._split, unit)
        if (unit.kind, unit.text) in self._kept:
            return self._kept_from_base(claim, written, unit)
        carried = self._as_given(written, unit, opinion) if opinion else self._carried(written, unit)
        verdict, reasons = carried.judgement.verdict, list(carried.judgement.reasons)
        refs = [one.source.source.ref for one in carried.passages]
        if verdict is not Verdict.CONTRADICTED:
            verdict, more = self._against_others(written, carried, verdict)
            reasons += [one for one in more if one not in reasons]
        voices = {one.source.source.independence_key for one in carried.passages if not one.source.is_own}
        return replace(
            claim,
            verdict=verdict,
            refs=tuple(_ref(one) for one in carried.passages) if refs else (),
            reasons=tuple(reasons),
            single_source=claim.risk == RiskLevel.HIGH.value and len(voices) < 2,
        )

    # -- what carries a unit ----------------------------------------------------------------------------

    def _as_given(self, written: ClaimUnit, unit: Unit, opinion: Opinion) -> _Carried:
        """Hold a model's quotations against the stored sources; its own verdict is the mildest possible.

        A title or heading is no sentence that could be quoted whole: there code looks for what carries it.
        """
        if unit.kind is UnitKind.LINK_TARGET:
            return self._carried(written, unit)
        if opinion.verdict is Verdict.UNSUPPORTED:
            return _Carried(held_against(written, opinion, (), self._similarity), ())
        if unit.kind in (UnitKind.TITLE, UnitKind.HEADING):
            own = self._carried(written, unit)
            return _Carried(_with_opinion(own.judgement, opinion), own.passages)
        found: list[Passage] = []
        cited: list[CitedPassage] = []
        for ref, quote in opinion.quotes[:MAX_REFS]:
            read = self._material.by_ref.get(ref)
            span = read.folded.find(quote) if read is not None else None
            title = read.source.title if read is not None else ""
            cited.append(CitedPassage(ref, read.text if read is not None else None, quote, title=title))
            if read is not None and span is not None:
                found.append(Passage(read, read.text[span.start : span.end], span.start, span.end, 1.0))
        return _Carried(held_against(written, opinion, cited, self._similarity), tuple(found))

    def _carried(self, written: ClaimUnit, unit: Unit) -> _Carried:
        """Find the quotations that carry a unit best; several sources that do are all cited."""
        raw = self._split.text[unit.start : unit.end]
        if unit.kind is UnitKind.LINK_TARGET:
            return self._link(written)
        passages = self._material.passages(written, raw, self._authors(unit))
        supporting: list[Passage] = []
        best: tuple[Judgement, Passage] | None = None
        seen: set[str] = set()
        judged = 0
        for one in passages:
            least = _ENOUGH_WORTH if supporting else _MIN_WORTH
            if judged >= MAX_JUDGED or len(supporting) >= MAX_REFS or (one.worth < least and best):
                break
            if one.source.source.ref in seen:
                continue
            judged += 1
            judgement = judge_claim(written, [_cited(one)], (), self._similarity)
            if judgement.verdict is Verdict.SUPPORTED:
                supporting.append(one)
                seen.add(one.source.source.ref)
            if best is None or _preference(judgement, one, unit) < _preference(*best, unit):
                best = (judgement, one)
        if supporting:
            assert best is not None
            return _Carried(best[0], tuple(supporting))
        if best is None:
            return _Carried(Judgement(Verdict.UNSUPPORTED, (Reason("no_source_found"),)), ())
        return self._together(written, best, passages)

    def _together(
        self, written: ClaimUnit, best: tuple[Judgement, Passage], passages: Sequence[Passage]
    ) -> _Carried:
        """Try the best two passages of the best source as one: a sentence may be told in two."""
        first = best[1]
        more = next(
            (one for one in passages if one.source is first.source and one.start != first.start), None
        )
        if more is not None and best[0].verdict is not Verdict.CONTRADICTED:
            joint = judge_claim(written, [_cited(first), _cited(more)], (), self._similarity)
            if STRICTNESS[joint.verdict] < STRICTNESS[best[0].verdict]:
                return _Carried(joint, (first, more))
        return _Carried(best[0], (first,))

    def _link(self, written: ClaimUnit) -> _Carried:
        """A link's target has to stand in a source, or be where one came from."""
        target = written.text.strip().strip("<>")
        for read in self._material.sources:
            start = read.text.find(target)
            if start >= 0:
                passage = Passage(read, target, start, start + len(target), 1.0, verbatim=True)
                return _Carried(Judgement(Verdict.SUPPORTED, ()), (passage,))
        return _Carried(Judgement(Verdict.UNSUPPORTED, (Reason("link_missing", (("claim", target),)),)), ())

    def _authors(self, unit: Unit) -> list[str]:
        """Return the sources that the author says a unit was taken from."""
        return [span.ref for span in self._spans if span.start < unit.end and unit.start < span.end]

    # -- what speaks against it -------------------------------------------------------------------------

    def _against_others(
        self, written: ClaimUnit, carried: _Carried, verdict: Verdict
    ) -> tuple[Verdict, tuple[Reason, ...]]:
        """Look for a contradiction in the other evidence and the KB: copying does not exempt (SPEC E1)."""
        carriers = [one.source.source for one in carried.passages]
        others = self._material.others(written, (one.ref for one in carriers))
        if not others or not carried.passages:
            return verdict, ()
        cited = [_cited(one) for one in carried.passages[:1]]
        alive = [unit for read, unit in others if not of_another_time(read.source, carriers)]
        if written.kind in (UnitKind.SENTENCE, UnitKind.ITEM):
            for other in alive:
                if _other_figures(written.text, other.text):
                    params = (("ref", other.ref), ("why", "number_differs"))
                    return Verdict.CONTRADICTED, (Reason("contradicted_by_other", params),)
        against = (
            _contradictions(judge_claim(written, cited, alive, self._similarity), written.kind)
            if alive
            else ()
        )
        if against:
            return Verdict.CONTRADICTED, against
        old = [unit for read, unit in others if of_another_time(read.source, carriers)]
        against = (
            _contradictions(judge_claim(written, cited, old, self._similarity), written.kind) if old else ()
        )
        if against:
            # The older text is overtaken; that it says otherwise is for the curator to see and tick.
            return stricter(verdict, Verdict.PARTIALLY_SUPPORTED), (
                _renamed(against[0], "older_text_differs"),
            )
        return verdict, ()

    def _kept_from_base(self, claim: Claim, written: ClaimUnit, unit: Unit) -> Claim:
        """Judge a unit that stands unchanged in the base: only newer evidence speaks against it."""
        base = self._material.base
        assert base is not None
        start = base.text.find(self._split.text[unit.start : unit.end])
        quote = self._split.text[unit.start : unit.end] if start >= 0 else unit.text
        ref = SourceRef(
            base.source.ref,
            quote,
            base.source.sha256,
            start,
            start + len(quote) if start >= 0 else -1,
            base.source.uri,
            base.source.title,
        )
        reasons: list[Reason] = [Reason("kept_from_base")]
        verdict = Verdict.SUPPORTED
        dated_at = base.source.dated_at
        found = self._material.others(written, (base.source.ref,))
        newer = [
            unit for read, unit in found if not read.is_own and not (0.0 < read.source.dated_at <= dated_at)
        ]
        own = [unit for read, unit in found if read.is_own]
        passage = base.verbatim(quote)
        heading = unit.heading_path[-1] if unit.heading_path else ""
        if passage is not None and claim.kind != UnitKind.CODE_LINE and role_of(heading) != "references":
            against = (
                _contradictions(judge_claim(written, [_cited(passage)], newer), written.kind) if newer else ()
            )
            if against:
                verdict = Verdict.CONTRADICTED
                reasons += against
            elif own and (
                against := _contradictions(judge_claim(written, [_cited(passage)], own), written.kind)
            ):
                # Two articles of the KB that differ are a finding of their own; here the curator ticks it.
                verdict = Verdict.PARTIALLY_SUPPORTED
                reasons.append(_renamed(against[0], "another_article_differs"))
        return replace(claim, verdict=verdict, refs=(ref,), reasons=tuple(reasons))


def title_verdict(title: str, brief: AuthorBrief, material: Material) -> Verdict:
    """Return how well the sources carry a title: an article's title is judged like every unit (SPEC R4)."""
    text = f"# {title}\n"
    article = AuthoredArticle(text, title, brief.lang, brief.article_type, (), LABEL, MODEL)
    judge = UnitJudge(article, brief, split_article(text), None, material)
    unit = next(iter(split_article(text).units), None)
    verdict = judge.claim(unit, 0).verdict if unit is not None else None
    return verdict or Verdict.UNSUPPORTED


def contradicting(text: str, kind: UnitKind, heading: str, material: Material) -> tuple[str, str] | None:
    """Return (ref, sentence) of newer evidence that says otherwise than a sentence of the base, or None."""
    base = material.base
    claim = ClaimUnit(text, kind, heading)
    passage = base.verbatim(text) if base is not None else None
    if base is None or passage is None:
        return None
    for read, other in material.others(claim, (base.source.ref,)):
        if read.is_own or 0.0 < read.source.dated_at <= base.source.dated_at:
            continue
        if _contradictions(judge_claim(claim, [_cited(passage)], [other]), claim.kind):
            return read.source.ref, other.text
    return None


def held_against(
    written: ClaimUnit, opinion: Opinion, cited: Sequence[CitedPassage], similarity: Similarity | None
) -> Judgement:
    """Return the verdict on a unit that a model gave an opinion on: the stricter of its and code's (SPEC R4).

    Args:
        cited: the opinion's quotations with the stored texts that they are said to stand in.
    """
    if opinion.verdict is Verdict.UNSUPPORTED:
        return Judgement(Verdict.UNSUPPORTED, (Reason("not_decidable"),))
    each = [judge_claim(written, [one], (), similarity) for one in cited]
    best = min(each, key=lambda one: STRICTNESS[one.verdict], default=None)
    return _with_opinion(best or Judgement(Verdict.UNSUPPORTED, (Reason("no_source_found"),)), opinion)


def _with_opinion(judgement: Judgement, opinion: Opinion) -> Judgement:
    """Return the stricter of code's and the model's verdict; when it is the model's, the reasons say so."""
    verdict = stricter(opinion.verdict, judgement.verdict)
    if verdict is judgement.verdict:
        return judgement
    said = Reason("reviewer_verdict", (("verdict", opinion.verdict.value),))
    return replace(judgement, verdict=verdict, reasons=(said, *judgement.reasons))


def _texts_of(text: str) -> frozenset[tuple[UnitKind, str]]:
    return frozenset((unit.kind, unit.text) for unit in split_article(text).units)


def _contradictions(judgement: Judgement, kind: str) -> tuple[Reason, ...]:
    """Return the reasons why other texts contradict a unit of this kind, the first of them naming the text.

    What a text leaves out, or does by another command, speaks against nothing; a title states no fact that
    could be denied; and "failed" beside a text that does not say so is no denial.
    """
    for place, one in enumerate(judgement.reasons):
        if one.code != "contradicted_by_other":
            continue
        why = set(dict(one.params)["why"].split(", ")) - _NO_CONTRADICTION
        if kind in (UnitKind.TITLE, UnitKind.HEADING):
            why -= _POLARITY
        elif why <= _POLARITY and not any(map(_denies, judgement.reasons[place + 1 :])):
            continue
        if why:
            return judgement.reasons[place:]
    return ()


def _other_figures(one: str, other: str) -> bool:
    """Tell whether two sentences say the same with other numbers: two bounds, too, are two opinions."""
    mine, theirs = sorted(_NUMBER.findall(one)), sorted(_NUMBER.findall(other))
    if not mine or len(mine) != len(theirs) or mine == theirs:
        return False
    words, others = ({word for word in content(text) if not word[:1].isdigit()} for text in (one, other))
    return len(words) >= 4 and len(words & others) >= 0.8 * len(words | others)


def _denies(reason: Reason) -> bool:
    """Tell whether a difference is a denial: a word of negation or condition, or two opposites."""
    params = dict(reason.params)
    mine, theirs = params.get("claim", ""), params.get("source", "")
    if reason.code not in _POLARITY:
        return False
    return bool(mine and theirs) or bool(_NEGATOR.search(f"{mine} {theirs}"))


def _renamed(reason: Reason, code: str) -> Reason:
    return Reason(code, reason.params)


def _preference(judgement: Judgement, passage: Passage, unit: Unit) -> tuple[bool, float, bool, int]:
    """What carries a unit comes first; else what speaks most of the same thing, whatever it says.

    The least strict verdict would let a passage that says less, or speaks of something else, hide the one
    that contradicts. A title states no fact: of its passages the one that carries most of it counts.
    """
    is_name = unit.kind in (UnitKind.TITLE, UnitKind.HEADING)
    return (
        judgement.verdict is not Verdict.SUPPORTED,
        0.0 if is_name else -round(passage.worth, 6),
        not is_name and judgement.verdict is not Verdict.CONTRADICTED,
        STRICTNESS[judgement.verdict],
    )


def _cited(passage: Passage) -> CitedPassage:
    source = passage.source.source
    return CitedPassage(ref=source.ref, text=passage.source.text, quote=passage.quote, title=source.title)


def _ref(passage: Passage) -> SourceRef:
    source = passage.source.source
    return SourceRef(
        ref=source.ref,
        quote=passage.quote,
        sha256=source.sha256,
        start=passage.start,
        end=passage.end,
        uri=source.uri,
        title=source.title,
    )
