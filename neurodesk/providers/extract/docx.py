"""Word documents (docx) to Markdown-like text: headings, numbered steps, code styles and tables kept."""

from __future__ import annotations

import io
import re
import zipfile
from importlib.metadata import version
from typing import Any

from neurodesk.domain.evidence import PageRefused, Refusal
from neurodesk.domain.extraction import Document, Extracted
from neurodesk.domain.injection import find_injection
from neurodesk.providers.extract.dates import stated_date, stated_licence, stated_origin
from neurodesk.providers.extract.invisible import strip_invisible
from neurodesk.providers.extract.language import detect_language

RULES = 1
MAX_UNPACKED_BYTES = 120 * 1024 * 1024
MAX_RATIO = 200
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_CODE_STYLE = re.compile(
    r"code|html preformatted|listing|quelltext|source|verbatim|macro text", re.IGNORECASE
)
# What python-docx calls a document that states no properties.
DEFAULT_TITLE = "Word Document"


def extract_docx(document: Document) -> Extracted:
    """Return the text of a docx file.

    Raises:
        PageRefused: ``bad_type``, ``too_large`` (packed bomb), ``empty_text``.
    """
    _check_archive(document.data)
    import docx
    from docx.opc.exceptions import OpcError

    try:
        opened = docx.Document(io.BytesIO(document.data))
        writer = _Writer(opened)
        for element in opened.element.body.iterchildren():
            writer.take(element)
        core = opened.core_properties
        stated_title = " ".join((core.title or "").split())
        dated = core.modified.timestamp() if core.modified is not None else 0.0
        if stated_title == DEFAULT_TITLE:
            # Its date is then the present moment: nothing that the document states.
            stated_title, dated = "", 0.0
    except (OpcError, KeyError, ValueError, AttributeError, TypeError, IndexError) as error:
        raise PageRefused(Refusal.BAD_TYPE, f"not a readable docx: {str(error)[:120]}") from error
    text, invisible = strip_invisible(writer.text())
    if not text.strip():
        raise PageRefused(Refusal.EMPTY_TEXT)
    notes = [("hidden_text:hidden", one[:300]) for one in writer.hidden[:20]]
    notes += [("hidden_instruction", one) for one in find_injection("\n".join(writer.hidden))[:5]]
    if invisible > 8:
        notes.append(("invisible_characters", str(invisible)))
    return Extracted(
        text=text,
        title=stated_title or writer.first_heading or text.strip().split("\n", 1)[0][:120],
        lang=detect_language(text),
        format="docx",
        extractor=f"docx {RULES}, python-docx {version('python-docx')}",
        dated_at=stated_date(text) or max(0.0, dated),
        recorded_origin=stated_origin(text),
        licence=stated_licence(text),
        notes=tuple(notes),
    )


