"""The code judge: does the cited evidence carry a claim? It only ever makes a verdict stricter (SPEC R4)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from neurodesk.domain.articles import STRICTNESS, Reason, Verdict, stricter
from neurodesk.domain.clauses import spread_over_clauses
from neurodesk.domain.contradictions import (
    SIMILAR_ACROSS,
    SOFT_DENIALS,
    Similarity,
    across_languages,
    find_contradiction,
)
from neurodesk.domain.coverage import Coverage, cover, opens_with_pronoun
from neurodesk.domain.facts import (
    FactsResult,
    Outcome,
    compare,
    content,
    reason,
    tokenize,
)
from neurodesk.domain.facts.commands import squeeze
from neurodesk.domain.facts.polarity import find_polarity
from neurodesk.domain.facts.stems import fold
from neurodesk.domain.facts.words import word_set
from neurodesk.domain.injection import quoted_from_injection
from neurodesk.domain.quotes import (
    FoldedSource,
    QuoteSpan,
    SourceContext,
    find_quote,
    is_sufficient_quote,
    source_unit_around,
)
from neurodesk.domain.units import Article, Unit, UnitKind, split_source

__all__ = [
    "CitedPassage",
    "ClaimUnit",
    "Judgement",
    "OtherUnit",
    "PassageFinding",
    "Similarity",
    "judge_claim",
    "stricter",
]

# Below this share of a claim's content words a unit does not speak of the same thing at all.
_SAME_SUBJECT: Final = 0.3
# From this share on a claim is carried in part.
_PART: Final = 0.5
# What heading and title supply is context: this share has to stand in the unit itself.
_OWN: Final = 0.34
# A claim of this many content words may leave one uncovered in nine.
_SLACK: Final = 9
_POINTERS: Final = word_set(
    "following these below folgende folgenden folgendes diese nachstehende nachfolgende"
)
_LINK: Final = re.compile(r"(!?\[[^\]\n]{0,300}\])\([^)\s]{0,800}(?:\s+\"[^\"\n]{0,200}\")?\)")


@dataclass(frozen=True, slots=True)
class ClaimUnit:
    """A unit of an article to be judged.

    Attributes:
        text: as written, code marks included; link targets may be left out.
        kind: one of `UnitKind`; no kind frees a unit from its proof.
        heading: the heading above it: it may supply the subject of the claim.
    """

    text: str
    kind: str = UnitKind.SENTENCE
    heading: str = ""

    @classmethod
    def of(cls, article: Article, unit: Unit) -> ClaimUnit:
        """Make one from a unit of a split article."""
        raw = article.text[unit.start : unit.end]
        text = (
            unit.text if unit.kind in (UnitKind.LINK_TARGET, UnitKind.TABLE_CELL) else _without_targets(raw)
        )
        return cls(text, unit.kind, unit.heading_path[-1] if unit.heading_path else "")


@dataclass(frozen=True, slots=True)
class CitedPassage:
    """A source with the quotation that is said to carry a claim.

    Attributes:
        ref: node id, R<n> or URL, as the reviewer gave it.
        text: the stored source text; None when no source has that ref.
        quote: the verbatim quotation.
        sha256: hash the source had when the claim was proved; "" to leave it unchecked.
        title: of the source: it may supply the subject of a unit.
        excerpt: the text is cut from one about the claim's subject and has no title: "it" at its beginning
            stands for the subject. Only for data sets that are made that way.
    """

    ref: str
    text: str | None
    quote: str
    sha256: str = ""
    title: str = ""
    excerpt: bool = False


@dataclass(frozen=True, slots=True)
class OtherUnit:
    """A unit of other accepted evidence or of the KB, in which a contradiction is looked for."""

    ref: str
    text: str
    heading: str = ""


@dataclass(frozen=True, slots=True)
class PassageFinding:
    """What judging a claim against one quotation found.

    Attributes:
        span: where the quotation stands in the source; None when it does not.
        unit_start, unit_end: the whole unit around it, offsets in the source; -1 without a span.
        counts: the quotation is genuine and long enough to carry anything.
    """

    ref: str
    verdict: Verdict
    reasons: tuple[Reason, ...]
    span: QuoteSpan | None = None
    unit_start: int = -1
    unit_end: int = -1
    counts: bool = False
    coverage: Coverage | None = None
    facts: FactsResult | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on a claim with everything it rests on.

    Attributes:
        missing: hard tokens of the claim (numbers, names, literals) that no cited unit holds.
        uncovered: other content words that no cited unit holds.
    """

    verdict: Verdict
    reasons: tuple[Reason, ...]
    passages: tuple[PassageFinding, ...] = ()
    missing: tuple[str, ...] = ()
    uncovered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Unit:
    """A source unit with what frames it."""

    text: str
    is_code: bool
    headings: tuple[str, ...] = ()
    intros: tuple[str, ...] = ()
    header: str = ""
    subject: str = ""
    excerpt: bool = False

    @property
    def frame(self) -> str:
        """What stands above the unit, one line each."""
        return "\n".join(line for line in (*self.headings, *self.intros, self.header) if line)


