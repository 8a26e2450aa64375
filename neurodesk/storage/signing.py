"""The profile's Ed25519 key for proof packs, and the keys of others that the curator trusts (SPEC R11, S5)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from neurodesk.domain.audit_chain import canonical_json
from neurodesk.domain.errors import BadInput, StorageFault
from neurodesk.domain.identity import sha256_bytes
from neurodesk.domain.proofs import MANIFEST, SIGNATURE
from neurodesk.storage.staged_files import write_atomically

ALGORITHM = "Ed25519"
TRUSTED_FILE = "trusted-keys.json"
_MOST_NAME = 100


class SigningKey:
    """A private key that signs manifests."""

    def __init__(self, secret_hex: str) -> None:
        """Take a key as ``new_secret`` made it.

        Raises:
            StorageFault: ``signing_key_damaged``.
        """
        try:
            self._key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret_hex))
        except ValueError as error:
            raise StorageFault("signing_key_damaged") from error

    @staticmethod
    def new_secret() -> str:
        """Return a new private key: 32 bytes in hexadecimal."""
        raw = Ed25519PrivateKey.generate().private_bytes(
            serialization.Encoding.Raw, serialization.PrivateFormat.Raw, serialization.NoEncryption()
        )
        return raw.hex()

    @property
    def public(self) -> str:
        """The public key: 32 bytes in hexadecimal."""
        return self._key.public_key().public_bytes_raw().hex()

    def signature_of(self, entries: Mapping[str, bytes]) -> bytes:
        """Return the signature entry over a pack's manifest."""
        return _written(self.public, self._key.sign(entries[MANIFEST]))


def _written(public_key: str, signature: bytes) -> bytes:
    """Return the one form in which a signature stands in a pack."""
    value = {"algorithm": ALGORITHM, "public_key": public_key, "signature": signature.hex()}
    return (canonical_json(value) + "\n").encode()


@dataclass(frozen=True, slots=True)
class Signature:
    """What a pack's signature says.

    Attributes:
        public_key: hexadecimal, "" when the pack is not signed.
        valid: the signature fits manifest and key.
    """

    public_key: str
    valid: bool


def read_signature(entries: Mapping[str, bytes]) -> Signature:
    """Check a pack's signature; one that is damaged, or not as ``signature_of`` writes it, is not valid."""
    if SIGNATURE not in entries:
        return Signature("", False)
    public = ""
    try:
        given = json.loads(entries[SIGNATURE])
        public = str(given["public_key"])
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        signature = bytes.fromhex(given["signature"])
        # Another spelling of the same bytes would be a second file with the same signature.
        if entries[SIGNATURE] != _written(public.lower(), signature):
            return Signature(public, False)
        key.verify(signature, entries[MANIFEST])
    except InvalidSignature:
        return Signature(public, False)
    except (ValueError, KeyError, TypeError, RecursionError):
        return Signature("", False)
    return Signature(public, True)


def fingerprint(public_key: str) -> str:
    """Return the short form of a public key that people compare: eight groups of four."""
    digest = sha256_bytes(bytes.fromhex(public_key))[:32]
    return " ".join(digest[at : at + 4] for at in range(0, 32, 4))


class TrustedKeys:
    """Public keys with the names that the curator gave them, in one small file of the profile.

    The file can be read without opening the profile's database: a pack is verified beside a running desk and
    on machines that have no profile.
    """

    def __init__(self, root: Path) -> None:
        self._path = root / TRUSTED_FILE

    def all(self) -> dict[str, str]:
        """Return name by public key.

        Raises:
            StorageFault: ``trusted_keys_damaged``.
        """
        try:
            given = json.loads(self._path.read_text("utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as error:
            raise StorageFault("trusted_keys_damaged", path=str(self._path), detail=str(error)) from error
        if not isinstance(given, dict):
            raise StorageFault("trusted_keys_damaged", path=str(self._path), detail="not an object")
        return {str(key): str(name) for key, name in given.items()}

    def trust(self, public_key: str, name: str) -> None:
        """Give a key a name.

        Raises:
            BadInput: ``public_key_invalid``, ``key_nameless``.
            StorageFault: ``file_unwritable``, ``trusted_keys_damaged``.
        """
        key = public_key.strip().lower()
        try:
            Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        except ValueError as error:
            raise BadInput("public_key_invalid", key=public_key[:80]) from error
        plain = " ".join(name.split())[:_MOST_NAME]
        if not plain or not plain.isprintable():
            raise BadInput("key_nameless")
        self._write(self.all() | {key: plain})

    def forget(self, public_key: str) -> None:
        """Trust a key no longer.

        Raises:
            BadInput: ``public_key_unknown``.
        """
        known = self.all()
        if known.pop(public_key.strip().lower(), None) is None:
            raise BadInput("public_key_unknown", key=public_key[:80])
        self._write(known)

    def _write(self, known: Mapping[str, str]) -> None:
        try:
            write_atomically(
                self._path, (json.dumps(dict(known), ensure_ascii=False, indent=2) + "\n").encode()
            )
        except OSError as error:
            raise StorageFault("file_unwritable", path=str(self._path), detail=str(error)) from error
