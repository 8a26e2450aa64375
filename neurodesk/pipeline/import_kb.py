"""Turn files into article records: what changed, language, passages, index lines (SPEC K1)."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from neurodesk.domain.graph import Node, NodeKind
from neurodesk.domain.identity import derived_id, sha256_text
from neurodesk.domain.kb import ArticleRecord, KnownFile, ParsedArticle, Passage
from neurodesk.domain.markdown_text import Outline, links_of
from neurodesk.pipeline.chunk import chunk
from neurodesk.pipeline.detect_language import detect_language
from neurodesk.pipeline.profile_node import paragraph_hashes
from neurodesk.pipeline.stem import index_line

# A curated article is the organisation's own word; trust in evidence is a matter of SPEC W7.
ARTICLE_TRUST = 1.0
_LANGUAGES = "de|en|fr|es|it|nl|pl|pt|cs|ru|zh|ja|ko|tr|sv|da"
_MARKED_NAME = re.compile(rf"^(?P<stem>.+?)[._-](?P<lang>{_LANGUAGES})(?:[-_][A-Za-z]{{2}})?$", re.IGNORECASE)
_LANGUAGE_FOLDER = re.compile(rf"^(?P<lang>{_LANGUAGES})(?:[-_][A-Za-z]{{2}})?$", re.IGNORECASE)


def path_key(path: str) -> str:
    """Return the path in NFC: one name, however a file system spells it."""
    return unicodedata.normalize("NFC", path)


@dataclass(frozen=True, slots=True)
class NameParts:
    """A path without its language marker, and the marker's language ("" when there is none)."""

    base: str
    lang: str


def name_parts(path: str) -> NameParts:
    """Split a language marker off a path: ``guide.de.md``, ``guide_en.md``, ``de/guide.md``."""
    folder, name = posixpath.split(path_key(path))
    stem, suffix = posixpath.splitext(name)
    match = _MARKED_NAME.match(stem)
    if match is not None:
        return NameParts(posixpath.join(folder, match["stem"]) + suffix, match["lang"].lower())
    parts = folder.split("/")
    for index, part in enumerate(parts):
        marked = _LANGUAGE_FOLDER.match(part)
        if marked is not None:
            rest = [*parts[:index], *parts[index + 1 :], name]
            return NameParts("/".join(one for one in rest if one), marked["lang"].lower())
    return NameParts(path_key(path), "")


def title_from_name(path: str) -> str:
    """Return a readable title from a file name."""
    stem = posixpath.splitext(posixpath.basename(name_parts(path).base))[0]
    if stem.casefold() in {"index", "readme", "_index"} or stem.isdigit():
        stem = posixpath.basename(posixpath.dirname(path_key(path))) or stem
    words = re.sub(r"[-_]+", " ", stem).strip()
    return words[:1].upper() + words[1:] if words else path


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file as it lies in the KB's folder."""

    path: str
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class FilePlan:
    """What a listing says before any file is read.

    Attributes:
        present: each found file with what is known of it (None when it is new).
        gone: known active files that are not there any more.
        doubled: files whose names differ from an earlier one only in Unicode spelling.
    """

    present: tuple[tuple[FoundFile, KnownFile | None], ...]
    gone: tuple[KnownFile, ...]
    doubled: tuple[FoundFile, ...]


def compare_listing(found: Iterable[FoundFile], known: Iterable[KnownFile]) -> FilePlan:
    """Match the files of a folder with the nodes of the last import by path."""
    by_path: dict[str, KnownFile] = {}
    for one in known:
        key = path_key(one.path)
        if key not in by_path or (one.active and not by_path[key].active):
            by_path[key] = one
    present: list[tuple[FoundFile, KnownFile | None]] = []
    doubled: list[FoundFile] = []
    seen: set[str] = set()
    for file in sorted(found, key=lambda one: (path_key(one.path), one.path)):
        key = path_key(file.path)
        if key in seen:
            doubled.append(file)
            continue
        seen.add(key)
        present.append((file, by_path.get(key)))
    gone = tuple(one for key, one in sorted(by_path.items()) if key not in seen and one.active)
    return FilePlan(tuple(present), gone, tuple(doubled))


