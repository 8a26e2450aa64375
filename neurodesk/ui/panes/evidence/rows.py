"""The rows of the evidence list: two lines each, in words (SPEC W4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from neurodesk.app.profile import Profile
from neurodesk.app.queries.evidence_lists import EvidenceFilter, EvidenceRow, evidence_ids, evidence_rows
from neurodesk.ui.desk.words import source_word
from neurodesk.ui.i18n import tr
from neurodesk.ui.i18n.when import day, decimal
from neurodesk.ui.panes.review.passage import short_uri
from neurodesk.ui.panes.review.words import refusal_word
from neurodesk.ui.reading import plain_label
from neurodesk.ui.widgets.lists import TwoLine
from neurodesk.ui.widgets.paged_model import Question, RowId


def group_word(group: str) -> str:
    """Return the word of a decision."""
    words = {
        "grounded": tr("Evidence", "Used in an article"),
        "learned": tr("Evidence", "Learned"),
        "pending": tr("Evidence", "Waiting for review"),
        "refused": tr("Evidence", "Refused"),
    }
    return words[group]


def group_icon(group: str) -> str:
    """Return the icon of a decision."""
    icons = {
        "grounded": "lamp-supported",
        "learned": "check",
        "pending": "lamp-partial",
        "refused": "reject",
    }
    return icons[group]


def state_of(row: EvidenceRow) -> tuple[str, str, str]:
    """Return a row's word, icon and ink."""
    words = {
        "grounded": (tr("Evidence", "used"), "lamp-supported", "claim.supported.mark"),
        "learned": (tr("Evidence", "learned"), "check", "task.completed.mark"),
        "superseded": (tr("Evidence", "superseded"), "history", "text.secondary"),
        "refused": (refusal_word(row.reason), "reject", "text.secondary"),
    }
    return words.get(row.state, (tr("Evidence", "waiting for review"), "lamp-partial", "claim.partial.mark"))


def line_of(row: EvidenceRow) -> TwoLine:
    """Return a row as two lines: title, then state or reason, source, day."""
    word, icon, ink = state_of(row)
    if row.state == "refused" and row.confidence:
        # Reason and measure stand together, so that a narrow list cuts the source's name first.
        word = tr("Evidence", "{reason} ({score})").format(reason=word, score=decimal(row.confidence))
    parts = [word]
    if row.suspicious:
        parts.append(tr("Evidence", "suspected instruction"))
    parts.append(source_word(row.source))
    return TwoLine(
        plain_label(row.title or short_uri(row.uri), 200),
        second=plain_label(" · ".join(part for part in parts if part), 200),
        right=day(row.at),
        icon=icon,
        icon_ink=ink,
        quiet=row.state == "refused",
    )


class EvidenceRows:
    """Evidence and candidates of a profile for ``PagedModel``; both methods run on a reader thread."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile

    def ids(self, question: Question) -> Sequence[RowId]:
        """Return the ids of a list."""
        wanted = question.filter if isinstance(question.filter, EvidenceFilter) else EvidenceFilter()
        return evidence_ids(self._profile, wanted)

    def rows(self, ids: Sequence[RowId]) -> Mapping[RowId, EvidenceRow]:
        """Return some rows."""
        return cast("Mapping[RowId, EvidenceRow]", evidence_rows(self._profile, [str(one) for one in ids]))
