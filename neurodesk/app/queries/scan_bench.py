"""Measures the scanner over made-up articles in a temporary database (SPEC G1: linear, incremental)."""

from __future__ import annotations

import random
import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from neurodesk.app.scan_run import ScanMemory, ScanRun, run_scan
from neurodesk.domain.profile import VersionFact
from neurodesk.pipeline.scanning.digest import DIGEST_VERSION, NodeDigest, Section, pack
from neurodesk.pipeline.scanning.statements import Statements, Value
from neurodesk.storage.db import Database, Tx

EDGES_A_NODE = 4
SENTENCES = 4
WORDS_A_SENTENCE = 7
SKETCH = 14
NOW = 1_800_000_000.0
DAY_S = 86_400.0
WARM_UP = 200
# A small scan is over before the processor is awake: of several the middle one counts.
REPEATS, REPEATED_NODES = 7, 100_000


def measure(
    sizes: tuple[int, ...], changed: int = 20, say: Callable[[str], None] | None = None
) -> dict[str, Any]:
    """Scan knowledge bases of several sizes: whole, and again after a few articles changed.

    Args:
        sizes: articles of each; four links an article.
        changed: articles changed before the second scan.
        say: told what is done next.

    Returns:
        For each size the seconds of the whole scan by stage, a node's share of its processor time in
        microseconds, the seconds of the second scan, each also as processor time, and whether the second scan
        gave what a whole one gives; ``time_a_node_ratio`` is the largest time a node over the smallest. A
        small scan before the first loads what a process loads once; of repeated whole scans the middle one
        counts.
    """
    with _filled(WARM_UP) as database:
        database.read(lambda rx: run_scan(rx, NOW, ScanMemory()))
    rows: list[dict[str, Any]] = []
    for size in sizes:
        if say:
            say(f"making {size} articles")
        with _filled(size) as database:
            if say:
                say(f"scanning {size} articles")
            memory = ScanMemory()
            wholes = []
            for _ in range(max(1, min(REPEATS, REPEATED_NODES // size))):
                memory = ScanMemory()
                wholes.append(_timed(database, memory))
            first, whole, whole_cpu = sorted(wholes, key=lambda one: one[2])[len(wholes) // 2]
            _change(database, size, changed)
            second, again, again_cpu = _timed(database, memory)
            third = _timed(database, ScanMemory())[0]
        rows.append(
            {
                "nodes": size,
                "edges": size * EDGES_A_NODE,
                "seconds": round(whole, 3),
                "cpu_seconds": round(whole_cpu, 3),
                "microseconds_a_node": round(whole_cpu / size * 1e6, 2),
                "findings": len(first.result.findings),
                "stages": first.result.seconds,
                "changed": changed,
                "seconds_after_change": round(again, 3),
                "cpu_seconds_after_change": round(again_cpu, 3),
                "stages_after_change": second.result.seconds,
                "findings_after_change": len(second.result.findings),
                "same_as_whole_scan": _told(second) == _told(third),
            }
        )
    shares = [row["microseconds_a_node"] for row in rows]
    return {"rows": rows, "time_a_node_ratio": round(max(shares) / min(shares), 3)}


def _timed(database: Database, memory: ScanMemory) -> tuple[ScanRun, float, float]:
    """Scan; return what it gave, its wall time and its processor time in seconds."""
    started, began = time.perf_counter(), time.process_time()
    run = database.read(lambda rx: run_scan(rx, NOW, memory))
    return run, time.perf_counter() - started, time.process_time() - began


def _told(run: ScanRun) -> tuple[object, ...]:
    return run.result.findings, run.result.candidates


@contextmanager
def _filled(size: int) -> Iterator[Database]:
    with TemporaryDirectory(prefix="neurodesk-bench-") as folder:
        database = Database(Path(folder) / "bench.db").open()
        try:
            for start in range(0, size, 2000):
                numbers = range(start, min(size, start + 2000))
                database.write(lambda tx, n=numbers: _insert(tx, n, size))  # type: ignore[misc]
            yield database
        finally:
            database.close()


def _insert(tx: Tx, numbers: range, size: int) -> None:
    for number in numbers:
        chance = random.Random(number)
        node_id = f"n{number:07d}"
        body = f"Article {number}. " * 20
        tx.execute(
            """INSERT INTO node (id, kind, kb_id, path, title, body, source_key, lang, content_hash,
                   created_at, updated_at, dated_at)
               VALUES (?, 'article', 'k', ?, ?, ?, 'kb', ?, ?, ?, ?, ?)""",
            (
                node_id, f"a/{number:07d}.md", f"Article {number}", body, ("en", "de")[number % 2], "h0",
                NOW, NOW, NOW - chance.gauss(900, 250) * DAY_S,
            ),
        )  # fmt: skip
        tx.execute(
            "INSERT INTO scan_digest (node_id, content_hash, version, data) VALUES (?, 'h0', ?, ?)",
            (node_id, DIGEST_VERSION, pack(made_up(number, size))),
        )
        for _ in range(EDGES_A_NODE):
            _link(tx, node_id, f"n{chance.randrange(size):07d}")


def _link(tx: Tx, node_id: str, target: str) -> None:
    tx.execute(
        "INSERT INTO link (node_id, target, target_node_id, line, broken) VALUES (?, ?, ?, 1, 0)",
        (node_id, target, target),
    )


def made_up(number: int, size: int, salt: int = 0) -> NodeDigest:
    """Return the digest of a made-up article; one in two hundred contradicts another, or is thin."""
    chance = random.Random(number * 1000 + salt)
    source = number - 1 if number % 200 == 7 else number
    words = random.Random(source + (salt << 40))
    common = max(2000, size)
    starts, lengths, hashes = array("I"), array("I"), array("I")
    values: list[tuple[int, Value]] = []
    for index in range(SENTENCES):
        starts.append(index * 80)
        lengths.append(WORDS_A_SENTENCE)
        hashes.extend(1 + int(common * 3 * words.random() ** 2) for _ in range(WORDS_A_SENTENCE))
        if index % 2 == 0:
            value = float(words.randrange(1, 9000))
            if source != number and index == 0:
                value += 10
            values.append((index, (value, "s", f"{int(value)} s", "limit", index * 80 + 5, index * 80 + 9)))
    sketch = array("Q", sorted(words.randrange(2**61) * 8 for _ in range(SKETCH)))
    thin = "placeholder" if number % 200 == 11 else ""
    sections = tuple(
        Section(
            2, f"Step {n}", "step", (n,), "step", n * 100, n * 100 + 8, n * 100 + 99, 40, 40,
            thin if n == 2 else "", True, False, (chance.randrange(2**40),), not thin,
        )
        for n in range(1, 4)
    )  # fmt: skip
    return NodeDigest(
        words=240,
        sections=sections,
        gaps=(),
        statements=Statements(
            starts,
            array("I", (s + 79 for s in starts)),
            lengths,
            hashes,
            array("I", [0] * SENTENCES),
            tuple(values),
        ),
        sketch=sketch,
        code_lines=3,
        outside_links=1,
        versions=(VersionFact("debian", str(chance.choice((12, 13))), 10, 19),),
    )


def _change(database: Database, size: int, changed: int) -> None:
    def write(tx: Tx) -> None:
        for index in range(changed):
            number = (index * 37 + 5) % size
            node_id = f"n{number:07d}"
            tx.execute("UPDATE node SET content_hash = 'h1' WHERE id = ?", (node_id,))
            tx.execute(
                "UPDATE scan_digest SET content_hash = 'h1', data = ? WHERE node_id = ?",
                (pack(made_up(number, size, salt=1)), node_id),
            )
            tx.execute("DELETE FROM link WHERE node_id = ?", (node_id,))
            for step in range(1, EDGES_A_NODE + 1):
                _link(tx, node_id, f"n{(number + step) % size:07d}")

    database.write(write)
