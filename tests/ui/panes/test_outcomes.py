"""Outcomes that wait, in the window: read, confirmed and rejected by key (SPEC O1, O3)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from neurodesk.app.commands import outcomes
from neurodesk.domain.outcomes import CONFIRMED_TRUST, Learning
from neurodesk.ui.application.desk import Desk
from neurodesk.ui.panes.outcomes.window import OutcomesDialog
from tests.queue_parts import rows
from tests.ui.panes.desk_window import desk_on, press, unnamed, wait_for


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[Desk]:
    with desk_on(qapp, tmp_path / "p", "queue") as made:
        yield made


def hand_in(desk: Desk, run: str, **more: Any) -> str:
    body = {
        "run": run,
        "decision": "corrected",
        "input": f"How do I grow the volume of {run}?",
        "proposed": "Use lvextend with 10 GiB.",
        "confirmed": "Use lvextend with <b>20</b> GiB.",
        **more,
    }
    return outcomes.receive(desk.services.profile, body, "api:helpdesk").outcome.id


def opened(desk: Desk) -> OutcomesDialog:
    press(desk, Qt.Key.Key_F9, Qt.KeyboardModifier.ControlModifier)
    (found,) = [one for one in desk.window.findChildren(OutcomesDialog) if one.isVisible()]
    wait_for(found.isActiveWindow, "it has the keys")
    return found


def test_o1_outcomes_are_read_confirmed_and_rejected_by_key(desk: Desk) -> None:
    profile = desk.services.profile
    ids = {run: hand_in(desk, run, ticket="T-4711") for run in ("mail", "web", "cache")}
    view = opened(desk)
    wait_for(lambda: view.model.rowCount() == 3 and view.list.hasFocus(), "all three wait")
    wait_for(lambda: view.confirmed.toPlainText() == "Use lvextend with <b>20</b> GiB.", "as plain text")
    assert "3 outcomes" in view.head.text()
    assert "api:helpdesk" in view.origin.text()
    assert "T-4711" in view.origin.text()
    assert not unnamed(view)

    def shown() -> str:
        assert view._shown is not None
        return view._shown.id

    first = shown()
    press(desk, Qt.Key.Key_J)
    wait_for(lambda: shown() != first, "the next one")
    second = shown()
    press(desk, Qt.Key.Key_X)
    wait_for(lambda: view.model.rowCount() == 2, "it is rejected")
    press(desk, Qt.Key.Key_K)
    wait_for(lambda: shown() == first, "back at the first")
    press(desk, Qt.Key.Key_A)
    wait_for(lambda: view.model.rowCount() == 1, "it is confirmed")

    done = outcomes.show_outcome(profile, first)
    assert (str(done.state), done.actor, done.trust) == ("active", "Ada", CONFIRMED_TRUST)
    wait_for(lambda: outcomes.show_outcome(profile, first).learning is Learning.LEARNED, "it is in the index")
    assert str(outcomes.show_outcome(profile, second).state) == "rejected"
    (third,) = set(ids.values()) - {first, second}
    assert str(outcomes.show_outcome(profile, third).state) == "submitted"
    audit = rows(profile.database, "SELECT who, place, act, subject FROM audit ORDER BY rowid")
    assert [tuple(row) for row in audit] == [
        ("Ada", "desk", "outcome_rejected", second),
        ("Ada", "desk", "outcome_confirmed", first),
    ]


def test_o1_an_accepted_answer_is_shown_once_and_new_ones_arrive_while_it_is_open(desk: Desk) -> None:
    view = opened(desk)
    wait_for(lambda: view.empty.isVisible() and "No outcome waits." in view.empty.accessibleName(), "empty")
    hand_in(desk, "mail", decision="accepted", confirmed="")
    wait_for(lambda: view.confirmed.toPlainText() != "", "it has arrived")
    assert view.confirmed.toPlainText() == "Use lvextend with 10 GiB."
    assert not view.proposed.isVisible()


def test_o1_a_verdict_that_comes_too_late_says_so_and_changes_nothing(desk: Desk) -> None:
    identifier = hand_in(desk, "mail")
    view = opened(desk)
    wait_for(lambda: view._shown is not None and view.list.hasFocus(), "it is shown")
    profile = desk.services.profile
    # Decided elsewhere, unheard by this window: another process wrote it.
    profile.database.write(
        lambda tx: tx.execute(
            "UPDATE outcome SET state = 'rejected', actor = 'Bo' WHERE id = ?", (identifier,)
        )
    )
    press(desk, Qt.Key.Key_A)
    wait_for(lambda: not view.fault.isHidden() or view.empty.isVisible(), "it is refused")
    found = outcomes.show_outcome(profile, identifier)
    assert (str(found.state), found.actor) == ("rejected", "Bo")
