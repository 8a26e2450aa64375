"""Semantic design tokens, read once from ``resources/theme/tokens.json``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from neurodesk import resources


class ThemeName(StrEnum):
    """The four colour tables of the tokens file."""

    LIGHT = "light"
    DARK = "dark"
    HC_LIGHT = "hcLight"
    HC_DARK = "hcDark"

    @property
    def is_dark(self) -> bool:
        """Whether text is light on a dark surface."""
        return self in (ThemeName.DARK, ThemeName.HC_DARK)

    @property
    def is_high_contrast(self) -> bool:
        """Whether blended colours are forbidden."""
        return self in (ThemeName.HC_LIGHT, ThemeName.HC_DARK)


@dataclass(frozen=True, slots=True)
class FontRole:
    """One text size: ``ratio`` of the base size, ``line`` height in px at 100 %, ``weight`` 100 to 900."""

    ratio: float
    line: int
    weight: int


def _flatten(node: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in node.items():
        path = f"{prefix}{key}"
        if isinstance(value, Mapping):
            flat.update(_flatten(value, path + "."))
        else:
            flat[path] = str(value)
    return flat


@dataclass(frozen=True, slots=True)
class Tokens:
    """All tokens: colours by theme and path, font roles, sizes and motion in ms."""

    colors: Mapping[ThemeName, Mapping[str, str]]
    fonts: Mapping[str, FontRole]
    sizes: Mapping[str, int]
    density: Mapping[str, Mapping[str, int]]
    motion_ms: Mapping[str, int]
    measure_chars: int

    def hex(self, name: ThemeName, path: str) -> str:
        """Return the colour at ``path`` such as ``claim.partial.mark``. Raises KeyError for an unknown
        token.
        """
        return self.colors[name][path]


@cache
def load_tokens() -> Tokens:
    """Read and check the tokens file; every theme must define the same paths.

    Raises: ValueError when a theme lacks a token that another has.
    """
    raw = json.loads(resources.text("theme", "tokens.json"))
    colors = {ThemeName(name): _flatten(table) for name, table in raw["themes"].items()}
    paths = set(colors[ThemeName.LIGHT])
    for name, table in colors.items():
        if set(table) != paths:
            raise ValueError(f"theme {name} has other tokens: {sorted(set(table) ^ paths)}")
    layout = raw["layout"]
    fonts = {
        role: FontRole(float(spec["ratio"]), int(spec["line"]), int(spec["weight"]))
        for role, spec in layout["font"]["scale"].items()
    }
    return Tokens(
        colors=colors,
        fonts=fonts,
        sizes={key: value for key, value in layout["size"].items() if isinstance(value, int)},
        density={name: layout["density"][name] for name in ("comfortable", "compact")},
        motion_ms={key: spec["ms"] for key, spec in layout["motion"].items() if isinstance(spec, dict)},
        measure_chars=int(layout["font"]["reading"]["measureTarget"]),
    )
