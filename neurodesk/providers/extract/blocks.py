"""A page as a list of blocks: what a main-content finder keeps is then written from the page itself.

The finder (trafilatura) judges text; it flattens numbered steps, code and tables on the way. So each block of
the page gets a mark, the finder runs over the marked page, and the blocks whose marks it keeps are written
by ``render`` exactly as the page has them.
"""

from __future__ import annotations

import copy
import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lxml import etree

HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
LEAVES = frozenset({"p", "dt", "dd", "figcaption", "caption", "summary", "address", "legend", *HEADINGS})
CONTAINERS = frozenset(
    "html body div section article main header footer nav aside ul ol li dl blockquote figure details form "
    "fieldset table thead tbody tfoot tr td th center noscript hgroup search dialog menu".split(" ")
)
BLOCK_TAGS = CONTAINERS | LEAVES | {"pre", "hr"}
DROPPED = frozenset(
    "script style template svg math iframe object embed canvas audio video picture source track map area "
    "select option datalist button input textarea label progress meter noscript img".split(" ")
)
# Inline elements that say how a word looks, not what it is for.
_DRESS = (
    "span",
    "code",
    "b",
    "strong",
    "i",
    "em",
    "kbd",
    "samp",
    "tt",
    "var",
    "u",
    "small",
    "mark",
    "sub",
    "sup",
)
_MARK = re.compile(r"ndq(\d+)q")
_SPACE = re.compile(r"[ \t\n\r\f\v\u00a0\u2000-\u200a\u202f\u205f\u3000]+")
_ASIDE_NAME = re.compile(
    r"(?:^|[-_ ])(?:nav|navbar|navigation|menu|footer|sidebar|side-?bar|cookies?|consent|share|"
    r"sharing|social|related|"
    r"breadcrumbs?|newsletter|promo|advert\w*|ads?|banner|comments?|disqus|respond|pagination|toc|"
    r"masthead|skip-?links?|feedback|rating|subscribe|author-?box|tags?)(?:$|[-_ ])",
    re.IGNORECASE,
)
_COMMENT_NAME = re.compile(
    r"(?:^|[-_ ])(?:comments?|commentlist|disqus(?:_thread)?|respond|replies|reviews?)(?:$|[-_ ])",
    re.IGNORECASE,
)
_CONSENT_NAME = re.compile(
    r"(?:^|[-_ ])(?:cookies?|consent|gdpr|ccpa|onetrust|cookiebot|usercentrics|alertdialog)(?:$|[-_ ])",
    re.IGNORECASE,
)
_LANGUAGE = re.compile(
    r"(?:^|\s)(?:language|lang|highlight-source|highlight|brush:?|sourceCode|prettyprint lang)"
    r"[-_: ]\s*([\w+#.-]+)",
    re.IGNORECASE,
)
_GUTTER = re.compile(r"(?:^|\s)(?:lineno|linenos|line-?numbers?|ln-num|gutter)(?:\s|$)")
_NO_LANGUAGE = frozenset(
    {"text", "none", "plain", "plaintext", "default", "highlight", "source", "notranslate", "wrapper"}
)


@dataclass(slots=True)
class Block:
    """One piece of a page.

    Attributes:
        kind: ``heading``, ``paragraph``, ``item``, ``code`` or ``table``.
        level: of a heading.
        bullet: ``-`` or ``3.`` on the first block of a list item, "" on its further blocks.
        depth: how deep the list is nested, 0 outside.
        aside: stands in navigation, footer, side bar ...
        comment: stands in the readers' comments, or in a dialog that asks for consent.
    """

    number: int
    kind: str
    element: Any
    level: int = 0
    bullet: str = ""
    depth: int = 0
    quoted: bool = False
    aside: bool = False
    comment: bool = False
    text: str = field(default="", repr=False)

    @property
    def parent(self) -> Any:
        """The element that holds the block."""
        return self.element.getparent()


def normalise(body: Any) -> None:
    """Bring a page into blocks in place: dropped elements removed, loose text wrapped in paragraphs."""
    # lxml filters by tag in C: most elements of a page never become a Python object here.
    for element in list(body.iter(*DROPPED)):
        _remove(element)
    for element in list(body.iter(*CONTAINERS)):
        if not is_data_table(element):
            _wrap_loose_text(element)


