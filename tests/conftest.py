"""Guards for every test: no unexpected warning in the log, no way out of this machine, no real profile."""

import logging
import os
import re
import socket
import sys
import threading
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest

if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# A test never reads or writes the keyring of the person who runs it.
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"


class LogGuard(logging.Handler):
    """Collects warnings and errors of all threads while a test runs, and knows which were expected."""

    def __init__(self) -> None:
        super().__init__(level=logging.WARNING)
        self.records: list[logging.LogRecord] = []
        self.patterns: list[re.Pattern[str]] = []
        self._lock_records = threading.Lock()

    def emit(self, record: logging.LogRecord) -> None:
        with self._lock_records:
            self.records.append(record)

    def expect(self, pattern: str) -> None:
        """Say that a warning or error matching ``pattern`` (searched in "logger: message") must be logged."""
        self.patterns.append(re.compile(pattern))

    def complaints(self) -> list[str]:
        """Return what was logged without being expected, and what was expected without being logged."""
        with self._lock_records:
            lines = [f"{r.name}: {r.getMessage()}" for r in self.records]
            levels = [r.levelname for r in self.records]
        unexpected = [
            f"unexpected {level} was logged: {line}"
            for level, line in zip(levels, lines, strict=True)
            if not any(p.search(line) for p in self.patterns)
        ]
        missing = [
            f"expected, but never logged: {p.pattern}"
            for p in self.patterns
            if not any(p.search(line) for line in lines)
        ]
        return unexpected + missing


@pytest.fixture(autouse=True)
def log_guard(request: pytest.FixtureRequest) -> Iterator[LogGuard]:
    """Fail a test in which an unexpected warning or error was logged (``expect`` allows one)."""
    guard = LogGuard()
    for mark in request.node.iter_markers("expects_log"):
        guard.expect(*mark.args)
    root = logging.getLogger()
    root.addHandler(guard)
    yield guard
    root.removeHandler(guard)
    complaints = guard.complaints()
    if complaints:
        pytest.fail("\n".join(complaints), pytrace=False)


@pytest.fixture(autouse=True)
def _own_profile(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Point every standard user folder of the platform at a fresh one, made only when it is used."""
    home = Path(tmp_path_factory.getbasetemp()) / "home"
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(home / name.lower()))
    for name in [n for n in os.environ if n.startswith("NEURODESK_")]:
        monkeypatch.delenv(name)


def _refuse_to_leave_this_machine(event: str, args: tuple[object, ...]) -> None:
    """Audit hook: a test that connects to another machine fails (first run makes no network call)."""
    if event != "socket.connect":
        return
    connecting, address = args
    if getattr(connecting, "family", None) not in {socket.AF_INET, socket.AF_INET6}:
        return
    host = str(address[0]) if isinstance(address, tuple) else ""
    try:
        is_local = ip_address(host.split("%")[0]).is_loopback
    except ValueError:
        is_local = host == "localhost"
    if not is_local:
        raise RuntimeError(f"a test tried to connect to {address!r}: tests stay on this machine")


sys.addaudithook(_refuse_to_leave_this_machine)


_DIED = pytest.StashKey[list[str]]()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Remember a test process that died: not all of its tests ran, whatever failed or passed."""
    if error:
        node.config.stash.setdefault(_DIED, []).append(str(error))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """End with another code than failed tests do, so that nobody takes the rest for run."""
    if session.config.stash.get(_DIED, []):
        session.exitstatus = 3
