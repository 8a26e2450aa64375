"""Compute what a scan needs of an article (SPEC K2): headings, dates, versions, numbers, code, shingles."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b

import numpy as np

from neurodesk.domain.markdown_text import (
    CodeBlock,
    Line,
    LineKind,
    Outline,
    Paragraph,
)
from neurodesk.domain.profile import (
    CodeFact,
    DateFact,
    HeadingFact,
    NodeProfileData,
    NumberFact,
    SpanFact,
    VersionFact,
)
from neurodesk.domain.sentences import sentence_spans
from neurodesk.pipeline.stem import STOP_WORDS, fold

SHINGLE_WORDS = 5
SHARED_MIN_WORDS = 4
MAX_SUBJECT = 8
_WORD = re.compile(r"[^\W_]+")
_DIGIT = re.compile(r"\d")
_ALL_STOP = STOP_WORDS["de"] | STOP_WORDS["en"]


def paragraph_hashes(outline: Outline) -> list[int]:
    """Return a signed 64-bit hash of each paragraph that could be shared boilerplate, without repeats.

    Headings and paragraphs under four words never count; case, spaces and markup do not matter.
    """
    hashes = (_paragraph_hash(outline.masked, one) for one in outline.paragraphs)
    return sorted({one for one in hashes if one})


def _paragraph_hash(masked: str, paragraph: Paragraph) -> int:
    if paragraph.kind is LineKind.HEADING:
        return 0
    return _text_hash(masked[paragraph.start : paragraph.end])


# Asked for twice: by the import of a file, and when what many files share is known.
@lru_cache(maxsize=30_000)
def _text_hash(text: str) -> int:
    words = _WORD.findall(text.casefold())
    if len(words) < SHARED_MIN_WORDS:
        return 0
    return int.from_bytes(blake2b(" ".join(words).encode(), digest_size=8).digest(), "little", signed=True)


def shared_minimum(articles: int) -> int:
    """Return in how many articles of a KB a paragraph must stand to count as boilerplate."""
    return max(6, min(50, articles // 50))


def profile_node(
    outline: Outline,
    *,
    lang: str,
    body_start: int = 0,
    body_line: int = 1,
    shared: Collection[int] = frozenset(),
) -> NodeProfileData:
    """Return the stored facts of one article.

    Args:
        outline: the node's body as ``outline_of`` reads it.
        lang: the node's language, "" when unknown.
        body_start, body_line: where the body begins in the file (``ParsedArticle``).
        shared: hashes of paragraphs that stand in many articles (``paragraph_hashes``).
    """
    body, masked, blocks, paragraphs = outline.body, outline.masked, outline.blocks, outline.paragraphs
    common = [
        one for one in paragraphs if shared and (digest := _paragraph_hash(masked, one)) and digest in shared
    ]
    common_starts = {one.start for one in common}
    prose = [one for one in paragraphs if one.kind is not LineKind.CODE and one.start not in common_starts]
    own = [one for one in prose if one.kind is not LineKind.HEADING]
    words = [_WORD.findall(masked[one.start : one.end]) for one in own]
    versions = _versions(masked, [one for one in paragraphs if one.start not in common_starts])
    version_starts = {one.end - len(one.version) for one in versions}
    return NodeProfileData(
        lang=lang,
        body_start=body_start,
        body_line=body_line,
        chars=sum(one.end - one.start for one in own),
        words=sum(len(one) for one in words),
        headings=_headings(
            outline.lines, [(one.start, len(found)) for one, found in zip(own, words, strict=True)]
        ),
        dates=_dates(masked, prose),
        versions=versions,
        numbers=tuple(
            fact
            for span in _sentences(masked, prose)
            for fact in _numbers(masked, body, *span, version_starts)
        ),
        code=tuple(CodeFact(block.start, block.end, block.language) for block in blocks),
        code_hashes=_code_hashes(body, blocks),
        shared=tuple(SpanFact(one.start, one.end) for one in common),
        shingles=shingles(masked[one.start : one.end] for one in own),
    )


def _headings(lines: Sequence[Line], sizes: list[tuple[int, int]]) -> tuple[HeadingFact, ...]:
    """Return headings with the words of their sections; ``sizes`` holds (offset, words) of each paragraph."""
    found = [line for line in lines if line.kind is LineKind.HEADING]
    facts: list[HeadingFact] = []
    for index, line in enumerate(found):
        following = found[index + 1 :]
        next_any = following[0].start if following else 1 << 60
        next_same = next((one.start for one in following if one.level <= line.level), 1 << 60)
        own = sum(count for start, count in sizes if line.start < start < next_any)
        whole = sum(count for start, count in sizes if line.start < start < next_same)
        facts.append(HeadingFact(line.level, line.heading, line.start, line.end, line.number, own, whole))
    return tuple(facts)


def _sentences(masked: str, paragraphs: Iterable[Paragraph]) -> Iterable[tuple[int, int]]:
    """Yield the sentences of the prose; a table row is one sentence."""
    for one in paragraphs:
        text = masked[one.start : one.end]
        if one.kind is LineKind.TABLE:
            position = one.start
            for row in text.split("\n"):
                if row.strip(" |-:"):
                    yield position, position + len(row)
                position += len(row) + 1
        else:
            yield from sentence_spans(text, one.start)


# -- dates ------------------------------------------------------------------------------------------

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january januar jan jänner",
            "february februar feb",
            "march märz mar mrz",
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
        start=1,
    )
    for name in names.split()
}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_YEAR = re.compile(r"(?:19|20)\d\d")
_DATES = re.compile(
    r"(?<![\w.-])(?:"
    r"(?P<iso>(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))"
    r"|(?P<german>(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?:19|20)\d\d)"
    rf"|(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?\s+(?P<month>{_MONTH})\.?,?\s+(?P<year>(?:19|20)\d\d)"
    rf"|(?P<month2>{_MONTH})\.?\s+(?:(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?,\s+)?(?P<year2>(?:19|20)\d\d)"
    r")(?![\w-]|\.\d)",
    re.IGNORECASE,
)


def _dates(masked: str, paragraphs: Iterable[Paragraph]) -> tuple[DateFact, ...]:
    if not _YEAR.search(masked):
        return ()
    return tuple(
        DateFact(_date_value(match), match.start(), match.end())
        for one in paragraphs
        if _YEAR.search(masked, one.start, one.end)
        for match in _DATES.finditer(masked, one.start, one.end)
    )


def _date_value(match: re.Match[str]) -> str:
    if match["iso"]:
        return match["iso"]
    if match["german"]:
        day, month, year = match["german"].split(".")
        return f"{year}-{int(month):02d}-{int(day):02d}"
    year = match["year"] or match["year2"]
    month_number = _MONTHS[(match["month"] or match["month2"]).casefold()]
    day = match["day"] or match["day2"]
    return f"{year}-{month_number:02d}-{int(day):02d}" if day else f"{year}-{month_number:02d}"


# -- versions ---------------------------------------------------------------------------------------

_PRODUCTS = frozenset(
    "almalinux alpine ansible apache centos debian docker elasticsearch fedora gitlab go grafana haproxy"
    " java jdk jenkins jquery k3s kubernetes laravel macos mariadb mongodb mysql nextcloud nginx node nodejs"
    " openjdk openshift opensuse openssl openvpn php postgres postgresql powershell proxmox python rabbitmq"
    " redis rhel rocky ruby rust samba tls typo3 ubuntu vmware windows wordpress".split()
)
_VERSION = re.compile(r"(?<![\d.,:/])\d{1,4}(?:\.\d+){0,3}(?![\d%]|\.\d|\s*(?:GB|MB|TB|KB|%|ms|s\b))")
# The name before a version, one filling word between: "Debian 12", "php8.2", "Apache version 2.4".
_NAME_BEFORE = re.compile(
    r"(?<![\w/#-])(?P<product>[^\W\d_][\w+#]*?[^\W\d_]|k3s)"
    r"(?P<gap>\s+(?:linux|server|version|release)\s+v?|\s+v?|[:@=-]v?|)$",
    re.IGNORECASE,
)
_NO_PRODUCT = frozenset(
    "step schritt port ports figure fig abbildung chapter kapitel section abschnitt table tabelle option"
    " example beispiel part teil level day tag version versions versionen release id raid ip ipv4 ipv6"
    " address adresse core iso".split()
) | frozenset(_MONTHS)


def _versions(masked: str, paragraphs: Iterable[Paragraph]) -> tuple[VersionFact, ...]:
    """Return versions that follow a name; in code only those of well-known products."""
    facts: list[VersionFact] = []
    for one in paragraphs:
        for number in _VERSION.finditer(masked, one.start, one.end):
            name = _NAME_BEFORE.search(masked, max(one.start, number.start() - 32), number.start())
            if name is None:
                continue
            product = name["product"].casefold()
            known = product in _PRODUCTS
            points = number[0].count(".")
            if not known:
                named = name["product"][0].isupper() and name["gap"].startswith((" ", "\n"))
                # Four parts are an address; one part alone ("Server 2") is a count.
                if one.kind is LineKind.CODE or not named or points not in {1, 2}:
                    continue
                if product in _NO_PRODUCT or product in _ALL_STOP:
                    continue
            elif points > 2 or (points == 0 and len(number[0]) > 2 and product != "windows"):
                continue
            facts.append(VersionFact(product, number[0], name.start("product"), number.end()))
    return tuple(facts)


# -- numbers ----------------------------------------------------------------------------------------

_UNITS: dict[str, tuple[str, float]] = {}
for _spellings, _canonical, _factor in (
    ("byte bytes", "B", 1.0),
    ("kb kbyte kilobyte kilobytes", "B", 1e3),
    ("mb mbyte megabyte megabytes", "B", 1e6),
    ("gb gbyte gigabyte gigabytes", "B", 1e9),
    ("tb terabyte terabytes", "B", 1e12),
    ("kib", "B", 1024.0),
    ("mib", "B", 1024.0**2),
    ("gib", "B", 1024.0**3),
    ("tib", "B", 1024.0**4),
    ("ms millisecond milliseconds millisekunde millisekunden", "s", 1e-3),
    ("sec secs second seconds sek sekunde sekunden", "s", 1.0),
    ("min mins minute minutes minuten", "s", 60.0),
    ("hr hrs hour hours std stunde stunden", "s", 3600.0),
    ("day days tag tage tagen", "s", 86_400.0),
    ("week weeks woche wochen", "s", 604_800.0),
    ("month months monat monate monaten", "month", 1.0),
    ("year years jahr jahre jahren", "month", 12.0),
    ("% percent prozent", "%", 1.0),
    ("bit bits", "bit", 1.0),
    ("kbit kbps", "bit", 1e3),
    ("mbit mbps", "bit", 1e6),
    ("gbit gbps", "bit", 1e9),
    ("hz", "Hz", 1.0),
    ("mhz", "Hz", 1e6),
    ("ghz", "Hz", 1e9),
    ("px pixel pixels", "px", 1.0),
    ("core cores kern kerne kernen cpu cpus vcpu vcpus", "core", 1.0),
    ("character characters zeichen", "character", 1.0),
    ("eur euro euros €", "EUR", 1.0),
    ("usd dollar dollars $", "USD", 1.0),
    ("°c", "°C", 1.0),
):
    for _name in _spellings.split():
        _UNITS[_name] = (_canonical, _factor)
# One letter means a unit in this spelling only: "7b" is a size of a model, "7B" are bytes.
_UNITS_BY_CASE = {"B": ("B", 1.0), "s": ("s", 1.0), "h": ("s", 3600.0), "d": ("s", 86_400.0)}
_BEFORE = {
    "port": "port",
    "ports": "port",
    "version": "version",
    "versions": "version",
    "versionen": "version",
    "release": "version",
    "v": "version",
}
_NUMBER = re.compile(
    r"(?<![\w./:\\@#-])(?P<sign>[-−–](?=\d))?"
    r"(?P<number>\d{1,3}(?:[.,\u202f\u00a0 ]\d{3})+(?![\d])(?:[.,]\d+)?|\d+(?:[.,]\d+)?)"
    r"(?:(?:[ \u00a0\u202f-])?(?P<unit>%|°C|€|\$|[A-Za-zäöüÄÖÜ]{1,14})(?![\w]))?"
    r"(?![\w]|[./:-]\d|[./:]\w)"
)
_NEGATION = re.compile(
    r"\b(?:not|no|never|none|without|cannot|neither|nor|nicht|kein|keine|keinen|keinem|keiner|keines|nie"
    r"|niemals|ohne|weder)\b|n['’]t\b",
    re.IGNORECASE,
)
_STEP = re.compile(
    r"(?:\b(?:steps?|schritte?n?|chapter|kapitel|section|abschnitt|figure|abbildung|table|tabelle)|#)\s*$",
    re.IGNORECASE,
)
_LIST_NUMBER = re.compile(r"\s*(?:#+\s*)?(?:step|schritt|phase|teil|part|option)?\s*$", re.IGNORECASE)


def _numbers(
    masked: str, body: str, start: int, end: int, version_starts: Collection[int]
) -> Iterable[NumberFact]:
    """Yield the numbers of one sentence with their units and subjects."""
    if not _DIGIT.search(masked, start, end):
        return
    sentence = masked[start:end]
    taken = [match.span() for match in _DATES.finditer(sentence)] if _YEAR.search(sentence) else []
    negated = _NEGATION.search(sentence) is not None
    shown = " ".join(body[start:end].split())
    previous_unit, previous_end = "", -100
    for match in _NUMBER.finditer(sentence):
        first, last = match.span("number")
        before = sentence[:first]
        if any(left <= first < right for left, right in taken):
            continue
        if (_LIST_NUMBER.fullmatch(before) and not match["unit"]) or _STEP.search(before[-16:]):
            continue  # the number of a list item or a step
        value = _value(match["number"])
        if value is None:
            continue
        unit, factor, raw_end = _unit(match, before)
        if start + first in version_starts:
            unit = "version"
        elif not unit and previous_unit == "port" and first - previous_end <= 20:
            unit = "port"  # "ports 80 (HTTP), 443 (HTTPS)"
        previous_unit, previous_end = unit, last
        yield NumberFact(
            value=(-value if match["sign"] else value) * factor,
            raw=sentence[first:raw_end],
            unit=unit,
            subject=_subject(sentence, first, last),
            negated=negated,
            sentence=shown,
            start=start + first,
            end=start + last,
            sentence_start=start,
            sentence_end=end,
        )


def _unit(match: re.Match[str], before: str) -> tuple[str, float, int]:
    """Return canonical unit, factor to the base unit and the end of the number with its unit."""
    written = match["unit"] or ""
    known = _UNITS_BY_CASE.get(written) or _UNITS.get(written.casefold())
    if known is not None:
        return *known, match.end("unit")
    words = [word.casefold() for word in _WORD.findall(before[-40:])[-2:]]
    return next((_BEFORE[w] for w in reversed(words) if w in _BEFORE), ""), 1.0, match.end("number")


def _value(text: str) -> float | None:
    """Return the number; a separator before exactly three digits groups thousands when it repeats.

    ``1.024`` alone stays ambiguous between German thousands and an English fraction: thousands are far more
    common in technical text when the separator is a comma or a space; with a point the number is a fraction
    unless it is grouped twice.
    """
    compact = re.sub(r"[\u202f\u00a0 ]", "", text)
    points, commas = compact.count("."), compact.count(",")
    if points and commas:
        decimal = max(compact.rfind("."), compact.rfind(","))
        compact = re.sub(r"[.,]", "", compact[:decimal]) + "." + compact[decimal + 1 :]
    elif commas > 1 or points > 1:
        compact = re.sub(r"[.,]", "", compact)
    elif commas:
        head, tail = compact.split(",")
        compact = head + tail if len(tail) == 3 else f"{head}.{tail}"
    try:
        return float(compact) if len(compact) <= 18 else None
    except ValueError:
        return None


def _subject(sentence: str, first: int, last: int) -> tuple[str, ...]:
    """Return folded content words of a sentence, nearest to the number first."""
    near: list[tuple[int, int, str]] = []
    for match in _WORD.finditer(sentence):
        word = match[0].casefold()
        if len(word) < 3 or word in _ALL_STOP or _DIGIT.search(word):
            continue
        distance = first - match.end() if match.end() <= first else max(0, match.start() - last)
        near.append((distance, match.start(), fold(word)))
    near.sort()
    return tuple(dict.fromkeys(word for _, _, word in near))[:MAX_SUBJECT]


# -- code and shingles ------------------------------------------------------------------------------

_COMMENT_LINE = re.compile(r"^(?:#(?!!|include|define)|//|--\s|;|<!--|/\*|\*|REM\s)")
_TRAILING_COMMENT = re.compile(r"\s+(?:#|//)\s.*$")


def code_lines(body: str, blocks: Iterable[CodeBlock]) -> Iterable[str]:
    """Yield the telling lines of code: spaces folded; comments, braces and short lines left out."""
    for block in blocks:
        for line in body[block.inner_start : block.inner_end].split("\n"):
            text = " ".join(line.split()).removeprefix("$ ").removeprefix("> ")
            if _COMMENT_LINE.match(text):
                continue
            text = _TRAILING_COMMENT.sub("", text)
            if len(text) >= 4 and sum(character.isalnum() for character in text) >= 3:
                yield text


def _code_hashes(body: str, blocks: Iterable[CodeBlock]) -> tuple[int, ...]:
    hashes = (
        int.from_bytes(blake2b(line.encode("utf-8", "replace"), digest_size=8).digest(), "little")
        for line in code_lines(body, blocks)
    )
    return tuple(dict.fromkeys(hashes))


@lru_cache(maxsize=300_000)
def _word_hash(word: str) -> int:
    return int.from_bytes(blake2b(word.encode("utf-8", "replace"), digest_size=8).digest(), "little")


# Odd multipliers of a polynomial over the words of a run; wrap-around in 64 bits is wanted.
_POWERS = np.array(
    [pow(0x9E3779B97F4A7C15, exponent, 2**64) for exponent in range(SHINGLE_WORDS)], dtype=np.uint64
)


def shingles(passages: Iterable[str]) -> tuple[int, ...]:
    """Return hashes of the five-word runs of a text, sorted, without repeats.

    Args:
        passages: pieces of prose in order; runs go on from one piece to the next. Case, accents spelled in
            another normal form and punctuation do not matter.
    """
    words = [
        word
        for passage in passages
        for word in _WORD.findall(unicodedata.normalize("NFKC", passage).casefold())
    ]
    count = len(words) - SHINGLE_WORDS + 1
    if count < 1:
        return ()
    hashes = np.fromiter(map(_word_hash, words), dtype=np.uint64, count=len(words))
    runs = np.zeros(count, dtype=np.uint64)
    for place in range(SHINGLE_WORDS):
        runs += hashes[place : place + count] * _POWERS[place]
    runs ^= runs >> np.uint64(29)
    runs.sort()
    return tuple(runs[np.r_[True, runs[1:] != runs[:-1]]].tolist())
