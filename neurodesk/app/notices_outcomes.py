"""The wording of faults of outcomes and quality replays; a part of ``app.notices``."""

from __future__ import annotations

OUTCOME_NOTICES: dict[str, tuple[str, str, str]] = {
    "outcome_unknown": (
        "There is no outcome {outcome}.",
        "Nothing was changed.",
        "`neurodesk outcome list` shows them.",
    ),
    "outcome_source_unknown": (
        "Neither an article nor evidence: {ids}.",
        "Nothing was changed.",
        "Name what the answer was made from by its id, or leave it out.",
    ),
    "outcome_sources_changed": (
        "What the answer of run {run} was made from has changed since.",
        "The outcome was not taken over; what stood before still counts.",
        "Ask the question again and decide on the new answer.",
    ),
    "outcome_decided": (
        "The outcome {outcome} was decided on before: {state}.",
        "Nothing was changed.",
        "Hand in a correction that supersedes it.",
    ),
    "outcome_predecessor_gone": (
        "The outcome {predecessor}, which {outcome} corrects, is not the active one of its run.",
        "Nothing was changed.",
        "Hand in the correction again, naming the active one or none.",
    ),
    "outcome_not_active": (
        "The outcome {outcome} is {state}; only a confirmed one is learned.",
        "Nothing was changed.",
        "Confirm it first.",
    ),
    "replay_cases_number": (
        "A replay takes 1 to {most} cases; these are {found}.",
        "Nothing was run.",
        "Split the file.",
    ),
    "replay_line_broken": (
        "Line {line} is no JSON object: {detail}.",
        "Nothing was run.",
        "Correct the line; each line holds one case.",
    ),
    "replay_unreadable": (
        "The file {path} cannot be read: {detail}.",
        "Nothing was run.",
        "Check the path and its rights.",
    ),
}
