"""Cycles of widgets are collected in the GUI thread, never in the one that happens to allocate."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget

from neurodesk.domain.collecting import collect_due, without_collecting
from neurodesk.ui.bridge.collector import collecting_here

ELSEWHERE = """
import sys, threading
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from neurodesk.ui.bridge.collector import collecting_here
app = QApplication([])
app.setStyleSheet("QWidget { color: red }")
class Left(QWidget):
    def __init__(self):
        super().__init__()
        self.me = self
        self.part = QPushButton("x", self)
went = []
def leave_windows():
    for _ in range(200):
        one = Left()
        one.show()
        one.hide()
        one.destroyed.connect(lambda *_: went.append(threading.current_thread().name), Qt.DirectConnection)
def allocate():
    kept = [[number] for number in range(400_000)]
with collecting_here():
    leave_windows()
    thread = threading.Thread(target=allocate, name="other")
    thread.start()
    thread.join()
    app.setStyleSheet("QWidget { color: blue }")
    for _ in range(40):
        kept = [[number] for number in range(2_000)]
        QTest.qWait(30)
app.setStyleSheet("QWidget { color: green }")
print(len(went), *sorted(set(went)))
"""


def test_windows_that_only_a_cycle_keeps_go_in_the_gui_thread() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, "200 MainThread"), done.stderr


def test_it_collects_while_the_loop_runs_and_at_the_end(qtbot: Any) -> None:
    gone: list[str] = []

    class Ring:
        def __init__(self, name: str) -> None:
            self.name, self.me = name, self

        def __del__(self) -> None:
            gone.append(self.name)

    with collecting_here():
        Ring("late")
        assert not gc.isenabled()
    assert "late" in gone


def test_nothing_is_collected_while_another_one_minds() -> None:
    threshold = gc.get_threshold()
    gc.set_threshold(1, 1, 1)
    try:
        kept = [[number] for number in range(10)]
        with without_collecting():
            assert not collect_due(), "the fixture of every test holds it off too"
        assert kept
    finally:
        gc.set_threshold(*threshold)


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_that_allocate_collect_nothing_while_a_window_is_open(qtbot: Any, threads: int) -> None:
    ended: list[threading.Thread] = []

    class Ring(QWidget):
        def __init__(self) -> None:
            super().__init__()
            self.me = self
            self.destroyed.connect(lambda *_: ended.append(threading.current_thread()))

    for _ in range(20):
        Ring()
    workers = [threading.Thread(target=lambda: [[one] for one in range(200_000)]) for _ in range(threads)]
    for one in workers:
        one.start()
    for one in workers:
        one.join()
    assert ended == []
