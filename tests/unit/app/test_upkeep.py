"""What a profile gets once a day or a week, beside the work (SPEC S2)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from neurodesk.app.commands.backup import list_backups
from neurodesk.app.commands.upkeep import examine_database, prune_evidence, run_upkeep
from neurodesk.app.profile import Profile
from neurodesk.app.queries.evidence import show
from neurodesk.bootstrap import open_background, open_profile
from neurodesk.domain.graph import EdgeKind, EdgeOrigin
from neurodesk.storage import check
from neurodesk.storage.check import FULL_CHECK_EVERY_S, last_full_check
from neurodesk.storage.db import Tx
from neurodesk.storage.evidence_store import put_edge
from tests.desk_parts import store_draft, store_evidence
from tests.queue_parts import HandClock, rows


@pytest.fixture
def clock() -> HandClock:
    return HandClock(2_000_000_000.0)


@pytest.fixture
def profile(tmp_path: Path, clock: HandClock) -> Iterator[Profile]:
    with open_profile(tmp_path / "p", clock=clock) as opened:
        yield opened


def asked(profile: Profile, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note which check is made."""
    made: list[str] = []

    def noting(rx: object, *, full: bool) -> check.Damage | None:
        made.append("full" if full else "quick")
        return check.check_database(rx, full=full)  # type: ignore[arg-type]

    monkeypatch.setattr("neurodesk.app.commands.upkeep.check_database", noting)
    return made


def test_s2_the_background_makes_the_daily_backup_and_checks_the_database(profile: Profile) -> None:
    assert not list_backups(profile.paths)
    with open_background(profile):
        pass
    assert len(list_backups(profile.paths)) == 1
    assert profile.database.read(last_full_check) == profile.clock.time()


