"""``verify`` trusts nothing and names every way to cheat; ``doctor`` sees a forged audit (SPEC R11, P6)."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from neurodesk.bootstrap import open_profile
from neurodesk.domain.identity import sha256_text
from tests.desk_cli import Desk, prepared_desk
from tests.desk_parts import ARTICLE, SOURCE, store_evidence

NUMBER = "The volume group must have at least 10 GiB free before the command is run."


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    return prepared_desk(tmp_path, capsys)


def staged(made: Desk) -> Path:
    return next((made.data / "staging").iterdir())


def sidecar(made: Desk, draft: str) -> Path:
    return made.data / "article-metadata" / f"{draft}.json"


def codes(found: dict[str, Any]) -> set[str]:
    """Return every problem code, of the whole and of the units."""
    return {one["code"] for one in found["problems"]} | {
        why["code"] for one in found["failing"] for why in one["problems"]
    }


def damage(made: Desk, *statements: tuple[str, tuple[object, ...]]) -> None:
    """Change the database behind the product's back."""
    connection = sqlite3.connect(made.data / "neurodesk.db")
    with connection:
        for text, params in statements:
            connection.execute(text, params)
    connection.close()


def test_an_honest_draft_holds_by_id_by_file_by_sidecar_and_after_promotion(desk: Desk) -> None:
    draft = desk.draft()
    for subject in (draft, str(staged(desk)), str(sidecar(desk, draft))):
        found = desk.run("verify", subject)
        assert found["holds"]
        assert found["units"] == 5
    done = desk.promote(draft)
    found = desk.run("verify", str(desk.kb / done["path"]))
    assert (found["what"], found["holds"]) == ("article", True)
    assert "holds: 5 of 5 units proved" in desk.text("verify", draft)


def test_a_file_nobody_staged_or_promoted_is_no_subject(desk: Desk) -> None:
    assert desk.run("verify", str(desk.kb / "storage" / "extend.md"), code=4)["error"] == "verify_unknown"
    assert desk.run("verify", "nothing", code=4)["error"] == "verify_unknown"


def test_when_only_the_sidecar_differs_the_answer_does_not_blame_the_text(desk: Desk) -> None:
    draft = desk.draft()
    change_sidecar(desk, draft)
    told = desk.text("verify", draft, code=6)
    assert "FAILS: the text holds (5 of 5 units proved" in told
    assert "the sidecar says something else of a claim than the record" in told


def change_draft(made: Desk, draft: str) -> None:
    file = staged(made)
    file.write_text(file.read_text("utf-8").replace("10 GiB free", "20 GiB free"), "utf-8")


def change_sidecar(made: Desk, draft: str) -> None:
    file = sidecar(made, draft)
    file.write_text(file.read_text("utf-8").replace("10 GiB free", "20 GiB free"), "utf-8")


def change_both(made: Desk, draft: str) -> None:
    change_draft(made, draft)
    change_sidecar(made, draft)


def change_draft_and_record(made: Desk, draft: str) -> None:
    """Article, claim and quotation say another number; only the stored source still says the old one."""
    change_both(made, draft)
    text = staged(made).read_text("utf-8")
    damage(
        made,
        (
            "UPDATE draft_version SET body = ?, sha256 = ? WHERE draft_id = ?",
            (text, sha256_text(text), draft),
        ),
        (
            "UPDATE claim SET text = replace(text, '10 GiB free', '20 GiB free'),"
            " refs = replace(refs, '10 GiB free', '20 GiB free') WHERE draft_id = ?",
            (draft,),
        ),
    )


def change_claim_but_not_quote(made: Desk, draft: str) -> None:
    change_draft(made, draft)
    text = staged(made).read_text("utf-8")
    damage(
        made,
        (
            "UPDATE draft_version SET body = ?, sha256 = ? WHERE draft_id = ?",
            (text, sha256_text(text), draft),
        ),
        (
            "UPDATE claim SET text = replace(text, '10 GiB free', '20 GiB free') WHERE draft_id = ?",
            (draft,),
        ),
    )


def change_source(made: Desk, draft: str) -> None:
    """The stored source is edited after the fact, its hash left alone."""
    damage(made, ("UPDATE text SET body = replace(body, 'at least 10', 'at least 5')", ()))


