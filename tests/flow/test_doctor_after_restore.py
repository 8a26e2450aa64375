"""What ``doctor`` says of a damaged profile, and of the one that ``restore`` brought back (SPEC S2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from neurodesk.cli import exit_codes
from tests.desk_cli import Desk, prepared_desk


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    return prepared_desk(tmp_path, capsys)


def test_s2_doctor_names_restore_for_a_damaged_database_and_nothing_bad_after_it(desk: Desk) -> None:
    desk.run("backup")
    file = desk.data / "neurodesk.db"
    assert file.is_file(), sorted(desk.data.iterdir())
    file.write_bytes(b"no database " * 2000)
    for left_over in desk.data.glob(f"{file.name}-*"):
        left_over.unlink()
    said = desk.text("doctor", code=exit_codes.ENVIRONMENT)
    assert "damaged" in said
    assert "`neurodesk restore`" in said
    desk.run("restore")
    found = desk.run("doctor")
    assert found["healthy"]
    assert "database_ok" in {one["code"] for one in found["checks"]}


def test_s2_after_a_backup_from_before_a_promotion_doctor_says_what_is_missing_and_that_it_is_safe(
    desk: Desk,
) -> None:
    draft = desk.draft()
    desk.run("backup")
    desk.promote(draft)
    promoted = desk.files()
    desk.run("restore")
    found = desk.run("doctor")
    assert found["healthy"], "the knowledge base and the audit of the backup are whole"
    (missing,) = (one for one in found["checks"] if one["code"] == "staging_missing")
    assert "safe in the database" in missing["safe"]
    assert desk.files() == promoted, "restore and doctor leave the articles alone"
