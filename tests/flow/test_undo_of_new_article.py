"""An undo of a promotion that made a new article (SPEC P5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from neurodesk.bootstrap import open_profile
from tests.desk_cli import UNATTENDED, Desk
from tests.desk_parts import imported, make_kb


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    made = Desk(tmp_path, capsys)
    with open_profile(made.data) as profile:
        imported(profile, make_kb(made.kb))
    return made


def test_p5_an_undo_of_a_new_article_that_changed_since_names_no_former_bytes(desk: Desk) -> None:
    done = desk.promote(desk.draft())
    target = desk.kb / done["path"]
    for change in (lambda: target.write_text("other\n", "utf-8"), target.unlink):
        change()
        before = desk.files()
        said = desk.text("undo", done["promotion"], "--as", "Ada", *UNATTENDED, code=3)
        assert f"{done['path']}, which the promotion made, was changed or removed since." in said
        assert "kept in" not in said
        assert desk.files() == before
