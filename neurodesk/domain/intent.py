"""The intent guard: may earlier research answer a new question? Pure rules with a verdict (SPEC W8).

Look-alikes must not match: another version, another error code, the opposite act, a fault instead of a guide.
Where two questions cannot be compared (another language, other words) the answer is no: research begins anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from neurodesk.domain.articles import ArticleType
from neurodesk.domain.planning import classify
from neurodesk.domain.query_words import GENERIC, PLATFORMS, STOPWORDS, hard_form, stem, tokens

MIN_FOCUS = 0.5
MIN_ENTITIES = 0.5

# Acts that undo one another, in both languages; the first and the second of a pair never answer one question.
_OPPOSITES: tuple[tuple[str, str], ...] = (
    (
        "enable activate aktivieren einschalten aktiviere",
        "disable deactivate deaktivieren abschalten ausschalten",
    ),
    ("install installieren", "uninstall deinstallieren"),
    ("mount einhängen einbinden", "unmount umount aushängen"),
    ("grow extend expand enlarge vergrößern erweitern", "shrink reduce verkleinern"),
    ("encrypt verschlüsseln", "decrypt entschlüsseln"),
    ("lock sperren", "unlock entsperren"),
    ("import importieren", "export exportieren"),
    ("create add erstellen anlegen hinzufügen", "delete remove destroy löschen entfernen"),
    ("upgrade update aktualisieren", "downgrade rollback zurücksetzen"),
    ("backup sichern", "restore wiederherstellen"),
    ("start starten", "stop stoppen beenden"),
    ("allow permit erlauben zulassen", "deny block forbid verbieten blockieren"),
    ("attach connect verbinden", "detach disconnect trennen"),
    ("compress komprimieren", "decompress extract entpacken"),
    ("upload hochladen", "download herunterladen"),
    ("join beitreten", "leave verlassen"),
    ("inbound incoming eingehend", "outbound outgoing ausgehend"),
    ("read lesen", "write schreiben"),
    ("client", "server"),
    ("source quelle", "target destination ziel"),
)
_ACTS: Mapping[str, tuple[int, int]] = {
    stem(word): (pair, side)
    for pair, both in enumerate(_OPPOSITES)
    for side, listed in enumerate(both)
    for word in listed.split()
}
_ASKING = frozenset("why what warum wieso weshalb was explain concept begriff".split())
_DENIALS = frozenset("not no without never ohne nicht kein keine keinen nie cannot".split())


class IntentReason(StrEnum):
    """Why earlier research may be used or not."""

    COMPATIBLE = "intent_compatible"
    SAME_REQUEST = "intent_same_request"
    CLASS = "intent_class_differs"
    HARD_TOKENS = "intent_hard_tokens_differ"
    PLATFORM = "intent_platform_differs"
    ACT = "intent_act_differs"
    DENIAL = "intent_denial_differs"
    ENTITIES = "intent_entities_differ"
    FOCUS = "intent_focus_differs"
    TOO_OLD = "intent_too_old"
    NOT_COVERED = "intent_not_covered"


@dataclass(frozen=True, slots=True)
class Intent:
    """What a request is after.

    Attributes:
        kind: guide, fault, concept or reference.
        hard: codes, versions and numbers, in the form in which they are compared.
        platforms: what it runs on.
        entities: stems of the names in it: products, protocols, abbreviations.
        focus: stems of its other content words.
        acts: (pair, side) of acts that have an opposite.
    """

    kind: ArticleType
    hard: frozenset[str]
    platforms: frozenset[str]
    entities: frozenset[str]
    focus: frozenset[str]
    acts: frozenset[tuple[int, int]]
    denies: bool


@dataclass(frozen=True, slots=True)
class IntentVerdict:
    """The guard's answer; ``detail`` is plain text for the log."""

    reason: IntentReason
    detail: str = ""

    @property
    def compatible(self) -> bool:
        """Whether the earlier research may be used."""
        return self.reason is IntentReason.COMPATIBLE


def intent_of(topic: str, question: str = "") -> Intent:
    """Read the intent of a request."""
    hard, platforms, entities, focus = set[str](), set[str](), set[str](), set[str]()
    acts, denies = set[tuple[int, int]](), False
    words = tokens(f"{topic} {question}")
    for word in words:
        folded = word.casefold()
        root = stem(folded)
        form = hard_form(word)
        denies = denies or folded in _DENIALS or folded.endswith("n't")
        if form:
            hard.add(form)
        elif folded in PLATFORMS:
            platforms.add(folded)
        elif root in _ACTS:
            acts.add(_ACTS[root])
        elif folded in STOPWORDS:
            continue
        elif _is_name(word):
            entities.add(root)
        elif folded not in GENERIC and len(folded) > 2:
            focus.add(root)
    kind = classify(topic, question)
    if kind is ArticleType.CONCEPT and acts and not _ASKING & {word.casefold() for word in words}:
        kind = ArticleType.HOW_TO  # a bare act, as titles have it: "Upgrade Debian 12 to 13"
    return Intent(
        kind,
        frozenset(hard),
        frozenset(platforms),
        frozenset(entities),
        frozenset(focus - entities),
        frozenset(acts),
        denies,
    )


def _is_name(word: str) -> bool:
    """Abbreviations and inner capitals; a German noun is only capitalised, so that alone tells nothing."""
    return (len(word) > 1 and word.isupper()) or any(char.isupper() for char in word[1:])


def compare(current: Intent, earlier: Intent) -> IntentVerdict:
    """Say whether research for an earlier request may answer the current one."""
    if current.kind is not earlier.kind:
        return IntentVerdict(IntentReason.CLASS, f"{earlier.kind} for {current.kind}")
    if current.hard != earlier.hard:
        return IntentVerdict(IntentReason.HARD_TOKENS, _difference(current.hard, earlier.hard))
    if current.platforms != earlier.platforms:
        return IntentVerdict(IntentReason.PLATFORM, _difference(current.platforms, earlier.platforms))
    opposite = {(pair, 1 - side) for pair, side in current.acts - earlier.acts}
    if opposite & (earlier.acts - current.acts):
        return IntentVerdict(IntentReason.ACT)
    if current.denies != earlier.denies:
        return IntentVerdict(IntentReason.DENIAL)
    if (current.entities or earlier.entities) and _alike(current.entities, earlier.entities) < MIN_ENTITIES:
        return IntentVerdict(IntentReason.ENTITIES, _difference(current.entities, earlier.entities))
    mine, theirs = current.focus | _act_words(current), earlier.focus | _act_words(earlier)
    if _alike(mine, theirs) < MIN_FOCUS:
        return IntentVerdict(IntentReason.FOCUS, f"{_alike(mine, theirs):.2f} of {MIN_FOCUS:g}")
    return IntentVerdict(IntentReason.COMPATIBLE, f"focus {_alike(mine, theirs):.2f}")


def _act_words(intent: Intent) -> frozenset[str]:
    return frozenset(f"act {pair}.{side}" for pair, side in intent.acts)


def _alike(one: frozenset[str], other: frozenset[str]) -> float:
    """Return shared words by all words, 0..1; two empty sets share nothing."""
    whole = one | other
    return len(one & other) / len(whole) if whole else 0.0


def _difference(current: frozenset[str], earlier: frozenset[str]) -> str:
    return f"{', '.join(sorted(earlier)) or '-'} for {', '.join(sorted(current)) or '-'}"
