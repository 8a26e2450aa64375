"""The map of the whole graph with its layout: once in the background, stored, added to when nodes come."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QStackedWidget, QVBoxLayout

from neurodesk.app.queries.graph_filter import MapFilter
from neurodesk.app.queries.graph_map import graph_map
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.desk.jobs import Job
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import duration
from neurodesk.ui.panes.graph.rows import picture_of
from neurodesk.ui.widgets.graph_map_scene import MapScene, OverviewGraph
from neurodesk.ui.widgets.graph_overview import GraphOverview
from neurodesk.ui.widgets.notices import Banner, NoticeText, Tone
from neurodesk.ui.widgets.parts import Empty, EmptyState, PlainLabel, button

JOB = "graph_map"
# A short layout (new nodes beside old ones) is not spoken of.
SAY_AFTER_MS = 600
# While the worker adds nodes the map is read, and laid out, at most this often.
READ_EVERY_MS = 3_000


@dataclass(frozen=True, slots=True)
class Found:
    """A map that was read: its picture, ready to be painted, and how many nodes wait for a place."""

    picture: OverviewGraph
    scene: MapScene
    unplaced: int


class WholeMap(QFrame):
    """The overview; ``shown`` after a map was read, ``idle`` while no layout runs and all have a place.

    Reads only while it is the picture that is shown (``set_active``).
    """

    shown = Signal()

    def __init__(self, context: DeskContext) -> None:
        super().__init__()
        self.setObjectName("Reading")
        self._context, self._profile = context, context.profile
        self._wanted, self._since = MapFilter(), 0.0
        self._active, self._stale = False, True
        self._job: Job | None = None
        self._job_since = 0.0
        self._held = False
        self.found: Found | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(READ_EVERY_MS)
        self._soon.timeout.connect(self._read_if_stale)
        self.overview = GraphOverview()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._strip())
        self.banner = Banner()
        self.banner.act_wanted.connect(self.lay_out)
        column.addWidget(self.banner)
        self.empty = EmptyState()
        self.stack = QStackedWidget()
        self.stack.addWidget(self.overview)
        self.stack.addWidget(self.empty)
        column.addWidget(self.stack, 1)
        context.services.jobs.changed.connect(self._on_job)

    def _strip(self) -> QFrame:
        self.strip = QFrame()
        self.strip.setObjectName("ToolRow")
        row = QHBoxLayout(self.strip)
        row.setContentsMargins(16, 6, 12, 6)
        row.setSpacing(12)
        self.stage = PlainLabel("", "small", "secondary", wrap=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Graph", "Progress of the layout"))
        self.bar.setFixedWidth(160)
        self.stop_button = button(tr("Graph", "Cancel"), "", "stop", on_click=self.cancel)
        row.addWidget(self.stage, 1)
        row.addWidget(self.bar)
        row.addWidget(self.stop_button)
        self.strip.hide()
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.setInterval(SAY_AFTER_MS)
        self._late.timeout.connect(self._show_strip)
        return self.strip

    # -- reading ------------------------------------------------------------------------------------

    def set_active(self, active: bool) -> None:
        """Say whether this is what is shown."""
        self._active = active
        self._read_if_stale()

    def ask(self, wanted: MapFilter, since: float) -> None:
        """Show the nodes of a filter, with what was added since an instant marked (0: nothing)."""
        self._wanted, self._since = wanted, since
        self._stale = True
        self._read_if_stale()

    def refresh(self) -> None:
        """Read again soon when it is shown, else when it is shown next."""
        self._stale = True
        if not self._soon.isActive():
            self._soon.start()

    def _read_if_stale(self) -> None:
        if self._active and self._stale:
            self._read()

    def _read(self) -> None:
        profile, wanted, since = self._profile, self._wanted, self._since

        def read() -> Found:
            found = graph_map(profile, wanted, since)
            picture = picture_of(found, marking=since > 0)
            return Found(picture, MapScene(picture), found.unplaced)

        self._context.ask(read, self._show, channel="graph.all", owner=self)

    def _show(self, found: Found) -> None:
        self._stale = False
        self.found = found
        self.overview.show_graph(found.picture, found.scene)
        if found.unplaced and self._job is None and not self._held:
            self.lay_out()
        self._say_state()
        self.shown.emit()

    def _say_state(self) -> None:
        found = self.found
        if found is None:
            return
        nothing = not len(found.picture.ids)
        self.stack.setCurrentWidget(self.empty if nothing else self.overview)
        if nothing and not self._wanted.is_open:
            text = tr("Graph", "Untick something in the filter.")
            self.empty.say(Empty("filter", tr("Graph", "The filter shows no node."), text))
        elif nothing:
            text = tr("Graph", "It is made once, in the background, and kept.")
            self.empty.say(Empty("graph", tr("Graph", "There is no map yet."), text))
        if self._held and found.unplaced and self._job is None:
            words = plural("Graph", "%n node(s) have no place on the map yet.", found.unplaced)
            self.banner.say(NoticeText(words, "", tr("Graph", "Lay out"), Tone.INFO, "graph"))
        else:
            self.banner.hide()

    # -- the layout ---------------------------------------------------------------------------------

    def lay_out(self, *, anew: bool = False) -> None:
        """Place the nodes that have no place; ``anew`` all of them."""
        if self._job is not None:
            return
        profile = self._profile

        def work(progress: Callable[[str, int, int], None], stopped: Callable[[], bool]) -> int | None:
            from neurodesk.app.commands.graph_map import place_nodes
            from neurodesk.providers.graph_map.child import LayoutChild

            return place_nodes(profile, LayoutChild(), progress, stopped, anew=anew)

        self._held = False
        self._job_since = time.monotonic()
        self._job = self._context.services.jobs.start(JOB, "", work, self._laid_out)
        self._say_progress(self._job)
        self._late.start()

    def lay_out_anew(self) -> None:
        """Lay out everything, so that old places move too."""
        self.lay_out(anew=True)

    def cancel(self) -> None:
        """Stop the layout; what is stored stays."""
        if self._job is not None:
            self._job.stop()
            self.stage.setText(tr("Graph", "Stopping …"))

    def _on_job(self, job: Job) -> None:
        if job is not self._job:
            return
        if job.running:
            self._say_progress(job)
            return
        self._job = None
        # Until its answer says otherwise it failed or was stopped: it does not begin again by itself.
        self._held = True
        self._late.stop()
        self.strip.hide()
        self._say_state()

    def _laid_out(self, placed: int | None) -> None:
        self._held = placed is None
        if placed is None:
            self._say_state()
        else:
            self._read()

    def _show_strip(self) -> None:
        self.strip.setVisible(self._job is not None)

    def _say_progress(self, job: Job) -> None:
        words = {
            "": tr("Graph", "Waiting for other work …"),
            "start": tr("Graph", "Starting the layout …"),
            "communities": tr("Graph", "Looking for communities …"),
            "inside": tr("Graph", "Laying out the communities …"),
            "between": tr("Graph", "Placing the communities …"),
            "new": tr("Graph", "Finding places for new nodes …"),
        }
        said = words.get(job.progress.stage, job.progress.stage)
        seconds = time.monotonic() - self._job_since
        if seconds >= 10:
            said = f"{said} {duration(seconds)}"
        if not job.stopped.is_set():
            self.stage.setText(said)
        self.bar.setRange(0, job.progress.total)
        self.bar.setValue(job.progress.done)
