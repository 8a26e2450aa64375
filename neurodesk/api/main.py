"""Serves the API in the process that holds the worker role, for as long as the setting says so (SPEC I3)."""

from __future__ import annotations

import contextlib
import logging
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from neurodesk.api.served import Served
from neurodesk.app.profile import Profile
from neurodesk.app.queries.gates import LiveFacts
from neurodesk.app.queries.status import RoleModels
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import StorageFault
from neurodesk.domain.ports import WorkerControl
from neurodesk.storage.activity_store import note

if TYPE_CHECKING:
    import uvicorn

log = logging.getLogger(__name__)

HOST = "127.0.0.1"  # fixed: there is no way to listen elsewhere (SPEC I3)
_SETTINGS = ("api.enabled", "api.port")
_GRACE_S = 2
_CONCURRENT = 32
_HEADER_BYTES = 16 * 1024
_JOIN_S = 10.0
_AGAIN_S = 60.0


class ApiHost:
    """Follows ``api.enabled`` and ``api.port`` in a thread of its own.

    Args:
        served: what the endpoints work with.
    """

    def __init__(self, served: Served) -> None:
        self._served = served
        self._changed = threading.Event()
        self._closing = False
        self._lock = threading.Lock()
        self._server: uvicorn.Server | None = None
        self._thread = threading.Thread(target=self._follow, name="neurodesk-api", daemon=True)
        self.listening = threading.Event()
        self.port = 0

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """End the server and the thread."""
        self._closing = True
        self.heed()
        self._thread.join(_JOIN_S)

    def heed(self) -> None:
        """Look at the settings again."""
        self._changed.set()
        with self._lock:
            if self._server is not None:
                self._server.should_exit = True

    def _wanted(self) -> int:
        settings = self._served.profile.settings.current
        return settings.whole("api.port") if settings.switch("api.enabled") and not self._closing else 0

    def _follow(self) -> None:
        while not self._closing:
            self._changed.clear()
            port = self._wanted()
            if port:
                try:
                    self._serve(port)
                except ImportError as error:
                    self._tell(
                        "api_unavailable", port=port, detail=f"neurodesk[api] is not installed: {error}"
                    )
                except Exception:
                    log.exception("the API met a bug")
            if not self._closing:
                # A port that another program held may be free again later.
                self._changed.wait(_AGAIN_S if port else None)
        self._served.profile.database.release_reader()

    def _serve(self, port: int) -> None:
        import uvicorn  # here, so that a start without the API does not pay for it

        from neurodesk.api.application import application

        try:
            listener = listen(port)
        except OSError as error:
            self._tell("api_unavailable", port=port, detail=error.strerror or str(error))
            return
        with (
            listener,
            ThreadPoolExecutor(1, thread_name_prefix="neurodesk-api-work") as executor,
            ThreadPoolExecutor(1, thread_name_prefix="neurodesk-api-long") as long,
        ):
            self.port = listener.getsockname()[1]
            server = uvicorn.Server(
                uvicorn.Config(
                    application(self._served, self.port, executor, long),
                    lifespan="off",
                    log_config=None,
                    access_log=False,
                    server_header=False,
                    proxy_headers=False,
                    ws="none",
                    http="h11",
                    loop="asyncio",
                    limit_concurrency=_CONCURRENT,
                    timeout_keep_alive=5,
                    timeout_graceful_shutdown=_GRACE_S,
                    h11_max_incomplete_event_size=_HEADER_BYTES,
                )
            )
            with self._lock:
                self._server = server
                if self._changed.is_set():
                    server.should_exit = True
            self._tell("api_started", port=self.port)
            self.listening.set()
            try:
                server.run(sockets=[listener])
            finally:
                self.listening.clear()
                with self._lock:
                    self._server = None
                for one in (executor, long):
                    one.submit(self._served.profile.database.release_reader).result()
                self._tell("api_stopped", port=self.port)

    def _tell(self, code: str, **params: object) -> None:
        profile = self._served.profile
        now = profile.clock.time()
        with contextlib.suppress(StorageFault):
            profile.database.submit(lambda tx: note(tx, now, code, params=params))


def listen(port: int) -> socket.socket:
    """Return a socket that listens on the loopback address only (SPEC I3).

    Raises:
        OSError: the port is taken.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        # On Windows this option would let another program take the same port.
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen(64)
    except OSError:
        listener.close()
        raise
    return listener


@contextlib.contextmanager
def open_api(
    profile: Profile,
    worker: WorkerControl,
    live: LiveFacts | None = None,
    models: Callable[[], RoleModels] = RoleModels,
) -> Iterator[ApiHost]:
    """Serve while this block runs and ``api.enabled`` is on; a changed setting counts at once."""
    host = ApiHost(Served(profile, worker, live or LiveFacts(), models))

    def noted(changes: ChangeSet) -> None:
        # Another process may have changed the settings' file: then no key is named.
        if any(changes.touches(Kind.SETTING, key) for key in _SETTINGS) and not _same(host, profile):
            host.heed()

    leave = profile.bus.subscribe(noted)
    host.start()
    try:
        yield host
    finally:
        leave()
        host.stop()


def _same(host: ApiHost, profile: Profile) -> bool:
    settings = profile.settings.current
    wanted = settings.whole("api.port") if settings.switch("api.enabled") else 0
    return wanted == (host.port if host.listening.is_set() else 0)
