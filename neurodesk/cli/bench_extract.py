"""``neurodesk bench extract``."""

from __future__ import annotations

from pathlib import Path

import click

from neurodesk.cli.root import print_json, standalone_options


@click.command("extract")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--processes", default=2, show_default=True, help="How many supervised processes.")
@click.option("--limit", default=300, show_default=True, help="How many pages at most.")
@standalone_options
def bench_extract(folder: Path, processes: int, limit: int, as_json: bool) -> None:
    """Read the HTML pages of FOLDER (Markdown is put into a site's chrome) beside the plain finder."""
    from neurodesk.domain.extraction import Document
    from neurodesk.providers.extract.measure import as_page, measure

    pages: list[Document] = []
    for path in sorted(folder.rglob("*"))[: limit * 10]:
        if len(pages) == limit:
            break
        if path.suffix in {".html", ".htm"} and path.is_file():
            pages.append(Document(path.read_bytes(), path.name))
        elif path.suffix == ".md" and path.is_file():
            lang = "de" if ".de." in path.name else "en"
            pages.append(as_page(path.read_text(encoding="utf-8", errors="ignore"), path.stem, lang))
    if not pages:
        raise click.BadParameter(f"{folder} holds no HTML or Markdown file", param_hint="FOLDER")
    found = measure(pages, processes)
    if as_json:
        print_json(found)
        return
    refused = sum(found["refused"].values())
    click.echo(f"{found['pages']} pages, {found['bytes'] / 1e6:.1f} MB, refused {refused}")
    click.echo(f"plain finder, one process   {found['plain_finder_docs_per_s']:8.1f} documents/s")
    click.echo(f"NeuroDesk, one process      {found['one_process_docs_per_s']:8.1f} documents/s")
    label = f"NeuroDesk, {found['supervised_processes']} supervised"
    click.echo(f"{label:27} {found['supervised_docs_per_s']:8.1f} documents/s")
    for name, seconds in found["guards_s"].items():
        click.echo(f"  {name.replace('_', ' '):24} {1000 * seconds / found['pages']:8.2f} ms a page")
