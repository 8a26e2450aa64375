"""What the gaps place shows of one finding: its pages, its pair, and acts that read more."""

from __future__ import annotations

from neurodesk.app.commands import scan as scan_commands
from neurodesk.app.commands.begin_draft import Begun, add_outside_draft
from neurodesk.app.decide import DESK
from neurodesk.app.profile import Profile
from neurodesk.app.queries.articles import article_view
from neurodesk.app.queries.findings import (
    FindingView,
    finding,
)
from neurodesk.domain.changes import ChangeSet
from neurodesk.domain.decisions import Actor
from neurodesk.domain.errors import BadInput
from neurodesk.domain.scanning import FindingState, FindingType
from neurodesk.ui.i18n import tr
from neurodesk.ui.i18n.when import day, decimal
from neurodesk.ui.panes.gaps.words import (
    detail_words,
    signal_word,
    state_word,
    type_icon,
    type_sentence,
    type_word,
)
from neurodesk.ui.panes.page import Page
from neurodesk.ui.panes.pair import Pair, Side
from neurodesk.ui.panes.review.words import language_word
from neurodesk.ui.reading import SafeDocument, plain_label

FILTER_AFTER_MS = 60
PAIRS = (FindingType.CONTRADICTION, FindingType.NEAR_DUPLICATE)
ARTICLE_LINK = "article:"
SNOOZES_DAYS = (7, 30, 90)


def begin_edit(profile: Profile, node_id: str, who: str) -> Begun:
    """Lay an article on the desk as a manual draft; for the command thread.

    Raises:
        BadInput: ``article_unknown``.
    """
    view = article_view(profile, node_id)
    return add_outside_draft(
        profile,
        view.node.body,
        Actor(who, DESK),
        kb=view.node.kb_id,
        base_path=view.node.path,
    )


def take_back_pair(profile: Profile, finding_id: str, who: str) -> ChangeSet:
    """Make a judged pair a proposal again; for the command thread."""
    from neurodesk.app.commands.edges import judge_edge
    from neurodesk.app.queries.graph import edge_of_pair
    from neurodesk.domain.graph import EdgeStatus

    found = finding(profile, finding_id)
    if found is None:
        raise BadInput("finding_unknown", id=finding_id)
    edge_id = edge_of_pair(profile, found.node_id, found.other_node_id, str(found.type))
    changes = [scan_commands.reopen(profile, finding_id, who)]
    if edge_id:
        changes.append(judge_edge(profile, edge_id, EdgeStatus.PROPOSED, who))
    return ChangeSet.merged(changes)


def pair_of(found: FindingView) -> Pair | None:
    """Return the two passages of a finding about two articles, None for one about a single one."""
    if not found.other_node_id:
        return None
    texts = {str(one.get("node_id", "")): str(one.get("text", "")) for one in found.passages}
    first = found.passages[0].get("node_id") if found.passages else found.node_id
    values = found.values or ("", "")
    if first != found.node_id:
        values = (values[1], values[0])
    decided = {
        "accepted": tr("Gaps", "Accepted. U takes it back."),
        "rejected": tr("Gaps", "Rejected. U takes it back."),
    }.get(found.edge_status, "")
    if found.type not in PAIRS:
        decided = type_sentence(found.type)
    return Pair(
        type_word(found.type),
        tr("Gaps", "Weight {score}").format(score=decimal(found.score)),
        tr("Gaps", "An accepted one becomes a research question with priority. No file is changed."),
        Side(found.title, found.path, texts.get(found.node_id, ""), values[0]),
        Side(found.other_title, found.other_path, texts.get(found.other_node_id, ""), values[1]),
        decided,
        type_icon(found.type),
    )


def decided_words(found: FindingView) -> str:
    """Say what the curator decided about a finding, and why."""
    if found.state is FindingState.OPEN:
        return type_sentence(found.type)
    parts = [state_word(found.state), found.decided_by]
    if found.until:
        parts.append(tr("Gaps", "until {day}").format(day=day(found.until)))
    parts.append(found.reason)
    return " · ".join(plain_label(part, 120) for part in parts if part)


def finding_page(found: FindingView) -> SafeDocument:
    """Lay out what a finding says."""
    page = Page().heading(found.title or found.path, 1)
    page.quiet(
        " · ".join(part for part in (type_word(found.type), found.path, language_word(found.lang)) if part)
    )
    page.text(type_sentence(found.type))
    for label, value in detail_words(found):
        page.fact(label, value)
    if not found.other_node_id:
        for one in found.passages:
            page.bullet(passage_words(str(one.get("text", ""))))
    return page.done()


def passage_words(text: str) -> str:
    """Return a passage on one line; a heading ends with a colon, so that it does not run into its text."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return " ".join(
        f"{head}:" if line.startswith("#") and number + 1 < len(lines) else head
        for number, line in enumerate(lines)
        if (head := " ".join(line.lstrip("#").split()))
    )


def why_page(found: FindingView) -> SafeDocument:
    """Lay out which signals speak for a finding, each with its share."""
    page = Page().heading(tr("Gaps", "Signals"))
    for name, strength, share in found.signals:
        text = tr("Gaps", "{share} % of the weight, strength {strength}")
        page.bullet(signal_word(name), text.format(share=round(share * 100), strength=decimal(strength)))
    page.fact(tr("Gaps", "Weight"), decimal(found.score))
    page.fact(tr("Gaps", "First seen"), day(found.first_seen_at))
    page.heading(tr("Gaps", "Articles"), 4)
    page.bullet(found.title or found.path, found.path, f"{ARTICLE_LINK}{found.node_id}")
    if found.other_node_id:
        page.bullet(
            found.other_title or found.other_path, found.other_path, f"{ARTICLE_LINK}{found.other_node_id}"
        )
    return page.done()
