"""A toast stands at the foot of its place, above a decision bar that comes after it."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from neurodesk.ui.widgets.decision_bar import Decision, DecisionBar
from neurodesk.ui.widgets.notices import Toast


def test_a_toast_makes_room_for_a_bar_that_is_shown_later(qapp: QApplication, qtbot: Any) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    bar = DecisionBar()
    bar.hide()
    column = QVBoxLayout(host)
    column.addStretch(1)
    column.addWidget(bar)
    toast = Toast(host)
    host.resize(600, 400)
    host.show()
    toast.say("Scanned: 2 findings.")
    low = toast.geometry().bottom()
    assert low > host.height() - 30
    bar.say(Decision("Finding 1 of 2", "", "info", "text.secondary", "Stub", "Very short", ()))
    side = QWidget(host)
    side.setObjectName(bar.objectName())
    side.setGeometry(500, 100, 100, 300)
    side.show()
    bar.show()
    qtbot.waitUntil(lambda: toast.geometry().bottom() < bar.geometry().top())
    assert toast.geometry().bottom() > bar.geometry().top() - 40, "what stands at one side does not lift it"
    bar.hide()
    qtbot.waitUntil(lambda: toast.geometry().bottom() == low)
