"""What the head of a GGUF file says of the model in it, without loading it.

The format is described at ggml's repository, ``docs/gguf.md``: magic, version, counts, then keys with typed
values; only what the pool needs is kept.
"""

from __future__ import annotations

import functools
import hashlib
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING, _ARRAY = 8, 9
_MOST_KEYS = 10_000
_LONGEST_TEXT = 1 << 24
_SAMPLE_BYTES = 1 << 20


class NotGguf(ValueError):
    """The file is no GGUF file, or a damaged one."""


@dataclass(frozen=True, slots=True)
class GgufFile:
    """A model in a file.

    Attributes:
        name: the file's name without its ending.
        digest: SHA-256 over size, first and last MiB: hashing gigabytes at each start would take minutes.
        context_length: tokens, 0 when the file does not say.
    """

    path: str
    name: str
    size_bytes: int
    digest: str
    architecture: str
    context_length: int


def read_gguf(path: Path) -> GgufFile:
    """Read a file's head; the answer is kept until the file changes.

    Raises:
        NotGguf: it is something else, or damaged.
        OSError: it cannot be read.
    """
    stat = path.stat()
    return _read(path, stat.st_size, stat.st_mtime_ns)


@functools.lru_cache(maxsize=8)
def _read(path: Path, size: int, _changed_at: int) -> GgufFile:
    with path.open("rb") as file:
        try:
            found = _keys(file)
        except (struct.error, UnicodeDecodeError, OverflowError, MemoryError) as error:
            raise NotGguf(str(path)) from error
        file.seek(0)
        digest = hashlib.sha256(str(size).encode())
        digest.update(file.read(_SAMPLE_BYTES))
        file.seek(max(0, size - _SAMPLE_BYTES))
        digest.update(file.read(_SAMPLE_BYTES))
    family = str(found.get("general.architecture", ""))
    length = found.get(f"{family}.context_length", 0)
    return GgufFile(
        path=str(path),
        name=path.stem,
        size_bytes=size,
        digest=f"sha256-sample:{digest.hexdigest()}",
        architecture=family,
        context_length=int(length) if isinstance(length, int | float) else 0,
    )


def _keys(file: BinaryIO) -> dict[str, object]:
    """Return the scalar and text values of the head; arrays are passed over."""
    if file.read(4) != b"GGUF":
        raise NotGguf(file.name)
    _version, _tensors, count = struct.unpack("<IQQ", file.read(20))
    if count > _MOST_KEYS:
        raise NotGguf(file.name)
    found: dict[str, object] = {}
    for _ in range(count):
        key = _text(file)
        (kind,) = struct.unpack("<I", file.read(4))
        value = _value(file, kind)
        if value is not None:
            found[key] = value
    return found


def _text(file: BinaryIO) -> str:
    (length,) = struct.unpack("<Q", file.read(8))
    if length > _LONGEST_TEXT:
        raise NotGguf(file.name)
    data = file.read(length)
    if len(data) != length:
        raise NotGguf(file.name)
    return data.decode("utf-8", "replace")


def _value(file: BinaryIO, kind: int) -> object:
    if kind == _STRING:
        return _text(file)
    if kind == _ARRAY:
        inner, count = struct.unpack("<IQ", file.read(12))
        if inner in _SCALARS:
            file.seek(struct.calcsize("<" + _SCALARS[inner]) * count, 1)
        elif inner == _STRING and count <= _LONGEST_TEXT:
            for _ in range(count):
                _text(file)
        else:
            raise NotGguf(file.name)
        return None
    if kind not in _SCALARS:
        raise NotGguf(file.name)
    form = "<" + _SCALARS[kind]
    (value,) = struct.unpack(form, file.read(struct.calcsize(form)))
    return value
