"""Make the PDF and Word files of the sample library from the Markdown beside this script.

    python packaging/make_sample_documents.py [FOLDER]

FOLDER defaults to resources/sample/library/documents. The same sources give the same text, pictures and
metadata. Needs reportlab, Pillow and python-docx (the test extra). A line ``---page---`` begins a new page,
``---scan---`` turns the rest into a picture of a page without a text layer.
"""

from __future__ import annotations

import io
import random
import re
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from docx import Document
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.lib.units import mm
from reportlab.platypus import (
    Flowable,
    ListFlowable,
    ListItem,
    PageBreak,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
    Table,
    TableStyle,
)
from reportlab.platypus import Image as PlacedImage

SOURCES = Path(__file__).resolve().parent / "sample_documents"
TARGET = Path(__file__).resolve().parents[1] / "resources" / "sample" / "library" / "documents"
SCAN_SIZE_PX = (850, 1150)


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a document: heading1, heading2, text, bullets, numbers, table, page or scan."""

    kind: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """One document to make: what its front matter says, and its blocks."""

    name: str
    about: dict[str, str]
    blocks: list[Block] = field(default_factory=list)

    def date_line(self) -> str:
        """Return the line that states the date below the title."""
        return f"{'Stand' if self.about['lang'] == 'de' else 'Last updated'}: {self.about['date']}"

    def origin_line(self) -> str:
        """Return the line that names the origin and the licence at the foot of each page, or ""."""
        label, licence = ("Quelle", "Lizenz") if self.about["lang"] == "de" else ("Source", "Licence")
        parts = []
        if "source_url" in self.about:
            parts.append(f"{label}: {self.about['source_url']}")
        if "licence" in self.about:
            parts.append(f"{licence}: {self.about['licence']}")
        return ", ".join(parts)


def read_source(path: Path) -> Source:
    """Read one Markdown source with front matter of plain ``key: value`` lines."""
    _, matter, body = path.read_text(encoding="utf-8").split("---\n", 2)
    about = dict(line.split(": ", 1) for line in matter.splitlines())
    body, _, scan = body.partition("---scan---\n")
    blocks = list(blocks_of(body))
    if scan:
        blocks.append(Block("scan", tuple(scan.strip("\n").splitlines())))
    return Source(path.stem, about, blocks)


def blocks_of(body: str) -> Iterator[Block]:
    """Yield the blocks of a body; blank lines part them."""
    for part in re.split(r"\n\s*\n", body.strip()):
        lines = part.strip().splitlines()
        if not lines:
            continue
        first = lines[0]
        if first == "---page---":
            yield Block("page")
        elif first.startswith("## "):
            yield Block("heading2", (first[3:],))
        elif first.startswith("# "):
            yield Block("heading1", (first[2:],))
        elif first.startswith("- "):
            yield Block("bullets", tuple(line[2:] for line in lines))
        elif re.match(r"\d+\. ", first):
            yield Block("numbers", tuple(line.split(". ", 1)[1] for line in lines))
        elif first.startswith("| "):
            yield Block("table", tuple(lines))
        else:
            yield Block("text", (" ".join(lines),))


def cells(line: str) -> list[str]:
    """Return the cells of one table line."""
    return [cell.strip() for cell in line.strip("| ").split(" | ")]


def scanned_page(lines: tuple[str, ...], seed: int) -> Image.Image:
    """Return a picture that looks like a crooked, dirty black-and-white scan of the lines."""
    picture = Image.new("L", SCAN_SIZE_PX, 255)
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size=26)
    for number, line in enumerate(lines):
        draw.text((90, 120 + 44 * number), line, font=font, fill=40)
    picture = picture.rotate(1.4, fillcolor=255)
    draw = ImageDraw.Draw(picture)
    noise = random.Random(seed)
    for _ in range(1200):
        x, y = noise.randrange(SCAN_SIZE_PX[0]), noise.randrange(SCAN_SIZE_PX[1])
        draw.rectangle((x, y, x + noise.randrange(2), y), fill=noise.choice((0, 90)))
    return picture.point(lambda value: 255 if value > 140 else 0).convert("1")


def flowables(source: Source) -> Iterator[Flowable]:
    """Yield what reportlab lays out, block by block."""
    styles = getSampleStyleSheet()
    for block in source.blocks:
        match block.kind:
            case "heading1":
                yield Paragraph(block.lines[0], styles["Title"])
                yield Paragraph(source.date_line(), styles["BodyText"])
            case "heading2":
                yield Paragraph(block.lines[0], styles["Heading2"])
            case "text":
                yield Paragraph(block.lines[0], styles["BodyText"])
            case "bullets":
                items = [ListItem(Paragraph(line, styles["BodyText"])) for line in block.lines]
                yield ListFlowable(items, bulletType="bullet", start="-")
            case "numbers":
                # The number is part of the text, as word processors write it: it stays with its step.
                for number, line in enumerate(block.lines, 1):
                    yield Paragraph(f"{number}. {line}", styles["BodyText"])
            case "table":
                rows = [[Paragraph(cell, styles["BodyText"]) for cell in cells(line)] for line in block.lines]
                grid = TableStyle(
                    [("GRID", (0, 0), (-1, -1), 0.4, colors.grey), ("VALIGN", (0, 0), (-1, -1), "TOP")]
                )
                yield Table(rows, style=grid, hAlign="LEFT")
                yield Spacer(1, 3 * mm)
            case "page":
                yield PageBreak()
            case "scan":
                if len(source.blocks) > 1:
                    yield PageBreak()
                held = io.BytesIO()
                scanned_page(block.lines, seed=len(source.name)).save(held, "PNG")
                held.seek(0)
                yield PlacedImage(held, width=170 * mm, height=230 * mm)


def write_pdf(source: Source, folder: Path) -> Path:
    """Write one PDF; a page that is a scan carries no text at all, not even a footer."""
    target = folder / f"{source.name}.pdf"
    scanned = any(block.kind == "scan" for block in source.blocks)
    last_text_page = sum(block.kind == "page" for block in source.blocks) + 1
    if scanned and len(source.blocks) == 1:
        last_text_page = 0

    def footer(canvas: Any, document: Any) -> None:
        if scanned and document.page > last_text_page:
            return
        canvas.saveState()
        canvas.setFont("Helvetica", 8)
        canvas.drawString(20 * mm, 12 * mm, source.origin_line())
        canvas.drawRightString(190 * mm, 12 * mm, str(document.page))
        canvas.restoreState()

    document = SimpleDocTemplate(
        str(target),
        pagesize=A4,
        leftMargin=20 * mm,
        rightMargin=20 * mm,
        title=source.about["title"],
        author="" if scanned and last_text_page == 0 else "Sample library",
        subject=source.about.get("source_url", ""),
        keywords=source.about.get("licence", ""),
        lang=source.about["lang"],
        invariant=1,
    )
    document.build(list(flowables(source)), onFirstPage=footer, onLaterPages=footer)
    return target


def write_docx(source: Source, folder: Path) -> Path:
    """Write one Word file with the date of its source in place of the time of making."""
    document = Document()
    made = datetime.fromisoformat(source.about["date"]).replace(tzinfo=UTC)
    about = document.core_properties
    about.title, about.author, about.last_modified_by = source.about["title"], "Sample library", ""
    about.comments, about.language = source.origin_line(), source.about["lang"]
    about.created = about.modified = made
    styles = {"bullets": "List Bullet", "numbers": "List Number"}
    for block in source.blocks:
        match block.kind:
            case "heading1" | "heading2":
                document.add_heading(block.lines[0], level=int(block.kind[-1]))
            case "table":
                rows = [cells(line) for line in block.lines]
                table = document.add_table(rows=0, cols=len(rows[0]), style="Table Grid")
                for row in rows:
                    for cell, text in zip(table.add_row().cells, row, strict=True):
                        cell.text = text
            case kind:
                for line in block.lines:
                    document.add_paragraph(line, style=styles.get(kind))
    document.add_paragraph(source.origin_line())
    held = io.BytesIO()
    document.save(held)
    target = folder / f"{source.name}.docx"
    with zipfile.ZipFile(held) as made_now, zipfile.ZipFile(target, "w") as lasting:
        for entry in made_now.infolist():
            info = zipfile.ZipInfo(entry.filename, date_time=made.timetuple()[:6])
            info.compress_type = zipfile.ZIP_DEFLATED
            lasting.writestr(info, made_now.read(entry))
    return target


def make_all(folder: Path) -> list[Path]:
    """Make every document in ``folder`` (created when missing) and return the files, sorted by source."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for path in sorted(SOURCES.glob("*.md")):
        source = read_source(path)
        write = write_docx if source.about.get("format") == "docx" else write_pdf
        made.append(write(source, folder))
    return made


if __name__ == "__main__":
    for file in make_all(Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET):
        print(file.name, file.stat().st_size)
