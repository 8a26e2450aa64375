"""Replies as real servers and models give them: mended where the meaning is sure, else named (SPEC M5)."""

from __future__ import annotations

import json

import pytest

from neurodesk.pipeline.prompts.parts import choice_field, list_field, object_schema, text_field
from neurodesk.providers.models.node_client import RawReply
from neurodesk.providers.models.reply import ReplyProblem, conform, read_reply, with_sound_backslashes

SCHEMA = object_schema(verdict=choice_field("supported", "unsupported"), note=text_field(200))
GOOD = '{"verdict": "supported", "note": "water"}'
WANTED = {"verdict": "supported", "note": "water"}


def read(content: str, thinking: str = "", done: str = "stop") -> dict[str, object]:
    return read_reply(RawReply(content, thinking, done), SCHEMA).value


@pytest.mark.parametrize(
    "content",
    [
        GOOD,
        # As llama-server wrote it under a schema.
        '{\n  "verdict": "supported","note": "water"}',
        f"<think>Is it? {{no}}</think>\n{GOOD}",
        f"First I look at the source, then decide.</think>{GOOD}",
        f"<think>The last thought has no end {GOOD}",
        f"{GOOD}\n<think>Now I wonder",
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}",
        f"Here is the result:\n\n{GOOD}\n\nLet me know if you need more.",
        "{{" + GOOD[1:-1] + "}}",
        '{"verdict": "unsupported", "note": "draft"}\nNo, better:\n' + GOOD,
        '{"thoughts": {"verdict": "unsupported"}}\n' + GOOD,
        GOOD + '\n{"other": 1}',
        "{'verdict': 'supported', 'note': 'water'}",
        '{"verdict": "supported", "note": "water",}',
        '{verdict: "supported", note: "water"}',
        '{"verdict": "Supported", "note": "water"}',
        '{"verdict": "supported", "note": "water", "extra": [1, {"x": null}]}',
        "\ufeff" + GOOD,
        GOOD[:-1] + "\x00}",
    ],
)
def test_the_object_is_found(content: str) -> None:
    assert read(content) == WANTED


def test_a_text_in_thinking_counts_when_there_is_no_content() -> None:
    assert read("", f"Let me see. {GOOD}") == WANTED
    assert read(" \n", GOOD) == WANTED


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (r"C:\Users\new\file", r"C:\Users\new\file"),
        (r"in C:\Programme\temp.", r"in C:\Programme\temp."),
        (r"grep \d+ \. file", r"grep \d+ \. file"),
        (r"C:\\Users\\new", r"C:\Users\new"),
        (r"line\nbreak and \"quote\"", 'line\nbreak and "quote"'),
        (r"\user and \uZZZZ", r"\user and \uZZZZ"),
    ],
)
def test_windows_paths_and_bad_escapes_keep_their_backslashes(written: str, meant: str) -> None:
    assert read('{"verdict": "supported", "note": "' + written + '"}')["note"] == meant


def test_sound_escapes_are_left_as_they_are() -> None:
    sound = json.dumps({"a": 'x\n"y" \\ ä \u2028'})
    assert with_sound_backslashes(sound) == sound


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (RawReply("", "", "stop"), "empty"),
        (RawReply(" \n ", "", "stop"), "empty"),
        # As llama-server cut it at the token limit.
        (RawReply('{\n  "ver', "", "length"), "cut"),
        (RawReply('{"verdict": "supported", "note": "wat', "", "length"), "cut"),
        (RawReply("I cannot do that.", "", "stop"), "no_object"),
        (RawReply("[1, 2]", "", "stop"), "no_object"),
        (RawReply('{"verdict": "maybe", "note": ""}', "", "stop"), "wrong_shape"),
        (RawReply('{"verdict": "supported"}', "", "stop"), "wrong_shape"),
        (RawReply('{"verdict": 1, "note": "x"}', "", "stop"), "wrong_shape"),
        (RawReply('{"verdict": "supported", "note": "' + "long " * 60 + '"}', "", "stop"), "wrong_shape"),
        (RawReply('{"verdict": "' + "\n" * 3000, "", "length"), "endless_blank"),
        (RawReply("x", stopped="loop"), "loop"),
        (RawReply("{" * 5000, "", "stop"), "no_object"),
        (RawReply('{"a":' * 3000, "", "stop"), "loop"),
    ],
)
def test_what_cannot_be_read_is_named(reply: RawReply, code: str) -> None:
    with pytest.raises(ReplyProblem) as caught:
        read_reply(reply, SCHEMA)
    assert caught.value.code == code


def test_numbers_are_clamped_and_half_surrogates_dropped() -> None:
    schema = object_schema(n={"type": "number", "minimum": 0, "maximum": 1}, t=text_field(10))
    assert conform({"n": 7, "t": "a\ud800b"}, schema) == ({"n": 1, "t": "ab"}, "")
    assert conform({"n": float("nan"), "t": ""}, schema)[1] == "$.n is no number"
    assert conform({"n": True, "t": ""}, schema)[1] == "$.n is no number"


def test_lists_are_bounded() -> None:
    schema = object_schema(x=list_field(text_field(3), 2, min_items=1))
    assert conform({"x": ["a", "b"]}, schema)[1] == ""
    assert conform({"x": ["a", "b", "c"]}, schema)[1] == "$.x has 3 items"
    assert conform({"x": []}, schema)[1] == "$.x has too few items"
