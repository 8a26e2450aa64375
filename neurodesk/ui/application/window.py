"""The desk's window: the shell with its places, status items, counts and notices."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QEvent, QObject, Slot
from PySide6.QtGui import QCloseEvent, QGuiApplication, QWindow
from PySide6.QtWidgets import QApplication, QWidget

from neurodesk.domain.errors import NeuroDeskError
from neurodesk.ui.application.handover import HandoverBar
from neurodesk.ui.application.lost_folders import LostFolders
from neurodesk.ui.application.palette_sources import FIND_KEY, palette_sources
from neurodesk.ui.application.resume import Resume
from neurodesk.ui.application.status_items import StatusItems
from neurodesk.ui.desk.context import DeskContext, Services
from neurodesk.ui.desk.face import DeskFace
from neurodesk.ui.desk.first_steps import FirstSteps, add_everywhere
from neurodesk.ui.desk.reports import BugReport
from neurodesk.ui.desk.words import fault_notice
from neurodesk.ui.i18n import tr
from neurodesk.ui.i18n.when import number
from neurodesk.ui.panes import PLACES, factory
from neurodesk.ui.panes.activity.feed import ActivityPane
from neurodesk.ui.panes.outgoing import LOG, WAITING
from neurodesk.ui.shell.actions import ActionSpec
from neurodesk.ui.shell.layout_store import LayoutStore
from neurodesk.ui.shell.window import default_places
from neurodesk.ui.widgets.notices import Banner, NoticeText, Tone

if TYPE_CHECKING:
    from neurodesk.ui.first_run.wizard import FirstRun
    from neurodesk.ui.panes.find.window import FindDialog
    from neurodesk.ui.panes.outcomes.window import OutcomesDialog
    from neurodesk.ui.panes.outgoing.window import OutgoingDialog

FIRST_PLACE = "queue"
# A worker that is started again sooner is said to be back.
SOON_S = 5.0
_INPUT = (
    QEvent.Type.KeyPress,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.Wheel,
    QEvent.Type.TouchBegin,
)


class InputWatch(QObject):
    """Tells the worker's idle watch of keys, clicks and scrolls in the application (SPEC Q10).

    It looks at the window that has the focus, where input arrives first: a filter in Python on the
    application would see every event and cost a tenth of the GUI thread.

    Arguments: ``app`` whose input counts; ``seen`` is called for each.
    """

    def __init__(self, app: QApplication, seen: Callable[[], None]) -> None:
        super().__init__()
        self._app, self._seen = app, seen
        self._window: QWindow | None = None
        app.focusWindowChanged.connect(self._follow)
        self._follow(app.focusWindow())

    @Slot(QWindow)
    def _follow(self, window: QWindow | None) -> None:
        if self._window is not None and shiboken6.isValid(self._window):
            self._window.removeEventFilter(self)
        self._window = window
        if window is not None:
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look, and let everything pass."""
        if event.type() in _INPUT:
            self._seen()
        return False

    def close(self) -> None:
        """Stop looking."""
        self._app.focusWindowChanged.disconnect(self._follow)
        self._follow(None)


