"""What is cut out of every outgoing query: addresses, numbers and names that tell who asks (SPEC W10)."""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from neurodesk.domain.query_words import GENERIC, STOPWORDS, stem

# Public schemes of numbering that look like ticket ids.
_PUBLIC_PREFIXES = frozenset(
    """
    CVE CWE RFC ISO IEC IEEE UTF UCS SHA AES RSA DES TLS SSL SSH EN DIN KB ORA PEP JEP XEP ECMA FIPS NIST PKCS
    BSI CP HTTP ERR IPV DDR PCI LTO PG CAT USB RAID MD BASE WINDOWS SQLSTATE EXT ANSI ASCII VT USN DSA RHSA
    DLA ADV MS SUSE VMSA XSA FG GHSA QSA EPYC XEON RTX GTX HDMI DP SATA NVME M
    """.split()
)
_INTERNAL_ENDINGS = (
    "local|lan|internal|intern|intranet|corp|home|home\\.arpa|localdomain|localhost|fritz\\.box|private|priv|"
    "box|ad|dmz|firma|office|vpn"
)
_CAP = r"[A-ZÄÖÜÉ][\w&'’.-]*\w"
_NUMBER_WORDS = (
    "kunden?|customer|client|konto|account|vertrags?|contract|auftrags?|order|rechnungs?|invoice|personal|"
    "mitglieds?|member|serien|serial|ticket|vorgangs?|fall|case|incident|anfrage|request"
)

_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("email", re.compile(r"[\w.+-]+\s?@\s?[\w-]+(?:\.[\w-]+)*")),
    (
        "url",
        re.compile(r"\b[a-z][a-z0-9+.-]{1,12}://\S+|\\\\[\w.-]+(?:\\\S*)?", re.IGNORECASE),
    ),
    ("user_path", re.compile(r"(?:[A-Za-z]:)?[\\/](?:Users|home|Benutzer)[\\/][^\s\\/]+", re.IGNORECASE)),
    (
        "internal_host",
        re.compile(rf"(?<![\w.-])(?:[\w-]+\.)+(?:{_INTERNAL_ENDINGS})(?![\w-])(?::\d+)?", re.IGNORECASE),
    ),
    ("ip", re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?:/\d{1,2})?(?::\d{1,5})?(?![\w.]*\d)")),
    ("mac", re.compile(r"(?<![\w:-])[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}(?![\w:-])")),
    (
        "guid",
        re.compile(r"\{?[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}\}?"),
    ),
    ("bank", re.compile(r"\b[A-Z]{2}\d{2}(?:\s?\d{4}){3,7}(?:\s?\d{1,3})?\b")),
    (
        "phone",
        re.compile(
            r"(?<![\w.])(?:\+|00)\d(?:[\s/().-]{0,3}\d){6,14}(?!\w)|(?<![\w.])0\d{1,5}[\s/-]{1,3}\d{3}[\d\s/-]{1,12}\d(?!\w)"
        ),
    ),
    (
        "number",
        re.compile(
            rf"\b(?:{_NUMBER_WORDS})[\s-]?(?:nummer|number|nr|no|id|code)?\.?[\s:#-]{{1,3}}[A-Z]{{0,4}}-?\d[\w-]{{2,}}",
            re.IGNORECASE,
        ),
    ),
    (
        "ticket",
        re.compile(
            r"\b(?:INC|REQ|CHG|PRB|RITM|TASK|SCTASK|SR|TT|TICKET|CASE|OTRS|HELPDESK|SUP|SUPPORT)"
            r"[-_ #]?\d{3,}\b",
            re.IGNORECASE,
        ),
    ),
    ("ticket", re.compile(r"(?<!\w)#\d{3,}\b")),
    ("number", re.compile(r"(?<![\w.])\d{7,}(?![\w.])")),
)
_IPV6 = re.compile(r"(?<![\w:])[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?![\w:])(?:/\d{1,3})?")
_PROJECT_KEY = re.compile(r"\b([A-Z][A-Z0-9]{1,9})[-_](\d{2,})\b")
_LEGAL = (
    r"GmbH(?:\s*&\s*Co\.?\s*KGa?A?)?|gGmbH|AG|KG|KGaA|OHG|GbR|UG|e\.\s?V\.|e\.\s?K\.|SE|eG|mbH|Ltd\.?|Limited|"
    r"LLC|LLP|Inc\.?|Corp\.?|Corporation|PLC|S\.A\.|B\.V\.|N\.V\.|S\.r\.l\.|Pty|Group|Gruppe|Holding"
)
_COMPANY = re.compile(rf"((?:{_CAP}[ \t]+(?:(?:&|und|and|\+)[ \t]+)?){{1,4}})(?:{_LEGAL})(?![\w-])")
_BEFORE_NAMES = (
    r"Herrn?|Frau|Hr\.|Fr\.|Mr\.?|Mrs\.?|Ms\.?|Dr\.|Prof\.|[Kk]und(?:e|en|in)|[Cc]ustomer|[Cc]lient|"
    r"[Mm]andant(?:en|in)?|[Ff]irma|[Cc]ompany|[Aa]nsprechpartner(?:in)?|[Cc]ontact(?: person)?|[Kk]ontakt|"
    r"[Pp]rojekt|[Pp]roject|[Ss]tandort|[Bb]ranch|[Ff]iliale|[Ll]ieferant(?:en|in)?|[Ss]upplier|[Pp]artner"
)
_TITLED = re.compile(rf"\b(?:{_BEFORE_NAMES})\s*[:\"„“]?\s*({_CAP}(?:[ \t]+{_CAP}){{0,2}})")
_EMAIL = re.compile(r"([\w.+-]+)@([\w-]+(?:\.[\w-]+)*)")
_HOST = re.compile(rf"(?<![\w.-])((?:[\w-]+\.)+(?:{_INTERNAL_ENDINGS}))(?![\w-])", re.IGNORECASE)
_WORDS = re.compile(r"[^\W_]+")
_INVISIBLE = frozenset({"Cf", "Cc", "Cs", "Co", "Cn"})


