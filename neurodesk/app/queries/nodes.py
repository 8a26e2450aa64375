"""The trace of model calls, by task and summed up by node (SPEC M8)."""

from __future__ import annotations

from collections.abc import Sequence

from neurodesk.app.profile import Profile
from neurodesk.domain.model_calls import ModelCall
from neurodesk.storage.model_call_store import CallSums, ModelCallStore

__all__ = ["CallSums", "ModelCall", "call_sums", "newest_calls", "task_calls"]


def task_calls(profile: Profile, task_id: str) -> Sequence[ModelCall]:
    """Return the model calls of a task, oldest first."""
    return ModelCallStore(profile.database).of_task(task_id)


def newest_calls(profile: Profile, limit: int = 200) -> Sequence[ModelCall]:
    """Return the last model calls of all, oldest first."""
    return ModelCallStore(profile.database).newest(limit)


def call_sums(profile: Profile) -> Sequence[CallSums]:
    """Return calls, failures, swaps, waits and speed by node and model."""
    return ModelCallStore(profile.database).sums()
