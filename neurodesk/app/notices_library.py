"""The wording of faults of the local library (see ``notices``)."""

from __future__ import annotations

LIBRARY_NOTICES: dict[str, tuple[str, str, str]] = {
    "folder_missing": (
        "The folder {path} cannot be used: {detail}.",
        "Nothing was changed.",
        "Check the spelling and the rights of the folder.",
    ),
    "zim_unavailable": (
        "{path} is a ZIM archive, and the part that reads such archives is not installed.",
        "Nothing was changed.",
        "Install NeuroDesk with the extra zim (`pip install 'neurodesk[zim]'`). It brings libzim, which is "
        "under the GPL.",
    ),
    "collection_name_invalid": (
        "A collection cannot be called {name!r}.",
        "Nothing was changed.",
        "Use 1 to 80 characters without commas, asterisks and control characters.",
    ),
    "collection_exists": (
        "The collection {name} with the folder {root} is there already.",
        "Nothing was changed.",
        "Choose another name, or remove that collection first.",
    ),
    "collection_unknown": (
        "There is no collection {name}.",
        "Nothing was changed.",
        "`neurodesk library list` shows all collections.",
    ),
    "collection_overlaps": (
        "The folder {root} overlaps {other} ({kind}).",
        "Nothing was read or changed.",
        "Choose a folder that neither holds nor lies in a knowledge base, the profile folder, another "
        "collection or an export of NeuroDesk: own text is no evidence.",
    ),
    "collection_unreadable": (
        "The folder of the collection {name} cannot be read: {detail}.",
        "Its index is as it was.",
        "Bring {root} back, or remove the collection.",
    ),
}
