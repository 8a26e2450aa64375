"""German and English stems for the text index, and queries that can never be query syntax (SPEC K6).

A text becomes a line of tokens separated by spaces. Words are stemmed in the text's language (in both when it
is unknown) and folded (ß, umlauts, accents). Codes, versions, numbers, paths and host names stand in the line
as they are, in lower case, so that they match as whole tokens and never by a part of their digits.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from importlib.metadata import version
from itertools import repeat
from threading import Lock

# A changed rule gives other tokens than the stored ones: the text index is then built anew.
ANALYSER = f"2:{version('snowballstemmer')}"

# What holds a token together. The text index must treat these as parts of a token.
JOINERS = "._-/:@+#"
_TOKEN = re.compile(r"[^\W_](?:[^\W_]|[._\-/:@](?=[^\W_])|_)*(?:\+\+|#(?!\w))?")
_SPLIT = re.compile(r"[_\-/:@]+")
_LETTERS = re.compile(r"[^\W\d_]+")

_GERMAN_STOP = frozenset(
    "aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bin bis bist da"
    " dabei dafür damit dann das dass dazu dein deine dem den denn der des dessen die dies diese diesem"
    " diesen"
    " dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwas euch euer für gegen"
    " hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins"
    " ist ja jede jedem jeden jeder jedes jetzt kann kannst können könnte man mehr mein meine meinem meinen"
    " meiner mich mir mit muss musst müssen nach noch nun nur ob oder sein seine seinem seinen seiner"
    " seit sich sie sind so solche soll sollte sollten sondern sowie über um und uns unser unsere unter viel"
    " vom von vor war waren warum was weil welche welchem welchen welcher welches wenn wer werde werden wie"
    " wieder will wir wird wirst wo wurde wurden zu zum zur zwischen".split()
)
_ENGLISH_STOP = frozenset(
    "a about after all also am an and any are as at be because been before being between both but by can"
    " could did do does doing each few for from further had has have having he her here hers him his how i if"
    " in into is it its itself just me more most my of off on once only or other our ours out over own same"
    " she should so some such than that the their theirs them then there these they this those through to too"
    " under until up very was we were what when where which while who whom why will with would you your"
    " yours".split()
)
# "not", "no", "nicht", "kein" decide what a sentence says: they are no stop words.
STOP_WORDS = {"de": _GERMAN_STOP, "en": _ENGLISH_STOP}
_ANY_STOP = _GERMAN_STOP | _ENGLISH_STOP

_lock = Lock()


@lru_cache(maxsize=1)
def _stemmers() -> dict[str, object]:
    import snowballstemmer

    return {"de": snowballstemmer.stemmer("german"), "en": snowballstemmer.stemmer("english")}


@lru_cache(maxsize=200_000)
def stem(word: str, lang: str) -> str:
    """Return the folded stem of a lower-case word in German or English, "" for a stop word.

    Args:
        word: letters only.
        lang: ``de`` or ``en``.
    """
    if word in STOP_WORDS[lang]:
        return ""
    # The stemmer objects hold the word they work on.
    with _lock:
        stemmed: str = _stemmers()[lang].stemWord(word)  # type: ignore[attr-defined]
    return fold(stemmed)


@lru_cache(maxsize=200_000)
def fold(word: str) -> str:
    """Return the word without case, accents and umlauts; ß becomes ss."""
    if word.isascii():
        return word.lower()
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def _languages(lang: str) -> tuple[str, ...]:
    return (lang,) if lang in STOP_WORDS else ("de", "en")


@lru_cache(maxsize=200_000)
def _tokens(written: str, lang: str) -> tuple[str, ...]:
    """Return the index tokens of one written token (NFC, lower case)."""
    if written.isascii() and written.isalpha():
        # By far the most: nothing to split, no other script.
        return tuple(dict.fromkeys(one for language in _languages(lang) if (one := stem(written, language))))
    found: list[str] = []
    if not written.isalpha():
        found.append(fold(written))
    for part in _SPLIT.split(written):
        if not part:
            continue
        if any(character.isdigit() for character in part):
            # A version, a number, a code: whole or not at all.
            found.append(fold(part))
            continue
        for word in _LETTERS.findall(part):
            if _is_cjk(word):
                found += [word[i : i + 2] for i in range(max(1, len(word) - 1))]
                continue
            found += [one for language in _languages(lang) if (one := stem(word, language))]
    return tuple(dict.fromkeys(found))


def _is_cjk(word: str) -> bool:
    return "\u2e80" <= word[0] <= "\u9fff" or "\uac00" <= word[0] <= "\ud7af"


def _written(text: str) -> Iterable[str]:
    return _TOKEN.findall(unicodedata.normalize("NFC", text).lower())


def index_line(text: str, lang: str) -> str:
    """Return the tokens of a text for the index, separated by spaces.

    Args:
        text: prose, code or a title.
        lang: ``de``, ``en``, or anything else for both.
    """
    return " ".join(filter(None, map(_joined, _written(text), repeat(lang))))


@lru_cache(maxsize=200_000)
def _joined(written: str, lang: str) -> str:
    return " ".join(_tokens(written, lang))


def query_tokens(text: str, lang: str = "") -> list[str]:
    """Return the distinct tokens to look for, in the order of the question.

    A question in German may be answered by an English article: names and technical words then carry the
    match, so each word is looked for in its stem of either language, stop words of the question's language
    (of both when it is unknown) left out.

    Args:
        text: a person's question; nothing in it is syntax.
        lang: the question's language, "" when unknown.
    """
    stop: frozenset[str] = STOP_WORDS.get(lang, _ANY_STOP)
    tokens: dict[str, None] = {}
    for written in _written(text):
        if written in stop:
            continue
        for token in _tokens(written, ""):
            tokens[token] = None
    if not tokens:
        for written in _written(text):
            tokens[fold(written)] = None
    return list(tokens)


def match_expression(tokens: Iterable[str]) -> str:
    """Return an FTS5 expression that finds any of the tokens; each is a quoted string, never syntax."""
    return " OR ".join(map(_quoted, tokens))


def all_words_expression(text: str, *, last_begun: bool = False) -> str:
    """Return an FTS5 expression that finds passages with every word, "" when the text holds none.

    A word counts in its stem of either language; stop words are passed over unless there is nothing else.

    Args:
        text: what a person typed; nothing in it is syntax.
        last_begun: the last word is still being typed: its beginning counts too.
    """
    written = list(_written(text))
    words = [one for one in written if one not in _ANY_STOP] or written
    groups = []
    for number, word in enumerate(words):
        forms = [_quoted(token) for token in _tokens(word, "") or (fold(word),)]
        if last_begun and number == len(words) - 1:
            forms.append(_quoted(fold(word)) + "*")
        groups.append(f"({' OR '.join(forms)})")
    return " AND ".join(groups)


def _quoted(token: str) -> str:
    return '"' + token.replace('"', '""') + '"'
