"""How much of a claim stands in a source unit: words, names, and what is only intended there (SPEC R4).

Facts (numbers, negation, commands) are `facts`' affair; this module asks whether the unit speaks of what the
claim speaks of at all, and in the same roles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from neurodesk.domain.facts.polarity import find_polarity
from neurodesk.domain.facts.quantities import find_quantities
from neurodesk.domain.facts.stems import stem
from neurodesk.domain.facts.tokens import Token, TokenKind, content, language, sided, tokenize
from neurodesk.domain.facts.words import IF_WORDS, UNITS, word_set

# Words of a claim that say nothing a source would have to repeat.
_LIGHT: Final = word_set(
    """
    called named known considered regarded located situated based involved related various certain
    several genannt bekannt befindet befinden liegt liegen steht stehen besteht bestehen handelt
    betraegt stellt heisst diverse verschiedene gewisse kind sort type form art weise fact time
    """
)
_NUMBER_NAMES: Final = frozenset(("version", "release", "edition"))
_OPENINGS: Final = word_set(
    """
    important importantly wichtig note hinweis achtung warning warnung vorsicht caution tip tipp info remember
    merke rule regel short kurz gesagt summary words worten general allgemeinen generell first zuerst finally
    optional additionally
    """
)
_LIGHT_STEMS: Final = frozenset(stem(word) for word in _LIGHT)
# What is planned, feared, alleged or tried has not happened.
_UNREAL: Final = frozenset(
    stem(word)
    for word in word_set(
        """
        threaten plan planned planning consider considering intend intends hope hopes attempt
        attempted tried allege alleged allegedly accuse accused suspect suspected propose proposed
        rumored rumoured predict predicted forecast sought promised urge urged demand demanded
        supposedly reportedly drohen droht drohten planen plant plante geplant erwaegen erwaegt
        erwog beabsichtigen beabsichtigt hoffen hofft versucht versuchte angeblich beschuldigt
        beschuldigen vorgeworfen verdaechtigt vermutet vorschlagen vorgeschlagen fordern fordert
        gefordert verlangen verlangt voraussichtlich versprechen verspricht mutmasslich
        vermeintlich bemueht streben anstreben
        """
    )
)
_UNREAL_FORMS: Final = word_set("would might wuerde wuerden will wollen wollte wollten")
_ANAPHORA: Final = word_set(
    """
    he she it they this these those his her its their er sie es dieser diese dieses ihr sein seine
    ihre dies das dort hier
    """
)
_KINDS: Final = word_set(
    """
    film movie song series show album book novel band group city town company firm genre project
    tournament competition team actor actress singer author film serie lied buch roman stadt firma
    unternehmen gruppe programm tool werkzeug software dienst service server befehl command
    program author autor saengerin schauspieler verein
    """
)
_PASSIVE: Final = word_set("by von vom durch")
_BE: Final = word_set(
    "is are was were be been being wird werden wurde wurden worden gets got ist sind war waren sein geworden"
)
_JOINTS: Final = frozenset(("and", "und", "but", "aber", "while", "sondern"))
_MIN_PREFIX: Final = 5
_COMPOUND: Final = 4


@dataclass(frozen=True, slots=True)
class Coverage:
    """How far a claim's words stand in a unit.

    Attributes:
        share: covered content words of all, 0..1; 1 for a claim without any.
        own: the same share, counting only what the unit itself covers, not its heading or title.
        words: number of content words of the claim.
        missing: content words that are not covered, as written.
        missing_names: those of them that are names or acronyms.
        unreal: the word by which the unit only intends, alleges or fears what the claim states; "" if none.
        swapped: the claim's doer and done-to, when the unit has them the other way round; "" if not.
    """

    share: float
    own: float
    words: int
    missing: tuple[str, ...]
    missing_names: tuple[str, ...]
    unreal: str = ""
    swapped: str = ""


@dataclass(frozen=True, slots=True)
class _Index:
    """The content of a unit, ready for look-up."""

    exact: frozenset[str]
    stems: frozenset[str]
    opposites: frozenset[str]
    long: tuple[str, ...]


@lru_cache(maxsize=8192)
def _index(text: str) -> _Index:
    exact: set[str] = set()
    stems: set[str] = set()
    opposites: set[str] = set()
    for token in tokenize(text):
        if token.kind is TokenKind.CODE:
            exact.add(token.folded)
            # A host or file name also names its parts: "nginx.conf", "argocd-server".
            stems.update(stem(piece) for piece in re.split(r"[\W_]+", token.folded) if len(piece) > 1)
        elif token.concept:
            exact.add(token.concept)
            exact.update(token.parts)
            stems.add(token.stem)
            if token.concept.startswith("±"):
                opposites.add(sided(token))
        elif token.kind is TokenKind.WORD:
            stems.add(token.folded)
    long = tuple(sorted({s for s in stems if len(s) >= _MIN_PREFIX and s.isalpha()}))
    return _Index(frozenset(exact), frozenset(stems), frozenset(opposites), long)


def _covered(concept: str, word_stem: str, index: _Index) -> bool:
    """Whether one content word stands in a unit: itself, a synonym, a derivation, or inside a compound."""
    if concept in index.exact or word_stem in index.stems:
        return True
    if len(word_stem) < _COMPOUND or not word_stem.isalpha():
        return False
    for other in index.long:
        if other.endswith(word_stem) or _derived(word_stem, other):
            return True
    return len(word_stem) >= 2 * _COMPOUND and _split_covered(word_stem, index)


def _derived(one: str, other: str) -> bool:
    shortest = min(len(one), len(other))
    if shortest < _MIN_PREFIX or abs(len(one) - len(other)) > 4:
        return False
    shared = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        shared += 1
    return shared >= _MIN_PREFIX and shared >= 0.75 * max(len(one), len(other))


def _split_covered(word: str, index: _Index) -> bool:
    """Whether both halves of a compound stand in the unit apart ("Mailserver": "server for mail")."""
    for cut in range(_COMPOUND, len(word) - _COMPOUND + 1):
        head, tail = word[:cut], word[cut:]
        for joint in (head, head.removesuffix("s"), head.removesuffix("n")):
            if len(joint) >= _COMPOUND and _half(joint, index) and _half(tail, index):
                return True
    return False


def _half(piece: str, index: _Index) -> bool:
    return piece in index.stems or stem(piece) in index.stems or content(piece) <= index.exact != frozenset()


def _content_tokens(text: str) -> Iterator[Token]:
    """Give the tokens of a claim that its source has to cover; numbers and literals are the facts' affair."""
    tokens = tokenize(text)
    spent = find_quantities(text).spent
    terms = [(c.start, c.end) for c in find_polarity(text).cues if c.kind != "deny"]
    for i in range(_opening(tokens), len(tokens)):
        token = tokens[i]
        if token.kind is not TokenKind.WORD or not token.concept or token.folded in UNITS or i in spent:
            continue
        if any(start <= token.start < end for start, end in terms):
            continue
        if token.folded in _NUMBER_NAMES and i + 1 < len(tokens) and tokens[i + 1].kind is TokenKind.NUMBER:
            continue
        if token.folded in _LIGHT or token.stem in _LIGHT_STEMS:
            continue
        yield token


