"""Words of questions and pages: stems, codes, versions, small words and words of the trade (SPEC W4)."""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata

_TOKEN = re.compile(r"0[xX][0-9A-Fa-f]+|[^\W_]+(?:[-_.+/@:][^\W_]+)*\+{0,2}")
PARTS = re.compile(r"[-_.+/@:]")
_VERSION = re.compile(r"v?(\d+(?:\.\d+)*)(?:-?(?:rc|beta|alpha|p|lts)\d*)?", re.IGNORECASE)
CODE = re.compile(
    r"0x[0-9a-f]{4,}|[a-z]{2,}[-_]?\d{2,}[a-z0-9-]*|cve-\d{4}-\d+|[a-z]+(?:_[a-z0-9]+){1,}", re.IGNORECASE
)


_GERMAN_SIGN = re.compile(r"[äöüßÄÖÜ]")


def _listed(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _words(text: str) -> frozenset[str]:
    return frozenset(_listed(text))


STOPWORDS = _words(
    """
    a an and are as at be been by can could did do does for from had has have how i if in into is it its
    let me my no not of off on onto or our should so some such than that the their them then there these
    they this those to too up us use used using was we were what when where which while who whom why
    will with without would you your about after all also any before between both but each more most
    other over only same very via aber alle allen aller alles als am auch auf aus bei beim bin bis bist
    da dabei damit dann das dass dein dem den denn der des die dies diese diesem diesen dieser dieses
    doch dort du durch ein eine einem einen einer eines er es etwas euch fuer für gegen habe haben hat
    hatte ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im ins ist ja jede jedem jeden jeder jedes kann
    kein keine keinem keinen keiner koennen können man mein mich mir mit muss müssen nach nicht noch nun
    nur ob oder ohne sehr sein seine sich sie sind soll sollen sollte sowie über um und uns unser unter
    vom von vor wann war warum weil welche welchem welchen welcher welches wenn wer werden wie wieder
    wird wir wo wurde wurden zu zum zur zwischen
        take takes make makes go goes going come comes give keep put way ways does doing done get gets
    find look want läuft laufen geht gehen macht machen tun gibt geben lassen lässt laut obwohl heraus
    herausfinden finde finden stays stay still just back again please bitte eigentlich mal ab los out away
    """
)
GERMAN_SIGNS = _words(
    """
    der die das und ist nicht ein eine mit auf für wie werden wird den dem des im zu zum zur von bei
    nach oder sich auch als kann beim wenn man aus
    """
)
ENGLISH_SIGNS = _words(
    """
    the and is not a an with on for how to of from by or in as can when you your are be this that it at
    """
)
# Words of the trade that stand on every page of it: they carry little, and are never a subject's name.
GENERIC = _words(
    """
    server client host system service dienst software hardware computer rechner maschine machine network
    netz netzwerk internet web website page seite file datei dateien files folder ordner directory
    verzeichnis user benutzer nutzer admin administrator error fehler problem issue problems lösung
    loesung solution help hilfe guide anleitung howto tutorial manual handbuch documentation
    dokumentation doku best practice practices example beispiel install installation installieren
    installiert setup einrichten einrichtung configure configuration konfiguration konfigurieren create
    erstellen anlegen use nutzen verwenden change ändern aendern update upgrade aktualisieren start stop
    run set get make new neu neue neuen step steps schritt schritte version release data daten name
    option options value wert command befehl commands befehle line zeile list liste type typ status
    state check prüfen pruefen test show anzeigen time zeit date datum information informationen need
    needed required erforderlich work works working arbeiten support linux windows cluster container
    cloud domain port proxy router firewall backup backups restore log logs cache online it default
    standard security sicherheit management key schlüssel schluessel local lokal remote
    """
)
_FOLD = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss"})
_ENDINGS = _listed(
    "ierungen ierung ationen ations ation ieren ierte iert ungen ung heiten heit keiten keit "
    "ments ment ings ing innen ern est en er em es et ed ly ies e s n"
)


@functools.lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return a light common stem for German and English words; no dictionary, no dependency.

    It only has to bring forms of one word together within one comparison; the text index has its own
    stemmers.
    """
    folded = unicodedata.normalize("NFC", word).casefold().translate(_FOLD)
    folded = folded.replace("ae", "a").replace("oe", "o").replace("ue", "u") if len(folded) > 5 else folded
    for ending in _ENDINGS:
        if folded.endswith(ending) and len(folded) - len(ending) >= 4:
            return folded[: -len(ending)]
    return folded


def tokens(text: str) -> list[str]:
    """Return the words, codes, versions and numbers of a text as they stand."""
    return _TOKEN.findall(unicodedata.normalize("NFC", text))


def hard_form(token: str) -> str:
    """Return the form in which a code, version or number is compared, "" for an ordinary word."""
    lowered = token.casefold()
    version = _VERSION.fullmatch(lowered)
    if version:
        return version.group(1)
    if any(c.isdigit() for c in lowered) or (CODE.fullmatch(lowered) and "_" in lowered):
        return lowered
    return ""


def language_of(text: str) -> str:
    """Return "de", "en" or "" for a short text such as a query, by its small words and umlauts."""
    words = [word.casefold() for word in tokens(text)]
    german = sum(word in GERMAN_SIGNS for word in words) + 2 * bool(_GERMAN_SIGN.search(text))
    english = sum(word in ENGLISH_SIGNS for word in words)
    if german == english:
        return ""
    return "de" if german > english else "en"


# What a task runs on, rather than what it is about; alone with such words they are the subject after all.
PLATFORMS = _words(
    "debian ubuntu centos fedora rhel suse opensuse alpine arch almalinux rocky macos freebsd openbsd linux "
    "windows"
)


def named_versions(text: str) -> list[tuple[str, str]]:
    """Return (name stem, version) for each version that directly follows a name, as in "Debian 12"."""
    found = []
    words = [word for word in tokens(text) if word.casefold() not in {"version", "release"}]
    for before, token in itertools.pairwise(words):
        match = _VERSION.fullmatch(token.casefold())
        folded = before.casefold()
        if not match or hard_form(before) or folded in STOPWORDS:
            continue
        if len(folded) < 2:
            continue
        if _may_carry_a_version(before, match.group(1)):
            found.append((stem(folded), match.group(1)))
    return found


def _may_carry_a_version(name: str, version: str) -> bool:
    """A bare number after an ordinary lower-case word ("step 3") is a count, not a version."""
    return "." in version or (name[:1].isupper() and name.casefold() not in _COUNTED)


_COUNTED = _words(
    """
    schritt step kapitel chapter abschnitt section seite page teil part tabelle table abbildung figure
    port stufe punkt nummer number phase level raid mai june juni juli july januar january februar
    february märz march april august september oktober october november dezember december tag day woche
    week zeile line fehler error
    """
)


def same_version(wanted: str, found: str) -> bool:
    """Tell whether a version is the wanted one or lies within it: 8 holds 8.2, 5.1 does not hold 5.10."""
    a, b = wanted.split("."), found.split(".")
    shorter = min(len(a), len(b))
    return a[:shorter] == b[:shorter]
