"""``neurodesk bench ui``: the desk at size beside an empty Qt window and an empty table, in one run."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QEventLoop, QModelIndex, QPersistentModelIndex, Qt, QTimer
from PySide6.QtWidgets import QApplication, QTableView

from neurodesk.app.queries.desk_bench import fill
from neurodesk.bootstrap import open_extractor, open_profile
from neurodesk.ui.application.desk import Desk, open_desk
from neurodesk.ui.main import application
from neurodesk.ui.measure.growth import ask_about_articles, growth
from neurodesk.ui.measure.keystrokes import keystrokes
from neurodesk.ui.measure.start import cold_start, memory_mb

TICK_MS = 5
FILTERS = (
    "zfs",
    "key rotation",
    "Zertifikate",
    "etcd 12",
    "snapshots",
    "nothing of this kind",
    "OpenSSH",
    "router",
)
WAIT_S = 30.0
_SLEEPING = QEventLoop.ProcessEventsFlag.AllEvents | QEventLoop.ProcessEventsFlag.WaitForMoreEvents
Say = Callable[[str], None]


def measure(
    seconds: float, tasks: int, evidence: int, say: Say = lambda _text: None, growth_tasks: int = 0
) -> dict[str, Any]:
    """Measure everything and return one JSON-ready object; times in ms unless a name says otherwise.

    Args:
        growth_tasks: over how many tasks the growth of memory is measured, 0 leaves that out.
    """
    app = application()
    memory = {"application": memory_mb()}
    with tempfile.TemporaryDirectory(prefix="neurodesk-bench-") as name:
        folder = Path(name) / "profile"
        say(f"filling a profile with {tasks} tasks and {evidence} pieces of evidence")
        with open_profile(folder) as profile:
            fill(profile, tasks, evidence)
        say("cold starts")
        found: dict[str, Any] = {
            "rows": {"tasks": tasks, "evidence": evidence},
            "cold_start": {"desk": cold_start("desk", str(folder)), "empty_window": cold_start("empty")},
        }
        with open_desk(app, folder, with_worker=False) as desk:
            desk.window.resize(1440, 900)
            desk.show("queue")
            _settle(app, desk)
            memory["desk_open"] = memory_mb()
            say("filter, scrolling, claims")
            found["filter"] = _filter(app, desk)
            found["scroll"] = {"desk": _scroll(app, desk), "empty_table": _scroll_empty(app)}
            found["scroll"]["desk_rows_read"] = _scroll_read_rows(app, desk)
            found["next_claim"] = _next_claim(app)
            found["graph"] = _graph(app)
            say(f"timer lateness, idle, {seconds:g} s")
            found["lateness_idle"] = _lateness(app, seconds)
            found["lateness_empty_loop"] = None
        say("keystrokes in an article of 5,000 lines")
        found["keystroke"] = _keystrokes(app, Path(name) / "editing")
        found["memory_mb"] = memory
        memory["after_idle"] = memory_mb()
        say(f"timer lateness with the worker at work, {seconds:g} s")
        found["lateness_working"] = _lateness_working(app, folder, seconds, memory)
        memory["after_work"] = memory_mb()
        found["lateness_empty_loop"] = _lateness(app, min(seconds, 10.0))
        if growth_tasks:
            say(f"growth of memory over {growth_tasks} tasks")
            found["growth"] = growth(app, folder, growth_tasks, say)
    return found


def _until(app: QApplication, ready: Callable[[], bool], limit_s: float = WAIT_S) -> None:
    until = time.monotonic() + limit_s
    # Between events the thread sleeps, as Qt's own loop does: one that spins would take the interpreter from
    # the readers it waits for. The tick bounds how late readiness is noticed.
    tick = QTimer()
    tick.start(1)
    while not ready():
        if time.monotonic() > until:
            raise TimeoutError("the desk did not get ready")
        app.processEvents(_SLEEPING)


def _spread(values: Sequence[float]) -> dict[str, float]:
    if not values:
        return {"p50": 0.0, "p99": 0.0, "max": 0.0, "count": 0}
    array = np.asarray(values)
    return {
        "p50": round(float(np.percentile(array, 50)), 2),
        "p99": round(float(np.percentile(array, 99)), 2),
        "max": round(float(array.max()), 2),
        "count": len(values),
    }


def _filter(app: QApplication, desk: Desk) -> dict[str, Any]:
    """Time from the last key to the painted list, the pause after typing included."""
    pane: Any = desk.window.place_widget("queue")
    _until(app, lambda: pane.model.rowCount() > 0 and pane.model.row(0) is not None)
    times = []
    for words in (*FILTERS, ""):
        answers: list[int] = []
        connection = pane.model.loaded.connect(answers.append)
        began = time.perf_counter()
        pane.field.setText(words)
        _until(app, lambda answers=answers: bool(answers))  # type: ignore[misc]
        _until(app, lambda: pane.model.rowCount() == 0 or pane.model.row(0) is not None)
        desk.window.repaint()
        times.append((time.perf_counter() - began) * 1000)
        pane.model.loaded.disconnect(connection)
        _settle(app, desk)
    return _spread(times)


def _settle(app: QApplication, desk: Desk) -> None:
    _until(app, lambda: desk.services.runner.open_count == 0)


def _scroll(app: QApplication, desk: Desk) -> dict[str, float]:
    pane: Any = desk.window.place_widget("queue")
    return _frames(app, pane.table)


def _scroll_read_rows(app: QApplication, desk: Desk) -> dict[str, float]:
    """Scroll by three rows at a time over rows that are read already, and time each repaint."""
    pane: Any = desk.window.place_widget("queue")
    bar = pane.table.verticalScrollBar()
    step = 3 * pane.table.rowHeight(0)
    times = []
    for number in range(60):
        bar.setValue(number * step)
        _until(app, lambda: pane.model.row(pane.table.rowAt(pane.table.viewport().height() - 1)) is not None)
        began = time.perf_counter()
        pane.table.viewport().repaint()
        times.append((time.perf_counter() - began) * 1000)
    bar.setValue(0)
    return _spread(times)


class _EmptyRows(QAbstractTableModel):
    """A hundred thousand rows that hold nothing."""

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else 100_000

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 7

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        return None


def _scroll_empty(app: QApplication) -> dict[str, float]:
    table = QTableView()
    model = _EmptyRows(table)
    table.setModel(model)
    table.resize(1000, 700)
    table.show()
    app.processEvents()
    found = _frames(app, table)
    table.close()
    table.deleteLater()
    return found


def _frames(app: QApplication, table: QTableView) -> dict[str, float]:
    """Jump through a table and time each repaint."""
    bar = table.verticalScrollBar()
    times = []
    for number in range(60):
        bar.setValue(bar.maximum() * (number * 37 % 60) // 60)
        began = time.perf_counter()
        table.viewport().repaint()
        times.append((time.perf_counter() - began) * 1000)
        app.processEvents()
    bar.setValue(0)
    return _spread(times)


def _next_claim(app: QApplication) -> dict[str, float]:
    """Time from the key's act to the painted next claim, in an article of 200 claims."""
    from neurodesk.ui.reading import render_markdown
    from neurodesk.ui.widgets.article_view import ArticleView
    from neurodesk.ui.widgets.lamps import ClaimMark, Lamp

    lines = [f"Step {number} needs the volume to stay mounted while it grows." for number in range(200)]
    text = "# Growing a volume\n\n" + "\n\n".join(lines) + "\n"
    lamps = list(Lamp)
    claims = []
    for number, line in enumerate(lines):
        start = text.index(line)
        claims.append(
            ClaimMark(f"c{number}", start, start + len(line), lamps[number % len(lamps)], False, line)
        )
    view = ArticleView()
    view.resize(800, 900)
    view.show()
    view.show_article(render_markdown(text), claims, "c0")
    _until(app, lambda: len(view.boxes()) == len(claims))
    times = []
    for number in range(1, 200):
        began = time.perf_counter()
        view.set_current(f"c{number}")
        view.viewport().repaint()
        times.append((time.perf_counter() - began) * 1000)
        app.processEvents()
    view.close()
    view.deleteLater()
    return _spread(times)


