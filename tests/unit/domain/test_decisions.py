"""The desk's pure rules: states, what blocks, what was seen, what an edit keeps."""

from dataclasses import replace

import pytest

from neurodesk.domain.articles import Claim, DraftKind, DraftState, SourceRef, Verdict, WrittenBy
from neurodesk.domain.audit_chain import GENESIS, AuditRecord, check_chain, record_hash
from neurodesk.domain.decisions import (
    TRANSITIONS,
    Draft,
    JudgedClaim,
    SeenParts,
    blocking_reasons,
    carry_over,
    require_transition,
    riskiest_first,
    seen_sha256,
)
from neurodesk.domain.errors import IllegalTransition


def claim(number: int, verdict: Verdict | None = Verdict.SUPPORTED, **more: object) -> JudgedClaim:
    ref = SourceRef("e1", "quote", "ab", 0, 5)
    base = Claim(f"u{number}", number, "sentence", f"Text {number}.", number, number + 5, verdict, (ref,))
    seen = float(more.pop("seen_at", 1.0))  # type: ignore[arg-type]
    own = {key: more.pop(key) for key in ("ticked_at", "human_verdict", "human_reason") if key in more}
    return JudgedClaim(replace(base, **more), seen_at=seen, **own)  # type: ignore[arg-type]


DRAFT = Draft(
    id="d1",
    task_id="t1",
    kind=DraftKind.NEW,
    state=DraftState.IN_REVIEW,
    title="Title",
    lang="en",
    article_type="how_to",
    kb_id="kb1",
    base_node_id="",
    base_path="",
    base_hash="",
    target_path="folder",
    version=1,
    written_by=WrittenBy.MACHINE,
    text="# Title\n",
    text_sha256="x",
    staging_name="",
    risk=0.0,
    created_at=1.0,
    updated_at=1.0,
)


def codes(*claims: JudgedClaim, **more: object) -> list[str]:
    return [one.code for one in blocking_reasons(claims, **more)]  # type: ignore[arg-type]


@pytest.mark.parametrize("old", DraftState)
@pytest.mark.parametrize("new", DraftState)
def test_only_the_table_allows_a_transition(old: DraftState, new: DraftState) -> None:
    if new in TRANSITIONS[old]:
        require_transition("d", old, new)
    else:
        with pytest.raises(IllegalTransition):
            require_transition("d", old, new)


def test_a_promoted_draft_comes_only_from_an_approved_one() -> None:
    assert [old for old in DraftState if DraftState.PROMOTED in TRANSITIONS[old]] == [DraftState.APPROVED]


def test_nothing_blocks_what_was_seen_and_is_supported() -> None:
    assert codes(claim(1), claim(2, exempt=True, verdict=None)) == []


def test_every_claim_has_to_be_seen_even_an_exempt_one() -> None:
    assert codes(claim(1, seen_at=0), claim(2, exempt=True, seen_at=0)) == ["claim_unseen", "claim_unseen"]


def test_a_partly_supported_claim_needs_a_tick() -> None:
    partial = claim(1, Verdict.PARTIALLY_SUPPORTED)
    assert codes(partial) == ["claim_unticked"]
    assert codes(partial, ticks={"u1"}) == []
    assert codes(replace(partial, ticked_at=2.0)) == []


def test_a_high_risk_claim_with_one_source_needs_a_tick() -> None:
    assert codes(claim(1, risk="high", single_source=True)) == ["single_source_unticked"]
    assert codes(claim(1, risk="high")) == []


def test_an_unsupported_claim_needs_a_typed_reason_a_tick_is_not_enough() -> None:
    bad = claim(1, Verdict.UNSUPPORTED)
    assert codes(bad, ticks={"u1"}) == ["claim_unsupported"]
    assert codes(bad, reasons={"u1": "  "}) == ["claim_unsupported"]
    assert codes(bad, reasons={"u1": "I was there"}) == []


def test_a_contradicted_claim_blocks_whatever_is_said() -> None:
    bad = claim(1, Verdict.CONTRADICTED, ticked_at=1.0, human_reason="still")
    assert codes(bad, ticks={"u1"}, reasons={"u1": "still"}) == ["claim_contradicted"]


def test_a_claim_nobody_judged_blocks() -> None:
    assert codes(claim(1, None)) == ["claim_unjudged"]


def test_the_curators_own_verdict_only_makes_it_stricter() -> None:
    assert claim(1, Verdict.CONTRADICTED, human_verdict=Verdict.SUPPORTED).verdict is Verdict.CONTRADICTED
    assert claim(1, human_verdict=Verdict.UNSUPPORTED).verdict is Verdict.UNSUPPORTED


def test_a_line_that_is_no_claim_blocks_until_it_is_ticked() -> None:
    assert codes(claim(1), extra_ticks=("auto_reply",)) == ["line_unticked"]
    assert codes(claim(1), extra_ticks=("auto_reply",), ticks={"auto_reply"}) == []


