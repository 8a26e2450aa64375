"""The one door for "knowledge is missing": events of other programs, unanswered questions (SPEC G4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from neurodesk.app.commands.tasks import ask
from neurodesk.app.profile import Profile
from neurodesk.domain.changes import ChangeSet
from neurodesk.domain.errors import BadInput
from neurodesk.domain.events import Event, EventType, read_event, task_of_event, type_of
from neurodesk.domain.tasks import Task
from neurodesk.storage.activity_store import note
from neurodesk.storage.db import Rx
from neurodesk.storage.scan_feeds import ignored_question

TYPE_UNKNOWN = "type_unknown"
TRIGGERS_OFF = "query_triggers_off"


class EventResult(StrEnum):
    """What became of an event."""

    QUEUED = "queued"
    EXISTING = "existing"
    IGNORED = "ignored"


@dataclass(frozen=True, slots=True)
class EventAnswer:
    """The answer to an event.

    Attributes:
        reason: why it was ignored: ``type_unknown`` or ``query_triggers_off``; "" otherwise.
        detail: the answer in one sentence.
    """

    result: EventResult
    reason: str = ""
    detail: str = ""
    task: Task | None = None
    changes: ChangeSet = field(default_factory=ChangeSet)


def receive(profile: Profile, value: object) -> EventAnswer:
    """Take an event as another program sent it.

    Raises:
        BadInput: ``field_invalid`` naming the field; nothing was changed.
    """
    if not isinstance(value, Mapping):
        raise BadInput("field_invalid", field="(body)", expected="a JSON object")
    event = read_event(value)
    if event is None:
        name = type_of(value)
        known = ", ".join(EventType)
        return _ignored(
            profile, TYPE_UNKNOWN, name, f"{name!r} is no type that starts research; {known} are."
        )
    return take(profile, event)


def take(profile: Profile, event: Event) -> EventAnswer:
    """Make a task of an event, when ``worker.query_triggers`` is on; it waits behind the gates (SPEC Q10)."""
    seeds = profile.database.read(lambda rx: _known_nodes(rx, [hit.id for hit in event.hits]))
    if not profile.settings.current.switch("worker.query_triggers"):
        detail = "The curator switched off that unanswered questions become tasks (worker.query_triggers)."
        # The question is a finding of the next scan, whatever becomes of it.
        asked_for = ignored_question(" ".join(event.query.split()), seeds)
        return _ignored(profile, TRIGGERS_OFF, str(event.type), detail, asked_for)
    asked = ask(profile, task_of_event(event, seeds))
    created = asked.answer.created
    return EventAnswer(
        EventResult.QUEUED if created else EventResult.EXISTING,
        detail="It became a task." if created else f"A task stands for it already ({asked.answer.answer}).",
        task=asked.answer.task,
        changes=asked.changes,
    )


def _ignored(
    profile: Profile, reason: str, name: str, detail: str, more: Mapping[str, object] | None = None
) -> EventAnswer:
    now = profile.clock.time()
    params = {"type": name, "reason": reason, **(more or {})}
    if more:  # what is asked must not be lost with the process
        profile.database.write(lambda tx: note(tx, now, "event_ignored", params=params))
    else:
        profile.database.submit(lambda tx: note(tx, now, "event_ignored", params=params))
    return EventAnswer(EventResult.IGNORED, reason, detail)


def _known_nodes(rx: Rx, ids: list[str]) -> tuple[str, ...]:
    """Return the ids that are nodes, in their order; a hit of the sender's own index is no seed."""
    known = [one for one in ids if rx.scalar("SELECT 1 FROM node WHERE id = ?", (one,))]
    return tuple(dict.fromkeys(known))
