from hypothesis import given, settings
from hypothesis import strategies as st

from neurodesk.domain.diff import Change, Fold, diff_units, diff_words, figures, fold

WORDS = st.lists(st.sampled_from(["key", "load", "zfs", "8", "512", "not", ","]), max_size=12).map(" ".join)
UNITS = st.lists(st.sampled_from(["a b c d", "a b x d", "", "e f g", "h i", "k"]), max_size=10)


@settings(max_examples=60, deadline=None)
@given(WORDS, WORDS)
def test_pieces_rebuild_both_versions(old: str, new: str) -> None:
    pieces = diff_words(old, new)
    assert "".join(p.text for p in pieces if p.change is not Change.REMOVED) == new
    if old != new:
        assert "".join(p.text for p in pieces if p.change is not Change.ADDED) == old
    for piece in pieces:
        version = old if piece.change is Change.REMOVED else new
        assert version[piece.start : piece.start + len(piece.text)] == piece.text


@settings(max_examples=60, deadline=None)
@given(UNITS, UNITS)
def test_units_name_every_unit_of_both_versions_once_and_in_order(old: list[str], new: list[str]) -> None:
    units = diff_units(old, new)
    assert [u.new for u in units if u.new >= 0] == list(range(len(new)))
    assert [u.old for u in units if u.old >= 0] == list(range(len(old)))
    entries = fold(units)
    assert sum(e.count if isinstance(e, Fold) else 1 for e in entries) == len(units)


def test_a_flipped_digit_is_the_only_change() -> None:
    pieces = diff_words("between 8 and 512 bytes", "between 12 and 512 bytes")
    assert [(p.change, p.text) for p in pieces if p.change is not Change.SAME] == [
        (Change.REMOVED, "8"),
        (Change.ADDED, "12"),
    ]


def test_neighbouring_changes_join_into_one_stretch() -> None:
    pieces = diff_words("load the key now", "load every secret now")
    assert [(p.change, p.text) for p in pieces] == [
        (Change.SAME, "load "),
        (Change.REMOVED, "the key"),
        (Change.ADDED, "every secret"),
        (Change.SAME, " now"),
    ]


def test_moved_unit_is_told_from_a_new_one() -> None:
    old = ["## A", "text one two", "## B", "text three four"]
    new = ["## B", "text three four", "## A", "text one two"]
    units = diff_units(old, new)
    moved = [u for u in units if u.moved_from >= 0]
    assert {new[u.new] for u in moved} in ({"## A", "text one two"}, {"## B", "text three four"})
    assert figures(units).words_added == 0


def test_long_unchanged_stretch_folds_with_context() -> None:
    same = [f"line {n}" for n in range(20)]
    units = diff_units([*same, "old end"], [*same, "new end"])
    entries = fold(units)
    assert entries[0] == Fold(0, 19)
    assert [e.new for e in entries[1:] if not isinstance(e, Fold)] == [19, 20]


def test_figures_count_words() -> None:
    counted = figures(diff_units(["a b c", "gone away"], ["a x c", "quite new text"]))
    assert (counted.words_added, counted.words_removed) == (4, 3)


def test_two_very_different_large_texts_are_compared_in_time() -> None:
    old = [f"alpha {n} beta" for n in range(3_000)]
    new = [f"gamma {n} delta" for n in range(3_000)]
    assert len(diff_units(old, new)) == 6_000
