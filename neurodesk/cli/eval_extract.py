"""``neurodesk eval extract``."""

from __future__ import annotations

from pathlib import Path

import click

from neurodesk.cli.root import print_json, standalone_options


@click.command("extract")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--limit", default=300, show_default=True, help="How many articles at most.")
@standalone_options
def extract(folder: Path, limit: int, as_json: bool) -> None:
    """Measure what of the code and tables of FOLDER's Markdown articles survives extraction.

    Each article is rendered inside the chrome of five kinds of sites (navigation, side bar, consent, footer,
    comments; code bare, coloured, with line numbers), extracted by NeuroDesk and by the plain finder, and
    compared with what was written.
    """
    from neurodesk.providers.extract.recall import MEASURES, measure_recall

    files = [path for path in sorted(folder.rglob("*.md")) if path.is_file()][:limit]
    if not files:
        raise click.BadParameter(f"{folder} holds no Markdown file", param_hint="FOLDER")
    found = measure_recall(files)
    if as_json:
        print_json(found)
        return
    click.echo(f"{found['articles']} articles, {found['pages']} pages")
    click.echo(f"{'':22}" + "".join(f"{name.replace('_', ' '):>14}" for name in MEASURES) + "   chrome left")
    for way in ("neurodesk", "plain_finder"):
        rows = {
            way.replace("_", " "): found[way],
            **{f"  {c}": n for c, n in found[way]["by_chrome"].items()},
        }
        for name, figures in rows.items():
            shares = (figures[one]["value"] for one in MEASURES)
            shown = "".join(f"{'-' if one is None else f'{one:.2%}':>14}" for one in shares)
            click.echo(f"{name:22}{shown}{figures['pages_with_chrome']:>8} pages")
