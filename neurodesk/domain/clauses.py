"""Whether a source says of one thing what a claim says of another: words spread over clauses (SPEC R4).

"Backups on the server are encrypted, logs are kept for 30 days" holds every word of "Backups are kept for 30
days on the server" and does not say it. What stands only in a clause that has a subject of its own is said of
that subject.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from neurodesk.domain.facts.tokens import Token, TokenKind, content, language, tokenize
from neurodesk.domain.facts.words import FILLERS, IF_WORDS, UNITS, word_set

_JOINTS: Final = word_set(
    """
    aber although and because but denn doch however jedoch obwohl oder or sondern und waehrend weil
    whereas while
    """
)
_CLAUSE_MARKS: Final = frozenset(",;:–—")
_RELATIVE: Final = word_set("which that who whose whom where wo wobei was")
_DETERMINERS: Final = word_set(
    """
    the a an this that these those each every all any its their his her your our no some another
    der die das dem den des ein eine einen einem einer eines dieser diese dieses jeder jede jedes alle kein
    keine ihr ihre sein seine mein dein deine
    """
)
_GERMAN_ARTICLES: Final = word_set("der die das dem den dessen deren")
_PRONOUNS: Final = word_set(
    """
    it they he she we you them this these those here there er sie es ihn ihm ihnen wir ihr man du dies diese
    dieser dieses hier dort this
    """
)
_PREPOSITIONS: Final = word_set(
    """
    on of in at for with by from to into onto under over after before during without via per within through
    as since until between against about auf von vom in im ins an am ans bei beim mit nach aus zu zum zur fuer
    gegen um unter ueber durch ohne seit bis vor waehrend zwischen neben hinter pro per laut wegen trotz
    """
)
_AUXILIARIES: Final = word_set(
    """
    are aren't be bleiben bleibt can can't cannot could couldn't darf did do does doesn't don't
    duerfen gibt haben had has hasn't hat hatte hatten have haven't is isn't ist kann koennen konnte
    konnten laesst lassen may might muessen muss musste mussten must mustn't need needs shall should
    sind soll sollen sollte sollten war waren was wasn't werden were weren't will wird won't would
    wurde wurden
    """
)
# Verbs that say what a thing does or how it is: they make a clause out of a row of words.
_ENGLISH_VERBS: Final = word_set(
    """
    accept act add affect agree allow appear apply arrive ask assign assume attach authenticate
    avoid become begin belong bind block boot break bring build buy cache calculate call carry cause
    change check choose close collect combine compare compile complete compress compute configure
    confirm connect consist consume contain control convert copy cost count cover create decide
    decrypt define delay delete deliver deny depend describe detect determine disable discard
    display distribute download drop edit enable encode encrypt end enforce ensure enter establish
    evaluate exceed exclude execute exist expect expire export expose extend extract fail fetch fill
    filter find finish fit follow force format forward gain generate get go grant group guarantee
    handle help hide hit hold identify ignore import improve include increase inform inherit
    initialise initialize install invoke join keep know last lead learn leave lie limit link list
    listen live load lock log look lose maintain make manage map mark match mean measure merge
    migrate modify monitor mount move name notify obtain occur offer open operate order overwrite
    own pass pause pay perform permit place point post prefer present prevent print process produce
    protect provide prune publish pull push query raise reach read reboot receive record recover
    redirect reduce refer register reject release reload remain remove rename render replace
    replicate report represent request require reset resolve respond restart restore result retain
    retry return reuse review revoke rewrite rotate route run save scan schedule search see select
    send serve set share show sign sit skip sleep solve speak split stand start stay stop store
    stream submit succeed suffice support switch sync synchronise synchronize take talk tell
    terminate test time track transfer translate transmit treat trigger try turn unlock update
    upgrade upload use verify view wait wake warn watch wipe work write
    """
)
_GERMAN_VERBS: Final = word_set(
    """
    aendern aendert akzeptieren akzeptiert antworten antwortet arbeiten arbeitet archivieren
    archiviert bearbeitet bedeuten bedeutet beginnen beginnt begrenzen begrenzt behaelt behalten
    bekommen bekommt belegen belegt benoetigen benoetigt benutzen benutzt berechnen berechnet
    beschreiben beschreibt besitzen besitzt bestehen besteht bestimmen bestimmt betraegt betragen
    bewirken bewirkt bieten bietet blockieren blockiert brauchen braucht dauern dauert definieren
    definiert dienen dient drucken druckt empfaengt empfangen enden endet entfernen entfernt
    enthaelt enthalten entscheiden entscheidet entsprechen entspricht erfordern erfordert erhaelt
    erhalten erkennen erkennt erlauben erlaubt erreichen erreicht ersetzen ersetzt erstellen
    erstellt erwarten erwartet erzeugen erzeugt existieren existiert faellt fallen fassen fasst
    fehlen fehlt filtern filtert finden findet folgen folgt fordern fordert fragen fragt fuehren
    fuehrt funktionieren funktioniert gehoeren gehoert gelten gewaehren gewaehrt gilt haelt halten
    heissen heisst helfen hilft hoeren hoert hoffen hofft ignorieren ignoriert kennen kennt kommen
    kommt komprimieren komprimiert kopieren kopiert koppelt kosten kostet laden laedt laeuft laufen
    lauschen lauscht leeren leert leiten leitet lernen lernt lesen liefern liefert liegen liegt
    liest listen listet loeschen loescht loesen loest machen macht melden meldet misst mountet
    muendet nehmen nennen nennt nimmt nutzen nutzt oeffnen oeffnet passen passt protokollieren
    protokolliert pruefen prueft puffern puffert registrieren registriert reichen reicht rufen ruft
    sammeln sammelt schalten schaltet scheitern scheitert schicken schickt schliessen schliesst
    schreiben schreibt schuetzen schuetzt sehen senden sendet setzen setzt sichern sichert sieht
    signalisiert sorgen sorgt speichern speichert sperren sperrt spiegeln spiegelt starten startet
    stehen steht stellen stellt steuern steuert stoppen stoppt suchen sucht synchronisieren
    synchronisiert taktet teilen teilt testen testet traegt tragen transportiert trennen trennt
    uebernehmen uebernimmt uebertraegt uebertragen ueberwachen ueberwacht umfassen umfasst
    unterscheiden unterscheidet unterstuetzen unterstuetzt veraendert verarbeiten verarbeitet
    verbinden verbindet verbrauchen verbraucht verfaellt verfallen vergeben vergibt verhindern
    verhindert verlangen verlangt verlieren verliert veroeffentlicht verschluesseln verschluesselt
    verteilen verteilt verwalten verwaltet verwenden verwendet verwerfen verwirft waehlen waehlt
    warnen warnt warten wartet wechseln wechselt weisen weist wiederholen wiederholt wirken wirkt
    zaehlen zaehlt zeichnen zeichnet zeigen zeigt ziehen zieht
    """
)
_S_FORMS: Final = frozenset(
    form for word in _ENGLISH_VERBS for form in (f"{word}s", f"{word}es", f"{word.removesuffix('y')}ies")
)
_ED_FORMS: Final = frozenset(
    form
    for word in _ENGLISH_VERBS
    for form in (f"{word}ed", f"{word.removesuffix('e')}ed", f"{word}{word[-1]}ed")
)
_FINITE: Final = _AUXILIARIES | _S_FORMS | _ENGLISH_VERBS
_STOPS: Final = _RELATIVE | _JOINTS | word_set("to")
# "verwendet" is also a participle: at the end of a piece it belongs to a verb that stands before.
_PARTICIPLE: Final = re.compile(r"(?:be|ver|er|ent|emp|zer|unter)\w+t")
_PLACES: Final = 6


@dataclass(frozen=True, slots=True)
class Spread:
    """Where a claim's words stand apart.

    Attributes:
        subject: what the claim speaks of, as written.
        other: the subject that the source says it of, as written.
    """

    subject: str
    other: str


@dataclass(frozen=True, slots=True)
class _Clause:
    tokens: tuple[Token, ...]
    words: frozenset[str]
    stems: frozenset[str]
    subject: Token | None
    told: bool
    referring: bool


@lru_cache(maxsize=4096)
def spread_over_clauses(claim: str, unit: str) -> Spread | None:
    """Find out whether a unit says of something else what the claim says of its subject.

    Args:
        claim: text of the claim.
        unit: text of the whole source unit, or of several; sentences count as clauses.

    Returns:
        Both subjects when a clause without the claim's subject, but with a subject of its own that the claim
        does not name, is the only one to hold words or values of the claim; None otherwise.
    """
    clauses = _clauses(unit)
    if len(clauses) < 2:
        return None
    lang, named = language(claim), content(claim)
    for part in _clauses(claim):
        spread = _spread(part.tokens, lang, named, clauses)
        if spread is not None:
            return spread
    return None


def _spread(
    part: Sequence[Token], lang: str, named: frozenset[str], clauses: Sequence[_Clause]
) -> Spread | None:
    """Find out for one clause of a claim whether another clause of the source has its words."""
    heads, wanted = _heads(part, lang), _wanted(part)
    homes = [clause for clause in clauses if any(_holds(clause, head) for head in heads)]
    whole = max((sum(_holds(clause, token) for token in wanted) for clause in homes), default=0)
    if not homes or whole == len(wanted):
        return None
    for clause in clauses:
        if clause.subject is None or not clause.told or _is_named(clause.subject, named):
            continue
        absent = [head for head in heads if not _holds(clause, head)]
        near = [home for home in homes if home is not clause]
        if not absent or not any(home.told for home in near):
            continue
        # "… in /etc/relay.conf; the relay reads it": what "it" stands for is said of the claim's subject too.
        if any(home.referring and home.tokens[0].start > clause.tokens[0].start for home in near):
            continue
        rest = [other for other in clauses if other is not clause]
        if any(_holds(clause, t) and not any(_holds(other, t) for other in rest) for t in wanted):
            return Spread(absent[0].text, clause.subject.text)
    return None


def _is_named(subject: Token, named: frozenset[str]) -> bool:
    return subject.concept in named or any(part in named for part in subject.parts)


def _holds(clause: _Clause, token: Token) -> bool:
    if token.kind is not TokenKind.WORD:
        return token.folded in clause.words
    return token.concept in clause.words or token.stem in clause.stems


def _wanted(part: Sequence[Token]) -> list[Token]:
    """Give the words and values of a claim that have to be said of its subject."""
    return [
        token for token in part
        if token.kind is not TokenKind.MARK
        and (token.kind is not TokenKind.WORD or (token.concept and token.folded not in UNITS))
    ]  # fmt: skip


def _heads(tokens: Sequence[Token], lang: str) -> list[Token]:
    """Find what a claim speaks of: the words before its verb, not "on the server"; else the next."""
    before: list[Token] = []
    behind = ""
    for place, token in enumerate(tokens):
        if token.folded in _PREPOSITIONS:
            behind = token.folded
        elif token.kind is TokenKind.MARK and token.folded in _CLAUSE_MARKS:
            behind = ""
        elif _is_verb(tokens, place, lang, first=not before and not behind):
            after = [t for t in tokens[place + 1 :] if _is_thing(t, lang)]
            return before or after[:1]
        elif _is_thing(token, lang) and not behind:
            before.append(token)
    return before[:2]


def _is_thing(token: Token, lang: str) -> bool:
    """Whether a word can be a subject: a noun in German by its capital, in English any content word."""
    if token.kind is TokenKind.CODE:
        return True
    if (
        token.kind is not TokenKind.WORD
        or not token.concept
        or token.folded in UNITS
        or token.folded in FILLERS
    ):
        return False
    if lang == "de":
        return token.text[:1].isupper()
    return not token.folded.endswith("ly")


def _is_verb(tokens: Sequence[Token], place: int, lang: str, *, first: bool = False) -> bool:
    """Whether a word is a verb here.

    "The cache" is none, and "cache" in "cache entries are" is none either; of German words the capital tells.
    """
    token = tokens[place]
    if token.kind is not TokenKind.WORD:
        return False
    if token.folded in _AUXILIARIES:
        return True
    if place and tokens[place - 1].folded in _DETERMINERS:
        return False
    following = tokens[place + 1] if place + 1 < len(tokens) else None
    if lang == "de":
        if token.folded not in _GERMAN_VERBS or (token.text[:1].isupper() and not first):
            return False
        ends = following is None or following.kind is TokenKind.MARK
        return not (ends and _PARTICIPLE.fullmatch(token.folded))
    if token.folded in _ED_FORMS:
        return bool(place) and bool(tokens[place - 1].concept)
    if token.folded not in _ENGLISH_VERBS and token.folded not in _S_FORMS:
        return False
    if following is not None and following.folded in _FINITE:
        return False
    return not _opens_with_plural(tokens, place)


def _opens_with_plural(tokens: Sequence[Token], place: int) -> bool:
    """Whether a piece opens with a noun that looks like a verb and its verb follows ("logs of it are")."""
    before = tokens[place - 1] if place else None
    if before is not None and before.kind is not TokenKind.MARK and before.folded not in _JOINTS:
        return False
    for token in tokens[place + 1 : place + 1 + _PLACES]:
        if token.kind is TokenKind.MARK or token.folded in _STOPS:
            return False
        if token.folded in _AUXILIARIES or token.folded in _ENGLISH_VERBS:
            return True
    return False


@lru_cache(maxsize=4096)
def _clauses(unit: str) -> tuple[_Clause, ...]:
    """Cut a unit at marks and joints.

    A piece without a verb belongs to the next one, the last to the one before; a piece without a subject
    ("and are kept", "which are kept") goes on with the clause before it.
    """
    lang = language(unit)
    pieces: list[list[Token]] = [[]]
    sentence = 0
    for token in tokenize(unit):
        ends = token.sentence != sentence
        sentence = token.sentence
        if (
            ends
            or token.folded in _JOINTS
            or (token.kind is TokenKind.MARK and token.folded in _CLAUSE_MARKS)
        ):
            pieces.append([])
        pieces[-1].append(token)
    found: list[list[Token]] = []
    waiting: list[Token] = []
    for piece in (piece for piece in pieces if piece):
        if waiting and waiting[-1].sentence != piece[0].sentence:
            found.append(waiting)
            waiting = []
        goes_on = bool(found) and found[-1][-1].sentence == piece[0].sentence and not waiting
        has_verb = _has_verb(piece, lang)
        if goes_on and (_subject(piece, lang) is None if has_verb else _ends_verb(piece, lang)):
            found[-1].extend(piece)
        elif not has_verb:
            waiting = waiting + piece
        else:
            found.append(waiting + piece)
            waiting = []
    if waiting and found and found[-1][-1].sentence == waiting[0].sentence:
        found[-1].extend(waiting)
    elif waiting:
        found.append(waiting)
    return tuple(_clause(tokens, lang) for tokens in found)


def _ends_verb(piece: Sequence[Token], lang: str) -> bool:
    """Whether a piece ends on the participle of a verb that stands before it ("… and paint shop used")."""
    return lang == "de" and _PARTICIPLE.fullmatch(piece[-1].folded) is not None


def _has_verb(piece: Sequence[Token], lang: str) -> bool:
    return any(_is_verb(piece, place, lang) for place in range(len(piece)))


def _subject(piece: Sequence[Token], lang: str) -> Token | None:
    """Find the subject that a clause opens with; None for a pronoun, a relative clause or an open verb."""
    words = [t for t in piece if t.kind is not TokenKind.MARK and t.folded not in _SKIPPED]
    behind = False
    for place, token in enumerate(words[:_PLACES]):
        if token.folded in _RELATIVE or token.folded in _PRONOUNS - _DETERMINERS:
            return None
        if token.folded in _PREPOSITIONS:
            behind = True
            continue
        if token.folded in _DETERMINERS:
            following = words[place + 1 : place + 2]
            if token.folded in _GERMAN_ARTICLES and lang == "de" and not _opens_noun(following):
                return None
            continue
        if _is_verb(words, place, lang):
            if not behind:
                return None
            behind = False
            continue
        if _is_thing(token, lang):
            if behind:
                behind = False
                continue
            return token
    return None


_SKIPPED: Final = (_JOINTS | FILLERS | IF_WORDS) - (
    _RELATIVE | _PRONOUNS | _DETERMINERS | _PREPOSITIONS | _AUXILIARIES
)


def _opens_noun(following: Sequence[Token]) -> bool:
    """Whether a noun or an adjective stands behind a German article, so that it opens no relative clause."""
    return bool(following) and (
        following[0].text[:1].isupper()
        or bool(re.search(r"(?:e|en|er|es|em)$", following[0].folded) and following[0].concept)
    )


def _clause(tokens: Sequence[Token], lang: str) -> _Clause:
    words = {token.folded if token.kind is not TokenKind.WORD else token.concept for token in tokens}
    words.update(part for token in tokens for part in token.parts)
    stems = {token.stem for token in tokens if token.kind is TokenKind.WORD and token.concept}
    return _Clause(
        tuple(tokens),
        frozenset(word for word in words if word),
        frozenset(stems),
        _subject(tokens, lang),
        _has_verb(tokens, lang),
        any(token.folded in _PRONOUNS - _DETERMINERS for token in tokens),
    )
