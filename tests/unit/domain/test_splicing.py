"""Splicing touches what changed and nothing else, in every encoding and with every line end."""

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from neurodesk.domain.encoding import encode_text
from neurodesk.domain.splicing import (
    SpliceConflict,
    json_body_changes,
    lines_with_ends,
    original_offset,
    read_file_text,
    set_front_matter_value,
    splice_json,
    splice_lines,
    splice_markdown,
)

ENDS = st.sampled_from(["\n", "\r\n", "\r"])
WORDS = st.text(st.characters(codec="cp1252", exclude_characters="\r\n\x85\x1a\x00"), max_size=12)


@st.composite
def texts(draw: st.DrawFn) -> str:
    lines = draw(st.lists(st.tuples(WORDS, ENDS), max_size=12))
    tail = draw(WORDS)
    return "".join(line + end for line, end in lines) + tail


def bare(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


@settings(max_examples=80, deadline=None)
@given(texts(), texts())
@example(old="\r00\n", new="\n\n0")
def test_the_result_says_what_was_wanted_up_to_its_last_line_end(old: str, new: str) -> None:
    wanted = bare(new)
    result = bare(splice_lines(old, wanted))
    assert result.rstrip("\n") == wanted.rstrip("\n")


@settings(max_examples=80, deadline=None)
@given(texts())
def test_an_unchanged_text_comes_back_byte_for_byte(old: str) -> None:
    assert splice_lines(old, bare(old)) == old


@settings(max_examples=80, deadline=None)
@given(texts(), st.integers(0, 11), WORDS)
def test_one_changed_line_leaves_every_other_line_as_it_was(old: str, at: int, word: str) -> None:
    lines = lines_with_ends(old)
    if not lines:
        return
    at %= len(lines)
    end = lines[at][len(lines[at].rstrip("\r\n")) :]
    changed = [*lines[:at], word + "changed" + end, *lines[at + 1 :]]
    assert splice_lines(old, bare("".join(changed))) == "".join(changed)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8+bom", "utf-16-le+bom", "utf-16-be+bom", "utf-16-le", "utf-16-be", "cp1252"]
)
@pytest.mark.parametrize("final", [True, False])
def test_a_file_keeps_encoding_mark_ends_and_odd_front_matter(
    encoding: str, ending: str, final: bool
) -> None:
    front = "---\ntitle:   'Größe  ändern'  # wie gehabt\nauto_reply:\ttrue # ja\nnumber: 007.50\n\n---\n"
    body = "\n# Größe ändern\n\n\tTab bleibt.   \nAlter Satz über Äpfel.\nEnde."
    text = (front + body).replace("\n", ending) + (ending if final else "")
    data = encode_text(text, encoding)
    file = read_file_text(data, encoding)
    assert file.encoding == encoding
    new = body.replace("Alter Satz über Äpfel.", "Neuer Satz über Äpfel.\nUnd noch einer.")
    result = splice_markdown(file, len(front), new, {"auto_reply": "false"})
    expected = (
        text.replace("Alter Satz über Äpfel.", f"Neuer Satz über Äpfel.{ending}Und noch einer.")
    ).replace("auto_reply:\ttrue # ja", "auto_reply:\tfalse # ja")
    assert file.encoded(result) == encode_text(expected, encoding)


def test_text_that_the_encoding_cannot_hold_is_a_conflict() -> None:
    file = read_file_text("Größe\n".encode("cp1252"))
    assert file.encoding == "cp1252"
    with pytest.raises(SpliceConflict, match="encoding_cannot_hold"):
        file.encoded("Größe 漢字\n")


def test_bytes_that_no_encoding_explains_are_a_conflict() -> None:
    with pytest.raises(SpliceConflict, match="encoding_damaged"):
        read_file_text(b"\xef\xbb\xbfgood \xff\xfe bad")


def test_mixed_line_ends_stay_mixed() -> None:
    assert splice_lines("a\r\nb\nc\rd", "a\nB\nnew\nc\nd\n") == "a\r\nB\nnew\nc\rd"


@pytest.mark.parametrize(
    "front",
    [
        "---\nauto_reply: [true]\n---\n",
        "---\nauto_reply: true\nauto_reply: true\n---\n",
        "---\nother: 1\n---\n",
        "---\nauto_reply: *anchor\n---\n",
        "---\nx:\n  auto_reply: true\n---\n",
    ],
)
def test_a_front_matter_value_that_cannot_be_changed_alone_is_a_conflict(front: str) -> None:
    with pytest.raises(SpliceConflict, match="front_matter_unreadable"):
        set_front_matter_value(front, "auto_reply", "false")


