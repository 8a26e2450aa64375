"""Search over everything: a field, what kinds, and a list of what was found (SPEC I1)."""
