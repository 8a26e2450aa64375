"""The embedded reviewer: every unit judged by code, copying exempts from nothing (SPEC E1, R4, R5)."""

from __future__ import annotations

import asyncio
import random
import re
import time
from dataclasses import replace
from pathlib import Path

from neurodesk.domain.articles import ArticleType, Claim, Verdict
from neurodesk.domain.evidence import SourceOrigin
from neurodesk.domain.identity import sha256_text
from neurodesk.domain.quotes import find_quote
from neurodesk.domain.research import AuthorBrief, AuthoredArticle, BriefSource, Review, Span
from neurodesk.providers.models.embedded.reviewer import EmbeddedReviewer, review

HANDBOOK = """# Replacing a failed disk in a ZFS pool

A ZFS pool with redundancy keeps serving data while one of its disks is broken.

## Prerequisites

- The new disk is at least as large as the failed disk.
- A current backup of the pool exists.

## Procedure

1. Run `zpool status -v tank` and write down the name of the failed disk.
2. Take the failed disk out of service with `zpool offline tank ata-OLD`.
3. Start the replacement with `zpool replace tank ata-OLD /dev/disk/by-id/ata-NEW`.

## Verification

The command `zpool status tank` must report the state ONLINE for the pool.

## Background

Scrub each pool every 30 days to find latent errors.
"""
ARTICLE = """# Replacing a failed disk in a ZFS pool

A ZFS pool with redundancy keeps serving data while one of its disks is broken.

## Prerequisites

- The new disk is at least as large as the failed disk.
- A current backup of the pool exists.

## Steps

1. Run `zpool status -v tank` and write down the name of the failed disk.
2. Take the failed disk out of service with `zpool offline tank ata-OLD`.
3. Start the replacement with `zpool replace tank ata-OLD /dev/disk/by-id/ata-NEW`.

## Validation

The command `zpool status tank` must report the state ONLINE for the pool.
"""
DAY_S = 86_400.0
NOW = 1_770_000_000.0


def source(
    text: str,
    ref: str = "e_handbook",
    *,
    origin: SourceOrigin = SourceOrigin.LIBRARY,
    voice: str = "",
    dated_at: float = NOW,
    lang: str = "en",
) -> BriefSource:
    """A source of the brief."""
    return BriefSource(
        ref=ref,
        title=text.partition("\n")[0].strip("# "),
        uri=f"https://{ref}.example.org/page",
        text=text,
        sha256=sha256_text(text),
        lang=lang,
        origin=origin,
        source_key=ref,
        independence_key=voice or ref,
        confidence=0.6,
        relevance=0.9,
        dated_at=dated_at,
    )


def brief(*sources: BriefSource, base: BriefSource | None = None) -> AuthorBrief:
    """A brief of these sources; with a base it is a revision."""
    return AuthorBrief(
        topic="Replace a failed disk in a ZFS pool",
        questions=("How do I replace a failed disk in a ZFS pool?",),
        article_type=ArticleType.HOW_TO,
        lang="en",
        sources=(*sources, base) if base else sources,
        base_text=base.text if base else "",
        base_ref=base.ref if base else "",
    )


def article(text: str, *spans: Span, kind: ArticleType = ArticleType.HOW_TO) -> AuthoredArticle:
    """An article as an author hands it over."""
    return AuthoredArticle(text, text.partition("\n")[0].strip("# "), "en", kind, spans, "label", "model")


def claim_of(found: Review, words: str) -> Claim:
    """The claim that holds these words."""
    return next(claim for claim in found.claims if words in claim.text)


def codes(claim: Claim) -> list[str]:
    """The reason codes of a claim."""
    return [reason.code for reason in claim.reasons]


def test_an_article_of_whole_sentences_of_its_source_is_accepted() -> None:
    found = asyncio.run(EmbeddedReviewer().review(article(ARTICLE), brief(source(HANDBOOK))))
    assert found.accepted, found.blocking
    assert found.complete
    assert all(claim.verdict is Verdict.SUPPORTED for claim in found.claims if not claim.exempt)
    assert found.label == "extractive, no language model"


def test_each_citation_stands_in_the_stored_source_at_its_offsets() -> None:
    found = review(article(ARTICLE), brief(source(HANDBOOK)))
    refs = [ref for claim in found.claims for ref in claim.refs]
    assert refs
    for ref in refs:
        assert HANDBOOK[ref.start : ref.end] == ref.quote
        assert find_quote(HANDBOOK, ref.quote) is not None
        assert ref.sha256 == sha256_text(HANDBOOK)


