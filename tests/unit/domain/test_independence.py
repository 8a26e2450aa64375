"""Near-copies, voices and confidence (SPEC W7)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neurodesk.domain.evidence import SourceOrigin
from neurodesk.domain.independence import Voice, confidence_of, corroborated, independence_key, voices
from neurodesk.domain.shingles import (
    ShingleIndex,
    code_lines,
    near_copies_among,
    pack,
    shares_code,
    shingles,
    telling_code,
    unpack,
)
from neurodesk.domain.trust import TRUST, trust_of


def prose(seed: int, words: int = 300) -> str:
    source = random.Random(seed)
    return " ".join(f"w{source.randrange(4000)}" for _ in range(words))


CODE = (
    "```sh\napt install certbot\ncertbot certonly --standalone -d x.example\nsystemctl restart nginx\n```\n"
)


def voice(name: str, key: str, text: str, lang: str = "en") -> Voice:
    return Voice(name, key, lang, shingles(text), code_lines(text))


def test_a_footer_under_every_text_makes_no_copies() -> None:
    index = ShingleIndex()
    footer = prose(999, 60)
    for i in range(30):
        index.add(str(i), shingles(f"{prose(i)} {footer}"))
    assert index.near_copies(shingles(f"{prose(77)} {footer}")) == []


def test_a_part_of_a_text_is_a_near_copy() -> None:
    index = ShingleIndex()
    for i in range(30):
        index.add(str(i), shingles(prose(i)))
    part = " ".join(prose(7).split()[100:180]) + " " + prose(500, 60)
    assert [one.id for one in index.near_copies(shingles(part))] == ["7"]


def test_adding_a_text_twice_is_a_bug() -> None:
    index = ShingleIndex()
    index.add("a", frozenset({1}))
    with pytest.raises(ValueError, match="already"):
        index.add("a", frozenset({2}))


@given(st.frozensets(st.integers(0, 2**64 - 1), max_size=50))
def test_packed_shingles_come_back(values: frozenset[int]) -> None:
    assert unpack(pack(values)) == values


def test_mirror_translation_and_same_publisher_are_one_voice() -> None:
    first, second = prose(1), prose(2)
    found = voices(
        [
            voice("a", "domain:vendor.example", f"{first}\n{CODE}"),
            voice("b", "domain:mirror.example", " ".join(first.split()[50:200])),
            voice("c", "domain:uebersetzung.example", f"{prose(3)}\n{CODE}", "de"),
            voice("d", "domain:other.example", second),
            voice("e", "domain:other.example", prose(4)),
            voice("f", "own:kb", prose(5)),
        ]
    )
    assert found == (0, 0, 0, 1, 1, -1)


def test_a_copy_of_own_text_is_own() -> None:
    found = voices([voice("a", "domain:x.example", prose(1)), voice("b", "own:kb", prose(1))])
    assert found == (-1, -1)


def test_same_code_in_the_same_language_is_no_translation() -> None:
    found = voices(
        [
            voice("a", "domain:a.example", f"{prose(1)}\n{CODE}"),
            voice("b", "domain:b.example", f"{prose(2)}\n{CODE}"),
        ]
    )
    assert found == (0, 1)


def test_two_common_code_lines_prove_no_translation() -> None:
    assert not shares_code(
        frozenset({"apt update -y", "reboot now"}), frozenset({"apt update -y", "reboot now"})
    )


def test_library_documents_without_origin_are_one_source_a_collection() -> None:
    keys = {
        independence_key(SourceOrigin.LIBRARY, collection="a", recorded_domain=domain)
        for domain in ("", "", "vendor.example")
    }
    assert keys == {"library:a", "domain:vendor.example"}
    assert independence_key(SourceOrigin.WEB, registrable_domain="vendor.example") == "domain:vendor.example"
    assert independence_key(SourceOrigin.KB, source_key="kb").startswith("own:")


def test_corroboration_follows_the_formula() -> None:
    assert corroborated(0.6, 0.6) == pytest.approx(1 - 0.4 * (1 - 0.35 * 0.6))
    assert confidence_of(0.6, []) == 0.6


@given(st.floats(0, 1), st.lists(st.floats(0, 1), max_size=60))
def test_confidence_rises_but_never_reaches_one(base: float, others: list[float]) -> None:
    result = confidence_of(base, others)
    assert min(base, 0.999) <= result + 1e-12
    assert result < 1
    assert result == confidence_of(base, list(reversed(others)))


def test_unknown_kinds_are_not_trusted_and_every_row_has_a_reason() -> None:
    assert trust_of("telepathy").trust == 0
    assert {row.kind: row.trust for row in TRUST} == {
        "chat_input": 0.25,
        "chat_reply": 0.20,
        "search_hit": 0.45,
        "web": 0.60,
        "library": 0.60,
        "human_outcome": 1.00,
    }
    assert all(row.reason for row in TRUST)


def test_near_copies_without_an_index_are_those_of_the_index() -> None:
    texts = [(str(i), shingles(f"{prose(i)} {prose(999, 60)}")) for i in range(30)]
    index = ShingleIndex()
    for identifier, values in texts:
        index.add(identifier, values)
    for asked in (prose(7), " ".join(prose(7).split()[100:180]) + prose(500, 60), prose(77), prose(999, 60)):
        found = near_copies_among(shingles(asked), texts)
        assert [one.id for one in found] == [one.id for one in index.near_copies(shingles(asked))]


def test_w7_a_translation_that_shows_its_commands_in_sentences_is_the_same_voice() -> None:
    commands = [f"zpool {act} tank" for act in ("status", "offline", "replace", "scrub", "clear", "online")]
    block = "\n".join(commands)
    english = f"Replace the disk.\n\n```\n{block}\n```\n"
    german = "So geht es: " + ", dann ".join(f"`{one}`" for one in commands)
    usual = f"Ein anderer Weg: `{commands[0]}`, `{commands[1]}`, `{commands[2]}`, " + ", ".join(
        f"`zfs set option{n}=on tank`" for n in range(6)
    )

    def voice(name: str, lang: str, text: str) -> Voice:
        return Voice(
            name, f"domain:{name}.example", lang, shingles(text), code_lines(text), telling_code(text)
        )

    found = voices([voice("a", "en", english), voice("b", "de", german), voice("c", "de", usual)])
    assert found == (0, 0, 1), "b translates a; c only uses the same usual commands"
