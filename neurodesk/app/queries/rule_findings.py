"""What the structure, language and risk rules say of the text that the desk shows (SPEC R5, R6, P2)."""

from __future__ import annotations

from neurodesk.app.profile import Profile
from neurodesk.app.queries.drafts import DeskDraft
from neurodesk.domain.articles import ArticleType, DraftKind, WrittenBy
from neurodesk.domain.research import RuleFinding
from neurodesk.domain.structure import check_structure, pictures_in, unwritten_sections, urls_in
from neurodesk.pipeline.article_json import finding_from_json, reasons_from_json
from neurodesk.pipeline.tools import style_rules

_WITH_TEXT = frozenset({DraftKind.NEW, DraftKind.REVISION, DraftKind.MERGE})


def rule_findings(profile: Profile, desk: DeskDraft) -> tuple[RuleFinding, ...]:
    """Return the findings of a draft's shown version, in the order of its text.

    A machine version brings those of its review, which knew all the material. A text that a person edited, or
    laid on the desk, is looked at as it is now: a former version's findings would say what no longer holds.
    What the article in production has too is not told.
    """
    draft = desk.draft
    if draft.kind not in _WITH_TEXT:
        return ()
    review = desk.sidecar.get("article_review")
    if draft.written_by is WrittenBy.MACHINE and isinstance(review, dict):
        return tuple(finding_from_json(one) for one in review.get("findings", ()))
    base = desk.plan.base_text
    material = urls_in(base).union(*(urls_in(one.text) for one in desk.passages.values()))
    material |= {one.uri for one in desk.passages.values()}

    def found_in(text: str) -> tuple[RuleFinding, ...]:
        return check_structure(
            text,
            article_type=ArticleType(draft.article_type) if draft.article_type else ArticleType.CONCEPT,
            lang=draft.lang,
            material_urls=material,
            # Nobody knows who wrote a text from outside, and nothing is refused for what is found here.
            is_machine_draft=True,
            style=style_rules(profile.settings.current),
            known_pictures=pictures_in(base),
        )

    own = {(one.rule, one.params) for one in found_in(base)} if base else set()
    omitted = desk.sidecar.get("omitted")
    return (
        *(one for one in found_in(draft.text) if (one.rule, one.params) not in own),
        *unwritten_sections(draft.text, reasons_from_json(omitted) if isinstance(omitted, list) else ()),
    )
