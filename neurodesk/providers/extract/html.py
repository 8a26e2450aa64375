"""HTML to Markdown-like text: trafilatura finds the content, the page's own blocks are written."""

from __future__ import annotations

import functools
import re
from importlib.metadata import version
from typing import Any

from lxml import etree
from lxml import html as lxml_html

from neurodesk.domain.evidence import PageRefused, Refusal
from neurodesk.domain.extraction import Document, Extracted
from neurodesk.domain.injection import find_injection
from neurodesk.providers.extract.blocks import Block, blocks_of, marked_copy, marks_in, normalise, render
from neurodesk.providers.extract.charset import decode
from neurodesk.providers.extract.facts_of_page import PageFacts, page_facts
from neurodesk.providers.extract.invisible import HiddenText, StyleRules, strip_invisible, tagged_text
from neurodesk.providers.extract.language import detect_language
from neurodesk.providers.extract.precheck import check_html

RULES = 1
LEAST_TEXT = 40
_PREFIXED = re.compile(r"<[A-Za-z][\w.-]*:")


@functools.lru_cache(maxsize=1)
def extractor_name() -> str:
    """Name and version of what makes the text, stored with it."""
    return f"html {RULES}, trafilatura {version('trafilatura')}"


def extract_html(document: Document) -> Extracted:
    """Return the main text of a page.

    Raises:
        PageRefused: ``too_large``, ``extract_empty``, ``empty_text``, ``encoding_damaged``, ``own_text``.
    """
    source, encoding = decode(document.data, declared=document.charset, in_page=True)
    check_html(source)
    page = _parse(source)
    facts = page_facts(page, source, document.uri)
    if facts.own_export:
        raise PageRefused(Refusal.OWN_TEXT, "export mark")
    body = page.find("body")
    if body is None:
        raise PageRefused(Refusal.EMPTY_TEXT, "no body")
    visible_before = len("".join(body.itertext()))
    hidden = HiddenText(StyleRules(one.text_content() for one in page.iter("style")))
    hidden.clean(body)
    normalise(body)
    blocks = blocks_of(body)
    if not blocks:
        empty = Refusal.EXTRACT_EMPTY if visible_before > 4000 else Refusal.EMPTY_TEXT
        raise PageRefused(empty, f"no text in {visible_before} characters")
    kept = choose(page, body, blocks)
    text, invisible = strip_invisible(render(kept))
    if len(text.strip()) < LEAST_TEXT and visible_before > 4000:
        raise PageRefused(Refusal.EXTRACT_EMPTY, f"nothing found in {visible_before} characters")
    if not text.strip():
        raise PageRefused(Refusal.EMPTY_TEXT)
    return Extracted(
        text=text,
        title=strip_invisible(facts.title)[0] or _first_heading(kept),
        lang=detect_language(text, facts.lang),
        format="html",
        extractor=extractor_name(),
        encoding=encoding,
        dated_at=facts.dated_at,
        recorded_origin=facts.recorded_origin,
        licence=facts.licence,
        notes=_notes(hidden, invisible, tagged_text(source)),
    )


def _parser() -> Any:
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    # lxml.html asks Python for the class of every element; here all have the same one, which C knows.
    parser.set_element_class_lookup(etree.ElementDefaultClassLookup(element=lxml_html.HtmlElement))
    return parser


