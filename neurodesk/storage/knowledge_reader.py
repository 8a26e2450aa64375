"""What the pipeline asks of KB, graph and earlier research (fills ``domain.ports.KnowledgeReader``)."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Sequence

from neurodesk.domain.decisions import SentBack
from neurodesk.domain.evidence import Evidence
from neurodesk.domain.graph import Node, NodeKind, NodeState
from neurodesk.domain.planning import SeedView
from neurodesk.domain.ports import EarlierRequest, Retriever, SeedHit
from neurodesk.domain.profile import NodeProfileData
from neurodesk.domain.query_words import stem, tokens
from neurodesk.domain.section_roles import role_of
from neurodesk.domain.shingles import unpack
from neurodesk.storage.db import Database, Row, Rx
from neurodesk.storage.draft_store import judged_claims, read_draft
from neurodesk.storage.evidence_store import IN_USE, evidence_for_nodes, evidence_of_task, read_evidence
from neurodesk.storage.json_columns import load

SMALL_WORD = 3


def node_of(row: Row) -> Node:
    """Read a node row."""
    return Node(
        id=row["id"],
        kind=NodeKind(row["kind"]),
        title=row["title"],
        body=row["body"],
        source_key=row["source_key"],
        lang=row["lang"],
        content_hash=row["content_hash"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        state=NodeState(row["state"]),
        kb_id=row["kb_id"],
        path=row["path"],
        uri=row["uri"],
        format=row["format"],
        verified_at=row["verified_at"],
        verified_by=row["verified_by"],
        dated_at=row["dated_at"],
        trust=row["trust"],
        meta=load(row["meta"]),
        problems=tuple(load(row["problems"])),
    )


class StoredKnowledge:
    """The knowledge of a profile's database.

    Args:
        database: the open database.
        retriever: finds passages of articles.
    """

    def __init__(self, database: Database, retriever: Retriever) -> None:
        self._database = database
        self._retriever = retriever

    def nodes(self, node_ids: Sequence[str]) -> Sequence[Node]:
        """Return the active nodes among these, in the order asked."""

        def query(rx: Rx) -> list[Node]:
            found = []
            for one in dict.fromkeys(node_ids):
                row = rx.one("SELECT * FROM node WHERE id = ? AND state = 'active'", (one,))
                if row is not None:
                    found.append(node_of(row))
            return found

        return self._database.read(query)

    def seed_views(self, node_ids: Sequence[str]) -> Sequence[SeedView]:
        """Return what the planner needs of these nodes."""

        def query(rx: Rx) -> list[SeedView]:
            views = []
            for node in (rx.one("SELECT * FROM node WHERE id = ?", (one,)) for one in node_ids):
                if node is None:
                    continue
                headings = _headings(rx, node["id"])
                views.append(
                    SeedView(
                        id=node["id"],
                        title=node["title"],
                        lang=node["lang"],
                        headings=headings,
                        twin_title=_twin_title(rx, node["id"]),
                        has_steps=any(role_of(one) == "steps" for one in headings),
                    )
                )
            return views

        return self._database.read(query)

    def find_seeds(self, text: str, filter_keys: Sequence[str] | None, limit: int) -> Sequence[SeedHit]:
        """Return KB articles near a text, best first, inside the source filter."""
        best: dict[str, float] = {}
        order: list[str] = []
        for chunk in self._retriever.search(text, limit=limit * 6):
            if chunk.node_id not in best:
                order.append(chunk.node_id)
            best[chunk.node_id] = max(best.get(chunk.node_id, 0.0), chunk.similarity)
        topic = _content_words(text)
        hits = []
        for node in self.nodes(order):
            if node.kind is not NodeKind.ARTICLE or not node.kb_id:
                continue
            if filter_keys is not None and node.source_key not in filter_keys:
                continue
            title = _content_words(node.title)
            match = len(topic & title) / min(len(topic), len(title)) if topic and title else 0.0
            hits.append(SeedHit(node.id, best[node.id], match, node.lang))
        return hits[:limit]

    def learned_for(self, node_ids: Sequence[str]) -> Sequence[Evidence]:
        """Return evidence that earlier tasks learned for these nodes."""
        return self._database.read(lambda rx: evidence_for_nodes(rx, node_ids))

    def earlier_requests(self, task_ids: Sequence[str]) -> Sequence[EarlierRequest]:
        """Return what these tasks were asked, in the order given; unknown ones are left out."""

        def query(rx: Rx) -> list[EarlierRequest]:
            found = []
            for one in dict.fromkeys(task_ids):
                row = rx.one("SELECT topic, question, dedupe_key FROM task WHERE id = ?", (one,))
                if row is not None:
                    found.append(EarlierRequest(one, row["topic"], row["question"], row["dedupe_key"]))
            return found

        return self._database.read(query)

    def article_headings(self, lang: str) -> Sequence[tuple[str, str]]:
        """Return the section names that the KB's articles of a language use most, by role."""

        def query(rx: Rx) -> list[tuple[str, str]]:
            counts: dict[str, Counter[str]] = {}
            rows = rx.iterate(
                """SELECT p.data FROM node_profile p JOIN node n ON n.id = p.node_id
                   WHERE n.kind = 'article' AND n.state = 'active' AND n.lang = ?""",
                (lang,),
            )
            for row in rows:
                for heading in NodeProfileData.from_json(row["data"]).headings:
                    role = role_of(heading.text)
                    if role and heading.level >= 2:
                        counts.setdefault(role, Counter())[heading.text.strip()] += 1
            return [
                (role, min(names, key=lambda name: (-names[name], name)))
                for role, names in sorted(counts.items())
            ]

        return self._database.read(query)

    def kb_of_seeds(self, node_ids: Sequence[str]) -> tuple[str, str]:
        """Return (KB id, folder) where a new article on these seeds would go.

        The folder that most seeds share; with no seeds the only registered KB, else nothing.
        """

        def query(rx: Rx) -> tuple[str, str]:
            places = Counter[tuple[str, str]]()
            for one in node_ids:
                row = rx.one("SELECT kb_id, path FROM node WHERE id = ? AND kb_id != ''", (one,))
                if row is not None:
                    places[(row["kb_id"], posixpath.dirname(row["path"]))] += 1
            if places:
                return min(places, key=lambda place: (-places[place], place))
            rows = rx.sql("SELECT id FROM kb ORDER BY id LIMIT 2")
            return (rows[0]["id"], "") if len(rows) == 1 else ("", "")

        return self._database.read(query)

    def sent_back(self, draft_id: str, version: int = 0) -> SentBack | None:
        """Return a draft that was sent back, in one version (0 the one that counts); None when it is gone."""

        def query(rx: Rx) -> SentBack | None:
            if not rx.scalar("SELECT 1 FROM draft WHERE id = ?", (draft_id,)):
                return None
            draft = read_draft(rx, draft_id, version)
            claims = tuple(judged_claims(rx, draft_id, draft.version))
            listed = draft.data.get("sources", [])
            refs = [ref.ref for one in claims for ref in one.claim.refs]
            refs += [str(one) for one in listed] if isinstance(listed, list) else []
            refs += [one.id for one in evidence_of_task(rx, draft.task_id)] if draft.task_id else []
            aside = draft.data.get("set_aside", [])
            unwanted = set(aside) if isinstance(aside, list) else set()
            evidence = tuple(one for one in dict.fromkeys(refs) if one not in unwanted)
            return SentBack(draft, claims, str(draft.data.get("decision_reason", "")), evidence)

        return self._database.read(query)

    def evidence(self, ids: Sequence[str]) -> Sequence[Evidence]:
        """Return stored evidence by id, in the order asked; what is gone or rejected is left out."""

        def query(rx: Rx) -> list[Evidence]:
            found = (read_evidence(rx, one) for one in ids)
            return [one for one in found if one is not None and one.state in IN_USE]

        return self._database.read(query)

    def own_texts(self) -> list[tuple[str, frozenset[int]]]:
        """Return (node id, shingles) of every active article: texts that are no evidence (SPEC L1)."""

        def query(rx: Rx) -> list[tuple[str, frozenset[int]]]:
            rows = rx.iterate(
                """SELECT p.node_id, p.shingles FROM node_profile p JOIN node n ON n.id = p.node_id
                   WHERE n.kind = 'article' AND n.state = 'active' ORDER BY p.node_id"""
            )
            return [(row["node_id"], unpack(row["shingles"])) for row in rows]

        return self._database.read(query)


def _headings(rx: Rx, node_id: str) -> tuple[str, ...]:
    data = rx.scalar("SELECT data FROM node_profile WHERE node_id = ?", (node_id,))
    return () if data is None else tuple(one.text for one in NodeProfileData.from_json(data).headings)


def _twin_title(rx: Rx, node_id: str) -> str:
    return str(
        rx.scalar(
            """SELECT n.title FROM edge e JOIN node n
                   ON n.id = CASE WHEN e.src = :id THEN e.dst ELSE e.src END
               WHERE e.kind = 'translation_of' AND e.status = 'accepted' AND (e.src = :id OR e.dst = :id)
                   AND n.state = 'active' ORDER BY n.id LIMIT 1""",
            {"id": node_id},
        )
        or ""
    )


def _content_words(text: str) -> set[str]:
    return {stem(one) for one in tokens(text) if len(one) >= SMALL_WORD}
