"""An article as a parser gives it, before it becomes a node (SPEC K1, K2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from neurodesk.domain.graph import Node
from neurodesk.domain.markdown_text import WrittenLink


@dataclass(frozen=True, slots=True)
class ParsedArticle:
    """What the bytes of one file say.

    Attributes:
        title: front matter, first heading of level 1, or "" (the file's name counts then).
        body: the article's text without front matter and byte-order mark, line ends as a line feed. Of HTML
            a plain Markdown rendering, of a JSON article ``text`` and, when it says more, ``answer``.
        lang: declared language (``de``, ``en``, ...), "" when the file does not say.
        meta: front matter or the JSON object, as plain JSON values; unknown keys are kept.
        dated_at: newest date that the article declares, UTC epoch seconds, 0 when none.
        source: own ``source`` field, "" when the KB's name counts (SPEC K5).
        encoding: as in ``domain.encoding``.
        body_start: characters of the decoded file before the body, line ends as a line feed; -1 when the
            body is not a part of the file (HTML, JSON).
        body_line: line of the file on which the body begins, from 1.
        translation_of: declared twins, as paths or ids as written.
        problems: codes with an optional detail after a colon, such as ``front_matter_broken: line 3``.
    """

    format: str
    title: str
    body: str
    lang: str = ""
    meta: dict[str, object] = field(default_factory=dict)
    dated_at: float = 0.0
    source: str = ""
    encoding: str = "utf-8"
    body_start: int = 0
    body_line: int = 1
    translation_of: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


class NotAnArticle(Exception):
    """The file is no article (a JSON file of another kind, a broken JSON file); it is reported and left.

    Args:
        code: ``not_an_article`` or ``json_broken``.
        detail: what was wrong.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        self.code = code
        self.detail = detail
        super().__init__(code, detail)


Parser = Callable[[bytes], ParsedArticle]
Splicer = Callable[[str, str, str], str]
"""Bytes of a file to an article; raises ``NotAnArticle``."""


@dataclass(frozen=True, slots=True)
class KbFormat:
    """A registered format of knowledge-base files.

    Attributes:
        name: stored in ``node.format``.
        suffixes: file endings in lower case, with the dot.
        parse: the parser.
        splice: (text of the file, present body, wanted body) to the file's new text with nothing else
            changed; None where the body stands in the file as it is. Raises `SpliceConflict`.
    """

    name: str
    suffixes: tuple[str, ...]
    parse: Parser
    splice: Splicer | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """One chunk: ``text`` is ``body[start:end]``; ``heading`` is the path of headings above it.

    Attributes:
        index_lines: the stemmed tokens of title, heading and text for the text index.
    """

    ordinal: int
    heading: str
    text: str
    start: int
    end: int
    index_lines: tuple[str, str, str] = ("", "", "")


@dataclass(frozen=True, slots=True)
class ArticleRecord:
    """Everything that import stores of one file; links are resolved when all files are in.

    Attributes:
        node: the node; ``created_at`` counts only when it is new.
        twins: declared translations, as written.
        paragraphs: hashes of its paragraphs (``pipeline.profile_node.paragraph_hashes``).
    """

    node: Node
    file_hash: str
    file_size: int
    file_mtime_ns: int
    encoding: str
    body_start: int
    body_line: int
    passages: tuple[Passage, ...]
    links: tuple[WrittenLink, ...]
    paragraphs: tuple[int, ...]
    twins: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownFile:
    """What the last import knew of a file."""

    node_id: str
    path: str
    file_hash: str
    size: int
    mtime_ns: int
    active: bool


@dataclass(frozen=True, slots=True)
class ArticleKey:
    """What links and twins need of an article.

    Attributes:
        places: paths and addresses that the article says it is published at (front matter ``path``,
            ``permalink``, ``url``, ``slug``, ``aliases``).
        twins: declared translations, as written.
    """

    node_id: str
    path: str
    title: str
    lang: str
    places: tuple[str, ...] = ()
    twins: tuple[str, ...] = ()
    declared_id: str = ""
