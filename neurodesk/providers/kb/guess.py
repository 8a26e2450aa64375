"""Guesses the encoding of files that are neither Unicode nor plainly Western."""

from __future__ import annotations

_CODECS = ["cp1252", "cp1250", "cp1251", "gb18030", "big5", "shift_jis", "euc_jp", "euc_kr", "koi8_r"]


def guess_codec(data: bytes) -> str:
    """Return a Python codec name, "" when nothing fits."""
    from charset_normalizer import from_bytes

    best = from_bytes(data[:200_000], cp_isolation=_CODECS).best()
    return best.encoding if best is not None else ""
