"""Which material a call is given when not all of it fits (SPEC M6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from neurodesk.domain.facts import content
from neurodesk.domain.prompt_budget import cut_text, fair_shares
from neurodesk.domain.research import BriefSource

# Less of a further text says nothing.
LEAST_CHARS = 300


def focused(sources: Sequence[BriefSource], texts: Sequence[str], room: int) -> list[BriefSource]:
    """Cut long sources to the paragraphs that speak of some texts, in their order, fairly."""
    if sum(len(one.text) for one in sources) <= room:
        return list(sources)
    wanted = set().union(*(content(text) for text in texts))
    shares = fair_shares([len(one.text) for one in sources], room)
    return [
        replace(one, text=_paragraphs(one.text, wanted, share)) if len(one.text) > share else one
        for one, share in zip(sources, shares, strict=True)
    ]


def nearest(sources: Sequence[BriefSource], texts: Sequence[str], room: int) -> list[BriefSource]:
    """Give a small room to the sources that speak most of some texts: shreds of all would carry nothing.

    Returns:
        The same sources in the same order; those that got no room have no text.
    """
    wanted = set().union(*(content(text) for text in texts))
    shared = [len(wanted & content(f"{one.title}\n{one.text}")) for one in sources]
    given = [""] * len(sources)
    for place in sorted(range(len(sources)), key=lambda place: (-shared[place], place)):
        text = sources[place].text
        if room < LEAST_CHARS or (any(given) and not shared[place]):
            break
        if len(text) > room:
            text = _paragraphs(text, wanted, room) or cut_text(text, room)
        given[place] = text
        room -= len(text)
    return [replace(one, text=text) for one, text in zip(sources, given, strict=True)]


def _paragraphs(text: str, wanted: set[str], room: int) -> str:
    parts = text.split("\n\n")
    shared = [len(wanted & content(part)) for part in parts]
    kept: list[int] = []
    for place in sorted(range(len(parts)), key=lambda place: (-shared[place], place)):
        if len(parts[place]) + 2 <= room:
            kept.append(place)
            room -= len(parts[place]) + 2
    return "\n\n".join(parts[place] for place in sorted(kept))
