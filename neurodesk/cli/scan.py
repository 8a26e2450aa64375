"""``neurodesk scan``: look for gaps, contradictions and what is out of date."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from neurodesk.app.commands.scan import Scanned, scan_now
from neurodesk.app.export_file import export_target
from neurodesk.app.profile import Profile
from neurodesk.app.queries.knowledge import paths_of_articles
from neurodesk.cli.root import opened, print_json, profile_options
from neurodesk.domain.errors import EnvironmentFault
from neurodesk.domain.scanning import Finding

SHOWN = 40


@click.command("scan")
@click.option(
    "--ranking",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write every finding to FILE as JSON lines, best first.",
)
@click.option("--enqueue", is_flag=True, help="Put the best plans into the research queue.")
@click.option("--top", default=SHOWN, show_default=True, help="How many findings to print.")
@profile_options
def command(
    ranking: Path | None,
    enqueue: bool,
    top: int,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> None:
    """Read the stored facts of every article and list what looks wrong; no article is changed."""
    with opened(data_dir, overrides) as profile:
        if ranking is not None:
            ranking = export_target(profile, ranking)
        scanned = scan_now(profile, enqueue=enqueue)
        paths = paths_of_articles(profile)
        if ranking is not None:
            write_ranking(ranking, scanned, paths)
        report = _report(profile, scanned, paths, top)
    if as_json:
        print_json(report)
        return
    for one in report["top"]:
        other = f"  and {one['other']}" if "other" in one else ""
        section = f"  [{one['section']}]" if "section" in one else ""
        values = f"  {one['values'][0]} / {one['values'][1]}" if one.get("values") else ""
        click.echo(f"{one['score']:.3f} {one['type']:16} {one['path']}{other}{section}{values}")
    click.echo(
        f"{scanned.findings} findings, {scanned.candidates} candidates,"
        f" {report['accepted']} plans worth research, {len(scanned.enqueued)} enqueued"
    )


def write_ranking(file: Path, scanned: Scanned, paths: dict[str, str]) -> None:
    """Write all findings, best first, one JSON object a line.

    Raises:
        EnvironmentFault: ``ranking_not_written``.
    """
    lines = [
        json.dumps(_line(one, paths), ensure_ascii=False) + "\n"
        for one in scanned.result.findings
        if one.node_id in paths
    ]
    try:
        file.write_text("".join(lines), encoding="utf-8")
    except OSError as error:
        raise EnvironmentFault(
            "ranking_not_written", path=str(file), detail=error.strerror or str(error)
        ) from error


def _line(one: Finding, paths: dict[str, str]) -> dict[str, object]:
    line: dict[str, object] = {
        "path": paths.get(one.node_id, ""),
        "type": one.type.value,
        "score": one.score,
    }
    if one.other_node_id:
        line["other"] = paths.get(one.other_node_id, "")
    if one.section:
        line["section"] = one.section
    if one.values:
        line["values"] = list(one.values)
    line["signals"] = {signal.name: signal.share for signal in one.signals}
    return line


def _report(profile: Profile, scanned: Scanned, paths: dict[str, str], top: int) -> dict[str, Any]:
    return {
        "scan_id": scanned.scan_id,
        "findings": scanned.findings,
        "candidates": scanned.candidates,
        "accepted": sum(not one.rejected for one in scanned.opportunities),
        "rejected": {one.plan.topic: one.rejected for one in scanned.opportunities if one.rejected},
        "enqueued": list(scanned.enqueued),
        "seconds": scanned.result.seconds,
        "top": [_line(one, paths) for one in scanned.result.findings[:top]],
    }
