"""What a scan reads: digests of all articles, links, twins, decisions; bodies of single ones (SPEC G1, G2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from operator import itemgetter

from neurodesk.domain.graph import EdgeKind
from neurodesk.domain.profile import NodeProfileData, shingles_of
from neurodesk.domain.scanning import NO_PROFILE, ScanInput, ScanLink, ScanNode
from neurodesk.storage.db import Row, Rx, Tx
from neurodesk.storage.json_columns import dump
from neurodesk.storage.living_store import changed_sentences
from neurodesk.storage.scan_feeds import twins_behind, unanswered_questions

_LIVE = "('queued', 'reserved', 'running', 'deferred')"


@dataclass(frozen=True, slots=True)
class ScanRead:
    """What a scan reads.

    Attributes:
        given: the articles; those with a valid digest hold neither body nor profile.
        digests: stored digests by node id, of articles whose digest the caller does not hold.
        touched: articles that changed since ``before``, gone ones included; None when all were read.
        relinked: links from touched articles to others, when they differ from those before.
        stamp: the newest change that was seen.
        counts: how much was learned for each article.
        filter_keys: the source filter.
    """

    given: ScanInput
    digests: dict[str, bytes]
    touched: frozenset[str] | None
    relinked: tuple[tuple[str, str], ...] | None
    stamp: int
    counts: Mapping[str, int]
    filter_keys: tuple[str, ...] | None


class StoredTexts:
    """Bodies and shingles of single articles, inside one read (``domain.scanning.Texts``)."""

    def __init__(self, rx: Rx) -> None:
        self._rx = rx

    def body(self, node_id: str) -> str:
        """Return an article's body."""
        return str(self._rx.scalar("SELECT body FROM node WHERE id = ?", (node_id,)) or "")

    def shingles(self, node_id: str) -> Sequence[int]:
        """Return an article's stored shingles, sorted."""
        blob = self._rx.scalar("SELECT shingles FROM node_profile WHERE node_id = ?", (node_id,))
        return shingles_of(blob) if blob else ()


def read_scan(
    rx: Rx,
    now: float,
    digest_version: int,
    is_sound: Callable[[bytes], bool],
    *,
    filter_keys: tuple[str, ...] | None = None,
    cooldown_s: float = 0.0,
    before: ScanRead | None = None,
) -> ScanRead:
    """Read what a scan needs of the articles inside the source filter (SPEC K2, K5).

    Args:
        now: UTC epoch seconds.
        digest_version: digests of another version count as missing.
        is_sound: tells a whole digest from a damaged one, which counts as missing.
        filter_keys: exact set of source keys, None for all.
        cooldown_s: a node researched less long ago rests (SPEC G2).
        before: what the former scan read, all of whose digests the caller holds; only what changed since is
            read, if not too much did.
    """
    counts = {
        row[0]: row[1]
        for row in rx.sql(
            """SELECT s.node_id, COUNT(*) FROM evidence_seed s JOIN evidence e ON e.id = s.evidence_id
               WHERE e.state IN ('learned', 'grounded') GROUP BY s.node_id"""
        )
    }
    stamp = int(rx.scalar("SELECT COALESCE(MAX(stamp), 0) FROM scan_stamp"))
    former = before.given.nodes if before is not None else ()
    touched, relinked = None, None
    if before is not None and before.filter_keys == filter_keys and before.stamp <= stamp:
        touched = _touched(rx, before, counts)
    if touched is None or len(touched) * 4 > len(former):
        touched, before = None, None
        nodes = _read_nodes(rx, "INDEXED BY node_scanned", "", (), filter_keys, counts)
        nodes.sort(key=itemgetter(1, 0))
        unread = {node.id: node.content_hash for node in nodes}
        edges = _edges(rx)
    else:
        assert before is not None
        some = (dump(sorted(touched)),)
        fresh = (
            _read_nodes(rx, "", "AND id IN (SELECT value FROM json_each(?))", some, filter_keys, counts)
            if touched
            else []
        )
        nodes, held = _with_fresh(former, touched, fresh)
        unread = {node.id: node.content_hash for node in fresh if held.get(node.id) != node.content_hash}
        relinked = _relinked(rx, before.given.edges, touched) if touched else None
        edges = before.given.edges
        if relinked is not None:
            edges = (*(one for one in edges if one[0] not in touched), *relinked)
    digests = {
        node_id: data
        for node_id, data in _stored_digests(rx, unread, digest_version, len(nodes))
        if is_sound(data)
    }
    if len(digests) < len(unread):
        nodes = _with_bodies(rx, nodes, unread.keys() - digests.keys())
    same = before is not None and len(nodes) == len(former) and not touched
    given = _with_relations(rx, now, former if same else tuple(nodes), edges, cooldown_s)
    return ScanRead(given, digests, touched, relinked, stamp, counts, filter_keys)


