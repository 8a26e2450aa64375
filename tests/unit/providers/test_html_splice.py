"""HTML articles are changed block by block; nothing else of the page moves (SPEC K1, P5)."""

from __future__ import annotations

import pytest

from neurodesk.domain.splicing import SpliceConflict
from neurodesk.providers.kb.html import body_of, splice

PAGE = """<!DOCTYPE html>
<html lang="de"><head><title>Volume</title><style>p{color:red}</style></head>
<body class="x">
  <nav><p>menu</p></nav>
  <!-- a remark -->
  <h1 id="top">Extend a volume</h1>
  <p>It may stay <em class="k">mounted</em> for <code>10&nbsp;min</code> &amp; more.</p>
  <ol>
    <li>Check with <code>vgs</code>.
    <li>Extend it.</li>
    <li>Look at it.</li>
  </ol>
  <pre><code class="language-sh">lvextend -L 5G /dev/vg0/a
df -h</code></pre>
  <table><tr><th>Size</th><th>Time</th></tr><tr><td>5 GB</td><td>3 min</td></tr></table>
  <P>Last <b>words</b> here.</P>
  <script>var a = "<p>no</p>";</script>
</body></html>
"""

CHANGES = [
    ("It may stay", "It can stay", "It may stay", "It can stay"),
    ("5 GB", "6 GB", "<td>5 GB", "<td>6 GB"),
    ("Extend it.", "Extend it with `lvextend`.", "Extend it.", "Extend it with <code>lvextend</code>."),
    ("with `vgs`.", "with `vgs vg0`.", "<code>vgs</code>", "<code>vgs vg0</code>"),
    ("-L 5G", "-L 9G", "-L 5G", "-L 9G"),
    ("mounted for", "mounted all day for", "</em> for", "</em> all day for"),
    ("2. Extend it.\n3. Look", "2. Look", "    <li>Extend it.</li>\n", ""),
    (
        "3. Look at it.",
        "3. Look at it.\n4. Done <soon>.",
        "<li>Look at it.</li>",
        "<li>Look at it.</li>\n    <li>Done &lt;soon&gt;.</li>",
    ),
    (
        "3. Look at it.",
        "3. Look at it.\n\nSee [the notes](notes.html).",
        "  </ol>",
        '  </ol>\n  <p>See <a href="notes.html">the notes</a>.</p>',
    ),
    (
        "Last **words** here.",
        "Last **words** here.\n\n## Rollback\n\nGo back.",
        "here.</P>",
        "here.</P>\n  <h2>Rollback</h2>\n  <p>Go back.</p>",
    ),
    ("\nLast **words** here.\n", "", "  <P>Last <b>words</b> here.</P>\n", ""),
]


@pytest.mark.parametrize(("old", "new", "was", "becomes"), CHANGES)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_p5_only_the_changed_block_is_touched(
    old: str, new: str, was: str, becomes: str, line_end: str
) -> None:
    page, body = PAGE.replace("\n", line_end), body_of(PAGE)
    assert old in body
    expected = PAGE.replace(was, becomes).replace("\n", line_end)
    wanted = body.replace(old, new)
    result = splice(page, body, wanted)
    if "language-sh" not in was:
        assert result == expected
    assert body_of(result).strip() == wanted.strip()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("| 5 GB | 3 min |", "| 5 GB | 3 min |\n| 6 GB | 4 min |"),
        ("It may stay mounted for `10 min` & more.", "Now it can go unmounted for `20 min` and on."),
        ("1. Check", "- Check"),
        ("Look at it.", "Look  at  it."),  # a page cannot say two spaces
    ],
)
def test_p5_what_would_touch_more_is_refused(old: str, new: str) -> None:
    body = body_of(PAGE)
    assert old in body
    with pytest.raises(SpliceConflict, match="format_not_spliceable"):
        splice(PAGE, body, body.replace(old, new))


def test_p5_code_that_a_highlighter_marked_up_is_refused() -> None:
    page = "<body><h1>Code</h1><pre><code><span class='k'>ls</span> -l</code></pre></body>"
    body = body_of(page)
    with pytest.raises(SpliceConflict):
        splice(page, body, body.replace("-l", "-a"))


def test_p5_an_unchanged_text_leaves_a_broken_page_as_it_is() -> None:
    page = "<p>one<p>two<li>three</b><table><td>x"
    assert splice(page, body_of(page), body_of(page)) == page
