"""robots.txt as RFC 9309 reads it (SPEC W5): the longest rule wins, ``*`` and ``$`` are known; pure.

The standard library's reader takes the first rule and knows no wildcard; those that do turn rules into
regular expressions, which a hostile file can make run for hours. This one only searches for fixed pieces.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote, unquote_to_bytes

MAX_BYTES = 512 * 1024
MAX_RULES = 5_000
MAX_RULE_CHARS = 2_000
MAX_DELAY_S = 30.0
_LINE = re.compile(r"\s*([A-Za-z-]+)\s*:\s*([^#]*)")
_SAFE = "/?:@!$&'()*+,;=-._~"


@dataclass(frozen=True, slots=True)
class RobotRules:
    """The rules of one site for one program.

    Attributes:
        rules: (pattern, whether it allows), in the order of the file.
        delay_s: seconds between two requests that the site asks for, at most 30.
    """

    rules: tuple[tuple[str, bool], ...] = ()
    delay_s: float = 0.0

    def allows(self, target: str) -> bool:
        """Tell whether a path with its query may be fetched; an equally long permission wins."""
        path = _comparable(target)
        best, allowed = -1, True
        for pattern, allow in self.rules:
            length = len(pattern)
            if length < best or (length == best and not allow):
                continue
            if _matches(pattern, path):
                best, allowed = length, allow
        return allowed


NOTHING_FORBIDDEN = RobotRules()
EVERYTHING_FORBIDDEN = RobotRules((("/", False),))


def read_robots(data: bytes, product: str) -> RobotRules:
    """Read a file for a program.

    Args:
        data: whole lines of the first ``MAX_BYTES`` are read.
        product: the program's name as its user agent begins, compared without case.
    """
    own: list[tuple[str, bool]] = []
    common: list[tuple[str, bool]] = []
    delays = {"own": 0.0, "common": 0.0}
    is_own = is_common = has_own = in_rules = False
    if len(data) > MAX_BYTES:
        # A rule that is cut off says more than it meant.
        data = data[:MAX_BYTES].rpartition(b"\n")[0]
    for line in data.decode("utf-8-sig", "replace").splitlines():
        found = _LINE.match(line)
        if found is None:
            continue
        name, value = found[1].lower(), found[2].strip()
        if name == "user-agent":
            if in_rules:
                is_own = is_common = in_rules = False
            agent = value.partition("/")[0].strip().casefold()
            is_own = is_own or agent == product.casefold()
            is_common = is_common or agent == "*"
            has_own = has_own or is_own
        elif name in {"allow", "disallow"}:
            in_rules = True
            # An empty rule says nothing (RFC 9309, 2.2.2).
            if value and len(value) <= MAX_RULE_CHARS:
                rule = (_pattern(value), name == "allow")
                if is_own and len(own) < MAX_RULES:
                    own.append(rule)
                if is_common and len(common) < MAX_RULES:
                    common.append(rule)
        elif name == "crawl-delay":
            in_rules = True
            if is_own:
                delays["own"] = _seconds(value)
            if is_common:
                delays["common"] = _seconds(value)
    which = "own" if has_own else "common"
    return RobotRules(tuple(own if has_own else common), delays[which])


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        return 0.0
    return min(MAX_DELAY_S, seconds) if seconds > 0 else 0.0


def _pattern(rule: str) -> str:
    end = rule.endswith("$")
    pieces = [_comparable(piece) for piece in re.sub(r"\*+", "*", rule.removesuffix("$")).split("*")]
    return "*".join(pieces) + ("$" if end else "")


def _comparable(text: str) -> str:
    """Return a path with equal octets spelt equally; ``*`` and ``$`` of a path are escaped."""
    return quote(unquote_to_bytes(text), safe=_SAFE).replace("*", "%2A").replace("$", "%24")


def _matches(pattern: str, path: str) -> bool:
    """Match from the left: each piece at its first place, the last one at the end if ``$`` says so."""
    anchored = pattern.endswith("$")
    first, *others = pattern.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    place = len(first)
    if not others:
        return not anchored or place == len(path)
    for piece in others[:-1]:
        found = path.find(piece, place)
        if found < 0:
            return False
        place = found + len(piece)
    last = others[-1]
    if anchored:
        return len(path) - len(last) >= place and path.endswith(last)
    return path.find(last, place) >= 0
