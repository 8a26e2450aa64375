"""Everything the review place shows of one draft, read and rendered in one question off the GUI thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from neurodesk.app.profile import Profile
from neurodesk.app.promotion_plan import Plan
from neurodesk.app.queries.drafts import DeskDraft, draft_history, promotions_of, show_draft
from neurodesk.app.queries.rule_findings import rule_findings
from neurodesk.app.queries.why import Chain, WordForWord, chain_of, word_for_word
from neurodesk.domain.articles import DraftKind
from neurodesk.domain.audit_chain import AuditRecord
from neurodesk.domain.decisions import Draft
from neurodesk.domain.research import RuleFinding
from neurodesk.storage.promotion_store import PromotionRow
from neurodesk.ui.reading import SafeDocument, render_markdown
from neurodesk.ui.widgets.diff_view import Comparison, compare


@dataclass(frozen=True, slots=True)
class ReviewView:
    """One draft as it is shown; ``desk.seen`` is the hash over exactly this (SPEC P5).

    Attributes:
        comparison: against the article in production; a new article is compared with nothing.
        passages: cited texts by reference, ready to be shown.
        findings: what the rules say of the text that is shown.
        taken: sources that it is taken from word for word.
    """

    desk: DeskDraft
    safe: SafeDocument
    comparison: Comparison
    passages: Mapping[str, SafeDocument]
    chain: Chain
    findings: tuple[RuleFinding, ...]
    taken: tuple[WordForWord, ...]
    history: tuple[AuditRecord, ...]
    promotions: tuple[PromotionRow, ...]

    @property
    def draft(self) -> Draft:
        """The draft."""
        return self.desk.draft


def read_view(profile: Profile, draft_id: str, former: ReviewView | None = None) -> ReviewView:
    """Read and render one draft; for a reader thread.

    Args:
        former: an earlier reading of it: of what still has the same text nothing is rendered again.

    Raises:
        BadInput: ``draft_unknown``. StorageFault: the KB's folder cannot be read.
    """
    desk = show_draft(profile, draft_id)
    chain = chain_of(profile, desk.draft.task_id, desk.claims)
    texts = {ref: one.text for ref, one in desk.passages.items()}
    known = former if former is not None and former.draft.id == draft_id else None
    if known is not None and known.draft.text == desk.draft.text:
        safe = known.safe
    else:
        safe = render_markdown(desk.draft.text)
    base = production_text(desk.draft, desk.plan)
    same = known is not None and safe is known.safe and base == production_text(known.draft, known.desk.plan)
    return ReviewView(
        desk=desk,
        safe=safe,
        comparison=known.comparison if known is not None and same else compare(render_markdown(base), safe),
        passages={ref: _passage(ref, one.text, known) for ref, one in desk.passages.items()},
        chain=chain,
        findings=rule_findings(profile, desk),
        taken=word_for_word(desk.claims, texts, chain.sources),
        history=tuple(draft_history(profile, draft_id)),
        promotions=tuple(promotions_of(profile, draft_id)),
    )


def _passage(ref: str, text: str, known: ReviewView | None) -> SafeDocument:
    former = known.desk.passages.get(ref) if known is not None else None
    if known is not None and former is not None and former.text == text:
        return known.passages[ref]
    return render_markdown(text)


def production_text(draft: Draft, plan: Plan) -> str:
    """Return the article that stands in the knowledge base now, "" for a new one."""
    return "" if draft.kind is DraftKind.NEW else plan.base_text
