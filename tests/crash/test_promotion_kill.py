"""SIGKILL before every step of a promotion: each file is old or new, and the next start settles it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from neurodesk.app.commands.begin_draft import begin_merge
from neurodesk.app.commands.review import mark_seen
from neurodesk.app.profile import Profile
from neurodesk.app.queries.drafts import draft_history, promotions_of, show_draft
from neurodesk.app.queries.verify import verify
from neurodesk.bootstrap import open_profile
from neurodesk.domain.decisions import Actor
from neurodesk.storage import audit_store
from neurodesk.storage.promotion_store import Phase
from tests.desk_parts import BASE, imported, make_kb, store_draft, store_evidence, tree_bytes

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")

# Everyday runs kill a revision at each step once and the other kinds at some;
# ``NEURODESK_KILL_ROUNDS=10`` kills all at each step ten times, and recovery and undo at each step too.
ROUNDS = int(os.environ.get("NEURODESK_KILL_ROUNDS", "1"))
ROOT = Path(__file__).resolve().parents[2]


class Bench:
    """A prepared profile and KB that can be put back, and the process that forks."""

    def __init__(self, folder: Path, kind: str) -> None:
        self.kind = kind
        self.folder = folder / "live"
        self.spare = folder / "spare"
        self.data, self.kb = self.folder / "profile", self.folder / "kb"
        self.folder.mkdir(parents=True)
        make_kb(self.kb)
        with open_profile(self.data) as profile:
            kb_id = imported(profile, self.kb)
            evidence = store_evidence(profile)
            if kind == "new":
                self.draft = store_draft(profile, evidence=[evidence], kb_id=kb_id, folder="fresh/folder")
            elif kind == "revision":
                text = BASE.split("---\n\n", 1)[1].replace(
                    "grows.", "grows.\n\nRun `vgs` to see the free space."
                )
                self.draft = store_draft(
                    profile, text, evidence=[evidence], kb_id=kb_id, base_path="storage/extend.md"
                )
            else:
                actor = Actor("Ada", "terminal")
                begun = begin_merge(profile, "Desk", "storage/extend.md", "storage/disk-full.md", actor)
                self.draft = begun.draft_id
            self.order = order_for(profile, self.draft)
        self.before = tree_bytes(self.kb)
        shutil.copytree(self.folder, self.spare)
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("promotion_child.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )

    def put_back(self) -> None:
        shutil.rmtree(self.folder)
        shutil.copytree(self.spare, self.folder)

    def tell(self, act: str, kill_at: int, **more: Any) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        order = {
            **self.order,
            **more,
            "act": act,
            "kill_at": kill_at,
            "data": str(self.data),
            "report": str(self.folder.parent / "report.json"),
        }
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(timeout=20)
        self.process.stdout.close()


def order_for(profile: Profile, draft: str) -> dict[str, Any]:
    """See a draft; return the order that promotes it."""
    mark_seen(profile, draft)
    desk = show_draft(profile, draft)
    return {
        "draft": draft,
        "seen": desk.seen,
        "ticks": [one.id for one in desk.claims if one.must_be_ticked],
        "reasons": {
            one.id: "known" for one in desk.claims if one.verdict is not None and one.verdict == "unsupported"
        },
    }


@pytest.fixture(params=["revision", "new", "merge"])
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path, request.param)
    yield made
    made.close()


def wanted_after(bench: Bench) -> tuple[dict[str, bytes], int, str]:
    """Promote once without a kill; return the KB's files, the number of steps, and the promotion."""
    done = bench.tell("promote", 0)
    assert done["signal"] == 0, done
    assert "error" not in done, done
    with open_profile(bench.data) as profile:
        promotion = promotions_of(profile, bench.draft)[-1].id
    after = tree_bytes(bench.kb)
    assert after != bench.before
    return after, done["steps"], promotion


def check_files(bench: Bench, after: dict[str, bytes]) -> None:
    """Every file has exactly its old or its new bytes; left-over temporary files are hidden."""
    for path, data in tree_bytes(bench.kb).items():
        if not path.rsplit("/", 1)[-1].startswith(".neurodesk-"):
            assert data in (bench.before.get(path), after.get(path)), path


def check_settled(bench: Bench, after: dict[str, bytes]) -> None:
    """After the next start all is old or all is new, and the records say the same."""
    with open_profile(bench.data) as profile:
        found = tree_bytes(bench.kb)
        state = show_draft(profile, bench.draft).draft.state.value
        rows = promotions_of(profile, bench.draft)
        acts = [one.act for one in draft_history(profile, bench.draft)]
        assert profile.database.read(audit_store.check)[1] == ()
        if found == after:
            assert state == "promoted"
            assert [row.phase for row in rows] == [Phase.DONE]
            assert acts.count("promote") == 1
            assert verify(profile, bench.draft).problems == ()
            assert not (bench.data / "staging" / show_draft(profile, bench.draft).draft.staging_name).exists()
        else:
            assert found == bench.before
            assert state in ("in_review", "approved")
            assert [row for row in rows if row.phase is not Phase.ROLLED_BACK] == []
            assert "promote" not in acts


@pytest.mark.timeout(600)
def test_a_killed_promotion_leaves_old_or_new_and_the_next_start_settles_it(bench: Bench) -> None:
    after, steps, _ = wanted_after(bench)
    assert steps > 15
    outcomes = set()
    for _ in range(ROUNDS):
        for kill_at in range(1, steps + 1, 1 if ROUNDS > 1 or bench.kind == "revision" else 3):
            bench.put_back()
            done = bench.tell("promote", kill_at)
            assert done["signal"] == signal.SIGKILL, (kill_at, done)
            check_files(bench, after)
            check_settled(bench, after)
            outcomes.add(tree_bytes(bench.kb) == after)
    assert outcomes == {True, False}


@pytest.mark.timeout(600)
def test_a_killed_recovery_is_recovered_by_the_next_one(bench: Bench) -> None:
    after, steps, _ = wanted_after(bench)
    stride = 1 if ROUNDS > 1 else steps // 2
    for kill_at in range(stride, steps + 1, stride):
        for again_at in range(2, 60, 1 if ROUNDS > 1 else 7):
            bench.put_back()
            assert bench.tell("promote", kill_at)["signal"] == signal.SIGKILL
            done = bench.tell("recover", again_at)
            check_files(bench, after)
            check_settled(bench, after)
            if not done["signal"]:
                assert "error" not in done, done
                break


@pytest.mark.timeout(600)
def test_a_killed_undo_leaves_old_or_new_and_the_next_start_settles_it(bench: Bench) -> None:
    after, _, promotion = wanted_after(bench)
    shutil.rmtree(bench.spare)
    shutil.copytree(bench.folder, bench.spare)
    done = bench.tell("undo", 0, promotion=promotion)
    assert "error" not in done, done
    assert tree_bytes(bench.kb) == bench.before
    for kill_at in range(2, done["steps"] + 1, 1 if ROUNDS > 1 else 5):
        bench.put_back()
        assert bench.tell("undo", kill_at, promotion=promotion)["signal"] == signal.SIGKILL
        check_files(bench, after)
        with open_profile(bench.data) as profile:
            state = show_draft(profile, bench.draft).draft.state.value
            found = tree_bytes(bench.kb)
            assert (found, state) in ((bench.before, "in_review"), (after, "promoted"))
            undone = [row.undone_at > 0 for row in promotions_of(profile, bench.draft) if row.id == promotion]
            assert undone == [found == bench.before]
