"""What the API's tests share: a served profile and a client that can send anything."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from neurodesk.app.commands import tokens
from neurodesk.app.profile import Profile
from neurodesk.app.queue import task_store
from neurodesk.bootstrap import open_profile, open_worker
from neurodesk.domain.research import TaskResult
from neurodesk.domain.run_context import RunContext
from neurodesk.domain.tasks import Outcome, Task
from neurodesk.storage.task_store import TaskStore
from neurodesk.worker.host import WorkerHost

PATIENCE_S = 10.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def eventually(holds: Callable[[], bool]) -> None:
    """Wait until something holds that another thread brings about."""
    until = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < until, "it never came true"
        time.sleep(0.02)


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@dataclass
class Api:
    """A profile whose worker runs and whose API is on."""

    profile: Profile
    port: int
    host: WorkerHost
    ran: list[str] = field(default_factory=list)
    scans: list[float] = field(default_factory=list)

    @property
    def store(self) -> TaskStore:
        return task_store(self.profile)

    def token(self, *scopes: str, name: str = "") -> str:
        return tokens.add_token(self.profile, name or "-".join(scopes), scopes).text

    def client(self, *scopes: str, name: str = "") -> httpx.Client:
        headers = {"Authorization": f"Bearer {self.token(*scopes, name=name)}"} if scopes else {}
        return httpx.Client(base_url=f"http://127.0.0.1:{self.port}", headers=headers, trust_env=False)

    def raw(self, request: bytes) -> bytes:
        """Send bytes as they are and return the whole answer."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S) as sent:
            sent.sendall(request)
            parts = []
            with contextlib.suppress(ConnectionResetError):
                while part := sent.recv(65536):
                    parts.append(part)
        return b"".join(parts)


@contextlib.contextmanager
def served(root: Path, *, with_scanner: bool = True) -> Iterator[Api]:
    """Open a profile, take the worker role and switch the API on."""
    with open_profile(root) as profile:
        ran: list[str] = []
        scans: list[float] = []

        async def runner(task: Task, context: RunContext) -> TaskResult:
            ran.append(task.topic)
            return TaskResult(Outcome.EVIDENCE_ONLY, 1)

        async def scan() -> None:
            scans.append(profile.clock.time())

        port = free_port()
        profile.settings.set("api.port", port)
        profile.settings.set("api.enabled", True)
        with open_worker(profile, runner, scan=scan if with_scanner else None) as host:
            eventually(lambda: answers(port))
            yield Api(profile, port, host, ran, scans)
