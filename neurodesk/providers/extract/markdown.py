"""Markdown and plain text: decoded, front matter read, invisible parts dropped; the text stays as it is."""

from __future__ import annotations

import re
from collections.abc import Callable

from neurodesk.domain.evidence import PageRefused, Refusal
from neurodesk.domain.extraction import Document, Extracted, web_address
from neurodesk.domain.injection import find_injection
from neurodesk.providers.extract.charset import decode
from neurodesk.providers.extract.dates import (
    licence_of_url,
    read_date,
    short_licence,
    stated_date,
    stated_licence,
    stated_origin,
)
from neurodesk.providers.extract.invisible import (
    colour_of,
    declarations,
    hides,
    looks_equal,
    strip_invisible,
    tagged_text,
)
from neurodesk.providers.extract.language import detect_language
from neurodesk.providers.kb.front_matter import read_front_matter

NAME = "markdown 1"
MAX_CHARS = 4 * 1024 * 1024
_ORIGIN_KEYS = (
    "source_url",
    "source-url",
    "source_uri",
    "canonical_url",
    "canonical",
    "original_url",
    "url",
    "source",
)
_LICENCE_KEYS = ("licence", "license", "rights", "lizenz")
_DATE_KEYS = (
    "updated",
    "last_updated",
    "lastmod",
    "modified",
    "last_modified",
    "updated_at",
    "date",
    "published",
    "stand",
)
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_STYLED_TAG = re.compile(r"<(\w+)\b(?=[^>]*?(?:\bhidden\b(?!=)|\bstyle\s*=))([^>]*)>", re.IGNORECASE)
_HIDDEN_ATTRIBUTE = re.compile(r"(?:^|\s)hidden(?:\s|/|$)", re.IGNORECASE)
_STYLE = re.compile(r"\bstyle\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
_WHITE = (255, 255, 255)
_HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t]*#*[ \t]*$|^(?=\S)(.+)\n(?:=+|-{2,})[ \t]*$", re.MULTILINE)
# Link reference definitions used as comments: [//]: # (text)
_FAKE_DEFINITION = re.compile(
    r"^\[(?://|comment|_)\]:\s*\S+\s*(?:\(.*\)|\".*\"|'.*')?\s*$", re.MULTILINE | re.IGNORECASE
)


def extract_markdown(document: Document) -> Extracted:
    """Return a Markdown file's text without front matter and without what no reader sees.

    Raises:
        PageRefused: ``encoding_damaged``, ``too_large``, ``empty_text``, ``own_text``, ``bad_type``.
    """
    return _extract(document, "markdown")


def extract_text(document: Document) -> Extracted:
    """Return a plain text file's text.

    Raises:
        PageRefused: see ``extract_markdown``.
    """
    return _extract(document, "text")


def _extract(document: Document, form: str) -> Extracted:
    source, encoding = decode(document.data, declared=document.charset)
    if len(source) > MAX_CHARS:
        raise PageRefused(Refusal.TOO_LARGE, f"{len(source)} characters")
    front = read_front_matter(source)
    meta = {str(key).casefold(): value for key, value in front.meta.items()}
    if any(key.startswith("neurodesk") for key in meta):
        raise PageRefused(Refusal.OWN_TEXT, "export mark")
    body = source[front.length :]
    dropped: list[str] = []
    if form == "markdown":
        body = _without_hidden(body, dropped)
    text, invisible = strip_invisible(body)
    text = re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)
    text = re.sub(r"\n{4,}", "\n\n\n", text).strip("\n") + "\n"
    if not text.strip():
        raise PageRefused(Refusal.EMPTY_TEXT)
    heading = _HEADING.search(text) if form == "markdown" else None
    first = text.strip().split("\n", 1)[0][:120]
    title = _text_of(meta.get("title")) or ((heading and (heading[1] or heading[2])) or "").strip() or first
    tagged = tagged_text(source)
    notes: list[tuple[str, str]] = [
        ("hidden_text:hidden", one[:300]) for one in dropped if re.search(r"\w", one)
    ]
    if invisible > 8:
        notes.append(("invisible_characters", str(invisible)))
    if tagged.strip():
        notes.append(("hidden_text:tag_characters", tagged[:300]))
    notes += [("hidden_instruction", one) for one in find_injection("\n".join(dropped) + "\n" + tagged)[:5]]
    notes += [(problem, "") for problem in front.problems]
    return Extracted(
        text=text,
        title=title,
        lang=detect_language(text, _text_of(meta.get("lang") or meta.get("language"))[:2].lower()),
        format=form,
        extractor=NAME,
        encoding=encoding,
        dated_at=_dated(meta) or stated_date(text[:3000] + "\n" + text[-1500:]),
        recorded_origin=_origin(meta) or stated_origin(text),
        licence=_licence(meta) or stated_licence(text),
        notes=tuple(notes),
    )


