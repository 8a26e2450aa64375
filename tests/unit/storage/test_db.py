"""The writer with two lanes, read-only readers, and the schema that the models declare."""

from __future__ import annotations

import re
import sqlite3
import threading
from pathlib import Path

import peewee
import pytest

from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import StorageFault
from neurodesk.storage.db import Database, Lane, Readers, Tx
from neurodesk.storage.graph_place_tables import PLACE_TABLES
from neurodesk.storage.licence_tables import LICENCE_TABLES
from neurodesk.storage.living_tables import LIVING_TABLES
from neurodesk.storage.migrate import known
from neurodesk.storage.outcome_tables import OUTCOME_TABLES
from neurodesk.storage.query_tables import QUERY_TABLES
from neurodesk.storage.scan_tables import SCAN_TABLES
from neurodesk.storage.search_tables import SEARCH_TABLES
from neurodesk.storage.tables import TABLES, Setting
from neurodesk.storage.token_tables import TOKEN_TABLES


def put(key: str) -> object:
    def function(tx: Tx) -> None:
        tx.execute("INSERT INTO app_state (key, value, at) VALUES (?, '', 0)", (key,))
        tx.changed(Kind.SETTING, key)

    return function


def test_models_and_migrations_declare_the_same_columns(tmp_path: Path) -> None:
    with Database(tmp_path / "a.db") as db:
        later = SEARCH_TABLES + SCAN_TABLES + TOKEN_TABLES + OUTCOME_TABLES + QUERY_TABLES + LICENCE_TABLES
        later += LIVING_TABLES + PLACE_TABLES
        for table in TABLES + later:
            name = table._meta.table_name
            stored = {
                row["name"]: row["type"]
                for row in db.read(lambda rx, n=name: rx.sql(f"PRAGMA table_info({n})"))
            }
            declared = {f.column_name: f for f in table._meta.sorted_fields}
            assert set(stored) == set(declared), name
            for column, field in declared.items():
                wanted = "INTEGER" if isinstance(field, peewee.BooleanField | peewee.AutoField) else None
                wanted = (
                    wanted
                    or {
                        "TEXT": "TEXT",
                        "FLOAT": "REAL",
                        "INT": "INTEGER",
                        "BLOB": "BLOB",
                    }[field.field_type]
                )
                assert stored[column] == wanted, (name, column)


def test_a_failing_write_leaves_nothing(tmp_path: Path) -> None:
    with Database(tmp_path / "a.db") as db:

        def broken(tx: Tx) -> None:
            tx.execute("INSERT INTO app_state (key, value, at) VALUES ('x', '', 0)")
            raise ValueError("stop")

        with pytest.raises(ValueError, match="stop"):
            db.write(broken)
        assert db.read(lambda rx: rx.scalar("SELECT COUNT(*) FROM app_state")) == 0


def test_changes_are_published_after_the_commit(tmp_path: Path) -> None:
    seen: list[tuple[ChangeSet, int]] = []
    with Database(tmp_path / "a.db") as db:
        counted = sqlite3.connect(tmp_path / "a.db", check_same_thread=False)
        leave = db.subscribe(
            lambda c: seen.append((c, counted.execute("SELECT COUNT(*) FROM app_state").fetchone()[0]))
        )
        db.write(put("x"))  # type: ignore[arg-type]
        leave()
        db.write(put("y"))  # type: ignore[arg-type]
        counted.close()
    assert seen == [(ChangeSet.of((Kind.SETTING, "x")), 1)]


def test_short_lane_passes_a_long_bulk_run(tmp_path: Path) -> None:
    with Database(tmp_path / "a.db") as db:
        order: list[str] = []
        gate = threading.Event()

        def apply(tx: Tx, item: int) -> None:
            if item == 0:
                gate.wait(5)
            tx.execute("INSERT INTO app_state (key, value, at) VALUES (?, '', 0)", (str(item),))

        bulk = db.bulk(range(1000), apply)
        bulk.add_done_callback(lambda _: order.append("bulk"))
        short = db.submit(put("short"), lane=Lane.SHORT)  # type: ignore[arg-type]
        short.add_done_callback(lambda _: order.append("short"))
        gate.set()
        assert bulk.result(10) == 1000
        assert order == ["short", "bulk"]


def test_a_write_that_waits_runs_where_it_is_called_when_nothing_else_writes(tmp_path: Path) -> None:
    with Database(tmp_path / "a.db") as db:
        assert db.write(lambda tx: threading.get_ident()) == threading.get_ident()
        gate = threading.Event()
        slow = db.submit(lambda tx: gate.wait(10))
        later = threading.Timer(0.05, gate.set)
        later.start()
        assert db.write(lambda tx: threading.get_ident()) != threading.get_ident()
        assert slow.done()
        later.join()


def test_writes_keep_the_order_in_which_one_thread_asked_for_them(tmp_path: Path) -> None:
    seen: list[int] = []
    with Database(tmp_path / "a.db") as db:
        for number in range(0, 300, 3):
            db.submit(lambda tx, n=number: seen.append(n))  # type: ignore[misc]
            db.submit(lambda tx, n=number: seen.append(n + 1))  # type: ignore[misc]
            db.write(lambda tx, n=number: seen.append(n + 2))  # type: ignore[misc]
    assert seen == list(range(300))


