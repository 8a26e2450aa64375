"""Times and durations in the words of the interface's language."""

from __future__ import annotations

from PySide6.QtCore import QDate, QDateTime, QLocale, QTime

from neurodesk.ui.i18n.translate import current_locale, plural, tr

SHORT = QLocale.FormatType.ShortFormat
YEAR_DAYS = 365


def clock(at: float) -> str:
    """Return a UTC epoch second as local clock time: ``14:58`` or ``2:58 pm``."""
    return current_locale().toString(_moment(at).time(), SHORT)


def clock_seconds(at: float) -> str:
    """Return a UTC epoch second as local clock time with seconds: ``14:58:07`` or ``2:58:07 pm``."""
    return _with_seconds(_moment(at).time())


def widest_clock_seconds() -> str:
    """Return a time with seconds of two digits each, to measure a column by."""
    return _with_seconds(QTime(12, 58, 58))


def moment(at: float, now: float) -> str:
    """Return a time today as clock time, another day with its date."""
    when = _moment(at)
    if when.date() == _moment(now).date():
        return clock(at)
    return f"{day(at)} {clock(at)}"


def day(at: float) -> str:
    """Return the local date of a UTC epoch second in the locale's short form."""
    date: QDate = _moment(at).date()
    return current_locale().toString(date, SHORT)


def age(at: float, now: float) -> str:
    """Return how long ago something was, for lists: minutes, hours, days, from two years on years."""
    minutes = max(0, int((now - at) / 60))
    if minutes < 1:
        return tr("Time", "< 1 min")
    if minutes < 60:
        return plural("Time", "%n min", minutes)
    if minutes < 48 * 60:
        return plural("Time", "%n h", minutes // 60)
    days = minutes // (24 * 60)
    if days < 2 * YEAR_DAYS:
        return plural("Time", "%n day(s)", days)
    return plural("Time", "%n year(s)", days // YEAR_DAYS)


def duration(seconds: float) -> str:
    """Return a duration: ``0.6 s``, ``14 s``, ``1 min 52 s``."""
    if seconds < 10:
        return tr("Time", "{seconds} s").format(seconds=current_locale().toString(seconds, "f", 1))
    whole = round(seconds)
    if whole < 60:
        return tr("Time", "{seconds} s").format(seconds=whole)
    if whole < 3600:
        return tr("Time", "{minutes} min {seconds} s").format(minutes=whole // 60, seconds=whole % 60)
    return tr("Time", "{hours} h {minutes} min").format(hours=whole // 3600, minutes=whole % 3600 // 60)


def number(value: int) -> str:
    """Return a whole number with the language's grouping."""
    return current_locale().toString(value)


def decimal(value: float, digits: int = 2) -> str:
    """Return a number with so many decimals in the language's form."""
    return current_locale().toString(float(value), "f", digits)


def _with_seconds(time: QTime) -> str:
    locale = current_locale()
    # The short form with seconds: the long one of many languages adds the time zone.
    return locale.toString(time, locale.timeFormat(SHORT).replace("mm", "mm:ss"))


def _moment(at: float) -> QDateTime:
    return QDateTime.fromMSecsSinceEpoch(round(at * 1000))
