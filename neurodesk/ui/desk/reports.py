"""One reporter for every bug: all hooks end here, each kind is written and told once (DESIGN "Errors")."""

from __future__ import annotations

import asyncio
import faulthandler
import hashlib
import logging
import platform
import sys
import threading
import time
import traceback
from dataclasses import dataclass
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from PySide6.QtCore import QMessageLogContext, QObject, Qt, QtMsgType, Signal, qInstallMessageHandler

from neurodesk import __version__

log = logging.getLogger(__name__)
qt_log = logging.getLogger("qt")
LOG_BYTES = 1_000_000
LOG_FILES = 3
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}
# What platforms without a desktop say about themselves at each start; nobody can act on it.
_PLATFORM_TALK = ("This plugin does not support", "Qt.qpa.")


@dataclass(frozen=True, slots=True)
class BugReport:
    """A bug: its kind, one line, the whole trace, where the report lies, how often it was met."""

    kind: str
    line: str
    trace: str
    path: Path | None
    times: int


class Reporter(QObject):
    """Writes reports into the profile's log folder and tells each kind once, in the GUI thread.

    Arguments: ``folder`` for log and reports.
    """

    told = Signal(object)
    _met = Signal(object)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._times: dict[str, int] = {}
        self._lock = threading.Lock()
        self._faults: IO[str] | None = None
        self._handler: RotatingFileHandler | None = None
        self._former: tuple[Any, Any, Any] | None = None
        self._met.connect(self.told, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Take over ``sys``, ``threading``, unraisable and Qt messages; open log and fault file."""
        try:
            handler = RotatingFileHandler(
                self._folder / "neurodesk.log", maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8"
            )
            if not faulthandler.is_enabled():
                self._faults = (self._folder / "faults.log").open("a", encoding="utf-8")
        except OSError as error:
            log.info("no log is written: %s", error)
        else:
            handler.setLevel(logging.INFO)
            handler.setFormatter(
                logging.Formatter("%(asctime)s %(levelname)s %(threadName)s %(name)s: %(message)s")
            )
            logging.getLogger().addHandler(handler)
            self._handler = handler
            if self._faults is not None:
                faulthandler.enable(self._faults)
        self._former = (sys.excepthook, threading.excepthook, sys.unraisablehook)
        sys.excepthook = self._on_uncaught
        threading.excepthook = self._on_thread
        sys.unraisablehook = self._on_unraisable
        qInstallMessageHandler(_on_qt_message)

    def uninstall(self) -> None:
        """Give the hooks back and close the files."""
        if self._former is not None:
            sys.excepthook, threading.excepthook, sys.unraisablehook = self._former
            self._former = None
            qInstallMessageHandler(None)
        if self._handler is not None:
            logging.getLogger().removeHandler(self._handler)
            self._handler.close()
            self._handler = None
        if self._faults is not None:
            # A fault handler that writes into a closed file would write into another one.
            faulthandler.disable()
            self._faults.close()
            self._faults = None

    def watch_loop(self, loop: asyncio.AbstractEventLoop) -> None:
        """Report what fails in tasks and callbacks of a loop that nobody awaits."""
        loop.set_exception_handler(self._on_loop)

    def report(self, error: BaseException, where: str = "", *, tell: bool = True) -> BugReport:
        """Write down a bug; a kind that was met before is only counted. From any thread.

        Arguments: ``tell`` False leaves it to the caller to say it in the window.
        """
        trace = "".join(traceback.format_exception(error))
        kind = _kind_of(error)
        with self._lock:
            times = self._times[kind] = self._times.get(kind, 0) + 1
        line = f"{type(error).__name__}: {error}"
        path = self._folder / f"report-{kind}.txt"
        if times == 1:
            log.error("a bug was met%s: %s", f" {where}" if where else "", line)
            try:
                path.write_text(_report_text(where, trace), "utf-8")
            except OSError:
                path = Path()
        found = BugReport(kind, line, trace, path if path.name else None, times)
        if times == 1 and tell:
            self._met.emit(found)
        return found

    def _on_uncaught(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        self.report(error.with_traceback(trace), "in the window")

    def _on_thread(self, arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_value is not None:
            name = arguments.thread.name if arguments.thread is not None else "?"
            self.report(arguments.exc_value, f"in thread {name}")

    def _on_unraisable(self, arguments: Any) -> None:
        if arguments.exc_value is not None:
            self.report(arguments.exc_value, f"while {arguments.object!r} went away")

    def _on_loop(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, BaseException):
            self.report(error, "in the loop")
        else:
            log.warning("the loop says: %s", context.get("message"))


def _kind_of(error: BaseException) -> str:
    """Return a short name of a bug: its type and the place it came from, not its words."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{frames[-1].filename}:{frames[-1].name}" if frames else ""
    return hashlib.sha256(f"{type(error).__name__} {place}".encode()).hexdigest()[:12]


def _report_text(where: str, trace: str) -> str:
    system = f"NeuroDesk {__version__}, Python {platform.python_version()}, {platform.platform()}"
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    return f"{at}\n{system}\n{where}\n\n{trace}"


def _on_qt_message(kind: QtMsgType, _context: QMessageLogContext, message: str | None) -> None:
    text = message or ""
    level = _LEVELS.get(kind, logging.WARNING)
    qt_log.log(logging.DEBUG if text.startswith(_PLATFORM_TALK) else level, "%s", text)
