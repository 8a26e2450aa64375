"""How fast pages are read, beside the plain finder, and what each guard costs."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from neurodesk.domain.evidence import PageRefused
from neurodesk.domain.extraction import Document
from neurodesk.providers.extract.child import ExtractionChildren
from neurodesk.providers.extract.registry import extract

SITE = """<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{title} | Handbook</title>
<style>.skip{{position:absolute;left:-9999px}} nav a{{color:#03c}}</style></head><body>
<a class="skip" href="#main">Skip to content</a>
<header><nav><ul><li><a href="/">Home</a></li>
<li><a href="/all">All articles</a></li>

<li><a href="/in">Log in</a></li></ul></nav></header>
<div class="cookie-banner"><p>We use cookies to improve your experience.</p></div>
<aside class="sidebar"><h3>Related articles</h3><ul><li><a href="/1">Set up a server</a></li></ul></aside>
<main id="main"><article>{body}</article></main>
<footer><p>Imprint, privacy policy, all rights reserved</p></footer></body></html>"""


def as_page(markdown_text: str, title: str, lang: str) -> Document:
    """Render a Markdown article inside a site's chrome."""
    import markdown

    body = markdown.markdown(markdown_text, extensions=["fenced_code", "tables", "sane_lists"])
    return Document(SITE.format(lang=lang, title=title, body=body).encode(), "page.html")


def measure(pages: Sequence[Document], processes: int = 2) -> dict[str, Any]:
    """Extract all pages with the plain finder, in this process, and with supervised processes.

    Returns:
        Documents a second each way, seconds of each guard over all pages, refused pages by reason.
    """
    from trafilatura import extract as plain

    refused: dict[str, int] = {}

    def ours(page: Document) -> None:
        try:
            extract(page)
        except PageRefused as error:
            refused[error.reason.value] = refused.get(error.reason.value, 0) + 1

    for page in pages[:3]:
        plain(page.data, include_comments=False)
        ours(page)
    refused.clear()
    plain_s = _timed(pages, lambda page: plain(page.data, include_comments=False))
    ours_s = _timed(pages, ours)
    with ExtractionChildren(processes) as children, ThreadPoolExecutor(processes) as threads:

        def supervised(page: Document) -> None:
            try:
                children.extract(page)
            except PageRefused:
                return

        list(threads.map(supervised, pages[: processes * 2]))
        started = time.perf_counter()
        list(threads.map(supervised, pages))
        children_s = time.perf_counter() - started
    return {
        "pages": len(pages),
        "bytes": sum(len(page.data) for page in pages),
        "plain_finder_docs_per_s": _rate(pages, plain_s),
        "one_process_docs_per_s": _rate(pages, ours_s),
        "supervised_processes": processes,
        "supervised_docs_per_s": _rate(pages, children_s),
        "supervised_by_plain": round(plain_s / children_s, 3) if children_s else 0.0,
        "guards_s": _guards(pages),
        "refused": dict(sorted(refused.items())),
    }


def _timed(pages: Sequence[Document], work: Callable[[Document], object]) -> float:
    started = time.perf_counter()
    for page in pages:
        work(page)
    return time.perf_counter() - started


def _rate(pages: Sequence[Document], seconds: float) -> float:
    return round(len(pages) / seconds, 1) if seconds else 0.0


def _guards(pages: Sequence[Document]) -> dict[str, float]:
    """Return the seconds that each guard takes by itself over all pages."""
    from lxml import html

    from neurodesk.domain.injection import find_injection
    from neurodesk.providers.extract.charset import decode
    from neurodesk.providers.extract.invisible import HiddenText, StyleRules, strip_invisible
    from neurodesk.providers.extract.precheck import check_html

    texts = [decode(page.data, in_page=True)[0] for page in pages]
    trees = [html.document_fromstring(text.encode()) for text in texts]

    read = []
    for page in pages:
        with contextlib.suppress(PageRefused):
            read.append(extract(page).text)

    def hide(tree: Any) -> None:
        HiddenText(StyleRules(one.text_content() for one in tree.iter("style"))).clean(tree.find("body"))

    def clock(work: Callable[[Any], object], items: Sequence[Any]) -> float:
        started = time.perf_counter()
        for item in items:
            work(item)
        return round(time.perf_counter() - started, 4)

    return {
        "charset": clock(lambda page: decode(page.data, in_page=True), pages),
        "precheck": clock(check_html, texts),
        "hidden_text": clock(hide, trees),
        "invisible_characters": clock(strip_invisible, texts),
        "suspected_instructions": clock(find_injection, read),
    }
