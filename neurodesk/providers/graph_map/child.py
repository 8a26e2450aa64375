"""The supervised process that lays out the whole graph: it can be stopped at any moment."""

from __future__ import annotations

import json
import logging
import time
from multiprocessing.connection import Connection

from neurodesk.domain.errors import InfrastructureFault
from neurodesk.domain.graph_map import LAYOUT_LIMIT_S, MapShape, Place, Progress, Stopped
from neurodesk.providers.child_process import READY, ChildProcess, limit_process

MEMORY_BYTES = 2 * 1024 * 1024 * 1024
# After this share of the time the child takes the fast way for the rest, to answer within the limit.
BUDGET_SHARE = 0.5
ASK_EVERY_S = 0.1


def serve(pipe: Connection, memory_bytes: int) -> None:
    """Answer one job and end; runs in the child."""
    limit_process(memory_bytes)
    logging.disable(logging.CRITICAL)
    from neurodesk.providers.graph_map.arrange import arrange

    pipe.send_bytes(READY)
    try:
        said = json.loads(pipe.recv_bytes())
        shape = MapShape(
            tuple(said["sources"]),
            tuple((a, b) for a, b in said["pairs"]),
            {int(node): (x, y, group) for node, (x, y, group) in said["placed"].items()},
        )

        def tell(stage: str, done: int, total: int) -> None:
            pipe.send_bytes(json.dumps({"stage": stage, "done": done, "total": total}).encode())

        places = arrange(shape, tell, said["budget_s"])
        pipe.send_bytes(json.dumps({"places": places}).encode())
    except (EOFError, OSError):
        return


class LayoutChild:
    """Fills ``MapMaker``: one process a job, killed when it is stopped or takes too long.

    Args:
        limit_s: seconds that a layout may take on the wall.
    """

    def __init__(self, limit_s: float = LAYOUT_LIMIT_S) -> None:
        self._limit_s = limit_s

    def make(self, shape: MapShape, progress: Progress, stopped: Stopped) -> list[Place] | None:
        """See ``neurodesk.domain.graph_map.MapMaker``."""
        if stopped():
            return None
        begun = time.monotonic()
        progress("start", 0, 0)
        try:
            child = ChildProcess(serve, "neurodesk-graph-map", MEMORY_BYTES)
        except OSError as error:
            raise InfrastructureFault("map_unavailable", detail=str(error)) from error
        done = False
        try:
            job = {
                "sources": shape.sources,
                "pairs": shape.pairs,
                "placed": shape.placed,
                "budget_s": self._limit_s * BUDGET_SHARE,
            }
            child.pipe.send_bytes(json.dumps(job).encode("utf-8", "surrogatepass"))
            places = self._heard(child.pipe, begun, progress, stopped)
            done = places is not None
        except (EOFError, OSError, ValueError) as error:
            raise InfrastructureFault("map_unavailable", detail=str(error) or "it ended") from error
        finally:
            if done:
                child.retire()
            else:
                child.kill()
        if places is not None and len(places) != len(shape.sources):
            raise InfrastructureFault("map_unavailable", detail="places are missing")
        return places

    def _heard(
        self, pipe: Connection, begun: float, progress: Progress, stopped: Stopped
    ) -> list[Place] | None:
        while True:
            if stopped():
                return None
            if time.monotonic() - begun > self._limit_s:
                raise TimeoutError(f"no map within {self._limit_s:g} s")
            if not pipe.poll(ASK_EVERY_S):
                continue
            said = json.loads(pipe.recv_bytes())
            if "places" in said:
                return [(float(x), float(y), int(group)) for x, y, group in said["places"]]
            progress(str(said["stage"]), int(said["done"]), int(said["total"]))
