"""What changed: every command answers with a ChangeSet, every pane asks whether it is concerned."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum


class Kind(StrEnum):
    """The kinds of records that a screen can show."""

    KB = "kb"
    NODE = "node"
    EDGE = "edge"
    TASK = "task"
    EVIDENCE = "evidence"
    CANDIDATE = "candidate"
    FINDING = "finding"
    SCAN = "scan"
    DRAFT = "draft"
    CLAIM = "claim"
    PROMOTION = "promotion"
    AUDIT = "audit"
    COLLECTION = "collection"
    LIBRARY_FILE = "library_file"
    SETTING = "setting"
    ACTIVITY = "activity"
    WORKER = "worker"
    ENDPOINT = "endpoint"
    VECTORS = "vectors"
    TOKEN = "token"  # noqa: S105 - a kind of record
    OUTCOME = "outcome"
    REPLAY = "replay"
    EXTERNAL = "external"
    SOURCE_CHECK = "source_check"


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """An immutable set of (kind, id) pairs; an empty id means "any of this kind"."""

    items: frozenset[tuple[Kind, str]] = field(default_factory=frozenset)

    @classmethod
    def of(cls, *pairs: tuple[Kind, str]) -> ChangeSet:
        """Build a set from pairs."""
        return cls(frozenset(pairs))

    @classmethod
    def merged(cls, sets: Iterable[ChangeSet]) -> ChangeSet:
        """Join several sets into one."""
        return cls(frozenset(pair for one in sets for pair in one.items))

    def touches(self, kind: Kind, identifier: str | None = None) -> bool:
        """Tell whether a record of this kind (and id, if given) changed."""
        if (Kind.EXTERNAL, "") in self.items:
            return True
        if identifier is None:
            return any(one is kind for one, _ in self.items)
        return (kind, identifier) in self.items or (kind, "") in self.items

    def __bool__(self) -> bool:
        """An empty set is false."""
        return bool(self.items)