def test_a_changed_number_is_contradicted_and_blocks() -> None:
    text = ARTICLE + "\n## Background\n\nScrub each pool every 7 days to find latent errors.\n"
    found = review(article(text), brief(source(HANDBOOK)))
    claim = claim_of(found, "every 7 days")
    assert claim.verdict is Verdict.CONTRADICTED
    assert not found.accepted
    assert "contradicted" in [reason.code for reason in found.blocking]
    assert claim.id in dict(found.rewrite_instructions)


def test_a_passage_that_says_less_does_not_hide_the_one_that_contradicts() -> None:
    less = "After each backup, scrub each pool to find latent errors."
    handbook = HANDBOOK + f"\n{less}\n"
    text = ARTICLE + "\n## Background\n\nScrub each pool every 14 days to find latent errors.\n"
    claim = claim_of(review(article(text), brief(source(handbook))), "every 14 days")
    assert claim.verdict is Verdict.CONTRADICTED
    assert "every 30 days" in claim.refs[0].quote


def test_a_dropped_negation_is_not_supported() -> None:
    page = HANDBOOK + "\nDo not reboot the server before the resilver has finished.\n"
    text = ARTICLE + "\nReboot the server before the resilver has finished.\n"
    assert claim_of(review(article(text), brief(source(page))), "Reboot").verdict is Verdict.CONTRADICTED


def test_what_no_source_says_is_unsupported_and_asks_one_short_line() -> None:
    made_up = "Quantum tunnelling accelerates the Frobnicator 9000 whenever moonlight reaches the antenna. "
    text = ARTICLE + "\n" + made_up * 1 + "\n"
    found = review(article(text), brief(source(HANDBOOK)))
    assert claim_of(found, "Frobnicator").verdict is Verdict.UNSUPPORTED
    assert not found.accepted
    (query,) = found.missing_evidence_queries
    assert "Frobnicator 9000" in query
    assert "\n" not in query
    assert len(query) <= 120
    assert " the " not in query


def test_a_source_of_the_same_time_that_says_otherwise_contradicts_a_copied_sentence() -> None:
    copied = "Scrub each pool every 30 days to find latent errors."
    other = source("# Pools\n\nScrub each pool every 7 days to find latent errors.\n", "e_other")
    text = ARTICLE + f"\n## Background\n\n{copied}\n"
    claim = claim_of(review(article(text), brief(source(HANDBOOK), other)), copied)
    assert claim.verdict is Verdict.CONTRADICTED
    assert dict(claim.reasons[0].params)["ref"] == "e_other"


def test_a_source_that_is_years_older_is_a_matter_to_tick_not_a_contradiction() -> None:
    copied = "Scrub each pool every 30 days to find latent errors."
    other = source(
        "# Pools\n\nScrub each pool every 7 days to find latent errors.\n",
        "e_old",
        dated_at=NOW - 4_000 * DAY_S,
    )
    text = ARTICLE + f"\n## Background\n\n{copied}\n"
    found = review(article(text), brief(source(HANDBOOK), other))
    claim = claim_of(found, copied)
    assert claim.verdict is Verdict.PARTIALLY_SUPPORTED
    assert codes(claim) == ["older_text_differs"]
    assert found.accepted


def test_the_knowledge_base_can_contradict_a_copied_sentence() -> None:
    copied = "Scrub each pool every 30 days to find latent errors."
    own = source(
        "# Pools\n\nScrub each pool every 7 days to find latent errors.\n", "n_own", origin=SourceOrigin.KB
    )
    text = ARTICLE + f"\n## Background\n\n{copied}\n"
    assert (
        claim_of(review(article(text), brief(source(HANDBOOK), own)), copied).verdict is Verdict.CONTRADICTED
    )


def test_a_unit_of_the_base_article_is_kept_on_the_base_itself() -> None:
    base = source(ARTICLE.replace("## Validation", "## Check"), "n_base", origin=SourceOrigin.KB)
    text = ARTICLE + "\n## Background\n\nScrub each pool every 30 days to find latent errors.\n"
    found = review(article(text), brief(source(HANDBOOK), base=base))
    kept = claim_of(found, "keeps serving data")
    assert kept.verdict is Verdict.SUPPORTED
    assert codes(kept) == ["kept_from_base"]
    assert kept.refs[0].ref == "n_base"
    assert codes(claim_of(found, "Scrub each pool")) == []