def _check_archive(data: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            if "word/document.xml" not in archive.namelist():
                raise PageRefused(Refusal.BAD_TYPE, "not a docx")
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
        raise PageRefused(Refusal.BAD_TYPE, "not a docx") from error
    unpacked = sum(entry.file_size for entry in entries)
    if unpacked > MAX_UNPACKED_BYTES or unpacked > MAX_RATIO * max(len(data), 4096):
        raise PageRefused(Refusal.TOO_LARGE, f"unpacks to {unpacked} bytes")


class _Writer:
    def __init__(self, opened: Any) -> None:
        self._opened = opened
        self._parts: list[tuple[str, str]] = []
        self._numbers: dict[tuple[str, int], int] = {}
        self._formats: dict[tuple[str, int], str] = {}
        self.hidden: list[str] = []
        self.first_heading = ""

    def take(self, element: Any) -> None:
        """Write one paragraph or table; other elements hold no text of their own."""
        if element.tag == f"{_W}p":
            self._paragraph(element)
        elif element.tag == f"{_W}tbl":
            self._table(element)
        elif element.tag == f"{_W}sdt":
            for inner in element.iter(f"{_W}p"):
                self._paragraph(inner)

    def text(self) -> str:
        """Return everything that was taken."""
        out: list[str] = []
        before = ""
        for kind, text in self._parts:
            if kind == "code" == before:
                out[-1] = out[-1].removesuffix("\n```") + f"\n{text}\n```"
                continue
            body = f"```\n{text}\n```" if kind == "code" else text
            out.append(("\n" if kind == "item" == before else "\n\n" if out else "") + body)
            before = kind
        return "".join(out) + "\n" if out else ""

    def _paragraph(self, element: Any) -> None:
        from docx.text.paragraph import Paragraph

        paragraph = Paragraph(element, self._opened._body)  # noqa: SLF001
        text = self._visible(element)
        if not text.strip():
            return
        style = (paragraph.style.name if paragraph.style is not None else "") or ""
        heading = re.match(r"(?:heading|überschrift|title|titel)\s*(\d?)", style, re.IGNORECASE)
        if heading:
            level = min(6, int(heading.group(1) or 1))
            flat = " ".join(text.split())
            self.first_heading = self.first_heading or flat
            self._parts.append(("heading", f"{'#' * level} {flat}"))
        elif _CODE_STYLE.search(style):
            self._parts.append(("code", text.rstrip()))
        elif (listed := self._list_mark(element, style)) is not None:
            self._parts.append(("item", f"{listed}{' '.join(text.split())}"))
        else:
            self._parts.append(("para", "\n".join(" ".join(line.split()) for line in text.split("\n"))))

    def _visible(self, element: Any) -> str:
        pieces: list[str] = []
        for run in element.iter(f"{_W}r"):
            if any(up.tag == f"{_W}del" for up in run.iterancestors()):
                continue
            text = "".join(
                (one.text or "") if one.tag == f"{_W}t" else "\n" if one.tag == f"{_W}br" else "\t"
                for one in run
                if one.tag in {f"{_W}t", f"{_W}br", f"{_W}tab"}
            )
            if _is_hidden(run):
                if text.strip():
                    self.hidden.append(text.strip())
                continue
            pieces.append(text)
        return "".join(pieces)

    def _list_mark(self, element: Any, style: str) -> str | None:
        numbering = element.find(f"{_W}pPr/{_W}numPr")
        if numbering is None:
            numbering = self._style_numbering(element)
        if numbering is None:
            if re.match(r"list (?:bullet|number)|listen?(?:absatz|nummer)", style, re.IGNORECASE):
                return "- "
            return None
        level_at, number_at = numbering.find(f"{_W}ilvl"), numbering.find(f"{_W}numId")
        level = int(level_at.get(f"{_W}val")) if level_at is not None else 0
        number = number_at.get(f"{_W}val") if number_at is not None else "0"
        if number == "0":
            return None
        indent = "  " * min(level, 8)
        if self._format(number, level) == "bullet":
            return f"{indent}- "
        for key in [one for one in self._numbers if one[0] == number and one[1] > level]:
            del self._numbers[key]
        current = self._numbers.get((number, level), 0) + 1
        self._numbers[(number, level)] = current
        return f"{indent}{current}. "

    def _style_numbering(self, element: Any) -> Any:
        name = element.find(f"{_W}pPr/{_W}pStyle")
        if name is None:
            return None
        for style in self._opened.styles.element.iter(f"{_W}style"):
            if style.get(f"{_W}styleId") == name.get(f"{_W}val"):
                return style.find(f"{_W}pPr/{_W}numPr")
        return None

    def _format(self, number: str, level: int) -> str:
        if (number, level) not in self._formats:
            self._formats[(number, level)] = self._look_up_format(number, level)
        return self._formats[(number, level)]

    def _look_up_format(self, number: str, level: int) -> str:
        try:
            root = self._opened.part.numbering_part.element
        except (KeyError, NotImplementedError, AttributeError):
            return "bullet"
        abstract = ""
        for one in root.iter(f"{_W}num"):
            if one.get(f"{_W}numId") == number:
                reference = one.find(f"{_W}abstractNumId")
                abstract = reference.get(f"{_W}val") if reference is not None else ""
        for one in root.iter(f"{_W}abstractNum"):
            if one.get(f"{_W}abstractNumId") == abstract:
                for step in one.iter(f"{_W}lvl"):
                    form = step.find(f"{_W}numFmt")
                    if step.get(f"{_W}ilvl") == str(level) and form is not None:
                        return str(form.get(f"{_W}val"))
        return "bullet"

    def _table(self, element: Any) -> None:
        rows: list[list[str]] = []
        for row in element.iter(f"{_W}tr"):
            cells = [
                " ".join(" ".join(self._visible(p) for p in cell.iter(f"{_W}p")).split()).replace("|", "\\|")
                for cell in row.iterchildren(f"{_W}tc")
            ]
            if any(cells):
                rows.append(cells)
        if not rows:
            return
        width = max(map(len, rows))
        lines = [f"| {' | '.join(row + [''] * (width - len(row)))} |" for row in rows]
        lines.insert(1, f"|{' --- |' * width}")
        self._parts.append(("table", "\n".join(lines)))


def _is_hidden(run: Any) -> bool:
    properties = run.find(f"{_W}rPr")
    if properties is None:
        return False
    vanish = properties.find(f"{_W}vanish")
    if vanish is not None and vanish.get(f"{_W}val") not in {"0", "false"}:
        return True
    colour = properties.find(f"{_W}color")
    white = colour is not None and (colour.get(f"{_W}val") or "").upper() in {"FFFFFF", "FEFEFE"}
    shaded = properties.find(f"{_W}shd") is not None or properties.find(f"{_W}highlight") is not None
    size = properties.find(f"{_W}sz")
    tiny = size is not None and (size.get(f"{_W}val") or "99").isdecimal() and int(size.get(f"{_W}val")) <= 2
    return (white and not shaded) or tiny
