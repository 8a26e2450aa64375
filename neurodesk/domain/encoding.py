"""How article files are decoded, so that a file can be written back in its own encoding (SPEC K1, P5)."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from dataclasses import dataclass

# Name as stored in ``node.encoding``, byte-order mark, Python codec. The longer marks stand first: the mark
# of UTF-32-LE begins with that of UTF-16-LE.
_MARKED: tuple[tuple[str, bytes, str], ...] = (
    ("utf-8+bom", codecs.BOM_UTF8, "utf-8"),
    ("utf-32-le+bom", codecs.BOM_UTF32_LE, "utf-32-le"),
    ("utf-32-be+bom", codecs.BOM_UTF32_BE, "utf-32-be"),
    ("utf-16-le+bom", codecs.BOM_UTF16_LE, "utf-16-le"),
    ("utf-16-be+bom", codecs.BOM_UTF16_BE, "utf-16-be"),
)
_BY_NAME = {name: (mark, codec) for name, mark, codec in _MARKED}


@dataclass(frozen=True, slots=True)
class DecodedText:
    """A file's text as it stands (line ends kept, byte-order mark removed) and how it was decoded.

    Attributes:
        encoding: a name that ``encode_text`` understands.
        problems: codes such as ``encoding_guessed`` or ``encoding_damaged``.
    """

    text: str
    encoding: str
    problems: tuple[str, ...] = ()


def decode_text(data: bytes, guess: Callable[[bytes], str] | None = None) -> DecodedText:
    """Decode a file: byte-order mark, then UTF-8, then UTF-16 without a mark, then a legacy encoding.

    Args:
        data: the file's bytes.
        guess: returns the codec of bytes that are neither UTF-8 nor plainly Western ("" when unsure).

    Returns:
        The text. Nothing is ever refused: bytes that no encoding explains are replaced and reported.
    """
    for name, mark, codec in _MARKED:
        if not data.startswith(mark):
            continue
        marked = _strictly(data[len(mark) :], codec, name)
        # UTF-16 of a text that begins with NUL carries the mark of UTF-32 too.
        if codec == "utf-32-le" and marked.problems:
            continue
        return marked
    try:
        return DecodedText(data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        pass
    codec = _unmarked_utf16(data)
    if codec:
        return _strictly(data, codec, codec)
    high = sum(byte >= 0x80 for byte in data[:65536])
    # Western prose in cp1252 has a few accented letters; text that is mostly high bytes is something else.
    if guess is not None and high > 0.2 * len(data[:65536]):
        guessed = guess(data)
        if guessed:
            try:
                return DecodedText(data.decode(guessed), guessed, ("encoding_guessed",))
            except (UnicodeDecodeError, LookupError):
                pass
    try:
        return DecodedText(data.decode("cp1252"), "cp1252", ("encoding_guessed",))
    except UnicodeDecodeError:
        return DecodedText(data.decode("latin-1"), "latin-1", ("encoding_damaged",))


def encode_text(text: str, encoding: str) -> bytes:
    """Return the bytes of a text in a stored encoding, byte-order mark included.

    Raises:
        UnicodeEncodeError: the encoding cannot hold the text (a conflict by SPEC P5).
    """
    mark, codec = _BY_NAME.get(encoding, (b"", encoding))
    return mark + text.encode(codec)


def _strictly(data: bytes, codec: str, name: str) -> DecodedText:
    try:
        return DecodedText(data.decode(codec), name)
    except UnicodeDecodeError:
        return DecodedText(data.decode(codec, "replace"), name, ("encoding_damaged",))


def _unmarked_utf16(data: bytes) -> str:
    """Return a UTF-16 codec when every second byte of the beginning is mostly zero."""
    sample = data[:512]
    if len(sample) < 8 or len(data) % 2:
        return ""
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    if odd > 0.6 * half and even < 0.1 * half:
        return "utf-16-le"
    if even > 0.6 * half and odd < 0.1 * half:
        return "utf-16-be"
    return ""