def test_newer_evidence_contradicts_a_kept_unit_and_older_evidence_does_not() -> None:
    base = source(
        "# Pools\n\nScrub each pool every 7 days to find latent errors.\n", "n_base", origin=SourceOrigin.KB
    )
    text = "# Pools\n\nScrub each pool every 7 days to find latent errors.\n"
    newer = source(HANDBOOK, dated_at=NOW + DAY_S)
    older = replace(newer, dated_at=NOW - DAY_S)
    kept = claim_of(review(article(text), brief(newer, base=base)), "Scrub")
    assert kept.verdict is Verdict.CONTRADICTED
    assert codes(kept)[:2] == ["kept_from_base", "contradicted_by_other"]
    assert claim_of(review(article(text), brief(older, base=base)), "Scrub").verdict is Verdict.SUPPORTED


def test_the_replaced_statement_of_the_base_does_not_speak_against_the_new_one() -> None:
    base = source(
        "# Pools\n\nScrub each pool every 7 days to find latent errors.\n", "n_base", origin=SourceOrigin.KB
    )
    text = "# Pools\n\nScrub each pool every 30 days to find latent errors.\n"
    claim = claim_of(review(article(text), brief(source(HANDBOOK), base=base)), "Scrub")
    assert claim.verdict is Verdict.SUPPORTED


def test_a_command_from_one_voice_is_single_source_and_from_two_is_not() -> None:
    twice = source(HANDBOOK.replace("latent", "hidden"), "e_mirror", voice="e_handbook")
    independent = source(HANDBOOK.replace("latent", "hidden"), "e_second")
    step = "write down the name of the failed disk"
    one = claim_of(review(article(ARTICLE), brief(source(HANDBOOK))), step)
    mirrored = claim_of(review(article(ARTICLE), brief(source(HANDBOOK), twice)), step)
    two = claim_of(review(article(ARTICLE), brief(source(HANDBOOK), independent)), step)
    assert one.risk == "high"
    assert (one.single_source, mirrored.single_source, two.single_source) == (True, True, False)
    assert {ref.ref for ref in two.refs} == {"e_handbook", "e_second"}


def test_a_missing_validation_blocks_by_the_structure_rules() -> None:
    text = ARTICLE.partition("## Validation")[0]
    found = review(article(text), brief(source(HANDBOOK)))
    assert not found.accepted
    assert ("R6.section_missing", "validation") in [
        (reason.code, dict(reason.params).get("section")) for reason in found.blocking
    ]


def test_a_link_target_has_to_stand_in_the_material() -> None:
    text = ARTICLE + "\n## See also\n\n- [Pools](https://evil.example.com/pools)\n"
    found = review(article(text), brief(source(HANDBOOK)))
    target = next(claim for claim in found.claims if claim.kind == "link_target")
    assert target.verdict is Verdict.UNSUPPORTED
    assert not found.accepted


def test_an_empty_article_is_never_accepted() -> None:
    assert not review(article("# \n"), brief(source(HANDBOOK))).accepted


def test_the_same_article_gets_the_same_review() -> None:
    other = source(HANDBOOK.replace("30 days", "31 days"), "e_other")
    first = review(article(ARTICLE), brief(source(HANDBOOK), other))
    assert review(article(ARTICLE), brief(source(HANDBOOK), other)) == first


def test_a_long_article_against_eight_sources_is_reviewed_in_seconds() -> None:
    words = Path(__file__).read_text(encoding="utf-8")
    vocabulary = sorted(set(re.findall(r"[a-z]{4,}", words)))
    chance = random.Random(7)

    def sentence() -> str:
        chosen = chance.choices(vocabulary, k=14)
        return f"The {' '.join(chosen[:7])} keeps {chance.randrange(90)} {' '.join(chosen[7:])} daily."

    pages = ["# Page\n\n" + "\n\n".join(sentence() for _ in range(100)) for _ in range(8)]
    sources = [source(page, f"e_{number}") for number, page in enumerate(pages)]
    units = [unit for page in pages for unit in page.split("\n\n")[1:26]]
    started = time.process_time()
    found = review(article("# Log retention of the services\n\n" + "\n\n".join(units)), brief(*sources))
    assert time.process_time() - started < 6.0
    assert len(found.claims) >= 200


def test_two_bounds_for_one_thing_are_two_opinions() -> None:
    copied = "Keep the mail policy relaxed for at least 14 days before you change it."
    page = source(HANDBOOK + f"\n{copied}\n")
    other = source(f"# Mail\n\n{copied.replace('14', '30')}\n", "e_other")
    text = ARTICLE + f"\n{copied}\n"
    assert claim_of(review(article(text), brief(page, other)), copied).verdict is Verdict.CONTRADICTED
