"""Every command answers to the same options (SPEC I2)."""

from __future__ import annotations

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


def test_an_empty_name_of_a_profile_is_refused_and_makes_none_where_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(["queue", "list", "--data-dir", ""])

    assert ended.value.code == 2
    assert "the folder has no name" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
