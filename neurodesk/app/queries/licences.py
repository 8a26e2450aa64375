"""Which reviewers passed their exam (SPEC O7)."""

from __future__ import annotations

from neurodesk.app.profile import Profile
from neurodesk.domain.decisions import Draft
from neurodesk.storage.licence_store import Licence, licence_of, licences

__all__ = ["Licence", "all_licences", "reviewer_of"]


def all_licences(profile: Profile) -> list[Licence]:
    """Return every exam that is kept, newest first."""
    return profile.database.read(licences)


def reviewer_of(profile: Profile, draft: Draft) -> tuple[str, Licence | None]:
    """Return the model that reviewed a draft and its exam; ("", None) where no language model did."""
    sidecar = draft.data.get("sidecar", {})
    who = sidecar.get("reviewer", {}) if isinstance(sidecar, dict) else {}
    model = str(who.get("model", ""))
    if not model:
        return "", None
    digest, prompt = str(who.get("digest", "")), str(who.get("prompt_sha256", ""))
    return model, profile.database.read(lambda rx: licence_of(rx, model, digest, prompt))