def _is_first_name(token: Token, following: Token | None, index: _Index) -> bool:
    """Whether a word is the first part of a name whose last part the unit has ("Grace Hopper": "Hopper")."""
    if following is None or not (token.is_name and following.is_name) or following.start > token.end + 1:
        return False
    if token.text.isupper() or following.concept.startswith("±"):
        return False
    return following.concept in index.exact


def _opening(tokens: tuple[Token, ...]) -> int:
    """Count the tokens of an opening that states nothing ("Important:", "As a rule,", "Kurz gesagt:")."""
    for i, token in enumerate(tokens[:5]):
        if token.folded in (":", ","):
            return i + 1
        if token.kind is not TokenKind.WORD or (token.concept and token.folded not in _OPENINGS):
            return 0
    return 0


def is_name(token: Token, lang: str, *, first: bool) -> bool:
    """Whether a word is a name: an acronym, or capitalised where the language would not capitalise it."""
    if len(token.text) > 1 and token.text.isupper():
        return True
    return token.is_name and lang != "de" and not first


def opens_with_pronoun(text: str) -> bool:
    """Whether a unit's subject stands in the sentence before ("It is kept …", "Dieser Dienst …")."""
    for token in tokenize(text)[:3]:
        if token.kind is TokenKind.WORD:
            return token.folded in _ANAPHORA
    return False


def opens_with_reference(text: str) -> bool:
    """Whether a unit opens with a pronoun, or with an article and a word for a kind of thing ("The film")."""
    if opens_with_pronoun(text):
        return True
    words = [t.folded for t in tokenize(text)[:3] if t.kind is TokenKind.WORD]
    return len(words) >= 2 and words[0] in ("the", "der", "die", "das", "dem", "den") and words[1] in _KINDS


def _subject_length(tokens: list[Token]) -> int:
    """Count the words of the name that a claim opens with."""
    count = 0
    while count < len(tokens) and tokens[count].is_name and count < 5:
        count += 1
    return count


