"""Every dependency is pinned, explained and under a licence that fits."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, files, metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]


def declared(*extras: str) -> list[Requirement]:
    """Return the requirements of the core and of some extras, without the project's own."""
    lines = PROJECT["dependencies"] + [line for extra in extras for line in EXTRAS[extra]]
    return [r for r in map(Requirement, lines) if r.name != "neurodesk"]


def pinned(goal: str) -> list[Requirement]:
    """Return the pins of a goal, markers included."""
    text = (ROOT / "packaging" / f"pins-{goal}.txt").read_text(encoding="utf-8")
    return [Requirement(line.rstrip(" \\")) for line in text.splitlines() if "==" in line]


@pytest.mark.parametrize(
    ("goal", "extras"), [("start", ["gui", "api"]), ("test", ["gui", "api", "bench", "dev", "local-llm"])]
)
def test_pins_satisfy_what_the_project_declares(goal: str, extras: list[str]) -> None:
    here = {canonicalize_name(r.name): r for r in pinned(goal) if r.marker is None or r.marker.evaluate()}
    for wanted in declared(*extras):
        if wanted.marker is not None and not wanted.marker.evaluate():
            continue
        pin = here.get(canonicalize_name(wanted.name))
        assert pin is not None, f"{wanted.name} is not pinned: run packaging/pin.py"
        version = str(pin.specifier).removeprefix("==")
        assert wanted.specifier.contains(version), f"{pin} is outside {wanted}: run packaging/pin.py"


@pytest.mark.parametrize("goal", ["start", "test", "model"])
def test_pins_are_exact_hashed_and_without_addresses(goal: str) -> None:
    text = (ROOT / "packaging" / f"pins-{goal}.txt").read_text(encoding="utf-8")
    assert "://" not in text
    for block in re.split(r"\n(?=[a-z0-9])", text.split("\n", 1)[1]):
        assert re.match(r"[a-z0-9][a-z0-9.-]*==[^ ]+", block), block[:80]
        assert "--hash=sha256:" in block, block[:80]


def test_start_and_test_use_the_same_versions() -> None:
    tested = {(r.name, str(r.specifier)) for r in pinned("test")}
    assert [str(r) for r in pinned("start") if (r.name, str(r.specifier)) not in tested] == []


def test_architecture_page_explains_each_dependency_once() -> None:
    page = (ROOT / "resources" / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([^`]+)` \|[^|]*[a-z][^|]*\|[^|]*[A-Za-z][^|]*\|$", page, re.MULTILINE)
    wanted = {canonicalize_name(r.name) for r in declared(*EXTRAS)}
    assert sorted(canonicalize_name(row) for row in rows) == sorted(wanted)


STRONG = re.compile(r"(?<!L)(?<!Lesser )\bA?GPL|Affero|SSPL|Commons Clause|Non-?Commercial", re.IGNORECASE)


def licence_of(name: str) -> str:
    """Return what a distribution says about its licence: expression, text's first line, and classifiers.

    One that names none in its metadata (huey, litequeue, peewee) is known by the licence file it brings.
    """
    data = metadata(name)
    said = [data.get("License-Expression") or "", (data.get("License") or "").split("\n")[0]]
    said += [c for c in data.get_all("Classifier") or [] if c.startswith("License ::")]
    if any(said):
        return " | ".join(s for s in said if s)
    texts = [one.read_text() for one in files(name) or () if one.name.upper().startswith("LICEN")]
    return "MIT" if any("Permission is hereby granted, free of charge" in text for text in texts) else ""


def fits(licence: str) -> bool:
    """Tell whether at least one of the alternatives offered is permissive or weak copyleft."""
    return any(choice.strip() and not STRONG.search(choice) for choice in re.split(r"\bOR\b", licence))


def test_no_dependency_is_under_a_strong_copyleft_licence() -> None:
    wrong = {}
    for requirement in pinned("test"):
        try:
            licence = licence_of(requirement.name)
        except PackageNotFoundError:
            continue  # for another system or Python
        if not fits(licence):
            wrong[requirement.name] = licence
    assert wrong == {}


def test_the_licence_rule_tells_weak_from_strong() -> None:
    assert fits("LGPL-3.0-only OR GPL-2.0-only")
    assert fits("MPL-2.0")
    assert not fits("GPL-3.0-only")
    assert not fits("AGPL-3.0")
    assert not fits("")
