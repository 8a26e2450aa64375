"""Graphs for tests: clusters by index, and a knowledge base of them in a real database."""

from __future__ import annotations

import numpy as np

from neurodesk.domain.graph import EdgeKind, EdgeOrigin
from neurodesk.domain.graph_map import MapShape
from neurodesk.storage.db import Tx
from neurodesk.storage.evidence_store import put_edge


def clustered(nodes: int, edges: int, clusters: int = 40) -> np.ndarray:
    """Return the edges of a graph with clusters, one in ten between two of them."""
    random = np.random.default_rng(3)
    group = np.arange(nodes) % clusters
    left = random.integers(0, nodes, edges)
    shift = random.integers(0, max(1, nodes // clusters), edges) * clusters
    right = np.where(
        random.random(edges) < 0.9, (group[left] + shift) % nodes, random.integers(0, nodes, edges)
    )
    return np.stack((left, right), axis=1).astype(np.int32)


def shape_of(
    nodes: int, pairs: np.ndarray, placed: dict[int, tuple[float, float, int]] | None = None
) -> MapShape:
    """Return the shape of a graph of one source."""
    return MapShape(("kb",) * nodes, tuple((int(a), int(b)) for a, b in pairs), placed or {})


def put_node(
    tx: Tx,
    node_id: str,
    title: str,
    at: float,
    *,
    kind: str = "article",
    source: str = "Operations",
    verified_at: float = 0.0,
) -> None:
    """Store a node."""
    tx.execute(
        """INSERT INTO node (id, kind, path, title, body, source_key, content_hash, created_at, updated_at,
               verified_at, lang, state, kb_id, uri, format, file_hash, file_size, file_mtime_ns, encoding,
               dated_at, verified_by, trust, meta, problems, own_draft)
           VALUES (?, ?, ?, ?, 'Text.', ?, ?, ?, ?, ?, 'en', 'active', '', '', 'markdown', '', 0, 0, '', 0,
               '', 0, '{}', '[]', 0)""",
        (node_id, kind, f"{node_id}.md", title, source, node_id, at, at, verified_at),
    )


def put_link(tx: Tx, a: str, b: str, at: float, kind: EdgeKind = EdgeKind.LINKS_TO) -> str:
    """Store an edge: a link as the import makes it, any other as a rule does."""
    origin = EdgeOrigin.IMPORT if kind is EdgeKind.LINKS_TO else EdgeOrigin.RULE
    return put_edge(tx, kind, a, b, origin, 0.9, at)
