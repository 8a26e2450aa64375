"""``neurodesk review``: read drafts on the terminal, tick, reason, approve, send back, reject, edit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from neurodesk.app.commands import begin_draft
from neurodesk.app.commands import review as commands
from neurodesk.app.decide import TERMINAL
from neurodesk.app.profile import Profile
from neurodesk.app.queries import drafts as queries
from neurodesk.app.sentences import local_time
from neurodesk.cli.root import opened, print_json, profile_options
from neurodesk.domain.articles import DraftState, Verdict
from neurodesk.domain.decisions import Actor, JudgedClaim
from neurodesk.domain.errors import BadInput


@click.group("review")
def command() -> None:
    """Look at drafts and decide on them; promotion is an act of its own (``neurodesk promote``)."""


def actor_of(profile: Profile, name: str) -> Actor:
    """Return who acts: ``--as``, else the setting ``curator.name``.

    Raises:
        BadInput: ``curator_nameless``.
    """
    who = " ".join((name or profile.settings.current.text("curator.name")).split())
    if not who:
        raise BadInput("curator_nameless", name=name)
    return Actor(who, TERMINAL)


def as_option(function: Any) -> Any:
    """Add ``--as NAME``."""
    return click.option(
        "--as", "name", default="", metavar="NAME", help="Who decides; the setting curator.name if left out."
    )(function)


def pairs_of(values: tuple[str, ...], option: str) -> dict[str, str]:
    """Read ``CLAIM=TEXT`` pairs."""
    found = {}
    for one in values:
        claim, separator, text = one.partition("=")
        if not separator or not text.strip():
            raise click.BadParameter(f"{one!r} is not CLAIM=TEXT", param_hint=option)
        found[claim.strip()] = text.strip()
    return found


@command.command("list")
@click.option("--state", "states", multiple=True, type=click.Choice([one.value for one in DraftState]))
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
    if as_json:
        print_json(desk_as_json(desk))
    else:
        _print_desk(desk)


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
@as_option
@profile_options
def tick(
    draft_id: str,
    claims: tuple[str, ...],
    off: bool,
    name: str,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> None:
    """Tick CLAIMS: partially supported ones, high-risk ones with a single source, or the line auto_reply."""
    with opened(data_dir, overrides) as profile:
        commands.tick(profile, draft_id, claims, actor_of(profile, name), off=off)
        _said(profile, as_json, draft_id)


@command.command("reason")
@click.argument("draft_id")
@click.argument("claim")
@click.argument("text")
@as_option
@profile_options
def reason(
    draft_id: str,
    claim: str,
    text: str,
    name: str,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> None:
    """Say why an unsupported CLAIM stays."""
    with opened(data_dir, overrides) as profile:
        commands.give_reason(profile, draft_id, claim, text, actor_of(profile, name))
        _said(profile, as_json, draft_id)


@command.command("judge")
@click.argument("draft_id")
@click.argument("claim")
@click.argument("verdict", type=click.Choice([*(one.value for one in Verdict), "none"]))
@click.option("--comment", default=None)
@as_option
@profile_options
def judge(
    draft_id: str,
    claim: str,
    verdict: str,
    comment: str | None,
    name: str,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> None:
    """Give CLAIM your own verdict; it only ever makes the verdict stricter."""
    wanted = None if verdict == "none" else Verdict(verdict)
    with opened(data_dir, overrides) as profile:
        commands.judge(profile, draft_id, claim, wanted, actor_of(profile, name), comment=comment)
        _said(profile, as_json, draft_id)


@command.command("set-aside")
@click.argument("draft_id")
@click.argument("claim")
@click.argument("ref")
@click.argument("reason")
@as_option
@profile_options
def set_aside(
    draft_id: str,
    claim: str,
    ref: str,
    reason: str,
    name: str,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> None:
    """Set the evidence REF aside with a REASON and judge CLAIM without it."""
    with opened(data_dir, overrides) as profile:
        commands.reject_evidence(profile, draft_id, claim, ref, reason, actor_of(profile, name))
        _said(profile, as_json, draft_id)


@command.command("approve")
@click.argument("draft_id")
@click.option("--seen", required=True, metavar="SHA256", help="The hash that `review show` printed.")
@click.option("--tick", "ticks", multiple=True, metavar="CLAIM")
@click.option("--reason", "reasons", multiple=True, metavar="CLAIM=TEXT")
@as_option
@profile_options
def approve(
    draft_id: str,
    seen: str,
    ticks: tuple[str, ...],
    reasons: tuple[str, ...],
    name: str,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> None:
    """Approve a draft; it is promoted by ``neurodesk promote``."""
    with opened(data_dir, overrides) as profile:
        commands.approve(
            profile,
            draft_id,
            actor_of(profile, name),
            seen_sha256=seen,
            ticks=ticks,
            reasons=pairs_of(reasons, "--reason"),
        )
        _said(profile, as_json, draft_id)


@command.command("reject")
@click.argument("draft_id")
@click.argument("reason")
@as_option
@profile_options
def reject(
    draft_id: str, reason: str, name: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]
) -> None:
    """Reject a draft with a REASON; it is kept, out of staging."""
    with opened(data_dir, overrides) as profile:
        commands.reject(profile, draft_id, reason, actor_of(profile, name))
        _said(profile, as_json, draft_id)


@command.command("request-changes")
@click.argument("draft_id")
@click.argument("reason")
@as_option
@profile_options
def request_changes(
    draft_id: str, reason: str, name: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]
) -> None:
    """Send a draft back with a REASON; a task that researches it anew is queued."""
    with opened(data_dir, overrides) as profile:
        _, task = commands.request_changes(profile, draft_id, reason, actor_of(profile, name))
        _said(profile, as_json, draft_id, task=task)


@command.command("reopen")
@click.argument("draft_id")
@as_option
@profile_options
def reopen(draft_id: str, name: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]) -> None:
    """Take approval, rejection or a request for changes back."""
    with opened(data_dir, overrides) as profile:
        commands.reopen(profile, draft_id, actor_of(profile, name))
        _said(profile, as_json, draft_id)


@command.command("edit")
@click.argument("draft_id")
@click.argument("file", type=click.File("r", encoding="utf-8"))
@click.option("--note", default="")
@as_option
@profile_options
def edit(
    draft_id: str,
    file: Any,
    note: str,
    name: str,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> None:
    """Make the text of FILE (- for standard input) the newest version; changed units are judged anew."""
    with opened(data_dir, overrides) as profile:
        commands.edit(profile, draft_id, file.read(), actor_of(profile, name), note)
        _said(profile, as_json, draft_id)


@command.command("take-base")
@click.argument("draft_id")
@as_option
@profile_options
def take_base(
    draft_id: str, name: str, data_dir: Path | None, as_json: bool, overrides: dict[str, str]
) -> None:
    """Settle a conflict: base the draft on the article as it is on disk now; the draft's text stays."""
    with opened(data_dir, overrides) as profile:
        commands.take_base(profile, draft_id, actor_of(profile, name))
        _said(profile, as_json, draft_id)


