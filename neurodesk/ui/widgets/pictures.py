"""Pictures of the curator's own knowledge base: found below its root, checked, decoded on another thread."""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path
from urllib.parse import unquote

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QImage, QImageReader, QPainter

from neurodesk.ui.reading.tree import SafeDocument, Style
from neurodesk.ui.theme import theme

MAX_BYTES = 8 * 1024 * 1024
MAX_SIDE_PX = 4_000
MAX_HELD = 64
FORMATS = {
    ".png": b"png",
    ".jpg": b"jpeg",
    ".jpeg": b"jpeg",
    ".gif": b"gif",
    ".webp": b"webp",
    ".bmp": b"bmp",
}


def find_picture(root: Path, folder: Path, source: str) -> Path | None:
    """Return the file a picture's source names, or None when it may not be shown (SPEC K1).

    Only relative names of regular files below ``root`` count; no link on the way, no SVG, at most 8 MiB.
    """
    name = unquote(source.split("#", maxsplit=1)[0].split("?", maxsplit=1)[0])
    if not name or "\\" in name or "\0" in name or ":" in name or name.startswith("/"):
        return None
    base = root.resolve()
    path = Path(folder, name)
    try:
        resolved = path.resolve(strict=True)
        plain = Path(*_normal_parts(path))
        inside = resolved.is_relative_to(base) and resolved == base / plain.relative_to(base)
        fits = inside and resolved.is_file() and resolved.stat().st_size <= MAX_BYTES
    except (OSError, ValueError):
        return None
    return resolved if fits and resolved.suffix.lower() in FORMATS else None


def _normal_parts(path: Path) -> list[str]:
    parts: list[str] = []
    for part in path.absolute().parts:
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return parts


def read_size(path: Path) -> QSize | None:
    """Return a picture's size in px from its header alone, or None if it is too large or no such picture."""
    try:
        data = path.read_bytes()[:MAX_BYTES]
    except OSError:
        return None
    reader = _reader(data, path.suffix.lower())
    return reader[0].size() if reader is not None else None


def _reader(data: bytes, suffix: str) -> tuple[QImageReader, QBuffer] | None:
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    # The format comes from the checked suffix: contents of another kind are not tried.
    reader = QImageReader(buffer, QByteArray(FORMATS[suffix]))
    reader.setAutoDetectImageFormat(False)
    reader.setAutoTransform(True)
    size = reader.size()
    if not size.isValid() or size.width() > MAX_SIDE_PX or size.height() > MAX_SIDE_PX:
        return None
    return reader, buffer


def decode(path: Path, max_width_px: int) -> QImage | None:
    """Decode a picture, scaled down to ``max_width_px``; None if it cannot be read. Runs on any thread."""
    try:
        found = _reader(path.read_bytes()[: MAX_BYTES + 1], path.suffix.lower())
    except OSError:
        return None
    if found is None:
        return None
    image = found[0].read()
    if image.isNull():
        return None
    if image.width() > max_width_px:
        image = image.scaledToWidth(max_width_px, Qt.TransformationMode.SmoothTransformation)
    return image


class PictureLoader(QObject):
    """Serves the pictures of one article.

    Arguments: ``root`` of the knowledge base; ``folder`` of the article; ``executor`` decodes (never the
    GUI thread).
    ``loaded`` carries the source of a picture that is ready.
    """

    loaded = Signal(str)
    _decoded = Signal(str, object)

    def __init__(self, root: Path, folder: Path, executor: Executor, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._root, self._folder, self._executor = root, folder, executor
        self._paths: dict[str, Path | None] = {}
        self._sizes: dict[str, tuple[int, int] | None] = {}
        self._images: dict[str, QImage] = {}
        self._asked: set[str] = set()
        self._decoded.connect(self._on_decoded, Qt.ConnectionType.QueuedConnection)

    def measure(self, safe: SafeDocument) -> None:
        """Find the pictures of a document and read their sizes; runs beside the rendering, off the GUI
        thread.
        """
        sources = (r.picture for block in safe.blocks for r in block.all_runs() if r.style & Style.PICTURE)
        for source in dict.fromkeys(sources):
            if len(self._sizes) >= MAX_HELD:
                break
            path = find_picture(self._root, self._folder, source)
            size = read_size(path) if path is not None else None
            self._paths[source] = path
            self._sizes[source] = (size.width(), size.height()) if size is not None else None

    def placeholder_size(self, source: str) -> tuple[int, int] | None:
        """Return the size to keep free, as measured; None for a picture that is not shown."""
        return self._sizes.get(source)

    def request(self, source: str) -> None:
        """Start decoding a picture once."""
        path = self._paths.get(source)
        if path is None or source in self._asked:
            return
        self._asked.add(source)
        width = theme().reading_column() * 2
        future = self._executor.submit(decode, path, width)
        future.add_done_callback(
            lambda done: self._decoded.emit(
                source, None if done.cancelled() or done.exception() else done.result()
            )
        )

    @Slot(str, object)
    def _on_decoded(self, source: str, image: QImage | None) -> None:
        if image is not None:
            self._images[source] = image
            self.loaded.emit(source)

    def picture(self, source: str) -> QImage:
        """Return the decoded picture, or a quiet placeholder while it is not there."""
        found = self._images.get(source)
        if found is not None:
            return found
        width, height = self._sizes.get(source) or (160, 90)
        blank = QImage(min(width, 640), min(height, 480), QImage.Format.Format_ARGB32_Premultiplied)
        blank.fill(theme().color("surface.sunken"))
        painter = QPainter(blank)
        painter.drawPixmap(8, 8, theme().pixmap("file", "text.tertiary", 20, 1.0))
        painter.end()
        return blank
