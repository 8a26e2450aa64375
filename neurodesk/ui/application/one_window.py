"""One window a profile: a second start raises the first (SPEC Q7)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, Slot
from PySide6.QtNetwork import QLocalServer, QLocalSocket

ANSWER_MS = 2_000
RAISE = b"raise\n"


def socket_name(data_dir: Path) -> str:
    """Return the name of a profile's local socket, the same for every spelling of its folder."""
    digest = hashlib.sha256(str(data_dir.resolve()).encode()).hexdigest()
    return f"neurodesk-{digest[:20]}"


class OneWindow(QObject):
    """Holds the place of the only window of a profile.

    Arguments: ``data_dir`` of the profile; ``raised`` is called when a second start asks for the window.
    """

    def __init__(self, data_dir: Path, raised: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = socket_name(data_dir)
        self._lock = QLockFile(str(data_dir / "window.lock"))
        # The lock knows whether its process lives; age alone proves nothing.
        self._lock.setStaleLockTime(0)
        self._raised = raised
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)

    def take(self) -> bool:
        """Take the place and listen; False when another window holds it."""
        if not self._lock.tryLock(0):
            return False
        QLocalServer.removeServer(self._name)
        self._server.listen(self._name)
        return True

    def raise_other(self) -> bool:
        """Ask the window that holds the place to come to the front; returns whether it answered."""
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(ANSWER_MS):
            return False
        socket.write(RAISE)
        answered = socket.waitForReadyRead(ANSWER_MS)
        socket.disconnectFromServer()
        return answered

    @Slot()
    def _on_connection(self) -> None:
        while self._server.hasPendingConnections():
            socket = self._server.nextPendingConnection()
            socket.setParent(self)
            socket.readyRead.connect(lambda one=socket: self._on_asked(one))
            socket.disconnected.connect(socket.deleteLater)

    def _on_asked(self, socket: QLocalSocket) -> None:
        if bytes(socket.readAll().data()).startswith(RAISE):
            socket.write(b"ok\n")
            socket.flush()
            self._raised()

    def release(self) -> None:
        """Give the place back."""
        self._server.close()
        self._lock.unlock()
