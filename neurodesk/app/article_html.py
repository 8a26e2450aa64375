"""Articles as HTML for other programs: by the Markdown library, cleaned by an allow-list (SPEC I4, S4).

The window never shows this HTML; it draws its own tree (``ui.reading``).
"""

from __future__ import annotations

import re

_EXTENSIONS = ("fenced_code", "tables", "sane_lists", "footnotes", "attr_list", "md_in_html")
_TAGS = frozenset(
    "a abbr b blockquote br code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd li ol p pre s section"
    " strong sub sup table tbody td tfoot th thead tr ul".split()
)
_ATTRIBUTES = {
    "a": {"href", "title"},
    "img": {"src", "alt", "title"},
    "code": {"class"},
    "td": {"align", "colspan", "rowspan"},
    "th": {"align", "colspan", "rowspan"},
    "ol": {"start"},
    "h1": {"id"},
    "h2": {"id"},
    "h3": {"id"},
    "li": {"id"},
    "sup": {"id"},
}
_SCHEMES = frozenset({"http", "https", "mailto"})
_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\r?\n.*?\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)


def article_html(text: str) -> str:
    """Return an article's Markdown as clean HTML: no script, no style, no handler, no foreign scheme.

    Args:
        text: the article as it lies in its file; front matter is left out.

    Returns:
        A fragment; pictures keep their relative names, anything with another scheme than http, https or
        mailto loses its target.
    """
    import markdown
    import nh3

    body = markdown.markdown(_FRONT_MATTER.sub("", text, count=1), extensions=list(_EXTENSIONS))
    return nh3.clean(
        body,
        tags=set(_TAGS),
        attributes={tag: set(names) for tag, names in _ATTRIBUTES.items()},
        url_schemes=set(_SCHEMES),
        link_rel="noopener noreferrer",
        strip_comments=True,
    )
