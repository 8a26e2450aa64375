"""Gaps: what the scanner found, and the acts on it (SPEC G5)."""
