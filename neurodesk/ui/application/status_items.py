"""The status bar's items: what happens now, and buttons that explain themselves (design, section 11)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from neurodesk.app.commands import worker as worker_commands
from neurodesk.app.queries.overview import Overview, overview
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.settings.catalog_models import POOL_ENCODER
from neurodesk.ui.desk.words import running_words, why_sentence
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import clock, number
from neurodesk.ui.panes.outgoing import WAITING
from neurodesk.ui.panes.settings.node_words import fault_words, reason_of_role, role_word
from neurodesk.ui.panes.settings.vectors_line import vectors_words
from neurodesk.ui.shell.actions import key_text
from neurodesk.ui.widgets.status import Status, StatusBar

if TYPE_CHECKING:
    from neurodesk.app.queries.vectors import VectorsNow
    from neurodesk.providers.models.pool_nodes import NodeState
    from neurodesk.ui.desk.context import DeskContext

TICK_MS = 1_000
# Gates open and close by time: without any change the answer is looked at this often.
LOOK_EVERY_S = 15
_KINDS = (
    Kind.TASK,
    Kind.WORKER,
    Kind.SETTING,
    Kind.COLLECTION,
    Kind.KB,
    Kind.VECTORS,
    Kind.DRAFT,
    Kind.FINDING,
    Kind.EDGE,
    Kind.SCAN,
    Kind.ENDPOINT,
    Kind.ACTIVITY,
    Kind.OUTCOME,
)


_NODE_SETTINGS = ("models.ollama_urls", "models.openai_urls", "models.local_file")


@dataclass(frozen=True, slots=True)
class NodesNow:
    """What is known of the nodes: the nodes, (role, model, fault) of each role, the vectors of search."""

    nodes: tuple[NodeState, ...] = ()
    roles: tuple[tuple[str, str, str], ...] = ()
    vectors: VectorsNow | None = None


class StatusItems(QObject):
    """Keeps the status bar and the places' counts true; texts change once a second at most.

    Arguments: ``context`` of the window; ``bar`` to fill.
    """

    def __init__(self, context: DeskContext, bar: StatusBar) -> None:
        super().__init__(bar)
        self._context, self._bar = context, bar
        self._dirty, self._asking, self._ticks = True, False, 0
        self.found: Overview | None = None
        go = context.open_place
        bar.add("worker", tr("Status", "Worker"), lambda: go("queue"), left=True)
        bar.add("pause", tr("Status", "Pause and resume"), self.turn_pause, left=True)
        bar.add("look", tr("Status", "Queries that wait"), self._look, left=True)
        bar.set_shown("look", False)
        bar.add("outcomes", tr("Status", "Outcomes that wait"), self._judge, left=True)
        bar.set_shown("outcomes", False)
        bar.add("models", tr("Status", "Models"), lambda: go("settings", "page.models"))
        bar.add("search", tr("Status", "Search"), lambda: go("settings", "page.library"))
        bar.add("queue", tr("Status", "Queue"), lambda: go("queue"))
        bar.add("today", tr("Status", "Today"), lambda: go("settings", "worker.max_tasks_per_day"))
        bar.add("activity", tr("Status", "Activity"), context.window.toggle_activity)
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._timer.start()
        context.watch(self, self._heard, *_KINDS)
        self._tick()

    def _heard(self, _changes: ChangeSet) -> None:
        self._dirty = True

    @Slot()
    def _tick(self) -> None:
        self._ticks += 1
        if self._asking or not (self._dirty or self._ticks % LOOK_EVERY_S == 0):
            return
        self._dirty, self._asking = False, True
        context = self._context
        worker = context.worker
        status = worker.status()
        context.ask(
            lambda: self._read(overview(context.profile, worker.live, next_check_at=status.next_check_at)),
            self._show,
            owner=self,
            on_error=self._failed,
        )

    def _read(self, found: Overview) -> tuple[Overview, NodesNow]:
        """Add what is known of the nodes; on a reader thread, and nothing is loaded while none is set."""
        profile, settings = self._context.profile, self._context.settings
        if not any(settings[key] for key in _NODE_SETTINGS):
            return found, NodesNow()
        from neurodesk.app.queries.vectors import vectors_now
        from neurodesk.bootstrap import model_room

        room = model_room(profile)
        pooled = settings.text("search.encoder") == POOL_ENCODER
        roles = tuple(
            (one.role.value, one.model, one.fault) for one in room.roles() if one.role != "embedding"
        )
        return found, NodesNow(tuple(room.nodes()), roles, vectors_now(profile) if pooled else None)

    def _failed(self, error: BaseException) -> None:
        self._asking = False
        self._context.fail(error)

    def refresh(self) -> None:
        """Look again at the next tick."""
        self._dirty = True

    def _show(self, answer: tuple[Overview, NodesNow]) -> None:
        self._asking = False
        found, nodes = answer
        self.found = found
        now = self._context.profile.clock.time()
        self._say_worker(found, now)
        self._say_models(found, nodes)
        self._say_search(found)
        self._say_counts(found, now)
        self._say_look(found.queries_waiting)
        self._say_outcomes(found.outcomes_waiting)

    def _look(self) -> None:
        self._context.window.open_outgoing(WAITING)

    def _say_look(self, count: int) -> None:
        self._bar.set_shown("look", count > 0)
        lines = (
            tr("Status", "Nothing is sent before you have looked. Their tasks go on by themselves then."),
            tr("Status", "You see what was kept here, and may change the words."),
        )
        text = plural("Status", "%n query(s) wait", count)
        act = tr("Status", "Look at them")
        self._bar.say("look", Status(text, "eye", "notice.warning.mark", lines, act))

    def _judge(self) -> None:
        self._context.window.open_outcomes()

    def _say_outcomes(self, count: int) -> None:
        self._bar.set_shown("outcomes", count > 0)
        lines = (
            tr("Status", "Other programs handed in what came of answers; none counts before you confirm it."),
            tr("Status", "You may confirm or reject each by key ({key}).").format(key=key_text("Ctrl+F9")),
        )
        text = plural("Status", "%n outcome(s) wait", count)
        act = tr("Status", "Look at them")
        self._bar.say("outcomes", Status(text, "check", "notice.info.mark", lines, act))

    def _say_worker(self, found: Overview, now: float) -> None:
        state = self._context.worker.status().state
        running, gates = found.running, found.gates
        paused = gates.snapshot.paused
        pause = Status(
            tr("Status", "Resume") if paused else tr("Status", "Pause"),
            "play" if paused else "pause",
            lines=(
                tr("Status", "The worker is paused; nothing starts until you resume it.")
                if paused
                else tr("Status", "Lets no task start. One that runs stops after its step; nothing is lost."),
            ),
            act=tr("Status", "Resume") if paused else tr("Status", "Pause"),
        )
        self._bar.say("pause", pause)
        if running is not None:
            text = running_words(running)
            since = tr("Status", "Running since {time}.").format(time=clock(running.started_at))
            lines = [running.topic, since]
            if running.stop_requested:
                lines.append(tr("Status", "It stops after this step; a generation that runs is not aborted."))
            shown = Status(
                text, "state-running", "task.running.mark", tuple(lines), tr("Status", "Show the queue")
            )
            self._bar.say("worker", shown)
            self._bar.say_task(tr("Status", "“{topic}”").format(topic=running.topic))
            return
        self._bar.say_task("")
        words = {
            "starting": tr("Status", "Starting"),
            "scanning": tr("Status", "Scanning the articles"),
            "elsewhere": tr("Status", "Works in another process"),
            "stopping": tr("Status", "Stopping"),
            "restarting": tr("Status", "Starting again after an error"),
        }
        text = words.get(state, "")
        if not text and paused:
            text = tr("Status", "Paused")
        if not text:
            text = _rest_words(found)
        line = why_sentence(gates.why, now)
        icon = "pause" if paused else "state-deferred" if found.waiting else "check"
        self._bar.say("worker", Status(text, icon, lines=(line,), act=tr("Status", "Show the queue")))

    def _say_models(self, found: Overview, now: NodesNow) -> None:
        if not now.nodes:
            lines = (
                tr("Status", "No model server is set; the embedded engine plans, writes and checks."),
                tr("Status", "Its drafts are extractive: sentences of your sources, no language model."),
                self._vectors(found),
            )
            shown = Status(tr("Status", "Embedded engine"), "model", lines=lines)
        else:
            well = sum(not one.fault and not one.cooling_s for one in now.nodes)
            text = tr("Status", "Nodes {well}/{all}").format(well=number(well), all=number(len(now.nodes)))
            nodes = (f"{one.name}: {_node_state(one)}" for one in now.nodes)
            vectors = vectors_words(now.vectors) if now.vectors is not None else self._vectors(found)
            ink = "text.secondary" if well == len(now.nodes) else "task.deferred.mark"
            shown = Status(text, "server", ink, lines=(*nodes, *map(_role_words, now.roles), vectors))
        act = tr("Status", "Enter an address") if not now.nodes else tr("Status", "Open settings")
        self._bar.say("models", Status(shown.text, shown.icon, shown.icon_ink, lines=shown.lines, act=act))

    @staticmethod
    def _vectors(found: Overview) -> str:
        if found.vectors >= found.passages:
            return tr("Status", "Search by meaning covers all {count} passages.").format(
                count=number(found.passages)
            )
        return tr(
            "Status",
            "Search by meaning covers {done} of {total} passages; the rest follows in the background.",
        ).format(done=number(found.vectors), total=number(found.passages))

    def _say_search(self, found: Overview) -> None:
        snapshot = found.gates.snapshot
        lines = []
        if found.collections:
            lines.append(
                plural(
                    "Status", "Local library: {files} documents in %n folder(s).", found.collections
                ).format(files=number(found.documents))
            )
        else:
            lines.append(tr("Status", "No local library yet."))
        web_ready = snapshot.searxng_on and not snapshot.searxng_fault
        if not snapshot.searxng_on:
            lines.append(tr("Status", "SearXNG is off; nothing leaves this computer."))
        elif snapshot.searxng_fault:
            lines.append(tr("Status", "SearXNG is on, but cannot be used."))
        else:
            lines.append(tr("Status", "SearXNG is on."))
        if web_ready:
            text, icon, ink = tr("Status", "Search ready"), "check", "task.completed.mark"
        elif found.documents:
            text, icon, ink = tr("Status", "Library only"), "library", "text.secondary"
        else:
            text, icon, ink = tr("Status", "Nothing to search"), "offline", "task.deferred.mark"
        self._bar.say(
            "search", Status(text, icon, ink, tuple(lines), tr("Status", "Library and search settings"))
        )

    def _say_counts(self, found: Overview, now: float) -> None:
        waiting = found.waiting
        states = found.states
        lines = (
            tr("Status", "{queued} waiting, {deferred} put off, {running} running.").format(
                queued=number(states.get("queued", 0)),
                deferred=number(states.get("deferred", 0)),
                running=number(states.get("running", 0) + states.get("reserved", 0)),
            ),
            tr("Status", "{done} done, {failed} failed.").format(
                done=number(states.get("completed", 0)), failed=number(states.get("failed", 0))
            ),
            why_sentence(found.gates.why, now),
        )
        text = tr("Status", "Queue {count}").format(count=number(waiting))
        self._bar.say("queue", Status(text, "queue", lines=lines, act=tr("Status", "Show the queue")))
        snapshot = found.gates.snapshot
        today = tr("Status", "Today {used}/{limit}").format(
            used=snapshot.budget_used, limit=snapshot.budget_limit
        )
        spent = snapshot.budget_used >= snapshot.budget_limit
        explained = (
            tr("Status", "So many tasks of the scanner may start on a calendar day; your own do not count."),
            tr("Status", "The count starts again at {time}.").format(time=clock(snapshot.budget_opens_at)),
        )
        ink = "task.deferred.mark" if spent else "text.secondary"
        act = tr("Status", "Change the limit")
        dimmed = not snapshot.autonomous
        self._bar.say("today", Status(today, "calendar", ink, explained, act, dimmed))
        feed = tr("Status", "Activity {key}").format(key=key_text("F8"))
        line = tr("Status", "Scans, searches, decisions and faults, grouped by task.")
        self._bar.say(
            "activity", Status(feed, "activity", lines=(line,), act=tr("Status", "Show or hide it"))
        )
        counts = {
            "queue": waiting,
            "review": found.drafts_open,
            "gaps": found.findings_open,
            "graph": found.edges_proposed,
        }
        for place, count in counts.items():
            if place in self._context.window.place_ids:
                self._context.set_count(place, count)

    def turn_pause(self) -> None:
        """Pause the worker, or resume it."""
        profile = self._context.profile
        paused = self.found is not None and self.found.gates.snapshot.paused
        command = worker_commands.resume if paused else worker_commands.pause
        self._context.act(lambda: command(profile), owner=self)


def _node_state(node: NodeState) -> str:
    if node.cooling_s and not node.fault:
        return tr("Nodes", "rests after a fault")
    return fault_words(node.fault)


def _role_words(role: tuple[str, str, str]) -> str:
    name, model, fault = role
    if not fault:
        return tr("Status", "{role}: {model}").format(role=role_word(name), model=model)
    text = tr("Status", "{role}: embedded engine; {model}: {reason}")
    return text.format(role=role_word(name), model=model, reason=reason_of_role(fault))


def _rest_words(found: Overview) -> str:
    words = {
        "queue_empty": tr("Status", "Nothing to do"),
        "all_deferred": tr("Status", "All tasks are put off"),
        "all_parked": tr("Status", "Parked tasks wait for you"),
        "autonomy_off": tr("Status", "Switched off"),
        "not_idle": tr("Status", "Waits for idle"),
        "interactive_call": tr("Status", "Waits for your question"),
        "budget_spent": tr("Status", "Daily budget is used up"),
        "no_search": tr("Status", "Nothing to search"),
        "next_check": tr("Status", "Starts in a moment"),
        "model_unavailable": tr("Status", "Waits for a model"),
        "quiet_hours": tr("Status", "Quiet hours"),
    }
    return words.get(found.gates.why.code, tr("Status", "Waiting"))
