"""Composition root: the only file that knows the concrete classes."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import functools
import importlib
import logging
import os
import threading
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
from neurodesk.settings.catalog_models import POOL_ENCODER
from neurodesk.settings.clock import SystemClock
from neurodesk.settings.load import SettingsFile
from neurodesk.settings.paths import ProfilePaths, default_data_dir
from neurodesk.storage.db import Database
from neurodesk.storage.promotion_store import open_promotions
from neurodesk.worker.run_mode import RunMode

# A window is usable after two seconds (DESIGN, budgets): opening a profile imports what it needs and no more;
# pipeline, providers and worker are imported by the functions that bind them.
if TYPE_CHECKING:
    from neurodesk.app.queries.doctor import SearxngLook
    from neurodesk.app.queries.gates import LiveFacts
    from neurodesk.app.queries.status import RoleModels
    from neurodesk.app.query_guard import StoredQueryGuard
    from neurodesk.app.vector_indexer import VectorIndexer
    from neurodesk.domain.extraction import Extractor
    from neurodesk.domain.ports import SearchProvider
    from neurodesk.domain.research import TaskResult
    from neurodesk.domain.run_context import RunContext, TaskRunner
    from neurodesk.domain.tasks import Task
    from neurodesk.net.page_client import PageClient
    from neurodesk.pipeline.tools import ResearchTools
    from neurodesk.providers.kb.watch import KbWatcher
    from neurodesk.providers.models.health_watch import HealthWatch
    from neurodesk.providers.models.room import ModelRoom
    from neurodesk.providers.search.library import LibraryProvider
    from neurodesk.providers.search.searxng import SearxngProvider
    from neurodesk.providers.search.web_pages import WebPages
    from neurodesk.worker.host import OnCrash, WorkerHost
    from neurodesk.worker.parts import Scan

log = logging.getLogger(__name__)
# What the watcher is told when knowledge bases were registered or forgotten.
_REGISTRATION = ""


@functools.cache
def embedded_encoder() -> Embedder:
    """Load the shipped encoder, once a process (a seventh of a second, 40 MB)."""
    from neurodesk.providers.models.static_encoder import StaticEncoder

    return StaticEncoder()


def search_encoder(profile: Profile) -> Embedder:
    """Return the encoder of search as it is set now: the shipped one, or the nodes' (SPEC K6)."""
    if profile.settings.current.text("search.encoder") == POOL_ENCODER:
        return model_room(profile).encoder()
    return embedded_encoder()


_MODEL_ROOMS: dict[Database, ModelRoom] = {}
_SEARXNGS: dict[Database, SearxngProvider] = {}
_MODEL_ROOMS_LOCK = threading.RLock()


def model_room(profile: Profile) -> ModelRoom:
    """Return the models of an open profile: one pool and one queue for worker, Ask and window (SPEC M3)."""
    from neurodesk.domain.fetching import Purpose
    from neurodesk.domain.model_calls import INDEXING, caller
    from neurodesk.providers.models.node_tokens import NodeTokens
    from neurodesk.providers.models.room import ModelRoom
    from neurodesk.storage.activity_store import ActivityStore
    from neurodesk.storage.embedding_profiles import EmbeddingProfiles
    from neurodesk.storage.model_call_store import ModelCallStore
    from neurodesk.storage.request_log import RequestLog
    from neurodesk.storage.secret_store import SecretStore

    with _MODEL_ROOMS_LOCK:
        room = _MODEL_ROOMS.get(profile.database)
        if room is None:
            activity = ActivityStore(profile.database)
            log, clock = RequestLog(profile.database), profile.clock

            def left_machine(method: str, url: str, sent: int) -> None:
                if not sent:  # a look at its health carries nothing; a prompt does (SPEC M10, W10)
                    log.note_health(clock.time(), method, url)
                else:
                    log.note(clock.time(), Purpose.PROMPT, method, url, caller().task_id, f"{sent} bytes")
                    if caller() != INDEXING:  # thousands of calls for vectors stand in the log alone
                        activity.add(
                            clock.time(), "prompt_left_machine", caller().task_id, url=url, bytes=sent
                        )

            room = _MODEL_ROOMS[profile.database] = ModelRoom(
                lambda: profile.settings.current,
                clock,
                trace=ModelCallStore(profile.database).add,
                tokens=NodeTokens(SecretStore(profile.paths.secrets)),
                log_request=left_machine,
                profiles=EmbeddingProfiles(profile.database, clock),
            )
        return room