def _keystrokes(app: QApplication, folder: Path) -> dict[str, Any]:
    """A key in Review's editor of a long article, beside bare fields of Qt with the same text."""
    found = keystrokes(app, folder, lambda ready: _until(app, ready))
    return {name: _spread(value) if isinstance(value, list) else value for name, value in found.items()}


def _graph(app: QApplication) -> dict[str, Any]:
    """Frames of the whole graph of 10,000 nodes while it moves, and how long until it is sharp again."""
    from neurodesk.domain.graph_map import MapShape
    from neurodesk.providers.graph_map.child import LayoutChild
    from neurodesk.ui.widgets.graph_map_scene import OverviewGraph
    from neurodesk.ui.widgets.graph_overview import GraphOverview

    rng = np.random.default_rng(7)
    nodes, edges = 10_000, 40_000
    pairs = rng.integers(0, nodes, size=(edges, 2), dtype=np.int32)
    # Most links stay near, as in a real knowledge base.
    pairs[:, 1] = (pairs[:, 0] + rng.integers(1, 80, size=edges)) % nodes
    shape = MapShape(("kb",) * nodes, tuple((a, b) for a, b in pairs.tolist()), {})
    began = time.perf_counter()
    made = LayoutChild().make(shape, lambda *_told: None, lambda: False) or []
    layout_s = round(time.perf_counter() - began, 2)
    placed = MapShape(shape.sources, shape.pairs, dict(enumerate(made[: nodes - 100])))
    began = time.perf_counter()
    LayoutChild().make(placed, lambda *_told: None, lambda: False)
    added_s = round(time.perf_counter() - began, 2)
    graph = OverviewGraph(
        ids=[f"n{number}" for number in range(nodes)],
        titles=[f"Article {number}" for number in range(nodes)],
        kinds=(np.arange(nodes) % 3).astype(np.int32),
        places=np.array([one[:2] for one in made], dtype=np.float32),
        groups=np.array([one[2] for one in made], dtype=np.int32),
        pairs=pairs,
        edge_kinds=np.zeros(edges, dtype=np.int32),
        names=[f"Community {number}" for number in range(1 + max(one[2] for one in made))],
    )
    view = GraphOverview()
    view.resize(1000, 800)
    view.show()
    sharp: list[bool] = []
    view.sharp.connect(lambda: sharp.append(True))
    view.show_graph(graph)
    _until(app, lambda: bool(sharp))
    found: dict[str, Any] = {
        "nodes": nodes,
        "edges": edges,
        "layout_s": layout_s,
        "layout_100_new_s": added_s,
    }
    # From afar communities are painted, from near every node and edge in view.
    for name, zoom in (("far", 1.0), ("near", 3.0)):
        view.zoom_by(zoom)
        sharp.clear()
        _until(app, lambda: bool(sharp))
        times = []
        for number in range(60):
            began = time.perf_counter()
            view.pan_by(7.0 if number % 2 else -5.0, 3.0)
            view.repaint()
            times.append((time.perf_counter() - began) * 1000)
        sharp.clear()
        began = time.perf_counter()
        _until(app, lambda: bool(sharp))
        found[f"frame_moving_{name}"] = _spread(times)
        found[f"sharp_after_ms_{name}"] = round((time.perf_counter() - began) * 1000, 1)
        found[f"edges_drawn_{name}"] = view.scene.edges_drawn if view.scene is not None else 0
    view.close()
    view.deleteLater()
    return found


