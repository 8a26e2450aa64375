"""What of articles' code and tables survives extraction from a site's pages, beside the plain finder."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from neurodesk.domain.evidence import PageRefused
from neurodesk.domain.extraction import Document
from neurodesk.providers.extract.chrome import CHROME_WORDS, CHROMES, article_html, in_chrome
from neurodesk.providers.extract.registry import extract

MEASURES = ("code_lines", "code_blocks", "table_cells")
# How a list or a break in a cell is written on one line is free; its words and signs are not.
_MARKS = re.compile(r"[`*_~;|\\\s]+")
_CELL_BREAK = re.compile(r"(?<!\\)\|")


def measure_recall(files: Sequence[Path]) -> dict[str, Any]:
    """Put each Markdown file into each site's chrome, extract the page both ways and compare.

    Returns:
        Articles and pages; per way (``neurodesk``, ``plain_finder``) and per chrome the share of code lines,
        of code blocks that are verbatim, and of table cells that stand in a cell, each with hits and total;
        how many pages keep words of the chrome; refused pages by reason.
    """
    from trafilatura import extract as plain

    refused: Counter[str] = Counter()

    def ours(page: Document) -> str:
        try:
            return extract(page).text
        except PageRefused as error:
            refused[error.reason.value] += 1
            return ""

    def theirs(page: Document) -> str:
        return plain(page.data, include_comments=False) or ""

    ways: dict[str, Callable[[Document], str]] = {"neurodesk": ours, "plain_finder": theirs}
    counts = {way: {chrome: Counter[str]() for chrome in CHROMES} for way in ways}
    lost: list[dict[str, str]] = []
    for path in files:
        body = article_html(path.read_text(encoding="utf-8", errors="ignore"))
        wanted = _Wanted(body)
        title, lang = path.parent.name.replace("-", " "), "de" if ".de." in path.name else "en"
        for chrome in CHROMES:
            page = in_chrome(body, title, lang, chrome)
            for way, work in ways.items():
                found = wanted.found_in(work(page))
                counts[way][chrome] += found
                if way == "neurodesk" and len(lost) < 20 and _loses(found):
                    lost.append({"file": "/".join(path.parts[-2:]), "chrome": chrome})
    report: dict[str, Any] = {"articles": len(files), "pages": len(files) * len(CHROMES)}
    for way in ways:
        total: Counter[str] = sum(counts[way].values(), Counter())
        report[way] = {**_figures(total), "by_chrome": {c: _figures(n) for c, n in counts[way].items()}}
    return {**report, "refused": dict(sorted(refused.items())), "first_losses": lost}


def _loses(found: Counter[str]) -> bool:
    return any(found[name] < found[f"{name}_of"] for name in MEASURES)


def _figures(count: Counter[str]) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    for name in MEASURES:
        hits, of = count[name], count[f"{name}_of"]
        figures[name] = {"value": round(hits / of, 4) if of else None, "hits": hits, "of": of}
    return {**figures, "pages_with_chrome": count["chrome"]}


class _Wanted:
    """The code and the cells of an article, read from its HTML before any chrome."""

    def __init__(self, body: str) -> None:
        from lxml import html

        tree = html.document_fromstring(f"<html><body>{body}</body></html>")
        for line_break in tree.iter("br"):
            line_break.tail = " " + (line_break.tail or "")
        self.blocks = [one.text_content().strip("\n").rstrip() for one in tree.iter("pre")]
        self.blocks = [one for one in self.blocks if re.search(r"[^\d\s]", one)]
        self.lines = [line.rstrip() for one in self.blocks for line in one.split("\n") if line.strip()]
        cells = (one for table in tree.iter("table") for one in table.iter("td", "th"))
        self.cells = Counter(flat for one in cells if (flat := _flat(one.text_content())))

    def found_in(self, text: str) -> Counter[str]:
        """Count what stands in an extracted text; each line and cell of it counts once."""
        lines = Counter(line.strip() for line in text.split("\n"))
        wanted = Counter(line.strip() for line in self.lines)
        cells = Counter(
            flat
            for line in text.split("\n")
            if "|" in line
            for cell in _CELL_BREAK.split(line)
            if (flat := _flat(cell))
        )
        return Counter(
            code_lines=(wanted & lines).total(),
            code_lines_of=wanted.total(),
            code_blocks=sum(one in text for one in self.blocks),
            code_blocks_of=len(self.blocks),
            table_cells=(self.cells & cells).total(),
            table_cells_of=self.cells.total(),
            chrome=int(any(word in text for word in CHROME_WORDS)),
        )


def _flat(text: str) -> str:
    return _MARKS.sub("", text)