class MovedFiles:
    """Recognises a new file as one that is gone from elsewhere, by its content.

    Args:
        gone: files that are not where they were; two with the same content are never guessed.
    """

    def __init__(self, gone: Iterable[KnownFile]) -> None:
        self._by_hash: dict[str, KnownFile | None] = {}
        for one in gone:
            if one.file_hash:
                self._by_hash[one.file_hash] = None if one.file_hash in self._by_hash else one

    def claim(self, file_hash: str) -> KnownFile | None:
        """Return the former file with this content, once."""
        former = self._by_hash.get(file_hash)
        if former is not None:
            self._by_hash[file_hash] = None
        return former


def node_id_for(kb_name: str, path: str, taken: Mapping[str, str]) -> str:
    """Return the id of a new file's node.

    Args:
        kb_name: the KB's name.
        path: relative path.
        taken: node id to path of the KB's nodes; a moved file keeps its id, so another file may hold the one
            that belongs to its former path.
    """
    identifier = derived_id("n", kb_name, path)
    number = 2
    while identifier in taken and path_key(taken[identifier]) != path_key(path):
        identifier = derived_id("n", kb_name, path, str(number))
        number += 1
    return identifier


@dataclass(frozen=True, slots=True)
class FileContent:
    """A file's facts beside its parsed article."""

    file: FoundFile
    sha256: str


def article_record(
    parsed: ParsedArticle,
    content: FileContent,
    outline: Outline,
    *,
    node_id: str,
    kb_id: str,
    kb_name: str,
    now: float,
) -> ArticleRecord:
    """Return everything that is stored of one file.

    Args:
        parsed: the parser's answer.
        content: path, size, times and hash of the file.
        outline: of the article's body.
        node_id, kb_id, kb_name: where it belongs; the KB's name is its source key (SPEC K5).
        now: UTC epoch seconds.
    """
    path = content.file.path
    title = parsed.title or title_from_name(path)
    lang = parsed.lang or name_parts(path).lang or detect_language(outline.masked[:6000])
    # Keywords are what the curator expects people to search for.
    title_line = index_line(" ".join([title, *_keywords(parsed.meta)]), lang)
    passages = tuple(
        replace(one, index_lines=(title_line, index_line(one.heading, lang), index_line(one.text, lang)))
        for one in chunk(outline)
    )
    if not passages:
        # An empty article is still found by its title.
        passages = (Passage(0, "", "", 0, 0, (title_line, "", "")),)
    meta = dict(parsed.meta)
    if parsed.translation_of:
        meta["neurodesk_twins"] = list(parsed.translation_of)
    node = Node(
        id=node_id,
        kind=NodeKind.ARTICLE,
        title=title,
        body=parsed.body,
        source_key=parsed.source or kb_name,
        lang=lang,
        content_hash=sha256_text(parsed.body),
        created_at=now,
        updated_at=now,
        kb_id=kb_id,
        path=path,
        uri=uri if isinstance(uri := parsed.meta.get("source_uri"), str) else "",
        format=parsed.format,
        dated_at=parsed.dated_at,
        trust=ARTICLE_TRUST,
        meta=meta,
        problems=parsed.problems,
    )
    return ArticleRecord(
        node=node,
        file_hash=content.sha256,
        file_size=content.file.size,
        file_mtime_ns=content.file.mtime_ns,
        encoding=parsed.encoding,
        body_start=parsed.body_start,
        body_line=parsed.body_line,
        passages=passages,
        links=tuple(links_of(parsed.body, outline.lines)),
        paragraphs=tuple(paragraph_hashes(outline)),
        twins=parsed.translation_of,
    )


def _keywords(meta: Mapping[str, object]) -> list[str]:
    found: list[str] = []
    for key in ("keywords", "tags"):
        value = meta.get(key)
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, list):
            found += [one for one in value if isinstance(one, str)]
    return found[:40]
