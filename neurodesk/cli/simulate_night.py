"""``neurodesk simulate-night``: eight hours of the worker in a minute or two, under faults."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from neurodesk import bootstrap
from neurodesk.app import sample
from neurodesk.cli.demo import prepare
from neurodesk.cli.root import print_json, profile_options
from neurodesk.domain.errors import BadInput
from neurodesk.worker.night.faults import Weather, in_weather
from neurodesk.worker.night.night import MARK, Night, clock_of
from neurodesk.worker.night.report import lines, report
from neurodesk.worker.night.script import START_AT, write_script

# A night in which autonomy is on; what is not named here has its default.
NIGHT_SETTINGS = {"worker.autonomous": "on", "worker.tasks_per_scan": "2"}


@click.command("simulate-night")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Same seed, same night.")
@click.option("--hours", default=8.0, show_default=True, type=click.FloatRange(0.1, 48.0))
@profile_options
def command(seed: int, hours: float, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Let the worker live through a night with faults, on the sample, under a clock that jumps.

    Search is blocked, the extractor and the model fail, replies are slow, people ask in between. Without
    --data-dir everything happens in a temporary folder; with it the night is kept, and one that was killed
    goes on where it was.
    """
    with _folder(data_dir) as root:
        found = simulate(root, seed, hours, overrides)
    if as_json:
        print_json(found)
    else:
        click.echo("\n".join(lines(found)))


@contextlib.contextmanager
def _folder(data_dir: Path | None) -> Iterator[Path]:
    if data_dir is None:
        with tempfile.TemporaryDirectory(prefix="neurodesk-night-") as folder:
            yield Path(folder) / "profile"
        return
    root = data_dir.expanduser().absolute()
    if root.exists() and any(root.iterdir()) and not (root / MARK).exists():
        raise BadInput("night_folder_in_use", path=str(root))
    yield root


def simulate(
    root: Path,
    seed: int,
    hours: float,
    overrides: Mapping[str, str],
    jumped: Callable[[float], None] = lambda _: None,
) -> dict[str, Any]:
    """Run a night in a profile's folder, or go on with the one that stands there; returns its report.

    Args:
        jumped: called before each jump of the clock, with the seconds of the night.

    Raises:
        BadInput: ``night_differs`` when another night stands there.
    """
    root.mkdir(parents=True, exist_ok=True, mode=0o700)
    script = write_script(seed, hours, [one.question for one in sample.questions()])
    clock = clock_of(root, seed, hours, jumped)
    prepared = root / "night-prepared"
    with bootstrap.open_profile(root, overrides=NIGHT_SETTINGS | dict(overrides), clock=clock) as profile:
        if not prepared.exists():
            kb_dir = sample.copy_kb(root.with_name(root.name + "-kb"), fresh=True)
            for path in sorted(kb_dir.rglob("*")):
                os.utime(path, (START_AT, START_AT))  # the age of an article must not hang on the copy's
            prepare(profile, kb_dir, lambda _: None)
            prepared.touch()
        weather = Weather(script, clock)
        with bootstrap.open_research(profile, lambda tools: in_weather(tools, weather)) as runner:
            seen = Night(profile, weather, runner, bootstrap.scanner(profile)).run()
        return report(profile, script, seen)
