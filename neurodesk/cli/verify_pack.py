"""``neurodesk verify PACK``: prove a proof pack on any machine, without opening a profile."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from neurodesk.app.claim_words import proof_line
from neurodesk.app.queries.proofs import Origin, VerifiedPack, verify_pack
from neurodesk.bootstrap import embedded_encoder
from neurodesk.cli import exit_codes
from neurodesk.cli.root import print_json
from neurodesk.settings.paths import default_data_dir


def prove_file(path: Path, data_dir: Path | None, as_json: bool) -> int:
    """Verify a pack, print the outcome, return the exit code."""
    found = verify_pack(path, data_dir or default_data_dir(), embedded_encoder)
    if as_json:
        print_json(_as_json(found, path))
    else:
        _tell(found)
    return exit_codes.OK if found.holds else exit_codes.FOUND_PROBLEMS


def _as_json(found: VerifiedPack, path: Path) -> dict[str, object]:
    record = found.pack.approval.record
    return {
        "what": "pack",
        "path": str(path),
        "title": found.pack.title,
        "holds": found.holds,
        "origin": found.origin.value,
        "signer": found.signer,
        "key": found.key,
        "units": len(found.proved.report.units),
        "withheld": len(found.proved.withheld),
        "approved_by": record.who if record else "",
        "approved_at": record.at if record else 0,
        "problems": [
            {"code": one.code, **dict(one.params)}
            for one in (*found.problems, *found.proved.problems, *found.proved.report.problems)
        ],
        "failing": [
            {
                "claim": one.id,
                "line": one.line,
                "text": one.text,
                "problems": [{"code": why.code, **dict(why.params)} for why in one.problems],
            }
            for one in found.proved.failing
        ],
    }


def _tell(found: VerifiedPack) -> None:
    proved = found.proved
    click.echo(found.pack.title)
    for problem in (*found.problems, *proved.problems, *proved.report.problems):
        click.echo(proof_line(problem))
    for one in proved.failing:
        click.echo(f"line {one.line} [{one.id}] {one.text}")
        for why in one.problems:
            click.echo(f"    {proof_line(why)}")
    units = len(proved.report.units)
    shown = units - len(proved.withheld)
    carried = shown - len(proved.failing)
    hidden = (
        f"; {len(proved.withheld)} rest on internal sources that the pack does not show"
        if shown < units
        else ""
    )
    verdict = "holds" if found.holds else "FAILS"
    click.echo(f"{verdict}: {carried} of {shown} units proved from the passages in the file{hidden}.")
    click.echo(_who(found))
    click.echo(_origin(found))


def _who(found: VerifiedPack) -> str:
    record = found.pack.approval.record
    if record is None:
        return "Nobody had promoted it when the pack was made."
    return f"Promoted by {record.who} on {datetime.fromtimestamp(record.at, UTC):%Y-%m-%d %H:%M} UTC."


def _origin(found: VerifiedPack) -> str:
    if found.origin is Origin.KNOWN:
        return f"Signed by {found.signer} ({found.key})."
    if found.origin is Origin.UNSIGNED:
        return "Not signed: consistent or not, its origin is unknown."
    state = "consistent, origin unknown" if found.holds else "origin unknown"
    return f"{state}: the key {found.key} has no name here (neurodesk key trust)."
