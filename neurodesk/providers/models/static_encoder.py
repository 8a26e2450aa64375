"""The embedded encoder: German and English sentence vectors from one shipped table, numpy only (SPEC K6, E1).

A text is the sum of the rows of its words, brought to length 1. A word that the table does not know is split
into the likeliest known pieces. The vector is a bag of words: it tells what a text is about, never whether a
number or a negation in it is right.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import unicodedata
from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from neurodesk import resources
from neurodesk.domain.ports import EmbeddingProfile

MODEL_NAME = "static-de-en"
MODEL_FILE = ("models", "static-de-en.npz")
DIGEST_FILE = ("models", "static-de-en.npz.sha256")

_WORD = re.compile(r"[^\W_]+")
_LONGEST_WORD = 60
_LONGEST_PIECE = 24
_SHORT_PIECE = 3  # a piece this short inside a word stands in the table as "##piece"
_UNKNOWN_COST = 25.0
_CACHED_WORDS = 100_000
# At most so many texts at once: the sum over their rows is held in memory.
_BATCH = 256


class ModelDamaged(Exception):
    """The shipped model file is not the one that was shipped."""


class StaticEncoder:
    """Turns texts into unit vectors (fills ``domain.ports.Embedder``).

    Args:
        data: bytes of the model file; the shipped one when None.

    Raises:
        ModelDamaged: the shipped file's hash is wrong.
    """

    def __init__(self, data: bytes | None = None) -> None:
        if data is None:
            data = resources.data(*MODEL_FILE)
            expected = resources.text(*DIGEST_FILE).split()[0]
            if hashlib.sha256(data).hexdigest() != expected:
                raise ModelDamaged(MODEL_NAME)
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            meta = json.loads(bytes(file["meta"]).decode("utf-8"))
            self._rows: NDArray[np.int8] = file["vec"]
            self._scales: NDArray[np.float32] = file["scale"].astype(np.float32)
            units = bytes(file["vocab"]).decode("utf-8").split("\n")
            self._log_probability: list[float] = file["logp"].astype(np.float32).tolist()
        self._index = {unit: row for row, unit in enumerate(units)}
        self._cache: dict[str, tuple[int, ...]] = {}
        calibration = meta["calibration"]
        self.profile = EmbeddingProfile(
            model=MODEL_NAME,
            digest=hashlib.sha256(data).hexdigest(),
            dimension=int(self._rows.shape[1]),
            normalised=True,
            calibration=(float(calibration["a"]), float(calibration["b"])),
        )

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return vectors of shape (number of texts, dimension).

        Rows have length 1; a text without any known piece (another script, signs only) gives zeros, which
        means "no answer", not "unlike".
        """
        vectors = np.zeros((len(texts), self.profile.dimension), np.float32)
        for start in range(0, len(texts), _BATCH):
            rows = [self._row_numbers(text) for text in texts[start : start + _BATCH]]
            filled = [place for place, numbers in enumerate(rows) if numbers]
            if not filled:
                continue
            flat = np.concatenate([np.asarray(rows[place], np.int64) for place in filled])
            starts = np.cumsum([0, *(len(rows[place]) for place in filled[:-1])])
            weighted = self._rows[flat].astype(np.float32) * self._scales[flat, None]
            sums = np.add.reduceat(weighted, starts, axis=0)
            lengths = np.linalg.norm(sums, axis=1, keepdims=True)
            vectors[[start + place for place in filled]] = sums / np.maximum(lengths, 1e-9)
        return vectors

    def probability(self, cosine: float) -> float:
        """Return the calibrated probability that two texts say the same, 0..1, of their cosine.

        Logistic, fitted on translated questions and paraphrases against questions on the same passage and
        random pairs, prior one half.
        """
        slope, intercept = self.profile.calibration
        return float(1.0 / (1.0 + np.exp(-(slope * cosine + intercept))))

    def _row_numbers(self, text: str) -> list[int]:
        numbers: list[int] = []
        for word in _WORD.findall(unicodedata.normalize("NFKC", text).lower()):
            row = self._index.get(word)
            if row is not None:
                numbers.append(row)
                continue
            pieces = self._cache.get(word)
            if pieces is None:
                if len(self._cache) >= _CACHED_WORDS:
                    self._cache.clear()
                pieces = self._cache[word] = self._respelled(word) or self._pieces(word[:_LONGEST_WORD])
            numbers += pieces
        return numbers

    def _respelled(self, word: str) -> tuple[int, ...]:
        """Look the word up with ß for ss and umlauts for ae, oe, ue (``Groesse``)."""
        umlauts = word.replace("ae", "ä").replace("oe", "ö").replace("ue", "ü")
        for spelling in (word.replace("ss", "ß"), umlauts, umlauts.replace("ss", "ß")):
            row = self._index.get(spelling)
            if row is not None:
                return (row,)
        return ()

    def _pieces(self, word: str) -> tuple[int, ...]:
        """Return the likeliest split into known pieces (Viterbi); an unknown character costs much."""
        length = len(word)
        best = [0.0] + [-1e9] * length
        back: list[tuple[int, int]] = [(0, -1)] * (length + 1)
        for start in range(length):
            score = best[start]
            if score - _UNKNOWN_COST > best[start + 1]:
                best[start + 1], back[start + 1] = score - _UNKNOWN_COST, (start, -1)
            for end in range(start + 1, min(length, start + _LONGEST_PIECE) + 1):
                piece = word[start:end]
                inside = start > 0 and end - start <= _SHORT_PIECE
                row = self._index.get(f"##{piece}" if inside else piece)
                if row is not None and score + self._log_probability[row] > best[end]:
                    best[end], back[end] = score + self._log_probability[row], (start, row)
        found: list[int] = []
        end = length
        while end:
            end, row = back[end]
            if row >= 0:
                found.append(row)
        return tuple(reversed(found))

    @cached_property
    def words(self) -> int:
        """How many words and pieces the table knows."""
        return len(self._index)
