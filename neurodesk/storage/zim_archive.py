"""ZIM archives as library collections (SPEC L1): read by libzim in a process of their own.

libzim (extra ``zim``) is under the GPL and reads foreign files in C++: so it is imported in that process alone,
never here, and an archive that breaks it ends that process and nothing else. Requests and answers are frames
over a pipe: JSON heads and raw bytes, nothing is unpickled.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import multiprocessing
import unicodedata
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Self

from neurodesk.domain.errors import EnvironmentFault
from neurodesk.domain.evidence import PageRefused, Refusal
from neurodesk.domain.extraction import Provenance, web_address
from neurodesk.domain.library import MAX_FILE_BYTES, skip_reason

ENDING = ".zim"
MAX_ENTRIES = 500_000
# A batch of names may take so long to come; then the archive counts as unreadable.
ANSWER_TIMEOUT_S = 60.0
MEMORY_BYTES = 1024 * 1024 * 1024
_BATCH = 500
# What of an archive is text: pictures, style sheets and scripts are passed over without a word.
_READ = ("text/html", "application/xhtml+xml", "text/markdown", "text/plain", "application/pdf")


def is_zim(root: Path) -> bool:
    """Tell whether a collection's root is an archive by its name."""
    return root.suffix.casefold() == ENDING


def is_installed() -> bool:
    """Tell whether the extra is there; nothing of it is imported."""
    return importlib.util.find_spec("libzim") is not None


# -- in the child --------------------------------------------------------------------------------------


def serve(pipe: Connection, path: str) -> None:
    """Answer requests on one archive until the pipe closes; runs in the child."""
    _limit()
    try:
        from libzim.reader import Archive

        archive = Archive(Path(path))
    except Exception as error:
        # libzim raises RuntimeError and others for whatever is wrong with a file.
        _send(pipe, {"failed": f"{type(error).__name__}: {error}"[:300]})
        return
    stated = {name: _metadata(archive, name) for name in ("Source", "License")}
    _send(pipe, {"ready": True, "entries": archive.all_entry_count, "stated": stated})
    while True:
        try:
            request = json.loads(pipe.recv_bytes())
        except (EOFError, OSError):
            return
        try:
            if "from" in request:
                _send(pipe, {"entries": _entries(archive, int(request["from"]))})
            else:
                _send_content(pipe, archive, str(request["path"]))
        except Exception as error:
            # A damaged entry must not end the others' reading; its reason goes into the report.
            _send(pipe, {"failed": f"{type(error).__name__}: {error}"[:300]})


def _send(pipe: Connection, answer: dict[str, Any]) -> None:
    pipe.send_bytes(json.dumps(answer).encode("utf-8", "backslashreplace"))


def _metadata(archive: Any, name: str) -> str:
    try:
        text = archive.get_metadata(name).decode("utf-8")
    except (RuntimeError, KeyError, UnicodeDecodeError):
        return ""
    return " ".join(text.split()) if text.isprintable() else ""


def _entries(archive: Any, start: int) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    for number in range(start, min(start + _BATCH, archive.all_entry_count, MAX_ENTRIES)):
        try:
            # libzim for Python has no other way to walk through an archive.
            entry = archive._get_entry_by_id(number)  # noqa: SLF001
            # What has no address of its own is the archive's own metadata.
            if entry.is_redirect or not archive.has_entry_by_path(entry.path):
                continue
            item = entry.get_item()
            if item.mimetype.partition(";")[0].strip().lower() in _READ:
                found.append((entry.path, item.size))
        except (RuntimeError, KeyError, UnicodeDecodeError):
            continue
    return found


def _send_content(pipe: Connection, archive: Any, path: str) -> None:
    if not archive.has_entry_by_path(path):
        _send(pipe, {"failed": "no such entry"})
        return
    entry = archive.get_entry_by_path(path)
    if entry.is_redirect:
        # A redirect is a link, and no link is followed.
        _send(pipe, {"failed": "a link"})
        return
    item = entry.get_item()
    if item.size > MAX_FILE_BYTES:
        _send(pipe, {"too_large": item.size})
        return
    data = bytes(item.content)
    _send(pipe, {"media_type": item.mimetype})
    pipe.send_bytes(data)


