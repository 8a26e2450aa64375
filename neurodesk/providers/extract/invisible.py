"""Characters and elements that a reader does not see (SPEC W9): dropped and counted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lxml import etree

# Zero-width, bidi controls, invisible operators, tags, variation fillers. Joiners between letters of scripts
# that need them (Arabic, Indic) stay; soft hyphens are no text.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f"
    "\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f]|(?<![\u0600-\u0dff])[\u200c\u200d](?![\u0600-\u0dff])"
)
_SUSPECT = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f"
    "\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
# How each tag character begins in UTF-8: looked for among bytes, which is fast.
_TAG_BYTES = b"\xf3\xa0"
_TAGS = re.compile("[\U000e0020-\U000e007e]{4,}")


def strip_invisible(text: str) -> tuple[str, int]:
    """Return the text without invisible and control characters, and how many were dropped.

    A soft hyphen at a place where a word may be broken is usual and not counted.
    """
    # Most texts have none of them: one class is searched several times faster than the exact pattern.
    if text.isascii() or not _SUSPECT.search(text):
        return _CONTROL.sub("", text), 0
    counted = sum(m.group() != "\u00ad" for m in _INVISIBLE.finditer(text))
    return _CONTROL.sub("", _INVISIBLE.sub("", text)), counted


def tagged_text(text: str) -> str:
    """Return what is spelled in invisible tag characters, "" when nothing is."""
    if text.isascii() or _TAG_BYTES not in text.encode("utf-8", "surrogatepass"):
        return ""
    return " ".join("".join(chr(ord(c) - 0xE0000) for c in match.group()) for match in _TAGS.finditer(text))


# -- style rules ---------------------------------------------------------------------------------------

_RULE = re.compile(r"([^{}@;]{1,400})\{([^{}]{0,4000})\}")
_SIMPLE = re.compile(r"([a-z][a-z0-9]*)?((?:[.#][\w-]+)*)", re.IGNORECASE)
_AT_BLOCK = re.compile(r"@(?!media)[\w-]+[^{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}|@import[^;]*;", re.IGNORECASE)
_MEDIA_PRINT = re.compile(r"@media[^{]*\{((?:[^{}]*\{[^{}]*\})*[^{}]*)\}", re.IGNORECASE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_DECLARATION = re.compile(r"([\w-]+)\s*:\s*([^;]+)")
_PIXELS = re.compile(r"(-?\d+(?:\.\d+)?)(px|em|rem|vw|vh|%|pt)?")
_HEX = re.compile(r"#([0-9a-f]{3,8})\b", re.IGNORECASE)
_RGB = re.compile(r"rgba?\(\s*(\d+)[,\s]+(\d+)[,\s]+(\d+)(?:[,\s/]+([\d.]+%?))?\s*\)", re.IGNORECASE)
_NAMED = {
    "white": (255, 255, 255),
    "snow": (255, 250, 250),
    "ivory": (255, 255, 240),
    "whitesmoke": (245, 245, 245),
    "black": (0, 0, 0),
}
# Pages fade their content in by script: as a whole, it is no hidden text.
_REVEALED_LATER = frozenset({"invisible", "transparent"})
_COLOURING = frozenset({"color", "background", "background-color"})
_BLACK_ON_WHITE = ((0, 0, 0), (255, 255, 255))
Colour = tuple[int, int, int]
Style = dict[str, str]


class StyleRules:
    """The simple rules of a page's own style sheets: one tag, class or id, no combinator, not for print."""

    MAX_RULES = 4000

    def __init__(self, sheets: Iterator[str]) -> None:
        self._rules: dict[str, list[tuple[int, str, frozenset[str], str, Style]]] = {}
        count = 0
        for sheet in sheets:
            # Media blocks hold for some screens only: what they hide is not surely hidden.
            text = _MEDIA_PRINT.sub("", _AT_BLOCK.sub("", _COMMENT.sub("", sheet[:400_000])))
            for match in _RULE.finditer(text):
                style = declarations(match.group(2))
                if not style.keys() & _TELLING:
                    continue
                for selector in match.group(1).split(","):
                    count += 1
                    if count > self.MAX_RULES:
                        return
                    self._add(selector.strip(), style, count)

    def __bool__(self) -> bool:
        return bool(self._rules)

    def _add(self, selector: str, style: Style, order: int) -> None:
        match = _SIMPLE.fullmatch(selector)
        if not match or not selector:
            return
        tag = (match.group(1) or "").lower()
        parts = re.findall(r"[.#][\w-]+", match.group(2))
        classes = frozenset(part[1:] for part in parts if part[0] == ".")
        ids = [part[1:] for part in parts if part[0] == "#"]
        if len(ids) > 1:
            return
        identifier = ids[0] if ids else ""
        key = f"#{identifier}" if identifier else f".{min(classes)}" if classes else tag
        if key:
            self._rules.setdefault(key, []).append((order, tag, classes, identifier, style))

    @property
    def tags(self) -> list[str]:
        """The tags that rules name without a class or id."""
        return [key for key in self._rules if key[0] not in ".#"]

    def style_of(self, element: Any) -> Style:
        """Return the declarations that meet an element, its own style attribute last."""
        merged: Style = {}
        if self._rules:
            stated = element.get("class")
            classes = stated.split() if stated else []
            identifier = element.get("id") or ""
            found = list(self._rules.get(element.tag, ()))
            for name in classes:
                found += self._rules.get(f".{name}", ())
            if identifier:
                found += self._rules.get(f"#{identifier}", ())
            own = frozenset(classes) if found else frozenset()
            met = [
                (bool(one[3]), len(one[2]), bool(one[1]), one[0], one[4])
                for one in found
                if (not one[1] or one[1] == element.tag)
                and one[2] <= own
                and (not one[3] or one[3] == identifier)
            ]
            for *_, style in sorted(met, key=lambda one: one[:4]):
                merged.update(style)
        inline = element.get("style")
        if inline:
            merged.update(declarations(inline[:4000]))
        return merged


