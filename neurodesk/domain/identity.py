"""Stable identifiers and content hashes."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata


def sha256_text(text: str) -> str:
    """Return the hex SHA-256 of the text's UTF-8 form, exactly as it stands."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def sha256_bytes(data: bytes) -> str:
    """Return the hex SHA-256 of the bytes."""
    return hashlib.sha256(data).hexdigest()


def derived_id(prefix: str, *parts: str) -> str:
    """Return an id that the same parts always give.

    Used where running twice must make the same record once: nodes, evidence, findings (SPEC Q13, S1).
    Parts are compared in NFC so that a name spelled NFD is the same record (SPEC K1).
    """
    joined = "\x1f".join(unicodedata.normalize("NFC", part) for part in parts)
    return f"{prefix}_{hashlib.sha256(joined.encode('utf-8', 'surrogatepass')).hexdigest()[:20]}"


def random_id(prefix: str) -> str:
    """Return a new random id, for records made by an act and for fencing tokens."""
    return f"{prefix}_{secrets.token_hex(10)}"
