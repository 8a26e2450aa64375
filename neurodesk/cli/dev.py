"""``neurodesk dev``: for those who build NeuroDesk; shown when the dev extra is installed."""

from __future__ import annotations

import contextlib
import dataclasses
import importlib
import importlib.util
import json
import os
import threading
from pathlib import Path

import click

from neurodesk.cli import exit_codes
from neurodesk.cli.root import print_json, standalone_options
from neurodesk.domain.errors import EnvironmentFault


def is_developer() -> bool:
    """Tell whether the dev extra is installed."""
    return importlib.util.find_spec("pytestqt") is not None


@click.group("dev", hidden=not is_developer())
def command() -> None:
    """Tools for building NeuroDesk."""


@command.command("screenshots")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--data-dir",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Picture this profile (it is copied) instead of the sample.",
)
@click.option(
    "--look", "looks", multiple=True, help="Only this look, such as dark-de-200; may be given several times."
)
@click.option("--pseudo", is_flag=True, help="Make every text 40 % longer, to see what clips.")
@click.option("--best", is_flag=True, help="Only the six of README, small: FOLDER is resources/pictures.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def screenshots(
    folder: Path, data_dir: Path | None, looks: tuple[str, ...], pseudo: bool, best: bool, as_json: bool
) -> None:
    """Write a picture of every place into FOLDER: light, dark, high contrast, two languages, two sizes."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    try:
        pictures = importlib.import_module("neurodesk.ui.measure.pictures")
    except ImportError as error:
        raise EnvironmentFault("gui_missing", detail=str(error)) from error

    def say(text: str) -> None:
        click.echo(text, err=True)

    if best:
        written = importlib.import_module("neurodesk.ui.measure.best").take_best(folder, data_dir, say)
    else:
        written = pictures.take_pictures(folder, data_dir, say, only=looks, pseudo=pseudo)
    if as_json:
        print_json({"folder": str(folder), "pictures": len(written)})
        return
    click.echo(f"{len(written)} pictures in {folder}")


class _FaultsInHelp(click.Command):
    """A command whose help names the faults that a scripted node plays."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from neurodesk.providers.models.loopback_node import NAMED_FAULTS

        with formatter.section("Faults"):
            formatter.write_dl([(name, fault.told) for name, fault in sorted(NAMED_FAULTS.items())])
        with formatter.section("Try it"):
            formatter.write_text(
                "neurodesk dev fake-ollama --port 0 --fault stall --every, then in another terminal "
                "neurodesk models test author --set models.ollama_urls=ADDRESS --set models.stall_s=5"
            )


@command.command("fake-ollama", cls=_FaultsInHelp)
@click.option("--port", default=11434, show_default=True, help="Port on loopback; 0 takes a free one.")
@click.option("--model", "models", multiple=True, help="A model that it has; the default models if left out.")
@click.option(
    "--fault",
    "faults",
    multiple=True,
    help="Misbehave so in the next generation (see Faults); several are played in turn. `list` names all.",
)
@click.option("--every", is_flag=True, help="Play the one fault in every generation.")
@click.option("--holds-all", is_flag=True, help="All models fit into its memory at once.")
@click.option("--cloud", "cloud", multiple=True, help="A model that sends prompts away, as cloud models do.")
@click.option("--token", default="", help="Want this bearer token.")
@standalone_options
def fake_ollama(
    port: int,
    models: tuple[str, ...],
    faults: tuple[str, ...],
    every: bool,
    holds_all: bool,
    cloud: tuple[str, ...],
    token: str,
    as_json: bool,
) -> None:
    """Serve Ollama's protocol on loopback with scripted replies and no model, until Ctrl+C."""
    from neurodesk.providers.models.loopback_node import NAMED_FAULTS, LoopbackNode, ServedModel
    from neurodesk.providers.models.scripted_roles import scripted_reply

    if "list" in faults:
        if as_json:
            print_json({"faults": {name: one.told for name, one in sorted(NAMED_FAULTS.items())}})
        else:
            click.echo("\n".join(f"{name:13} {one.told}" for name, one in sorted(NAMED_FAULTS.items())))
        return
    unknown = [one for one in faults if one not in NAMED_FAULTS]
    if unknown:
        raise click.BadParameter(f"{unknown[0]} is none of {', '.join(sorted(NAMED_FAULTS))}.")
    if every and len(faults) != 1:
        raise click.UsageError("--every repeats one fault: give exactly one --fault with it.")
    names = (*(models or ("gemma3:12b", "qwen3:8b", "embeddinggemma")), *cloud)
    served = [ServedModel(one, remote_host="https://cloud.invalid" if one in cloud else "") for one in names]
    try:
        node = LoopbackNode(served, scripted_reply, holds_one=not holds_all, port=port, token=token)
    except OSError as error:
        raise click.ClickException(
            f"Port {port} cannot be used: {error}. `--port 0` takes a free one."
        ) from error
    if every:
        node.always = NAMED_FAULTS[faults[0]]
    else:
        node.play(*(NAMED_FAULTS[one] for one in faults))
    with node:
        if as_json:
            print_json({"url": node.url, "models": list(names)})
        else:
            click.echo(
                f"Scripted node with {', '.join(names)} at {node.url} (also OpenAI-compatible at /v1)."
            )
            click.echo(f"neurodesk config set models.ollama_urls {node.url}")
        with contextlib.suppress(KeyboardInterrupt):
            threading.Event().wait()


