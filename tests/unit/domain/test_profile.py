"""The stored form of a node's profile."""

from __future__ import annotations

import pytest

from neurodesk.domain.profile import (
    CodeFact,
    DateFact,
    HeadingFact,
    NodeProfileData,
    NumberFact,
    SpanFact,
    VersionFact,
)

PROFILE = NodeProfileData(
    lang="de",
    body_start=12,
    body_line=4,
    chars=40,
    words=6,
    headings=(HeadingFact(2, "Größe", 0, 8, 1, 5, 6),),
    dates=(DateFact("2024-05-01", 9, 19),),
    versions=(VersionFact("debian", "12", 20, 29),),
    numbers=(NumberFact(443.0, "443", "port", ("https",), False, "Port 443 für HTTPS.", 35, 38, 30, 49),),
    code=(CodeFact(50, 60, "bash"),),
    code_hashes=(7, 2**63 + 5),
    shared=(SpanFact(30, 49),),
    shingles=(1, 2**64 - 1),
)


def test_profile_survives_its_two_columns() -> None:
    assert NodeProfileData.from_json(PROFILE.to_json(), PROFILE.shingle_blob()) == PROFILE


def test_shingles_are_little_endian() -> None:
    assert PROFILE.shingle_blob()[:8] == b"\x01" + b"\x00" * 7


def test_facts_in_shared_text_can_be_left_out() -> None:
    assert list(PROFILE.outside_shared(PROFILE.numbers)) == []


def test_other_json_is_refused() -> None:
    with pytest.raises(ValueError, match="not a node profile"):
        NodeProfileData.from_json('{"version": 1}')
