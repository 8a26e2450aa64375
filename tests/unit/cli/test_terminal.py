"""Foreign text never steers the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from neurodesk.cli.root import main
from neurodesk.cli.terminal import neutral

HOSTILE = "Red \x1b[31malert\x1b]0;owned\x07 \u202etxt.exe \x9b2J"


def test_steering_characters_are_written_as_escapes_that_json_reads_back() -> None:
    printed = neutral(f"tab\t{HOSTILE}\r\nnext\rforged\u2028line \U000e0041")

    assert not set("\x1b\x07\r\u202e\x9b\u2028\U000e0041") & set(printed)
    assert printed.startswith("tab\tRed \\u001b[31malert")
    assert "\nnext\\u000dforged" in printed
    assert json.loads(neutral(json.dumps(HOSTILE, ensure_ascii=False))) == HOSTILE


def test_a_hostile_argument_and_a_hostile_name_reach_the_terminal_neutralised(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "kb"
    folder.mkdir()
    (folder / "a\x1b[31m\u202e.md").write_bytes(b"\xff\xfe\x00")
    data = ["--data-dir", str(tmp_path / "profile")]

    for arguments in (
        ["import", str(folder), *data],
        ["review", "show", HOSTILE, *data],
        ["scan", f"--{HOSTILE}"],
    ):
        with pytest.raises(SystemExit):
            main(arguments)
        said = capfd.readouterr()
        assert said.out or said.err
        assert not {"\x1b", "\x07", "\u202e", "\x9b"} & set(said.out + said.err)


def test_an_argument_that_is_no_text_is_refused_in_words(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["review", "show", "bad\udcff"])

    assert ended.value.code == 2
    assert "'bad\\udcff' is not valid text" in capfd.readouterr().err


def test_a_file_name_with_a_line_feed_stays_on_its_line_s4(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "one\n  refused all.md").write_text("# One\n\nThe pump works at 9 bar.\n", encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["library", "add", str(papers), "--name", "P", "--data-dir", str(tmp_path / "profile")])
    capsys.readouterr()
    with pytest.raises(SystemExit):
        main(["library", "show", "P", "--data-dir", str(tmp_path / "profile")])
    out = capsys.readouterr().out
    assert len(out.splitlines()) == 2
    assert "one\\u000a  refused all.md" in out
