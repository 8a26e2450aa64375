"""The wording of faults around backups (see ``notices``)."""

from __future__ import annotations

BACKUP_NOTICES: dict[str, tuple[str, str, str]] = {
    "backup_failed": (
        "No backup could be made in {path}: {detail}.",
        "The database is untouched.",
        "Check space and rights of the folder, then run `neurodesk backup`.",
    ),
    "backup_unknown": (
        "There is no backup at {path}.",
        "Nothing was changed.",
        "`neurodesk backup --list` shows all.",
    ),
    "backup_damaged": (
        "The backup {path} is damaged: {detail}.",
        "Nothing was changed.",
        "Take an older one; `neurodesk backup --list` shows all.",
    ),
    "backup_newer": (
        "The backup {path} was made by a newer NeuroDesk (schema {found}, this one knows {known}).",
        "Nothing was changed.",
        "Update NeuroDesk, or take an older backup.",
    ),
    "restore_failed": (
        "The backup could not be put in the place of {path}: {detail}.",
        "The former database is still there.",
        "Check space and rights of the folder and try again.",
    ),
}
