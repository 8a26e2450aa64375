"""Forks processes that promote or recover and kill themselves before the n-th step; started by the kill test.

Reads one JSON object a line: ``{"data": folder, "act": "promote" | "recover" | "undo", "kill_at": n, ...}``;
answers with one: ``{"signal": number or 0, "steps": steps reached, "error": text}``. The forking
process holds no thread and no database of its own.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from neurodesk.app.commands.promote import promote, undo
from neurodesk.app.decide import TERMINAL, decide_to_promote, decide_to_undo
from neurodesk.bootstrap import open_profile
from neurodesk.storage.db import Database

STEPS = ("fsync", "replace", "link", "unlink", "mkdir")


class Killer:
    """Counts the steps that change something on disk, and kills this process before one of them."""

    def __init__(self, kill_at: int, report: Path) -> None:
        self.kill_at = kill_at
        self.count = 0
        self.report = report
        self.names: list[str] = []

    def install(self) -> None:
        for name in STEPS:
            setattr(os, name, self.counted(name, getattr(os, name)))
        Database.write = self.counted("write", Database.write)  # type: ignore[method-assign]

    def counted(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def step(*args: Any, **kwargs: Any) -> Any:
            self.count += 1
            self.names.append(name)
            if self.count == self.kill_at:
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*args, **kwargs)

        return step


def act(order: dict[str, Any], report: Path) -> None:
    killer = Killer(order["kill_at"], report)
    overrides = {"promotion.allow_unattended": "on"}
    if order["act"] == "recover":
        killer.install()
    with open_profile(Path(order["data"]), overrides=overrides) as profile:
        if order["act"] == "promote":
            decision = decide_to_promote(
                profile,
                order["draft"],
                who="Ada",
                where=TERMINAL,
                seen_sha256=order["seen"],
                ticks=order["ticks"],
                reasons=order["reasons"],
            )
            killer.install()
            promote(profile, decision)
        elif order["act"] == "undo":
            undoing = decide_to_undo(profile, order["promotion"], who="Ada", where=TERMINAL)
            killer.install()
            undo(profile, undoing)
    report.write_text(json.dumps({"steps": killer.count, "names": killer.names}))


def main() -> None:
    for line in sys.stdin:
        order = json.loads(line)
        report = Path(order["report"])
        report.unlink(missing_ok=True)
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                act(order, report)
                code = 0
            except BaseException as error:
                report.write_text(json.dumps({"steps": 0, "error": repr(error)}))
            finally:
                os._exit(code)
        _, status = os.waitpid(pid, 0)
        answer = json.loads(report.read_text()) if report.exists() else {"steps": 0}
        print(
            json.dumps({"signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0, **answer}), flush=True
        )


if __name__ == "__main__":
    main()
