import struct
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication

from neurodesk.ui.reading import render_html, render_markdown, render_plain
from neurodesk.ui.widgets.pictures import PictureLoader, find_picture
from neurodesk.ui.widgets.safe_text import SafeTextBrowser, SafeTextView


def png(width: int, height: int) -> bytes:
    """A valid grey picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + b"\x80" * width for _ in range(height)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


class Watched(SafeTextBrowser):
    """Notes what the document asks for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def loadResource(self, resource_type: int, name: QUrl | str) -> Any:
        self.asked.append(name.toString() if isinstance(name, QUrl) else name)
        return super().loadResource(resource_type, name)


HOSTILE = """# <img src=http://127.0.0.1:9/t.png>

![remote](http://127.0.0.1:9/a.png) ![local](file:///etc/passwd) ![share](//host/share/x.png)

<img src="file:///etc/hostname"><link rel=stylesheet href="file:///etc/passwd"><script>alert(1)</script>

[link](https://example.org/real "title") [bad](javascript:alert)
"""


@pytest.mark.parametrize("render", [render_markdown, render_html, render_plain])
def test_hostile_text_loads_nothing(qtbot: Any, render: Any) -> None:
    view = Watched()
    qtbot.addWidget(view)
    view.resize(600, 400)
    view.show()
    view.show_safe(render(HOSTILE))
    view.finish()
    QApplication.processEvents()
    view.grab()
    assert view.asked == []
    assert (
        view.loadResource(QTextDocument.ResourceType.ImageResource.value, QUrl("file:///etc/passwd")) is None
    )
    assert (
        view.loadResource(QTextDocument.ResourceType.StyleSheetResource.value, QUrl("http://x/y.css")) is None
    )


def test_setting_a_source_navigates_nowhere(qtbot: Any) -> None:
    view = SafeTextBrowser()
    qtbot.addWidget(view)
    view.show_safe(render_plain("kept"))
    view.setSource(QUrl("file:///etc/hostname"))
    assert view.toPlainText() == "kept"


def test_click_on_a_link_tells_the_real_address_and_opens_nothing(qtbot: Any) -> None:
    view = SafeTextBrowser()
    qtbot.addWidget(view)
    view.resize(600, 300)
    view.show_safe(render_markdown("[https://bank.example](https://evil.example/x)"))
    view.show()
    QApplication.processEvents()
    with qtbot.waitSignal(view.link_activated) as caught:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, 12))
    assert caught.args == ["https://evil.example/x"]
    assert view.toPlainText() == "https://bank.example"


def test_largest_page_is_filled_in_slices_that_never_freeze(qtbot: Any) -> None:
    document = render_markdown(
        "\n\n".join(f"Part {n} with *stress*, `code` and **bold**." for n in range(3_000))
    )
    view = SafeTextView()
    qtbot.addWidget(view)
    view.resize(700, 500)
    view.show()
    longest, begun = 0.0, time.perf_counter()
    view.show_safe(document)
    longest = max(longest, time.perf_counter() - begun)
    while view.browser.is_filling:
        begun = time.perf_counter()
        QApplication.processEvents()
        longest = max(longest, time.perf_counter() - begun)
    assert longest < 0.25
    assert view.browser.document().blockCount() == 2_000


def test_long_text_offers_its_next_part(qtbot: Any) -> None:
    view = SafeTextView()
    qtbot.addWidget(view)
    view.show_safe(render_markdown("- x\n" * 3_000))
    bar = view.findChild(type(view._bar))
    assert bar is not None
    assert "part 1 of 2" in bar._label.text()
    bar._more.click()
    view.browser.finish()
    assert view.browser.page == 1
    assert view.browser.document().blockCount() == 1_000


def test_positions_count_as_qt_does_beyond_the_first_plane(qtbot: Any) -> None:
    text = "😀 one 😀😀 two `three` four"
    view = SafeTextBrowser()
    qtbot.addWidget(view)
    view.show_safe(render_markdown(text))
    for word in ("one", "two", "three", "four"):
        start = text.index(word)
        place = view.positions.document_range(start, start + len(word))
        assert place is not None
        cursor = view.textCursor()
        cursor.setPosition(place[0])
        cursor.setPosition(place[1], cursor.MoveMode.KeepAnchor)
        assert cursor.selectedText() == word
        assert view.positions.source_offset(place[0]) == start


def test_copied_text_is_plain_and_without_soft_hyphens(qtbot: Any) -> None:
    view = SafeTextBrowser()
    qtbot.addWidget(view)
    view.show_safe(render_markdown("Daten\u00adbank **sicher**"))
    view.selectAll()
    data = view.createMimeDataFromSelection()
    assert data.text() == "Datenbank sicher"
    assert not data.hasHtml()


def test_theme_change_keeps_text_and_place(qtbot: Any, look: Any) -> None:
    from neurodesk.ui.theme import ThemeChoice

    view = SafeTextBrowser()
    qtbot.addWidget(view)
    view.resize(500, 200)
    view.show()
    view.show_safe(render_markdown("\n\n".join(f"line {n}" for n in range(120))))
    view.finish()
    view.verticalScrollBar().setValue(900)
    look.configure(choice=ThemeChoice.DARK)
    assert view.document().blockCount() == 120
    assert view.verticalScrollBar().value() == 900


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tmp_path = tmp_path_factory.mktemp("pictures")
    root = tmp_path / "kb"
    (root / "sub").mkdir(parents=True)
    (root / "good.png").write_bytes(png(40, 20))
    (root / "sub" / "near.png").write_bytes(png(10, 10))
    (root / "huge.png").write_bytes(png(4_001, 1))
    (root / "fat.png").write_bytes(png(8, 8) + b"\0" * (8 * 1024 * 1024 + 1))
    (root / "drawn.svg").write_text("<svg/>")
    (root / "lie.png").write_text("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")
    (tmp_path / "outside.png").write_bytes(png(5, 5))
    (root / "link.png").symlink_to(tmp_path / "outside.png")
    (root / "linked").symlink_to(tmp_path)
    return root


@pytest.mark.parametrize(
    "source",
    ["../outside.png", "link.png", "linked/outside.png", "drawn.svg", "fat.png", "missing.png", "http://x/a.png",
     "file:///etc/a.png", "/etc/a.png", "", "a\0.png", "%2e%2e/outside.png", "sub", "c:\\a.png"],
)  # fmt: skip
def test_pictures_outside_the_rules_are_not_found(kb: Path, source: str) -> None:
    assert find_picture(kb, kb, source) is None


def test_pictures_below_the_root_are_found(kb: Path) -> None:
    assert find_picture(kb, kb / "sub", "../good.png") == (kb / "good.png").resolve()
    assert find_picture(kb, kb, "sub/near.png?x=1#y") == (kb / "sub" / "near.png").resolve()


def test_own_pictures_are_decoded_elsewhere_and_shown(qtbot: Any, kb: Path) -> None:
    with ThreadPoolExecutor(1) as executor:
        loader = PictureLoader(kb, kb, executor)
        document = render_markdown("![a](good.png) ![b](huge.png) ![c](lie.png) ![d](../outside.png)")
        loader.measure(document)
        view = SafeTextBrowser()
        qtbot.addWidget(view)
        view.set_picture_loader(loader)
        with qtbot.waitSignal(loader.loaded):
            view.show_safe(document)
        assert loader.picture("good.png").width() == 40
        assert view.toPlainText() == "\ufffc [b] \ufffc [d]" or view.toPlainText() == "\ufffc [b] [c] [d]"
        view.show()
        view.grab()
