"""Promoted sentences whose source changed, as the curator is shown them (SPEC P7)."""

from __future__ import annotations

from neurodesk.app.profile import Profile
from neurodesk.domain.living import ChangedSentence
from neurodesk.storage.db import Rx
from neurodesk.storage.living_store import changed_sentences


def flagged_sentences(profile: Profile, node_id: str = "") -> list[tuple[str, ChangedSentence]]:
    """Return (path of the article, sentence) of what is flagged, by article, in the order of the text.

    Args:
        node_id: of one article only; of all when "".
    """

    def query(rx: Rx) -> list[tuple[str, ChangedSentence]]:
        found = changed_sentences(rx, node_id)
        paths = {node: str(rx.scalar("SELECT path FROM node WHERE id = ?", (node,)) or "") for node in found}
        return [(paths[node], one) for node, sentences in found.items() for one in sentences]

    return profile.database.read(query)