@dataclass(slots=True)
class _Opinion:
    verdict: Verdict = Verdict.SUPPORTED
    reasons: list[Reason] = field(default_factory=list)

    def lower(self, verdict: Verdict, *reasons: Reason) -> None:
        """Make the verdict at least this strict."""
        self.verdict = stricter(self.verdict, verdict)
        self.reasons.extend(r for r in reasons if r not in self.reasons)


def _without_targets(markdown: str) -> str:
    return " ".join(_LINK.sub(r"\1", markdown).split())


@lru_cache(maxsize=64)
def _folded(text: str) -> FoldedSource:
    return FoldedSource(text)


@lru_cache(maxsize=64)
def source_article(text: str) -> Article:
    return split_source(text)


def _shown(article: Article, units: Sequence[Unit]) -> str:
    """Put units together with their code marks, which tell a command from prose."""
    cells = all(unit.kind is UnitKind.TABLE_CELL for unit in units)
    separator = " | " if cells else "\n" if units and units[0].kind is UnitKind.CODE_LINE else " "
    return separator.join(_without_targets(article.text[unit.start : unit.end]) for unit in units)


def _unit_of(article: Article, context: SourceContext, passage: CitedPassage) -> _Unit:
    units = context.units
    text = _shown(article, units) if units else article.text[context.start : context.end]
    is_code = bool(units) and all(unit.kind is UnitKind.CODE_LINE for unit in units)
    before = ""
    if units and opens_with_pronoun(text):
        before = _previous(article, units[0])
    subject = "\n".join(part for part in (passage.title, before) if part)
    return _Unit(
        text, is_code, context.heading_path, context.intros, " | ".join(context.header), subject,
        passage.excerpt and not subject,
    )  # fmt: skip


def _previous(article: Article, unit: Unit) -> str:
    """Give the sentence before a unit under the same heading, for a unit that opens with a pronoun."""
    before = ""
    for other in article.units:
        if other.start >= unit.start:
            break
        if other.kind in (UnitKind.SENTENCE, UnitKind.STEP, UnitKind.ITEM, UnitKind.LIST_INTRO):
            before = other.text if other.heading_path == unit.heading_path else ""
    return before


# -- one unit ----------------------------------------


def _enough(coverage: Coverage, claim: str, unit: str, similarity: Similarity | None) -> bool:
    """Whether a unit covers a claim: by its words, or across languages by calibrated similarity.

    Within one language similarity is no help: an exchanged noun leaves it above .95, so words decide there.
    """
    if len(coverage.missing) <= coverage.words // _SLACK and (coverage.own >= _OWN or not coverage.words):
        return True
    return (
        similarity is not None and across_languages(claim, unit) and similarity(claim, unit) >= SIMILAR_ACROSS
    )


def _terms_match(claim: str, unit: str) -> bool:
    """Whether two texts of different languages deny and restrict equally often.

    Where words cannot be compared one by one, the count is what is left.
    """
    for kinds in (("not", "deny"), ("only",), ("except",)):
        one, other = (sum(c.kind in kinds for c in find_polarity(text).cues) for text in (claim, unit))
        if (one - other) % 2 or bool(one) != bool(other):
            return False
    return True


