"""Windows, fair cutting and the signs of a prompt cut in silence (SPEC M6); loops and blanks (SPEC M5)."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from neurodesk.domain.prompt_budget import (
    WINDOWS,
    TokenRatio,
    choose_window,
    cut_fairly,
    cut_text,
    fair_shares,
    is_truncated,
)
from neurodesk.domain.reply_watch import ReplyWatch, Runaway, runaway


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(0, 500), max_size=8), st.integers(0, 2000))
def test_shares_are_fair(lengths: list[int], budget: int) -> None:
    shares = fair_shares(lengths, budget)
    assert sum(shares) == min(budget, sum(lengths))
    cut = [share for share, length in zip(shares, lengths, strict=True) if share < length]
    assert all(0 <= share <= length for share, length in zip(shares, lengths, strict=True))
    if cut:
        assert max(cut) - min(cut) <= 1, "those that are cut get the same"
        assert max(shares) <= min(cut) + 1, "nobody gets more than one that was cut"


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text("ab. \n", max_size=300), max_size=5), st.integers(0, 600))
def test_cut_texts_fit_and_say_that_they_are_cut(texts: list[str], budget: int) -> None:
    cut = cut_fairly(texts, budget)
    assert sum(map(len, cut)) <= budget
    for before, after in zip(texts, cut, strict=True):
        assert after == before or after == "" or after.endswith("[…]")


def test_a_cut_keeps_whole_paragraphs() -> None:
    assert cut_text("one two three.\n\nfour five six seven.", 25) == "one two three. […]"


@settings(max_examples=100, deadline=None)
@given(
    st.integers(1, 20_000), st.integers(1, 3000), st.sampled_from([2048, 8192, 32768]), st.integers(0, 40_000)
)
def test_a_window_never_exceeds_cap_and_model(prompt: int, answer: int, cap: int, limit: int) -> None:
    window = choose_window(prompt, answer, cap=cap, model_limit=limit, last=0)
    assert window.num_ctx <= cap
    assert not limit or window.num_ctx <= limit
    assert window.fits == (prompt + answer <= window.num_ctx)


def test_a_window_that_serves_is_kept_and_only_grows() -> None:
    first = choose_window(1500, 400, cap=8192, model_limit=0, last=0)
    assert first.num_ctx == 2048
    grown = choose_window(3000, 400, cap=8192, model_limit=0, last=first.num_ctx)
    assert grown.num_ctx == 4096
    assert choose_window(100, 100, cap=8192, model_limit=0, last=grown.num_ctx).num_ctx == 4096
    assert grown.num_ctx in WINDOWS


def test_the_ratio_follows_the_counts_of_the_model() -> None:
    ratio = TokenRatio()
    ratio.learn(4000, 2000)
    assert 1.9 < ratio.chars_per_token < 2.1
    before = ratio.chars_per_token
    ratio.learn(4000, 1000)
    assert before < ratio.chars_per_token < 3, "it rises slowly"
    ratio.learn(4000, 4000)
    assert ratio.chars_per_token < 1.1, "and falls at once"


def test_truncation_shows_in_the_count() -> None:
    known = TokenRatio()
    known.learn(4000, 1000)
    assert not is_truncated(16_000, 4_000, 8_192, known)
    assert is_truncated(16_000, 2_000, 8_192, known)
    assert is_truncated(40_000, 8_192, 8_192, known), "a window filled to its edge was overrun"
    assert not is_truncated(16_000, 0, 8_192, known), "what is not reported shows nothing"
    assert is_truncated(30_000, 4_095, 4_096, TokenRatio())


def test_a_short_prompt_is_never_called_truncated() -> None:
    assert not is_truncated(300, 20, 4_096, TokenRatio())


# -- loops --------------------------------------------------------------------------------------------


def stopped(text: str) -> Runaway | None:
    watch = ReplyWatch()
    for at in range(0, len(text), 7):
        found = watch.add(text[at : at + 7])
        if found is not None:
            return found
    return None


def test_endless_blanks_are_stopped_early() -> None:
    assert stopped('{"article": "' + "\n" * 5000) is Runaway.BLANK
    assert stopped('{"article": "' + "\\n" * 5000) is Runaway.BLANK
    assert stopped("\t " * 500) is Runaway.BLANK


def test_repeated_headings_and_phrases_are_stopped_early() -> None:
    assert stopped("## Steps\n\nDo this and that.\n\n" * 60) is Runaway.LOOP
    assert stopped("\\n## Steps\\nOther words every time: {} " * 60) is Runaway.LOOP
    assert stopped("the same the same " * 80) is Runaway.LOOP
    assert stopped("2025-12-04 " * 80) is Runaway.LOOP


def test_lists_tables_code_and_indentation_are_no_loops() -> None:
    steps = "".join(f"{n}. Run `zpool status -x tank{n}` and wait.\n" for n in range(1, 60))
    table = "| a | b |\n" + "|---|---|\n" + "".join(f"| {n} | {n * n} |\n" for n in range(80))
    code = "```\n" + "".join(f"# comment\nset x{n} {n}\n\n" for n in range(40)) + "```\n"
    assert stopped(steps) is None
    assert stopped(table) is None
    assert stopped(code) is None
    assert stopped("-" * 400 + "\n" + steps) is None
    assert stopped("00000000 " * 20 + "00000001") is None, "some zeros of a dump"
    assert runaway("") is None
