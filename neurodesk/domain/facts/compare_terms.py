"""Comparing negation, conditions, opposites, direction and added words of a claim with those of a source."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from neurodesk.domain.facts.compare_numbers import equal
from neurodesk.domain.facts.figures import Quantity
from neurodesk.domain.facts.polarity import Cue, Sign, bare, find_polarity, is_negator, turned_forms
from neurodesk.domain.facts.quantities import find_quantities
from neurodesk.domain.facts.result import Finding, Outcome, reason
from neurodesk.domain.facts.stems import stem
from neurodesk.domain.facts.tokens import Token, TokenKind, content, language, tokenize
from neurodesk.domain.facts.words import COMPARATIVES, FILLERS, UNITS, word_set

_PREPOSITIONAL: Final = frozenset(("without", "ohne"))
_NEGATING: Final = frozenset(("not", "deny"))
_PREPOSITIONS: Final = {
    "from": "from",
    "von": "from",
    "vom": "from",
    "to": "to",
    "nach": "to",
    "zu": "to",
    "zum": "to",
}
_ADVERB: Final = re.compile(r"(?:lich|erlei|falls|wegs|nichten|mals|dings|weise|halber|ly)$")
_NUMBER_NAMES: Final = word_set("version release port number nummer edition revision build")
_MODALS: Final = {
    **dict.fromkeys(("must", "muss", "muessen", "musst", "required", "shall"), "must"),
    **dict.fromkeys(
        ("can", "may", "kann", "koennen", "kannst", "koennt", "might", "optional", "optionally"), "can"
    ),
    **dict.fromkeys(("should", "soll", "sollte", "sollten", "solltest"), "should"),
}


def _share(part: frozenset[str], whole: frozenset[str]) -> float:
    return len(part & whole) / len(part) if part else 0.0


class TermComparer:
    """Compares the terms of one claim with those of one source."""

    def __init__(self, claim: str, source: str, heading: str) -> None:
        self.claim_text, self.source_text = claim, source
        self.claim = find_polarity(claim)
        self.source = find_polarity(source)
        self.claim_words = content(claim)
        self.source_words = content(source) | content(heading)
        self.across = {language(claim), language(source)} == {"de", "en"}
        self.turned: set[int] = set()
        self.consumed_claim: set[int] = set()
        self.consumed_source: set[int] = set()

    def findings(self) -> Iterator[Finding]:
        """Give the differences in what is denied, restricted, conditioned or turned round."""
        yield from self._opposites()
        yield from self._morphology()
        yield from self._negation()
        yield from self._restrictions("only")
        yield from self._restrictions("except")
        yield from self._conditions()
        yield from self._direction()
        yield from self._governors()
        yield from self._near_copy()

    # -- opposites -------------------------------------------------------------------------------------------

    def _turned(self, sign: Sign, cues: tuple[Cue, ...]) -> int | None:
        """Give the position of the negator that governs a signed word; None when it stands as it is."""
        name = f"±{sign.name}"
        for position, cue in enumerate(cues):
            if cue.kind in _NEGATING and (cue.target == name or (cue.kind == "not" and name in cue.governed)):
                return position
        return None

    def _opposites(self) -> Iterator[Finding]:
        for claim in self.claim.signs:
            same = [s for s in self.source.signs if s.name == claim.name]
            if not same:
                continue
            best = max(
                same,
                key=lambda s: (
                    len(claim.governed & s.governed) + (claim.following == s.following != ""),
                    s.sign == claim.sign,
                    -s.start,
                ),
            )
            # The same word on both sides: whether one is negated is the question of `_negation`.
            if best.sign == claim.sign or not self._about_same(claim, best):
                continue
            mine, theirs = self._turned(claim, self.claim.cues), self._turned(best, self.source.cues)
            if (mine is None) != (theirs is None):
                if mine is not None:
                    self.consumed_claim.add(mine)
                if theirs is not None:
                    self.consumed_source.add(theirs)
                continue
            yield Finding(
                Outcome.CONTRADICTS,
                reason("negation_differs", claim=claim.text, source=best.text, subject=claim.following),
                claim.start, claim.end, best.start, best.end,
            )  # fmt: skip

    def _about_same(self, claim: Sign, source: Sign) -> bool:
        """Whether two signed words speak of the same thing: they share a neighbour, or the claim has none."""
        own = claim.governed - {f"±{claim.name}"}
        return not own or bool(own & source.governed) or (self.across and len(self.source.signs) == 1)

    def _morphology(self) -> Iterator[Finding]:
        """Find a word of one side whose negated form stands on the other ("encrypted", "unencrypted")."""
        claim_tokens = [t for t in tokenize(self.claim_text) if t.kind is TokenKind.WORD and t.concept]
        source_tokens = [t for t in tokenize(self.source_text) if t.kind is TokenKind.WORD and t.concept]
        claim_stems = {t.stem for t in claim_tokens}
        source_by_stem = {t.stem: t for t in reversed(source_tokens)}
        source_by_folded = {t.folded: t for t in reversed(source_tokens)}
        source_bare = {stem(inner): t for t in source_tokens if (inner := bare(t.folded))}
        for token in claim_tokens:
            if token.stem in source_by_stem:
                continue
            inner = bare(token.folded)
            opposite = source_by_stem.get(stem(inner)) if inner else None
            if opposite is None:
                turned = (source_by_folded.get(form) for form in sorted(turned_forms(token.folded)))
                opposite = next((t for t in turned if t is not None), None)
            if opposite is None:
                opposite = source_bare.get(token.stem)
                if opposite is not None and opposite.stem in claim_stems:
                    opposite = None
            if opposite is None or opposite.stem in claim_stems:
                continue
            if self._negated_near(token, self.claim.cues, self.consumed_claim) != self._negated_near(
                opposite, self.source.cues, self.consumed_source
            ):
                continue
            yield Finding(
                Outcome.CONTRADICTS,
                reason("negation_differs", claim=token.text, source=opposite.text, subject=opposite.text),
                token.start, token.end, opposite.start, opposite.end,
            )  # fmt: skip

    def _negated_near(self, token: Token, cues: tuple[Cue, ...], consumed: set[int]) -> bool:
        for position, cue in enumerate(cues):
            if cue.kind == "not" and cue.target == token.concept:
                consumed.add(position)
                return True
        return False

    # -- negation --------------------------------------------------------------------------------------------

    def _negation(self) -> Iterator[Finding]:
        claim = [
            c for i, c in enumerate(self.claim.cues) if c.kind in _NEGATING and i not in self.consumed_claim
        ]
        source = [
            c for i, c in enumerate(self.source.cues) if c.kind in _NEGATING and i not in self.consumed_source
        ]
        if not claim and not source:
            return
        pairs = sorted(
            (
                (self._likeness(one, other), -i, -j, i, j)
                for i, one in enumerate(claim)
                for j, other in enumerate(source)
            ),
            reverse=True,
        )
        matched_claim: set[int] = set()
        matched_source: set[int] = set()
        for likeness, _, _, i, j in pairs:
            if likeness > 0 and i not in matched_claim and j not in matched_source:
                matched_claim.add(i)
                matched_source.add(j)
        extra = [c for i, c in enumerate(claim) if i not in matched_claim and self._claim_cue_counts(c)]
        dropped = [c for j, c in enumerate(source) if j not in matched_source and self._source_cue_counts(c)]
        self.turned.update(c.start for c in extra)
        self.turned.update(-c.start - 1 for c in dropped)
        if (len(extra) + len(dropped)) % 2 == 0 and self._cancel(extra, dropped):
            return
        for cue in extra:
            yield self._cue_finding(Outcome.CONTRADICTS, "negation_differs", cue, of_claim=True)
        for cue in dropped:
            yield self._cue_finding(Outcome.CONTRADICTS, "negation_differs", cue, of_claim=False)

    def _cancel(self, extra: list[Cue], dropped: list[Cue]) -> bool:
        """Two negators in one clause of one side affirm ("nicht ohne", "not unable")."""
        one = extra or dropped
        return not (extra and dropped) and len(one) == 2 and one[0].clause == one[1].clause

    def _likeness(self, claim: Cue, source: Cue) -> float:
        # "renews without manual work" denies the work, never the renewal: what stands before it is not meant.
        if not self.across:
            for one, other in ((claim, source), (source, claim)):
                apart = one.text.casefold() in _PREPOSITIONAL and other.text.casefold() not in _PREPOSITIONAL
                if apart and one.target not in other.governed:
                    return 0.0
        if stem(claim.text) == stem(source.text) and claim.governed & source.governed:
            return 10.0 + len(claim.governed & source.governed)
        shared = len(claim.governed & source.governed)
        score = shared + (claim.target != "" and claim.target == source.target)
        if not score and (not claim.governed or not source.governed):
            return 0.1
        if not score and self.across:
            return 0.1
        return float(score)

    def _claim_cue_counts(self, cue: Cue) -> bool:
        """Whether a negation of the claim turns something that the source states."""
        if cue.kind == "deny" and self._denier_in(cue, self.source_text):
            return False
        if self.across:
            return _share(cue.scope, self.source_words) >= 0.3
        return cue.target in self.source_words or _share(cue.scope, self.source_words) >= 0.5

    def _source_cue_counts(self, cue: Cue) -> bool:
        """Whether a negation of the source governs what the claim states without it."""
        if cue.kind == "deny" and self._denier_in(cue, self.claim_text):
            return False
        if self.across:
            return _share(cue.governed, self.claim_words) >= 0.5 and len(cue.governed & self.claim_words) >= 2
        if not cue.governed:
            return False
        near = _share(cue.governed, self.claim_words)
        behind = _share(cue.behind, self.claim_words) >= 0.6 and len(cue.behind & self.claim_words) >= 2
        if cue.kind == "deny":
            return behind or (cue.target in self.claim_words and near >= 0.5)
        if behind or (near >= 0.5 and (cue.target in self.claim_words or near >= 0.6)):
            return True
        # A short claim that is all but its subject what is denied.
        return cue.target in self.claim_words and _share(self.claim_words, cue.governed) >= 0.5

    def _denier_in(self, cue: Cue, text: str) -> bool:
        word = stem(cue.text.split()[0])
        return any(t.stem == word for t in tokenize(text))

    def _cue_finding(self, outcome: Outcome, code: str, cue: Cue, *, of_claim: bool) -> Finding:
        subject = cue.target
        if of_claim:
            return Finding(
                outcome, reason(code, claim=cue.text, source="", subject=subject), cue.start, cue.end
            )
        return Finding(
            outcome, reason(code, claim="", source=cue.text, subject=subject), -1, -1, cue.start, cue.end
        )

    # -- only, except, if ------------------------------------------------------------------------------------

    def _restrictions(self, kind: str) -> Iterator[Finding]:
        claim = [c for c in self.claim.cues if c.kind == kind]
        source = [c for c in self.source.cues if c.kind == kind]
        other_kinds = [c for c in self.source.cues if c.kind in ("except", "if", "only", "not")]
        for cue in claim:
            if source or (cue.scope and _share(cue.scope, self.source_words) < 0.5 and not self.across):
                continue
            if kind == "except" and any(c.kind in ("if", "except") for c in other_kinds):
                continue
            yield self._cue_finding(Outcome.STRICTER, "condition_differs", cue, of_claim=True)
        for cue in source:
            if claim or not self._governs_claim(cue):
                continue
            yield self._cue_finding(Outcome.STRICTER, "condition_differs", cue, of_claim=False)

    def _governs_claim(self, cue: Cue) -> bool:
        if self.across:
            return _share(cue.governed, self.claim_words) >= 0.4
        if cue.kind == "except":
            # The main clause stands in the claim, whatever became of the exception.
            main = self._sentence_words(cue) - cue.scope
            return _share(main or cue.governed, self.claim_words) >= 0.5
        return cue.target in self.claim_words and _share(cue.governed, self.claim_words) >= 0.4

    def _sentence_words(self, cue: Cue) -> frozenset[str]:
        return frozenset(
            t.concept for t in tokenize(self.source_text) if t.sentence == cue.sentence and t.concept
        )

    def _conditions(self) -> Iterator[Finding]:
        """Find a condition of the source that the claim leaves out while it keeps what hangs on it."""
        if any(c.kind in ("if", "except") for c in self.claim.cues):
            return
        for cue in self.source.cues:
            if cue.kind != "if" or not cue.scope:
                continue
            main = self._sentence_words(cue) - cue.scope
            if len(main) < 2 or _share(main, self.claim_words) < 0.6:
                continue
            if _share(cue.scope, self.claim_words) >= 0.34:
                continue
            yield self._cue_finding(Outcome.STRICTER, "condition_differs", cue, of_claim=False)

    # -- direction -------------------------------------------------------------------------------------------

    def _direction(self) -> Iterator[Finding]:
        """Find "from A to B" turned into "from B to A"."""
        claim, source = _ends(self.claim_text), _ends(self.source_text)
        for (one, other), token in claim.items():
            if (other, one) in source and (one, other) not in source:
                yield Finding(
                    Outcome.CONTRADICTS,
                    reason("order_differs", claim=f"{one} → {other}", source=f"{other} → {one}"),
                    token.start, token.end,
                )  # fmt: skip

    # -- governing words -----------------------------------------------

    def _governors(self) -> Iterator[Finding]:
        """Find a verb of the source that governs what the claim states outright, and that the claim drops.

        "Guests are … from reading", "… darauf, neu zu starten": whatever the verb in no list means, the
        source does not state that it happens.
        """
        if self.across or any(c.kind in _NEGATING for c in (*self.claim.cues, *self.source.cues)):
            return
        tokens = tokenize(self.source_text)
        claimed = {t.stem for t in tokenize(self.claim_text) if t.kind is TokenKind.WORD and t.concept}
        german = language(self.source_text) == "de"
        for i, token in enumerate(tokens[1:-1], start=1):
            governor = self._german_governor(tokens, i) if german else _english_governor(tokens, i)
            verb = tokens[i + 1]
            if governor is None or verb.stem not in claimed or governor.stem in claimed:
                continue
            if governor.concept in self.claim_words or token.folded in {t.folded for t in self._same(verb)}:
                continue
            yield Finding(
                Outcome.NOT_DECIDABLE, reason("word_dropped", source=governor.text),
                -1, -1, governor.start, governor.end,
            )  # fmt: skip

    def _same(self, verb: Token) -> list[Token]:
        """Give the word before a verb in the claim, if it is there: the claim has the same construction."""
        tokens = tokenize(self.claim_text)
        return [tokens[i - 1] for i, t in enumerate(tokens) if i and t.folded == verb.folded]

    def _german_governor(self, tokens: tuple[Token, ...], i: int) -> Token | None:
        """Read the verb before ", … zu VERB"; "um … zu" tells a purpose and governs nothing."""
        if (
            tokens[i].folded != "zu"
            or not tokens[i + 1].folded.endswith("n")
            or tokens[i + 1].text[0].isupper()
        ):
            return None
        for j in range(i - 1, max(i - 14, -1), -1):
            if tokens[j].folded == "um" or tokens[j].sentence != tokens[i].sentence:
                return None
            if tokens[j].clause != tokens[i].clause and tokens[j].kind is TokenKind.MARK:
                before = [t for t in tokens[max(j - 6, 0) : j] if t.concept and not t.text[0].isupper()]
                return before[-1] if before else None
        return None

    # -- near copies -----------------------------------------------------------------------------------------

    def _near_copy(self) -> Iterator[Finding]:
        """Look at every exchanged word by its place, in a claim that copies its source but for a few."""
        if self.across or _share(self.claim_words, self.source_words) < 0.6:
            return
        claim = [t for t in tokenize(self.claim_text) if t.kind is not TokenKind.MARK]
        source = [t for t in tokenize(self.source_text) if t.kind is not TokenKind.MARK]
        if not 5 <= len(claim) <= 120 or len(source) > 160:
            return
        matcher = SequenceMatcher(None, [t.folded for t in claim], [t.folded for t in source], autojunk=False)
        operations = matcher.get_opcodes()
        if sum(i2 - i1 for tag, i1, i2, _, _ in operations if tag == "equal") < 0.75 * len(claim):
            return
        yield from self._crossed(operations, claim, source)
        for tag, i1, i2, j1, j2 in operations:
            # The matcher turns the claim into the source: its deletions are the claim's additions.
            mine, theirs = claim[i1:i2], source[j1:j2]
            if tag == "delete" and len(mine) == 1 and not _beside_number(claim, i1):
                beside = claim[max(i1 - 1, 0) : i1] + claim[i1 + 1 : i1 + 2]
                yield from self._added(mine[0], beside)
            elif tag == "insert" and len(theirs) == 1 and 0 < i1 < len(claim):
                yield from self._dropped(theirs[0])
            elif tag == "replace":
                yield from self._exchanged(mine, theirs)
            if tag in ("delete", "insert"):
                yield from self._placed_negation(mine, theirs)

    def _crossed(
        self, operations: Sequence[tuple[str, int, int, int, int]], claim: list[Token], source: list[Token]
    ) -> Iterator[Finding]:
        """Find two words that changed places around something that is no "and" ("by A, edited by B")."""
        swaps = [op for op in operations if op[0] == "replace"]
        for n, (_, i1, i2, j1, j2) in enumerate(swaps):
            mine, theirs = _said(claim[i1:i2]), _said(source[j1:j2])
            for _, k1, k2, m1, m2 in swaps[n + 1 :]:
                if (
                    not mine
                    or mine == theirs
                    or mine != _said(source[m1:m2])
                    or theirs != _said(claim[k1:k2])
                ):
                    continue
                if any(t.concept for t in claim[i2:k1]):
                    yield self._exchange(Outcome.CONTRADICTS, "order_differs", claim[i1], source[j1])

    def _exchanged(self, mine: list[Token], theirs: list[Token]) -> Iterator[Finding]:
        """Look at words that stand in each other's place: numbers, obligations, comparisons."""
        if len(mine) == 1 and len(theirs) == 1:
            yield from self._modal(mine[0], theirs[0])
            one, other = COMPARATIVES.get(mine[0].folded), COMPARATIVES.get(theirs[0].folded)
            if one and other and one != other:
                yield self._exchange(Outcome.CONTRADICTS, "bound_differs", mine[0], theirs[0])
        if len(mine) <= 3 and len(theirs) <= 3:
            numbers = {q.start: q for q in find_quantities(self.claim_text).numbers}
            others = {q.start: q for q in find_quantities(self.source_text).numbers}
            found = [numbers[t.start] for t in mine if t.start in numbers]
            rivals = [others[t.start] for t in theirs if t.start in others]
            if len(found) == len(rivals) == 1 and _clash(found[0], rivals[0]):
                yield Finding(
                    Outcome.CONTRADICTS,
                    reason("number_differs", claim=found[0].text, source=rivals[0].text, subject=""),
                    found[0].start, found[0].end, rivals[0].start, rivals[0].end,
                )  # fmt: skip

    def _exchange(self, outcome: Outcome, code: str, mine: Token, theirs: Token) -> Finding:
        return Finding(
            outcome, reason(code, claim=mine.text, source=theirs.text, subject=""),
            mine.start, mine.end, theirs.start, theirs.end,
        )  # fmt: skip

    def _placed_negation(self, mine: list[Token], theirs: list[Token]) -> Iterator[Finding]:
        """A negator that one side alone has at this place turns the sentence, whatever it governs."""
        mine_denied = sum(c.kind == "not" for c in self.claim.cues)
        theirs_denied = sum(c.kind == "not" for c in self.source.cues)
        if len(mine) + len(theirs) > 2 or (mine_denied - theirs_denied) % 2 == 0:
            return
        for side, tokens, cues, consumed in (
            (1, mine, self.claim.cues, self.consumed_claim),
            (-1, theirs, self.source.cues, self.consumed_source),
        ):
            for position, cue in enumerate(cues):
                known = cue.start if side > 0 else -cue.start - 1
                if cue.kind != "not" or position in consumed or known in self.turned:
                    continue
                if any(t.start == cue.start for t in tokens):
                    yield self._cue_finding(Outcome.CONTRADICTS, "negation_differs", cue, of_claim=side > 0)

    def _harmless(self, token: Token) -> bool:
        return (
            token.kind is not TokenKind.WORD
            or token.folded in FILLERS
            or not token.concept
            or token.folded in UNITS
            or token.text[0].isupper()
        )

    def _added(self, token: Token, beside: list[Token]) -> Iterator[Finding]:
        if self._harmless(token) or token.concept in self.source_words or any(is_negator(t) for t in beside):
            return
        yield Finding(Outcome.STRICTER, reason("word_added", claim=token.text), token.start, token.end)

    def _dropped(self, token: Token) -> Iterator[Finding]:
        if self._harmless(token) or token.concept in self.claim_words or not _ADVERB.search(token.folded):
            return
        if token.concept.startswith("±"):
            return
        yield Finding(
            Outcome.NOT_DECIDABLE, reason("word_dropped", source=token.text), -1, -1, token.start, token.end
        )

    def _modal(self, claim: Token, source: Token) -> Iterator[Finding]:
        """Keep "must" apart from "can": an obligation made of a possibility says more than the source."""
        one, other = _MODALS.get(claim.folded), _MODALS.get(source.folded)
        if one and other and one != other:
            yield self._exchange(Outcome.STRICTER, "condition_differs", claim, source)


