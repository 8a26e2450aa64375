"""*Local only* opens no socket but loopback, children included; watched from within (SPEC W10)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from ipaddress import ip_address
from pathlib import Path

import psutil
import pytest

from neurodesk import bootstrap
from neurodesk.app.commands import library, tasks
from neurodesk.domain.tasks import NewTask
from neurodesk.providers.search.loopback_searxng import Found, LoopbackSearxng

ROOT = Path(__file__).resolve().parents[2]
# Runs in every Python process that inherits PYTHONPATH, before anything else: notes where sockets go, and
# lets none go to another machine, so that the control with the switch off stays here too.
WATCHER = """
import ipaddress, os, socket, sys
def watch(event, args):
    if event == "socket.connect" or event == "socket.sendto":
        if args[0].family not in (socket.AF_INET, socket.AF_INET6):
            return
        where = str(args[1][0])
    elif event in ("socket.getaddrinfo", "socket.gethostbyname"):
        where = str(args[0])
    else:
        return
    with open(os.environ["SOCKET_WATCH"], "a", encoding="utf-8") as file:
        file.write(f"{os.getpid()} {event} {where}\\n")
    try:
        here = ipaddress.ip_address(where.split("%")[0]).is_loopback
    except ValueError:
        here = where == "localhost"
    if not here:
        raise OSError("watched")
sys.addaudithook(watch)
with open(os.environ["SOCKET_WATCH"], "a", encoding="utf-8") as file:
    file.write(f"{os.getpid()} started -\\n")
"""


def make_profile(folder: Path, papers: Path) -> None:
    papers.mkdir()
    for number in range(3):
        text = f"# Unlock an encrypted ZFS dataset {number}\n\nRun zfs load-key, then zfs mount.\n"
        (papers / f"{number}.md").write_text(text * 4, "utf-8")
    with bootstrap.open_profile(folder) as profile, bootstrap.open_extractor() as extractor:
        library.add_collection(profile, papers, "papers")
        library.index(profile, extractor, "papers")
        tasks.ask(profile, NewTask("Unlock an encrypted ZFS dataset"))
    # Changed behind the index: it is read again in a child while the task runs.
    (papers / "0.md").write_text(
        "# Unlock an encrypted ZFS dataset\n\nRun zfs load-key first.\n" * 5, "utf-8"
    )


def run(tmp_path: Path, *, local_only: bool) -> tuple[set[str], int, set[str]]:
    """Work the queue in a process; returns (places asked for, processes seen, remote sockets seen)."""
    site, seen = tmp_path / "site", tmp_path / "seen.txt"
    site.mkdir()
    (site / "sitecustomize.py").write_text(WATCHER, "utf-8")
    make_profile(tmp_path / "profile", tmp_path / "papers")

    def answer(_asked: object) -> list[Found]:
        title = "Unlock an encrypted ZFS dataset"
        return [
            Found("https://192.0.2.9/zfs", title, "zfs load-key unlocks it"),
            Found("https://docs.example.org/zfs", title, "zfs load-key unlocks it"),
        ]

    with LoopbackSearxng(answer) as server:
        settings = {
            "web.searxng": "on",
            "web.manual_research": "on",
            "privacy.first_looks": "0",
            "searxng.url": server.url,
            "models.ollama_urls": "http://192.0.2.7:11434",
            "network.local_only": "on" if local_only else "off",
        }
        command = [sys.executable, "-m", "neurodesk", "run", "--until-idle", "--json"]
        command += ["--data-dir", str(tmp_path / "profile")]
        for key, value in settings.items():
            command += ["--set", f"{key}={value}"]
        paths = os.pathsep.join((str(site), str(ROOT)))
        environment = {**os.environ, "PYTHONPATH": paths, "SOCKET_WATCH": str(seen)}
        child = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        remote: set[str] = set()
        deadline = time.monotonic() + 120
        while child.poll() is None and time.monotonic() < deadline:
            remote |= remote_sockets(child.pid)
            time.sleep(0.02)
        out, err = child.communicate(timeout=10)
        assert child.returncode == 0, err.decode()
        assert json.loads(out)["worked"] >= 1
        assert server.queries  # SearXNG on loopback is asked in both modes
    lines = [line.split() for line in seen.read_text("utf-8").splitlines()]
    asked = {line[2] for line in lines if line[1] != "started"}
    return asked, len({line[0] for line in lines}), remote


def remote_sockets(pid: int) -> set[str]:
    """Return where sockets of a process and its children go, other than here."""
    found = set()
    try:
        family = [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]
        for one in family:
            for held in one.net_connections("inet"):
                if held.raddr and not ip_address(held.raddr.ip.split("%")[0]).is_loopback:
                    found.add(held.raddr.ip)
    except psutil.Error:
        return found
    return found


def elsewhere(asked: set[str]) -> set[str]:
    return {one for one in asked if one not in ("localhost", "127.0.0.1", "::1")}


@pytest.mark.timeout(300)
def test_w10_local_only_opens_no_socket_but_loopback_in_any_process(tmp_path: Path) -> None:
    asked, processes, remote = run(tmp_path, local_only=True)
    assert elsewhere(asked) == set()
    assert remote == set()
    assert "127.0.0.1" in asked
    assert processes >= 2  # the extraction child was watched as well


@pytest.mark.timeout(300)
def test_w10_the_watch_sees_what_leaves_when_the_switch_is_off(tmp_path: Path) -> None:
    asked, _, _ = run(tmp_path, local_only=False)
    assert "192.0.2.7" in elsewhere(asked)
    assert "docs.example.org" in elsewhere(asked)