def _touched(rx: Rx, before: ScanRead, counts: Mapping[str, int]) -> frozenset[str]:
    stamped = rx.sql("SELECT node_id FROM scan_stamp WHERE stamp > ?", (before.stamp,))
    learned = {one for one, _ in counts.items() ^ before.counts.items()}
    return frozenset({row[0] for row in stamped} | learned)


def _read_nodes(
    rx: Rx,
    how: str,
    where: str,
    params: Sequence[object],
    filter_keys: tuple[str, ...] | None,
    counts: Mapping[str, int],
) -> list[ScanNode]:
    wanted = None if filter_keys is None else frozenset(filter_keys)
    return [
        ScanNode._make((*row[:8], "", NO_PROFILE, counts.get(row[0], 0), bool(row[8])))
        for row in rx.iterate(
            f"""SELECT id, path, title, lang, source_key, content_hash, dated_at, verified_at, own_draft
                FROM node {how} WHERE kind = 'article' AND state = 'active' {where}""",
            params,
        )
        if wanted is None or row[4] in wanted
    ]


def _with_fresh(
    former: Sequence[ScanNode], touched: AbstractSet[str], fresh: Sequence[ScanNode]
) -> tuple[list[ScanNode], dict[str, str]]:
    """Return the articles in their order with the touched ones as they are now, and the hashes of those before."""
    held: dict[str, str] = {}
    news = {node.id: node for node in fresh}
    nodes: list[ScanNode] = []
    moved = False
    for node in former:
        if node.id not in touched:
            nodes.append(node)
            continue
        held[node.id] = node.content_hash
        now = news.pop(node.id, None)
        if now is not None:
            nodes.append(now)
            moved = moved or now.path != node.path
    if news or moved:
        nodes.extend(news.values())
        nodes.sort(key=itemgetter(1, 0))
    return nodes, held


def _relinked(
    rx: Rx, edges: tuple[tuple[str, str], ...], touched: AbstractSet[str]
) -> tuple[tuple[str, str], ...] | None:
    """Return the links of touched articles to others as they are now, None when they are as before."""
    now = tuple(
        (row[0], row[1])
        for row in rx.iterate(
            """SELECT node_id, target_node_id FROM link
               WHERE target_node_id != '' AND node_id IN (SELECT value FROM json_each(?))""",
            (dump(sorted(touched)),),
        )
    )
    return None if sorted(one for one in edges if one[0] in touched) == sorted(now) else now


def _stored_digests(
    rx: Rx, wanted: Mapping[str, str], version: int, nodes: int
) -> Iterator[tuple[str, bytes]]:
    """Yield the stored digests of some articles that are of the text they have now."""
    query = "SELECT node_id, content_hash, data FROM scan_digest WHERE version = ?"
    if len(wanted) * 4 > nodes:
        found: Iterable[Row] = rx.iterate(query, (version,))
    else:
        ids = dump(sorted(wanted))
        found = rx.iterate(f"{query} AND node_id IN (SELECT value FROM json_each(?))", (version, ids))
    for node_id, content_hash, data in found:
        if wanted.get(node_id) == content_hash:
            yield node_id, data


def _with_bodies(rx: Rx, nodes: Sequence[ScanNode], missing: AbstractSet[str]) -> list[ScanNode]:
    """Give the articles without a digest their text and facts; one without facts is left out."""
    kept = []
    for node in nodes:
        if node.id not in missing:
            kept.append(node)
            continue
        full = rx.one(
            """SELECT n.body, p.data, p.shingles FROM node n JOIN node_profile p ON p.node_id = n.id
               WHERE n.id = ?""",
            (node.id,),
        )
        if full is not None:
            profile = NodeProfileData.from_json(full[1], full[2])
            kept.append(node._replace(body=full[0], profile=profile))
    return kept


