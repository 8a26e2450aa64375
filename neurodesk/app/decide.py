"""The maker of human decisions; only the desk and the terminal may import it (SPEC P5, import contract)."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from neurodesk.app.profile import Profile
from neurodesk.domain.articles import Decision
from neurodesk.domain.decisions import OutcomeVerdict, UndoDecision
from neurodesk.domain.errors import BadInput, RuleRefused

DESK = "desk"
TERMINAL = "terminal"
_MAX_NAME_CHARS = 100


def decide_to_promote(
    profile: Profile,
    draft_id: str,
    *,
    who: str,
    where: str,
    seen_sha256: str,
    ticks: Sequence[str] = (),
    reasons: Mapping[str, str] | None = None,
    kb_id: str = "",
    folder: str | None = None,
    note: str = "",
) -> Decision:
    """Make the decision of a person to promote what he saw.

    Args:
        who: the curator's name.
        where: ``DESK`` or ``TERMINAL``; at a terminal a person must sit, unless
            ``promotion.allow_unattended`` is on.
        seen_sha256: the hash that ``review show`` printed or the desk displayed.
        ticks: claim ids, and ids of lines such as ``auto_reply``, ticked with this act.
        reasons: claim id to the typed reason of *approve with reason*.
        kb_id, folder: place of a new article, the draft's own when left out.

    Raises:
        BadInput: ``curator_nameless``, ``reason_empty``.
        RuleRefused: ``seen_missing``, ``not_attended``.
    """
    _require_person(profile, who, where)
    if not seen_sha256.strip():
        raise RuleRefused("seen_missing", draft=draft_id)
    for claim, text in (reasons or {}).items():
        if not text.strip():
            raise BadInput("reason_empty", claim=claim)
    return Decision(
        draft_id=draft_id,
        who=" ".join(who.split()),
        where=where,
        seen_sha256=seen_sha256.strip().lower(),
        ticks=tuple(sorted(set(ticks))),
        reasons=tuple(sorted((reasons or {}).items())),
        made_at=profile.clock.time(),
        kb_id=kb_id,
        target_path="" if folder is None else folder or ".",
        note=note,
    )


def decide_to_undo(
    profile: Profile, promotion_id: str, *, who: str, where: str, why: str = ""
) -> UndoDecision:
    """Make the decision of a person to undo a promotion.

    Raises:
        BadInput: ``curator_nameless``. RuleRefused: ``not_attended``.
    """
    _require_person(profile, who, where)
    return UndoDecision(promotion_id, " ".join(who.split()), where, profile.clock.time(), why)


def decide_on_outcome(
    profile: Profile, outcome_id: str, *, who: str, where: str, why: str = ""
) -> OutcomeVerdict:
    """Make the decision of a person on an outcome that was handed in (SPEC O1).

    Raises:
        BadInput: ``curator_nameless``. RuleRefused: ``not_attended``.
    """
    _require_person(profile, who, where)
    return OutcomeVerdict(outcome_id, " ".join(who.split()), where, profile.clock.time(), why)


def _require_person(profile: Profile, who: str, where: str) -> None:
    name = " ".join(who.split())
    if not name or len(name) > _MAX_NAME_CHARS or any(ord(char) < 32 for char in name):
        raise BadInput("curator_nameless", name=who)
    if where not in (DESK, TERMINAL):
        raise ValueError(where)
    if (
        where == TERMINAL
        and not _attended()
        and not profile.settings.current.switch("promotion.allow_unattended")
    ):
        raise RuleRefused("not_attended")


def _attended() -> bool:
    """Tell whether a person sits at the terminal of this process."""
    try:
        return sys.stdin is not None and sys.stdin.isatty()
    except ValueError:
        return False
