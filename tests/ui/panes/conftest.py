"""A profile made by the demo once a session; each test gets a copy of it with its knowledge base."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from neurodesk import bootstrap
from neurodesk.cli.root import root


@pytest.fixture(scope="session")
def demo_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The profile that `neurodesk demo --headless` makes: import, scan, research, drafts on the desk."""
    folder = tmp_path_factory.mktemp("demo") / "profile"
    ran = CliRunner().invoke(root, ["demo", "--headless", "--data-dir", str(folder)])
    assert ran.exit_code == 0, ran.output
    return folder


@pytest.fixture
def demo(demo_template: Path, tmp_path: Path) -> Path:
    """A copy of the demo's profile; its knowledge base lies beside it."""
    return copy_demo(demo_template, tmp_path)


@pytest.fixture(scope="module")
def shared_demo(demo_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the demo's profile for tests of one module that change nothing of weight."""
    return copy_demo(demo_template, tmp_path_factory.mktemp("shared"))


def copy_demo(template: Path, folder: Path) -> Path:
    """Copy profile and knowledge base, and let the profile know where its base lies now."""
    data, kb = folder / "profile", folder / "profile-kb"
    shutil.copytree(template, data, ignore=shutil.ignore_patterns("*.lock", "*-wal", "*-shm"))
    shutil.copytree(template.with_name(template.name + "-kb"), kb)
    with bootstrap.open_profile(data) as profile:
        profile.database.write(lambda tx: tx.execute("UPDATE kb SET root = ?", (str(kb),)))
    return data


@pytest.fixture
def kb_of() -> Callable[[Path], Path]:
    """Return where the knowledge base of a copied profile lies."""
    return lambda data: data.with_name("profile-kb")
