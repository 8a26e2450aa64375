"""Questions about drafts: list, one draft whole, what blocks it, diff and history (SPEC P2, P4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from neurodesk.app.profile import Profile
from neurodesk.app.promotion_plan import Plan, plan_promotion
from neurodesk.domain.articles import DraftKind, DraftState, Reason, Verdict
from neurodesk.domain.audit_chain import AuditRecord
from neurodesk.domain.decisions import (
    Draft,
    JudgedClaim,
    SeenParts,
    blocking_reasons,
    riskiest_first,
    seen_sha256,
)
from neurodesk.domain.errors import BadInput
from neurodesk.domain.splicing import lines_with_ends
from neurodesk.storage import audit_store, draft_store, graph_store, promotion_store
from neurodesk.storage.db import Rx
from neurodesk.storage.promotion_store import PromotionRow

ON_THE_DESK = (
    DraftState.IN_REVIEW,
    DraftState.APPROVED,
    DraftState.CONFLICT,
    DraftState.CHANGES_REQUESTED,
)


@dataclass(frozen=True, slots=True)
class Passage:
    """A source as it is stored now; ``sha256`` is the hash of this text."""

    ref: str
    title: str
    uri: str
    text: str
    sha256: str


@dataclass(frozen=True, slots=True)
class DraftLine:
    """One line of the desk's list."""

    draft: Draft
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class VersionLine:
    """One version of a draft; ``written_by`` is machine or human."""

    version: int
    written_by: str
    sha256: str
    note: str
    created_at: float


@dataclass(frozen=True, slots=True)
class DeskDraft:
    """Everything that the curator sees of one draft.

    Attributes:
        claims: in the order of the text; ``riskiest`` gives the desk's order.
        passages: cited sources by reference; a source that is gone is missing here.
        seen: hash over exactly this view; promotion needs it back.
        blocking: what keeps it from being approved, empty when nothing does.
        plan: the files that promotion would change.
        sidecar: material, findings, repair history as the pipeline stored them.
    """

    draft: Draft
    claims: tuple[JudgedClaim, ...]
    passages: Mapping[str, Passage]
    seen: str
    blocking: tuple[Reason, ...]
    plan: Plan
    versions: tuple[VersionLine, ...] = ()
    sidecar: Mapping[str, Any] = field(default_factory=dict)

    @property
    def riskiest(self) -> list[JudgedClaim]:
        """The claims, riskiest first (SPEC P2)."""
        return riskiest_first(self.claims)


def list_drafts(
    profile: Profile,
    states: Sequence[DraftState] = ON_THE_DESK,
    *,
    limit: int = 200,
    offset: int = 0,
) -> list[DraftLine]:
    """Return drafts, riskiest first, with how many claims have which verdict."""

    def query(rx: Rx) -> list[DraftLine]:
        drafts = draft_store.list_drafts(rx, states, limit=limit, offset=offset)
        return [DraftLine(one, _counts(rx, one)) for one in drafts]

    return profile.database.read(query)


def count_on_desk(profile: Profile) -> int:
    """Return how many drafts wait for the curator."""
    return int(
        profile.database.read(
            lambda rx: rx.scalar(
                "SELECT COUNT(*) FROM draft WHERE state IN ('in_review', 'approved', 'conflict')"
            )
        )
    )


def _counts(rx: Rx, draft: Draft) -> dict[str, int]:
    rows = rx.sql(
        """SELECT CASE WHEN exempt THEN 'exempt' WHEN verdict = '' THEN 'unjudged' ELSE verdict END
               AS counted, COUNT(*) FROM claim WHERE draft_id = ? AND version = ?
           GROUP BY counted ORDER BY counted""",
        (draft.id, draft.version),
    )
    found = {row[0]: row[1] for row in rows}
    names = (*(verdict.value for verdict in Verdict), "exempt", "unjudged")
    return {name: found.get(name, 0) for name in names}


def show_draft(profile: Profile, draft_id: str, *, kb_id: str = "", folder: str | None = None) -> DeskDraft:
    """Return one draft whole, with the hash over it.

    Args:
        kb_id, folder: another place for a new article, as it would be promoted; not part of the hash.

    Raises:
        BadInput: ``draft_unknown``, ``kb_unknown``. StorageFault: the KB's folder cannot be read.
    """

    def query(rx: Rx) -> tuple[Draft, list[JudgedClaim], dict[str, Passage], tuple[VersionLine, ...]]:
        draft = draft_store.read_draft(rx, draft_id)
        claims = draft_store.judged_claims(rx, draft_id, draft.version)
        refs = [ref.ref for one in claims for ref in one.claim.refs]
        passages = {
            ref: Passage(ref, title, uri, text, sha256)
            for ref, (title, uri, text, sha256) in draft_store.source_texts(rx, refs).items()
        }
        rows = rx.sql(
            """SELECT version, written_by, sha256, note, created_at FROM draft_version
               WHERE draft_id = ? ORDER BY version""",
            (draft_id,),
        )
        return draft, claims, passages, tuple(VersionLine(*tuple(row)) for row in rows)

    draft, claims, passages, versions = profile.database.read(query)
    plan = plan_promotion(profile, draft, kb_id=kb_id, folder=folder)
    parts = SeenParts(
        draft=draft,
        claims=tuple(claims),
        passages={ref: one.sha256 for ref, one in sorted(passages.items())},
        base_sha256=plan.base_sha256,
        changes=tuple(
            ("" if draft.kind is DraftKind.NEW else one.path, one.old_sha256, one.new_sha256)
            for one in plan.changes
        ),
    )
    sidecar = draft.data.get("sidecar", {})
    return DeskDraft(
        draft=draft,
        claims=tuple(claims),
        passages=passages,
        seen=seen_sha256(parts),
        blocking=(
            *blocking_reasons(claims, ticks=draft.ticks, extra_ticks=plan.extra_ticks),
            *((plan.conflict,) if plan.conflict and plan.conflict.code != "target_missing" else ()),
        ),
        plan=plan,
        versions=versions,
        sidecar=sidecar if isinstance(sidecar, dict) else {},
    )


