"""What a body is, by its first bytes and not by what the server says (SPEC W5); pure."""

from __future__ import annotations

HEAD_BYTES = 2_048
# Files that nothing here reads and that are never text.
BINARY_STARTS = (
    b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x7fELF", b"MZ", b"\x1f\x8b", b"Rar!", b"7z\xbc\xaf",
    b"\xd0\xcf\x11\xe0",
    b"OggS", b"ID3", b"RIFF", b"SQLite format 3", b"\xfd7zXZ", b"BZh", b"\x28\xb5\x2f\xfd",
)  # fmt: skip
_BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
_REFUSED_TYPES = ("image/", "audio/", "video/", "font/", "multipart/")


def is_refused_type(media_type: str) -> bool:
    """Tell whether a declared type is none that could be read, so that no body need be loaded."""
    return media_type.startswith(_REFUSED_TYPES)


def kind_of(head: bytes, charset: str = "") -> str:
    """Return ``text`` (also HTML), ``pdf``, ``archive`` or "" for what is not read.

    Args:
        head: the first ``HEAD_BYTES`` of the body, decompressed.
        charset: as declared; UTF-16 without a mark holds zero bytes like binary data.
    """
    if b"%PDF-" in head[:1024] and not head.lstrip().startswith(b"<"):
        return "pdf"
    if head.startswith(b"PK\x03\x04"):
        return "archive"
    if head.startswith(_BYTE_ORDER_MARKS):
        return "text"
    if head.startswith(BINARY_STARTS):
        return ""
    zeros = head.count(0)
    if not zeros or charset.lower().startswith(("utf-16", "utf16", "utf-32", "ucs-2", "iso-10646")):
        return "text"
    # Letters of UTF-16 have zeros in every other place, on one side.
    halves = (head[0::2].count(0), head[1::2].count(0))
    return "text" if min(halves) <= zeros // 20 and zeros >= len(head) // 4 else ""
