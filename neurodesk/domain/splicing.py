"""Changing an existing file so that only what changed is touched (SPEC K1, P5).

Encoding, byte-order mark, line ends (mixed ones too), the final newline, indentation, the order and spelling
of keys and numbers, comments and unknown keys stay as they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from neurodesk.domain.encoding import decode_text, encode_text

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_END = re.compile(r"(?:\r\n|\r|\n)\Z")
# difflib is quadratic in the worst case; beyond this the changed middle is replaced whole.
MAX_DIFF_LINES = 20_000


class SpliceConflict(Exception):
    """The change cannot be made without touching more than what changed.

    Args:
        code: ``encoding_cannot_hold``, ``encoding_damaged``, ``body_not_found``, ``json_broken``,
            ``json_key_missing`` or ``front_matter_unreadable``.
        detail: plain text.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        self.code = code
        self.detail = detail
        super().__init__(code, detail)


def lines_with_ends(text: str) -> list[str]:
    r"""Split at \r\n, \r and \n only, ends kept: form feeds and Unicode separators are plain characters."""
    return _LINE.findall(text)


def line_end_of(text: str) -> str:
    """Return the line end that most lines have, a line feed for a text without any."""
    windows = text.count("\r\n")
    counts = {"\n": text.count("\n") - windows, "\r\n": windows, "\r": text.count("\r") - windows}
    return max(counts, key=lambda end: (counts[end], end == "\n")) if any(counts.values()) else "\n"


def splice_lines(old: str, new: str) -> str:
    """Return the new text in the old one's clothes: unchanged lines keep their bytes, changed ones the end.

    Args:
        old: the text as it stands in the file, with its own line ends.
        new: the wanted text, line ends as a line feed.

    A changed line takes the line end of the one it stands for, an added one that of the line before. Whether
    the text ends with a line end stays as it was.
    """
    if not new:
        return ""
    before = lines_with_ends(old)
    usual = line_end_of(old)
    ended = not before or _END.search(before[-1]) is not None
    wanted = [_END.sub("", line) for line in lines_with_ends(new)]
    bare = [_END.sub("", line) for line in before]
    result: list[str] = []
    for tag, a, b, c, d in _differences(bare, wanted):
        if tag == "equal":
            result.extend(before[a:b])
            continue
        for place in range(c, d):
            twin = a + place - c
            model = before[twin] if twin < b else (result[-1] if result else "")
            end = _END.search(model)
            result.append(wanted[place] + (end[0] if end else usual))
    # Only the last line may stand without an end.
    result = [line if _END.search(line) else line + usual for line in result[:-1]] + result[-1:]
    if result:
        has_end = _END.search(result[-1]) is not None
        if ended and not has_end:
            result[-1] += usual
        elif not ended and has_end:
            result[-1] = _END.sub("", result[-1])
    # A lone carriage return before an empty line that ends in a line feed would read as one line end.
    for place in range(1, len(result)):
        if result[place].startswith("\n") and result[place - 1].endswith("\r"):
            result[place] = "\r" + result[place][1:]
    return "".join(result)


def _differences(old: list[str], new: list[str]) -> Iterator[tuple[str, int, int, int, int]]:
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    if head:
        yield ("equal", 0, head, 0, head)
    middle_old, middle_new = old[head : len(old) - tail], new[head : len(new) - tail]
    if len(middle_old) + len(middle_new) > MAX_DIFF_LINES:
        yield ("replace", head, head + len(middle_old), head, head + len(middle_new))
    elif middle_old or middle_new:
        for tag, a, b, c, d in SequenceMatcher(None, middle_old, middle_new, autojunk=False).get_opcodes():
            yield (tag, head + a, head + b, head + c, head + d)
    if tail:
        yield ("equal", len(old) - tail, len(old), len(new) - tail, len(new))


@dataclass(frozen=True, slots=True)
class FileText:
    """A decoded file: what must be known to write it back."""

    text: str
    encoding: str

    def encoded(self, text: str) -> bytes:
        """Return the bytes of another text in this file's encoding.

        Raises:
            SpliceConflict: ``encoding_cannot_hold`` with the first characters that do not fit.
        """
        try:
            return encode_text(text, self.encoding)
        except UnicodeEncodeError as error:
            raise SpliceConflict(
                "encoding_cannot_hold", error.object[error.start : error.end][:20]
            ) from error


