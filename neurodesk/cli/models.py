"""``neurodesk models``: nodes, roles, warnings, the trace of calls, and a try."""

from __future__ import annotations

import asyncio
import dataclasses
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import click

from neurodesk import bootstrap
from neurodesk.app.commands import secrets
from neurodesk.app.profile import Profile
from neurodesk.app.queries import nodes as queries
from neurodesk.app.sentences import reason_word
from neurodesk.cli.log_export import log_export_options, write_log
from neurodesk.cli.root import opened, print_json, profile_options
from neurodesk.providers.models.node_tokens import secret_name
from neurodesk.providers.models.pool_nodes import NodeState
from neurodesk.providers.models.room import ModelRoom, RoleState
from neurodesk.providers.models.try_roles import try_role

T = TypeVar("T")
WARNINGS = {
    "node_address_invalid": "{address} is no address of a node.",
    "author_and_reviewer_are_one_model": "Author and reviewer are {model}: it checks its own text.",
    "model_digests_differ": "The nodes hold different versions of {model}.",
    "author_and_reviewer_do_not_fit": "{node} holds {have} GB, author and reviewer need {need} GB.",
    "author_and_reviewer_take_turns": "{node} holds one model: author and reviewer are loaded in turns.",
    "author_and_reviewer_may_not_fit": "Estimated by the sizes of their files, author and reviewer need "
    "{need} GB; {node} runs on a machine with {have} GB. Each turn may load one of them anew.",
    "author_and_reviewer_fit_unknown": "{node} does not say what it holds. Estimated by the sizes of "
    "their files, author and reviewer need {need} GB together.",
    "prompts_leave_this_machine": "Prompts to {node} leave this machine.",
}


@click.group("models", invoke_without_command=True)
@profile_options
@click.pass_context
def command(ctx: click.Context, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Show the model nodes, who can play which role, and what to look at."""
    if ctx.invoked_subcommand is not None:
        return
    with opened(data_dir, overrides) as profile:
        room = _looked_at(profile)
        nodes, roles, warnings = room.nodes(), room.roles(), room.warnings()
        sums = queries.call_sums(profile)
    told = [WARNINGS[one.code].format_map(dict(one.params)) for one in warnings]
    if as_json:
        print_json(
            {
                "nodes": [_node_as_json(one) for one in nodes],
                "roles": [dataclasses.asdict(one) for one in roles],
                "warnings": [{"code": one.code, **dict(one.params)} for one in warnings],
                "calls": [dataclasses.asdict(one) for one in sums],
            }
        )
        return
    if not nodes:
        click.echo("No node is configured: the embedded engine works (extractive, no language model).")
        click.echo("`neurodesk config set models.ollama_urls ADDRESS` adds one.")
    for node in nodes:
        _print_node(node)
    for role in roles:
        _print_role(role)
    for line in told:
        click.echo(f"Note: {line}")
    for one in sums:
        click.echo(
            f"{one.node} {one.model}: {one.calls} calls, {one.failed} failed, {one.truncated} truncated, "
            f"{one.swaps} swaps, wait {one.mean_wait_s:.1f} s, {one.mean_s:.1f} s, "
            f"{one.tokens_per_s:.0f} tokens/s"
        )


@command.command("calls")
@click.option("--task", default="", help="Only the calls of this task.")
@click.option("--limit", default=50, show_default=True, help="At most so many.")
@log_export_options
@profile_options
def calls(
    task: str,
    limit: int,
    target: Path | None,
    kind: str,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> None:
    """Show the trace of model calls, oldest first, or write it into a file."""
    with opened(data_dir, overrides) as profile:
        if target is not None:
            write_log(profile, target, queries.export_calls(profile, kind, task), as_json)
            return
        found = queries.task_calls(profile, task) if task else queries.newest_calls(profile, limit)
    if as_json:
        print_json({"calls": [dataclasses.asdict(one) for one in found]})
        return
    for one in found:
        click.echo(
            f"{one.role:9} {one.model:20} {one.node:20} {one.outcome:14} wait {one.wait_s:6.1f} s"
            f"  {one.duration_s:6.1f} s  {one.prompt_tokens} + {one.reply_tokens} tokens of {one.num_ctx}"
            + ("  truncated" if one.truncated else "")
        )
    if not found:
        click.echo("No model was called yet.")


@command.command("test")
@click.argument("role", type=click.Choice(["planner", "author", "reviewer", "embedding"]), default="author")
@profile_options
def test(role: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Make one small real call as ROLE and show what came of it."""
    with opened(data_dir, overrides) as profile:
        found = _run(profile, lambda room: try_role(room, role))
    if as_json:
        print_json(found)
        return
    click.echo(f"{found['model']} as {role} on {found['node']}: {found['seconds']:.1f} s. {found['said']}")


@command.command("token")
@click.argument("node")
@click.option("--forget", is_flag=True, help="Remove the token.")
@profile_options
def token(node: str, forget: bool, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Keep the bearer token of NODE; it is asked for, or read from standard input, and never shown."""
    with opened(data_dir, overrides) as profile:
        url = secrets.node_url(profile, node)
        name = secret_name(url)
        if forget:
            secrets.forget_node_token(profile, name)
            where = place = ""
        else:
            given = click.prompt("Token", hide_input=True) if sys.stdin.isatty() else sys.stdin.readline()
            kept = secrets.set_node_token(profile, name, url, given)
            place, where = kept.place.value, kept.where
    if as_json:
        print_json({"node": node, "url": url, "place": place, "where": where})
    elif forget:
        click.echo(f"The token of {node} is removed.")
    elif place == "key_ring":
        click.echo(f"The token of {node} stands in the key ring ({where}).")
    else:
        click.echo(f"No accepted key ring answers: the token stands in {where}, readable by you only.")


def _looked_at(profile: Profile) -> ModelRoom:
    """Return the models after a fresh health check; without nodes nothing is asked."""

    async def look(room: ModelRoom) -> ModelRoom:
        await room.pool.check_health()
        return room

    return _run(profile, look)


def _run(profile: Profile, work: Callable[[ModelRoom], Coroutine[Any, Any, T]]) -> T:
    room = bootstrap.model_room(profile)

    async def whole() -> T:
        try:
            return await work(room)
        finally:
            await room.pool.aclose()

    return asyncio.run(whole())


def _node_as_json(node: NodeState) -> dict[str, object]:
    return dataclasses.asdict(node)


def _print_node(node: NodeState) -> None:
    state = reason_word(node.fault) if node.fault else "answers"
    cooling = f", cooling down {node.cooling_s:.0f} s" if node.cooling_s else ""
    detail = f" ({node.detail})" if node.detail else ""
    click.echo(f"{node.name:24} {node.protocol:7} {state}{detail}{cooling}  {node.url}")
    for model in node.models:
        marks = [f"{model.size_bytes / 1e9:.1f} GB"] if model.size_bytes else []
        marks += ["loaded"] * (model.name in node.loaded) + ["cloud"] * model.is_cloud
        click.echo(f"    {model.name}" + (f"  ({', '.join(marks)})" if marks else ""))


def _print_role(role: RoleState) -> None:
    if not role.fault:
        click.echo(f"{role.role.value:10} {role.model} on {', '.join(role.nodes)}")
    else:
        click.echo(f"{role.role.value:10} embedded engine ({role.model}: {reason_word(role.fault)})")
