"""Exit codes of ``neurodesk``, the same for every command."""

from __future__ import annotations

from neurodesk.domain.errors import (
    BadInput,
    EnvironmentFault,
    NeuroDeskError,
    RuleRefused,
)

OK = 0
BUG = 1
USAGE = 2
REFUSED = 3
BAD_INPUT = 4
ENVIRONMENT = 5
FOUND_PROBLEMS = 6
# What a shell reports of a program that Ctrl+C ended.
STOPPED = 130

MEANING: dict[int, str] = {
    OK: "done",
    BUG: "an error of the program itself (what was saved before is intact)",
    USAGE: "the command line is wrong",
    REFUSED: "a rule of the product forbids it now (nothing was changed)",
    BAD_INPUT: "a value, file or id given is wrong (nothing was changed)",
    ENVIRONMENT: "disk, folder, lock or endpoint is at fault (nothing was lost)",
    FOUND_PROBLEMS: "the command ran and found problems, as verify, doctor and replay do",
}


def of(error: NeuroDeskError) -> int:
    """Return the exit code of an error."""
    if isinstance(error, BadInput):
        return BAD_INPUT
    if isinstance(error, RuleRefused):
        return REFUSED
    if isinstance(error, EnvironmentFault):
        return ENVIRONMENT
    return REFUSED
