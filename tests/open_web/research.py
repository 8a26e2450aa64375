"""Autonomous tasks over the loopback web, and the table of what became of each page."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

from neurodesk import bootstrap
from neurodesk.app import sample
from neurodesk.app.commands import knowledge
from neurodesk.app.profile import Profile
from neurodesk.app.queue import task_store
from neurodesk.domain.run_context import RunContext
from neurodesk.domain.tasks import NewTask, Origin
from neurodesk.net.loopback_web import Asked, LoopbackWeb, Send, response
from neurodesk.net.page_client import FetchLimits, PageClient
from neurodesk.pipeline.tools import ResearchTools
from neurodesk.providers.search.loopback_searxng import Asked as Query
from neurodesk.providers.search.loopback_searxng import Found, LoopbackSearxng
from neurodesk.providers.search.web_pages import WebPages
from neurodesk.storage.db import Row
from tests.open_web.pages import Page, all_pages
from tests.open_web.subjects import SUBJECTS, Subject
from tests.unit.net.page_parts import lists

PUBLIC, PRIVATE = "93.184.215.14", "192.168.7.7"
HITS = 10
DENIED = ["denied.example"]


class Names:
    """Every name is public, but those that begin with ``private-``."""

    async def lookup(self, host: str) -> Sequence[str]:
        """Return the addresses of a name."""
        return [PRIVATE if host.startswith("private-") else PUBLIC]


class Web:
    """Serves the pages by host and path; counts what was asked."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._answers = {}
        for page in pages:
            parts = urlsplit(page.url)
            if not page.body:
                continue  # an address that nobody may ask, or that another page answers
            self._answers[parts.hostname, parts.path] = page.body
            self._answers |= {(parts.hostname, path): body for path, body in page.also.items()}
        self._lock = threading.Lock()
        self.asked: Counter[str] = Counter()

    def __call__(self, asked: Asked, send: Send) -> bool:
        """Answer one request; see ``loopback_web.Answer``."""
        host = asked.headers.get("host", "").partition(":")[0]
        path = asked.target.partition("?")[0]
        with self._lock:
            self.asked[f"{host}{path}"] += 1
        found = self._answers.get((host, path), response(404))
        if callable(found):
            return found(asked, send)
        send(found)
        return True


class Engine:
    """Gives the pages of the subject that a query is about, ten a query, each once."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._left = {
            subject.name: [page for page in pages if page.subject == subject.name] for subject in SUBJECTS
        }
        self._lock = threading.Lock()
        self.topic = ""

    def __call__(self, _asked: Query) -> list[Found]:
        """Answer one search."""
        with self._lock:
            left = self._left[self.topic]
            now, self._left[self.topic] = left[:HITS], left[HITS:]
        return [Found(page.url, page.title, page.snippet) for page in now]


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a page: kept or refused, why, and what the evidence says of itself."""

    page: Page
    reason: str
    detail: str
    marked: bool = False
    independent: bool = True

    @property
    def kept(self) -> bool:
        """Whether it became evidence."""
        return not self.reason

    @property
    def right(self) -> bool:
        """Whether that is what had to become of it."""
        page = self.page
        if not self.kept:
            return self.reason in page.ends
        return "" in page.ends and page.marked <= self.marked and page.dependent <= (not self.independent)


@dataclass(frozen=True, slots=True)
class Report:
    """One run.

    Attributes:
        fates: one a page.
        requests: real page requests, a subject.
        connected: addresses that were connected to.
        texts: kept texts by page address.
        voices: number of independent voices, a kept page's address.
    """

    fates: tuple[Fate, ...]
    requests: dict[str, int]
    connected: frozenset[str]
    texts: dict[str, str]
    voices: dict[str, int]

    def table(self) -> list[tuple[str, str, str, int]]:
        """Return (kind, ``kept`` or ``refused``, reason code, how many), by kind."""
        counts = Counter((one.page.kind, "kept" if one.kept else "refused", one.reason) for one in self.fates)
        return [(*key, count) for key, count in sorted(counts.items())]


