"""The daily budget: which local calendar day an instant belongs to, and when the next begins (SPEC Q9)."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta, tzinfo


def local_date(at: float, zone: tzinfo | None = None) -> date:
    """Return the local calendar day of an instant.

    Args:
        at: UTC epoch seconds.
        zone: a time zone, this machine's own when None.
    """
    if zone is None:
        return datetime.fromtimestamp(at).astimezone().date()
    return datetime.fromtimestamp(at, zone).date()


def local_day(at: float, zone: tzinfo | None = None) -> str:
    """Return the local calendar day as written in the ledger, ``YYYY-MM-DD``."""
    return local_date(at, zone).isoformat()


def next_day_start(at: float, zone: tzinfo | None = None) -> float:
    """Return the first instant of the next local day, UTC epoch seconds (SPEC Q9).

    Midnight is asked of the zone, never counted as 24 hours: a day has 23 or 25 hours when clocks change,
    some zones change at midnight, and one has left a whole day out.
    """
    today = local_date(at, zone)
    midnight = datetime.combine(today + timedelta(days=1), time.min)
    # Where clocks go back over midnight it comes twice, and the first one after ``at`` counts; where it is
    # left out, one of the two readings still lies on the day before.
    instants = sorted(midnight.replace(tzinfo=zone, fold=fold).timestamp() for fold in (0, 1))
    return next((one for one in instants if one > at and local_date(one, zone) > today), instants[-1])


def within_budget(used: int, limit: int) -> bool:
    """Tell whether one more task may start on this day."""
    return used < limit


def quiet_until(at: float, span: str, zone: tzinfo | None = None) -> float:
    """Return when the quiet hours that ``at`` falls into end, or 0 outside of them.

    Args:
        at: UTC epoch seconds.
        span: local times such as ``22:00-06:00``; anything else counts as no quiet hours.
        zone: a time zone, this machine's own when None.
    """
    parsed = parse_quiet_hours(span)
    if parsed is None:
        return 0.0
    start, end = parsed
    here = datetime.fromtimestamp(at, zone) if zone else datetime.fromtimestamp(at).astimezone()
    now = here.time()
    inside = start <= now < end if start < end else (now >= start or now < end)
    if not inside:
        return 0.0
    day = here.date() + timedelta(days=1) if start >= end and now >= start else here.date()
    # Where clocks go back the end comes twice; the one that lies ahead counts.
    ends = [datetime.combine(day, end).replace(tzinfo=zone, fold=fold).timestamp() for fold in (0, 1)]
    return next((one for one in sorted(ends) if one > at), max(ends))


def parse_quiet_hours(span: str) -> tuple[time, time] | None:
    """Read ``HH:MM-HH:MM``; None when it is empty, malformed or of no length."""
    first, separator, second = span.partition("-")
    if not separator:
        return None
    try:
        start = datetime.strptime(first.strip(), "%H:%M").time()  # noqa: DTZ007 - a local time of day
        end = datetime.strptime(second.strip(), "%H:%M").time()  # noqa: DTZ007
    except ValueError:
        return None
    return None if start == end else (start, end)
