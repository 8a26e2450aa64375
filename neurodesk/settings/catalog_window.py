"""Settings of the window's look and of what is told outside it (SPEC I1, I5); part of ``catalog``."""

from __future__ import annotations

from neurodesk.domain.notify import is_quiet_hours
from neurodesk.settings.declare import Declaration, Shape

D = Declaration
SWITCH, WHOLE, NUMBER, TEXT, CHOICE = Shape.SWITCH, Shape.WHOLE, Shape.NUMBER, Shape.TEXT, Shape.CHOICE

WINDOW_SETTINGS: tuple[Declaration, ...] = (
    D(
        "ui.language",
        CHOICE,
        "system",
        "Language",
        "The language of the window.",
        choices=("system", "en", "de"),
        rule="I5",
    ),
    D(
        "ui.theme",
        CHOICE,
        "system",
        "Theme",
        "The colours of the window: light, dark or high contrast.",
        choices=("system", "light", "dark", "hcLight", "hcDark"),
        rule="I5",
    ),
    D(
        "ui.density",
        CHOICE,
        "comfortable",
        "Density",
        "How high the rows of lists are.",
        choices=("comfortable", "compact"),
        rule="I5",
    ),
    D(
        "ui.text_scale",
        WHOLE,
        100,
        "Text size",
        "Of all texts, as a share of the usual size.",
        "%",
        80,
        200,
        rule="I5",
    ),
    D(
        "ui.reduced_motion",
        SWITCH,
        False,
        "Reduced motion",
        "Nothing moves by itself: panes and marks change at once.",
        rule="I5",
    ),
    # -- what is told outside the window (SPEC I1) ---------------------------------------------------
    D(
        "notify.enabled",
        SWITCH,
        False,
        "System notifications",
        "One message says what came while you worked elsewhere: drafts, contradictions, failures.",
        rule="I1",
    ),
    D(
        "notify.gather_m",
        NUMBER,
        5.0,
        "Gather notifications",
        "What comes within this time is told in one message.",
        "min",
        0,
        240,
        rule="I1",
    ),
    D(
        "notify.quiet_hours",
        TEXT,
        "",
        "Quiet hours for notifications",
        "Local times such as 18:00-08:00 in which nothing is told; it is told at their end. Empty for none.",
        rule="I1",
        is_entry=is_quiet_hours,
        entry_form="times such as 22:00-06:00, or nothing",
    ),
    D(
        "notify.tray",
        SWITCH,
        False,
        "Icon in the system tray",
        "Opens the window, pauses the worker and ends NeuroDesk, where the system has a tray.",
        rule="I1",
    ),
)
