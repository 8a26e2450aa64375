"""How far the texts of a place were scrolled, and the way back to there once they are filled again."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtWidgets import QWidget

from neurodesk.ui.widgets.safe_text import SafeTextBrowser

# What a place reads first may be another thing than the one that was open: it is waited for this long.
GIVE_UP_MS = 5_000


def scrolls_of(place: QWidget) -> list[list[int]]:
    """Return (page, scroll in px) of each text of a place, in the order in which the place built them."""
    return [[one.page, one.verticalScrollBar().value()] for one in place.findChildren(SafeTextBrowser)]


class ScrollBack(QObject):
    """Scrolls a place's texts back as they fill, until the curator scrolls himself or some seconds are over.

    Arguments: ``place`` whose texts are followed; ``wanted`` what ``scrolls_of`` returned, of any origin.
    """

    def __init__(self, place: QWidget, wanted: object) -> None:
        super().__init__(place)
        self._wanted: list[tuple[SafeTextBrowser, int, int]] = []
        texts = place.findChildren(SafeTextBrowser)
        if isinstance(wanted, list) and len(wanted) == len(texts):
            for text, one in zip(texts, wanted, strict=True):
                if not (isinstance(one, list) and len(one) == 2 and all(isinstance(n, int) for n in one)):
                    continue
                page, value = one
                if page or value:
                    self._wanted.append((text, page, value))
                    # Queued: the text scrolls to its top right after it was filled.
                    text.page_filled.connect(self._again, Qt.ConnectionType.QueuedConnection)
                    text.verticalScrollBar().actionTriggered.connect(self._stop)
        QTimer.singleShot(GIVE_UP_MS, self, self._stop)

    @Slot()
    def _again(self) -> None:
        for text, page, value in self._wanted:
            if text.page != page and page < len(text.safe.pages):
                text.show_page(page)  # it fills anew, and comes back here
                return
            text.verticalScrollBar().setValue(value)

    @Slot()
    def _stop(self) -> None:
        self._wanted.clear()
        self.deleteLater()
