"""README's pictures are there, small, described, and not part of the wheel (issue 10)."""

from __future__ import annotations

import re
import struct
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PICTURES = re.findall(r"!\[([^\]]*)\]\(([^)\s]+)\)", README)
FOLDER = ROOT / "resources" / "pictures"
MOST_BYTES, WIDTH_PX = 120 * 1024, 1000


def test_readme_shows_the_six_pictures_and_no_other_lies_beside_them() -> None:
    shown = {ROOT / path for _alt, path in PICTURES}
    assert len(PICTURES) == 6
    assert shown == set(FOLDER.iterdir())


@pytest.mark.parametrize(("alt", "path"), PICTURES)
def test_a_picture_of_readme_is_small_and_described(alt: str, path: str) -> None:
    data = (ROOT / path).read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">I", data[16:20])[0] == WIDTH_PX
    assert len(data) <= MOST_BYTES
    assert len(alt.split()) >= 8, "the text for who does not see it says what is on it"


def test_the_pictures_stay_out_of_the_wheel() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
    assert "/resources/pictures" in build["targets"]["wheel"]["exclude"]
