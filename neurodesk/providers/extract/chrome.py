"""Sites around an article: what a page of the web adds to the text that is wanted (for measurements)."""

from __future__ import annotations

import re
from html import escape

from neurodesk.domain.extraction import Document

# Words that stand in a site's chrome and in no article: what of them is left over is noise.
CHROME_WORDS = ("Zqnavigation", "Zqcookies", "Zqsidebar", "Zqfooter", "Zqcomment")

_LINKS = "".join(f'<li><a href="/{n}">Zqnavigation topic {n}</a></li>' for n in range(1, 13))
_RELATED = "".join(f'<li><a href="/r{n}">Zqsidebar related guide {n}</a></li>' for n in range(1, 8))
_COMMENTS = "".join(
    f'<div class="comment"><p class="author">reader{n}</p><p>Zqcomment number {n}: this did not work '
    "for me at first, then I rebooted and it did. Thanks for writing it down.</p>"
    "<pre><code>sudo reboot</code></pre></div>"
    for n in range(1, 4)
)

_DOCS = """<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{title} | Handbook</title>
<style>.skip{{position:absolute;left:-9999px}}</style></head><body>
<a class="skip" href="#main">Zqnavigation skip to content</a>
<header><nav><ul>{links}</ul></nav></header>
<div class="cookie-banner" role="dialog">
<p>Zqcookies: we and our partners use cookies to improve your visit.</p>
<button>Accept</button></div>
<aside class="sidebar"><h3>Zqsidebar</h3><ul>{related}</ul></aside>
<main id="main"><article><h1>{title}</h1>{body}</article></main>
<section id="comments"><h2>Zqcomment section</h2>{comments}</section>
<footer><p>Zqfooter, imprint, privacy policy, all rights reserved</p></footer></body></html>"""

_DIVS = """<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{title} - Blog</title>
</head><body>
<div id="wrapper"><div class="navbar"><ul>{links}</ul></div>
<div class="row"><div class="col-3 sidebar">
<div class="widget"><h4>Zqsidebar</h4><ul>{related}</ul></div></div>
<div class="col-9"><div class="post"><h1 class="post-title">{title}</h1>
<div class="share"><a href="/s1">Share</a> <a href="/s2">Post</a></div>
<div class="post-content entry-content">{body}</div>
<div class="share"><a href="/s1">Share</a> <a href="/s2">Post</a></div></div>
<div class="comments-area"><h3>Zqcomment section</h3>{comments}</div></div></div>
<div class="footer"><p>Zqfooter, all rights reserved</p></div>
<div class="consent-layer"><p>Zqcookies: this site uses cookies.</p>
<a href="#ok">Agree</a></div></div></body></html>"""

_TABLES = """<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8">
<title>{title}</title>
</head><body bgcolor="#ffffff"><table width="100%"><tr><td colspan="2"><ul>{links}</ul></td></tr>
<tr><td width="160" valign="top" class="menu"><ul>{related}</ul></td>
<td valign="top"><h1>{title}</h1>{body}</td></tr>
<tr><td colspan="2"><small>Zqfooter, last built by hand</small></td></tr></table></body></html>"""

_WIKI = """<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{title} - Wiki</title></head>
<body class="mediawiki"><div id="mw-navigation">
<div role="navigation" class="portal"><ul>{links}</ul></div></div>
<div id="content" role="main"><h1 id="firstHeading">{title}</h1><div id="bodyContent">
<div id="toc" class="toc"><ul>{related}</ul></div><div class="mw-parser-output">{body}</div>
<div class="printfooter">Zqfooter retrieved from the wiki</div></div></div>
<div id="footer" role="contentinfo"><ul><li>Zqfooter privacy</li></ul></div></body></html>"""

_APP = """<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>
<script>window.__STATE__={{"a":"<p>x</p>"}};</script></head><body><div id="__next"><div class="css-1x2y"><div>
<div class="css-nav"><nav aria-label="Main"><ul>{links}</ul></nav></div>
<div class="css-9"><div class="css-8"><div class="css-7 markdown"><div><h1>{title}</h1></div>{body}</div>
<div class="css-5"><span>Was this page helpful?</span><button>Yes</button></div></div>
<nav class="css-toc" aria-label="On this page"><ul>{related}</ul></nav></div>
<footer class="css-4"><div>Zqfooter</div></footer></div></div>
<div id="onetrust-consent-sdk">
<div role="alertdialog"><p>Zqcookies: choose what we may store.</p></div></div></div>
</body></html>"""

CHROMES = {"docs": _DOCS, "divs": _DIVS, "layout_table": _TABLES, "wiki": _WIKI, "app": _APP}
# How sites show code: bare, coloured word by word, or with a gutter of line numbers beside it.
_CODE_DRESS = {"divs": "coloured", "app": "gutter"}
_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_PRE = re.compile(r"<pre><code([^>]*)>(.*?)</code></pre>", re.DOTALL)
_WORD = re.compile(r"(&\w+;|[A-Za-z_][\w-]*)")


def article_html(markdown_text: str) -> str:
    """Render a Markdown article as the body of a page."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable("table")
    return str(parser.render(_FRONT_MATTER.sub("", markdown_text.replace("\r\n", "\n"))))


def in_chrome(body: str, title: str, lang: str, chrome: str = "docs") -> Document:
    """Put an article's HTML into a site's chrome, one of ``CHROMES``."""
    dress = _CODE_DRESS.get(chrome, "")
    page = CHROMES[chrome].format(
        lang=lang,
        title=escape(title),
        body=_PRE.sub(lambda match: _dressed(match, dress), body) if dress else body,
        links=_LINKS,
        related=_RELATED,
        comments=_COMMENTS,
    )
    return Document(page.encode(), "page.html")


def _dressed(match: re.Match[str], dress: str) -> str:
    language, code = match.groups()
    if dress == "coloured":
        coloured = _WORD.sub(
            lambda word: word.group() if word.group()[0] == "&" else f'<span class="n">{word.group()}</span>',
            code,
        )
        return f'<div class="highlight"><pre><code{language}>{coloured}</code></pre></div>'
    lines = code.rstrip("\n").count("\n") + 1
    numbers = "\n".join(str(n) for n in range(1, lines + 1))
    return (
        f'<table class="highlighttable"><tr><td class="linenos"><pre>{numbers}</pre></td>'
        f'<td class="code"><pre><code{language}>{code}</code></pre></td></tr></table>'
    )
