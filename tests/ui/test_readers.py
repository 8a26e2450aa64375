"""The reader threads of the window hold no answer once it is given (issue 5, memory)."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

from neurodesk.storage.db import Database
from neurodesk.ui.desk.readers import ReaderExecutor


class Answer:
    """Something that can be watched until it goes."""


def test_an_answer_is_let_go_when_nobody_needs_it(tmp_path: Path) -> None:
    with Database(tmp_path / "n.db") as database:
        executor = ReaderExecutor(database)
        try:
            future = executor.submit(Answer)
            watched = weakref.ref(future.result())
            # The thread lets its last question go when it takes the next.
            for _ in range(4):
                executor.submit(int).result()
            del future
            gc.collect()
            assert watched() is None
        finally:
            executor.shutdown()
