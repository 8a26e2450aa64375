"""From what a model wrote to a checked object: mended where the meaning is sure, else named (SPEC M5)."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from json_repair import repair_json

from neurodesk.domain.reply_watch import runaway
from neurodesk.providers.models.node_client import RawReply

MAX_REPLY_CHARS = 200_000
# With more brackets left open than this there is nothing to mend.
MAX_OPEN = 12
_THINK = r"(?:think|thinking|reasoning|thought)"
_WHOLE_THOUGHT = re.compile(rf"<{_THINK}>.*?</{_THINK}>", re.DOTALL | re.IGNORECASE)
_CLOSING = re.compile(rf"</{_THINK}>", re.IGNORECASE)
_OPENING = re.compile(rf"<{_THINK}>", re.IGNORECASE)
_FENCED = re.compile(r"```[\w-]*[ \t]*\n(.*?)(?:\n[ \t]*```|\Z)", re.DOTALL)
_BAD_ESCAPE = re.compile(r"\\(?:u(?![0-9a-fA-F]{4})|[^\"\\/bfnrtu])")
_DRIVE_PATH = re.compile(r"(?<![A-Za-z0-9\\])[A-Za-z]:(?:\\(?!\\)[^\\\"/:*?<>|\n]+)+\\?(?!\\)")
_UNC_PATH = re.compile(r"(?<![\\\w])\\\\(?!\\)[\w.$-]+(?:\\(?!\\)[\w.$ -]+)+")
_UNWANTED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


class ReplyProblem(Exception):
    """A reply that cannot be used; nothing of it is guessed.

    Args:
        code: ``empty``, ``endless_blank``, ``loop``, ``cut``, ``no_object``, ``wrong_shape`` or a role's own.
        detail: where it is wrong.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code} {detail}".strip())
        self.code = code
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Parsed:
    """A checked object; ``mended`` names what had to be mended, "" for nothing."""

    value: dict[str, Any]
    mended: str = ""


def read_reply(reply: RawReply, schema: Mapping[str, Any]) -> Parsed:
    """Find the object that a reply holds; among several the last one that fits the schema.

    Raises:
        ReplyProblem: none fits.
    """
    if reply.stopped:
        raise ReplyProblem(reply.stopped)
    source = "content"
    text = reply.content
    if not text.strip():
        text, source = reply.thinking, "thinking"
    if not text.strip():
        raise ReplyProblem("empty")
    text = _UNWANTED.sub("", text[:MAX_REPLY_CHARS].lstrip("\ufeff"))
    problem = ReplyProblem("no_object")
    for mended, candidate in _readings(text):
        for value in reversed(list(_objects(candidate))):
            checked, wrong = conform(value, schema)
            if not wrong:
                return Parsed(checked, mended or ("" if source == "content" else source))
            problem = ReplyProblem("wrong_shape", wrong)
    ran_away = runaway(text)
    if ran_away is not None:
        raise ReplyProblem(str(ran_away))
    if reply.done_reason == "length":  # closing what was cut would be a guess
        raise ReplyProblem("cut", problem.detail)
    mended_value = _by_library(text)
    if mended_value is not None:
        checked, wrong = conform(mended_value, schema)
        if not wrong:
            return Parsed(checked, "syntax")
        problem = ReplyProblem("wrong_shape", wrong)
    raise problem


def _readings(text: str) -> Iterator[tuple[str, str]]:
    """Yield ways to read a text, the plainest first."""
    answer = without_thoughts(text)
    yield "", text.strip()
    if answer != text:
        yield "reasoning", answer
    for place, part in enumerate((answer, text)):
        if place and part == answer:
            continue
        for fenced in reversed(_FENCED.findall(part)):
            yield "fence", fenced
        escaped = with_sound_backslashes(part)
        if escaped != part:
            yield "backslashes", escaped
        if "{{" in part:
            yield "braces", part.replace("{{", "{").replace("}}", "}")
            yield "braces", re.sub(r"\{(\s*\{)", r"\1", re.sub(r"(\}\s*)\}", r"\1", part))


def without_thoughts(text: str) -> str:
    """Drop what a model thought aloud; a closing mark alone ends a thought, an opening one begins it."""
    text = _WHOLE_THOUGHT.sub("", text)
    closing = list(_CLOSING.finditer(text))
    if closing:
        text = text[closing[-1].end() :]
    opening = _OPENING.search(text)
    if opening is None:
        return text
    before = text[: opening.start()]
    return before if "{" in before else text[opening.end() :]


