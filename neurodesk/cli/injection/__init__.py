"""Injection measured by its effect, against a model that obeys every instruction it sees (SPEC W9)."""
