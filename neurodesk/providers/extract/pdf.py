"""PDF to text with a quality figure a page: pages that cannot be read are said to be so, never passed on."""

from __future__ import annotations

import io
import logging
import re
from collections import Counter
from importlib.metadata import version
from typing import Any

from neurodesk.domain.evidence import PageRefused, Refusal
from neurodesk.domain.extraction import Document, Extracted, web_address
from neurodesk.domain.injection import find_injection
from neurodesk.domain.query_words import ENGLISH_SIGNS, GERMAN_SIGNS
from neurodesk.providers.extract.dates import (
    read_date,
    stated_date,
    stated_licence,
    stated_origin,
)
from neurodesk.providers.extract.invisible import strip_invisible
from neurodesk.providers.extract.language import detect_language
from neurodesk.providers.extract.pdf_hidden import HiddenTexts, OnlyShows
from neurodesk.providers.extract.pdf_tables import Places, as_markdown, tables_of, window_of

RULES = 3
READABLE = 0.5
MAX_PAGES = 1500
# Laying a page out takes as long as reading it: in a long book only the first pages are looked at for tables.
MAX_LAID_OUT = 200
_GLYPH_CODE = re.compile(r"/(?:g|G|C|c|cid|uni|glyph|index)\d{1,5}\b|\(cid:\d+\)|/[A-Z]{1,2}\d{2,5}(?=/|\s)")
_LIST_LINE = re.compile(r"^\s*(?:\d{1,3}[.)]|[-–—•▪◦*·]|\([a-z0-9]\)|[a-z]\))\s+\S")
_BULLET = re.compile(r"^\s*[•▪◦·–]\s+")
_NUMBERED_HEAD = re.compile(r"^\d{1,2}(?:\.\d{1,2}){0,3}\.?\s+[A-ZÄÖÜ][^.!?]{2,80}$")
_IMPRINT = re.compile(r"\s*(?:source|quelle)\W{0,2}:\s*https?://", re.IGNORECASE)
_MONO = re.compile(r"courier|mono|consol|menlo|typewriter|cmtt|inconsolata|code", re.IGNORECASE)


class _Line:
    """One line of a page with how it is set; a table of several lines is one."""

    __slots__ = ("mono", "size", "table", "text")

    def __init__(self, text: str, size: float, mono: bool, table: bool = False) -> None:
        self.text = text
        self.size = size
        self.mono = mono
        self.table = table


