"""Watches the sockets of tests that ask for it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.unit.net.page_parts import WATCHED, Watched


@pytest.fixture
def watched() -> Iterator[Watched]:
    """Record every connection and look-up of this process while a test runs."""
    WATCHED.connects, WATCHED.lookups, WATCHED.on = [], [], True
    yield WATCHED
    WATCHED.on = False
