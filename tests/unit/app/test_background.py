"""What follows by itself: vectors after an import, an import after a change outside."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from neurodesk.app.commands.knowledge import import_kb, register_kb
from neurodesk.app.vector_indexer import VectorIndexer
from neurodesk.bootstrap import embedded_encoder, open_kb_watch, open_profile
from neurodesk.cli.root import root
from neurodesk.domain.changes import Kind
from neurodesk.storage.vector_index import vector_state


def test_vectors_follow_each_import_and_what_was_left_is_done_at_start(tmp_path: Path) -> None:
    kb = tmp_path / "kb"
    kb.mkdir()
    (kb / "a.md").write_text("# A\n\nThe printer is out of paper.\n")
    encoder = embedded_encoder()
    before = {one.name for one in threading.enumerate()}
    with open_profile(tmp_path / "profile") as profile:
        kb_id = register_kb(profile, kb).id
        import_kb(profile, kb_id)
        finished = threading.Semaphore(0)

        def progress(done: int, total: int) -> None:
            if done >= total:
                finished.release()

        def indexed() -> int:
            return profile.database.read(lambda rx: vector_state(rx, encoder.profile)).indexed

        with VectorIndexer(profile, progress):
            assert finished.acquire(timeout=30)
            assert indexed() == 1
            (kb / "b.md").write_text("# B\n\nThe network is slow.\n")
            import_kb(profile, kb_id)
            assert finished.acquire(timeout=30)
            assert indexed() == 2
    assert {one.name for one in threading.enumerate()} <= before


def test_a_change_outside_is_imported_in_a_kb_registered_while_watching(tmp_path: Path) -> None:
    kb = tmp_path / "kb"
    kb.mkdir()
    seen = threading.Event()
    with open_profile(tmp_path / "profile") as profile, open_kb_watch(profile) as watcher:
        registered = threading.Event()
        set_roots = watcher.set_roots

        def watched(roots: dict[str, Path]) -> None:
            set_roots(roots)
            if roots:
                registered.set()

        watcher.set_roots = watched  # type: ignore[method-assign, assignment]
        kb_id = register_kb(profile, kb).id
        assert registered.wait(20)
        profile.bus.subscribe(lambda changes: seen.set() if changes.touches(Kind.NODE) else None)
        (kb / "new.md").write_text("# New\n\nWritten by another program.\n")
        assert seen.wait(20)
        titles = profile.database.read(lambda rx: rx.sql("SELECT title FROM node WHERE kb_id = ?", (kb_id,)))
    assert [row[0] for row in titles] == ["New"]


def test_the_import_command_makes_vectors_once_and_leaves_them_when_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kb = tmp_path / "kb"
    kb.mkdir()
    (kb / "a.md").write_text("# A\n\nThe printer is out of paper.\n")
    where = ["--data-dir", str(tmp_path / "profile"), "--json"]

    def run(*arguments: str) -> dict[str, int]:
        root.main([*arguments, *where], standalone_mode=False)
        found: dict[str, int] = json.loads(capsys.readouterr().out)
        return found

    assert run("import", str(kb), "--no-vectors")["embedded"] == 0
    assert run("import", str(kb))["embedded"] == 1
    assert run("import", str(kb))["embedded"] == 0
    found = run("index")
    counts = {key: found[key] for key in ("embedded", "passages", "indexed", "foreign")}
    assert counts == {"embedded": 0, "passages": 1, "indexed": 1, "foreign": 0}


def test_vectors_of_another_encoder_stay_until_the_curator_renews_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kb = tmp_path / "kb"
    kb.mkdir()
    (kb / "a.md").write_text("# A\n\nThe printer is out of paper.\n")
    where = ["--data-dir", str(tmp_path / "profile"), "--json"]
    root.main(["import", str(kb), *where], standalone_mode=False)
    with open_profile(tmp_path / "profile") as profile:
        profile.database.write(
            lambda tx: tx.execute("UPDATE embedding_profile SET key = 'another', digest = 'another'")
        )
    capsys.readouterr()
    root.main(["index", *where], standalone_mode=False)
    kept = json.loads(capsys.readouterr().out)
    root.main(["index", "--renew", *where], standalone_mode=False)
    renewed = json.loads(capsys.readouterr().out)
    assert (kept["embedded"], kept["indexed"], kept["foreign"]) == (0, 0, 1)
    assert (renewed["embedded"], renewed["indexed"], renewed["foreign"]) == (1, 1, 0)