def test_the_worst_claim_stands_first_and_exempt_ones_last() -> None:
    ordered = riskiest_first(
        [
            claim(0, exempt=True, verdict=None),
            claim(1),
            claim(2, risk="high"),
            claim(3, Verdict.PARTIALLY_SUPPORTED),
            claim(4, Verdict.UNSUPPORTED),
            claim(5, Verdict.CONTRADICTED),
            claim(6, None),
        ]
    )
    assert [one.claim.ordinal for one in ordered] == [6, 5, 4, 3, 2, 1, 0]


def test_the_seen_hash_changes_with_everything_that_was_seen() -> None:
    parts = SeenParts(DRAFT, (claim(1),), {"e1": "h"}, "base", (("a.md", "old", "new"),))
    ref = SourceRef("e1", "another quote", "ab", 0, 5)
    others = [
        replace(parts, draft=replace(DRAFT, text="# Title \n")),
        replace(parts, draft=replace(DRAFT, target_path="other")),
        replace(parts, draft=replace(DRAFT, base_hash="b")),
        replace(parts, draft=replace(DRAFT, data={"categories": ["x"]})),
        replace(parts, claims=(claim(1, Verdict.PARTIALLY_SUPPORTED),)),
        replace(parts, claims=(claim(1, refs=(ref,)),)),
        replace(parts, claims=(claim(1), claim(2))),
        replace(parts, claims=(claim(1, human_verdict=Verdict.UNSUPPORTED),)),
        replace(parts, passages={"e1": "other"}),
        replace(parts, base_sha256="moved"),
        replace(parts, changes=(("a.md", "old", "newer"),)),
    ]
    hashes = {seen_sha256(one) for one in (parts, *others)}
    assert len(hashes) == len(others) + 1


def test_seeing_and_ticking_do_not_change_the_seen_hash() -> None:
    parts = SeenParts(DRAFT, (claim(1, seen_at=0),), {}, "")
    again = replace(parts, claims=(claim(1, seen_at=9.0, ticked_at=9.0),))
    assert seen_sha256(parts) == seen_sha256(again)


def test_an_edit_keeps_verdict_and_tick_of_unchanged_units_and_judges_the_others() -> None:
    former = [claim(1, Verdict.PARTIALLY_SUPPORTED, ticked_at=5.0), claim(2)]
    new = [
        replace(former[1].claim, id="n0", ordinal=0, verdict=None, refs=()),
        replace(former[0].claim, id="n1", ordinal=1, text="Text 1, edited.", verdict=None, refs=()),
        replace(former[0].claim, id="n2", ordinal=2, verdict=None, refs=()),
        replace(former[0].claim, id="n3", ordinal=3, verdict=None, refs=()),
    ]
    asked = []

    def rejudge(one: Claim) -> Claim:
        asked.append(one.id)
        return replace(one, verdict=Verdict.UNSUPPORTED)

    result = carry_over(former, new, rejudge)
    assert asked == ["n1", "n3"]
    assert [one.verdict for one in result] == [
        Verdict.SUPPORTED,
        Verdict.UNSUPPORTED,
        Verdict.PARTIALLY_SUPPORTED,
        Verdict.UNSUPPORTED,
    ]
    assert [bool(one.ticked_at) for one in result] == [False, False, True, False]
    assert result[0].claim.refs == former[1].claim.refs


def chain(length: int) -> list[AuditRecord]:
    records: list[AuditRecord] = []
    for number in range(1, length + 1):
        previous = records[-1].sha256 if records else GENESIS
        one = AuditRecord(number, float(number), "Ada", "desk", "tick", "d1", {"seen": "x"}, "", previous)
        records.append(replace(one, sha256=record_hash(one)))
    return records


def test_an_untouched_chain_holds() -> None:
    assert check_chain(chain(5), last_seq=5) == ()


@pytest.mark.parametrize(
    "change",
    [
        {"who": "Eve"},
        {"at": 9.0},
        {"why": "x"},
        {"hashes": {"seen": "y"}},
        {"act": "promote"},
        {"place": "x"},
    ],
)
def test_a_changed_record_is_found(change: dict[str, object]) -> None:
    records = chain(5)
    records[2] = replace(records[2], **change)  # type: ignore[arg-type]
    assert [(one.seq, one.code) for one in check_chain(records)] == [(3, "record_changed")]


def test_a_changed_record_with_a_new_hash_breaks_the_next_link() -> None:
    records = chain(5)
    forged = replace(records[2], who="Eve")
    records[2] = replace(forged, sha256=record_hash(forged))
    assert [(one.seq, one.code) for one in check_chain(records)] == [(4, "link_broken")]


def test_a_removed_record_and_a_cut_tail_are_found() -> None:
    records = chain(5)
    assert {one.code for one in check_chain(records[:2] + records[3:])} == {"gap", "link_broken"}
    assert [one.code for one in check_chain(records[:3], last_seq=5)] == ["tail_missing"]
