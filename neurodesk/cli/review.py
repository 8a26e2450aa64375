"""``neurodesk review``: read drafts on the terminal, tick, reason, approve, send back, reject, edit."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from neurodesk.app.claim_words import block_line, reason_words
from neurodesk.app.commands import begin_draft
from neurodesk.app.commands import review as commands
from neurodesk.app.queries import drafts as queries
from neurodesk.app.queries.rule_findings import rule_findings
from neurodesk.app.sentences import local_time
from neurodesk.cli.root import opened, print_json, profile_options
from neurodesk.cli.seat import Seat, decision_options, pairs_of
from neurodesk.domain.articles import DraftState, Verdict
from neurodesk.domain.decisions import JudgedClaim
from neurodesk.domain.findings import RULES
from neurodesk.domain.research import RuleFinding
from neurodesk.pipeline.article_json import finding_as_json


@click.group("review")
def command() -> None:
    """Look at drafts and decide on them; promotion is an act of its own (`neurodesk promote`)."""


@command.command("list")
@click.option(
    "--state",
    "states",
    multiple=True,
    type=click.Choice([one.value for one in DraftState]),
    help="Only drafts in this state; may be repeated.",
)
@profile_options
def list_(states: tuple[str, ...], data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """List drafts, riskiest first; without --state those on the desk."""
    wanted = [DraftState(one) for one in states] or list(queries.ON_THE_DESK)
    with opened(data_dir, overrides) as profile:
        lines = queries.list_drafts(profile, wanted)
    if as_json:
        print_json(
            {
                "drafts": [
                    {
                        "id": one.draft.id,
                        "kind": one.draft.kind.value,
                        "state": one.draft.state.value,
                        "title": one.draft.title,
                        "version": one.draft.version,
                        "risk": one.draft.risk,
                        "claims": dict(one.counts),
                    }
                    for one in lines
                ]
            }
        )
        return
    for one in lines:
        counts = ", ".join(f"{number} {kind}" for kind, number in one.counts.items() if number)
        click.echo(
            f"{one.draft.id:24} {one.draft.state.value:18} {one.draft.kind.value:9} "
            f"{one.draft.title}  [{counts}]"
        )
    if not lines:
        click.echo("No draft waits.")


@command.command("show")
@click.argument("draft_id")
@profile_options
def show(draft_id: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Print the article, all its claims with their passages, and the hash over exactly that."""
    with opened(data_dir, overrides) as profile:
        queries.show_draft(profile, draft_id)
        # What is printed below whole counts as seen.
        commands.mark_seen(profile, draft_id)
        desk = queries.show_draft(profile, draft_id)
        findings = rule_findings(profile, desk)
    if as_json:
        print_json(desk_as_json(desk) | {"findings": [finding_as_json(one) for one in findings]})
    else:
        _print_desk(desk, findings)


