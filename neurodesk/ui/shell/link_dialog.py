"""Before a link is opened, the curator sees where it really leads (SPEC S4)."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLabel, QWidget

from neurodesk.ui.i18n import tr
from neurodesk.ui.reading.visible import visible_text
from neurodesk.ui.widgets.parts import PlainLabel, breakable, button
from neurodesk.ui.widgets.sheet import Sheet

OPENABLE = ("http", "https", "mailto")
MAX_SHOWN_CHARS = 2_000


def real_host(url: str) -> str:
    """Return a link's host as the network sees it (punycode), or an empty text for a link without one."""
    try:
        host = urlsplit(url).hostname or ""
        return host.encode("idna").decode("ascii") if host else ""
    except (ValueError, UnicodeError):
        return ""


def may_open(url: str) -> bool:
    """Tell whether a link may be handed to the system at all: http and https with a plain host, or mailto."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    if parts.scheme == "mailto":
        return bool(parts.path)
    plain = parts.scheme in OPENABLE and not parts.username and not parts.password
    return plain and bool(real_host(url)) and not any(char.isspace() or ord(char) < 32 for char in url)


class LinkDialog(Sheet):
    """Shows a link's real address; *Cancel* is the default, *Open* needs a click or its letter."""

    def __init__(
        self, url: str, parent: QWidget | None = None, open_url: Callable[[str], object] | None = None
    ) -> None:
        super().__init__(tr("Links", "Open this link?"), 480, parent)
        self._url = url
        self._open_url = open_url or _open_in_system
        allowed = may_open(url)
        column = self.column
        column.addWidget(PlainLabel(tr("Links", "Open this link?"), "paneTitle"))
        host = real_host(url)
        if host:
            column.addWidget(PlainLabel(tr("Links", "It leads to {host}.").format(host=host), wrap=True))
        address = PlainLabel("", "small", "secondary", wrap=True)
        # The label itself would name the places to break at, which are ours: what hides is named before.
        QLabel.setText(address, breakable(visible_text(url[:MAX_SHOWN_CHARS])))
        address.setAccessibleName(url[:MAX_SHOWN_CHARS])
        column.addWidget(address)
        if not allowed:
            words = tr("Links", "Links of this kind are not opened. You can copy the address.")
            column.addWidget(PlainLabel(words, ink="warning", wrap=True))
        copy = button(tr("Links", "&Copy address"), "ghost", on_click=self._copy)
        self.cancel_button = button(tr("Links", "Cancel"), on_click=self.reject)
        self.cancel_button.setDefault(True)
        self.open_button = button(tr("Links", "&Open in browser"), on_click=self._open)
        self.open_button.setEnabled(allowed)
        self.add_foot(self.cancel_button, self.open_button, left=copy)
        self.cancel_button.setFocus()

    def _copy(self) -> None:
        from PySide6.QtWidgets import QApplication

        QApplication.clipboard().setText(self._url)

    def _open(self) -> None:
        if may_open(self._url):
            self._open_url(self._url)
        self.accept()


def _open_in_system(url: str) -> bool:
    return QDesktopServices.openUrl(QUrl(url, QUrl.ParsingMode.StrictMode))