_TELLING = frozenset(
    "display visibility opacity font-size position left right top bottom text-indent clip clip-path "
    "width height "
    "max-height max-width overflow color background background-color transform content-visibility".split(" ")
)


def declarations(text: str) -> Style:
    """Return the declarations of a style attribute or rule, names in lower case."""
    return {
        name.lower(): value.lower().replace("!important", "").strip()
        for name, value in _DECLARATION.findall(text)
    }


def hides(style: Style) -> str:
    """Return why a style hides its element, "" when it does not; colours are judged apart."""
    if style.get("display") == "none" or style.get("content-visibility") == "hidden":
        return "hidden"
    if style.get("visibility") in {"hidden", "collapse"}:
        return "invisible"
    if _number(style.get("opacity", "1"), 1.0) <= 0.02:
        return "transparent"
    if (
        "font-size" in style
        and 0 <= _number(style["font-size"], 16.0) <= 1.0
        and _unit(style["font-size"]) in {"px", "pt", ""}
    ):
        return "tiny"
    if _is_off_screen(style):
        return "off_screen"
    clipped = style.get("clip", "").replace(" ", "")
    if clipped.startswith(("rect(0", "rect(1px,1px")) or style.get("clip-path", "").startswith(
        ("inset(50%", "inset(100%")
    ):
        return "clipped"
    if "hidden" in style.get("overflow", ""):
        sizes = [style.get(name) for name in ("width", "height", "max-height", "max-width")]
        if any(
            size is not None and 0 <= _number(size, 99.0) <= 1.0 and _unit(size) in {"px", ""}
            for size in sizes
        ):
            return "clipped"
    if "scale(0)" in style.get("transform", "").replace(" ", ""):
        return "hidden"
    return ""


def _is_off_screen(style: Style) -> bool:
    if _number(style.get("text-indent", "0"), 0.0) <= -400:
        return True
    if style.get("position") not in {"absolute", "fixed"}:
        return _number(style.get("margin-left", "0"), 0.0) <= -2000
    for name in ("left", "right", "top", "bottom"):
        value = style.get(name, "0")
        reach = {"em": 16.0, "rem": 16.0, "vw": 10.0, "vh": 10.0, "%": 10.0}.get(_unit(value), 1.0)
        if _number(value, 0.0) * reach <= -400:
            return True
    return False


def _number(value: str, default: float) -> float:
    match = _PIXELS.match(value.strip())
    return float(match.group(1)) if match else default


def _unit(value: str) -> str:
    match = _PIXELS.match(value.strip())
    return (match.group(2) or "") if match else ""


def colour_of(value: str) -> Colour | str | None:
    """Return a colour as red, green, blue; "transparent" for none; None when it cannot be known here."""
    text = value.strip().lower()
    if text in {"transparent", "none"}:
        return "transparent"
    if text in _NAMED:
        return _NAMED[text]
    match = _RGB.fullmatch(text)
    if match:
        if match.group(4) is not None and _number(match.group(4), 1.0) <= 0.02:
            return "transparent"
        return int(match.group(1)), int(match.group(2)), int(match.group(3))
    match = _HEX.fullmatch(text)
    if match:
        digits = match.group(1)
        if len(digits) in {3, 4}:
            digits = "".join(d * 2 for d in digits)
        if len(digits) in {6, 8}:
            if len(digits) == 8 and digits[6:] == "00":
                return "transparent"
            return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)
    return None