def searxng(profile: Profile) -> SearxngProvider:
    """Return the SearXNG of an open profile: worker, window and doctor see one state of it (SPEC W2)."""
    from neurodesk.app.search_log import StoredSearchLog
    from neurodesk.providers.search.searxng import SearxngProvider

    with _MODEL_ROOMS_LOCK:
        found = _SEARXNGS.get(profile.database)
        if found is None:
            found = _SEARXNGS[profile.database] = SearxngProvider(
                lambda: profile.settings.current,
                profile.clock,
                None,  # ``queued`` holds the place of each search
                StoredSearchLog(profile),
                lambda: profile.bus.publish(ChangeSet.of((Kind.ENDPOINT, "searxng"))),
            )
        return found


def query_guard(profile: Profile) -> StoredQueryGuard:
    """Bind the privacy check of queries to a profile (SPEC W10)."""
    from neurodesk.app.queries.retrieval import HybridRetriever
    from neurodesk.app.query_guard import StoredQueryGuard
    from neurodesk.storage.knowledge_reader import StoredKnowledge

    retriever = HybridRetriever(profile.database, profile.search_encoder)
    return StoredQueryGuard(profile, StoredKnowledge(profile.database, retriever))


def look_at_searxng(profile: Profile, *, whenever: bool = False) -> SearxngLook | None:
    """Ask SearXNG for one harmless word and say what is wrong (SPEC W2); waits for its answer.

    None where it is switched off or not named; with ``whenever`` it is asked while it is switched off too.
    """
    from neurodesk.app.queries.doctor import SearxngLook

    provider = searxng(profile)
    off = provider.available()
    if off and not (whenever and off == "searxng_off"):
        return None

    async def look() -> SearxngLook:
        try:
            found = await provider.diagnose()
        finally:
            await provider.aclose()
        return SearxngLook(str(found.problem or ""), found.params, found.hits, found.blocked)

    return asyncio.run(look())


_PAGE_CLIENTS: dict[Database, PageClient] = {}


def page_client(profile: Profile) -> PageClient:
    """Return the guarded client of an open profile: one for all, so that a host sees one visitor (SPEC W5).

    Resolver and connector stay those of the class: nothing in a profile, setting or environment names others.
    """
    from neurodesk.domain.fetching import OutgoingRequest
    from neurodesk.domain.model_calls import caller
    from neurodesk.net.fetch_settings import fetch_policy
    from neurodesk.net.page_client import PageClient
    from neurodesk.storage.request_log import RequestLog

    settings, clock = profile.settings, profile.clock
    requests = RequestLog(profile.database)

    def left_machine(request: OutgoingRequest) -> None:
        requests.note(clock.time(), request.purpose, request.method, request.url, caller().task_id)

    with _MODEL_ROOMS_LOCK:
        client = _PAGE_CLIENTS.get(profile.database)
        if client is None:
            client = _PAGE_CLIENTS[profile.database] = PageClient(
                lambda: fetch_policy(settings.current),
                on_request=left_machine,
                local_only=lambda: settings.current.switch("network.local_only"),
                delay_s=lambda: settings.current.number("web.host_delay_s"),
            )
        return client


