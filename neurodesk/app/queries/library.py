"""Questions about the local library."""

from __future__ import annotations

from dataclasses import dataclass

from neurodesk.app.profile import Profile
from neurodesk.domain.errors import BadInput
from neurodesk.domain.library import Collection, LibraryFile
from neurodesk.domain.screening import split_library_uri
from neurodesk.storage.library_store import LibraryStore


@dataclass(frozen=True, slots=True)
class CollectionSummary:
    """A collection with the number of its files.

    Attributes:
        refused: (reason, number) of files without usable text.
    """

    collection: Collection
    files: int
    usable: int
    refused: tuple[tuple[str, int], ...]
    report: dict[str, object]


def collections(profile: Profile) -> list[CollectionSummary]:
    """Return all collections by name, counted."""
    store = LibraryStore(profile.database)
    return [_summary(store, one) for one in store.collections()]


def collection(profile: Profile, name: str) -> CollectionSummary:
    """Return one collection.

    Raises:
        BadInput: ``collection_unknown``.
    """
    store = LibraryStore(profile.database)
    return _summary(store, store.collection(name))


def files(profile: Profile, name: str) -> list[LibraryFile]:
    """Return a collection's files by path, refused ones with their reason.

    Raises:
        BadInput: ``collection_unknown``.
    """
    store = LibraryStore(profile.database)
    return store.files(store.collection(name).id)


def file_text(profile: Profile, uri: str) -> tuple[LibraryFile, str]:
    """Return a file and the text that was extracted from it, "" when it was refused.

    Raises:
        BadInput: ``library_file_unknown``.
    """
    store = LibraryStore(profile.database)
    parts = split_library_uri(uri)
    found = store.file(*parts) if parts else None
    if found is None:
        raise BadInput("library_file_unknown", uri=uri)
    return found, store.text(found.text_sha256) if found.text_sha256 else ""


def _summary(store: LibraryStore, one: Collection) -> CollectionSummary:
    listed = store.files(one.id)
    reasons: dict[str, int] = {}
    for file in listed:
        if file.refusal:
            reasons[file.refusal] = reasons.get(file.refusal, 0) + 1
    usable = sum(not file.refusal for file in listed)
    return CollectionSummary(one, len(listed), usable, tuple(sorted(reasons.items())), store.report(one.id))
