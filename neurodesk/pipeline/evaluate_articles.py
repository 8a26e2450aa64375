"""Score drafts against held-out originals: what was carried, cited and found again (SPEC R4, R5, R11)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from neurodesk.domain.articles import Claim, Verdict
from neurodesk.domain.folding import fold_text
from neurodesk.domain.intervals import Interval, wilson
from neurodesk.domain.judge import CitedPassage, ClaimUnit, judge_claim
from neurodesk.domain.ports import Reviewer
from neurodesk.domain.quotes import find_quote
from neurodesk.domain.research import AuthorBrief, AuthoredArticle, Review
from neurodesk.domain.units import UnitKind, split_article, split_source
from neurodesk.pipeline.verify import KEPT_FROM_BASE

CARRIED = (Verdict.SUPPORTED, Verdict.PARTIALLY_SUPPORTED)
_ASSERTING = (UnitKind.SENTENCE, UnitKind.STEP, UnitKind.ITEM, UnitKind.TABLE_CELL, UnitKind.CODE_LINE)
_WORD = re.compile(r"\w+")
# So many of a gold sentence's words have to stand in one unit of the draft for it to count as found again.
SAME = 0.6
# Words that a claim shares with the sentence that contradicts it: all but a number, a name or a negation.
SAME_BUT_FOR_A_FACT = 0.7


@dataclass(slots=True)
class Flips:
    """Verdicts that differ when a draft is judged once more, and with its sources the other way round."""

    units: int = 0
    again: int = 0
    reordered: int = 0


class TwiceReviewer:
    """Lets another reviewer judge each draft three times; the first judgement counts.

    Args:
        inner: the reviewer that is measured.
        flips: what differs is added here.
    """

    def __init__(self, inner: Reviewer, flips: Flips) -> None:
        self._inner = inner
        self._flips = flips

    @property
    def label(self) -> str:
        """Shown wherever the output shows."""
        return self._inner.label

    async def review(self, article: AuthoredArticle, brief: AuthorBrief) -> Review:
        """Return the first judgement and note what the others say differently."""
        first = await self._inner.review(article, brief)
        again = await self._inner.review(article, brief)
        other = await self._inner.review(article, replace(brief, sources=tuple(reversed(brief.sources))))
        judged = [one for one in first.claims if not one.exempt]
        self._flips.units += len(judged)
        self._flips.again += _differing(judged, again)
        self._flips.reordered += _differing(judged, other)
        return first


def _differing(judged: Sequence[Claim], other: Review) -> int:
    verdicts = {one.id: one.verdict for one in other.claims}
    return sum(verdicts.get(one.id) is not one.verdict for one in judged)


@dataclass(slots=True)
class ArticleTally:
    """Counts over all drafts; each pair is (hits, of)."""

    plants: int = 0
    drafts: int = 0
    accepted: int = 0
    carried: list[int] = field(default_factory=lambda: [0, 0])
    citations: list[int] = field(default_factory=lambda: [0, 0])
    cited: list[int] = field(default_factory=lambda: [0, 0])
    found_again: list[int] = field(default_factory=lambda: [0, 0])
    false_accepts: list[int] = field(default_factory=lambda: [0, 0])

    def add(self, text: str, claims: Sequence[Claim], texts: dict[str, str], gold: str) -> dict[str, Any]:
        """Score one draft.

        Args:
            text: the visible article.
            claims: its units as they were judged.
            texts: cited texts by their hash.
            gold: the held-out original.
        """
        article = split_article(text)
        units = {unit.id: unit for unit in article.units}
        judged = [one for one in claims if not one.exempt and one.id in units]
        carried = [one for one in judged if one.verdict in CARRIED]
        row = {"units": len(judged), "carried": len(carried), "false_accepts": 0}
        for one in carried:
            if units[one.id].kind not in _ASSERTING:
                continue
            unit = ClaimUnit.of(article, units[one.id])
            # What stood in the article before rests on the former text, word for word.
            stood = any(reason.code == KEPT_FROM_BASE for reason in one.reasons)
            passages = [
                CitedPassage(ref.ref, texts.get(ref.sha256), ref.quote, ref.sha256, ref.title)
                for ref in one.refs
            ]
            good = [
                passage
                for passage in passages
                if passage.text is not None
                and find_quote(passage.text, passage.quote) is not None
                and (stood or judge_claim(unit, [passage]).verdict in CARRIED)
            ]
            self._count(self.citations, len(good), len(passages))
            self._count(self.cited, bool(good), 1)
            wrong = one.verdict is Verdict.SUPPORTED and against(unit, gold)
            self._count(self.false_accepts, wrong, 1)
            row["false_accepts"] += wrong
        self._count(self.carried, len(carried), len(judged))
        wanted = gold_sentences(gold)
        kept = [words_of(one.text) for one in carried]
        hits = sum(any(_share(words, have) >= SAME for have in kept) for words in wanted)
        self._count(self.found_again, hits, len(wanted))
        return {**row, "gold": len(wanted), "gold_found": hits}

    @staticmethod
    def _count(pair: list[int], hits: int, of: int) -> None:
        pair[0] += hits
        pair[1] += of

    def report(self, flips: Flips) -> dict[str, Any]:
        """Return every figure with its 95 % interval."""
        return {
            "plants": self.plants,
            "drafts": self.drafts,
            "accepted": self.accepted,
            "sentences_carried": figure(wilson(*self.carried)),
            "citation_precision": figure(wilson(*self.citations)),
            "citation_recall": figure(wilson(*self.cited)),
            "gold_found": figure(wilson(*self.found_again)),
            "false_accepts": figure(wilson(*self.false_accepts)),
            "flips_same_draft": figure(wilson(flips.again, flips.units)),
            "flips_other_order": figure(wilson(flips.reordered, flips.units)),
        }


def figure(found: Interval) -> dict[str, Any]:
    """Return a share as it is printed."""
    value = found.share if found.of else None
    return {"value": value, "low": found.low, "high": found.high, "hits": found.hits, "of": found.of}


def gold_sentences(gold: str) -> list[frozenset[str]]:
    """Return the words of each sentence, step, item and command of a held-out original."""
    units = [unit for unit in split_source(gold).units if unit.kind in _ASSERTING]
    found = [words_of(unit.text) for unit in units]
    return [words for words in found if len(words) >= 3]


def against(unit: ClaimUnit, gold: str) -> bool:
    """Tell whether the held-out original contradicts a claim and nowhere carries it, by the code judge.

    Only a sentence that says the same but for a fact can contradict here: the original is one section, and
    other sections of its article truly name other numbers, commands and negations.
    """
    said = words_of(unit.text)
    judged = [
        (other, judge_claim(unit, [CitedPassage("gold", gold, gold[other.start : other.end])]).verdict)
        for other in split_source(gold).units
        if other.kind in _ASSERTING
    ]
    if not said or any(verdict is Verdict.SUPPORTED for _other, verdict in judged):
        return False
    return any(
        verdict is Verdict.CONTRADICTED and _share(said, words_of(other.text)) >= SAME_BUT_FOR_A_FACT
        for other, verdict in judged
    )


def words_of(text: str) -> frozenset[str]:
    """Return the folded words of a text."""
    return frozenset(_WORD.findall(fold_text(text).casefold()))


def _share(wanted: frozenset[str], have: frozenset[str]) -> float:
    return len(wanted & have) / len(wanted)
