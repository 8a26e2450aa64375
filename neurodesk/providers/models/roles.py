"""Who plays a role now: a language model when one can be reached, else the embedded engine (SPEC E1, Q10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from neurodesk.domain.models import Role
from neurodesk.domain.planning import PlanRequest
from neurodesk.domain.ports import Author, Planner, Reviewer
from neurodesk.domain.research import (
    AuthorBrief,
    AuthoredArticle,
    BriefSource,
    Edit,
    Plan,
    RepairItem,
    Review,
)
from neurodesk.providers.models.pool import ModelPool
from neurodesk.providers.models.structured import Structured

Actor = TypeVar("Actor")
# A node that failed a moment ago is no reason to change the author in mid-article: the task waits for it.
_WAIT_FOR = ("", "cooling_down", "model_digests_differ")


class Cast(Generic[Actor]):
    """Chooses between a language model and the embedded engine for one role.

    Args:
        role: decides which model has to be there.
        model, embedded: the two who can play it.
    """

    def __init__(
        self, role: Role, structured: Structured, pool: ModelPool, model: Actor, embedded: Actor
    ) -> None:
        self._role = role
        self._structured = structured
        self._pool = pool
        self._model = model
        self._embedded = embedded

    @property
    def by_model(self) -> bool:
        """Whether a model would play now, as far as is known."""
        return self._pool.fault_of(self._structured.model_of(self._role)) in _WAIT_FOR

    async def actor(self) -> Actor:
        """Return who plays now."""
        await self._pool.refresh(self._structured.model_of(self._role))
        return self._model if self.by_model else self._embedded

    @property
    def known(self) -> Actor:
        """Who would play, without asking the nodes anew."""
        return self._model if self.by_model else self._embedded


class CastAuthor:
    """The author; what it wrote is labelled with who it was."""

    def __init__(self, cast: Cast[Author]) -> None:
        self._cast = cast

    @property
    def label(self) -> str:
        """Label of who would write now."""
        return self._cast.known.label

    @property
    def translates(self) -> bool:
        """Whether sources of another language can be used."""
        return self._cast.known.translates

    async def write(self, brief: AuthorBrief) -> AuthoredArticle:
        """Write; see ``Author``."""
        return await (await self._cast.actor()).write(brief)

    async def repair(
        self, items: Sequence[RepairItem], new_sources: Sequence[BriefSource], lang: str
    ) -> Sequence[Edit]:
        """Repair; see ``Author``."""
        return await (await self._cast.actor()).repair(items, new_sources, lang)


class CastReviewer:
    """The reviewer."""

    def __init__(self, cast: Cast[Reviewer]) -> None:
        self._cast = cast

    @property
    def label(self) -> str:
        """Label of who would judge now."""
        return self._cast.known.label

    async def review(self, article: AuthoredArticle, brief: AuthorBrief) -> Review:
        """Judge; see ``Reviewer``."""
        return await (await self._cast.actor()).review(article, brief)


class CastPlanner:
    """The planner."""

    def __init__(self, cast: Cast[Planner]) -> None:
        self._cast = cast

    async def plan(self, request: PlanRequest) -> Plan:
        """Plan; see ``Planner``."""
        return await (await self._cast.actor()).plan(request)