def _with_relations(
    rx: Rx,
    now: float,
    nodes: tuple[ScanNode, ...],
    edges: tuple[tuple[str, str], ...],
    cooldown_s: float,
) -> ScanInput:
    decided = rx.sql(
        """SELECT kind, src, dst, status FROM edge
           WHERE kind IN ('contradicts', 'duplicates') AND status != 'proposed' ORDER BY src, dst, kind"""
    )
    return ScanInput(
        now=now,
        nodes=nodes,
        links=tuple(
            ScanLink(row[0], row[1], row[2], row[3], bool(row[4]))
            for row in rx.iterate(
                """SELECT node_id, target, target_node_id, line, broken FROM link
                   WHERE broken = 1 ORDER BY node_id, id"""
            )
        ),
        edges=edges,
        twins=tuple(
            (row[0], row[1])
            for row in rx.sql(
                """SELECT src, dst FROM edge WHERE kind = 'translation_of' AND status = 'accepted'
                   ORDER BY src, dst"""
            )
        ),
        accepted_contradictions=frozenset(
            pair(row["src"], row["dst"])
            for row in decided
            if row["kind"] == EdgeKind.CONTRADICTS and row["status"] == "accepted"
        ),
        rejected_pairs=frozenset(
            (row["kind"], *pair(row["src"], row["dst"])) for row in decided if row["status"] == "rejected"
        ),
        changed_sources=changed_sentences(rx),
        twins_behind=twins_behind(rx),
        unanswered=unanswered_questions(rx),
        busy=_seeds(rx, f"state IN {_LIVE}", ()),
        resting=_seeds(rx, "state = 'completed' AND finished_at > ?", (now - cooldown_s,)),
    )


def _edges(rx: Rx) -> tuple[tuple[str, str], ...]:
    """Return all links between articles in any order; as one text, since ids hold no white space and rows are slow."""
    text = rx.scalar(
        """SELECT group_concat(node_id || char(10) || target_node_id, char(10)) FROM link
           WHERE target_node_id != ''"""
    )
    ends = text.split("\n") if text else []
    return tuple(zip(ends[::2], ends[1::2], strict=True))


def _seeds(rx: Rx, where: str, params: tuple[float, ...]) -> frozenset[str]:
    return frozenset(
        str(row[0])
        for row in rx.sql(
            f"SELECT DISTINCT seed.value FROM task, json_each(task.seed_node_ids) AS seed WHERE {where}",
            params,
        )
    )


def pair(one: str, other: str) -> tuple[str, str]:
    """Return two ids in the order in which an edge of judgement holds them."""
    return (one, other) if one <= other else (other, one)


def store_digest(tx: Tx, node_id: str, content_hash: str, version: int, data: bytes) -> None:
    """Keep an article's digest unless its text changed meanwhile."""
    tx.execute(
        """INSERT OR REPLACE INTO scan_digest (node_id, content_hash, version, data)
           SELECT id, content_hash, ?, ? FROM node WHERE id = ? AND content_hash = ?""",
        (version, data, node_id, content_hash),
    )


def seed_texts(rx: Rx, node_ids: Sequence[str]) -> dict[str, tuple[str, str, str, tuple[str, ...], str]]:
    """Return title, language, body, headings and the translation's title of active articles."""
    found: dict[str, tuple[str, str, str, tuple[str, ...], str]] = {}
    for node_id in node_ids:
        row = rx.one(
            """SELECT n.title, n.lang, n.body, p.data FROM node n LEFT JOIN node_profile p ON p.node_id = n.id
               WHERE n.id = ? AND n.kind = 'article' AND n.state = 'active'""",
            (node_id,),
        )
        if row is None:
            continue
        twin = rx.scalar(
            """SELECT t.title FROM edge e JOIN node t ON t.id = CASE WHEN e.src = :id THEN e.dst ELSE e.src END
               WHERE e.kind = 'translation_of' AND e.status = 'accepted' AND (e.src = :id OR e.dst = :id)
               ORDER BY t.id LIMIT 1""",
            {"id": node_id},
        )
        headings: tuple[str, ...] = ()
        if row["data"]:
            headings = tuple(one.text for one in NodeProfileData.from_json(row["data"]).headings)
        found[node_id] = (row["title"], row["lang"], row["body"], headings, str(twin or ""))
    return found