def extract_pdf(document: Document) -> Extracted:
    """Return the readable pages' text.

    Raises:
        PageRefused: ``low_quality`` (scanned or garbled throughout), ``bad_type``, ``fetch_failed``
            (encrypted), ``too_large``, ``empty_text``.
    """
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = PdfReader(io.BytesIO(document.data), strict=False)
        if reader.is_encrypted and not reader.decrypt(""):
            raise PageRefused(Refusal.FETCH_FAILED, "encrypted")
        count = len(reader.pages)
    except PageRefused:
        raise
    except (PyPdfError, ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
        raise PageRefused(Refusal.BAD_TYPE, f"not a readable PDF: {str(error)[:120]}") from error
    if count > MAX_PAGES:
        raise PageRefused(Refusal.TOO_LARGE, f"{count} pages")
    pages: list[list[_Line]] = []
    qualities: list[float] = []
    notes: list[tuple[str, str]] = []
    hidden: list[tuple[str, str]] = []
    laid_out = 0
    for number in range(count):
        places = Places()
        lines, problem, unseen = _read_page(reader, number, places)
        hidden += unseen
        figure = page_quality("\n".join(line.text for line in lines))
        if figure < READABLE:
            if not problem:
                problem = (
                    "garbled" if sum(len(line.text) for line in lines) > 30 else "no text: scanned or empty"
                )
            notes.append(("page_unreadable", f"page {number + 1}: {problem}"))
            lines = []
        elif laid_out < MAX_LAID_OUT and places.may_hold_table():
            laid_out += 1
            _put_tables(reader.pages[number], places, lines)
        qualities.append(round(figure, 3))
        pages.append(lines)
    if not any(pages):
        detail = notes[0][1] if notes else "no pages"
        raise PageRefused(Refusal.LOW_QUALITY, f"no page can be read ({detail})")
    whole = "\n".join(line.text for page in pages for line in page)
    _drop_running_lines(pages)
    text, invisible = strip_invisible(_write(pages))
    notes += [(f"hidden_text:{why}", words[:300]) for why, words in hidden if words][:20]
    notes += [
        ("hidden_instruction", one) for one in find_injection("\n".join(words for _, words in hidden))[:5]
    ]
    if invisible > 8:
        notes.append(("invisible_characters", str(invisible)))
    title, dated_at, origin = _facts(reader, pages)
    return Extracted(
        text=text,
        title=title,
        lang=detect_language(text),
        format="pdf",
        extractor=f"pdf {RULES}, pypdf {version('pypdf')}",
        dated_at=stated_date(whole) or dated_at,
        recorded_origin=origin or stated_origin(whole),
        licence=stated_licence(whole),
        page_quality=tuple(qualities),
        notes=tuple(notes[:60]),
    )


def _read_page(reader: Any, number: int, places: Places) -> tuple[list[_Line], str, list[tuple[str, str]]]:
    """Return a page's lines, what is wrong with it, and the texts nobody sees with why."""
    pieces: list[tuple[str, float, bool]] = []

    def visit(text: str, cm: Any, tm: Any, font: Any, size: Any) -> None:
        if text:
            name = str((font or {}).get("/BaseFont", "")) if hasattr(font or {}, "get") else ""
            scale = abs(tm[3] * cm[3]) if tm and cm else 1.0
            pieces.append((text, float(size or 0) * (scale or 1.0), bool(_MONO.search(name))))

    def note(operator: bytes, operands: Any, cm: Any, tm: Any) -> None:
        places.note(operator, operands, cm, tm)
        seen.before(operator, operands, cm, tm)

    unseen: list[tuple[str, str]] = []
    try:
        page = reader.pages[number]
        seen = HiddenTexts(page)
        whole = page.extract_text(
            visitor_text=visit, visitor_operand_before=note, visitor_operand_after=seen.after
        )
        hidden = seen.hidden()
        if hidden:  # seldom: read once more without it, and once nothing else, for the note
            pieces.clear()
            numbers = frozenset(hidden)
            shown = OnlyShows(numbers, kept=False)
            whole = page.extract_text(visitor_text=visit, visitor_operand_before=shown.before)
            for why in sorted(set(hidden.values())):
                only = OnlyShows(frozenset(n for n in numbers if hidden[n] == why), kept=True)
                # With a visitor the page is read whole, as before: the numbers stay the same.
                text = page.extract_text(visitor_operand_before=only.before)
                unseen.append((why, " ".join(text.split())))
    except MemoryError:
        raise
    except Exception as error:
        # pypdf raises what the broken object happens to break.
        return [], f"broken page: {type(error).__name__}", []
    return _lines_of(whole, pieces), "", unseen


def _lines_of(whole: str, pieces: list[tuple[str, float, bool]]) -> list[_Line]:
    """Give each line of the page's text the size and face of the pieces that make it up."""
    lines: list[_Line] = []
    setting: dict[str, tuple[float, bool]] = {}
    for text, size, mono in pieces:
        for part in text.split("\n"):
            key = part.strip()
            if key:
                setting.setdefault(key, (size, mono))
    for raw in whole.split("\n"):
        stripped = raw.strip()
        size, mono = setting.get(stripped, (0.0, False))
        if not size and stripped:
            start = next(
                (s for k, s in setting.items() if len(k) > 3 and stripped.startswith(k)), (0.0, False)
            )
            size, mono = start
        lines.append(_Line(raw.rstrip(), size, mono and bool(stripped)))
    return lines


def _put_tables(page: Any, places: Places, lines: list[_Line]) -> None:
    """Put the page's tables in the place of the lines that hold their words; listings stay code."""
    for table in tables_of(page, places):
        found = window_of(table, [line.text for line in lines])
        if found is None or any(line.mono for line in lines[found[0] : found[1]] if line.text):
            continue
        # A size of none: it says nothing about the text around it.
        lines[found[0] : found[1]] = [_Line(as_markdown(table), 0.0, False, table=True)]


def page_quality(text: str) -> float:
    """Return 0..1: how far the extracted text of a page is language that a person can read.

    Counts letters that belong to words of usual length, small words of German and English, glyph codes and
    characters of private use. A page without text, as a scanned one, is 0.
    """
    stripped = text.strip()
    if len(stripped) < 12:
        return 0.0 if not re.search(r"\w{2,}", stripped) else 0.5
    sample = stripped[:20_000]
    codes = sum(len(m.group()) for m in _GLYPH_CODE.finditer(sample))
    strange = sum(
        c == "\ufffd"
        or "\ue000" <= c <= "\uf8ff"
        or (c < " " and c not in "\n\t\r\f")
        or "\x80" <= c <= "\x9f"
        for c in sample
    )
    words = re.findall(r"[^\W\d_]+", sample)
    letters = sum(map(len, words))
    visible = sum(not c.isspace() for c in sample) or 1
    bad = min(1.0, (codes + 2 * strange) / visible)
    if not words:
        return max(0.0, 0.6 - bad) if re.search(r"\d", sample) else 0.0
    if re.search(r"[\u3040-\u9fff\uac00-\ud7af]", sample):
        return max(0.0, 1.0 - 2 * bad)
    usual = sum(len(w) for w in words if 2 <= len(w) <= 24 and _pronounceable(w)) / letters
    small = sum(w.casefold() in GERMAN_SIGNS or w.casefold() in ENGLISH_SIGNS for w in words) / len(words)
    lettered = min(1.0, letters / visible / 0.55)
    language = min(1.0, small / 0.08) if len(words) >= 40 else 1.0
    return max(0.0, min(1.0, usual * (0.55 + 0.45 * language) * (0.4 + 0.6 * lettered)) - 1.5 * bad)


def _pronounceable(word: str) -> bool:
    lowered = word.casefold()
    if not lowered.isascii() and not re.search(r"[a-zäöüßéèàçñ]", lowered):
        return True
    vowels = sum(c in "aeiouyäöüéèàáíóúâêîôû" for c in lowered)
    return len(word) <= 5 or (0.15 <= vowels / len(word) <= 0.75)


def _drop_running_lines(pages: list[list[_Line]]) -> None:
    """Remove headers, footers and page numbers: edge lines that repeat, digits aside, on many pages."""
    filled = [page for page in pages if page]
    counts: Counter[str] = Counter()
    for page in filled:
        counts.update({_pattern(line.text) for line in _edges(page)})
    least = max(3, (len(filled) + 1) // 2) if len(filled) > 2 else 2
    for page in filled:
        edge = {id(line) for line in _edges(page)}
        page[:] = [
            line
            for line in page
            if not (
                id(line) in edge
                and (
                    counts[_pattern(line.text)] >= least
                    or _IMPRINT.match(line.text)
                    or re.fullmatch(
                        r"\s*(?:(?:page|seite)\s*)?\d{1,4}(?:\s*(?:/|of|von)\s*\d{1,4})?\s*",
                        line.text,
                        re.IGNORECASE,
                    )
                )
            )
        ]


def _edges(page: list[_Line]) -> list[_Line]:
    filled = [line for line in page if line.text.strip()]
    return filled[:2] + filled[-2:] if len(filled) > 6 else filled[:1] + filled[-1:]


def _pattern(text: str) -> str:
    return re.sub(r"\d+", "#", " ".join(text.split())).casefold()


def _write(pages: list[list[_Line]]) -> str:
    """Write the lines as paragraphs, headings, list items and code."""
    sizes = Counter(
        round(line.size, 1)
        for page in pages
        for line in page
        if line.text.strip() and not line.mono and not line.table
    )
    body = max(sizes, key=lambda one: (sizes[one] if one else -1, -one)) if sizes else 0.0
    lengths = sorted(
        len(line.text) for page in pages for line in page if line.text.strip() and not line.table
    )
    full = lengths[int(len(lengths) * 0.8)] if lengths else 80
    out: list[str] = []
    kinds: list[str] = []

    def put(text: str, kind: str) -> None:
        out.append(text)
        kinds.append(kind)

    previous = ""
    for page in pages:
        for line in page:
            if line.table:
                put(line.text, "table")
                previous = ""
                continue
            text = " ".join(line.text.split()) if not line.mono else line.text.rstrip()
            if not text.strip():
                previous = ""
                continue
            if line.mono:
                if kinds and kinds[-1] == "code":
                    out[-1] += f"\n{text}"
                else:
                    put(text, "code")
            elif _is_heading(text, line.size, body):
                level = 2 if body and line.size < 1.45 * body else 1
                put(f"{'#' * level} {text}", "heading")
            elif _LIST_LINE.match(text):
                put(_BULLET.sub("- ", text), "item")
            elif kinds and kinds[-1] in {"para", "item"} and _continues(previous, text, full):
                out[-1] = _joined(out[-1], text)
            else:
                put(text, "para")
            previous = text
    return _spaced(out, kinds)


def _is_heading(text: str, size: float, body: float) -> bool:
    if len(text) > 110 or text.endswith((".", ",", ";", ":")) or not re.search(r"[^\W\d_]{2}", text):
        return False
    if body and size >= 1.15 * body:
        return True
    return bool(_NUMBERED_HEAD.match(text)) and not re.match(r"^\d{1,2}[.)]?\s", text)


def _continues(previous: str, text: str, full: int) -> bool:
    if not previous:
        return False
    if previous.endswith((",", "-", "\u00ad")):
        return True
    if text[:1].islower():
        # In a narrow table cell a lower-case line is a new entry.
        return len(previous) >= 0.45 * full
    return not previous.endswith((".", "!", "?", ":")) and len(previous) >= 0.7 * full


def _joined(before: str, text: str) -> str:
    if (
        before.endswith(("-", "\u00ad"))
        and text[:1].islower()
        and not re.match(r"(?:und|oder|and|or|bzw)\b", text)
    ):
        return before[:-1] + text
    return f"{before} {text}"


def _spaced(out: list[str], kinds: list[str]) -> str:
    written: list[str] = []
    for i, (text, kind) in enumerate(zip(out, kinds, strict=True)):
        if kind == "code":
            text = f"```\n{text}\n```"
        tight = i and kind == "item" == kinds[i - 1]
        written.append(("\n" if tight else "\n\n" if i else "") + text)
    return "".join(written) + "\n"


def _facts(reader: Any, pages: list[list[_Line]]) -> tuple[str, float, str]:
    try:
        info = reader.metadata or {}
        title = " ".join(str(info.get("/Title") or "").split())
        dated = read_date(re.sub(r"^D:(\d{4})(\d{2})(\d{2}).*", r"\1-\2-\3", str(info.get("/ModDate") or "")))
        if dated == read_date("2000-01-01"):
            # What generators write when a file must come out the same each time.
            dated = 0.0
        origin = web_address(str(info.get("/Source") or info.get("/URL") or info.get("/Subject") or ""))
    except Exception:
        title, dated, origin = "", 0.0, ""
    if len(title) < 4 or re.search(
        r"\.(?:docx?|indd|tex|odt|dvi)$|^untitled|^anonymous|microsoft word", title, re.IGNORECASE
    ):
        lines = [line for page in pages[:1] or [] for line in page if line.text.strip()]
        lines = [line for line in lines if not line.table] or lines
        title = max(lines[:8], key=lambda one: one.size).text.strip() if lines else ""
    return title[:300], dated, origin
