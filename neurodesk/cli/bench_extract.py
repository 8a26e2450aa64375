"""``neurodesk bench extract``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from neurodesk.cli.root import print_json, standalone_options

if TYPE_CHECKING:
    from neurodesk.providers.extract.measure import Page


def _pages(folder: Path, limit: int) -> list[Page]:
    from neurodesk.domain.extraction import Document
    from neurodesk.providers.extract.measure import Page, as_page

    pages: list[Page] = []
    for path in sorted(folder.rglob("*"))[: limit * 10]:
        if len(pages) == limit:
            break
        if path.suffix in {".html", ".htm"} and path.is_file():
            pages.append(Page(Document(path.read_bytes(), path.name)))
        elif path.suffix == ".md" and path.is_file():
            lang = "de" if ".de." in path.name else "en"
            pages.append(as_page(path.read_text(encoding="utf-8", errors="ignore"), path.stem, lang))
    if not pages:
        raise click.BadParameter(f"{folder} holds no HTML or Markdown file", param_hint="FOLDER")
    return pages


@click.command("extract")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False), required=False)
@click.option("--processes", default=2, show_default=True, help="How many supervised processes.")
@click.option("--limit", default=300, show_default=True, help="How many pages at most.")
@standalone_options
def bench_extract(folder: Path | None, processes: int, limit: int, as_json: bool) -> None:
    """Read the HTML pages of FOLDER (Markdown is put into a site's chrome) beside the plain finder.

    Without FOLDER the articles of the sample are read, again and again up to the limit.
    """
    from neurodesk import resources
    from neurodesk.providers.extract.measure import measure

    if folder is None:
        with resources.as_path("sample") as sample:
            pages = _pages(sample, limit)
        pages = (pages * (-(-limit // len(pages))))[:limit]
    else:
        pages = _pages(folder, limit)
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
    for name, milliseconds in found["cpu_ms_a_page"].items():
        click.echo(f"  processor time {name.replace('_', ' '):18} {milliseconds:8.2f} ms a page")
    click.echo(
        f"with a core for each process  {found['supervised_by_plain_with_a_core_each']:.2f} times plain"
    )
    for name, share in found["recall"].items():
        click.echo(f"  words found {name.replace('_', ' '):21} {'-' if share is None else f'{share:8.2%}'}")
    for name, seconds in found["guards_s"].items():
        click.echo(f"  {name.replace('_', ' '):24} {1000 * seconds / found['pages']:8.2f} ms a page")