def with_sound_backslashes(text: str) -> str:
    r"""Double the backslashes that JSON does not know, and all those of a Windows path that has one.

    ``C:\new`` alone could be a line break, so a path is taken as written raw only if it proves so itself.
    """

    def raw_path(match: re.Match[str]) -> str:
        path = match[0]
        return path.replace("\\", "\\\\") if _BAD_ESCAPE.search(path) else path

    text = _DRIVE_PATH.sub(raw_path, text)
    text = _UNC_PATH.sub(lambda match: match[0].replace("\\", "\\\\"), text)
    parts: list[str] = []
    at = 0
    while at < len(text):
        if text[at] != "\\":
            stop = text.find("\\", at)
            stop = len(text) if stop < 0 else stop
            parts.append(text[at:stop])
            at = stop
            continue
        pair = text[at : at + 6]
        if _BAD_ESCAPE.match(pair) or len(pair) < 2:
            parts.append("\\\\")
            at += 1
        else:
            parts.append(text[at : at + 2])
            at += 2
    return "".join(parts)


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield the whole objects of a text that stand in no other one, in order."""
    decoder = json.JSONDecoder(strict=False)  # a raw line break inside a text is no harm
    at = text.find("{")
    tries = 0
    while at >= 0 and tries < 200:
        tries += 1
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at = text.find("{", at + 1)
            continue
        if isinstance(value, dict):
            yield value
        at = text.find("{", end)


def _by_library(text: str) -> dict[str, Any] | None:
    """Let the library mend the last object that begins at a line's start or fence, and only an object."""
    answer = with_sound_backslashes(without_thoughts(text))
    at = answer.find("{")
    if at < 0 or answer.count("{") - answer.count("}") > MAX_OPEN:
        return None
    try:
        value = repair_json(answer[at:], return_objects=True, skip_json_loads=True)
    except (ValueError, RecursionError, IndexError, KeyError, TypeError):
        return None
    if isinstance(value, list):
        value = next((one for one in reversed(value) if isinstance(one, dict)), None)
    return value if isinstance(value, dict) else None


# -- shape --------------------------------------------------------------------------------------------


def conform(value: Any, schema: Mapping[str, Any], path: str = "$") -> tuple[Any, str]:
    """Return a value as its schema allows it, and what is wrong with it, "" for nothing.

    Numbers are clamped, because grammars do not enforce their bounds; control characters and half surrogate
    pairs are dropped; unknown keys are left out. Nothing else is changed.
    """
    kind = schema.get("type")
    if kind == "object":
        return _conform_object(value, schema, path)
    if kind == "array":
        if not isinstance(value, list):
            return None, f"{path} is no list"
        if len(value) > schema.get("maxItems", math.inf):
            return None, f"{path} has {len(value)} items"
        found = []
        for place, one in enumerate(value):
            checked, wrong = conform(one, schema["items"], f"{path}[{place}]")
            if wrong:
                return None, wrong
            found.append(checked)
        return (found, "") if len(found) >= schema.get("minItems", 0) else (None, f"{path} has too few items")
    if kind == "string":
        return _conform_text(value, schema, path)
    if kind == "boolean":
        return (value, "") if isinstance(value, bool) else (None, f"{path} is no yes or no")
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        return None, f"{path} is no number"
    return min(max(value, schema.get("minimum", value)), schema.get("maximum", value)), ""


def _conform_object(value: Any, schema: Mapping[str, Any], path: str) -> tuple[Any, str]:
    if not isinstance(value, dict):
        return None, f"{path} is no object"
    found: dict[str, Any] = {}
    for key, inner in schema["properties"].items():
        if key in value:
            checked, wrong = conform(value[key], inner, f"{path}.{key}")
            if wrong:
                return None, wrong
            found[key] = checked
        elif key in schema.get("required", ()):
            return None, f"{path}.{key} is missing"
    return found, ""


def _conform_text(value: Any, schema: Mapping[str, Any], path: str) -> tuple[Any, str]:
    if not isinstance(value, str):
        return None, f"{path} is no text"
    text = _UNWANTED.sub("", value)
    if "enum" in schema:
        choices = {one.casefold(): one for one in schema["enum"]}
        folded = text.strip().casefold().replace(" ", "_")
        return (choices[folded], "") if folded in choices else (None, f"{path} is none of the choices")
    if len(text) > schema.get("maxLength", math.inf):
        return None, f"{path} is too long"
    if len(text.strip()) < schema.get("minLength", 0):
        return None, f"{path} is empty"
    return text, ""
