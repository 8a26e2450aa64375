"""What may leave this machine in a search query: redaction, five-word rule, closed vocabulary (SPEC W10)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from neurodesk.domain.query_words import GENERIC, STOPWORDS, hard_form, stem
from neurodesk.domain.redaction import Cut, Redaction, visible
from neurodesk.domain.searxng import tame_query
from neurodesk.domain.shingles import shingles
from neurodesk.domain.tasks import Task

# The deferral reason of a task whose queries wait for the curator's look.
QUERIES_WAIT = "queries_wait"
SMALL_NUMBER = 2
_LEAST_PART = 4
_LINKS = ("", "s", "es", "n", "en", "er", "e")

_TOKEN = re.compile(r"[^\W_]+(?:[-_.+/@:'][^\W_]+)*\+{0,2}")
_PARTS = re.compile(r"[-_.+/@:']+")
_YEAR = re.compile(r"20[0-4]\d")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[^\n]*\n(.*?)(?:^ {0,3}\1|\Z)", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"`([^`\n]{2,80})`")
_COMMAND = re.compile(
    r"^[ \t]*(?:[$#>]\s+)?(?:sudo\s+)?([a-z]{2,20}(?:-[a-z]{2,20})?)(?=[ \t]|$)", re.MULTILINE
)
_OPTION = re.compile(r"(?<!\w)--?[a-z][a-z-]{1,30}\b")
_CONSTANT = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|\b0x[0-9A-Fa-f]{4,8}\b|\b[A-Z]{3,}-\d{4,5}\b")


class Dropped(StrEnum):
    """Why a query is not sent."""

    EMPTY = "query_empty"
    KB_SENTENCE = "query_kb_sentence"
    NOTHING_LEFT = "query_nothing_left"
    REPEATED = "query_repeated"


class QueryState(StrEnum):
    """What becomes of a query to the web."""

    DROPPED = "dropped"
    WAITING = "waiting"
    PASSED = "passed"
    APPROVED = "approved"
    REFUSED = "refused"


SENT_STATES = frozenset({QueryState.PASSED, QueryState.APPROVED})


@dataclass(frozen=True, slots=True)
class CheckedQuery:
    """A planned query after the check.

    Attributes:
        query: as it was planned.
        text: what may be sent, "" when nothing may.
        reason: why nothing may, else "".
        cuts: what was taken out, with the kind of thing it was.
    """

    query: str
    text: str
    reason: str = ""
    cuts: tuple[Cut, ...] = ()


@dataclass(frozen=True, slots=True)
class OutgoingQuery:
    """A checked query with what becomes of it, as it is stored."""

    id: int
    task_id: str
    query: str
    text: str
    state: QueryState
    reason: str
    cuts: tuple[Cut, ...]
    at: float
    decided_at: float = 0.0


@dataclass(frozen=True, slots=True)
class QueryRequest:
    """The queries of one search round, and what they may be about.

    Attributes:
        claims: sentences that a repair searches for; None for an ordinary round.
    """

    task: Task
    seeds: tuple[str, ...]
    queries: tuple[str, ...]
    claims: tuple[str, ...] | None = None


# Checks the queries of a round, stores what becomes of them, and returns them in the order asked.
QueryGuard = Callable[[QueryRequest], Sequence[OutgoingQuery]]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words that a task's queries may hold beside the general ones."""

    words: frozenset[str]
    stems: frozenset[str]

    @classmethod
    def of(cls, texts: Iterable[str]) -> Vocabulary:
        """Collect the words of texts that are not private: question, topic, titles, headings, identifiers."""
        words: set[str] = set()
        for text in texts:
            for token in _TOKEN.findall(visible(text)):
                folded = token.casefold()
                words.add(folded)
                words |= {part for part in _PARTS.split(folded) if part}
        return cls(frozenset(words), frozenset(stem(word) for word in words if not hard_form(word)))


