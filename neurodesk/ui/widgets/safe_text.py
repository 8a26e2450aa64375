"""The one widget that shows foreign text. It loads nothing, opens nothing, runs nothing (SPEC S4)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from PySide6.QtCore import QMimeData, QPoint, QRect, Qt, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QTextBrowser,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.reading.tree import SafeDocument
from neurodesk.ui.reading.visible import plain_label
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.fill import PageFiller, PositionMap
from neurodesk.ui.widgets.pictures import PictureLoader

RIGHT_MARGIN_PX = 32
SLICE_S = 0.012


class SafeTextBrowser(QTextBrowser):
    """Shows one page of a SafeDocument; a click on a link only emits ``link_activated`` with its real
    address.

    Arguments: ``left`` and ``top`` margins in px at 100 %; ``role`` the reading font; ``measured`` keeps
    the column at
    74 characters and leaves the rest of the width empty.
    """

    link_activated = Signal(str)
    page_shown = Signal(int)
    page_filled = Signal()

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        role: str = "reading",
        left: int = 32,
        top: int = 14,
        measured: bool = True,
    ) -> None:
        super().__init__(parent)
        self._role, self._left, self._top, self._measured = role, left, top, measured
        self._safe = SafeDocument.of([])
        self._page = 0
        self._positions: PositionMap | None = None
        self._loader: PictureLoader | None = None
        self._filler = PageFiller(self.document(), role)
        self._steps: Iterator[None] = iter(())
        self._more_timer = QTimer(self)
        self._more_timer.setSingleShot(True)
        self._more_timer.setInterval(0)
        self._more_timer.timeout.connect(self._fill_slice)
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.setAcceptDrops(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.DefaultContextMenu)
        self.document().setDocumentMargin(0)
        self.anchorClicked.connect(self._on_anchor)
        theme().changed.connect(self._on_theme)
        self._update_margins()

    def loadResource(self, resource_type: int, name: QUrl | str) -> Any:
        """Return nothing for any address but the pictures this widget itself numbered."""
        url = name.toString() if isinstance(name, QUrl) else name
        if self._loader is not None and url in self._filler.pictures:
            return self._loader.picture(self._filler.pictures[url])
        return None

    def doSetSource(self, name: QUrl | str, resource_type: Any = None) -> None:
        """Refuse to navigate: text comes through ``show_safe`` alone."""

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy plain text without soft hyphens and placeholders."""
        data = QMimeData()
        text = self.textCursor().selection().toPlainText()
        data.setText(text.replace("\u00ad", "").replace("\ufffc", ""))
        return data

    @Slot(QUrl)
    def _on_anchor(self, url: QUrl) -> None:
        target = self._filler.links.get(url.toString())
        if target:
            self.link_activated.emit(target)

    def event(self, event: Any) -> bool:
        """Show the real address of a link as its tooltip."""
        if isinstance(event, QHelpEvent):
            target = self._filler.links.get(self.anchorAt(self.viewport().mapFrom(self, event.pos())))
            if target:
                QToolTip.showText(event.globalPos(), plain_label(target, 300), self, QRect())
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    @property
    def safe(self) -> SafeDocument:
        """The document shown."""
        return self._safe

    @property
    def page(self) -> int:
        """The page shown, from 0."""
        return self._page

    @property
    def positions(self) -> PositionMap:
        """Where the source characters of this page stand, as far as it is filled."""
        if self._positions is None:
            self._positions = self._filler.positions()
        return self._positions

    def set_picture_loader(self, loader: PictureLoader | None) -> None:
        """Allow pictures of the curator's own knowledge base; None (the default) shows their words only."""
        self._loader = loader
        if loader is not None:
            loader.loaded.connect(self._on_picture)

    def show_safe(self, safe: SafeDocument, page: int = 0) -> None:
        """Show a page of a document; the scroll position starts at the top."""
        self._safe = safe
        self._show(page)
        self.verticalScrollBar().setValue(0)

    def show_page(self, page: int) -> None:
        """Show another page of the same document. Raises IndexError when there is none."""
        self._show(page)
        self.verticalScrollBar().setValue(0)

    def _show(self, page: int) -> None:
        size = self._loader.placeholder_size if self._loader is not None else None
        self._filler = PageFiller(self.document(), self._role, self._bounded(size))
        self._steps = self._filler.steps(self._safe, page)
        self._page = page
        self._more_timer.stop()
        self._fill_slice()
        # The first insertion pushes the cursor to the end, and Qt scrolls to it when the view is first shown.
        start = self.textCursor()
        start.setPosition(0)
        self.setTextCursor(start)
        self.page_shown.emit(page)

    @property
    def is_filling(self) -> bool:
        """Whether parts of the page are still to come."""
        return self._more_timer.isActive()

    def finish(self) -> None:
        """Insert the rest of the page at once, for a jump to its end."""
        while self.is_filling:
            self._fill_slice()

    @Slot()
    def _fill_slice(self) -> None:
        """Insert blocks for some milliseconds, then let the events of the user pass."""
        until = time.perf_counter() + SLICE_S
        self._more_timer.stop()
        edit = QTextCursor(self.document())
        edit.beginEditBlock()
        for _step in self._steps:
            if time.perf_counter() > until:
                self._more_timer.start()
                break
        edit.endEditBlock()
        self._positions = None
        if self._loader is not None:
            for source in self._filler.pictures.values():
                self._loader.request(source)
        if not self.is_filling:
            self.page_filled.emit()

    def _bounded(
        self, size: Callable[[str], tuple[int, int] | None] | None
    ) -> Callable[[str], tuple[int, int] | None] | None:
        if size is None:
            return None
        column = theme().reading_column(self._role)

        def fit(source: str) -> tuple[int, int] | None:
            found = size(source)
            if found is None or found[0] <= column:
                return found
            return column, max(1, round(found[1] * column / found[0]))

        return fit

    @Slot(str)
    def _on_picture(self, source: str) -> None:
        if source not in self._filler.pictures.values():
            return
        # The size was reserved, so a repaint is enough; Qt asks loadResource again for what it does not hold.
        for name, held in self._filler.pictures.items():
            if held == source and self._loader is not None:
                picture = self._loader.picture(source)
                self.document().addResource(
                    QTextDocument.ResourceType.ImageResource.value, QUrl(name), picture
                )
        self.viewport().update()

    @Slot()
    def _on_theme(self) -> None:
        value = self.verticalScrollBar().value()
        self._show(self._page)
        self.finish()
        self._update_margins()
        self.verticalScrollBar().setValue(value)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, then the bars beside quotations."""
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        offset = self.verticalScrollBar().value()
        block = self.cursorForPosition(QPoint(0, 0)).block()
        layout = self.document().documentLayout()
        while block.isValid():
            rect = layout.blockBoundingRect(block)
            if rect.top() - offset > self.viewport().height():
                break
            for level in range(block.blockFormat().intProperty(QTextFormat.Property.BlockQuoteLevel)):
                bar = QRect(level * 16, round(rect.top() - offset), 3, round(rect.height()))
                painter.fillRect(bar, theme().color("border.card"))
            block = block.next()
        painter.end()

    def column_px(self) -> int:
        """Return the width of the reading column in px."""
        return theme().reading_column(self._role)

    def _update_margins(self) -> None:
        left, right = self._left, RIGHT_MARGIN_PX
        if self._measured:
            bar = self.verticalScrollBar().sizeHint().width()
            right = max(16, self.width() - left - bar - self.column_px())
        else:
            left, right = self._left, min(16, RIGHT_MARGIN_PX)
        margins = self.viewportMargins()
        if (margins.left(), margins.top(), margins.right()) != (left, self._top, right):
            self.setViewportMargins(left, self._top, right, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the column at its measure; a wide window gets an empty right margin, not longer lines."""
        self._update_margins()
        super().resizeEvent(event)

    def scroll_to(self, position: int, fraction: float = 0.33) -> None:
        """Scroll so that a document position stands at a fraction of the height."""
        cursor = self.textCursor()
        cursor.setPosition(min(position, max(0, self.document().characterCount() - 1)))
        top = self.cursorRect(cursor).top() + self.verticalScrollBar().value()
        self.verticalScrollBar().setValue(round(top - self.viewport().height() * fraction))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave letters to the shortcuts of the place."""
        if event.text().isalnum() and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            event.ignore()
            return
        super().keyPressEvent(event)


class PageBar(QFrame):
    """Says that a long text is shown in parts, and leads to the next; also why a text is shown without
    structure.
    """

    page_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ToolRow")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 4, 16, 4)
        self._label = QLabel()
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setProperty("role", "secondary")
        self._label.setWordWrap(True)
        layout.addWidget(self._label, 1)
        self._back = QPushButton()
        self._more = QPushButton()
        layout.addWidget(self._back)
        layout.addWidget(self._more)
        self._page = 0
        self._back.clicked.connect(lambda: self.page_wanted.emit(self._page - 1))
        self._more.clicked.connect(lambda: self.page_wanted.emit(self._page + 1))

    def describe(self, safe: SafeDocument, page: int) -> None:
        """Show what there is to say about a page; hide when there is nothing."""
        self._page = page
        count = len(safe.pages)
        words: list[str] = []
        if count > 1:
            words.append(
                tr("SafeText", "Long text: part {page} of {count}.").format(page=page + 1, count=count)
            )
        if safe.plain:
            words.append(tr("SafeText", "Nested too deeply: shown as plain text."))
        if safe.cut_chars:
            words.append(plural("SafeText", "The last %n characters are not shown.", safe.cut_chars))
        self._label.setText(" ".join(words))
        self._back.setText(tr("SafeText", "Previous part"))
        self._more.setText(tr("SafeText", "Show more"))
        self._back.setVisible(page > 0)
        self._more.setVisible(page + 1 < count)
        self.setVisible(bool(words))


class SafeTextView(QFrame):
    """A SafeTextBrowser with its page bar and a focus frame that shows on keyboard focus only."""

    link_activated = Signal(str)

    def __init__(self, parent: QWidget | None = None, *, browser: SafeTextBrowser | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Reading")
        self.browser = browser or SafeTextBrowser()
        self._bar = PageBar()
        self._bar.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.browser, 1)
        layout.addWidget(self._bar)
        self.setFocusProxy(self.browser)
        self.browser.link_activated.connect(self.link_activated)
        self.browser.page_shown.connect(lambda page: self._bar.describe(self.browser.safe, page))
        self._bar.page_wanted.connect(self.browser.show_page)

    def show_safe(self, safe: SafeDocument, page: int = 0) -> None:
        """Show a document."""
        self.browser.show_safe(safe, page)


def hairline(painter: QPainter, start: QPoint, end: QPoint) -> None:
    """Draw a 1 px line between two points in the hairline colour, without antialiasing."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(theme().color("border.hairline"))
    painter.drawLine(start, end)
    painter.restore()


__all__ = ["PageBar", "SafeTextBrowser", "SafeTextView", "hairline"]
