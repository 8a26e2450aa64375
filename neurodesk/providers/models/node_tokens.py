"""Bearer tokens of the nodes, read ahead of the calls: a key ring may take seconds (SPEC M1, S5)."""

from __future__ import annotations

import threading

from neurodesk.net.endpoint_client import origin_of
from neurodesk.storage.secret_store import SecretStore

_PREFIX = "node:"


def secret_name(url: str) -> str:
    """Return the name under which the token of a node's origin is kept."""
    scheme, host, port = origin_of(url)
    return f"{_PREFIX}{scheme}://{f'[{host}]' if ':' in host else host}:{port}"


class NodeTokens:
    """Holds the tokens in memory; ``prepare`` on any thread but an event loop's, ``token`` anywhere.

    Args:
        store: where they stand.
    """

    def __init__(self, store: SecretStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._seen: tuple[int, int] | None = None
        self._held: dict[str, str] = {}

    def prepare(self) -> None:
        """Read all tokens anew if one was set or removed, here or in another process."""
        with self._lock:
            now = self._store.version()
            if now == self._seen:
                return
            names = [one.name for one in self._store.stored() if one.name.startswith(_PREFIX)]
            self._held = {name: self._store.get(name) for name in names}
            # A key ring that was silent is asked again at the next look.
            self._seen = now if all(self._held.values()) else None

    def token(self, url: str) -> str:
        """Return the token of a URL's origin, "" for none."""
        return self._held.get(secret_name(url), "") if self._held else ""
