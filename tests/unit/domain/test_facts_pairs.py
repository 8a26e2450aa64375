"""Pairs of one claim and one source sentence: same facts or not (SPEC R4)."""

from __future__ import annotations

import pytest

from neurodesk.domain.facts import Outcome, compare

SAME = [
    ("The timeout defaults to thirty seconds.", "The timeout defaults to half a minute."),
    ("The quota is fifty percent of the disk.", "The quota is 50 % of the disk."),
    ("Es wurden 1,5 Mio. Zeilen gelesen.", "Es wurden 1.500.000 Zeilen gelesen."),
    ("Files may be 2 GB at most.", "The maximum file size is 2 GB."),
    ("The agent cannot reach the hub.", "The agent is unable to reach the hub."),
    ("Frobnitz version 4.2 is required.", "Frobnitz v4.2 is required."),
    ("Sicherungen laufen jeden Tag.", "Sicherungen laufen täglich."),
    ("Der Wert beträgt 5 bis 10 Ohm.", "Der Wert liegt zwischen 5 und 10 Ohm."),
    ("Please note that the fuse blows at 13 amps.", "The fuse blows at 13 amps."),
    ("Bei 13 Ampere brennt die Sicherung durch.", "Die Sicherung brennt bei 13 Ampere durch."),
    ("Before you restart the node, stop the queue.", "Stop the queue before you restart the node."),
    ("The queue may hold a maximum of 500 entries.", "The queue may hold up to 500 entries."),
    ("The daemon isn't started at boot.", "The daemon is not started at boot."),
    (
        "Der Daemon wird beim Hochfahren keinesfalls gestartet.",
        "Der Daemon wird beim Hochfahren nicht gestartet.",
    ),
    ("Zugriff ist erst ab Version 3.2 möglich.", "Zugriff ist ab Version 3.2 möglich."),
    ("The mast stands 30 metres tall.", "The mast is 30 m tall."),
    ("The wait lasts 1.5 h.", "The wait lasts 90 minutes."),
    ("Die Wartezeit beträgt eineinhalb Stunden.", "Die Wartezeit beträgt 90 Minuten."),
    ("Jeder Knoten braucht 4 GB RAM.", "Every node needs 4 GB of RAM."),
    ("Der Dienst ist deaktiviert.", "The service is disabled."),
    ("Höchstens 5 Versuche sind erlaubt.", "No more than 5 attempts are allowed."),
    (
        "Um die Regeln zu laden, führe `nft -f /etc/nft.conf` aus.",
        "To load the rules, run `nft -f /etc/nft.conf`.",
    ),
    ("Roughly 75 miles east of Raleigh.", "About 75 miles east of Raleigh."),
    ("The plan costs 5 EUR per month.", "The plan costs €5 per month."),
    ("Der Tarif kostet 5 Euro im Monat.", "Der Tarif kostet monatlich 5 Euro."),
]
OTHER = [
    ("Es wurden 1,6 Mio. Zeilen gelesen.", "Es wurden 1.500.000 Zeilen gelesen."),
    ("Renew it no later than 5 May 2024.", "Renew it no earlier than 5 May 2024."),
    ("Der Antrag ist frühestens am 3. Juni möglich.", "Der Antrag ist spätestens am 3. Juni möglich."),
    ("Files must be at least 2 GB.", "The maximum file size is 2 GB."),
    ("The agent can reach the hub.", "The agent is unable to reach the hub."),
    ("The parcel lacks a seal.", "The parcel has a seal."),
    ("Das Modul wird häufig neu geladen.", "Das Modul wird selten neu geladen."),
    ("Die Pumpe läuft immer mit.", "Die Pumpe läuft nie mit."),
    ("The valve remains open at night.", "The valve remains shut at night."),
    ("Traffic flows upstream.", "Traffic flows downstream."),
    ("The lamp is lit.", "The lamp is unlit."),
    ("Das Tor ist verriegelt.", "Das Tor ist entriegelt."),
    ("Der Anhänger ist beladen.", "Der Anhänger ist entladen."),
    ("Die Leitung ist spannungsfrei.", "Die Leitung steht unter Spannung."),
    ("This feature is available in the free plan.", "This feature is not available in the free plan."),
    ("Port 443 muss geschlossen sein.", "Port 443 muss offen sein."),
    ("Es dauert 3 Werktage.", "Es dauert 3 Wochen."),
    ("Das Paket wiegt 12 Pfund.", "Das Paket wiegt 12 Zentner."),
    ("Verwende Version 4.2 von Frobnitz.", "Verwende Version 4.3 von Frobnitz."),
    ("Frobnitz v4.2 is required.", "Frobnitz v4.3 is required."),
    ("Use kernel 6.1.0-13.", "Use kernel 6.1.0-15."),
    ("Apply patch KB501.", "Apply patch KB502."),
    ("Die Gebühr beträgt 5 Franken.", "Die Gebühr beträgt 5 Euro."),
    ("Backups run every 6 hours.", "Backups run every 6 days."),
    ("Backups run daily.", "Backups run weekly."),
    ("Sicherungen laufen täglich.", "Sicherungen laufen monatlich."),
    ("Die Platte fasst 2 TB.", "Die Platte fasst 2 GB."),
    ("The alarm rings after 10 failures.", "The alarm rings before 10 failures."),
    ("Everyone may enter.", "Nobody may enter."),
    ("All replicas are synced.", "No replica is synced."),
    ("Some replicas are synced.", "No replica is synced."),
    ("Kein Knoten antwortet.", "Alle Knoten antworten."),
    ("The job runs with root rights.", "The job runs without root rights."),
    ("Use either of the two keys.", "Use neither of the two keys."),
    ("Die Marke bleibt gültig.", "Die Marke wird ungültig."),
    ("Der Wert liegt zwischen 5 und 10 Ohm.", "Der Wert liegt zwischen 5 und 12 Ohm."),
    ("Nicht weniger als 5 Ster Holz sind nötig.", "Nicht mehr als 5 Ster Holz sind nötig."),
    ("Die Warteschlange fasst über 500 Einträge.", "Die Warteschlange fasst unter 500 Einträge."),
    ("The cart must weigh upwards of 9 stone.", "The cart must weigh no more than 9 stone."),
    (
        "Bei mehr als drei Fehlversuchen sperrt der Dienst.",
        "Bei weniger als drei Fehlversuchen sperrt der Dienst.",
    ),
    ("The lock opens unless the badge is shown.", "The lock opens only if the badge is shown."),
    ("Nur Gäste erhalten eine Marke.", "Alle außer Gästen erhalten eine Marke."),
    ("The fuse blows at 13 amps.", "The fuse blows at 16 amps."),
    ("The fuse blows at 13 amps.", "The fuse blows at 13 volts."),
    ("Jeder Knoten braucht 8 GB RAM.", "Every node needs 4 GB of RAM."),
    ("Der Dienst ist deaktiviert.", "The service is enabled."),
    ("Der Dienst wird nicht neu gestartet.", "The service is restarted."),
    ("Höchstens 5 Versuche sind erlaubt.", "At least 5 attempts are allowed."),
    ("Use Debian 12.", "Verwende Debian 11."),
    ("Führe `nft -f /etc/nft2.conf` aus.", "Run `nft -f /etc/nft.conf`."),
    ("chmod 600 the key file.", "chmod 644 the key file."),
    ("Set `MaxAuthTries 3`.", "Set `MaxAuthTries 6`."),
    ("Set PermitRootLogin no.", "Set PermitRootLogin yes."),
    ("The host listens at 10:30.", "The host listens at 11:30."),
    ("Call 14 times per hour.", "Call 14 times per day."),
    ("It was written by Alda and edited by Boros.", "It was written by Boros and edited by Alda."),
    ("Move the file from /srv/a to /srv/b.", "Move the file from /srv/b to /srv/a."),
]
DENIED = [
    ("The relay restarts after a crash.", "The relay refrains from restarting after a crash."),
    ("The relay restarts after a crash.", "The relay will omit to restart after a crash."),
    (
        "Das Relais startet nach einem Absturz neu.",
        "Das Relais verzichtet nach einem Absturz darauf, neu zu starten.",
    ),
    ("Der Neustart erfolgt nach einem Absturz.", "Der Neustart unterbleibt nach einem Absturz."),
    ("Die Prüfung findet am Montag statt.", "Die Prüfung entfällt am Montag."),
    ("Das Paket ist sicher.", "Das Paket ist alles andere als sicher."),
    ("The bundle is safe.", "The bundle is anything but safe."),
    ("The bundle is safe to use.", "The bundle is far from safe to use."),
    ("Nodes join on their own.", "Nodes are precluded from joining on their own."),
    ("Members get a badge at the gate.", "Members are spared a badge at the gate."),
    ("The store keeps nightly copies.", "The store keeps nary a nightly copy."),
    ("Das Tor öffnet sich von selbst.", "Das Tor öffnet sich in den seltensten Fällen von selbst."),
    ("Das Tor öffnet sich von selbst.", "Das Tor öffnet sich nimmer von selbst."),
    ("Das Tor öffnet sich von selbst.", "Das Tor öffnet sich bei weitem nicht von selbst."),
    ("The lock opens by itself.", "The lock opens by itself less than ever."),
    ("The lock opens by itself.", "Little does the lock open by itself."),
    ("The token stays valid after a reboot.", "The token ceases to stay valid after a reboot."),
    ("Gäste dürfen das Archiv lesen.", "Gästen ist es verwehrt, das Archiv zu lesen."),
    ("Guests may read the archive.", "Guests are barred from reading the archive."),
    ("Guests may read the archive.", "Guests are off limits to read the archive."),
    ("Der Dienst läuft ohne Pause.", "Der Dienst läuft mit Pause."),
    ("The cache is flushed on exit.", "The cache is left unflushed on exit."),
    ("The cache is flushed on exit.", "The cache is flushed on exit under no conditions."),
    ("Use the spare disk for the journal.", "Avoid using the spare disk for the journal."),
    ("Use the spare disk for the journal.", "Rather than the spare disk, use the fast one for the journal."),
    ("The pump needs 7 zorks of drift.", "The pump needs 7 quanta of drift."),
    ("The pump needs a drift of 7 zorks.", "The pump needs a drift of 9 zorks."),
    ("The pump needs a drift of seven zorks.", "The pump needs a drift of nine zorks."),
    ("Der Wert darf 40 Malter keinesfalls übersteigen.", "Der Wert muss 40 Malter übersteigen."),
    ("Mehr als 40 Malter dürfen es sein.", "Mehr als 40 Malter dürfen es nicht sein."),
    ("The tank takes 40 sols and not one more.", "The tank takes 40 sols and not one less."),
    ("The tank takes no fewer than 40 sols.", "The tank takes no more than 40 sols."),
    ("40 sols is the ceiling for the tank.", "40 sols is the floor for the tank."),
    ("40 Malter sind die Untergrenze.", "40 Malter sind die Obergrenze."),
    ("The tank must stay shy of 40 sols.", "The tank must exceed 40 sols."),
    ("The tank must stay north of 40 sols.", "The tank must stay south of 40 sols."),
    ("Frobnitz 4.2 oder jünger ist nötig.", "Frobnitz 4.2 oder älter ist nötig."),
    ("Frobnitz prior to 4.2 is hit by the flaw.", "Frobnitz after 4.2 is hit by the flaw."),
    ("Quaxolotl X7 runs the job.", "Quaxolotl X9 runs the job."),
    ("Quaxolotl 2024.1 runs the job.", "Quaxolotl 2024.2 runs the job."),
    ("Build 1234 of Morvane has the fix.", "Build 1243 of Morvane has the fix."),
]


@pytest.mark.parametrize(("claim", "source"), SAME)
def test_the_same_facts_in_other_words_agree(claim: str, source: str) -> None:
    result = compare(claim, source)
    assert result.outcome is Outcome.AGREES, result.reasons


@pytest.mark.parametrize(("claim", "source"), [*OTHER, *DENIED, *((b, a) for a, b in DENIED)])
def test_another_fact_never_agrees(claim: str, source: str) -> None:
    assert compare(claim, source).outcome is not Outcome.AGREES


@pytest.mark.parametrize("text", [text for pair in (*SAME, *OTHER) for text in pair])
def test_every_sentence_agrees_with_itself(text: str) -> None:
    assert compare(text, text).outcome is Outcome.AGREES
