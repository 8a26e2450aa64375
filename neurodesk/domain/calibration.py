"""Calibration of an encoder's cosines to a probability, 0..1, by pairs whose relation is known (SPEC K6)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

# Steeper slopes say nothing more: at 60 a hundredth of a cosine decides already.
STEEPEST = 120.0
# Pulls an encoder that separates every pair away from an endless slope.
_RIDGE = 1e-4
_STEPS = 60


@dataclass(frozen=True, slots=True)
class KnownPair:
    """Two texts that say the same; pairs of one topic are near one another and yet say different things."""

    topic: str
    one: str
    other: str


@dataclass(frozen=True, slots=True)
class Calibration:
    """A logistic of the cosine.

    Attributes:
        slope, intercept: the probability is ``1 / (1 + exp(-(slope * cosine + intercept)))``.
        separation: how often a pair that says the same is nearer than one that does not, 0..1; .5 is chance.
    """

    slope: float
    intercept: float
    separation: float


@dataclass(frozen=True, slots=True)
class _Known:
    cosine: float
    same: bool
    weight: float


def calibrated(
    pairs: Sequence[KnownPair], vectors: Sequence[tuple[Sequence[float], Sequence[float]]]
) -> Calibration:
    """Fit the logistic; pairs that say the same and those that do not count one half each.

    Args:
        pairs: the known pairs.
        vectors: both vectors of each pair, of length 1.
    """
    same = [_dot(one, other) for one, other in vectors]
    near: list[float] = []
    far: list[float] = []
    for left, (one, _) in enumerate(vectors):
        for right, (_, other) in enumerate(vectors):
            if left != right:
                is_near = pairs[left].topic == pairs[right].topic
                (near if is_near else far).append(_dot(one, other))
    groups = [(same, True, 0.5)]
    apart = [one for one in (near, far) if one]
    groups += [(one, False, 0.5 / len(apart)) for one in apart]
    known = [_Known(c, is_same, share / len(group)) for group, is_same, share in groups for c in group]
    slope, intercept = _fitted(known)
    return Calibration(slope, intercept, _separation(same, near + far))


def probability(slope: float, intercept: float, cosine: float) -> float:
    """Return the calibrated probability of a cosine."""
    return 1.0 / (1.0 + math.exp(-max(-60.0, min(60.0, slope * cosine + intercept))))


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return math.fsum(left * right for left, right in zip(one, other, strict=True))


def _fitted(known: Sequence[_Known]) -> tuple[float, float]:
    """Weighted logistic regression with a small ridge on the slope (Newton steps, halved when too long)."""
    slope = intercept = 0.0
    loss = _loss(known, slope, intercept)
    for _ in range(_STEPS):
        g_slope, g_intercept = _RIDGE * slope, 0.0
        h_ss, h_si, h_ii = _RIDGE, 0.0, 1e-12
        for one in known:
            guess = probability(slope, intercept, one.cosine)
            error = one.weight * (guess - one.same)
            g_slope += error * one.cosine
            g_intercept += error
            bend = one.weight * guess * (1.0 - guess)
            h_ss += bend * one.cosine * one.cosine
            h_si += bend * one.cosine
            h_ii += bend
        determinant = h_ss * h_ii - h_si * h_si
        if determinant <= 0.0:
            break
        step_slope = (h_ii * g_slope - h_si * g_intercept) / determinant
        step_intercept = (h_ss * g_intercept - h_si * g_slope) / determinant
        size, tried, lower = 1.0, (slope, intercept), math.inf
        while size > 1e-6 and lower > loss:
            tried = slope - size * step_slope, intercept - size * step_intercept
            lower = _loss(known, *tried)
            size /= 2.0
        if lower > loss:
            break
        (slope, intercept), gain, loss = tried, loss - lower, lower
        if gain < 1e-12:
            break
    if slope > STEEPEST:
        # The middle, where the probability is one half, stays where it is.
        intercept, slope = intercept * STEEPEST / slope, STEEPEST
    return slope, intercept


def _loss(known: Sequence[_Known], slope: float, intercept: float) -> float:
    total = 0.5 * _RIDGE * slope * slope
    for one in known:
        guess = probability(slope, intercept, one.cosine)
        total -= one.weight * math.log(max(1e-30, guess if one.same else 1.0 - guess))
    return total


def _separation(same: Sequence[float], other: Sequence[float]) -> float:
    if not same or not other:
        return 0.5
    wins = math.fsum((left > right) + 0.5 * (left == right) for left in same for right in other)
    return wins / (len(same) * len(other))
