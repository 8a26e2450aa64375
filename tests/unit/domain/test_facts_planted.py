"""The fact comparison on planted errors and true paraphrases by seed."""

from __future__ import annotations

from collections import Counter

import pytest

from neurodesk.domain.articles import Verdict
from neurodesk.domain.facts import Outcome, compare, words
from neurodesk.domain.facts.concepts import CONCEPTS, OPPOSITES
from neurodesk.domain.facts.stems import fold, stem
from neurodesk.domain.find_evidence import judge_found
from neurodesk.domain.judge import ClaimUnit
from tests.unit.domain import planted

# Passages of our own in the manner of a how-to article.
PASSAGES = [
    ("en", "The relay keeps rejected mail for 14 days and then deletes it for good."),
    ("en", "You need at least 4 cores to build the module with Frobnitz 2.7 on one machine."),
    ("en", "The watchdog is not started when the node boots from the rescue image."),
    ("en", "Connect with your own key, because the console can be reached with a password."),
    ("en", "A snapshot takes about 3 minutes and the volume must be mounted during that time."),
    ("en", "Nodes with Tarnhelm 1.8.2 or newer are able to join after 2 attempts."),
    ("de", "Das Relais bewahrt abgewiesene Post 14 Tage auf und löscht sie dann endgültig."),
    ("de", "Zum Bauen des Moduls mit Frobnitz 2.7 werden mindestens 4 Kerne benötigt."),
    ("de", "Der Wächter wird nicht gestartet, wenn der Knoten vom Rettungsabbild hochfährt."),
    ("de", "Verbinden Sie sich mit Ihrem Schlüssel, denn die Konsole ist mit einem Passwort erreichbar."),
    ("de", "Ein Schnappschuss dauert etwa 3 Minuten und das Volume muss dabei eingehängt sein."),
    ("de", "Knoten mit Tarnhelm 1.8.2 oder neuer können nach 2 Versuchen beitreten."),
]


def _pairs(seed: int) -> list[planted.Planted]:
    return planted.own_pairs(40, seed) + planted.base_pairs(PASSAGES, 40, seed)


def _listed(form: str) -> bool:
    """Whether every word of a surface form stands in a list of the product."""
    lists = (
        *words.UNITS, *words.NEGATORS, *words.FUNCTION_WORDS, *words.ONLY_WORDS, *words.NUMBER_WORDS,
        *" ".join((*words.BOUNDS_LEFT, *words.BOUNDS_RIGHT)).split(), *words.PERIOD_ADVERBS,
    )  # fmt: skip
    known = set(lists)
    return all(
        w in known or stem(w) in OPPOSITES or stem(w) in CONCEPTS
        for w in fold(form).replace("{n}", "").replace("/", " ").split()
    )


@pytest.mark.parametrize("seed", [11])
def test_planted_errors_are_found_and_true_paraphrases_left_alone(seed: int) -> None:
    total: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for pair in _pairs(seed):
        agrees = compare(pair.claim, pair.source).outcome is Outcome.AGREES
        total[pair.kind] += 1
        right[pair.kind] += agrees == (pair.kind == "paraphrase")
    assert sum(total.values()) >= 460
    for kind in planted.ERRORS:
        assert right[kind] / total[kind] >= 0.99, (kind, right[kind], total[kind])
    assert right["paraphrase"] / total["paraphrase"] >= 0.97


def test_the_judge_accepts_no_planted_error_and_nearly_every_true_paraphrase() -> None:
    accepted: Counter[bool] = Counter()
    total: Counter[bool] = Counter()
    around = "The office closes at noon on most days. {} Visitors sign the book at the gate."
    for pair in planted.own_pairs(20, 31) + planted.base_pairs(PASSAGES, 20, 31):
        true = pair.kind == "paraphrase"
        total[true] += 1
        judgement = judge_found(ClaimUnit(pair.claim), around.format(pair.source))
        accepted[true] += judgement.verdict is Verdict.SUPPORTED
    assert accepted[False] / total[False] <= 0.01, (accepted, total)
    assert accepted[True] / total[True] >= 0.97, (accepted, total)


def test_a_third_of_the_surface_forms_stands_in_no_list_of_the_product() -> None:
    forms = {
        form
        for pool in (planted.COMMON_UNITS, planted.RARE_UNITS, planted.NEGATORS, planted.RARE_NEGATORS)
        for forms in pool.values()
        for form in forms
    }
    forms |= {
        b
        for pool in (planted.COMMON_BOUNDS, planted.RARE_BOUNDS)
        for sides in pool.values()
        for side in sides
        for b in side
    }
    forms |= {*planted.COMMON_PRODUCTS, *planted.RARE_PRODUCTS}
    unlisted = [form for form in forms if not _listed(form)]
    assert len(unlisted) >= len(forms) / 3, (len(unlisted), len(forms))


def test_equal_seeds_plant_equal_pairs() -> None:
    assert _pairs(5) == _pairs(5)
