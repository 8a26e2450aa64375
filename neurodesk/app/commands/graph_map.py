"""The map of the whole graph is laid out once and kept; what is new finds its place beside its neighbours."""

from __future__ import annotations

from neurodesk.app.profile import Profile
from neurodesk.domain.graph_map import MapMaker, Progress, Stopped
from neurodesk.storage.db import Lane, Tx
from neurodesk.storage.graph_places import map_shape, store_places, unplaced_count


def place_nodes(
    profile: Profile, maker: MapMaker, progress: Progress, stopped: Stopped, *, anew: bool = False
) -> int | None:
    """Give a place to every active node that has none, and store it; blocks while the layout runs.

    Arguments: ``anew`` lays out everything, so that old places move too. Returns: how many nodes got a
    place; None when it was stopped: then nothing was stored.

    Raises:
        InfrastructureFault: ``map_unavailable``; nothing was stored.
    """
    if not anew and not profile.database.read(unplaced_count):
        return 0
    stored = profile.database.read(lambda rx: map_shape(rx, anew=anew))
    places = maker.make(stored.shape, progress, stopped)
    if places is None:
        return None
    new = [n for n in range(len(stored.ids)) if n not in stored.shape.placed]

    def store(tx: Tx) -> None:
        store_places(tx, [stored.ids[n] for n in new], [places[n] for n in new])

    profile.database.write(store, lane=Lane.BULK)
    return len(new)
