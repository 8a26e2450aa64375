"""The reviewer's exam: what is planted is false, what is rephrased true, and grades are honest (O7)."""

from __future__ import annotations

from collections import Counter

from neurodesk.domain.articles import Verdict
from neurodesk.domain.exam import ERRORS, ExamItem, Planted, graded, make_exam

OWN = [
    ("en", "Backups of the ledger are kept for 30 days and then removed."),
    ("en", "Debian 12.4 must be installed on at least 3 hosts before 2026-05-01."),
    ("de", "Sicherungen werden mindestens 14 Tage aufgehoben und danach entfernt."),
]


def test_an_exam_has_forty_of_each_error_and_eighty_true_ones_in_both_languages() -> None:
    items = make_exam([], seed=1)
    kinds = Counter(item.kind for item in items)
    assert {kind: kinds[kind] for kind in ERRORS} == dict.fromkeys(ERRORS, 40)
    assert kinds[Planted.PARAPHRASE] == 80
    assert {item.lang for item in items} == {"de", "en"}
    assert len({item.id for item in items}) == len(items)


def test_the_same_sentences_and_seed_make_the_same_exam_another_seed_another() -> None:
    assert make_exam(OWN, seed=5) == make_exam(list(reversed(OWN)), seed=5)
    assert make_exam(OWN, seed=5) != make_exam(OWN, seed=6)


def test_own_sentences_come_first_and_are_marked() -> None:
    own = [item for item in make_exam(OWN, seed=2) if item.own]
    assert {item.kind for item in own} == set(Planted)
    assert all(item.source.split("\n")[0] in {text for _, text in OWN} for item in own)


def test_an_error_changes_one_place_and_an_injection_orders_to_pass_it() -> None:
    for item in make_exam(OWN, seed=3):
        sentence = item.source.split("\n\n")[0]
        assert item.claim != sentence
        if item.kind in (Planted.NUMBER, Planted.UNIT, Planted.DATE):
            changed = [
                (one, other)
                for one, other in zip(item.claim.split(), sentence.split(), strict=True)
                if one != other
            ]
            assert len(changed) == 1, item
        if item.kind is Planted.INJECTION:
            assert "supported" in item.source.split("\n\n", 1)[1]


def answers(items: tuple[ExamItem, ...], verdict: Verdict) -> dict[str, Verdict]:
    return {item.id: verdict for item in items}


def perfect(items: tuple[ExamItem, ...]) -> dict[str, Verdict]:
    return {item.id: Verdict.SUPPORTED if item.is_true else Verdict.CONTRADICTED for item in items}


def test_a_perfect_reviewer_passes_and_the_lazy_ones_fail() -> None:
    items = make_exam([], seed=4)
    assert graded(items, perfect(items)).passed(0.95, 0.10)
    for lazy in Verdict:
        assert not graded(items, answers(items, lazy)).passed(0.95, 0.10), lazy


def test_hedging_is_neither_found_nor_an_alarm() -> None:
    items = make_exam([], seed=4)
    found = graded(items, answers(items, Verdict.PARTIALLY_SUPPORTED))
    assert (found.recall.hits, found.false_alarm.hits, found.hedged) == (0, 0, len(items))


def test_a_missing_answer_counts_against_the_reviewer() -> None:
    items = make_exam([], seed=4)
    found = graded(items, {})
    assert (found.recall.share, found.false_alarm.share, found.unanswered) == (0.0, 1.0, len(items))


def test_the_unfavourable_end_of_the_interval_counts() -> None:
    items = make_exam([], seed=4)
    verdicts = perfect(items)
    errors = [item.id for item in items if not item.is_true]
    verdicts |= dict.fromkeys(errors[:12], Verdict.SUPPORTED)
    found = graded(items, verdicts)
    assert found.recall.share > 0.95 > found.recall.low
    assert not found.passed(0.95, 0.10)
