"""The measuring commands run on real parts and their figures hang together."""

from __future__ import annotations

from pathlib import Path

from neurodesk.app.queries import bench_passages, import_bench, scan_bench, search_bench
from neurodesk.app.queries.retrieval_eval import Judged, read_judged
from neurodesk.bootstrap import embedded_encoder, open_profile
from neurodesk.settings.clock import SystemClock


def test_import_bench_counts_files_stages_and_an_idle_second_run(tmp_path: Path) -> None:
    kb = tmp_path / "kb"
    kb.mkdir()
    for number in range(4):
        (kb / f"{number}.md").write_text(f"# T{number}\n\nThe server number {number} answers.\n")
    with open_profile(tmp_path / "profile") as profile:
        found = import_bench.measure(profile, kb)
    assert (found["files"], found["second_import_parsed"], found["problems"]) == (4, 0, 0)
    assert found["bytes"] == sum(one.stat().st_size for one in kb.iterdir())
    assert {"parse", "chunk", "profiles", "total"} <= set(found["first_import"])
    assert found["vectors_after"]["passages"] == 4


def test_search_bench_finds_with_short_vectors_what_exact_search_finds() -> None:
    encoder = embedded_encoder()
    stages: set[str] = set()

    def progress(stage: str, _done: int, _total: int) -> None:
        stages.add(stage)

    with bench_passages.filled_database(150, encoder, SystemClock(), progress) as database:
        found = search_bench.measure(database, encoder, 5)
    assert stages == {"words", "passages"}
    assert (found["passages"], found["vectors"]) == (150, 600)
    assert set(found["ways"]) == {"text", "vectors", "fusion", "bare_fts5", "exact_numpy", "sign_bits"}
    assert found["recall_at_10_of_vectors"] == 1.0
    assert found["recall_at_10_of_sign_bits"] == 1.0, "so few passages are all rescored"
    assert bench_passages.vocabulary() == bench_passages.vocabulary()


def test_scan_bench_changes_articles_and_finds_what_a_whole_scan_finds() -> None:
    found = scan_bench.measure((300,), changed=10)
    row = found["rows"][0]
    assert (row["nodes"], row["edges"], row["changed"]) == (300, 1200, 10)
    assert row["findings"] > 0
    assert row["same_as_whole_scan"] is True


def test_a_sample_of_queries_is_spread_evenly(tmp_path: Path) -> None:
    queries, qrels = tmp_path / "q.jsonl", tmp_path / "r.tsv"
    queries.write_text("".join(f'{{"_id": "{n}", "text": "t{n}"}}\n' for n in range(10)))
    qrels.write_text("".join(f"{n}\td\t1\n" for n in range(10)))
    judged: Judged = read_judged(queries, qrels, 3)
    assert [one for one, _ in judged.queries] == ["0", "3", "6"]
