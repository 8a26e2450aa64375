"""Promoted sentences with their sources, the looks at these, and what is flagged (SPEC P7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from neurodesk.domain.articles import Claim, DraftKind, SourceRef
from neurodesk.domain.changes import Kind
from neurodesk.domain.evidence import ERASED, SourceOrigin
from neurodesk.domain.living import (
    FLAGGED,
    Anchor,
    ChangedSentence,
    ClaimState,
    SourceLook,
    SourceState,
    place_in,
)
from neurodesk.domain.screening import library_uri, split_library_uri
from neurodesk.domain.units import split_article
from neurodesk.storage.article_store import claims_of
from neurodesk.storage.db import Row, Rx, Tx
from neurodesk.storage.evidence_store import put_text
from neurodesk.storage.json_columns import dump, load
from neurodesk.storage.promotion_store import UNDO, Phase


class SourceKind(StrEnum):
    """How a source is looked at: in the database, or by a request."""

    ARTICLE = "article"
    LIBRARY = "library"
    WEB = "web"


@dataclass(frozen=True, slots=True)
class Standing:
    """A promotion that counts, with the article it made; ``at`` is when it was promoted."""

    node_id: str
    draft_id: str
    version: int
    at: float


@dataclass(slots=True)
class CitedSource:
    """A source that promoted sentences rest on.

    Attributes:
        uri: address, or the node id of an article.
        cited: (reference, hash of the text that was judged).
        known_sha256: hash of the newest text that was read; etag, last_modified: what came with it.
        looked_at: when it was last looked at, or read at first; UTC epoch seconds.
        promoted_at: when a sentence that rests on it was last promoted.
        looked: whether it was ever looked at again.
    """

    uri: str
    kind: SourceKind
    cited: set[tuple[str, str]] = field(default_factory=set)
    title: str = ""
    known_sha256: str = ""
    etag: str = ""
    last_modified: str = ""
    moved_to: str = ""
    looked_at: float = 0.0
    promoted_at: float = 0.0
    looked: bool = False
    state: SourceState = SourceState.UNCHANGED


@dataclass(frozen=True, slots=True)
class Citation:
    """One citation of a promoted sentence."""

    draft_id: str
    version: int
    claim_id: str
    place: int
    kind: str
    text: str
    ref: SourceRef


@dataclass(frozen=True, slots=True)
class CheckedCitation:
    """A citation with what a look at its source says."""

    citation: Citation
    anchor: Anchor


def standing_promotions(rx: Rx) -> list[Standing]:
    """Return the promotions that count, the newest of each article first; a rename takes them along."""
    nodes = {
        (row["kb_id"], row["path"]): str(row["id"])
        for row in rx.sql("SELECT id, kb_id, path FROM node WHERE kind = 'article' AND state = 'active'")
    }
    at: dict[tuple[str, str], list[Standing]] = {}
    for row in rx.sql(
        """SELECT p.draft_id, p.kb_id, p.path, p.kind, p.steps, p.decision, p.created_at, d.version
           FROM promotion p JOIN draft d ON d.id = p.draft_id
           WHERE p.phase IN (?, ?) AND p.kind != ? AND p.undone_at = 0 ORDER BY p.created_at, p.rowid""",
        (Phase.ARCHIVED, Phase.DONE, UNDO),
    ):
        place = (row["kb_id"], row["path"])
        version = int(load(row["decision"]).get("version", row["version"]))
        made = Standing("", row["draft_id"], version, row["created_at"])
        if row["kind"] == DraftKind.RENAME:
            kept = [step[0] for step in load(row["steps"]) if step[2]]
            if kept:
                at[(row["kb_id"], kept[0])] = at.pop(place, [])
        elif row["kind"] == DraftKind.ARCHIVE:
            at.pop(place, None)
        else:
            at.setdefault(place, []).append(made)
    return [
        Standing(nodes[place], one.draft_id, one.version, one.at)
        for place, made in sorted(at.items())
        if place in nodes
        for one in reversed(made)
    ]


def cited_sources(rx: Rx) -> list[CitedSource]:
    """Return every source of a promoted sentence, the one looked at longest ago first."""
    standing = standing_promotions(rx)
    found: dict[str, CitedSource] = {}
    newest = _newest_checks(rx)
    for row in rx.iterate(
        """SELECT json_extract(p.value, '$[0]') AS node_id, json_extract(r.value, '$.ref') AS ref,
                  json_extract(r.value, '$.sha256') AS sha256, MAX(json_extract(p.value, '$[3]')) AS at
           FROM json_each(?) p
           JOIN claim c ON c.draft_id = json_extract(p.value, '$[1]') AND c.version = json_extract(p.value, '$[2]')
           JOIN json_each(c.refs) r
           GROUP BY node_id, ref, sha256""",
        (dump([[one.node_id, one.draft_id, one.version, one.at] for one in standing]),),
    ):
        ref, sha256 = str(row["ref"] or ""), str(row["sha256"] or "")
        if ref and sha256 and ref != row["node_id"]:
            _add_source(rx, found, ref, sha256, float(row["at"]))
    for one in found.values():
        check = newest.get(one.uri)
        if check is not None:
            one.looked, one.looked_at = True, check["at"]
            one.known_sha256, one.etag = check["now_sha256"], check["etag"]
            one.last_modified, one.moved_to = check["last_modified"], check["moved_to"]
            one.state = SourceState(check["state"])
    return sorted(found.values(), key=lambda one: (one.looked_at, one.uri))


def _add_source(rx: Rx, found: dict[str, CitedSource], ref: str, sha256: str, promoted_at: float) -> None:
    row = rx.one(
        """SELECT final_uri, origin, title, sha256, etag, last_modified, retrieved_at, reason FROM evidence
           WHERE id = ?""",
        (ref,),
    )
    if row is not None and row["reason"] == ERASED:
        return  # it must not be read and kept again
    if row is None:
        if rx.scalar("SELECT 1 FROM node WHERE id = ? AND kind = 'article'", (ref,)) is None:
            return  # an outcome, or what was erased: neither is read again
        one = found.setdefault(ref, CitedSource(ref, SourceKind.ARTICLE))
    else:
        uri = str(row["final_uri"])
        kind = SourceKind.LIBRARY if row["origin"] == SourceOrigin.LIBRARY else SourceKind.WEB
        if kind is SourceKind.WEB and not uri.lower().startswith(("http://", "https://")):
            return
        one = found.setdefault(uri, CitedSource(uri, kind, title=row["title"]))
        if row["retrieved_at"] >= one.looked_at:
            one.looked_at, one.known_sha256 = row["retrieved_at"], row["sha256"]
            one.etag, one.last_modified = row["etag"], row["last_modified"]
    one.cited.add((ref, sha256))
    one.promoted_at = max(one.promoted_at, promoted_at)


def local_look(rx: Rx, source: CitedSource) -> SourceLook | None:
    """Return what an article or a document of the library says now; None when that cannot be known."""
    if source.kind is SourceKind.ARTICLE:
        node = rx.one("SELECT body, state FROM node WHERE id = ?", (source.uri,))
        if node is None or node["state"] != "active":
            return SourceLook(SourceState.GONE)
        return SourceLook(SourceState.CHANGED, str(node["body"]))
    place = split_library_uri(source.uri)
    if place is None or rx.scalar("SELECT id FROM collection WHERE name = ?", (place[0],)) is None:
        return None  # the curator took the collection away; its documents may be as they were
    row, moved = _library_row(rx, place), ""
    if row is None:
        row, moved = _moved_document(rx, source)
    if row is None:
        return SourceLook(SourceState.GONE)
    if not row["text_sha256"]:
        return SourceLook(SourceState.FAILED, detail=str(row["refusal"]))
    text = rx.scalar("SELECT body FROM text WHERE sha256 = ?", (row["text_sha256"],))
    return None if text is None else SourceLook(SourceState.CHANGED, str(text), moved_to=moved)


_DOCUMENT = """SELECT f.text_sha256, f.refusal, f.path, c.name FROM library_file f
    JOIN collection c ON c.id = f.collection_id """


def _library_row(rx: Rx, place: tuple[str, str]) -> Row | None:
    return rx.one(f"{_DOCUMENT} WHERE c.name = ? AND f.path = ?", place)


def _moved_document(rx: Rx, source: CitedSource) -> tuple[Row | None, str]:
    """Return a document whose file was renamed or moved, and its URI: where it was seen last, or the same text.

    One that was moved and changed between two looks cannot be told from another one: it is gone.
    """
    place = split_library_uri(source.moved_to)
    if place is not None and (row := _library_row(rx, place)) is not None:
        return row, source.moved_to
    for sha256 in sorted({source.known_sha256, *(judged for _, judged in source.cited)} - {""}):
        row = rx.one(f"{_DOCUMENT} WHERE f.text_sha256 = ? ORDER BY c.name, f.path LIMIT 1", (sha256,))
        if row is not None:
            return row, library_uri(row["name"], row["path"])
    return None, ""


def citations_of(rx: Rx, source: CitedSource) -> list[Citation]:
    """Return the citations of a source that count: of each sentence that still stands its newest proof."""
    wanted = {ref for ref, _ in source.cited}
    found: list[Citation] = []
    taken: set[tuple[str, str, str]] = set()
    bodies: dict[str, set[tuple[str, str]]] = {}
    for one in standing_promotions(rx):
        rows = rx.sql(
            """SELECT id, kind, text, refs FROM claim WHERE draft_id = ? AND version = ? AND refs != '[]'
               ORDER BY ordinal, id""",
            (one.draft_id, one.version),
        )
        if not any(ref in row["refs"] for row in rows for ref in wanted):
            _take(taken, one.node_id, rows)
            continue
        if one.node_id not in bodies:
            bodies[one.node_id] = _units(rx, one.node_id)
        for row in rows:
            key = (one.node_id, row["kind"], row["text"])
            if key in taken or (row["kind"], row["text"]) not in bodies[one.node_id]:
                continue
            for place, value in enumerate(load(row["refs"])):
                if value["ref"] in wanted and value["ref"] != one.node_id:
                    found.append(
                        Citation(
                            one.draft_id,
                            one.version,
                            row["id"],
                            place,
                            row["kind"],
                            row["text"],
                            SourceRef(**value),
                        )
                    )
        _take(taken, one.node_id, rows)
    return found


def _take(taken: set[tuple[str, str, str]], node_id: str, rows: Iterable[Row]) -> None:
    """Note the sentences that a promotion proves anew; one that only rests on the former text stays with the older."""
    for row in rows:
        if any(value["ref"] != node_id for value in load(row["refs"])):
            taken.add((node_id, row["kind"], row["text"]))


def _units(rx: Rx, node_id: str) -> set[tuple[str, str]]:
    body = str(rx.scalar("SELECT body FROM node WHERE id = ?", (node_id,)) or "")
    return {(unit.kind.value, unit.text) for unit in split_article(body).units}


def proofs_of(rx: Rx, node_id: str) -> dict[tuple[str, str], Claim]:
    """Return the promoted claims of an article by (kind, text): of each sentence the newest proof of its own."""
    found: dict[tuple[str, str], Claim] = {}
    for one in standing_promotions(rx):
        if one.node_id != node_id:
            continue
        for claim in claims_of(rx, one.draft_id, one.version):
            if any(ref.ref != node_id for ref in claim.refs):
                found.setdefault((claim.kind, claim.text), claim)
    return found


def requests_on(rx: Rx, day: str) -> int:
    """Return how many pages were asked for again on a local day."""
    return int(
        rx.scalar("SELECT COUNT(*) FROM source_check WHERE local_day = ? AND requested = 1", (day,)) or 0
    )


def put_look(
    tx: Tx, source: CitedSource, look: SourceLook, checked: Sequence[CheckedCitation], now: float, day: str
) -> None:
    """Store a look with what it says about each citation; the new text is laid beside the former ones."""
    sha256 = put_text(tx, look.text, now) if look.text is not None else ""
    failed = look.state is SourceState.FAILED
    keeps = failed or look.not_modified
    tx.execute(
        """INSERT INTO source_check (uri, at, local_day, requested, state, now_sha256, etag, last_modified,
               moved_to, detail) VALUES (?,?,?,?,?,?,?,?,?,?)""",
        (
            source.uri,
            now,
            day,
            look.requested,
            look.state,
            source.known_sha256 if keeps else sha256,
            look.etag or (source.etag if keeps else ""),
            look.last_modified or (source.last_modified if keeps else ""),
            look.moved_to or source.moved_to,
            look.detail[:300],
        ),
    )
    tx.many(
        """INSERT OR REPLACE INTO claim_check (draft_id, version, claim_id, place, ref, state, now_sha256, start,
               "end", passage, reason, at) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)""",
        [
            (
                one.citation.draft_id,
                one.citation.version,
                one.citation.claim_id,
                one.citation.place,
                one.citation.ref.ref,
                one.anchor.state,
                sha256,
                one.anchor.start,
                one.anchor.end,
                one.anchor.passage,
                one.anchor.reason,
                now,
            )
            for one in checked
        ],
    )
    tx.changed(Kind.SOURCE_CHECK, source.uri)
    for one in checked:
        tx.changed(Kind.CLAIM, one.citation.claim_id)


def changed_sentences(rx: Rx, node_id: str = "") -> dict[str, tuple[ChangedSentence, ...]]:
    """Return the flagged sentences that still stand in their articles, by article, in the order of the text.

    Args:
        node_id: of one article only; of all when "".
    """
    rows = rx.sql(
        f"""SELECT k.*, c.kind, c.text, c.refs FROM claim_check k
            JOIN claim c ON c.draft_id = k.draft_id AND c.version = k.version AND c.id = k.claim_id
            WHERE k.state IN ({",".join("?" * len(FLAGGED))})
            ORDER BY c.ordinal, c.id, k.place""",
        FLAGGED,
    )
    if not rows:
        return {}
    by_draft: dict[tuple[str, int], list[Row]] = {}
    for row in rows:
        by_draft.setdefault((row["draft_id"], row["version"]), []).append(row)
    found: dict[str, list[ChangedSentence]] = {}
    for one in standing_promotions(rx):
        if node_id and one.node_id != node_id:
            continue
        here = by_draft.get((one.draft_id, one.version))
        if here:
            found.setdefault(one.node_id, []).extend(_standing_sentences(rx, one.node_id, here))
    ordered = {key: _each_once(value) for key, value in sorted(found.items())}
    return {key: value for key, value in ordered.items() if value}


def _standing_sentences(rx: Rx, node_id: str, rows: Sequence[Row]) -> list[ChangedSentence]:
    body = str(rx.scalar("SELECT body FROM node WHERE id = ?", (node_id,)) or "")
    article = split_article(body)
    found = []
    for row in rows:
        unit = place_in(article, row["kind"], row["text"])
        if unit is None:
            continue
        ref: dict[str, Any] = load(row["refs"])[row["place"]]
        found.append(
            ChangedSentence(
                node_id=node_id,
                claim_id=row["claim_id"],
                sentence=row["text"],
                start=unit.start,
                end=unit.end,
                ref=row["ref"],
                uri=str(ref.get("uri", "")),
                title=str(ref.get("title", "")),
                state=ClaimState(row["state"]),
                before=str(ref.get("quote", "")),
                after=row["passage"],
                now_sha256=row["now_sha256"],
                reason=row["reason"],
                checked_at=row["at"],
            )
        )
    return found


def _each_once(found: Sequence[ChangedSentence]) -> tuple[ChangedSentence, ...]:
    """Return each sentence and source once, the newest proof's, by place."""
    first: dict[tuple[int, str, str], ChangedSentence] = {}
    for one in found:
        first.setdefault((one.start, one.sentence, one.ref), one)
    return tuple(sorted(first.values(), key=lambda one: (one.start, one.sentence, one.ref)))


def _newest_checks(rx: Rx) -> dict[str, Row]:
    rows = rx.sql("SELECT * FROM source_check WHERE id IN (SELECT MAX(id) FROM source_check GROUP BY uri)")
    return {str(row["uri"]): row for row in rows}
