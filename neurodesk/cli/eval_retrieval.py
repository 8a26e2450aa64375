"""``neurodesk eval retrieval``: measure search on data with known answers."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path

import click

from neurodesk.cli.root import print_json, standalone_options


@click.command("retrieval")
@click.option("--corpus", type=click.Path(path_type=Path), required=True, help="JSON Lines, or a folder.")
@click.option("--queries", type=click.Path(path_type=Path), required=True, help="JSON Lines: _id, text.")
@click.option("--qrels", type=click.Path(path_type=Path), required=True, help="Query, document, score (TSV).")
@click.option("--corpus-lang", default="", help="Of a folder, only articles of this language (de, en).")
@click.option("--query-lang", default="", help="Language of the queries; found out when left out.")
@click.option("--no-titles", is_flag=True, help="Leave the documents' titles out of the index.")
@click.option("--sample", default=0, help="Ask only so many queries, evenly spread; 0 for all.")
@click.option("--refine", is_flag=True, help="Measure the slower encoder of the extra `refine` too.")
@standalone_options
def retrieval(
    corpus: Path,
    queries: Path,
    qrels: Path,
    corpus_lang: str,
    query_lang: str,
    no_titles: bool,
    sample: int,
    refine: bool,
    as_json: bool,
) -> None:
    """Compare text search, vectors and their fusion in one run (nDCG@10, recall@5, MRR)."""
    from neurodesk.app.queries.retrieval_eval import evaluate, indexed_corpus, read_corpus, read_judged
    from neurodesk.bootstrap import embedded_encoder
    from neurodesk.providers.kb.registry import KB_FORMATS
    from neurodesk.providers.models.e5_encoder import deeper_encoder
    from neurodesk.settings.clock import SystemClock

    documents = read_corpus(corpus, KB_FORMATS, lang=corpus_lang, titles=not no_titles)
    judged = read_judged(queries, qrels, sample)
    encoder = embedded_encoder()
    with indexed_corpus(documents, encoder, SystemClock()) as (database, names):
        found = evaluate(
            database,
            names,
            judged,
            encoder,
            lang=query_lang,
            refiner=deeper_encoder() if refine else None,
            progress=None if as_json else _show,
        )
    ways = {name: asdict(one) for name, one in found.items()}
    if as_json:
        print_json(
            {
                "documents": len(documents),
                "queries": len(judged.queries),
                "encoder": encoder.profile.key,
                "ways": ways,
            }
        )
        return
    if sys.stderr.isatty():
        click.echo("\r\033[K", nl=False, err=True)
    click.echo(f"{len(documents)} documents, {len(judged.queries)} queries")
    click.echo(f"{'':12} {'nDCG@10':>8} {'recall@5':>9} {'MRR':>7} {'p50 ms':>8} {'p99 ms':>8}")
    for name, one in found.items():
        click.echo(
            f"{name.replace('_', ' '):12} {one.ndcg_at_10:8.4f} {one.recall_at_5:9.4f} {one.mrr:7.4f}"
            f" {one.p50_ms:8.1f} {one.p99_ms:8.1f}"
        )


def _show(name: str, done: int, total: int) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r\033[K{name.replace('_', ' ')} {done}/{total}", nl=False, err=True)
