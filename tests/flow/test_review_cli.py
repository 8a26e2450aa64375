"""From draft to knowledge base on the command line: seen, decided, promoted, undone, refused."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from neurodesk.bootstrap import open_profile
from tests.desk_cli import UNATTENDED, Desk, prepared_desk
from tests.desk_parts import ARTICLE, BASE, make_kb, node_id, store_evidence


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    return prepared_desk(tmp_path, capsys)


# -- the way through -----------------------------------------------------------------------------------------


def test_a_new_article_is_seen_approved_promoted_and_undone(desk: Desk) -> None:
    before = desk.files()
    draft = desk.draft(folder="storage")
    counts = desk.run("review", "list")["drafts"][0]["claims"]
    assert (counts["supported"], counts["partially_supported"], sum(counts.values())) == (4, 1, 5)
    shown = desk.text("review", "show", draft)
    assert "The file system may stay mounted while it grows." in shown
    assert "library://handbook/lvm.html" in shown
    assert "\nseen: " in shown
    seen = shown.rsplit("seen: ", 1)[1].strip()
    title = next(one for one in desk.run("review", "show", draft)["claims"] if one["must_be_ticked"])
    desk.run("review", "approve", draft, "--seen", seen, "--as", "Ada", code=3)
    desk.run("review", "tick", draft, title["id"], "--as", "Ada")
    assert desk.run("review", "approve", draft, "--seen", seen, "--as", "Ada")["state"] == "approved"
    done = desk.run("promote", draft, "--as", "Ada", "--seen", seen, *UNATTENDED)
    new = (desk.kb / done["path"]).read_text("utf-8")
    assert done["path"].startswith("storage/")
    assert new.endswith(ARTICLE)
    assert "auto_reply: false" in new
    assert f'neurodesk_draft: "{draft}"' in new
    assert {path: data for path, data in desk.files().items() if path != done["path"]} == before
    assert desk.sql("SELECT own_draft FROM node WHERE path = ?", done["path"]) == [(1,)]
    grounded = desk.sql("SELECT kind FROM edge WHERE kind = 'grounded_by'")
    assert grounded == [("grounded_by",)]
    assert list((desk.data / "staging").iterdir()) == []
    history = desk.run("history", done["path"])["history"]
    assert [one["kind"] for one in history] == ["new"]
    assert [one["act"] for one in history[0]["decisions"]] == ["tick", "approve", "promote"]
    desk.run("undo", done["promotion"], "--as", "Ada", *UNATTENDED)
    assert desk.files() == before
    assert [one["kind"] for one in desk.run("history", done["path"])["history"]] == ["undo", "new"]
    assert desk.run("review", "show", draft)["state"] == "in_review"


ADDED = "After the command `df -h` shows the new size of the file system."


def revised(text: str = BASE) -> str:
    return text.split("---\n\n", 1)[1].replace(
        "The file system may stay mounted while it grows.",
        f"The file system may stay mounted while it grows.\n\n{ADDED}",
    )


def test_a_revision_changes_its_lines_and_nothing_else(desk: Desk) -> None:
    before = desk.files()
    draft = desk.draft(revised(), base_path="storage/extend.md")
    diff = desk.run("review", "diff", draft)["files"]
    assert [(one["path"], one["added"], one["removed"]) for one in diff] == [("storage/extend.md", 2, 0)]
    done = desk.promote(draft)
    wanted = before["storage/extend.md"].replace(
        b"while it grows.\n",
        f"while it grows.\n\n{ADDED}\n".encode(),
    )
    assert desk.files() == {**before, "storage/extend.md": wanted}
    desk.run("undo", done["promotion"], "--as", "Ada", *UNATTENDED)
    assert desk.files() == before


@pytest.mark.parametrize(
    ("encoding", "ending"),
    [("utf-16-le", "\r\n"), ("utf-16-be", "\n"), ("cp1252", "\r\n"), ("utf-8-sig", "\r\n")],
)
def test_odd_files_come_back_unchanged_but_for_the_change(
    desk: Desk, encoding: str, ending: str, tmp_path: Path
) -> None:
    marks = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}
    text = (BASE + "\tGröße über alles.   \nOhne Ende").replace("\n", ending)
    data = marks.get(encoding, b"") + text.encode(encoding)
    (desk.kb / "storage" / "extend.md").write_bytes(data)
    desk.text("import", str(desk.kb), "--name", "Desk")
    new = revised(BASE + "\tGröße über alles.   \nOhne Ende")
    draft = desk.draft(new, base_path="storage/extend.md")
    done = desk.promote(draft)
    wanted = text.replace(
        f"while it grows.{ending}",
        f"while it grows.{ending}{ending}{ADDED}{ending}",
    )
    assert desk.files()["storage/extend.md"] == marks.get(encoding, b"") + wanted.encode(encoding)
    desk.run("undo", done["promotion"], "--as", "Ada", *UNATTENDED)
    assert desk.files()["storage/extend.md"] == data


def test_a_revision_of_an_answering_article_switches_the_answer_off_by_a_tick_of_its_own(desk: Desk) -> None:
    target = desk.kb / "storage" / "extend.md"
    target.write_text(BASE.replace("auto_reply: false", "auto_reply: true  # on"), "utf-8")
    desk.text("import", str(desk.kb), "--name", "Desk")
    draft = desk.draft(revised(), base_path="storage/extend.md")
    shown = desk.run("review", "show", draft)
    assert shown["ticks_needed"] == ["auto_reply"]
    ticks = [f"--tick={one['id']}" for one in shown["claims"] if one["must_be_ticked"]]
    reasons = [f"--reason={one['id']}=known" for one in shown["claims"] if one["verdict"] == "unsupported"]
    arguments = ["promote", draft, "--as", "Ada", "--seen", shown["seen"], *ticks, *reasons, *UNATTENDED]
    assert "line_unticked" in desk.run(*arguments, code=3)["params"]["codes"]
    desk.run(*arguments, "--tick=auto_reply")
    assert "auto_reply: false  # on\n" in target.read_text("utf-8")


def test_a_json_article_is_revised_in_its_keys_alone(desk: Desk) -> None:
    text = (
        '{\r\n\t"id" : 17,\r\n\t"title":"Extend a volume", "min_score": 0.50,\r\n\t"new": [{"text": 1E2}],'
        '\r\n\t"text": "# Extend a volume\\n\\nThe file system may stay mounted while it gr\\u006fws.",'
        '\r\n\t"auto_reply": true\r\n}\r\n'
    )
    target = desk.kb / "faq.json"
    target.write_bytes(b"\xef\xbb\xbf" + text.encode())
    desk.text("import", str(desk.kb), "--name", "Desk")
    new = f"# Extend a volume\n\nThe file system may stay mounted while it grows.\n\n{ADDED}\n"
    done = desk.promote(desk.draft(new, base_path="faq.json"))
    wanted = text.replace("gr\\u006fws.", f"grows.\\n\\n{ADDED}").replace(": true", ": false")
    assert target.read_bytes() == b"\xef\xbb\xbf" + wanted.encode()
    desk.run("undo", done["promotion"], "--as", "Ada", *UNATTENDED)
    assert target.read_bytes() == b"\xef\xbb\xbf" + text.encode()


HTML_PAGE = """<!DOCTYPE html>
<html lang="en"><head><title>Extend</title><style>p { color: red }</style></head>
<body class="wide">
  <h1 id="top">Extend</h1>
  <p>It <em>may</em> stay mounted.</p>
  <table><tr><th>Size</th></tr><tr><td>5 GB</td></tr></table>
