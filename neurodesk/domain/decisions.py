"""The life of a draft on the desk: states, what blocks it, what the curator saw (SPEC P1, P4, P5)."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from neurodesk.domain.articles import (
    STRICTNESS,
    Claim,
    Decision,
    DraftKind,
    DraftState,
    Reason,
    Verdict,
    WrittenBy,
    stricter,
)
from neurodesk.domain.audit_chain import canonical_hash
from neurodesk.domain.errors import IllegalTransition
from neurodesk.domain.identity import sha256_bytes

S = DraftState

# The one table of SPEC P1; anything else raises. An undone promotion and a withdrawn rejection are in review.
TRANSITIONS: Mapping[DraftState, frozenset[DraftState]] = {
    S.IN_REVIEW: frozenset({S.CHANGES_REQUESTED, S.APPROVED, S.REJECTED, S.CONFLICT}),
    S.CHANGES_REQUESTED: frozenset({S.IN_REVIEW, S.REJECTED, S.CONFLICT}),
    S.APPROVED: frozenset({S.IN_REVIEW, S.CHANGES_REQUESTED, S.PROMOTED, S.REJECTED, S.CONFLICT}),
    S.PROMOTED: frozenset({S.IN_REVIEW}),
    S.REJECTED: frozenset({S.IN_REVIEW}),
    S.CONFLICT: frozenset({S.IN_REVIEW, S.REJECTED}),
}

AUTO_REPLY_TICK = "auto_reply"
"""Id of the line "automatic reply is switched off", ticked like a claim (SPEC P5)."""

BEGAN_AS = "began_as"
"""Key of a draft's data: who wrote the first version of an outside draft, person or program."""

SINGLE_SOURCE_RISK = "high"


def require_transition(draft_id: str, old: DraftState, new: DraftState) -> None:
    """Raise unless the table allows the change.

    Raises:
        IllegalTransition: ``draft_transition_forbidden``.
    """
    if new not in TRANSITIONS[old]:
        raise IllegalTransition("draft_transition_forbidden", draft=draft_id, old=old.value, new=new.value)


@dataclass(frozen=True, slots=True)
class Actor:
    """A person at one of the two human surfaces: ``where`` is ``desk`` or ``terminal`` (SPEC P6)."""

    who: str
    where: str


@dataclass(frozen=True, slots=True)
class UndoDecision:
    """A human's decision to undo a promotion; made only by ``neurodesk.app.decide``, like ``Decision``."""

    promotion_id: str
    who: str
    where: str
    made_at: float
    why: str = ""


@dataclass(frozen=True, slots=True)
class OutcomeVerdict:
    """A human's decision on an outcome; made only by ``neurodesk.app.decide`` (SPEC O1)."""

    outcome_id: str
    who: str
    where: str
    made_at: float
    why: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft as stored (SPEC R8, P1)."""

    id: str
    task_id: str
    kind: DraftKind
    state: DraftState
    title: str
    lang: str
    article_type: str
    kb_id: str
    base_node_id: str
    base_path: str
    base_hash: str
    target_path: str
    version: int
    written_by: WrittenBy
    text: str
    text_sha256: str
    staging_name: str
    risk: float
    created_at: float
    updated_at: float
    data: Mapping[str, object] = field(default_factory=dict)

    @property
    def categories(self) -> tuple[str, ...]:
        """Categories of a new article's front matter."""
        value = self.data.get("categories", [])
        return tuple(str(one) for one in value) if isinstance(value, list) else ()

    @property
    def ticks(self) -> frozenset[str]:
        """Ticked lines that are no claims, such as ``auto_reply``."""
        value = self.data.get("ticks", [])
        return frozenset(str(one) for one in value) if isinstance(value, list) else frozenset()

    @property
    def began_as_machine(self) -> bool:
        """Whether its first version is a machine's or a program's, whoever edited it since (SPEC P5)."""
        return (
            bool(self.task_id)
            or self.written_by is WrittenBy.MACHINE
            or self.data.get(BEGAN_AS) == WrittenBy.MACHINE
        )

    @property
    def other_path(self) -> str:
        """The second article of a merge, the new path of a rename."""
        return str(self.data.get("other_path", ""))


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A claim with what the curator did to it; times are UTC epoch seconds, 0 when it did not happen.

    Attributes:
        human_verdict: the curator's own verdict; it only ever makes the verdict stricter.
        human_reason: the typed reason of *approve with reason*.
        advised: a reviewer without a licence judged the draft: its verdicts advise only (SPEC O7).
    """

    claim: Claim
    seen_at: float = 0.0
    ticked_at: float = 0.0
    human_verdict: Verdict | None = None
    human_reason: str = ""
    comment: str = ""
    advised: bool = False

    @property
    def id(self) -> str:
        """The claim's id."""
        return self.claim.id

    @property
    def verdict(self) -> Verdict | None:
        """The verdict that counts; None when nobody judged it."""
        own = self.claim.verdict
        if own is None or self.human_verdict is None:
            return own
        return stricter(own, self.human_verdict)

    @property
    def must_be_ticked(self) -> bool:
        """Partly supported, risky with one source, or judged by an unlicensed reviewer (P4, R6, O7)."""
        if self.claim.exempt:
            return False
        return (
            self.advised
            or self.verdict is Verdict.PARTIALLY_SUPPORTED
            or (self.claim.risk == SINGLE_SOURCE_RISK and self.claim.single_source)
        )


