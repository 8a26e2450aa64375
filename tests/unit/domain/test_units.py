"""Every character of an article belongs to one unit, and sentences end where readers end them (SPEC R4)."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neurodesk.domain.units import (
    Article,
    Exemption,
    UnitKind,
    exempt_share,
    is_gap,
    split_article,
    split_source,
    too_much_exempt,
)


def assert_complete(article: Article) -> None:
    """Every character outside front matter is owned once or is markup between units."""
    owned = sorted(span for unit in article.units for span in unit.spans)
    pieces = sorted([*owned, *article.gaps()])
    at = article.front_matter[1]
    for start, end in pieces:
        assert start == at
        assert end > start
        at = end
    assert at == len(article.text) or (at == article.front_matter[1] == len(article.text))
    for start, end in article.gaps():
        assert is_gap(article.text[start:end]), article.text[start:end]
    for unit in article.units:
        assert unit.spans
        assert unit.start <= unit.spans[0][0] < unit.spans[-1][1] <= unit.end
        assert unit.text.strip()
    ids = [unit.id for unit in article.units]
    assert len(set(ids)) == len(ids)


def kinds(markdown: str) -> list[tuple[str, str]]:
    article = split_article(markdown)
    assert_complete(article)
    return [(unit.kind.value, unit.text) for unit in article.units]


def texts(markdown: str) -> list[str]:
    return [text for _kind, text in kinds(markdown)]


ONE_SENTENCE = [
    "Das gilt z. B. Für Server.",
    "Das gilt z.B. Server in Falkenstein.",
    "Nutzen Sie d. h. Öffnen Sie nichts.",
    "Der Wert ist ca. 5 GB, bzw. Nr. 7 usw. Ordner und Dateien.",
    "Files, e.g. Logs, i.e. The logs, vs. Backups, etc. Folders are kept.",
    "See No. 5 and Fig. 3 and approx. 7 items.",
    "Version 1.2.3 läuft auf 10.0.0.1 mit foo.conf und node.js.",
    "Siehe https://example.org/a.b?c=d.e und /etc/x.conf dazu.",
    "Am 1. März 2024 beginnt im 2. Schritt der 3. Tag.",
    "Vom 1. Januar bis 3. Februar gilt das.",
    "Führen Sie `foo. Bar. Baz` aus.",
    "Dr. Muster und J. Beispiel sowie Prof. A. B. Test kamen.",
    "Klicken Sie auf [Foo. Bar](http://x.y) danach.",
    "Eins ( . Zwei bleibt eins.",
    "Yahoo! ist ein Name und foo... bar auch.",
    "Das ist die max. Größe inkl. Index.",
]
TWO_SENTENCES = [
    "Der Port ist 80. Starten Sie den Dienst.",
    "Das war 2024. Danach kam nichts.",
    "Bearbeiten Sie foo.conf. Speichern Sie dann.",
    "Nutzen Sie Version 1.2.3. Die alte geht nicht.",
    "Fertig? Dann weiter.",
    "Stop! Read this.",
    "Dateien, Ordner usw. Danach ist Schluss.",
    "Files, logs, etc. The rest stays.",
    "Nehmen Sie Plan B. Danach warten.",
    "Er sagt „Nein.“ Das gilt.",
    "Das gilt (siehe oben). Mehr nicht.",
    "**Wichtig.** Nicht löschen.",
    "Warten Sie… Dann weiter.",
    "It is done.<br>The rest stays.",
    "Öffnen Sie es. `nginx -t` prüft es.",
    "Das endet im Mai. Die Frist läuft.",
    "完了しました。次へ進みます。",
]


@pytest.mark.parametrize("text", ONE_SENTENCE)
def test_abbreviations_numbers_names_and_code_do_not_end_a_sentence(text: str) -> None:
    sentences = [unit for unit in split_article(text).units if unit.kind is UnitKind.SENTENCE]
    assert len(sentences) == 1
    assert (sentences[0].start, sentences[0].end) == (0, len(text))


@pytest.mark.parametrize("text", TWO_SENTENCES)
def test_sentences_end_where_a_reader_ends_them(text: str) -> None:
    assert len([unit for unit in split_article(text).units if unit.kind is UnitKind.SENTENCE]) == 2


def test_the_kinds_of_markdown_are_told_apart() -> None:
    markdown = (
        "# Titel\n\nEin Satz. Noch einer.\n\nUnterzeile\n---\n\nSo geht es:\n\n"
        "1. Eins. Mehr dazu.\n2. Zwei\n   - Unterpunkt\n\n"
        "| A | B |\n|---|:-:|\n| x | y\\|z |\n\n"
        '![Ein Bild](bild.png "Tipp")\n\nAbbildung 3: Das Netz\n\n'
        "```sh\n# kein Titel\nls\n```\n\n    eingerückt\n\n<https://a.b>\n\n[ref]: http://c.d 'T'\n"
    )
    assert kinds(markdown) == [
        ("title", "Titel"),
        ("sentence", "Ein Satz."),
        ("sentence", "Noch einer."),
        ("heading", "Unterzeile"),
        ("list_intro", "So geht es:"),
        ("step", "Eins."),
        ("step", "Mehr dazu."),
        ("step", "Zwei"),
        ("item", "Unterpunkt"),
        ("table_cell", "A"),
        ("table_cell", "B"),
        ("table_cell", "x"),
        ("table_cell", "y|z"),
        ("caption", "Ein Bild"),
        ("link_target", "bild.png"),
        ("caption", "Tipp"),
        ("caption", "Abbildung 3: Das Netz"),
        ("code_line", "# kein Titel"),
        ("code_line", "ls"),
        ("code_line", "eingerückt"),
        ("link_target", "https://a.b"),
        ("link_target", "http://c.d"),
        ("caption", "T"),
    ]


def test_units_know_their_place() -> None:
    article = split_article("# T\n\n## A\n\nText:\n\n- x\n  1. y\n\n## B\n\nz\n")
    found = {unit.text: unit for unit in article.units}
    assert found["y"].heading_path == ("T", "A")
    assert found["z"].heading_path == ("T", "B")
    assert (found["x"].depth, found["y"].depth, found["z"].depth) == (1, 2, 0)
    assert (found["x"].ordinal, found["y"].ordinal) == (None, 1)
    assert found["x"].in_list
    assert not found["z"].in_list
    assert [found[text].line for text in ("T", "A", "Text:", "x", "y", "z")] == [1, 3, 5, 7, 8, 12]
    assert article.title is found["T"]
    assert split_article("no title").title is None


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_front_matter_is_no_unit_whatever_the_line_ends(end: str, mark: str) -> None:
    text = mark + end.join(["---", "title: Foo", "tags:", "  - a", "# note", "---", "# Titel", "", "Satz."])
    article = split_article(text)
    assert_complete(article)
    assert [unit.text for unit in article.units] == ["Titel", "Satz."]
    assert [unit.line for unit in article.units] == [7, 9]


@pytest.mark.parametrize(
    "text",
    [
        "---\nHidden prose stands here.\n---\n",
        "---\n# only a comment\n---\n",
        "---\ntitle: never closed\n",
        "--- x\na: b\n---\n",
        "---",
    ],
)
def test_prose_between_rules_is_not_hidden_as_front_matter(text: str) -> None:
    article = split_article(text)
    assert article.front_matter == (0, 0)
    assert_complete(article)
    assert bool(article.units) == (text != "---")


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        (
            "~~~\na\n```\nb\n~~~\nc",
            [("code_line", "a"), ("code_line", "```"), ("code_line", "b"), ("sentence", "c")],
        ),
        ("- x\n\n  ```\n  # y\n  ```\n- z", [("item", "x"), ("code_line", "# y"), ("item", "z")]),
        ("> ```\n> a\n> ```\n> b", [("code_line", "a"), ("sentence", "b")]),
        ("> ```\n> a\nb", [("code_line", "a"), ("sentence", "b")]),
        (
            "``` a claim in the info line\nx\n```",
            [("caption", "a claim in the info line"), ("code_line", "x")],
        ),
        ("`` not a fence ``", [("sentence", "not a fence")]),
        ("``` inline ``` text", [("sentence", "inline text")]),
        ("````\n```\n````\nx", [("code_line", "```"), ("sentence", "x")]),
    ],
)
def test_fences(markdown: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(markdown) == expected
    assert split_article(markdown).unclosed_fence_line == 0


def test_an_unclosed_fence_is_reported_with_its_line() -> None:
    assert split_article("a\n\n```\nb\n").unclosed_fence_line == 3


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("> Ein Zitat\n> über zwei Zeilen.", ["Ein Zitat über zwei Zeilen."]),
        ("> Ein Zitat\nfaul fortgesetzt.", ["Ein Zitat faul fortgesetzt."]),
        ("> eins\n\nzwei", ["eins", "zwei"]),
        ("> eins\n# zwei", ["eins", "zwei"]),
        ("- a\n  > b\n  > c", ["a", "b c"]),
        ("- a\nfaul\n- b", ["a faul", "b"]),
        ("- a\n\nb", ["a", "b"]),
        ("Satz\n- a", ["Satz", "a"]),
        ("im Jahr\n2024. Danach", ["im Jahr 2024.", "Danach"]),
        ("1. a\n2. b", ["a", "b"]),
        ("1) a\n\n   b", ["a", "b"]),
        ("- [ ] offen\n- [x] erledigt", ["offen", "erledigt"]),
        ("a  \nb\\\nc", ["a b c"]),
        ("a\n***\nb", ["a", "b"]),
        ("a\n    b", ["a b"]),
        ("# A #\n## B##\n#\n###### C", ["A", "B##", "C"]),
        ("#kein Titel", ["#kein Titel"]),
        ("Titel\n===\nText", ["Titel", "Text"]),
        ("- a\n---\nb", ["a", "b"]),
        ("a | b\n--- | ---\n1 | 2\nkein Rest", ["a", "b", "1", "2", "kein Rest"]),
        ("Text davor\n| a |\n|---|\n| 1 |", ["Text davor", "a", "1"]),
        ("| a |\n|---|\n| [x](u) ![](p.png) <b> |\n| <i></i> | - |", ["a", "x", "u", "p.png", "<i></i>"]),
        ("a | b\nkein Trenner", ["a | b kein Trenner"]),
        ("\tcode", ["code"]),
        ("-\ta\n\n\tb", ["a", "b"]),
        ("", []),
        ("- \n-", []),
        ("<!-- ein\n\nKommentar --> Text.", ["<!-- ein Kommentar -->", "Text."]),
        ("<!-- offen\n# x", ["<!-- offen # x"]),
        ("Text\n<!-- a --> b", ["Text", "<!-- a -->", "b"]),
        ("Text <!-- mitten --> drin <!-- offen", ["Text drin"]),
        ("<div class='x'>\n</div>", ["<div class='x'> </div>"]),
        ("<p>Ein Satz. Zwei.</p>", ["Ein Satz.", "Zwei."]),
        ("<figcaption>Ein Bild</figcaption>", ["Ein Bild"]),
        ("**a** *b* __c__ _d_ ***e*** ~~f~~ \\*g\\* &amp; h_i_j 2 * 3", ["a b c d e f *g* & h_i_j 2 * 3"]),
        ("`a*b*c` und ``x`y``", ["a*b*c und x`y"]),
        ("\\`kein Code`", ["`kein Code`"]),
        ("[a][b] und [c][]\n\n[b]: http://x\n[c]: <http://y>", ["a und c", "http://x", "http://y"]),
        ("x[1][2] bleibt", ["x[1][2] bleibt"]),
        ("x[1][2] und [a](u)\n\n[q]: v", ["x[1][2] und a", "u", "v"]),
        ("[![Bild](b.png)](http://z) da", ["da", "Bild", "b.png", "http://z"]),
        ("[a](<b c>) [d]() [e](f(g)h) [i](", ["a d e [i](", "b c", "f(g)h"]),
        ("![](p.png)", ["p.png"]),
        ("<mail@example.org> schreiben", ["mail@example.org schreiben"]),
        ("\\[a](b) und ](c) und [d]", ["[a](b) und ](c) und [d]"]),
        ("\ue000 und `x`", ["\ufffd und x"]),
        ("...", ["..."]),
        ("&nbsp;", ["&nbsp;"]),
        ("a\n     - b", ["a - b"]),
        ("a \\\nb", ["a b"]),
        ("![a ![b](c)](d) x", ["x", "a", "b", "c", "d"]),
    ],
)
def test_markdown_is_read_as_it_is_shown(markdown: str, expected: list[str]) -> None:
    assert texts(markdown) == expected


@pytest.mark.parametrize(
    ("markdown", "exemption"),
    [
        ("## Voraussetzungen", Exemption.HEADING),
        ("## **Prerequisites:**", Exemption.HEADING),
        ("## Schritt 3", Exemption.HEADING),
        ("## Prüfung", Exemption.HEADING),
        ("## Prerequisites: Port 22 is open to everyone", Exemption.NONE),
        ("## Der Dienst braucht 5 GB", Exemption.NONE),
        ("## Schritt 3: Der Dienst braucht 5 GB", Exemption.NONE),
        ("## [Voraussetzungen](http://x)", Exemption.NONE),
        ("# Voraussetzungen", Exemption.NONE),  # a title is always judged
        ("Gehen Sie wie folgt vor:", Exemption.PHRASE),
        ("Proceed as follows:", Exemption.PHRASE),
        ("Proceed as follows: open port 22.", Exemption.NONE),
        ("Hinweis: Nicht abschalten.", Exemption.NONE),
        ("[Note](http://x)", Exemption.NONE),
    ],
)
def test_only_the_closed_lists_are_exempt(markdown: str, exemption: Exemption) -> None:
    unit = split_article(markdown).units[0]
    assert unit.exemption is exemption
    assert unit.exempt is (exemption is not Exemption.NONE)


def test_a_tenth_of_exempt_text_is_the_limit() -> None:
    filler = "Der Dienst lauscht auf Port 8080 und schreibt sein Protokoll nach /var/log.\n\n"
    assert not too_much_exempt(split_article("## Schritte\n\n" + filler * 3))
    padded = split_article("## Schritte\n\nGehen Sie wie folgt vor:\n\n" * 5 + filler)
    assert too_much_exempt(padded)
    assert 0.5 < exempt_share(padded) < 1
    assert exempt_share(split_article("")) == 0
    assert len(padded.judged) == 1


def test_ids_are_stable_and_ignore_typesetting() -> None:
    first, second = split_article("Ein  „Satz“."), split_article("Ein\u00a0\u201cSatz\u201d.")
    assert first.units[0].id == second.units[0].id
    assert split_article("Ein Satz mehr.").units[0].id != first.units[0].id


def test_indented_prose_of_a_source_is_a_paragraph_and_code_stays_code() -> None:
    prose = "    The option is not\n    supported at all here."
    text = f"NAME\n\n{prose}\n\n    ls -l | grep {{x}}\n    sudo reboot\n\nEnd"
    assert [(u.kind.value, u.text) for u in split_source(text).units] == [
        ("sentence", "NAME"),
        ("sentence", "The option is not supported at all here."),
        ("code_line", "ls -l | grep {x}"),
        ("code_line", "sudo reboot"),
        ("sentence", "End"),
    ]
    assert split_article(text).units[1].kind is UnitKind.CODE_LINE


MARKDOWN = st.lists(
    st.sampled_from(
        [
            "# ", "## ", "\n", "\n\n", "\r\n", "\r", "- ", "1. ", "* ", "> ", "    ", "\t", "```", "```sh\n",
            "~~~", "| ", "|---|\n",
            "---\n", "===\n", "<!--", "-->", "<b>", "</b>", "![", "[", "](", "](u)", ")", '"t"', "`", "``",
            "**", "_", "\\", "a", "B. ",
            "Ein Satz. ", "z. B. ", "1.2 ", "http://x.y ", "<http://x>", ":\n", "[r]: u\n", "\ufeff", "ä",
            "\u200b", "title: x\n", " ",
            "<div>", "&amp;", "![a](b \"c\")", "[a](b)", "[![a](b)](c)", "。", "!", "…", "“", "<a", "[a][r]",
        ]
    ),
    max_size=30,
).map("".join)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(MARKDOWN)
def test_every_character_belongs_to_one_unit_or_is_markup(markdown: str) -> None:
    assert_complete(split_article(markdown))
    assert_complete(split_source(markdown))


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60))
def test_every_character_of_any_text_is_kept(text: str) -> None:
    assert_complete(split_article(text))


HOSTILE = [
    "[",
    "*",
    ">",
    "`",
    "!",
    "](",
    "![",
    "<",
    "<!--",
    "[a](",
    "_",
    "|",
    "#",
    "- ",
    "> - ",
    "\\",
    "<a ",
    "`a``b",
    "\n>",
    "“",
    "[a](<",
]


@pytest.mark.parametrize("mark", HOSTILE)
def test_a_long_run_of_marks_is_read_in_linear_time(mark: str) -> None:
    def seconds(size: int) -> float:
        begin = time.process_time()
        split_article(mark * (size // len(mark)))
        return time.process_time() - begin

    # Quadratic reading would need minutes for this much text; the limits leave room for a busy machine.
    assert seconds(120_000) < 9


def test_deep_nesting_is_read() -> None:
    begin = time.process_time()
    assert [unit.text for unit in split_article(">" * 20_000 + " x").units] == ["x"]
    assert "x" in split_article("- " * 20_000 + "x").units[0].text
    steps = "\n".join("  " * depth + "- x" for depth in range(100))
    assert max(unit.depth for unit in split_article(steps).units) == 64
    split_article("\n".join("> " * depth + "x" for depth in range(300)))
    assert time.process_time() - begin < 5


def test_a_long_article_is_split_quickly() -> None:
    prose = "## Schritt\n\nDer Dienst lauscht auf Port 80. Siehe [hier](http://x.y) und `foo`."
    part = prose + "\n\n1. Eins\n2. Zwei\n\n```\nls\n```\n\n"
    article = part * (5_000 // part.count("\n"))
    best = float("inf")
    for _round in range(3):
        begin = time.process_time()
        split_article(article)
        best = min(best, time.process_time() - begin)
    assert best < 2
