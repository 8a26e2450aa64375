"""ChangeSets of every thread, brought into the GUI thread by the one bridge: "is that mine?" (DESIGN)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import shiboken6
from PySide6.QtCore import QObject, Slot

from neurodesk.app.bus import Bus
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.ui.bridge import Bridge, BridgeEvent

# Beyond this a kind is told as a whole: a pane that lists it reads its ids anew anyway.
IDS_PER_KIND = 200
CHANGE = "change."


@dataclass(frozen=True, slots=True)
class _Watch:
    owner: QObject
    kinds: frozenset[Kind]
    tell: Callable[[ChangeSet], None]


class Changes(QObject):
    """Delivers changes to panes at most 30 times a second, merged.

    Arguments: ``bus`` of the profile; ``bridge`` the one door into the GUI thread.
    """

    def __init__(self, bus: Bus, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._watches: list[_Watch] = []
        self._dropped = 0
        bridge.arrived.connect(self._on_arrived)
        self._leave = bus.subscribe(self._heard)

    def _heard(self, changes: ChangeSet) -> None:
        """Hand over a ChangeSet; runs on the publisher's thread."""
        counts = Counter(kind for kind, _ in changes.items)
        whole = {kind for kind, number in counts.items() if number > IDS_PER_KIND}
        for kind in sorted(whole):
            self._bridge.post(BridgeEvent(CHANGE + kind, ""))
        for kind, identifier in sorted(changes.items):
            if kind not in whole:
                self._bridge.post(BridgeEvent(CHANGE + kind, identifier))

    @Slot(object)
    def _on_arrived(self, batch: tuple[BridgeEvent, ...]) -> None:
        pairs = [
            (Kind(event.kind.removeprefix(CHANGE)), event.id)
            for event in batch
            if event.kind.startswith(CHANGE)
        ]
        if self._bridge.dropped != self._dropped:
            # Something was lost on the way: everybody reads anew.
            self._dropped = self._bridge.dropped
            pairs.append((Kind.EXTERNAL, ""))
        if pairs:
            self.tell(ChangeSet.of(*pairs))

    def tell(self, changes: ChangeSet) -> None:
        """Tell the watchers whom a ChangeSet concerns; in the GUI thread."""
        self._watches = [one for one in self._watches if shiboken6.isValid(one.owner)]
        for one in tuple(self._watches):
            if shiboken6.isValid(one.owner) and any(changes.touches(kind) for kind in one.kinds):
                one.tell(changes)

    def watch(self, owner: QObject, tell: Callable[[ChangeSet], None], *kinds: Kind) -> None:
        """Call ``tell`` in the GUI thread when a record of one of ``kinds`` changed, until ``owner`` goes."""
        self._watches.append(_Watch(owner, frozenset(kinds), tell))

    @property
    def watch_count(self) -> int:
        """How many watches there are, those of deleted owners left out."""
        return sum(shiboken6.isValid(one.owner) for one in self._watches)

    def close(self) -> None:
        """Stop listening; part of the shutdown order."""
        self._leave()
        self._watches.clear()
