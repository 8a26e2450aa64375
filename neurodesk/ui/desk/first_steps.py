"""What every place offers while no knowledge base is registered: add a folder, or open the sample."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from neurodesk.app.queries.knowledge import knowledge_bases
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.ui.desk.sample import start_sample
from neurodesk.ui.i18n import tr
from neurodesk.ui.shell.actions import ActionSpec, ActionTable
from neurodesk.ui.widgets.parts import Empty, EmptyState

if TYPE_CHECKING:
    from neurodesk.ui.desk.context import DeskContext

ADD_KB, ADD_LIBRARY = "add.kbs", "add.library"
# A place that is empty because of its filter says so, whatever else is missing.
FILTERED = "filter"


class FirstSteps(QObject):
    """Knows whether there is a knowledge base; ``changed`` when the first one comes or the last one goes."""

    changed = Signal()

    def __init__(self, context: DeskContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self.is_bare = False
        context.watch(self, self._heard, Kind.KB)
        self._read()

    def _heard(self, _changes: ChangeSet) -> None:
        self._read()

    def _read(self) -> None:
        profile = self._context.profile
        self._context.ask(lambda: len(knowledge_bases(profile)), self._show, channel="desk.kbs", owner=self)

    def _show(self, count: int) -> None:
        if self.is_bare != (count == 0):
            self.is_bare = count == 0
            self.changed.emit()


class PlaceEmpty(EmptyState):
    """The empty state of a place: its own reason, or the first steps while there is no knowledge base."""

    def __init__(self, context: DeskContext) -> None:
        super().__init__()
        self._context = context
        self._usual = Empty("info", "")
        self._is_first = False
        self.more_wanted.connect(lambda: start_sample(context))
        context.window.first_steps.changed.connect(self._again)

    def say(self, empty: Empty) -> None:
        """Show a reason for being empty; the first steps go before it."""
        self._usual = empty
        self._is_first = self._context.window.first_steps.is_bare and empty.icon != FILTERED
        super().say(first_steps() if self._is_first else empty)

    def _again(self) -> None:
        self.say(self._usual)

    def _act(self) -> None:
        if self._is_first:
            self._context.open_place("settings", ADD_KB)
        else:
            super()._act()


def first_steps() -> Empty:
    """Return what an empty profile says, with its two ways on."""
    return Empty(
        "folder",
        tr("FirstSteps", "No knowledge base yet."),
        tr(
            "FirstSteps",
            "Add the folder of your articles; it is only read. Or open the sample: it is read, scanned, and"
            " its questions are researched without leaving this computer.",
        ),
        tr("FirstSteps", "Add knowledge base"),
        tr("FirstSteps", "Open the sample"),
    )


def add_everywhere(context: DeskContext, table: ActionTable) -> None:
    """Declare what can be asked for in every place."""
    group = tr("Shell", "Application")

    def opener(target: str) -> Callable[[], None]:
        return lambda: context.open_place("settings", target)

    for name, words, run, icon in (
        ("kb.add", tr("FirstSteps", "Add a knowledge base …"), opener(ADD_KB), "folder"),
        (
            "library.add",
            tr("FirstSteps", "Add a folder to the local library …"),
            opener(ADD_LIBRARY),
            "library",
        ),
        ("sample.open", tr("FirstSteps", "Open the sample"), lambda: start_sample(context), "play"),
    ):
        table.add(ActionSpec(name, words, run, (), icon, group=group))