def web_pages(profile: Profile, extractor: Extractor) -> WebPages:
    """Bind web pages, as page fetcher, to a profile; the curator's switches count at each page (SPEC 0)."""
    from neurodesk.domain.model_calls import caller
    from neurodesk.domain.models import Priority
    from neurodesk.providers.search.web_pages import WebPages

    def off() -> str:
        by_hand = caller().priority is not Priority.AUTONOMOUS
        switch = "web.manual_research" if by_hand else "web.searxng"
        return "" if profile.settings.current.switch(switch) else f"{switch} is off"

    return WebPages(page_client(profile), extractor, profile.clock, off=off)


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
            paths,
            database,
            settings,
            bus,
            clock or SystemClock(),
            KB_FORMATS,
            embedded_encoder,
            lambda: search_encoder(profile),
            lambda: model_room(profile).author_translates(),
        )
        if database.read(open_promotions):
            from neurodesk.app.commands.promote import recover_promotions

            recover_promotions(profile)
        yield profile
    finally:
        with _MODEL_ROOMS_LOCK:
            room = _MODEL_ROOMS.pop(database, None)
            _SEARXNGS.pop(database, None)
            _PAGE_CLIENTS.pop(database, None)
        if room is not None:
            room.close()
        database.close()


@contextlib.contextmanager
def open_kb_watch(profile: Profile) -> Iterator[KbWatcher]:
    """Rescan a knowledge base whenever something outside changed its folder (SPEC K1)."""
    from neurodesk.app.commands.knowledge import rescan_kb
    from neurodesk.app.queries.lost_folders import reachable_kbs
    from neurodesk.providers.kb.watch import KbWatcher

    def changed(kb_ids: frozenset[str]) -> None:
        watcher.set_roots(reachable_kbs(profile))
        for kb_id in sorted(kb_ids - {_REGISTRATION}):
            try:
                rescan_kb(profile, kb_id)
            except NeuroDeskError as error:
                log.info("rescan of %s: %s", kb_id, error)

    def noted(changes: ChangeSet) -> None:
        if changes.touches(Kind.KB):
            watcher.note(_REGISTRATION)

    watcher = KbWatcher(reachable_kbs(profile), changed, finished=profile.database.release_reader)
    leave = profile.bus.subscribe(noted)
    try:
        with watcher:
            yield watcher
    finally:
        leave()


@contextlib.contextmanager
def open_background(profile: Profile) -> Iterator[VectorIndexer]:
    """Let everything derived follow by itself: knowledge bases, library collections, vectors.

    Gives the indexer of the vectors; both the window and ``neurodesk run`` work inside this.
    """
    from neurodesk.app.library_index import LibraryWatch
    from neurodesk.app.queries.library import collections
    from neurodesk.app.vector_indexer import VectorIndexer

    def noted(changes: ChangeSet) -> None:
        if changes.touches(Kind.COLLECTION):
            watch.follow_registered()

    # On a thread of its own: the copy of a large database takes seconds, and nothing waits for it.
    upkeep = threading.Thread(target=_upkeep, args=(profile,), name="neurodesk-upkeep", daemon=True)
    upkeep.start()
    with open_kb_watch(profile), VectorIndexer(profile) as indexer, open_extractor() as extractor:
        watch = LibraryWatch(profile, extractor)
        leave = profile.bus.subscribe(noted)
        try:
            watch.start([one.collection for one in collections(profile)])
            yield indexer
        finally:
            leave()
            watch.stop()
            upkeep.join()


def _upkeep(profile: Profile) -> None:
    from neurodesk.app.commands.upkeep import run_upkeep

    try:
        run_upkeep(profile)
    finally:
        profile.database.release_reader()