class DeskWindow(DeskFace):
    """The window over open services.

    Arguments: ``services`` that outlive it; ``layout`` remembers sizes and the open place.
    """

    def __init__(self, services: Services, layout: LayoutStore) -> None:
        places = tuple(place for place in default_places() if place.id in PLACES)
        super().__init__(places, layout, services.runner)
        self.context = DeskContext(services, self)
        self.services = services
        self.first_steps = FirstSteps(self.context, self)
        add_everywhere(self.context, self.actions_table)
        self.place_ids = frozenset(place.id for place in places)
        self._outgoing: OutgoingDialog | None = None
        self._outcomes: OutcomesDialog | None = None
        self._find: FindDialog | None = None
        self._first_run: FirstRun | None = None
        self._declare_outgoing()
        self.banner = Banner()
        self._banner_act: Callable[[], None] = self.banner.hide
        self._banner_source: QObject | None = None
        self.banner.act_wanted.connect(self._on_banner_act)
        self.column.insertWidget(1, self.banner)
        self.handover = HandoverBar(self.context)
        self.column.insertWidget(2, self.handover)
        self.resume = Resume(self, services.profile.clock.time)
        for place in places:
            self.register(place.id, self._builder(place.id))
        self.palette_popup.set_sources(palette_sources(self.context))
        self.feed = ActivityPane(self.context)
        self.feed.fill_tools(self.activity.tools)
        self.activity.setWidget(self.feed)
        self.status_items = StatusItems(self.context, self.status_bar)
        self.lost_folders = LostFolders(self.context, self)
        services.failed.connect(self.show_fault)
        services.reporter.told.connect(self.show_bug)
        services.worker_crashed.connect(self.show_worker_crash)

    def _builder(self, place: str) -> Callable[[], QWidget]:
        def build() -> QWidget:
            made = factory(place)(self.context)
            add_actions = getattr(made, "add_actions", None)
            if add_actions is not None:
                add_actions(self.actions_table)
            return made

        return build

    def go(self, place: str, target: str = "") -> None:
        """Open a place and show one thing in it; a place that this build lacks is passed over."""
        if place not in PLACES:
            return
        widget = self.open_place(place)
        show = getattr(widget, "show_target", None)
        if target and show is not None:
            show(target)

    def _declare_outgoing(self) -> None:
        group = tr("Shell", "Application")
        look, log = tr("Outgoing", "Queries that wait for your look"), tr("Outgoing", "Privacy log")

        def show_waiting() -> None:
            self.open_outgoing(WAITING)

        def show_log() -> None:
            self.open_outgoing(LOG)

        add = self.actions_table.add
        set_up = tr("FirstRun", "Set up NeuroDesk")
        add(ActionSpec("first_run", set_up, self.open_first_run, (), "wake", group=group))
        add(ActionSpec("outgoing.look", look, show_waiting, ("F9",), "eye", group=group))
        add(ActionSpec("outgoing.log", log, show_log, ("Shift+F9",), "globe", group=group))
        waiting = tr("Outcomes", "Outcomes that wait for you")
        search = tr("Find", "Search everything")
        add(
            ActionSpec(
                "find", search, lambda: (self.open_find(), None)[1], (FIND_KEY,), "search", group=group
            )
        )
        add(
            ActionSpec(
                "outcomes",
                waiting,
                lambda: (self.open_outcomes(), None)[1],
                ("Ctrl+F9",),
                "check",
                group=group,
            )
        )

    @property
    def is_setting_up(self) -> bool:
        """Whether the wizard is open."""
        found = self._first_run
        return found is not None and shiboken6.isValid(found) and found.isVisible()

    def open_first_run(self) -> None:
        """Open the wizard of the first run where it was left."""
        from neurodesk.ui.first_run.wizard import FirstRun

        found = self._first_run
        if found is None or not shiboken6.isValid(found):
            found = self._first_run = FirstRun(self.context, self)
        found.show()
        found.raise_()
        found.activateWindow()

    def open_outgoing(self, tab: str = WAITING) -> OutgoingDialog:
        """Show what leaves this computer: the queries that wait for a look, or the log of requests."""
        from neurodesk.ui.panes.outgoing.window import OutgoingDialog

        found = self._outgoing
        if found is None or not shiboken6.isValid(found):
            found = self._outgoing = OutgoingDialog(self.context, self)
        found.show_tab(tab)
        return found

    def open_find(self, words: str = "") -> FindDialog:
        """Search articles, evidence, drafts and tasks for words (SPEC I1)."""
        from neurodesk.ui.panes.find.window import FindDialog

        found = self._find
        if found is None or not shiboken6.isValid(found):
            found = self._find = FindDialog(self.context)
        found.show_front(words)
        return found

    def open_outcomes(self) -> OutcomesDialog:
        """Show the outcomes that other programs handed in and that wait for a verdict (SPEC O1)."""
        from neurodesk.ui.panes.outcomes.window import OutcomesDialog

        found = self._outcomes
        if found is None or not shiboken6.isValid(found):
            found = self._outcomes = OutcomesDialog(self.context, self)
        found.show_front()
        return found

    @Slot(object)
    def show_fault(self, error: BaseException) -> None:
        """Show a known fault as a notice; a bug goes to the reporter, which tells it once."""
        if not isinstance(error, NeuroDeskError):
            self.services.reporter.report(error)
            return
        if error.code in ("interrupted", "database_closed"):
            return
        self.notice(fault_notice(error), tr("Desk", "Close"))

    @Slot(object)
    def show_bug(self, report: BugReport) -> None:
        """Say that a bug was met, what is safe, and where the report lies."""
        where = str(report.path) if report.path is not None else ""
        self.notice(
            NoticeText(
                tr("Desk", "Something in NeuroDesk went wrong."),
                tr("Desk", "What was saved is intact; go on working. A report lies in {path}.").format(
                    path=where or "–"
                ),
                tone=Tone.ERROR,
            ),
            tr("Desk", "Copy the report"),
            lambda: self._copy(report),
        )

    @Slot(object, float)
    def show_worker_crash(self, report: BugReport, wait_s: float) -> None:
        """Say that the worker met a bug, that it is started again, and where the report lies."""
        head = (
            tr("Desk", "The worker met a bug and was started again.")
            if wait_s < SOON_S
            else tr(
                "Desk", "The worker met a bug again and again; it is started anew in {seconds} s."
            ).format(seconds=number(round(wait_s)))
        )
        safe = tr(
            "Desk", "Nothing is lost: its task goes on from its last finished stage. A report lies in {path}."
        )
        where = str(report.path) if report.path is not None else "–"
        self.notice(
            NoticeText(head, safe.format(path=where), tone=Tone.WARNING),
            tr("Desk", "Copy the report"),
            lambda: self._copy(report),
        )

    def _copy(self, report: BugReport) -> None:
        QGuiApplication.clipboard().setText(report.trace)
        self.banner.hide()

    def notice(
        self,
        notice: NoticeText,
        act: str,
        on_act: Callable[[], None] | None = None,
        source: QObject | None = None,
    ) -> None:
        """Show a notice above the place until its act; ``act`` are its words, by default it closes.

        Arguments: ``source`` who may take it back when it no longer holds.
        """
        self._banner_act, self._banner_source = on_act or self.banner.hide, source
        self.banner.say(NoticeText(notice.headline, notice.text, act, notice.tone, notice.icon))

    def unsay(self, source: QObject) -> bool:
        """Take back the notice of a source that no longer holds; another one stays. True when it stood."""
        stood = self._banner_source is source and not self.banner.isHidden()
        if stood:
            self.banner.hide()
        return stood

    @Slot()
    def _on_banner_act(self) -> None:
        self._banner_act()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep where the curator was."""
        self.resume.leave()
        super().closeEvent(event)