@dataclass(frozen=True, slots=True)
class SentBack:
    """A draft that the curator sent back, as it was then (SPEC R7).

    Attributes:
        wish: the curator's reason.
        evidence: ids of the texts that its units rest on, or may rest on.
    """

    draft: Draft
    claims: tuple[JudgedClaim, ...]
    wish: str
    evidence: tuple[str, ...]


def riskiest_first(claims: Sequence[JudgedClaim]) -> list[JudgedClaim]:
    """Return the claims in the desk's order: worst verdict, risk, single source, then the text's order.

    Exempt units stand last (SPEC P2).
    """

    def key(one: JudgedClaim) -> tuple[int, int, int, int, str]:
        claim = one.claim
        if claim.exempt:
            return (9, 0, 0, claim.ordinal, claim.id)
        worst = 4 if one.verdict is None else STRICTNESS[one.verdict]
        return (
            4 - worst,
            0 if claim.risk == SINGLE_SOURCE_RISK else 1,
            0 if claim.single_source else 1,
            claim.ordinal,
            claim.id,
        )

    return sorted(claims, key=key)


def blocking_reasons(
    claims: Sequence[JudgedClaim],
    *,
    ticks: Collection[str] = (),
    reasons: Mapping[str, str] | None = None,
    extra_ticks: Collection[str] = (),
) -> tuple[Reason, ...]:
    """Say what keeps a draft from being approved; empty when nothing does (SPEC P4).

    Args:
        claims: all claims of the version that is decided.
        ticks: claims ticked in this act, beside those ticked before.
        reasons: claim id to typed reason given in this act, beside those given before.
        extra_ticks: lines that must be ticked though they are no claims and are not yet.

    Returns:
        Codes with parameters, in the order of the text: ``claim_unseen``, ``claim_unjudged``,
        ``claim_contradicted``, ``claim_unsupported``, ``claim_unticked``, ``single_source_unticked``,
        ``advice_unticked``, ``line_unticked``.
    """
    given = {key: text.strip() for key, text in (reasons or {}).items()}
    found: list[Reason] = []
    for one in sorted(claims, key=lambda one: (one.claim.ordinal, one.id)):
        if not one.seen_at:
            found.append(_block("claim_unseen", one))
        if one.claim.exempt:
            continue
        verdict = one.verdict
        if verdict is None:
            found.append(_block("claim_unjudged", one))
        elif verdict is Verdict.CONTRADICTED:
            found.append(_block("claim_contradicted", one))
        elif verdict is Verdict.UNSUPPORTED:
            if not (one.human_reason.strip() or given.get(one.id)):
                found.append(_block("claim_unsupported", one))
        elif one.must_be_ticked and not one.ticked_at and one.id not in ticks:
            found.append(_block(_unticked(one), one))
    found.extend(
        Reason("line_unticked", (("line", line),)) for line in sorted(extra_ticks) if line not in ticks
    )
    return tuple(found)


def _unticked(one: JudgedClaim) -> str:
    if one.verdict is Verdict.PARTIALLY_SUPPORTED:
        return "claim_unticked"
    risky = one.claim.risk == SINGLE_SOURCE_RISK and one.claim.single_source
    return "single_source_unticked" if risky else "advice_unticked"


