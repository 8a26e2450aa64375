"""Vectors and hybrid retrieval on a real database with the shipped encoder."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from neurodesk.app.commands.knowledge import import_kb, register_kb
from neurodesk.app.commands.vectors import index_missing
from neurodesk.app.profile import Profile
from neurodesk.app.queries.retrieval import Fusion, HybridRetriever, fused_score
from neurodesk.app.queries.retrieval_eval import (
    Document,
    Judged,
    evaluate,
    indexed_corpus,
    percentile,
    read_corpus,
    read_judged,
)
from neurodesk.bootstrap import embedded_encoder, open_profile
from neurodesk.domain.errors import BadInput
from neurodesk.domain.ports import Embedder
from neurodesk.settings.clock import SystemClock
from neurodesk.storage.vector_index import VectorIndex, pack_vectors, unpack_vectors, vector_state

ARTICLES = {
    "password.de.md": "# Passwort zurücksetzen\n\nSo setzen Sie ein vergessenes Kennwort zurück.\n",
    "password.en.md": "# Reset a password\n\nHow to reset the forgotten password of an account.\n",
    "printer.en.md": "# Printer\n\nThe printer does not print because the paper tray is empty.\n",
    "vpn.en.md": "# VPN\n\nConnect the laptop to the company network with WireGuard on port 51820.\n",
    "backup.de.md": "# Datensicherung\n\nDie nächtliche Sicherung der Datenbank läuft um 02:00 Uhr.\n",
}


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    root = tmp_path / "kb"
    root.mkdir()
    for path, text in ARTICLES.items():
        (root / path).write_text(text, encoding="utf-8")
    with open_profile(tmp_path / "profile") as opened:
        import_kb(opened, register_kb(opened, root, "Desk").id)
        yield opened


def paths(profile: Profile, found: Sequence[object]) -> list[str]:
    ids = [one.node_id for one in found]  # type: ignore[attr-defined]
    rows = profile.database.read(lambda rx: rx.sql("SELECT id, path FROM node"))
    names = {row["id"]: row["path"] for row in rows}
    return [names[one] for one in ids]


def test_the_shipped_encoder_sees_meaning_across_languages() -> None:
    encoder = embedded_encoder()
    vectors = encoder.encode(
        [
            "Wie setze ich mein Passwort zurück?",
            "How do I reset my password?",
            "The printer is out of paper.",
            "Groesse",
            "GRÖSSE",
            "重置密码",
        ]
    )
    assert isinstance(vectors, np.ndarray)
    same, other = float(vectors[0] @ vectors[1]), float(vectors[0] @ vectors[2])
    assert same > 0.6 > 0.3 > other
    assert encoder.probability(same) > 0.5 > encoder.probability(other)
    assert float(vectors[3] @ vectors[4]) > 0.99
    assert not vectors[5].any()
    assert np.allclose(np.linalg.norm(vectors[:5], axis=1), 1.0, atol=1e-5)


def test_a_changed_model_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from neurodesk.providers.models import static_encoder

    monkeypatch.setattr(static_encoder.resources, "data", lambda *_: b"other")
    with pytest.raises(static_encoder.ModelDamaged):
        static_encoder.StaticEncoder()


def test_retrieval_says_when_vectors_are_missing_and_works_without(profile: Profile) -> None:
    encoder = embedded_encoder()
    retriever = HybridRetriever(profile.database, encoder)
    state = retriever.vector_state()
    assert state is not None
    assert (state.indexed, state.ready) == (0, False)
    assert paths(profile, retriever.search("Kennwort vergessen", limit=1)) == ["password.de.md"]
    seen: list[tuple[int, int]] = []
    done = index_missing(profile.database, encoder, profile.clock, progress=lambda d, t: seen.append((d, t)))
    assert (done.done, done.complete) == (5, True)
    assert seen[-1] == (5, 5)
    state = retriever.vector_state()
    assert state is not None
    assert state.ready
    assert index_missing(profile.database, encoder, profile.clock).done == 0


def test_a_question_in_german_finds_the_english_article(profile: Profile) -> None:
    encoder = embedded_encoder()
    index_missing(profile.database, encoder, profile.clock)
    retriever = HybridRetriever(profile.database, encoder)
    found = retriever.search("Der Drucker druckt nicht, weil das Papier fehlt", limit=2)
    assert paths(profile, found)[0] == "printer.en.md"
    assert found[0].similarity > 0.3
    text = HybridRetriever(profile.database, encoder, fusion=Fusion.TEXT)
    assert "printer.en.md" not in paths(profile, text.search("Papier im Drucker fehlt", limit=2))


def test_stopped_indexing_goes_on_and_changed_articles_are_indexed_anew(
    profile: Profile, tmp_path: Path
) -> None:
    encoder = embedded_encoder()
    assert index_missing(profile.database, encoder, profile.clock, stop=lambda: True).complete is False
    index_missing(profile.database, encoder, profile.clock)
    (tmp_path / "kb" / "vpn.en.md").write_text("# VPN\n\nThe tunnel needs a key and a certificate.\n")
    kb_id = str(profile.database.read(lambda rx: rx.scalar("SELECT id FROM kb")))
    import_kb(profile, kb_id)
    state = profile.database.read(lambda rx: vector_state(rx, encoder.profile))
    assert (state.passages, state.indexed) == (5, 4)
    retriever = HybridRetriever(profile.database, encoder)
    retriever.search("anything", limit=1)
    assert index_missing(profile.database, encoder, profile.clock).done == 1
    assert paths(profile, retriever.search("tunnel certificate", limit=1)) == ["vpn.en.md"]


class OtherEncoder:
    """Another encoder: random directions that depend on the text alone."""

    def __init__(self, base: Embedder) -> None:
        self.profile = replace(base.profile, model="other", digest="0" * 64)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = [
            np.random.default_rng(int.from_bytes(hashlib.sha256(one.encode()).digest()[:8], "little")).normal(
                size=self.profile.dimension
            )
            for one in texts
        ]
        vectors = np.array(rows, np.float32)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def probability(self, cosine: float) -> float:
        return max(0.0, cosine)


def test_vectors_of_another_encoder_are_shown_and_never_compared(profile: Profile) -> None:
    first = embedded_encoder()
    second = OtherEncoder(first)
    index_missing(profile.database, first, profile.clock)
    state = profile.database.read(lambda rx: vector_state(rx, second.profile))
    assert (state.indexed, state.foreign, state.ready) == (0, 5, False)
    query = second.encode(["x"])[0]
    assert VectorIndex(profile.database, second.profile).search(query, limit=5) == []
    # Without the curator's word nothing is replaced; with it the old ones are gone.
    assert index_missing(profile.database, second, profile.clock).done == 0
    assert index_missing(profile.database, second, profile.clock, renew_foreign=True).done == 5
    state = profile.database.read(lambda rx: vector_state(rx, first.profile))
    assert (state.indexed, state.foreign) == (0, 5)


def test_short_vectors_find_what_exact_search_finds(tmp_path: Path) -> None:
    encoder = embedded_encoder()
    rng = np.random.default_rng(5)
    words = [
        f"{a}{b}" for a in ("net", "disk", "user", "mail", "print") for b in ("work", "fail", "name", "port")
    ]
    documents = [
        Document(f"d{number:03}", "", " ".join(rng.choice(words, 12)) + ".", "en") for number in range(300)
    ]
    with indexed_corpus(documents, encoder, SystemClock()) as (database, _):
        index = VectorIndex(database, encoder.profile)
        ids = [row[0] for row in database.read(lambda rx: rx.sql("SELECT id FROM chunk"))]
        for text in (documents[7].text, "network failure of the printer", "mail port"):
            vector = encoder.encode([text])[0]  # type: ignore[index]
            exact = index.score(vector, ids)[:10]
            assert index.search(vector, limit=10) == exact


def test_packed_vectors_keep_their_cosines() -> None:
    vectors = embedded_encoder().encode(["one short text", "another text about printers"])
    assert isinstance(vectors, np.ndarray)
    one = pack_vectors(1, vectors)
    again = unpack_vectors(one.data, one.windows, vectors.shape[1])
    assert np.allclose(vectors @ vectors.T, again @ again.T, atol=0.01)


def test_a_source_filter_is_exact_and_empty_is_not_all(profile: Profile) -> None:
    encoder = embedded_encoder()
    index_missing(profile.database, encoder, profile.clock)
    retriever = HybridRetriever(profile.database, encoder)
    assert retriever.search("password", limit=3, source_keys=["Desk"]) != []
    assert retriever.search("password", limit=3, source_keys=["Other"]) == []
    assert retriever.search("password", limit=3, source_keys=[]) == []


def test_answers_are_the_same_every_time(profile: Profile) -> None:
    encoder = embedded_encoder()
    index_missing(profile.database, encoder, profile.clock)
    first = HybridRetriever(profile.database, encoder).search("account network", limit=10)
    assert HybridRetriever(profile.database, encoder).search("account network", limit=10) == first
    assert [one.score for one in first] == sorted((one.score for one in first), reverse=True)


def test_a_refiner_sees_only_what_retrieval_touched(profile: Profile) -> None:
    encoder = embedded_encoder()
    index_missing(profile.database, encoder, profile.clock)
    seen: list[str] = []

    class Watched(OtherEncoder):
        def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
            seen.extend(texts)
            return super().encode(texts)

    retriever = HybridRetriever(profile.database, encoder, refiner=Watched(encoder))
    first = retriever.search("password of the account", limit=5, source_keys=["Desk"])
    count = len(seen)
    assert 1 < count <= 6
    assert retriever.search("password of the account", limit=5, source_keys=["Desk"]) == first
    assert len(seen) == count + 1, "a passage is encoded once"


def test_scores_of_both_languages_stand_on_one_scale() -> None:
    assert fused_score(1.0, 1.0, "de", "de") == pytest.approx(3.0)
    assert fused_score(1.0, 1.0, "de", "en") == pytest.approx(3.0)
    assert fused_score(0.0, 0.8, "de", "en") > fused_score(0.0, 0.8, "de", "de")


def test_measures_are_computed_as_defined(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text(
        '{"_id": "a", "title": "", "text": "The zebra eats grass."}\n'
        '{"_id": "b", "title": "", "text": "The okapi eats leaves and a zebra watches."}\n'
    )
    queries = tmp_path / "queries.jsonl"
    queries.write_text('{"_id": "q", "text": "zebra grass"}\n{"_id": "unjudged", "text": "x"}\n')
    qrels = tmp_path / "qrels.tsv"
    qrels.write_text("query-id\tcorpus-id\tscore\nq\tb\t1\n")
    judged = read_judged(queries, qrels)
    assert judged == Judged((("q", "zebra grass"),), {"q": {"b": 1}})
    encoder = embedded_encoder()
    documents = read_corpus(corpus, (), lang="en", titles=True)
    with indexed_corpus(documents, encoder, SystemClock()) as (database, names):
        found = evaluate(database, names, judged, encoder)["text"]
    assert (found.ndcg_at_10, found.recall_at_5, found.mrr) == (0.6309, 1.0, 0.5)
    assert percentile([3.0, 1.0, 2.0], 50) == 2.0


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"_id": 1}\nnot json\n')
    with pytest.raises(BadInput, match="eval_file_broken"):
        read_corpus(bad, (), lang="", titles=True)


def test_an_article_that_speaks_of_it_twice_comes_first(tmp_path: Path) -> None:
    once = "# One\n\nThe zebra stands here.\n\n## Rest\n\nThe weather is fine today.\n"
    twice = "# Two\n\nThe zebra stands here.\n\n## More\n\nAnother zebra is near.\n"
    documents = [Document("once", "", once, "en"), Document("twice", "", twice, "en")]
    encoder = embedded_encoder()
    with indexed_corpus(documents, encoder, SystemClock()) as (database, names):
        for fusion in (Fusion.TEXT, Fusion.SCORE):
            found = HybridRetriever(database, encoder, fusion=fusion).search("zebra", limit=1, lang="en")
            assert names[found[0].node_id] == "twice"
