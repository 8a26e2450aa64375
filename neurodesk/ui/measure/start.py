"""Cold starts, each in a process of its own: the desk until its list stands, and an empty Qt window.

Run as ``python -m neurodesk.ui.measure.start desk|empty [FOLDER]``; prints the epoch second of being usable,
then the process's memory in MB.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

GIVE_UP_S = 60.0


def memory_mb() -> float:
    """Return the memory this process holds now, in MB; 0 where the system does not say."""
    try:
        text = Path("/proc/self/status").read_text("ascii")
    except OSError:
        return 0.0
    line = next((one for one in text.splitlines() if one.startswith("VmRSS:")), "VmRSS: 0 kB")
    return round(int(line.split()[1]) / 1024, 1)


def cold_start(what: str, folder: str = "", times: int = 3) -> dict[str, float]:
    """Start a process several times and return the median seconds until it is usable, and its memory."""
    seconds: list[float] = []
    memory: list[float] = []
    for _ in range(times):
        began = time.time()
        done = subprocess.run(
            [sys.executable, "-m", "neurodesk.ui.measure.start", what, folder],
            capture_output=True,
            text=True,
            check=True,
            timeout=GIVE_UP_S,
        )
        usable_at, held = done.stdout.split()
        seconds.append(float(usable_at) - began)
        memory.append(float(held))
    return {
        "median_s": round(median(seconds), 3),
        "best_s": round(min(seconds), 3),
        "memory_mb": median(memory),
    }


def _spin(app: QApplication, done: list[float]) -> None:
    until = time.monotonic() + GIVE_UP_S
    while not done and time.monotonic() < until:
        app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)


def _empty() -> float:
    from PySide6.QtWidgets import QMainWindow

    app = QApplication([])
    window = QMainWindow()
    window.resize(1440, 900)
    window.show()
    done: list[float] = []
    QTimer.singleShot(0, window, lambda: done.append(time.time()))
    _spin(app, done)
    return done[0]


def _desk(folder: Path) -> float:
    from neurodesk.ui.application.desk import open_desk
    from neurodesk.ui.main import application

    app = application()
    with open_desk(app, folder, with_worker=False) as desk:
        desk.show("queue")
        done: list[float] = []
        pane = desk.window.place_widget("queue")

        def look() -> None:
            model = getattr(pane, "model", None)
            # Usable: the list stands, its first row is read, and the window was painted with it.
            if model is not None and model.rowCount() and model.row(0) is not None:
                desk.window.repaint()
                done.append(time.time())
            else:
                QTimer.singleShot(2, desk.window, look)

        QTimer.singleShot(0, desk.window, look)
        _spin(app, done)
        usable_at, held = done[0], memory_mb()
    sys.stdout.write(f"{usable_at} {held}\n")
    return usable_at


def main() -> None:
    """Start what the command line names."""
    if sys.argv[1] == "empty":
        usable_at = _empty()
        sys.stdout.write(f"{usable_at} {memory_mb()}\n")
    else:
        _desk(Path(sys.argv[2]))


if __name__ == "__main__":
    main()