@command.command("place")
@click.argument("draft_id")
@click.option("--kb", default=None, help="Name or id of the knowledge base.")
@click.option("--folder", default=None, help="Folder below its root.")
@click.option("--category", "categories", multiple=True)
@as_option
@profile_options
def place(
    draft_id: str,
    kb: str | None,
    folder: str | None,
    categories: tuple[str, ...],
    name: str,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> None:
    """Choose knowledge base, folder and categories of a new article."""
    with opened(data_dir, overrides) as profile:
        actor = actor_of(profile, name)
        commands.set_place(profile, draft_id, actor, kb=kb, folder=folder, categories=categories or None)
        _said(profile, as_json, draft_id)


@command.command("add")
@click.argument("file", type=click.File("r", encoding="utf-8"))
@click.option("--kb", default="", help="Name or id of the knowledge base.")
@click.option("--folder", default="", help="Folder of a new article below its root.")
@click.option("--base", "base_path", default="", help="Path or id of the article that it revises.")
@click.option("--evidence", "evidence", multiple=True, metavar="ID", help="Stored evidence it may rest on.")
@as_option
@profile_options
def add(
    file: Any,
    kb: str,
    folder: str,
    base_path: str,
    evidence: tuple[str, ...],
    name: str,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> None:
    """Lay the text of FILE on the desk; each unit is judged against the KB and the given evidence."""
    with opened(data_dir, overrides) as profile:
        begun = begin_draft.add_outside_draft(
            profile,
            file.read(),
            actor_of(profile, name),
            kb=kb,
            folder=folder,
            base_path=base_path,
            evidence_ids=evidence,
        )
        _said(profile, as_json, begun.draft_id)


@command.command("archive")
@click.argument("kb")
@click.argument("path")
@click.option("--why", default="")
@as_option
@profile_options
def archive(
    kb: str,
    path: str,
    why: str,
    name: str,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> None:
    """Propose to move an article to the archive folder."""
    with opened(data_dir, overrides) as profile:
        begun = begin_draft.begin_archive(profile, kb, path, actor_of(profile, name), why)
        _said(profile, as_json, begun.draft_id)


@command.command("rename")
@click.argument("kb")
@click.argument("path")
@click.argument("new_path")
@click.option("--why", default="")
@as_option
@profile_options
def rename(
    kb: str,
    path: str,
    new_path: str,
    why: str,
    name: str,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> None:
    """Propose another path for an article; links to it follow."""
    with opened(data_dir, overrides) as profile:
        begun = begin_draft.begin_rename(profile, kb, path, new_path, actor_of(profile, name), why)
        _said(profile, as_json, begun.draft_id)


@command.command("merge")
@click.argument("kb")
@click.argument("survivor")
@click.argument("other")
@click.option("--text", type=click.File("r", encoding="utf-8"), default=None, help="The survivor's new text.")
@click.option("--why", default="")
@as_option
@profile_options
def merge(
    kb: str,
    survivor: str,
    other: str,
    text: Any,
    why: str,
    name: str,
    data_dir: Path | None,
    as_json: bool,
    overrides: dict[str, str],
) -> None:
    """Propose that SURVIVOR takes the place of OTHER; links to it follow, OTHER goes to the archive."""
    with opened(data_dir, overrides) as profile:
        begun = begin_draft.begin_merge(
            profile, kb, survivor, other, actor_of(profile, name), why, text.read() if text else ""
        )
        _said(profile, as_json, begun.draft_id)


# -- printing ------------------------------------------------------------------------------------------------


def _said(profile: Profile, as_json: bool, draft_id: str, **more: str) -> None:
    desk = queries.show_draft(profile, draft_id)
    if as_json:
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
        click.echo(f"  blocks: {_block_line(one.code, dict(one.params))}")
    for key, value in more.items():
        click.echo(f"{key}: {value}")


def _block_line(code: str, params: dict[str, str]) -> str:
    named = params.get("claim") or params.get("line") or params.get("path") or params.get("detail", "")
    text = f" ({params['text']})" if params.get("text") else ""
    return f"{code.replace('_', ' ')} {named}{text}".strip()


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


def _print_desk(desk: queries.DeskDraft) -> None:
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
            click.echo(f"    - {reason.code.replace('_', ' ')}{f' ({values})' if values else ''}")
        for ref in one.claim.refs:
            click.echo(f"    > {ref.quote.strip()}\n      {ref.title} <{ref.uri or ref.ref}>")
        if one.human_reason:
            click.echo(f"    reason: {one.human_reason}")
    if exempt:
        click.echo(f"{exempt} headings and connecting phrases assert nothing.")
    for change in desk.plan.changes[1:]:
        click.echo(f"also changes {change.path}")
    for line in desk.plan.extra_ticks:
        click.echo(f"[{line}] automatic reply is switched off by this revision: needs a tick")
    for block in desk.blocking:
        click.echo(f"blocks: {_block_line(block.code, dict(block.params))}")
    click.echo(f"seen: {desk.seen}")
