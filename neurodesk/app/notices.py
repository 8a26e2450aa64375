"""The wording of known faults: what happened, what is safe, what to do (English source texts).

The window translates these texts; the command line prints them. A test makes sure that every code raised
in the product has its entry.
"""

from __future__ import annotations

from dataclasses import dataclass

from neurodesk.domain.errors import NeuroDeskError


@dataclass(frozen=True, slots=True)
class Notice:
    """A worded fault."""

    what: str
    safe: str
    do: str

    def as_text(self) -> str:
        """Return the three sentences in one paragraph."""
        return " ".join(part for part in (self.what, self.safe, self.do) if part)


NOTICES: dict[str, tuple[str, str, str]] = {
    "setting_unknown": (
        "There is no setting {key}.",
        "Nothing was changed.",
        "`neurodesk config list` shows all settings.",
    ),
    "setting_invalid": (
        "{key} cannot be {value}.",
        "Nothing was changed.",
        "It needs {expected}.",
    ),
    "settings_file_broken": (
        "The settings file {path} cannot be read: {detail}.",
        "Nothing was changed.",
        "Mend that line or rename the file; defaults count then.",
    ),
    "settings_unreadable": (
        "The settings file {path} cannot be opened: {detail}.",
        "Nothing was changed.",
        "Check the rights of the file.",
    ),
    "settings_unwritable": (
        "The settings file {path} cannot be written: {detail}.",
        "The former settings are intact.",
        "Check space and rights of the folder.",
    ),
    "data_dir_unwritable": (
        "The profile folder {path} cannot be made or written: {detail}.",
        "Nothing was changed.",
        "Choose another folder with --data-dir, or mend its rights.",
    ),
    "newer_schema": (
        "The database {path} was written by a newer NeuroDesk (schema {found}, this one knows {known}).",
        "It was not touched.",
        "Update NeuroDesk, or open a copy made before.",
    ),
    "disk_full": (
        "The disk is full or failing: {detail}.",
        "What was saved before is intact; this step was not saved.",
        "Free some space and try again.",
    ),
    "read_only": (
        "The database cannot be written: {detail}.",
        "Nothing was changed.",
        "Check the rights of the profile folder.",
    ),
    "locked": (
        "Another program holds the database.",
        "Nothing was lost.",
        "Close it and try again.",
    ),
    "corrupt": (
        "The database is damaged: {detail}.",
        "Nothing was written.",
        "Restore the newest backup with `neurodesk restore`.",
    ),
    "interrupted": ("The query was stopped.", "Nothing was changed.", ""),
    "database_closed": ("The profile is being closed.", "Nothing was changed.", ""),
}


class _Params(dict[str, object]):
    def __missing__(self, key: str) -> str:
        return "?"


def word(error: NeuroDeskError) -> Notice:
    """Return the wording of an error; an unknown code is shown as such, never hidden."""
    entry = NOTICES.get(error.code)
    if entry is None:
        return Notice(f"Not possible: {error}.", "Nothing was changed.", "")
    params = _Params(error.params)
    what, safe, do = (part.format_map(params) for part in entry)
    return Notice(what, safe, do)
