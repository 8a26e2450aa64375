import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from neurodesk.ui.i18n import Language, install_language, plural, tr, when
from neurodesk.ui.i18n.when import age

ROOT = Path(__file__).resolve().parents[2]


def test_no_string_is_unfinished_and_no_catalogue_stale() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "packaging" / "translate.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_german_is_loaded_and_english_comes_back(qapp: QApplication) -> None:
    install_language(qapp, Language.GERMAN)
    assert tr("Lamps", "contradicted") == "widersprochen"
    assert plural("Changes", "%n unchanged block(s)", 1) == "1 unveränderter Absatz"
    assert plural("Changes", "%n unchanged block(s)", 3) == "3 unveränderte Absätze"
    install_language(qapp, Language.ENGLISH)
    assert tr("Lamps", "contradicted") == "contradicted"
    assert plural("Changes", "%n unchanged block(s)", 1) == "1 unchanged block"


def test_numbers_follow_the_language(qapp: QApplication) -> None:
    from neurodesk.ui.i18n import current_locale

    install_language(qapp, Language.GERMAN)
    assert current_locale().toString(0.84, "f", 2) == "0,84"
    install_language(qapp, Language.ENGLISH)
    assert current_locale().toString(0.84, "f", 2) == "0.84"


def test_placeholders_of_sources_and_translations_agree() -> None:
    wrong = []
    for message in ET.parse(ROOT / "resources" / "i18n" / "neurodesk_de.ts").getroot().iter("message"):
        source = message.findtext("source") or ""
        translation = message.find("translation")
        assert translation is not None
        if message.get("numerus"):
            continue
        names = re.findall(r"\{\w+\}", source)
        if sorted(names) != sorted(re.findall(r"\{\w+\}", translation.text or "")):
            wrong.append(source)
    assert wrong == []


def test_an_age_of_years_is_said_in_years(qapp: QApplication) -> None:
    day_s = 24 * 3600.0
    install_language(qapp, Language.GERMAN)
    assert age(0.0, 322 * day_s) == "322 Tage"
    assert age(0.0, 1372 * day_s) == "3 Jahre"
    install_language(qapp, Language.ENGLISH)
    assert age(0.0, 800 * day_s) == "2 years"


@pytest.mark.parametrize("language", [Language.GERMAN, Language.ENGLISH])
def test_every_plural_has_both_forms_and_says_the_number_unless_it_words_it(language: Language) -> None:
    catalogue = ROOT / "resources" / "i18n" / f"neurodesk_{language.value}.ts"
    faults, seen = [], 0
    for message in ET.parse(catalogue).getroot().iter("message"):
        if not message.get("numerus"):
            continue
        seen += 1
        one, many = [form.text or "" for form in message.iter("numerusform")]
        source = message.findtext("source") or ""
        named = re.findall(r"\{\w+\}", source)
        alike = all(sorted(re.findall(r"\{\w+\}", form)) == sorted(named) for form in (one, many))
        if not one or "%n" not in many or "(s)" in one + many or not alike:
            faults.append(source)
    assert seen > 60
    assert faults == []


def test_no_count_is_put_before_a_word_that_would_be_wrong_for_one() -> None:
    """A bare ``{count}`` before a plural word says "1 articles": such a text is asked of ``plural``."""
    wrong = []
    for message in ET.parse(ROOT / "resources" / "i18n" / "neurodesk_de.ts").getroot().iter("message"):
        source = message.findtext("source") or ""
        if not message.get("numerus") and re.search(r"(?<!all )(?<!of )\{count\} [a-z]{3,}s\b", source):
            wrong.append(source)
    assert wrong == []


AT = datetime(2026, 3, 7, 14, 58, 9).timestamp()  # noqa: DTZ001 - local, as the window shows it


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            Language.GERMAN,
            {
                "clock": "14:58",
                "day": "07.03.26",
                "moment": "07.03.26 14:58",
                "ages": ["< 1 Min.", "1 Min.", "59 Min.", "1 Std.", "47 Std.", "2 Tage", "2 Jahre"],
                "took": ["0,6 s", "14 s", "1 Min. 52 s", "2 Std. 5 Min."],
                "number": "1.234.567",
                "decimal": "0,84",
                "counts": ["0 Artikel", "1 Artikel", "2 Artikel", "12.345 Artikel"],
                "results": ["0 Dateien", "1 Datei", "2 Dateien", "1.000 Dateien"],
            },
        ),
        (
            Language.ENGLISH,
            {
                "clock": "2:58 PM",
                "day": "3/7/26",
                "moment": "3/7/26 2:58 PM",
                "ages": ["< 1 min", "1 min", "59 min", "1 h", "47 h", "2 days", "2 years"],
                "took": ["0.6 s", "14 s", "1 min 52 s", "2 h 5 min"],
                "number": "1,234,567",
                "decimal": "0.84",
                "counts": ["0 articles", "1 article", "2 articles", "12,345 articles"],
                "results": ["0 files", "1 file", "2 files", "1,000 files"],
            },
        ),
    ],
)
def test_i5_dates_times_counts_and_numbers_are_those_of_the_language(
    qapp: QApplication, language: Language, words: dict[str, Any]
) -> None:
    install_language(qapp, language)
    plain = str.maketrans("\u202f\u00a0", "  ")
    hour = 3600.0
    assert when.clock(AT).translate(plain) == words["clock"]
    assert when.day(AT) == words["day"]
    assert when.moment(AT, AT + 60).translate(plain) == words["clock"], "today needs no date"
    assert when.moment(AT, AT + 30 * hour).translate(plain) == words["moment"]
    passed = (30.0, 60.0, 59 * 60.0, hour, 47 * hour, 48 * hour, 2 * 365 * 24 * hour)
    assert [when.age(AT, AT + one) for one in passed] == words["ages"]
    assert [when.duration(one) for one in (0.6, 14.0, 112.0, 7_500.0)] == words["took"]
    assert when.number(1_234_567) == words["number"]
    assert when.decimal(0.84) == words["decimal"]
    assert [plural("Folders", "%n article(s)", n) for n in (0, 1, 2, 12_345)] == words["counts"]
    files = [plural("Folders", "%n file(s) with a problem, listed in Articles.", n) for n in (0, 1, 2, 1_000)]
    assert [" ".join(one.split()[:2]) for one in files] == words["results"]
