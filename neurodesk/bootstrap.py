"""Composition root: the only file that knows the concrete classes."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import importlib
import logging
import os
from collections.abc import Callable, Iterator, Mapping
from datetime import tzinfo
from pathlib import Path
from typing import TYPE_CHECKING

from neurodesk.app.bus import Bus
from neurodesk.app.profile import Profile
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import NeuroDeskError
from neurodesk.domain.ports import Clock, Embedder
from neurodesk.providers.kb.registry import KB_FORMATS
from neurodesk.settings.clock import SystemClock
from neurodesk.settings.load import Settings, SettingsFile
from neurodesk.settings.paths import ProfilePaths, default_data_dir
from neurodesk.storage.db import Database
from neurodesk.storage.promotion_store import open_promotions
from neurodesk.worker.run_mode import RunMode

# A window is usable after two seconds (DESIGN, budgets): opening a profile imports what it needs and no more;
# pipeline, providers and worker are imported by the functions that bind them.
if TYPE_CHECKING:
    from neurodesk.app.queries.gates import LiveFacts
    from neurodesk.app.vector_indexer import VectorIndexer
    from neurodesk.domain.extraction import Extractor
    from neurodesk.domain.research import TaskResult
    from neurodesk.domain.run_context import RunContext, TaskRunner
    from neurodesk.domain.screening import GateLimits
    from neurodesk.domain.tasks import Task
    from neurodesk.pipeline.tools import ResearchTools
    from neurodesk.providers.kb.watch import KbWatcher
    from neurodesk.providers.search.library import LibraryProvider
    from neurodesk.worker.host import WorkerHost
    from neurodesk.worker.parts import Scan

log = logging.getLogger(__name__)
# What the watcher is told when knowledge bases were registered or forgotten.
_REGISTRATION = ""


@functools.cache
def embedded_encoder() -> Embedder:
    """Load the shipped encoder, once a process (a seventh of a second, 40 MB)."""
    from neurodesk.providers.models.static_encoder import StaticEncoder

    return StaticEncoder()


@contextlib.contextmanager
def open_profile(
    data_dir: Path | None = None,
    *,
    overrides: Mapping[str, str] | None = None,
    clock: Clock | None = None,
) -> Iterator[Profile]:
    """Open a profile, make it when it is new, and close it at the end.

    Args:
        data_dir: the profile's folder, the platform's default when None.
        overrides: settings from the command line, key to text.
        clock: another clock than this machine's, for simulated nights and tests.

    Raises:
        StorageFault, BadInput: the profile cannot be opened; nothing was changed.
    """
    paths = ProfilePaths((data_dir or default_data_dir()).expanduser().absolute())
    paths.create()
    settings = SettingsFile(paths.settings, os.environ, overrides)
    bus = Bus()
    database = Database(paths.database).open()
    database.subscribe(bus.publish)
    settings.subscribe(lambda key: bus.publish(ChangeSet.of((Kind.SETTING, key))))
    try:
        profile = Profile(
            paths, database, settings, bus, clock or SystemClock(), KB_FORMATS, embedded_encoder
        )
        if database.read(open_promotions):
            from neurodesk.app.commands.promote import recover_promotions

            recover_promotions(profile)
        yield profile
    finally:
        database.close()


@contextlib.contextmanager
def open_kb_watch(profile: Profile) -> Iterator[KbWatcher]:
    """Rescan a knowledge base whenever something outside changed its folder (SPEC K1)."""
    from neurodesk.app.commands.knowledge import rescan_kb
    from neurodesk.app.queries.knowledge import knowledge_bases
    from neurodesk.providers.kb.watch import KbWatcher

    def roots() -> dict[str, Path]:
        return {one.id: Path(one.root) for one in knowledge_bases(profile) if Path(one.root).is_dir()}

    def changed(kb_ids: frozenset[str]) -> None:
        watcher.set_roots(roots())
        for kb_id in sorted(kb_ids - {_REGISTRATION}):
            try:
                rescan_kb(profile, kb_id)
            except NeuroDeskError as error:
                log.info("rescan of %s: %s", kb_id, error)

    def noted(changes: ChangeSet) -> None:
        if changes.touches(Kind.KB):
            watcher.note(_REGISTRATION)

    watcher = KbWatcher(roots(), changed, finished=profile.database.release_reader)
    leave = profile.bus.subscribe(noted)
    try:
        with watcher:
            yield watcher
    finally:
        leave()


@contextlib.contextmanager
def open_background(profile: Profile) -> Iterator[VectorIndexer]:
    """Let everything derived follow by itself: knowledge bases, library collections, vectors.

    Gives the indexer of the vectors, whose ``renew`` replaces those of another encoder. Both the window and
    ``neurodesk run`` work inside this.
    """
    from neurodesk.app.library_index import LibraryWatch
    from neurodesk.app.queries.library import collections
    from neurodesk.app.vector_indexer import VectorIndexer

    def noted(changes: ChangeSet) -> None:
        if changes.touches(Kind.COLLECTION):
            watch.follow_registered()

    with open_kb_watch(profile), VectorIndexer(profile) as indexer, open_extractor() as extractor:
        watch = LibraryWatch(profile, extractor)
        leave = profile.bus.subscribe(noted)
        try:
            watch.start([one.collection for one in collections(profile)])
            yield indexer
        finally:
            leave()
            watch.stop()


@contextlib.contextmanager
def open_worker(
    profile: Profile,
    runner: TaskRunner,
    *,
    scan: Scan | None = None,
    mode: RunMode = RunMode.FOREVER,
    live: LiveFacts | None = None,
    zone: tzinfo | None = None,
) -> Iterator[WorkerHost]:
    """Take the worker role, start the worker in its thread, and stop it at the end (SPEC Q7).

    Args:
        runner: works one task, see ``open_research``.
        scan: runs the scanner once.
        live: what this process knows of idleness and endpoints.
        zone: time zone of the budget's day, this machine's own when None.

    Raises:
        RuleRefused: ``worker_role_held`` by another process.
    """
    from neurodesk.app.external import ExternalChanges
    from neurodesk.app.queries.gates import LiveFacts
    from neurodesk.app.queue import task_store
    from neurodesk.storage.activity_store import ActivityStore
    from neurodesk.storage.role_lock import RoleLock
    from neurodesk.worker.gates import gate_reader
    from neurodesk.worker.host import WorkerHost
    from neurodesk.worker.loop import WorkerLoop
    from neurodesk.worker.parts import WorkerParts

    settings = profile.settings
    with (
        RoleLock(profile.paths.root) as role,
        ExternalChanges(profile.database, profile.bus, settings=settings),
    ):
        parts = WorkerParts(
            store=task_store(profile),
            activity=ActivityStore(profile.database),
            clock=profile.clock,
            owner=role.owner,
            runner=runner,
            snapshot=gate_reader(profile, live or LiveFacts(), zone),
            scan=scan,
            scan_interval_s=lambda: settings.current.number("worker.interval_m") * 60.0,
            zone=zone,
        )
        loop = WorkerLoop(parts, mode)
        host = WorkerHost(loop, profile.bus, profile.database.release_reader)
        # The API is a front end and an extra, so found by name; it runs exactly where the worker runs.
        api = importlib.import_module("neurodesk.api.main")
        with api.open_api(profile, host, live):
            host.start()
            try:
                yield host
            finally:
                host.stop()


def scanner(profile: Profile) -> Scan:
    """Return the scan that a worker runs on schedule, in a thread so that its loop goes on (SPEC G1, Q11)."""
    from neurodesk.app.commands.scan import Scanned, scan_on_schedule
    from neurodesk.app.scan_run import ScanMemory

    memory = ScanMemory()

    def run() -> Scanned:
        try:
            return scan_on_schedule(profile, memory)
        finally:
            profile.database.release_reader()

    async def scan() -> Scanned:
        return await asyncio.to_thread(run)

    return scan


@contextlib.contextmanager
def open_research(
    profile: Profile, adapt: Callable[[ResearchTools], ResearchTools] = lambda tools: tools
) -> Iterator[TaskRunner]:
    """Bind the research pipeline to a profile; what it started is ended at the end.

    With no model endpoint configured the embedded engine plays every role (SPEC E1).

    Args:
        adapt: exchanges tools before the first task, as a simulated night does.
    """
    from neurodesk.app.queries.retrieval import HybridRetriever
    from neurodesk.pipeline.run import research
    from neurodesk.pipeline.screen import Screen
    from neurodesk.pipeline.similarity import similarity_of
    from neurodesk.pipeline.tools import ResearchTools
    from neurodesk.providers.models.embedded.author import EmbeddedAuthor
    from neurodesk.providers.models.embedded.reviewer import EmbeddedReviewer
    from neurodesk.providers.origin import registrable_domain
    from neurodesk.storage.knowledge_reader import StoredKnowledge
    from neurodesk.storage.staged_files import StagedFiles
    from neurodesk.storage.task_ledger import StoredLedger

    with open_extractor() as extractor:
        library = library_provider(profile, extractor)
        encoder = embedded_encoder()
        knowledge = StoredKnowledge(profile.database, HybridRetriever(profile.database, encoder))
        tools = ResearchTools(
            ledger=StoredLedger(profile.database, profile.clock),
            knowledge=knowledge,
            providers=lambda: [one for one in (library,) if not one.available()],
            fetchers=(library,),
            screen=lambda: Screen(
                limits=_gate_limits(profile.settings.current),
                own_texts=knowledge.own_texts,
                recorded_domain=registrable_domain,
            ),
            author=EmbeddedAuthor(),
            reviewer=EmbeddedReviewer(similarity_of(encoder)),
            staging=StagedFiles(profile.database, profile.paths),
            settings=lambda: profile.settings.current,
            clock=profile.clock,
        )
        tools = adapt(tools)
        StagedFiles(profile.database, profile.paths).recover()

        async def run(task: Task, context: RunContext) -> TaskResult:
            return await research(task, tools, context)

        yield run


def _gate_limits(settings: Settings) -> GateLimits:
    from neurodesk.domain.screening import GateLimits

    return GateLimits(
        min_snippet_relevance=settings.number("gate.min_snippet_relevance"),
        min_relevance=settings.number("gate.min_relevance"),
        min_quality=settings.number("gate.min_quality"),
        near_copy=settings.number("gate.near_copy"),
    )


@contextlib.contextmanager
def open_extractor(processes: int = 1) -> Iterator[Extractor]:
    """Give the supervised extraction processes and end them; none is started before it is needed."""
    from neurodesk.providers.extract.child import ExtractionChildren

    with ExtractionChildren(processes) as children:
        yield children


def library_provider(profile: Profile, extractor: Extractor) -> LibraryProvider:
    """Bind the local library, as search provider and page fetcher, to a profile (SPEC L1)."""
    from neurodesk.providers.search.library import LibraryProvider
    from neurodesk.storage.library_store import LibraryStore

    return LibraryProvider(LibraryStore(profile.database), extractor, profile.clock)
