"""Tokens of model nodes: kept in the key ring or a private file, never shown again (SPEC S5)."""

from __future__ import annotations

from neurodesk.app.profile import Profile
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.errors import BadInput
from neurodesk.domain.models import NodeAddress, Protocol, is_private_host, parse_node
from neurodesk.storage.secret_store import SecretStore, StoredSecret

__all__ = ["StoredSecret", "forget_node_token", "node_url", "set_node_token", "stored_tokens"]

_LISTS = (("models.ollama_urls", Protocol.OLLAMA), ("models.openai_urls", Protocol.OPENAI))


def secret_store(profile: Profile) -> SecretStore:
    """Return the profile's secrets."""
    return SecretStore(profile.paths.secrets)


def node_url(profile: Profile, node: str) -> str:
    """Return the URL of a configured node, by its name or address.

    Raises:
        BadInput: ``node_unknown``.
    """
    for key, protocol in _LISTS:
        for text in profile.settings.current.items(key):
            try:
                one: NodeAddress = parse_node(text, protocol)
            except BadInput:
                continue
            if node in (one.name, one.url, text):
                return one.url
    raise BadInput("node_unknown", node=node)


def set_node_token(profile: Profile, name: str, url: str, token: str) -> StoredSecret:
    """Keep the token of a node's origin.

    Args:
        name: the secret's name, see ``node_tokens.secret_name``.
        url: of the node.

    Raises:
        BadInput: ``secret_invalid``, ``token_over_plain_http``.
        StorageFault: ``secret_not_stored``.
    """
    one = parse_node(url)
    if one.url.startswith("http:") and not is_private_host(one.host):
        raise BadInput("token_over_plain_http", host=one.host)
    kept = secret_store(profile).set(name, token)
    profile.bus.publish(ChangeSet.of((Kind.ENDPOINT, "")))
    return kept


def forget_node_token(profile: Profile, name: str) -> None:
    """Remove the token of a node's origin.

    Raises:
        StorageFault: ``secret_not_stored``.
    """
    secret_store(profile).forget(name)
    profile.bus.publish(ChangeSet.of((Kind.ENDPOINT, "")))


def stored_tokens(profile: Profile) -> dict[str, StoredSecret]:
    """Return which tokens are kept, and where; the tokens themselves stay there."""
    return {one.name: one for one in secret_store(profile).stored()}
