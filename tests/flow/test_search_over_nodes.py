"""Search with the embedding model of real nodes over loopback: profile, mismatch, absence (SPEC K6, M7)."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from neurodesk import bootstrap
from neurodesk.app.commands.knowledge import import_kb, register_kb
from neurodesk.app.commands.vectors import index_missing, want_renewal
from neurodesk.app.profile import Profile
from neurodesk.app.queries.nodes import newest_calls
from neurodesk.app.queries.retrieval import HybridRetriever
from neurodesk.app.queries.vectors import VectorsNow, vectors_now
from neurodesk.app.vector_indexer import VectorIndexer
from neurodesk.domain.errors import InfrastructureFault
from neurodesk.domain.ports import Embedder
from neurodesk.providers.models.loopback_node import Fault, LoopbackNode, ServedModel
from neurodesk.providers.models.scripted_roles import scripted_reply
from neurodesk.storage.embedding_profiles import profiles_in_use

MODEL = "embeddinggemma"
DIGEST, NEWER = "sha256:" + "a" * 12, "sha256:" + "b" * 12
TEXTS = {
    "printer": "The printer does not print because the paper tray is empty.",
    "network": "Connect the laptop to the company network over port 51820.",
    "backup": "Die nächtliche Sicherung der Datenbank läuft um zwei Uhr.",
}


def served(digest: str = DIGEST, dimension: int = 64, context: int = 2048) -> ServedModel:
    return ServedModel(MODEL, digest, dimension=dimension, context_length=context)


@pytest.fixture
def node() -> Iterator[LoopbackNode]:
    with LoopbackNode([served()], scripted_reply, holds_one=False) as running:
        yield running


@pytest.fixture
def profile(tmp_path: Path, node: LoopbackNode) -> Iterator[Profile]:
    with bootstrap.open_profile(tmp_path / "profile") as opened:
        filled(opened, tmp_path / "kb", TEXTS)
        opened.settings.set("models.ollama_urls", [f"one={node.url}"])
        opened.settings.set("search.encoder", "pool")
        yield opened


def filled(profile: Profile, root: Path, texts: dict[str, str]) -> None:
    root.mkdir(exist_ok=True)
    for name, text in texts.items():
        (root / f"{name}.md").write_text(f"# {name}\n\n{text}\n", encoding="utf-8")
    import_kb(profile, register_kb(profile, root).id)


def encoder_of(profile: Profile) -> Embedder:
    return bootstrap.search_encoder(profile)


def index(profile: Profile, **more: object) -> int:
    return index_missing(profile.database, encoder_of(profile), profile.clock, **more).done  # type: ignore[arg-type]


def now(profile: Profile) -> VectorsNow:
    found = vectors_now(profile)
    assert found is not None
    return found


def look(profile: Profile) -> None:
    """Let the pool ask its nodes anew."""
    pool = bootstrap.model_room(profile).pool

    async def ask() -> None:
        await pool.check_health()
        await pool.aclose()

    import asyncio

    asyncio.run(ask())


def until(condition: Callable[[], bool], limit_s: float = 20.0) -> None:
    end = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < end, "never came true"
        time.sleep(0.01)


def test_profile_and_calibration_come_from_the_model_and_are_kept(
    profile: Profile, node: LoopbackNode
) -> None:
    encoder = encoder_of(profile)
    found = encoder.profile
    assert (found.model, found.digest, found.dimension, found.normalised) == (MODEL, DIGEST, 64, True)
    assert found.calibration[0] > 0
    asked = len(node.record.calls)
    assert asked >= 2, "the shipped pairs were embedded"
    assert 0.0 <= encoder.probability(0.2) < 0.5 < encoder.probability(1.0) <= 1.0
    fresh = bootstrap.model_room(profile)
    fresh._encoder = None  # another process: what was calibrated is read, not made again
    assert encoder_of(profile).profile == found
    assert len(node.record.calls) == asked


def test_search_uses_the_nodes_vectors_and_questions_are_interactive(profile: Profile) -> None:
    assert index(profile) == 3
    retriever = HybridRetriever(profile.database, profile.search_encoder)
    found = retriever.search("the paper tray of the printer is empty", limit=3)
    assert "paper tray" in found[0].text
    assert retriever.text_only == ""
    assert all(one.similarity > 0 for one in found), "each passage has a cosine of the present encoder"
    profile.database.write(lambda _tx: None)
    calls = newest_calls(profile)
    assert {one.role for one in calls} == {"embedding"}
    assert [one.priority for one in calls][-1] == "interactive"
    assert {one.priority for one in calls[:-1]} == {"autonomous"}


def test_long_passages_are_cut_by_us(tmp_path: Path) -> None:
    with ExitStack() as stack:
        node = stack.enter_context(
            LoopbackNode([served(context=120)], scripted_reply, holds_one=False, lists_details=False)
        )
        opened = stack.enter_context(bootstrap.open_profile(tmp_path / "p"))
        long = " ".join(f"word{number} stands here." for number in range(120))
        filled(opened, tmp_path / "kb", {"long": long})
        opened.settings.set("models.ollama_urls", [node.url])
        opened.settings.set("search.encoder", "pool")
        assert index(opened) >= 1
        assert now(opened).indexed == now(opened).passages


def test_another_version_is_shown_never_compared_and_renewed_on_the_curators_word(
    profile: Profile, node: LoopbackNode
) -> None:
    index(profile)
    node.models = [served(NEWER)]
    look(profile)
    assert index(profile) == 0, "nothing is replaced unasked"
    state = now(profile)
    assert (state.digest, state.indexed, state.foreign) == (NEWER, 0, 3)
    assert [(one.digest, one.passages) for one in state.others] == [(DIGEST, 3)]
    assert state.text_only
    retriever = HybridRetriever(profile.database, profile.search_encoder)
    found = retriever.search("paper tray", limit=3)
    assert found, "text still finds it"
    assert {one.similarity for one in found} == {0.0}, "no vector of the former version took part"
    assert index(profile, renew_foreign=True) == 3
    state = now(profile)
    assert (state.indexed, state.foreign, state.others, state.renewing) == (3, 0, (), False)
    assert (
        HybridRetriever(profile.database, profile.search_encoder).search("paper tray", limit=1)[0].similarity
        > 0
    )


def test_a_change_of_encoder_and_back_costs_no_old_vector(profile: Profile) -> None:
    index(profile)
    profile.settings.set("search.encoder", "embedded")
    state = now(profile)
    assert (state.model, state.indexed, state.foreign) == ("static-de-en", 0, 3)
    profile.settings.set("search.encoder", "pool")
    assert now(profile).indexed == 3


def test_a_call_goes_only_to_nodes_with_the_pinned_version(profile: Profile, node: LoopbackNode) -> None:
    index(profile)
    with LoopbackNode([served(NEWER)], scripted_reply, holds_one=False) as other:
        profile.settings.set("models.ollama_urls", [f"one={node.url}", f"other={other.url}"])
        look(profile)
        encoder = encoder_of(profile)
        for _ in range(6):
            encoder.encode(["a question"])
        assert other.record.calls == []
        assert encoder.profile.digest == DIGEST


def test_without_a_node_search_goes_by_text_and_says_why(profile: Profile, node: LoopbackNode) -> None:
    index(profile)
    profile.settings.set("models.ollama_urls", ["gone=127.0.0.1:9"])
    retriever = HybridRetriever(profile.database, profile.search_encoder)
    assert "paper tray" in retriever.search("paper tray", limit=3)[0].text
    assert retriever.text_only == "connect"
    state = now(profile)
    assert (state.indexed, state.fault) == (3, "connect")
    assert state.text_only
    profile.settings.set("models.ollama_urls", [f"one={node.url}"])
    look(profile)
    assert retriever.search("paper tray", limit=3)[0].similarity > 0
    assert retriever.text_only == ""


def test_indexing_stops_with_its_node_and_goes_on_with_it(
    profile: Profile, node: LoopbackNode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("neurodesk.app.vector_indexer.AWAY_S", 0.05)
    encoder_of(profile).profile  # noqa: B018 - calibrated while the node is well
    pool = bootstrap.model_room(profile).pool
    pool.limits = lambda: replace(bootstrap.model_room(profile)._limits(), cooldown_s=0.05, health_s=0.05)
    node.always = Fault("status", 500, "the runner died")
    with VectorIndexer(profile):
        until(lambda: pool.fault_of(MODEL) == "cooling_down" or len(node.record.calls) > 6)
        assert now(profile).indexed == 0
        node.always = None
        until(lambda: now(profile).indexed == 3)


def test_closing_does_not_wait_for_a_node_that_hangs(profile: Profile, node: LoopbackNode) -> None:
    encoder_of(profile).profile  # noqa: B018 - calibrated while the node is well
    asked = len(node.record.calls)
    node.always = Fault("hang")
    before = {one.name for one in threading.enumerate()}
    with VectorIndexer(profile):
        until(lambda: len(node.record.calls) > asked)
    assert "neurodesk-vectors" not in {one.name for one in threading.enumerate()}
    assert {one.name for one in threading.enumerate() if one.name.startswith("neurodesk")} <= before
    assert now(profile).indexed == 0


def test_the_wish_to_renew_outlives_a_kill(tmp_path: Path) -> None:
    """The process is killed with SIGKILL in the middle; the next one goes on with what is left (SPEC K6)."""
    texts = {f"n{number}": f"Text number {number} is about matter {number}." for number in range(24)}
    with LoopbackNode([served()], scripted_reply, holds_one=False) as node:
        with bootstrap.open_profile(tmp_path / "p") as profile:
            filled(profile, tmp_path / "kb", texts)
            index_missing(profile.database, bootstrap.embedded_encoder(), profile.clock)
            profile.settings.set("models.ollama_urls", [node.url])
            profile.settings.set("search.encoder", "pool")
        script = (
            "import os, sys, pathlib\n"
            "from neurodesk import bootstrap\n"
            "from neurodesk.app.commands.vectors import index_missing\n"
            "with bootstrap.open_profile(pathlib.Path(sys.argv[1])) as profile:\n"
            "    def told(done, total):\n"
            "        if done >= 8:\n"
            "            os.kill(os.getpid(), 9)\n"
            "    index_missing(profile.database, bootstrap.search_encoder(profile), profile.clock,"
            " progress=told, renew_foreign=True)\n"
        )
        done = subprocess.run([sys.executable, "-c", script, str(tmp_path / "p")], timeout=60, check=False)
        assert done.returncode == -signal.SIGKILL
        with bootstrap.open_profile(tmp_path / "p") as profile:
            assert 0 < now(profile).indexed < 24
            assert now(profile).renewing
            with VectorIndexer(profile):
                until(lambda: now(profile).indexed == 24)
                until(lambda: not now(profile).renewing)
            assert now(profile).foreign == 0


def test_the_window_asks_for_a_renewal_and_the_worker_does_it(profile: Profile) -> None:
    index_missing(profile.database, bootstrap.embedded_encoder(), profile.clock, renew_foreign=True)
    assert now(profile).foreign == 3
    with VectorIndexer(profile):
        want_renewal(profile.database, profile.clock)
        until(lambda: now(profile).indexed == 3)


def test_a_model_that_tells_nothing_apart_is_refused(tmp_path: Path) -> None:
    with ExitStack() as stack:
        node = stack.enter_context(LoopbackNode([served(dimension=1)], scripted_reply, holds_one=False))
        opened = stack.enter_context(bootstrap.open_profile(tmp_path / "p"))
        filled(opened, tmp_path / "kb", TEXTS)
        opened.settings.set("models.ollama_urls", [node.url])
        opened.settings.set("search.encoder", "pool")
        with pytest.raises(Exception, match="encoder_unusable"):
            index(opened)
        retriever = HybridRetriever(opened.database, opened.search_encoder)
        assert retriever.search("paper tray", limit=1)
        assert retriever.text_only == "encoder_unusable"


def test_vectors_of_two_encoders_are_in_no_index_together(profile: Profile) -> None:
    index(profile)
    in_use = profile.database.read(profiles_in_use)
    assert [(one.key.split(":")[0], count) for one, count in in_use] == [(MODEL, 3)]
    vectors = encoder_of(profile).encode(["a", "", "a"])
    assert isinstance(vectors, np.ndarray)
    assert np.array_equal(vectors[0], vectors[2])
    assert not vectors[1].any()


def test_a_fault_of_the_node_keeps_what_is_stored(profile: Profile, node: LoopbackNode) -> None:
    index(profile)
    node.always = Fault("status", 500, "the runner died")
    with pytest.raises(InfrastructureFault):
        encoder_of(profile).encode(["a question"])
    assert now(profile).indexed == 3
