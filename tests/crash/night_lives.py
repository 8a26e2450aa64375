"""Lives of one simulated night: a process that forks a fresh life for each line it reads.

Usage: night_lives.py DATA_DIR SEED HOURS. Everything is imported once and each life is forked from there,
because two hundred starts of Python would outlast the night. A life prints ``life PID`` and then
a line for each jump of the clock; after its end, however it came, ``ended STATUS`` follows. The model and
search servers are one process for all lives; each life is their clock.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from neurodesk.bootstrap import embedded_encoder
from neurodesk.cli.simulate_night import simulate
from neurodesk.worker.night.servers import ServerAddress, open_servers

OVERRIDES = {"queue.max_attempts": "20"}


def live(root: Path, seed: int, hours: float, servers: ServerAddress) -> None:
    print(f"life {os.getpid()}", flush=True)
    simulate(root, seed, hours, OVERRIDES, lambda _: print(".", flush=True), servers)


def main() -> None:
    root, seed, hours = Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
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
