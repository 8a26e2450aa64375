"""Measure the code judge on labelled claim/evidence pairs (`neurodesk eval claims`)."""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from neurodesk.domain.articles import Reason, Verdict
from neurodesk.domain.errors import BadInput
from neurodesk.domain.exam import paraphrased
from neurodesk.domain.find_evidence import judge_found
from neurodesk.domain.intervals import wilson
from neurodesk.domain.judge import ClaimUnit, Similarity

LABELS: Final = ("supported", "refuted", "nei")
UNJUDGED: Final = "unjudged"
_FIELDS: Final = ("id", "claim", "evidence", "label")
_RESAMPLES: Final = 2000
_FLATTENED: Final = re.compile(r"^\s{0,3}#{1,6}\s+(?=.{200})", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """One row of a claims file."""

    id: str
    claim: str
    evidence: str
    label: str
    lang: str
    evidence_lang: str
    source: str


@dataclass(frozen=True, slots=True)
class Judged:
    """A row with what was said of it.

    Attributes:
        verdict: what counts; None where a reviewer gave none: the review is incomplete there.
        cited: for each citation whether it stands in the row's own evidence.
        said: a model's verdict before code held it against the sources; None where no model spoke.
    """

    row: LabelledClaim
    verdict: Verdict | None
    reasons: tuple[Reason, ...] = ()
    cited: tuple[bool, ...] = ()
    said: Verdict | None = None

    @property
    def accepted(self) -> bool:
        """Whether the claim is called supported; supported in part is not accepted."""
        return self.verdict is Verdict.SUPPORTED

    @property
    def carried(self) -> bool:
        """Whether the claim is called supported, wholly or in part: then its citations count."""
        return self.verdict in (Verdict.SUPPORTED, Verdict.PARTIALLY_SUPPORTED)


def read_claims(lines: Iterable[str], name: str = "") -> list[LabelledClaim]:
    """Read rows of JSON lines.

    Args:
        lines: one object a line; empty lines are skipped.
        name: of the file, for the message.

    Returns:
        The rows in order.

    Raises:
        BadInput: a line is no JSON object, lacks a field or has an unknown label; it names the line.
    """
    rows: list[LabelledClaim] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        rows.append(_row(line, number, name))
    return rows


def _row(line: str, number: int, name: str) -> LabelledClaim:
    try:
        data: Any = json.loads(line)
    except ValueError as error:
        raise BadInput("claims_line_no_json", file=name, line=str(number)) from error
    if not isinstance(data, dict):
        raise BadInput("claims_line_no_json", file=name, line=str(number))
    for field in _FIELDS:
        if not isinstance(data.get(field), str) or not data[field]:
            raise BadInput("claims_field_missing", file=name, line=str(number), field=field)
    if data["label"] not in LABELS:
        raise BadInput("claims_label_unknown", file=name, line=str(number), label=data["label"])
    lang = str(data.get("lang", ""))
    return LabelledClaim(
        data["id"], data["claim"], data["evidence"], data["label"], lang,
        str(data.get("evidence_lang") or lang), str(data.get("source", "")),
    )  # fmt: skip


def unflattened(evidence: str) -> str:
    """Undo what squeezing Markdown onto one line does: a "heading" of a whole page is prose."""
    return _FLATTENED.sub("", evidence)


def judge_rows(rows: Sequence[LabelledClaim], similarity: Similarity | None = None) -> list[Judged]:
    """Judge every row: find the best unit of its evidence, then judge the claim against it.

    The evidence of such sets is cut from a page about the claim's subject, hence `excerpt`.
    """
    found = []
    for row in rows:
        judgement = judge_found(
            ClaimUnit(row.claim), unflattened(row.evidence), row.id, (), similarity, excerpt=True
        )
        cited = tuple(one.span is not None for one in judgement.passages)
        found.append(Judged(row, judgement.verdict, judgement.reasons, cited))
    return found


def _balanced(judged: Sequence[Judged]) -> float:
    positive = [j.accepted for j in judged if j.row.label == "supported"]
    negative = [not j.accepted for j in judged if j.row.label != "supported"]
    rates = [sum(side) / len(side) for side in (positive, negative) if side]
    return sum(rates) / len(rates) if rates else 0.0


def _bootstrap(judged: Sequence[Judged], seed: int) -> tuple[float, float]:
    """Give the interval of balanced accuracy, resampling each side by seed."""
    rng = random.Random(seed)
    sides = [
        [j.accepted for j in judged if j.row.label == "supported"],
        [not j.accepted for j in judged if j.row.label != "supported"],
    ]
    sides = [side for side in sides if side]
    if not sides:
        return 0.0, 1.0
    values = sorted(
        sum(sum(rng.choices(side, k=len(side))) / len(side) for side in sides) / len(sides)
        for _ in range(_RESAMPLES)
    )
    return values[int(0.025 * _RESAMPLES)], values[int(0.975 * _RESAMPLES) - 1]


def _rate(hits: int, total: int) -> dict[str, Any]:
    found = wilson(hits, total)
    value = round(found.share, 4) if total else None
    return {
        "value": value,
        "hits": hits,
        "of": total,
        "low": round(found.low, 4),
        "high": round(found.high, 4),
    }


def figures(judged: Sequence[Judged], seed: int = 1) -> dict[str, Any]:
    """Sum up rows of one kind.

    Args:
        judged: the rows.
        seed: of the bootstrap.

    Returns:
        Balanced accuracy (bootstrap interval), false accept (refuted or nei called supported), support recall
        and the share called contradicted among refuted (Wilson intervals), and verdicts by label.
    """
    supported = [j for j in judged if j.row.label == "supported"]
    others = [j for j in judged if j.row.label != "supported"]
    refuted = [j for j in judged if j.row.label == "refuted"]
    low, high = _bootstrap(judged, seed)
    verdicts: dict[str, dict[str, int]] = {}
    for label in LABELS:
        counts = {**{v.value: 0 for v in Verdict}, UNJUDGED: 0}
        for j in judged:
            if j.row.label == label:
                counts[j.verdict.value if j.verdict else UNJUDGED] += 1
        verdicts[label] = counts
    citations = [(j, genuine) for j in judged if j.carried for genuine in j.cited]
    right = sum(genuine and j.row.label == "supported" for j, genuine in citations)
    return {
        "rows": len(judged),
        "unjudged": sum(j.verdict is None for j in judged),
        "balanced_accuracy": {
            "value": round(_balanced(judged), 4),
            "low": round(low, 4),
            "high": round(high, 4),
        },
        "false_accept": _rate(sum(j.accepted for j in others), len(others)),
        "support_recall": _rate(sum(j.accepted for j in supported), len(supported)),
        "contradiction_found": _rate(sum(j.verdict is Verdict.CONTRADICTED for j in refuted), len(refuted)),
        "citation_precision": _rate(right, len(citations)),
        "citation_recall": _rate(sum(j.carried and any(j.cited) for j in supported), len(supported)),
        "verdicts": verdicts,
    }


def flips(first: Sequence[Judged], other: Sequence[Judged]) -> dict[str, Any]:
    """Return how many rows got another verdict when they were judged again.

    Rows that one of the two left unjudged tell nothing and are counted apart.
    """
    before = {j.row.id: j.verdict for j in first}
    pairs = [(before.get(j.row.id), j.verdict) for j in other]
    both = [(one, two) for one, two in pairs if one is not None and two is not None]
    return {**_rate(sum(one is not two for one, two in both), len(both)), "unjudged": len(pairs) - len(both)}


def report(
    judged: Sequence[Judged], seed: int = 1, again: Mapping[str, Sequence[Judged]] | None = None
) -> dict[str, Any]:
    """Put the figures together by source, and by source and language pair, with every row's verdict.

    Args:
        judged: the rows.
        seed: of the bootstrap.
        again: the rows judged once more, by how: what differs is a flip.

    Returns:
        A dictionary ready for JSON; keys are sorted, the same rows give the same report. ``before_code``
        holds the figures of a model's own verdicts.
    """
    by_source: dict[str, list[Judged]] = defaultdict(list)
    by_pair: dict[str, list[Judged]] = defaultdict(list)
    for j in judged:
        by_source[j.row.source].append(j)
        by_pair[f"{j.row.source} {j.row.lang}/{j.row.evidence_lang}"].append(j)
    own = [replace(j, verdict=j.said) for j in judged if j.said is not None]
    return {
        "rows": len(judged),
        "all": figures(judged, seed),
        "before_code": figures(own, seed) if own else None,
        "by_source": {name: figures(by_source[name], seed) for name in sorted(by_source)},
        "by_source_and_languages": {name: figures(by_pair[name], seed) for name in sorted(by_pair)},
        "flips": {name: flips(judged, rows) for name, rows in (again or {}).items()},
        "flips_by_source": {
            name: {
                source: flips(judged, [j for j in rows if j.row.source == source])
                for source in sorted(by_source)
            }
            for name, rows in (again or {}).items()
        },
        "items": [
            {
                "id": j.row.id,
                "label": j.row.label,
                "verdict": j.verdict.value if j.verdict else UNJUDGED,
                "said": j.said.value if j.said else "",
                "reasons": [{"code": r.code, **dict(r.params)} for r in j.reasons],
            }
            for j in judged
        ],
    }


def passes(rows: Sequence[LabelledClaim], seed: int) -> dict[str, list[LabelledClaim]]:
    """Return the rows for judging them again: as they are, in another order, and in other words.

    A claim without words to exchange is not asked in others.
    """
    shuffled = list(rows)
    random.Random(seed).shuffle(shuffled)
    worded = [replace(row, claim=paraphrased(row.claim, row.lang, seed)) for row in rows]
    changed = [new for row, new in zip(rows, worded, strict=True) if new.claim != row.claim]
    return {"again": list(rows), "other_order": shuffled, "other_words": changed}
