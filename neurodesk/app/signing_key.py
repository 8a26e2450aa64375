"""The key that signs this profile's proof packs, kept among its secrets (SPEC R11, S5)."""

from __future__ import annotations

from neurodesk.app.commands.secrets import secret_store
from neurodesk.app.profile import Profile
from neurodesk.domain.errors import StorageFault
from neurodesk.storage.signing import SigningKey, TrustedKeys, fingerprint

__all__ = ["TrustedKeys", "fingerprint", "signing_key"]

NAME = "signing-key"
OWN = "this profile"


def signing_key(profile: Profile) -> SigningKey:
    """Return the profile's key; the first call makes one and lets the profile know it as its own.

    Raises:
        StorageFault: ``signing_key_silent`` when a key was made and the key ring does not give it now,
            ``signing_key_damaged``, ``secret_not_stored``.
    """
    secrets = secret_store(profile)
    kept = secrets.get(NAME)
    if kept:
        return SigningKey(kept)
    if any(one.name == NAME for one in secrets.stored()):
        # A second key would make every pack signed so far one of unknown origin.
        raise StorageFault("signing_key_silent")
    made = SigningKey.new_secret()
    secrets.set(NAME, made)
    key = SigningKey(made)
    TrustedKeys(profile.paths.root).trust(key.public, OWN)
    return key
