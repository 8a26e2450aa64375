"""One look at everything that runs: queue, gates, worker, models (SPEC I3 ``GET /api/status``, Q10)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo

from neurodesk import __version__
from neurodesk.app.profile import Profile
from neurodesk.app.queries.gates import LiveFacts, gate_snapshot, why
from neurodesk.app.queries.tasks import count_by_state
from neurodesk.app.queries.vectors import vectors_now
from neurodesk.app.sentences import why_line
from neurodesk.domain.gates import ClosedGate, Why, first_closed_gate
from neurodesk.domain.ports import WorkerStatus
from neurodesk.domain.tasks import Origin

EMBEDDED = "embedded"
EXTRACTIVE = "extractive, no language model"


@dataclass(frozen=True, slots=True)
class NodeState:
    """A model node as the status shows it; ``fault`` is "" when it answers."""

    name: str
    kind: str
    models: tuple[str, ...]
    fault: str = ""
    label: str = ""


# Without a pool the embedded engine plays every role (SPEC E1).
EMBEDDED_NODE = NodeState(EMBEDDED, EMBEDDED, (EMBEDDED,), label=EXTRACTIVE)


@dataclass(frozen=True, slots=True)
class RoleModels:
    """Which nodes there are, and which model plays author and reviewer."""

    nodes: tuple[NodeState, ...] = (EMBEDDED_NODE,)
    author: str = EMBEDDED
    reviewer: str = EMBEDDED


def status(
    profile: Profile,
    worker: WorkerStatus,
    *,
    live: LiveFacts | None = None,
    models: Callable[[], RoleModels] = RoleModels,
    zone: tzinfo | None = None,
) -> dict[str, object]:
    """Return the state as plain JSON values; reads only."""
    snapshot = gate_snapshot(profile, live, zone)
    answer = why(profile, live, next_check_at=worker.next_check_at, zone=zone)
    roles = models()
    return {
        "version": __version__,
        "queue": count_by_state(profile),
        "worker": dataclasses.asdict(worker),
        "gates": {str(one): _gate(first_closed_gate(snapshot, one)) for one in Origin},
        "why": why_values(answer),
        "budget": {
            "used": snapshot.budget_used,
            "limit": snapshot.budget_limit,
            "next_day_at": snapshot.budget_opens_at,
        },
        "nodes": [
            {"name": n.name, "kind": n.kind, "available": not n.fault, "fault": n.fault, "label": n.label}
            for n in roles.nodes
        ],
        "vectors": _vectors(profile),
        "article_model_status": {
            "author": _role(roles.author, roles.nodes),
            "reviewer": _role(roles.reviewer, roles.nodes),
        },
    }


def _vectors(profile: Profile) -> dict[str, object] | None:
    """Return how far search by meaning is, None without an encoder (SPEC K6)."""
    found = vectors_now(profile)
    if found is None:
        return None
    return {
        "encoder": found.encoder,
        "model": found.model,
        "dimension": found.dimension,
        "passages": found.passages,
        "indexed": found.indexed,
        "foreign": found.foreign,
        "renewing": found.renewing,
        "text_only": found.text_only,
        "fault": found.fault,
    }


def why_values(answer: Why) -> dict[str, object]:
    """Return "why is nothing running?" as plain values, with the sentence."""
    return {
        "code": answer.code,
        "gate": None if answer.gate is None else str(answer.gate),
        "opens_at": answer.opens_at,
        "opens_on": answer.opens_on,
        "params": dict(answer.params),
        "text": why_line(answer),
    }


def _gate(closed: ClosedGate | None) -> Mapping[str, object] | None:
    if closed is None:
        return None
    return {
        "gate": str(closed.gate),
        "code": closed.code,
        "opens_at": closed.opens_at,
        "opens_on": closed.opens_on,
        "params": dict(closed.params),
    }


def _role(model: str, nodes: Sequence[NodeState]) -> dict[str, object]:
    able = [one.name for one in nodes if not one.fault and model in one.models]
    return {"model": model, "available": bool(able), "nodes": able}
