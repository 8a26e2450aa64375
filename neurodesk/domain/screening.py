"""The gates between a search hit and evidence, as pure rules with reason codes (SPEC W3, W4, K5, L1).

Order: what the address alone decides, what the snippet decides, then (after a real fetch) what the full text
decides. Each gate answers with a ``GateVerdict``; a refused candidate keeps its reason.
"""

from __future__ import annotations

import contextlib
import re
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

from neurodesk.domain.evidence import Refusal, SearchHit, SourceText
from neurodesk.domain.quality import page_wall, quality
from neurodesk.domain.query_words import named_versions, same_version, stem, tokens
from neurodesk.domain.relevance import Anchors, Similarity, snippet_relevance, text_relevance
from neurodesk.domain.shingles import code_lines, near_copies_among, prose, shares_code, shingles

ALL_SOURCES = "*"
LIBRARY_SCHEME = "library"
# Front matter keys and generator names that our own drafts and exports carry (SPEC L1, I4).
EXPORT_MARK_FILE = ".neurodesk-export"
_EXPORT_MARK = re.compile(
    r"^(?:neurodesk[_-](?:export|draft|article)\w*\s*:|generator\s*:\s*\"?neurodesk)",
    re.IGNORECASE | re.MULTILINE,
)
_TRACKING = re.compile(r"utm_\w+|fbclid|gclid|msclkid|mc_[ce]id|ref|ref_src|igshid", re.IGNORECASE)
# So many shared runs are pages of text, whatever share of a long document they are.
OWN_TEXT_SHINGLES = 120
STALE_AFTER_S = 120 * 86400.0


@dataclass(frozen=True, slots=True)
class GateLimits:
    """Thresholds of the gates; the settings ``gate.*`` hold the defaults."""

    min_snippet_relevance: float = 0.12
    min_relevance: float = 0.35
    min_quality: float = 0.35
    near_copy: float = 0.2


@dataclass(frozen=True, slots=True)
class GateVerdict:
    """What the gates say about one candidate.

    Attributes:
        reason: None when it passes.
        detail: plain text for the log: the score's parts, or what it duplicates.
        relevance, quality: 0..1, as far as they were computed.
    """

    reason: Refusal | None
    detail: str = ""
    relevance: float = 0.0
    quality: float = 0.0

    @property
    def kept(self) -> bool:
        """Whether the candidate passes."""
        return self.reason is None


@dataclass(frozen=True, slots=True)
class SourceFilter:
    """The thinking-source filter: all, or an exact set of keys; an empty set admits nothing (SPEC K5)."""

    keys: frozenset[str] | None = None

    @classmethod
    def of(cls, keys: Iterable[str] | None) -> SourceFilter:
        """Build a filter from a setting or a task's snapshot; None or ``*`` means all."""
        if keys is None:
            return cls(None)
        listed = frozenset(keys)
        return cls(None if ALL_SOURCES in listed else listed)

    def admits(self, key: str) -> bool:
        """Tell whether a source key passes, by exact comparison."""
        return self.keys is None or key in self.keys


def web_key(host: str) -> str:
    """Return the source key of a web host: casefolded, IDNA, without leading ``www.`` and port (SPEC K5)."""
    name = host.strip().rstrip(".").casefold()
    if name.startswith("[") or name.count(":") > 1:
        return name.partition("]")[0].lstrip("[") if name.startswith("[") else name
    name = name.partition(":")[0]
    with contextlib.suppress(UnicodeError):
        name = name.encode("idna").decode("ascii")
    return name.removeprefix("www.")


def library_uri(collection: str, relative: str) -> str:
    """Return ``library://collection/relative`` with both parts percent-encoded (SPEC L1)."""
    return f"{LIBRARY_SCHEME}://{quote(collection, safe='')}/{quote(relative, safe='/')}"