def change_source_and_its_hash(made: Desk, draft: str) -> None:
    new = SOURCE.replace("at least 10", "at least 5")
    damage(
        made,
        ("UPDATE text SET body = ?, sha256 = ? WHERE body = ?", (new, sha256_text(new), SOURCE)),
        ("UPDATE evidence SET sha256 = ?", (sha256_text(new),)),
    )


def forge_ref(made: Desk, change: Callable[[dict[str, Any]], dict[str, Any]], text: str = NUMBER) -> None:
    connection = sqlite3.connect(made.data / "neurodesk.db")
    with connection:
        row = connection.execute("SELECT refs FROM claim WHERE text = ?", (text,)).fetchone()
        refs = [change(one) for one in json.loads(row[0])]
        connection.execute("UPDATE claim SET refs = ? WHERE text = ?", (json.dumps(refs), text))
    connection.close()


def one_word_quote(made: Desk, draft: str) -> None:
    forge_ref(made, lambda ref: {**ref, "quote": "volume"})


def long_irrelevant_quote(made: Desk, draft: str) -> None:
    forge_ref(made, lambda ref: {**ref, "quote": "The file system may stay mounted while it grows."})


def quote_that_stands_nowhere(made: Desk, draft: str) -> None:
    forge_ref(
        made, lambda ref: {**ref, "quote": "The volume group must have at least 10 GiB free on Sundays."}
    )


def quote_from_another_source(made: Desk, draft: str) -> None:
    with open_profile(made.data) as profile:
        other = store_evidence(
            profile, "# Other\n\nNothing of use stands in here.\n", uri="library://x/y.html"
        )
    forge_ref(made, lambda ref: {**ref, "ref": other})


def source_that_is_gone(made: Desk, draft: str) -> None:
    forge_ref(made, lambda ref: {**ref, "ref": "e_gone"})


def swapped_quotes(made: Desk, draft: str) -> None:
    connection = sqlite3.connect(made.data / "neurodesk.db")
    with connection:
        texts = (NUMBER, "The file system may stay mounted while it grows.")
        first, second = (
            connection.execute("SELECT refs FROM claim WHERE text = ?", (one,)).fetchone()[0] for one in texts
        )
        connection.execute("UPDATE claim SET refs = ? WHERE text = ?", (second, texts[0]))
        connection.execute("UPDATE claim SET refs = ? WHERE text = ?", (first, texts[1]))
    connection.close()


def call_it_exempt(made: Desk, draft: str) -> None:
    """A wrong unit is recorded as a heading that asserts nothing."""
    change_draft_and_record(made, draft)
    damage(
        made, ("UPDATE claim SET exempt = 1, verdict = '', refs = '[]' WHERE text LIKE '%20 GiB free%'", ())
    )


TRICKS = [
    (change_draft, {"file_differs_from_record", "no_record"}),
    (change_sidecar, {"sidecar_differs"}),
    (change_both, {"file_differs_from_record", "no_record", "sidecar_differs"}),
    (change_draft_and_record, {"quote_not_found"}),
    (change_claim_but_not_quote, {"number_differs"}),
    (change_source, {"source_changed"}),
    (change_source_and_its_hash, {"source_missing"}),
    (one_word_quote, {"quote_too_short"}),
    (long_irrelevant_quote, {"quote_does_not_cover"}),
    (quote_that_stands_nowhere, {"quote_not_found"}),
    (quote_from_another_source, {"source_changed"}),
    (source_that_is_gone, {"source_missing"}),
    (swapped_quotes, {"quote_does_not_cover"}),
    (call_it_exempt, {"no_citation"}),
]


@pytest.mark.parametrize(("trick", "wanted"), TRICKS, ids=[trick.__name__ for trick, _ in TRICKS])
def test_a_trick_fails_and_is_named(desk: Desk, trick: Callable[[Desk, str], None], wanted: set[str]) -> None:
    draft = desk.draft()
    desk.run("verify", draft)
    trick(desk, draft)
    found = desk.run("verify", draft, code=6)
    assert wanted <= codes(found), found