def _parse(source: str) -> Any:
    parser = _parser()
    try:
        page = lxml_html.document_fromstring(source.encode("utf-8", "replace"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError) as error:
        raise PageRefused(Refusal.EMPTY_TEXT, str(error)[:200]) from error
    if _PREFIXED.search(source):
        for element in page.iter(etree.Element):
            if ":" in element.tag:
                element.tag = "span"
    return page


def choose(page: Any, body: Any, blocks: list[Block]) -> list[Block]:
    """Return the blocks of the main text in reading order."""
    marks = _ask_finder(page, body, blocks)
    in_comments = sum(one.comment for one in blocks if one.number in marks)
    kept = {
        one.number
        for one in blocks
        if one.number in marks and not (one.comment and in_comments * 2 < len(marks))
    }
    if not kept:
        kept = _fallback(blocks)
    kept = _completed(blocks, kept)
    return [one for one in blocks if one.number in kept]


def _ask_finder(page: Any, body: Any, blocks: list[Block]) -> set[int]:
    """Return the numbers of the blocks that the finder takes for the main text.

    Its first extractor is asked alone. The second one, which costs as much again, is only ever preferred when
    it finds twice as much: where the first has found more than half of the page that cannot be.
    """
    copied = marked_copy(body, blocks)
    marks = _marks_found(page, copied, fast=True)
    found = sum(len(one.text) for one in blocks if one.number in marks)
    if found * 2 > sum(len(one.text) for one in blocks if not one.aside and not one.comment):
        return marks
    return _marks_found(page, copied, fast=False)


def _marks_found(page: Any, body: Any, *, fast: bool) -> set[int]:
    from trafilatura import bare_extraction

    marked = page.makeelement("html", {})
    head = page.find("head")
    if head is not None and head.get("lang"):
        marked.set("lang", head.get("lang"))
    marked.append(body)
    try:
        # Not written as text: only the marks in it are wanted.
        found = bare_extraction(
            marked,
            fast=fast,
            output_format="txt",
            include_comments=False,
            include_tables=True,
            with_metadata=False,
        )
    except (ValueError, TypeError, AttributeError, KeyError, IndexError, RecursionError):
        # A page that breaks the finder still has its own blocks.
        return set()
    kept = getattr(found, "body", None)
    return set() if kept is None else marks_in(" ".join(kept.itertext()))


def _fallback(blocks: list[Block]) -> set[int]:
    """Without a finding: what stands in the page's main element, else everything beside navigation."""
    for wanted in ("main", "article", "body"):
        inside = {
            one.number
            for one in blocks
            if not one.aside
            and not one.comment
            and any(up.tag == wanted or up.get("role") == wanted for up in one.element.iterancestors())
        }
        if sum(len(blocks[number].text) for number in inside) >= LEAST_TEXT:
            return inside
    return set()


def _completed(blocks: list[Block], kept: set[int]) -> set[int]:
    """Add what the finder cut out of the middle: code, tables, headings, steps, paragraphs."""
    if not kept:
        return kept
    full = set(kept)
    main = _common_ancestor([blocks[number].element for number in sorted(kept)])
    known: dict[Any, bool] = {main: True}
    inside = [one for one in blocks if _is_below(one.element, known)]
    first, last = min(kept), max(kept)
    by_list: dict[Any, list[Block]] = {}
    for one in inside:
        if one.kind == "item":
            holder = next((up for up in one.element.iterancestors() if up.tag in {"ol", "ul", "menu"}), None)
            if holder is not None:
                by_list.setdefault(holder, []).append(one)
    for items in by_list.values():
        have = sum(one.number in kept for one in items)
        # A procedure with half of its steps is worse than none.
        if have * 2 >= len(items) and not all(one.aside for one in items):
            full.update(one.number for one in items)
    for one in inside:
        if one.number in full or one.aside or one.comment:
            continue
        between = first < one.number < last
        neighbours = [blocks[n] for n in (one.number - 1, one.number + 1) if 0 <= n < len(blocks)]
        beside = any(near.number in kept and near.parent is one.parent for near in neighbours)
        if one.kind in {"code", "table"}:
            if between or beside:
                full.add(one.number)
        elif one.kind != "heading" and between and beside and _link_share(one) < 0.6 and len(one.text) >= 20:
            full.add(one.number)
    _add_headings(blocks, full, known)
    return full


def _add_headings(blocks: list[Block], full: set[int], main: dict[Any, bool]) -> None:
    """A heading stays when its section has text that is kept; the page's title when it stands above it."""
    following_kept = False
    lowest = 7
    for one in reversed(blocks):
        if one.kind != "heading":
            if one.number in full:
                following_kept, lowest = True, 7
            continue
        if one.number in full:
            lowest = min(lowest, one.level)
            continue
        above_text = following_kept and one.level < lowest
        near = _is_below(one.element, main) or (one.level == 1 and one.number < min(full))
        if above_text and near and not one.aside and not one.comment:
            full.add(one.number)
            lowest = one.level
        elif not near or one.aside:
            following_kept = False


def _common_ancestor(elements: list[Any]) -> Any:
    chains = [list(reversed([one, *one.iterancestors()]))[:-1] for one in elements]
    common = chains[0]
    for chain in chains[1:]:
        length = 0
        for a, b in zip(common, chain, strict=False):
            if a is not b:
                break
            length += 1
        common = common[:length]
    return common[-1]


def _is_below(element: Any, known: dict[Any, bool]) -> bool:
    """Tell whether an element stands below the one that ``known`` holds as True; learns its ancestors."""
    chain: list[Any] = []
    found = False
    for up in element.iterancestors():
        answer = known.get(up)
        if answer is not None:
            found = answer
            break
        chain.append(up)
    known.update((up, found) for up in chain)
    return found


def _link_share(block: Block) -> float:
    linked = sum(len(" ".join("".join(a.itertext()).split())) for a in block.element.iter("a"))
    return linked / max(1, len(block.text))


def _first_heading(blocks: list[Block]) -> str:
    return next((one.text for one in blocks if one.kind == "heading"), "")


def _notes(hidden: HiddenText, invisible: int, tagged: str) -> tuple[tuple[str, str], ...]:
    notes: list[tuple[str, str]] = []
    for reason, text in hidden.dropped[:20]:
        notes.append((f"hidden_text:{reason}", text[:300]))
    if invisible > 8:
        notes.append(("invisible_characters", str(invisible)))
    if tagged and re.search(r"\w", tagged):
        notes.append(("hidden_text:tag_characters", tagged[:300]))
    planted = find_injection("\n".join(text for _, text in hidden.dropped) + "\n" + tagged)
    notes += [("hidden_instruction", passage) for passage in planted[:5]]
    return tuple(notes)


__all__ = ["PageFacts", "choose", "extract_html", "extractor_name"]