def test_s2_the_full_check_comes_once_a_week_and_the_quick_one_at_every_start(
    profile: Profile, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = asked(profile, monkeypatch)
    for step in (0.0, 3600.0, FULL_CHECK_EVERY_S - 3601.0, 1.0, 1.0):
        clock.passes(step)
        assert examine_database(profile) is None
    assert made == ["full", "quick", "quick", "full", "quick"]


def test_s2_a_clock_that_was_ahead_does_not_put_the_full_check_off(
    profile: Profile, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    examine_database(profile)
    made = asked(profile, monkeypatch)
    clock.jumps(-2 * FULL_CHECK_EVERY_S)
    examine_database(profile)
    assert made == ["full"]


def test_s2_damage_is_named_in_the_feed_and_never_copied_over_a_good_backup(
    tmp_path: Path, clock: HandClock
) -> None:
    root = tmp_path / "p"
    with open_profile(root, clock=clock) as profile:
        profile.database.write(
            lambda tx: tx.many(
                "INSERT INTO budget_entry (task_id, at, local_day) VALUES (?, ?, '2026-01-01')",
                [(f"task {n}", float(n)) for n in range(5_000)],
            )
        )
        run_upkeep(profile)
        path = profile.paths.database
    _spoil_an_index(path)
    clock.passes(FULL_CHECK_EVERY_S)
    with open_profile(root, clock=clock) as profile:
        run_upkeep(profile)
        said = rows(profile.database, "SELECT params FROM activity WHERE code = 'database_damaged'")
        assert len(said) == 1
        assert len(list_backups(profile.paths)) == 1
        assert profile.database.read(last_full_check) < profile.clock.time()


def _spoil_an_index(path: Path) -> None:
    """Overwrite entries of an index, so that it no longer fits its table."""
    with sqlite3.connect(path) as connection:
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        page = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'budgetentry_local_day'"
        ).fetchone()[0]
    connection.close()
    data = bytearray(path.read_bytes())
    start = (page - 1) * size
    for leaf in range(start, start + size):
        data[leaf] = data[leaf] ^ 0xFF
    path.write_bytes(bytes(data))


def test_s2_only_the_full_check_sees_an_index_that_lacks_rows(tmp_path: Path) -> None:
    with open_profile(tmp_path / "p") as profile:
        path = profile.paths.database
    _forget_a_row_in_an_index(path)
    with open_profile(tmp_path / "p") as profile:
        quick, full = (
            profile.database.read(lambda rx, full=full: check.check_database(rx, full=full))  # type: ignore[misc]
            for full in (False, True)
        )
    assert quick is None
    assert full is not None
    assert "budgetentry_local_day" in full.detail


def _forget_a_row_in_an_index(path: Path) -> None:
    """Insert a row while the schema does not name the index, as a fault of a disk can leave it."""
    index = "name = 'budgetentry_local_day'"
    steps = (
        ("PRAGMA writable_schema=ON", "CREATE TEMP TABLE kept AS SELECT * FROM sqlite_master WHERE " + index),
        (f"DELETE FROM sqlite_master WHERE {index}", "PRAGMA writable_schema=RESET"),
        (
            "INSERT INTO budget_entry (task_id, at, local_day) VALUES ('t', 1, 'd')",
            "PRAGMA writable_schema=ON",
        ),
        ("INSERT INTO sqlite_master SELECT * FROM kept", "PRAGMA writable_schema=RESET"),
    )
    connection = sqlite3.connect(path, isolation_level=None)
    for step in steps:
        for statement in step:
            connection.execute(statement)
    connection.close()


DAY = 86_400.0
UNUSED = "Nothing rests on this text, which was read once and refused."


def aged(profile: Profile, evidence: str, days: float, state: str) -> None:
    at = profile.clock.time() - days * DAY
    profile.database.write(
        lambda tx: tx.execute(
            "UPDATE evidence SET retrieved_at = ?, state = ? WHERE id = ?", (at, state, evidence)
        )
    )


def texts(profile: Profile) -> set[str]:
    return {row["body"] for row in rows(profile.database, "SELECT body FROM text")}


def test_w6_an_unused_text_goes_after_its_time_and_its_record_stays(profile: Profile) -> None:
    refused = store_evidence(profile, UNUSED, task="t_old", uri="https://example.org/refused")
    aged(profile, refused, 364, "rejected")
    assert prune_evidence(profile) == 0
    aged(profile, refused, 366, "rejected")
    assert prune_evidence(profile) == 1
    assert UNUSED not in texts(profile)
    view = show(profile, refused)
    assert (view.evidence.final_uri, view.evidence.text) == ("https://example.org/refused", "")
    assert view.evidence.sha256
    assert [row["code"] for row in rows(profile.database, "SELECT code FROM activity")] == ["evidence_pruned"]
    assert prune_evidence(profile) == 0


@pytest.mark.parametrize("state", ["learned", "grounded"])
def test_w6_what_was_learned_is_kept_however_old(profile: Profile, state: str) -> None:
    aged(profile, store_evidence(profile, UNUSED, task="t_old"), 4000, state)
    assert prune_evidence(profile) == 0
    assert UNUSED in texts(profile)


def test_w6_what_a_claim_an_edge_or_another_record_refers_to_is_never_touched(profile: Profile) -> None:
    cited = store_evidence(profile, task="t_desk")
    store_draft(profile, evidence=[cited])
    aged(profile, cited, 4000, "rejected")
    tied = store_evidence(profile, "An edge leads to this text of some length.", task="t_edge")
    aged(profile, tied, 4000, "superseded")
    shared = store_evidence(profile, UNUSED, task="t_one", uri="https://example.org/one")
    store_evidence(profile, UNUSED, task="t_two", uri="https://example.org/two")
    aged(profile, shared, 4000, "rejected")

    def tie(tx: Tx) -> None:
        node = str(tx.scalar("SELECT node_id FROM evidence WHERE id = ?", (tied,))) or "n_tied"
        tx.execute("UPDATE evidence SET node_id = ? WHERE id = ?", (node, tied))
        put_edge(tx, EdgeKind.EVIDENCE_FOR, node, "n_seed", EdgeOrigin.RULE, 1.0, 1.0)

    profile.database.write(tie)
    before = texts(profile)
    assert prune_evidence(profile) == 1, "the record of the shared text alone"
    assert texts(profile) == before


def test_w6_nought_days_keep_everything(profile: Profile) -> None:
    aged(profile, store_evidence(profile, UNUSED, task="t_old"), 4000, "rejected")
    profile.settings.set("evidence.keep_days", 0)
    assert prune_evidence(profile) == 0
