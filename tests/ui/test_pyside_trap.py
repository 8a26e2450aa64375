"""PySide6 6.12.0 on CPython 3.11 loses references to None and True and ends the process; this notices it
early.
"""

import sys

from PySide6.QtCore import QObject, Signal, Slot


class Echo(QObject):
    """Sends None and True through a signal and a slot."""

    sent = Signal(object, bool)

    def __init__(self) -> None:
        super().__init__()
        self.calls = 0
        self.sent.connect(self.take)

    @Slot(object, bool)
    def take(self, thing: object, flag: bool) -> None:
        self.calls += 1


def test_ten_thousand_calls_lose_no_reference_to_none_or_true() -> None:
    echo = Echo()
    echo.sent.emit(None, True)
    none_before, true_before = sys.getrefcount(None), sys.getrefcount(True)
    for _ in range(10_000):
        echo.sent.emit(None, True)
        echo.setProperty("flag", True)
        echo.property("missing")
    assert echo.calls == 10_001
    assert sys.getrefcount(None) > none_before - 2_000
    assert sys.getrefcount(True) > true_before - 2_000
