"""``neurodesk demo``: the sample knowledge base, in the window or as a whole session without one."""

from __future__ import annotations

import os
import platform
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from neurodesk import bootstrap
from neurodesk.app import sample
from neurodesk.app.commands.sample import ask_questions, read_sample
from neurodesk.app.commands.vectors import index_missing
from neurodesk.app.profile import Profile
from neurodesk.app.queries import session
from neurodesk.cli.gui import open_window
from neurodesk.cli.root import opened, print_json, profile_options
from neurodesk.settings.paths import default_data_dir
from neurodesk.worker.loop import RunMode

GAPS_SHOWN = 12
CLAIM_CHARS = 78


@click.command("demo")
@click.option("--headless", is_flag=True, help="Do a whole session without a window and print its result.")
@click.option("--fresh", is_flag=True, help="Throw the former sample profile and copy away first.")
@profile_options
def command(
    headless: bool, fresh: bool, data_dir: Path | None, as_json: bool, overrides: dict[str, str]
) -> None:
    """Try NeuroDesk on its sample: read it, find gaps, research them offline, lay drafts on the desk."""
    profile_dir = (data_dir or default_data_dir().with_name("neurodesk-sample")).expanduser().absolute()
    kb_dir = profile_dir.with_name(profile_dir.name + "-kb")
    if fresh and (kb_dir / sample.MARK).exists():
        shutil.rmtree(profile_dir, ignore_errors=True)
    sample.copy_kb(kb_dir, fresh=fresh)
    if not headless and not as_json and has_display():
        prepare_only(profile_dir, kb_dir, overrides)
        raise SystemExit(open_window(profile_dir, overrides))
    started = time.monotonic()
    say = _Say(quiet=as_json)
    with opened(profile_dir, overrides) as profile:
        before = session.tree_hashes(kb_dir)
        prepare(profile, kb_dir, say)
        _research(profile, say)
        result = session.report(profile)
        writes = session.changed_files(before, session.tree_hashes(kb_dir))
        result["production_writes"] = len(writes)
        if as_json:
            print_json(result)
        else:
            _tell(profile, result, profile_dir, time.monotonic() - started)


def has_display() -> bool:
    """Tell whether a window can be shown here."""
    if platform.system() == "Linux":
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True


def prepare_only(profile_dir: Path, kb_dir: Path, overrides: dict[str, str]) -> None:
    """Read the sample into the profile before the window opens."""
    with opened(profile_dir, overrides) as profile:
        say = _Say(quiet=False)
        prepare(profile, kb_dir, say)
        _ask(profile, say)


class _Say:
    """Prints progress for a person; quiet when a program reads the result."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet

    def __call__(self, text: str) -> None:
        if not self._quiet:
            click.echo(text)


def prepare(profile: Profile, kb_dir: Path, say: Callable[[str], None]) -> None:
    """Read the sample KB and library into a profile and scan it once."""
    with bootstrap.open_extractor() as extractor:
        read = read_sample(profile, extractor, kb_dir)
    index_missing(profile.database, bootstrap.embedded_encoder(), profile.clock)
    say(
        f"Read {read.articles} articles of {read.kb.name}; nothing in {read.kb.root} is ever changed by this."
    )
    say(f"Indexed the library {read.collection}: {read.readable} of {read.documents} documents can be read.")
    say(f"Scanned: {read.findings} findings, {read.candidates} of them worth a task.")


def _ask(profile: Profile, say: _Say) -> None:
    if asked := ask_questions(profile):
        say(f"Asked {asked} questions that the sample's people left unanswered.")


def _research(profile: Profile, say: _Say) -> None:
    _ask(profile, say)
    say("Researching offline with the embedded engine (no model, no web) ...")
    with (
        bootstrap.open_research(profile) as runner,
        bootstrap.open_worker(profile, runner, mode=RunMode.UNTIL_IDLE) as host,
    ):
        while not host.join(0.2):
            pass
        if host.loop.last_fault is not None:
            raise host.loop.last_fault


def _tell(profile: Profile, result: dict[str, Any], profile_dir: Path, seconds: float) -> None:
    _tell_gaps(result)
    click.echo("\nTasks")
    for task in result["tasks"]:
        outcome = str(task["outcome"] or task["state"]).replace("_", " ")
        why = f" ({str(task['reason']).replace('_', ' ')})" if task["reason"] else ""
        click.echo(f"  {outcome:20} {task['question'] or task['topic']}{why}")
    kept = result["evidence"]["kept"]
    click.echo(f"\nEvidence: {len(kept)} kept; refused:")
    for reason, count in result["evidence"]["refused_by_reason"].items():
        click.echo(f"  {count:4} {reason.replace('_', ' ')}")
    click.echo(f"\nStaged drafts: {len(result['drafts'])}")
    for draft in result["drafts"]:
        _tell_draft(profile, draft)
    click.echo(f"\nFiles written in the knowledge base: {result['production_writes']}. Took {seconds:.0f} s.")
    if result["drafts"]:
        first = result["drafts"][0]["id"]
        where = f"--data-dir {profile_dir}"
        click.echo(
            "\nOnly you put an article into the knowledge base:\n"
            f"  neurodesk review show {first} {where}   (read it with every passage; prints `seen`)\n"
            f"  neurodesk review tick {first} CLAIM --as YOUR-NAME {where}   (what `show` lists)\n"
            f"  neurodesk promote {first} --as YOUR-NAME --seen HASH {where}"
        )


def _tell_gaps(result: dict[str, Any]) -> None:
    gaps = result["gaps"]
    click.echo(f"\nFindings: {len(gaps)}" + (f", the first {GAPS_SHOWN}:" if len(gaps) > GAPS_SHOWN else ":"))
    for gap in gaps[:GAPS_SHOWN]:
        values = gap.get("values") or []
        detail = f": {values[0]} against {values[1]} in {gap.get('other', '')}" if len(values) == 2 else ""
        click.echo(f"  {gap['score']:.2f} {str(gap['type']).replace('_', ' '):18} {gap['path']}{detail}")


def _tell_draft(profile: Profile, draft: dict[str, Any]) -> None:
    counts = ", ".join(
        f"{count} {name.replace('_', ' ')}" for name, count in draft["claims"].items() if count
    )
    click.echo(f"\n  {draft['title']} [{draft['lang']}, {draft['kind']}] {draft['id']}")
    click.echo(f"    {draft['path']}")
    click.echo(f"    claims: {counts}")
    for verdict, uri, text in session.claim_rows(profile, draft["id"]):
        shown = text if len(text) <= CLAIM_CHARS else text[: CLAIM_CHARS - 3] + "..."
        click.echo(f"      {verdict.replace('_', ' '):20} {shown}")
        if uri:
            click.echo(f"      {'':20} <- {uri}")
