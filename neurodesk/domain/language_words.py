"""Closed lists of German and English words that the splitting and judging of text rests on.

Every entry is written the way `fold_text(...).casefold()` leaves it.
"""

from __future__ import annotations

# After these a full stop never ends a sentence: something always follows.
ABBREVIATIONS_OPEN = frozenset(
    """
    z.b d.h u.u i.d.r o.g s.o s.u v.a m.e i.a z.t d.i zz zb dh bzw ca vgl ggf evtl inkl exkl einschl zzgl
    abzgl sog nr nrn art abs abb tab kap bd hrsg max min mind höchst dr prof hr hrn fr frl st str tel ziff gem
    bspw beisp resp allg bes engl dt lat urspr insb insbes entspr vorauss
    jan feb febr mär apr jun jul aug sep sept okt oct nov dez dec
    e.g i.e eg ie vs cf no nos approx fig figs eq sec ch vol pp ed eds al mr mrs ms sr jr ca esp incl excl viz
    dept est
    """.split()
)
# These may end a sentence; they do so only before a word that clearly starts one.
ABBREVIATIONS_EITHER = frozenset(
    """
    usw usf etc u.a o.ä u.ä u.v.m u.dgl o.dgl a.m p.m inc ltd co corp u.s v.chr n.chr jh std mio mrd tsd
    """.split()
)
SENTENCE_STARTERS = frozenset(
    """
    der die das dies diese dieser dieses dann danach wenn falls sie es er ich wir in im bei mit nach um damit
    dazu dabei nun jetzt hier dort alle ein eine einen öffnen starten klicken geben führen prüfen wählen
    melden beachten stellen legen kopieren warten außerdem anschließend zuerst zuletzt ohne für zum zur auf
    aber so wer was wie the this these those then if when you it we i in on for to at after before once while
    now here there all a an open start run click enter check choose select wait make use do not note however
    finally next first as with by
    """.split()
)
MONTHS = frozenset(
    """
    januar jänner februar märz april mai juni juli august september oktober november dezember
    january february march may june july october december
    jan feb febr mär mrz apr jun jul aug sep sept okt oct nov dez dec
    """.split()
)
# Before a number with a full stop these make it an ordinal: "im 2. Schritt", "am 3. Tag".
ORDINAL_LEADS = frozenset(
    """am im beim vom zum zur der den dem die das des bis ab jeder jede jedes jeden jedem ein einen einem
    einer eine ihr ihre ihren ihrem dieser diesem diesen seit und""".split()
)

# Headings that assert nothing: the section names of SPEC R6, German and English. Only a whole heading is
# exempt.
EXEMPT_HEADINGS = frozenset(
    entry.strip()
    for entry in """
    introduction; overview; summary; background; purpose; scope; audience; context; definition; definitions
    glossary
    prerequisites; prerequisite; requirements; before you begin; before you start; preparation; preparations
    steps; procedure; instructions; step-by-step; step by step; how to proceed; what to do; solution
    resolution; fix
    workaround; workarounds; validation; verification; verify; verify the result; check; check the result
    testing; test
    expected result; result; results; symptom; symptoms; problem; problem description; cause; causes
    root cause
    diagnosis; troubleshooting; known issues; common errors; common problems; rollback; undo; cleanup
    clean up
    example; examples; notes; note; warning; warnings; caution; important; tip; tips; limitations
    restrictions; risks
    security; security notes; parameters; options; syntax; usage; reference; references; sources
    further reading
    related articles; related topics; see also; links; next steps; conclusion; faq; appendix; changelog
    frequently asked questions; details; description; explanation; concept; concepts; how it works
    installation
    configuration
    einleitung; einführung; übersicht; überblick; zusammenfassung; kurzfassung; hintergrund; zweck
    geltungsbereich
    zielgruppe; kontext; definition; definitionen; begriffe; glossar
    voraussetzungen; voraussetzung; anforderungen; bevor sie beginnen; vor dem start; vorbereitung
    vorbereitungen
    schritte; vorgehen; vorgehensweise; anleitung; durchführung; schritt für schritt; ablauf; lösung
    behebung; abhilfe
    umgehung; validierung; prüfung; überprüfung; kontrolle; ergebnis prüfen; prüfen; test; tests
    erwartetes ergebnis
    ergebnis; ergebnisse; symptom; symptome; problem; problembeschreibung; fehlerbild; ursache; ursachen
    diagnose
    fehlerbehebung; fehlersuche; problembehandlung; bekannte probleme; häufige fehler; häufige probleme
    rückgängig
    rückgängig machen; zurücksetzen; aufräumen; bereinigung; beispiel; beispiele; hinweise; hinweis; warnung
    warnungen
    achtung; wichtig; tipp; tipps; einschränkungen; grenzen; risiken; sicherheit; sicherheitshinweise
    parameter
    optionen; syntax; verwendung; referenz; quellen; weiterführende informationen; weiterführende links
    literatur
    verwandte artikel; verwandte themen; siehe auch; links; nächste schritte; fazit; häufige fragen; anhang
    änderungen; details; einzelheiten; beschreibung; erläuterung; erklärung; konzept; konzepte; funktionsweise
    installation; konfiguration; einrichtung
    """.replace("\n", ";").split(";")
    if entry.strip()
)

# Connecting phrases that assert nothing. Only a whole unit is exempt, and a final colon or full stop is
# ignored.
EXEMPT_PHRASES = frozenset(
    entry.strip()
    for entry in """
    proceed as follows; follow these steps; do the following; to do this; to do so; for example; example
    examples
    note; notes; important; warning; caution; tip; result; expected result; expected output; output
    that is all
    the steps are; the steps are as follows; the following steps are required; perform the following steps
    run the following command; run the following commands; run this command; enter the following command
    execute the following command; use the following command; the command is; the output looks like this
    the output is as follows; see the following table; the following table gives an overview; in detail
    the following applies; in short; in summary; see also; then; next; finally; alternatively; or
    gehen sie wie folgt vor; gehen sie folgendermaßen vor; gehe wie folgt vor; geh wie folgt vor
    so gehen sie vor
    so gehst du vor; führen sie die folgenden schritte aus; führen sie folgende schritte aus
    folgen sie diesen schritten
    befolgen sie diese schritte; führen sie den folgenden befehl aus; führen sie die folgenden befehle aus
    führen sie folgenden befehl aus; führen sie diesen befehl aus; geben sie den folgenden befehl ein
    geben sie folgenden befehl ein; der befehl lautet; die ausgabe sieht so aus; die ausgabe lautet; ausgabe
    zum beispiel; beispiel; beispiele; hinweis; hinweise; wichtig; achtung; warnung; tipp; ergebnis
    erwartetes ergebnis
    dazu; gehen sie dazu wie folgt vor; die schritte im einzelnen; im einzelnen; die schritte sind; es gilt
    es gilt folgendes; siehe auch; kurz gesagt; zusammengefasst; danach; anschließend; zum schluss
    alternativ; oder
    die folgende tabelle gibt einen überblick; siehe folgende tabelle
    """.replace("\n", ";").split(";")
    if entry.strip()
)
