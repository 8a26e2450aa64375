"""Numbers ordered lists anew after something was taken out or put in (SPEC R3, E1)."""

from __future__ import annotations

import re

_STEP_MARK = re.compile(r"(?P<indent>[ \t]*)(?P<number>\d{1,3})(?P<mark>[.)])(?P<rest>[ \t]+)")


def count_steps_anew(text: str) -> str:
    """Number the items of each ordered list from 1 on, outside code fences.

    A list goes on over paragraphs and code between its items as long as the numbers grow; a 1 after such an
    interruption begins a new list. Nested lists count for themselves.
    """
    lines = text.split("\n")
    # Of each indent: the number given last, the number that stood there, and whether prose came between.
    lists: dict[int, tuple[int, int, bool]] = {}
    fence = ""
    for place, line in enumerate(lines):
        stripped = line.lstrip()
        if stripped.startswith(("```", "~~~")):
            fence = "" if fence and stripped.startswith(fence) else fence or stripped[:3]
            continue
        if fence:
            continue
        match = _STEP_MARK.match(line)
        if match:
            indent = len(match["indent"].expandtabs(4))
            written = int(match["number"])
            given, before, interrupted = lists.get(indent, (0, 0, False))
            new_list = indent not in lists or (interrupted and written <= before)
            number = 1 if new_list else given + 1
            lines[place] = f"{match['indent']}{number}{match['mark']}{match['rest']}{line[match.end() :]}"
            lists = {key: value for key, value in lists.items() if key < indent}
            lists[indent] = (number, written, False)
        elif stripped.startswith("#"):
            lists = {}
        elif stripped and not line.startswith((" ", "\t")):
            lists = {key: (given, before, True) for key, (given, before, _) in lists.items()}
    return "\n".join(lines)
