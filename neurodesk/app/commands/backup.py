"""Commands on backups: make one, keep daily ones, put one back (SPEC S2)."""

from __future__ import annotations

import logging
from pathlib import Path

from neurodesk.app.profile import Profile
from neurodesk.domain.errors import NeuroDeskError
from neurodesk.settings.paths import ProfilePaths
from neurodesk.storage.backup import DAY_S, Backup, backups, make_backup, restore_backup, thin
from neurodesk.storage.role_lock import RoleLock

log = logging.getLogger(__name__)


def backup_folder(paths: ProfilePaths) -> Path:
    """Return where database backups of a profile lie."""
    return paths.backups / "database"


def list_backups(paths: ProfilePaths) -> list[Backup]:
    """Return the profile's backups, newest first."""
    return backups(backup_folder(paths))


def back_up(profile: Profile) -> Backup:
    """Make a checked backup now and thin the old ones."""
    now = profile.clock.time()
    made = make_backup(profile.paths.database, backup_folder(profile.paths), now)
    thin(backup_folder(profile.paths), now)
    return made


def back_up_daily(profile: Profile) -> Backup | None:
    """Make a backup when the newest is a day old; a failure is noted and never stops anything."""
    newest = next(iter(backups(backup_folder(profile.paths))), None)
    if newest is not None and profile.clock.time() - newest.made_at < DAY_S:
        return None
    try:
        return back_up(profile)
    except NeuroDeskError as error:
        log.info("the daily backup failed: %s", error)
        return None


def restore(paths: ProfilePaths, backup: Path, now: float) -> Path:
    """Put a backup in the place of a profile's database; call it with the profile closed.

    Returns:
        Where the former database was put.

    Raises:
        RuleRefused: ``worker_role_held``, another process works on the profile.
        BadInput, StorageFault: see ``storage.backup.restore_backup``.
    """
    with RoleLock(paths.root):
        return restore_backup(backup, paths.database, now)
