"""An article as HTML for other programs: what Markdown means, and nothing that acts."""

from __future__ import annotations

from neurodesk.app.article_html import article_html

ARTICLE = """---
title: Hidden
---
# Grow a volume

| a | b |
|---|---|
| 1 | 2 |

1. Run `vgs`.

```sh
lvextend -r
```

![plan](img/plan.png) [docs](https://docs.example.org/x) [here](other.md)
"""


def test_markdown_becomes_the_html_it_means_without_front_matter() -> None:
    html = article_html(ARTICLE)
    assert "Hidden" not in html
    assert "<h1>Grow a volume</h1>" in html
    assert "<table>" in html
    assert "<ol>" in html
    assert '<code class="language-sh">lvextend -r\n</code>' in html
    assert 'src="img/plan.png"' in html
    assert '<a href="https://docs.example.org/x" rel="noopener noreferrer">docs</a>' in html


def test_nothing_in_it_can_act() -> None:
    hostile = (
        "<script>alert(1)</script><img src=x onerror=alert(1)>\n\n"
        "[a](javascript:alert(1)) [b](file:///etc/passwd) ![c](data:text/html,x)\n\n"
        '<iframe src="https://evil.example"></iframe><p style="position:fixed" onclick="x()">text</p>\n'
    )
    html = article_html(hostile).lower()
    for word in ("<script", "onerror", "onclick", "javascript:", "file:", "data:", "<iframe", "style="):
        assert word not in html
    assert "text" in html
