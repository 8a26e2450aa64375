"""Forks processes that save something and kill themselves before the n-th step; started by the kill test.

Reads one JSON object a line: ``{"data": folder, "act": name, "kill_at": n, "draft": id}``; answers with one:
``{"signal": number or 0, "error": text}``. The forking process holds no thread and no database of its own.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from neurodesk.app.commands.graph_map import place_nodes
from neurodesk.app.commands.proofs import Included, prepare_pack, save_pack
from neurodesk.app.commands.review import edit
from neurodesk.bootstrap import open_profile
from neurodesk.domain.decisions import Actor
from neurodesk.domain.graph_map import MapShape, Place
from neurodesk.storage.db import Tx
from neurodesk.storage.signing import SigningKey
from neurodesk.ui.shell.layout_store import LayoutStore
from tests.crash.promotion_child import Killer

NEW_TEXT = "# Extend\n\nRun `lvextend -r` to grow the volume and its file system in one step.\n"
NEW_NAME = "Ada " * 40


class Row:
    """Lays nodes in a row: what is tested is how the places are stored."""

    def make(self, shape: MapShape, _progress: object, _stopped: object) -> list[Place]:
        return [(float(n), 0.0, 0) for n in range(len(shape.sources))]


def act(order: dict[str, Any]) -> None:
    data = Path(order["data"])
    killer = Killer(order["kill_at"], data / "unused")

    def install() -> None:
        killer.install()
        for name in ("execute", "many"):
            setattr(Tx, name, killer.counted(name, getattr(Tx, name)))

    if order["act"] == "layout":
        store = LayoutStore(data / "layout.json")
        store.keep("place", "new" * 50_000)
        install()
        if not store.save():
            raise OSError("not saved")
        return
    with open_profile(data) as profile:
        acts: dict[str, Callable[[], object]] = {
            "settings": lambda: profile.settings.set("curator.name", NEW_NAME),
            "map": lambda: place_nodes(profile, Row(), lambda *_: None, lambda: False),  # type: ignore[arg-type]
            "edit": lambda: edit(profile, order["draft"], NEW_TEXT, Actor("Ada", "desktop")),
        }
        if order["act"] == "proof":
            prepared = prepare_pack(profile, order["draft"], Included(False, False, False))
            key = SigningKey("7" * 64)
            acts["proof"] = lambda: save_pack(profile, prepared, data.parent / "out.zip", key)
        install()
        acts[order["act"]]()


def main() -> None:
    for line in sys.stdin:
        order = json.loads(line)
        error = Path(order["data"]).parent / "error"
        error.unlink(missing_ok=True)
        child = os.fork()
        if not child:
            try:
                act(order)
            except BaseException:
                error.write_text(traceback.format_exc())
            os._exit(0)
        _, status = os.waitpid(child, 0)
        said = {"signal": os.WTERMSIG(status), "error": error.read_text() if error.exists() else ""}
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
