"""The intent guard: look-alikes must not match (SPEC W8)."""

from __future__ import annotations

import pytest

from neurodesk.domain.intent import IntentReason, compare, intent_of

PAIRS = [
    # versions
    ("Upgrade Debian 12", "Upgrade Debian 13", IntentReason.HARD_TOKENS),
    ("Install PostgreSQL 15 on Debian", "Install PostgreSQL 16 on Debian", IntentReason.HARD_TOKENS),
    ("Install PostgreSQL 15", "Install PostgreSQL", IntentReason.HARD_TOKENS),
    ("TLS 1.2 abschalten", "TLS 1.0 abschalten", IntentReason.HARD_TOKENS),
    # error codes and numbers
    ("Windows Update error 0x80070005", "Windows Update error 0x80070002", IntentReason.HARD_TOKENS),
    ("HTTP 502 from nginx", "HTTP 504 from nginx", IntentReason.HARD_TOKENS),
    ("ORA-12154 beim Verbinden", "ORA-12541 beim Verbinden", IntentReason.HARD_TOKENS),
    ("Fehler KB5034441 beheben", "Fehler KB5034440 beheben", IntentReason.HARD_TOKENS),
    ("Open port 8443 in the firewall", "Open port 443 in the firewall", IntentReason.HARD_TOKENS),
    # a fault against a guide, a concept against a guide
    ("Renew a TLS certificate", "TLS certificate renewal fails", IntentReason.CLASS),
    ("Set up replication of the database", "Replication of the database is broken", IntentReason.CLASS),
    ("How to mount a ZFS dataset", "Why does a ZFS dataset have a mountpoint", IntentReason.CLASS),
    ("VPN einrichten", "VPN-Fehler beheben", IntentReason.CLASS),
    # the opposite act
    ("How to enable swap", "How to disable swap", IntentReason.ACT),
    ("How to mount a ZFS dataset", "How to unmount a ZFS dataset", IntentReason.ACT),
    ("How to extend a logical volume", "How to shrink a logical volume", IntentReason.ACT),
    ("Benutzer anlegen: Schritte", "Benutzer löschen: Schritte", IntentReason.ACT),
    ("How to import a key", "How to export a key", IntentReason.ACT),
    # a denial
    ("How to log in with a password", "How to log in without a password", IntentReason.DENIAL),
    # another subject
    (
        "How to resize the root volume on Debian",
        "How to resize the root volume on Windows",
        IntentReason.PLATFORM,
    ),
    ("How to rotate a WireGuard tunnel key", "How to rotate a DKIM signing key", IntentReason.ENTITIES),
    ("How to rotate logs of the proxy", "How to move mailboxes of an office", IntentReason.FOCUS),
    ("How to cool the rack", "Wie wird das Rack gekühlt", IntentReason.FOCUS),
]


@pytest.mark.parametrize(("current", "earlier", "reason"), PAIRS)
def test_w8_look_alikes_are_kept_apart(current: str, earlier: str, reason: IntentReason) -> None:
    verdict = compare(intent_of(current), intent_of(earlier))
    assert verdict.reason is reason
    assert compare(intent_of(earlier), intent_of(current)).reason is reason


@pytest.mark.parametrize(
    ("current", "earlier"),
    [
        ("How do I replace a failed disk in a ZFS pool?", "Replace failed disks of a ZFS pool"),
        ("Renew the TLS certificate of the proxy", "How to renew a TLS certificate of a proxy"),
        ("Festplatte im RAID tauschen: Schritte", "Wie kann man eine Festplatte im RAID tauschen"),
        ("Windows Update error 0x80070005", "Error 0x80070005 in Windows Update"),
        ("Upgrade Debian 12 to 13", "How to upgrade from Debian 12 to 13"),
    ],
)
def test_w8_the_same_intent_in_other_words_matches(current: str, earlier: str) -> None:
    assert compare(intent_of(current), intent_of(earlier)).compatible


def test_w8_nothing_to_compare_is_no_match() -> None:
    assert not compare(intent_of("the of"), intent_of("a the")).compatible
