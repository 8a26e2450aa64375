"""Erasing a source leaves a tombstone and turns its claims into findings (SPEC W6)."""

from __future__ import annotations

from pathlib import Path

import pytest

from neurodesk.app.commands.scan import scan_now
from neurodesk.app.queries.findings import FindingFilter, findings_page
from neurodesk.bootstrap import open_profile
from neurodesk.cli import exit_codes
from neurodesk.domain.scanning import FindingType
from tests.desk_cli import Desk, prepared_desk
from tests.desk_parts import SOURCE, store_evidence

WHY = "the publisher withdrew it"


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    return prepared_desk(tmp_path, capsys)


def evidence_id(desk: Desk) -> str:
    return str(desk.sql("SELECT id FROM evidence")[0][0])


def everywhere(desk: Desk, words: str) -> list[str]:
    """Return the tables and columns of the database that hold some words, claims and drafts left out."""
    found = []
    for (table,) in desk.sql("SELECT name FROM sqlite_master WHERE type = 'table'"):
        if table in ("claim", "draft_version", "claim_check") or table.startswith(("chunk_", "sqlite_")):
            continue
        columns = [row[1] for row in desk.sql(f"PRAGMA table_info({table})")]
        found += [
            f"{table}.{column}"
            for column in columns
            if desk.sql(f'SELECT 1 FROM {table} WHERE instr(CAST("{column}" AS TEXT), ?) LIMIT 1', words)
        ]
    return found


def test_w6_erasing_leaves_address_hash_and_reason_and_nothing_of_the_text(desk: Desk) -> None:
    desk.draft()
    source = evidence_id(desk)
    words = max(SOURCE.split("\n"), key=len)[:40]
    assert "text.body" in everywhere(desk, words)
    before = desk.sql("SELECT sha256, final_uri FROM evidence")[0]
    edges = desk.sql("SELECT * FROM edge ORDER BY id")
    said = desk.run("evidence", "erase", source, "--why", WHY, "--as", "Ada")
    assert said["text_gone"] is True
    assert everywhere(desk, words) == []
    assert desk.sql("SELECT sha256, final_uri FROM evidence")[0] == before
    assert desk.sql("SELECT * FROM edge ORDER BY id") == edges
    shown = desk.run("evidence", "show", source)
    assert (shown["evidence"]["text"], shown["evidence"]["state"]) == ("", "superseded")
    assert shown["erased_because"] == WHY
    assert shown["claims"], "the citations lead to the tombstone"
    acts = desk.sql("SELECT who, act, subject, why FROM audit")
    assert acts[-1] == ("Ada", "erase", source, WHY)


def test_w6_claims_of_an_open_draft_lose_their_proof_and_block_it(desk: Desk) -> None:
    draft = desk.draft()
    carried = [
        one["id"] for one in desk.run("review", "show", draft)["claims"] if one["verdict"] == "supported"
    ]
    assert carried
    said = desk.run("evidence", "erase", evidence_id(desk), "--why", WHY, "--as", "Ada")
    assert {claim for _, claim in said["claims"]} >= set(carried)
    claims = {one["id"]: one for one in desk.run("review", "show", draft)["claims"]}
    assert {claims[one]["verdict"] for one in carried} == {"unsupported"}


def test_w6_promoted_sentences_become_findings_and_verify_names_them(desk: Desk) -> None:
    draft = desk.draft()
    desk.promote(draft)
    said = desk.run("evidence", "erase", evidence_id(desk), "--why", WHY, "--as", "Ada")
    assert said["flagged"]
    assert not said["claims"]
    with open_profile(desk.data) as profile:
        scan_now(profile)
        page = findings_page(profile, FindingFilter(types=(FindingType.SOURCE_CHANGED,)))
    assert page
    assert len(page) == len({claim for _, claim in said["flagged"]})
    report = desk.run("verify", draft, code=exit_codes.FOUND_PROBLEMS)
    assert WHY not in str(report)
    assert said["flagged"][0][1] in str(report)


def test_w6_an_erased_text_is_not_learned_again(desk: Desk) -> None:
    desk.draft()
    source = evidence_id(desk)
    desk.run("evidence", "erase", source, "--why", WHY, "--as", "Ada")
    words = max(SOURCE.split("\n"), key=len)[:40]
    with open_profile(desk.data) as profile:
        store_evidence(profile)
        store_evidence(profile, task="t_other", uri="https://mirror.example/")
    assert everywhere(desk, words) == []
    assert desk.sql("SELECT id, state, reason FROM evidence") == [(source, "superseded", "erased")]


def test_w6_erasing_twice_without_reason_or_without_a_source_is_refused(desk: Desk) -> None:
    desk.draft()
    source = evidence_id(desk)
    assert "reason" in desk.text(
        "evidence", "erase", source, "--why", " ", "--as", "Ada", code=exit_codes.BAD_INPUT
    )
    desk.run("evidence", "erase", source, "--why", WHY, "--as", "Ada")
    said = desk.text("evidence", "erase", source, "--why", WHY, "--as", "Ada", code=exit_codes.REFUSED)
    assert "erased before" in said
    assert "no evidence" in desk.text(
        "evidence", "erase", "e_none", "--why", WHY, "--as", "Ada", code=exit_codes.BAD_INPUT
    )


def test_w6_no_other_statement_deletes_evidence_or_its_text() -> None:
    import neurodesk

    shipped = Path(neurodesk.__file__).parent
    deleting = {
        path.relative_to(shipped).as_posix()
        for path in shipped.rglob("*.py")
        if any(f"DELETE FROM {one}" in path.read_text("utf-8") for one in ("evidence", "text ", "candidate"))
    }
    # Retention takes only what nothing refers to: tests/unit/app/test_upkeep.py.
    assert deleting == {"storage/evidence_erasure.py", "storage/retention.py"}
