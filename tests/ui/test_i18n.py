import subprocess
import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from neurodesk.ui.i18n import Language, install_language, plural, tr
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
    import re
    import xml.etree.ElementTree as ET

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
