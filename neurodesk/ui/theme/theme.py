"""The Theme: the one place that turns tokens into colours, fonts, heights, icons and a style sheet."""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import StrEnum
from pathlib import Path

import shiboken6
from PySide6.QtCore import QObject, Qt, QTemporaryDir, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QFontMetricsF, QIcon, QPalette, QPixmap
from PySide6.QtWidgets import QApplication

from neurodesk import resources
from neurodesk.domain.collecting import without_collecting
from neurodesk.ui.theme.icons import IconRoom, tinted
from neurodesk.ui.theme.palette import build_palette
from neurodesk.ui.theme.tokens import ThemeName, Tokens, load_tokens

BASE_PX = 13
MEASURE_SAMPLE = (
    "Nach einem Neustart bleiben verschlüsselte Datasets gesperrt, bis ihr Schlüssel geladen ist. "
    "The number of iterations is set when the dataset is created, and 350,000 is the default."
)
# Pictures that only a style sheet can place; file name -> (icon, colour token).
_SHEET_ICONS = {
    "check": ("check", "text.onAccent"),
    "chevronDown": ("chevron-down", "text.secondary"),
    "chevronUp": ("chevron-up", "text.secondary"),
    "chevronRight": ("chevron-right", "text.secondary"),
}


# What Qt moves by itself; the first stands for the system's choice where Qt can read it.
_EFFECTS = (
    Qt.UIEffect.UI_General,
    Qt.UIEffect.UI_AnimateMenu,
    Qt.UIEffect.UI_FadeMenu,
    Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip,
    Qt.UIEffect.UI_AnimateToolBox,
)


def system_stands_still(platform: str, effects: Collection[Qt.UIEffect]) -> bool:
    """Tell whether the system asks for no motion; of Qt's platforms only Windows says so."""
    return platform == "windows" and Qt.UIEffect.UI_General not in effects


