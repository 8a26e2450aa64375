"""The embedded engine: planning, writing and reviewing without a language model (SPEC E1)."""

LABEL = "extractive, no language model"
MODEL = "embedded"
