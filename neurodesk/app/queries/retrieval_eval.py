"""Measures retrieval on a corpus with known answers: text, vectors and their fusion in one run.

The corpus lies in BEIR's layout (``corpus.jsonl``, ``queries.jsonl``, ``qrels.tsv``) or is a folder of
articles; it is indexed into a database of its own by the same code that imports a KB.
"""

from __future__ import annotations

import json
import math
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from neurodesk.app.commands.vectors import index_missing
from neurodesk.app.kb_folder import list_folder, read_file
from neurodesk.app.queries.retrieval import Fusion, HybridRetriever
from neurodesk.domain.errors import BadInput
from neurodesk.domain.identity import derived_id, sha256_bytes
from neurodesk.domain.kb import ArticleRecord, KbFormat, NotAnArticle, ParsedArticle
from neurodesk.domain.markdown_text import outline_of
from neurodesk.domain.ports import Clock, Embedder
from neurodesk.pipeline.import_kb import FileContent, FoundFile, article_record, name_parts
from neurodesk.storage.db import Database
from neurodesk.storage.graph_store import store_article

_DEPTH = 10
_RECALL_DEPTH = 5
_PASSAGES = 100


@dataclass(frozen=True, slots=True)
class Document:
    """One document of a corpus."""

    id: str
    title: str
    text: str
    lang: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """Queries with the ids of their right answers and how right they are."""

    queries: tuple[tuple[str, str], ...]
    answers: dict[str, dict[str, int]]


@dataclass(frozen=True, slots=True)
class Quality:
    """Means over the judged queries, 0..1, and the time of one search in milliseconds."""

    ndcg_at_10: float
    recall_at_5: float
    mrr: float
    p50_ms: float
    p99_ms: float


def read_corpus(path: Path, formats: Sequence[KbFormat], *, lang: str, titles: bool) -> list[Document]:
    """Read a corpus.

    Args:
        path: a JSON Lines file of ``_id``, ``title``, ``text``, or a folder of articles, whose ids are their
            paths without ending and language marker.
        formats: what a folder may hold.
        lang: of a folder only the articles of this language; of a file its language; "" for all.
        titles: whether titles are indexed too.

    Raises:
        BadInput: ``eval_file_broken``.
    """
    if not path.is_dir():
        return [
            Document(
                str(row["_id"]), str(row.get("title", "")) if titles else "", str(row.get("text", "")), lang
            )
            for row in _json_lines(path)
        ]
    by_suffix = {suffix: one for one in formats for suffix in one.suffixes}
    listing = list_folder(path, archive_folder="_archive", suffixes=frozenset(by_suffix))
    documents = []
    for file in listing.articles:
        parts = name_parts(file.path)
        base, dot, ending = parts.base.rpartition(".")
        try:
            parsed = by_suffix[f".{ending.lower()}"].parse(read_file(path, file))
        except NotAnArticle:
            continue
        language = parsed.lang or parts.lang
        if not lang or language == lang:
            title = parsed.title if titles else ""
            documents.append(Document(base if dot else parts.base, title, parsed.body, language))
    return documents


