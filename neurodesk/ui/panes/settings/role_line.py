"""One role on the nodes page: who plays it or why not, its test, the reviewer's licence (SPEC I1, O7)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from neurodesk.app.profile import Profile
from neurodesk.app.queries.licences import Licence
from neurodesk.domain.errors import NeuroDeskError
from neurodesk.domain.models import Role
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.desk.jobs import Job
from neurodesk.ui.desk.words import fault_notice
from neurodesk.ui.i18n import tr
from neurodesk.ui.i18n.when import decimal, number
from neurodesk.ui.panes.settings.node_words import reason_of_role, role_word
from neurodesk.ui.widgets.parts import PlainLabel, button

if TYPE_CHECKING:
    from neurodesk.app.commands.licence import Sat
    from neurodesk.domain.exam import ExamItem
    from neurodesk.providers.models.room import RoleState

TEST, EXAM = "node_test", "licence"
# The least count that the licence asks of each kind of error.
ITEMS, SEED = 40, 1


@dataclass(frozen=True, slots=True)
class Tested:
    """What a test of a role gave: an answer, or the fault."""

    seconds: float = 0.0
    node: str = ""
    fault: NeuroDeskError | None = None


class RoleLine(QFrame):
    """One role. Arguments: ``context``; ``role`` its code."""

    examined = Signal()

    def __init__(self, context: DeskContext, role: str) -> None:
        super().__init__()
        self._context, self._role = context, role
        self._job: Job | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 2)
        column.setSpacing(2)
        row = QHBoxLayout()
        row.setSpacing(8)
        self.who = PlainLabel(wrap=True)
        row.addWidget(self.who, 1)
        self.exam = button(tr("Nodes", "Examine"), "ghost", "test", on_click=self._examine)
        if role != Role.REVIEWER:
            self.exam.hide()  # never shown before it has a parent: it would be a window for a moment
        self.stop = button(tr("Nodes", "Stop"), "ghost", "stop", on_click=self._stop)
        self.stop.setVisible(False)
        self.test = button(tr("Nodes", "Test"), "", "test", on_click=self._test)
        for one in (self.exam, self.stop, self.test):
            row.addWidget(one)
        column.addLayout(row)
        self.said = PlainLabel(role="small", ink="secondary", wrap=True)
        self.said.setVisible(False)
        self.licence = PlainLabel(role="small", ink="secondary", wrap=True)
        self.licence.setVisible(False)
        column.addWidget(self.said)
        column.addWidget(self.licence)
        context.services.jobs.changed.connect(self._moved)
        for job in context.services.jobs.open_jobs():
            self._take(job)

    def show_role(self, state: RoleState, licence: Licence | None, *, embedded: bool = False) -> None:
        """Show who plays it.

        Args:
            embedded: the shipped encoder is set, so that no node is asked for vectors.
        """
        name = role_word(self._role)
        self.test.setAccessibleName(tr("Nodes", "Test {role}").format(role=name))
        if embedded:
            self.who.setText(tr("Nodes", "{role}: shipped encoder").format(role=name))
            self.test.setVisible(False)
            return
        self.test.setVisible(True)
        if state.fault:
            text = tr("Nodes", "{role}: embedded engine; {model}: {reason}")
            if self._role == Role.EMBEDDING:
                text = tr("Nodes", "{role}: search goes by text; {model}: {reason}")
            self.who.setText(text.format(role=name, model=state.model, reason=reason_of_role(state.fault)))
        else:
            self.who.setText(
                tr("Nodes", "{role}: {model} on {nodes}").format(
                    role=name, model=state.model, nodes=", ".join(state.nodes)
                )
            )
        if self._role == Role.REVIEWER:
            self.licence.setText(licence_words(licence))
            self.licence.setVisible(True)
            self.exam.set_locked(reason_of_role(state.fault) if state.fault else "")

    # -- test -------------------------------------------------------------------------------------------

    def _test(self) -> None:
        profile, role = self._context.profile, self._role
        self.test.set_locked(tr("Nodes", "The answer is being waited for."))
        self._say(tr("Nodes", "Asking the model …"))
        self._context.services.jobs.start(TEST, role, lambda *_: tested(profile, role), self._tested)

    def _tested(self, found: Tested) -> None:
        self.test.set_locked("")
        if found.fault is not None:
            notice = fault_notice(found.fault)
            self._say(f"{notice.headline} {notice.text}".strip(), "warning")
            return
        text = tr("Nodes", "It answered in {seconds} s.")
        if found.node:
            text = tr("Nodes", "{node} answered in {seconds} s.")
        self._say(text.format(node=found.node, seconds=decimal(found.seconds)))

    def _say(self, text: str, ink: str = "secondary") -> None:
        self.said.setText(text)
        self.said.set_ink(ink)
        self.said.setVisible(bool(text))

    # -- licence ----------------------------------------------------------------------------------------

    def _examine(self) -> None:
        profile = self._context.profile
        self._say("")

        def work(progress: Callable[[str, int, int], None], stopped: Callable[[], bool]) -> object:
            return examined(profile, progress, stopped)

        self._take(self._context.services.jobs.start(EXAM, self._role, work, self._sat))

    def _take(self, job: Job) -> None:
        if job.kind == EXAM and self._role == Role.REVIEWER:
            self._job = job
            self._moved(job)

    def _stop(self) -> None:
        if self._job is not None:
            self._job.stop()
            self.stop.set_locked(tr("Nodes", "It stops after the questions that are being asked."))

    def _moved(self, job: object) -> None:
        if job is not self._job or not isinstance(job, Job):
            return
        self.exam.setVisible(not job.running)
        self.stop.setVisible(job.running)
        if job.running:
            done = job.progress
            text = tr("Nodes", "The exam runs: {done} of {total} questions. Your own work goes first.")
            self._say(text.format(done=number(done.done), total=number(done.total or 0)))
        else:
            self.stop.set_locked("")
            self._job = None
            self._say("")

    def _sat(self, result: object) -> None:
        self.examined.emit()
        if result is None:
            self._say(tr("Nodes", "The exam was stopped; it counts for nothing."))


def licence_words(licence: Licence | None) -> str:
    """Say whether the reviewer's verdicts count."""
    if licence is None:
        return tr(
            "Nodes",
            "Never examined in this version: its verdicts only advise, and each claim needs your tick.",
        )
    recall, alarm = licence.result["recall"], licence.result["false_alarm"]
    text = (
        tr("Nodes", "Licensed: finds {recall} of planted errors, refuses {alarm} of true sentences.")
        if licence.passed
        else tr(
            "Nodes",
            "Advises only: finds {recall} of planted errors, refuses {alarm} of true sentences. "
            "Each claim needs your tick.",
        )
    )
    return text.format(recall=_percent(recall["share"]), alarm=_percent(alarm["share"]))


