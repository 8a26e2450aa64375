"""Answers that other programs handed in, and the curator's verdict on them (SPEC O1)."""
