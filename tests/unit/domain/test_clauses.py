"""Words of a claim that its source spreads over clauses with subjects of their own (SPEC R4)."""

from __future__ import annotations

import pytest

from neurodesk.domain.articles import Verdict
from neurodesk.domain.find_evidence import judge_found
from neurodesk.domain.judge import CitedPassage, ClaimUnit, judge_claim

SPREAD = [
    (
        "Backups are kept for 30 days on the server.",
        "Backups on the server are encrypted, logs are kept for 30 days.",
    ),
    (
        "Backups are kept for 30 days on the server.",
        "Backups on the server are encrypted and logs are kept for 30 days.",
    ),
    (
        "Backups on the server are kept for 30 days.",
        "Backups are encrypted; the logs on the server are kept for 30 days.",
    ),
    ("Backups are compressed on the server.", "Backups on the server are encrypted, logs are compressed."),
    (
        "The backup server listens on port 8080.",
        "The backup server uses TLS 1.3, while the web server listens on port 8080.",
    ),
    (
        "The relay needs 4 cores.",
        "The relay needs 2 GB of memory because the scanner needs 4 cores.",
    ),
    (
        "Users get access for 24 hours.",
        "Users sign in with a token; administrators get access for 24 hours.",
    ),
    (
        "Sicherungen werden 30 Tage auf dem Server aufbewahrt.",
        "Sicherungen auf dem Server sind verschlüsselt, Protokolle werden 30 Tage aufbewahrt.",
    ),
    ("Der Cache hält 500 Einträge.", "Der Cache liegt im Speicher, und die Datenbank hält 500 Einträge."),
    (
        "Die Sicherung läuft um 3:00 Uhr.",
        "Die Sicherung löscht alte Dateien, die Prüfung läuft um 3:00 Uhr.",
    ),
    (
        "Das Token verfällt nach 15 Minuten.",
        "Das Token ist signiert, die Sitzung verfällt nach 15 Minuten.",
    ),
]
TOGETHER = [
    ("Backups are kept for 30 days.", "Backups and logs are kept for 30 days."),
    ("Backups are kept for 30 days.", "Backups are encrypted and are kept for 30 days."),
    ("Backups are kept for 30 days.", "Backups are encrypted, they are kept for 30 days."),
    ("Logs are kept for 30 days.", "Backups on the server are encrypted, logs are kept for 30 days."),
    (
        "Backups on the server are encrypted.",
        "Backups on the server are encrypted, logs are kept for 30 days.",
    ),
    ("Backups are kept for 30 days on the server.", "On the server, the admin keeps backups for 30 days."),
    ("The port is set in config.yaml.", "The port, the address and the name are set in config.yaml."),
    ("Das Token verfällt nach 15 Minuten.", "Das Token ist signiert und verfällt nach 15 Minuten."),
    (
        "Sicherungen bleiben 30 Tage auf dem Server.",
        "Sicherungen, die der Administrator anlegt, bleiben 30 Tage auf dem Server.",
    ),
    ("Die Datenbank hält 500 Einträge.", "Der Cache liegt im Speicher, und die Datenbank hält 500 Einträge."),
    ("Protokolle werden 30 Tage aufbewahrt.", "Protokolle und Sicherungen werden 30 Tage aufbewahrt."),
]


@pytest.mark.parametrize(("claim", "source"), SPREAD)
def test_r4_words_said_of_another_subject_do_not_carry_a_claim(claim: str, source: str) -> None:
    judgement = judge_found(ClaimUnit(claim), source)
    assert judgement.verdict is Verdict.PARTIALLY_SUPPORTED
    assert "said_of_another" in {one.code for one in judgement.reasons}


@pytest.mark.parametrize(("claim", "source"), TOGETHER)
def test_r4_words_said_of_the_claim_s_subject_carry_it(claim: str, source: str) -> None:
    assert judge_found(ClaimUnit(claim), source).verdict is Verdict.SUPPORTED


def test_r4_two_quotations_together_do_not_lend_a_subject_the_other_s_value() -> None:
    source = "Backups on the server are encrypted.\n\nLogs are kept for 30 days on a separate volume."
    quotes = [line for line in source.splitlines() if line]
    claim = ClaimUnit("Backups on the server are kept for 30 days.")
    judgement = judge_claim(claim, [CitedPassage("R1", source, quote) for quote in quotes])
    assert judgement.verdict is not Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("claim", "other"),
    [
        ("Backups are kept for 30 days on the server.", "logs"),
        ("Sicherungen werden 30 Tage auf dem Server aufbewahrt.", "Protokolle"),
    ],
)
def test_r4_the_reason_names_both_subjects(claim: str, other: str) -> None:
    source = next(source for text, source in SPREAD if text == claim)
    found = [one for one in judge_found(ClaimUnit(claim), source).reasons if one.code == "said_of_another"]
    assert dict(found[0].params) == {"claim": claim.split()[0], "source": other}
