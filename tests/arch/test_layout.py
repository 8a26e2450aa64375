"""The house stays tidy: names, docstrings, lengths, and nothing of one machine in the files."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CODE = sorted(p for top in ("neurodesk", "packaging", "tests") for p in (ROOT / top).rglob("*.py"))
LONGEST_FILE = 600

# path below the root -> why it may be longer; keep this short.
MAY_BE_LONGER: dict[str, str] = {"tests/mutation.py": "a table of disabled rules, one entry each"}


def name_of(path: Path) -> str:
    """Return a path below the root as the tests name it."""
    return path.relative_to(ROOT).as_posix()


def test_no_room_without_a_meaning() -> None:
    vague = re.compile(r"^_?(utils?|helpers?|misc|managers?|common|stuff)$")
    named = [p.stem for p in CODE] + [p.parent.name for p in CODE]
    assert sorted({n for n in named if vague.match(n)}) == []


def test_every_public_module_says_what_it_is_for() -> None:
    silent = [
        name_of(p)
        for p in CODE
        if p.is_relative_to(ROOT / "neurodesk")
        and not (p.stem.startswith("_") and p.stem != "__init__")
        and not ast.get_docstring(ast.parse(p.read_text(encoding="utf-8")))
    ]
    assert silent == []


def test_files_stay_short_enough_to_be_read() -> None:
    lengths = {name_of(p): len(p.read_text(encoding="utf-8").splitlines()) for p in CODE}
    too_long = {n: count for n, count in lengths.items() if count > LONGEST_FILE and n not in MAY_BE_LONGER}
    assert too_long == {}, f"split these, or name the reason in MAY_BE_LONGER (limit {LONGEST_FILE} lines)"
    stale = [n for n in MAY_BE_LONGER if lengths.get(n, 0) <= LONGEST_FILE]
    assert stale == [], "these need no exception any more"


def tracked_files() -> list[Path]:
    """Return what git tracks; in a copy without git, everything that is neither hidden nor built."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode == 0 and done.stdout:
        return [ROOT / n for n in done.stdout.split("\0") if n and (ROOT / n).is_file()]
    skipped = {".git", ".venv", "build", "dist", "__pycache__"}
    return [p for p in ROOT.rglob("*") if p.is_file() and not skipped & set(p.relative_to(ROOT).parts)]


# Written in pieces, so that this file does not find itself.
REGISTRIES = re.compile(r"\b(?:pypi\.(?:" + r"org|io)|python" + r"hosted\.org|registry\.npm" + r"js\.org)")
ONE_MACHINE = re.compile(
    r"(?<![\w.])/(?:" + r"work/(?:main|wt|shared|venv)|root/\.pyenv|home/[a-z]+/(?:src|dev))\b"
)


@pytest.mark.parametrize(
    "forbidden", [REGISTRIES, ONE_MACHINE], ids=["registry address", "path of one machine"]
)
def test_no_file_names_a_registry_or_one_machine(forbidden: re.Pattern[str]) -> None:
    found = []
    for path in tracked_files():
        content = path.read_bytes()
        if b"\0" in content[:8000]:
            continue
        for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), 1):
            if forbidden.search(line):
                found.append(f"{name_of(path)}:{number}: {line.strip()[:100]}")
    assert found == []


def test_the_address_rules_see_what_they_are_for() -> None:
    assert REGISTRIES.search("--index-url https://" + "pypi" + ".org/simple")
    assert ONE_MACHINE.search("open('" + "/wo" + "rk/main/x')")
    assert not ONE_MACHINE.search("see network/main/x")