JSON_ARTICLE = (
    '{\r\n\t"id" : 7,\r\n\t"title": "T\\u00e4st",\r\n\t"min_score": 0.50,\r\n\t"big": 1E+2,\r\n'
    '\t"text": "old \\"quoted\\" text",\r\n\t"auto_reply":true , "nested": {"text": "not me", "x": [{}]}\r\n}'
)


def test_a_json_article_keeps_order_indentation_numbers_and_unknown_keys() -> None:
    result = splice_json(JSON_ARTICLE, {"text": "näw", "auto_reply": False})
    expected = JSON_ARTICLE.replace('"old \\"quoted\\" text"', '"n\\u00e4w"').replace(":true ,", ":false ,")
    assert result == expected
    assert json.loads(result)["nested"]["text"] == "not me"


def test_an_unchanged_json_value_keeps_its_spelling() -> None:
    assert splice_json(JSON_ARTICLE, {"min_score": 0.5, "big": 100.0}) == JSON_ARTICLE


@pytest.mark.parametrize("text", ["[1]", '{"a" 1}', '{"a": 1 "b": 2}', '{"a": }', "{", '{"a": "\n"}'])
def test_broken_json_is_a_conflict_never_a_guess(text: str) -> None:
    with pytest.raises(SpliceConflict, match="json_broken"):
        splice_json(text, {"a": 2})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9999, 9999) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=50, deadline=None)
@given(
    st.dictionaries(st.text(max_size=6), JSON, min_size=1, max_size=6),
    st.text(max_size=20),
    st.sampled_from([None, 1, "\t"]),
    st.booleans(),
)
def test_any_json_object_takes_a_new_value_for_one_key_and_keeps_the_rest(
    value: dict[str, object], new: str, indent: int | str | None, escaped: bool
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=escaped)
    key = min(value)
    result = splice_json(text, {key: new})
    assert json.loads(result) == {**value, key: new}
    back = splice_json(result, {key: value[key]})
    assert json.loads(back) == value
    if not isinstance(value[key], list | dict):
        assert back == text


def test_offsets_count_a_windows_line_end_as_one_character() -> None:
    assert original_offset("a\r\nb\r\nc", 4) == 6


@pytest.mark.parametrize(
    ("article", "wanted", "changes"),
    [
        ({"text": "A.\r\nB."}, "A.\nC.\n", {"text": "A.\r\nC."}),
        ({"answer": "A."}, "B.", {"answer": "B."}),
        ({"text": "A.", "answer": "A."}, "B.", {"text": "B.", "answer": "B."}),
        ({"text": "A.", "answer": "Do it."}, "B.\n\nDo it.", {"text": "B."}),
        ({"text": "A.", "answer": "Do it."}, "A.\n\nDo that.", {"answer": "Do that."}),
        ({"text": "A. Do it. B.", "answer": "Do it."}, "C. Do it. B.", {"text": "C. Do it. B."}),
        (
            {"text": "A.\nB.", "answer": "Do it.\nThen wait."},
            "C.\nB.\n\nDo it.\nThen go.",
            {"text": "C.\nB.", "answer": "Do it.\nThen go."},
        ),
        (
            {"text": "A.\nB.", "answer": "Do it.\nThen wait."},
            "C.\nB.\n\nDo that.\nThen go.",
            {"text": "C.\nB.", "answer": "Do that.\nThen go."},
        ),
    ],
)
def test_a_json_body_changes_in_the_key_it_came_from(
    article: dict[str, str], wanted: str, changes: dict[str, str]
) -> None:
    assert json_body_changes(json.dumps(article), wanted) == changes


@pytest.mark.parametrize(
    ("article", "wanted"),
    [
        ({"text": "A.", "answer": "Do it."}, "All new."),
        ({"text": "A. Do it.", "answer": "Do it."}, "A. Do that."),
        ({"id": 1}, "x"),
    ],
)
def test_a_change_through_two_json_keys_is_a_conflict(article: dict[str, str], wanted: str) -> None:
    with pytest.raises(SpliceConflict, match="json_body_composed"):
        json_body_changes(json.dumps(article), wanted)
