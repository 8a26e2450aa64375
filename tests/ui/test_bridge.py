import threading
import time
from typing import Any

from PySide6.QtCore import QObject, QThread

from neurodesk.ui.bridge import Bridge, BridgeEvent, QueryRunner


class Sink(QObject):
    """Collects batches and the thread they came in."""

    def __init__(self) -> None:
        super().__init__()
        self.batches: list[tuple[BridgeEvent, ...]] = []
        self.times: list[float] = []
        self.threads: set[QThread] = set()

    def take(self, batch: object) -> None:
        assert isinstance(batch, tuple)
        self.batches.append(batch)
        self.times.append(time.monotonic())
        self.threads.add(QThread.currentThread())


def test_events_of_many_threads_arrive_in_the_gui_thread_newest_per_id(qtbot: Any) -> None:
    bridge, sink = Bridge(), Sink()
    bridge.arrived.connect(sink.take)

    def post(worker: int) -> None:
        for step in range(500):
            bridge.post(BridgeEvent("task", str(worker), step))

    threads = [threading.Thread(target=post, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    def newest() -> None:
        last: dict[str, object] = {}
        for batch in sink.batches:
            ids = [event.id for event in batch]
            assert len(ids) == len(set(ids)), "one event per (kind, id) in a batch"
            last.update({event.id: event.payload for event in batch})
        assert last == {str(n): 499 for n in range(8)}

    qtbot.waitUntil(newest)
    assert sink.threads == {QThread.currentThread()}
    assert sum(len(batch) for batch in sink.batches) < 4_000
    bridge.close()


def test_batches_come_at_most_thirty_times_a_second(qtbot: Any) -> None:
    bridge, sink = Bridge(), Sink()
    bridge.arrived.connect(sink.take)
    stop = threading.Event()

    def flood() -> None:
        step = 0
        while not stop.is_set():
            step += 1
            bridge.post(BridgeEvent("tick", "1", step))
            stop.wait(0.001)

    thread = threading.Thread(target=flood)
    thread.start()
    qtbot.waitUntil(lambda: len(sink.batches) >= 8)
    stop.set()
    thread.join()
    gaps = [b - a for a, b in zip(sink.times, sink.times[1:], strict=False)]
    assert min(gaps) >= 0.030, gaps
    bridge.close()


def test_kept_events_are_never_merged_and_order_is_kept(qtbot: Any) -> None:
    bridge, sink = Bridge(), Sink()
    bridge.arrived.connect(sink.take)
    for step in range(5):
        bridge.post(BridgeEvent("line", "t", step), keep=True)
    qtbot.waitUntil(lambda: bool(sink.batches))
    assert [event.payload for event in sink.batches[0]] == [0, 1, 2, 3, 4]


def test_overflow_drops_the_oldest_and_says_so(qtbot: Any) -> None:
    bridge, sink = Bridge(max_pending=10), Sink()
    bridge.arrived.connect(sink.take)
    for step in range(25):
        bridge.post(BridgeEvent("line", "t", step), keep=True)
    assert bridge.dropped == 15
    qtbot.waitUntil(lambda: bool(sink.batches))
    assert [event.payload for event in sink.batches[0]] == list(range(15, 25))


def test_closed_bridge_delivers_nothing(qtbot: Any) -> None:
    bridge, sink = Bridge(), Sink()
    bridge.arrived.connect(sink.take)
    bridge.post(BridgeEvent("a", "1"))
    bridge.close()
    bridge.post(BridgeEvent("a", "2"))
    qtbot.wait(80)
    assert sink.batches == []


def test_result_comes_back_in_the_gui_thread(qtbot: Any, runner: QueryRunner) -> None:
    got: list[tuple[Any, bool]] = []
    gui = threading.get_ident()
    runner.submit(threading.get_ident, lambda ident: got.append((ident, threading.get_ident() == gui)))
    qtbot.waitUntil(lambda: bool(got))
    assert got[0][0] != gui
    assert got[0][1]


def test_late_answer_to_an_old_question_is_dropped_and_its_query_interrupted(
    qtbot: Any, runner: QueryRunner
) -> None:
    release, interrupted = threading.Event(), threading.Event()
    started = threading.Event()
    got: list[str] = []

    def slow() -> str:
        started.set()
        release.wait(5)
        return "old"

    runner.submit(slow, got.append, channel="list", interrupt=interrupted.set)
    assert started.wait(5)
    runner.submit(lambda: "new", got.append, channel="list")
    assert interrupted.is_set()
    qtbot.waitUntil(lambda: got == ["new"])
    release.set()
    qtbot.waitUntil(lambda: runner.open_count == 0)
    assert got == ["new"]


def test_answer_for_a_deleted_widget_is_dropped(qtbot: Any, runner: QueryRunner) -> None:
    import shiboken6

    release = threading.Event()
    owner = QObject()
    got: list[bool] = []
    runner.submit(lambda: release.wait(5), got.append, owner=owner)
    shiboken6.delete(owner)
    release.set()
    qtbot.waitUntil(lambda: runner.open_count == 0)
    assert got == []


def test_exception_reaches_its_asker_or_the_common_door(qtbot: Any, runner: QueryRunner) -> None:
    errors: list[object] = []
    common: list[object] = []
    runner.failed.connect(common.append)
    runner.submit(lambda: 1 / 0, lambda _r: None, on_error=errors.append)
    runner.submit(lambda: {}["x"], lambda _r: None)  # type: ignore[index]
    qtbot.waitUntil(lambda: len(errors) == 1 and len(common) == 1)
    assert isinstance(errors[0], ZeroDivisionError)
    assert isinstance(common[0], KeyError)


def test_fifty_runners_and_bridges_leave_no_thread_behind(qtbot: Any) -> None:
    before = threading.active_count()
    for _ in range(50):
        runner, bridge = QueryRunner(), Bridge()
        runner.submit(lambda: 1, lambda _r: None)
        bridge.post(BridgeEvent("a", "1"))
        runner.close()
        bridge.close()
    qtbot.waitUntil(lambda: threading.active_count() <= before)