def read_file_text(data: bytes, encoding: str = "") -> FileText:
    """Decode a file's bytes so that writing the same text gives the same bytes.

    Args:
        encoding: as the import found it; looked for anew when "".

    Raises:
        SpliceConflict: ``encoding_damaged``, when no encoding explains every byte.
    """
    decoded = decode_text(data, (lambda _: encoding) if encoding else None)
    if encode_text_or_none(decoded.text, decoded.encoding) != data:
        raise SpliceConflict("encoding_damaged", decoded.encoding)
    return FileText(decoded.text, decoded.encoding)


def encode_text_or_none(text: str, encoding: str) -> bytes | None:
    """Return the bytes, or None where the encoding cannot hold the text."""
    try:
        return encode_text(text, encoding)
    except (UnicodeEncodeError, LookupError):
        return None


# -- Markdown ------------------------------------------------------------------------------------------------


def splice_markdown(
    file: FileText, body_start: int, new_body: str, front_matter: Mapping[str, str] | None = None
) -> str:
    """Return the file's text with another body and some front-matter values changed.

    Args:
        body_start: characters before the body, line ends counted as one character, as the parser says.
        new_body: the wanted body, line ends as a line feed.
        front_matter: key to the scalar's new spelling; only keys that stand there at the top level.

    Raises:
        SpliceConflict: ``front_matter_unreadable``, when a key does not stand on a line of its own.
    """
    start = original_offset(file.text, body_start)
    front, body = file.text[:start], file.text[start:]
    for key, value in (front_matter or {}).items():
        front = set_front_matter_value(front, key, value)
    return front + splice_lines(body, new_body)


def original_offset(text: str, offset: int) -> int:
    r"""Return where a character of the text with line feeds stands in the text with its own line ends."""
    at = 0
    for _ in range(offset):
        at += 2 if text.startswith("\r\n", at) else 1
    return at


def set_front_matter_value(front: str, key: str, value: str) -> str:
    """Return the front matter with one top-level scalar spelled anew; comment and spacing stay.

    Raises:
        SpliceConflict: ``front_matter_unreadable``.
    """
    pattern = re.compile(
        rf"(?:\A|(?<=[\r\n]))(?P<key>(?P<q>[\"']?){re.escape(key)}(?P=q)[ \t]*:[ \t]+)"
        r"(?P<value>[^\s#\"'\[{&*!|>][^\r\n#]*?)"
        r"(?P<rest>[ \t]*(?:[ \t]#[^\r\n]*)?)(?=\r|\n|\Z)"
    )
    found = list(pattern.finditer(front))
    if len(found) != 1:
        raise SpliceConflict("front_matter_unreadable", key)
    hit = found[0]
    return front[: hit.start("value")] + value + front[hit.end("value") :]


# -- JSON ----------------------------------------------------------------------------------------------------

_JSON_SPACE = re.compile(r"[ \t\r\n]*")
_JSON_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_JSON_BARE = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")


def splice_json(text: str, changes: Mapping[str, object]) -> str:
    """Return a JSON object's text with some top-level values changed, all else byte for byte.

    A changed text keeps the file's way of escaping: a file that is plain ASCII and holds escapes stays so.

    Args:
        changes: key to its new value.

    Raises:
        SpliceConflict: ``json_broken`` or ``json_key_missing``.
    """
    spans = dict(_top_level(text))
    escaped = text.isascii() and "\\u" in text
    result = text
    for key in sorted(changes, key=lambda key: -spans.get(key, (0, 0))[0]):
        if key not in spans:
            raise SpliceConflict("json_key_missing", key)
        start, end = spans[key]
        if json.loads(text[start:end]) == changes[key]:
            continue
        result = result[:start] + json.dumps(changes[key], ensure_ascii=escaped) + result[end:]
    return result


