"""Secrets stand in an accepted key ring, else in a file of their owner's alone (SPEC S5)."""

from __future__ import annotations

import logging
import os
import stat
import threading
from pathlib import Path
from typing import Any

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.chainer import ChainerBackend

from neurodesk.domain.errors import BadInput, StorageFault
from neurodesk.storage.secret_store import SecretPlace, SecretStore, accepted_key_ring

TOKEN = "sk-test-3f9a"
posix = pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX")


class Ring(KeyringBackend):
    """Keeps passwords in memory; ``wait`` lets it be silent, ``broken`` raise, ``deaf`` forget."""

    priority = 1  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}
        self.wait: threading.Event | None = None
        self.broken = self.deaf = False
        self.threads: set[str] = set()
        self.asked = 0

    def _answer(self) -> None:
        self.asked += 1
        self.threads.add(threading.current_thread().name)
        if self.wait is not None:
            self.wait.wait(30)
        if self.broken:
            raise RuntimeError(f"the collection is locked, cannot keep {TOKEN}")

    def get_password(self, service: str, username: str) -> str | None:
        self._answer()
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._answer()
        if not self.deaf:
            self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._answer()
        del self.kept[service, username]


def ring_called(module: str, name: str) -> Ring:
    """Return a key ring of another class's name."""
    kind: Any = type(name, (Ring,), {"__module__": module, "__qualname__": name, "priority": 1})
    made: Ring = kind()
    return made


@pytest.fixture
def ring() -> Ring:
    return Ring()


@pytest.fixture
def store(tmp_path: Path, ring: Ring) -> SecretStore:
    return SecretStore(tmp_path / "secrets", key_ring=lambda: (ring, "Secret Service"), limit_s=0.2)


@pytest.mark.parametrize(
    ("module", "name", "accepted"),
    [
        ("keyring.backends.SecretService", "Keyring", "Secret Service"),
        ("keyring.backends.kwallet", "DBusKeyring", "KWallet"),
        ("keyring.backends.macOS", "Keyring", "macOS"),
        ("keyring.backends.Windows", "WinVaultKeyring", "Windows"),
        ("keyrings.alt.file", "PlaintextKeyring", None),
        ("keyring.backends.null", "Keyring", None),
        ("keyring.backends.fail", "Keyring", None),
    ],
)
def test_key_rings_are_accepted_by_name(module: str, name: str, accepted: str | None) -> None:
    before = keyring.get_keyring()
    try:
        keyring.set_keyring(ring_called(module, name))
        found = accepted_key_ring()
        assert (found[1] if found else None) == accepted
    finally:
        keyring.set_keyring(before)


def test_the_accepted_one_of_a_chain_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    good = ring_called("keyring.backends.kwallet", "DBusKeyring")
    chain = ChainerBackend()
    monkeypatch.setattr(
        type(chain), "backends", [ring_called("keyrings.alt.file", "PlaintextKeyring"), good], raising=False
    )
    before = keyring.get_keyring()
    try:
        keyring.set_keyring(chain)
        assert accepted_key_ring() == (good, "KWallet")
    finally:
        keyring.set_keyring(before)


def test_a_key_ring_keeps_the_secret_and_no_file_does(store: SecretStore, ring: Ring, tmp_path: Path) -> None:
    kept = store.set("node:a", TOKEN)
    assert (kept.place, kept.where) == (SecretPlace.KEY_RING, "Secret Service")
    assert store.get("node:a") == TOKEN
    assert [one.name for one in store.stored()] == ["node:a"]
    assert [path.name for path in (tmp_path / "secrets").iterdir()] == ["index.json"]
    assert TOKEN not in (tmp_path / "secrets" / "index.json").read_text()
    assert ring.threads == {"neurodesk-key-ring"}, "never on the caller's thread"
    store.forget("node:a")
    assert not ring.kept
    assert store.get("node:a") == ""


@posix
def test_without_a_key_ring_a_private_file_keeps_it(tmp_path: Path) -> None:
    store = SecretStore(tmp_path / "secrets", key_ring=lambda: None)
    before = os.umask(0)
    try:
        kept = store.set("node:a", TOKEN)
    finally:
        os.umask(before)
    path = Path(kept.where)
    assert kept.place is SecretPlace.FILE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert store.get("node:a") == TOKEN
    store.set("node:a", "another")
    assert store.get("node:a") == "another"
    store.forget("node:a")
    assert not path.exists()


@posix
def test_an_open_folder_is_closed_and_a_linked_one_refused(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir(mode=0o777)
    (tmp_path / "open").chmod(0o777)
    SecretStore(tmp_path / "open", key_ring=lambda: None).set("a", TOKEN)
    assert stat.S_IMODE((tmp_path / "open").stat().st_mode) == 0o700
    (tmp_path / "link").symlink_to(tmp_path / "open")
    with pytest.raises(StorageFault, match="secret_not_stored"):
        SecretStore(tmp_path / "link", key_ring=lambda: None).set("b", TOKEN)


@posix
def test_a_link_in_the_files_place_is_replaced_and_never_written_through(tmp_path: Path) -> None:
    store = SecretStore(tmp_path / "secrets", key_ring=lambda: None)
    path = Path(store.set("a", "first").where)
    victim = tmp_path / "victim"
    victim.write_text("mine")
    path.unlink()
    path.symlink_to(victim)
    store.set("a", TOKEN)
    assert victim.read_text() == "mine"
    assert not path.is_symlink()


def test_a_silent_key_ring_is_left_after_its_limit_and_not_asked_again(
    store: SecretStore, ring: Ring
) -> None:
    ring.wait = threading.Event()
    assert store.set("a", TOKEN).place is SecretPlace.FILE
    assert store.set("b", TOKEN).place is SecretPlace.FILE
    assert ring.asked == 1, "one thread waits for it, not one a question"
    ring.wait.set()
    assert store.get("a") == TOKEN


@pytest.mark.parametrize("how", ["broken", "deaf"])
def test_a_failing_key_ring_gives_way_to_the_file(
    store: SecretStore, ring: Ring, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    setattr(ring, how, True)
    with caplog.at_level(logging.DEBUG):
        assert store.set("a", TOKEN).place is SecretPlace.FILE
    assert store.get("a") == TOKEN
    assert TOKEN not in caplog.text, "what the back end says may hold the secret"


def test_moving_into_a_key_ring_removes_the_file(tmp_path: Path, ring: Ring) -> None:
    path = Path(SecretStore(tmp_path / "s", key_ring=lambda: None).set("a", "old").where)
    SecretStore(tmp_path / "s", key_ring=lambda: (ring, "KWallet")).set("a", TOKEN)
    assert not path.exists()


@pytest.mark.parametrize("secret", ["", "  ", "two\nlines", "x" * 9000, "a\x00b"])
def test_what_is_no_token_is_refused(store: SecretStore, secret: str) -> None:
    with pytest.raises(BadInput, match="secret_invalid"):
        store.set("a", secret)
    assert store.stored() == []


def test_a_damaged_index_holds_nothing_and_takes_new_ones(tmp_path: Path) -> None:
    store = SecretStore(tmp_path / "s", key_ring=lambda: None)
    store.set("a", TOKEN)
    for text in ("{", "[]", '{"a": 1}'):
        (tmp_path / "s" / "index.json").write_text(text)
        assert store.get("a") == ""
    store.set("b", TOKEN)
    assert store.get("b") == TOKEN
