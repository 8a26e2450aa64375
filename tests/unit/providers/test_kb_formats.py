"""Each registered format of KB files reads its articles and survives what is not one."""

from __future__ import annotations

import contextlib
import json
import threading
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from neurodesk.domain.encoding import decode_text, encode_text
from neurodesk.domain.kb import KbFormat, NotAnArticle
from neurodesk.providers.kb import html, json_articles
from neurodesk.providers.kb.fields import date_seconds, language_code
from neurodesk.providers.kb.front_matter import read_front_matter
from neurodesk.providers.kb.registry import KB_FORMATS
from neurodesk.providers.kb.watch import KbWatcher

SAMPLES = {
    "markdown": b"---\ntitle: Disk\nlang: de\ndate: 2024-05-01\nodd: [1, 2]\n---\n# H\n\nText here.\n",
    "html": b'<html lang="de"><head><title>Disk</title><meta name="date" content="2024-05-01">'
    b'<meta name="odd" content="1"></head><body><h2>H</h2><p>Text here.</p></body></html>',
    "json": b'{"title": "Disk", "text": "Text here.", "language": "de", "date": "2024-05-01", "odd": [1, 2]}',
}
MAY_1_2024 = 1_714_521_600.0


@pytest.mark.parametrize("kb_format", KB_FORMATS, ids=lambda one: one.name)
def test_title_language_date_and_unknown_fields_are_kept(kb_format: KbFormat) -> None:
    parsed = kb_format.parse(SAMPLES[kb_format.name])
    assert parsed.format == kb_format.name
    assert (parsed.title, parsed.lang, parsed.dated_at) == ("Disk", "de", MAY_1_2024)
    assert "odd" in parsed.meta
    assert "Text here." in parsed.body
    json.dumps(parsed.meta)


@pytest.mark.parametrize("kb_format", KB_FORMATS, ids=lambda one: one.name)
@settings(max_examples=40, deadline=None)
@given(data=st.binary(max_size=200) | st.text(max_size=200).map(lambda one: one.encode("utf-8", "replace")))
def test_no_bytes_are_fatal(kb_format: KbFormat, data: bytes) -> None:
    for content in (data, SAMPLES[kb_format.name][:60] + data):
        with contextlib.suppress(NotAnArticle):
            parsed = kb_format.parse(content)
            json.dumps(parsed.meta)
            assert "\r" not in parsed.body


@settings(max_examples=40, deadline=None)
@example("\x000")
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=80))
def test_what_was_decoded_can_be_written_back(text: str) -> None:
    for codec in ("utf-8", "utf-8-sig", "utf-16"):
        data = text.encode(codec)
        decoded = decode_text(data)
        assert encode_text(decoded.text, decoded.encoding) == data


def test_html_becomes_plain_markdown_without_anything_active() -> None:
    page = """<html><body><nav>menu</nav><h1>Disk <em>full</em></h1><script>alert(1)</script>
    <p>Run <code>df -h</code> on <a href="../a b.html">the host</a>.<br>Then <b>wait</b>.</p>
    <ol><li>One<ul><li>Inner</li></ul></li><li>Two</li></ol>
    <pre class="language-bash"># not a heading
df -h</pre><table><tr><th>A</th><th>B</th></tr><tr><td>1|2</td><td>3</td></tr></table>
    <img src="https://example.org/x.png"><iframe src="x"></iframe><!-- hidden --></body></html>"""
    parsed = html.parse(page.encode())
    assert parsed.title == "Disk full"
    assert parsed.body == (
        "# Disk full\n\nRun `df -h` on [the host](../a%20b.html). Then **wait**.\n\n"
        "1. One\n   - Inner\n2. Two\n\n```bash\n# not a heading\ndf -h\n```\n\n"
        "| A | B |\n|---|---|\n| 1\\|2 | 3 |\n"
    )


