"""The budget's day and the quiet hours, over every kind of clock change (SPEC Q9, Q10)."""

from __future__ import annotations

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neurodesk.domain.budget import (
    local_day,
    next_day_start,
    parse_quiet_hours,
    quiet_until,
    within_budget,
)

BERLIN = ZoneInfo("Europe/Berlin")
# Clocks change at night, at midnight forwards, at midnight backwards, at 00:01, by half an hour, by a day.
ZONES = [
    "Europe/Berlin",
    "America/Sao_Paulo",
    "America/Havana",
    "America/St_Johns",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Asia/Beirut",
    "Asia/Kathmandu",
    "UTC",
]


def at(text: str, zone: ZoneInfo = BERLIN, fold: int = 0) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=zone, fold=fold).timestamp()


def test_the_day_has_23_hours_in_march_and_25_in_october() -> None:
    assert next_day_start(at("2026-03-29T00:00"), BERLIN) - at("2026-03-29T00:00") == 23 * 3600
    assert next_day_start(at("2026-10-25T00:00"), BERLIN) - at("2026-10-25T00:00") == 25 * 3600


def test_both_hours_of_the_autumn_change_belong_to_one_day() -> None:
    assert local_day(at("2026-10-25T02:30", fold=0), BERLIN) == "2026-10-25"
    assert local_day(at("2026-10-25T02:30", fold=1), BERLIN) == "2026-10-25"


def test_a_day_without_midnight_begins_when_it_begins() -> None:
    zone = ZoneInfo("America/Sao_Paulo")  # 2018-11-04 began at 01:00
    opens = next_day_start(at("2018-11-03T20:00", zone), zone)
    assert datetime.fromtimestamp(opens, zone).isoformat() == "2018-11-04T01:00:00-02:00"


def test_a_calendar_day_that_was_left_out_is_passed_over() -> None:
    zone = ZoneInfo("Pacific/Apia")  # there was no 2011-12-30
    opens = next_day_start(at("2011-12-29T20:00", zone), zone)
    assert local_day(opens, zone) == "2011-12-31"


@settings(max_examples=200)
@given(st.sampled_from(ZONES), st.floats(0.0, 4e9, allow_nan=False))
def test_the_next_day_starts_later_and_is_another_day(name: str, instant: float) -> None:
    zone = ZoneInfo(name)
    opens = next_day_start(instant, zone)
    assert instant < opens <= instant + 50 * 3600
    assert local_day(opens, zone) > local_day(instant, zone)


@settings(max_examples=200)
@given(
    st.sampled_from(ZONES),
    st.floats(0, 48 * 3600),
    st.sampled_from(["2018-11-03", "2012-11-04", "2011-12-29", "2010-11-06", "2026-10-24", "2026-03-28"]),
)
def test_around_clock_changes_the_second_before_is_still_the_day_before(
    name: str, offset: float, day: str
) -> None:
    zone = ZoneInfo(name)
    instant = datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp() + offset
    opens = next_day_start(instant, zone)
    assert instant < opens
    assert local_day(opens - 1e-3, zone) < local_day(opens, zone)


def test_this_machines_zone_serves_when_none_is_given() -> None:
    now = at("2026-06-01T12:00")
    assert local_day(now) == datetime.fromtimestamp(now).astimezone().date().isoformat()
    assert now < next_day_start(now) <= now + 25 * 3600


def test_the_budget_ends_at_its_limit() -> None:
    assert within_budget(11, 12)
    assert not within_budget(12, 12)
    assert not within_budget(0, 0)


@pytest.mark.parametrize("span", ["", "22-06", "22:00", "25:00-06:00", "06:00-06:00", "a:b-c:d"])
def test_malformed_quiet_hours_are_none(span: str) -> None:
    assert parse_quiet_hours(span) is None
    assert quiet_until(at("2026-06-01T23:00"), span, BERLIN) == 0.0


def test_quiet_hours_are_read() -> None:
    assert parse_quiet_hours(" 22:00 - 06:30 ") == (time(22), time(6, 30))


@pytest.mark.parametrize(
    ("now", "until"),
    [
        ("2026-06-01T21:59", None),
        ("2026-06-01T22:00", "2026-06-02T06:00"),
        ("2026-06-02T05:59", "2026-06-02T06:00"),
        ("2026-06-02T06:00", None),
    ],
)
def test_quiet_hours_over_midnight_end_in_the_morning(now: str, until: str | None) -> None:
    assert quiet_until(at(now), "22:00-06:00", BERLIN) == (at(until) if until else 0.0)


def test_quiet_hours_within_a_day_end_on_that_day() -> None:
    assert quiet_until(at("2026-06-01T13:00"), "12:00-14:00", BERLIN) == at("2026-06-01T14:00")
    assert quiet_until(at("2026-06-01T14:00"), "12:00-14:00", BERLIN) == 0.0


@settings(max_examples=150)
@given(
    st.sampled_from([one for one in ZONES if one != "Pacific/Apia"]),
    st.floats(0, 72 * 3600),
    st.sampled_from(["2018-11-03", "2010-11-06", "2026-10-24", "2026-03-28", "2026-06-01"]),
    st.times().map(lambda one: one.replace(second=0, microsecond=0)),
    st.times().map(lambda one: one.replace(second=0, microsecond=0)),
)
def test_quiet_hours_end_ahead_and_outside_of_themselves_over_clock_changes(
    name: str, offset: float, day: str, start: time, end: time
) -> None:
    zone = ZoneInfo(name)
    instant = datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp() + offset
    span = f"{start:%H:%M}-{end:%H:%M}"
    until = quiet_until(instant, span, zone)
    assert until == 0.0 or instant < until <= instant + 26 * 3600
    if until:
        assert quiet_until(until, span, zone) == 0.0


def test_the_repeated_hour_is_quiet_both_times() -> None:
    for fold in (0, 1):
        now = at("2026-10-25T02:15", fold=fold)
        assert quiet_until(now, "01:00-02:30", BERLIN) == at("2026-10-25T02:30", fold=fold)
