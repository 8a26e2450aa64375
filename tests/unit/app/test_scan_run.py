"""A process that scans again reads only what changed, and finds what a new process finds (SPEC G1)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from neurodesk.app.queries import scan_bench
from neurodesk.app.queries.scan_bench import NOW, made_up
from neurodesk.app.scan_run import ScanMemory, run_scan
from neurodesk.pipeline.scanning import kept as kept_room
from neurodesk.pipeline.scanning.digest import DIGEST_VERSION, pack
from neurodesk.storage.db import Database, Tx

SIZE = 150


def change(tx: Tx, chance: random.Random, salt: int) -> None:
    ids = [row[0] for row in tx.sql("SELECT id FROM node ORDER BY id")]
    one, other = chance.choice(ids), chance.choice(ids)
    act = chance.randrange(10)
    if act == 0:
        tx.execute("DELETE FROM node WHERE id = ?", (one,))
    elif act == 1:
        tx.execute("UPDATE node SET state = 'archived' WHERE id = ?", (one,))
        tx.execute(
            """UPDATE node SET state = 'active'
               WHERE id = (SELECT MIN(id) FROM node WHERE state = 'archived')"""
        )
    elif act == 2:
        tx.execute("UPDATE node SET path = ? WHERE id = ?", (f"{chance.random()}.md", one))
    elif act == 3:
        tx.execute("DELETE FROM link WHERE node_id = ?", (one,))
    elif act == 4:
        tx.execute(
            "INSERT INTO link (node_id, target, target_node_id, line, broken) VALUES (?, 'x', ?, 1, ?)",
            (one, chance.choice((other, "")), chance.randrange(2)),
        )
    elif act == 5:
        tx.execute("UPDATE link SET broken = 1 - broken WHERE node_id = ?", (one,))
    elif act == 6:
        tx.execute("UPDATE node SET verified_at = ?, lang = 'de' WHERE id = ?", (NOW, one))
    elif act == 7:
        tx.execute(
            """INSERT INTO edge (id, kind, src, dst, origin, status, created_at)
               VALUES (?, 'translation_of', ?, ?, 'rule', 'accepted', 0)""",
            (f"e{salt}", one, other),
        )
    else:
        tx.execute("UPDATE node SET content_hash = ? WHERE id = ?", (f"h{salt}", one))
        tx.execute(
            "INSERT OR REPLACE INTO scan_digest (node_id, content_hash, version, data) VALUES (?, ?, ?, ?)",
            (one, f"h{salt}", DIGEST_VERSION, pack(made_up(int(one[1:]), 30, salt))),
        )


def fill(database: Database) -> None:
    database.write(lambda tx: scan_bench._insert(tx, range(SIZE), SIZE))
    for number in range(SIZE):  # few words, so that many sentences share some
        data = pack(made_up(number, 30))
        database.write(
            lambda tx, n=number, d=data: tx.execute(
                "UPDATE scan_digest SET data = ? WHERE node_id = ?", (d, f"n{n:07d}")
            )
        )


@pytest.mark.parametrize("seed", range(3))
def test_a_scan_that_remembers_finds_what_a_first_scan_finds(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_room, "MOST_CHANGED", 1.0)
    chance = random.Random(seed)
    with Database(tmp_path / "a.db") as database:
        fill(database)
        memory = ScanMemory()
        for round_number in range(20):
            keys = ("kb",) if round_number in {7, 8} else None
            some = database.read(lambda rx, k=keys: run_scan(rx, NOW, memory, filter_keys=k))  # type: ignore[misc]
            whole = database.read(lambda rx, k=keys: run_scan(rx, NOW, ScanMemory(), filter_keys=k))  # type: ignore[misc]
            assert some.result.findings == whole.result.findings
            assert some.result.candidates == whole.result.candidates
            for number in range(chance.randrange(4)):
                database.write(lambda tx, s=round_number * 10 + number: change(tx, chance, s))


def test_a_second_scan_reads_the_changed_articles_only(tmp_path: Path) -> None:
    with Database(tmp_path / "a.db") as database:
        fill(database)
        memory = ScanMemory()
        database.read(lambda rx: run_scan(rx, NOW, memory))
        before = memory.read
        assert before is not None
        database.write(lambda tx: tx.execute("UPDATE node SET dated_at = 7 WHERE id = 'n0000003'"))
        # Words in other places than these tell no scan anything.
        database.write(lambda tx: tx.execute("UPDATE node SET trust = 0.5 WHERE id = 'n0000004'"))
        database.read(lambda rx: run_scan(rx, NOW, memory))
        assert memory.read is not None
        assert memory.read.touched == {"n0000003"}
        same = [a is b for a, b in zip(memory.read.given.nodes, before.given.nodes, strict=True)]
        assert same.count(False) == 1
