"""HTML articles, rendered to plain Markdown: everything after the parser sees one kind of text (SPEC K1).

Nothing of the page is loaded or run: scripts, styles, frames, pictures, comments are dropped here (SPEC S4).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree
from lxml import html as lxml_html

from neurodesk.domain.encoding import DecodedText, decode_text
from neurodesk.domain.kb import ParsedArticle
from neurodesk.providers.kb.fields import (
    declared_date,
    declared_language,
    declared_text,
    declared_twins,
    language_code,
)
from neurodesk.providers.kb.guess import guess_codec
from neurodesk.providers.kb.html_splice import splice_html

NAME = "html"
SUFFIXES = (".html", ".htm", ".xhtml")
MAX_DEPTH = 200

_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{2,40})", re.IGNORECASE)
_DROPPED = frozenset(
    "script style noscript template iframe object embed svg math canvas head nav form button input select"
    " textarea audio video map img picture".split()
)
_BLOCKS = frozenset(
    "p div section article main header footer aside address figure figcaption details summary dl dt dd center"
    " fieldset body html blockquote".split()
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_META_NAMES = {
    "article:modified_time": "modified",
    "article:published_time": "published",
    "dcterms.modified": "modified",
    "dcterms.created": "created",
    "dc.date": "date",
    "last-modified": "last_modified",
    "og:title": "",
    "viewport": "",
    "generator": "",
}


def parse(data: bytes) -> ParsedArticle:
    """Read one file; markup that is broken is read as browsers do.

    Returns:
        The article with a Markdown rendering as body; ``meta`` holds the page's meta tags.
    """
    decoded = _decoded(data)
    text = decoded.text.replace("\r\n", "\n").replace("\r", "\n")
    problems = list(decoded.problems)
    tree = _tree(text)
    if tree is None:
        return ParsedArticle(
            NAME, "", "", encoding=decoded.encoding, body_start=-1, problems=(*problems, "empty")
        )
    meta = _meta(tree)
    root = next((one for one in tree.iter("main", "article", "body")), tree)
    renderer = _Renderer()
    body = renderer.render(root)
    if renderer.too_deep:
        problems.append("too_deep")
    headings = [_inline_text(one) for one in tree.iter("h1")]
    title = declared_text(meta, "title")
    if len(headings) == 1 and headings[0]:
        title = headings[0][:300]
    return ParsedArticle(
        format=NAME,
        title=title,
        body=body,
        lang=declared_language(meta) or language_code(tree.get("lang") or tree.get("{xml}lang")),
        meta=meta,
        dated_at=declared_date(meta),
        source=declared_text(meta, "source"),
        encoding=decoded.encoding,
        body_start=-1,
        translation_of=declared_twins(meta),
        problems=tuple(problems),
    )


def splice(text: str, body: str, wanted: str) -> str:
    """Return a page's text with only the blocks changed that must change (see `splice_html`)."""
    return splice_html(text, body, wanted, body_of)


def body_of(text: str) -> str:
    """Return what a page says, as Markdown."""
    tree = _tree(text.replace("\r\n", "\n").replace("\r", "\n"))
    if tree is None:
        return ""
    root = next((one for one in tree.iter("main", "article", "body")), tree)
    return _Renderer().render(root)


def _decoded(data: bytes) -> DecodedText:
    decoded = decode_text(data, guess_codec)
    if "encoding_guessed" not in decoded.problems:
        return decoded
    declared = _CHARSET.search(data[:4096])
    if declared is not None:
        name = declared[1].decode("ascii").lower()
        try:
            return DecodedText(data.decode(name), "cp1252" if name in {"iso-8859-1", "latin1"} else name)
        except (LookupError, UnicodeDecodeError):
            pass
    return decoded


def _tree(text: str) -> etree._Element | None:
    parser = lxml_html.HTMLParser(
        encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True, huge_tree=False
    )
    try:
        root: etree._Element | None = lxml_html.document_fromstring(
            text.encode("utf-8", "replace"), parser=parser
        )
    except (etree.ParserError, etree.XMLSyntaxError):
        return None
    return root


def _meta(tree: etree._Element) -> dict[str, object]:
    meta: dict[str, object] = {}
    title = next((one for one in tree.iter("title")), None)
    if title is not None and title.text:
        meta["title"] = " ".join(title.text.split())[:300]
    for one in tree.iter("meta"):
        name = (one.get("name") or one.get("property") or "").strip().casefold()
        content = (one.get("content") or "").strip()
        key = _META_NAMES.get(name, name)
        if key and content and len(meta) < 100:
            meta.setdefault(key, content[:2000])
    twins = []
    for one in tree.iter("link"):
        relation = (one.get("rel") or "").casefold().split()
        target = (one.get("href") or "").strip()
        if "canonical" in relation and target:
            meta.setdefault("permalink", target)
        if "alternate" in relation and one.get("hreflang") and target:
            twins.append(target)
    if twins:
        meta.setdefault("translations", twins)
    if language_code(tree.get("lang")):
        meta.setdefault("lang", tree.get("lang"))
    return meta


