"""The wording of faults around backups, and of those that nobody foresaw (see ``notices``)."""

from __future__ import annotations

BACKUP_NOTICES: dict[str, tuple[str, str, str]] = {
    "backup_failed": (
        "No backup could be made in {path}: {detail}.",
        "The database is untouched.",
        "Check space and rights of the folder, then run `neurodesk backup`.",
    ),
    "program_fault": (
        "NeuroDesk made an error of its own: {detail}.",
        "What was saved before is intact.",
        "`neurodesk doctor` looks the profile over; send the lines above to those who maintain NeuroDesk.",
    ),
    "system_refused": (
        "The operating system refused a step: {detail}.",
        "What was saved before is intact.",
        "Check space and rights of that place, then try again.",
    ),
    "task_text_long": (
        "A topic or question is longer than {most} characters.",
        "Nothing was changed.",
        "Say in some words what should be found out.",
    ),
    "backup_unknown": (
        "There is no backup at {path}.",
        "Nothing was changed.",
        "`neurodesk backup --list` shows all. Without any, move the database away and start anew:"
        " articles, library and staged drafts are files of their own and can be read again.",
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