def _remove(element: Any) -> None:
    parent = element.getparent()
    if parent is None:
        return
    if element.tail:
        before = element.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + element.tail
        else:
            parent.text = (parent.text or "") + element.tail
        element.tail = None
    parent.remove(element)


def _holds_blocks(element: Any) -> bool:
    return len(element) > 0 and next(element.iterdescendants(*BLOCK_TAGS), None) is not None


def _wrap_loose_text(container: Any) -> None:
    """Wrap runs of text and inline elements that stand beside blocks, or alone in a container, in ``p``."""
    if not _has_loose_text(container) or any(map(is_data_table, container.iterancestors("table"))):
        return
    run: list[Any] = []
    lead = container.text or ""
    container.text = None
    rebuilt: list[Any] = []

    def flush(tail: str) -> None:
        nonlocal run
        if tail.strip() or any("".join(one.itertext()).strip() for one in run):
            wrapper = container.makeelement("p", {})
            wrapper.text = tail
            wrapper.extend(run)
            rebuilt.append(wrapper)
        run = []

    text = lead
    for child in list(container):
        inline = isinstance(child.tag, str) and child.tag not in BLOCK_TAGS and not _holds_blocks(child)
        if inline:
            run.append(child)
            continue
        flush(text)
        rebuilt.append(child)
        text, child.tail = child.tail or "", None
    flush(text)
    container[:] = rebuilt


def _has_loose_text(container: Any) -> bool:
    if (container.text or "").strip():
        return True
    return any(child.tag not in BLOCK_TAGS or (child.tail or "").strip() for child in container)


def is_data_table(element: Any) -> bool:
    """Tell whether a table shows data; tables that lay out a page hold paragraphs, code or tables."""
    if element.tag != "table":
        return False
    rows = list(element.iter("tr"))
    if len(rows) < 2 and not any(True for _ in element.iter("th")):
        return False
    headed = any(True for _ in element.iter("th"))
    # Who heads columns shows data, however much stands in a cell.
    most_parts, most_chars = (40, 8000) if headed else (3, 1500)
    cells = 0
    for one in element.iterdescendants():
        if one.tag in {"table", "pre", "article", "section", "nav", "form", *HEADINGS}:
            return False
        if one.tag in {"td", "th"}:
            cells += 1
            parts = sum(child.tag in {"p", "div"} for child in one)
            if parts > most_parts or len("".join(one.itertext())) > most_chars:
                return False
    return cells > len(rows) or (cells > 1 and headed)


def blocks_of(body: Any) -> list[Block]:
    """Return the blocks of a normalised page in reading order."""
    found: list[Block] = []
    for element, context in _leaves(body, _Context()):
        kind = (
            "heading"
            if element.tag in HEADINGS
            else "code"
            if element.tag == "pre"
            else "table"
            if element.tag == "table"
            else "item"
            if context.depth
            else "paragraph"
        )
        bullet = ""
        if context.item is not None:
            bullet, context.item[0] = context.item[0], ""
        text = " ".join("".join(element.itertext()).split())
        if not text:
            if bullet and context.item is not None:
                context.item[0] = bullet
            continue
        found.append(
            Block(
                len(found),
                kind,
                element,
                HEADINGS.get(element.tag, 0),
                bullet,
                context.depth,
                context.quoted,
                context.aside,
                context.comment,
                text,
            )
        )
    return found


@dataclass(frozen=True, slots=True)
class _Context:
    depth: int = 0
    item: list[str] | None = None
    quoted: bool = False
    aside: bool = False
    comment: bool = False


