"""The Qt binding that is installed does not lose references (6.12.0 does on CPython 3.11, and then dies)."""

import sys

import pytest

QtCore = pytest.importorskip("PySide6.QtCore")

CALLS = 20_000


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None and True are immortal from Python 3.12 on")
def test_slot_calls_do_not_eat_references_to_none_and_true() -> None:
    class Sender(QtCore.QObject):
        sent = QtCore.Signal(bool)

    heard = 0

    def slot(value: bool) -> None:
        nonlocal heard
        heard += value

    sender = Sender()
    sender.sent.connect(slot)
    before = sys.getrefcount(None), sys.getrefcount(True)
    for _ in range(CALLS):
        sender.sent.emit(True)
        sender.setProperty("name", None)
    after = sys.getrefcount(None), sys.getrefcount(True)
    assert heard == CALLS
    # A lost reference a call would show as a loss of about CALLS; caches move the counts by some dozens.
    assert before[0] - after[0] < 500
    assert before[1] - after[1] < 500