def run(root: Path, pages: Sequence[Page] = ()) -> Report:
    """Work one autonomous task a subject over the whole web, in a fresh profile below ``root``."""
    pages = pages or all_pages()
    engine, site = Engine(pages), Web(pages)
    with ExitStack() as stack:
        profile = stack.enter_context(bootstrap.open_profile(root / "profile"))
        searx = stack.enter_context(LoopbackSearxng(engine))
        web = stack.enter_context(LoopbackWeb(site))
        _settings(profile, searx.url)
        kb = knowledge.register_kb(profile, sample.copy_kb(root / "kb", fresh=False))
        knowledge.import_kb(profile, kb.id)
        client = PageClient(
            lambda: lists(deny=DENIED),
            delay_s=lambda: 0.0,
            limits=FetchLimits(total_s=8.0),
            resolver=Names(),
            connector=web,
            is_own=lambda _address: False,
        )
        pages_of = WebPages(client, stack.enter_context(bootstrap.open_extractor()), profile.clock)

        def adapt(tools: ResearchTools) -> ResearchTools:
            return replace(tools, fetchers=(pages_of,))

        requests = {}
        for subject in SUBJECTS:
            engine.topic = subject.name
            before = sum(count for address, count in site.asked.items() if "robots.txt" not in address)
            _work(profile, subject, adapt)
            after = sum(count for address, count in site.asked.items() if "robots.txt" not in address)
            requests[subject.name] = after - before
        return _report(profile, pages, requests, frozenset(address for address, _ in web.connections))


def _settings(profile: Profile, searxng: str) -> None:
    for key, value in {
        "web.searxng": True,
        "searxng.url": searxng,
        "privacy.first_looks": 0,
        "research.max_pages": 50,
        "research.max_rounds": 1,
        "article.synthesis": False,
        "web.deny_hosts": DENIED,
    }.items():
        profile.settings.set(key, value)


def _work(profile: Profile, subject: Subject, adapt: object) -> None:
    """Queue one task as the scanner does, and work it."""
    store, now = task_store(profile), profile.clock.time()
    asked = NewTask(
        subject.topic, subject.question, queries=subject.queries, requested_by=Origin.SCANNER, priority=1.0
    )
    store.enqueue(asked, now)
    reserved = store.reserve("here:1", now)
    assert reserved is not None, subject.name
    task = store.start(reserved.id, reserved.lease_token, now, "2026-01-01")
    context = RunContext(task.lease_token, profile.clock, lambda: None, lambda: None, lambda *_a, **_p: None)

    async def work() -> None:
        with bootstrap.open_research(profile, adapt) as runner:  # type: ignore[arg-type]
            result = await runner(task, context)
        store.complete(task.id, task.lease_token, profile.clock.time(), result)

    asyncio.run(work())


def _report(
    profile: Profile, pages: Sequence[Page], requests: dict[str, int], connected: frozenset[str]
) -> Report:
    def read(statement: str) -> list[Row]:
        return profile.database.read(lambda rx: rx.sql(statement))

    candidates = {row["uri"]: row for row in read("SELECT * FROM candidate ORDER BY id")}
    evidence = {row["requested_uri"]: row for row in read("SELECT * FROM evidence WHERE state != 'rejected'")}
    bodies = {row["sha256"]: row["body"] for row in read("SELECT sha256, body FROM text")}
    fates = []
    for page in pages:
        row, held = candidates.get(page.url), evidence.get(page.url)
        if row is None:
            fates.append(Fate(page, "never seen", ""))
        elif held is None or row["verdict"] != "kept":
            fates.append(Fate(page, row["reason"] or row["verdict"], row["detail"]))
        else:
            fates.append(Fate(page, "", "", held["injection"] != "[]", bool(held["independent"])))
    return Report(
        tuple(fates),
        requests,
        connected,
        {uri: bodies[row["sha256"]] for uri, row in evidence.items()},
        {uri: row["evidence_count"] for uri, row in evidence.items()},
    )