def _block(code: str, one: JudgedClaim) -> Reason:
    return Reason(code, (("claim", one.id), ("text", one.claim.text[:120])))


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file of a promotion: former and new bytes, None where there is no file; ``path`` is relative."""

    path: str
    old: bytes | None
    new: bytes | None

    @property
    def old_sha256(self) -> str:
        """Hash of the former bytes, "" without a file."""
        return "" if self.old is None else sha256_bytes(self.old)

    @property
    def new_sha256(self) -> str:
        """Hash of the new bytes, "" when the file goes."""
        return "" if self.new is None else sha256_bytes(self.new)


@dataclass(frozen=True, slots=True)
class SeenParts:
    """Exactly what the curator saw (SPEC P5).

    Attributes:
        base_sha256: hash of the bytes of the article's file on disk, "" when there is none.
        changes: (path, hash before, hash after) of every file that promotion will change; of a new article
            whose place is chosen with the promotion itself the path is "".
        passages: source reference to the hash of its stored text, as it is now.
    """

    draft: Draft
    claims: tuple[JudgedClaim, ...]
    passages: Mapping[str, str]
    base_sha256: str
    changes: tuple[tuple[str, str, str], ...] = ()


def seen_sha256(parts: SeenParts) -> str:
    """Return the hash over article, claims, verdicts, quotations, passages, base and place."""
    draft = parts.draft
    return canonical_hash(
        {
            "draft": [draft.id, draft.kind.value, draft.version, draft.lang, draft.title],
            "place": [draft.kb_id, draft.base_path, draft.base_hash, draft.target_path, draft.other_path],
            "categories": list(draft.categories),
            "text": draft.text,
            "claims": [
                [
                    one.claim.id,
                    one.claim.kind,
                    one.claim.text,
                    one.claim.start,
                    one.claim.end,
                    one.verdict.value if one.verdict else "",
                    one.claim.exempt,
                    one.claim.risk,
                    one.claim.single_source,
                    [[reason.code, dict(reason.params)] for reason in one.claim.reasons],
                    [[ref.ref, ref.quote, ref.sha256, ref.start, ref.end] for ref in one.claim.refs],
                ]
                for one in sorted(parts.claims, key=lambda one: (one.claim.ordinal, one.id))
            ],
            "passages": dict(parts.passages),
            "base": parts.base_sha256,
            "changes": [list(change) for change in parts.changes],
        }
    )


def decision_as_json(decision: Decision) -> dict[str, object]:
    """Return a decision as it is kept in the journal."""
    return {
        "draft_id": decision.draft_id,
        "who": decision.who,
        "where": decision.where,
        "seen_sha256": decision.seen_sha256,
        "ticks": list(decision.ticks),
        "reasons": [list(pair) for pair in decision.reasons],
        "made_at": decision.made_at,
        "kb_id": decision.kb_id,
        "target_path": decision.target_path,
        "note": decision.note,
    }


def carry_over(
    former: Sequence[JudgedClaim], new: Sequence[Claim], rejudge: Callable[[Claim], Claim]
) -> list[JudgedClaim]:
    """Give the units of an edited text the verdicts and ticks of the unchanged ones (SPEC R10, P3).

    Args:
        former: the claims of the version that was edited.
        new: the units of the edited text, not judged.
        rejudge: judges a changed unit by code.

    Returns:
        The claims of the new text. A unit is unchanged when its kind and text are; each former one is used
        once, in order.
    """
    waiting: dict[tuple[str, str], deque[JudgedClaim]] = defaultdict(deque)
    for one in sorted(former, key=lambda one: (one.claim.ordinal, one.id)):
        waiting[one.claim.kind, one.claim.text].append(one)
    result = []
    for claim in new:
        same = waiting[claim.kind, claim.text]
        if not same:
            result.append(JudgedClaim(claim if claim.exempt else rejudge(claim)))
            continue
        before = same.popleft()
        kept = replace(
            before.claim,
            id=claim.id,
            ordinal=claim.ordinal,
            start=claim.start,
            end=claim.end,
            exempt=claim.exempt,
        )
        result.append(replace(before, claim=kept))
    return result
