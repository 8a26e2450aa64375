"""The trace of model calls, by task and summed up by node (SPEC M8)."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
from collections.abc import Sequence
from datetime import UTC, datetime

from neurodesk.app.profile import Profile
from neurodesk.app.queries.outgoing import inert_cell
from neurodesk.domain.model_calls import ModelCall
from neurodesk.storage.model_call_store import CallSums, ModelCallStore

__all__ = ["CallSums", "ModelCall", "call_sums", "export_calls", "newest_calls", "task_calls"]

MOST_EXPORTED = 50_000


def task_calls(profile: Profile, task_id: str) -> Sequence[ModelCall]:
    """Return the model calls of a task, oldest first."""
    return ModelCallStore(profile.database).of_task(task_id)


def newest_calls(profile: Profile, limit: int = 200) -> Sequence[ModelCall]:
    """Return the last model calls of all, oldest first."""
    return ModelCallStore(profile.database).newest(limit)


def call_sums(profile: Profile) -> Sequence[CallSums]:
    """Return calls, failures, swaps, waits and speed by node and model."""
    return ModelCallStore(profile.database).sums()


def export_calls(profile: Profile, kind: str, task_id: str = "") -> str:
    """Return the trace as ``csv`` or ``json``, oldest first: of a task, or all that is kept."""
    store = ModelCallStore(profile.database)
    found = store.of_task(task_id, limit=MOST_EXPORTED) if task_id else store.newest(MOST_EXPORTED)
    rows = [dataclasses.asdict(one) | {"at": _moment(one.at)} for one in found]
    if kind == "json":
        return json.dumps(rows, ensure_ascii=False, indent=2) + "\n"
    out = io.StringIO()
    writer = csv.writer(out)
    names = [one.name for one in dataclasses.fields(ModelCall)]
    writer.writerow(names)
    writer.writerows([inert_cell(row[name]) for name in names] for row in rows)
    return out.getvalue()


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")
