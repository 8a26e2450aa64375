"""What promotion makes of a draft: front matter, safe places, rewritten links (SPEC P1, P5)."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from urllib.parse import quote

from neurodesk.domain.errors import BadInput
from neurodesk.domain.file_names import is_reserved

OWN_DRAFT_KEY = "neurodesk_draft"
"""Front-matter key that marks NeuroDesk's own draft: it is no independent evidence (SPEC W7)."""

MAX_PATH_BYTES = 400
MAX_NAME_BYTES = 240
_FORBIDDEN = re.compile(r'[<>:"|?*\\\x00-\x1f\x7f]')


def front_matter_of(
    *, title: str, lang: str, day_at: float, categories: Sequence[str], draft_id: str, machine: bool
) -> str:
    """Return the front matter of a new article, ended with an empty line.

    Every value is a JSON text, which YAML reads as the same text: a title can never open a second block.

    Args:
        day_at: UTC epoch seconds; its day is the article's date.
        machine: a draft that a machine wrote: it carries the own-draft mark and never replies by itself.
    """
    lines = ["---", f"title: {_scalar(title)}"]
    if lang:
        lines.append(f"lang: {_scalar(lang)}")
    lines.append(f"date: {datetime.fromtimestamp(day_at, UTC).date().isoformat()}")
    if categories:
        lines.append("categories: [" + ", ".join(_scalar(one) for one in categories) + "]")
    if machine:
        lines.append("auto_reply: false")
        lines.append(f"{OWN_DRAFT_KEY}: {_scalar(draft_id)}")
    return "\n".join([*lines, "---", "", ""])


def _scalar(text: str) -> str:
    """Return a double-quoted text that YAML and JSON read alike; controls become spaces."""
    clean = "".join(" " if unicodedata.category(char) in ("Cc", "Zl", "Zp", "Cs") else char for char in text)
    clean = " ".join(clean.split())
    return '"' + clean.replace("\\", "\\\\").replace('"', '\\"') + '"'


def checked_path(path: str, *, existing: bool = False) -> str:
    """Return a relative path that no platform misreads, with forward slashes.

    Args:
        existing: the path of a file that stands already: only what leads out of the root is refused.

    Raises:
        BadInput: ``target_path_unsafe`` with the reason.
    """
    parts = path.split("/")
    if not path or path.startswith("/") or "\\" in path or "\0" in path or re.match(r"[A-Za-z]:", path):
        raise BadInput("target_path_unsafe", path=path, why="not a relative path")
    if any(part in ("", ".", "..") for part in parts):
        raise BadInput("target_path_unsafe", path=path, why="leads elsewhere")
    if existing:
        return path
    for part in parts:
        if _FORBIDDEN.search(part) or part.endswith((".", " ")) or part.startswith((" ", ".")):
            raise BadInput("target_path_unsafe", path=path, why="holds characters that no platform takes")
        if is_reserved(part.split(".", maxsplit=1)[0]):
            raise BadInput("target_path_unsafe", path=path, why="is a reserved name")
        if len(part.encode()) > MAX_NAME_BYTES:
            raise BadInput("target_path_unsafe", path=path, why="is too long")
        if unicodedata.normalize("NFC", part) != part:
            raise BadInput("target_path_unsafe", path=path, why="is not in its composed form")
    if len(path.encode()) > MAX_PATH_BYTES:
        raise BadInput("target_path_unsafe", path=path, why="is too long")
    return path


def checked_folder(folder: str) -> str:
    """Return a relative folder, "" for the root.

    Raises:
        BadInput: ``target_path_unsafe``.
    """
    folder = folder.strip().removesuffix("/")
    return checked_path(folder) if folder not in ("", ".") else ""


def same_name(one: str, other: str) -> bool:
    """Tell whether two names are one on a file system that ignores case or normal form."""
    return _folded(one) == _folded(other)


def colliding(name: str, present: Collection[str]) -> str:
    """Return the present name that some file system takes for this one, "" when there is none."""
    return next((one for one in sorted(present) if one != name and same_name(one, name)), "")


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def free_name(path: str, taken: Collection[str]) -> str:
    """Return the path, or the path with a number before its ending when it is taken."""
    if path not in taken and not colliding(path, taken):
        return path
    stem, ending = posixpath.splitext(path)
    number = 2
    while (candidate := f"{stem}-{number}{ending}") in taken or colliding(candidate, taken):
        number += 1
    return candidate


# -- links ---------------------------------------------------------------------------------------------------


def new_link(written: str, from_path: str, to_path: str) -> str:
    """Return a link target that leads to another path, in the manner of the one that stands there.

    Args:
        written: the target as it stands, with fragment; ``[[Name]]`` for a wiki link.
        from_path, to_path: relative paths of the article with the link and of the new target.
    """
    if written.startswith("[["):
        inner = written[2:-2]
        name, bar, label = inner.partition("|")
        name, sharp, fragment = name.partition("#")
        stem = to_path if "/" in name else posixpath.basename(to_path)
        if not name.lower().endswith(posixpath.splitext(to_path)[1].lower()):
            stem = posixpath.splitext(stem)[0]
        return f"[[{stem}{sharp}{fragment}{bar}{label}]]"
    path, sharp, fragment = written.partition("#")
    if path.startswith("/"):
        target = "/" + to_path
    else:
        target = posixpath.relpath(to_path, posixpath.dirname(from_path) or ".")
        if path.startswith("./"):
            target = target if target.startswith("../") else "./" + target
    ending = posixpath.splitext(to_path)[1]
    if ending and not path.lower().endswith(ending.lower()) and not posixpath.splitext(path)[1]:
        target = target[: -len(ending)]
    if "%" in path or path.isascii() or re.search(r"[\s()<>]", target):
        target = quote(target, safe="/:@!$&'*+,;=~-._")
    return target + sharp + fragment


def rewrite_links(text: str, links: Mapping[str, str]) -> str:
    """Return the text with link targets changed: only the targets' characters are touched.

    Args:
        links: target as it stands to the new one.
    """
    for old, new in sorted(links.items(), key=lambda pair: (-len(pair[0]), pair[0])):
        if old != new:
            pattern, after = _pattern_of(old), new[2:-2] if old.startswith("[[") else new
            text = pattern.sub(partial(_swapped, after), text)
    return text


def _pattern_of(written: str) -> re.Pattern[str]:
    """Return what finds a target in inline links, reference definitions, href attributes, or wiki links."""
    if written.startswith("[["):
        return re.compile(rf"(?P<before>\[\[){re.escape(written[2:-2])}(?=[\]|#])")
    return re.compile(
        r"(?P<before>\]\([ \t]*<?|^[ \t]{0,3}\[[^\]\r\n]+\]:[ \t]*<?|\bhref[ \t]*=[ \t]*[\"'])"
        rf"{re.escape(written)}(?=[\s)>\"']|\Z)",
        re.MULTILINE,
    )


def _swapped(after: str, hit: re.Match[str]) -> str:
    return hit["before"] + after
