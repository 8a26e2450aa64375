"""How far search by meaning is: whose vectors there are, what is missing, why (SPEC K6)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from neurodesk.app.profile import Profile
from neurodesk.domain.ports import RemoteEmbedder
from neurodesk.settings.catalog_models import POOL_ENCODER
from neurodesk.storage.db import Rx

if TYPE_CHECKING:
    from neurodesk.app.queries.retrieval import HybridRetriever
    from neurodesk.domain.run_context import RunContext


@dataclass(frozen=True, slots=True)
class OtherVectors:
    """Stored vectors that the present encoder did not make: never compared with its own."""

    model: str
    digest: str
    passages: int


@dataclass(frozen=True, slots=True)
class VectorsNow:
    """How far the vectors are.

    Attributes:
        encoder: value of ``search.encoder``.
        model, digest, dimension: of the present encoder; digest "" and dimension 0 when it never answered.
        fault: why the nodes cannot be asked now, "" when they can: search goes by text until then.
        passages, indexed: all passages, and those with vectors of the present encoder.
        foreign: those with vectors of another one only; indexing anew is offered.
        renewing: the curator asked for that, and it is not done.
    """

    encoder: str
    model: str
    digest: str
    dimension: int
    fault: str
    passages: int
    indexed: int
    foreign: int
    others: tuple[OtherVectors, ...]
    renewing: bool

    @property
    def text_only(self) -> bool:
        """Whether search goes by text alone: no vector of the present encoder, or nobody to ask."""
        return bool(self.passages) and (not self.indexed or bool(self.fault))


def vectors_now(profile: Profile) -> VectorsNow | None:
    """Return how far the vectors are, without asking a node; None without an encoder."""
    if profile.search_encoder is None:
        return None
    # The status bar words vectors from the start; numpy comes with the first look at them.
    from neurodesk.app.commands.vectors import renewal_wanted
    from neurodesk.storage.embedding_profiles import profiles_in_use
    from neurodesk.storage.vector_index import vector_state

    encoder = profile.search_encoder()
    remote = isinstance(encoder, RemoteEmbedder)
    present = encoder.present if isinstance(encoder, RemoteEmbedder) else encoder.profile
    fault = encoder.fault if isinstance(encoder, RemoteEmbedder) else ""
    settings = profile.settings.current
    name = settings.text("models.embedding") if remote else settings.text("search.encoder")

    def query(rx: Rx) -> VectorsNow:
        state = vector_state(rx, present)
        return VectorsNow(
            encoder=settings.text("search.encoder"),
            model=present.model if present is not None else name,
            digest=present.digest if present is not None else "",
            dimension=present.dimension if present is not None else 0,
            fault=fault if settings.text("search.encoder") == POOL_ENCODER else "",
            passages=state.passages,
            indexed=state.indexed,
            foreign=state.foreign,
            others=tuple(
                OtherVectors(one.model, one.digest, count)
                for one, count in profiles_in_use(rx)
                if present is None or one.key != present.key
            ),
            renewing=renewal_wanted(rx),
        )

    return profile.database.read(query)


@contextmanager
def told_text_only(profile: Profile, retriever: HybridRetriever, context: RunContext) -> Iterator[None]:
    """Say in the feed, once a task, that articles are found by text alone while that is so (SPEC K6)."""
    state = vectors_now(profile)
    told = state is not None and state.text_only
    if state is not None and told:
        context.report("search_text_only", fault=state.fault or "not_indexed")
    yield
    if retriever.text_only and not told:  # the node that makes vectors went away meanwhile
        context.report("search_text_only", fault=retriever.text_only)
