"""The extraction process is stopped, replaced and closed; hostile documents get a reason and harm nobody."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import threading
import tracemalloc
import zipfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from neurodesk.domain.errors import InfrastructureFault
from neurodesk.domain.evidence import PageRefused, Refusal
from neurodesk.domain.extraction import Document
from neurodesk.providers.extract.child import ExtractionChildren
from neurodesk.providers.extract.precheck import MAX_CHARS

GOOD = (
    b"<html><head><title>Backup</title></head><body><h1>Backup</h1><p>Run <code>restic check</code> "
    b"every week, because a backup that was never read is no backup at all.</p></body></html>"
)
SMALL = Document(
    b"# Backup\n\nRun `restic check` every week, and restore from it to see that it can be read at all.\n",
    "a.md",
)


@pytest.fixture(scope="module")
def children() -> Iterator[ExtractionChildren]:
    with ExtractionChildren() as made:
        yield made


def reason_of(children: ExtractionChildren, document: Document) -> Refusal:
    with pytest.raises(PageRefused) as refused:
        children.extract(document)
    return refused.value.reason


def test_a_page_comes_back_whole(children: ExtractionChildren) -> None:
    found = children.extract(Document(GOOD, "a.html"))
    assert found.title == "Backup"
    assert "Run `restic check` every week" in found.text
    assert found.lang == "en"


HOSTILE = {
    "attributes": b"<html><body><p "
    + b"".join(b'a%d="1" ' % i for i in range(100_000))
    + b">x</p></body></html>",
    "unclosed_links": b"<html><body>" + b"<a href='/x'>y" * 100_000,
    "links": b"<html><body>" + b"<a href='/x'>y</a>" * 200_000 + b"</body></html>",
    "deep": b"<html><body>" + b"<div>" * 100_000 + b"text" + b"</div>" * 100_000,
    "flat": b"<html><body>" + b"<p>word</p>" * 4_000_000,
    "text_node": b"<html><body><p>" + b"word " * 4_000_000 + b"</p></body></html>",
    "script": b"<html><body><script>" + b"x=1;" * 5_000_000 + b"</script></body></html>",
    "open_tags": b"<html><body>" + b"<a" * 1_000_000,
    "comments": b"<html><body>" + b"<!--" * 900_000,
}


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_pages_that_hang_extractors_are_refused_with_a_reason(
    children: ExtractionChildren, name: str
) -> None:
    reason = reason_of(children, Document(HOSTILE[name], "a.html"))
    assert reason in {Refusal.TOO_LARGE, Refusal.EXTRACT_EMPTY, Refusal.EMPTY_TEXT, Refusal.TIMEOUT}
    assert children.extract(Document(GOOD, "a.html")).title == "Backup"


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of a process's memory is read from /proc")
@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_w5_a_hostile_page_takes_less_than_150_mb_above_idle(name: str) -> None:
    def peak_kb(pid: int) -> int:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
        return int(next(line for line in lines if line.startswith("VmHWM")).split()[1])

    with ExtractionChildren() as children:
        children.extract(Document(GOOD, "a.html"))
        (pid,) = children.pids
        idle = peak_kb(pid)
        reason_of(children, Document(HOSTILE[name], "a.html"))
        # The same process answered, so that its peak tells of this page.
        assert children.pids == (pid,)
        assert peak_kb(pid) - idle < 150 * 1024


def test_a_packed_bomb_is_refused_before_it_is_unpacked(children: ExtractionChildren) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"0" * 130_000_000)
    assert reason_of(children, Document(packed.getvalue(), "a.docx")) is Refusal.TOO_LARGE


def test_too_much_input_never_reaches_the_process(children: ExtractionChildren) -> None:
    started = children.started
    assert reason_of(children, Document(b"x" * (50 * 1024 * 1024 + 1), "a.txt")) is Refusal.TOO_LARGE
    assert children.started == started


def test_a_document_that_takes_too_long_ends_with_its_process_and_the_next_one_works() -> None:
    with ExtractionChildren(job_timeout_s=3.0) as children:
        children.extract(SMALL)
        (first,) = children.pids
        psutil.Process(first).suspend()
        assert reason_of(children, SMALL) is Refusal.TIMEOUT
        assert not psutil.pid_exists(first)
        assert children.extract(SMALL).title == "Backup"
        assert (children.started, children.killed) == (2, 1)


def test_a_process_that_dies_is_replaced() -> None:
    with ExtractionChildren() as children:
        children.extract(SMALL)
        (first,) = children.pids
        psutil.Process(first).kill()
        assert reason_of(children, SMALL) is Refusal.EXTRACT_EMPTY
        assert children.extract(SMALL).title == "Backup"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit of address space")
def test_memory_is_limited() -> None:
    with ExtractionChildren() as children:
        children.extract(SMALL)
        (child,) = children.pids
        assert psutil.Process(child).rlimit(psutil.RLIMIT_AS) == (2**30, 2**30)
        assert psutil.Process(child).nice() >= 10 - max(0, os.nice(0))


def test_processes_are_replaced_after_their_share_of_jobs() -> None:
    with ExtractionChildren(max_jobs=2) as children:
        for _ in range(3):
            children.extract(SMALL)
        assert (children.started, children.killed) == (2, 0)


def test_several_threads_share_two_processes_and_nothing_is_left_over() -> None:
    texts: list[str] = []
    with ExtractionChildren(2) as children:

        def work(number: int) -> None:
            page = SMALL.data.replace(b"every week", b"every %d weeks" % number)
            texts.append(children.extract(Document(page, "a.md")).text)

        threads = [threading.Thread(target=work, args=(n,)) for n in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        pids = children.pids
        assert len(pids) == children.started <= 2
    assert sorted(texts) == sorted(t for n in range(12) for t in texts if f"every {n} weeks" in t)
    assert len(set(texts)) == 12
    assert not any(psutil.pid_exists(pid) for pid in pids)


def test_nothing_is_started_before_it_is_needed_and_a_closed_one_says_so() -> None:
    children = ExtractionChildren()
    assert (children.started, children.pids) == (0, ())
    children.close()
    with pytest.raises(InfrastructureFault, match="extractor_unavailable"):
        children.extract(SMALL)


def test_the_process_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(
        "import time\n"
        "from neurodesk.domain.extraction import Document\n"
        "from neurodesk.providers.extract.child import ExtractionChildren\n"
        "if __name__ == '__main__':\n"
        "    children = ExtractionChildren()\n"
        "    children.extract(Document(b'Some words of the text that is read.', 'a.md'))\n"
        "    print(children.pids[0], flush=True)\n"
        "    time.sleep(60)\n"
    )
    root = Path(__file__).resolve().parents[3]
    parent = subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(root)}
    )
    assert parent.stdout is not None
    child = psutil.Process(int(parent.stdout.readline()))
    parent.kill()
    parent.wait()
    parent.stdout.close()
    child.wait(timeout=20)
    assert not child.is_running()


LINE = "Die Prüfung läuft, while the pool of disks is read once a week.\n"
TEXTS = {
    "49_mb": (LINE.encode() * 800_000)[:49_000_000],
    "most_that_is_copied": (LINE.encode("cp1252") * 300_000)[: 4 * MAX_CHARS],
    "utf_16": (LINE * 150_000).encode("utf-16")[: 4 * MAX_CHARS],
    "most_that_is_kept": (LINE * 70_000)[: MAX_CHARS - 10].encode(),
}


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peaks of memory are read from /proc")
@pytest.mark.parametrize("name", ["a.txt", "a.md"])
@pytest.mark.parametrize("kind", sorted(TEXTS))
def test_w5_a_large_text_is_read_or_refused_in_less_than_150_mb(kind: str, name: str) -> None:
    with ExtractionChildren() as children:
        children.extract(SMALL)
        (pid,) = children.pids
        idle = psutil.Process(pid).memory_info().rss
        tracemalloc.start()
        try:
            end = f"{len(children.extract(Document(TEXTS[kind], name)).text) / MAX_CHARS:.2f}"
        except PageRefused as refused:
            end = refused.reason
        own = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert children.pids == (pid,)
        status = Path(f"/proc/{pid}/status").read_text("ascii")
    peak = int(status.partition("VmHWM:")[2].split()[0]) * 1024
    assert end == ("1.00" if kind == "most_that_is_kept" else Refusal.TOO_LARGE)
    assert peak - idle < 150 * 1024 * 1024
    assert own < 150 * 1024 * 1024
