"""What the API works with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from neurodesk.app.profile import Profile
from neurodesk.app.queries.gates import LiveFacts
from neurodesk.app.queries.status import RoleModels
from neurodesk.domain.ports import WorkerControl


@dataclass(frozen=True, slots=True)
class Served:
    """The profile, the worker of this process, and what only this process knows."""

    profile: Profile
    worker: WorkerControl
    live: LiveFacts
    models: Callable[[], RoleModels] = RoleModels
