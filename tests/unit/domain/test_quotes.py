"""Quotations are found in spite of typesetting, never in spite of different words (SPEC R4)."""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neurodesk.domain.folding import fold_text
from neurodesk.domain.quotes import (
    FoldedSource,
    QuoteSpan,
    find_all,
    find_quote,
    is_sufficient_quote,
    source_unit_around,
)
from neurodesk.domain.units import split_source

SAME = [
    ("Die Konfigu-\nration ist fertig", "Konfiguration ist"),
    ("Die Konfigu-\r\n    ration ist fertig", "Konfiguration ist"),
    ("Die Konfigu\u2010\nration", "Konfiguration"),
    ("Die Konfigu\u00ad\nration", "Konfiguration"),
    ("Die Kon\u00adfigu\u00adration", "Konfiguration"),
    ("Die Konfiguration ist", "Konfigu-\nration"),
    ("Eine E-\nMail senden", "E-Mail senden"),
    ("Eine E-Mail senden", "E-\nMail senden"),
    ("Vor-\nund Nachteile", "Vor- und Nachteile"),
    ("KONFIGU-\nRATION", "KONFIGURATION"),
    ("von 10-\n20 GB", "10-20 GB"),
    ("von 10\u2013\n20 GB", "10-20 GB"),
    ("Jahre 2010\u20132020", "Jahre 2010-2020"),
    ("ein Wort\u2014und noch eins", "Wort-und noch"),
    ("die e\ufb03ziente \ufb01le", "effiziente file"),
    ("Größe über", unicodedata.normalize("NFD", "Größe über")),
    (unicodedata.normalize("NFD", "Die Größe über"), "Größe über"),
    ("\u212bngstr\u00f6m", "\u00c5ngström"),
    (unicodedata.normalize("NFD", "서울 서버"), "서울 서버"),
    ("er sagt „Hallo“ laut", 'sagt "Hallo" laut'),
    ("it\u2019s done", "it's done"),
    ("a\u00a0b\u2003c\u2028\u2029d\te", "a b c d e"),
    ("eins  \n\n  zwei", "eins zwei"),
    ("no\u200bbr\u2060eak\ufeff here", "nobreak here"),
    ("warte\u2026 dann", "warte... dann"),
    ("\ufeffDer Anfang", "Der Anfang"),
    ("Port 80.", "Port 80"),
    ("Port 80, 443", "Port 80"),
    ("(Port 80)", "Port 80"),
    ("siehe \u2014 Port 80", "Port 80"),
    ("eins\u2014zwei drei", "zwei drei"),
    ("eins zwei\u2014drei", "eins zwei"),
]
DIFFERENT = [
    ("Eine E-\nMail", "EMail"),
    ("von 10-\n20 GB", "1020 GB"),
    ("von 1020 GB", "10-\n20 GB"),
    ("Vor- und Nachteile", "Vorund Nachteile"),
    ("Vor-und Nachteile", "Vor- und Nachteile"),
    ("E-Mail", "EMail"),
    ("EMail", "E-Mail"),
    ("der port 8080 ist", "port 80"),
    ("der port 8080 ist", "80 ist"),
    ("ein Wert von 1.5 GB", "5 GB"),
    ("ein Wert von 1.5 GB", "von 1"),
    ("ein Wert von 1,5", "Wert von 1"),
    ("bei -5 Grad", "5 Grad"),
    ("-5 Grad", "5 Grad"),
    ("von 10\u201320 GB", "20 GB"),
    ("von 10\u201420 GB", "20 GB"),
    ("von 10\u201420 GB", "von 10"),
    ("a non-root user", "root user"),
    ("a user-defined name", "a user"),
    ("unmöglich", "möglich"),
    ("apt Install", "apt install"),
    ("$PATH", "$path"),
    ("10\u00b2 Meter", "102 Meter"),
    ("docker run --rm", "docker run -rm"),
    ("der Dienst startet", "der Server startet"),
    ("warte\u2026 dann", "warte."),
    ("o\ufb03ce", "of"),
    ("x\u0332 gilt", "x"),
    ("x\u0332 gilt", "\u0332 gilt"),
    ("kurz", ""),
    ("- - -", "- -"),
    ("safe \u202eesrever\u202c text", "safe esrever text"),
]


@pytest.mark.parametrize(("source", "quote"), SAME)
def test_the_same_words_are_found_in_spite_of_typesetting(source: str, quote: str) -> None:
    span = find_quote(source, quote)
    assert span is not None
    assert FoldedSource(span.of(source)).find(quote) == QuoteSpan(0, span.end - span.start)