def test_threads_that_write_at_once_never_share_a_transaction(tmp_path: Path) -> None:
    with Database(tmp_path / "a.db") as db:
        inside: list[int] = []
        most: list[int] = []

        def step(tx: Tx) -> None:
            inside.append(1)
            most.append(len(inside))
            tx.execute("UPDATE app_state SET value = value + 1 WHERE key = 'n'")
            inside.pop()

        db.write(lambda tx: tx.execute("INSERT INTO app_state (key, value, at) VALUES ('n', '0', 0)"))
        threads = [threading.Thread(target=lambda: [db.write(step) for _ in range(100)]) for _ in range(4)]
        for one in threads:
            one.start()
        waiting = [db.submit(step) for _ in range(100)]
        for one in threads:
            one.join()
        for future in waiting:
            future.result(10)
        assert max(most) == 1
        assert db.read(lambda rx: rx.scalar("SELECT value FROM app_state WHERE key = 'n'")) == "500"


def test_a_write_inside_a_write_is_refused_wherever_it_runs(tmp_path: Path) -> None:
    with Database(tmp_path / "a.db") as db:
        with pytest.raises(RuntimeError, match="must not wait"):
            db.write(lambda tx: db.write(lambda inner: None))
        with pytest.raises(RuntimeError, match="must not wait"):
            db.submit(lambda tx: db.write(lambda inner: None)).result(10)
        assert db.write(lambda tx: 5) == 5  # and nothing is stuck


def test_closing_waits_for_a_write_that_runs_on_its_callers_thread(tmp_path: Path) -> None:
    db = Database(tmp_path / "a.db").open()
    began, gate = threading.Event(), threading.Event()

    def slow(tx: Tx) -> None:
        began.set()
        gate.wait(10)
        tx.execute("INSERT INTO app_state (key, value, at) VALUES ('slow', '', 0)")

    writing = threading.Thread(target=lambda: db.write(slow))
    writing.start()
    assert began.wait(10)
    closing = threading.Thread(target=db.close)
    closing.start()
    gate.set()
    writing.join(10)
    closing.join(10)
    assert not closing.is_alive()
    with Database(tmp_path / "a.db") as again:
        assert again.read(lambda rx: rx.scalar("SELECT COUNT(*) FROM app_state WHERE key = 'slow'")) == 1


def test_readers_cannot_write(tmp_path: Path) -> None:
    with (
        Database(tmp_path / "a.db") as db,
        pytest.raises((StorageFault, sqlite3.Error)),
    ):
        db.read(lambda rx: rx.sql("DELETE FROM app_state"))


def test_peewee_queries_run_on_both_sides(tmp_path: Path) -> None:
    with Database(tmp_path / "a.db") as db:
        db.write(lambda tx: tx.run(Setting.insert(key="k", value="v", at=1.0)))
        rows = db.read(lambda rx: rx.run(Setting.select(Setting.value).where(Setting.key == "k")))
        assert [row["value"] for row in rows] == ["v"]


def test_a_newer_schema_is_refused_and_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with Database(path):
        pass
    raw = sqlite3.connect(path)
    raw.execute(f"PRAGMA user_version={len(known()) + 1}")
    raw.close()
    before = path.read_bytes()
    with pytest.raises(StorageFault, match="newer_schema"):
        Database(path).open()
    assert path.read_bytes() == before


def test_a_reading_can_be_given_up(tmp_path: Path) -> None:
    with Database(tmp_path / "a.db") as db:
        readers = Readers(db, threads=1)
        endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT MAX(x) FROM c"
        started = threading.Event()

        def long_query(rx: object) -> object:
            started.set()
            return rx.sql(endless)  # type: ignore[attr-defined]

        handle = readers.submit(long_query)
        started.wait(5)
        for _ in range(200):
            handle.cancel()
            try:
                handle.future.exception(0.05)
                break
            except TimeoutError:
                continue
        assert isinstance(handle.future.exception(0), StorageFault)
        assert readers.submit(lambda rx: rx.scalar("SELECT 1")).future.result(5) == 1
        readers.close()


def test_audit_is_append_only(tmp_path: Path) -> None:
    with Database(tmp_path / "a.db") as db:
        db.write(
            lambda tx: tx.execute(
                "INSERT INTO audit (at, who, place, act, subject, previous, sha256)"
                " VALUES (0, '', '', '', '', '', '')"
            )
        )
        for statement in ("DELETE FROM audit", "UPDATE audit SET who = 'x'"):
            with pytest.raises(sqlite3.IntegrityError, match=re.escape("append-only")):
                db.write(lambda tx, s=statement: tx.execute(s))


def test_ids_come_in_order_in_one_step_whatever_is_in_them(tmp_path: Path) -> None:
    names = ["b\n", 'a"', "ü,", "", "z\\"]
    with Database(tmp_path / "n.db") as database:
        database.write(lambda tx: tx.execute("CREATE TABLE one (place INTEGER, id TEXT)"))
        for place, name in enumerate(names):
            row = (place, name)
            database.write(lambda tx, row=row: tx.execute("INSERT INTO one VALUES (?, ?)", row))  # type: ignore[misc]
        found = database.read(
            lambda rx: rx.ids("SELECT id FROM one WHERE place >= ? ORDER BY place DESC", (1,))
        )
        none = database.read(lambda rx: rx.ids("SELECT id FROM one WHERE place > 9"))
    assert found == names[:0:-1]
    assert none == []