def split_library_uri(uri: str) -> tuple[str, str] | None:
    """Return (collection, relative path) of a library URI, or None for another one."""
    prefix = f"{LIBRARY_SCHEME}://"
    if not uri.startswith(prefix):
        return None
    collection, _, relative = uri[len(prefix) :].partition("/")
    if not collection or not relative:
        return None
    return unquote(collection), unquote(relative)


def library_key(collection: str) -> str:
    """Return the source key of a collection's documents (SPEC K5)."""
    return f"{LIBRARY_SCHEME}:{collection}"


def source_key_of(uri: str) -> str:
    """Return the source key of a candidate's address (SPEC K5), "" when it has none."""
    library = split_library_uri(uri)
    if library:
        return library_key(library[0])
    try:
        host = urlsplit(uri).hostname
    except ValueError:
        return ""
    return web_key(host) if host else ""


def comparable_uri(uri: str) -> str:
    """Return the form in which two addresses of one page are equal.

    Scheme and host are folded, a leading ``www.``, default ports, fragments, tracking parameters and a
    trailing slash dropped, parameters sorted, http and https held equal. Never fetch this form.
    """
    try:
        parts = urlsplit(uri.strip())
        port = parts.port
    except ValueError:
        return uri.strip()
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        return uri.strip()
    host = web_key(parts.hostname)
    if port not in {None, 80, 443}:
        host = f"{host}:{port}"
    query = sorted(
        (key, value)
        for key, value in parse_qsl(parts.query, keep_blank_values=True)
        if not _TRACKING.fullmatch(key)
    )
    path = re.sub(r"/(?:index\.(?:html?|php))?$", "", parts.path)
    return urlunsplit(("web", host, path, urlencode(query), ""))


def host_is_denied(key: str, denied: Iterable[str]) -> bool:
    """Tell whether a host or one of its parent domains stands in the deny list; whole labels only."""
    return any(entry and (key == entry or key.endswith(f".{entry}")) for entry in map(web_key, denied))


def screen_hit(
    hit: SearchHit,
    *,
    anchors: Anchors,
    limits: GateLimits,
    source_filter: SourceFilter,
    seen: Iterable[str] = (),
    denied: Sequence[str] = (),
    similarity: Similarity | None = None,
) -> GateVerdict:
    """Judge a search hit before anything is fetched (SPEC W1, W4).

    Args:
        seen: addresses of this task that were taken already (``comparable_uri`` is applied here).
        denied: hosts that the curator denied; deny wins over the filter.
    """
    key = source_key_of(hit.uri)
    library = split_library_uri(hit.uri) is not None
    if not library and host_is_denied(key, denied):
        return GateVerdict(Refusal.DOMAIN_DENIED, key)
    if not source_filter.admits(key):
        return GateVerdict(Refusal.DOMAIN_NOT_IN_FILTER, key)
    if comparable_uri(hit.uri) in {comparable_uri(one) for one in seen}:
        return GateVerdict(Refusal.DUPLICATE_URL)
    found = snippet_relevance(anchors, hit.title, hit.snippet, similarity=similarity)
    if found.score < limits.min_snippet_relevance:
        return GateVerdict(
            Refusal.SNIPPET_IRRELEVANT, f"{found.score:.2f} of {limits.min_snippet_relevance:g}", found.score
        )
    return GateVerdict(None, f"snippet {found.score:.2f}", found.score)


