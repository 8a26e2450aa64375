"""Tokens of the text index and of questions."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from neurodesk import resources
from neurodesk.pipeline.detect_language import detect_language
from neurodesk.pipeline.stem import STOP_WORDS, fold, index_line, match_expression, query_tokens, stem


def test_forms_of_a_word_meet() -> None:
    assert index_line("Häuser", "de") == index_line("Haus", "de")
    assert index_line("Straße", "de") == index_line("Strasse", "de")
    assert index_line("services", "en") == index_line("service", "en")


def test_codes_stay_whole_beside_their_words() -> None:
    line = index_line(
        "Fehler 0x80070005 in systemd-resolved unter Ubuntu-22.04, siehe 192.168.1.1 und C++", "de"
    )
    assert {"0x80070005", "systemd-resolved", "22.04", "192.168.1.1", "c++"} <= set(line.split())
    assert "22" not in line.split()


def test_negations_are_no_stop_words() -> None:
    assert "nicht" in index_line("Das geht nicht", "de")
    assert "not" in index_line("do not restart", "en")


def test_a_german_question_also_looks_for_english_stems() -> None:
    assert {"dock", "docker"} <= set(query_tokens("Wie starte ich Docker neu?", "de"))


def test_a_question_of_small_words_still_asks_something() -> None:
    assert query_tokens("wie ist das", "de") != []


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60))
def test_no_text_is_query_syntax(text: str) -> None:
    import sqlite3

    connection = sqlite3.connect(":memory:")
    connection.execute(
        """CREATE VIRTUAL TABLE t USING fts5 (a, tokenize = "unicode61 tokenchars '._-/:@+#'")"""
    )
    expression = match_expression(query_tokens(text))
    if expression:
        connection.execute("SELECT * FROM t WHERE t MATCH ?", (expression,)).fetchall()
    connection.close()


def test_folding_removes_case_accents_and_sharp_s() -> None:
    assert fold("GRÖßE") == "grosse"


def test_languages_are_told_apart() -> None:
    assert detect_language("Wie setze ich das Passwort zurück?") == "de"
    assert detect_language("How do I reset the password?") == "en"
    assert detect_language("重置密码") == ""
    assert detect_language("") == ""


def test_the_compiled_stemmer_gives_the_stems_of_the_plain_one() -> None:
    # Else an index built on one machine would not be found in on another.
    from snowballstemmer.english_stemmer import EnglishStemmer
    from snowballstemmer.german_stemmer import GermanStemmer

    with resources.as_path("sample") as sample:
        words = {
            word
            for path in sorted(sample.rglob("*.md"))
            for word in re.findall(r"[^\W\d_]+", path.read_text("utf-8").lower())
        }
    assert len(words) > 1000
    for lang, plain in (("de", GermanStemmer()), ("en", EnglishStemmer())):
        told = {word for word in words if word not in STOP_WORDS[lang]}
        assert [word for word in told if stem(word, lang) != fold(plain.stemWord(word))] == []