def _against_unit(
    claim: ClaimUnit, unit: _Unit, similarity: Similarity | None
) -> tuple[_Opinion, Coverage, FactsResult]:
    """Judge a claim against one whole source unit."""
    is_code = claim.kind == UnitKind.CODE_LINE
    # A heading that stands above both frames both: it tells no difference between them.
    frame = "\n".join(line for line in unit.frame.splitlines() if not claim.heading or line != claim.heading)
    facts = compare(
        claim.text, unit.text, frame, claim_is_code=is_code, source_is_code=unit.is_code or is_code
    )
    coverage = cover(claim.text, unit.text, f"{unit.frame}\n{unit.subject}", excerpt=unit.excerpt)
    opinion = _Opinion()
    if is_code:
        _judge_code(opinion, claim, unit, facts)
        return opinion, coverage, facts
    if not coverage.words and not _has_facts(claim.text):
        opinion.lower(Verdict.UNSUPPORTED, reason("not_decidable"))
        return opinion, coverage, facts
    enough = _enough(coverage, claim.text, unit.text, similarity)
    if not enough:
        uncovered = ", ".join(coverage.missing)
        part = coverage.share >= (_PART if not facts.missing else 0.75) and coverage.own >= _OWN
        opinion.lower(
            Verdict.PARTIALLY_SUPPORTED if part else Verdict.UNSUPPORTED,
            reason("quote_does_not_cover", words=uncovered),
        )
    elif (
        coverage.missing
        and across_languages(claim.text, unit.text)
        and not _terms_match(claim.text, unit.text)
    ):
        opinion.lower(Verdict.PARTIALLY_SUPPORTED, reason("not_decidable"))
    if facts.outcome is Outcome.CONTRADICTS:
        about = coverage.share >= _SAME_SUBJECT or enough
        opinion.lower(Verdict.CONTRADICTED if about else Verdict.UNSUPPORTED, *facts.reasons)
    elif facts.outcome is not Outcome.AGREES:
        opinion.lower(Verdict.PARTIALLY_SUPPORTED, *facts.reasons)
    _judge_introduction(opinion, claim, unit)
    if coverage.unreal:
        opinion.lower(Verdict.PARTIALLY_SUPPORTED, reason("modality_differs", source=coverage.unreal))
    if coverage.swapped:
        opinion.lower(Verdict.UNSUPPORTED, reason("roles_differ", claim=coverage.swapped))
    spread = None if unit.is_code else spread_over_clauses(claim.text, unit.text)
    if spread:
        opinion.lower(
            Verdict.PARTIALLY_SUPPORTED,
            reason("said_of_another", claim=spread.subject, source=spread.other),
        )
    return opinion, coverage, facts


def _judge_introduction(opinion: _Opinion, claim: ClaimUnit, unit: _Unit) -> None:
    """An item below "The following are not supported:" is denied, whatever the item itself says.

    "The target cannot be reached:" above a list of remedies denies none of them: an introduction counts when
    it points at its list, or when the claim takes its words from it.
    """
    if any(cue.kind in ("not", "except") for cue in find_polarity(claim.text).cues):
        return
    words = content(claim.text)
    for line in (*unit.intros, *unit.headings[-1:]):
        points = any(token.folded in _POINTERS for token in tokenize(line))
        for cue in find_polarity(line).cues:
            if cue.kind not in ("not", "except") or fold(cue.text) in SOFT_DENIALS:
                continue
            taken = cue.target in words and cue.target not in content(unit.text)
            if taken or points:
                verdict = Verdict.CONTRADICTED if taken else Verdict.PARTIALLY_SUPPORTED
                opinion.lower(verdict, reason("negation_differs", claim="", source=line, subject=cue.target))


def _has_facts(text: str) -> bool:
    return any(token.concept or token.text[0].isdigit() for token in tokenize(text))


