"""When the system is told what came (SPEC I1)."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neurodesk.domain.errors import BadInput
from neurodesk.domain.notify import due_at, is_quiet_hours
from neurodesk.settings.catalog import BY_KEY

BERLIN = ZoneInfo("Europe/Berlin")


def at(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN).timestamp()


@pytest.mark.parametrize(
    ("first", "quiet", "due"),
    [
        ("2026-03-10T12:00", "", "2026-03-10T12:05"),
        ("2026-03-10T12:00", "22:00-06:00", "2026-03-10T12:05"),
        ("2026-03-10T21:57", "22:00-06:00", "2026-03-11T06:00"),
        ("2026-03-10T23:30", "22:00-06:00", "2026-03-11T06:00"),
        ("2026-03-11T02:00", "22:00-06:00", "2026-03-11T06:00"),
        ("2026-03-11T05:56", "22:00-06:00", "2026-03-11T06:01"),
        ("2026-03-10T12:10", "12:00-13:00", "2026-03-10T13:00"),
        ("2026-03-28T23:30", "22:00-06:00", "2026-03-29T06:00"),  # the clocks go on an hour in this night
        ("2026-10-24T23:30", "22:00-06:00", "2026-10-25T06:00"),  # and back in this one
    ],
)
def test_i1_a_message_waits_for_others_and_for_the_end_of_quiet_hours(
    first: str, quiet: str, due: str
) -> None:
    assert due_at(at(first), 300, quiet, BERLIN) == at(due)


@given(
    st.integers(0, 400 * 24 * 60),
    st.integers(0, 1439),
    st.integers(0, 1439),
    st.integers(0, 240),
)
def test_i1_no_message_is_ever_due_within_quiet_hours(
    minutes: int, start: int, end: int, gather: int
) -> None:
    first = datetime(2026, 1, 1, tzinfo=BERLIN).timestamp() + minutes * 60
    span = "-".join(f"{one // 60:02}:{one % 60:02}" for one in (start, end))
    due = due_at(first, gather * 60, span, BERLIN)
    assert due >= first + gather * 60
    here = datetime.fromtimestamp(due, BERLIN)
    now = here.hour * 60 + here.minute
    inside = start <= now < end if start < end else (now >= start or now < end) if start > end else False
    # In the night when the clocks go back an end comes twice; the message may come at the first of the two.
    twice = datetime.fromtimestamp(due, BERLIN).utcoffset() != (here + timedelta(hours=3)).utcoffset()
    assert not inside or twice


def test_what_are_no_times_is_refused_where_a_person_sets_it() -> None:
    for key in ("notify.quiet_hours", "worker.quiet_hours"):
        for text in ("", "22:00-06:00", " 9:00 - 12:30 "):
            BY_KEY[key].check_entries(text)
        for text in ("at night", "22-6", "25:00-06:00", "06:00-06:00"):
            with pytest.raises(BadInput, match="setting_invalid"):
                BY_KEY[key].check_entries(text)
    assert is_quiet_hours("")


def test_nothing_is_told_outside_the_window_unless_it_is_asked_for() -> None:
    assert BY_KEY["notify.enabled"].default is False
    assert BY_KEY["notify.tray"].default is False