class ThemeChoice(StrEnum):
    """What the curator can choose; SYSTEM follows the desktop's scheme and contrast."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    HC_LIGHT = "hcLight"
    HC_DARK = "hcDark"


class Density(StrEnum):
    """Row and control heights; the font size and the reading column never change with it."""

    COMFORTABLE = "comfortable"
    COMPACT = "compact"


class Theme(QObject):
    """Colours, fonts, heights, icons and motion of the running application (SPEC I5).

    Arguments: ``app`` the application to dress; ``choice`` of colours; ``density``; ``text_scale`` 0.8 to
    2.0;
    ``reduced_motion`` makes every duration 0.
    """

    changed = Signal()

    def __init__(
        self,
        app: QApplication,
        choice: ThemeChoice = ThemeChoice.SYSTEM,
        density: Density = Density.COMFORTABLE,
        text_scale: float = 1.0,
        reduced_motion: bool = False,
    ) -> None:
        super().__init__(app)
        self.tokens: Tokens = load_tokens()
        self._app = app
        self._choice = choice
        self._density = density
        self._text_scale = min(2.0, max(0.8, text_scale))
        self._reduced_motion = reduced_motion
        self._system_effects = frozenset(one for one in _EFFECTS if app.isEffectEnabled(one))
        self._icons = IconRoom()
        self._colors: dict[str, QColor] = {}
        self._fonts: dict[tuple[str, bool], QFont] = {}
        self._system_px = 0
        self._sheet_dir = QTemporaryDir()
        self._name = self._resolve()
        app.styleHints().colorSchemeChanged.connect(self._on_system_scheme)

    @property
    def name(self) -> ThemeName:
        """The colour table in effect."""
        return self._name

    @property
    def choice(self) -> ThemeChoice:
        """What was chosen, SYSTEM included."""
        return self._choice

    @property
    def density(self) -> Density:
        """The density in effect."""
        return self._density

    @property
    def reduced_motion(self) -> bool:
        """Whether nothing moves: by the setting, or because the system switched its effects off."""
        return self._reduced_motion or system_stands_still(self._app.platformName(), self._system_effects)

    def configure(
        self,
        *,
        choice: ThemeChoice | None = None,
        density: Density | None = None,
        text_scale: float | None = None,
        reduced_motion: bool | None = None,
    ) -> None:
        """Change any part of the look at once and tell the widgets through ``changed``, if anything
        changes.
        """
        before = (self._resolve(), self._density, self._text_scale, self._reduced_motion)
        self._choice = choice or self._choice
        self._density = density or self._density
        if text_scale is not None:
            self._text_scale = min(2.0, max(0.8, text_scale))
        if reduced_motion is not None:
            self._reduced_motion = reduced_motion
        if (self._resolve(), self._density, self._text_scale, self._reduced_motion) != before:
            self.apply()

    def _resolve(self) -> ThemeName:
        if self._choice is not ThemeChoice.SYSTEM:
            return ThemeName(self._choice.value)
        hints = self._app.styleHints()
        dark = hints.colorScheme() == Qt.ColorScheme.Dark
        # QStyleHints.accessibility() exists from Qt 6.10 on; earlier there is nothing to ask.
        accessibility = getattr(hints, "accessibility", None)
        contrast = accessibility().contrastPreference() if accessibility is not None else None
        if contrast is not None and contrast.name == "HighContrast":
            return ThemeName.HC_DARK if dark else ThemeName.HC_LIGHT
        return ThemeName.DARK if dark else ThemeName.LIGHT

    def _on_system_scheme(self) -> None:
        if self._choice is ThemeChoice.SYSTEM and self._resolve() is not self._name:
            self.apply()

    def system_font_changed(self) -> None:
        """Recompute all sizes; the window tells it, because a filter on the application sees every event."""
        self._fonts.clear()
        self._system_px = 0

    def apply(self) -> None:
        """Set style, palette, font and style sheet on the application, then emit ``changed``."""
        self._name = self._resolve()
        self._icons.clear()
        self._colors.clear()
        self._fonts.clear()
        self._system_px = 0
        if self._app.style().objectName().lower() != "fusion" and not self._app.styleSheet():
            self._app.setStyle("Fusion")
        # Qt goes through a list of all widgets here and asks each; one that was collected meanwhile ends it.
        with without_collecting():
            self._app.setPalette(build_palette(self.tokens, self._name))
            self._app.setFont(self.font("body"))
            self._app.setStyleSheet(self.style_sheet())
        self._still_or_moving()
        self.changed.emit()

    def _still_or_moving(self) -> None:
        """Let Qt's own effects follow: menus and boxes that slide, tooltips that fade in."""
        for effect in _EFFECTS:
            self._app.setEffectEnabled(effect, not self.reduced_motion and effect in self._system_effects)

    def style_sheet(self) -> str:
        """Return the one style sheet with every ``{{name}}`` filled in. Raises KeyError for an unknown
        name.
        """
        template = resources.text("theme", "theme.qss")
        control = self.row_height("control")
        values: dict[str, str] = {
            "d.inner": str(control - 2),
            "d.innerFocus": str(control - 4),
            "d.segment": str(control - 4),
            "d.header": str(self.height(30) - 1),
            "d.tab": str(self.height(40) - 2),
            "size.topBar": str(self.size("topBar") - 1),
            "size.statusBar": str(self.size("statusBar") - 1),
            "size.decisionBar": str(self.size("decisionBar") - 1),
            "size.indicator": str(self.icon_px(14)),
            "d.radio": str(self.icon_px(14) // 2 + 1),
            "d.radioRing": str(max(3, self.icon_px(14) // 3)),
            "d.radioDot": str(self.icon_px(14) + 2 - 2 * max(3, self.icon_px(14) // 3)),
            "size.spinArrow": str(self.icon_px(12)),
            "d.drop": str(self.icon_px(14) + 10),
            "d.spin": str(self.icon_px(12) + 8),
            "font.small": str(self.font("small").pixelSize()),
        }
        for key, (icon, token) in _SHEET_ICONS.items():
            values[f"icon.{key}"] = self._sheet_icon(key, icon, token)

        def fill(match: re.Match[str]) -> str:
            key = match[1]
            return values[key] if key in values else self.tokens.hex(self._name, key)

        return re.sub(r"\{\{(.+?)\}\}", fill, template)

    def _sheet_icon(self, key: str, icon: str, token: str) -> str:
        path = Path(self._sheet_dir.path()) / f"{key}-{self._name}.svg"
        if not path.exists():
            text = tinted(icon, self.hex(token), self.hex("surface.raised"))
            path.write_text(text, encoding="utf-8")
        return path.as_posix()

    def hex(self, path: str) -> str:
        """Return a colour as ``#RRGGBB``. Raises KeyError for an unknown token."""
        return self.tokens.hex(self._name, path)

    def color(self, path: str) -> QColor:
        """Return a colour by meaning, for painters. Raises KeyError for an unknown token."""
        found = self._colors.get(path)
        if found is None:
            found = self._colors[path] = QColor(self.hex(path))
        return found

    def shadow(self) -> QColor:
        """Return the colour of the one shadow there is, below popovers and the palette."""
        color = QColor(0, 0, 0)
        color.setAlphaF(0.48 if self._name.is_dark else 0.16)
        return color

    def pixmap(
        self,
        name: str,
        ink: str = "text.secondary",
        size: int = 16,
        ratio: float = 1.0,
        on: str = "surface.reading",
    ) -> QPixmap:
        """Return an icon in the colour of ``ink``, ``icon_px(size)`` wide, on the surface ``on``."""
        return self._icons.pixmap(name, self.hex(ink), self.hex(on), self.icon_px(size), ratio)

    def lamp(self, state: str, size: int = 14, ratio: float = 1.0, on: str = "surface.reading") -> QPixmap:
        """Return the lamp of a claim state: its own shape, its own colour."""
        return self.pixmap(f"lamp-{state}", f"claim.{state}.mark", size, ratio, on)

    def icon(self, name: str, ink: str = "text.secondary", size: int = 16) -> QIcon:
        """Return a QIcon: blue when checked, grey when disabled."""
        return self._icons.icon(
            name,
            self.hex(ink),
            self.hex("accent.base"),
            self.hex("text.disabled"),
            self.hex("surface.raised"),
            self.icon_px(size),
        )

    def base_px(self) -> float:
        """Return the base text size in px: the system font's, never below 13, times the text scale."""
        if not self._system_px:  # asked for by every painted lamp
            system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
            self._system_px = QFontInfo(system).pixelSize()
        return max(BASE_PX, self._system_px) * self._text_scale

    def font(self, role: str, *, strong: bool = False, mono: bool = False) -> QFont:
        """Return the font of a role such as ``reading``; ``strong`` is semibold, ``mono`` the fixed font."""
        key = (f"{role}/{mono}", strong)
        cached = self._fonts.get(key)
        if cached is not None:
            return QFont(cached)
        spec = self.tokens.fonts[role]
        kind = QFontDatabase.SystemFont.FixedFont if mono else QFontDatabase.SystemFont.GeneralFont
        font = QFontDatabase.systemFont(kind)
        font.setPixelSize(round(self.base_px() * spec.ratio))
        weight = max(spec.weight, 600) if strong else spec.weight
        font.setWeight(QFont.Weight.DemiBold if weight >= 600 else QFont.Weight(weight // 100 * 100))
        font.setFeature(QFont.Tag("tnum"), 1)
        self._fonts[key] = font
        return QFont(font)

    def line_height(self, role: str) -> int:
        """Return the line height of a role in px at the present text size."""
        spec = self.tokens.fonts[role]
        return round(spec.line * self.base_px() / BASE_PX)

    def reading_column(self, role: str = "reading") -> int:
        """Return the reading column in px: 74 characters of a sample sentence in the reading font."""
        advance = QFontMetricsF(self.font(role)).horizontalAdvance(MEASURE_SAMPLE)
        return round(advance / len(MEASURE_SAMPLE) * self.tokens.measure_chars)

    def height(self, token_px: int) -> int:
        """Return ``max(token, font height + 10)``: a height that grows with the text but never shrinks."""
        return max(token_px, round(QFontMetricsF(self.font("body")).height()) + 10)

    def scaled(self, token_px: float) -> int:
        """Scale a px value with the text size."""
        return round(token_px * self.base_px() / BASE_PX)

    def icon_px(self, size: int) -> int:
        """Return the px of an icon, lamp or keycap of ``size`` at 100 %: it grows with the text only."""
        return max(size, self.scaled(size))

    def size(self, key: str) -> int:
        """Return a fixed part's size such as ``topBar``, grown with the text where it holds text."""
        value = self.tokens.sizes[key]
        if key in ("scrollbar", "hitTargetMin"):
            return value
        if key in ("lamp", "lampSmall", "gutter", "icon", "iconSmall"):
            return self.icon_px(value)
        return self.scaled(value) if self.base_px() > BASE_PX else value

    def row_height(self, key: str) -> int:
        """Return a height of the density table: control, tableRow, listRowTwoLine, treeRow or formGap."""
        value = self.tokens.density[self._density.value][key]
        if key == "formGap":
            return value
        if key == "listRowTwoLine":
            text = QFontMetricsF(self.font("body")).height() + QFontMetricsF(self.font("small")).height()
            return max(value, round(text) + (16 if self._density is Density.COMFORTABLE else 10))
        return max(value, round(QFontMetricsF(self.font("body")).height()) + 10)

    def motion_ms(self, key: str) -> int:
        """Return a duration in ms; 0 with reduced motion."""
        return 0 if self.reduced_motion else self.tokens.motion_ms[key]

    def palette(self) -> QPalette:
        """Return a fresh palette of the theme in effect."""
        return build_palette(self.tokens, self._name)


_installed: list[Theme] = []


def install_theme(
    app: QApplication,
    choice: ThemeChoice = ThemeChoice.SYSTEM,
    density: Density = Density.COMFORTABLE,
    text_scale: float = 1.0,
    reduced_motion: bool = False,
) -> Theme:
    """Make the application's Theme, or configure the one it has, and apply it."""
    if _installed and shiboken6.isValid(_installed[0]):
        _installed[0].configure(
            choice=choice, density=density, text_scale=text_scale, reduced_motion=reduced_motion
        )
    else:
        _installed[:] = [Theme(app, choice, density, text_scale, reduced_motion)]
        _installed[0].apply()
    return _installed[0]


def theme() -> Theme:
    """Return the installed Theme. Raises RuntimeError before ``install_theme``."""
    if not _installed:
        raise RuntimeError("install_theme() must run before any widget is made")
    return _installed[0]