class KnownTexts:
    """The texts a new page is compared with: own ones (KB, drafts, exports) and accepted evidence.

    What counts as rare is seen over both. Ten thousand articles take some 60 MB and 0.5 s a question.
    """

    def __init__(self) -> None:
        self._texts: dict[str, array[int]] = {}
        self._own: set[str] = set()
        self._code: dict[str, tuple[str, frozenset[str]]] = {}
        self._prose: dict[str, frozenset[int]] = {}

    def add_own(self, identifier: str, values: frozenset[int]) -> None:
        """Add a KB article or an own draft by its stored shingles."""
        if identifier not in self._texts:
            self._texts[identifier] = array("Q", values)
            self._own.add(identifier)

    def add_evidence(self, identifier: str, text: str, lang: str = "") -> None:
        """Add a full text that was accepted."""
        if identifier not in self._texts:
            self._texts[identifier] = array("Q", shingles(text))
            self._code[identifier] = (lang, code_lines(text))
            self._prose[identifier] = shingles(prose(text))

    def copy_of(self, text: str, limits: GateLimits, lang: str = "") -> GateVerdict | None:
        """Return the refusal when the text is a near-copy of a known one, own text first.

        A translation shares its code lines with the original and is no copy: it is kept as the same voice.
        """
        copies = near_copies_among(shingles(text), tuple(self._texts.items()), limits.near_copy)
        for refusal, own in ((Refusal.OWN_TEXT, True), (Refusal.DUPLICATE_CONTENT, False)):
            for copy in copies:
                # A stub in the KB may quote a long page: the page is no copy of the stub then.
                if own and copy.share_here < limits.near_copy and copy.shared < OWN_TEXT_SHINGLES:
                    continue
                if self._only_code_is_shared(copy.id, text, lang, limits):
                    continue
                if (copy.id in self._own) is own:
                    return GateVerdict(refusal, f"{copy.id} ({copy.containment:.2f})")
        return None

    def _only_code_is_shared(self, identifier: str, text: str, lang: str, limits: GateLimits) -> bool:
        other = self._code.get(identifier, ("", frozenset()))[0]
        if not lang or not other or lang == other:
            return False
        here, there = shingles(prose(text)), self._prose[identifier]
        return len(here & there) < max(1.0, limits.near_copy * min(len(here), len(there)))

    def translations_of(self, text: str, lang: str) -> tuple[str, ...]:
        """Return the accepted texts in another language with mostly the same code lines."""
        code = code_lines(text)
        return tuple(
            identifier
            for identifier, (other, lines) in sorted(self._code.items())
            if other and lang and other != lang and shares_code(code, lines)
        )


def screen_text(
    source: SourceText,
    *,
    anchors: Anchors,
    limits: GateLimits,
    known: KnownTexts,
    similarity: Similarity | None = None,
) -> GateVerdict:
    """Judge a fetched full text (SPEC W1, W4, L1).

    A text that passes is not added to ``known``; the caller does so when it keeps it.
    """
    if not source.text.strip():
        return GateVerdict(Refusal.EMPTY_TEXT)
    if "\ufffd" in source.text:
        return GateVerdict(Refusal.ENCODING_DAMAGED)
    if _EXPORT_MARK.search(source.text[:2000]):
        return GateVerdict(Refusal.OWN_TEXT, "export mark")
    wall = page_wall(source.title, source.text)
    if wall:
        return GateVerdict(wall[0], wall[1])
    good = quality(source.text, source.page_quality)
    if good.score < limits.min_quality:
        return GateVerdict(Refusal.LOW_QUALITY, good.detail, quality=good.score)
    copy = known.copy_of(source.text, limits, source.lang)
    if copy:
        return GateVerdict(copy.reason, copy.detail, quality=good.score)
    found = text_relevance(anchors, source.title, source.text, similarity=similarity)
    if found.score < limits.min_relevance:
        why = f"{found.score:.2f} of {limits.min_relevance:g}"
        detail = f"{why}, {found.reason}" if found.reason else why
        return GateVerdict(Refusal.FULLTEXT_IRRELEVANT, detail, found.score, good.score)
    return GateVerdict(None, f"relevance {found.score:.2f}, {good.detail}", found.score, good.score)


@dataclass(frozen=True, slots=True)
class Stale:
    """A page that loses against a newer one on the same subject."""

    older: str
    newer: str
    detail: str


