"""Quality replay: past cases with known answers, and the measures over them (SPEC O6)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from neurodesk.domain.errors import BadInput
from neurodesk.domain.identity import sha256_text
from neurodesk.domain.json_fields import Fields, parse_json

MOST_CASES = 500
MOST_K = 50
DEFAULT_K = 10


@dataclass(frozen=True, slots=True)
class ReplayCase:
    """One past case.

    Attributes:
        articles: ids, paths or titles of the articles that answer it.
        outcomes: ids of the outcomes that answer it; empty lets the terms decide.
        terms: words or phrases that an answering outcome holds, each as whole words.
    """

    id: str
    question: str
    articles: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    lang: str = ""


@dataclass(frozen=True, slots=True)
class Ranked:
    """How well a ranking answers a case: share of the expected in the top K, reciprocal rank of the first."""

    recall: float
    reciprocal: float


def read_cases(values: Sequence[object]) -> tuple[ReplayCase, ...]:
    """Read cases.

    Raises:
        BadInput: ``replay_cases_number``, or ``field_invalid`` naming case and field.
    """
    if not 1 <= len(values) <= MOST_CASES:
        raise BadInput("replay_cases_number", found=len(values), most=MOST_CASES)
    found = tuple(_case(one, f"cases[{place}]", place) for place, one in enumerate(values))
    if len({one.id for one in found}) != len(found):
        raise BadInput("field_invalid", field="id", expected="another id for each case")
    return found


def read_case_lines(data: bytes) -> tuple[ReplayCase, ...]:
    """Read cases from JSON Lines in UTF-8; empty lines count as nothing.

    Raises:
        BadInput: as ``read_cases``; ``replay_line_broken`` naming the line.
    """
    values: list[object] = []
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            values.append(parse_json(line))
        except BadInput as error:
            detail = error.params.get("detail", "")
            raise BadInput("replay_line_broken", line=number, detail=detail) from error
        if len(values) > MOST_CASES:
            break
    return read_cases(values)


def _case(value: object, place: str, number: int) -> ReplayCase:
    fields = Fields(value, place)
    single = fields.text("expected_article", most=1_000)
    named = fields.texts("expected_articles", most=50, most_characters=1_000)
    articles = tuple(dict.fromkeys([*([single] if single else []), *named]))
    outcomes = fields.texts("expected_outcomes", most=50, most_characters=200)
    terms = fields.texts("expected_terms", most=50, most_characters=200)
    if not (articles or outcomes or terms):
        raise BadInput(
            "field_invalid",
            field=fields.name("expected_article"),
            expected="an expected article, outcome or term",
        )
    return ReplayCase(
        id=fields.text("id", most=200) or str(number + 1),
        question=fields.text("question", most=2_000, required=True),
        articles=articles,
        outcomes=outcomes,
        terms=terms,
        lang=fields.text("lang", most=20),
    )


def cases_sha256(cases: Iterable[ReplayCase]) -> str:
    """Return a hash over the cases: only runs over the same cases can be compared number by number."""
    return sha256_text("\x1e".join(repr(one) for one in cases))


def rank(found: Sequence[str], expected: Sequence[Collection[str]], k: int) -> Ranked:
    """Judge a ranking.

    Args:
        found: ids, best first.
        expected: one collection of ids for each thing expected; any of them is right.
        k: how deep to look.
    """
    top = list(found)[:k]
    hit = sum(1 for ids in expected if any(one in ids for one in top))
    right = {one for ids in expected for one in ids}
    reciprocal = next((1.0 / place for place, one in enumerate(top, start=1) if one in right), 0.0)
    return Ranked(hit / len(expected), reciprocal)


def holds_terms(text: str, terms: Iterable[str]) -> bool:
    """Tell whether a text holds every term as whole words, whatever the case."""
    folded = _folded(text)
    return all(
        re.search(rf"(?<!\w){re.escape(_folded(one).strip())}(?!\w)", folded) is not None for one in terms
    )


def _folded(text: str) -> str:
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", text).casefold())
