"""robots.txt by RFC 9309, in time that a hostile file cannot stretch (SPEC W5)."""

from __future__ import annotations

import pytest

from neurodesk.domain.media_kind import kind_of
from neurodesk.domain.robots import EVERYTHING_FORBIDDEN, MAX_DELAY_S, NOTHING_FORBIDDEN, read_robots


def allowed(text: str, path: str) -> bool:
    return read_robots(text.encode(), "NeuroDesk").allows(path)


@pytest.mark.parametrize(
    ("rules", "path", "expected"),
    [
        ("", "/a", True),
        ("Disallow: /", "/a", False),
        ("Disallow:", "/a", True),
        ("Disallow: /a", "/abc", False),
        ("Disallow: /a/", "/a", True),
        ("Disallow: /a\nAllow: /a/b", "/a/b/c", True),
        ("Allow: /a/b\nDisallow: /a", "/a/c", False),
        ("Disallow: /a\nAllow: /a", "/a", True),
        ("Disallow: /*.pdf$", "/x/y.pdf", False),
        ("Disallow: /*.pdf$", "/x/y.pdf?z", True),
        ("Disallow: /*/private", "/x/private/y", False),
        ("Disallow: /*?", "/x?y", False),
        ("Disallow: *", "/x", False),
        ("Disallow: /$", "/", False),
        ("Disallow: /$", "/x", True),
        ("Disallow: /a%20b", "/a%20b", False),
        ("Disallow: /%61", "/a", False),
        ("Disallow: /ä", "/%C3%A4", False),
        ("disallow : /a # why", "/a", False),
        ("Disallow: /a*b*c", "/aXbXc", False),
        ("Disallow: /a*b*c", "/aXcXb", True),
        ("Disallow: /x*x$", "/x", True),
    ],
)
def test_w5_the_longest_rule_wins(rules: str, path: str, expected: bool) -> None:
    assert allowed(f"User-agent: *\n{rules}\n", path) is expected


def test_w5_a_group_of_our_own_replaces_the_common_one() -> None:
    text = "User-agent: *\nDisallow: /\n\nUser-agent: other\nUser-agent: neurodesk/1.0\nDisallow: /mine\n"
    assert allowed(text, "/x")
    assert not allowed(text, "/mine")
    assert not allowed("User-agent: other\nAllow: /\n\nUser-agent: *\nDisallow: /\n", "/x")
    assert not allowed("User-agent: NeuroDesk\nDisallow: /a\nUser-agent: NEURODESK\nDisallow: /b", "/b")


def test_w5_odd_files_forbid_nothing_and_end() -> None:
    for data in (
        b"",
        b"\xff\xfe\x00",
        b"<html>no</html>",
        b"Disallow: /",
        b"User-agent\n:::",
        b"\x00" * 1000,
    ):
        assert read_robots(data, "NeuroDesk").allows("/x")
    assert not read_robots(b"\xef\xbb\xbfUser-agent: *\r\nDisallow: /\r\n", "NeuroDesk").allows("/x")
    assert NOTHING_FORBIDDEN.allows("/x")
    assert not EVERYTHING_FORBIDDEN.allows("/x")


def test_w5_delays_are_kept_within_reason() -> None:
    def delay(text: str) -> float:
        return read_robots(f"User-agent: *\nCrawl-delay: {text}".encode(), "NeuroDesk").delay_s

    assert [delay(one) for one in ("2.5", "9999", "-1", "nan", "x", "inf")] == [
        2.5,
        MAX_DELAY_S,
        0,
        0,
        0,
        MAX_DELAY_S,
    ]


def test_w5_a_hostile_rule_takes_no_time() -> None:
    rule = "User-agent: *\n" + f"Disallow: /{'*a' * 900}b\n" * 2000
    rules = read_robots(rule.encode(), "NeuroDesk")
    # A backtracking matcher would need longer than the universe is old.
    assert rules.allows("/" + "a" * 8000)


@pytest.mark.parametrize(
    ("head", "charset", "kind"),
    [
        (b"<html>", "", "text"),
        (b"", "", "text"),
        (b"%PDF-1.7", "", "pdf"),
        (b"\n\n%PDF-1.4", "", "pdf"),
        (b"<p>%PDF-1.4", "", "text"),
        (b"PK\x03\x04", "", "archive"),
        (b"\x89PNG\r\n", "", ""),
        (b"MZ\x90\x00", "", ""),
        (b"\x1f\x8b\x08", "", ""),
        (b"abc\x00\x01\x02\x03" * 20, "", ""),
        ("<html>ä".encode("utf-16"), "", "text"),
        ("<html>abc".encode("utf-16-le"), "", "text"),
        ("<html>abc".encode("utf-16-be"), "", "text"),
        ("漢字".encode("utf-16-le"), "utf-16le", "text"),
        (b"\x00" * 64, "", ""),
    ],
)
def test_w5_the_first_bytes_say_what_a_body_is(head: bytes, charset: str, kind: str) -> None:
    assert kind_of(head, charset) == kind