@command.command("diff")
@click.argument("draft_id")
@profile_options
def diff(draft_id: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Print what promotion would change, file by file."""
    with opened(data_dir, overrides) as profile:
        found = queries.diff_of(profile, draft_id)
    if as_json:
        print_json(
            {
                "files": [
                    {
                        "path": path,
                        "added": one.added,
                        "removed": one.removed,
                        "unchanged": one.unchanged,
                        "lines": [line.mark + line.text for line in one.lines],
                    }
                    for path, one in found
                ]
            }
        )
        return
    for path, one in found:
        click.echo(f"{path}: +{one.added} -{one.removed} ={one.unchanged}")
        for line in one.lines:
            if line.mark != " ":
                click.echo(f"{line.mark}{line.text}")


@command.command("tick")
@click.argument("draft_id")
@click.argument("claims", nargs=-1, required=True)
@click.option("--off", is_flag=True, help="Take the tick away.")
@decision_options
def tick(seat: Seat, draft_id: str, claims: tuple[str, ...], off: bool) -> None:
    """Tick CLAIMS: partially supported ones, high-risk ones with a single source, or the line auto_reply."""
    commands.tick(seat.profile, draft_id, claims, seat.actor, off=off)
    _said(seat, draft_id)


@command.command("reason")
@click.argument("draft_id")
@click.argument("claim")
@click.argument("text")
@decision_options
def reason(seat: Seat, draft_id: str, claim: str, text: str) -> None:
    """Say why an unsupported CLAIM stays."""
    commands.give_reason(seat.profile, draft_id, claim, text, seat.actor)
    _said(seat, draft_id)


@command.command("judge")
@click.argument("draft_id")
@click.argument("claim")
@click.argument("verdict", type=click.Choice([*(one.value for one in Verdict), "none"]))
@click.option("--comment", default=None, help="A comment that stays with the claim.")
@decision_options
def judge(seat: Seat, draft_id: str, claim: str, verdict: str, comment: str | None) -> None:
    """Give CLAIM your own verdict; it only ever makes the verdict stricter."""
    wanted = None if verdict == "none" else Verdict(verdict)
    commands.judge(seat.profile, draft_id, claim, wanted, seat.actor, comment=comment)
    _said(seat, draft_id)


@command.command("set-aside")
@click.argument("draft_id")
@click.argument("claim")
@click.argument("ref")
@click.argument("reason")
@decision_options
def set_aside(seat: Seat, draft_id: str, claim: str, ref: str, reason: str) -> None:
    """Set the evidence REF aside with a REASON and judge CLAIM without it."""
    commands.reject_evidence(seat.profile, draft_id, claim, ref, reason, seat.actor)
    _said(seat, draft_id)


@command.command("approve")
@click.argument("draft_id")
@click.option("--seen", required=True, metavar="SHA256", help="The hash that `review show` printed.")
@click.option(
    "--tick", "ticks", multiple=True, metavar="CLAIM", help="Tick a claim with this act; may be repeated."
)
@click.option(
    "--reason",
    "reasons",
    multiple=True,
    metavar="CLAIM=TEXT",
    help="Why an unsupported claim stays; may be repeated.",
)
@decision_options
def approve(seat: Seat, draft_id: str, seen: str, ticks: tuple[str, ...], reasons: tuple[str, ...]) -> None:
    """Approve a draft; it is promoted by `neurodesk promote`."""
    commands.approve(
        seat.profile,
        draft_id,
        seat.actor,
        seen_sha256=seen,
        ticks=ticks,
        reasons=pairs_of(reasons, "--reason"),
    )
    _said(seat, draft_id)


@command.command("reject")
@click.argument("draft_id")
@click.argument("reason")
@decision_options
def reject(seat: Seat, draft_id: str, reason: str) -> None:
    """Reject a draft with a REASON; it is kept, out of staging."""
    commands.reject(seat.profile, draft_id, reason, seat.actor)
    _said(seat, draft_id)


@command.command("request-changes")
@click.argument("draft_id")
@click.argument("reason")
@decision_options
def request_changes(seat: Seat, draft_id: str, reason: str) -> None:
    """Send a draft back with a REASON; a task that mends it is queued (`neurodesk run`)."""
    _, task = commands.request_changes(seat.profile, draft_id, reason, seat.actor)
    _said(seat, draft_id, task=task)


@command.command("reopen")
@click.argument("draft_id")
@decision_options
def reopen(seat: Seat, draft_id: str) -> None:
    """Take approval, rejection or a request for changes back."""
    commands.reopen(seat.profile, draft_id, seat.actor)
    _said(seat, draft_id)


@command.command("edit")
@click.argument("draft_id")
@click.argument("file", type=click.File("r", encoding="utf-8"))
@click.option("--note", default="", help="A remark for the audit.")
@decision_options
def edit(seat: Seat, draft_id: str, file: Any, note: str) -> None:
    """Make the text of FILE (- for standard input) the newest version; changed units are judged anew."""
    commands.edit(seat.profile, draft_id, file.read(), seat.actor, note)
    _said(seat, draft_id)


@command.command("take-base")
@click.argument("draft_id")
@decision_options
def take_base(seat: Seat, draft_id: str) -> None:
    """Settle a conflict: base the draft on the article as it is on disk now; the draft's text stays."""
    commands.take_base(seat.profile, draft_id, seat.actor)
    _said(seat, draft_id)


@command.command("place")
@click.argument("draft_id")
@click.option("--kb", default=None, help="Name or id of the knowledge base.")
@click.option("--folder", default=None, help="Folder below its root.")
@click.option("--category", "categories", multiple=True, help="A category of the article; may be repeated.")
@decision_options
def place(seat: Seat, draft_id: str, kb: str | None, folder: str | None, categories: tuple[str, ...]) -> None:
    """Choose knowledge base, folder and categories of a new article."""
    actor = seat.actor
    commands.set_place(seat.profile, draft_id, actor, kb=kb, folder=folder, categories=categories or None)
    _said(seat, draft_id)


@command.command("add")
@click.argument("file", type=click.File("r", encoding="utf-8"))
@click.option("--kb", default="", help="Name or id of the knowledge base.")
@click.option("--folder", default="", help="Folder of a new article below its root.")
@click.option("--base", "base_path", default="", help="Path or id of the article that it revises.")
@click.option("--evidence", "evidence", multiple=True, metavar="ID", help="Stored evidence it may rest on.")
@decision_options
def add(seat: Seat, file: Any, kb: str, folder: str, base_path: str, evidence: tuple[str, ...]) -> None:
    """Lay the text of FILE on the desk; each unit is judged against the KB and the given evidence."""
    begun = begin_draft.add_outside_draft(
        seat.profile,
        file.read(),
        seat.actor,
        kb=kb,
        folder=folder,
        base_path=base_path,
        evidence_ids=evidence,
    )
    _said(seat, begun.draft_id)


@command.command("archive")
@click.argument("kb")
@click.argument("path")
@click.option("--why", default="", help="A remark for the audit.")
@decision_options
def archive(seat: Seat, kb: str, path: str, why: str) -> None:
    """Propose to move an article to the archive folder."""
    begun = begin_draft.begin_archive(seat.profile, kb, path, seat.actor, why)
    _said(seat, begun.draft_id)


@command.command("rename")
@click.argument("kb")
@click.argument("path")
@click.argument("new_path")
@click.option("--why", default="", help="A remark for the audit.")
@decision_options
def rename(seat: Seat, kb: str, path: str, new_path: str, why: str) -> None:
    """Propose another path for an article; links to it follow."""
    begun = begin_draft.begin_rename(seat.profile, kb, path, new_path, seat.actor, why)
    _said(seat, begun.draft_id)


@command.command("merge")
@click.argument("kb")
@click.argument("survivor")
@click.argument("other")
@click.option("--text", type=click.File("r", encoding="utf-8"), default=None, help="The survivor's new text.")
@click.option("--why", default="", help="A remark for the audit.")
@decision_options
def merge(seat: Seat, kb: str, survivor: str, other: str, text: Any, why: str) -> None:
    """Propose that SURVIVOR takes the place of OTHER; links to it follow, OTHER goes to the archive."""
    begun = begin_draft.begin_merge(
        seat.profile, kb, survivor, other, seat.actor, why, text.read() if text else ""
    )
    _said(seat, begun.draft_id)


# -- printing ------------------------------------------------------------------------------------------------


def _said(seat: Seat, draft_id: str, **more: str) -> None:
    desk = queries.show_draft(seat.profile, draft_id)
    if seat.as_json:
        print_json(
            {
                "id": draft_id,
                "state": desk.draft.state.value,
                "version": desk.draft.version,
                "blocking": [{"code": one.code, **dict(one.params)} for one in desk.blocking],
                **more,
            }
        )
        return
    click.echo(f"{draft_id} is {desk.draft.state.value.replace('_', ' ')}, version {desk.draft.version}.")
    for one in desk.blocking:
        click.echo(f"  blocks: {block_line(one.code, dict(one.params))}")
    for key, value in more.items():
        click.echo(f"{key}: {value}")


def desk_as_json(desk: queries.DeskDraft) -> dict[str, Any]:
    """Return everything that ``review show`` prints, for ``--json``."""
    draft = desk.draft
    return {
        "id": draft.id,
        "kind": draft.kind.value,
        "state": draft.state.value,
        "title": draft.title,
        "version": draft.version,
        "written_by": draft.written_by.value,
        "kb": desk.plan.kb_id,
        "target": desk.plan.target_path or (desk.plan.changes[0].path if desk.plan.changes else ""),
        "article": draft.text,
        "claims": [_claim_json(one) for one in desk.riskiest],
        "passages": [
            {"ref": one.ref, "title": one.title, "uri": one.uri, "sha256": one.sha256}
            for _, one in sorted(desk.passages.items())
        ],
        "changes": [
            {"path": one.path, "old": one.old_sha256, "new": one.new_sha256} for one in desk.plan.changes
        ],
        "base": desk.plan.base_sha256,
        "conflict": desk.plan.conflict.code if desk.plan.conflict else "",
        "ticks_needed": list(desk.plan.extra_ticks),
        "blocking": [{"code": one.code, **dict(one.params)} for one in desk.blocking],
        "seen": desk.seen,
    }


def _claim_json(one: JudgedClaim) -> dict[str, Any]:
    claim = one.claim
    return {
        "id": claim.id,
        "kind": claim.kind,
        "text": claim.text,
        "verdict": one.verdict.value if one.verdict else "",
        "exempt": claim.exempt,
        "risk": claim.risk,
        "single_source": claim.single_source,
        "reasons": [{"code": reason.code, **dict(reason.params)} for reason in claim.reasons],
        "refs": [{"ref": ref.ref, "quote": ref.quote, "uri": ref.uri} for ref in claim.refs],
        "must_be_ticked": one.must_be_ticked,
        "ticked": bool(one.ticked_at),
        "reason": one.human_reason,
        "comment": one.comment,
    }


def _finding_line(found: RuleFinding) -> str:
    values = ", ".join(value for _, value in found.params)
    words = f"rule {found.rule}, line {found.line}: {RULES.get(found.rule, '')}"
    return f"{words} ({values})" if values else words


def _print_claim(one: JudgedClaim) -> None:
    marks = [one.verdict.value.replace("_", " ") if one.verdict else "not judged"]
    if one.claim.risk == "high":
        marks.append("high risk")
    if one.claim.single_source:
        marks.append("single source")
    if one.ticked_at:
        marks.append("ticked")
    elif one.must_be_ticked:
        marks.append("needs a tick")
    click.echo(f"[{one.id}] {', '.join(marks)}\n    {one.claim.text}")
    for reason in one.claim.reasons:
        values = ", ".join(f"{key}: {value}" for key, value in reason.params)
        click.echo(f"    - {reason_words(reason.code)}{f' ({values})' if values else ''}")
    for ref in one.claim.refs:
        click.echo(f"    > {ref.quote.strip()}\n      {ref.title} <{ref.uri or ref.ref}>")
    if one.human_reason:
        click.echo(f"    reason: {one.human_reason}")


def _print_desk(desk: queries.DeskDraft, findings: Sequence[RuleFinding]) -> None:
    draft = desk.draft
    click.echo(f"{draft.id}  {draft.kind.value}, {draft.state.value.replace('_', ' ')}")
    click.echo(
        f"version {draft.version} by {draft.written_by.value}, {local_time(draft.created_at)}; "
        f"goes to {desk.plan.target_path or '(no knowledge base chosen)'}"
    )
    click.echo("\n" + draft.text.rstrip("\n") + "\n")
    exempt = 0
    for one in desk.riskiest:
        if one.claim.exempt:
            exempt += 1
            continue
        _print_claim(one)
    if exempt:
        click.echo(f"{exempt} headings and connecting phrases assert nothing.")
    for line in map(_finding_line, findings):
        click.echo(line)
    for change in desk.plan.changes[1:]:
        click.echo(f"also changes {change.path}")
    for line in desk.plan.extra_ticks:
        click.echo(f"[{line}] automatic reply is switched off by this revision: needs a tick")
    for block in desk.blocking:
        click.echo(f"blocks: {block_line(block.code, dict(block.params))}")
    click.echo(f"seen: {desk.seen}")
