"""``neurodesk queue``: look at the research queue, ask for research, decide about tasks."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import click

from neurodesk.app.commands import tasks as commands
from neurodesk.app.queries import gates
from neurodesk.app.queries import tasks as queries
from neurodesk.app.sentences import local_time, reason_word, why_line
from neurodesk.cli.root import opened, print_json, profile_options
from neurodesk.domain.privacy import QUERIES_WAIT
from neurodesk.domain.tasks import EnqueueAnswer, NewTask, Task, TaskState
from neurodesk.storage.task_rows import DamagedTask

SHOWN_CHARACTERS = 120


@click.group("queue")
def command() -> None:
    """Show the research queue, add to it, and decide about its tasks."""


def _json(task: Task | DamagedTask) -> dict[str, object]:
    """Return a task for ``--json``; the fencing token stays inside."""
    values = dataclasses.asdict(task)
    values.pop("lease_token", None)
    return values


def as_line(task: Task | DamagedTask) -> str:
    """Return one line of the list."""
    if isinstance(task, DamagedTask):
        return f"{task.id:26} {task.state:10} damaged: {task.detail}"
    tail = ""
    if task.state is TaskState.DEFERRED:
        tail = f"  [{reason_word(task.deferral_reason)}; {_goes_on(task)}]"
    elif task.outcome is not None:
        tail = f"  [{reason_word(str(task.outcome))}]"
    subject = " ".join((task.topic or task.question).split())
    if len(subject) > SHOWN_CHARACTERS:
        subject = f"{subject[:SHOWN_CHARACTERS]}…"
    return f"{task.id:26} {task.state:10} {task.priority:4.2f} {task.requested_by:8} {subject}{tail}"


def _goes_on(task: Task) -> str:
    """Return what a deferred task waits for: a time, or an act of the curator's."""
    if not task.parked:
        return f"due {local_time(task.not_before)}"
    if task.deferral_reason == QUERIES_WAIT:
        return "`neurodesk queries list` shows them"
    return f"parked: `neurodesk queue retry {task.id}`"


