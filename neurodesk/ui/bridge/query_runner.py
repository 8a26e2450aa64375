"""Ask the core off the GUI thread; answers come back in the GUI thread, late answers to an old question
never.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

import shiboken6
from PySide6.QtCore import QObject, Qt, Signal, Slot

READERS = 2
T = TypeVar("T")


@dataclass(slots=True, eq=False)
class QueryTicket:
    """One question under way; ``cancel`` makes sure that its answer is never delivered."""

    channel: str | None
    on_done: Callable[[Any], None]
    on_error: Callable[[BaseException], None] | None
    owner: QObject | None
    interrupt: Callable[[], None] | None
    future: Future[Any] | None = None
    cancelled: bool = field(default=False)

    def cancel(self) -> None:
        """Drop the answer, and stop the query itself where it can be stopped."""
        if self.cancelled:
            return
        self.cancelled = True
        if self.future is None or self.future.cancel() or self.future.done():
            return
        if self.interrupt is not None:
            self.interrupt()


class QueryRunner(QObject):
    """Runs functions on reader threads and delivers results by a queued signal (DESIGN "Threads", Readers).

    Arguments: ``executor`` where functions run, by default two threads of its own; an executor passed in
    is not
    shut down by ``close``. ``failed`` carries an exception that its asker did not want to handle.
    """

    failed = Signal(object)
    _finished = Signal(object)

    def __init__(self, parent: QObject | None = None, executor: Executor | None = None) -> None:
        super().__init__(parent)
        self._own = executor is None
        self._executor = executor or ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._channels: dict[str, QueryTicket] = {}
        self._open: set[QueryTicket] = set()
        self._lock = threading.Lock()
        self._closed = False
        self._finished.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def submit(
        self,
        fn: Callable[[], T],
        on_done: Callable[[T], None],
        *,
        channel: str | None = None,
        on_error: Callable[[BaseException], None] | None = None,
        owner: QObject | None = None,
        interrupt: Callable[[], None] | None = None,
    ) -> QueryTicket:
        """Run ``fn`` on a reader and call ``on_done`` with its result in the GUI thread.

        Arguments: ``channel`` names the question: a newer question on it makes the older one's answer
        void; ``owner``
        a widget whose deletion voids the answer; ``interrupt`` stops a running query. Must be called in
        the GUI thread.
        """
        ticket = QueryTicket(channel, on_done, on_error, owner, interrupt)
        if self._closed:
            ticket.cancelled = True
            return ticket
        if channel is not None:
            older = self._channels.get(channel)
            if older is not None:
                older.cancel()
            self._channels[channel] = ticket
        self._open.add(ticket)
        ticket.future = future = self._executor.submit(fn)
        stop = getattr(self._executor, "interrupt", None)
        if interrupt is None and stop is not None:
            ticket.interrupt = lambda: stop(future)
        ticket.future.add_done_callback(lambda _future: self._announce(ticket))
        return ticket

    def _announce(self, ticket: QueryTicket) -> None:
        with self._lock:
            if not self._closed:
                self._finished.emit(ticket)

    @Slot(object)
    def _deliver(self, ticket: QueryTicket) -> None:
        self._open.discard(ticket)
        newest = ticket.channel is None or self._channels.get(ticket.channel) is ticket
        if newest and ticket.channel is not None:
            del self._channels[ticket.channel]
        if ticket.cancelled or not newest or ticket.future is None or self._closed:
            return
        if ticket.owner is not None and not shiboken6.isValid(ticket.owner):
            return
        try:
            result = ticket.future.result(timeout=0)
        except CancelledError:
            return
        except Exception as error:
            if ticket.on_error is not None:
                ticket.on_error(error)
            else:
                self.failed.emit(error)
            return
        ticket.on_done(result)

    @property
    def open_count(self) -> int:
        """How many questions wait for an answer, void ones included."""
        return len(self._open)

    def finish(self) -> None:
        """Take no more and void all answers, but let what was asked for be carried out (commands)."""
        with self._lock:
            self._closed = True
        for ticket in self._open:
            ticket.cancelled = True
        self._open.clear()
        self._channels.clear()

    def close(self) -> None:
        """Void all questions, interrupt what runs, and end the reader threads this runner made."""
        with self._lock:
            self._closed = True
        for ticket in list(self._open):
            ticket.cancel()
        self._open.clear()
        self._channels.clear()
        if self._own:
            self._executor.shutdown(wait=True, cancel_futures=True)
