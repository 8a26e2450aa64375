"""Which units of a translation correspond to changed units of its original (SPEC P8)."""

from __future__ import annotations

import pytest

from neurodesk.domain.diff import Change
from neurodesk.domain.twin_changes import MOST_UNITS, twin_changes
from neurodesk.domain.units import split_article

OLD = """# Extend a volume

## Steps

The file system may stay mounted while it grows.

1. Run `lvextend -L +5G vg/data` as root.
2. Wait until the prompt comes back.

The group needs 10 GiB free.

Nothing else is needed.
"""
TWIN = """# Ein Volume erweitern

## Schritte

Das Dateisystem darf eingehängt bleiben, während es wächst.

1. `lvextend -L +5G vg/data` als root ausführen.
2. Warten, bis die Eingabeaufforderung zurückkommt.

Die Gruppe braucht 10 GiB frei.

Dieser Satz steht nur in der Übersetzung und nennt 7 eigene Dinge.

Mehr ist nicht nötig.
"""


def found(new: str) -> list[tuple[str, str, str]]:
    """Return (unit of the translation, change, words now)."""
    texts = {one.id: one.text for one in split_article(TWIN).units}
    return [(texts[one.unit_id], one.change.value, one.after) for one in twin_changes(OLD, new, TWIN)]


def test_the_same_text_changes_nothing() -> None:
    assert found(OLD) == []


@pytest.mark.parametrize(
    ("old", "new", "unit"),
    [
        ("needs 10 GiB free", "needs 20 GiB free", "Die Gruppe braucht 10 GiB frei."),
        (
            "may stay mounted while",
            "has to stay mounted while",
            "Das Dateisystem darf eingehängt bleiben, während es wächst.",
        ),
        ("prompt comes back", "prompt is back", "Warten, bis die Eingabeaufforderung zurückkommt."),
        ("Nothing else is needed", "Nothing more is needed", "Mehr ist nicht nötig."),
    ],
)
def test_a_changed_unit_falls_on_its_counterpart_alone(old: str, new: str, unit: str) -> None:
    ((hit, change, _),) = found(OLD.replace(old, new))
    assert (hit, change) == (unit, Change.CHANGED)


def test_an_added_unit_falls_on_what_stands_before_it() -> None:
    new = OLD.replace("while it grows.", "while it grows. Never shrink it like this.")
    before = "Das Dateisystem darf eingehängt bleiben, während es wächst."
    assert found(new) == [(before, Change.ADDED, "Never shrink it like this.")]


def test_a_removed_unit_falls_on_its_counterpart_and_a_moved_one_on_none() -> None:
    assert found(OLD.replace("\nNothing else is needed.\n", "")) == [
        ("Mehr ist nicht nötig.", Change.REMOVED, "")
    ]
    sentence = "The group needs 10 GiB free.\n\n"
    moved = OLD.replace(sentence, "").replace("The file system", sentence + "The file system")
    assert found(moved) == []


def test_a_text_beyond_the_bound_gives_no_change() -> None:
    long = OLD + "\n".join(f"Sentence number {number} is here.\n" for number in range(MOST_UNITS))
    assert twin_changes(long, long.replace("10 GiB", "20 GiB"), TWIN) == ()
