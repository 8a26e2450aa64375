"""Every command answers to the same options (SPEC I2)."""

from __future__ import annotations

import errno
import json
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from neurodesk.cli.root import COMMANDS, main, root


def leaves(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    if isinstance(command, click.Group):
        context = click.Context(command)
        for sub in command.list_commands(context):
            found = command.get_command(context, sub)
            assert found is not None
            yield from leaves(f"{name} {sub}", found)
    else:
        yield name, command


def every_command() -> list[tuple[str, click.Command]]:
    context = click.Context(root)
    found = []
    for name in sorted(COMMANDS):
        command = root.get_command(context, name)
        assert command is not None
        found += list(leaves(name, command))
    return found


@pytest.mark.parametrize(
    ("name", "command"), every_command(), ids=lambda one: one if isinstance(one, str) else ""
)
def test_every_command_takes_a_profile_prints_json_and_explains_itself(
    name: str, command: click.Command
) -> None:
    options = {option for parameter in command.params for option in parameter.opts}
    assert {"--json", "--data-dir"} <= options, name
    assert (command.help or "").strip(), name


@pytest.mark.parametrize(
    ("name", "command"), every_command(), ids=lambda one: one if isinstance(one, str) else ""
)
def test_every_option_says_what_it_does_in_one_style(name: str, command: click.Command) -> None:
    options = [one for one in command.params if isinstance(one, click.Option)]
    assert [one.opts for one in options if not (one.help or "").strip()] == [], name
    assert [one.help for one in options if not (one.help or "").endswith((".", ")"))] == [], name
    assert (command.help or "").split("\n\n")[0].strip().endswith((".", ":")), name
    assert "``" not in (command.help or ""), f"{name}: the terminal shows double backticks as they are"


def test_an_empty_name_of_a_profile_is_refused_and_makes_none_where_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(["queue", "list", "--data-dir", ""])

    assert ended.value.code == 2
    assert "the folder has no name" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def fault_of_a_command(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[object, str, str]:
    def broken(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("neurodesk.cli.root.open_profile", broken)
    with pytest.raises(SystemExit) as ended:
        main(["queue", "list", "--json", "--data-dir", str(tmp_path)])
    out = capsys.readouterr()
    return ended.value.code, out.out, out.err


def test_a_fault_of_the_program_is_worded_after_its_traceback_and_exits_1_i2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = fault_of_a_command(ValueError("odd"), tmp_path, monkeypatch, capsys)
    assert (code, json.loads(out)["error"]) == (1, "program_fault")
    assert "Traceback" in err
    assert err.splitlines()[-1].startswith("NeuroDesk made an error of its own: ValueError: odd.")


def test_a_refusal_of_the_operating_system_exits_5_i2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = OSError(errno.EROFS, "Read-only file system", "/x")
    code, out, err = fault_of_a_command(refused, tmp_path, monkeypatch, capsys)
    assert (code, json.loads(out)["error"]) == (5, "system_refused")
    assert "Read-only file system" in err.splitlines()[-1]


def test_settings_are_listed_as_they_are_typed_and_a_key_that_is_none_is_named_by_doctor(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "settings.toml").write_text(
        "web = 3\n[worker]\nautonomus = true\n[source]\nfilter = ['a', 'b']\n", encoding="utf-8"
    )
    with pytest.raises(SystemExit):
        main(["config", "list", "--data-dir", str(tmp_path)])
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert lines["worker.autonomous"].split()[1] == "off"
    assert "a, b" in lines["source.filter"]
    with pytest.raises(SystemExit):
        main(["doctor", "--json", "--data-dir", str(tmp_path)])
    checks = json.loads(capsys.readouterr().out)["checks"]
    said = [one["what"] for one in checks if one["code"] == "settings_unknown"]
    assert said == [
        f"The settings file names {key}, which is no setting." for key in ("web", "worker.autonomus")
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["queue", "add", "--json"], "TOPIC"),
        (["queue", "list", "--state", "nowhere", "--json"], "nowhere"),
        (["no-such-command", "--json"], "no-such-command"),
        (["replay", "cases.jsonl", "--k", "0", "--json"], "--k"),
    ],
)
def test_a_wrong_command_line_is_told_as_json_too_i2(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    out = capsys.readouterr()
    found = json.loads(out.out)
    assert (ended.value.code, found["error"]) == (2, "usage")
    assert said in found["params"]["detail"]
    assert said in out.err


def test_an_export_makes_one_folder_but_no_path_of_folders_i4(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    profile = ["--json", "--data-dir", str(tmp_path / "p")]
    with pytest.raises(SystemExit) as ended:
        main(["requests", "--export", str(tmp_path / "a" / "b" / "log.csv"), *profile])
    said = capsys.readouterr()
    assert (ended.value.code, json.loads(said.out)["error"]) == (4, "export_folder_missing")
    assert f"The folder {tmp_path / 'a'} does not exist." in said.err
    assert not (tmp_path / "a").exists()
    for command in (["requests"], ["models", "calls"]):
        target = tmp_path / command[0] / "log.csv"
        with pytest.raises(SystemExit) as ended:
            main([*command, "--export", str(target), *profile])
        shown = json.loads(capsys.readouterr().out)
        assert (ended.value.code, shown) == (0, {"file": str(target), "bytes": target.stat().st_size})
