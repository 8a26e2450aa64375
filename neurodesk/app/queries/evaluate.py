"""Measurements on labelled data: what ``neurodesk eval`` prints."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from neurodesk.domain.errors import BadInput
from neurodesk.domain.ports import Embedder
from neurodesk.pipeline import evaluate_claims
from neurodesk.pipeline.similarity import similarity_of


def read_rows(path: Path) -> list[evaluate_claims.LabelledClaim]:
    """Read a file of labelled claims.

    Args:
        path: JSON lines with id, claim, evidence, label (supported, refuted, nei), lang, evidence_lang,
            source.

    Raises:
        BadInput: the file cannot be read, a line is malformed, or there is no row in it.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadInput("claims_file_unreadable", file=str(path), detail=error.strerror or "") from error
    except UnicodeDecodeError as error:
        raise BadInput("claims_file_unreadable", file=str(path), detail="no UTF-8 text") from error
    rows = evaluate_claims.read_claims(text.splitlines(), str(path))
    if not rows:
        raise BadInput("claims_file_empty", file=str(path))
    return rows


def claims_report(
    path: Path, seed: int = 1, embedder: Embedder | None = None, *, again: bool = True
) -> dict[str, Any]:
    """Measure the embedded judge on a file of labelled claims.

    Args:
        path: see ``read_rows``.
        seed: of the bootstrap intervals, and of the other order and words.
        embedder: encoder for claims and evidence of different languages; words alone decide without it.
        again: judge the rows again as well, for what flips.

    Returns:
        Figures by source and by source and language pair, and the verdict on every row.

    Raises:
        BadInput: see ``read_rows``.
    """
    rows = read_rows(path)
    similarity = similarity_of(embedder) if embedder is not None else None
    others = evaluate_claims.passes(rows, seed) if again else {}
    result = evaluate_claims.report(
        evaluate_claims.judge_rows(rows, similarity),
        seed,
        {name: evaluate_claims.judge_rows(one, similarity) for name, one in others.items()},
    )
    return {
        "reviewer": "embedded",
        "similarity": embedder.profile.model if embedder is not None else "",
        "complete": True,
        **result,
    }
