"""What became of a quotation in its source's new text (SPEC P7)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neurodesk.domain.articles import SourceRef
from neurodesk.domain.identity import sha256_text
from neurodesk.domain.judge import ClaimUnit
from neurodesk.domain.living import Anchor, ClaimState, anchor, expected_start

PORT = "The daemon listens on port 4090 and writes its log to /var/log/daemon.log every minute."
DE = "Der Dienst lauscht auf Port 4090 und schreibt sein Protokoll jede Minute nach /var/log/dienst.log."
OTHER = "Paragraph about something else that nobody cites anywhere."


def became(old: str, new: str, quote: str = PORT, *, nth: int = 0, claim: str = "") -> Anchor:
    start = -1
    for _ in range(nth + 1):
        start = old.index(quote, start + 1)
    ref = SourceRef("e", quote, sha256_text(old), start, start + len(quote))
    return anchor(ref, ClaimUnit(claim or quote), old, new)


def page(*parts: str) -> str:
    return "\n\n".join(("# Notes", *parts)) + "\n"


@pytest.mark.parametrize("sentence", [PORT, DE])
@pytest.mark.parametrize(
    ("after", "state"),
    [
        (lambda s: page(OTHER, s), ClaimState.STANDS),
        (lambda s: page(OTHER, s, "More."), ClaimState.STANDS),
        (lambda s: page("New in front.", OTHER, s), ClaimState.RE_ANCHORED),
        (lambda s: page(OTHER, s.replace(" ", "\u00a0", 1)), ClaimState.STANDS),
        (lambda s: page(OTHER, s.replace("4090", "4091")), ClaimState.CHANGED),
        (lambda s: page(OTHER), ClaimState.CHANGED),
        (lambda s: page(OTHER, s.replace(" 4090", "")), ClaimState.CHANGED),
    ],
)
def test_p7_a_quotation_stands_moves_or_changes(sentence: str, after: object, state: ClaimState) -> None:
    assert callable(after)
    found = became(page(OTHER, sentence), after(sentence), sentence)
    assert found.state is state
    if state is not ClaimState.CHANGED:
        assert after(sentence)[found.start : found.end].replace("\u00a0", " ") == sentence


@pytest.mark.parametrize(
    ("sentence", "tail"),
    [
        (PORT, ", but not since version 3."),
        (PORT, ", unless the host has no disk."),
        (PORT, ", except on Windows."),
        (PORT, " only if debugging is on."),
        (DE, ", aber nicht seit Version 3."),
        (DE, ", außer unter Windows."),
        (DE, ", es sei denn, die Platte ist voll."),
        (DE, " nur, wenn die Fehlersuche an ist."),
    ],
)
def test_p7_words_put_behind_a_quotation_that_turn_it_are_a_change(sentence: str, tail: str) -> None:
    quote = sentence.removesuffix(".")
    found = became(page(OTHER, sentence), page(OTHER, quote + tail), quote, claim=sentence)
    assert (found.state, found.reason) == (ClaimState.CHANGED, "words_around_changed")


def test_p7_an_introduction_that_denies_what_follows_is_a_change() -> None:
    old = page("These hold:", f"- {PORT}")
    new = page("These do not hold:", f"- {PORT}")
    assert became(old, new).state is ClaimState.CHANGED


def test_p7_a_renumbered_heading_is_no_change() -> None:
    old = page("## Step 3 - Start the daemon", PORT)
    new = page("## Step 3 - Look", OTHER, "## Step 4 - Start the daemon", PORT)
    assert became(old, new).state is ClaimState.RE_ANCHORED


def test_p7_the_release_in_the_heading_counts() -> None:
    assert became(page("## Release 2.4", PORT), page("## Release 3.0", PORT)).state is ClaimState.CHANGED


def test_p7_what_is_most_like_the_old_words_is_shown_beside_them() -> None:
    after = PORT.replace("4090", "5000").replace("every minute", "each hour")
    assert became(page(OTHER, PORT), page(after, OTHER)).passage == after
    assert became(page(OTHER, PORT), page(OTHER)).passage == ""


@pytest.mark.parametrize("nth", [0, 1])
def test_p7_of_two_places_the_one_below_the_same_heading_counts(nth: int) -> None:
    old = page("## Former", PORT, "## Today", PORT)
    new = page("## Today", PORT, "## Former", OTHER, PORT)
    found = became(old, new, nth=nth)
    first, second = new.index(PORT), new.rindex(PORT)
    assert found.state is ClaimState.RE_ANCHORED
    assert found.start == (second if nth == 0 else first)


@pytest.mark.parametrize("nth", [0, 1])
def test_p7_of_two_places_below_one_heading_the_nearest_to_the_expected_one_counts(nth: int) -> None:
    old = page(PORT, OTHER, PORT)
    new = page("A long introduction is put in front of it all. " * 12, PORT, OTHER, PORT)
    found = became(old, new, nth=nth)
    assert found.start == (new.index(PORT) if nth == 0 else new.rindex(PORT))


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=60), st.integers(0, 200))
def test_p7_a_place_outside_the_changed_middle_is_expected_exactly(
    front: str, middle: str, other: str, at: int
) -> None:
    old, new = f"<{front}|{middle}|{front}>", f"<{front}|{other}|{front}>"
    start = at % len(old)
    if start <= len(front):
        assert new[expected_start(old, start, new)] == old[start]
    assert 0 <= expected_start(old, start, new) <= len(new)
