import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neurodesk.ui.reading import BlockKind, Style, plain_label, render_html, render_markdown, render_plain
from neurodesk.ui.reading.tree import PAGE_MAX_BLOCKS, PAGE_MAX_CHARS, SafeDocument

MIXED = """---
title: hidden
---
# Title with *stress* and `code`

First [link](https://example.org/a_(b) "t") and a \\* star &amp; more
on the next line. 😀 emoji.

- item one
  more of it

  1. inner `zfs load-key -a`
> quote **bold**

| a | b |
|---|---|
| x | **z** |

```sh
zfs get x
  indented
```

    old style code

![Alt text](picture.png) end. <https://auto.example>
"""


def shown(document: SafeDocument) -> str:
    return document.text


def test_every_exact_run_says_where_it_stands_in_the_file() -> None:
    document = render_markdown(MIXED)
    exact = 0
    for block in document.blocks:
        for run in block.all_runs():
            if run.start >= 0 and run.length == len(run.text) and run.text.strip():
                assert MIXED[run.start : run.start + run.length].replace("\n", " ") == run.text
                exact += len(run.text)
    assert exact > 150
    assert "hidden" not in shown(document)


def test_escapes_entities_and_links_keep_their_place() -> None:
    runs = [run for block in render_markdown(MIXED).blocks for run in block.all_runs()]
    by_text = {run.text: run for run in runs}
    assert MIXED[by_text["*"].start :][:2] == "\\*"
    assert MIXED[by_text["&"].start :][:5] == "&amp;"
    assert by_text["link"].href == "https://example.org/a_(b)"
    picture = next(run for run in runs if run.style & Style.PICTURE)
    assert (picture.text, picture.picture) == ("Alt text", "picture.png")
    assert MIXED[picture.start : picture.start + picture.length] == "![Alt text](picture.png)"


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet=st.sampled_from(list("ab *_`[]()<>#-\n1.|&;\\\"'!😀ß")), max_size=80))
def test_any_markdown_is_shown_and_runs_never_point_outside(text: str) -> None:
    for block in render_markdown(text).blocks:
        for run in block.all_runs():
            assert run.start == -1 or 0 <= run.start <= run.start + run.length <= len(text)


def test_lists_keep_numbers_and_depth() -> None:
    blocks = render_markdown("3. three\n4. four\n   - inner\n").blocks
    assert [(b.item, b.depth) for b in blocks] == [(3, 1), (4, 1), (0, 2)]


@pytest.mark.parametrize(
    "target", ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "vbscript:x", "JaVaScRiPt:x"]
)
def test_dangerous_link_targets_are_no_links(target: str) -> None:
    for document in (render_markdown(f"[x]({target})"), render_html(f'<a href="{target}">x</a>')):
        assert all(not run.href for block in document.blocks for run in block.all_runs())


def test_html_is_rebuilt_from_an_allow_list() -> None:
    document = render_html(
        "<h2>T</h2><p onclick=x>one <b>two</b></p><script>alert(1)</script><style>p{}</style>"
        '<iframe src="http://x"></iframe><form><input value=secret></form><ul><li>a<li>b</ul>'
        '<pre>c\nd</pre><img src="file:///etc/passwd" alt="A"><!-- c -->'
    )
    assert "alert" not in shown(document)
    assert "secret" not in shown(document)
    kinds = [(b.kind, b.level, b.item) for b in document.blocks]
    assert kinds[0] == (BlockKind.HEADING, 2, -1)
    assert [b.item for b in document.blocks if b.item >= 0] == [0, 0]
    pictures = [r.picture for b in document.blocks for r in b.all_runs() if r.style & Style.PICTURE]
    assert pictures == [""], "a file: source does not survive"


def test_raw_html_in_markdown_hides_nothing() -> None:
    text = shown(render_markdown("A <b>bold</b> word <!-- secret --> and <script>alert(1)</script>\n"))
    assert "<!-- secret -->" in text
    assert "alert(1)" in text
    assert "<script>" in text


def test_direction_and_zero_width_characters_become_visible() -> None:
    text = shown(render_markdown("safe\u202eevil\u2066x\u200by\ufeffz"))
    assert text == "safe‹RLO›evil‹LRI›x‹U+200B›y‹U+FEFF›z"
    assert plain_label("a\u202eb\nc\u2028d") == "a‹RLO›b c d"
    assert plain_label("x" * 900, 100) == "x" * 99 + "…"


def test_joiners_of_emoji_and_persian_stay() -> None:
    assert shown(render_plain("👩‍💻 می‌خواهم")) == "👩‍💻 می‌خواهم"


@pytest.mark.parametrize(
    "text",
    [
        "<div>" * 20_000 + "x",
        ">" * 20_000 + " x",
        "- " * 20_000 + "x",
        "\n".join("  " * n + "- a" for n in range(300)),
        "- x\n" * 6_000,
        "[" * 30_000,
        "<a href=x>" * 20_000,
        "<p " + " ".join(f"a{n}=1" for n in range(30_000)) + ">x",
        "x" * 1_000_000,
        "| a " * 5_000 + "|\n" + "|-" * 5_000 + "|\n",
        "<table>" * 3_000,
    ],
    ids=[
        "divs",
        "quotes",
        "dashes",
        "steps",
        "items",
        "brackets",
        "anchors",
        "attributes",
        "line",
        "cells",
        "tables",
    ],
)
def test_hostile_structures_are_rendered_in_time_and_in_pages(text: str) -> None:
    for render in (render_markdown, render_html):
        begun = time.process_time()
        document = render(text)
        assert time.process_time() - begun < 6
        for first, end in document.pages:
            blocks = document.blocks[first:end]
            assert sum(block.chars for block in blocks) <= PAGE_MAX_CHARS
            assert len(blocks) <= PAGE_MAX_BLOCKS


def test_deep_nesting_is_shown_as_plain_text_not_dropped() -> None:
    document = render_markdown("> " * 100 + "the end")
    assert document.plain
    assert "the end" in shown(document)


def test_page_of_a_place_finds_the_page_that_shows_it() -> None:
    text = "\n\n".join(f"paragraph {n}" for n in range(4_500))
    document = render_markdown(text)
    assert len(document.pages) == 3
    assert document.page_of(text.index("paragraph 0")) == 0
    assert document.page_of(text.index("paragraph 2500")) == 1
    assert document.page_of(text.index("paragraph 4499")) == 2


def test_plain_text_keeps_every_place() -> None:
    text = "one\r\ntwo  \n\nthree\u2028four"
    document = render_plain(text)
    for block in document.blocks:
        for run in block.runs:
            if run.length == len(run.text):
                assert text[run.start : run.start + run.length] == run.text