def _leaves(element: Any, context: _Context) -> Iterator[tuple[Any, _Context]]:
    ordered, number, step = (
        element.tag == "ol",
        _start(element),
        -1 if element.get("reversed") is not None else 1,
    )
    for child in element:
        tag = child.tag
        if not isinstance(tag, str):
            continue
        if tag in LEAVES or tag == "pre" or (tag == "table" and is_data_table(child)):
            yield child, context
            continue
        inner = context
        named_aside, named_comment = _told_by_name(
            child.get("class") or "", child.get("id") or "", child.get("role") or ""
        )
        aside = (
            context.aside
            or tag in {"nav", "footer", "aside", "form", "dialog"}
            or (named_aside and tag not in {"body", "main", "article", "td", "li"})
        )
        comment = context.comment or named_comment
        if tag == "li" and element.tag in {"ol", "ul", "menu"}:
            if ordered:
                stated = child.get("value") or ""
                number = int(stated) if stated.removeprefix("-").isdecimal() and len(stated) < 9 else number
            mark = f"{number}." if ordered else "-"
            number += step
            inner = _Context(context.depth + 1, [mark], context.quoted, aside, comment)
        else:
            inner = _Context(
                context.depth, context.item, context.quoted or tag == "blockquote", aside, comment
            )
        yield from _leaves(child, inner)


@functools.lru_cache(maxsize=4096)
def _told_by_name(*names: str) -> tuple[bool, bool]:
    """Tell whether an element's class, id and role name a side part, and comments or a consent dialog."""
    name = " ".join(names)
    if not name.strip():
        return False, False
    return bool(_ASIDE_NAME.search(name)), bool(_COMMENT_NAME.search(name) or _CONSENT_NAME.search(name))


def _start(element: Any) -> int:
    stated = element.get("start") or ""
    if stated.removeprefix("-").isdecimal() and len(stated) < 9:
        return int(stated)
    if element.get("reversed") is not None:
        return sum(child.tag == "li" for child in element)
    return 1


def marked_copy(body: Any, blocks: list[Block]) -> Any:
    """Return a copy of the page for the finder: each block carries its mark."""
    for block in blocks:
        block.element.set("data-ndq", str(block.number))
    page = copy.deepcopy(body)
    for block in blocks:
        del block.element.attrib["data-ndq"]
    # The finder judges text and links; fewer elements are fewer to judge.
    etree.strip_tags(page, *_DRESS)
    for element in page.xpath("descendant-or-self::*[@data-ndq]"):
        number = element.attrib.pop("data-ndq")
        mark = f" ndq{number}q"
        if element.tag in {"pre", "table"}:
            tail = element.tail
            words = " ".join("".join(element.itertext()).split())[:240]
            element.clear()
            element.tag = "p"
            element.text, element.tail = f"{words}{mark}", tail
        elif len(element) and element[-1].tag == "a" and not (element[-1].tail or "").strip():
            # Beside the link the mark would pass for text that is no link, and a menu for prose.
            element[-1].append(_mark_holder(element, mark))
        elif len(element):
            element[-1].tail = (element[-1].tail or "") + mark
        else:
            element.text = (element.text or "") + mark
    return page


def _mark_holder(element: Any, mark: str) -> Any:
    holder = element.makeelement("span", {})
    holder.text = mark
    return holder


def marks_in(text: str) -> set[int]:
    """Return the numbers of the blocks that the finder kept."""
    return {int(number) for number in _MARK.findall(text)}


# -- writing -------------------------------------------------------------------------------------------


def render(blocks: list[Block]) -> str:
    """Write blocks as Markdown: numbers of steps, code and tables as the page has them."""
    parts: list[str] = []
    previous: Block | None = None
    for block in blocks:
        text = _render_block(block)
        if not text:
            continue
        tight = previous is not None and previous.kind == block.kind == "item" and block.bullet != ""
        parts.append(("" if not parts else "\n" if tight else "\n\n") + text)
        previous = block
    return "".join(parts) + "\n" if parts else ""


def _render_block(block: Block) -> str:
    if block.kind == "code":
        return code_text(block.element)
    if block.kind == "table":
        return table_text(block.element)
    text = inline_text(block.element)
    if not text:
        return ""
    if block.kind == "heading":
        return f"{'#' * block.level} {' '.join(text.split())}"
    if block.kind == "item":
        indent = "  " * (block.depth - 1)
        lead = f"{indent}{block.bullet} " if block.bullet else f"{indent}   "
        text = text.replace("\n", f"\n{indent}   ")
        return lead + text
    text = re.sub(r"^(#{1,6} |>)", r"\\\1", text, flags=re.MULTILINE)
    return "> " + text.replace("\n", "\n> ") if block.quoted else text


