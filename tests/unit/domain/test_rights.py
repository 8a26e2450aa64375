"""How much of an article stands word for word in which source (SPEC E1)."""

from __future__ import annotations

import time

from neurodesk.domain.evidence import SourceOrigin
from neurodesk.domain.research import BriefSource
from neurodesk.domain.rights import rights_of

SENTENCE = "The relay forwards mail and keeps a queue on its own disk for five days."


def source(
    text: str, ref: str, *, origin: SourceOrigin = SourceOrigin.LIBRARY, licence: str = ""
) -> BriefSource:
    """A source."""
    return BriefSource(
        ref, ref.upper(), f"u:{ref}", text, "h", "en", origin, "k", "k", 0.6, 0.9, 0.0, licence
    )


def test_a_copied_sentence_is_counted_with_its_licence_and_its_longest_run() -> None:
    rights = rights_of(
        f"# Relay\n\n{SENTENCE} Nobody wrote this here.\n", [source(SENTENCE, "a", licence="CC-BY-4.0")]
    )
    (share,) = rights.shares
    assert rights.words == 20
    assert share.longest_words == 15
    assert share.passage == SENTENCE.rstrip(".")
    assert share.longest_chars == len(SENTENCE) - 1
    assert (share.share, rights.verbatim, share.licence) == (0.75, 0.75, "CC-BY-4.0")


def test_text_of_the_knowledge_base_is_its_own_and_comes_first() -> None:
    rights = rights_of(SENTENCE, [source(SENTENCE, "a"), source(SENTENCE, "n", origin=SourceOrigin.KB)])
    assert [(one.ref, one.own, one.share) for one in rights.shares] == [("n", True, 1.0)]
    assert rights.verbatim == 0.0


def test_a_word_counts_once_for_the_source_with_the_longest_run() -> None:
    half = "The relay forwards mail and keeps a queue."
    rights = rights_of(SENTENCE, [source(half, "a"), source(SENTENCE, "b")])
    assert [(one.ref, one.share) for one in rights.shares] == [("b", 1.0)]


def test_common_short_runs_and_markup_do_not_count() -> None:
    assert rights_of("It is one of the.", [source("It is one of the best.", "a")]).shares == ()
    marked = "The **relay** forwards [mail](x) and keeps a queue on its own disk for five days."
    assert rights_of(marked, [source(SENTENCE, "a")]).shares[0].share > 0.7


def test_an_empty_article_has_no_shares() -> None:
    assert rights_of("", [source(SENTENCE, "a")]).shares == ()


def test_a_megabyte_of_one_word_costs_little() -> None:
    started = time.process_time()
    rights_of("a " * 5_000, [source("a " * 500_000, "a")])
    assert time.process_time() - started < 8.0
