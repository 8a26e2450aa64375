"""When the system is told what came: gathered into one message, never in quiet hours (SPEC I1)."""

from __future__ import annotations

from datetime import tzinfo

from neurodesk.domain.budget import parse_quiet_hours, quiet_until


def due_at(first_at: float, gather_s: float, quiet_hours: str, zone: tzinfo | None = None) -> float:
    """Return when the one message about everything since ``first_at`` is due, UTC epoch seconds.

    Args:
        first_at: when the first of the events came.
        gather_s: how long others are waited for.
        quiet_hours: local times such as ``22:00-06:00``; a message that falls into them waits for their end.
        zone: a time zone, this machine's own when None.
    """
    wanted = first_at + gather_s
    return quiet_until(wanted, quiet_hours, zone) or wanted


def is_quiet_hours(text: str) -> bool:
    """Whether a text names quiet hours: ``HH:MM-HH:MM``, over midnight too, or nothing for none."""
    return not text.strip() or parse_quiet_hours(text) is not None