@pytest.mark.parametrize(("source", "quote"), DIFFERENT)
def test_different_text_is_never_found(source: str, quote: str) -> None:
    assert find_quote(source, quote) is None


def test_offsets_are_those_of_the_stored_source() -> None:
    source = "\ufeffErste  Zeile\r\n„O\ufb03ce“ ko\u0308nnen\u00ad Sie instal-\r\n  lieren – jetzt.\r\n"
    span = find_quote(source, '"Office" können Sie installieren - jetzt')
    assert span is not None
    assert span.of(source) == "„O\ufb03ce“ ko\u0308nnen\u00ad Sie instal-\r\n  lieren – jetzt"


def test_every_place_is_found_without_overlap() -> None:
    source = "foo bar. Foo bar, foo  bar; food bar foo\nbar"
    assert [span.of(source) for span in find_all(source, "foo bar")] == ["foo bar", "foo  bar", "foo\nbar"]
    assert FoldedSource(source).find_all("nichts") == ()


def test_folding_for_hashes_evens_shapes_but_not_words() -> None:
    assert fold_text(" „Gro\u0308ße“ \u2013 e\ufb03zi\u00adent \n x\u200by ") == '"Größe" - effizient xy'
    assert fold_text("  plain \t text ") == "plain text"


WORDS = st.sampled_from(
    (
        "Die Konfiguration Datei öffnen effizient Office Größe E-Mail Server10 port 8080 1.5 GB nicht "
        "x86-64 Vor- und Nachteile — „Ja“ it's Straße CPU foo_bar /etc/fstab v2.3.1"
    ).split()
)
TEXTS = st.lists(WORDS, min_size=3, max_size=14).map(" ".join)


def mangled(text: str, draw: st.DrawFn) -> str:
    """Typeset `text` anew: what a PDF, a browser or a copy may do to it."""
    out: list[str] = []
    for place, char in enumerate(text):
        before, after = text[place - 1 : place], text[place + 1 : place + 2]
        choice = draw(st.integers(0, 7))
        if char == " ":
            out.append([" ", "\n", "\u00a0", "  \r\n  ", " ", "\t", "\u2009", " \u200b"][choice])
        elif char == "-":
            out.append(["-", "\u2010", "\u2011", "-"][choice % 4])
        elif char in "\"'":
            out.append(char)
        elif before.isalpha() and char.isalpha() and char.islower() and before.islower() and choice == 1:
            out.append("-\n" + char)
        elif before.isalpha() and char.isalpha() and choice == 2:
            out.append("\u00ad" + char)
        elif before.isalpha() and char.isalpha() and after.isalpha() and choice == 3:
            out.append("\u200d" + char)
        else:
            out.append(char)
    joined = "".join(out)
    if draw(st.booleans()):
        joined = joined.replace("ffi", "\ufb03").replace("fl", "\ufb02")
    return unicodedata.normalize("NFD", joined) if draw(st.booleans()) else joined


@settings(max_examples=150, deadline=None)
@given(st.data(), TEXTS, TEXTS)
def test_a_mangled_source_holds_the_quotation(data: st.DataObject, left: str, quote: str) -> None:
    source = f"{mangled(left, data.draw)} | {mangled(quote, data.draw)}"
    spans = find_all(source, quote)
    assert spans, (source, quote)
    for span in spans:
        assert FoldedSource(span.of(source)).find(quote) == QuoteSpan(0, span.end - span.start)


@settings(max_examples=150, deadline=None)
@given(st.data(), TEXTS)
def test_one_changed_word_or_digit_is_never_found(data: st.DataObject, text: str) -> None:
    words = text.split(" ")
    place = data.draw(st.integers(0, len(words) - 1))
    word = words[place]
    at = data.draw(st.integers(0, len(word) - 1))
    change = {"0": "1", "1": "7", "8": "3", "5": "6"}.get(word[at], "ъ" if word[at].isalnum() else "§")
    words[place] = word[:at] + change + word[at + 1 :]
    assert find_quote(mangled(text, data.draw), " ".join(words)) is None


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="ab1-\n \u00ad\u200b\ufb01\u0308ä\u2014.\u2026", max_size=40), st.data())
def test_whatever_is_found_reads_the_same(source: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(source)))
    end = data.draw(st.integers(start, len(source)))
    quote = source[start:end]
    for span in find_all(source, quote):
        assert 0 <= span.start < span.end <= len(source)
        again = FoldedSource(span.of(source)).find(quote)
        assert again is not None


