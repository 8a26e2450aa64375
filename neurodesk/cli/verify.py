"""``neurodesk verify``: prove a draft or an article anew from the stored sources, offline."""

from __future__ import annotations

from pathlib import Path

import click

from neurodesk.app.claim_words import proof_line
from neurodesk.app.queries.proofs import is_archive
from neurodesk.app.queries.verify import verify
from neurodesk.cli import exit_codes
from neurodesk.cli.root import opened, print_json, profile_options
from neurodesk.cli.verify_pack import prove_file


@click.command("verify")
@click.argument("subject")
@profile_options
def command(subject: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> int:
    """Verify SUBJECT: a draft's id, or the path of a staged or KB article, a sidecar, a proof pack.

    Trusts no stored verdict; exit code 6 when something fails.
    """
    if (pack := Path(subject).expanduser()).is_file() and is_archive(pack):
        return prove_file(pack, data_dir, as_json)
    with opened(data_dir, overrides) as profile:
        found = verify(profile, subject)
    code = exit_codes.OK if found.holds else exit_codes.FOUND_PROBLEMS
    if as_json:
        print_json(
            {
                "what": found.what,
                "draft": found.draft_id,
                "path": found.path,
                "holds": found.holds,
                "units": len(found.report.units),
                "exempt": found.report.exempt,
                "problems": [
                    {"code": one.code, **dict(one.params)}
                    for one in (*found.problems, *found.report.problems)
                ],
                "failing": [
                    {
                        "claim": one.id,
                        "line": one.line,
                        "text": one.text,
                        "verdict": one.verdict.value if one.verdict else "",
                        "problems": [{"code": why.code, **dict(why.params)} for why in one.problems],
                    }
                    for one in found.report.failing
                ],
                "notes": [
                    {
                        "claim": one.id,
                        "notes": [{"code": note.code, **dict(note.params)} for note in one.notes],
                    }
                    for one in found.report.units
                    if one.notes
                ],
            }
        )
        return code
    for problem in (*found.problems, *found.report.problems):
        click.echo(proof_line(problem))
    for one in found.report.failing:
        click.echo(f"line {one.line} [{one.id}] {one.text}")
        for why in one.problems:
            click.echo(f"    {proof_line(why)}")
    by_reason = sum(any(note.code == "carried_by_reason" for note in one.notes) for one in found.report.units)
    tail = f", {by_reason} by the curator's reason" if by_reason else ""
    proved = len(found.report.units) - len(found.report.failing)
    text = f"{proved} of {len(found.report.units)} units proved{tail}, {found.report.exempt} assert nothing"
    if found.holds:
        click.echo(f"holds: {text}")
    elif found.report.failing:
        click.echo(f"FAILS: {text}")
    else:
        # Each sentence stands; what is wrong is beside them, and is named above.
        click.echo(f"FAILS: the text holds ({text}), its records do not")
    return code
