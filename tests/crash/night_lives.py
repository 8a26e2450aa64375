"""Lives of one simulated night: a process that forks a fresh life for each line it reads.

Usage: night_lives.py DATA_DIR SEED HOURS. Everything is imported once and each life is forked from there,
because two hundred starts of Python, or of what is imported when it is first used, would outlast the night.
A life prints ``life PID`` and then a line for each jump of the clock; after its end, however it came, ``ended
STATUS`` follows. The model and search servers are one process for all lives; each life is their clock.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import pkgutil
import sys
from pathlib import Path

import neurodesk
from neurodesk.bootstrap import embedded_encoder
from neurodesk.cli.simulate_night import simulate
from neurodesk.worker.night.servers import ServerAddress, open_servers

OVERRIDES = {"queue.max_attempts": "20"}


def live(root: Path, seed: int, hours: float, servers: ServerAddress) -> None:
    print(f"life {os.getpid()}", flush=True)
    simulate(root, seed, hours, OVERRIDES, lambda _: print(".", flush=True), servers)


def import_all() -> None:
    """Import what each life would import anew, and keep it out of their collections of garbage."""
    for part in ("app", "domain", "net", "pipeline", "providers", "settings", "storage", "worker"):
        package = importlib.import_module(f"{neurodesk.__name__}.{part}")
        for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            with contextlib.suppress(ImportError):  # an extra that is not installed
                importlib.import_module(found.name)
    importlib.import_module("anyio._backends._asyncio")
    gc.freeze()


def main() -> None:
    root, seed, hours = Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    import_all()
    embedded_encoder()
    with open_servers() as servers:
        live_on(root, seed, hours, servers)


def live_on(root: Path, seed: int, hours: float, servers: ServerAddress) -> None:
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            try:
                live(root, seed, hours, servers)
            except BaseException:
                import traceback

                traceback.print_exc()
                os._exit(1)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print(f"ended {status}", flush=True)


if __name__ == "__main__":
    main()