def _judge_code(opinion: _Opinion, claim: ClaimUnit, unit: _Unit, facts: FactsResult) -> None:
    """A code line is carried by the same line, up to the order of its options."""
    line, source = squeeze(claim.text).lstrip("$#> "), squeeze(unit.text)
    if line and re.search(rf"(?<![\w./-]){re.escape(line)}(?![\w/-])", source):
        return
    if facts.outcome is Outcome.CONTRADICTS:
        opinion.lower(Verdict.CONTRADICTED, *facts.reasons)
    elif facts.outcome is not Outcome.AGREES or not _same_line(claim.text, unit.text):
        opinion.lower(Verdict.UNSUPPORTED, *(facts.reasons or (reason("command_missing", claim=claim.text),)))


def _same_line(claim: str, unit: str) -> bool:
    """Whether a code line's words all stand in one line of the unit."""
    words = set(squeeze(claim).split())
    return bool(words) and any(words <= set(squeeze(line).split()) for line in unit.splitlines())


# -- one quotation ----------------------------------------


def _judge_passage(
    claim: ClaimUnit, passage: CitedPassage, similarity: Similarity | None
) -> tuple[PassageFinding, _Unit | None]:
    """Judge a claim against one quotation: genuine, long enough, and its whole unit carrying the claim."""
    if passage.text is None:
        return _refused(passage, reason("unknown_ref", ref=passage.ref)), None
    if passage.sha256 and hashlib.sha256(passage.text.encode()).hexdigest() != passage.sha256:
        return _refused(passage, reason("source_changed", ref=passage.ref)), None
    article = source_article(passage.text)
    if claim.kind == UnitKind.LINK_TARGET:
        return _judge_link(claim, passage), None
    if claim.kind == UnitKind.CODE_LINE and not any(char.isalnum() for char in claim.text):
        return _judge_bare_line(claim, passage), None
    span = find_quote(_folded(passage.text), passage.quote) if passage.quote.strip() else None
    if span is None:
        return _refused(passage, reason("quote_not_found", ref=passage.ref)), None
    context = source_unit_around(article, span)
    if quoted_from_injection(claim.text, passage.text, span.start, span.end):
        # An order to a machine may restate any claim word by word (SPEC W9).
        planted = reason("quote_in_injection", ref=passage.ref)
        return PassageFinding(
            passage.ref, Verdict.UNSUPPORTED, (planted,), span, context.start, context.end
        ), None
    if not is_sufficient_quote(article, span):
        short = reason("quote_too_short", ref=passage.ref)
        finding = PassageFinding(passage.ref, Verdict.UNSUPPORTED, (short,), span, context.start, context.end)
        return finding, None
    unit = _unit_of(article, context, passage)
    opinion, coverage, facts = _against_unit(claim, unit, similarity)
    finding = PassageFinding(
        passage.ref,
        opinion.verdict,
        tuple(opinion.reasons),
        span,
        context.start,
        context.end,
        True,
        coverage,
        facts,
    )
    return finding, unit


def _refused(passage: CitedPassage, why: Reason) -> PassageFinding:
    return PassageFinding(passage.ref, Verdict.UNSUPPORTED, (why,))


def _judge_link(claim: ClaimUnit, passage: CitedPassage) -> PassageFinding:
    """A link's target has to stand in the source, or be where the source came from."""
    target = claim.text.strip().strip("<>")
    assert passage.text is not None
    if target == passage.ref or target in passage.text:
        return PassageFinding(passage.ref, Verdict.SUPPORTED, (), counts=True)
    return _refused(passage, reason("link_missing", claim=target))


def _judge_bare_line(claim: ClaimUnit, passage: CitedPassage) -> PassageFinding:
    """A code line of brackets alone has no words to quote: it has to be a line of the source."""
    assert passage.text is not None
    line = claim.text.strip()
    if any(line == other.strip() for other in passage.text.splitlines()):
        return PassageFinding(passage.ref, Verdict.SUPPORTED, (), counts=True)
    return _refused(passage, reason("command_missing", claim=line))


# -- the claim ----------------------------------------


