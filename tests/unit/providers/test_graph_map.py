"""Places of the whole graph: stable, near their neighbours, and made in a process that can be stopped."""

from __future__ import annotations

import multiprocessing

import numpy as np
import pytest

from neurodesk.domain.errors import InfrastructureFault
from neurodesk.domain.graph_map import MapShape, Place
from neurodesk.providers.graph_map.arrange import NEAR_PX, arrange
from neurodesk.providers.graph_map.child import LayoutChild
from neurodesk.providers.graph_map.communities import communities
from tests.graph_parts import clustered, shape_of


def silent(_stage: str, _done: int, _total: int) -> None:
    pass


def laid_out(shape: MapShape) -> list[Place]:
    return arrange(shape, silent, 60)


def test_layouts_are_the_same_each_time() -> None:
    shape = shape_of(400, clustered(400, 1_500, 8))
    first = laid_out(shape)
    assert first == laid_out(shape)
    assert len(first) == 400


def test_clusters_become_communities() -> None:
    left = [(a, b) for a in range(10) for b in range(a)]
    right = [(a + 10, b + 10) for a, b in left]
    groups = communities(21, np.array([*left, *right, (0, 10)], dtype=np.int32))
    assert len(set(groups[:10].tolist())) == 1
    assert len(set(groups[10:20].tolist())) == 1
    assert groups[0] != groups[10] != groups[20]


@pytest.mark.parametrize("count", [0, 1, 2])
def test_tiny_graphs_have_a_layout(count: int) -> None:
    assert len(laid_out(shape_of(count, np.zeros((0, 2), dtype=np.int32)))) == count


def test_communities_do_not_lie_over_one_another_and_their_nodes_stand_apart() -> None:
    places = laid_out(shape_of(400, clustered(400, 1_500, 8)))
    at = np.array([one[:2] for one in places])
    groups = np.array([one[2] for one in places])
    discs = []
    for group in range(groups.max() + 1):
        members = at[groups == group]
        centre = members.mean(axis=0)
        discs.append((centre, np.percentile(np.hypot(*(members - centre).T), 95)))
    for n, (centre, radius) in enumerate(discs):
        for other, far in discs[:n]:
            assert np.hypot(*(centre - other)) > radius + far
    gap = np.hypot(*(at[:, None, :] - at[None, :, :]).transpose(2, 0, 1))
    np.fill_diagonal(gap, 99)
    assert gap.min() > 4
    assert np.median(gap.min(axis=1)) > NEAR_PX * 0.7


def test_nodes_without_a_link_gather_by_source() -> None:
    sources = ("a",) * 5 + ("b",) * 4
    places = arrange(MapShape(sources, ((0, 1), (1, 2)), {}), silent, 60)
    assert places[3][2] == places[4][2]
    assert len({one[2] for one in places[5:]}) == 1
    assert len({places[0][2], places[3][2], places[5][2]}) == 3


def test_what_has_a_place_stays_and_new_nodes_come_beside_their_neighbours() -> None:
    pairs = clustered(300, 1_200, 6)
    old = laid_out(shape_of(300, pairs))
    more = np.concatenate([pairs, np.array([(300, 7), (301, 300)], dtype=np.int32)])
    found = laid_out(shape_of(302, more, dict(enumerate(old))))
    assert found[:300] == old
    for new, beside in ((300, 7), (301, 300)):
        assert found[new][2] == found[beside][2]
        nearer = sum(np.hypot(x - found[beside][0], y - found[beside][1]) < 6 * NEAR_PX for x, y, _g in old)
        assert np.hypot(found[new][0] - found[beside][0], found[new][1] - found[beside][1]) < 6 * NEAR_PX
        assert nearer < 150
    taken = {(x, y) for x, y, _group in old}
    assert not taken & {found[300][:2], found[301][:2]}


def test_a_new_part_that_touches_nothing_old_is_laid_out_beside_the_map() -> None:
    pairs = clustered(200, 800, 4)
    old = laid_out(shape_of(200, pairs))
    part = clustered(100, 400, 2) + 200
    found = laid_out(shape_of(300, np.concatenate([pairs, part]).astype(np.int32), dict(enumerate(old))))
    assert found[:200] == old
    assert min(one[0] for one in found[200:]) > max(one[0] for one in old)
    assert not {one[2] for one in old} & {one[2] for one in found[200:]}


def test_new_unlinked_nodes_join_the_unlinked_ones_of_their_source() -> None:
    old = arrange(MapShape(("a",) * 4 + ("b",) * 3, ((0, 1),), {}), silent, 60)
    shape = MapShape(("a",) * 4 + ("b",) * 3 + ("b",), ((0, 1),), dict(enumerate(old)))
    assert arrange(shape, silent, 60)[7][2] == old[5][2]


def test_out_of_time_the_rest_is_placed_the_fast_way() -> None:
    places = arrange(shape_of(400, clustered(400, 1_500, 8)), silent, 0.0)
    assert len({one[:2] for one in places}) == 400


def test_the_process_answers_as_the_code_does_and_tells_how_far_it_is() -> None:
    shape = shape_of(120, clustered(120, 500, 4))
    heard: list[str] = []
    found = LayoutChild().make(shape, lambda stage, _done, _total: heard.append(stage), lambda: False)
    assert found == laid_out(shape)
    assert list(dict.fromkeys(heard))[:3] == ["start", "communities", "inside"]
    assert not [one.name for one in multiprocessing.active_children() if "map" in one.name]


def test_a_stopped_layout_answers_nothing_and_its_process_is_gone() -> None:
    heard: list[str] = []
    shape = shape_of(4_000, clustered(4_000, 16_000))
    stop = LayoutChild().make(
        shape, lambda stage, _done, _total: heard.append(stage), lambda: "communities" in heard
    )
    assert stop is None
    assert not [one.name for one in multiprocessing.active_children() if "map" in one.name]


def test_a_layout_that_takes_too_long_is_ended_and_named() -> None:
    with pytest.raises(InfrastructureFault) as caught:
        LayoutChild(limit_s=0.0).make(shape_of(4_000, clustered(4_000, 16_000)), silent, lambda: False)
    assert caught.value.code == "map_unavailable"
    assert not [one.name for one in multiprocessing.active_children() if "map" in one.name]