def _inline_text(element: etree._Element) -> str:
    return " ".join(" ".join(element.itertext()).split())


class _Renderer:
    """Writes an element tree as Markdown blocks."""

    def __init__(self) -> None:
        self.too_deep = False

    def render(self, root: etree._Element) -> str:
        blocks = [block for block in self._blocks(root, 0) if block.strip()]
        return "\n\n".join(blocks) + "\n" if blocks else ""

    def _blocks(self, element: etree._Element, depth: int) -> Iterator[str]:
        """Yield the blocks of an element; inline content between blocks is a paragraph."""
        if depth > MAX_DEPTH:
            self.too_deep = True
            return
        inline: list[str] = [element.text or ""]
        for child in element:
            tag = child.tag if isinstance(child.tag, str) else ""
            if not tag or tag in _DROPPED:
                inline.append(child.tail or "")
                continue
            if self._is_block(child):
                yield _paragraph(inline)
                inline = []
                yield from self._block(child, tag, depth + 1)
            else:
                inline.append(self._inline(child, depth + 1))
            inline.append(child.tail or "")
        yield _paragraph(inline)

    def _is_block(self, element: etree._Element) -> bool:
        tag = element.tag
        return (
            tag in _BLOCKS
            or tag in _HEADINGS
            or tag in {"ul", "ol", "pre", "table", "hr"}
            or any(isinstance(one.tag, str) and one.tag in _BLOCKS for one in element)
        )

    def _block(self, element: etree._Element, tag: str, depth: int) -> Iterator[str]:
        if tag in _HEADINGS:
            text = " ".join(self._inline(element, depth).split())
            if text:
                yield f"{'#' * _HEADINGS[tag]} {text}"
        elif tag == "pre":
            yield _code(element)
        elif tag in {"ul", "ol"}:
            yield "\n".join(self._list(element, depth))
        elif tag == "table":
            yield "\n".join(self._table(element, depth))
        elif tag == "blockquote":
            for block in self._blocks(element, depth):
                if block.strip():
                    yield "\n".join(f"> {line}" for line in block.split("\n"))
        elif tag != "hr":
            yield from self._blocks(element, depth)

    def _list(self, element: etree._Element, depth: int) -> Iterator[str]:
        number = 0
        for item in element:
            if item.tag != "li":
                continue
            number += 1
            mark = f"{number}. " if element.tag == "ol" else "- "
            lines = "\n".join(one for one in self._blocks(item, depth + 1) if one.strip()).split("\n")
            if not any(lines):
                continue
            yield mark + lines[0]
            yield from (" " * len(mark) + line if line else "" for line in lines[1:])

    def _table(self, element: etree._Element, depth: int) -> Iterator[str]:
        rows = [
            [" ".join(self._inline(cell, depth).split()).replace("|", "\\|") for cell in row.iter("td", "th")]
            for row in element.iter("tr")
        ]
        rows = [row for row in rows if any(row)]
        for index, row in enumerate(rows):
            yield f"| {' | '.join(row)} |"
            if index == 0:
                yield f"|{'---|' * len(row)}"

    def _inline(self, element: etree._Element, depth: int) -> str:
        tag = element.tag if isinstance(element.tag, str) else ""
        if not tag or tag in _DROPPED:
            return ""
        if depth > MAX_DEPTH:
            self.too_deep = True
            return ""
        if tag == "br":
            return "\n"
        if tag in {"code", "kbd", "samp", "tt"}:
            text = " ".join("".join(element.itertext()).split())
            fence = "``" if "`" in text else "`"
            return f"{fence}{text}{fence}" if text else ""
        parts = [element.text or ""]
        for child in element:
            parts += [self._inline(child, depth + 1), child.tail or ""]
        text = "".join(parts)
        if tag == "a":
            target = (element.get("href") or "").strip()
            if target and text.strip():
                safe = target.replace(" ", "%20").replace("(", "%28").replace(")", "%29")
                return f"[{' '.join(text.split())}]({safe})"
        if tag in {"strong", "b"} and text.strip():
            return f"**{text.strip()}**" + (" " if text.endswith(" ") else "")
        return text


def _paragraph(parts: list[str]) -> str:
    lines = ("".join(parts)).split("\n")
    return " ".join(" ".join(line.split()) for line in lines if line.strip()).strip()


def _code(element: etree._Element) -> str:
    text = "".join(element.itertext()).strip("\n")
    marked = element.get("class") or ""
    inner = next((one for one in element.iter("code")), None)
    if inner is not None:
        marked = f"{marked} {inner.get('class') or ''}"
    language = re.search(r"(?:language|lang|highlight|brush)[-:]([\w+#-]+)", marked)
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language[1] if language else ''}\n{text}\n{fence}"
