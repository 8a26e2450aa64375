"""The wording of what keeps a promotion or its undo from being made (see ``notices``)."""

from __future__ import annotations

PROMOTION_NOTICES: dict[str, tuple[str, str, str]] = {
    "promotion_pending": (
        "Promotion {promotion} could not be taken back completely ({detail}).",
        "Former and new bytes are kept; the next start finishes it or takes it back.",
        "Make the knowledge base's folder reachable and start NeuroDesk again.",
    ),
    "promotion_under_way": (
        "A promotion of draft {draft} or of the same file is under way.",
        "Nothing was changed.",
        "Wait for it; after a crash the next start brings it to its end.",
    ),
    "promotion_elsewhere": (
        "Another NeuroDesk promotes right now.",
        "Nothing was changed.",
        "Try again in a moment.",
    ),
    "promotion_unknown": (
        "There is no promotion {id}.",
        "Nothing was changed.",
        "`neurodesk history PATH` shows those of a file.",
    ),
    "undo_impossible": (
        "Promotion {promotion} cannot be undone: it is undone already, or never came to its end.",
        "Nothing was changed.",
        "`neurodesk history PATH` shows what was done.",
    ),
    "undo_file_changed": (
        "{path} was changed since it was promoted.",
        "Nothing was changed; the former bytes are kept in {backup}.",
        "Undo the newer promotion first, or copy what you need from the kept file.",
    ),
    "undo_new_file_changed": (
        "{path}, which the promotion made, was changed or removed since.",
        "Nothing was changed; before the promotion there was no such article.",
        "If it is still there and should go, archive it: `neurodesk review archive KB PATH`.",
    ),
    "undo_instead": (
        "Draft {draft} is promoted.",
        "Nothing was changed.",
        "`neurodesk undo PROMOTION` takes a promotion back.",
    ),
}
