"""One run of the scanner over the database, and what a process remembers of the former one (SPEC G1)."""

from __future__ import annotations

import gc
import time
from dataclasses import dataclass, field, replace

from neurodesk.domain.scanning import NO_PROFILE, ScanInput, ScanResult
from neurodesk.pipeline.scan import linkage_of, scan_knowledge
from neurodesk.pipeline.scanning.digest import DIGEST_VERSION, NodeDigest, is_sound
from neurodesk.pipeline.scanning.linkage import Linkage
from neurodesk.storage.db import Rx
from neurodesk.storage.scan_store import StoredTexts, read_scan

SAME_AGE_S = 86_400.0


@dataclass(slots=True)
class ScanMemory:
    """Packed digests by node id with the content hash they are of, the former scan and its link graph.

    ``unpacked`` holds the digests that the former scan looked into.
    """

    digests: dict[str, bytes] = field(default_factory=dict)
    hashes: dict[str, str] = field(default_factory=dict)
    given: ScanInput | None = None
    result: ScanResult | None = None
    linkage: Linkage | None = None
    unpacked: dict[bytes, NodeDigest] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ScanRun:
    """The result of a scan, and digests to store: (node id, content hash, packed)."""

    result: ScanResult
    made: tuple[tuple[str, str, bytes], ...]


def run_scan(
    rx: Rx,
    now: float,
    memory: ScanMemory,
    *,
    filter_keys: tuple[str, ...] | None = None,
    cooldown_s: float = 0.0,
) -> ScanRun:
    """Scan what the database holds; articles whose digest is remembered are not read again.

    Args:
        rx: the read in which all of it happens.
        now: UTC epoch seconds.
        memory: of the former run; renewed.
        filter_keys: exact set of source keys, None for all (SPEC K5).
        cooldown_s: see ``read_scan``.
    """
    # A scan makes millions of small objects and no cycles: looking for cycles would cost most of its time.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return _run(rx, now, memory, filter_keys, cooldown_s)
    finally:
        if collecting:
            gc.enable()


def _run(
    rx: Rx, now: float, memory: ScanMemory, filter_keys: tuple[str, ...] | None, cooldown_s: float
) -> ScanRun:
    started = time.perf_counter()
    read = read_scan(
        rx, now, DIGEST_VERSION, is_sound, filter_keys=filter_keys, cooldown_s=cooldown_s, known=memory.hashes
    )
    memory.digests.update(read.digests)
    nodes = read.given.nodes
    seconds = {"reading": round(time.perf_counter() - started, 4)}
    before = memory.given
    if (
        before is not None
        and memory.result is not None
        and 0.0 <= now - before.now < SAME_AGE_S
        and replace(read.given, now=before.now) == before
    ):
        # Nothing that a scan reads has changed, and a day more of age tells nothing new.
        return ScanRun(replace(memory.result, seconds=seconds), ())
    for node in nodes:
        if node.body:
            memory.digests.pop(node.id, None)
    if before is None or not _same_links(before, read.given):
        memory.linkage = None
    memory.linkage = memory.linkage or linkage_of(read.given)
    seconds["links"] = round(time.perf_counter() - started - seconds["reading"], 4)
    made: dict[str, bytes] = {}
    if len(memory.unpacked) > len(nodes):
        memory.unpacked.clear()
    result = scan_knowledge(
        read.given, memory.digests, made, StoredTexts(rx), memory.linkage, memory.unpacked
    )
    memory.digests.update(made)
    memory.hashes = {node.id: node.content_hash for node in nodes}
    memory.digests = {node.id: memory.digests[node.id] for node in nodes}
    hashes = memory.hashes
    # With bodies still in it the input would not equal the next one, which reads digests.
    plain = tuple(node._replace(body="", profile=NO_PROFILE) if node.body else node for node in nodes)
    memory.given, memory.result = replace(read.given, nodes=plain), result
    return ScanRun(
        ScanResult(result.findings, result.candidates, {**result.seconds, **seconds}),
        tuple((node_id, hashes[node_id], data) for node_id, data in sorted(made.items())),
    )


def _same_links(one: ScanInput, other: ScanInput) -> bool:
    return (
        len(one.nodes) == len(other.nodes)
        and [node.id for node in one.nodes] == [node.id for node in other.nodes]
        and one.links == other.links
        and one.edges == other.edges
    )