def code_identifiers(body: str) -> tuple[str, ...]:
    """Return the identifiers of an article's code that say nothing of who wrote it (SPEC W10).

    Commands, options, constants and error codes; nothing that may be a host, a path or a value.
    """
    fenced = "\n".join(match.group(2) for match in _FENCE.finditer(body))
    spans = "\n".join(_SPAN.findall(body))
    code = f"{fenced}\n{spans}"
    found = [*_COMMAND.findall(code), *_OPTION.findall(code), *_CONSTANT.findall(f"{code}\n{body}")]
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True)
class PrivacyCheck:
    """The check of one task's queries.

    Args:
        redaction: what is cut out whatever the vocabulary says.
        general: stems of the general word list.
        vocabulary: words of the task.
        in_bodies: returns those of the given runs of five words (``shingles``) that stand in the body of an
            article but in no title.
    """

    redaction: Redaction
    general: Collection[str]
    vocabulary: Vocabulary
    in_bodies: Callable[[frozenset[int]], frozenset[int]]

    def check(self, queries: Sequence[str]) -> tuple[CheckedQuery, ...]:
        """Check queries; all their runs of words are looked up at once."""
        runs = [self._runs(query) for query in queries]
        known = self.in_bodies(frozenset().union(*runs)) if any(runs) else frozenset()
        found: dict[str, CheckedQuery] = {}
        for query in queries:
            one = self._one(query, known)
            same = any(one.text and one.text.casefold() == other.text.casefold() for other in found.values())
            found.setdefault(query, CheckedQuery(query, "", Dropped.REPEATED, one.cuts) if same else one)
        return tuple(found.values())

    def check_edited(self, text: str) -> CheckedQuery:
        """Check what the curator wrote: redaction and five-word rule hold, the vocabulary is theirs."""
        cut, cuts = self.redaction.redact(text)
        if self.in_bodies(shingles(visible(text))):
            return CheckedQuery(text, "", Dropped.KB_SENTENCE, cuts)
        sent = tame_query(cut)
        return CheckedQuery(text, sent, "" if sent else Dropped.EMPTY, cuts)

    def _runs(self, query: str) -> frozenset[int]:
        return shingles(visible(query)) | shingles(self._closed(query)[0])

    def _one(self, query: str, known: frozenset[int]) -> CheckedQuery:
        sent, cuts = self._closed(query)
        if self._runs(query) & known:
            return CheckedQuery(query, "", Dropped.KB_SENTENCE, cuts)
        if not sent:
            return CheckedQuery(query, "", Dropped.NOTHING_LEFT if cuts else Dropped.EMPTY, cuts)
        return CheckedQuery(query, sent, "", cuts)

    def _closed(self, query: str) -> tuple[str, tuple[Cut, ...]]:
        """Return what redaction, vocabulary and taming leave; only small words left are nothing."""
        redacted, found = self.redaction.redact(query)
        cuts = list(found)

        def word(match: re.Match[str]) -> str:
            token = match.group(0)
            if self._allowed(token):
                return token
            cuts.append(Cut("word", token))
            return " "

        sent = tame_query(_TOKEN.sub(word, redacted))
        content = [one for one in _TOKEN.findall(sent) if one.casefold() not in STOPWORDS]
        spoken = [one for one in content if any(map(str.isalpha, one))]
        if cuts and len(spoken) == 1 and spoken[0].casefold() not in self.vocabulary.words:
            spoken = []  # one everyday word that is left over searches for nothing
        return (sent if spoken else ""), tuple(cuts)

    def _allowed(self, token: str) -> bool:
        folded = token.casefold()
        if self._known(folded):
            return True
        parts = [part for part in _PARTS.split(folded) if part]
        return len(parts) > 1 and all(self._known(part) for part in parts)

    def _known(self, word: str) -> bool:
        if word in self.vocabulary.words or word in STOPWORDS or word in GENERIC:
            return True
        if word.isdigit():
            return len(word) <= SMALL_NUMBER or bool(_YEAR.fullmatch(word))
        if hard_form(word):
            return False
        root = stem(word)
        if root in self.general or root in self.vocabulary.stems:
            return True
        return self._is_compound(word)

    def _is_compound(self, word: str, depth: int = 3) -> bool:
        """Tell whether a German compound is made of known words only."""
        if depth == 0:
            return False
        for place in range(_LEAST_PART, len(word) - _LEAST_PART + 1):
            head, tail = word[:place], word[place:]
            if not any(self._is_part(head.removesuffix(link)) for link in _LINKS if head.endswith(link)):
                continue
            if self._is_part(tail) or self._is_compound(tail, depth - 1):
                return True
        return False

    def _is_part(self, part: str) -> bool:
        if len(part) < _LEAST_PART:
            return False
        root = stem(part)
        return root in self.general or root in self.vocabulary.stems or part in GENERIC