@contextlib.contextmanager
def open_worker(
    profile: Profile,
    runner: TaskRunner,
    *,
    scan: Scan | None = None,
    mode: RunMode = RunMode.FOREVER,
    live: LiveFacts | None = None,
    zone: tzinfo | None = None,
    on_crash: OnCrash = lambda _error, _wait_s: None,
) -> Iterator[WorkerHost]:
    """Take the worker role, start the worker in its thread, and stop it at the end (SPEC Q7).

    Args:
        runner: works one task, see ``open_research``.
        scan: runs the scanner once.
        live: what this process knows of idleness and endpoints.
        zone: time zone of the budget's day, this machine's own when None.
        on_crash: told of each bug that ended the loop, on the worker's thread, and when it goes on.

    Raises:
        RuleRefused: ``worker_role_held`` by another process.
    """
    from neurodesk.app.commands.recheck import worker_recheck
    from neurodesk.app.external import ExternalChanges
    from neurodesk.app.queries.gates import LiveFacts
    from neurodesk.app.queue import task_store
    from neurodesk.storage.activity_store import ActivityStore
    from neurodesk.storage.role_lock import RoleLock
    from neurodesk.storage.search_event_store import SearchEventStore
    from neurodesk.worker.gates import gate_reader
    from neurodesk.worker.host import WorkerHost
    from neurodesk.worker.loop import WorkerLoop
    from neurodesk.worker.parts import WorkerParts

    settings = profile.settings
    live = with_endpoints(profile, live or LiveFacts())
    with (
        RoleLock(profile.paths.root) as role,
        ExternalChanges(profile.database, profile.bus, settings=settings),
    ):
        parts = WorkerParts(
            store=task_store(profile),
            activity=ActivityStore(profile.database),
            events=SearchEventStore(profile.database),
            clock=profile.clock,
            owner=role.owner,
            runner=runner,
            snapshot=gate_reader(profile, live, zone),
            scan=scan,
            scan_interval_s=lambda: settings.current.number("worker.interval_m") * 60.0,
            recheck=None if scan is None else worker_recheck(profile, lambda: open_page_looks(profile), zone),
            zone=zone,
        )
        loop = WorkerLoop(parts, mode)
        host = WorkerHost(loop, profile.bus, profile.database.release_reader, on_crash)
        # The API is a front end and an extra, so found by name; it runs exactly where the worker runs.
        api = importlib.import_module("neurodesk.api.main")
        with (
            _health_watch(profile),
            _searxng_watch(profile),
            api.open_api(profile, host, live, lambda: _role_models(profile)),
        ):
            host.start()
            try:
                yield host
            finally:
                host.stop()


def with_endpoints(profile: Profile, live: LiveFacts) -> LiveFacts:
    """Tell the gates how models and SearXNG are, as this process knows it."""
    return _with_searxng(profile, _with_models(profile, live))


def _with_models(profile: Profile, live: LiveFacts) -> LiveFacts:
    """Tell the gates when a model has to be waited for; without nodes the embedded engine can work (Q10)."""
    from neurodesk.app.queries.gates import Endpoint, LiveFacts

    if live.models is not LiveFacts().models:
        return live

    def models() -> Endpoint:
        wait_s = model_room(profile).cooling()
        return Endpoint("cooling_down", profile.clock.time() + wait_s) if wait_s else Endpoint()

    return dataclasses.replace(live, models=models)


def _with_searxng(profile: Profile, live: LiveFacts) -> LiveFacts:
    """Tell the gates how SearXNG is, as far as it was asked (SPEC Q10)."""
    from neurodesk.app.queries.gates import Endpoint, LiveFacts

    if live.searxng is not LiveFacts().searxng:
        return live

    def state() -> Endpoint:
        found = searxng(profile).state()
        return Endpoint(found.fault, found.retry_at)

    return dataclasses.replace(live, searxng=state)


def _searxng_watch(profile: Profile) -> HealthWatch:
    """Ask SearXNG whether it can be reached; nothing is asked while it is off."""
    from neurodesk.providers.models.health_watch import HealthWatch

    return HealthWatch(
        searxng(profile),
        lambda: profile.settings.current.number("searxng.health_s"),
        lambda: profile.bus.publish(ChangeSet.of((Kind.ENDPOINT, "searxng"))),
    )


def search_providers(profile: Profile, library: LibraryProvider) -> list[SearchProvider]:
    """Return what the present caller may search; by hand the web only with *manual research* (SPEC 0)."""
    from neurodesk.domain.model_calls import caller
    from neurodesk.domain.models import Priority

    by_hand = caller().priority is not Priority.AUTONOMOUS
    web = not by_hand or profile.settings.current.switch("web.manual_research")
    found: list[SearchProvider] = [] if library.available() else [library]
    return [*found, searxng(profile)] if web and not searxng(profile).available() else found


def _health_watch(profile: Profile) -> HealthWatch:
    """Keep what is known of the model nodes fresh (SPEC M1)."""
    from neurodesk.providers.models.health_watch import HealthWatch

    return HealthWatch(
        model_room(profile).pool,
        lambda: profile.settings.current.number("models.health_s"),
        lambda: profile.bus.publish(ChangeSet.of((Kind.ENDPOINT, ""))),
    )


