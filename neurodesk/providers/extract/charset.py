"""From bytes to text: byte-order mark, then what decodes strictly, then a guess; never a replacement mark."""

from __future__ import annotations

import codecs
import re

from neurodesk.domain.evidence import PageRefused, Refusal

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_META = re.compile(
    rb"""<meta[^>]{0,300}?charset\s*=\s*["']?\s*([A-Za-z0-9_:.-]{2,40})"""
    rb"""|<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9_.-]{2,40})""",
    re.IGNORECASE,
)
# What pages call so is decoded as its superset (WHATWG encoding standard).
_SUPERSETS = {
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso8859-9": "cp1254",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
}
_GUESSED = [
    "cp1252",
    "cp1250",
    "cp1251",
    "gb18030",
    "big5",
    "cp932",
    "euc_jp",
    "cp949",
    "koi8_r",
    "iso8859_15",
]
# Undefined in cp1252, but meant as control characters by old pages: dropped later, not fatal.
_C1 = re.compile("[\x80-\x9f]")
_CONTROL = re.compile("[\x01-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_MOJIBAKE = re.compile("Ã[\x80-\xbf¤¶¼Ÿ„“]|â€[\x80-\xbf™œž“¦]|Â[\xa0-\xbf]")


def decode(data: bytes, *, declared: str = "", in_page: bool = False) -> tuple[str, str]:
    """Return the text and the encoding that was used; line ends become line feeds.

    Args:
        declared: charset of the transport, the weakest hint that is still heard.
        in_page: whether the document may state its charset itself (HTML, XML).

    Raises:
        PageRefused: ``encoding_damaged``: no encoding explains the bytes.
    """
    text, encoding = _decode(data, declared, in_page)
    if "\ufffd" in text:
        # The document was damaged before it came here.
        raise PageRefused(Refusal.ENCODING_DAMAGED, f"replacement characters in {encoding} text")
    if _is_binary(text):
        raise PageRefused(Refusal.BAD_TYPE, "not text")
    return text.replace("\r\n", "\n").replace("\r", "\n"), encoding


def _decode(data: bytes, declared: str, in_page: bool) -> tuple[str, str]:
    for mark, codec in _MARKS:
        if data.startswith(mark):
            text = _strict(data[len(mark) :], codec)
            if text is None:
                raise PageRefused(Refusal.ENCODING_DAMAGED, f"not {codec} in spite of its mark")
            return text, codec
    unmarked = _unmarked_utf16(data)
    if unmarked and (text := _strict(data, unmarked)) is not None:
        return text, unmarked
    # Bytes that are valid UTF-8 and not plain ASCII are UTF-8, whatever header and meta say.
    utf8 = _strict(data, "utf-8")
    if utf8 is not None and not _says_escape_encoding(data, declared):
        return _repaired(utf8), "utf-8"
    hints = []
    if in_page:
        match = _META.search(data[:4096])
        if match:
            hints.append((match.group(1) or match.group(2)).decode("ascii"))
    hints.append(declared)
    for hint in hints:
        codec = _codec(hint)
        if codec and codec != "utf-8" and (text := _strict(data, codec)) is not None and not _odd(text):
            return text, codec
    mended = _mostly_utf8(data)
    if mended:
        raise PageRefused(Refusal.ENCODING_DAMAGED, mended)
    return _guess(data)


def _strict(data: bytes, codec: str) -> str | None:
    try:
        return data.decode(codec)
    except (UnicodeDecodeError, LookupError):
        return None


def _codec(name: str) -> str:
    """Return the Python codec of a declared charset, "" for unknown ones and what is no text codec."""
    try:
        info = codecs.lookup(name.strip().strip("\"'"))
    except (LookupError, ValueError):
        return ""
    # Declared UTF-16 in bytes that hold an ASCII meta tag is a lie; the mark was looked at before.
    if not getattr(info, "_is_text_encoding", True) or info.name.startswith(
        ("utf-16", "utf-32", "utf-7", "idna")
    ):
        return ""
    return _SUPERSETS.get(info.name, info.name)


def _says_escape_encoding(data: bytes, declared: str) -> bool:
    """ISO-2022-JP is pure ASCII bytes with escapes, so that UTF-8 would accept it."""
    return b"\x1b$" in data and "2022" in declared


def _unmarked_utf16(data: bytes) -> str:
    sample = data[:2048]
    if len(sample) < 8:
        return ""
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    if odd > 0.6 * half and even < 0.1 * half:
        return "utf-16-le"
    if even > 0.6 * half and odd < 0.1 * half:
        return "utf-16-be"
    return ""


def _odd(text: str) -> bool:
    """Tell whether a decoding gave C1 control characters or the pattern of UTF-8 read as Western."""
    sample = text[:100_000]
    return len(_C1.findall(sample)) > 2 or len(_MOJIBAKE.findall(sample)) > 2


def _repaired(text: str) -> str:
    """Undo UTF-8 that was encoded twice, when the whole text proves it."""
    if len(_MOJIBAKE.findall(text[:100_000])) < 3:
        return text
    for codec in ("cp1252", "latin-1"):
        try:
            mended = text.encode(codec).decode("utf-8")
        except (UnicodeEncodeError, UnicodeDecodeError):
            continue
        return mended
    return text


def _mostly_utf8(data: bytes) -> str:
    """Return how many bytes are wrong in a text that is UTF-8 but for a few damaged places, "" otherwise."""
    text = data.decode("utf-8", "replace")
    wrong = text.count("\ufffd")
    good = sum(c > "\x7f" and c != "\ufffd" for c in text[:200_000])
    return f"{wrong} damaged places in UTF-8" if good >= 4 and wrong * 4 <= good else ""


def _guess(data: bytes) -> tuple[str, str]:
    high = sum(byte >= 0x80 for byte in data[:65536])
    western = _strict(data, "cp1252")
    # Western prose has a few accented letters; text that is mostly high bytes is something else.
    if western is not None and not _odd(western) and high <= 0.2 * len(data[:65536]):
        return western, "cp1252"
    from charset_normalizer import from_bytes

    best = from_bytes(data[:200_000], cp_isolation=_GUESSED).best()
    if best is not None and (text := _strict(data, best.encoding)) is not None and not _odd(text):
        return text, best.encoding
    raise PageRefused(Refusal.ENCODING_DAMAGED, "no encoding explains the bytes")


def _is_binary(text: str) -> bool:
    sample = text[:4096]
    return "\x00" in sample or len(_CONTROL.findall(sample)) > len(sample) * 0.02 + 2
