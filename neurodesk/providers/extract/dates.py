"""Dates that a document states for itself, and licence statements: read, never guessed."""

from __future__ import annotations

import calendar
import datetime as dt
import re

from neurodesk.domain.extraction import web_address

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january januar jänner jan",
            "february februar feb",
            "march märz maerz mar mär",
            "april apr",
            "may mai",
            "june juni jun",
            "july juli jul",
            "august aug",
            "september sep sept",
            "october oktober oct okt",
            "november nov",
            "december dezember dec dez",
        ),
        1,
    )
    for name in names.split(" ")
}
_ISO = re.compile(
    r"\b(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?)?"
)
_MONTH_ONLY = re.compile(r"^\s*(\d{4})-(\d{1,2})\s*$")
_DOTTED = re.compile(r"\b(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\b")
_NAMED = re.compile(r"\b(\d{1,2})(?:\.|st|nd|rd|th)?\s+([A-Za-zäÄ]{3,9})\.?,?\s+(\d{4})\b")
_NAMED_US = re.compile(r"\b([A-Za-zäÄ]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b")
_NAMED_MONTH = re.compile(r"\b([A-Za-zäÄ]{3,9})\s+(\d{4})\b")
STATED = re.compile(
    r"(?:last (?:updated|modified|reviewed|changed)|updated(?: on)?|published(?: on)?|posted(?: on)?|as of|"
    r"reviewed on|revised|"
    r"stand|zuletzt (?:aktualisiert|geändert|bearbeitet|geprüft)|aktualisiert(?: am)?|"
    r"veröffentlicht(?: am)?|"
    r"letzte änderung|geändert am|date|datum)\s*(?:am|on|:|-)?\s*:?\s*([^\n]{4,40})",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)\d{2}")
_LICENCE = re.compile(
    r"\b(CC0(?: 1\.0)?|CC[ -]BY(?:-(?:NC|SA|ND))*(?:[ -]\d\.\d)?(?: (?:DE|AT|CH|International|Unported))?|"
    r"Creative Commons [A-Z][\w ,.-]{3,60}?(?:License|Lizenz|\d\.\d)|"
    r"GNU Free Documentation License(?: \d\.\d)?|GFDL|"
    r"MIT[ -](?:License|Lizenz|licensed)|Apache(?: License)?,? (?:Version )?2\.0|BSD[ -]\d-Clause|"
    r"public domain|gemeinfrei|"
    r"Open Government Licen[cs]e(?: v?\d\.\d)?|Datenlizenz Deutschland[\w –-]*\d\.\d)\b",
    re.IGNORECASE,
)
_LICENCE_LINE = re.compile(
    r"(?:^\W*|[,;|·]\s*)(?:licen[cs]e|lizenz|rights|rechte)\s*:\s*([^\n,;|]{2,60}?)\s*[.]?\s*(?=$|[,;|])",
    re.IGNORECASE | re.MULTILINE,
)
_SOURCE_LINE = re.compile(
    r"\b(?:source|quelle|original|retrieved from|abgerufen von)\W{0,4}:\s*<?(https?://[^\s<>\"|]+)",
    re.IGNORECASE,
)
_CC_URL = re.compile(
    r"creativecommons\.org/(?:licenses/([a-z-]+)/(\d\.\d)|publicdomain/zero/(\d\.\d))", re.IGNORECASE
)


def read_date(text: str) -> float:
    """Return the first date in a short text as UTC epoch seconds at its start, 0 when there is none.

    Formats: ISO 8601, ``12.03.2024``, ``12. März 2024``, ``March 12, 2024``, ``März 2024``. A form such as
    ``03/04/2024`` is read by nobody the same way and is left alone.
    """
    if match := _ISO.search(text):
        return _epoch(int(match[1]), int(match[2]), int(match[3]), match.groups()[3:])
    if match := _MONTH_ONLY.match(text):
        return _epoch(int(match[1]), int(match[2]), 1)
    if match := _DOTTED.search(text):
        return _epoch(int(match[3]), int(match[2]), int(match[1]))
    for match in _NAMED.finditer(text):
        if month := _MONTHS.get(match[2].casefold()):
            return _epoch(int(match[3]), month, int(match[1]))
    for match in _NAMED_US.finditer(text):
        if month := _MONTHS.get(match[1].casefold()):
            return _epoch(int(match[3]), month, int(match[2]))
    for match in _NAMED_MONTH.finditer(text):
        if month := _MONTHS.get(match[1].casefold()):
            return _epoch(int(match[2]), month, 1)
    return 0.0