def stale_sources(sources: Mapping[str, SourceText], anchors: Anchors) -> tuple[Stale, ...]:
    """Return the pages that a newer page of the same task overtakes (``stale_source``, SPEC W4).

    A page is stale when it states an older date than another page on the same subject and either
    treats an older version of the named product, or says the same sentence with another number. Both
    pages must state their date; without one nothing is decided here.
    """
    read = {
        key: _Dated(source, {stem(t.casefold()) for t in tokens(source.title)}, _subjects(source, anchors))
        for key, source in sorted(sources.items())
        if source.dated_at > 0
    }
    found = []
    for older_key, older in read.items():
        for newer_key, newer in read.items():
            if older.source.dated_at + STALE_AFTER_S > newer.source.dated_at:
                continue
            if not _same_subject(older, newer):
                continue
            detail = _overtaken(older, newer)
            if detail:
                found.append(Stale(older_key, newer_key, detail))
                break
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Dated:
    source: SourceText
    title: set[str]
    versions: dict[str, set[str]]


def _subjects(source: SourceText, anchors: Anchors) -> dict[str, set[str]]:
    """Return the versions that the page names, by name; those of the anchors' names when there are any."""
    wanted = {name for name, _ in anchors.names}
    versions: dict[str, set[str]] = {}
    for name, version in named_versions(f"{source.title}\n{source.text}"):
        if not wanted or name in wanted:
            versions.setdefault(name, set()).add(version)
    return versions


def _same_subject(older: _Dated, newer: _Dated) -> bool:
    smaller = min(len(older.title), len(newer.title))
    if smaller and len(older.title & newer.title) / smaller >= 0.5:
        return True
    return bool(set(older.versions) & set(newer.versions) & (older.title | newer.title))


def _overtaken(older: _Dated, newer: _Dated) -> str:
    for name in sorted(set(older.versions) & set(newer.versions)):
        old, new = older.versions[name], newer.versions[name]
        if any(same_version(a, b) or same_version(b, a) for a in old for b in new):
            continue
        top_old, top_new = max(map(_order, old)), max(map(_order, new))
        if top_old < top_new:
            return f"{name} {_dotted(top_old)} before {_dotted(top_new)}"
    for before, after in _contradicting_sentences(older.source.text, newer.source.text):
        return f"{before!r} against {after!r}"
    return ""


def _order(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdecimal())


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_SENTENCES = re.compile(r"(?<=[.!?])\s+|\n+")


def _contradicting_sentences(one: str, other: str) -> Iterable[tuple[str, str]]:
    """Yield pairs of sentences that are the same but for a number, in the order of the first text."""
    frames: dict[frozenset[str], str] = {}
    by_word: dict[str, list[frozenset[str]]] = {}
    for sentence in _SENTENCES.split(other):
        frame = _frame(sentence)
        if frame and frame not in frames:
            frames[frame] = sentence.strip()
            for word in frame:
                by_word.setdefault(word, []).append(frame)
    for sentence in _SENTENCES.split(one):
        frame = _frame(sentence)
        if not frame:
            continue
        near = {candidate for word in frame for candidate in by_word.get(word, ())[:50]}
        for candidate in sorted(near, key=lambda c: frames[c]):
            if len(frame & candidate) / len(frame | candidate) >= 0.75:
                mine, theirs = _NUMBER.findall(sentence), _NUMBER.findall(frames[candidate])
                if len(mine) == len(theirs) and mine != theirs:
                    yield sentence.strip(), frames[candidate]


def _frame(sentence: str) -> frozenset[str]:
    """Return the content words of a sentence that states a number, or nothing."""
    if not _NUMBER.search(sentence) or not 25 <= len(sentence.strip()) <= 400:
        return frozenset()
    words = frozenset(stem(t.casefold()) for t in tokens(_NUMBER.sub(" ", sentence)) if len(t) > 2)
    return words if len(words) >= 4 else frozenset()


def over_budget(kept: Sequence[str], fetched: int, max_pages: int) -> tuple[str, ...]:
    """Return the candidates that the page budget leaves out; it counts real fetches (SPEC W3).

    Args:
        kept: candidates that passed the hit gates, best first.
        fetched: pages of this task that were really fetched so far.
    """
    return tuple(kept[max(0, max_pages - fetched) :])
