"""``run_window``: the application's loop, from the first look at the profile to the last commit."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import qasync
from PySide6.QtWidgets import QApplication

from neurodesk import __version__
from neurodesk.domain.errors import NeuroDeskError
from neurodesk.settings.paths import ProfilePaths
from neurodesk.ui.application.desk import Desk
from neurodesk.ui.application.one_window import OneWindow
from neurodesk.ui.bridge.collector import collecting_here
from neurodesk.ui.desk.reports import Reporter

SWITCH_S = 0.001


def application() -> QApplication:
    """Return the process's application, made when there is none yet."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(sys.argv[:1])
    app.setApplicationName("NeuroDesk")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("neurodesk")
    # The end is ours: the last window closes first, then the worker's step, then the database.
    app.setQuitOnLastWindowClosed(False)
    # The worker is Python too: the window must not wait five of its turns for one of its own.
    sys.setswitchinterval(SWITCH_S)
    return app


def run_window(data_dir: Path, overrides: Mapping[str, str], *, with_worker: bool = True) -> int:
    """Open the desk on a profile and work until its window is closed; returns the exit code.

    Raises: NeuroDeskError when the profile cannot be opened; it was shown in a dialog before.
    """
    app = application()
    paths = ProfilePaths(data_dir.expanduser().absolute())
    paths.create()
    with collecting_here(), asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
        return runner.run(_run(app, paths, overrides, with_worker))


async def _run(
    app: QApplication, paths: ProfilePaths, overrides: Mapping[str, str], with_worker: bool
) -> int:
    loop = asyncio.get_running_loop()
    raised: list[Desk] = []

    def raise_window() -> None:
        for desk in raised:
            desk.raise_window()

    place = OneWindow(paths.root, raise_window)
    if not place.take():
        if not place.raise_other():
            sys.stderr.write("NeuroDesk is open on this profile already.\n")
        return 0
    reporter = Reporter(paths.logs)
    reporter.install()
    reporter.watch_loop(loop)
    try:
        from neurodesk.bootstrap import open_profile

        opening = open_profile(paths.root, overrides=overrides)
        try:
            profile = opening.__enter__()
        except NeuroDeskError as error:
            await _show_start_fault(app, error)
            raise
        with ThreadPoolExecutor(1, thread_name_prefix="neurodesk-end") as ending:
            try:
                desk = Desk(app, profile, reporter, with_worker=with_worker)
                raised.append(desk)
                closed = asyncio.Event()
                desk.closed.connect(closed.set)
                desk.show(greet=True)
                await closed.wait()
                raised.clear()
                desk.close_intake()
                await loop.run_in_executor(ending, desk.services.drain)
                desk.window.deleteLater()
            finally:
                await loop.run_in_executor(ending, opening.__exit__, None, None, None)
    finally:
        reporter.uninstall()
        place.release()
    return 0


async def _show_start_fault(app: QApplication, error: NeuroDeskError) -> None:
    """Say why the profile cannot be opened, in a window: who starts from a desktop sees no terminal."""
    from neurodesk.ui.application.start_fault import StartFault
    from neurodesk.ui.i18n import Language, install_language
    from neurodesk.ui.theme import install_theme

    install_language(app, Language.SYSTEM)
    install_theme(app)
    dialog = StartFault(error)
    gone = asyncio.Event()
    dialog.finished.connect(lambda _code: gone.set())
    dialog.show()
    await gone.wait()
    dialog.deleteLater()
