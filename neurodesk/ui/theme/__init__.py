"""One look from one set of tokens: colours, fonts, heights, icons, motion."""

from neurodesk.ui.theme.icons import IconRoom
from neurodesk.ui.theme.theme import Density, Theme, ThemeChoice, install_theme, theme
from neurodesk.ui.theme.tokens import ThemeName, Tokens, load_tokens

__all__ = [
    "Density",
    "IconRoom",
    "Theme",
    "ThemeChoice",
    "ThemeName",
    "Tokens",
    "install_theme",
    "load_tokens",
    "theme",
]