# -- diff ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of a diff: ``mark`` is " ", "-" or "+"; a line number is 0 where there is none."""

    mark: str
    old_line: int
    new_line: int
    text: str


@dataclass(frozen=True, slots=True)
class Diff:
    """The difference between the production article and the draft, with its figures."""

    lines: tuple[DiffLine, ...]
    added: int
    removed: int
    unchanged: int


def diff_texts(old: str, new: str) -> Diff:
    """Compare two texts line by line."""
    before = [line.rstrip("\r\n") for line in lines_with_ends(old)]
    after = [line.rstrip("\r\n") for line in lines_with_ends(new)]
    found: list[DiffLine] = []
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            found += [DiffLine(" ", a + n + 1, c + n + 1, before[a + n]) for n in range(b - a)]
            continue
        found += [DiffLine("-", n + 1, 0, before[n]) for n in range(a, b)]
        found += [DiffLine("+", 0, n + 1, after[n]) for n in range(c, d)]
    marks = [one.mark for one in found]
    return Diff(tuple(found), marks.count("+"), marks.count("-"), marks.count(" "))


def diff_of(profile: Profile, draft_id: str) -> tuple[tuple[str, Diff], ...]:
    """Return the diff of every file that promotion would change, the article's own first."""
    from neurodesk.domain.encoding import decode_text

    plan = show_draft(profile, draft_id).plan
    return tuple(
        (
            one.path,
            diff_texts(
                "" if one.old is None else decode_text(one.old).text,
                "" if one.new is None else decode_text(one.new).text,
            ),
        )
        for one in plan.changes
    )


@dataclass(frozen=True, slots=True)
class ThreeWay:
    """The three texts of a conflict: what the draft was made from, what stands there now, what it wants.

    ``base`` is "" when the former text is known by its hash only.
    """

    base: str
    theirs: str
    ours: str


def three_way(profile: Profile, draft_id: str) -> ThreeWay:
    """Return the three-way view of a draft whose base moved (SPEC P5)."""
    desk = show_draft(profile, draft_id)

    def base(rx: Rx) -> str:
        return str(
            rx.scalar("SELECT body FROM text WHERE sha256 = ?", (desk.draft.base_hash,))
            or rx.scalar(
                "SELECT body FROM node WHERE id = ? AND content_hash = ?",
                (desk.draft.base_node_id, desk.draft.base_hash),
            )
            or ""
        )

    return ThreeWay(profile.database.read(base), desk.plan.base_text, desk.draft.text)


# -- history -------------------------------------------------------------------------------------------------


def draft_history(profile: Profile, draft_id: str) -> list[AuditRecord]:
    """Return what was decided on a draft, oldest first (SPEC P6)."""
    return list(profile.database.read(lambda rx: audit_store.records_of(rx, draft_id)))


def file_history(profile: Profile, path: str, kb: str = "") -> list[PromotionRow]:
    """Return the promotions and undos of a file, newest first.

    Args:
        path: relative to the KB's root, or absolute below it.
        kb: name or id of the KB; needed when several hold that path.

    Raises:
        BadInput: ``kb_unknown``, ``kb_ambiguous``.
    """

    def query(rx: Rx) -> list[PromotionRow]:
        found: list[tuple[str, list[PromotionRow]]] = []
        registered = graph_store.all_kbs(rx)
        if kb and not any(kb in (one.id, one.name) for one in registered):
            raise BadInput("kb_unknown", kb=kb)
        for one in registered:
            if kb and kb not in (one.id, one.name):
                continue
            prefix = one.root.rstrip("/\\") + "/"
            normal = path.replace("\\", "/") if path.startswith(one.root) else path
            relative = normal.removeprefix(prefix.replace("\\", "/"))
            rows = promotion_store.promotions_of_path(rx, one.id, relative)
            if rows:
                found.append((one.name, rows))
        if len(found) > 1:
            raise BadInput("kb_ambiguous", path=path, names=", ".join(name for name, _ in found))
        return found[0][1] if found else []

    return profile.database.read(query)


def promotions_of(profile: Profile, draft_id: str) -> list[PromotionRow]:
    """Return the promotions and undos of a draft, oldest first."""
    return profile.database.read(lambda rx: promotion_store.promotions_of_draft(rx, draft_id))
