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
from neurodesk.app.profile import Profile
from neurodesk.app.queries.gates import LiveFacts
from neurodesk.cli.demo import prepare
from neurodesk.cli.root import print_json, profile_options
from neurodesk.domain.errors import BadInput
from neurodesk.domain.model_calls import Caller
from neurodesk.domain.models import Priority, Role
from neurodesk.providers.models.node_client import ChatRequest, Message
from neurodesk.worker.idle import IdleWatch
from neurodesk.worker.night.clock import NightClock
from neurodesk.worker.night.faults import in_weather
from neurodesk.worker.night.night import MARK, Night, clock_of, library_pages
from neurodesk.worker.night.report import lines, report
from neurodesk.worker.night.script import START_AT, NightScript, write_script
from neurodesk.worker.night.servers import MODELS, ServerAddress, open_servers
from neurodesk.worker.night.wire import Wire

# A night in which autonomy is on; what is not named here has its default.
NIGHT_SETTINGS = {
    "worker.autonomous": "on",
    "worker.tasks_per_scan": "2",
    "web.searxng": "on",
    "web.manual_research": "on",
    "models.planner": MODELS[1],
    "models.author": MODELS[0],
    "models.reviewer": MODELS[1],
    "models.embedding": MODELS[1],
}


@click.command("simulate-night")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Same seed, same night.")
@click.option(
    "--hours",
    default=8.0,
    show_default=True,
    type=click.FloatRange(0.1, 48.0),
    help="How long the night lasts, in hours.",
)
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
    servers: ServerAddress | None = None,
) -> dict[str, Any]:
    """Run a night in a profile's folder, or go on with the one that stands there; returns its report.

    Args:
        jumped: called before each jump of the clock, with the seconds of the night.
        servers: model and search servers that run already; None starts and ends some.

    Raises:
        BadInput: ``night_differs`` when another night stands there.
    """
    root.mkdir(parents=True, exist_ok=True, mode=0o700)
    script = write_script(seed, hours, [one.question for one in sample.questions()])
    clock = clock_of(root, seed, hours, jumped)
    with contextlib.ExitStack() as stack:
        at = servers or stack.enter_context(open_servers())
        settings = NIGHT_SETTINGS | {"models.ollama_urls": at.node_url, "searxng.url": at.search_url}
        profile = stack.enter_context(
            bootstrap.open_profile(root, overrides=settings | dict(overrides), clock=clock)
        )
        prepared = root / "night-prepared"
        if not prepared.exists():
            kb_dir = sample.copy_kb(root.with_name(root.name + "-kb"), fresh=True)
            for path in sorted(kb_dir.rglob("*")):
                os.utime(path, (START_AT, START_AT))  # the age of an article must not hang on the copy's
            prepare(profile, kb_dir, lambda _: None)
            prepared.touch()
        wire = Wire(stack.enter_context(at.connect()), script, clock, library_pages(profile))
        night = stack.enter_context(_parts(profile, script, clock, wire))
        return report(profile, script, night.run())


@contextlib.contextmanager
def _parts(profile: Profile, script: NightScript, clock: NightClock, wire: Wire) -> Iterator[Night]:
    idle = IdleWatch(clock)
    room, search = bootstrap.model_room(profile), bootstrap.searxng(profile)
    room.pool.interactive = idle.interactive_call
    room.http.on_the_way = search.http.on_the_way = wire.on_the_way
    live = LiveFacts(idle_for_s=idle.idle_for_s, interactive_calls=idle.calls)

    async def ask(question: str) -> object:
        request = ChatRequest(room.model_of(Role.ASK), (Message("user", question),))
        return await room.pool.chat(request, Role.ASK, who=Caller("", Priority.INTERACTIVE))

    with bootstrap.open_research(profile, lambda tools: in_weather(tools, search, script, clock)) as runner:
        yield Night(
            profile,
            script,
            clock,
            idle=idle,
            live=bootstrap.with_endpoints(profile, live),
            wire=wire,
            runner=runner,
            scan=bootstrap.scanner(profile),
            ask=ask,
            close=room.pool.aclose,
        )
