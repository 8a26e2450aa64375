"""The trust table (SPEC W7): policy as data, shown with its reasons; an unknown kind has none."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TrustRow:
    """One line of the table; ``reason`` is the English source text that the surfaces show."""

    kind: str
    trust: float
    reason: str


TRUST: tuple[TrustRow, ...] = (
    TrustRow("chat_input", 0.25, "Typed in a conversation: nobody checked it."),
    TrustRow("chat_reply", 0.20, "Written by a model: it cannot vouch for itself."),
    TrustRow("search_hit", 0.45, "A search result's preview: shown for orientation, never evidence."),
    TrustRow("web", 0.60, "A page that was fetched and read in full; its author is not known to NeuroDesk."),
    TrustRow("library", 0.60, "A document that the curator put into the library, read in full."),
    TrustRow("human_outcome", 1.00, "Confirmed by a person in the application."),
)
_BY_KIND = {row.kind: row for row in TRUST}
UNKNOWN = TrustRow("unknown", 0.0, "No rule says how far this kind may be trusted.")


def trust_of(kind: str) -> TrustRow:
    """Return the row of a kind; an unknown one is trusted 0."""
    return _BY_KIND.get(kind, UNKNOWN)
