"""``neurodesk eval article``: research planted gaps and score the drafts against the held-out originals."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

import click

from neurodesk import bootstrap
from neurodesk.app.commands import knowledge, library, tasks
from neurodesk.app.profile import Profile
from neurodesk.app.queries.articles import article_by_path
from neurodesk.app.queries.drafts import show_draft
from neurodesk.app.queue import task_store
from neurodesk.cli import exit_codes
from neurodesk.cli.root import print_json, profile_options
from neurodesk.domain.budget import local_day
from neurodesk.domain.errors import BadInput, EnvironmentFault, TaskFault
from neurodesk.domain.research import TaskResult
from neurodesk.domain.run_context import RunContext
from neurodesk.domain.tasks import NewTask, Task
from neurodesk.pipeline.evaluate_articles import ArticleTally, Flips, TwiceReviewer
from neurodesk.settings.paths import ProfilePaths

SHOWN = (
    "sentences_carried",
    "citation_precision",
    "citation_recall",
    "gold_found",
    "false_accepts",
    "flips_same_draft",
    "flips_other_order",
)


@dataclass(frozen=True, slots=True)
class Plant:
    """A gap with its held-out original; ``section`` is "" where the whole article was taken."""

    id: str
    kind: str
    path: str
    section: str
    question: str
    gold: str


@click.command("article")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--limit", default=8, show_default=True, help="How many gaps at most.")
@click.option(
    "--originals", is_flag=True, help="Put what was taken out into the library, so that it can be found."
)
@profile_options
def article(
    folder: Path,
    limit: int,
    originals: bool,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> int:
    """Research the gaps planted in FOLDER and score the drafts against what was taken out.

    FOLDER holds kb/, answer_key.jsonl and heldout/. The articles with gaps are the knowledge base, all others
    the library. Works in a folder of its own; of a profile named with --data-dir only the settings are taken:
    with a configured model its author and reviewer are measured, else the embedded engine.
    """
    plants = read_plants(folder)[: max(1, limit)]

    def tell(done: int, of: int) -> None:
        if not as_json and sys.stderr.isatty():
            click.echo(f"\r\x1b[K{done} of {of} gaps worked", nl=done == of, err=True)

    with tempfile.TemporaryDirectory(prefix="neurodesk-eval-") as made:
        report = measure(
            folder, Path(made), plants, _settings_of(data_dir), overrides, tell, originals=originals
        )
    if as_json:
        print_json(report)
    else:
        _tell(report)
    return exit_codes.OK if report["complete"] else exit_codes.STOPPED


def _tell(report: dict[str, Any]) -> None:
    click.echo(f"written by {report['author']}, judged by {report['reviewer']}")
    click.echo(f"{report['plants']} gaps, {report['drafts']} drafts, {report['accepted']} accepted")
    for name in SHOWN:
        one = report[name]
        value = "-" if one["value"] is None else f"{one['value']:.3f} [{one['low']:.3f}, {one['high']:.3f}]"
        click.echo(f"{name.replace('_', ' '):20} {value}  ({one['hits']} of {one['of']})")


def _settings_of(data_dir: Path | None) -> Path | None:
    return None if data_dir is None else ProfilePaths(data_dir.expanduser().absolute()).settings


def read_plants(folder: Path) -> list[Plant]:
    """Return the gaps that have a held-out original.

    Raises:
        BadInput: ``planted_folder_unreadable``.
    """
    try:
        held = [json.loads(one.read_text("utf-8")) for one in sorted((folder / "heldout").glob("*.json"))]
        gold = {str(one["ref"]): str(one["text"]) for one in held}
        key = [
            json.loads(line) for line in (folder / "answer_key.jsonl").read_text("utf-8").splitlines() if line
        ]
        found = []
        for one in key:
            path, section = str(one["path"]), str(one.get("section", ""))
            text = gold.get(f"{path}#{section}" if section else path)
            if text is not None:
                question = str(one.get("question", "") or section)
                found.append(Plant(str(one["id"]), str(one["type"]), path, section, question, text))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput("planted_folder_unreadable", folder=str(folder), detail=str(error)) from error
    if not found:
        raise BadInput("planted_folder_unreadable", folder=str(folder), detail="no held-out original")
    return found


def measure(
    folder: Path,
    work: Path,
    plants: Sequence[Plant],
    settings: Path | None,
    overrides: dict[str, str],
    tell: Callable[[int, int], None] = lambda _done, _of: None,
    *,
    originals: bool = False,
) -> dict[str, Any]:
    """Lay out knowledge base and library, research each gap, score each draft.

    Args:
        originals: put each held-out original into the library, a section below its article's title.
        tell: told how many gaps were worked, and of how many. Ctrl+C ends with what was scored so far.
    """
    gaps = {one.path for one in read_plants(folder) if one.section}
    for path in sorted((folder / "kb").rglob("*.md")):
        name = path.relative_to(folder / "kb").as_posix()
        target = work / ("kb" if name in gaps else "library") / PurePosixPath(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    (work / "kb").mkdir(exist_ok=True)
    (work / "library").mkdir(exist_ok=True)
    for plant in plants if originals else ():
        _lay_original(folder, work / "library", plant)
    if settings is not None and settings.is_file():
        paths = ProfilePaths(work / "profile")
        paths.create()
        shutil.copyfile(settings, paths.settings)
    tally, flips = ArticleTally(plants=len(plants)), Flips()
    with (
        bootstrap.open_profile(work / "profile", overrides=overrides) as profile,
        bootstrap.open_extractor() as extractor,
    ):
        kb = knowledge.register_kb(profile, work / "kb", "Planted")
        knowledge.import_kb(profile, kb.id)
        library.index(profile, extractor, library.add_collection(profile, work / "library", "others").name)
        rows: list[dict[str, Any]] = []
        try:
            for plant in plants:
                rows.append(_score(profile, plant, tally, flips))
                tell(len(rows), len(plants))
        except KeyboardInterrupt:
            tally.plants = len(rows)
        who = bootstrap.model_room(profile)
        names = {"author": who.author().label, "reviewer": who.reviewer().label}
    return {**names, "complete": len(rows) == len(plants), **tally.report(flips), "rows": rows}


def _lay_original(folder: Path, library: Path, plant: Plant) -> None:
    """Write a held-out original as a document; a section alone would not tell what it is about."""
    text = plant.gold
    if plant.section:
        head = (folder / "kb" / plant.path).read_text("utf-8")
        title = re.search(r"(?m)^title:[ \t]*(.+)$|^# (.+)$", head)
        name = (title[1] or title[2]).strip("\"' ") if title else plant.section
        text = f"# {name}\n\n{plant.gold}"
    target = library / "originals" / f"{plant.id}.md"
    target.parent.mkdir(exist_ok=True)
    target.write_text(text, "utf-8")


def _score(profile: Profile, plant: Plant, tally: ArticleTally, flips: Flips) -> dict[str, Any]:
    row: dict[str, Any] = {"id": plant.id, "type": plant.kind, "path": plant.path}
    try:
        result = asyncio.run(_research(profile, plant, flips))
    except (TaskFault, EnvironmentFault) as fault:
        return {**row, "outcome": fault.code}
    row |= {"outcome": result.outcome.value, "reason": result.reason}
    if not result.article_id:
        return row
    desk = show_draft(profile, result.article_id)
    claims = [one.claim for one in desk.claims]
    hashes = {ref.sha256 for claim in claims for ref in claim.refs}
    texts = profile.database.read(
        lambda rx: {
            sha256: str(rx.scalar("SELECT body FROM text WHERE sha256 = ?", (sha256,)) or "")
            for sha256 in hashes
        }
    )
    tally.drafts += 1
    tally.accepted += bool(result.article_path)
    return {**row, **tally.add(desk.draft.text, claims, texts, plant.gold)}


async def _research(profile: Profile, plant: Plant, flips: Flips) -> TaskResult:
    """Work one gap as the curator's own task, from the queue to its result."""
    node = article_by_path(profile, plant.path) if plant.section else None
    topic = f"{plant.section}: {node.title}" if node is not None else plant.question
    new = NewTask(topic=topic[:200], question=plant.question, seed_node_ids=(node.id,) if node else ())
    tasks.ask(profile, new, force=True)
    store, now = task_store(profile), profile.clock.time()
    reserved = store.reserve("eval:1", now)
    assert reserved is not None, "what was asked just now can be worked"
    task: Task = store.start(reserved.id, reserved.lease_token, now, local_day(now))
    context = RunContext(task.lease_token, profile.clock, lambda: None, lambda: None, lambda *_a, **_p: None)
    with bootstrap.open_research(
        profile, lambda tools: replace(tools, reviewer=TwiceReviewer(tools.reviewer, flips))
    ) as runner:
        result = await runner(task, context)
    store.complete(task.id, task.lease_token, profile.clock.time(), result)
    return result