def test_a_promoted_article_that_was_edited_is_named_with_the_claim(desk: Desk) -> None:
    done = desk.promote(desk.draft())
    target = desk.kb / done["path"]
    target.write_text(target.read_text("utf-8").replace("10 GiB free", "20 GiB free"), "utf-8")
    found = desk.run("verify", str(target), code=6)
    assert "file_differs_from_promotion" in codes(found)
    assert ["20 GiB" in one["text"] for one in found["failing"]] == [True]


def test_a_promotion_record_made_to_fit_an_edited_file_is_not_in_the_audit(desk: Desk) -> None:
    done = desk.promote(desk.draft())
    target = desk.kb / done["path"]
    old = target.read_bytes()
    target.write_bytes(old.replace(b"10 GiB free", b"20 GiB free"))
    hashes = [hashlib.sha256(data).hexdigest() for data in (old, target.read_bytes())]
    damage(desk, ("UPDATE promotion SET steps = replace(steps, ?, ?)", (hashes[0], hashes[1])))
    assert "promotion_not_in_audit" in codes(desk.run("verify", str(target), code=6))


def test_what_the_curator_answered_for_is_told_apart(desk: Desk) -> None:
    done = desk.promote(desk.draft(ARTICLE + "\nThe colour of the server rack does not matter at all.\n"))
    assert "1 by the curator's reason" in desk.text("verify", str(desk.kb / done["path"]))


def audit_break(made: Desk, statement: str) -> None:
    connection = sqlite3.connect(made.data / "neurodesk.db")
    with connection:
        connection.execute("DROP TRIGGER audit_no_update")
        connection.execute("DROP TRIGGER audit_no_delete")
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("UPDATE audit SET who = 'Eve' WHERE seq = 2", "record_changed"),
        ("UPDATE audit SET why = 'x' WHERE seq = 1", "record_changed"),
        ("UPDATE audit SET at = at + 1 WHERE seq = 1", "record_changed"),
        ("DELETE FROM audit WHERE seq = 1", "gap"),
        ("DELETE FROM audit WHERE seq = (SELECT MAX(seq) FROM audit)", "tail_missing"),
        ("DELETE FROM audit", "tail_missing"),
    ],
)
def test_doctor_and_verify_see_a_forged_audit(desk: Desk, statement: str, problem: str) -> None:
    draft = desk.draft()
    desk.promote(draft)
    healthy = desk.run("doctor")
    assert healthy["healthy"]
    audit_break(desk, statement)
    found = desk.run("doctor", code=6)
    bad = next(one for one in found["checks"] if one["code"] == "audit_broken")
    assert bad["problem"] == problem
    assert f"audit_{problem}" in codes(desk.run("verify", draft, code=6))


def test_the_audit_takes_no_change_and_no_removal(desk: Desk) -> None:
    desk.promote(desk.draft())
    for statement in ("UPDATE audit SET who = 'Eve'", "DELETE FROM audit"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            damage(desk, (statement, ()))


def test_doctor_says_what_is_wrong_what_is_safe_and_what_to_do(desk: Desk) -> None:
    (desk.data / "settings.toml").write_text("[queue]\nmax_attempts = 'many'\n", "utf-8")
    desk.kb.rename(desk.kb.with_name("away"))
    found = desk.run("doctor", code=6)
    bad = {one["code"]: one for one in found["checks"] if one["level"] == "problem"}
    assert set(bad) == {"settings_problem", "kb_unreachable"}
    assert all(one["what"] and one["safe"] and one["do"] for one in bad.values())
    notes = {one["code"] for one in found["checks"] if one["level"] == "note"}
    assert {"searxng_unset", "models_unset", "curator_unnamed"} <= notes


@pytest.mark.expects_log(r"what follows promotion p_\w+ failed")
def test_a_fault_of_ours_after_a_promotion_keeps_the_profile_open_and_is_made_good_later_p5(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = desk.draft()

    def broken(*_: object, **__: object) -> None:
        raise ValueError("an odd article")

    with monkeypatch.context() as patch:
        patch.setattr("neurodesk.app.commands.promote.rescan_kb", broken)
        assert desk.promote(draft, code=1)["error"] == "program_fault"
        assert [one["code"] for one in desk.run("doctor", code=6)["checks"] if one["level"] == "problem"] == [
            "promotion_open"
        ]
    assert desk.run("doctor")["healthy"]
