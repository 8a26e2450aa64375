"""The list of drafts: where its rows come from and how a row reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from neurodesk.app.profile import Profile
from neurodesk.app.queries.draft_lists import DraftFilter, DraftRow, draft_ids, draft_rows
from neurodesk.ui.i18n import tr
from neurodesk.ui.i18n.when import age
from neurodesk.ui.panes.review.words import kind_word, state_word
from neurodesk.ui.reading import plain_label
from neurodesk.ui.widgets.lamps import Lamp
from neurodesk.ui.widgets.lists import TwoLine
from neurodesk.ui.widgets.paged_model import Cell, Column, Question, RowId

_LAMPS = (
    ("contradicted", Lamp.CONTRADICTED),
    ("unsupported", Lamp.UNSUPPORTED),
    ("partially_supported", Lamp.PARTIAL),
    ("supported", Lamp.SUPPORTED),
    ("unjudged", Lamp.UNCHECKED),
)


class DraftRows:
    """Drafts of a profile for ``PagedModel``; both methods run on a reader thread."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile

    def ids(self, question: Question) -> Sequence[RowId]:
        """Return the ids of a list."""
        wanted = question.filter if isinstance(question.filter, DraftFilter) else DraftFilter()
        return draft_ids(self._profile, wanted, question.sort or "risk")

    def rows(self, ids: Sequence[RowId]) -> Mapping[RowId, DraftRow]:
        """Return the lines of some drafts."""
        return cast("Mapping[RowId, DraftRow]", draft_rows(self._profile, [str(one) for one in ids]))


def line_of(row: DraftRow, now: float) -> TwoLine:
    """Return a draft as a two-line row: lamps with their numbers, kind and age."""
    counts = tuple((lamp, row.counts[name]) for name, lamp in _LAMPS if row.counts.get(name))
    word = kind_word(row.kind) if row.state == "in_review" else state_word(row.state)
    minutes = tr("Review", "about {minutes} min").format(minutes=row.minutes) if row.minutes else ""
    right = " · ".join(part for part in (word, minutes, age(row.created_at, now)) if part)
    return TwoLine(plain_label(row.title, 200), counts, right=right, unseen=not row.opened)


def columns(profile: Profile) -> list[Column]:
    """Return the one column of the list; its text is what a screen reader says."""
    return [Column("title", "", lambda row: Cell(line_of(row, profile.clock.time()).spoken), sortable=False)]
