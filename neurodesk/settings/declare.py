"""How a setting is declared; one declaration feeds validation, dialog, TOML, environment, flags and docs."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from neurodesk.domain.errors import BadInput

Value = bool | int | float | str | tuple[str, ...]


class Shape(Enum):
    """The shapes a setting's value can have."""

    SWITCH = "switch"
    WHOLE = "whole number"
    NUMBER = "number"
    TEXT = "text"
    CHOICE = "choice"
    LIST = "list of texts"


@dataclass(frozen=True, slots=True)
class Declaration:
    """One setting.

    Attributes:
        key: dotted name, also the path in the TOML file.
        label, explanation: English source texts; the user interface translates them.
        unit: "s", "h", "MiB" ... or "".
        consequence: for a switch, what switching it on lets the product do, in words.
        rule: the SPEC id behind it.
        replaced_by: for a tombstone, the key that took its place.
        is_entry: for a text or a list, whether one text can be (an entry of) the value; asked where a person
            sets it. A file with a wrong entry is still read: dropping a whole list of denied hosts would
            open them all.
        entry_form: what an entry looks like, in English.
    """

    key: str
    shape: Shape
    default: Value
    label: str
    explanation: str
    unit: str = ""
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()
    consequence: str = ""
    rule: str = ""
    secret: bool = False
    replaced_by: str = ""
    is_entry: Callable[[str], bool] | None = None
    entry_form: str = ""

    @property
    def group(self) -> str:
        """The part of the key before the first dot."""
        return self.key.split(".", 1)[0]

    @property
    def environment(self) -> str:
        """The environment variable that overrides the file."""
        return "NEURODESK_" + self.key.upper().replace(".", "_")

    def check(self, value: object) -> Value:
        """Return the value in this setting's shape.

        Raises:
            BadInput: ``setting_invalid`` with the key, the value and what is expected.
        """
        checked = self._shaped(value)
        if isinstance(checked, int | float) and not isinstance(checked, bool):
            if self.minimum is not None and checked < self.minimum:
                raise self._bad(value)
            if self.maximum is not None and checked > self.maximum:
                raise self._bad(value)
        if self.shape is Shape.CHOICE and checked not in self.choices:
            raise self._bad(value)
        return checked

    def check_entries(self, value: Value) -> None:
        """Look at a text, or at each entry of a list; an empty one is always right.

        Raises:
            BadInput: ``setting_invalid`` with the entry that is none.
        """
        wrong = self.wrong_entry(value)
        if wrong:
            raise BadInput("setting_invalid", key=self.key, value=repr(wrong), expected=self.entry_form)

    def wrong_entry(self, value: Value) -> str:
        """Return the first entry of a list, or the text, that cannot be used; "" when all can."""
        entries = value if isinstance(value, tuple) else (value,) if isinstance(value, str) else ()
        if self.is_entry is None:
            return ""
        return next((one for one in entries if one.strip() and not self.is_entry(one)), "")

    def parse(self, text: str) -> Value:
        """Read a value from environment or command line text and check it."""
        if self.shape is Shape.SWITCH:
            words = {"true": True, "on": True, "yes": True, "1": True}
            words |= {"false": False, "off": False, "no": False, "0": False}
            if text.strip().lower() not in words:
                raise self._bad(text)
            return words[text.strip().lower()]
        if self.shape is Shape.LIST:
            return tuple(part.strip() for part in text.split(",") if part.strip())
        if self.shape in (Shape.WHOLE, Shape.NUMBER):
            try:
                return self.check(int(text) if self.shape is Shape.WHOLE else float(text))
            except ValueError:
                raise self._bad(text) from None
        return self.check(text)

    @property
    def expectation(self) -> str:
        """What a valid value looks like, in English."""
        if self.shape is Shape.SWITCH:
            return "true or false"
        if self.shape is Shape.CHOICE:
            return "one of " + ", ".join(self.choices)
        bounds = ""
        if self.minimum is not None and self.maximum is not None:
            bounds = f" from {self.minimum:g} to {self.maximum:g}"
        elif self.minimum is not None:
            bounds = f" of at least {self.minimum:g}"
        return f"a {self.shape.value}{bounds}" + (f" ({self.unit})" if self.unit else "")

    def _shaped(self, value: object) -> Value:
        if self.shape is Shape.SWITCH and isinstance(value, bool):
            return value
        if self.shape is Shape.WHOLE and isinstance(value, int) and not isinstance(value, bool):
            return int(value)
        if self.shape is Shape.NUMBER and isinstance(value, int | float) and not isinstance(value, bool):
            number = float(value)
            if math.isfinite(number):
                return number
        if self.shape in (Shape.TEXT, Shape.CHOICE) and isinstance(value, str) and "\x00" not in value:
            return str(value)
        if (
            self.shape is Shape.LIST
            and isinstance(value, list | tuple)
            and all(isinstance(one, str) and "\x00" not in one for one in value)
        ):
            return tuple(str(one) for one in value)
        raise self._bad(value)

    def _bad(self, value: object) -> BadInput:
        shown = "***" if self.secret else repr(value)
        return BadInput("setting_invalid", key=self.key, value=shown, expected=self.expectation)
