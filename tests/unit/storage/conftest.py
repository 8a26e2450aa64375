"""A queue on a real database file."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from neurodesk.storage.db import Database
from neurodesk.storage.task_store import TaskStore


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "queue.db") as opened:
        yield opened


@pytest.fixture
def store(database: Database) -> TaskStore:
    return TaskStore(database, jitter=lambda: 0.5)
