import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF, QIcon, QPalette
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QPushButton, QSlider

from neurodesk.ui.theme import Density, Theme, ThemeChoice, ThemeName, load_tokens
from neurodesk.ui.theme.icons import icon_source
from neurodesk.ui.widgets.lamps import Lamp

ROOT = Path(__file__).resolve().parents[2]
SURFACES = ("window", "pane", "reading", "raised", "sunken", "hover", "selected", "selectedInactive")


def luminance(color: str) -> float:
    """Relative luminance (WCAG 2.2)."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio (WCAG 2.2)."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", list(ThemeName))
def test_every_text_is_readable_on_every_surface_it_is_used_on(name: ThemeName) -> None:
    tokens = load_tokens()
    need = 7.0 if name.is_high_contrast else 4.5
    weak = []
    for ink in ("text.primary", "text.secondary", "text.tertiary"):
        for surface in SURFACES:
            ratio = contrast(tokens.hex(name, ink), tokens.hex(name, f"surface.{surface}"))
            if ratio < need:
                weak.append((ink, surface, round(ratio, 2)))
    for lamp in Lamp:
        for surface in ("pane", "reading"):
            ratio = contrast(tokens.hex(name, f"claim.{lamp}.text"), tokens.hex(name, f"surface.{surface}"))
            if ratio < need:
                weak.append((f"claim.{lamp}.text", surface, round(ratio, 2)))
        body = contrast(tokens.hex(name, "text.primary"), tokens.hex(name, f"claim.{lamp}.tint"))
        if body < 7:
            weak.append(("text.primary", f"claim.{lamp}.tint", round(body, 2)))
    assert weak == []


@pytest.mark.parametrize("name", list(ThemeName))
def test_marks_and_rings_stand_out_from_their_surface(name: ThemeName) -> None:
    tokens = load_tokens()
    need = 4.5 if name.is_high_contrast else 3.0
    inks = [f"claim.{lamp}.mark" for lamp in Lamp] + ["focus.ring", "border.control", "accent.base"]
    inks += [
        path
        for path in tokens.colors[name]
        if path.startswith(("task.", "edge.")) and not path.endswith(("tint", "line", "text"))
    ]
    for ink in inks:
        for surface in ("reading", "pane"):
            assert contrast(tokens.hex(name, ink), tokens.hex(name, f"surface.{surface}")) >= need, (
                ink,
                surface,
            )


def test_no_colour_is_written_outside_the_theme() -> None:
    pattern = re.compile(
        r"#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b(?=[\"'])|QColor\(|GlobalColor\.(?!transparent)|rgba?\("
    )
    offenders = []
    for path in sorted((ROOT / "neurodesk" / "ui").rglob("*.py")):
        if "theme" in path.parts:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if pattern.search(line):
                offenders.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()}")
    assert offenders == []


def test_sheet_template_holds_no_colour_of_its_own_and_is_filled_completely(look: Theme) -> None:
    template = (ROOT / "resources" / "theme" / "theme.qss").read_text(encoding="utf-8")
    assert not re.findall(r":\s*#[0-9a-fA-F]{3,8}", template)
    for choice in (ThemeChoice.LIGHT, ThemeChoice.DARK, ThemeChoice.HC_LIGHT, ThemeChoice.HC_DARK):
        look.configure(choice=choice)
        assert "{{" not in look.style_sheet()


def test_theme_change_reaches_palette_sheet_and_listeners(look: Theme, qapp: QApplication) -> None:
    told = []
    look.changed.connect(lambda: told.append(look.name))
    look.configure(choice=ThemeChoice.DARK)
    assert told == [ThemeName.DARK]
    assert qapp.palette().color(QPalette.ColorRole.Base) == look.color("surface.reading")
    assert look.hex("surface.window") in qapp.styleSheet()


@pytest.mark.parametrize("choice", [one for one in ThemeChoice if one is not ThemeChoice.SYSTEM])
@pytest.mark.parametrize("make", [QLineEdit, QPlainTextEdit])
def test_the_prompt_of_an_empty_field_is_readable(
    look: Theme, choice: ThemeChoice, make: type[QLineEdit] | type[QPlainTextEdit]
) -> None:
    look.configure(choice=choice)
    field = make()
    field.setPlaceholderText("HHHH llll ████")
    field.resize(260, 60)
    image = field.grab().toImage()
    inner = Counter(image.pixelColor(x, y).name() for x in range(4, 256) for y in range(4, 56))
    (ground, _), (ink, _) = inner.most_common(2)
    assert contrast(ink, ground) >= 4.5


@pytest.mark.parametrize("choice", [one for one in ThemeChoice if one is not ThemeChoice.SYSTEM])
def test_the_knob_of_a_slider_stands_out(look: Theme, choice: ThemeChoice) -> None:
    look.configure(choice=choice)
    slider = QSlider(Qt.Orientation.Horizontal)
    slider.setValue(slider.maximum())
    slider.resize(160, 24)
    image = slider.grab().toImage()
    knob = image.pixelColor(152, 12).name()
    assert contrast(knob, look.hex("surface.window")) >= 3.0


def test_each_lamp_has_a_shape_of_its_own(look: Theme) -> None:
    masks = set()
    for lamp in Lamp:
        image = look.lamp(lamp.value, 14, 2.0).toImage()
        masks.add(bytes(image.pixelColor(x, y).alpha() > 128 for x in range(28) for y in range(28)))
    assert len(masks) == len(Lamp)


def test_every_icon_renders_in_the_asked_colour(look: Theme) -> None:
    for path in sorted((ROOT / "resources" / "icons").glob("*.svg")):
        assert "currentColor" in icon_source(path.stem), path.stem
        image = look.pixmap(path.stem, "accent.base", 20, 2.0).toImage()
        wanted = look.color("accent.base")
        solid = [
            color for x in range(40) for y in range(40) if (color := image.pixelColor(x, y)).alpha() > 250
        ]
        assert any(abs(c.red() - wanted.red()) + abs(c.blue() - wanted.blue()) < 12 for c in solid), path.stem


def test_the_icon_of_a_chosen_row_keeps_its_ink(look: Theme) -> None:
    look.configure(choice=ThemeChoice.DARK)
    icon = look.icon("library")
    chosen = icon.pixmap(16, QIcon.Mode.Selected).toImage()
    assert chosen == icon.pixmap(16, QIcon.Mode.Normal).toImage()


def test_sizes_follow_the_text_scale_and_density_changes_heights_only(look: Theme) -> None:
    body = look.font("body").pixelSize()
    column = look.reading_column()
    comfortable = look.row_height("tableRow")
    look.configure(density=Density.COMPACT)
    assert look.row_height("tableRow") < comfortable
    assert (look.font("body").pixelSize(), look.reading_column()) == (body, column)
    look.configure(density=Density.COMFORTABLE, text_scale=2.0)
    assert look.font("body").pixelSize() == 2 * body
    assert look.row_height("tableRow") >= 2 * body + 10
    assert look.size("topBar") == 88
    look.configure(text_scale=1.0)


def test_article_title_is_larger_than_reading_text_by_its_ratio(look: Theme) -> None:
    base = look.base_px()
    assert look.font("articleTitle").pixelSize() == round(base * 1.69)
    assert look.font("reading").pixelSize() == round(base * 1.154)
    mono = QFontMetricsF(look.font("readingMono", mono=True))
    assert mono.horizontalAdvance("iiii") == mono.horizontalAdvance("mmmm")


def test_reduced_motion_makes_every_duration_zero(look: Theme) -> None:
    look.configure(reduced_motion=False)
    assert look.motion_ms("scrollToClaim") == 140
    look.configure(reduced_motion=True)
    assert look.motion_ms("scrollToClaim") == 0


def test_unknown_token_is_an_error(look: Theme) -> None:
    with pytest.raises(KeyError):
        look.color("claim.guessed.mark")


def test_focus_ring_does_not_change_a_buttons_size(look: Theme, qtbot: object) -> None:
    one = QPushButton("Approve")
    one.show()
    before = one.sizeHint()
    one.setFocus()
    QApplication.processEvents()
    assert one.sizeHint() == before
    one.deleteLater()


COLLECTED = """
import gc
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from neurodesk.ui.theme import Density, ThemeChoice, install_theme
app = QApplication([])
theme = install_theme(app, ThemeChoice.LIGHT, Density.COMFORTABLE, 1.0, reduced_motion=True)
class Busy(QLabel):
    def changeEvent(self, event):
        gc.set_threshold(1, 1, 1)
        [[] for _ in range(200)]
        super().changeEvent(event)
class Left(QWidget):
    def __init__(self):
        super().__init__()
        self.me = self
        self.parts = [QPushButton("x", self) for _ in range(5)]
gc.set_threshold(10**9)
kept = []
for _ in range(60):
    Left()
    kept.append(Busy("a"))
    kept[-1].show()
    Left()
theme.configure(choice=ThemeChoice.DARK)
assert gc.isenabled()
print("whole")
"""


def test_another_theme_outlives_windows_that_wait_to_be_collected() -> None:
    """Qt asks every widget in turn: those that only a cycle keeps must not go in the middle of it."""
    done = subprocess.run(
        [sys.executable, "-c", COLLECTED], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, "whole"), done.stderr