def looks_equal(one: Colour, other: Colour) -> bool:
    """Tell whether a reader cannot tell two colours apart."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) <= 30


def _own_words(element: Any) -> str:
    return " ".join(" ".join([element.text or "", *(child.tail or "" for child in element)]).split())


class HiddenText:
    """Removes what a page hides from its readers and remembers it.

    Args:
        rules: the page's own simple style rules.
    """

    MAX_SHARE = 0.5

    def __init__(self, rules: StyleRules) -> None:
        self._rules = rules
        self.dropped: list[tuple[str, str]] = []
        self._by_colour: list[Any] = []
        self._hidden: list[tuple[Any, str]] = []

    def clean(self, body: Any) -> None:
        """Remove hidden elements below ``body`` in place."""
        if not self._rules and not body.xpath("boolean(.//*[@style or @hidden] | .//template)"):
            return
        total = len("".join(body.itertext())) or 1
        colour: Any = (0, 0, 0)
        ground: Any = (255, 255, 255)
        for outer in reversed([body, *body.iterancestors()]):
            colour, ground = self._colours(self._rules.style_of(outer), colour, ground)
        styled = self._styled(body)
        if not styled:
            return
        if any(style.keys() & _COLOURING for _, style in styled) or (colour, ground) != _BLACK_ON_WHITE:
            self._walk(body, colour, ground)
        else:
            self._find_hidden(styled)
        # A page that is invisible as a whole waits for its script, or is styled elsewhere (a dark theme).
        faded = sum(len("".join(one.itertext())) for one, reason in self._hidden if reason in _REVEALED_LATER)
        kept = _REVEALED_LATER if faded > self.MAX_SHARE * total else frozenset()
        for element, reason in self._hidden:
            if reason not in kept:
                self._drop(element, reason)
        same_colour = sum(len(_own_words(one)) for one in self._by_colour)
        if same_colour <= self.MAX_SHARE * total:
            for element in self._by_colour:
                self.dropped.append(("same_colour", _own_words(element)))
                element.text = None
                for child in element:
                    child.tail = None

    def _styled(self, body: Any) -> list[tuple[Any, Style]]:
        """Return the elements that a rule, a style or the ``hidden`` attribute meets, in reading order."""
        met = body.xpath("./descendant::*[@style or @hidden or @class or @id or self::template]")
        if self._rules.tags:
            met += body.iterdescendants(*self._rules.tags)
        return [
            (one, style)
            for one in dict.fromkeys(met)
            if (style := self._rules.style_of(one)) or one.get("hidden") is not None or one.tag == "template"
        ]

    def _find_hidden(self, styled: list[tuple[Any, Style]]) -> None:
        gone = set()
        for element, style in styled:
            reason = self._reason(element, style)
            if reason and not any(up in gone for up in element.iterancestors()):
                gone.add(element)
                self._hidden.append((element, reason))

    def _reason(self, element: Any, style: Style) -> str:
        reason = hides(style) if style else ""
        stated = element.get("hidden")
        if element.tag == "template" or (stated is not None and stated != "until-found"):
            return reason or "hidden"
        return reason

    def _walk(self, element: Any, colour: Any, ground: Any, unseen: bool = False) -> None:
        for child in element.iterchildren(tag=etree.Element):
            style = self._rules.style_of(child)
            reason = self._reason(child, style)
            if reason:
                self._hidden.append((child, reason))
                continue
            own, under, here = colour, ground, unseen
            if style:
                own, under = self._colours(style, colour, ground)
                here = own == "transparent" or (
                    isinstance(own, tuple) and isinstance(under, tuple) and looks_equal(own, under)
                )
            # Its own words only: an element inside may have another colour.
            if here and _own_words(child):
                self._by_colour.append(child)
            if len(child):
                self._walk(child, own, under, here)

    def _colours(self, style: Style, colour: Colour | str | None, ground: Colour | None) -> tuple[Any, Any]:
        own: Any = colour
        under: Any = ground
        if "color" in style:
            stated = colour_of(style["color"])
            own = stated
        for name in ("background", "background-color"):
            if name in style:
                stated = colour_of(style[name].split(" ")[0] if name == "background" else style[name])
                if isinstance(stated, tuple):
                    under = stated
                elif stated is None:
                    under = None
        return own, under

    def _drop(self, element: Any, reason: str) -> None:
        text = " ".join("".join(element.itertext()).split())
        if text:
            self.dropped.append((reason, text))
        parent = element.getparent()
        if parent is None:
            return
        tail = element.tail or ""
        before = element.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + tail
        else:
            parent.text = (parent.text or "") + tail
        element.tail = None
        parent.remove(element)