@command.command("check-urls")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@standalone_options
def check_urls(file: Path, as_json: bool) -> None:
    """Run the addresses of FILE (JSON lines with known verdicts) through the guarded client.

    Names are answered from the file and connections arrive at loopback servers. Ends with 6 when a verdict
    is wrong.
    """
    from neurodesk.net import check_urls as checks

    try:
        vectors = checks.read_vectors(file.read_text(encoding="utf-8"))
    except (checks.VectorInvalid, UnicodeDecodeError) as error:
        raise click.ClickException(f"{file} is not in the form: {error}. Nothing was run.") from error
    try:
        verdicts = checks.check_urls(vectors)
    except ModuleNotFoundError as error:
        raise click.ClickException(f"This needs the extra dev: {error}.") from error
    wrong = [one for one in verdicts if one.wrong]
    if as_json:
        print_json(
            {
                "checked": len(verdicts),
                "right": len(verdicts) - len(wrong),
                "wrong": [one.id for one in wrong],
                "verdicts": [dataclasses.asdict(one) for one in verdicts],
            }
        )
    else:
        for one in verdicts:
            end = f"   WRONG: {one.wrong}" if one.wrong else ""
            click.echo(f"{one.id}: {one.verdict} {one.code} hop {one.hop}{end}")
        click.echo(f"{len(verdicts) - len(wrong)} of {len(verdicts)} right")
    if wrong:
        raise SystemExit(exit_codes.FOUND_PROBLEMS)


@command.command("fake-searxng")
@click.option("--port", default=8888, show_default=True, help="Port on loopback; 0 takes a free one.")
@click.option(
    "--results",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="JSON list of {url, title, content}; those that share a word with a query are its results.",
)
@click.option(
    "--fault",
    "faults",
    multiple=True,
    help="Fail so in the next search (such as limiter, json_disabled, engines_blocked); in their order.",
)
@standalone_options
def fake_searxng(port: int, results: Path | None, faults: tuple[str, ...], as_json: bool) -> None:
    """Serve SearXNG's protocol on loopback with scripted results and faults, until Ctrl+C."""
    from neurodesk.providers.search.loopback_searxng import KINDS, LoopbackSearxng, SearchFault, from_list

    unknown = [one for one in faults if one not in KINDS]
    if unknown:
        raise click.BadParameter(f"{unknown[0]} is none of {', '.join(KINDS)}", param_hint="--fault")
    found = json.loads(results.read_text("utf-8")) if results else []
    try:
        server = LoopbackSearxng(from_list(found), port=port)
    except OSError as error:
        raise click.ClickException(f"Port {port} cannot be used: {error}") from error
    server.play(*(SearchFault(one) for one in faults))
    with server:
        if as_json:
            print_json({"url": server.url, "results": len(found)})
        else:
            click.echo(f"Scripted SearXNG with {len(found)} results at {server.url}.")
            click.echo(f"neurodesk config set searxng.url {server.url}")
        with contextlib.suppress(KeyboardInterrupt):
            threading.Event().wait()
