"""Commands on the research queue (SPEC Q4, Q6, Q8)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from neurodesk.app.profile import Profile
from neurodesk.app.queue import task_store
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.tasks import EnqueueAnswer, NewTask, Origin, Task, TaskState
from neurodesk.storage.task_store import Enqueued


@dataclass(frozen=True, slots=True)
class Asked:
    """The queue's answer to a request, and what changed."""

    answer: Enqueued
    changes: ChangeSet


def ask(profile: Profile, new: NewTask, *, force: bool = False) -> Asked:
    """Put a request into the queue; it keeps the source filter that counts now (SPEC Q4, K5).

    Args:
        force: repeat a topic within its cooldown; only the curator may say so.

    Raises:
        BadInput: the request is wrong; nothing was changed.
    """
    if new.filter_keys is None:
        new = replace(new, filter_keys=profile.settings.current.source_filter())
    answer = task_store(profile).enqueue(new, profile.clock.time(), force=force)
    changed = answer.created or answer.raised_from is not None
    return Asked(answer, _task(answer.task.id) if changed else ChangeSet())


def cancel(profile: Profile, task_id: str, reason: str = "") -> ChangeSet:
    """Cancel a task that does not run yet.

    Raises:
        BadInput: ``task_unknown``. RuleRefused: it runs, or is finished (SPEC Q8).
    """
    task_store(profile).cancel(task_id, profile.clock.time(), reason)
    return _task(task_id)


def stop_after_step(profile: Profile, task_id: str) -> ChangeSet:
    """Ask a running task to leave after its step; a generation that runs is not aborted (SPEC Q8)."""
    task_store(profile).request_stop(task_id, profile.clock.time())
    return _task(task_id)


def set_priority(profile: Profile, task_id: str, priority: float) -> ChangeSet:
    """Change the priority of a waiting task."""
    task_store(profile).set_priority(task_id, priority, profile.clock.time())
    return _task(task_id)


def try_again(profile: Profile, task_id: str) -> Asked:
    """Run a deferred or parked task now, or ask a finished one anew (SPEC Q4, Q6).

    A finished task stays as history; its request goes into the queue as the curator's forced repeat.
    """
    store = task_store(profile)
    now = profile.clock.time()
    task = store.get(task_id)
    if task.state in (TaskState.COMPLETED, TaskState.FAILED, TaskState.CANCELLED):
        answer = store.enqueue(repeat_of(task), now, force=True)
        return Asked(answer, _task(answer.task.id))
    store.try_again(task_id, now)
    return Asked(Enqueued(store.get(task_id), EnqueueAnswer.LIVE), _task(task_id))


def repeat_of(task: Task) -> NewTask:
    """Return the request that repeats a finished task for the curator."""
    return NewTask(
        topic=task.topic,
        question=task.question,
        research_questions=task.research_questions,
        queries=task.queries,
        seed_node_ids=task.seed_node_ids,
        priority=task.priority,
        requested_by=Origin.CURATOR,
        reason=task.reason,
        signals=task.signals,
        filter_keys=task.filter_keys,
        kind=task.kind,
        article_type=task.article_type,
    )


def _task(task_id: str) -> ChangeSet:
    return ChangeSet.of((Kind.TASK, task_id))
