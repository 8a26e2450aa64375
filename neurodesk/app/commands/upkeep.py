"""What a profile needs once a day or a week, beside the work of the curator (SPEC S2)."""

from __future__ import annotations

import logging

from neurodesk.app.commands.backup import back_up_daily
from neurodesk.app.commands.outcomes import learn_pending
from neurodesk.app.profile import Profile
from neurodesk.domain.errors import NeuroDeskError
from neurodesk.storage.activity_store import note
from neurodesk.storage.check import (
    FULL_CHECK_EVERY_S,
    Damage,
    check_database,
    last_full_check,
    note_full_check,
)
from neurodesk.storage.db import Lane
from neurodesk.storage.retention import A_STEP, prune_step

DAY_S = 86_400.0
log = logging.getLogger(__name__)


def run_upkeep(profile: Profile) -> None:
    """Check the database, back it up and finish what a crash left; call it on a thread of its own.

    The quick check runs at each start, the full one once a week. A damaged database is not copied over its
    last good backup: it is named in the feed, and everything else goes on.
    """
    if examine_database(profile):
        return
    back_up_daily(profile)
    try:
        prune_evidence(profile)
    except NeuroDeskError as error:
        log.info("old evidence is pruned at the next start: %s", error)
    try:
        learn_pending(profile)
    except NeuroDeskError as error:
        log.info("outcomes are learned at the next start: %s", error)


def prune_evidence(profile: Profile) -> int:
    """Let texts go that nothing rests on, older than the setting says; return of how many records."""
    days = profile.settings.current.whole("evidence.keep_days")
    now = profile.clock.time()
    if not days:
        return 0
    records = characters = 0
    while True:
        done, gone = profile.database.write(
            lambda tx: prune_step(tx, now - days * DAY_S, now), lane=Lane.BULK
        )
        records, characters = records + done, characters + gone
        if done < A_STEP:
            break
    if records:
        params = {"records": records, "characters": characters, "days": days}
        profile.database.write(lambda tx: (note(tx, now, "evidence_pruned", params=params), None)[1])
    return records


def examine_database(profile: Profile) -> Damage | None:
    """Check the database, wholly when the last full check is a week old; note damage in the feed."""
    now = profile.clock.time()
    try:
        full = abs(now - profile.database.read(last_full_check)) >= FULL_CHECK_EVERY_S
        damage = profile.database.read(lambda rx: check_database(rx, full=full))
    except NeuroDeskError as error:
        damage, full = Damage(str(error)), False
    try:
        if damage is not None:
            detail = damage.detail
            profile.database.write(
                lambda tx: (note(tx, now, "database_damaged", params={"detail": detail}), None)[1]
            )
        elif full:
            profile.database.write(lambda tx: note_full_check(tx, now))
    except NeuroDeskError as error:
        log.warning("the result of the check could not be stored: %s", error)
    return damage
