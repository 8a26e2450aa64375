"""The stored map, its filter and what the worker added, on a real database (SPEC K3, I5; issue 10)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from neurodesk.app.commands.graph_map import place_nodes
from neurodesk.app.profile import Profile
from neurodesk.app.queries.graph import neighbourhood
from neurodesk.app.queries.graph_filter import DAY_S, MapFilter, map_counts
from neurodesk.app.queries.graph_map import (
    added_ids,
    added_lines,
    graph_map,
    map_ids,
    map_lines,
    yesterday_start,
)
from neurodesk.bootstrap import open_profile
from neurodesk.domain.budget import local_date
from neurodesk.domain.graph import EdgeKind
from neurodesk.domain.graph_map import MapShape, Place, Progress, Stopped
from neurodesk.providers.graph_map.arrange import arrange
from neurodesk.providers.graph_map.child import LayoutChild
from neurodesk.storage.db import Tx
from tests.graph_parts import put_link, put_node
from tests.queue_parts import HandClock

NOW = 2_000_000_000.0


class InProcess:
    """The layout without its process, which has tests of its own."""

    def make(self, shape: MapShape, progress: Progress, stopped: Stopped) -> list[Place] | None:
        return None if stopped() else arrange(shape, progress, 60)


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    with open_profile(tmp_path / "p", clock=HandClock(NOW)) as opened:
        opened.database.write(fill)
        yield opened


def fill(tx: Tx) -> None:
    """Six linked articles of two sources, an unlinked one, a text that the worker learned today."""
    for n in range(6):
        source = "Operations" if n < 4 else "Service desk"
        put_node(tx, f"a{n}", f"Article {n}", NOW - 400 * DAY_S, source=source)
    for a, b in ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5)):
        put_link(tx, f"a{a}", f"a{b}", NOW - 400 * DAY_S)
    put_node(tx, "a6", "Alone", NOW - 20 * DAY_S)
    put_node(tx, "r1", "A page", NOW - 60, kind="research_evidence", source="docs.example.org")
    put_link(tx, "r1", "a0", NOW - 60, EdgeKind.EVIDENCE_FOR)
    put_link(tx, "a1", "a4", NOW - 60, EdgeKind.CONTRADICTS)
    tx.execute(
        """INSERT INTO finding (id, node_id, other_node_id, type, score, signals, passages, data, text_hash,
               state, until, reason, decided_by, decided_at, scan_id, first_seen_at, last_seen_at)
           VALUES ('f1', 'a1', 'a4', 'contradiction', 1, '{}', '[]', '{}', '', 'open', 0, '',
               '', 0, '', ?, ?)""",
        (NOW, NOW),
    )


def lay(profile: Profile, *, anew: bool = False) -> int | None:
    return place_nodes(profile, InProcess(), lambda *_told: None, lambda: False, anew=anew)


def places(profile: Profile) -> dict[str, tuple[float, float]]:
    found = graph_map(profile, MapFilter())
    return dict(zip(found.ids, found.places, strict=True))


def test_the_map_is_the_same_after_a_start_and_new_nodes_move_nothing(
    profile: Profile, tmp_path: Path
) -> None:
    assert graph_map(profile, MapFilter()).unplaced == 8
    assert place_nodes(profile, LayoutChild(), lambda *_told: None, lambda: False) == 8
    first = places(profile)
    assert len(set(first.values())) == 8
    assert lay(profile) == 0
    profile.database.write(lambda tx: put_node(tx, "a9", "Article 9", NOW))
    profile.database.write(lambda tx: put_link(tx, "a9", "a5", NOW))
    root = profile.paths.root
    profile.database.close()
    with open_profile(root, clock=HandClock(NOW)) as again:
        assert places(again) == first
        assert graph_map(again, MapFilter()).unplaced == 1
        assert lay(again) == 1
        later = places(again)
        assert {key: later[key] for key in first} == first
        assert abs(later["a9"][0] - later["a5"][0]) < 150
        assert abs(later["a9"][1] - later["a5"][1]) < 150


def test_a_stopped_layout_stores_nothing(profile: Profile) -> None:
    assert place_nodes(profile, InProcess(), lambda *_told: None, lambda: True) is None
    assert graph_map(profile, MapFilter()).unplaced == 8


def test_places_of_nodes_that_are_forgotten_go_and_anew_lays_out_all(profile: Profile) -> None:
    lay(profile)
    profile.database.write(lambda tx: tx.execute("DELETE FROM node WHERE id = 'a6'"))
    assert lay(profile, anew=True) == 7
    count = profile.database.read(lambda rx: rx.scalar("SELECT COUNT(*) FROM node_place"))
    assert count == 7


def test_nodes_without_a_relation_are_told_apart_by_name(profile: Profile) -> None:
    lay(profile)
    found = graph_map(profile, MapFilter())
    named = {node: found.names[group] for node, group in zip(found.ids, found.communities, strict=True)}
    assert named["a6"] == ""
    assert named["a0"] != ""


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (MapFilter(), {"a0", "a1", "a2", "a3", "a4", "a5", "a6", "r1"}),
        (MapFilter(sources=("Service desk",)), {"a4", "a5"}),
        (MapFilter(kinds=("research_evidence",)), {"r1"}),
        (MapFilter(ages=("month",)), {"a6"}),
        (MapFilter(ages=("older", "week")), {"a0", "a1", "a2", "a3", "a4", "a5", "r1"}),
        (MapFilter(signals=("contradiction",)), {"a1", "a4"}),
        (MapFilter(sources=("Operations",), signals=("contradiction",)), {"a1"}),
    ],
)
def test_the_filter_counts_and_shows_the_same_in_map_and_list(
    profile: Profile, wanted: MapFilter, expected: set[str]
) -> None:
    lay(profile)
    assert set(graph_map(profile, wanted).ids) == expected
    assert set(map_ids(profile, wanted)) == expected
    counts = map_counts(profile, wanted)
    assert (counts.shown, counts.total) == (len(expected), 8)


def test_each_part_of_the_filter_counts_beside_the_others(profile: Profile) -> None:
    counts = map_counts(profile, MapFilter(sources=("Operations",)))
    assert dict(counts.sources) == {"Operations": 5, "Service desk": 2, "docs.example.org": 1}
    assert counts.kinds == {"article": 5}
    assert counts.ages == {"older": 4, "month": 1}
    assert dict(counts.signals) == {"contradiction": 1}


def test_a_filtered_neighbourhood_keeps_its_middle(profile: Profile) -> None:
    found = neighbourhood(profile, "a3", 2, wanted=MapFilter(sources=("Service desk",)))
    assert [one.id for one in found.nodes] == ["a3", "a4", "a5"]


def test_what_the_worker_added_is_its_texts_and_relations_of_rules(profile: Profile) -> None:
    lay(profile)
    since = yesterday_start(NOW)
    ids = added_ids(profile, MapFilter(), since)
    lines = added_lines(profile, ids)
    assert len(ids) == 3
    assert ids[0].startswith(("e:", "n:"))
    told = {
        (line.kind or "node", line.node.id, line.other.id if line.other else "") for line in lines.values()
    }
    assert told == {("node", "r1", ""), ("evidence_for", "r1", "a0"), ("contradicts", "a1", "a4")}
    found = graph_map(profile, MapFilter(), since)
    assert {found.ids[n] for n in found.fresh_nodes} == {"r1"}
    assert {found.edges[n][2] for n in found.fresh_edges} == {"evidence_for", "contradicts"}
    assert not graph_map(profile, MapFilter()).fresh_edges
    assert added_ids(profile, MapFilter(sources=("Service desk",)), since) == [
        one for one in ids if one.startswith("e:") and lines[one].kind == "contradicts"
    ]
    assert neighbourhood(profile, "a0", since=since).fresh == {
        "r1",
        next(one[2:] for one in ids if lines[one].kind == "evidence_for"),
    }
    assert added_ids(profile, MapFilter(), NOW - 1) == []


def test_yesterday_begins_at_local_midnight() -> None:
    start = yesterday_start(NOW)
    assert (local_date(NOW) - local_date(start)).days == 1
    assert local_date(start - 1) != local_date(start)


def test_lines_of_the_list_count_relations(profile: Profile) -> None:
    assert {key: line.links for key, line in map_lines(profile, ["a1", "a6"]).items()} == {"a1": 3, "a6": 0}


def test_the_map_is_read_from_an_index_without_the_texts(profile: Profile) -> None:
    plan = profile.database.read(
        lambda rx: " ".join(
            str(row["detail"])
            for row in rx.sql(
                """EXPLAIN QUERY PLAN SELECT n.id, n.title, n.source_key FROM node n
                   WHERE n.state = 'active' AND n.kind = 'article'"""
            )
        )
    )
    assert "COVERING INDEX node_map" in plan
