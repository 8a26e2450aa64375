"""How fast pages are read, beside the plain finder, and what each guard costs."""

from __future__ import annotations

import contextlib
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from neurodesk.domain.evidence import PageRefused
from neurodesk.domain.extraction import Document, Extracted
from neurodesk.providers.extract.child import ExtractionChildren
from neurodesk.providers.extract.chrome import article_html, in_chrome
from neurodesk.providers.extract.registry import extract

ROUNDS = 4
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Page:
    """A page to read; ``wanted`` is the text that it is known to hold, "" where that is not known."""

    document: Document
    wanted: str = ""


def as_page(markdown_text: str, title: str, lang: str) -> Page:
    """Render a Markdown article inside a site's chrome."""
    from lxml import html

    body = article_html(markdown_text)
    return Page(in_chrome(body, title, lang), html.fromstring(f"<div>{body}</div>").text_content())


class _Run:
    """One way of reading: time on the wall, processor time of this process, words found."""

    def __init__(self, read: Callable[[Document], str]) -> None:
        self.read = read
        self.wall_s = self.cpu_s = 0.0
        self.hits = self.of = 0

    def over(self, pages: Sequence[Page], spread: Callable[..., Iterable[str]] = map) -> None:
        wall, cpu = time.perf_counter(), time.process_time()
        texts = list(spread(self.read, [page.document for page in pages]))
        self.wall_s += time.perf_counter() - wall
        self.cpu_s += time.process_time() - cpu
        for page, text in zip(pages, texts, strict=True):
            wanted = Counter(_WORD.findall(page.wanted))
            self.hits += (wanted & Counter(_WORD.findall(text))).total()
            self.of += wanted.total()

    @property
    def recall(self) -> float | None:
        return round(self.hits / self.of, 4) if self.of else None


def measure(pages: Sequence[Page], processes: int = 2) -> dict[str, Any]:
    """Extract all pages with the plain finder, in this process, and with supervised processes, in turns.

    Returns:
        Documents a second each way; processor milliseconds a page, which other work on the machine does not
        change, with the ratio they would give if each process had a core; share of the articles' words
        found; seconds of each guard over all pages; refused pages by reason.
    """
    from trafilatura import extract as plain_finder

    refused: Counter[str] = Counter()

    def reading(work: Callable[[Document], Extracted], count: bool) -> Callable[[Document], str]:
        def read(document: Document) -> str:
            try:
                return work(document).text
            except PageRefused as error:
                refused[error.reason.value] += count
                return ""

        return read

    plain = _Run(lambda document: plain_finder(document.data, include_comments=False) or "")
    ours = _Run(reading(extract, True))
    with ExtractionChildren(processes) as children, ThreadPoolExecutor(processes) as threads:
        supervised = _Run(reading(children.extract, False))
        for page in pages[:3]:
            plain.read(page.document)
            ours.read(page.document)
        list(threads.map(supervised.read, [page.document for page in pages[: processes * 2]]))
        refused.clear()
        warm_s = children.cpu_s
        # In turns, so that a busy moment of the machine meets all of them.
        size = max(1, -(-len(pages) // ROUNDS))
        for start in range(0, len(pages), size):
            part = pages[start : start + size]
            plain.over(part)
            ours.over(part)
            supervised.over(part, threads.map)
        child_s = children.cpu_s - warm_s
    return {
        "pages": len(pages),
        "bytes": sum(len(page.document.data) for page in pages),
        "plain_finder_docs_per_s": _rate(pages, plain.wall_s),
        "one_process_docs_per_s": _rate(pages, ours.wall_s),
        "supervised_processes": processes,
        "supervised_docs_per_s": _rate(pages, supervised.wall_s),
        "supervised_by_plain": _ratio(plain.wall_s, supervised.wall_s),
        "cpu_ms_a_page": {
            "plain_finder": _milliseconds(pages, plain.cpu_s),
            "one_process": _milliseconds(pages, ours.cpu_s),
            "supervised_child": _milliseconds(pages, child_s),
            "supervised_parent": _milliseconds(pages, supervised.cpu_s),
        },
        "supervised_by_plain_with_a_core_each": _ratio(plain.cpu_s * processes, child_s),
        "recall": {
            "plain_finder": plain.recall,
            "one_process": ours.recall,
            "supervised": supervised.recall,
        },
        "guards_s": _guards([page.document for page in pages]),
        "refused": dict(sorted(refused.items())),
    }


def _ratio(one: float, other: float) -> float:
    return round(one / other, 3) if other else 0.0


def _milliseconds(pages: Sequence[Page], seconds: float) -> float:
    return round(1000 * seconds / len(pages), 3)


def _rate(pages: Sequence[Page], seconds: float) -> float:
    return round(len(pages) / seconds, 1) if seconds else 0.0


def _guards(pages: Sequence[Document]) -> dict[str, float]:
    """Return the processor seconds that each guard takes by itself over all pages."""
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
        started = time.process_time()
        for item in items:
            work(item)
        return round(time.process_time() - started, 4)

    return {
        "charset": clock(lambda page: decode(page.data, in_page=True), pages),
        "precheck": clock(check_html, texts),
        "hidden_text": clock(hide, trees),
        "invisible_characters": clock(strip_invisible, texts),
        "suspected_instructions": clock(find_injection, read),
    }
