"""Which reviewer models passed their exam; another digest or prompt voids it (SPEC O7)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from neurodesk.domain.changes import Kind
from neurodesk.domain.exam import ExamResult
from neurodesk.domain.models import full_model_name
from neurodesk.storage.db import Row, Rx, Tx
from neurodesk.storage.json_columns import dump, load

EMBEDDED = "embedded"


@dataclass(frozen=True, slots=True)
class Licence:
    """The newest exam of a model with one prompt.

    Attributes:
        result: as ``result_as_json`` made it.
    """

    model: str
    digest: str
    prompt_version: str
    at: float
    seed: int
    passed: bool
    result: dict[str, Any]


def result_as_json(result: ExamResult) -> dict[str, Any]:
    """Return a result as it is kept and shown; shares with their intervals."""
    value = asdict(result)
    for interval in (value["recall"], value["false_alarm"], *value["by_kind"].values()):
        interval["share"] = interval["hits"] / interval["of"] if interval["of"] else 0.0
    return value


def put_licence(tx: Tx, licence: Licence) -> None:
    """Keep an exam in place of an earlier one of the same model, digest and prompt."""
    tx.execute(
        """INSERT INTO reviewer_licence (model, digest, prompt_version, at, seed, passed, result)
           VALUES (?,?,?,?,?,?,?) ON CONFLICT (model, digest, prompt_version) DO UPDATE SET
           at = excluded.at, seed = excluded.seed, passed = excluded.passed, result = excluded.result""",
        (
            full_model_name(licence.model),
            licence.digest,
            licence.prompt_version,
            licence.at,
            licence.seed,
            licence.passed,
            dump(licence.result),
        ),
    )
    tx.changed(Kind.ENDPOINT, licence.model)


def licence_of(rx: Rx, model: str, digest: str, prompt_version: str) -> Licence | None:
    """Return the exam that counts for a review, None when this model was never examined like that."""
    row = rx.one(
        "SELECT * FROM reviewer_licence WHERE model = ? AND digest = ? AND prompt_version = ?",
        (full_model_name(model), digest, prompt_version),
    )
    return None if row is None else _licence(row)


def licences(rx: Rx) -> list[Licence]:
    """Return every exam, newest first."""
    return [_licence(row) for row in rx.sql("SELECT * FROM reviewer_licence ORDER BY at DESC, model")]


def advises_only(rx: Rx, reviewer: object) -> bool:
    """Tell whether a review's verdicts only advise: a language model gave them that passed no exam.

    Args:
        reviewer: the sidecar's ``reviewer``: label, model, digest and prompt hash.
    """
    if not isinstance(reviewer, dict):
        return False
    model = str(reviewer.get("model", ""))
    if model in ("", EMBEDDED):
        return False
    found = licence_of(rx, model, str(reviewer.get("digest", "")), str(reviewer.get("prompt_sha256", "")))
    return found is None or not found.passed


def _licence(row: Row) -> Licence:
    return Licence(
        row["model"],
        row["digest"],
        row["prompt_version"],
        row["at"],
        row["seed"],
        bool(row["passed"]),
        load(row["result"]),
    )
