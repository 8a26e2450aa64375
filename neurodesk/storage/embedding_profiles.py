"""Embedding profiles on disk: which encoders made or may make vectors, with their calibration (SPEC K6)."""

from __future__ import annotations

from collections.abc import Sequence

from neurodesk.domain.ports import Clock, EmbeddingProfile
from neurodesk.storage.db import Database, Row, Rx
from neurodesk.storage.vector_index import ensure_profile

_COLUMNS = "model, digest, dimension, normalised, slope, intercept"


class EmbeddingProfiles:
    """The profiles of a database.

    Args:
        database: the open database.
        clock: dates new ones.
    """

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def of(self, model: str) -> Sequence[EmbeddingProfile]:
        """Return the profiles of a model: first those that have vectors, the newest of them first."""
        return self._database.read(lambda rx: _of_model(rx, model))

    def newest(self, model: str) -> EmbeddingProfile | None:
        """Return the profile of a model that was used last, None when it was never used."""
        return next(iter(self.of(model)), None)

    def keep(self, profile: EmbeddingProfile) -> None:
        """Keep a profile; one that is known stays as it is."""
        self._database.write(lambda tx: ensure_profile(tx, profile, self._clock.time()))


def _of_model(rx: Rx, model: str) -> list[EmbeddingProfile]:
    rows = rx.sql(
        f"""SELECT {_COLUMNS} FROM embedding_profile p WHERE model = ?
            ORDER BY EXISTS (SELECT 1 FROM chunk_vector v WHERE v.profile_id = p.id) DESC, created_at DESC, id DESC""",
        (model,),
    )
    return [_profile(row) for row in rows]


def profiles_in_use(rx: Rx) -> list[tuple[EmbeddingProfile, int]]:
    """Return the profiles that have vectors, with the number of passages."""
    rows = rx.sql(
        f"""SELECT {_COLUMNS}, (SELECT COUNT(*) FROM chunk_vector v WHERE v.profile_id = p.id) AS passages
            FROM embedding_profile p ORDER BY p.id"""
    )
    return [(_profile(row), int(row["passages"])) for row in rows if row["passages"]]


def _profile(row: Row) -> EmbeddingProfile:
    return EmbeddingProfile(
        row["model"],
        row["digest"],
        int(row["dimension"]),
        bool(row["normalised"]),
        (float(row["slope"]), float(row["intercept"])),
    )
