"""What declared fields mean, the same for front matter, HTML meta tags and JSON articles (SPEC K1, K2)."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping

_LANG_KEYS = ("language", "lang", "locale")
_DATE_KEYS = (
    "last_reviewed",
    "reviewed",
    "reviewed_at",
    "last_verified",
    "verified",
    "verified_at",
    "updated_at",
    "updated",
    "last_updated",
    "lastupdated",
    "lastmod",
    "last_modified",
    "modified",
    "modified_at",
    "date_modified",
    "ms.date",
    "date",
    "published",
    "published_at",
    "created",
    "created_at",
)
_TWIN_KEYS = ("translation_of", "translationof", "translations", "translation", "original", "translated_from")
_NAMES = {
    "deutsch": "de",
    "german": "de",
    "ger": "de",
    "deu": "de",
    "englisch": "en",
    "english": "en",
    "eng": "en",
    "chinese": "zh",
}
_DATE = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?)?")
_GERMAN_DATE = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")
_US_DATE = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")


def language_code(value: object) -> str:
    """Return ``de`` for ``de-DE``, ``German`` and the like, "" when the value names no language."""
    if not isinstance(value, str):
        return ""
    text = value.strip().casefold().replace("_", "-")
    if text in _NAMES:
        return _NAMES[text]
    match = re.fullmatch(r"([a-z]{2})(?:-[a-z0-9]{2,8})*", text)
    return match[1] if match else ""


def declared_language(meta: Mapping[str, object]) -> str:
    """Return the language that the fields declare, or ""."""
    folded = _folded(meta)
    for key in _LANG_KEYS:
        code = language_code(folded.get(key))
        if code:
            return code
    return ""


def declared_date(meta: Mapping[str, object]) -> float:
    """Return the newest declared date as UTC epoch seconds, 0 when there is none."""
    folded = _folded(meta)
    return max((date_seconds(folded.get(key)) for key in _DATE_KEYS), default=0.0)


def declared_twins(meta: Mapping[str, object]) -> tuple[str, ...]:
    """Return the paths or ids of declared translations, as written."""
    folded = _folded(meta)
    found: list[str] = []
    for key in _TWIN_KEYS:
        value = folded.get(key)
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, dict):
            found += [one for one in value.values() if isinstance(one, str)]
        elif isinstance(value, list):
            found += [one for one in value if isinstance(one, str)]
    return tuple(dict.fromkeys(one.strip() for one in found if one.strip() and not language_code(one)))


def declared_text(meta: Mapping[str, object], key: str) -> str:
    """Return a field that is a text, else ""; one line, at most 300 characters."""
    value = _folded(meta).get(key)
    return " ".join(value.split())[:300] if isinstance(value, str) else ""


def date_seconds(value: object) -> float:
    """Return UTC epoch seconds of an ISO, German or US date text or an epoch number, else 0."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value) if 315_532_800 <= value <= 4_102_444_800 else 0.0
    if not isinstance(value, str):
        return 0.0
    text = value.strip()
    try:
        if match := _DATE.match(text):
            year, month, day = (int(part) for part in match.groups()[:3])
            hour, minute, second = (int(part or 0) for part in match.groups()[3:])
            moment = dt.datetime(year, month, day, hour, minute, second, tzinfo=dt.UTC)
            if match[4] and "T" in text:
                parsed = dt.datetime.fromisoformat(text)
                moment = parsed if parsed.tzinfo is not None else parsed.replace(tzinfo=dt.UTC)
        elif match := _GERMAN_DATE.match(text):
            moment = dt.datetime(int(match[3]), int(match[2]), int(match[1]), tzinfo=dt.UTC)
        elif match := _US_DATE.match(text):
            moment = dt.datetime(int(match[3]), int(match[1]), int(match[2]), tzinfo=dt.UTC)
        else:
            return 0.0
        return max(moment.timestamp(), 0.0)
    except (ValueError, OverflowError, OSError):
        return 0.0


def _folded(meta: Mapping[str, object]) -> dict[str, object]:
    return {str(key).casefold().replace("-", "_").replace(" ", "_"): value for key, value in meta.items()}
