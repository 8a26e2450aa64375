"""The API's tokens on disk: hashes only, looked up at each request (SPEC I3)."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from neurodesk.domain.api_tokens import NO_HASH, ApiToken, Scope, opens, split_token
from neurodesk.domain.changes import Kind
from neurodesk.domain.errors import BadInput
from neurodesk.storage.db import Row, Rx, Tx
from neurodesk.storage.json_columns import dump, load

# "Last used" is for the eye; one write a minute is enough.
USED_STEP_S = 60.0


def add_token(tx: Tx, token: ApiToken, sha256: str) -> None:
    """Store a token.

    Raises:
        BadInput: ``token_exists``, a living one has this name.
    """
    try:
        tx.execute(
            "INSERT INTO api_token (id, name, sha256, scopes, created_at) VALUES (?, ?, ?, ?, ?)",
            (token.id, token.name, sha256, dump(sorted(token.scopes)), token.created_at),
        )
    except sqlite3.IntegrityError as error:
        raise BadInput("token_exists", name=token.name) from error
    tx.changed(Kind.TOKEN, token.id)


def list_tokens(rx: Rx) -> Sequence[ApiToken]:
    """Return all tokens, oldest first, revoked ones too."""
    return [_token(row) for row in rx.sql("SELECT * FROM api_token ORDER BY created_at, id")]


def revoke_token(tx: Tx, name: str, now: float) -> ApiToken:
    """Revoke the living token of a name or id; it opens nothing from the next request on.

    Raises:
        BadInput: ``token_unknown``.
    """
    row = tx.one("SELECT * FROM api_token WHERE revoked_at = 0 AND (name = ?1 OR id = ?1)", (name,))
    if row is None:
        raise BadInput("token_unknown", name=name)
    tx.execute("UPDATE api_token SET revoked_at = ? WHERE id = ?", (now, row["id"]))
    tx.changed(Kind.TOKEN, row["id"])
    return _token(row)


def find_token(rx: Rx, text: str) -> ApiToken | None:
    """Return the living token that this text is, None for any other text; in constant time (SPEC I3)."""
    token_id, secret = split_token(text)
    row = rx.one("SELECT * FROM api_token WHERE id = ?", (token_id,))
    fits = opens(secret, NO_HASH if row is None else row["sha256"])
    if row is None or not fits:
        return None
    token = _token(row)
    return token if token.live else None


def note_use(tx: Tx, token_id: str, now: float) -> None:
    """Remember when a token was used last."""
    tx.execute(
        "UPDATE api_token SET last_used_at = ?1 WHERE id = ?2 AND ABS(?1 - last_used_at) >= ?3",
        (now, token_id, USED_STEP_S),
    )


def _token(row: Row) -> ApiToken:
    known = {str(one): one for one in Scope}
    scopes = frozenset(known[name] for name in load(row["scopes"]) if name in known)
    return ApiToken(row["id"], row["name"], scopes, row["created_at"], row["last_used_at"], row["revoked_at"])
