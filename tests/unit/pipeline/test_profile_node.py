"""What the import notes of an article for the scan."""

from __future__ import annotations

from neurodesk.domain.markdown_text import outline_of
from neurodesk.domain.profile import NodeProfileData
from neurodesk.domain.shingles import shingles as domain_shingles
from neurodesk.pipeline.profile_node import profile_node, shingles


def profile(body: str, lang: str = "en") -> NodeProfileData:
    return profile_node(outline_of(body), lang=lang)


def test_numbers_carry_unit_subject_and_place() -> None:
    body = "# T\n\nThe cache may hold **16 GB** of data.\nNicht mehr als 1,5 Stunden warten.\n"
    first, second = profile(body).numbers
    assert (first.value, first.unit, first.raw) == (16e9, "B", "16 GB")
    assert body[first.start : first.end] == "16"
    assert {"cache", "hold", "data"} <= set(first.subject)
    assert not first.negated
    assert (second.value, second.unit, second.negated) == (5400.0, "s", True)
    assert body[second.sentence_start : second.sentence_end].startswith("Nicht mehr")


def test_ports_in_a_list_are_all_ports() -> None:
    numbers = profile("Open ports `80` (HTTP), `443` (HTTPS) and 22 only.\n").numbers
    assert [(one.value, one.unit) for one in numbers] == [(80, "port"), (443, "port"), (22, "port")]


def test_steps_dates_addresses_and_names_are_no_numbers() -> None:
    body = (
        "1. See step 3.\n2. The host 10.0.0.1 was set up on 2024-05-01 with sha256 and ext4.\n\n"
        "Am 3. Mai 2021 war es so.\n"
    )
    facts = profile(body)
    assert [one.raw for one in facts.numbers] == []
    assert [one.value for one in facts.dates] == ["2024-05-01", "2021-05-03"]


def test_versions_follow_a_name() -> None:
    facts = profile(
        "Ubuntu 22.04 and Debian 12 with nginx version 1.24; see Step 2 and Server 5.\n\n"
        "```\napt install php8.2-fpm\n```\n"
    )
    assert [(one.product, one.version) for one in facts.versions] == [
        ("ubuntu", "22.04"),
        ("debian", "12"),
        ("nginx", "1.24"),
        ("php", "8.2"),
    ]
    assert [one.unit for one in facts.numbers][:2] == ["version", "version"]


def test_sections_are_measured_without_code() -> None:
    facts = profile("# A\n\nOne two three.\n\n## B\n\n```\nx y z\n```\n\n## C\n\nFour five.\n")
    assert [(one.text, one.own_words, one.words) for one in facts.headings] == [
        ("A", 3, 5),
        ("B", 0, 0),
        ("C", 2, 2),
    ]


def test_code_lines_are_equal_when_only_comments_are_translated() -> None:
    english = profile("```bash\n# list disks\nlsblk -f   # show all\n$ zpool status\n```\n")
    german = profile("```bash\n# Platten zeigen\nlsblk  -f  # alle\nzpool status\n```\n")
    assert english.code_hashes == german.code_hashes
    assert len(english.code_hashes) == 2


def test_import_and_gates_hash_the_same_words_to_the_same_shingles() -> None:
    text = "Der schnelle Server startet den langsamen Dienst nach der Änderung neu."
    assert shingles([text]) == tuple(sorted(domain_shingles(text)))
    assert len(shingles([text])) == 7
