"""Tokens of the loopback API: what they may do, how they look, how they are compared (SPEC I3)."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from neurodesk.domain.errors import BadInput

PREFIX = "neurodesk"
SECRET_BYTES = 32
MAX_NAME_CHARACTERS = 60
# Compared with when a token's id is unknown, so that the answer takes as long as for a known one.
NO_HASH = hashlib.sha256(b"").hexdigest()


class Scope(StrEnum):
    """What a token may be used for; none of them approves or promotes."""

    EVENTS = "events"
    TASKS = "tasks"
    STATUS = "status"
    OUTCOMES = "outcomes"
    STAGING = "staging"


@dataclass(frozen=True, slots=True)
class ApiToken:
    """A token as stored, without its secret. Times are UTC epoch seconds, 0 for never."""

    id: str
    name: str
    scopes: frozenset[Scope]
    created_at: float
    last_used_at: float = 0.0
    revoked_at: float = 0.0

    @property
    def live(self) -> bool:
        """Whether it still opens something."""
        return self.revoked_at == 0


def new_secret(token_id: str) -> tuple[str, str]:
    """Return a token's whole text, shown once, and the hash that is stored."""
    secret = secrets.token_urlsafe(SECRET_BYTES)
    return f"{PREFIX}.{token_id}.{secret}", hash_of(secret)


def hash_of(secret: str) -> str:
    """Return the hash of a secret; it holds 256 random bits, so that no slow hash is needed."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def split_token(text: str) -> tuple[str, str]:
    """Return (id, secret) of a token's text; both "" when it is none."""
    prefix, _, rest = text.partition(".")
    token_id, separator, secret = rest.partition(".")
    return (token_id, secret) if prefix == PREFIX and separator else ("", "")


def opens(secret: str, stored_hash: str) -> bool:
    """Tell whether a secret fits, in a time that does not depend on where it differs (SPEC I3)."""
    return hmac.compare_digest(hash_of(secret), stored_hash)


def checked_name(name: str) -> str:
    """Return a token's name.

    Raises:
        BadInput: ``token_name_invalid``.
    """
    bare = name.strip()
    if not 1 <= len(bare) <= MAX_NAME_CHARACTERS or not bare.isprintable():
        raise BadInput("token_name_invalid", name=name, most=MAX_NAME_CHARACTERS)
    return bare


def checked_scopes(names: Iterable[str]) -> frozenset[Scope]:
    """Return the scopes.

    Raises:
        BadInput: ``token_scope_unknown``, ``token_scope_missing`` when there is none.
    """
    known = {str(one): one for one in Scope}
    chosen = list(names)
    for name in chosen:
        if name not in known:
            raise BadInput("token_scope_unknown", scope=name, known=", ".join(known))
    if not chosen:
        raise BadInput("token_scope_missing", known=", ".join(known))
    return frozenset(known[name] for name in chosen)
