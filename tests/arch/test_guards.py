"""The guards of tests/conftest.py catch what they are there for."""

import logging
import socket
from typing import Any

import pytest


def test_unexpected_warning_is_a_complaint(log_guard: Any) -> None:
    logging.getLogger("neurodesk.sample").warning("disk %s", "full")
    assert log_guard.complaints() == ["unexpected WARNING was logged: neurodesk.sample: disk full"]
    log_guard.expect(r"disk full$")
    assert log_guard.complaints() == []


def test_expected_warning_that_never_comes_is_a_complaint(log_guard: Any) -> None:
    log_guard.expect("lease lost")
    assert log_guard.complaints() == ["expected, but never logged: lease lost"]
    logging.getLogger("neurodesk.sample").error("lease lost")


@pytest.mark.expects_log("^neurodesk.sample: slow disk")
def test_marker_allows_a_warning() -> None:
    logging.getLogger("neurodesk.sample").warning("slow disk")


def test_connection_to_another_machine_is_refused() -> None:
    with socket.socket() as sock, pytest.raises(RuntimeError, match="tests stay on this machine"):
        sock.connect(("192.0.2.1", 9))
