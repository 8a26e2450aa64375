"""Vectors of texts of any length: long ones are cut by us and their parts averaged (SPEC M7, K6)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from neurodesk.domain.errors import TaskFault
from neurodesk.providers.models.pool import ModelPool

# So many parts go in one call: short enough that a question of the person at the desk waits little.
BATCH = 16
MIN_CHARS = 200


class TextEmbedder:
    """Makes unit vectors over the pool; learns how long an input the model takes.

    Args:
        pool: makes the calls.
        model: the embedding model.
        digest: only nodes with this version of it are asked, any when "".
    """

    def __init__(self, pool: ModelPool, model: str, digest: str = "") -> None:
        self._pool = pool
        self._model = model
        self._digest = digest
        self._most_chars = 0

    async def vectors(
        self, texts: Sequence[str], progress: Callable[[int], None] = lambda _done: None
    ) -> list[list[float]]:
        """Return one vector of length 1 for each text, in their order; an empty text gets zeros.

        Args:
            progress: told how many texts are done; what is done need not be asked again after a fault.

        Raises:
            InfrastructureFault: ``model_unavailable``.
            TaskFault: the model refuses even a short text.
        """
        found: list[list[float]] = []
        for at in range(0, len(texts), BATCH):
            found += await self._some(texts[at : at + BATCH])
            progress(len(found))
        width = max(map(len, found), default=0)
        return [one or [0.0] * width for one in found]

    async def _some(self, texts: Sequence[str]) -> list[list[float]]:
        """Return the vectors of a few texts; [] for an empty one. What is too long is cut and sent again."""
        while True:
            limit = self._limit()
            cut = [cut_evenly(text, limit) if text.strip() else [] for text in texts]
            parts = [part for one in cut for part in one]
            rows: list[list[float]] = []
            try:
                for at in range(0, len(parts), BATCH):
                    rows += await self._pool.embed(self._model, parts[at : at + BATCH], digest=self._digest)
            except TaskFault as fault:
                too_long = fault.params.get("fault") == "prompt_too_long"
                if not too_long or limit <= MIN_CHARS:
                    raise
                self._most_chars = max(MIN_CHARS, min(limit, max(map(len, parts))) // 2)
                continue
            found, at = [], 0
            for one in cut:
                mine = rows[at : at + len(one)]
                found.append(mean_direction(mine, [len(part) for part in one]) if one else [])
                at += len(one)
            return found

    def _limit(self) -> int:
        if not self._most_chars:
            window = self._pool.context_of(self._model)
            self._most_chars = max(MIN_CHARS, self._pool.ratio(self._model).chars(window))
        return self._most_chars


def cut_evenly(text: str, limit: int) -> list[str]:
    """Cut a text into parts of nearly equal length at spaces, none longer than the limit."""
    count = max(1, math.ceil(len(text) / limit))
    parts, at = [], 0
    while at < len(text):
        end = min(len(text), at + min(limit, math.ceil(len(text) / count)))
        if end < len(text):
            space = text.rfind(" ", at + limit // 2, end)
            end = space + 1 if space > at else end
        parts.append(text[at:end])
        at = end
    return parts


def mean_direction(rows: Sequence[Sequence[float]], weights: Sequence[int]) -> list[float]:
    """Return the weighted mean of vectors, scaled to length 1; zeros when they cancel out."""
    total = [
        sum(row[place] * weight for row, weight in zip(rows, weights, strict=True))
        for place in range(len(rows[0]))
    ]
    length = math.sqrt(sum(one * one for one in total))
    return [one / length for one in total] if length > 0 else total
