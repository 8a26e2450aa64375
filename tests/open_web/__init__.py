"""A web of two hundred pages on loopback, good and hostile, behind a loopback SearXNG (SPEC W1-W9).

``pages`` makes them from the ``subjects``, ``research`` runs autonomous tasks over them through the real
guard, extraction child and gates. ``python -m tests.open_web`` prints what was kept and what refused why.
"""