def _top_level(text: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield each top-level key with the range of its value; of a doubled key the last one counts."""
    at = _skip(text, 0)
    if text[at : at + 1] != "{":
        raise SpliceConflict("json_broken", "not an object")
    at = _skip(text, at + 1)
    if text[at : at + 1] == "}":
        return
    while True:
        key = _JSON_STRING.match(text, at)
        if key is None:
            raise SpliceConflict("json_broken", f"offset {at}")
        at = _skip(text, key.end())
        if text[at : at + 1] != ":":
            raise SpliceConflict("json_broken", f"offset {at}")
        start = _skip(text, at + 1)
        end = _value_end(text, start)
        yield json.loads(key[0]), (start, end)
        at = _skip(text, end)
        sign = text[at : at + 1]
        if sign == "}":
            return
        if sign != ",":
            raise SpliceConflict("json_broken", f"offset {at}")
        at = _skip(text, at + 1)


def _skip(text: str, at: int) -> int:
    match = _JSON_SPACE.match(text, at)
    assert match is not None
    return match.end()


def _value_end(text: str, at: int) -> int:
    depth = 0
    while True:
        at = _skip(text, at)
        sign = text[at : at + 1]
        if sign and sign in "[{":
            depth += 1
            at += 1
        elif sign and sign in "]}":
            depth -= 1
            at += 1
        elif sign and sign in ",:" and depth:
            at += 1
            continue
        else:
            token = _JSON_STRING.match(text, at) or _JSON_BARE.match(text, at)
            if token is None:
                raise SpliceConflict("json_broken", f"offset {at}")
            at = token.end()
        if depth <= 0:
            return at


def json_body_changes(text: str, wanted: str) -> dict[str, str]:
    """Return which keys of a JSON article must change so that its body is another one.

    The body is ``text``, then a blank line and ``answer`` where that says more.

    Args:
        text: the file's text.
        wanted: the new body, line ends as a line feed.

    Raises:
        SpliceConflict: ``json_broken``; ``json_body_composed`` when where ``answer`` begins cannot be told.
    """
    try:
        value = json.loads(text)
    except ValueError as error:
        raise SpliceConflict("json_broken", str(error)[:100]) from error
    body, reply = (value.get(key) if isinstance(value.get(key), str) else None for key in ("text", "answer"))
    if body is None and reply is not None:
        return {"answer": splice_lines(reply, wanted)}
    if body is None:
        raise SpliceConflict("json_body_composed")
    said = _bare_ends(reply or "").strip()
    if not said:
        return {"text": splice_lines(body, wanted)}
    if said == _bare_ends(body).strip():
        return {"text": splice_lines(body, wanted), "answer": splice_lines(reply or "", wanted)}
    if said in _bare_ends(body):
        if said not in wanted:
            raise SpliceConflict("json_body_composed", "answer")
        return {"text": splice_lines(body, wanted)}
    if wanted.rstrip().endswith("\n\n" + said):
        kept = wanted.rstrip()[: -len(said)].rstrip("\n")
        return {"text": splice_lines(body, kept)}
    lead = _bare_ends(body).rstrip() + "\n\n"
    if wanted.startswith(lead):
        return {"answer": splice_lines(reply or "", wanted[len(lead) :])}
    kept, answer = _split_where_it_was(_bare_ends(body).rstrip(), said, wanted)
    return {"text": splice_lines(body, kept), "answer": splice_lines(reply or "", answer)}


def _split_where_it_was(text: str, answer: str, wanted: str) -> tuple[str, str]:
    """Part a composed body at the place where ``answer`` began: one of the lines beside it has to stand.

    Raises:
        SpliceConflict: ``json_body_composed`` when both lines changed, or stand more than once.
    """
    lines = wanted.rstrip().split("\n")
    first, last = answer.split("\n", maxsplit=1)[0], text.rsplit("\n", maxsplit=1)[-1]
    starts = [place for place, line in enumerate(lines) if place and line == first]
    ends = [place for place, line in enumerate(lines[:-1]) if line == last]
    if len(starts) == 1:
        cut = starts[0]
    elif len(ends) == 1:
        cut = ends[0] + 1
    else:
        raise SpliceConflict("json_body_composed")
    kept, said = "\n".join(lines[:cut]).rstrip("\n"), "\n".join(lines[cut:]).strip("\n")
    if not kept.strip() or not said.strip() or said in kept:
        raise SpliceConflict("json_body_composed")
    return kept, said


def _bare_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
