"""Passages: on headings, bounded, with fences whole and offsets that are true."""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from neurodesk.domain.markdown_text import LineKind, lines_of, outline_of
from neurodesk.pipeline.chunk import MAX_CHARS, chunk

SENTENCE = "The quick server restarts the slow service after the update is done. "


def test_a_number_sign_in_a_fence_is_no_heading_and_a_fence_stays_whole() -> None:
    code = "```bash\n# not a heading\n" + "echo line\n" * 200 + "```"
    passages = chunk(outline_of(f"# Title\n\nText.\n\n{code}\n\n## Next\n\nMore.\n"))
    assert [one.heading for one in passages] == ["Title", "Title", "Title > Next"]
    assert passages[1].text == code


def test_long_sections_are_cut_at_sentences_with_overlap() -> None:
    body = "## Section\n\n" + SENTENCE * 40
    passages = chunk(outline_of(body))
    assert len(passages) > 3
    for before, after in itertools.pairwise(passages):
        assert before.heading == after.heading == "Section"
        assert after.start <= before.end + 1
        assert after.text.startswith("The quick server")
        assert len(after.text) <= MAX_CHARS


def test_a_comment_is_in_no_passage() -> None:
    body = "# T\n\nText.\n\n<!--\n\nhidden words\n\n-->\n\nMore.\n"
    assert "hidden" not in "".join(one.text for one in chunk(outline_of(body)))


def test_underlined_headings_and_rules_are_told_apart() -> None:
    kinds = [line.kind for line in lines_of("Title\n=====\n\ntext\n\n---\n\n- a\n- b\n| x | y |\n")]
    assert kinds[0] is LineKind.HEADING
    assert kinds[5] is LineKind.RULE


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "# A",
                "## B b",
                "",
                "",
                SENTENCE,
                SENTENCE * 20,
                "```",
                "~~~",
                "- item",
                "| a | b |",
                "x" * 1500,
                "===",
                "<!--",
                "-->",
                "1. step",
                "\t`code`",
            ]
        ),
        max_size=30,
    )
)
def test_every_passage_is_a_piece_of_the_body_in_order(lines: list[str]) -> None:
    body = "\n".join(lines)
    outline = outline_of(body)
    assert len(outline.masked) == len(body)
    passages = chunk(outline)
    start = -1
    for number, one in enumerate(passages):
        assert one.ordinal == number
        assert body[one.start : one.end] == one.text
        assert one.start > start
        start = one.start
        assert len(one.text) <= MAX_CHARS or "```" in one.text or "~~~" in one.text or "#" in one.text
