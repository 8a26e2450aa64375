"""What changed since a scan: each article's latest change has a number (SPEC G1: incremental).

The triggers see every way in which an article or its links change, so that no writer can forget to tell. An
index holds what a scan reads of all articles, because in a row of ``node`` it lies behind the whole text.
"""

from __future__ import annotations

import sqlite3

_READ = "path, title, lang, source_key, content_hash, dated_at, verified_at, own_draft"


def _stamp(node_id: str) -> str:
    return f"""INSERT INTO scan_stamp (node_id, stamp)
            VALUES ({node_id}, (SELECT COALESCE(MAX(stamp), 0) + 1 FROM scan_stamp))
            ON CONFLICT (node_id) DO UPDATE SET stamp = excluded.stamp;"""


def _trigger(table: str, event: str, *ids: str, when: str = "") -> str:
    name = event.lower()
    steps = "\n            ".join(_stamp(one) for one in ids)
    return f"""CREATE TRIGGER scan_{table}_{name} AFTER {event} ON {table} {when} BEGIN
            {steps}
        END"""


def _differs(*columns: str) -> str:
    return "WHEN " + " OR ".join(f"OLD.{one} IS NOT NEW.{one}" for one in columns)


_NODE = ("id", "kind", "state", *_READ.split(", "))
_LINK = ("node_id", "target", "target_node_id", "line", "broken")
STATEMENTS = (
    "CREATE TABLE scan_stamp (node_id TEXT NOT NULL PRIMARY KEY, stamp INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE INDEX scan_stamp_order ON scan_stamp (stamp)",
    _trigger("node", "INSERT", "NEW.id"),
    _trigger("node", "DELETE", "OLD.id"),
    _trigger("node", "UPDATE", "OLD.id", "NEW.id", when=_differs(*_NODE)),
    _trigger("link", "INSERT", "NEW.node_id"),
    _trigger("link", "DELETE", "OLD.node_id"),
    _trigger("link", "UPDATE", "OLD.node_id", "NEW.node_id", when=_differs(*_LINK)),
    f"""CREATE INDEX node_scanned ON node (id, {_READ})
       WHERE kind = 'article' AND state = 'active'""",
    "CREATE INDEX link_broken ON link (node_id, id) WHERE broken = 1",
)


def up(connection: sqlite3.Connection) -> None:
    """Create table, triggers and indexes."""
    for statement in STATEMENTS:
        connection.execute(statement)
