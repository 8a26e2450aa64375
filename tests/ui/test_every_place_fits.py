"""Nothing is cut, all is readable: every place and step, in German and 40 % longer (SPEC I5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics, QImage
from PySide6.QtWidgets import QAbstractButton, QApplication, QCheckBox, QLabel, QRadioButton, QWidget

from neurodesk.ui.application.desk import Desk, open_desk
from neurodesk.ui.first_run.wizard import FirstRun
from neurodesk.ui.i18n import stretch_texts
from neurodesk.ui.panes import PLACES
from neurodesk.ui.panes.settings.pages import pages
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.parts import ElidedLabel
from tests.ui.panes.desk_window import settle, wait_for
from tests.ui.test_theme import contrast

SLACK_PX = 2


def scenes(desk: Desk) -> Iterator[tuple[str, QWidget]]:
    """Yield every place, every page of the settings, every step of the first run and the key sheet."""
    window = desk.window
    for place in PLACES:
        window.open_place(place)
        settle(120)
        yield place, window
    for page in pages():
        window.go("settings", f"page.{page.id}")
        settle(60)
        yield f"settings-{page.id}", window
    window.open_first_run()
    wizard = window.findChildren(FirstRun)[-1]
    wizard.resize(1140, 760)
    for number, step in enumerate(wizard.steps):
        wizard.go(number)
        settle(60)
        yield f"step-{step.id}", wizard
    wizard.close()


def texts(root: QWidget) -> Iterator[QWidget]:
    """Yield the labels and buttons that are shown with words."""
    for one in root.findChildren(QWidget):
        if not isinstance(one, (QLabel, QAbstractButton)) or not one.isVisible() or not one.text():
            continue
        inside = QRect(one.mapTo(root, QPoint(0, 0)), one.size())
        if one.visibleRegion().isEmpty() or not root.rect().intersects(inside):
            continue
        yield one


def clipped(one: QWidget) -> str:
    """Say how a text does not fit its place; "" when it does, or when it is elided over a tooltip."""
    assert isinstance(one, (QLabel, QAbstractButton))
    metrics = QFontMetrics(one.font())
    if isinstance(one, QLabel):
        room = one.contentsRect().width()
        if one.wordWrap():
            flags = int(Qt.TextFlag.TextWordWrap)
            needed = metrics.boundingRect(QRect(0, 0, max(1, room), 10_000), flags, one.text())
            if needed.height() > one.contentsRect().height() + SLACK_PX:
                return f"{needed.height()} high in {one.contentsRect().height()}"
            needed_px = max(
                metrics.horizontalAdvance(word) for word in one.text().replace("\u200b", " ").split() or [""]
            )
        else:
            lines = one.text().split("\n")
            needed_px = max(metrics.horizontalAdvance(line) for line in lines)
        if isinstance(one, ElidedLabel) and (needed_px <= room or one.toolTip()):
            return ""
    else:
        room = one.width() - 4
        if isinstance(one, (QCheckBox, QRadioButton)):
            room -= theme().icon_px(14) + 8
        needed_px = metrics.size(int(Qt.TextFlag.TextShowMnemonic), one.text()).width()
        if needed_px > room and one.toolTip():
            return ""
    return f"{needed_px} wide in {room}" if needed_px > room + SLACK_PX else ""


@pytest.mark.parametrize(
    ("language", "scale", "density", "stretched"),
    [
        ("de", "100", "comfortable", False),
        ("de", "200", "comfortable", False),
        ("de", "100", "compact", False),
        ("en", "100", "comfortable", True),
    ],
)
def test_no_label_or_button_is_cut_without_its_words_at_hand(
    qapp: QApplication, tmp_path: Path, language: str, scale: str, density: str, stretched: bool
) -> None:
    given = {"ui.language": language, "ui.text_scale": scale, "ui.density": density}
    found: set[str] = set()
    seen = 0
    stretch_texts(stretched)
    try:
        with open_desk(qapp, tmp_path / "p", given, with_worker=False) as desk:
            desk.show("queue")
            desk.window.resize(1440, 900)
            for scene, root in scenes(desk):
                for one in texts(root):
                    seen += 1
                    if clipped(one):
                        settle(80)  # a layout that was still under way
                    why = clipped(one) if one.isVisible() else ""
                    if why:
                        found.add(f"{scene}: {type(one).__name__} “{one.text()[:60]}” {why}")  # type: ignore[attr-defined]
    finally:
        stretch_texts(False)
    assert seen > 150
    assert not found, "\n".join(sorted(found))


def ink_and_ground(image: QImage, place: QRect) -> tuple[str, str] | None:
    """Return the colour most seen in a rectangle and the one that stands out most from it."""
    counts: Counter[str] = Counter()
    for y in range(max(0, place.top()), min(image.height(), place.bottom() + 1)):
        for x in range(max(0, place.left()), min(image.width(), place.right() + 1)):
            counts[image.pixelColor(x, y).name()] += 1
    if len(counts) < 2:
        return None
    ground = counts.most_common(1)[0][0]
    return max(counts, key=lambda color: contrast(color, ground)), ground


@pytest.mark.parametrize(
    ("name", "least"), [("light", 4.5), ("dark", 4.5), ("hcLight", 7.0), ("hcDark", 7.0)]
)
def test_every_label_that_is_painted_has_enough_contrast(
    qapp: QApplication, tmp_path: Path, name: str, least: float
) -> None:
    weak: set[str] = set()
    seen = 0
    given = {"ui.theme": name, "ui.language": "en", "ui.text_scale": "150"}
    with open_desk(qapp, tmp_path / "p", given, with_worker=False) as desk:
        desk.show("queue")
        desk.window.resize(1440, 900)
        for scene, root in scenes(desk):
            image = root.grab().toImage()
            for one in texts(root):
                if not isinstance(one, QLabel):
                    continue
                region = one.visibleRegion().boundingRect()
                place = QRect(one.mapTo(root, region.topLeft()), region.size())
                if place.height() < 10 or one.visibleRegion().boundingRect() != one.rect():
                    continue
                found = ink_and_ground(image, place)
                if found is None:
                    continue
                seen += 1
                ratio = contrast(*found)
                if ratio < least - 0.15:  # strokes thinner than a pixel are a shade lighter
                    weak.add(f"{scene}: “{one.text()[:40]}” {found[0]} on {found[1]}: {ratio:.2f}")
    assert seen > 60
    assert not weak, "\n".join(sorted(weak))


PAINTED = (
    *(("text.primary", f"surface.{on}") for on in ("selected", "selectedInactive", "hover", "pressed")),
    *((f"claim.{one}.text", f"claim.{one}.tint") for one in ("supported", "partial", "unsupported")),
    *((f"claim.{one}.text", f"claim.{one}.tint") for one in ("contradicted", "unchecked", "edited")),
    *((f"notice.{one}.text", f"notice.{one}.tint") for one in ("info", "success", "warning", "error")),
    *(("text.primary", f"diff.{one}") for one in ("addedTint", "removedTint", "addedWord", "removedWord")),
    *(("text.secondary", f"notice.{one}.tint") for one in ("info", "success", "warning", "error")),
    ("diff.addedText", "diff.addedWord"),
    ("diff.addedText", "diff.addedTint"),
    ("diff.removedText", "diff.removedWord"),
    ("diff.removedText", "diff.removedTint"),
    ("text.onAccent", "accent.base"),
    ("text.onAccent", "accent.hover"),
    ("text.onAccent", "accent.pressed"),
    ("text.onInverse", "surface.inverse"),
    ("text.link", "accent.tint"),
    ("selection.text", "selection.background"),
    ("text.secondary", "surface.sunken"),
)


@pytest.mark.parametrize("name", ["light", "dark", "hcLight", "hcDark"])
def test_chips_lamps_selection_changes_and_locked_values_are_readable(name: str) -> None:
    from neurodesk.ui.theme import ThemeName, load_tokens

    tokens, which = load_tokens(), ThemeName(name)
    ratios = {pair: contrast(tokens.hex(which, pair[0]), tokens.hex(which, pair[1])) for pair in PAINTED}
    assert {pair: round(ratio, 2) for pair, ratio in ratios.items() if ratio < 4.5} == {}


def test_with_reduced_motion_nothing_of_qt_moves_either(qapp: QApplication, tmp_path: Path) -> None:
    with open_desk(qapp, tmp_path / "p", with_worker=False) as desk:
        desk.show("queue")
        settings: Any = desk.services.profile.settings
        assert desk.window.isAnimated()
        settings.set("ui.reduced_motion", True)
        wait_for(lambda: not desk.window.isAnimated(), "the window stands still")
        assert not any(qapp.isEffectEnabled(one) for one in Qt.UIEffect)
        assert theme().motion_ms("fold") == 0
    theme().configure(reduced_motion=False)


def test_every_animation_takes_its_duration_from_the_theme() -> None:
    root = Path(__file__).resolve().parents[2] / "neurodesk" / "ui"
    moving = ("QPropertyAnimation(", "QVariantAnimation(", "QTimeLine(", "QSequentialAnimationGroup(")
    files = [one for one in root.rglob("*.py") if any(word in one.read_text("utf-8") for word in moving)]
    assert files
    assert [one.name for one in files if "motion_ms(" not in one.read_text("utf-8")] == []
