"""Folding and light stemming for German and English without knowing which of the two a text is in."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe", "’": "'"})
_SEPARABLE: Final = (
    "hinzu|hinein|heraus|herunter|zurueck|weiter|wieder|durch|ein|aus|auf|ab|an|um|zu"
    "|vor|nach|mit|fest|her|hin|bei"
)
_PARTICIPLE: Final = re.compile(rf"^({_SEPARABLE})?ge([a-z]{{3,}}?)(?:en|e?t)(?:e[rsnm]?)?$")
_INFINITIVE_ZU: Final = re.compile(rf"^({_SEPARABLE})zu([a-z]{{4,}}n)$")
_SUFFIXES: Final = ("ern", "est", "tet", "em", "en", "er", "es", "et", "st", "te", "e", "n", "s", "t")
_NOUNS: Final = (
    "isierungen", "isierung", "ierungen", "ierung", "ations", "ation", "ierten", "ierte", "ieren", "iert",
    "iere", "ungen", "ung", "ions", "ion",
)  # fmt: skip
_IRREGULAR: Final = {
    "written": "write", "wrote": "write", "ran": "run", "sent": "send", "built": "build", "found": "find",
    "kept": "keep", "chosen": "choose", "chose": "choose", "began": "begin", "begun": "begin",
    "sold": "sell", "bought": "buy", "lost": "lose", "held": "hold", "told": "tell", "spoken": "speak",
    "driven": "drive", "sicherung": "backup", "sicherungen": "backup", "geschrieben": "schreiben",
    "schrieb": "schreiben", "lief": "laufen", "geholfen": "helfen", "mice": "mouse", "men": "man",
    "women": "woman", "children": "child", "indices": "index", "haelt": "halten", "laeuft": "laufen",
    "enthaelt": "enthalten", "erhaelt": "erhalten", "verhaelt": "verhalten", "laedt": "laden",
}  # fmt: skip


@lru_cache(maxsize=16384)
def fold(word: str) -> str:
    """Fold a word: lower case, umlauts spelt out, accents dropped."""
    lowered = unicodedata.normalize("NFC", word).casefold().translate(_UMLAUTS)
    if lowered.isascii():
        return lowered
    return "".join(c for c in unicodedata.normalize("NFKD", lowered) if not unicodedata.combining(c))


def _english(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("ingly") and len(word) > 7:
        word = word[:-2]
    for ending, shortest in (("ing", 6), ("ed", 5), ("ly", 6)):
        if word.endswith(ending) and len(word) >= shortest:
            word = word[: -len(ending)]
            if len(word) > 3 and word[-1] == word[-2] and word[-1] in "bdgmnprt":
                word = word[:-1]
            break
    return word


@lru_cache(maxsize=32768)
def stem(word: str) -> str:
    """Reduce a word to a stem that its German or English inflected forms share.

    Args:
        word: any spelling; it is folded first.

    Returns:
        The stem; words of up to three letters come back folded only.
    """
    folded = fold(word)
    folded = _IRREGULAR.get(folded, folded)
    if len(folded) <= 3 or not folded.isalpha():
        return folded
    if len(folded) == 5 and folded[3:] == "en":
        return folded[:3]
    participle = _PARTICIPLE.match(folded)
    if participle and len(folded) >= 7:
        folded = (participle.group(1) or "") + participle.group(2)
    else:
        infinitive = _INFINITIVE_ZU.match(folded)
        if infinitive and not (folded.startswith("hinzu") and not folded.startswith("hinzuzu")):
            folded = infinitive.group(1) + infinitive.group(2)
    result = _english(folded)
    for ending in _NOUNS:
        if result.endswith(ending) and len(result) - len(ending) >= 4:
            result = result[: -len(ending)]
            break
    for _ in range(3):
        for ending in _SUFFIXES:
            if result.endswith(ending) and len(result) - len(ending) >= 4:
                result = result[: -len(ending)]
                break
        else:
            break
    if len(result) == 4 and result.endswith(("s", "e")) and not result.endswith(("ss", "ee", "us", "is")):
        result = result[:3]
    if result.endswith("y") and len(result) > 3:
        result = result[:-1] + "i"
    return result
