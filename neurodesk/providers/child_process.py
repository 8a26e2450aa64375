"""A supervised process of our own for CPU work: spawned, niced, limited in memory (DESIGN: CPU work).

It is never forked: forking deadlocks under Qt. What it is told and answers are frames over a pipe, of bytes
that are never unpickled.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
from collections.abc import Callable
from multiprocessing.connection import Connection

START_TIMEOUT_S = 60.0
NICENESS = 10
READY = b'{"ready": true}'


def limit_process(memory_bytes: int) -> None:
    """Lower this process's priority and its address space, where the platform can; in the child."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICENESS)
    try:
        import resource
    except ImportError:
        # Windows: the limits of time that the parent keeps still hold.
        return
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class ChildProcess:
    """One process and its pipe; used by one thread at a time.

    Args:
        serve: runs in the child with its pipe and limit; it sends ``READY`` first and ends when the pipe
            closes.
        name: of the process.
        memory_bytes: address space of the process, where the platform can limit it.

    Raises:
        OSError: it did not start.
    """

    def __init__(self, serve: Callable[[Connection, int], None], name: str, memory_bytes: int) -> None:
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe(duplex=True)
        self.pipe: Connection = here
        self.process = context.Process(target=serve, args=(there, memory_bytes), name=name, daemon=True)
        try:
            self.process.start()
        except BaseException:
            here.close()
            there.close()
            raise
        there.close()
        try:
            if not here.poll(START_TIMEOUT_S):
                raise OSError(f"{name} did not start in time")
            here.recv_bytes(1024)
        except (EOFError, OSError) as error:
            self.kill()
            raise OSError(f"{name} ended while starting: {error}") from error

    @property
    def pid(self) -> int:
        """Return the id of the process."""
        return self.process.pid or 0

    def kill(self) -> None:
        """End the process at once."""
        self.pipe.close()
        self.process.kill()
        self.process.join(10)
        self.process.close()

    def retire(self) -> None:
        """Let the process end by itself: its pipe closes."""
        self.pipe.close()
        self.process.join(2)
        if self.process.is_alive():
            self.process.kill()
            self.process.join(10)
        self.process.close()
