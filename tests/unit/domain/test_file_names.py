"""File names are safe on every platform (SPEC P5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neurodesk.domain.file_names import MAX_STEM_BYTES, file_name, slug


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Größe der Straße", "groesse-der-strasse"),
        ("CON", "article-con"),
        ("../../etc/passwd", "etc-passwd"),
        ("日本語の記事", "日本語の記事"),
        ("", "article"),
        ("Café: crème", "cafe-creme"),
    ],
)
def test_known_titles(title: str, name: str) -> None:
    assert slug(title) == name


@given(st.text(max_size=300))
def test_any_title_gives_a_safe_name(title: str) -> None:
    name = slug(title)
    assert name
    assert len(name.encode()) <= MAX_STEM_BYTES
    assert not set('<>:"/\\|?*.\x00') & set(name)
    assert name == name.strip(" -.")
    assert name == slug(name)


def test_titles_that_fold_alike_get_different_names() -> None:
    assert file_name("Straße", "d_aaaaaaaaaa") != file_name("STRASSE", "d_bbbbbbbbbb")
