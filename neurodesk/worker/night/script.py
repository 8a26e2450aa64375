"""What happens in a simulated night and when: a pure function of the seed."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from zoneinfo import ZoneInfo

HOUR_S = 3600.0
MINUTE_S = 60.0
# The clocks go forward in this night: its budget's day has 23 hours.
ZONE = ZoneInfo("Europe/Berlin")
START_AT = datetime(2026, 3, 28, 22, 0, tzinfo=ZONE).timestamp()


class Fault(StrEnum):
    """What can be wrong for a while."""

    SEARCH_BLOCKED = "search_blocked"
    EXTRACTOR_DOWN = "extractor_unavailable"
    MODEL_DOWN = "model_unavailable"
    SLOW_REPLIES = "slow_replies"


class Act(StrEnum):
    """What people and other programs do."""

    QUESTION = "question"
    TASK = "task"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class Window:
    """A fault from ``begin_s`` to ``end_s`` of the night."""

    fault: Fault
    begin_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that comes at ``at_s`` of the night.

    Attributes:
        text: topic of a task, query of an event, question of a person.
    """

    at_s: float
    act: Act
    text: str = ""


@dataclass(frozen=True, slots=True)
class NightScript:
    """The whole night.

    Attributes:
        seed: gives the durations of single steps too, see ``step_seconds``.
    """

    seed: int
    hours: float
    windows: tuple[Window, ...]
    happenings: tuple[Happening, ...]

    @property
    def end_s(self) -> float:
        """When the night is over."""
        return self.hours * HOUR_S

    def fault_until(self, fault: Fault, elapsed_s: float) -> float:
        """Return when a fault that holds now ends, in seconds of the night; 0 when all is well."""
        ends = [w.end_s for w in self.windows if w.fault is fault and w.begin_s <= elapsed_s < w.end_s]
        return max(ends, default=0.0)

    def step_seconds(self, step: str, key: str, least: float, most: float) -> float:
        """Return how long a step takes; it depends on nothing but the seed and what is worked on."""
        digest = hashlib.sha256(f"{self.seed}\x1f{step}\x1f{key}".encode()).digest()
        return least + (most - least) * int.from_bytes(digest[:6], "big") / 2**48


def write_script(seed: int, hours: float, questions: Sequence[str]) -> NightScript:
    """Write the script of a night.

    Args:
        seed: the same seed writes the same script.
        questions: what people may ask; some become the curator's tasks, the others events.
    """
    dice = random.Random(seed)
    end_s = hours * HOUR_S

    def windows(fault: Fault, count: int, least_m: float, most_m: float) -> list[Window]:
        begins = sorted(dice.uniform(0.0, end_s) for _ in range(count))
        return [
            Window(fault, one, one + dice.uniform(least_m, most_m) * shorter * MINUTE_S) for one in begins
        ]

    share = hours / 8.0
    shorter = min(1.0, 0.25 + 0.75 * share)  # a short night must not be nothing but faults
    faults = [
        *windows(Fault.SEARCH_BLOCKED, _count(3, share), 10, 30),
        *windows(Fault.EXTRACTOR_DOWN, _count(2, share), 5, 20),
        *windows(Fault.MODEL_DOWN, _count(2, share), 10, 40),
        *windows(Fault.SLOW_REPLIES, _count(2, share), 20, 60),
    ]
    happenings = [
        Happening(dice.uniform(0.0, end_s), Act.QUESTION, f"question {number} of the night")
        for number in range(_count(16, share))
    ]
    for place, question in enumerate(questions):
        act = Act.TASK if place % 2 == 0 else Act.EVENT
        happenings.append(Happening(dice.uniform(0.0, end_s * 0.8), act, question))
    return NightScript(
        seed, hours, tuple(faults), tuple(sorted(happenings, key=lambda one: (one.at_s, one.act, one.text)))
    )


def _count(whole_night: int, share: float) -> int:
    return max(1, round(whole_night * share))
