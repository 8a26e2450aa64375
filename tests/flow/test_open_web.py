"""Autonomous research over a web of two hundred pages keeps the right ones alone (SPEC W3-W7, W9)."""

from __future__ import annotations

import unicodedata

import pytest

from tests.open_web.pages import all_pages
from tests.open_web.research import PUBLIC, Report, run
from tests.open_web.subjects import SUBJECTS, texts

pytestmark = pytest.mark.timeout(500)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return run(tmp_path_factory.mktemp("open_web"))


def test_w4_every_page_ends_as_it_has_to_with_its_reason(report: Report) -> None:
    assert len(report.fates) >= 200
    wrong = [
        (one.page.kind, one.page.url, one.reason or "kept", one.detail)
        for one in report.fates
        if not one.right
    ]
    assert wrong == []


def test_w4_the_table_names_a_verdict_and_a_reason_for_every_kind(report: Report) -> None:
    table = report.table()
    assert {kind for kind, *_ in table} == {page.kind for page in all_pages()}
    assert sum(count for *_, count in table) == len(report.fates)
    kept = {kind for kind, verdict, *_ in table if verdict == "kept"}
    assert all(kind.startswith("right: ") or kind == "translation" for kind in kept)
    assert all(reason for _, verdict, reason, _ in table if verdict == "refused")


def test_w3_every_subject_found_its_right_texts_whole(report: Report) -> None:
    for subject in SUBJECTS:
        kept = [one.page.url for one in report.fates if one.kept and one.page.subject == subject.name]
        found = "".join("".join(report.texts[url].split()) for url in kept)
        for path in subject.right:
            command = max((one for one in texts()[path].commands if "\n" not in one), key=len)
            assert "".join(command.split()) in found, (subject.name, path, command)


def test_w4_no_letter_is_lost_whatever_charset_the_page_claims(report: Report) -> None:
    for url, text in report.texts.items():
        assert "\ufffd" not in text, url
        assert "Ã" not in text, url
    german = [one.page.url for one in report.fates if one.kept and "charset" in one.page.kind]
    assert any("ü" in unicodedata.normalize("NFC", report.texts[url]) for url in german)


def test_w5_only_public_addresses_were_connected_to(report: Report) -> None:
    assert report.connected == {PUBLIC}


def test_w3_the_page_budget_counts_real_requests(report: Report) -> None:
    assert all(0 < count <= 50 for count in report.requests.values())


def test_w9_an_instruction_in_a_right_page_is_marked_and_not_kept_out(report: Report) -> None:
    marked = {one.page.kind for one in report.fates if one.kept and one.marked}
    assert marked == {"right: visible injection", "right: hidden injection"}


def test_w7_copies_and_translations_are_no_voices(report: Report) -> None:
    """Two texts on LVM in two languages give one list of commands: counted as one, to be safe."""
    for subject in SUBJECTS:
        counts = {
            report.voices[one.page.url]
            for one in report.fates
            if one.kept and one.page.subject == subject.name
        }
        assert counts == {len(subject.right) - (subject.name == "lvm")}, subject.name
