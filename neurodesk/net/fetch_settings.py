"""Which hosts and ports pages may be fetched from, as the curator set it (SPEC W5)."""

from __future__ import annotations

from neurodesk.domain.fetch_policy import FetchPolicy
from neurodesk.net.resolver import to_ascii
from neurodesk.settings.load import Settings


def fetch_policy(settings: Settings) -> FetchPolicy:
    """Return the policy that the settings ``web.*`` describe."""
    return FetchPolicy.of(
        ports=settings.items("web.ports"),
        allow=settings.items("web.allow_hosts"),
        deny=settings.items("web.deny_hosts"),
        internal=settings.items("web.internal_hosts"),
        to_ascii=to_ascii,
    )
