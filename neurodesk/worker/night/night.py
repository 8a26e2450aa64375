"""Runs a simulated night, from its beginning or from where it was ended (SPEC Q5-Q12, S1)."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from neurodesk.app.commands import events, tasks
from neurodesk.app.profile import Profile
from neurodesk.app.queries.gates import LiveFacts, queue_facts
from neurodesk.app.queue import rules_of
from neurodesk.domain.errors import BadInput, EnvironmentFault, RuleRefused, TaskFault
from neurodesk.domain.events import EventType
from neurodesk.domain.gates import GateSnapshot, why_nothing_runs
from neurodesk.domain.run_context import TaskRunner
from neurodesk.domain.tasks import NewTask, Origin
from neurodesk.storage.activity_store import ActivityStore
from neurodesk.storage.library_store import LibraryStore
from neurodesk.storage.role_lock import RoleLock
from neurodesk.storage.search_event_store import SearchEventStore
from neurodesk.storage.task_store import TaskStore
from neurodesk.worker.gates import gate_reader
from neurodesk.worker.idle import IdleWatch
from neurodesk.worker.loop import WorkerLoop
from neurodesk.worker.night.clock import NightClock, NightLoop
from neurodesk.worker.night.script import START_AT, ZONE, Act, Happening, NightScript
from neurodesk.worker.night.wire import Wire
from neurodesk.worker.parts import Scan, WorkerParts

SAMPLE_EVERY_S = 60.0
MARK = "night.json"
# A step that lasts longer after the night's end waits for something that never comes.
LONGEST_STEP_S = 6 * 3600.0


@dataclass(frozen=True, slots=True)
class NightMark:
    """How far a night is; it stands in the profile's folder, so that a killed night goes on there."""

    seed: int
    hours: float
    elapsed_s: float

    @classmethod
    def read(cls, root: Path) -> NightMark | None:
        """Return the mark of a folder, None when it holds no night."""
        try:
            found = json.loads((root / MARK).read_text("utf-8"))
            return cls(int(found["seed"]), float(found["hours"]), float(found["elapsed_s"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write(self, root: Path) -> None:
        """Store the mark; a kill leaves the former or the new one."""
        temporary = root / (MARK + ".tmp")
        temporary.write_text(
            json.dumps({"seed": self.seed, "hours": self.hours, "elapsed_s": self.elapsed_s}), "utf-8"
        )
        temporary.replace(root / MARK)


@dataclass(frozen=True, slots=True)
class Seen:
    """What is not in the database afterwards.

    Attributes:
        unanswered: questions of a person that no model could answer then.
        whys: (seconds of the night, code of "why is nothing running?"), where it changed.
    """

    unanswered: int
    whys: tuple[tuple[float, str], ...]


def clock_of(
    root: Path, seed: int, hours: float, jumped: Callable[[float], None] = lambda _: None
) -> NightClock:
    """Return the clock of a night, standing where the night was ended."""
    mark = NightMark.read(root)
    if mark is not None and (mark.seed, mark.hours) != (seed, hours):
        raise BadInput("night_differs", seed=mark.seed, hours=mark.hours, path=str(root))

    def remember(elapsed_s: float) -> None:
        NightMark(seed, hours, elapsed_s).write(root)
        jumped(elapsed_s)

    return NightClock(START_AT, mark.elapsed_s if mark else 0.0, remember)


def library_pages(profile: Profile) -> list[tuple[str, str, str]]:
    """Return (collection and path, title, text) of what the night's search server finds."""
    store = LibraryStore(profile.database)
    return [
        (f"{collection.name}/{file.path}", file.title, store.text(file.text_sha256))
        for collection in store.collections()
        for file in store.files(collection.id)
        if file.text_sha256
    ]


class Night:
    """The worker of one night.

    Args:
        profile: opened with the night's clock.
        idle: noted when a person asks; held around interactive model calls.
        live: what this process knows, idleness and endpoints.
        wire: to the servers.
        runner: works a task; made with ``in_weather``.
        scan: the scheduled scan.
        ask: asks a model a person's question.
        close: closes the connections of the running loop.
    """

    def __init__(
        self,
        profile: Profile,
        script: NightScript,
        clock: NightClock,
        *,
        idle: IdleWatch,
        live: LiveFacts,
        wire: Wire,
        runner: TaskRunner,
        scan: Scan | None,
        ask: Callable[[str], Awaitable[object]],
        close: Callable[[], Awaitable[object]],
    ) -> None:
        self._profile = profile
        self._script = script
        self._clock = clock
        self._idle = idle
        self._live = live
        self._wire = wire
        self._runner = runner
        self._scan = scan
        self._ask_model = ask
        self._close = close
        self._unanswered = 0
        self._whys: list[tuple[float, str]] = []
        self._questions: set[asyncio.Task[None]] = set()

    def run(self) -> Seen:
        """Run to the night's end on a loop of its own; needs the worker role (SPEC Q7).

        Raises:
            RuleRefused: ``worker_role_held``.
            TimeoutError: the worker's last step never ended.
        """
        settings = self._profile.settings
        with RoleLock(self._profile.paths.root) as role:
            snapshot = gate_reader(self._profile, self._live, ZONE)
            parts = WorkerParts(
                store=TaskStore(
                    self._profile.database,
                    lambda: rules_of(settings.current),
                    jitter=Random(self._script.seed).random,
                ),
                activity=ActivityStore(self._profile.database),
                events=SearchEventStore(self._profile.database),
                clock=self._clock,
                owner=role.owner,
                runner=self._runner,
                snapshot=snapshot,
                scan=self._scan,
                scan_interval_s=lambda: settings.current.number("worker.interval_m") * 60.0,
                zone=ZONE,
                heartbeat_by_hand=True,
            )
            worker = WorkerLoop(parts)
            leave = self._profile.bus.subscribe(worker.heard)
            try:
                with asyncio.Runner(loop_factory=self._loop) as runner:
                    runner.run(self._whole(worker, snapshot))
            finally:
                leave()
        self._profile.database.settle()
        return Seen(self._unanswered, tuple(self._whys))

    def _loop(self) -> NightLoop:
        """Make the loop; a change that is still being written would wake the worker at any later time."""
        return NightLoop(self._clock, lambda: self._wire.still, self._profile.database.settle)

    async def _whole(self, worker: WorkerLoop, snapshot: Callable[[], GateSnapshot]) -> None:
        with self._wire.listening():
            beside = [
                asyncio.ensure_future(one)
                for one in (self._happen(), self._beat(worker), self._look(snapshot))
            ]
            working = asyncio.ensure_future(worker.run())
            try:
                await self._clock.sleep(self._script.end_s - self._clock.elapsed_s)
                worker.stop()
                async with asyncio.timeout(LONGEST_STEP_S):
                    await working
            finally:
                for one in (*beside, *self._questions, working):
                    one.cancel()
                for one in (*beside, *self._questions):
                    with contextlib.suppress(asyncio.CancelledError):
                        await one
                await self._close()

    async def _happen(self) -> None:
        """Do what people and programs do; what was done before a kill is asked again and changes nothing."""
        for one in self._script.happenings:
            wait_s = one.at_s - self._clock.elapsed_s
            if wait_s > 0:
                await self._clock.sleep(wait_s)
            elif one.act is Act.QUESTION and wait_s < 0:
                continue
            self._do(one)

    def _do(self, one: Happening) -> None:
        if one.act is Act.QUESTION:
            question = asyncio.ensure_future(self._ask(one.text))
            self._questions.add(question)
            question.add_done_callback(self._questions.discard)
        elif one.act is Act.TASK:
            tasks.ask(self._profile, NewTask(one.text, one.text, priority=0.8, requested_by=Origin.CURATOR))
        else:
            event = {"type": str(EventType.SEARCH_EMPTY), "source": "helpdesk", "query": one.text}
            events.receive(self._profile, event)

    async def _ask(self, question: str) -> None:
        """A person types a question and waits for its answer."""
        self._idle.input_seen()
        try:
            await self._ask_model(question)
        except (EnvironmentFault, TaskFault, RuleRefused):
            self._unanswered += 1

    async def _beat(self, worker: WorkerLoop) -> None:
        """Beat for the thread that cannot follow a clock that jumps (SPEC Q5)."""
        while True:
            await self._clock.sleep(self._profile.settings.current.number("queue.heartbeat_s"))
            worker.tick_heartbeat()

    async def _look(self, snapshot: Callable[[], GateSnapshot]) -> None:
        while True:
            now = self._clock.time()
            facts = self._profile.database.read(partial(queue_facts, now=now, worker_alive=True))
            code = why_nothing_runs(snapshot(), facts).code
            if not self._whys or self._whys[-1][1] != code:
                self._whys.append((self._clock.elapsed_s, code))
            await self._clock.sleep(SAMPLE_EVERY_S)
