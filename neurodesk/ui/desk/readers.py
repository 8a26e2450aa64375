"""The query runner's threads: the database's readers, each query interruptible (DESIGN "Threads")."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from neurodesk.storage.db import Database, Readers, ReadHandle


class ReaderExecutor(Executor):
    """Runs questions on ``storage.db.Readers``: one snapshot a question, given up when nobody waits for it.

    Arguments: ``database`` an open database; ``threads`` how many readers.
    """

    def __init__(self, database: Database, threads: int = 2) -> None:
        self._readers = Readers(database, threads)
        self._handles: dict[Future[Any], ReadHandle[Any]] = {}

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Queue a question; queries of the profile inside it use the reader's connection."""
        handle: ReadHandle[Any] = self._readers.submit(lambda _rx: fn(*args, **kwargs))
        self._handles[handle.future] = handle
        # A handle holds its future, so the entry would stay for ever, and every answer with it.
        handle.future.add_done_callback(self._forget)
        return handle.future

    def _forget(self, future: Future[Any]) -> None:
        self._handles.pop(future, None)

    def interrupt(self, future: Future[Any]) -> None:
        """Stop a question that runs; it fails with ``interrupted``, and nobody is told."""
        handle = self._handles.get(future)
        if handle is not None:
            handle.cancel()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Interrupt what runs and end the threads."""
        self._readers.close()
