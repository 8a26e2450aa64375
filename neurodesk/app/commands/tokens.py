"""Commands on the API's tokens (SPEC I3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from neurodesk.app.profile import Profile
from neurodesk.domain.api_tokens import ApiToken, checked_name, checked_scopes, new_secret
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.identity import random_id
from neurodesk.storage import token_store
from neurodesk.storage.activity_store import note
from neurodesk.storage.db import Tx


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token just made; ``text`` is shown once and stored nowhere."""

    token: ApiToken
    text: str
    changes: ChangeSet


def add_token(profile: Profile, name: str, scopes: Iterable[str]) -> NewToken:
    """Make a token.

    Raises:
        BadInput: ``token_name_invalid``, ``token_scope_unknown``, ``token_scope_missing``, ``token_exists``.
    """
    now = profile.clock.time()
    token = ApiToken(random_id("t"), checked_name(name), checked_scopes(scopes), now)
    text, sha256 = new_secret(token.id)

    def store(tx: Tx) -> None:
        token_store.add_token(tx, token, sha256)
        note(tx, now, "token_added", params={"name": token.name, "scopes": ", ".join(sorted(token.scopes))})

    profile.database.write(store)
    return NewToken(token, text, ChangeSet.of((Kind.TOKEN, token.id)))


def list_tokens(profile: Profile) -> Sequence[ApiToken]:
    """Return all tokens, oldest first, revoked ones too."""
    return profile.database.read(token_store.list_tokens)


def revoke_token(profile: Profile, name: str) -> ChangeSet:
    """Revoke the living token of a name or id; counts from the next request on.

    Raises:
        BadInput: ``token_unknown``.
    """
    now = profile.clock.time()

    def store(tx: Tx) -> ApiToken:
        token = token_store.revoke_token(tx, name, now)
        note(tx, now, "token_revoked", params={"name": token.name})
        return token

    return ChangeSet.of((Kind.TOKEN, profile.database.write(store).id))


def authenticate(profile: Profile, text: str) -> ApiToken | None:
    """Return the living token that this text is, None for any other text, and note its use."""
    token = profile.database.read(lambda rx: token_store.find_token(rx, text))
    now = profile.clock.time()
    if token is not None and abs(now - token.last_used_at) >= token_store.USED_STEP_S:
        profile.database.submit(lambda tx: token_store.note_use(tx, token.id, now))
    return token
