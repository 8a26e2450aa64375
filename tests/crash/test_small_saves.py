"""SIGKILL and a disk without room while something small is saved: old or new, and said (SPEC S1, S3)."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from neurodesk.app.commands.proofs import Included, prepare_pack, save_pack
from neurodesk.app.export_file import write_export
from neurodesk.app.notices import NOTICES
from neurodesk.app.profile import Profile
from neurodesk.bootstrap import open_profile
from neurodesk.domain.errors import StorageFault
from neurodesk.settings.load import TEMPORARY as SETTINGS_TEMPORARY
from neurodesk.storage import draft_store
from neurodesk.storage.proof_files import read_pack
from neurodesk.storage.signing import SigningKey
from neurodesk.storage.staged_files import TEMPORARY, StagedFiles
from neurodesk.ui.shell.layout_store import LayoutStore
from tests.crash.save_child import NEW_NAME, NEW_TEXT
from tests.desk_parts import imported, make_kb, store_draft, store_evidence

ROOT = Path(__file__).resolve().parents[2]
OLD_NAME = "Grace"
STEPS_AT_MOST = 60
ACTS = ("layout", "settings", "map", "proof", "edit")


@pytest.fixture
def data(tmp_path: Path) -> tuple[Path, str]:
    folder = tmp_path / "live" / "profile"
    make_kb(tmp_path / "kb")
    with open_profile(folder) as profile:
        kb_id = imported(profile, tmp_path / "kb")
        draft = store_draft(profile, evidence=[store_evidence(profile)], kb_id=kb_id, folder="storage")
        profile.settings.set("curator.name", OLD_NAME)
    store = LayoutStore(folder / "layout.json")
    store.keep("place", "old")
    assert store.save()
    return folder, draft


def state(act: str, folder: Path, draft: str) -> str:
    """Return "old" or "new" as the next start finds it; anything half fails here."""
    if act == "layout":
        kept = json.loads((folder / "layout.json").read_text("utf-8"))["place"]
        return {"old": "old", "new" * 50_000: "new"}[kept]
    if act == "proof":
        target = folder.parent / "out.zip"
        return "new" if target.exists() and read_pack(target) else "old"
    with open_profile(folder) as profile:
        if act == "settings":
            return {OLD_NAME: "old", NEW_NAME.strip(): "new", NEW_NAME: "new"}[
                profile.settings.current.text("curator.name")
            ]
        if act == "map":
            placed = profile.database.read(lambda rx: rx.scalar("SELECT COUNT(*) FROM node_place"))
            nodes = profile.database.read(
                lambda rx: rx.scalar("SELECT COUNT(*) FROM node WHERE state = 'active'")
            )
            assert nodes > 1
            return {0: "old", nodes: "new"}[placed]
        StagedFiles(profile.database, profile.paths).recover()
        shown = profile.database.read(lambda rx: draft_store.read_draft(rx, draft))
        (staged,) = profile.paths.staging.glob("*.md")
        assert shown.text in staged.read_text("utf-8"), "file and database say the same"
        return "new" if shown.text == NEW_TEXT else "old"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("act", ACTS)
def test_s1_a_kill_at_any_step_of_a_save_leaves_the_old_or_the_new_whole(
    act: str, data: tuple[Path, str], tmp_path: Path
) -> None:
    folder, draft = data
    live, spare = folder.parent, tmp_path / "spare"
    shutil.copytree(live, spare)
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("save_child.py"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    found: list[str] = []
    try:
        for kill_at in range(1, STEPS_AT_MOST):
            shutil.rmtree(live)
            shutil.copytree(spare, live)
            order = {"data": str(folder), "act": act, "kill_at": kill_at, "draft": draft}
            process.stdin.write(json.dumps(order) + "\n")
            process.stdin.flush()
            said = json.loads(process.stdout.readline())
            assert said["error"] == ""
            found.append(state(act, folder, draft))
            if not said["signal"]:
                break
            assert said["signal"] == signal.SIGKILL
    finally:
        process.communicate(timeout=20)
    assert found[0] == "old"
    assert found[-1] == "new", "the last one was not killed"
    assert found == sorted(found, key=["old", "new"].index), "once it is new it stays new"
    assert len(found) > 2


def test_s2_left_over_temporary_files_of_settings_and_layout_are_swept_at_the_next_start(
    data: tuple[Path, str],
) -> None:
    folder, _ = data
    names = (f"{TEMPORARY}abc", f"{SETTINGS_TEMPORARY}abc.tmp", ".layout-abc")
    for name in names:
        (folder / name).write_text("half")
        os.utime(folder / name, (time.time() - 3600,) * 2)
    (folder / f"{TEMPORARY}now").write_text("another process writes it just now")
    with open_profile(folder) as profile:
        StagedFiles(profile.database, profile.paths).recover()
    assert not any((folder / name).exists() for name in names)
    assert (folder / f"{TEMPORARY}now").exists()


# -- no room -------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def no_room() -> Iterator[None]:
    """Let no file grow beyond 16 bytes, as on a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def _pack(profile: Profile, draft: str, target: Path) -> Callable[[], object]:
    prepared = prepare_pack(profile, draft, Included(False, False, False))
    return lambda: save_pack(profile, prepared, target, SigningKey("7" * 64))


@pytest.mark.parametrize("act", ["settings", "proof", "svg"])
def test_s3_without_room_a_save_says_so_and_what_stood_there_stays(
    act: str, data: tuple[Path, str], tmp_path: Path
) -> None:
    folder, draft = data
    out = tmp_path / "out"
    out.mkdir()
    target = out / f"it.{'svg' if act == 'svg' else 'zip'}"
    with open_profile(folder) as profile:
        saves = {
            "settings": lambda: profile.settings.set("curator.name", NEW_NAME),
            "proof": _pack(profile, draft, target),
            "svg": lambda: write_export(profile, target, "<svg/>" + " " * 9000),
        }
        watched = folder / "settings.toml" if act == "settings" else target
        if act != "settings":
            saves[act]()
            if act == "svg":
                target.write_text("<svg>former</svg>")
            else:
                _former(profile, draft, target)
        before = watched.read_bytes()
        with no_room(), pytest.raises(StorageFault) as caught:
            saves[act]()
        what, safe, do = NOTICES[caught.value.code]
        assert str(watched) in what.format(**caught.value.params)
        assert "intact" in safe or "Nothing was changed" in safe
        assert "space" in do
        assert watched.read_bytes() == before
        assert not [one for one in watched.parent.iterdir() if one.name.startswith((TEMPORARY, ".settings-"))]
        saves[act]()
        assert watched.read_bytes() != before


def _former(profile: Profile, draft: str, target: Path) -> None:
    """Let another pack stand there, made with all that may leave."""
    prepared = prepare_pack(profile, draft, Included(True, True, True))
    save_pack(profile, prepared, target, SigningKey("8" * 64))


def test_s3_without_room_a_layout_is_not_called_saved_and_leaves_nothing_half(data: tuple[Path, str]) -> None:
    folder, _ = data
    before = (folder / "layout.json").read_bytes()
    store = LayoutStore(folder / "layout.json")
    store.keep("place", "new" * 50_000)
    with no_room():
        assert not store.save()
    assert (folder / "layout.json").read_bytes() == before
    assert not list(folder.glob(f"{TEMPORARY}*"))
    assert not list(folder.glob(".layout-*"))
    assert store.save(), "with room again it is"