def _limit() -> None:
    try:
        import resource
    except ImportError:
        return
    # Not the address space: an archive of 100 GB is mapped whole.
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


# -- in the parent -------------------------------------------------------------------------------------


class ZimArchive:
    """One archive, open for reading; used by one thread.

    Attributes:
        mtime_ns: when the file was written.
        provenance: where its texts come from and their licence, as its metadata say.

    Raises:
        EnvironmentFault: ``zim_unavailable``: the extra is not installed.
        OSError: the file is gone, is no regular file, or libzim cannot read it.
    """

    def __init__(self, root: Path) -> None:
        if not is_installed():
            raise EnvironmentFault("zim_unavailable", path=str(root))
        info = root.stat(follow_symlinks=False)
        if not root.is_file() or root.is_symlink():
            raise OSError(f"{root.name} is no regular file")
        self.mtime_ns = info.st_mtime_ns
        context = multiprocessing.get_context("spawn")
        self._pipe, there = context.Pipe(duplex=True)
        self._process = context.Process(
            target=serve, args=(there, str(root)), name="neurodesk-zim", daemon=True
        )
        try:
            self._process.start()
        finally:
            there.close()
        try:
            answer = self._answer()
            self._count = int(answer["entries"])
            stated = answer["stated"]
            self.provenance = Provenance(web_address(str(stated["Source"])), str(stated["License"])[:120])
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        """It is open already."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """End the process."""
        self._pipe.close()
        self._process.join(2)
        if self._process.is_alive():
            self._process.kill()
            self._process.join(10)

    def entries(self) -> Iterator[tuple[str, int, str]]:
        """Yield (path, size, reason why it is left out or "") of the texts, in the archive's order.

        Raises:
            OSError: the archive cannot be read on.
        """
        for start in range(0, min(self._count, MAX_ENTRIES), _BATCH):
            for path, size in self._ask({"from": start})["entries"]:
                yield str(path), int(size), _left_out(str(path), int(size))

    def read(self, path: str) -> tuple[bytes, str]:
        """Return an entry's bytes and media type.

        Raises:
            PageRefused: ``fetch_failed``, ``too_large``.
        """
        if reason := _left_out(path, 0):
            raise PageRefused(Refusal.FETCH_FAILED, reason)
        try:
            answer = self._ask({"path": path})
            if "too_large" in answer:
                raise PageRefused(Refusal.TOO_LARGE, f"{answer['too_large']} bytes")
            return self._bytes(), str(answer["media_type"])
        except OSError as error:
            raise PageRefused(Refusal.FETCH_FAILED, str(error)) from error

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        try:
            self._pipe.send_bytes(json.dumps(request).encode())
        except ValueError as error:
            raise OSError(str(error)) from error
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self._bytes())
        if "failed" in answer:
            raise OSError(str(answer["failed"]))
        return answer

    def _bytes(self) -> bytes:
        if not self._pipe.poll(ANSWER_TIMEOUT_S):
            self._process.kill()
            raise OSError("the archive does not answer")
        try:
            return self._pipe.recv_bytes(MAX_FILE_BYTES + 1024)
        except EOFError as error:
            raise OSError("the process that reads the archive ended") from error


def _left_out(path: str, size: int) -> str:
    parts = path.split("/")
    if any(part in {"", ".", ".."} for part in parts) or not path.isprintable():
        return "unusable_name"
    if size > MAX_FILE_BYTES:
        return "too_large"
    if path != unicodedata.normalize("NFC", path):
        # Addresses are composed; an entry under another spelling could not be found again.
        return "unusable_name"
    return skip_reason(parts)
