"""What is shipped works without the checkout: the wheel, installed elsewhere, finds its files and runs."""

import importlib.util
import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]


def run(command: list[str], cwd: Path, **environment: str) -> str:
    """Run a command outside the checkout and return its standard output."""
    kept = {k: v for k, v in os.environ.items() if k not in {"PYTHONPATH", "PYTHONHOME", "CI"}}
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**kept, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel and install it into a clean environment in another folder; return that folder.

    The dependencies come from this environment (a path file names its packages), so that nothing is fetched;
    the checkout itself is not on that path, because path files are not followed there.
    """
    folder = tmp_path_factory.mktemp("elsewhere")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    run(build, folder)
    (wheel,) = folder.glob("neurodesk-*.whl")
    venv = folder / "venv"
    run([sys.executable, "-m", "venv", "--without-pip", str(venv)], folder)
    interpreter = venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    own = run(
        [str(interpreter), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], folder
    ).strip()
    paths = sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
    (Path(own) / "dependencies.pth").write_text("\n".join(paths) + "\n", encoding="utf-8")
    install = [sys.executable, "-m", "pip", "--python", str(interpreter), "install", "--quiet"]
    run([*install, "--no-deps", "--no-index", "--ignore-installed", str(wheel)], folder)
    return folder


def installed(elsewhere: Path, program: str) -> str:
    """Return the path of a program of the clean environment."""
    return str(elsewhere / "venv" / (f"Scripts/{program}.exe" if os.name == "nt" else f"bin/{program}"))


def test_installed_package_finds_its_own_resources(elsewhere: Path) -> None:
    code = (
        "import json, neurodesk, neurodesk.resources as r;"
        "print(json.dumps([neurodesk.__file__, str(r.root()), r.text('docs/architecture.md')[:14]]))"
    )
    package, resources, page = json.loads(run([installed(elsewhere, "python"), "-c", code], elsewhere))
    assert Path(package).is_relative_to(elsewhere)
    assert Path(resources) == Path(package).parent / "_resources"
    assert page == "# Architecture"


def test_wheel_holds_every_resource_of_the_checkout(elsewhere: Path) -> None:
    (shipped,) = (elsewhere / "venv").rglob("neurodesk/_resources")

    def files_below(folder: Path) -> dict[str, bytes]:
        return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}

    wanted = files_below(ROOT / "resources")
    pictures = {name for name in wanted if name.startswith("pictures/")}
    assert pictures, "README's pictures lie beside it and are no part of the package"
    assert files_below(shipped) == {name: data for name, data in wanted.items() if name not in pictures}


def test_installed_program_answers(elsewhere: Path) -> None:
    from neurodesk import __version__

    assert __version__ in run([installed(elsewhere, "neurodesk"), "--version"], elsewhere)


@pytest.mark.skipif(
    importlib.util.find_spec("neurodesk.cli.demo") is None, reason="the demo command is not built yet"
)
def test_installed_program_walks_through_the_demo(elsewhere: Path, tmp_path: Path) -> None:
    command = [
        installed(elsewhere, "neurodesk"),
        "demo",
        "--headless",
        "--json",
        "--data-dir",
        str(tmp_path / "d"),
    ]
    told = json.loads(run(command, tmp_path, HOME=str(tmp_path)))
    assert told["production_writes"] == 0
    assert told["drafts"]
