"""Formatter, linter and type checker have nothing to say; run as tests, so that one command checks all."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments: str) -> None:
    """Run a tool of this environment at the root and show its output if it complains."""
    done = subprocess.run(
        [sys.executable, "-m", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_ruff_finds_nothing() -> None:
    run("ruff", "check", "--quiet", ".")


def test_code_is_formatted() -> None:
    run("ruff", "format", "--quiet", "--check", ".")


@pytest.mark.timeout(400)
def test_types_hold() -> None:
    # For the Python at hand: stubs of libraries may use the syntax of the one they were installed for.
    run("mypy", "--python-version", f"{sys.version_info[0]}.{sys.version_info[1]}")
