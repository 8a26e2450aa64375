"""``neurodesk licence``: let a reviewer model sit an exam of planted errors."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from neurodesk import bootstrap
from neurodesk.app.commands.licence import Examined, Sat, examine
from neurodesk.app.profile import Profile
from neurodesk.app.queries.licences import Licence, all_licences
from neurodesk.cli import exit_codes
from neurodesk.cli.root import opened, print_json, profile_options
from neurodesk.domain.exam import ExamItem
from neurodesk.providers.models.exam_room import sit


@click.command("licence")
@click.argument("model", required=False)
@click.option("--seed", default=1, show_default=True, help="Another seed, another exam.")
@click.option(
    "--count",
    default=40,
    show_default=True,
    type=click.IntRange(40, 400),
    help="Items of each kind of error; twice as many are true.",
)
@click.option("--misses", default=0, show_default=True, help="Show so many wrong answers.")
@profile_options
def command(
    model: str | None,
    seed: int,
    count: int,
    misses: int,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> int:
    """Examine MODEL as reviewer with errors planted into your own articles; without MODEL list all exams.

    A model that misses the limit only advises: its drafts need a tick on every claim. Exit code 6 then.
    """
    if model is None:
        with opened(data_dir, overrides) as profile:
            _list(all_licences(profile), as_json)
        return exit_codes.OK
    with opened(data_dir, {**overrides, "models.reviewer": model}) as profile:
        found = _examined(profile, seed, count, quiet=as_json)
    if as_json:
        print_json(_as_json(found, misses))
    else:
        _tell(found, misses)
    return exit_codes.OK if found.licence.passed else exit_codes.FOUND_PROBLEMS


def _examined(profile: Profile, seed: int, count: int, *, quiet: bool) -> Examined:
    room = bootstrap.model_room(profile)

    def tell(done: int, of: int) -> None:
        if not quiet:
            click.echo(f"\r\x1b[K{done} of {of} asked", nl=done == of, err=True)

    async def sitting(items: Sequence[ExamItem]) -> Sat:
        found = await sit(room.structured, items, tell)
        return Sat(found.verdicts, found.model, found.digest, found.prompt_version)

    async def whole() -> Examined:
        try:
            await room.pool.check_health()
            return await examine(profile, sitting, seed=seed, count=count)
        finally:
            await room.pool.aclose()

    return asyncio.run(whole())


def _wrong(found: Examined, most: int) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    for item in found.items:
        verdict = found.sat.verdicts.get(item.id)
        refused = verdict is not None and verdict.value in ("unsupported", "contradicted")
        if refused == item.is_true or verdict is None:
            said = verdict.value if verdict else ""
            rows.append(
                {"kind": item.kind.value, "claim": item.claim, "source": item.source, "verdict": said}
            )
    return rows[:most]


def _as_json(found: Examined, misses: int) -> dict[str, Any]:
    return {**_licence_as_json(found.licence), "misses": _wrong(found, misses)}


def _licence_as_json(one: Licence) -> dict[str, Any]:
    return {
        "model": one.model,
        "digest": one.digest,
        "prompt_version": one.prompt_version,
        "at": one.at,
        "seed": one.seed,
        "passed": one.passed,
        **one.result,
    }


def _list(found: Sequence[Licence], as_json: bool) -> None:
    if as_json:
        print_json({"licences": [_licence_as_json(one) for one in found]})
        return
    for one in found:
        state = "licensed" if one.passed else "advises only"
        recall, alarm = one.result["recall"], one.result["false_alarm"]
        click.echo(
            f"{one.model:24} {state:12} errors found {recall['share']:.3f} (at least {recall['low']:.3f}),"
            f" false alarms {alarm['share']:.3f} (at most {alarm['high']:.3f})  {one.digest[:12]}"
        )
    if not found:
        click.echo("No reviewer was examined yet: neurodesk licence MODEL")


def _tell(found: Examined, misses: int) -> None:
    for kind, interval in found.result.by_kind.items():
        what = "refused wrongly" if kind == "paraphrase" else "found"
        click.echo(
            f"{kind:12} {interval.hits:4} of {interval.of:4} {what:16}"
            f" {interval.share:.3f} [{interval.low:.3f}, {interval.high:.3f}]"
        )
    click.echo(
        f"{found.result.hedged} were called partially supported, {found.result.unanswered} got no verdict;"
        f" {found.result.own} of {len(found.items)} items are made from your own sentences."
    )
    for row in _wrong(found, misses):
        click.echo(
            f"- {row['kind']}: {row['verdict'] or 'no verdict'}\n    {row['claim']}\n    {row['source']}"
        )
    _list([found.licence], as_json=False)
