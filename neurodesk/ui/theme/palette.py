"""The QPalette of a theme, for everything the style sheet does not reach."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette

from neurodesk.ui.theme.tokens import ThemeName, Tokens

_ROLES: tuple[tuple[QPalette.ColorRole, str], ...] = (
    (QPalette.ColorRole.Window, "surface.window"),
    (QPalette.ColorRole.Base, "surface.reading"),
    (QPalette.ColorRole.AlternateBase, "surface.pane"),
    (QPalette.ColorRole.Button, "surface.raised"),
    (QPalette.ColorRole.ToolTipBase, "surface.inverse"),
    (QPalette.ColorRole.ToolTipText, "text.onInverse"),
    (QPalette.ColorRole.PlaceholderText, "text.tertiary"),
    (QPalette.ColorRole.Link, "text.link"),
    (QPalette.ColorRole.LinkVisited, "text.link"),
    (QPalette.ColorRole.Light, "border.hairline"),
    (QPalette.ColorRole.Midlight, "border.hairline"),
    (QPalette.ColorRole.Mid, "border.card"),
    (QPalette.ColorRole.Dark, "border.control"),
    (QPalette.ColorRole.Shadow, "border.strong"),
    (QPalette.ColorRole.BrightText, "text.onAccent"),
    (QPalette.ColorRole.Highlight, "selection.background"),
    (QPalette.ColorRole.HighlightedText, "selection.text"),
    (QPalette.ColorRole.Accent, "accent.base"),
)
_TEXT_ROLES = (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText)
_GROUPS = (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive, QPalette.ColorGroup.Disabled)


def build_palette(tokens: Tokens, name: ThemeName) -> QPalette:
    """Fill every role and group of a palette from the tokens."""
    palette = QPalette()
    for group in _GROUPS:
        for role, path in _ROLES:
            palette.setColor(group, role, QColor(tokens.hex(name, path)))
        text = "text.disabled" if group is QPalette.ColorGroup.Disabled else "text.primary"
        for role in _TEXT_ROLES:
            palette.setColor(group, role, QColor(tokens.hex(name, text)))
    return palette
