"""What a section is for, told by its heading, in German and English (SPEC R6)."""

from __future__ import annotations

import re

# Role -> words that name it. A whole heading of such words has the role; the words in STRONG have it also as
# part of a longer heading ("Verification of the backup").
ROLES: dict[str, list[str]] = {
    "prerequisites": (
        "prerequisites; prerequisite; requirements; before you begin; before you start; preparation; "
        "preparations; what you need; voraussetzungen; voraussetzung; anforderungen; vorbereitung; "
        "vorbereitungen; bevor sie beginnen; was sie brauchen"
    ).split("; "),
    "steps": (
        "steps; step by step; procedure; instructions; installation; configuration; setup; how to proceed; "
        "what to do; solution; resolution; fix; schritte; schritt für schritt; vorgehen; vorgehensweise; "
        "durchführung; anleitung; einrichtung; konfiguration; ablauf; lösung; behebung; abhilfe"
    ).split("; "),
    "validation": (
        "validation; verification; verify; verifying; verify the result; check the result; check; test; "
        "tests; testing; result; expected result; validierung; prüfung; überprüfung; überprüfen; prüfen; "
        "kontrolle; "
        "erfolg prüfen; ergebnis prüfen; ergebnis; erwartetes ergebnis; testen"
    ).split("; "),
    "rollback": (
        "rollback; roll back; rolling back; undo; revert; way back; the way back; take back; taking back; "
        "rückfall; rückgängig; rückgängig machen; zurücknehmen; zurückrollen; rückbau; rückweg; zurücksetzen"
    ).split("; "),
    "troubleshooting": (
        "troubleshooting; common problems; common errors; known issues; known problems; "
        "known stumbling blocks; fehlerbehebung; fehlersuche; häufige probleme; häufige fehler; "
        "bekannte probleme; problembehandlung"
    ).split("; "),
    "symptoms": ("symptoms; symptom; problem; symptome; fehlerbild; problembeschreibung").split("; "),
    "cause": (
        "cause; causes; root cause; frequent causes; common causes; possible causes; ursache; ursachen; "
        "häufige ursachen; mögliche ursachen"
    ).split("; "),
    "background": (
        "background; overview; introduction; purpose; hintergrund; überblick; übersicht; "
        "einführung; "
        "einleitung; zweck"
    ).split("; "),
    "references": (
        "references; see also; related articles; related topics; further reading; links; "
        "verweise; siehe auch; weiterführendes; weiterführende links; verwandte artikel; quellen; sources"
    ).split("; "),
}
STRONG = frozenset(
    (
        "prerequisites; requirements; before you begin; before you start; voraussetzungen; anforderungen; "
        "steps; procedure; step by step; schritte; schritt für schritt; vorgehen; vorgehensweise; "
        "validation; verification; verify; verifying; check the result; validierung; "
        "überprüfung; überprüfen; ergebnis prüfen; erfolg prüfen; test; testing; testen; "
        "rollback; roll back; rolling back; undo; revert; way back; take back; taking back; rückgängig; "
        "zurücknehmen; zurückrollen; rückbau; "
        "troubleshooting; common problems; known issues; fehlerbehebung; fehlersuche; häufige probleme; "
        "bekannte probleme; symptoms; symptome; causes; root cause; ursachen; background; hintergrund; "
        "see also; siehe auch; related articles; further reading"
    ).split("; ")
)

# Headings of what a page says at its end: a look back, or ideas for later; no part of any procedure.
CLOSING = frozenset(
    (
        "conclusion; conclusions; summary; wrap up; wrap-up; next steps; further steps; "
        "what's next; what next; "
        "license; licence; credits; acknowledgements; fazit; zusammenfassung; schluss; schlussbemerkung; "
        "nächste schritte; weitere schritte; wie geht es weiter; ausblick; lizenz; danksagung"
    ).split("; ")
)

# Headings that may stand over what is to be seen, or over a look back at the page.
_RESULT = frozenset("result; results; the result; ergebnis; ergebnisse; das ergebnis".split("; "))
_SEEN = re.compile(
    r"(?i)\b(?:outputs?|prints?|shows?|displays?|returns?|reports?|status|responds?|answers?|listed|visible|appears?|"
    r"check|verify|expected|ausgabe|ausgegeben|anzeige|angezeigt|zeigt|meldet|antwortet|erscheint|"
    r"sichtbar|prüfen sie|prüfe|überprüf\w*|erwartet\w*)\b"
)

_WHOLE = {word: role for role, words in reversed(ROLES.items()) for word in words}
_PHRASES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (
        role,
        re.compile(
            r"(?i)(?<![\w-])(?:"
            + "|".join(re.escape(word) for word in words if word in STRONG)
            + r")(?![\w-])"
        ),
    )
    for role, words in ROLES.items()
)


def role_of(heading: str) -> str:
    """Return the role of a heading, "" when its words name none; the first role in the table wins."""
    bare = _bare(heading)
    if bare in _WHOLE:
        return _WHOLE[bare]
    if bare in CLOSING:
        return ""
    for role, pattern in _PHRASES:
        if pattern.search(heading):
            return role
    return ""


def whole_role_of(heading: str) -> str:
    """Return the role that a heading names with all its words, "" when it says more than that."""
    return _WHOLE.get(_bare(heading), "")


def is_closing(heading: str) -> bool:
    """Tell whether a section only looks back or ahead, as a page's last one often does."""
    return _bare(heading) in CLOSING


def looks_back(heading: str, body: str) -> bool:
    """Tell whether a section called "result" closes its page instead of saying what is to be seen.

    Args:
        body: the section's text; code in it is something to be run and seen.
    """
    return _bare(heading) in _RESULT and "```" not in body and not _SEEN.search(body)


def _bare(heading: str) -> str:
    return " ".join(heading.split()).strip(" :.?!*_`").casefold()
