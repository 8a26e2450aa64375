"""Knowledge bases, nodes, links and edges (SPEC K1 to K3). Functions take an open reading or writing view."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from neurodesk.domain.changes import Kind
from neurodesk.domain.errors import BadInput
from neurodesk.domain.graph import EdgeKind, EdgeOrigin, NodeState, initial_status
from neurodesk.domain.identity import derived_id
from neurodesk.domain.kb import ArticleKey, ArticleRecord, KnownFile
from neurodesk.domain.profile import PROFILE_VERSION, NodeProfileData
from neurodesk.domain.staging_rules import OWN_DRAFT_KEY
from neurodesk.storage.db import Row, Rx, Tx
from neurodesk.storage.json_columns import dump, load
from neurodesk.storage.search_index import drop_passages, index_passages

# -- knowledge bases --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KbRow:
    """A registered knowledge base; ``report`` is that of the last import."""

    id: str
    name: str
    root: str
    archive_folder: str
    created_at: float
    imported_at: float
    report: dict[str, Any]


def _kb(row: Row) -> KbRow:
    return KbRow(
        row["id"],
        row["name"],
        row["root"],
        row["archive_folder"],
        row["created_at"],
        row["imported_at"],
        load(row["report"]),
    )


def all_kbs(rx: Rx) -> list[KbRow]:
    """Return every registered KB by name."""
    return [_kb(row) for row in rx.sql("SELECT * FROM kb ORDER BY name")]


def kb_by_id(rx: Rx, kb_id: str) -> KbRow:
    """Return one KB.

    Raises:
        BadInput: ``kb_unknown``.
    """
    row = rx.one("SELECT * FROM kb WHERE id = ?", (kb_id,))
    if row is None:
        raise BadInput("kb_unknown", kb=kb_id)
    return _kb(row)


def add_kb(tx: Tx, kb_id: str, name: str, root: str, at: float) -> None:
    """Register a KB; the caller has checked name and root."""
    tx.execute("INSERT INTO kb (id, name, root, created_at) VALUES (?, ?, ?, ?)", (kb_id, name, root, at))
    tx.changed(Kind.KB, kb_id)


def set_kb_report(tx: Tx, kb_id: str, report: dict[str, Any], imported_at: float | None = None) -> None:
    """Keep the report of an import; ``imported_at`` is None while it runs."""
    tx.execute(
        "UPDATE kb SET report = ?, imported_at = COALESCE(?, imported_at) WHERE id = ?",
        (dump(report), imported_at, kb_id),
    )
    tx.changed(Kind.KB, kb_id)


def remove_kb(tx: Tx, kb_id: str) -> None:
    """Forget the registration; its nodes must have been forgotten before."""
    tx.execute("DELETE FROM kb WHERE id = ?", (kb_id,))
    tx.execute("DELETE FROM app_state WHERE key = ?", (_shared_key(kb_id),))
    tx.changed(Kind.KB, kb_id)


# -- nodes ------------------------------------------------------------------------------------------


def known_files(rx: Rx, kb_id: str) -> list[KnownFile]:
    """Return what the last import knew of each file of a KB, by path."""
    rows = rx.iterate(
        """SELECT id, path, file_hash, file_size, file_mtime_ns, state = 'active' AS active
           FROM node WHERE kb_id = ? AND path != '' ORDER BY path, id""",
        (kb_id,),
    )
    return [KnownFile(r[0], r[1], r[2], r[3], r[4], bool(r[5])) for r in rows]


def store_article(tx: Tx, record: ArticleRecord) -> None:
    """Write a node with its passages, text index, links and paragraphs; its profile is dropped.

    Dates of verification, trust and the first import are kept when the node exists.
    """
    node = record.node
    tx.execute(
        """INSERT INTO node (id, kind, kb_id, path, uri, format, title, body, source_key, lang, content_hash,
               file_hash, file_size, file_mtime_ns, encoding, created_at, updated_at, dated_at, trust, state,
               meta, problems, own_draft)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET path = excluded.path, uri = excluded.uri, format = excluded.format,
               title = excluded.title, body = excluded.body, source_key = excluded.source_key,
               lang = excluded.lang,
               updated_at = CASE WHEN node.content_hash = excluded.content_hash
                   THEN node.updated_at ELSE excluded.updated_at END,
               content_hash = excluded.content_hash, file_hash = excluded.file_hash,
               file_size = excluded.file_size, file_mtime_ns = excluded.file_mtime_ns,
               encoding = excluded.encoding, dated_at = excluded.dated_at, state = excluded.state,
               meta = excluded.meta, problems = excluded.problems,
               own_draft = MAX(node.own_draft, excluded.own_draft)""",
        (
            node.id,
            node.kind.value,
            node.kb_id,
            node.path,
            node.uri,
            node.format,
            node.title,
            node.body,
            node.source_key,
            node.lang,
            node.content_hash,
            record.file_hash,
            record.file_size,
            record.file_mtime_ns,
            record.encoding,
            node.created_at,
            node.updated_at,
            node.dated_at,
            node.trust,
            node.state.value,
            dump(node.meta),
            dump(list(node.problems)),
            OWN_DRAFT_KEY in node.meta,
        ),
    )
    _drop_parts(tx, node.id)
    index_passages(tx, node.id, record.passages)
    tx.many(
        "INSERT INTO link (node_id, target, anchor, line) VALUES (?, ?, ?, ?)",
        [
            (
                node.id,
                f"[[{one.target}]]" if one.wiki else one.target,
                one.anchor,
                record.body_line - 1 + one.line,
            )
            for one in record.links
        ],
    )
    tx.many(
        "INSERT INTO paragraph (node_id, hash, kb_id) VALUES (?, ?, ?)",
        [(node.id, one, node.kb_id) for one in record.paragraphs],
    )
    # The place of the body in the file has no column of its own: the profile carries it.
    tx.execute(
        "INSERT INTO node_profile (node_id, version, data, shingles) VALUES (?, 0, ?, ?)",
        (node.id, dump({"body_start": record.body_start, "body_line": record.body_line}), b""),
    )
    tx.changed(Kind.NODE, node.id)


def _drop_parts(tx: Tx, node_id: str) -> None:
    """Take away what import derives from a file."""
    drop_passages(tx, node_id)
    for table in ("link", "paragraph", "node_profile"):
        tx.execute(f"DELETE FROM {table} WHERE node_id = ?", (node_id,))


def note_file_times(tx: Tx, node_id: str, size: int, mtime_ns: int) -> None:
    """Keep new times of a file whose content is the same; nobody needs to be told."""
    tx.execute("UPDATE node SET file_size = ?, file_mtime_ns = ? WHERE id = ?", (size, mtime_ns, node_id))


def archive_article(tx: Tx, node_id: str) -> None:
    """Note that a file is gone: the node stays for history, out of every index.

    Edges of judgement and evidence keep their history; links from and to it are no edges any more.
    """
    tx.execute("UPDATE node SET state = ?, file_hash = '' WHERE id = ?", (NodeState.ARCHIVED.value, node_id))
    _drop_parts(tx, node_id)
    tx.execute(
        """DELETE FROM edge WHERE kind IN (?, ?) AND origin = ? AND status = 'accepted'
               AND (src = ? OR dst = ?)""",
        (
            EdgeKind.LINKS_TO.value,
            EdgeKind.TRANSLATION_OF.value,
            EdgeOrigin.IMPORT.value,
            node_id,
            node_id,
        ),
    )
    tx.execute("UPDATE link SET target_node_id = '' WHERE target_node_id = ?", (node_id,))
    tx.changed(Kind.NODE, node_id)


def forget_article(tx: Tx, node_id: str) -> None:
    """Remove a node with everything that hangs on it."""
    _drop_parts(tx, node_id)
    tx.execute("DELETE FROM edge WHERE src = ? OR dst = ?", (node_id, node_id))
    tx.execute("DELETE FROM node WHERE id = ?", (node_id,))
    tx.changed(Kind.NODE, node_id)


# -- links and edges --------------------------------------------------------------------------------


def article_keys(rx: Rx, kb_id: str) -> list[ArticleKey]:
    """Return what links and twins need of each active article of a KB, by path."""
    keys = []
    for row in rx.iterate(
        """SELECT id, path, title, lang, meta FROM node
           WHERE kb_id = ? AND kind = 'article' AND state = 'active' ORDER BY path, id""",
        (kb_id,),
    ):
        meta = load(row["meta"])
        keys.append(
            ArticleKey(
                row["id"],
                row["path"],
                row["title"],
                row["lang"],
                places=_places(meta),
                twins=tuple(meta.get(TWINS_KEY, ())),
                declared_id=str(meta.get("id", "")),
            )
        )
    return keys


TWINS_KEY = "neurodesk_twins"
"""Where declared translations lie in ``node.meta``, resolved by no parser."""


def _places(meta: dict[str, Any]) -> tuple[str, ...]:
    found: list[str] = []
    for key in ("path", "permalink", "url", "slug", "aliases", "redirect_from"):
        value = meta.get(key)
        values = value if isinstance(value, list) else [value]
        for one in values:
            if isinstance(one, str) and one.strip():
                text = one.strip()
                found.append(text if key != "slug" or text.startswith("/") else f"/{text}")
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class StoredLink:
    """A link as stored, with the path and language of the article it stands in."""

    id: int
    node_id: str
    path: str
    lang: str
    target: str
    target_node_id: str
    broken: bool


def stored_links(rx: Rx, kb_id: str) -> list[StoredLink]:
    """Return every link of a KB's active articles."""
    rows = rx.iterate(
        """SELECT l.id, l.node_id, n.path, n.lang, l.target, l.target_node_id, l.broken
           FROM link l JOIN node n ON n.id = l.node_id
           WHERE n.kb_id = ? AND n.state = 'active' ORDER BY l.id""",
        (kb_id,),
    )
    return [StoredLink(r[0], r[1], r[2], r[3], r[4], r[5], bool(r[6])) for r in rows]


