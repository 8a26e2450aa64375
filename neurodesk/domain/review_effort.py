"""How long a draft takes to review: an estimate for planning a day, never a limit (SPEC P2)."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from neurodesk.domain.articles import Verdict

# Seconds at one claim: the sentence with its passage; a doubtful one is compared and decided on.
SECONDS_BY_VERDICT: Mapping[str, float] = {
    Verdict.SUPPORTED: 8.0,
    Verdict.PARTIALLY_SUPPORTED: 25.0,
    Verdict.UNSUPPORTED: 45.0,
    Verdict.CONTRADICTED: 60.0,
}
SECONDS_UNJUDGED = 30.0
# Slow, attentive reading; a word with its space has about six characters in German and English.
CHARACTERS_A_SECOND = 20.0


def review_minutes(unseen: Mapping[str, int], characters: int = 0) -> int:
    """Return about how many minutes what was not seen yet takes, 0 when everything was seen.

    Args:
        unseen: claims that assert something and were not seen yet, counted by verdict ("" for none).
        characters: of the whole text; the share that is still unseen is the caller's to take.
    """
    seconds = sum(SECONDS_BY_VERDICT.get(name, SECONDS_UNJUDGED) * count for name, count in unseen.items())
    if not any(unseen.values()):
        return 0
    return max(1, ceil((seconds + characters / CHARACTERS_A_SECOND) / 60))
