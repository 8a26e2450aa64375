"""Collections of the local library and what may not be one (SPEC L1)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath

EXPORT_MARK_FILE = ".neurodesk-export"
MAX_FILE_BYTES = 50 * 1024 * 1024
SKIPPED_FOLDERS = frozenset({"__macosx", "node_modules", "__pycache__", "lost+found", "$recycle.bin"})
_KEY_NAME = re.compile(
    r"id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:\.pub)?|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx?|gpg|"
    r"asc|ppk|ovpn|env|netrc|"
    r"pgpass|htpasswd)|authorized_keys|known_hosts|credentials(?:\.json)?|secrets?(?:\.(?:ya?ml|"
    r"json|toml|txt))?|"
    r"passwords?\.(?:txt|csv)|shadow|\.?env(?:\..+)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Collection:
    """A registered folder of the library; ``root`` is absolute with links resolved."""

    id: str
    name: str
    root: str
    created_at: float
    indexed_at: float = 0.0


@dataclass(frozen=True, slots=True)
class LibraryFile:
    """What is known of one file of a collection.

    Attributes:
        path: below the root, with ``/``, NFC.
        refusal: a ``Refusal`` code, or "" when its text is in the index.
    """

    id: int
    collection_id: str
    collection: str
    path: str
    size: int
    mtime_ns: int
    file_hash: str
    text_sha256: str
    title: str
    lang: str
    format: str
    extractor: str
    refusal: str
    detail: str
    recorded_origin: str
    licence: str
    dated_at: float
    page_quality: tuple[float, ...]
    injection_passages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PassageHit:
    """A passage that a text search found; ``score`` is BM25, higher is better."""

    file_id: int
    collection: str
    path: str
    title: str
    heading: str
    text: str
    score: float
    dated_at: float


@dataclass(frozen=True, slots=True)
class IndexedPassage:
    """A passage with the stemmed lines of its text index."""

    heading: str
    start: int
    end: int
    title_line: str
    heading_line: str
    body_line: str


@dataclass(frozen=True, slots=True)
class FileRecord:
    """What indexing found out about one file; ``text`` is "" for a refused one."""

    path: str
    size: int
    mtime_ns: int
    file_hash: str
    text: str = ""
    title: str = ""
    lang: str = ""
    format: str = ""
    extractor: str = ""
    refusal: str = ""
    detail: str = ""
    recorded_origin: str = ""
    licence: str = ""
    dated_at: float = 0.0
    page_quality: tuple[float, ...] = ()
    injection_passages: tuple[str, ...] = ()
    passages: tuple[IndexedPassage, ...] = ()


def skip_reason(parts: Iterable[str]) -> str:
    """Return why a path below a root is left out of the library, "" when it is taken.

    ``hidden`` for dot files and folders, ``key_file`` for what usually holds a secret, ``system_folder``.
    """
    names = list(parts)
    if any(name.startswith(".") for name in names):
        return "hidden"
    if any(name.casefold() in SKIPPED_FOLDERS for name in names[:-1]):
        return "system_folder"
    return "key_file" if names and _KEY_NAME.fullmatch(names[-1]) else ""


def overlap(root: PurePath, other: PurePath) -> str:
    """Tell how two resolved folders overlap: ``same``, ``inside`` (root in other), ``around``, or "".

    On file systems that fold case, pass both paths as the system spells them.
    """
    if root == other:
        return "same"
    if other in root.parents:
        return "inside"
    return "around" if root in other.parents else ""
