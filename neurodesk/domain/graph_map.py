"""The map of the whole graph: what a layout is told and what it answers (DESIGN "State to screen")."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

Place = tuple[float, float, int]
"""Where a node stands: x and y in px at 100 %, and the number of its community."""

Progress = Callable[[str, int, int], None]
Stopped = Callable[[], bool]

LAYOUT_LIMIT_S = 60.0
NAME_WORDS = 2
LEAST_NAMED = 3
LEAST_LETTERS = 3
# A word that stands in more of the communities than this tells none of them from the others.
COMMON_SHARE = 0.34
# A small word that ends so is a verb or a participle much more often than a thing, in both languages.
VERB_ENDS = ("ed", "ing", "en", "et", "iert")


@dataclass(frozen=True, slots=True)
class MapShape:
    """The graph as a layout sees it.

    ``sources`` the source key of each node; ``pairs`` the edges by index; ``placed`` the places of those
    nodes that have one already, by index: they do not move.
    """

    sources: tuple[str, ...]
    pairs: tuple[tuple[int, int], ...]
    placed: dict[int, Place]


class MapMaker(Protocol):
    """Fills the places of a map, off the GUI thread."""

    def make(self, shape: MapShape, progress: Progress, stopped: Stopped) -> list[Place] | None:
        """Return the place of every node, in order; None when ``stopped`` said so.

        ``progress`` hears (stage, done, total). It takes at most ``LAYOUT_LIMIT_S``.

        Raises:
            InfrastructureFault: ``map_unavailable``: the layout ended without an answer.
        """


def community_names(titles: Sequence[Sequence[str]], stop: frozenset[str] = frozenset()) -> list[str]:
    """Name each community by the words of its titles that tell it from the others.

    Arguments: the titles of each community, the best-linked node's first; ``stop`` casefolded words that
    name nothing. Returns: one name a community; that of its first title where no word stands out.
    """
    shown: dict[str, Counter[str]] = {}
    weights: dict[str, float] = {}
    counts: list[Counter[str]] = []
    for group in titles:
        found: Counter[str] = Counter()
        for title in group:
            for key, (word, weight) in _words(title).items():
                if key not in stop:
                    found[key] += 1
                    weights[key] = max(weights.get(key, 0.0), weight)
                    shown.setdefault(key, Counter())[word] += 1
        counts.append(found)
    among: Counter[str] = Counter(key for found in counts for key in found)
    limit = max(1.0, COMMON_SHARE * len(titles))
    names = []
    for group, found in zip(titles, counts, strict=True):
        least = max(2, math.ceil(0.12 * len(group)))
        scored = [
            (count * weights[key] * math.log((1 + len(titles)) / among[key]), key)
            for key, count in found.items()
            if count >= least and among[key] <= limit
        ]
        best: list[str] = []
        for _score, key in sorted(scored, key=lambda one: (-one[0], one[1])):
            # "systemd-Dienst · systemd" would say one thing twice.
            if len(best) < NAME_WORDS and not any(key in former or former in key for former in best):
                best.append(key)
        chosen = [shown[key].most_common(1)[0][0] for key in best]
        if len(group) < LEAST_NAMED or not chosen:
            names.append(group[0] if group else "")
        else:
            names.append(" · ".join(chosen))
    return names


def _words(title: str) -> dict[str, tuple[str, float]]:
    """Return the words of a title by their casefolded form, with a weight: names before verbs."""
    found: dict[str, tuple[str, float]] = {}
    parts = "".join(char if char.isalnum() or char in "-+#." else " " for char in title).split()
    for place, part in enumerate(parts):
        word = part.strip("-.")
        if len(word) < LEAST_LETTERS or word[0].isdigit():
            continue
        # A capital inside a sentence, or a second one, marks a name; the first word is often a verb.
        name = any(char.isupper() for char in (word if place else word[1:]))
        if word.islower() and word.endswith(VERB_ENDS):
            continue
        found[word.casefold()] = (word, 2.0 if name else 0.5 if place == 0 else 1.0)
    return found