def _epoch(year: int, month: int, day: int, zone: tuple[str | None, ...] = ()) -> float:
    if not (1990 <= year <= 2100 and 1 <= month <= 12 and 1 <= day <= 31):
        return 0.0
    day = min(day, calendar.monthrange(year, month)[1])
    moment = dt.datetime(year, month, day, tzinfo=dt.UTC)
    if zone and zone[0] and zone[1]:
        hours, minutes, seconds = int(zone[0]), int(zone[1]), int(zone[2] or 0)
        if hours < 24 and minutes < 60:
            moment += dt.timedelta(hours=hours, minutes=minutes, seconds=min(59, seconds))
            offset = zone[3] if len(zone) > 3 else None
            if offset and offset != "Z":
                sign = -1 if offset[0] == "+" else 1
                moment += sign * dt.timedelta(hours=int(offset[1:3]), minutes=int(offset[-2:]))
    return moment.timestamp()


def stated_date(text: str) -> float:
    """Return the newest date that stands behind words such as "last updated" or "Stand", 0 when none."""
    near_years = _around_years(text if len(text) < 12_000 else f"{text[:8000]}\n{text[-4000:]}")
    return max(
        (read_date(match.group(1)) for part in near_years for match in STATED.finditer(part)), default=0.0
    )


def _around_years(text: str) -> list[str]:
    """Return the parts of a text that hold a year with what may announce it: a date has one."""
    parts: list[tuple[int, int]] = []
    for match in _YEAR.finditer(text):
        start, end = max(0, match.start() - 110), match.end() + 45
        if parts and start <= parts[-1][1]:
            start = parts.pop()[0]
        parts.append((start, end))
    return [text[start:end] for start, end in parts]


def stated_licence(text: str) -> str:
    """Return the licence that a text names for itself at its beginning or end, "" when none."""
    places = (text[:1500], text[-2500:])
    for place in places:
        if match := _LICENCE_LINE.search(place):
            return short_licence(match.group(1))
    for place in reversed(places):
        for match in _LICENCE.finditer(place):
            # "under" tells a licence of the text from the mention of one.
            before = place[max(0, match.start() - 80) : match.start()]
            if re.search(
                r"licen[cs]|lizen[sz]|\bunder\b|\bunter\b|©|copyright|content|inhalt", before, re.IGNORECASE
            ):
                return short_licence(match.group(1))
    return ""


def licence_of_url(url: str) -> str:
    """Return the short name of a Creative Commons address, "" for another address."""
    match = _CC_URL.search(url)
    if not match:
        return ""
    return f"CC0-{match[3]}" if match[3] else f"CC-{match[1].upper()}-{match[2]}"


def stated_origin(text: str) -> str:
    """Return the address behind "Source:" or "Quelle:" at the beginning or end of a text, "" when none."""
    for place in (text[:1500], text[-1500:]):
        if match := _SOURCE_LINE.search(place):
            address = web_address(match.group(1).rstrip(".,;)"))
            if address:
                return address
    return ""


def short_licence(name: str) -> str:
    """Return a licence's name with Creative Commons in the form CC-BY-SA-4.0."""
    folded = " ".join(name.split())
    match = re.fullmatch(
        r"(?:licen[cs]ed under |lizenz:? )?cc[ -](by(?:[ -](?:nc|sa|nd))*)[ -](\d\.\d)", folded, re.IGNORECASE
    )
    return f"CC-{match[1].upper().replace(' ', '-')}-{match[2]}" if match else folded