def _text_of(value: object) -> str:
    return " ".join(str(value).split()) if isinstance(value, str | int | float) else ""


def _origin(meta: dict[str, object]) -> str:
    return next((found for key in _ORIGIN_KEYS if (found := web_address(_text_of(meta.get(key))))), "")


def _licence(meta: dict[str, object]) -> str:
    for key in _LICENCE_KEYS:
        stated = _text_of(meta.get(key))
        if stated:
            return (licence_of_url(stated) or short_licence(stated))[:120]
    return ""


def _dated(meta: dict[str, object]) -> float:
    return max((read_date(_text_of(meta.get(key))) for key in _DATE_KEYS), default=0.0)


def _is_hidden(attributes: str) -> bool:
    """Tell whether a tag's attributes hide its element; a page of Markdown is taken to be white."""
    stated = _STYLE.search(attributes)
    if _HIDDEN_ATTRIBUTE.search(_STYLE.sub(" ", attributes)):
        return True
    style = declarations((stated[1] or stated[2] or "")[:4000]) if stated else {}
    if hides(style):
        return True
    ground = colour_of(style.get("background-color", style.get("background", "#fff")).split(" ")[0])
    ink = colour_of(style.get("color", "#000"))
    if ink == "transparent":
        return True
    ground = _WHITE if ground == "transparent" else ground
    return isinstance(ink, tuple) and isinstance(ground, tuple) and looks_equal(ink, ground)


def _without_hidden_elements(text: str, drop: Callable[[re.Match[str]], str]) -> str:
    """Drop each hidden element up to its first end tag; one without an end tag stays."""
    kept: list[str] = []
    done = 0
    # Without an end tag behind one place there is none behind a later one either: nothing is searched twice.
    endless: set[str] = set()
    for tag in _STYLED_TAG.finditer(text):
        if tag.start() < done or tag[1].lower() in endless or not _is_hidden(tag[2]):
            continue
        whole = re.compile(rf".*?</{tag[1]}\s*>", re.DOTALL | re.IGNORECASE).match(text, tag.start())
        if whole is None:
            endless.add(tag[1].lower())
            continue
        kept += text[done : tag.start()], drop(whole)
        done = whole.end()
    return "".join(kept) + text[done:]


def _without_hidden(body: str, dropped: list[str]) -> str:
    """Drop HTML comments, hidden elements and comment-like definitions outside code fences."""

    def drop(match: re.Match[str]) -> str:
        dropped.append(" ".join(re.sub(r"<!--|-->|</?\w[^>]*>", " ", match.group()).split()))
        return ""

    parts: list[str] = []
    prose: list[str] = []
    fence = ""

    def flush() -> None:
        text = "".join(prose)
        prose.clear()
        if "<" in text:
            text = _without_hidden_elements(_COMMENT.sub(drop, text), drop)
        parts.append(_FAKE_DEFINITION.sub(drop, text) if "]:" in text else text)

    for line in body.splitlines(keepends=True):
        match = _FENCE.match(line)
        if fence:
            parts.append(line)
            if (
                match
                and match.group(1)[0] == fence[0]
                and len(match.group(1)) >= len(fence)
                and not line[match.end() :].strip()
            ):
                fence = ""
        elif match:
            flush()
            fence = match.group(1)
            parts.append(line)
        else:
            prose.append(line)
    flush()
    return "".join(parts)
