"""Hostile pages over real sockets end with a reason, in bounded memory, and the worker goes on (SPEC W5)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
MOST_MIB = 150
REASONS = {
    "gzip": "too_large",
    "gzip_pdf": "too_large",
    "gzip_twice": "bad_type",
    "brotli": "fetch_failed encoding_refused",
    "zstd": "fetch_failed encoding_refused",
    "megabytes_50": "too_large",
    "megabytes_20": "too_large",
    "chunks_without_end": "too_large",
    "slow_body": "timeout",
    "slow_headers": "timeout",
    "silence": "timeout",
    "headers_without_end": "fetch_failed headers_too_large",
    "continue_without_end": "timeout",
    "redirects_without_end": "fetch_failed too_many_redirects",
    "nested": "too_large",
    "nested_text": "fetched",
    "attributes": "too_large",
    "docx": "too_large",
    "pdf": "low_quality",
}


@pytest.mark.slow
def test_w5_bombs_have_a_reason_and_take_bounded_memory() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.unit.net.bomb_child", "2"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=110,
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, dict[str, Any]] = json.loads(done.stdout)
    ends = {name: told[name]["end"] for name in REASONS}
    assert {name: end[: len(REASONS[name])] for name, end in ends.items()} == REASONS
    assert {name: one for name, one in told.items() if name != "first" and one["own_mib"] >= MOST_MIB} == {}
    assert {name: one for name, one in told.items() if name != "first" and one["child_mib"] >= MOST_MIB} == {}
    # The same process and the same child go on with the next page.
    assert told["first"]["end"] == told["good"]["end"] == "fetched True"
