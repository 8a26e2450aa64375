"""What goes out: queries with what became of them, and the log of requests that left (SPEC W10)."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from neurodesk.app.profile import Profile
from neurodesk.domain.privacy import OutgoingQuery, QueryState
from neurodesk.storage.query_store import queries_of, waiting_count
from neurodesk.storage.request_log import (
    LoggedRequest,
    all_requests,
    count_purposes,
    request_ids,
    requests_by_id,
)

# What begins a formula, and what table programs cut before it.
_FORMULA = frozenset("=+-@")
_CUT = " \t\r\n\x00\u00a0\ufeff"


@dataclass(frozen=True, slots=True)
class TaskQueries:
    """The queries of one task that wait for the curator's look."""

    task_id: str
    topic: str
    queries: tuple[OutgoingQuery, ...]


def waiting_queries(profile: Profile) -> list[TaskQueries]:
    """Return what waits for the curator's look, by task, the oldest first."""
    waiting = profile.database.read(lambda rx: queries_of(rx, state=QueryState.WAITING))
    found: list[TaskQueries] = []
    for task_id in dict.fromkeys(one.task_id for one in waiting):
        topic = profile.database.read(
            lambda rx, task_id=task_id: rx.scalar("SELECT topic FROM task WHERE id = ?", (task_id,))  # type: ignore[misc]
        )
        mine = tuple(one for one in waiting if one.task_id == task_id)
        found.append(TaskQueries(task_id, str(topic or ""), mine))
    return found


def queries_of_task(profile: Profile, task_id: str) -> list[OutgoingQuery]:
    """Return a task's queries to the web with what became of them, in their order."""
    return profile.database.read(lambda rx: queries_of(rx, task_id=task_id))


def waiting_for_look(profile: Profile) -> int:
    """Return how many queries wait for the curator's look."""
    return profile.database.read(waiting_count)


@dataclass(frozen=True, slots=True)
class RequestFilter:
    """Which requests: of ``purposes`` (none: all), holding ``words`` in address, content, result or task."""

    purposes: tuple[str, ...] = ()
    words: str = ""


def some_request_ids(
    profile: Profile, wanted: RequestFilter, sort: str = "at", *, descending: bool = True
) -> list[int]:
    """Return the ids of the requests that left, sorted by a column (see ``request_ids``)."""
    return profile.database.read(
        lambda rx: request_ids(rx, wanted.purposes, wanted.words, sort, descending=descending)
    )


def some_requests(profile: Profile, ids: Sequence[int]) -> dict[int, tuple[LoggedRequest, str]]:
    """Return requests by id, each with its task's topic."""
    found = profile.database.read(lambda rx: requests_by_id(rx, ids))
    return {one.id: (one, topic) for one, topic in found}


def request_counts(profile: Profile, words: str = "") -> dict[str, int]:
    """Return how many requests hold the words, by purpose."""
    return profile.database.read(lambda rx: count_purposes(rx, words))


def export_requests(profile: Profile, kind: str) -> str:
    """Return the whole log of requests that left this machine, as ``csv`` or ``json``, oldest first."""
    rows = profile.database.read(lambda rx: list(all_requests(rx)))
    if kind == "json":
        listed = [dataclasses.asdict(one) | {"at": _moment(one)} for one in rows]
        return json.dumps(listed, ensure_ascii=False, indent=2) + "\n"
    out = io.StringIO()
    writer = csv.writer(out)
    names = [one.name for one in dataclasses.fields(LoggedRequest)]
    writer.writerow(names)
    for one in rows:
        values = dataclasses.asdict(one) | {"at": _moment(one)}
        writer.writerow([inert_cell(values[name]) for name in names])
    return out.getvalue()


def _moment(one: LoggedRequest) -> str:
    return datetime.fromtimestamp(one.at, UTC).isoformat(timespec="milliseconds")


def inert_cell(value: object) -> object:
    """A cell that begins like a formula must not become one in a table program.

    Table programs read wide letters as narrow ones, and some cut blanks and line ends before they look.
    """
    if not isinstance(value, str) or value[:1] == "":
        return value
    first = unicodedata.normalize("NFKC", value.lstrip(_CUT))[:1]
    return f"'{value}" if first in _FORMULA or value[0] in "\t\r\n" else value
