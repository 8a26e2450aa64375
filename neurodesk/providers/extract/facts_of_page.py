"""What a page says about itself: title, language, date, licence, where it was first published."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from neurodesk.domain.extraction import web_address
from neurodesk.providers.extract.dates import (
    licence_of_url,
    read_date,
    stated_date,
    stated_licence,
    stated_origin,
)

_SAVED_FROM = re.compile(r"<!--\s*saved from url=\(\d+\)\s*(\S+?)\s*-->", re.IGNORECASE)
_SINGLE_FILE = re.compile(r"<!--\s*Page saved with SingleFile\s+url:\s*(\S+)", re.IGNORECASE)
_MIRROR = re.compile(r"<!--\s*Mirrored from (\S+) by HTTrack", re.IGNORECASE)
_SEPARATOR = re.compile(r"\s+[|–—·»]\s+|\s+-\s+|\s+::\s+")
_DATE_NAMES = frozenset(
    "article:modified_time article:published_time og:updated_time last-modified date dc.date "
    "dc.date.modified "
    "dcterms.modified dcterms.date dcterms.created dc.date.issued datepublished datemodified pubdate revised "
    "citation_publication_date".split(" ")
)
_NO_TEXT = frozenset({"script", "style", "head", "title"})
_LICENCE_NAMES = frozenset(
    "dc.rights dcterms.rights dcterms.license license licence rights copyright".split(" ")
)


@dataclass(frozen=True, slots=True)
class PageFacts:
    """Statements of the page; "" and 0 for what it does not state."""

    title: str = ""
    lang: str = ""
    dated_at: float = 0.0
    recorded_origin: str = ""
    licence: str = ""
    own_export: bool = False


def page_facts(page: Any, source: str, base: str = "") -> PageFacts:
    """Read the statements of a parsed page.

    Args:
        page: the ``html`` element, before anything was removed.
        source: the page's text, for marks that browsers leave in comments.
        base: address of the page, for relative canonical links.
    """
    metas = _metas(page)
    text = _text_of(page)
    return PageFacts(
        title=_title(page, metas),
        lang=(page.get("lang") or page.get("{http://www.w3.org/XML/1998/namespace}lang") or "")[:2].lower(),
        dated_at=_date(page, metas, text),
        recorded_origin=_origin(page, metas, source, base) or stated_origin(text),
        licence=_licence(page, metas) or stated_licence(text)[:120],
        own_export="neurodesk" in metas.get("generator", [""])[0].casefold()
        or any(name.startswith("neurodesk") for name in metas),
    )


def _text_of(page: Any) -> str:
    """Return the page's text with a line for each piece, so that words never run together."""
    pieces: list[str] = []
    for element in page.iter():
        if isinstance(element.tag, str) and element.tag not in _NO_TEXT and element.text:
            pieces.append(element.text)
        if element.tail and (element.getparent() is None or element.getparent().tag != "head"):
            inline = element.tag in {"a", "b", "strong", "em", "i", "span", "time", "code", "small"}
            if inline and pieces:
                pieces[-1] += element.tail
            else:
                pieces.append(element.tail)
    return "\n".join(" ".join(piece.split()) for piece in pieces if piece.strip())


def _metas(page: Any) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for meta in page.iter("meta"):
        name = (
            meta.get("name") or meta.get("property") or meta.get("itemprop") or meta.get("http-equiv") or ""
        ).lower()
        content = " ".join((meta.get("content") or "").split())
        if name and content:
            found.setdefault(name, []).append(content[:2000])
    return found


def _title(page: Any, metas: dict[str, list[str]]) -> str:
    heads = [" ".join("".join(h.itertext()).split()) for h in page.iter("h1")]
    heads = [head for head in heads if head]
    element = page.find(".//title")
    stated = " ".join((element.text_content() if element is not None else "").split())
    stated = stated or metas.get("og:title", [""])[0]
    parts = [part.strip() for part in _SEPARATOR.split(stated) if part.strip()]
    if len(heads) >= 1:
        for head in heads:
            if head.casefold() in stated.casefold() or len(heads) == 1:
                return head[:300]
    return (max(parts, key=len) if len(parts) > 1 and len(parts[0]) < 12 else parts[0] if parts else "")[:300]


def _date(page: Any, metas: dict[str, list[str]], text: str) -> float:
    dates = [read_date(value) for name in _DATE_NAMES for value in metas.get(name, ())]
    for script in page.iter("script"):
        if (script.get("type") or "").lower() == "application/ld+json":
            dates += _json_dates(script.text or "")
    stated = [one for one in dates if one]
    if stated:
        return max(stated)
    stated = [
        read_date(one.get("datetime") or one.text_content())
        for one in page.iter("time")
        if one.get("pubdate") is not None or (one.get("itemprop") or "").startswith("date")
    ]
    return max([*stated, stated_date(text), 0.0])


def _json_dates(text: str) -> list[float]:
    try:
        value = json.loads(text[:200_000])
    except (ValueError, RecursionError):
        return []
    found: list[float] = []
    waiting = [value]
    for _ in range(2000):
        if not waiting:
            break
        one = waiting.pop()
        if isinstance(one, dict):
            found += [read_date(str(one[key])) for key in ("dateModified", "datePublished") if key in one]
            waiting += [inner for inner in one.values() if isinstance(inner, dict | list)]
        elif isinstance(one, list):
            waiting += one
    return found


def _origin(page: Any, metas: dict[str, list[str]], source: str, base: str) -> str:
    candidates = [
        match.group(1) for pattern in (_SAVED_FROM, _SINGLE_FILE) if (match := pattern.search(source[:5000]))
    ]
    if match := _MIRROR.search(source[:200_000]):
        candidates.append(f"http://{match.group(1)}")
    candidates += metas.get("source_url", []) + metas.get("dc.source", []) + metas.get("dcterms.source", [])
    for link in page.iter("link"):
        if "canonical" in (link.get("rel") or "").lower().split():
            candidates.append(link.get("href") or "")
    candidates += metas.get("og:url", [])
    for one in candidates:
        address = web_address(urljoin(base, one.strip()) if base else one.strip())
        if address:
            return address
    return ""


def _licence(page: Any, metas: dict[str, list[str]]) -> str:
    for one in [*page.iter("a"), *page.iter("link")]:
        if "license" in (one.get("rel") or "").lower().split():
            named = licence_of_url(one.get("href") or "") or " ".join(one.text_content().split())
            if named:
                return named[:120]
    for name in sorted(_LICENCE_NAMES & metas.keys()):
        value = metas[name][0]
        return (licence_of_url(value) or stated_licence(f"license: {value}") or value)[:120]
    for one in page.iter("a"):
        named = licence_of_url(one.get("href") or "")
        if named:
            return named
    return ""