def judge_claim(
    claim: ClaimUnit,
    cited: Sequence[CitedPassage],
    others: Iterable[OtherUnit] = (),
    similarity: Similarity | None = None,
) -> Judgement:
    """Judge a claim against its citations by code alone (SPEC R4).

    Args:
        claim: the unit of the article.
        cited: quotations with the stored texts they are from.
        others: units of other accepted evidence and of the KB; one that is about the same thing and states
            another fact contradicts the claim.
        similarity: calibrated similarity of two texts, 0..1, for claim and source of different languages;
            without it words alone decide.

    Returns:
        The verdict with its reasons. A model's verdict is combined with it by `stricter`.
    """
    if not cited:
        return Judgement(Verdict.UNSUPPORTED, (reason("no_citation"),))
    judged = [_judge_passage(claim, passage, similarity) for passage in cited]
    findings = tuple(finding for finding, _ in judged)
    units = [unit for _, unit in judged if unit is not None]
    opinion = _combined(claim, findings, units, similarity)
    if opinion.verdict is not Verdict.CONTRADICTED:
        _look_elsewhere(opinion, claim, others, similarity)
    missing, uncovered = _left_over(findings)
    return Judgement(opinion.verdict, tuple(opinion.reasons), findings, missing, uncovered)


def _combined(
    claim: ClaimUnit,
    findings: Sequence[PassageFinding],
    units: Sequence[_Unit],
    similarity: Similarity | None,
) -> _Opinion:
    """Sum the citations up: the best one carries, several may carry together, a contradiction prevails."""
    counting = [f for f in findings if f.counts]
    opinion = _Opinion()
    if not counting:
        opinion.lower(Verdict.UNSUPPORTED, *(r for f in findings for r in f.reasons))
        return opinion
    best = min(counting, key=lambda f: STRICTNESS[f.verdict])
    contradicting = [f for f in counting if f.verdict is Verdict.CONTRADICTED]
    joint: _Opinion | None = None
    if len(units) > 1 and best.verdict is not Verdict.SUPPORTED:
        together = _Unit(
            "\n".join(u.text for u in units),
            all(u.is_code for u in units),
            tuple(h for u in units for h in u.headings),
            tuple(i for u in units for i in u.intros),
            "\n".join(u.header for u in units),
            "\n".join(u.subject for u in units),
        )
        joint = _against_unit(claim, together, similarity)[0]
    if contradicting and (joint is None or joint.verdict is Verdict.CONTRADICTED):
        opinion.lower(Verdict.CONTRADICTED, *(r for f in contradicting for r in f.reasons))
        return opinion
    chosen = joint if joint is not None and STRICTNESS[joint.verdict] < STRICTNESS[best.verdict] else None
    if chosen is not None:
        opinion.lower(chosen.verdict, *chosen.reasons)
    else:
        opinion.lower(best.verdict, *best.reasons)
    # Refused quotations stay visible beside those that count.
    opinion.reasons.extend(r for f in findings if not f.counts for r in f.reasons if r not in opinion.reasons)
    return opinion


def _look_elsewhere(
    opinion: _Opinion, claim: ClaimUnit, others: Iterable[OtherUnit], similarity: Similarity | None
) -> None:
    """Look for a contradiction in what the claim does not cite."""
    if claim.kind == UnitKind.CODE_LINE:
        return
    for other in others:
        reasons = find_contradiction(claim.text, other.text, claim.heading, other.heading, similarity)
        if reasons:
            codes = ", ".join(sorted({r.code for r in reasons}))
            opinion.lower(
                Verdict.CONTRADICTED, reason("contradicted_by_other", ref=other.ref, why=codes), *reasons
            )


def _left_over(findings: Sequence[PassageFinding]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Collect what no counting citation holds: hard tokens, and other words."""
    counting = [f for f in findings if f.counts and f.coverage is not None and f.facts is not None]
    if not counting:
        return (), ()
    hard = [set(f.facts.missing) | set(f.coverage.missing_names) for f in counting if f.facts and f.coverage]
    soft = [set(f.coverage.missing) - set(f.coverage.missing_names) for f in counting if f.coverage]
    return tuple(sorted(set.intersection(*hard))), tuple(sorted(set.intersection(*soft)))
