"""One run of the scanner over the database, and what a process remembers of the former one (SPEC G1)."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace

from neurodesk.domain.collecting import without_collecting
from neurodesk.domain.scanning import NO_PROFILE, ScanInput, ScanResult
from neurodesk.pipeline.scan import linkage_of, scan_knowledge
from neurodesk.pipeline.scanning.digest import DIGEST_VERSION, is_sound
from neurodesk.pipeline.scanning.kept import KeptScan
from neurodesk.pipeline.scanning.linkage import Linkage, read_linkage
from neurodesk.storage.db import Rx
from neurodesk.storage.scan_store import ScanRead, StoredTexts, read_scan

SAME_AGE_S = 86_400.0


@dataclass(slots=True)
class ScanMemory:
    """Packed digests by node id, what the former scan read and found, its link graph and its tables."""

    digests: dict[str, bytes] = field(default_factory=dict)
    read: ScanRead | None = None
    result: ScanResult | None = None
    linkage: Linkage | None = None
    kept: KeptScan = field(default_factory=KeptScan)


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
    with without_collecting():
        return _run(rx, now, memory, filter_keys, cooldown_s)


def _run(
    rx: Rx, now: float, memory: ScanMemory, filter_keys: tuple[str, ...] | None, cooldown_s: float
) -> ScanRun:
    started = time.perf_counter()
    former = memory.read
    read = read_scan(
        rx,
        now,
        DIGEST_VERSION,
        is_sound,
        filter_keys=filter_keys,
        cooldown_s=cooldown_s,
        before=former,
    )
    nodes = read.given.nodes
    seconds = {"reading": round(time.perf_counter() - started, 4)}
    before = former.given if former is not None else None
    if (
        before is not None
        and memory.result is not None
        and 0.0 <= now - before.now < SAME_AGE_S
        and replace(read.given, now=before.now) == before
    ):
        # Nothing that a scan reads has changed, and a day more of age tells nothing new.
        memory.read = replace(read, given=before)
        return ScanRun(replace(memory.result, seconds=seconds), ())
    # Should the scan be broken off, the next one reads all anew.
    memory.read = None
    _take_digests(memory, read)
    memory.linkage = _linkage(memory.linkage, before, read)
    seconds["links"] = round(time.perf_counter() - started - seconds["reading"], 4)
    made: dict[str, bytes] = {}
    result = scan_knowledge(read.given, memory.digests, made, StoredTexts(rx), memory.linkage, memory.kept)
    memory.digests.update(made)
    given, hashes = read.given, {}
    if made:
        hashes = {node.id: node.content_hash for node in nodes if node.id in made}
        # With bodies still in it the input would not equal the next one, which reads digests.
        plain = tuple(node._replace(body="", profile=NO_PROFILE) if node.body else node for node in nodes)
        given = replace(given, nodes=plain)
    memory.read, memory.result = replace(read, given=given, digests={}), result
    return ScanRun(
        ScanResult(result.findings, result.candidates, {**result.seconds, **seconds}),
        tuple((node_id, hashes[node_id], data) for node_id, data in sorted(made.items())),
    )


def _take_digests(memory: ScanMemory, read: ScanRead) -> None:
    """Hold the digests of the articles as they are now; what is read anew in the scan has none."""
    if read.touched is None:
        memory.digests = dict(read.digests)
        return
    memory.digests.update(read.digests)
    there = {node.id: node for node in read.given.nodes if node.id in read.touched}
    for node_id in read.touched:
        node = there.get(node_id)
        if node is None or node.body:
            memory.digests.pop(node_id, None)


def _linkage(former: Linkage | None, before: ScanInput | None, read: ScanRead) -> Linkage:
    """Return the link graph: the former one, one with the links of changed articles renewed, or a new one."""
    given = read.given
    ids = [node.id for node in given.nodes]
    if former is None or before is None or ids != [node.id for node in before.nodes]:
        return linkage_of(given)
    if given.edges == before.edges and given.links == before.links:
        return former
    if read.touched is None:
        return linkage_of(given)
    if read.relinked is None:
        return read_linkage(ids, given.links, (), former)
    return read_linkage(ids, given.links, read.relinked, former, read.touched)