def set_link_target(tx: Tx, link: StoredLink, target_node_id: str, broken: bool) -> None:
    """Store where a link leads."""
    tx.execute(
        "UPDATE link SET target_node_id = ?, broken = ? WHERE id = ?", (target_node_id, broken, link.id)
    )
    tx.changed(Kind.NODE, link.node_id)


def imported_edges(rx: Rx, kb_id: str, kind: EdgeKind) -> set[tuple[str, str]]:
    """Return (src, dst) of the edges of a kind that import made in a KB and nobody rejected."""
    rows = rx.iterate(
        """SELECT e.src, e.dst FROM edge e JOIN node n ON n.id = e.src
           WHERE e.kind = ? AND e.origin = ? AND e.status = 'accepted' AND n.kb_id = ?""",
        (kind.value, EdgeOrigin.IMPORT.value, kb_id),
    )
    return {(row[0], row[1]) for row in rows}


def edge_id(kind: EdgeKind, src: str, dst: str) -> str:
    """Return the id of an edge: the same edge is one row whoever makes it."""
    return derived_id("e", kind.value, src, dst)


def add_imported_edge(
    tx: Tx, kind: EdgeKind, src: str, dst: str, at: float, data: dict[str, object], confidence: float
) -> None:
    """Add an edge of fact; one that the curator removed stays removed (SPEC K3)."""
    identifier = edge_id(kind, src, dst)
    added = tx.execute(
        """INSERT OR IGNORE INTO edge (id, kind, src, dst, status, origin, confidence, data, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        (
            identifier,
            kind.value,
            src,
            dst,
            initial_status(kind).value,
            EdgeOrigin.IMPORT.value,
            confidence,
            dump(data),
            at,
        ),
    )
    if added:
        tx.changed(Kind.EDGE, identifier)


def drop_imported_edge(tx: Tx, kind: EdgeKind, src: str, dst: str) -> None:
    """Remove an edge that the files do not carry any more; the curator's own edges stay."""
    removed = tx.execute(
        "DELETE FROM edge WHERE id = ? AND origin = ? AND status = 'accepted'",
        (edge_id(kind, src, dst), EdgeOrigin.IMPORT.value),
    )
    if removed:
        tx.changed(Kind.EDGE, edge_id(kind, src, dst))


# -- profiles ---------------------------------------------------------------------------------------


def _shared_key(kb_id: str) -> str:
    return f"kb.shared.{kb_id}"


def shared_paragraphs(rx: Rx, kb_id: str, least: int) -> frozenset[int]:
    """Return the hashes of paragraphs that stand in at least ``least`` articles of a KB."""
    rows = rx.iterate(
        "SELECT hash FROM paragraph WHERE kb_id = ? GROUP BY hash HAVING COUNT(*) >= ?", (kb_id, least)
    )
    return frozenset(row[0] for row in rows)


def former_shared(rx: Rx, kb_id: str) -> frozenset[int]:
    """Return the shared paragraphs with which the stored profiles were made."""
    text = rx.scalar("SELECT value FROM app_state WHERE key = ?", (_shared_key(kb_id),))
    return frozenset(load(text)) if text else frozenset()


def keep_shared(tx: Tx, kb_id: str, shared: Iterable[int], at: float) -> None:
    """Remember the shared paragraphs with which the stored profiles were made."""
    tx.execute(
        "INSERT OR REPLACE INTO app_state (key, value, at) VALUES (?, ?, ?)",
        (_shared_key(kb_id), dump(sorted(shared)), at),
    )


def nodes_without_profile(rx: Rx, kb_id: str) -> list[str]:
    """Return the articles whose profile is missing or of an older version."""
    rows = rx.iterate(
        """SELECT n.id FROM node n LEFT JOIN node_profile p ON p.node_id = n.id
           WHERE n.kb_id = ? AND n.state = 'active' AND COALESCE(p.version, 0) < ? ORDER BY n.id""",
        (kb_id, PROFILE_VERSION),
    )
    return [row[0] for row in rows]


def nodes_with_paragraphs(rx: Rx, kb_id: str, hashes: Sequence[int]) -> list[str]:
    """Return the articles that hold one of these paragraphs."""
    found: set[str] = set()
    for start in range(0, len(hashes), 500):
        part = hashes[start : start + 500]
        marks = ",".join("?" * len(part))
        found.update(
            row[0]
            for row in rx.iterate(
                f"SELECT DISTINCT node_id FROM paragraph WHERE kb_id = ? AND hash IN ({marks})",
                (kb_id, *part),
            )
        )
    return sorted(found)


@dataclass(frozen=True, slots=True)
class ProfileSource:
    """What a profile is computed from."""

    node_id: str
    body: str
    lang: str
    content_hash: str
    body_start: int
    body_line: int


def profile_source(rx: Rx, node_id: str) -> ProfileSource | None:
    """Return a node's text and the place of its body in the file; None when it is gone."""
    row = rx.one(
        """SELECT n.body, n.lang, n.content_hash, p.data FROM node n
           LEFT JOIN node_profile p ON p.node_id = n.id WHERE n.id = ? AND n.state = 'active'""",
        (node_id,),
    )
    if row is None:
        return None
    old = load(row["data"]) if row["data"] else {}
    return ProfileSource(
        node_id,
        row["body"],
        row["lang"],
        row["content_hash"],
        int(old.get("body_start", 0)),
        int(old.get("body_line", 1)),
    )


def store_profile(tx: Tx, node_id: str, content_hash: str, profile: NodeProfileData) -> None:
    """Keep a profile unless the node's text changed meanwhile."""
    tx.execute(
        """INSERT OR REPLACE INTO node_profile (node_id, version, data, shingles)
           SELECT id, ?, ?, ? FROM node WHERE id = ? AND content_hash = ?""",
        (profile.version, profile.to_json(), profile.shingle_blob(), node_id, content_hash),
    )


def code_hashes(rx: Rx, kb_id: str) -> dict[str, tuple[int, ...]]:
    """Return the code-line hashes of each active article of a KB that has code."""
    found: dict[str, tuple[int, ...]] = {}
    for row in rx.iterate(
        """SELECT p.node_id, json_extract(p.data, '$.code_hashes') FROM node_profile p
           JOIN node n ON n.id = p.node_id WHERE n.kb_id = ? AND n.state = 'active' ORDER BY p.node_id""",
        (kb_id,),
    ):
        hashes = tuple(load(row[1])) if row[1] else ()
        if hashes:
            found[row[0]] = hashes
    return found
