"""How much memory the window and its worker gain over many tasks (part of ``neurodesk bench ui``)."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication

from neurodesk.app.commands.tasks import ask
from neurodesk.app.profile import Profile
from neurodesk.bootstrap import open_profile
from neurodesk.domain.tasks import NewTask, Origin
from neurodesk.storage.db import Rx
from neurodesk.ui.application.desk import open_desk
from neurodesk.ui.measure.start import memory_mb

# So many tasks come first: models, tables and caches fill themselves once.
WARM_TASKS = 50
LOOK_EVERY_S = 1.0
GIVE_UP_AFTER_S = 1_800.0
BUDGET_MB = 50.0


def ask_about_articles(profile: Profile, wording: str, count: int = 0) -> int:
    """Ask for research on the articles in turn, ``count`` times, 0 for once each; returns how often.

    Args:
        wording: with ``{title}``, and ``{number}`` where topics are to differ.
    """

    def titles(rx: Rx) -> list[tuple[str, str]]:
        rows = rx.sql("SELECT id, title FROM node WHERE kind = 'article' AND state = 'active' ORDER BY id")
        return [(row[0], row[1]) for row in rows]

    articles = profile.database.read(titles)
    for number in range(count or len(articles)):
        node_id, title = articles[number % len(articles)]
        topic = wording.format(title=title, number=number)
        ask(profile, NewTask(topic=topic, seed_node_ids=(node_id,), requested_by=Origin.CURATOR))
    return count or len(articles)


def growth(
    app: QApplication,
    folder: Path,
    tasks: int,
    say: Callable[[str], None] = lambda _text: None,
    warm_tasks: int = WARM_TASKS,
) -> dict[str, Any]:
    """Work tasks in an open window and return the memory when warm and at the end, in MB.

    Args:
        folder: a profile with the sample in it; no task of it may be waiting.
        tasks: how many are worked after the first ``warm_tasks``.
    """
    with open_profile(folder) as profile:
        before = _ended(profile)
        ask_about_articles(profile, "{title}: advice, question {number}", warm_tasks + tasks)
    with open_desk(app, folder) as desk:
        desk.window.resize(1440, 900)
        desk.show("queue")
        desk.window.activity.show()
        give_up_at = time.monotonic() + GIVE_UP_AFTER_S

        def work_until(done: int) -> int:
            looked_at = 0.0
            ended = 0
            while ended < done and time.monotonic() < give_up_at:
                app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
                if time.monotonic() - looked_at > LOOK_EVERY_S:
                    looked_at = time.monotonic()
                    ended = _ended(desk.services.profile) - before
            return ended

        first = work_until(warm_tasks)
        warm = memory_mb()
        say(f"warm after {first} tasks: {warm} MB")
        ended = work_until(warm_tasks + tasks)
        held = memory_mb()
    return {
        "tasks": ended - first,
        "warm_mb": warm,
        "end_mb": held,
        "growth_mb": round(held - warm, 1),
        "budget_mb": BUDGET_MB,
    }


def _ended(profile: Profile) -> int:
    found = profile.database.read(
        lambda rx: rx.scalar("SELECT COUNT(*) FROM task WHERE state IN ('completed', 'failed')")
    )
    return int(found)