</body></html>
"""


def test_p5_an_html_article_is_revised_in_place_and_nothing_else_is_touched(desk: Desk) -> None:
    target = desk.kb / "page.html"
    target.write_bytes(HTML_PAGE.replace("\n", "\r\n").encode())
    desk.text("import", str(desk.kb), "--name", "Desk")
    text = "# Extend\n\nIt may stay mounted while it grows.\n\n| Size |\n|---|\n| 5 GB |\n"
    done = desk.promote(desk.draft(text, base_path="page.html"))
    wanted = HTML_PAGE.replace("mounted.", "mounted while it grows.")
    assert target.read_bytes() == wanted.replace("\n", "\r\n").encode()
    desk.run("undo", done["promotion"], "--as", "Ada", *UNATTENDED)
    assert target.read_bytes() == HTML_PAGE.replace("\n", "\r\n").encode()


def test_p5_a_change_that_an_html_page_cannot_take_in_place_is_named(desk: Desk) -> None:
    target = desk.kb / "page.html"
    target.write_text(HTML_PAGE, "utf-8")
    desk.text("import", str(desk.kb), "--name", "Desk")
    before = desk.files()
    text = "# Extend\n\nIt may stay mounted.\n\n| Size |\n|---|\n| 5 GB |\n| 7 GB |\n"
    answer = desk.promote(desk.draft(text, base_path="page.html"), code=3)
    assert (answer["error"], answer["params"]["detail"]) == ("format_not_spliceable", "7 GB")
    assert desk.files() == before


def test_the_language_twin_of_a_promoted_article_is_flagged(desk: Desk) -> None:
    make_kb(
        desk.kb,
        {
            "x.en.md": "# Extend\n\nThe file system may stay mounted while it grows.\n",
            "x.de.md": "# Erweitern\n\nDas Dateisystem darf eingehängt bleiben.\n",
        },
    )
    desk.text("import", str(desk.kb), "--name", "Desk")
    with open_profile(desk.data) as profile:
        twin = node_id(profile, "x.de.md")
    draft = desk.draft(
        "# Extend\n\nThe file system may stay mounted while it grows.\n\n"
        "Run `vgs` to see the free space of the volume group.\n",
        base_path="x.en.md",
    )
    desk.promote(draft)
    assert desk.sql("SELECT node_id, state FROM finding WHERE type = 'twin_behind'") == [(twin, "open")]
    desk.run("scan")
    assert desk.sql("SELECT node_id, state FROM finding WHERE type = 'twin_behind'") == [(twin, "open")]


# -- what promotion refuses ----------------------------------------------------------------------------------


def test_promotion_without_seen_or_with_an_old_one_is_refused(desk: Desk, tmp_path: Path) -> None:
    before = desk.files()
    draft = desk.draft()
    assert desk.run("promote", draft, "--as", "Ada", *UNATTENDED, code=3)["error"] == "seen_missing"
    old = desk.run("review", "show", draft)["seen"]
    edited = tmp_path / "new.md"
    edited.write_text(ARTICLE.replace("Run `vgs`", "First run `vgs`"), "utf-8")
    desk.run("review", "edit", draft, str(edited), "--as", "Ada")
    assert desk.run("review", "show", draft)["seen"] != old
    answer = desk.run("promote", draft, "--as", "Ada", "--seen", old, *UNATTENDED, code=3)
    # Claims that wait for a tick are no matter while another text was seen.
    assert answer["error"] == "seen_outdated"
    current = desk.run("review", "show", draft)
    ticks = [f"--tick={one['id']}" for one in current["claims"] if one["must_be_ticked"]]
    reasons = [f"--reason={one['id']}=known" for one in current["claims"] if one["verdict"] == "unsupported"]
    answer = desk.run("promote", draft, "--as", "Ada", "--seen", old, *ticks, *reasons, *UNATTENDED, code=3)
    assert answer["error"] == "seen_outdated"
    assert desk.files() == before


def test_a_claim_that_was_never_shown_blocks(desk: Desk) -> None:
    draft = desk.draft()
    with open_profile(desk.data) as profile:
        from neurodesk.app.queries.drafts import show_draft

        seen = show_draft(profile, draft).seen
    answer = desk.run("promote", draft, "--as", "Ada", "--seen", seen, *UNATTENDED, code=3)
    assert answer["error"] == "approval_blocked"
    assert "claim_unseen" in answer["params"]["codes"]
    assert "was not seen yet" in answer["params"]["what"]


def test_promotion_without_a_terminal_is_refused(desk: Desk) -> None:
    draft = desk.draft()
    seen = desk.run("review", "show", draft)["seen"]
    assert desk.run("promote", draft, "--as", "Ada", "--seen", seen, code=3)["error"] == "not_attended"


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo terminal")
def test_a_person_at_a_terminal_promotes(desk: Desk) -> None:
    import pty

    draft = desk.draft()
    shown = desk.run("review", "show", draft)
    ticks = [f"--tick={one['id']}" for one in shown["claims"] if one["must_be_ticked"]]
    ours, theirs = pty.openpty()
    try:
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "neurodesk",
                "promote",
                draft,
                "--as",
                "Ada",
                "--seen",
                shown["seen"],
                *ticks,
                "--data-dir",
                str(desk.data),
                "--json",
            ],
            stdin=theirs,
            capture_output=True,
            text=True,
            timeout=60,
        )
    finally:
        os.close(ours)
        os.close(theirs)
    assert done.returncode == 0, done.stderr
    assert (desk.kb / json.loads(done.stdout)["path"]).exists()


def test_a_nameless_decision_is_refused(desk: Desk) -> None:
    draft = desk.draft()
    assert desk.run("promote", draft, "--seen", "0" * 64, *UNATTENDED, code=4)["error"] == "curator_nameless"


def test_a_moved_base_is_a_conflict_and_the_file_stays(desk: Desk) -> None:
    draft = desk.draft(revised(), base_path="storage/extend.md")
    seen = desk.run("review", "show", draft)["seen"]
    target = desk.kb / "storage" / "extend.md"
    target.write_text(target.read_text("utf-8") + "\nA colleague was here.\n", "utf-8")
    before = desk.files()
    answer = desk.run("promote", draft, "--as", "Ada", "--seen", seen, *UNATTENDED, code=3)
    assert answer["error"] == "base_moved"
    assert desk.files() == before
    assert desk.run("review", "show", draft)["state"] == "conflict"
    with open_profile(desk.data) as profile:
        from neurodesk.app.queries.drafts import three_way

        texts = three_way(profile, draft)
    assert "A colleague" not in texts.base
    assert "A colleague" in texts.theirs
    assert "df -h" in texts.ours
    assert desk.run("review", "take-base", draft, "--as", "Ada")["state"] == "in_review"


def test_a_change_outside_is_a_conflict_when_it_is_noticed_not_at_promotion(desk: Desk) -> None:
    draft = desk.draft(revised(), base_path="storage/extend.md")
    moved = desk.run("review", "rename", "Desk", "storage/disk-full.md", "full.md", "--as", "Ada")["id"]
    (desk.kb / "storage" / "extend.md").write_text(BASE + "\nA colleague was here.\n", "utf-8")
    desk.text("import", str(desk.kb), "--name", "Desk")
    states = {one["id"]: one["state"] for one in desk.run("review", "list")["drafts"]}
    assert states == {draft: "conflict", moved: "in_review"}
    (desk.kb / "storage" / "disk-full.md").unlink()
    desk.text("import", str(desk.kb), "--name", "Desk")
    states = {one["id"]: one["state"] for one in desk.run("review", "list")["drafts"]}
    assert states == {draft: "conflict", moved: "conflict"}
    desk.run("review", "show", moved)


def test_a_front_matter_changed_meanwhile_is_seen_too(desk: Desk) -> None:
    draft = desk.draft(revised(), base_path="storage/extend.md")
    shown = desk.run("review", "show", draft)
    target = desk.kb / "storage" / "extend.md"
    target.write_text(target.read_text("utf-8").replace("007", "008"), "utf-8")
    ticks = [f"--tick={one['id']}" for one in shown["claims"] if one["must_be_ticked"]]
    reasons = [f"--reason={one['id']}=known" for one in shown["claims"] if one["verdict"] == "unsupported"]
    answer = desk.run(
        "promote", draft, "--as", "Ada", "--seen", shown["seen"], *ticks, *reasons, *UNATTENDED, code=3
    )
    assert answer["error"] == "seen_outdated"


def test_a_contradicted_claim_is_never_promoted_but_edited_or_its_evidence_set_aside(desk: Desk) -> None:
    before = desk.files()
    wrong = ARTICLE.replace("at least 10 GiB free", "at least 20 GiB free")
    draft = desk.draft(wrong)
    shown = desk.run("review", "show", draft)
    bad = next(one for one in shown["claims"] if one["verdict"] == "contradicted")
    ticks = [f"--tick={one['id']}" for one in shown["claims"] if one["must_be_ticked"]]
    arguments = ["promote", draft, "--as", "Ada", "--seen", shown["seen"], *ticks, *UNATTENDED]
    refused = desk.run(*arguments, f"--tick={bad['id']}", f"--reason={bad['id']}=I know", code=3)
    assert refused["error"] == "claim_is_contradicted"
    assert desk.run("review", "reason", draft, bad["id"], "I know", "--as", "Ada", code=3) is not None
    assert desk.files() == before
    ref = bad["refs"][0]["ref"]
    desk.run("review", "set-aside", draft, bad["id"], ref, "typing error there", "--as", "Ada")
    after = desk.run("review", "show", draft)
    assert next(one for one in after["claims"] if one["id"] == bad["id"])["verdict"] == "unsupported"
    assert desk.sql("SELECT state FROM evidence WHERE id = ?", ref) == [("rejected",)]


def test_an_unsupported_claim_needs_its_own_typed_reason_which_is_kept(desk: Desk) -> None:
    draft = desk.draft(ARTICLE + "\nThe colour of the server rack does not matter at all.\n")
    shown = desk.run("review", "show", draft)
    bad = next(one for one in shown["claims"] if one["verdict"] == "unsupported")
    ticks = [f"--tick={one['id']}" for one in shown["claims"] if one["must_be_ticked"]]
    arguments = ["promote", draft, "--as", "Ada", "--seen", shown["seen"], *ticks, *UNATTENDED]
    assert desk.run(*arguments, code=3)["error"] == "approval_blocked"
    done = desk.run(*arguments, f"--reason={bad['id']}=house rule")
    sidecar = json.loads((desk.data / "article-metadata" / f"{draft}.json").read_text("utf-8"))
    assert (
        next(one for one in sidecar["claims"] if one["id"] == bad["id"])["curator"]["reason"] == "house rule"
    )
    acts = [one["act"] for one in desk.run("history", done["path"])["history"][0]["decisions"]]
    assert acts == ["reason", "approve_with_reason", "promote"]


def test_an_undo_is_refused_when_the_file_changed_since_and_says_where_the_bytes_are(desk: Desk) -> None:
    draft = desk.draft(revised(), base_path="storage/extend.md")
    former = desk.files()["storage/extend.md"]
    done = desk.promote(draft)
    target = desk.kb / "storage" / "extend.md"
    target.write_text(target.read_text("utf-8") + "more\n", "utf-8")
    before = desk.files()
    answer = desk.run("undo", done["promotion"], "--as", "Ada", *UNATTENDED, code=3)
    assert answer["error"] == "undo_file_changed"
    assert Path(answer["params"]["backup"]).read_bytes() == former
    assert desk.files() == before


def test_an_undone_promotion_is_not_undone_twice(desk: Desk) -> None:
    done = desk.promote(desk.draft())
    desk.run("undo", done["promotion"], "--as", "Ada", *UNATTENDED)
    answer = desk.run("undo", done["promotion"], "--as", "Ada", *UNATTENDED, code=3)
    assert answer["error"] == "undo_impossible"


def test_a_place_outside_the_knowledge_base_is_refused(desk: Desk) -> None:
    draft = desk.draft()
    for folder in ("../elsewhere", "/etc", "a/../../b", ".git/hooks"):
        assert desk.promote(draft, "--folder", folder, code=4)["error"] == "target_path_unsafe"
    assert desk.promote(draft, "--kb", "nowhere", code=4)["error"] == "kb_unknown"
    done = desk.promote(draft, "--folder", "new/folder", "--kb", "Desk")
    assert done["path"].startswith("new/folder/")


# -- the life of a draft -------------------------------------------------------------------------------------


def test_an_edit_keeps_ticks_and_judges_only_what_changed(desk: Desk, tmp_path: Path) -> None:
    draft = desk.draft()
    shown = desk.run("review", "show", draft)
    title = next(one for one in shown["claims"] if one["must_be_ticked"])
    desk.run("review", "tick", draft, title["id"], "--as", "Ada")
    edited = tmp_path / "new.md"
    edited.write_text(ARTICLE.replace("at least 10 GiB", "at least 30 GiB"), "utf-8")
    desk.run("review", "edit", draft, str(edited), "--as", "Ada")
    after = desk.run("review", "show", draft)
    assert after["written_by"] == "human"
    assert after["version"] == 2
    by_text = {one["text"]: one for one in after["claims"]}
    assert by_text["Grow a logical volume online"]["ticked"]
    changed = next(one for text, one in by_text.items() if "30 GiB" in text)
    assert changed["verdict"] == "contradicted"
    staged = next((desk.data / "staging").iterdir())
    assert "30 GiB" in staged.read_text("utf-8")
    machine = desk.data / "article-metadata" / draft / "machine-1.md"
    assert machine.read_text("utf-8") == ARTICLE


def test_a_new_machine_version_never_takes_the_place_of_a_persons(desk: Desk, tmp_path: Path) -> None:
    draft = desk.draft()
    edited = tmp_path / "new.md"
    edited.write_text(ARTICLE + "\nThe option -r grows the file system in the same step.\n", "utf-8")
    desk.run("review", "edit", draft, str(edited), "--as", "Ada")
    assert desk.draft(ARTICLE + "\nMachine again.\n") == draft
    shown = desk.run("review", "show", draft)
    assert shown["article"] == edited.read_text("utf-8")
    assert "Machine again" not in next((desk.data / "staging").iterdir()).read_text("utf-8")


def test_a_rejected_draft_leaves_staging_and_may_come_back_as_a_manual_one(desk: Desk) -> None:
    draft = desk.draft()
    desk.run("review", "reject", draft, "off topic", "--as", "Ada")
    assert list((desk.data / "staging").iterdir()) == []
    assert [one.read_text("utf-8") for one in (desk.data / "rejected").iterdir()] == [ARTICLE]
    assert desk.run("review", "list")["drafts"] == []
    desk.run("review", "reopen", draft, "--as", "Ada")
    shown = desk.run("review", "show", draft)
    assert (shown["state"], shown["written_by"]) == ("in_review", "human")
    assert list((desk.data / "rejected").iterdir()) == []


def test_requested_changes_go_into_the_queue(desk: Desk) -> None:
    draft = desk.draft()
    answer = desk.run("review", "request-changes", draft, "say how much space is needed", "--as", "Ada")
    assert answer["state"] == "changes_requested"
    task = desk.run("queue", "show", answer["task"])
    assert "say how much space is needed" in json.dumps(task)
    assert desk.promote(draft, code=3)["error"] == "draft_transition_forbidden"


def test_an_outside_text_is_judged_against_base_and_given_evidence(desk: Desk, tmp_path: Path) -> None:
    with open_profile(desk.data) as profile:
        evidence = store_evidence(profile)
    text = tmp_path / "outside.md"
    text.write_text(ARTICLE.replace("10 GiB free", "40 GiB free"), "utf-8")
    added = desk.run("review", "add", str(text), "--kb", "Desk", "--evidence", evidence, "--as", "Ada")
    shown = desk.run("review", "show", added["id"])
    verdicts = {one["text"]: one["verdict"] for one in shown["claims"]}
    assert verdicts["The file system may stay mounted while it grows."] == "supported"
    assert [one for text, one in verdicts.items() if "40 GiB" in text] == ["contradicted"]
    assert desk.run("review", "add", str(text), "--evidence", "e_x", "--as", "Ada", code=4)["error"] == (
        "evidence_unknown"
    )


def test_an_article_is_archived_in_one_promotion(desk: Desk) -> None:
    before = desk.files()
    begun = desk.run("review", "archive", "Desk", "storage/disk-full.md", "--why", "old", "--as", "Ada")
    done = desk.promote(begun["id"])
    moved = {**before, "_archive/storage/disk-full.md": before["storage/disk-full.md"]}
    del moved["storage/disk-full.md"]
    assert desk.files() == moved
    assert desk.sql("SELECT state FROM node WHERE path = 'storage/disk-full.md'") == [("archived",)]
    desk.run("undo", done["promotion"], "--as", "Ada", *UNATTENDED)
    assert desk.files() == before


def test_a_rename_takes_every_link_along(desk: Desk) -> None:
    before = desk.files()
    begun = desk.run("review", "rename", "Desk", "storage/extend.md", "lvm/grow.md", "--as", "Ada")
    done = desk.promote(begun["id"])
    after = desk.files()
    assert set(after) == {"lvm/grow.md", "storage/disk-full.md"}
    assert after["storage/disk-full.md"] == before["storage/disk-full.md"].replace(
        b"(extend.md)", b"(../lvm/grow.md)"
    ).replace(b"(./extend.md#steps)", b"(../lvm/grow.md#steps)")
    assert after["lvm/grow.md"] == before["storage/extend.md"].replace(
        b"(disk-full.md)", b"(../storage/disk-full.md)"
    )
    assert desk.sql("SELECT COUNT(*) FROM link WHERE broken") == [(0,)]
    assert done["path"] == "lvm/grow.md"
    desk.run("undo", done["promotion"], "--as", "Ada", *UNATTENDED)
    assert desk.files() == before


def test_a_merge_leaves_one_article_and_no_broken_link(desk: Desk) -> None:
    make_kb(desk.kb, {"index.md": "# Index\n\n[full](storage/disk-full.md)\n"})
    desk.text("import", str(desk.kb), "--name", "Desk")
    before = desk.files()
    begun = desk.run("review", "merge", "Desk", "storage/extend.md", "storage/disk-full.md", "--as", "Ada")
    shown = desk.run("review", "show", begun["id"])
    assert shown["changes"][0]["path"] == "storage/extend.md"
    done = desk.promote(begun["id"])
    after = desk.files()
    assert after["index.md"] == b"# Index\n\n[full](storage/extend.md)\n"
    assert after["_archive/storage/disk-full.md"] == before["storage/disk-full.md"]
    assert "storage/disk-full.md" not in after
    assert desk.sql("SELECT COUNT(*) FROM link WHERE broken") == [(0,)]
    desk.run("undo", done["promotion"], "--as", "Ada", *UNATTENDED)
    assert desk.files() == before


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_a_promotion_in_a_repository_is_committed_with_its_audit_number(desk: Desk) -> None:
    def git(*arguments: str) -> str:
        return subprocess.run(
            ["git", "-C", str(desk.kb), "-c", "user.name=x", "-c", "user.email=x@example.org", *arguments],
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    git("init", "-q")
    git("config", "user.name", "Desk")
    git("config", "user.email", "desk@example.org")
    git("add", "-A")
    git("commit", "-qm", "before")
    (desk.kb / "unrelated.txt").write_text("untracked")
    done = desk.promote(desk.draft(), "--set", "promotion.git_commit=on")
    assert done["notes"] == []
    message = git("log", "-1", "--format=%B")
    assert done["promotion"] in message
    assert git("show", "--name-only", "--format=").split() == [done["path"]]
    assert git("status", "--porcelain").strip() == "?? unrelated.txt"


def test_a_failing_commit_does_not_fail_the_promotion(desk: Desk) -> None:
    (desk.kb / ".git").write_text("gitdir: /nowhere\n")
    done = desk.promote(desk.draft(), "--set", "promotion.git_commit=on")
    assert (desk.kb / done["path"]).exists()


def test_looking_deciding_and_verifying_never_touch_the_knowledge_base(desk: Desk, tmp_path: Path) -> None:
    def state() -> list[tuple[str, int, int, bytes]]:
        return [
            (str(one), one.stat().st_mtime_ns, one.stat().st_ino, one.read_bytes() if one.is_file() else b"")
            for one in sorted([desk.kb, *desk.kb.rglob("*")])
        ]

    before = state()
    draft = desk.draft(revised(), base_path="storage/extend.md")
    seen = desk.run("review", "show", draft)["seen"]
    edited = tmp_path / "new.md"
    edited.write_text(revised() + "\nMore.\n", "utf-8")
    for command in (
        ("import", str(desk.kb), "--name", "Desk"),
        ("review", "diff", draft),
        ("review", "edit", draft, str(edited), "--as", "Ada"),
        ("review", "rename", "Desk", "storage/extend.md", "a.md", "--as", "Ada"),
        ("review", "archive", "Desk", "storage/extend.md", "--as", "Ada"),
        ("review", "reject", draft, "no", "--as", "Ada"),
        ("review", "reopen", draft, "--as", "Ada"),
        ("doctor",),
        ("history", "storage/extend.md"),
    ):
        desk.run(*command)
    desk.run("promote", draft, "--as", "Ada", "--seen", seen, *UNATTENDED, code=3)
    desk.text("verify", draft, code=6)
    assert state() == before


def test_an_undo_takes_the_folders_along_that_the_promotion_made_and_no_others(desk: Desk) -> None:
    (desk.kb / "kept").mkdir()
    draft = desk.draft()
    desk.run("review", "place", draft, "--folder", "kept/new/deep", "--as", "Ada")
    promoted = desk.promote(draft)
    assert (desk.kb / "kept/new/deep").is_dir()

    desk.run("undo", promoted["promotion"], "--as", "Ada", *UNATTENDED)
    assert list((desk.kb / "kept").iterdir()) == []

    again = desk.promote(draft)
    (desk.kb / "kept/new/mine.txt").write_text("mine", encoding="utf-8")
    desk.run("undo", again["promotion"], "--as", "Ada", *UNATTENDED)
    assert [one.name for one in (desk.kb / "kept/new").iterdir()] == ["mine.txt"]


def test_a_staged_file_that_someone_changed_is_never_overridden_by_a_promotion(desk: Desk) -> None:
    draft = desk.draft()
    before = desk.files()
    staged = next((desk.data / "staging").iterdir())
    theirs = staged.read_text(encoding="utf-8") + "\nAdded with an editor.\n"
    staged.write_text(theirs, encoding="utf-8")

    assert desk.promote(draft, code=3)["error"] == "staged_file_changed"
    assert desk.files() == before
    assert staged.read_text(encoding="utf-8") == theirs

    desk.run("review", "edit", draft, str(staged), "--as", "Ada")
    promoted = desk.promote(draft)
    assert "Added with an editor." in (desk.kb / promoted["path"]).read_text(encoding="utf-8")
