"""Nodes and edges of the knowledge graph (SPEC K2, K3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class NodeKind(StrEnum):
    """What a node stands for."""

    ARTICLE = "article"
    RESEARCH_EVIDENCE = "research_evidence"
    OUTCOME = "outcome"


class NodeState(StrEnum):
    """Whether a node counts."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    ARCHIVED = "archived"


class EdgeKind(StrEnum):
    """Edges of fact first, edges of judgement after (SPEC K3)."""

    LINKS_TO = "links_to"
    TRANSLATION_OF = "translation_of"
    EVIDENCE_FOR = "evidence_for"
    GROUNDED_BY = "grounded_by"
    SUPERSEDES = "supersedes"
    SIMILAR_TO = "similar_to"
    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    DUPLICATES = "duplicates"


EDGES_OF_JUDGEMENT = frozenset(
    {EdgeKind.SIMILAR_TO, EdgeKind.SUPPORTS, EdgeKind.CONTRADICTS, EdgeKind.DUPLICATES}
)


class EdgeStatus(StrEnum):
    """Edges of fact start accepted, edges of judgement proposed (SPEC K3)."""

    PROPOSED = "proposed"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


class EdgeOrigin(StrEnum):
    """Who made an edge."""

    IMPORT = "import"
    RULE = "rule"
    MODEL = "model"
    HUMAN = "human"


def initial_status(kind: EdgeKind) -> EdgeStatus:
    """Return the status with which code may create an edge of this kind (SPEC K3)."""
    return EdgeStatus.PROPOSED if kind in EDGES_OF_JUDGEMENT else EdgeStatus.ACCEPTED


@dataclass(frozen=True, slots=True)
class Edge:
    """A directed edge; ``data`` holds passages and values of a judgement."""

    kind: EdgeKind
    src: str
    dst: str
    status: EdgeStatus
    origin: EdgeOrigin
    confidence: float = 1.0
    data: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Node:
    """A node as stored; ``path`` is relative to its KB's root with forward slashes."""

    id: str
    kind: NodeKind
    title: str
    body: str
    source_key: str
    lang: str
    content_hash: str
    created_at: float
    updated_at: float
    state: NodeState = NodeState.ACTIVE
    kb_id: str = ""
    path: str = ""
    uri: str = ""
    format: str = ""
    verified_at: float = 0.0
    verified_by: str = ""
    dated_at: float = 0.0
    trust: float = 0.0
    meta: dict[str, object] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
