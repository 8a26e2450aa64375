"""Bearer tokens: in the system's key ring, else in a file that only its owner can read (SPEC S5).

Key rings are accepted by name: some back ends that ``keyring`` may pick keep plain text, or nothing. A key ring
that is locked asks its owner and may never answer: it is given three seconds, on a thread of its own. Which
secret stands where is noted in an index beside the files, without the secrets.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import secrets
import stat
import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from neurodesk.domain.errors import BadInput, StorageFault

T = TypeVar("T")
log = logging.getLogger(__name__)

SERVICE = "neurodesk"
LIMIT_S = 3.0
ACCEPTED = {
    "keyring.backends.SecretService.Keyring": "Secret Service",
    "keyring.backends.kwallet.DBusKeyring": "KWallet",
    "keyring.backends.macOS.Keyring": "macOS",
    "keyring.backends.Windows.WinVaultKeyring": "Windows",
}
_INDEX = "index.json"
_LONGEST = 8192


class SecretPlace(StrEnum):
    """Where a secret stands."""

    KEY_RING = "key_ring"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class StoredSecret:
    """A secret's name and place, without the secret.

    Attributes:
        where: the key ring's name, or the file's path.
    """

    name: str
    place: SecretPlace
    where: str


class KeyRingSilent(Exception):
    """The key ring gave no answer in time, or failed."""


def accepted_key_ring() -> tuple[Any, str] | None:
    """Return the system's key ring with its name, None when there is none that is accepted."""
    import keyring

    found = keyring.get_keyring()
    for one in getattr(found, "backends", None) or [found]:
        name = ACCEPTED.get(f"{type(one).__module__}.{type(one).__qualname__}")
        if name is not None:
            return one, name
    return None


class SecretStore:
    """Keeps secrets by name; call it from any thread but the window's.

    Args:
        folder: for the files and the index; made with mode 0700.
        key_ring: finds the key ring.
        limit_s: how long it may take.
    """

    def __init__(
        self,
        folder: Path,
        *,
        key_ring: Callable[[], tuple[Any, str] | None] = accepted_key_ring,
        limit_s: float = LIMIT_S,
    ) -> None:
        self._folder = folder
        self._find = key_ring
        self._limit_s = limit_s
        self._lock = threading.Lock()
        self._stuck: threading.Thread | None = None

    def set(self, name: str, secret: str) -> StoredSecret:
        """Keep a secret in place of the one that had the name.

        Raises:
            BadInput: ``secret_invalid``: empty, too long, or with a line break.
            StorageFault: ``secret_not_stored``; the former one stands.
        """
        secret = secret.strip()
        if not secret or len(secret) > _LONGEST or not secret.isprintable():
            raise BadInput("secret_invalid")
        with self._lock:
            kept = self._into_key_ring(name, secret) or self._into_file(name, secret)
            index = self._index()
            index[name] = [kept.place, kept.where]
            self._write(_INDEX, json.dumps(index, ensure_ascii=False, sort_keys=True).encode())
            if kept.place is SecretPlace.KEY_RING:
                self._path(name).unlink(missing_ok=True)
            return kept

    def get(self, name: str) -> str:
        """Return a secret, "" when there is none or the key ring does not answer."""
        with self._lock:
            place = self._index().get(name)
            if place is None:
                return ""
            if place[0] == SecretPlace.KEY_RING:
                try:
                    return str(self._asked(lambda ring, _: ring.get_password(SERVICE, name)) or "")
                except KeyRingSilent as silent:
                    log.info("key ring: %s", silent)
                    return ""
            try:
                return self._path(name).read_text(encoding="utf-8")
            except OSError:
                return ""

    def forget(self, name: str) -> None:
        """Remove a secret; nothing when there is none.

        Raises:
            StorageFault: ``secret_not_stored``.
        """
        with self._lock:
            index = self._index()
            place = index.pop(name, None)
            if place is None:
                return
            if place[0] == SecretPlace.KEY_RING:
                with contextlib.suppress(KeyRingSilent):
                    self._asked(lambda ring, _: ring.delete_password(SERVICE, name))
            self._path(name).unlink(missing_ok=True)
            self._write(_INDEX, json.dumps(index, ensure_ascii=False, sort_keys=True).encode())

    def stored(self) -> list[StoredSecret]:
        """Return which secrets stand where; nothing is asked of the key ring."""
        with self._lock:
            return [
                StoredSecret(name, SecretPlace(place), where)
                for name, (place, where) in sorted(self._index().items())
            ]

    def version(self) -> tuple[int, int]:
        """Return what differs after each change, also by another process."""
        try:
            found = (self._folder / _INDEX).stat()
        except OSError:
            return 0, 0
        return found.st_mtime_ns, found.st_ino

    # -- key ring -------------------------------------------------------------------------------------

    def _into_key_ring(self, name: str, secret: str) -> StoredSecret | None:
        def keep(ring: Any, shown: str) -> str:
            ring.set_password(SERVICE, name, secret)
            if ring.get_password(SERVICE, name) != secret:
                raise KeyRingSilent("it did not keep what it was given")
            return shown

        try:
            return StoredSecret(name, SecretPlace.KEY_RING, self._asked(keep))
        except KeyRingSilent as silent:
            log.info("key ring: %s", silent)
            return None

    def _asked(self, work: Callable[[Any, str], T]) -> T:
        """Ask the key ring on a thread of its own; one that is stuck is not asked again."""
        if self._stuck is not None and self._stuck.is_alive():
            raise KeyRingSilent("an earlier question waits for its answer")
        answer: list[T] = []
        fault: list[str] = []

        def ask() -> None:
            try:
                found = self._find()
                if found is None:
                    fault.append("none that is accepted")
                else:
                    answer.append(work(*found))
            except Exception as error:  # back ends raise whatever their system raises
                fault.append(type(error).__name__)  # its text may hold the secret

        thread = threading.Thread(target=ask, name="neurodesk-key-ring", daemon=True)
        thread.start()
        thread.join(self._limit_s)
        if answer:
            return answer[0]
        self._stuck = thread if thread.is_alive() else None
        raise KeyRingSilent(fault[0] if fault else f"no answer within {self._limit_s:g} s")

    # -- files ----------------------------------------------------------------------------------------

    def _path(self, name: str) -> Path:
        return self._folder / f"{hashlib.sha256(name.encode()).hexdigest()[:32]}.token"

    def _into_file(self, name: str, secret: str) -> StoredSecret:
        path = self._path(name)
        self._write(path.name, secret.encode())
        return StoredSecret(name, SecretPlace.FILE, str(path))

    def _index(self) -> dict[str, list[str]]:
        try:
            found = json.loads((self._folder / _INDEX).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        good = isinstance(found, dict) and all(isinstance(v, list) and len(v) == 2 for v in found.values())
        return found if good else {}

    def _write(self, name: str, data: bytes) -> None:
        """Write a file that nobody else could ever open: made new with mode 0600, then put in place."""
        new = self._folder / f".{secrets.token_hex(8)}.new"
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self._folder.is_symlink():
                raise OSError("the folder is a link")
            if os.name == "posix" and stat.S_IMODE(self._folder.stat().st_mode) != 0o700:
                self._folder.chmod(0o700)
            handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            new.replace(self._folder / name)
        except OSError as error:
            new.unlink(missing_ok=True)
            raise StorageFault(
                "secret_not_stored", folder=str(self._folder), detail=error.strerror or ""
            ) from (error)
