"""Which reviewers passed their exam (SPEC O7)."""

from __future__ import annotations

from collections.abc import Sequence

from neurodesk.app.profile import Profile
from neurodesk.domain.decisions import Draft
from neurodesk.storage.db import Rx
from neurodesk.storage.licence_store import Licence, licence_of, licences

__all__ = ["Licence", "all_licences", "licence_now", "reviewer_of"]


def all_licences(profile: Profile) -> list[Licence]:
    """Return every exam that is kept, newest first."""
    return profile.database.read(licences)


def licence_now(profile: Profile, model: str, digests: Sequence[str], prompt_version: str) -> Licence | None:
    """Return the exam of a model as the nodes hold it; None when one of its versions was never examined."""

    def query(rx: Rx) -> Licence | None:
        found = [licence_of(rx, model, digest, prompt_version) for digest in digests]
        # With several versions the worst counts: nobody knows which node answers.
        return (
            None
            if None in found or not found
            else min((one for one in found if one), key=lambda one: one.passed)
        )

    return profile.database.read(query)


def reviewer_of(profile: Profile, draft: Draft) -> tuple[str, Licence | None]:
    """Return the model that reviewed a draft and its exam; ("", None) where no language model did."""
    sidecar = draft.data.get("sidecar", {})
    who = sidecar.get("reviewer", {}) if isinstance(sidecar, dict) else {}
    model = str(who.get("model", ""))
    if not model:
        return "", None
    digest, prompt = str(who.get("digest", "")), str(who.get("prompt_sha256", ""))
    return model, profile.database.read(lambda rx: licence_of(rx, model, digest, prompt))