def _lateness(
    app: QApplication, seconds: float, meanwhile: Callable[[], None] = lambda: None
) -> dict[str, float]:
    """How late a timer of 5 ms comes: what a key would wait for."""
    late: list[float] = []
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.setInterval(TICK_MS)
    last = [time.perf_counter()]

    def tick() -> None:
        now = time.perf_counter()
        late.append(max(0.0, (now - last[0]) * 1000 - TICK_MS))
        last[0] = now

    timer.timeout.connect(tick)
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop, loop.quit)
    meanwhile()
    timer.start()
    last[0] = time.perf_counter()
    loop.exec()
    timer.stop()
    return _spread(late)


def _lateness_working(
    app: QApplication, folder: Path, seconds: float, memory: dict[str, float]
) -> dict[str, Any]:
    """The same while the worker researches the sample, and the window shows its queue and its feed."""
    from neurodesk.app.commands.sample import open_sample

    with open_profile(folder) as profile, open_extractor() as extractor:
        open_sample(profile, extractor)
        ask_about_articles(profile, "{title}: current advice")
    with open_desk(app, folder) as desk:
        desk.window.resize(1440, 900)
        desk.show("queue")
        desk.window.activity.show()
        _until(app, lambda: desk.services.worker.status().state == "running")
        memory["worker_open"] = memory_mb()
        found: dict[str, Any] = dict(_lateness(app, seconds))
        found["worker_state_at_end"] = desk.services.worker.status().state
    return found