def read_judged(queries: Path, qrels: Path, sample: int = 0) -> Judged:
    """Read queries (``_id``, ``text``) and judgements (query id, document id, score; tab separated).

    Args:
        sample: ask only so many, evenly spread over the file; 0 for all.

    Raises:
        BadInput: ``eval_file_broken``.
    """
    answers: dict[str, dict[str, int]] = {}
    for number, line in enumerate(_lines(qrels), start=1):
        parts = line.split("\t")
        if len(parts) != 3 or not parts[2].strip().removeprefix("-").isdecimal():
            if number == 1:
                continue  # the heading
            raise BadInput("eval_file_broken", path=str(qrels), line=number)
        answers.setdefault(parts[0], {})[parts[1]] = int(parts[2])
    asked = tuple(
        (str(row["_id"]), str(row["text"])) for row in _json_lines(queries) if str(row["_id"]) in answers
    )
    if 0 < sample < len(asked):
        asked = tuple(asked[place * len(asked) // sample] for place in range(sample))
    return Judged(asked, answers)


def _lines(path: Path) -> Iterator[str]:
    try:
        with path.open(encoding="utf-8") as handle:
            for line in handle:
                yield line.rstrip("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput("eval_file_broken", path=str(path), line=0, detail=str(error)) from error


def _json_lines(path: Path) -> Iterator[dict[str, object]]:
    for number, line in enumerate(_lines(path), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            if not isinstance(row, dict) or "_id" not in row:
                raise ValueError("no _id")
        except ValueError as error:
            raise BadInput("eval_file_broken", path=str(path), line=number, detail=str(error)) from error
        yield row


@contextmanager
def indexed_corpus(
    documents: Iterable[Document], embedder: Embedder, clock: Clock
) -> Iterator[tuple[Database, dict[str, str]]]:
    """Index documents into a database in a temporary folder; give it and node id to document id."""
    with (
        tempfile.TemporaryDirectory(prefix="neurodesk-eval-") as folder,
        Database(Path(folder) / "eval.db", synchronous_bulk="OFF") as database,
    ):
        names: dict[str, str] = {}

        def records() -> Iterator[ArticleRecord]:
            for one in documents:
                node_id = derived_id("n", "eval", one.id)
                names[node_id] = one.id
                yield _record(one, node_id)

        database.bulk(list(records()), store_article).result()
        index_missing(database, embedder, clock)
        yield database, names


def _record(one: Document, node_id: str) -> ArticleRecord:
    data = one.text.encode("utf-8", "replace")
    parsed = ParsedArticle(format="markdown", title=one.title or " ", body=one.text, lang=one.lang)
    content = FileContent(FoundFile(f"{one.id}.md", len(data), 0), sha256_bytes(data))
    outline = outline_of(parsed.body)
    return article_record(parsed, content, outline, node_id=node_id, kb_id="eval", kb_name="eval", now=0.0)


def evaluate(
    database: Database,
    names: dict[str, str],
    judged: Judged,
    embedder: Embedder,
    *,
    lang: str = "",
    refiner: Embedder | None = None,
    progress: Callable[[str, int, int], None] | None = None,
) -> dict[str, Quality]:
    """Return the quality of text search, vectors, and their fusion by score and by rank.

    Args:
        lang: the language of the queries, found out one by one when "".
    """
    ways: dict[str, HybridRetriever] = {
        "text": HybridRetriever(database, embedder, fusion=Fusion.TEXT),
        "vectors": HybridRetriever(database, embedder, fusion=Fusion.VECTORS),
        "fusion": HybridRetriever(database, embedder),
        "rank_fusion": HybridRetriever(database, embedder, fusion=Fusion.RANK),
    }
    if refiner is not None:
        ways["refined"] = HybridRetriever(database, embedder, refiner=refiner)
    found: dict[str, Quality] = {}
    for name, retriever in ways.items():
        gains: list[tuple[float, float, float]] = []
        times: list[float] = []
        for done, (query_id, text) in enumerate(judged.queries):
            if progress is not None and done % 50 == 0:
                progress(name, done, len(judged.queries))
            started = time.perf_counter()
            passages = retriever.search(text, limit=_PASSAGES, lang=lang)
            times.append((time.perf_counter() - started) * 1000.0)
            ranking = list(dict.fromkeys(names[one.node_id] for one in passages))
            gains.append(_gains(ranking, judged.answers[query_id]))
        ndcg, recall, reciprocal = (
            round(sum(one[column] for one in gains) / max(1, len(gains)), 4) for column in range(3)
        )
        found[name] = Quality(
            ndcg,
            recall,
            reciprocal,
            p50_ms=round(percentile(times, 50), 2),
            p99_ms=round(percentile(times, 99), 2),
        )
    return found


def _gains(ranking: Sequence[str], answers: dict[str, int]) -> tuple[float, float, float]:
    """Return nDCG@10, recall@5 and reciprocal rank of one ranking (Järvelin & Kekäläinen 2002)."""
    gained = sum(
        answers.get(one, 0) / math.log2(rank + 1) for rank, one in enumerate(ranking[:_DEPTH], start=1)
    )
    ideal = sum(
        score / math.log2(rank + 1)
        for rank, score in enumerate(sorted(answers.values(), reverse=True)[:_DEPTH], start=1)
    )
    right = {one for one, score in answers.items() if score > 0}
    recall = len(right & set(ranking[:_RECALL_DEPTH])) / len(right) if right else 0.0
    reciprocal = next((1.0 / rank for rank, one in enumerate(ranking, start=1) if one in right), 0.0)
    return gained / ideal if ideal else 0.0, recall, reciprocal


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which ``share`` percent of the values lie (nearest rank)."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, math.ceil(share / 100.0 * len(ordered)) - 1))]