def _english_governor(tokens: tuple[Token, ...], i: int) -> Token | None:
    """Read the verb before "from VERBing" or, in a finite form, before "to VERB"."""
    governor, verb = tokens[i - 1], tokens[i + 1]
    if governor.kind is not TokenKind.WORD or not governor.concept or governor.text[0].isupper():
        return None
    if tokens[i].folded == "from" and verb.folded.endswith("ing"):
        return governor
    finite = governor.folded.endswith(("es", "ed", "s")) and not governor.folded.endswith("ss")
    subject = tokens[i - 2].folded if i > 1 else ""
    if (
        tokens[i].folded == "to"
        and finite
        and verb.concept
        and subject not in ("the", "a", "an", "of", "your")
    ):
        return governor
    return None


def _said(tokens: list[Token]) -> tuple[str, ...]:
    return tuple(t.folded for t in tokens if t.concept or t.kind is TokenKind.NUMBER)


def _clash(claim: Quantity, source: Quantity) -> bool:
    """Whether two numbers in one place differ, and not because the claim only bounds the source's."""
    return not equal(claim, source) and claim.bound in ("", source.bound)


def _beside_number(tokens: list[Token], i: int) -> bool:
    """Whether a word only names the number behind it ("version 4.2", "port 22")."""
    return (
        i + 1 < len(tokens) and tokens[i + 1].kind is TokenKind.NUMBER and tokens[i].folded in _NUMBER_NAMES
    )


def _ends(text: str) -> dict[tuple[str, str], Token]:
    """Collect (from, to) pairs of a passage."""
    tokens = tokenize(text)
    ends: dict[tuple[str, str], Token] = {}
    origin: tuple[str, Token] | None = None
    for i, token in enumerate(tokens):
        role = _PREPOSITIONS.get(token.folded) if token.kind is TokenKind.WORD else None
        if role is None:
            continue
        target = next((t for t in tokens[i + 1 : i + 5] if t.concept or t.kind is TokenKind.NUMBER), None)
        if target is None:
            continue
        name = target.concept or target.folded
        if role == "from":
            origin = (name, token)
        elif origin is not None and name != origin[0] and token.sentence == origin[1].sentence:
            ends[(origin[0], name)] = token
            origin = None
    return ends
