"""Reading JSON that somebody else wrote: each error names the field (SPEC G4, I3)."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence

from neurodesk.domain.errors import BadInput


class Fields:
    """The fields of one JSON object.

    Args:
        value: a parsed JSON value.
        place: where it stands, such as ``hits[2]``; "" for the whole.

    Raises:
        BadInput: ``field_invalid`` with ``field`` and what was expected, here and in every method.
    """

    def __init__(self, value: object, place: str = "") -> None:
        if not isinstance(value, Mapping):
            raise BadInput("field_invalid", field=place or "(body)", expected="a JSON object")
        self._value = value
        self._place = place

    def name(self, key: str) -> str:
        """Return the whole name of a field."""
        return f"{self._place}.{key}" if self._place else key

    def has(self, key: str) -> bool:
        """Tell whether a field is there at all."""
        return key in self._value

    def text(self, key: str, *, most: int, required: bool = False) -> str:
        """Return a text of at most ``most`` characters; "" when it is absent or null and not required."""
        value = self._value.get(key)
        if value is None and not required:
            return ""
        return _checked_text(value, self.name(key), 1 if required else 0, most)

    def number(self, key: str) -> float | None:
        """Return a finite number; None when it is absent or null."""
        value = self._value.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self._bad(key, "a number")
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            raise self._bad(key, "a finite number")
        return number

    def texts(self, key: str, *, most: int, most_characters: int) -> tuple[str, ...]:
        """Return a list of texts without repetitions; empty when it is absent or null."""
        items = enumerate(self._list(key, most))
        found = [_checked_text(one, f"{self.name(key)}[{place}]", 1, most_characters) for place, one in items]
        return tuple(dict.fromkeys(found))

    def objects(self, key: str, *, most: int) -> list[Fields]:
        """Return a list of objects; empty when it is absent or null."""
        return [Fields(one, f"{self.name(key)}[{place}]") for place, one in enumerate(self._list(key, most))]

    def values(self, key: str, *, most: int) -> Sequence[object]:
        """Return a list as it stands; empty when it is absent or null."""
        return self._list(key, most)

    def inner(self, key: str) -> Fields:
        """Return an object; an empty one when it is absent or null."""
        value = self._value.get(key)
        return Fields({} if value is None else value, self.name(key))

    def _list(self, key: str, most: int) -> Sequence[object]:
        value = self._value.get(key)
        if value is None:
            return ()
        if not isinstance(value, list) or len(value) > most:
            raise self._bad(key, f"a list of at most {most}")
        return value

    def _bad(self, key: str, expected: str) -> BadInput:
        return BadInput("field_invalid", field=self.name(key), expected=expected)


def _checked_text(value: object, name: str, least: int, most: int) -> str:
    expected = f"a text of {least} to {most} characters"
    if not isinstance(value, str) or not least <= len(value) <= most or (least and not value.strip()):
        raise BadInput("field_invalid", field=name, expected=expected)
    if "\0" in value or any("\ud800" <= one <= "\udfff" for one in value):
        raise BadInput(
            "field_invalid", field=name, expected="a text without null characters and lone surrogates"
        )
    return value


def parse_json(data: bytes) -> object:
    """Read strict JSON in UTF-8: no NaN, no infinity, bounded depth, no key twice in an object.

    Raises:
        BadInput: ``json_invalid`` with what is wrong.
    """

    def constant(name: str) -> object:
        raise ValueError(f"{name} is no JSON number")

    def pairs(items: list[tuple[str, object]]) -> dict[str, object]:
        found: dict[str, object] = {}
        for key, value in items:
            if key in found:
                raise ValueError(f"the key {key[:80]!r} stands twice")
            found[key] = value
        return found

    try:
        value: object = json.loads(data.decode("utf-8"), parse_constant=constant, object_pairs_hook=pairs)
    except RecursionError:
        raise BadInput("json_invalid", detail="nested too deeply") from None
    except ValueError as error:
        raise BadInput("json_invalid", detail=str(error)[:200]) from error
    return value
