"""The words of a setting: label, explanation, values, origin, and what is wrong with an entry."""

from __future__ import annotations

from collections.abc import Sequence

from neurodesk.domain.notify import is_quiet_hours
from neurodesk.settings.declare import Declaration, Shape, Value
from neurodesk.settings.load import Effective, Settings
from neurodesk.ui.desk.words import translated
from neurodesk.ui.i18n import Language, current_locale, phrase_in, tr
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


def search_text(one: Declaration) -> str:
    """Return what a search looks through: key, names and words, in English and in German."""
    parts = [one.label, one.explanation, one.consequence, one.entry_form]
    german = [phrase_in(Language.GERMAN, CONTEXT, part) for part in parts if part]
    choices = [*one.choices, *(choice_word(value) for value in one.choices)]
    return "\n".join((*parts, *german, *choices, one.key, one.environment, unit_word(one.unit))).casefold()


def origin(one: Declaration, settings: Settings) -> str:
    """Say where the value comes from, what it overrides, and what of the file is not taken."""
    effective = settings.effective(one.key)
    said = _origin(one, effective)
    below = [layer for layer in settings.layers(one.key)[:-1] if layer.origin != "default"]
    for layer in below if effective.origin != "file" else ():
        over = {
            "file": tr("Settings", "overrides settings.toml: {value}"),
            "environment": tr("Settings", "overrides the environment: {value}"),
        }
        said += " · " + over[layer.origin].format(value=value_words(one, layer.value))
    if one.key in settings.refused:
        said += " · " + tr("Settings", "the value in settings.toml cannot be used and is ignored")
    return said


def _origin(one: Declaration, effective: Effective) -> str:
    if effective.origin == "environment":
        return tr("Settings", "Fixed by the environment variable {name}").format(name=one.environment)
    if effective.origin == "command line":
        return tr("Settings", "Fixed by the command line (--set {key}) for this run").format(key=one.key)
    if effective.origin == "file" and effective.value != one.default:
        default = value_words(one, one.default)
        return tr("Settings", "Changed · Default: {default}").format(default=default)
    return tr("Settings", "Default")


def layer_lines(one: Declaration, layers: Sequence[Effective]) -> list[str]:
    """Return every value given, each with its origin; the first counts, the others are overridden."""
    names = {
        "default": tr("Settings", "Default: {value}"),
        "file": tr("Settings", "In settings.toml: {value}"),
        "environment": tr("Settings", "In {name}: {value}").replace("{name}", one.environment),
        "command line": tr("Settings", "On the command line: {value}"),
    }
    lines = []
    for place, layer in enumerate(reversed(layers)):
        line = names[layer.origin].format(value=value_words(one, layer.value))
        mark = tr("Settings", "in effect") if not place else tr("Settings", "overridden")
        lines.append(f"{line} · {mark}" if len(layers) > 1 else line)
    return lines


def expectation(one: Declaration, text: str) -> str:
    """Say why an entry cannot be used, and what a valid one looks like."""
    if one.shape in (Shape.WHOLE, Shape.NUMBER):
        low, high = one.minimum, one.maximum
        if one.shape is Shape.WHOLE and _is_fraction(text):
            return tr("Settings", "It needs a whole number.")
        if low is not None and high is not None:
            return tr("Settings", "Values from {low} to {high} are allowed.").format(
                low=_plain(low), high=_plain(high)
            )
        if low is not None:
            return tr("Settings", "Values from {low} on are allowed.").format(low=_plain(low))
        return tr("Settings", "It needs a number.")
    if one.is_entry is is_quiet_hours:
        return tr("Settings", "Times such as 22:00-06:00 are allowed, or nothing.")
    wrong = one.wrong_entry(one.parse(text))
    if wrong:
        form = translated(CONTEXT, one.entry_form)
        return tr("Settings", "“{entry}” cannot be used. Expected: {form}.").format(entry=wrong, form=form)
    return tr("Settings", "This cannot be used here.")


def _is_fraction(text: str) -> bool:
    try:
        return float(text) != int(float(text))
    except (ValueError, OverflowError):
        return False


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
