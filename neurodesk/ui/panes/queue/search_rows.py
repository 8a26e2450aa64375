"""The rows of a task's search: queries, and below each what it gave and what the gates decided (SPEC W4)."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from neurodesk.app.profile import Profile
from neurodesk.app.queries.search_live import search_events
from neurodesk.domain.search_events import PageLine, QueryLine, SearchEvent, SearchPicture, picture_of
from neurodesk.ui.desk.words import provider_word, reason_word
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import clock_seconds, decimal, duration, number
from neurodesk.ui.reading.visible import plain_label
from neurodesk.ui.widgets.list_change import ListChange, ranges
from neurodesk.ui.widgets.lists import TwoLine
from neurodesk.ui.widgets.paged_model import ROW_ROLE

Index = QModelIndex | QPersistentModelIndex
ALL, KEPT, REFUSED = "all", "kept", "refused"
LONGEST = 5_000


@dataclass(frozen=True, slots=True)
class QueryRow:
    """A query with the counts of what it gave so far."""

    line: QueryLine
    kept: int
    refused: int


Row = QueryRow | PageLine


@dataclass(frozen=True, slots=True)
class Shot:
    """The search at one step of its log: ``step`` of ``steps``; 0 steps when nothing was searched yet."""

    task_id: str
    step: int
    steps: int
    picture: SearchPicture

    @property
    def counts(self) -> dict[str, int]:
        """How many pages are there, were kept, were refused."""
        states = [one.state for one in self.picture.pages]
        return {ALL: len(states), KEPT: states.count("kept"), REFUSED: states.count("refused")}

    @property
    def reading(self) -> PageLine | None:
        """The page that is being read at this step."""
        return next((one for one in self.picture.pages if one.state == "fetching"), None)


class SearchReader:
    """Follows one task's log: each look reads only what came since; runs on reader threads."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._lock = threading.Lock()
        self._task_id = ""
        self._events: list[SearchEvent] = []

    def look(self, task_id: str, step: int = 0) -> Shot:
        """Return the picture at a step of the log, 0 for the newest."""
        with self._lock:
            if task_id != self._task_id:
                self._task_id, self._events = task_id, []
            last = self._events[-1].id if self._events else 0
            if len(self._events) < LONGEST:
                self._events += search_events(self._profile, task_id, after=last)
            count = len(self._events)
            at = min(step, count) or count
            return Shot(task_id, at, count, picture_of(self._events[:at]))


def rows_of(picture: SearchPicture, wanted: str) -> list[tuple[str, Row]]:
    """Return keys and rows: each query, then its pages as they came; a filter leaves out queries without any.

    Args:
        wanted: ``all``, ``kept`` or ``refused`` pages.
    """
    pages: dict[tuple[int, str, str], list[PageLine]] = {}
    for one in picture.pages:
        pages.setdefault((one.pass_number, one.provider, one.query), []).append(one)
    found: list[tuple[str, Row]] = []
    for line in picture.queries:
        # A wider search for the same words shares the list of the first one, which already holds its pages.
        mine = pages.pop((line.pass_number, line.provider, line.query), [])
        states = [one.state for one in mine]
        shown = [one for one in mine if wanted in (ALL, one.state)]
        if wanted == ALL or shown:
            key = f"q{line.pass_number}|{line.provider}|{int(line.wide)}|{line.query}"
            found.append((key, QueryRow(line, states.count("kept"), states.count("refused"))))
            found += [(_page_key(one), one) for one in shown]
    rest = [one for more in pages.values() for one in more if wanted in (ALL, one.state)]
    return found + [(_page_key(one), one) for one in rest]


def _page_key(one: PageLine) -> str:
    return f"p{one.pass_number}|{one.uri}"


