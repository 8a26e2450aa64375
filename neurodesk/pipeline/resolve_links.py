"""Where the links of a KB lead: to an article, to a file, out of the KB, or nowhere (SPEC K1, K3)."""

from __future__ import annotations

import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from neurodesk.domain.kb import ArticleKey
from neurodesk.pipeline.import_kb import name_parts, path_key

_SCHEME = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*:")
_INDEX_NAMES = ("index", "readme", "_index")
# A host is the KB's own published site when so many links to it lead to an article of the KB.
_HOME_LINKS = 2


@dataclass(frozen=True, slots=True)
class LinkTarget:
    """Where a link leads; neither ``node_id`` nor ``broken`` for a link out of the KB or to a plain file."""

    node_id: str = ""
    broken: bool = False


_OUTSIDE = LinkTarget()
_BROKEN = LinkTarget(broken=True)


class LinkResolver:
    """Resolves links within one KB.

    Args:
        articles: the KB's articles.
        files: relative paths of every other file below the root (pictures, downloads).
    """

    def __init__(self, articles: Iterable[ArticleKey], files: Iterable[str] = ()) -> None:
        self._articles = sorted(articles, key=lambda one: (path_key(one.path), one.node_id))
        self._by_path: dict[str, list[ArticleKey]] = defaultdict(list)
        self._by_place: dict[str, list[ArticleKey]] = defaultdict(list)
        self._by_name: dict[str, list[ArticleKey]] = defaultdict(list)
        self._first_segments: set[str] = set()
        self._hosts: set[str] = set()
        self._folders: set[str] = set()
        self._files = {path_key(one).casefold() for one in files}
        for one in self._articles:
            self._add(one)
        for path in self._files:
            self._add_folders(path)

    def _add(self, one: ArticleKey) -> None:
        path = path_key(one.path)
        unmarked = name_parts(path).base
        for spelling in dict.fromkeys((path, unmarked)):
            stem = posixpath.splitext(spelling)[0]
            for key in dict.fromkeys((spelling.casefold(), stem.casefold())):
                self._by_path[key].append(one)
            if posixpath.basename(stem).casefold() in _INDEX_NAMES:
                self._by_path[posixpath.dirname(stem).casefold()].append(one)
            self._by_name[posixpath.basename(stem).casefold()].append(one)
        if one.title:
            self._by_name[" ".join(path_key(one.title).casefold().split())].append(one)
        self._add_folders(path.casefold())
        for place in one.places:
            split = urlsplit(place)
            if split.netloc:
                self._hosts.add(split.netloc.casefold())
            key = split.path.strip("/").casefold()
            if key:
                self._by_place[key].append(one)
                if "/" in key:
                    self._first_segments.add(key.split("/")[0])

    def _add_folders(self, path: str) -> None:
        folder = posixpath.dirname(path)
        while folder and folder not in self._folders:
            self._folders.add(folder)
            folder = posixpath.dirname(folder)

    def learn_home(self, targets: Iterable[str]) -> None:
        """Find the hosts under which the KB is published, from where its absolute links lead."""
        counts: Counter[str] = Counter()
        for target in targets:
            split = _split(target)
            if split is not None and split[0] and split[1].strip("/").casefold() in self._by_place:
                counts[split[0]] += 1
        self._hosts.update(host for host, count in counts.items() if count >= _HOME_LINKS)

    def resolve(self, source_path: str, lang: str, target: str) -> LinkTarget:
        """Return where one link leads.

        Args:
            source_path: path of the article it stands in.
            lang: that article's language; of several articles under one address the same language wins.
            target: as written; ``[[Name]]`` for a wiki link.
        """
        if target.startswith("[[") and target.endswith("]]"):
            return self._wiki(lang, target[2:-2])
        if target.startswith("#"):
            return _OUTSIDE
        split = _split(target)
        if split is None:
            return _OUTSIDE
        host, path = split
        if host:
            return self._published(lang, path) if host in self._hosts else _OUTSIDE
        if _SCHEME.match(target):
            return _OUTSIDE
        if path.startswith("/"):
            return self._from_root(lang, path)
        joined = posixpath.normpath(posixpath.join(posixpath.dirname(path_key(source_path)), path))
        if joined.startswith(".."):
            return _OUTSIDE  # another folder of the organisation; nothing is known of it
        return self._file(lang, joined) or _BROKEN

    def _file(self, lang: str, path: str) -> LinkTarget | None:
        key = path.strip("/").casefold()
        if key in {"", "."}:
            return _OUTSIDE
        found = self._by_path.get(key)
        if found:
            return LinkTarget(_best(found, lang).node_id)
        if key in self._files or key in self._folders:
            return _OUTSIDE
        return None

    def _from_root(self, lang: str, path: str) -> LinkTarget:
        found = self._file(lang, posixpath.normpath(path))
        if found is not None:
            return found
        if self._by_place:
            return self._published(lang, path)
        return _BROKEN

    def _published(self, lang: str, path: str) -> LinkTarget:
        key = posixpath.normpath(path).strip("/").casefold()
        stem, suffix = posixpath.splitext(key)
        for one in dict.fromkeys((key, stem if suffix in {".md", ".html", ".htm"} else key)):
            found = self._by_place.get(one)
            if found:
                return LinkTarget(_best(found, lang).node_id)
        # Only below an address where articles of this KB stand does a missing one mean a broken link.
        return _BROKEN if "/" in key and key.split("/")[0] in self._first_segments else _OUTSIDE

    def _wiki(self, lang: str, name: str) -> LinkTarget:
        wanted = " ".join(path_key(name.split("#", maxsplit=1)[0]).casefold().split())
        if not wanted:
            return _OUTSIDE
        stem = posixpath.splitext(wanted)[0] if wanted.endswith((".md", ".html")) else wanted
        found = self._by_path.get(wanted) or self._by_path.get(stem) or self._by_name.get(stem)
        if found:
            return LinkTarget(_best(found, lang).node_id)
        if wanted in self._files or any(one.endswith("/" + wanted) for one in self._files):
            return _OUTSIDE
        return _BROKEN

    def twin(self, one: ArticleKey, written: str) -> ArticleKey | None:
        """Return the article that a declared translation names, by path, address, id or name."""
        folder = posixpath.dirname(path_key(one.path))
        split = _split(written)
        path = split[1] if split is not None else written
        candidates: list[ArticleKey] = [
            *self._by_path.get(posixpath.normpath(posixpath.join(folder, path)).casefold(), ()),
            *self._by_path.get(posixpath.normpath(path).strip("/").casefold(), ()),
            *self._by_place.get(path.strip("/").casefold(), ()),
            *(other for other in self._articles if other.declared_id and other.declared_id == written),
            *self._by_name.get(" ".join(path_key(written).casefold().split()), ()),
        ]
        for other in candidates:
            if other.node_id != one.node_id and other.lang != one.lang:
                return other
        return None


def _split(target: str) -> tuple[str, str] | None:
    """Return host ("" for a relative target) and path; None for what names no page."""
    try:
        split = urlsplit(target.strip())
        path = path_key(unquote(split.path, errors="replace"))
    except ValueError:
        return None
    if split.netloc and split.scheme.lower() in {"http", "https", ""}:
        return split.netloc.casefold(), path
    if split.scheme and split.scheme.lower() not in {"http", "https"}:
        return None
    return ("", path) if path else None


def _best(found: list[ArticleKey], lang: str) -> ArticleKey:
    return min(found, key=lambda one: (one.lang != lang, one.lang != "en", path_key(one.path), one.node_id))
