"""Changing an HTML article in place: only the blocks whose text changes are touched (SPEC K1, P5).

The page is read with offsets, block by block; what a block says in Markdown is compared with what is wanted.
The result is read again as an article: if it does not say exactly what is wanted, nothing is changed.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from html.parser import HTMLParser
from itertools import groupby

from neurodesk.domain.splicing import SpliceConflict, line_end_of

CODE = "format_not_spliceable"
_BREAKS = frozenset(
    "p div section article main header footer aside address figure figcaption details summary dl dt dd center"
    " fieldset body html blockquote h1 h2 h3 h4 h5 h6 ul ol li table caption thead tbody tfoot tr td th hr"
    " pre colgroup col head title".split()
)
_DROPPED = frozenset(
    "script style noscript template iframe object svg math canvas nav form button select textarea audio video"
    " map picture head".split()
)
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_HOLDERS = frozenset("li ol ul tr tbody thead table".split())
_CONTAINERS = frozenset(("", "body", "td", "th", "div", "main", "article", "section"))
_ROOTS = ("main", "article", "body")
# Inline marks that a Markdown rendering keeps; others would be lost when a whole block is written anew.
_KEPT_INLINE = re.compile(
    r"</?(?:a|code|kbd|samp|tt|strong|b)(?:\s+href=(?:\"[^\"]*\"|'[^']*'))?\s*>|<br\s*/?>", re.IGNORECASE
)
_TAG = re.compile(r"<[^>]*>")
_LIST_MARK = re.compile(r"\s*(?:\d+\. |- )")
_HEADING = re.compile(r"(#{1,6}) ")
_MARKS = re.compile(r"[`*\[\]]")
_ROW_RULE = re.compile(r"\|(?:---\|)+$")
_INLINE = re.compile(
    r"(?P<code>(?P<tick>`+)(?P<inner>.+?)(?P=tick))|\[(?P<label>[^\]]*)\]\((?P<target>[^)\s]*)\)"
    r"|\*\*(?P<strong>.+?)\*\*"
)


@dataclass(slots=True)
class _Element:
    """A block element of the page, with the offsets of its tags; ``end`` is -1 while it has no end tag."""

    tag: str
    start: int
    inner: int
    parent: _Element | None = None
    inner_end: int = -1
    end: int = -1


@dataclass(frozen=True, slots=True)
class _Run:
    """A stretch of inline content between two block tags: what one line of the rendering says."""

    start: int
    end: int
    element: _Element


@dataclass(frozen=True, slots=True)
class _Atom:
    """A smallest changeable piece of the rendering: ``kind`` and the text without its mark."""

    kind: str
    text: str


@dataclass(slots=True)
class _Edits:
    made: list[tuple[int, int, str]] = field(default_factory=list)

    def add(self, start: int, end: int, text: str) -> None:
        self.made.append((start, end, text))

    def applied(self, source: str) -> str:
        for start, end, text in sorted(self.made, key=lambda one: (one[0], one[1]), reverse=True):
            source = source[:start] + text + source[end:]
        return source


class _Reader(HTMLParser):
    """Finds the runs of a page with their offsets."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=False)
        self._source = source
        self._lines = [0, *(m.end() for m in re.finditer("\n", source))]
        self._stack: list[_Element] = [_Element("", 0, 0)]
        self._skipped: list[str] = []
        self._at = 0
        self.runs: list[_Run] = []
        self.elements: list[_Element] = []
        self.feed(source)
        self.close()
        self._break(len(source), len(source))

    def _offset(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        start = self._offset()
        end = start + len(self.get_starttag_text() or "")
        if self._skipped:
            if tag == self._skipped[-1]:
                self._skipped.append(tag)
            return
        if tag in _DROPPED:
            self._skipped.append(tag)
            if tag == "head":
                self._break(start, end)
            return
        if tag not in _BREAKS:
            return
        self._break(start, end)
        if tag not in _VOID:
            if tag in ("li", "p", "td", "th", "tr", "dt", "dd"):
                self._close_open(tag)
            element = _Element(tag, start, end, self._stack[-1])
            self._stack.append(element)
            self.elements.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BREAKS and not self._skipped:
            start = self._offset()
            self._break(start, start + len(self.get_starttag_text() or ""))

    def handle_endtag(self, tag: str) -> None:
        start = self._offset()
        end = self._source.find(">", start) + 1 or len(self._source)
        if self._skipped:
            if tag == self._skipped[-1]:
                self._skipped.pop()
                if tag == "head":
                    self._at = end
            return
        if tag not in _BREAKS:
            return
        self._break(start, end)
        for place in range(len(self._stack) - 1, 0, -1):
            if self._stack[place].tag == tag:
                self._stack[place].inner_end, self._stack[place].end = start, end
                del self._stack[place:]
                break

    def _close_open(self, tag: str) -> None:
        """An open paragraph, item or cell ends where the next one begins; it has no end tag of its own."""
        for place in range(len(self._stack) - 1, 0, -1):
            if self._stack[place].tag in ("ul", "ol", "table", "blockquote", "div", "dl"):
                return
            if self._stack[place].tag == tag:
                del self._stack[place:]
                return

    def _break(self, end: int, goes_on: int) -> None:
        start, stop = self._at, end
        if self._stack[-1].tag != "pre":
            while start < stop and self._source[start].isspace():
                start += 1
            while stop > start and self._source[stop - 1].isspace():
                stop -= 1
        self._at = goes_on
        if (
            start < stop
            and _TAG.sub("", re.sub(r"<!--.*?-->", "", self._source[start:stop], flags=re.DOTALL)).strip()
        ):
            self.runs.append(_Run(start, stop, self._stack[-1]))


def splice_html(source: str, body: str, wanted: str, body_of: Callable[[str], str]) -> str:
    """Return a page with the fewest blocks changed so that it renders as another text.

    Args:
        source: the page as it stands in the file.
        body: what it renders to now.
        wanted: what it has to render to, line ends as a line feed.
        body_of: renders a page.

    Raises:
        SpliceConflict: ``format_not_spliceable`` with the first line that cannot be brought in without
            touching anything else: a row or column more or less, a block that becomes one of another kind,
            code that a highlighter marked up, a new block behind one without an end tag, a sentence whose
            inline marks Markdown does not show and of which more than one stretch changed.
    """
    if body.strip() == wanted.strip():
        return source
    runs = _rendered(source, body_of)
    old, new = list(_atoms(body)), list(_atoms(wanted))
    places = _aligned(old, runs)
    edits = _Edits()
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            continue
        common = min(b - a, d - c) if tag == "replace" else 0
        for shift in range(common):
            _replace(edits, source, old[a + shift], new[c + shift], places[a + shift])
        for place in range(a + common, b):
            _remove(edits, source, old[place], places[place])
        if c + common < d:
            before = a + common - 1 if a + common else -1
            anchor = places[before] if before >= 0 else None
            if before < 0 and places and places[0] is not None:
                _insert_before(edits, source, new[c + common : d], places[0].element)
            else:
                _insert(edits, source, new[c + common : d], anchor, old[before].kind if before >= 0 else "")
    result = edits.applied(source)
    said = body_of(result)
    if said.strip() != wanted.strip():
        raise SpliceConflict(CODE, _first_difference(said, wanted))
    return result


def _rendered(source: str, body_of: Callable[[str], str]) -> list[tuple[_Run, str]]:
    """Give the runs of the part that is the article, each with what it says in Markdown."""
    reader = _Reader(source)
    root = next((one for name in _ROOTS for one in reader.elements if one.tag == name), None)
    inside = [
        run
        for run in reader.runs
        if root is None or (run.start >= root.inner and (root.inner_end < 0 or run.end <= root.inner_end))
    ]
    found = []
    for run in inside:
        piece = source[run.start : run.end]
        if run.element.tag == "pre":
            text = body_of(f"<body><pre>{piece}</pre></body>").strip("\n")
        else:
            text = body_of(f"<body><p>{piece}</p></body>").strip()
        found.append((run, text))
    return found


def _atoms(body: str) -> Iterator[_Atom]:
    """Cut a rendering into what one block of the page says each."""
    lines = body.split("\n")
    place = 0
    while place < len(lines):
        line = lines[place]
        fence = re.match(r"(`{3,})", line.lstrip())
        if fence:
            end = place + 1
            while end < len(lines) and lines[end].strip() != fence[1]:
                end += 1
            yield _Atom("pre", "\n".join(lines[place : end + 1]))
            place = end + 1
            continue
        place += 1
        if not line.strip() or _ROW_RULE.match(line):
            continue
        yield from _atoms_of_line(line)


def _atoms_of_line(line: str) -> Iterator[_Atom]:
    heading = _HEADING.match(line)
    if heading:
        yield _Atom(f"h{len(heading[1])}", line[heading.end() :])
    elif line.startswith("| "):
        cells = re.split(r"(?<!\\) \| ", line[2:].removesuffix(" |"))
        yield from (_Atom("cell", cell) for cell in cells)
    elif mark := _LIST_MARK.match(line):
        kind = "ol" if line.strip()[0].isdigit() else "ul"
        yield _Atom(kind, line[mark.end() :])
    else:
        yield _Atom("p", line.lstrip("> ").strip() if line.startswith(">") else line.strip())


def _aligned(old: Sequence[_Atom], runs: Sequence[tuple[_Run, str]]) -> list[_Run | None]:
    """Find the run of each atom; both stand in the order of the page."""
    places: list[_Run | None] = [None] * len(old)
    texts = [atom.text.replace("\\|", "|") for atom in old]
    said = [text.replace("\\|", "|") for _, text in runs]
    for tag, a, b, c, _ in SequenceMatcher(None, texts, said, autojunk=False).get_opcodes():
        if tag == "equal":
            for shift in range(b - a):
                places[a + shift] = runs[c + shift][0]
    return places


def _replace(edits: _Edits, source: str, old: _Atom, new: _Atom, run: _Run | None) -> None:
    if run is None or old.kind != new.kind:
        raise SpliceConflict(CODE, new.text[:100])
    piece = source[run.start : run.end]
    if old.kind == "pre":
        edits.add(run.start, run.end, _code_inner(piece, old.text, new.text, line_end_of(source)))
        return
    start, end, text = _middle(old.text, new.text)
    changed = html.escape(old.text[start : len(old.text) - end], quote=False)
    if changed and piece.count(changed) == 1 and not _MARKS.search(text + changed):
        at = run.start + piece.index(changed)
        edits.add(at, at + len(changed), html.escape(text, quote=False))
    elif _TAG.sub("", _KEPT_INLINE.sub("", piece)) == _KEPT_INLINE.sub("", piece) and "<!--" not in piece:
        edits.add(run.start, run.end, _inline_html(new.text))
    else:
        raise SpliceConflict(CODE, new.text[:100])


def _middle(old: str, new: str) -> tuple[int, int, str]:
    """Give how many characters at both ends stay, whole words each, and what stands between them now."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    while start and not old[start - 1].isspace():
        start -= 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    while end and not old[len(old) - end].isspace():
        end -= 1
    return start, end, new[start : len(new) - end]


def _code_inner(piece: str, old: str, new: str, line_end: str) -> str:
    """Write other code into a block; code that a highlighter marked up cannot be changed in part."""
    match = re.fullmatch(r"(\s*<code[^>]*>)?((?:\r?\n)?)([^<]*)(</code>\s*)?", piece, re.DOTALL)
    first, second = old.split("\n", 1), new.split("\n", 1)
    if match is None or first[0] != second[0] or len(second) < 2:
        raise SpliceConflict(CODE, second[-1][:100])
    text = html.escape(second[1].rsplit("\n", 1)[0], quote=False)
    tail = line_end if match[3].endswith("\n") else ""
    return f"{match[1] or ''}{match[2]}{text.replace(chr(10), line_end)}{tail}{match[4] or ''}"


def _remove(edits: _Edits, source: str, old: _Atom, run: _Run | None) -> None:
    if run is None or old.kind == "cell" or run.element.end < 0 or run.element.tag in _CONTAINERS:
        raise SpliceConflict(CODE, old.text[:100])
    element = run.element
    alone = source[element.inner : run.start] + source[run.end : element.inner_end]
    if alone.strip():
        raise SpliceConflict(CODE, old.text[:100])
    start = element.start
    while start and source[start - 1] in " \t":
        start -= 1
    if start and source[start - 1] == "\n":
        start -= 1
        if start and source[start - 1] == "\r":
            start -= 1
    else:
        start = element.start
    edits.add(start, element.end, "")


def _insert(edits: _Edits, source: str, atoms: Sequence[_Atom], after: _Run | None, kind: str) -> None:
    """Write new blocks behind the block of the atom before them."""
    if after is None or any(atom.kind == "cell" for atom in atoms):
        raise SpliceConflict(CODE, atoms[0].text[:100])
    anchor = after.element
    listed = anchor.tag == "li" and kind in ("ol", "ul")
    goes_on = 0
    while listed and goes_on < len(atoms) and atoms[goes_on].kind == kind:
        goes_on += 1
    if goes_on:
        items = [f"<li>{_inline_html(atom.text)}</li>" for atom in atoms[:goes_on]]
        _write_behind(edits, source, anchor, items, atoms[0].text)
    if goes_on == len(atoms):
        return
    while anchor.tag in ("li", "ol", "ul", "tr", "td", "th", "tbody", "table") and anchor.parent is not None:
        anchor = anchor.parent if anchor.parent.tag in _HOLDERS else anchor
        if anchor.tag in ("ol", "ul", "table") and (
            anchor.parent is None or anchor.parent.tag not in _HOLDERS
        ):
            break
    _write_behind(edits, source, anchor, list(_new_blocks(atoms[goes_on:])), atoms[goes_on].text)


def _insert_before(edits: _Edits, source: str, atoms: Sequence[_Atom], first: _Element) -> None:
    """Write new blocks before the first one of the article."""
    if first.tag in _CONTAINERS or first.tag in _HOLDERS or any(atom.kind == "cell" for atom in atoms):
        raise SpliceConflict(CODE, atoms[0].text[:100])
    glue = _glue(source, first)
    edits.add(first.start, first.start, "".join(block + glue for block in _new_blocks(atoms)))


def _glue(source: str, element: _Element) -> str:
    """Give the line end and the indentation that stand before a block."""
    begin = source.rfind("\n", 0, element.start) + 1
    indent = re.match(r"[ \t]*", source[begin:])
    return line_end_of(source) + (indent[0] if indent else "")


def _write_behind(edits: _Edits, source: str, anchor: _Element, blocks: Sequence[str], text: str) -> None:
    if anchor.end < 0 or anchor.tag in _CONTAINERS:
        raise SpliceConflict(CODE, text[:100])
    glue = _glue(source, anchor)
    edits.add(anchor.end, anchor.end, "".join(glue + block for block in blocks))


def _new_blocks(atoms: Sequence[_Atom]) -> Iterator[str]:
    """Write blocks as HTML; list items that follow one another make one list."""
    for kind, group in groupby(atoms, key=lambda atom: atom.kind):
        if kind in ("ol", "ul"):
            yield f"<{kind}>{''.join(f'<li>{_inline_html(atom.text)}</li>' for atom in group)}</{kind}>"
        elif kind == "pre":
            yield from (_new_code(atom.text) for atom in group)
        else:
            yield from (f"<{kind}>{_inline_html(atom.text)}</{kind}>" for atom in group)


def _new_code(text: str) -> str:
    opening, rest = text.split("\n", 1)
    language = opening.lstrip("`")
    mark = f' class="language-{html.escape(language)}"' if language else ""
    return f"<pre><code{mark}>{html.escape(rest.rsplit(chr(10), 1)[0], quote=False)}</code></pre>"


def _inline_html(text: str) -> str:
    """Write one line of Markdown as HTML: code, links and strong text."""
    parts: list[str] = []
    at = 0
    for match in _INLINE.finditer(text):
        parts.append(html.escape(text[at : match.start()], quote=False))
        if match["code"]:
            parts.append(f"<code>{html.escape(match['inner'].strip(), quote=False)}</code>")
        elif match["strong"]:
            parts.append(f"<strong>{_inline_html(match['strong'])}</strong>")
        else:
            parts.append(f'<a href="{html.escape(match["target"])}">{_inline_html(match["label"])}</a>')
        at = match.end()
    parts.append(html.escape(text[at:], quote=False))
    return "".join(parts)


def _first_difference(said: str, wanted: str) -> str:
    one, other = said.strip().split("\n"), wanted.strip().split("\n")
    place = next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    return (other[place] if place < len(other) else one[place] if place < len(one) else "")[:100]