class SearchRows(QAbstractListModel):
    """The rows; another picture is applied as differences by key, so that nothing jumps under the cursor."""

    def __init__(self) -> None:
        super().__init__()
        self._keys: list[str] = []
        self._rows: dict[str, Row] = {}

    def show_rows(self, found: Sequence[tuple[str, Row]]) -> None:
        """Show these rows."""
        rows = dict(found)
        keys = list(rows)
        change = ListChange.between(list(self._keys), list(keys))
        changed = [key for key in self._keys if key in rows and rows[key] != self._rows.get(key)]
        if change.moves is None or change.moves:
            self.beginResetModel()
            self._keys, self._rows = keys, rows
            self.endResetModel()
            return
        for first, last in reversed(ranges(change.gone)):
            self.beginRemoveRows(QModelIndex(), first, last)
            del self._keys[first : last + 1]
            self.endRemoveRows()
        self._rows = rows
        for first, last in ranges(change.fresh):
            self.beginInsertRows(QModelIndex(), first, last)
            self._keys[first:first] = keys[first : last + 1]
            self.endInsertRows()
        places = {key: place for place, key in enumerate(self._keys)} if changed else {}
        for first, last in ranges(sorted(places[key] for key in changed)):
            self.dataChanged.emit(self.index(first), self.index(last))

    def row(self, place: int) -> Row | None:
        """Return the row at a place, None outside."""
        return self._rows.get(self._keys[place]) if 0 <= place < len(self._keys) else None

    def place_of(self, row: Row) -> int:
        """Return where a row stands, or -1."""
        return next((place for place, key in enumerate(self._keys) if self._rows[key] == row), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self._keys)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a row (ROW_ROLE), or what is shown and said of it."""
        row = self.row(index.row()) if index.isValid() else None
        if row is None:
            return None
        if role == ROW_ROLE:
            return line_of(row)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return line_of(row).spoken
        return explained(row) if role == Qt.ItemDataRole.ToolTipRole else None


# -- words ----------------------------------------------------------------------------------------------


def address(uri: str) -> str:
    """Return an address as it is read: without its scheme and trailing slash."""
    return plain_label(unquote(uri.partition("://")[2] or uri).rstrip("/"))


def gate_word(gate: str) -> str:
    """Return what dropped a page."""
    words = {
        "snippet": tr("Search", "the gate before reading"),
        "fetch": tr("Search", "the fetch"),
        "text": tr("Search", "the gate of the full text"),
    }
    return words.get(gate, "")


def line_of(row: Row) -> TwoLine:
    """Return how a row is painted."""
    return _query_line(row) if isinstance(row, QueryRow) else _page_line(row)


def _query_line(row: QueryRow) -> TwoLine:
    line = row.line
    parts = [provider_word(line.provider)]
    if line.wide:
        parts.append(tr("Search", "wider"))
    if line.pass_number:
        parts.append(tr("Search", "round {number}").format(number=line.pass_number + 1))
    broken = ""
    if line.state == "asked":
        parts.append(tr("Search", "asked, no answer yet"))
    elif line.state == "failed":
        broken = " · ".join((*parts, reason_word(line.fault)))
    else:
        parts.append(plural("Search", "%n result(s)", line.hits))
        if row.kept:
            parts.append(tr("Search", "{count} kept").format(count=number(row.kept)))
        if row.refused:
            parts.append(tr("Search", "{count} refused").format(count=number(row.refused)))
    took = line.ended_at - line.asked_at if line.ended_at and line.asked_at else 0.0
    right = duration(took) if line.state != "asked" and took >= 0.05 else ""
    title = plain_label(line.query)
    return TwoLine(title, second=" · ".join(parts), right=right, unseen=True, icon="search", broken=broken)


def _page_line(row: PageLine) -> TwoLine:
    where = address(row.uri)
    icon, ink = {
        "kept": ("check", "task.completed.mark"),
        "refused": ("reject", "text.secondary"),
        "fetching": ("download", "task.running.mark"),
        "fetched": ("file", "text.secondary"),
    }.get(row.state, ("arrow-right", "text.tertiary"))
    words = {
        "kept": tr("Search", "kept"),
        "refused": reason_word(row.reason) if row.reason else tr("Search", "refused"),
        "fetching": tr("Search", "is being read"),
        "fetched": tr("Search", "read, not judged yet"),
    }.get(row.state, tr("Search", "chosen for reading"))
    if row.state == "kept" and row.score:
        words += f" {decimal(row.score)}"
    took = row.fetched_at - row.fetching_at if row.fetched_at and row.fetching_at else 0.0
    right = duration(took) if row.fetched_at and took >= 0.05 else ""
    second = f"{words} · {where}" if row.title else words
    return TwoLine(
        plain_label(row.title) or where,
        second=second,
        right=right,
        icon=icon,
        icon_ink=ink,
        quiet=row.state == "refused",
    )


def explained(row: Row) -> str:
    """Say all that is known of a row, one fact a line; foreign text stays text."""
    if isinstance(row, QueryRow):
        line = row.line
        lines = [line.query, f"{provider_word(line.provider)}, {clock_seconds(line.asked_at)}"]
        if line.state == "failed":
            lines.append(tr("Search", "It failed: {reason}.").format(reason=reason_word(line.fault)))
        return "\n".join(lines)
    lines = [address(row.uri)]
    if row.state == "refused":
        reason = reason_word(row.reason) if row.reason else tr("Search", "refused")
        gate = gate_word(row.gate)
        text = tr("Search", "Dropped by {gate}: {reason}.") if gate else tr("Search", "Refused: {reason}.")
        lines.append(text.format(gate=gate, reason=reason))
    elif row.state == "kept":
        lines.append(tr("Search", "Kept as evidence."))
    facts = []
    if row.snippet_score:
        facts.append(tr("Search", "snippet {score}").format(score=decimal(row.snippet_score)))
    if row.score:
        facts.append(tr("Search", "full text {score}").format(score=decimal(row.score)))
    if row.chars:
        facts.append(plural("Search", "%n character(s) read", row.chars))
    facts.append(clock_seconds(row.changed_at))
    lines.append(", ".join(facts))
    return "\n".join(lines)