def inline_text(element: Any) -> str:
    """Return the text of a paragraph-like element; inline code in backticks, line breaks kept."""
    if len(element) == 0:
        return _SPACE.sub(" ", element.text or "").strip()
    pieces: list[str] = []
    _inline(element, pieces)
    text = "".join(pieces)
    lines = [_SPACE.sub(" ", line).strip() for line in text.split("\x1e")]
    return "\n".join(line for line in lines if line)


def _inline(element: Any, pieces: list[str]) -> None:
    if element.text:
        pieces.append(element.text)
    for child in element:
        if not isinstance(child.tag, str):
            pass
        elif child.tag == "br":
            pieces.append("\x1e")
        elif child.tag in {"code", "kbd", "samp", "tt"} and child.find(".//code") is None:
            code = " ".join("".join(child.itertext()).split())
            if code:
                fence = "``" if "`" in code else "`"
                pieces.append(f"{fence}{code}{fence}")
        elif child.tag not in DROPPED:
            _inline(child, pieces)
        if child.tail:
            pieces.append(child.tail)


def code_text(pre: Any) -> str:
    """Return a fenced code block with the text as the page has it; "" for a gutter of line numbers."""
    lines = copy.deepcopy(pre)
    for one in list(lines.iter()):
        if one.tag == "br":
            one.tail = "\n" + (one.tail or "")
        elif one is not lines and isinstance(one.tag, str) and _GUTTER.search(one.get("class") or ""):
            for inner in list(one):
                one.remove(inner)
            one.text = ""
    text = "".join(lines.itertext()).replace("\u00a0", " ")
    text = text.removeprefix("\n").rstrip("\n ")
    if not text.strip() or not re.search(r"[^\d\s]", text):
        return ""
    runs = [len(run) for run in re.findall(r"`{3,}", text)]
    fence = "`" * max(3, *(run + 1 for run in runs)) if runs else "```"
    return f"{fence}{_language_of(pre)}\n{text}\n{fence}"


def _language_of(pre: Any) -> str:
    candidates = [pre, *pre.iter("code")]
    parent = pre.getparent()
    for _ in range(2):
        if parent is not None:
            candidates.append(parent)
            parent = parent.getparent()
    for one in candidates:
        stated = one.get("data-lang") or one.get("data-language") or ""
        match = _LANGUAGE.search(one.get("class") or "")
        name = (stated or (match.group(1) if match else "")).lower()
        if name and name not in _NO_LANGUAGE and len(name) < 20 and re.fullmatch(r"[\w+#.-]+", name):
            return name
    return ""


def table_text(table: Any) -> str:
    """Return a pipe table; merged cells leave empty ones, a missing head takes the first row."""
    rows: list[list[str]] = []
    for row in table.iter("tr"):
        cells: list[str] = []
        for cell in row:
            if cell.tag not in {"td", "th"}:
                continue
            parts = [inline_text(part) for part in cell if part.tag in {"p", "div", "li"}]
            text = (
                inline_text(cell)
                if not parts
                else "; ".join(p for p in [_own_text(cell), *_cell_parts(cell)] if p)
            )
            cells.append(" ".join(text.split()).replace("|", "\\|"))
            span = cell.get("colspan") or ""
            cells += [""] * (min(int(span), 30) - 1 if span.isdecimal() and span != "0" else 0)
        if any(cells):
            rows.append(cells)
    if not rows:
        return ""
    width = max(map(len, rows))
    rows = [row + [""] * (width - len(row)) for row in rows]
    caption = next((inline_text(one) for one in table.iter("caption")), "")
    lines = [f"| {' | '.join(row)} |" for row in rows]
    lines.insert(1, f"|{' --- |' * width}")
    return (f"{caption}\n\n" if caption else "") + "\n".join(lines)


def _own_text(cell: Any) -> str:
    return " ".join((cell.text or "").split())


def _cell_parts(cell: Any) -> list[str]:
    found: list[str] = []
    for child in cell:
        if child.tag in {"ul", "ol"}:
            found += [inline_text(item) for item in child.iter("li")]
        else:
            found.append(inline_text(child))
        if (child.tail or "").strip():
            found.append(" ".join(child.tail.split()))
    return found
