"""A scan after changes finds, byte for byte, what a whole scan finds (SPEC G1: incremental)."""

from __future__ import annotations

import random

import numpy as np
import pytest

from neurodesk.domain.markdown_text import outline_of
from neurodesk.domain.scanning import ScanInput, ScanNode
from neurodesk.pipeline.profile_node import profile_node
from neurodesk.pipeline.scan import scan_knowledge
from neurodesk.pipeline.scanning import kept as kept_room
from neurodesk.pipeline.scanning.contradictions import Corpus
from neurodesk.pipeline.scanning.digest import digest_node, pack
from neurodesk.pipeline.scanning.kept import KeptScan

NOW = 1_800_000_000.0
# Few words, so that most of them stand in many sentences and change sides of every limit.
WORDS = [
    a + b for a in ("log", "back", "serv", "disk", "port", "mail", "net") for b in ("ing", "up", "er", "s")
]


def sentence(chance: random.Random) -> str:
    words = [chance.choice(WORDS) for _ in range(chance.randrange(4, 9))]
    extra = chance.choice(("", "", f" after {chance.randrange(1, 5) * 10} minutes", " not", " on port 25"))
    return " ".join(words).capitalize() + extra + "."


def article(number: int, chance: random.Random) -> ScanNode:
    sections = [
        f"## {chance.choice(('Setup', 'Step 1', 'Step 2', 'Validation'))}\n\n"
        + " ".join(sentence(chance) for _ in range(chance.randrange(0, 5)))
        for _ in range(chance.randrange(0, 4))
    ]
    body = "\n\n".join([f"# Article {number}", *sections]) + "\n"
    lang = chance.choice(("en", "en", "de", "fr"))
    return ScanNode(
        id=f"n{number}", path=f"{chance.randrange(40):02d}/{number}.md", title=f"Article {number}", lang=lang,
        source_key="kb", content_hash=body, dated_at=NOW - chance.randrange(10**8), verified_at=0.0,
        body=body, profile=profile_node(outline_of(body), lang=lang),
    )  # fmt: skip


def changed(nodes: dict[str, ScanNode], chance: random.Random, next_number: int) -> dict[str, ScanNode]:
    now = dict(nodes)
    for _ in range(chance.randrange(1, 4)):
        act, node_id = chance.randrange(6), chance.choice(sorted(now))
        if act == 0:
            del now[node_id]
        elif act == 1:
            now[f"n{next_number}"] = article(next_number, chance)
        elif act == 2:
            now[node_id] = now[node_id]._replace(path=f"{chance.randrange(40):02d}/{node_id}.md")
        elif act == 3:
            now[node_id] = now[node_id]._replace(lang=chance.choice(("en", "de")))
        else:
            now[node_id] = article(int(node_id[1:]), chance)
    return now


def given(nodes: dict[str, ScanNode], chance: random.Random) -> ScanInput:
    ids = sorted(nodes)
    edges = tuple((one, chance.choice(ids)) for one in ids)
    twins = tuple((ids[place], ids[place + 1]) for place in range(0, len(ids) - 1, 9))
    return ScanInput(
        NOW, tuple(sorted(nodes.values(), key=lambda one: (one.path, one.id))), edges=edges, twins=twins
    )


@pytest.mark.parametrize("seed", range(4))
def test_a_scan_after_random_changes_equals_a_whole_scan(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_room, "MOST_CHANGED", 1.0)
    chance = random.Random(seed)
    nodes = {f"n{number}": article(number, chance) for number in range(70)}
    kept = KeptScan()
    spliced = 0
    for round_number in range(15):
        asked = given(nodes, chance)
        packed = {node.id: pack(digest_node(node)) for node in asked.nodes}
        spliced += (
            kept.moved(asked.nodes, [packed[one.id] for one in asked.nodes], _groups(asked)) is not None
        )
        some = scan_knowledge(asked, packed, kept=kept)
        whole = scan_knowledge(asked, packed)
        assert some.findings == whole.findings
        assert some.candidates == whole.candidates
        assert kept.corpus is not None
        fresh = Corpus(kept.corpus.table, _groups(asked))
        assert np.array_equal(kept.corpus.found.entries, fresh.found.entries)
        assert np.array_equal(kept.corpus.found.pairs, fresh.found.pairs)
        assert np.array_equal(kept.corpus.may_differ, fresh.may_differ)
        assert len(fresh.found.pairs) > 20
        nodes = changed(nodes, chance, 100 + round_number)
    assert spliced == 14, "only the first round reads all anew"


def _groups(asked: ScanInput) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    return np.array([{"de": 1, "en": 2}.get(one.lang, 0) for one in asked.nodes], np.uint64)