def _percent(share: float) -> str:
    return f"{number(round(100 * share))} %"


# -- on the thread of jobs ------------------------------------------------------------------------------


def tested(profile: Profile, role: str) -> Tested:
    """Make one small real call as a role; blocks until it answers."""
    from neurodesk import bootstrap
    from neurodesk.providers.models.try_roles import try_role

    room = bootstrap.model_room(profile)

    async def ask() -> dict[str, object]:
        try:
            await room.pool.check_health()
            return await try_role(room, role)
        finally:
            await room.pool.aclose()

    try:
        found = asyncio.run(ask())
    except NeuroDeskError as fault:
        return Tested(fault=fault)
    finally:
        profile.database.release_reader()
    return Tested(float(str(found["seconds"])), str(found["node"]))


def examined(
    profile: Profile, progress: Callable[[str, int, int], None], stopped: Callable[[], bool]
) -> object | None:
    """Let the reviewer's model sit its exam, behind everything that the curator asks; None when stopped."""
    from neurodesk import bootstrap
    from neurodesk.app.commands.licence import Sat, examine
    from neurodesk.domain.model_calls import Caller, calling
    from neurodesk.domain.models import Priority
    from neurodesk.providers.models.exam_room import ExamLeft, sit

    room = bootstrap.model_room(profile)

    def told(done: int, total: int) -> None:
        progress("exam", done, total)
        if stopped():
            raise ExamLeft

    async def sitting(items: Sequence[ExamItem]) -> Sat:
        found = await sit(room.structured, items, told)
        return Sat(found.verdicts, found.model, found.digest, found.prompt_version)

    async def whole() -> object:
        try:
            await room.pool.check_health()
            return await examine(profile, sitting, seed=SEED, count=ITEMS)
        finally:
            await room.pool.aclose()

    try:
        with calling(Caller("", Priority.MANUAL)):
            return asyncio.run(whole())
    except ExamLeft:
        return None
    finally:
        profile.database.release_reader()
