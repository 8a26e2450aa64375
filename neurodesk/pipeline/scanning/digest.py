"""What the scanner keeps of one article, read once a text: sections, gaps, statements, a sketch.

A digest depends on the article's text and stored facts alone, so that it is computed once for a content hash
and a scan of a large knowledge base reads digests only (SPEC G1: linear; incremental).
"""

from __future__ import annotations

import json
import re
import struct
import sys
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from neurodesk.domain.markdown_text import Outline, outline_of
from neurodesk.domain.profile import NodeProfileData, VersionFact
from neurodesk.domain.scanning import ScanNode
from neurodesk.domain.section_roles import ROLES
from neurodesk.domain.section_roles import role_of as _role_of
from neurodesk.pipeline.scanning.statements import Statements, statements_of
from neurodesk.pipeline.stem import fold

DIGEST_VERSION = 3
# Numbers of these stand in stored digests: a change of their order, or of the rules in ``section_roles``,
# needs another DIGEST_VERSION.
THIN_KINDS = ("", "empty", "placeholder", "announces", "short")
ROLE_NAMES = ("", *ROLES)
# Numbered steps are namesakes of one another.
_NAMESAKE = "#"
# One shingle in eight is enough to find likely copies; the exact share is then taken from all of them.
SKETCH_STEP = 8

