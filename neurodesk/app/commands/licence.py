"""Examine a reviewer model and keep the result (SPEC O7)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from neurodesk.app.profile import Profile
from neurodesk.domain.articles import Verdict
from neurodesk.domain.exam import ExamItem, ExamResult, graded, make_exam
from neurodesk.domain.units import UnitKind, split_article
from neurodesk.storage.db import Rx
from neurodesk.storage.licence_store import Licence, put_licence, result_as_json

MOST_ARTICLES = 2_000
SHORTEST, LONGEST = 40, 240


@dataclass(frozen=True, slots=True)
class Sat:
    """What a model answered: its verdicts by item id, and who it was."""

    verdicts: dict[str, Verdict]
    model: str
    digest: str
    prompt_version: str


Sit = Callable[[Sequence[ExamItem]], Awaitable[Sat]]


@dataclass(frozen=True, slots=True)
class Examined:
    """An exam's outcome, as kept; ``items`` holds every question, ``sat`` every answer."""

    licence: Licence
    result: ExamResult
    items: tuple[ExamItem, ...]
    sat: Sat


async def examine(profile: Profile, sit: Sit, *, seed: int, count: int) -> Examined:
    """Make an exam from the profile's articles, let a model sit it, grade and keep it.

    Args:
        seed: another seed, another exam.
        count: items of each kind of error; twice as many are true.

    Raises:
        InfrastructureFault: no node has the model; nothing is kept then.
    """
    items = make_exam(profile.database.read(_sentences), seed=seed, count=count, true_count=2 * count)
    sat = await sit(items)
    result = graded(items, sat.verdicts)
    settings = profile.settings.current
    passed = result.passed(
        settings.number("models.licence_recall"), settings.number("models.licence_false_alarm")
    )
    licence = Licence(
        sat.model, sat.digest, sat.prompt_version, profile.clock.time(), seed, passed, result_as_json(result)
    )
    profile.database.write(lambda tx: put_licence(tx, licence))
    return Examined(licence, result, items, sat)


def _sentences(rx: Rx) -> list[tuple[str, str]]:
    """Return language and text of sentences of the KB that stand for themselves."""
    found = []
    rows = rx.sql(
        "SELECT lang, body FROM node WHERE kind = 'article' AND state = 'active' ORDER BY id LIMIT ?",
        (MOST_ARTICLES,),
    )
    for row in rows:
        for unit in split_article(row["body"]).units:
            plain = unit.kind is UnitKind.SENTENCE and "](" not in unit.text and "http" not in unit.text
            if plain and SHORTEST <= len(unit.text) <= LONGEST and unit.text.endswith("."):
                found.append((row["lang"], unit.text))
    return found