def _role_models(profile: Profile) -> RoleModels:
    """Return the nodes and who plays author and reviewer, for the status (SPEC I3)."""
    from neurodesk.app.queries.status import EMBEDDED, EMBEDDED_NODE, NodeState, RoleModels
    from neurodesk.domain.models import Role

    room = model_room(profile)
    plays = {one.role: EMBEDDED if one.fault else one.model for one in room.roles()}
    nodes = tuple(
        NodeState(one.name, one.protocol, tuple(model.name for model in one.models), one.fault)
        for one in room.nodes()
    )
    return RoleModels((*nodes, EMBEDDED_NODE), plays[Role.AUTHOR], plays[Role.REVIEWER])


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
def open_page_looks(profile: Profile) -> Iterator[WebPages]:
    """Give what looks at pages again (SPEC P7); no process is started before a page came."""
    with open_extractor() as extractor:
        yield web_pages(profile, extractor)


@contextlib.contextmanager
def open_research(
    profile: Profile, adapt: Callable[[ResearchTools], ResearchTools] = lambda tools: tools
) -> Iterator[TaskRunner]:
    """Bind the research pipeline to a profile; what it started is ended at the end.

    Where no language model can be reached the embedded engine plays the role (SPEC E1); labels say who did.

    Args:
        adapt: exchanges tools before the first task, as a simulated night does.
    """
    from neurodesk.app.queries.retrieval import HybridRetriever
    from neurodesk.app.queries.vectors import told_text_only
    from neurodesk.app.query_guard import StoredQueryGuard
    from neurodesk.domain.model_calls import Caller, calling
    from neurodesk.domain.models import Priority, Role
    from neurodesk.domain.tasks import Origin
    from neurodesk.net.fetch_settings import fetch_policy
    from neurodesk.pipeline.queued import queued
    from neurodesk.pipeline.run import research
    from neurodesk.pipeline.screen import Screen, gate_limits
    from neurodesk.pipeline.similarity import similarity_of
    from neurodesk.pipeline.tools import ResearchTools
    from neurodesk.providers.models.e5_encoder import refiner
    from neurodesk.providers.origin import registrable_domain
    from neurodesk.storage.knowledge_reader import StoredKnowledge
    from neurodesk.storage.staged_files import StagedFiles
    from neurodesk.storage.task_ledger import StoredLedger

    with open_extractor() as extractor:
        library = library_provider(profile, extractor)
        models = model_room(profile)
        encoder = embedded_encoder()
        deeper = refiner(wanted=profile.settings.current.switch("search.refine"))
        retriever = HybridRetriever(profile.database, profile.search_encoder, refiner=deeper)
        knowledge = StoredKnowledge(profile.database, retriever)
        tools = ResearchTools(
            ledger=StoredLedger(profile.database, profile.clock),
            knowledge=knowledge,
            providers=lambda: search_providers(profile, library),
            guard=StoredQueryGuard(profile, knowledge),
            fetchers=(library, web_pages(profile, extractor)),
            screen=lambda: Screen(
                limits=gate_limits(profile.settings.current),
                own_texts=knowledge.own_texts,
                recorded_domain=registrable_domain,
                denied=fetch_policy(profile.settings.current).deny,
            ),
            planner=models.planner(),
            author=models.author(),
            reviewer=models.reviewer(similarity_of(encoder)),
            staging=StagedFiles(profile.database, profile.paths),
            settings=lambda: profile.settings.current,
            clock=profile.clock,
        )
        tools = queued(adapt(tools), models.queue)
        StagedFiles(profile.database, profile.paths).recover()

        async def run(task: Task, context: RunContext) -> TaskResult:
            manual = task.requested_by is Origin.CURATOR
            who = Caller(task.id, Priority.MANUAL if manual else Priority.AUTONOMOUS)
            try:
                with calling(who):
                    await models.pool.refresh(models.model_of(Role.AUTHOR))
                    with told_text_only(profile, retriever, context):
                        return await research(task, tools, context)
            finally:
                await models.pool.aclose()
                await searxng(profile).aclose()

        yield run


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
