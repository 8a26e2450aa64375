"""The inside of a paragraph: links, code spans, tags, and where sentences end.

Works on one joined paragraph. Everything here is one pass over the text (or a regular expression that cannot
backtrack), because a hostile paragraph may hold a million brackets.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from dataclasses import dataclass, field

from neurodesk.domain import language_words as words

_TICKS = re.compile(r"`+")
_TAG = re.compile(r"(?<!\]\()<(?:/?[A-Za-z][^<>]*+|![A-Za-z][^<>]*+|\?[^<>]*+)>")
_AUTOLINK = re.compile(
    r"(?<!\]\()<((?:https?|ftp|mailto|ssh|file|tel):[^\s<>]++|[^\s<>@]++@[^\s<>]++)>", re.IGNORECASE
)
_LINK_TAIL = re.compile(
    r"\]\(\s*+(<[^<>\n]*+>|[^\s()<>]*+(?:\([^\s()<>]*+\)[^\s()<>]*+)*+)"
    r"(?:\s++(\"[^\"]*+\"|'[^']*+'|\([^()]*+\)))?\s*+\)"
)
_REFERENCE_TAIL = re.compile(r"\]\[([^\[\]\n]{0,200}+)\]")
_BRACKET = re.compile(r"!?\[|\]|\\.", re.DOTALL)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_STARS = re.compile(r"(?<![\w*])(\*{1,3})(?=[^\s*])([^*]++)(?<=\S)\1(?![\w*])")
_LINES = re.compile(r"(?<![\w_])(_{1,3})(?=[^\s_])([^_]++)(?<=\S)\1(?![\w_])")
_STRIKE = re.compile(r"~~(?=\S)([^~]++)(?<=\S)~~")
_CODE_MARK, _ESCAPE_MARK = "\ue000", "\ue001"
_NEEDS_MARKING = re.compile(r"[`<\[]")
_NEEDS_PLAIN = re.compile(r"[*_\\&~]")

_STOP = re.compile(r"(?<![.!?…])[.!?…]++[)\]}\"'”“’»«*_]*+(?=\s)|[。！？]++")
_NEXT = re.compile(r"[\s(\[{\"'„“”‚‘’»«›‹*_¿¡]*+(\w++|\S)?")
_OPENERS = "([{\"'„“‚‘»«›‹*_"


@dataclass(slots=True)
class Inline:
    """What was found in one paragraph; all offsets are of the paragraph.

    `edits` are (start, end, replacement, is_code) for the plain text, `targets` and `captions` the ranges of
    link targets and of picture texts, `masked` the text with code and links blanked for the search for
    sentence ends.
    """

    text: str
    masked: str
    edits: list[tuple[int, int, str, bool]] = field(default_factory=list)
    targets: list[tuple[int, int]] = field(default_factory=list)
    captions: list[tuple[int, int]] = field(default_factory=list)
    tags: list[tuple[int, int]] = field(default_factory=list)
    pictures: list[tuple[int, int]] = field(default_factory=list)

    def plain(self, start: int, end: int) -> str:
        """Return what a reader sees of `text[start:end]`: no link targets, no emphasis marks, one space
        at a time.
        """
        piece = self.text[start:end]
        codes: list[str] = []
        if self.edits:
            parts: list[str] = []
            at = start
            first = bisect_left(self.edits, (start, start, "", False))
            for edit_start, edit_end, new, is_code in self.edits[first:]:
                if edit_start >= end:
                    break
                if edit_start < at:
                    continue
                parts.append(self.text[at:edit_start])
                if is_code:
                    codes.append(new)
                parts.append(_CODE_MARK if is_code else new)
                at = edit_end
            parts.append(self.text[at:end])
            piece = "".join(parts)
        if _NEEDS_PLAIN.search(piece):
            escaped = _ESCAPE.findall(piece)
            piece = _ESCAPE.sub(_ESCAPE_MARK, piece) if escaped else piece
            for pattern in (_STARS, _LINES, _STARS):
                piece = pattern.sub(r"\2", piece)
            piece = html.unescape(_STRIKE.sub(r"\1", piece))
            if escaped:
                piece = _restored(piece, _ESCAPE_MARK, escaped)
        if codes:
            piece = _restored(piece, _CODE_MARK, codes)
        return " ".join(piece.split())


def _restored(text: str, mark: str, originals: list[str]) -> str:
    rest = iter(originals)
    return re.sub(mark, lambda _hit: next(rest, "\ufffd"), text)


def read_inline(text: str, labels: frozenset[str] = frozenset()) -> Inline:
    """Find code spans, tags, links and pictures in one paragraph.

    Args:
        text: the joined paragraph.
        labels: the casefolded labels of the article's link definitions; `[a][b]` is a link only if `b` is
        one.
    """
    if not _NEEDS_MARKING.search(text):
        return Inline(text, text)
    if _CODE_MARK in text:
        text = text.replace(_CODE_MARK, "\ufffd")
    found = Inline(text, text)
    masks: list[tuple[int, int, str]] = []
    _mark_code(found, masks)
    if "<" in text:
        _mark_tags(found, masks)
    blanked = _masked(text, masks)
    if "](" in blanked or (labels and "][" in blanked):
        _mark_links(found, masks, blanked, labels)
        blanked = _masked(text, masks)
    found.masked = blanked
    found.edits.sort()
    return found


def _masked(text: str, masks: list[tuple[int, int, str]]) -> str:
    if not masks:
        return text
    parts: list[str] = []
    at = 0
    for start, end, char in sorted(masks, key=lambda mask: (mask[0], -mask[1])):
        if start >= at:
            parts.append(text[at:start])
            parts.append(char * (end - start))
            at = end
    parts.append(text[at:])
    return "".join(parts)


def _mark_code(found: Inline, masks: list[tuple[int, int, str]]) -> None:
    runs = [hit.span() for hit in _TICKS.finditer(found.text)]
    by_length: dict[int, list[int]] = {}
    for start, end in runs:
        by_length.setdefault(end - start, []).append(start)
    at = 0
    for start, end in runs:
        if start < at or (start and found.text[start - 1] == "\\" and end - start == 1):
            continue
        same = by_length[end - start]
        nearest = bisect_left(same, end)
        if nearest < len(same):
            close = same[nearest]
            at = close + end - start
            found.edits.append((start, at, found.text[end:close].strip(), True))
            masks.append((start, at, "X"))


def _mark_tags(found: Inline, masks: list[tuple[int, int, str]]) -> None:
    blanked = _masked(found.text, masks)
    at = blanked.find("<!--")
    while at >= 0:
        stop = blanked.find("-->", at + 4)
        stop = len(blanked) if stop < 0 else stop + 3
        found.tags.append((at, stop))
        found.edits.append((at, stop, " ", False))
        masks.append((at, stop, " "))
        at = blanked.find("<!--", stop)
    blanked = _masked(found.text, masks)
    for hit in _AUTOLINK.finditer(blanked):
        found.edits.append((hit.start(), hit.end(), hit.group(1), False))
        masks.append((hit.start(), hit.end(), "X"))
    for hit in _TAG.finditer(_masked(found.text, masks)):
        found.tags.append(hit.span())
        found.edits.append((hit.start(), hit.end(), " ", False))
        masks.append((hit.start(), hit.end(), " "))


def _mark_links(
    found: Inline, masks: list[tuple[int, int, str]], blanked: str, labels: frozenset[str]
) -> None:
    openers: list[tuple[int, bool]] = []
    at = 0
    for hit in _BRACKET.finditer(blanked):
        mark = hit.group()
        if hit.start() < at or mark[0] == "\\":
            continue
        if mark != "]":
            openers.append((hit.start(), mark[0] == "!"))
            continue
        if not openers:
            continue
        start, is_picture = openers.pop()
        tail = _LINK_TAIL.match(blanked, hit.start())
        if tail:
            at = tail.end()
            _mark_target(found, tail)
        else:
            reference = _REFERENCE_TAIL.match(blanked, hit.start())
            if (
                not reference
                or (reference.group(1) or blanked[start + 1 : hit.start()]).casefold() not in labels
            ):
                continue
            at = reference.end()
        head = start + (2 if is_picture else 1)
        if is_picture:
            if head < hit.start():
                found.captions.append((head, hit.start()))
            found.pictures.append((start, at))
            found.edits.append((start, at, " ", False))
        else:
            found.edits.append((start, head, "", False))
            found.edits.append((hit.start(), at, "", False))
            # A link holds no link: openers before it are text (CommonMark), pictures may still close around
            # it.
            openers = [opener for opener in openers if opener[1]] if len(openers) < 50 else []
        masks.append((start, at, "X"))


def _mark_target(found: Inline, tail: re.Match[str]) -> None:
    start, end = tail.span(1)
    if end - start >= 2 and found.text[start] == "<":
        start, end = start + 1, end - 1
    if start < end:
        found.targets.append((start, end))
    if tail.group(2) and len(tail.group(2)) > 2:
        found.captions.append((tail.start(2) + 1, tail.end(2) - 1))


def sentence_ranges(masked: str) -> list[tuple[int, int]]:
    """Return the ranges of the sentences of a paragraph, without the white space between them."""
    ranges: list[tuple[int, int]] = []
    start = len(masked) - len(masked.lstrip())
    end = len(masked.rstrip())
    for hit in _STOP.finditer(masked):
        if hit.end() < end and _ends_sentence(masked, hit, start):
            if start < hit.end():
                ranges.append((start, hit.end()))
            start = hit.end()
            while masked[start].isspace():
                start += 1
    if start < end:
        ranges.append((start, end))
    return ranges


def _ends_sentence(masked: str, hit: re.Match[str], start: int) -> bool:
    stop = hit.start()
    if masked[stop] in "。！？":
        return True
    following = _NEXT.match(masked, hit.end())
    next_word = (following.group(1) if following else None) or ""
    if not next_word or next_word[0].islower():
        return False
    if hit.group()[0] != "." or hit.group()[:2] in ("..", ".!", ".?"):
        return True
    before = masked[max(start, stop - 40) : stop].split()
    token = before[-1].lstrip(_OPENERS).casefold() if before else ""
    starts_clearly = next_word.casefold() in words.SENTENCE_STARTERS
    if not token:
        return False
    spaced = "".join(before[-2:]).lstrip(_OPENERS).casefold() if len(before) > 1 else ""
    if token in words.ABBREVIATIONS_OPEN or (len(token) == 1 and spaced in words.ABBREVIATIONS_OPEN):
        return token in words.MONTHS and starts_clearly
    if token in words.ABBREVIATIONS_EITHER or spaced in words.ABBREVIATIONS_EITHER:
        return starts_clearly
    if token.isdigit():
        return _number_ends_sentence(before, next_word, start == stop - len(token), starts_clearly)
    return len(token) > 1 or not token.isalpha() or starts_clearly


def _number_ends_sentence(before: list[str], next_word: str, at_start: bool, starts_clearly: bool) -> bool:
    """Tell an ordinal ("am 1. März", "im 2. Schritt") from a number that ends its sentence."""
    if at_start or next_word.casefold() in words.MONTHS:
        return False
    if len(before[-1]) > 2 or starts_clearly:
        return True
    lead = before[-2].lstrip(_OPENERS).casefold() if len(before) > 1 else ""
    return lead not in words.ORDINAL_LEADS