@dataclass(frozen=True, slots=True)
class Cut:
    """Something that was cut out of a query: what kind of thing, and its text."""

    kind: str
    text: str


def visible(text: str) -> str:
    """Return a text as it is seen: compatibility forms folded, zero-width signs and controls gone."""
    folded = unicodedata.normalize("NFKC", text)
    shown = "".join(
        " " if char.isspace() else "" if unicodedata.category(char) in _INVISIBLE else char for char in folded
    )
    return " ".join(shown.split())


@dataclass(frozen=True)
class Redaction:
    """The rules of one profile.

    Attributes:
        terms: what the curator never wants sent.
        hosts: internal hosts of the settings, with or without port.
        names: phrases that the knowledge base uses as names, see ``names_in``.
        general: stems of words that are no names by themselves.
    """

    terms: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    names: frozenset[tuple[str, ...]] = field(default_factory=frozenset)
    general: Collection[str] = ()

    @cached_property
    def _own(self) -> tuple[tuple[str, re.Pattern[str]], ...]:
        found = []
        for kind, texts in (("term", self.terms), ("internal_host", self.hosts)):
            for text in texts:
                wanted = visible(text.partition(":")[0] if kind == "internal_host" else text)
                if wanted:
                    pattern = r"[\W_]*".join(map(re.escape, wanted.split()))
                    found.append(
                        (kind, re.compile(rf"(?<![^\W_]){pattern}(?:s|es|'s)?(?![^\W_])", re.IGNORECASE))
                    )
        return tuple(found)

    def redact(self, text: str) -> tuple[str, tuple[Cut, ...]]:
        """Return the text without what tells who asks, and what was cut."""
        shown, cuts = visible(text), list[Cut]()
        names = self.names | names_in(shown, self.general)

        def cut(kind: str, match: re.Match[str]) -> str:
            cuts.append(Cut(kind, match.group(0).strip()))
            return " "

        shown = _IPV6.sub(
            lambda match: cut("ip", match) if _is_ipv6(match.group(0)) else match.group(0), shown
        )
        for kind, pattern in (*self._own, *_PATTERNS):
            shown = pattern.sub(lambda match, kind=kind: cut(kind, match), shown)  # type: ignore[misc]
        shown = _PROJECT_KEY.sub(
            lambda match: match.group(0) if match.group(1) in _PUBLIC_PREFIXES else cut("ticket", match),
            shown,
        )
        shown = _COMPANY.sub(lambda match: cut("name", match), shown)
        shown = _without_names(shown, names, cuts)
        return " ".join(shown.split()), tuple(cuts)


def _is_ipv6(text: str) -> bool:
    try:
        ipaddress.IPv6Address(text.partition("/")[0])
    except ValueError:
        return False
    return True


def _without_names(text: str, names: Collection[tuple[str, ...]], cuts: list[Cut]) -> str:
    if not names:
        return text
    longest = max(map(len, names))
    words = list(_WORDS.finditer(text))
    folded = [_folded(one.group(0)) for one in words]
    place, spans = 0, list[tuple[int, int]]()
    while place < len(words):
        for length in range(min(longest, len(words) - place), 0, -1):
            if tuple(folded[place : place + length]) in names:
                spans.append((words[place].start(), words[place + length - 1].end()))
                place += length - 1
                break
        place += 1
    for start, end in reversed(spans):
        cuts.append(Cut("name", text[start:end]))
        text = f"{text[:start]} {text[end:]}"
    return text


def _folded(word: str) -> str:
    return word.casefold().removesuffix("'s")


def names_in(text: str, general: Collection[str]) -> set[tuple[str, ...]]:
    """Return what a text uses as names of companies, people, customers, projects, mail and host names.

    Words that are general (stems in ``general``) are no names by themselves; in a phrase of several words
    they may be. Phrases are tuples of folded words.
    """
    found: set[tuple[str, ...]] = set()
    for match in (*_COMPANY.finditer(text), *_TITLED.finditer(text)):
        _add(found, _WORDS.findall(match.group(1)), general)
    for match in _EMAIL.finditer(text):
        labels = match.group(2).split(".")
        _add_single(found, (*re.split(r"[.+_-]", match.group(1)), *labels[:-1]), general)
    for match in _HOST.finditer(text):
        _add_single(
            found, [part for label in match.group(1).split(".") for part in label.split("-")], general
        )
    return found


def _add(found: set[tuple[str, ...]], words: Sequence[str], general: Collection[str]) -> None:
    kept = [_folded(word) for word in words]
    while kept and _is_general(kept[0], general) and len(kept) > 2:
        kept = kept[1:]
    if len(kept) > 1:
        found.add(tuple(kept))
    _add_single(found, kept, general)


def _add_single(found: set[tuple[str, ...]], words: Iterable[str], general: Collection[str]) -> None:
    for word in words:
        folded = _folded(word)
        if len(folded) >= 3 and not folded.isdigit() and not _is_general(folded, general):
            found.add((folded,))


def _is_general(word: str, general: Collection[str]) -> bool:
    return word in STOPWORDS or word in GENERIC or stem(word) in general
