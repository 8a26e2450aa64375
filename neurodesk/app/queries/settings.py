"""Questions behind the settings: known source keys, what a folder would add, knowledge bases with counts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from neurodesk.app.kb_folder import list_folder
from neurodesk.app.profile import Profile
from neurodesk.domain.library import Collection
from neurodesk.storage import graph_store
from neurodesk.storage.db import Rx
from neurodesk.storage.graph_store import KbRow
from neurodesk.storage.library_files import opened_collection


@dataclass(frozen=True, slots=True)
class SourceKey:
    """A source key that the filter can name (SPEC K5), with its articles and its evidence.

    Attributes:
        kind: ``kb``, ``library`` or ``web``.
    """

    key: str
    kind: str
    articles: int
    evidence: int


@dataclass(frozen=True, slots=True)
class KbSummary:
    """A registered knowledge base with what is in it now."""

    kb: KbRow
    articles: int
    drafts_open: int
    reachable: bool


@dataclass(frozen=True, slots=True)
class FolderCount:
    """What a folder would add, found by listing it alone; nothing is read or changed.

    Attributes:
        usable: files of a known format.
        refused: files or folders left out: links, unreadable or unstorable names.
    """

    usable: int
    bytes: int
    others: int
    refused: int


@dataclass(frozen=True, slots=True)
class CollectionCount:
    """A collection with counts made by the database."""

    collection: Collection
    files: int
    usable: int
    refused: tuple[tuple[str, int], ...]
    reachable: bool


def source_keys(profile: Profile) -> list[SourceKey]:
    """Return every source key that articles, collections or evidence have, by kind and name."""

    def query(rx: Rx) -> list[SourceKey]:
        articles = {
            row[0]: row[1]
            for row in rx.sql(
                "SELECT source_key, COUNT(*) FROM node WHERE kind = 'article' AND state = 'active'"
                " GROUP BY source_key ORDER BY source_key"
            )
        }
        evidence = {
            row[0]: row[1]
            for row in rx.sql(
                "SELECT source_key, COUNT(*) FROM evidence GROUP BY source_key ORDER BY source_key"
            )
        }
        names = {row[0] for row in rx.sql("SELECT name FROM kb")}
        libraries = {f"library:{row[0]}" for row in rx.sql("SELECT name FROM collection")}
        keys = names | libraries | articles.keys() | evidence.keys()
        found = []
        for key in sorted(keys - {""}):
            kind = (
                "library"
                if key.startswith("library:")
                else "kb"
                if key in names or key in articles
                else "web"
            )
            found.append(SourceKey(key, kind, articles.get(key, 0), evidence.get(key, 0)))
        order = {"kb": 0, "library": 1, "web": 2}
        return sorted(found, key=lambda one: (order[one.kind], one.key))

    return profile.database.read(query)


def kb_summaries(profile: Profile) -> list[KbSummary]:
    """Return the registered knowledge bases by name."""

    def query(rx: Rx) -> list[KbSummary]:
        found = []
        for kb in graph_store.all_kbs(rx):
            articles = rx.scalar(
                "SELECT COUNT(*) FROM node WHERE kb_id = ? AND kind = 'article' AND state = 'active'",
                (kb.id,),
            )
            drafts = rx.scalar(
                "SELECT COUNT(*) FROM draft WHERE kb_id = ? AND state NOT IN ('promoted', 'rejected')",
                (kb.id,),
            )
            found.append(KbSummary(kb, int(articles), int(drafts), Path(kb.root).is_dir()))
        return sorted(found, key=lambda one: (one.kb.name.casefold(), one.kb.id))

    return profile.database.read(query)


def collection_counts(profile: Profile) -> list[CollectionCount]:
    """Return the library's collections by name, counted in SQL."""
    from neurodesk.storage.library_store import LibraryStore

    store = LibraryStore(profile.database)

    def query(rx: Rx) -> dict[str, list[tuple[str, int]]]:
        rows = rx.sql(
            "SELECT collection_id, refusal, COUNT(*) FROM library_file GROUP BY collection_id, refusal"
            " ORDER BY collection_id, refusal"
        )
        by_id: dict[str, list[tuple[str, int]]] = {}
        for row in rows:
            by_id.setdefault(row[0], []).append((row[1], row[2]))
        return by_id

    counted = profile.database.read(query)
    found = []
    for one in store.collections():
        rows = counted.get(one.id, [])
        refused = tuple((reason, count) for reason, count in rows if reason)
        usable = sum(count for reason, count in rows if not reason)
        files = usable + sum(count for _, count in refused)
        found.append(CollectionCount(one, files, usable, refused, Path(one.root).exists()))
    return found


def count_kb_folder(profile: Profile, root: Path) -> FolderCount:
    """Say what registering a folder as a knowledge base would import.

    Raises:
        BadInput: ``kb_root_missing``.
    """
    suffixes = frozenset(suffix for one in profile.kb_formats for suffix in one.suffixes)
    listing = list_folder(root, archive_folder="_archive", suffixes=suffixes)
    size = sum(one.size for one in listing.articles)
    return FolderCount(len(listing.articles), size, len(listing.others), len(listing.problems))


def count_library_folder(root: Path) -> FolderCount:
    """Say what adding a folder or a ZIM archive to the library would index.

    Raises:
        OSError: it cannot be listed. EnvironmentFault: ``zim_unavailable``.
    """
    with opened_collection(root) as source:
        found = list(source.walk())
    wanted = [one for one in found if not one.skipped]
    return FolderCount(len(wanted), sum(one.size for one in wanted), 0, len(found) - len(wanted))
