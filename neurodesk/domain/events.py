"""Events from outside that say "here knowledge is missing" (SPEC G4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from neurodesk.domain.json_fields import Fields
from neurodesk.domain.tasks import MAX_TEXT_CHARACTERS, NewTask, Origin

# What comes from outside never stands before the curator's most urgent wish (SPEC I3).
MOST_PRIORITY_FROM_OUTSIDE = 0.9
DEFAULT_PRIORITY = 0.7
MAX_TOPIC_CHARACTERS = 200
MAX_HITS = 100


class EventType(StrEnum):
    """The types that may become a task; each says that an answer was missing, never that something broke."""

    ANSWER_INSUFFICIENT = "knowledge.answer_insufficient"
    SEARCH_EMPTY = "knowledge.search.empty"
    ANSWER_UNCERTAIN = "agent.answer.uncertain"


@dataclass(frozen=True, slots=True)
class Hit:
    """What the sender had found: an id of ours or of its own, with its own score."""

    id: str
    score: float


@dataclass(frozen=True, slots=True)
class Event:
    """One event as received; all texts are untrusted data (SPEC W9)."""

    type: EventType
    source: str
    query: str
    message: str = ""
    hits: tuple[Hit, ...] = ()
    priority: float = DEFAULT_PRIORITY


def type_of(value: object) -> str:
    """Return the ``type`` field of an event.

    Raises:
        BadInput: ``field_invalid``.
    """
    return Fields(value).text("type", most=200, required=True)


def read_event(value: Mapping[str, object]) -> Event | None:
    """Read an event; None for a type that is not known, whose other fields are not looked at (SPEC G4).

    Raises:
        BadInput: ``field_invalid`` naming the field.
    """
    fields = Fields(value)
    known = {str(one): one for one in EventType}
    name = type_of(value)
    if name not in known:
        return None
    hits = [
        Hit(one.text("id", most=500, required=True), one.number("score") or 0.0)
        for one in fields.objects("hits", most=MAX_HITS)
    ]
    priority = fields.inner("metadata").number("priority")
    return Event(
        type=known[name],
        source=fields.text("source", most=200),
        query=fields.text("query", most=MAX_TEXT_CHARACTERS, required=True),
        message=fields.text("message", most=10_000),
        hits=tuple(hits),
        priority=clamped(DEFAULT_PRIORITY if priority is None else priority),
    )


def clamped(priority: float) -> float:
    """Return a priority from outside, 0 to 0.9 (SPEC I3)."""
    return min(max(priority, 0.0), MOST_PRIORITY_FROM_OUTSIDE)


def task_of_event(event: Event, seeds: tuple[str, ...]) -> NewTask:
    """Return the task that an event asks for.

    Args:
        seeds: ids among the hits that are articles of ours.
    """
    question = " ".join(event.query.split())
    return NewTask(
        topic=_one_line(question, MAX_TOPIC_CHARACTERS),
        question=question,
        seed_node_ids=seeds,
        priority=event.priority,
        requested_by=Origin.EVENT,
        reason=_one_line(f"{event.type} from {event.source or 'an unnamed source'}: {event.message}", 500),
    )


def _one_line(text: str, most: int) -> str:
    flat = " ".join(text.split()).removesuffix(":")
    if len(flat) <= most:
        return flat
    cut = flat.rfind(" ", 0, most)
    return flat[: cut if cut > most // 2 else most]
