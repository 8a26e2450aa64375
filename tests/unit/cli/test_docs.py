"""The documents name only what exists: commands, options, settings, files (SPEC section 0)."""

from __future__ import annotations

import html
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from neurodesk.cli.root import COMMANDS, root
from neurodesk.settings.catalog import BY_KEY

ROOT = Path(__file__).resolve().parents[3]
DOCS = (
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    ROOT / "packaging" / "README.md",
    *sorted((ROOT / "resources" / "docs").glob("*.md")),
)
# What tells a person to run a command: notices, sentences, help texts, and their translations.
WORDING = (
    *sorted((ROOT / "neurodesk" / "app").glob("*.py")),
    *sorted((ROOT / "neurodesk" / "cli").glob("*.py")),
    ROOT / "resources" / "i18n" / "neurodesk_de.ts",
)
ARCHITECTURE = ROOT / "resources" / "docs" / "architecture.md"
SPAN = re.compile(r"(?<!`)`([^`]+)`(?!`)")
IN_A_BLOCK = re.compile(r"^ *((?:\.venv/bin/)?neurodesk (?!=).+)$", re.MULTILINE)


def spans(path: Path) -> Iterator[str]:
    """Yield what stands between single backticks, without line breaks."""
    text = html.unescape(path.read_text(encoding="utf-8"))
    if path.suffix == ".md":
        text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    for found in SPAN.findall(text):
        yield " ".join(found.split())


def command_lines(path: Path) -> Iterator[str]:
    """Yield the command lines that a file names; the words beside a line of a block are cut."""
    for span in spans(path):
        if re.match(r"neurodesk [a-z]", span):
            yield span
    if path.suffix == ".md":
        for line in IN_A_BLOCK.findall(path.read_text(encoding="utf-8")):
            if "`" not in re.split(r" {3,}|  #", line.replace(".venv/bin/", ""))[0]:
                yield re.split(r" {3,}", line.replace(".venv/bin/", ""))[0]


def fault_of(line: str) -> str:
    """Return why a command line does not parse, an empty text when it does; values are not looked at."""
    words = shlex.split(re.sub(r"[\[\]]", "", line), comments=True)[1:]
    command: click.Command = root
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        found = command.get_command(click.Context(command), words[0])
        if found is None:
            return f"{words[0]} is no command"
        command, words = found, words[1:]
    try:
        _, rest, _ = command.make_parser(click.Context(command)).parse_args(list(words))
    except click.UsageError as error:
        return error.format_message()
    keys = [word.split("=")[0] for word in words if re.fullmatch(r"[a-z]+\.[a-z_]+(=.*)?", word)]
    strange = [key for key in keys if key not in known_settings()]
    if strange:
        return f"{strange[0]} is no setting"
    return f"{rest[0]} is too much" if rest else ""


def known_settings() -> set[str]:
    """Return the keys of the catalogue."""
    return set(BY_KEY)


def every_option(command: click.Command = root) -> set[str]:
    """Return all options of the command tree."""
    found = {option for one in command.params for option in (*one.opts, *one.secondary_opts)}
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in COMMANDS if command is root else command.list_commands(context):
            sub = command.get_command(context, name)
            assert sub is not None
            found |= every_option(sub)
    return found


@pytest.mark.parametrize("path", [*DOCS, *WORDING], ids=lambda one: one.name)
def test_every_command_that_a_document_or_a_notice_names_parses(path: Path) -> None:
    wrong = {line: fault for line in command_lines(path) if (fault := fault_of(line))}
    assert wrong == {}


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("neurodesk quue list", "quue is no command"),
        ("neurodesk queue lst", "lst is no command"),
        ("neurodesk scan --fast", "No such option"),
        ("neurodesk config set models.authr local", "models.authr is no setting"),
        ("neurodesk scan now", "now is too much"),
    ],
)
def test_a_command_line_that_does_not_exist_is_found(line: str, fault: str) -> None:
    assert fault in fault_of(line)


def test_every_option_that_a_document_names_alone_exists() -> None:
    known = every_option() | {"--help", "--version"}
    setup = (ROOT / "packaging" / "setup_neurodesk.py").read_text(encoding="utf-8")
    strange = [
        f"{path.name}: {span}"
        for path in DOCS
        for span in spans(path)
        if (named := re.match(r"--[a-z][a-z-]*", span)) and named[0] not in known and named[0] not in setup
    ]
    assert strange == []


def test_every_setting_that_a_document_names_is_in_the_catalogue() -> None:
    known = known_settings()
    sections = {key.split(".")[0] for key in known}
    endings = (".py", ".md", ".toml", ".json", ".jsonl")
    strange = [
        f"{path.name}: {span}"
        for path in DOCS
        for span in (found.split(" = ")[0] for found in spans(path))
        if re.fullmatch(r"[a-z]+\.[a-z][a-z0-9_]*", span)
        and span.split(".")[0] in sections
        and not span.endswith(endings)
        and span not in known
    ]
    assert strange == []


def stands(name: str) -> bool:
    """Return whether a file, room or module that the architecture names is there."""
    path = name.rstrip("/")
    if any((top / path).exists() or (top / f"{path}.py").exists() for top in (ROOT, ROOT / "neurodesk")):
        return True
    return "/" not in path and any(ROOT.glob(f"neurodesk/**/{path}"))


def test_every_file_and_room_that_the_architecture_names_exists() -> None:
    rooms = {one.name for one in (ROOT / "neurodesk").iterdir() if one.is_dir()}
    tops = rooms | {"neurodesk", "resources", "tests", "packaging"}
    named = [
        span
        for span in spans(ARCHITECTURE)
        if re.fullmatch(r"[a-z0-9_./-]+", span)
        and span != "neurodesk/_resources"  # made by the wheel alone
        and (span.endswith(".py") or ("/" in span and span.split("/")[0] in tops))
    ]
    assert len(named) > 40
    assert [one for one in named if not stands(one)] == []


def test_the_architecture_names_every_room() -> None:
    text = ARCHITECTURE.read_text(encoding="utf-8")
    rooms = [
        one.parent.relative_to(ROOT / "neurodesk").as_posix()
        for top in ("", "ui")
        for one in (ROOT / "neurodesk" / top).glob("*/__init__.py")
    ]
    words = set(re.findall(r"[a-z0-9_]+", " ".join(SPAN.findall(text))))
    assert [room for room in rooms if room.split("/")[-1] not in words] == []