def test_a_megabyte_is_searched_in_a_moment_once_folded() -> None:
    line = "Der Dienst lauscht auf Port 8080 – siehe „Konfigu-\nration“, Abschnitt well-known.\n"
    folded = FoldedSource(line * (1_000_000 // len(line)) + "Ganz am Ende steht der gesuchte Satz.")
    best = float("inf")
    for _round in range(3):
        begin = time.process_time()
        assert folded.find("Ganz am Ende steht der gesuchte Satz.") is not None
        assert folded.find("Dieser Satz steht nirgends.") is None
        best = min(best, time.process_time() - begin)
    assert best < 0.1  # two searches


def test_a_hostile_source_does_not_stall_the_search() -> None:
    begin = time.process_time()
    assert find_quote("a-" * 100_000, "aaaaaaaaaa") is None
    assert find_quote("a-\n" * 50_000, "a-a-a-a b") is None
    assert time.process_time() - begin < 5


SOURCE = """# Ports

The service does not
listen on port 8080 by default. It logs.

The following are not supported:

- RAID 5 on
  small nodes
- LVM
- Unsupported:
  - foo bar

| Name | Port |
|------|------|
| http | 80 |
| https | 443 |

Run this now:

```
docker run \\
  -p 80:80 \\
  nginx
ls
```

See [the manual](https://example.org/manual).
"""


@pytest.mark.parametrize(
    ("quote", "enough"),
    [
        ("listen on port 8080 by default", False),
        ("The service does not listen on port 8080 by default", True),
        ("The service does not listen on port 8080 by", True),  # 40 characters
        ("port", False),
        ("LVM", False),
        ("RAID 5 on small nodes", True),
        ("| http | 80 |", True),
        ("http | 80", True),
        ("http", False),
        ("Port |", False),
        ("ls", True),
        ("docker", False),
        ("Ports", False),
        ("It logs", True),
        ("See [the manual]", True),
        ("the manual", False),
    ],
)
def test_a_quotation_is_a_whole_unit_or_forty_characters(quote: str, enough: bool) -> None:
    span = find_quote(SOURCE, quote)
    assert span is not None
    assert is_sufficient_quote(SOURCE, span) is enough
    assert is_sufficient_quote(split_source(SOURCE), span) is enough


@pytest.mark.parametrize(
    ("quote", "framed"),
    [
        ("listen on port 8080", "Ports\nThe service does not listen on port 8080 by default."),
        ("LVM", "Ports\nThe following are not supported:\nLVM"),
        ("RAID 5", "Ports\nThe following are not supported:\nRAID 5 on small nodes"),
        ("foo bar", "Ports\nThe following are not supported:\nUnsupported:\nfoo bar"),
        ("443", "Ports\nName | Port\nhttps 443"),
        ("-p 80:80", "Ports\nRun this now:\ndocker run \\ -p 80:80 \\ nginx"),
        ("ls", "Ports\nRun this now:\nls"),
        ("https://example.org/manual", "Ports\nSee the manual."),
        ("Ports", "Ports"),
    ],
)
def test_a_quotation_is_judged_with_what_was_cut_off(quote: str, framed: str) -> None:
    span = find_quote(SOURCE, quote)
    assert span is not None
    context = source_unit_around(SOURCE, span)
    assert context.framed == framed
    assert context.start <= span.start < span.end <= context.end


@pytest.mark.parametrize("above", ["# H\n\n", "# H\n\nText.\n\n", "# H\n\nUse:\n\n```\nls\n```\n\n"])
def test_a_list_without_introduction_has_none(above: str) -> None:
    source = above + "- a b\n- c d\n"
    span = find_quote(source, "c d")
    assert span is not None
    assert source_unit_around(source, span).framed == "H\nc d"


def test_a_passage_of_markup_alone_has_no_unit_around_it() -> None:
    context = source_unit_around("text\n\n---\n\nmore", QuoteSpan(6, 9))
    assert (context.units, context.heading, context.text, context.framed) == ((), "", "", "")
    assert source_unit_around("", QuoteSpan(0, 0)).units == ()


def test_a_manual_page_is_read_by_sentences_not_by_lines() -> None:
    indent = " " * 7
    page = f"NAME\n\n{indent}The  option is not\n{indent}supported on this system. It was\n{indent}removed.\n"
    span = find_quote(page, "supported on this system")
    assert span is not None
    assert source_unit_around(page, span).text == "The option is not supported on this system."
    assert not is_sufficient_quote(page, span)