@command.command("list")
@click.option(
    "--state",
    "states",
    multiple=True,
    type=click.Choice([str(one) for one in TaskState]),
    help="Only tasks in this state; may be repeated.",
)
@click.option(
    "--limit", default=100, show_default=True, type=click.IntRange(1, 10_000), help="List so many at most."
)
@profile_options
def list_(
    states: tuple[str, ...],
    limit: int,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> None:
    """List tasks: what runs, what waits by priority, then what is finished."""
    with opened(data_dir, overrides) as profile:
        tasks = queries.list_tasks(profile, [TaskState(one) for one in states], limit=limit)
        counts = queries.count_by_state(profile)
    if as_json:
        print_json({"tasks": [_json(task) for task in tasks], "counts": counts})
        return
    for task in tasks:
        click.echo(as_line(task))
    click.echo(", ".join(f"{number} {state}" for state, number in counts.items() if number) or "no tasks")


@command.command("show")
@click.argument("task_id", metavar="ID")
@profile_options
def show(task_id: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Show one task with its attempts, stages and what was refused."""
    with opened(data_dir, overrides) as profile:
        view = queries.show_task(profile, task_id)
    if as_json:
        print_json(
            {
                "task": _json(view.task),
                "transitions": [dataclasses.asdict(one) for one in view.transitions],
                "attempts": [dataclasses.asdict(one) for one in view.attempts],
                "stages": [{"stage": s, "pass": p, "at": at} for s, p, at in view.stages],
                "refused": dict(view.refused),
            }
        )
        return
    click.echo(as_line(view.task))
    if isinstance(view.task, Task):
        for label, text in (
            ("question", view.task.question),
            ("asked because", reason_word(view.task.reason)),
            ("ended so because", reason_word(view.task.result_reason)),
            ("last error", reason_word(view.task.last_error)),
            ("article", view.task.article_path),
        ):
            if text:
                click.echo(f"  {label}: {text}")
        click.echo(f"  attempts: {view.task.attempts} of {view.task.max_attempts} charged")
    for move in view.transitions:
        click.echo(f"  {local_time(move.at)}  {move.old or '-'} -> {move.new}  {reason_word(move.reason)}")
    for one in view.attempts:
        charge = "charged" if one.charged else "not charged"
        result = reason_word(one.result) or "running"
        click.echo(f"  attempt {one.number}: {result} {reason_word(one.reason)} ({charge})")
    for stage, pass_number, at in view.stages:
        click.echo(f"  stage {stage} (pass {pass_number}) finished {local_time(at)}")
    for reason, number in view.refused:
        click.echo(f"  refused {number} x {reason_word(reason)}")


@command.command("add")
@click.argument("topic")
@click.option("--question", default="", help="The question behind the topic.")
@click.option("--query", "search_queries", multiple=True, help="A search query; may be repeated.")
@click.option("--seed", "seeds", multiple=True, help="Id of an article it starts from; may be repeated.")
@click.option(
    "--priority", default=0.8, show_default=True, type=float, help="From 0 to 1; higher ones come first."
)
@click.option("--reason", default="", help="Why you ask.")
@click.option("--force", is_flag=True, help="Repeat a topic within its cooldown.")
@profile_options
def add(
    topic: str,
    question: str,
    search_queries: tuple[str, ...],
    seeds: tuple[str, ...],
    priority: float,
    reason: str,
    force: bool,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> None:
    """Ask for research on TOPIC."""
    new = NewTask(
        topic=topic,
        question=question,
        queries=search_queries,
        seed_node_ids=seeds,
        priority=priority,
        reason=reason,
    )
    with opened(data_dir, overrides) as profile:
        asked = commands.ask(profile, new, force=force)
        earlier = asked.answer.earlier
        refused = queries.show_task(profile, earlier.id).refused if earlier else ()
    answer = asked.answer
    if as_json:
        print_json(
            {
                "created": answer.created,
                "answer": str(answer.answer),
                "raised_from": answer.raised_from,
                "task": _json(answer.task),
                "earlier": None if earlier is None else _json(earlier) | {"refused": dict(refused)},
            }
        )
        return
    if answer.created:
        click.echo(f"Queued as {answer.task.id}.")
    elif answer.answer is EnqueueAnswer.LIVE:
        click.echo(f"It stands in the queue already: {answer.task.id} ({answer.task.state}).")
        if answer.raised_from is not None:
            click.echo(f"Its priority rose from {answer.raised_from:.2f} to {answer.task.priority:.2f}.")
    else:
        click.echo(f"It was researched not long ago: {answer.task.id}. --force repeats it.")
    if earlier is not None:
        click.echo(f"Last time ({local_time(earlier.finished_at)}): {_last_time(earlier)}.")
        for code, number in refused:
            click.echo(f"  refused {number} x {reason_word(code)}")


def _last_time(task: Task) -> str:
    result = reason_word(str(task.outcome or task.state))
    return f"{result}, {reason_word(task.last_error)}" if task.last_error else result


@command.command("why")
@profile_options
def why(data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Say in one line why nothing is running, and when it goes on."""
    with opened(data_dir, overrides) as profile:
        answer = gates.why(profile)
    if as_json:
        print_json(
            {
                "code": answer.code,
                "gate": None if answer.gate is None else str(answer.gate),
                "opens_at": answer.opens_at,
                "opens_on": answer.opens_on,
                "params": dict(answer.params),
                "text": why_line(answer),
            }
        )
    else:
        click.echo(why_line(answer))


@command.command("cancel")
@click.argument("task_id", metavar="ID")
@click.option("--reason", default="", help="Why.")
@profile_options
def cancel(
    task_id: str, reason: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]
) -> None:
    """Cancel a task that does not run yet."""
    with opened(data_dir, overrides) as profile:
        commands.cancel(profile, task_id, reason)
    _said(as_json, task_id, "cancelled", f"{task_id} is cancelled.")


@command.command("retry")
@click.argument("task_id", metavar="ID")
@profile_options
def retry(task_id: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Try a deferred or parked task now, or ask a finished one anew."""
    with opened(data_dir, overrides) as profile:
        task = commands.try_again(profile, task_id).answer.task
    words = f"{task.id} is {task.state}." if task.id == task_id else f"Queued anew as {task.id}."
    _said(as_json, task.id, str(task.state), words)


@command.command("priority")
@click.argument("task_id", metavar="ID")
@click.argument("priority", type=float)
@profile_options
def set_priority(
    task_id: str, priority: float, data_dir: Path | None, as_json: bool, overrides: dict[str, str]
) -> None:
    """Give a waiting task another PRIORITY, from 0 to 1."""
    with opened(data_dir, overrides) as profile:
        commands.set_priority(profile, task_id, priority)
    _said(as_json, task_id, "priority", f"{task_id} has priority {priority:.2f}.")


@command.command("stop-after-step")
@click.argument("task_id", metavar="ID")
@profile_options
def stop_after_step(task_id: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Let a running task leave after its step; a generation that runs is not aborted."""
    with opened(data_dir, overrides) as profile:
        commands.stop_after_step(profile, task_id)
    words = f"{task_id} stops after its step; what it has found is kept."
    _said(as_json, task_id, "stop_requested", words)


def _said(as_json: bool, task_id: str, result: str, words: str) -> None:
    if as_json:
        print_json({"id": task_id, "result": result})
    else:
        click.echo(words)