_NUMBERED = re.compile(
    r"^\W*(?P<word>step|schritt|part|teil|phase|chapter|kapitel|section|abschnitt|etappe|task|aufgabe)?\s*"
    r"(?P<number>\d{1,2}(?:\.\d{1,2}){0,3})(?![\d%])(?=\s*(?:[-–—:.)]|\s|$))",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_WORD = re.compile(r"[^\W_]+")
_RICH = re.compile(r"!\[|\]\(|<img|<video|<iframe|<pre|^\s*\||^ {4}\S|^\t\S|https?://", re.MULTILINE)
_LIST = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+\S", re.MULTILINE)
_FENCE = re.compile(r"^\s*(?:```|~~~)", re.MULTILINE)
# What stands where something is still to come; in a sentence of few words it is the whole of it.
_TO_COME = re.compile(
    r"\b(?:todo|tbd|tba|fixme|xxx|wip|placeholder|platzhalter|lorem|coming|soon|follows?|folg(?:t|en)|later"
    r"|später|kürze|nachgetragen|nachgereicht|ergänzt|ergänzen|(?:to|will) be|under construction"
    r"|in (?:arbeit|bearbeitung)|noch (?:nicht|kein\w*|offen|zu)|not yet|work in progress|write|written"
    r"|insert|einfügen|ausfüllen|fill)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"^[^\W_].*\w.*[.!]$")
_ANCHOR = re.compile(r"\]\(#([^)\s]+)\)")
_DEFINED = re.compile(r"(?:\bid|\bname)\s*=\s*[\"']([^\"']+)[\"']|\{#([^}\s]+)\}")
_REFERENCE = re.compile(
    r"(?<![\w#])(?P<word>steps?|schritte?n?)\s+(?P<number>\d{1,2}(?:\.\d{1,2}){0,2})(?![\w%]|\.\d)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what stands below it down to the next heading.

    Attributes:
        number: its number, such as (2, 3) of "Step 2.3"; () without one.
        counted: the folded word before the number ("step"), "" for a bare number.
        words: words below it, code left out; ``raw_words`` count everything that is no fence.
        thin: why it says next to nothing: "empty", "placeholder", "announces", "short", or "".
        code: hashes of its code lines.
        listed: it holds a list of two items or more, or a table.
    """

    level: int
    title: str
    key: str
    number: tuple[int, ...]
    counted: str
    start: int
    end: int
    own_end: int
    words: int
    raw_words: int
    thin: str
    leaf: bool
    shared: bool
    code: tuple[int, ...] = ()
    has_code: bool = False
    listed: bool = False


@dataclass(frozen=True, slots=True)
class Gap:
    """A section that the article itself says it has, and has not."""

    section: str
    how: str
    strength: float
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class NodeDigest:
    """The scanner's view of one article."""

    words: int
    sections: tuple[Section, ...]
    gaps: tuple[Gap, ...]
    statements: Statements
    sketch: Sequence[int]
    code_lines: int
    outside_links: int
    versions: tuple[VersionFact, ...] = ()


def digest_node(node: ScanNode) -> NodeDigest:
    """Read one article; a function of its text and stored facts alone."""
    return digest_article(outline_of(node.body), node.profile)


def digest_article(outline: Outline, profile: NodeProfileData) -> NodeDigest:
    """Read one article whose structure is known already; for the import, which has it at hand."""
    body = outline.body
    sections = _sections(body, profile)
    return NodeDigest(
        words=profile.words,
        sections=sections,
        gaps=tuple(_gaps(body, sections)),
        statements=statements_of(outline, profile),
        sketch=array("Q", (one for one in profile.shingles if one % SKETCH_STEP == 0)),
        code_lines=len(profile.code_hashes),
        outside_links=body.count("http://") + body.count("https://"),
        versions=profile.versions,
    )


# Sizes and counts of an article, then a hash of the releases it names; see ``pack``.
HEAD = struct.Struct("<14IQ")
_CHECK = struct.Struct("<I40x2I")
# Hashes of key, title and counted word; raw words; kind of thinness, flags, role, level.
SECTION = struct.Struct("<3QI4B")
LEAF, SHARED, HAS_CODE, LISTED = 1, 2, 4, 8


def pack(digest: NodeDigest) -> bytes:
    """Return the stored form, in which numbers lie as they do in memory.

    A head of 14 numbers (size of the whole and of the JSON; counts of sentences, words, sketch, sections,
    gaps and values; words, code lines and outside links of the article; version; checksum; 0) and a hash of
    its releases; the lists as JSON; sketch; section records; starts, ends, lengths, negations and words of
    the sentences; the sentence of each value. Parts begin at multiples of four, eight where their numbers
    have eight bytes, so that ``pipeline.scanning.table`` reads the arrays of all articles at once.
    """
    said = digest.statements
    lists = [
        [_flat(section) for section in digest.sections],
        [[g.section, g.how, g.strength, g.start, g.end] for g in digest.gaps],
        [[index, *value] for index, value in said.values],
        [[v.product, v.version, v.start, v.end] for v in digest.versions],
    ]
    text = json.dumps(lists, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    sketch = array("Q", digest.sketch)
    valued = array("I", (index for index, _ in said.values))
    arrays = (said.starts, said.ends, said.lengths, said.negated, said.words, valued)
    rest = b"".join(
        (
            _padded(text),
            _little(sketch).tobytes(),
            *(_record(section) for section in digest.sections),
            _padded(b"".join(_little(one).tobytes() for one in arrays)),
        )
    )
    releases = "\x1e".join(f"{v.product}\x1f{v.version}" for v in digest.versions)
    said_of = (len(said.starts), len(said.words), len(sketch))
    parts_of = (len(digest.sections), len(digest.gaps), len(said.values))
    told = (digest.words, digest.code_lines, digest.outside_links)
    release_id = hash_text(releases) if releases else 0
    size = HEAD.size + len(rest)
    head = HEAD.pack(
        size, len(text), *said_of, *parts_of, *told, DIGEST_VERSION, zlib.crc32(rest), 0, release_id
    )
    return head + rest


def is_sound(data: bytes) -> bool:
    """Tell whether a stored digest is whole and of this version."""
    if len(data) < HEAD.size:
        return False
    size, version, checksum = _CHECK.unpack_from(data)
    return bool(
        version == DIGEST_VERSION
        and size == len(data)
        and zlib.crc32(memoryview(data)[HEAD.size :]) == checksum
    )


def _padded(data: bytes) -> bytes:
    return data + b" " * (-len(data) % 8)


def _record(one: Section) -> bytes:
    flags = one.leaf * LEAF | one.shared * SHARED | one.has_code * HAS_CODE | one.listed * LISTED
    return SECTION.pack(
        key_id(one.key),
        key_id(one.title),
        namesake_id(one.counted) if one.number else 0,
        one.raw_words,
        THIN_KINDS.index(one.thin),
        flags,
        ROLE_NAMES.index(role_of(one.title)),
        min(one.level, 255),
    )


@lru_cache(maxsize=100_000)
def role_of(title: str) -> str:
    """Return ``section_roles.role_of``; headings recur, their roles are looked up once."""
    return _role_of(title)


@lru_cache(maxsize=100_000)
def key_id(text: str) -> int:
    """Return the number by which headings are compared over all articles."""
    return hash_text(text)


def namesake_id(counted: str) -> int:
    """Return the number that numbered headings of one counted word ("step") share."""
    return key_id(_NAMESAKE + counted)


def _flat(one: Section) -> list[object]:
    places = [one.start, one.end, one.own_end, one.words, one.raw_words]
    told = [one.thin, one.leaf, one.shared, list(one.code), one.has_code, one.listed]
    return [one.level, one.title, one.key, list(one.number), one.counted, *places, *told]


def _section(flat: list[Any]) -> Section:
    level, title, key, number, counted, start, end, own_end, words, raw, *told = flat
    thin, leaf, shared, code, has_code, listed = told
    return Section(
        level, title, key, tuple(number), counted, start, end, own_end, words, raw, thin, leaf, shared,
        tuple(code), has_code, listed,
    )  # fmt: skip


def unpack(data: bytes) -> NodeDigest:
    """Rebuild a digest from its stored form.

    Raises:
        ValueError: the data is damaged or of another version; the article is then read anew.
    """
    if not is_sound(data):
        raise ValueError("not a whole digest of this version")
    _, text_size, sentences, words, sketched, sections, _, _, *rest = HEAD.unpack_from(data)
    article_words, code_lines, outside_links = rest[:3]
    position = HEAD.size
    listed, gaps, values, versions = json.loads(
        data[position : position + text_size].decode("utf-8", "surrogatepass")
    )
    position += text_size + -text_size % 8
    sketch: array[int] = array("Q")
    sketch.frombytes(data[position : position + 8 * sketched])
    position += 8 * sketched + SECTION.size * sections
    arrays: list[array[int]] = []
    for count in (sentences, sentences, sentences, sentences, words):
        one: array[int] = array("I")
        one.frombytes(data[position : position + 4 * count])
        position += 4 * count
        arrays.append(_little(one))
    starts, ends, lengths, negated, hashes = arrays
    return NodeDigest(
        article_words,
        tuple(_section(one) for one in listed),
        tuple(Gap(*g) for g in gaps),
        Statements(starts, ends, lengths, hashes, negated, tuple((v[0], (*v[1:],)) for v in values)),
        _little(sketch),
        code_lines,
        outside_links,
        tuple(VersionFact(*v) for v in versions),
    )


def _little(values: array[int]) -> array[int]:
    if sys.byteorder == "big":
        values = values[:]
        values.byteswap()
    return values


def title_key(title: str) -> str:
    """Return a heading without number, case, accents and punctuation, to compare headings by."""
    match = _NUMBERED.match(title)
    rest = title[match.end() :] if match else title
    return " ".join(_WORD.findall(fold(rest or title)))


def _number(title: str) -> tuple[tuple[int, ...], str]:
    match = _NUMBERED.match(title)
    if match is None:
        return (), ""
    word = (match["word"] or "").casefold()
    parts = tuple(int(one) for one in match["number"].split("."))
    if not word and (len(parts) == 1 and not re.match(r"\s*[-–—:.)]", title[match.end() :])):
        return (), ""  # "3 ways to ..." counts, it does not number
    return (parts, word) if max(parts) <= 60 else ((), "")


def _sections(body: str, profile: NodeProfileData) -> tuple[Section, ...]:
    found = []
    heads = profile.headings
    code = _code_by_offset(body, profile)
    for index, head in enumerate(heads):
        after = heads[index + 1] if index + 1 < len(heads) else None
        own_end = after.start if after else len(body)
        leaf = after is None or after.level <= head.level
        number, counted = _number(head.text)
        shared = any(span.start < own_end and span.end > head.end for span in profile.shared)
        lines = [digest for start, digest in code if head.end <= start < own_end]
        blocks = any(head.end <= one.start < own_end for one in profile.code)
        raw = _COMMENT.sub(" ", body[head.end : own_end])
        found.append(
            Section(
                level=head.level,
                title=head.text,
                key=title_key(head.text),
                number=number,
                counted=counted,
                start=head.start,
                end=head.end,
                own_end=own_end,
                words=head.own_words,
                raw_words=len(_WORD.findall(raw)),
                thin=_thinness(raw) if leaf and not shared and not blocks else "",
                leaf=leaf,
                shared=shared,
                code=tuple(dict.fromkeys(lines)),
                has_code=blocks,
                listed=len(_LIST.findall(raw)) >= 2 or raw.count("\n|") >= 2,
            )
        )
    return tuple(found)


def _code_by_offset(body: str, profile: NodeProfileData) -> list[tuple[int, int]]:
    """Return (block offset, hash of a line) for the code lines, spaces folded."""
    found = []
    for block in profile.code:
        for line in body[block.start : block.end].split("\n")[1:]:
            folded = " ".join(line.split())
            if len(folded) >= 6 and not folded.startswith(("#", "//", "```", "~~~")):
                found.append((block.start, hash_text(folded)))
    return found


def hash_text(text: str) -> int:
    """Return a stable 63-bit hash of a text."""
    return int.from_bytes(blake2b(text.encode("utf-8", "replace"), digest_size=8).digest(), "little") >> 1


def _thinness(raw: str) -> str:
    """Say in what way a section's own text is next to nothing, from its shape alone."""
    words = _WORD.findall(raw)
    if not words:
        return "" if _RICH.search(raw) or _FENCE.search(raw) else "empty"
    if _RICH.search(raw) or _FENCE.search(raw):
        return ""
    items = len(_LIST.findall(raw))
    lines = [line.strip() for line in raw.split("\n") if line.strip()]
    says = len(lines) == 1 and _is_short_sentence(lines[0], len(words))
    if len(words) <= 4 and len(lines) <= 2 and not says:
        return "placeholder"
    last = lines[-1].rstrip("*_` ")
    if last.endswith((":", "…", "...")) and items == 0 and len(words) <= 40:
        return "announces"
    if len(words) <= 7 and len(lines) == 1 and "`" not in raw and not says:
        return "placeholder"
    if items <= 1 and len(words) <= 40 and len([p for p in re.split(r"\n\s*\n", raw.strip()) if p]) == 1:
        return "short"
    return ""


def _is_short_sentence(line: str, words: int) -> bool:
    """Tell a sentence that says something ("The size is 5 GB.") from one that promises it ("Text follows.").

    Under five words only a figure makes it a statement.
    """
    line = line.strip("*_ ")
    if _SENTENCE.match(line) is None or line.endswith("...") or _TO_COME.search(line):
        return False
    return words >= 5 or any(mark.isdigit() for mark in line)


# -- what the article itself says it has ------------------------------------------------------------


def _gaps(body: str, sections: tuple[Section, ...]) -> list[Gap]:
    return [*_numbering_gaps(sections), *_dangling(body, sections)]


def _numbering_gaps(sections: tuple[Section, ...]) -> list[Gap]:
    """Find numbers that are skipped among numbered headings of one kind."""
    groups: dict[tuple[int, str, tuple[int, ...]], list[Section]] = {}
    for one in sections:
        if one.number:
            groups.setdefault((one.level, one.counted, one.number[:-1]), []).append(one)
    found = []
    for (_level, counted, parent), members in groups.items():
        numbers = [one.number[-1] for one in members]
        present = set(numbers)
        if len(members) < 2 and (not parent or numbers[0] != 2):
            continue
        if sorted(numbers) != numbers or len(present) != len(numbers):
            continue  # a list that restarts or jumps back has no order that a gap could break
        first = 0 if 0 in present else 1
        missing = [n for n in range(first, max(numbers)) if n not in present]
        if not missing or len(missing) > max(1, len(members) // 2):
            continue
        for number in missing:
            after = next(one for one in members if one.number[-1] > number)
            label = ".".join(str(part) for part in (*parent, number))
            strength = 0.95 if len(members) >= 2 and len(missing) == 1 else 0.75
            if number == first and not parent and numbers[0] > 2:
                strength = 0.5
            found.append(
                Gap(f"{counted.capitalize()} {label}".strip(), "numbering", strength, after.start, after.end)
            )
    return found


def _anchor_key(text: str) -> str:
    return "".join(_WORD.findall(fold(text)))


def _dangling(body: str, sections: tuple[Section, ...]) -> list[Gap]:
    """Find internal links and step references that lead to no heading of this article."""
    found: dict[str, Gap] = {}
    if "](#" in body:
        known = {_anchor_key(one.title) for one in sections}
        known |= {_anchor_key(a or b) for a, b in _DEFINED.findall(body)}
        for match in _ANCHOR.finditer(body):
            key = _anchor_key(match[1])
            plain = re.sub(r"\d+$", "", key)
            if key and key not in known and plain not in known and not key.isdigit():
                line_start = body.rfind("\n", 0, match.start()) + 1
                label = body[line_start : match.start()].rpartition("[")[2] or match[1].replace("-", " ")
                found.setdefault(label, Gap(label[:120], "internal link", 0.8, match.start(), match.end()))
    numbered = {one.number for one in sections if one.counted in {"step", "schritt"}}
    if len(numbered) >= 2:
        top = max(number[0] for number in numbered)
        parents = {number[:size] for number in numbered for size in range(1, len(number) + 1)}
        for match in _REFERENCE.finditer(body):
            number = tuple(int(one) for one in match["number"].split("."))
            if number in parents or not 1 <= number[0] <= top + 1 or _in_heading(match.start(), sections):
                continue
            if len(number) > 1 and number[:-1] not in parents:
                continue
            label = f"{match['word'].capitalize().rstrip('s').removesuffix('en')} {match['number']}"
            found.setdefault(label, Gap(label, "reference", 0.6, match.start(), match.end()))
    return list(found.values())


def _in_heading(position: int, sections: tuple[Section, ...]) -> bool:
    return any(one.start <= position < one.end for one in sections)
