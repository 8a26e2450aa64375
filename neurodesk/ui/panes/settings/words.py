"""The words of a setting: label, explanation, values, origin, and what is wrong with an entry."""

from __future__ import annotations

from neurodesk.domain.notify import is_quiet_hours
from neurodesk.settings.declare import Declaration, Shape, Value
from neurodesk.settings.load import Effective
from neurodesk.ui.desk.words import translated
from neurodesk.ui.i18n import current_locale, tr
from neurodesk.ui.i18n.when import decimal, number

CONTEXT = "Catalogue"


def label(one: Declaration) -> str:
    """Return the label."""
    return translated(CONTEXT, one.label)


def explanation(one: Declaration) -> str:
    """Return what it is, and for a switch what switching it on lets the product do."""
    parts = [one.explanation, one.consequence]
    return " ".join(translated(CONTEXT, part) for part in parts if part)


def choice_word(value: str) -> str:
    """Return the word of a choice."""
    words = {
        "system": tr("Settings", "As the system"),
        "light": tr("Settings", "Light"),
        "dark": tr("Settings", "Dark"),
        "hcLight": tr("Settings", "High contrast, light"),
        "hcDark": tr("Settings", "High contrast, dark"),
        "any": tr("Settings", "Either"),
        "formal": tr("Settings", "Formal (Sie)"),
        "informal": tr("Settings", "Informal (du)"),
        "comfortable": tr("Settings", "Comfortable"),
        "compact": tr("Settings", "Compact"),
        "de": tr("Settings", "German"),
        "en": tr("Settings", "English"),
        "embedded": tr("Settings", "Shipped encoder"),
        "pool": tr("Settings", "Model on your nodes"),
    }
    return words.get(value, value)


def unit_word(unit: str) -> str:
    """Return the word of a unit."""
    words = {
        "s": tr("Settings", "seconds"),
        "min": tr("Settings", "minutes"),
        "h": tr("Settings", "hours"),
        "d": tr("Settings", "days"),
        "tokens": tr("Settings", "tokens"),
    }
    return words.get(unit, unit)


def value_text(one: Declaration, value: Value) -> str:
    """Return a value as the entry shows it."""
    if isinstance(value, bool):
        return tr("Settings", "on") if value else tr("Settings", "off")
    if isinstance(value, tuple):
        return ", ".join(value)
    if isinstance(value, float):
        text = f"{value:g}"
        return text.replace(".", current_locale().decimalPoint())
    if one.shape is Shape.CHOICE:
        return choice_word(str(value))
    return str(value)


def value_words(one: Declaration, value: Value) -> str:
    """Return a value with its unit, for sentences; an empty one is named."""
    text = value_text(one, value)
    if not text:
        return tr("Settings", "empty")
    return f"{text} {unit_word(one.unit)}" if one.unit else text


def origin(one: Declaration, effective: Effective) -> str:
    """Say where the value comes from."""
    if effective.origin == "environment":
        return tr("Settings", "Fixed by the environment variable {name}").format(name=one.environment)
    if effective.origin == "command line":
        return tr("Settings", "Fixed by the command line for this run")
    if effective.origin == "file" and effective.value != one.default:
        default = value_words(one, one.default)
        return tr("Settings", "Changed · Default: {default}").format(default=default)
    return tr("Settings", "Default")


def expectation(one: Declaration) -> str:
    """Say what a valid entry looks like."""
    if one.shape in (Shape.WHOLE, Shape.NUMBER):
        low, high = one.minimum, one.maximum
        if low is not None and high is not None:
            return tr("Settings", "Values from {low} to {high} are allowed.").format(
                low=f"{low:g}", high=f"{high:g}"
            )
        if low is not None:
            return tr("Settings", "Values from {low} on are allowed.").format(low=f"{low:g}")
        return tr("Settings", "It needs a number.")
    if one.is_entry is is_quiet_hours:
        return tr("Settings", "Times such as 22:00-06:00 are allowed, or nothing.")
    return tr("Settings", "This cannot be used here.")


def _plain(value: float) -> str:
    """Return a bound in the language's form, without decimals that say nothing."""
    return number(int(value)) if value == int(value) else decimal(value, 2)


def range_words(one: Declaration) -> str:
    """Return the range or the unit behind a number's field."""
    parts = []
    if one.unit:
        parts.append(unit_word(one.unit))
    if one.minimum is not None and one.maximum is not None:
        parts.append(
            tr("Settings", "from {low} to {high}").format(low=_plain(one.minimum), high=_plain(one.maximum))
        )
    return ", ".join(parts)
