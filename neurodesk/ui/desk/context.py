"""What every pane gets: the profile and the few ways to ask, to act, to hear and to speak.

A pane asks with ``ask`` (a reader thread), acts with ``act`` (the command thread), hears with ``watch`` ("is
that mine?"), and speaks with ``say`` (the curator's own act) and ``fail``. The GUI thread runs no SQL: call
nothing of ``app`` directly from a widget.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication

from neurodesk.app.article_html import article_html
from neurodesk.app.profile import Profile
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.settings.load import Settings
from neurodesk.ui.bridge import Bridge, QueryRunner, QueryTicket
from neurodesk.ui.desk.changes import Changes
from neurodesk.ui.desk.jobs import Jobs
from neurodesk.ui.desk.readers import ReaderExecutor
from neurodesk.ui.desk.reports import Reporter
from neurodesk.ui.desk.worker_room import WorkerRoom
from neurodesk.ui.i18n import tr
from neurodesk.ui.widgets.pictures import PictureLoader

if TYPE_CHECKING:
    from neurodesk.ui.desk.face import DeskFace

T = TypeVar("T")


class Services(QObject):
    """The parts that outlive a window (a change of language builds a new window over the same services).

    Arguments: ``profile`` open; ``reporter`` of bugs; ``with_worker`` opens the worker as well. ``failed``
    carries what went wrong, from any thread, to the window; ``worker_crashed`` the report of a bug that
    ended the worker's loop, and after how many seconds it goes on.
    """

    failed = Signal(object)
    worker_crashed = Signal(object, float)

    def __init__(self, profile: Profile, reporter: Reporter, *, with_worker: bool = True) -> None:
        super().__init__()
        self.profile = profile
        self.reporter = reporter
        self.bridge = Bridge()
        self.changes = Changes(profile.bus, self.bridge)
        self.read_executor = ReaderExecutor(profile.database)
        self.runner = QueryRunner(executor=self.read_executor)
        self.command_executor = ThreadPoolExecutor(1, thread_name_prefix="neurodesk-command")
        self.commands = QueryRunner(executor=self.command_executor)
        self.picture_executor: Executor = ThreadPoolExecutor(1, thread_name_prefix="neurodesk-picture")
        self.jobs = Jobs(self.failed.emit)
        self.runner.failed.connect(self.failed)
        self.commands.failed.connect(self.failed)
        self.worker = WorkerRoom(profile, self._worker_failed, self._worker_crashed)
        self._with_worker = with_worker
        self.worker_fault: BaseException | None = None

    def start_worker(self) -> None:
        """Open the worker in its own thread."""
        if self._with_worker:
            self.worker.start()

    def _worker_failed(self, error: BaseException) -> None:
        self.worker_fault = error
        self.profile.bus.publish(ChangeSet.of((Kind.WORKER, "")))
        self.failed.emit(error)

    def _worker_crashed(self, error: Exception, wait_s: float) -> None:
        self.worker_crashed.emit(self.reporter.report(error, "in the worker's loop", tell=False), wait_s)

    def close_intake(self) -> None:
        """First part of the end, in the GUI thread: hear nothing more, void all questions, stop jobs."""
        self.changes.close()
        self.bridge.close()
        self.runner.close()
        self.jobs.stop_all()
        self.commands.finish()

    def drain(self) -> None:
        """Second part, on any thread: let the worker end after its step, then jobs and commands (DESIGN).

        Blocks for at most the worker's stop; commands that were clicked before are carried out.
        """
        self.worker.stop()
        self.read_executor.shutdown()
        self.jobs.close()
        self.command_executor.shutdown(wait=True)
        self.picture_executor.shutdown(wait=True, cancel_futures=True)


@dataclass(slots=True)
class DeskContext:
    """One window's view of the services; panes keep it and read nothing else of the application."""

    services: Services
    window: DeskFace

    @property
    def profile(self) -> Profile:
        """The open profile; its database is used in ``ask`` and ``act`` only."""
        return self.services.profile

    @property
    def runner(self) -> QueryRunner:
        """The query runner, for ``PagedModel``."""
        return self.services.runner

    @property
    def settings(self) -> Settings:
        """The settings in effect now."""
        return self.services.profile.settings.current

    @property
    def worker(self) -> WorkerRoom:
        """The worker: ``wake``, ``scan_now``, ``status``, ``live``."""
        return self.services.worker

    def ask(
        self,
        fn: Callable[[], T],
        on_done: Callable[[T], None],
        *,
        channel: str | None = None,
        owner: QObject | None = None,
        on_error: Callable[[BaseException], None] | None = None,
    ) -> QueryTicket:
        """Run a query on a reader thread; its answer comes in the GUI thread, unless a newer one was asked.

        Arguments: ``channel`` names the question; ``owner`` a widget whose end voids the answer;
        ``on_error`` instead of the window's notice.
        """
        return self.runner.submit(fn, on_done, channel=channel, owner=owner, on_error=on_error)

    def act(
        self,
        fn: Callable[[], T],
        on_done: Callable[[T], None] | None = None,
        *,
        owner: QObject | None = None,
        on_error: Callable[[BaseException], None] | None = None,
    ) -> None:
        """Run a command on the command thread, one after the other, in the order of the clicks.

        Its ChangeSet comes back through the bus to everybody; ``on_done`` gets its answer for a toast.
        """
        done: Callable[[Any], None] = on_done or (lambda _result: None)
        self.services.commands.submit(fn, done, owner=owner, on_error=on_error)

    def watch(self, owner: QObject, tell: Callable[[ChangeSet], None], *kinds: Kind) -> None:
        """Hear of changes of some kinds, merged, at most 30 times a second, until ``owner`` goes."""
        self.services.changes.watch(owner, tell, *kinds)

    def say(self, text: str, undo: str = "", on_undo: Callable[[], None] | None = None) -> None:
        """Answer the curator's own act with a toast."""
        self.window.say(text, undo, on_undo)

    def fail(self, error: BaseException) -> None:
        """Show what went wrong: a known fault as a notice, a bug as a report."""
        self.services.failed.emit(error)

    def open_place(self, place: str, target: str = "") -> None:
        """Go to a place and show one thing there; the place's widget has ``show_target(id)`` for that."""
        self.window.go(place, target)

    def set_count(self, place: str, count: int) -> None:
        """Show how many things wait in a place."""
        self.window.top_bar.set_count(place, count)

    def confirm_link(self, url: str) -> None:
        """Ask before an external link is opened."""
        self.window.confirm_link(url)

    def copy_as_html(self, text: str, owner: QObject | None = None) -> None:
        """Put an article's Markdown on the clipboard as clean HTML, with the Markdown as its plain text."""

        def copied(html: str) -> None:
            data = QMimeData()
            data.setHtml(html)
            data.setText(text)
            QGuiApplication.clipboard().setMimeData(data)
            self.say(tr("Desk", "Copied as HTML."))

        self.ask(lambda: article_html(text), copied, owner=owner)

    def pictures(self, root: Path, folder: Path, owner: QObject | None = None) -> PictureLoader:
        """Return a loader for the pictures of one article (SPEC K1)."""
        return PictureLoader(root, folder, self.services.picture_executor, owner)

    def curator(self) -> str:
        """Return the curator's name as set, or an empty text."""
        return self.settings.text("curator.name").strip()
