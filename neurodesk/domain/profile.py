"""What a scan needs to know of an article, computed once at import (SPEC K2).

All offsets count characters of the node's ``body``: the article's text without front matter and byte-order
mark, with line ends as a line feed. ``body[start:end]`` is therefore always the passage to show.

The JSON form (``to_json``) is the ``data`` column of ``node_profile``; the shingles lie beside it as a BLOB
of little-endian unsigned 64-bit numbers, sorted ascending, without repeats::

    {"version": 1, "lang": "de", "body_start": 412, "body_line": 20, "chars": 5120, "words": 731,
     "headings": [{"level", "text", "start", "end", "line", "own_words", "words"}],
     "dates":    [{"value": "2024-05-01", "start", "end"}],
     "versions": [{"product": "debian", "version": "12", "start", "end"}],
     "numbers":  [{"value": 443.0, "raw": "443", "unit": "port", "subject": ["https", "listen"],
                   "negated": false, "sentence", "start", "end", "sentence_start", "sentence_end"}],
     "code":     [{"start", "end", "language"}],
     "code_hashes": [123, ...],
     "shared":   [{"start", "end"}]}
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from sys import byteorder

PROFILE_VERSION = 1


@dataclass(frozen=True, slots=True)
class HeadingFact:
    """A heading with the size of its section.

    Attributes:
        start, end: offsets of the heading's line.
        line: line number in the body, from 1.
        own_words: words between this heading and the next one of any level, code and shared text left out.
        words: words down to the next heading of the same or a higher level.
    """

    level: int
    text: str
    start: int
    end: int
    line: int
    own_words: int
    words: int


@dataclass(frozen=True, slots=True)
class DateFact:
    """A date in the text, as ``YYYY-MM-DD`` or ``YYYY-MM``."""

    value: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class VersionFact:
    """A product name (case-folded) with the version that follows it."""

    product: str
    version: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class NumberFact:
    """A number with what it counts or measures.

    Attributes:
        value: the number in base units of its kind (bytes, seconds; else as written).
        raw: as it stands in the text.
        unit: canonical unit (``s``, ``B``, ``%``, ``port``, ``version``, ...), "" when none is known.
        subject: folded content words of the sentence, nearest to the number first, at most eight.
        negated: the sentence negates.
        start, end: the number in the body; ``sentence_start``, ``sentence_end``: its sentence.
    """

    value: float
    raw: str
    unit: str
    subject: tuple[str, ...]
    negated: bool
    sentence: str
    start: int
    end: int
    sentence_start: int
    sentence_end: int


@dataclass(frozen=True, slots=True)
class CodeFact:
    """A fenced code block; ``language`` is the word after the fence."""

    start: int
    end: int
    language: str


@dataclass(frozen=True, slots=True)
class SpanFact:
    """A stretch of the body."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class NodeProfileData:
    """The stored facts of one node.

    Attributes:
        version: ``PROFILE_VERSION`` at the time; an older one is computed anew at the next import.
        body_start: characters before the body in the decoded file (front matter), line ends as a line feed.
        body_line: line of the file on which the body begins, from 1.
        chars, words: size of the prose, code and shared text left out.
        code_hashes: one hash a code line (spaces folded, comments and trivial lines left out), in order.
        shared: paragraphs that stand in many articles of the KB, such as a licence footer; similarity and
            scan leave them out. The shingles are made without them.
        shingles: hashes of five-word runs of the prose, sorted, without repeats.
    """

    version: int = PROFILE_VERSION
    lang: str = ""
    body_start: int = 0
    body_line: int = 1
    chars: int = 0
    words: int = 0
    headings: tuple[HeadingFact, ...] = ()
    dates: tuple[DateFact, ...] = ()
    versions: tuple[VersionFact, ...] = ()
    numbers: tuple[NumberFact, ...] = ()
    code: tuple[CodeFact, ...] = ()
    code_hashes: tuple[int, ...] = ()
    shared: tuple[SpanFact, ...] = ()
    shingles: tuple[int, ...] = ()

    def to_json(self) -> str:
        """Return the compact JSON of everything but the shingles."""
        data = asdict(self)
        del data["shingles"]
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))

    def shingle_blob(self) -> bytes:
        """Return the shingles as little-endian unsigned 64-bit numbers."""
        numbers = array("Q", self.shingles)
        if byteorder == "big":
            numbers.byteswap()
        return numbers.tobytes()

    @classmethod
    def from_json(cls, text: str, shingles: bytes = b"") -> NodeProfileData:
        """Rebuild a profile from its two columns.

        Args:
            text: the ``data`` column.
            shingles: the ``shingles`` column; leave it empty when only the facts are needed.

        Raises:
            ValueError: the text is not a profile.
        """
        try:
            data = json.loads(text)
            return cls(
                version=int(data["version"]),
                lang=data["lang"],
                body_start=data["body_start"],
                body_line=data["body_line"],
                chars=data["chars"],
                words=data["words"],
                headings=tuple(HeadingFact(**one) for one in data["headings"]),
                dates=tuple(DateFact(**one) for one in data["dates"]),
                versions=tuple(VersionFact(**one) for one in data["versions"]),
                numbers=tuple(
                    NumberFact(**{**one, "subject": tuple(one["subject"])}) for one in data["numbers"]
                ),
                code=tuple(CodeFact(**one) for one in data["code"]),
                code_hashes=tuple(data["code_hashes"]),
                shared=tuple(SpanFact(**one) for one in data["shared"]),
                shingles=shingles_of(shingles),
            )
        except (KeyError, TypeError) as error:
            raise ValueError(f"not a node profile: {error}") from error

    def outside_shared(self, facts: Iterable[NumberFact]) -> Iterator[NumberFact]:
        """Yield the number facts that do not stand in shared text."""
        for fact in facts:
            if not any(span.start <= fact.start < span.end for span in self.shared):
                yield fact


def shingles_of(blob: bytes) -> tuple[int, ...]:
    """Return the shingles of a BLOB column."""
    numbers = array("Q")
    numbers.frombytes(blob)
    if byteorder == "big":
        numbers.byteswap()
    return tuple(numbers)
