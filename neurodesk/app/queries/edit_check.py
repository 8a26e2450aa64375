"""Judge a text that is being edited, by code, the changed units only (SPEC P3, R10)."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from neurodesk.app.draft_sources import encoder_of, sources_of
from neurodesk.app.profile import Profile
from neurodesk.app.queries.drafts import DeskDraft
from neurodesk.domain.articles import Claim, Reason, Verdict
from neurodesk.domain.decisions import JudgedClaim, carry_over
from neurodesk.pipeline.rejudge import CodeJudge, JudgeSource
from neurodesk.pipeline.similarity import similarity_of


@dataclass(frozen=True, slots=True)
class CheckedUnit:
    """A unit of the edited text; ``start`` and ``end`` in the whole text, ``changed`` if the edit made it."""

    start: int
    end: int
    text: str
    verdict: Verdict | None
    reasons: tuple[Reason, ...]
    changed: bool


@dataclass(frozen=True, slots=True)
class EditCheck:
    """What the code says of a stretch of an edited text; ``judged`` is how many units were judged anew."""

    units: tuple[CheckedUnit, ...]
    judged: int

    @property
    def worst(self) -> Verdict | None:
        """The strictest verdict of the changed units, else of all; None without any."""
        changed = [one.verdict for one in self.units if one.changed and one.verdict is not None]
        found = changed or [one.verdict for one in self.units if one.verdict is not None]
        return max(found, key=list(Verdict).index) if found else None

    @property
    def reasons(self) -> tuple[str, ...]:
        """The codes of the reasons for the worst verdict, each once."""
        worst, some = self.worst, any(one.changed for one in self.units)
        codes = [
            reason.code
            for one in self.units
            if one.verdict is worst and (one.changed or not some)
            for reason in one.reasons
        ]
        return tuple(dict.fromkeys(codes))


class EditChecker:
    """Judges one draft while it is edited; on any thread but the GUI's.

    Sources are read once, and a unit that was judged is not judged again while its words and its heading
    stay: a check costs what changed since the last one.
    """

    def __init__(self, profile: Profile, desk: DeskDraft) -> None:
        self._profile, self._desk = profile, desk
        self._sources: list[JudgeSource] | None = None
        self._known: dict[tuple[str, str, str], Claim] = {}
        self._lock = threading.Lock()

    def check(self, text: str, start: int, end: int) -> EditCheck:
        """Return what the code says of the units between two offsets of an edited text.

        It is what saving the text would store: the same judge, the same sources.
        """
        with self._lock:
            if self._sources is None:
                desk = self._desk
                self._sources = self._profile.database.read(
                    lambda rx: sources_of(rx, desk.draft, list(desk.claims))
                )
            encoder = encoder_of(self._profile)
            judge = CodeJudge(text, self._sources, similarity_of(encoder) if encoder is not None else None)
            return self._checked(judge, start, end)

    def _checked(self, judge: CodeJudge, start: int, end: int) -> EditCheck:
        made: set[str] = set()
        judged = 0

        def rejudge(claim: Claim) -> Claim:
            nonlocal judged
            made.add(claim.id)
            if claim.end <= start or claim.start >= end:
                return claim
            key = (claim.kind, claim.text, judge.heading_of(claim))
            if key not in self._known:
                judged += 1
                self._known[key] = judge.judge(claim)
            return self._known[key]

        units = judge.units()
        found = carry_over(self._desk.claims, units, rejudge)
        shown = tuple(
            _unit(unit, one, changed=unit.id in made)
            for unit, one in zip(units, found, strict=True)
            if not unit.exempt and unit.end > start and unit.start < end
        )
        return EditCheck(shown, judged)


def _unit(unit: Claim, found: JudgedClaim, *, changed: bool) -> CheckedUnit:
    return CheckedUnit(unit.start, unit.end, unit.text, found.verdict, found.claim.reasons, changed)
