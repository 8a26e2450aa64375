"""The steps of a task's search as they happen, and the picture they make (SPEC W4, W11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum


class SearchStep(StrEnum):
    """What can happen; ``data`` of a ``SearchEvent`` holds the named values.

    ASKED: query, provider, wide. ANSWERED: query, provider, hits, wide. FAILED: query, provider, fault.
    FOUND: uri, title, query, provider, kept, reason, score (the snippet's gate).
    FETCHING: uri. FETCHED: uri, verdict, reason, detail, chars.
    JUDGED: uri, verdict, reason, detail, score (the full text's gate).
    """

    ASKED = "asked"
    ANSWERED = "answered"
    FAILED = "failed"
    FOUND = "found"
    FETCHING = "fetching"
    FETCHED = "fetched"
    JUDGED = "judged"


@dataclass(frozen=True, slots=True)
class SearchEvent:
    """One step, as it is stored."""

    id: int
    at: float
    task_id: str
    pass_number: int
    kind: SearchStep
    data: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class QueryLine:
    """One query to one provider; ``state`` is ``asked``, ``answered`` or ``failed``."""

    query: str
    provider: str
    pass_number: int
    state: str
    wide: bool = False
    hits: int = 0
    fault: str = ""
    asked_at: float = 0.0
    ended_at: float = 0.0


@dataclass(frozen=True, slots=True)
class PageLine:
    """One address on its way; ``state``: ``selected``, ``fetching``, ``fetched``, ``kept`` or ``refused``.

    ``gate`` names what refused it: ``snippet``, ``fetch`` or ``text``. ``fetching_at`` and ``fetched_at`` are
    UTC epoch seconds, 0 where it was not read.
    """

    uri: str
    title: str
    query: str
    provider: str
    pass_number: int
    state: str
    reason: str = ""
    detail: str = ""
    snippet_score: float = 0.0
    score: float = 0.0
    chars: int = 0
    changed_at: float = 0.0
    gate: str = ""
    fetching_at: float = 0.0
    fetched_at: float = 0.0


@dataclass(frozen=True, slots=True)
class SearchPicture:
    """The search of one task up to an event: queries and pages in the order they came."""

    queries: tuple[QueryLine, ...]
    pages: tuple[PageLine, ...]
    last_id: int = 0
    last_at: float = 0.0


def picture_of(events: Iterable[SearchEvent]) -> SearchPicture:
    """Fold events into the picture they make; a prefix of the events gives the picture of that moment."""
    queries: dict[tuple[object, ...], QueryLine] = {}
    pages: dict[tuple[int, str], PageLine] = {}
    last_id, last_at = 0, 0.0
    for one in events:
        last_id, last_at = one.id, one.at
        if one.kind in (SearchStep.ASKED, SearchStep.ANSWERED, SearchStep.FAILED):
            _query(queries, one)
        else:
            _page(pages, one)
    return SearchPicture(tuple(queries.values()), tuple(pages.values()), last_id, last_at)


def _query(queries: dict[tuple[object, ...], QueryLine], one: SearchEvent) -> None:
    data = one.data
    query, provider, wide = str(data.get("query", "")), str(data.get("provider", "")), bool(data.get("wide"))
    key = (one.pass_number, provider, query, wide)
    if one.kind is SearchStep.ASKED:  # asked again behind a deferral: the newest try counts
        queries[key] = QueryLine(query, provider, one.pass_number, "asked", wide, asked_at=one.at)
        return
    line = queries.get(key) or QueryLine(query, provider, one.pass_number, "asked", wide, asked_at=one.at)
    failed = one.kind is SearchStep.FAILED
    queries[key] = replace(
        line,
        state="failed" if failed else "answered",
        hits=0 if failed else _whole(data.get("hits")),
        fault=str(data.get("fault", "")) if failed else "",
        ended_at=one.at,
    )


def _page(pages: dict[tuple[int, str], PageLine], one: SearchEvent) -> None:
    data = one.data
    uri = str(data.get("uri", ""))
    key = (one.pass_number, uri)
    line = pages.get(key) or PageLine(uri, "", "", "", one.pass_number, "selected")
    reason, detail = str(data.get("reason", "")), str(data.get("detail", ""))
    if one.kind is SearchStep.FOUND:
        line = replace(
            line,
            title=str(data.get("title", "")),
            query=str(data.get("query", "")),
            provider=str(data.get("provider", "")),
            state="selected" if data.get("kept") else "refused",
            reason=reason,
            detail=detail,
            snippet_score=_number(data.get("score")),
            gate="" if data.get("kept") else "snippet",
        )
    elif one.kind is SearchStep.FETCHING:
        title = line.title or str(data.get("title", ""))
        line = replace(line, state="fetching", title=title, reason="", gate="", fetching_at=one.at)
    elif one.kind is SearchStep.FETCHED:
        state = "fetched" if data.get("verdict") == "fetched" else "refused"
        gate = "fetch" if state == "refused" else ""
        chars = _whole(data.get("chars"))
        line = replace(
            line, state=state, reason=reason, detail=detail, chars=chars, gate=gate, fetched_at=one.at
        )
    else:
        state = "kept" if data.get("verdict") == "kept" else "refused"
        gate = "text" if state == "refused" else ""
        score = _number(data.get("score"))
        line = replace(line, state=state, reason=reason, detail=detail, score=score, gate=gate)
    pages[key] = replace(line, changed_at=one.at)


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