def test_html_says_its_own_encoding_and_twins() -> None:
    page = '<meta charset="koi8-r"><link rel="alternate" hreflang="en" href="a.en.html"><p>Привет</p>'
    parsed = html.parse(page.encode("koi8-r"))
    assert "Привет" in parsed.body
    assert parsed.encoding == "koi8-r"
    assert parsed.translation_of == ("a.en.html",)


def test_deep_html_ends() -> None:
    parsed = html.parse(b"<div>" * 5000 + b"deep" + b"</div>" * 5000)
    assert len(parsed.body) < 100


def test_json_answer_follows_the_text_and_other_json_is_no_article() -> None:
    parsed = json_articles.parse(
        json.dumps(
            {"id": "7", "title": "T", "text": "Why.", "answer": "Do this.", "auto_reply": True, "x": {"y": 1}}
        ).encode()
    )
    assert parsed.body == "Why.\n\nDo this."
    assert parsed.meta["x"] == {"y": 1}
    assert parsed.meta["auto_reply"] is True
    for text, code in (
        ("[1]", "not_an_article"),
        ('{"name": "package", "version": "1"}', "not_an_article"),
        ('{"text": ', "json_broken"),
        ("[" * 100_000, "json_broken"),
        ('{"text": "a", "n": NaN}', "json_broken"),
    ):
        with pytest.raises(NotAnArticle) as caught:
            json_articles.parse(text.encode())
        assert caught.value.code == code
    assert json_articles.parse(b'{"text": "a", "title": 5}').problems == ("field_type: title",)


def test_yaml_keeps_what_it_says() -> None:
    front = read_front_matter("---\nanswer: NO\nn: 012\nwhen: 2024-05-01\nat: 1:30\n---\nx")
    assert front.meta["answer"] == "NO"
    assert front.meta["when"] == "2024-05-01"
    assert front.meta["at"] == "1:30"
    assert read_front_matter("---\n\nA rule, no fields.\n\n---\n").length == 0
    assert read_front_matter('---\na: "x"\nb: ["p", "q"]\n---\n').meta == {"a": "x", "b": ["p", "q"]}


def test_dates_and_languages_in_their_usual_spellings() -> None:
    for text in ("2024-05-01", "01.05.2024", "5/1/2024", "2024-05-01T00:00:00Z", "2024-05-01 00:00"):
        assert date_seconds(text) == MAY_1_2024, text
    assert date_seconds("next week") == date_seconds("2024-13-40") == 0.0
    assert [language_code(one) for one in ("de-DE", "German", "en_US", "Klingon", 5)] == [
        "de",
        "de",
        "en",
        "",
        "",
    ]


def test_outside_changes_are_told_once_they_settle(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    first.mkdir()
    second.mkdir()
    told: list[frozenset[str]] = []
    event = threading.Event()

    def changed(kb_ids: frozenset[str]) -> None:
        told.append(kb_ids)
        event.set()

    with KbWatcher({"A": first, "B": second}, changed, debounce_s=0.15) as watcher:
        assert watcher.unwatched == {}
        (first / ".git").mkdir()
        (first / ".git" / "index").write_text("x")
        for number in range(20):
            (first / f"{number}.md").write_text("text")
        assert event.wait(10)
        event.clear()
        (second / "new.md").write_text("text")
        assert event.wait(10)
        event.clear()
        # Reading is no change.
        (second / "new.md").read_text()
        assert not event.wait(0.6)
    assert told[0] == {"A"}
    assert told[-1] == {"B"}
    assert len(told) <= 4


@pytest.mark.parametrize(
    "value",
    [
        "MIT",
        "Two words",
        "well-known",
        "yes",
        "Off",
        "null",
        "N",
        "true",
        '"quoted"',
        "'x'",
        '["a", "b"]',
        "a - b",
    ],
)
def test_simple_front_matter_reads_as_yaml_reads_it(value: str) -> None:
    # A comment is more than the short way reads: the same lines then go through YAML.
    short = read_front_matter(f"---\nkey: {value}\n---\n")
    long = read_front_matter(f"---\nkey: {value}\n# more\n---\n")
    assert short.meta == long.meta
    assert short.problems == long.problems == ()