@lru_cache(maxsize=8192)
def cover(claim: str, unit: str, frame: str = "", *, excerpt: bool = False) -> Coverage:
    """Measure how far a claim's content words stand in a unit (SPEC R4).

    Args:
        claim: text of the claim.
        unit: text of the whole source unit, or of several.
        frame: headings, introductions and, for a unit that opens with a pronoun, the sentence before: they
            may supply the subject.
        excerpt: the unit is cut from a text about the claim's subject, so that "it" or "the film" at its
            beginning stands for that subject.

    Returns:
        The share with what is missing.
    """
    index, frame_index = _index(unit), _index(frame)
    lang = language(claim)
    missing: list[str] = []
    names: list[str] = []
    own = 0
    claim_tokens = list(_content_tokens(claim))
    understood = _subject_length(claim_tokens) if excerpt and opens_with_reference(unit) else 0
    for position, token in enumerate(claim_tokens):
        following = claim_tokens[position + 1] if position + 1 < len(claim_tokens) else None
        if position < understood or _in_unit(token, following, index):
            own += 1
        elif not _in_unit(token, following, frame_index):
            missing.append(token.text)
            if is_name(token, lang, first=position == 0):
                names.append(token.text)
    total = len(claim_tokens)
    share = 1 - len(missing) / total if total else 1.0
    unreal = _unreal(claim, unit) if share > 0.5 else ""
    swapped = _swapped(claim, unit) if share > 0.8 else ""
    own_share = own / total if total else 1.0
    return Coverage(share, own_share, total, tuple(missing), tuple(names), unreal, swapped)


def _in_unit(token: Token, following: Token | None, index: _Index) -> bool:
    """Whether a unit holds a word: whole, all its hyphenated parts, or the surname of a first name."""
    if _covered(token.concept, token.stem, index) or _is_first_name(token, following, index):
        return True
    return bool(token.parts) and all(_covered(part, part, index) for part in token.parts)


def _unreal(claim: str, unit: str) -> str:
    """Find the word by which the unit only intends, alleges or fears what the claim states as a fact."""
    if any(_is_unreal(t, "") for t in tokenize(claim)):
        return ""
    lang = language(unit)
    claim_words = content(claim)
    tokens = tokenize(unit)
    held: dict[int, set[str]] = {}
    for token in tokens:
        if token.concept in claim_words:
            held.setdefault(token.sentence, set()).add(token.concept)
    most = max((len(words) for words in held.values()), default=0)
    for i, token in enumerate(tokens):
        # Only the sentence that says most of what the claim says decides how it is meant.
        if len(held.get(token.sentence, ())) < most:
            continue
        if not _is_unreal(token, lang) or _is_conditional(tokens, token):
            continue
        reach = _reach(tokens, i)
        if sum(t.concept in claim_words for t in reach) >= max(2, 0.3 * len(claim_words)):
            return token.text
    return ""


def _is_unreal(token: Token, lang: str) -> bool:
    """Whether a word says that something is only meant; English "will" tells the future as a fact."""
    if token.kind is not TokenKind.WORD:
        return False
    if token.folded in _UNREAL_FORMS:
        return not (token.folded == "will" and lang == "en")
    return token.stem in _UNREAL


def _is_conditional(tokens: tuple[Token, ...], token: Token) -> bool:
    """Whether a word stands in an if-clause, where wanting is the reader's ("if you want to …")."""
    return any(t.clause == token.clause and t.folded in IF_WORDS for t in tokens)


def _reach(tokens: tuple[Token, ...], i: int) -> list[Token]:
    """Give what a word of intent governs: back to the last comma or "and", on to the next "and" or "but"."""
    reach: list[Token] = []
    for token in reversed(tokens[max(i - 14, 0) : i]):
        if token.clause != tokens[i].clause or token.folded in _JOINTS:
            break
        reach.append(token)
    for token in tokens[i + 1 : i + 22]:
        if token.sentence != tokens[i].sentence or token.folded in _JOINTS:
            break
        reach.append(token)
    return [token for token in reach if token.concept]


def _swapped(claim: str, unit: str) -> str:
    """Find doer and done-to exchanged: "A acquired B" against "B acquired A", "A is B's subsidiary"."""
    words = [t for t in tokenize(claim) if t.kind is TokenKind.WORD and t.concept]
    if not 3 <= len(words) <= 7 or not words[0].is_name or not words[-1].is_name:
        return ""
    inner = range(1, len(words) - 1)
    at = next((i for i in inner if not words[i].is_name), len(words) - 2)
    left = {t.concept for t in words[:at]}
    middle, right = words[at], {t.concept for t in words[at + 1 :]}
    told = [t.folded for t in tokenize(claim) if t.start < middle.start]
    passive = _is_passive(claim)
    is_role = any(folded in _BE for folded in told) and not passive
    tokens = tokenize(unit)
    for place, token in enumerate(tokens):
        if token.concept != middle.concept:
            continue
        same = [(i, t) for i, t in enumerate(tokens) if t.sentence == token.sentence]
        before = {t.concept: i for i, t in same if i < place and t.concept}
        after = {t.concept for i, t in same if i > place and t.concept}
        if left & before.keys() or right & after or not (right & before.keys() and left & after):
            continue
        since = min(before[concept] for concept in right & before.keys())
        if is_role and not any(t.folded in _BE for t in tokens[since:place]):
            continue
        if not is_role and passive != _is_passive(unit[same[0][1].start : same[-1][1].end]):
            continue
        return f"{words[0].text} / {words[-1].text}"
    return ""


def _is_passive(text: str) -> bool:
    """Whether a clause tells by whom something is done."""
    folded = [t.folded for t in tokenize(text)]
    return any(w in _PASSIVE for w in folded) and any(w in _BE for w in folded)
