"""What a section is for, told by its heading, in German and English (SPEC R6)."""

from __future__ import annotations

import re

# Role -> words that name it. A heading has a role when one of its words or phrases stands here.
ROLES: dict[str, tuple[str, ...]] = {
    "prerequisites": (
        "prerequisites",
        "prerequisite",
        "requirements",
        "before you begin",
        "before you start",
        "preparation",
        "voraussetzungen",
        "voraussetzung",
        "anforderungen",
        "vorbereitung",
        "vorbereitungen",
        "bevor sie beginnen",
    ),
    "steps": (
        "steps",
        "step by step",
        "procedure",
        "instructions",
        "installation",
        "configuration",
        "solution",
        "resolution",
        "schritte",
        "schritt für schritt",
        "vorgehen",
        "vorgehensweise",
        "durchführung",
        "anleitung",
        "einrichtung",
        "konfiguration",
        "lösung",
        "behebung",
    ),
    "validation": (
        "validation",
        "verification",
        "verify",
        "check the result",
        "test",
        "testing",
        "validierung",
        "prüfung",
        "überprüfung",
        "überprüfen",
        "kontrolle",
        "erfolg prüfen",
        "ergebnis prüfen",
    ),
    "rollback": (
        "rollback",
        "roll back",
        "undo",
        "revert",
        "rückfall",
        "rückgängig",
        "zurücknehmen",
        "rückbau",
    ),
    "troubleshooting": (
        "troubleshooting",
        "common problems",
        "known issues",
        "fehlerbehebung",
        "fehlersuche",
        "häufige probleme",
        "bekannte probleme",
    ),
    "symptoms": ("symptoms", "symptom", "problem", "symptome", "fehlerbild"),
    "cause": ("cause", "causes", "root cause", "ursache", "ursachen"),
    "background": (
        "background",
        "overview",
        "introduction",
        "hintergrund",
        "überblick",
        "einführung",
        "einleitung",
    ),
    "references": ("references", "see also", "related articles", "verweise", "siehe auch", "weiterführendes"),
}

_PHRASES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (role, re.compile(r"(?i)(?<!\w)(?:" + "|".join(map(re.escape, words)) + r")(?!\w)"))
    for role, words in ROLES.items()
)


def role_of(heading: str) -> str:
    """Return the role of a heading, "" when its words name none; the first role in the table wins."""
    for role, pattern in _PHRASES:
        if pattern.search(heading):
            return role
    return ""
