"""SearXNG as rules: addresses, queries, answers, diagnoses (SPEC W2)."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neurodesk.app.notices_search import SEARCH_NOTICES
from neurodesk.domain.errors import BadInput
from neurodesk.domain.models import Failure
from neurodesk.domain.searxng import (
    SearchProblem,
    base_url,
    leaves_machine,
    problem_of,
    read_answer,
    search_url,
    tame_query,
)


@pytest.mark.parametrize(
    ("written", "base"),
    [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"),
        ("127.0.0.1:8080/search", "http://127.0.0.1:8080"),
        ("127.0.0.1:8080/search?q=zfs&format=html", "http://127.0.0.1:8080"),
        ("localhost:8888/?q=%s", "http://localhost:8888"),
        ("  http://searx.lan/search/  ", "http://searx.lan"),
        ("192.168.1.20", "http://192.168.1.20"),
        ("searx", "http://searx"),
        ("search.example.org", "https://search.example.org"),
        ("search.example.org:443/preferences", "https://search.example.org:443"),
        ("https://search.example.org:443/", "https://search.example.org"),
        ("HTTPS://Search.Example.org./searxng/search?q=", "https://search.example.org/searxng"),
        ("http://10.0.0.5/searxng/", "http://10.0.0.5/searxng"),
        ("[::1]:8080", "http://[::1]:8080"),
        ("::1", "http://[::1]"),
        ("//search.example.org", "https://search.example.org"),
        ("https://suche.müller.example", "https://suche.xn--mller-kva.example"),
        ("0.0.0.0:8080", "http://127.0.0.1:8080"),
        ("http://127.0.0.1:8080/config#x", "http://127.0.0.1:8080"),
    ],
)
def test_w2_an_address_is_understood_in_every_spelling(written: str, base: str) -> None:
    assert base_url(written).removesuffix(":443") == base.removesuffix(":443")
    assert base_url(base_url(written)) == base_url(written)


@pytest.mark.parametrize(
    "written",
    [
        "",
        " ",
        "ftp://searx",
        "http://",
        "http://a b",
        "http://user:pw@searx",
        "http://searx:99999",
        "http://-",
        "file:///etc/passwd",
        "http://searx\n.example",
        "javascript://x",
    ],
)
def test_w2_what_is_no_address_is_refused_without_showing_a_secret(written: str) -> None:
    with pytest.raises(BadInput) as caught:
        base_url(written)
    assert caught.value.code == "searxng_address_invalid"
    assert "pw" not in str(caught.value)


def test_w10_only_another_machine_is_away() -> None:
    assert not leaves_machine("http://127.0.0.1:8080")
    assert not leaves_machine("http://[::1]")
    assert leaves_machine("http://192.168.1.20")
    assert leaves_machine("https://search.example.org")


@pytest.mark.parametrize(
    ("query", "sent"),
    [
        ("zfs\nreplace\r\n disk", "zfs replace disk"),
        ("site:example.com zfs", "zfs"),
        ("!!g zfs", "g zfs"),
        ("!google zfs :de key", "google zfs de key"),
        ("<3 zfs ? key", "3 zfs key"),
        ("error 0x80070005: access denied", "error 0x80070005: access denied"),
        ("std::vector C++", "std::vector C++"),
        ("", ""),
        ("!!", ""),
    ],
)
def test_w2_a_query_is_tamed(query: str, sent: str) -> None:
    assert tame_query(query) == sent


@given(st.text(max_size=400))
def test_w2_a_tamed_query_is_one_short_line_without_orders(query: str) -> None:
    tamed = tame_query(query)
    assert len(tamed) <= 120
    assert "\n" not in tamed
    assert "site:" not in tamed.lower()
    assert not any(word[0] == "!" for word in tamed.split())


def test_w2_the_url_of_a_search() -> None:
    parts = urlsplit(search_url("http://s/x", "zfs & ärger?", language="", categories="general,it"))
    assert parts.path == "/x/search"
    assert parse_qs(parts.query) == {
        "q": ["zfs & ärger?"],
        "format": ["json"],
        "language": ["all"],
        "categories": ["general,it"],
    }


def test_w2_an_answer_is_read_and_bounded() -> None:
    found = {
        "results": [
            {
                "url": "https://a.example/1",
                "title": "A <b>bold</b> &amp; plain",
                "content": "x" * 5000,
                "score": 2.5,
                "publishedDate": "2025-03-01T00:00:00",
            },
            {"url": "https://a.example/1", "title": "again"},
            {"url": "javascript:alert(1)", "title": "no"},
            {"url": "https://b.example/ space", "title": "no"},
            {"title": "no address"},
            "no object",
            {
                "url": "https://b.example/2",
                "title": None,
                "content": 7,
                "score": float("nan"),
                "publishedDate": "yesterday",
            },
        ],
        "unresponsive_engines": [["brave", "too many requests"], ["x"], 3],
    }
    answer = read_answer(found, "q", 10)
    assert answer is not None
    assert [one.uri for one in answer.hits] == ["https://a.example/1", "https://b.example/2"]
    first, second = answer.hits
    assert first.title == "A bold & plain"
    assert len(first.snippet) == 1000
    assert first.published_at > 1.7e9
    assert (second.title, second.snippet, second.score, second.published_at) == ("", "", 0.0, 0.0)
    assert answer.blocked == (("brave", "too many requests"),)
    assert len(read_answer(found, "q", 1).hits) == 1  # type: ignore[union-attr]


@pytest.mark.parametrize("found", [None, [], "x", {}, {"results": None}, {"error": "No query"}])
def test_w2_another_json_is_no_answer(found: object) -> None:
    assert read_answer(found, "q", 10) is None


@pytest.mark.parametrize(
    ("failure", "status", "detail", "problem"),
    [
        (Failure.CONNECT, 0, "ConnectError: refused", SearchProblem.UNREACHABLE),
        (Failure.CONNECT_TIMEOUT, 0, "", SearchProblem.UNREACHABLE),
        (Failure.CUT, 0, "", SearchProblem.UNREACHABLE),
        (Failure.CONNECT, 0, "[SSL: WRONG_VERSION_NUMBER] wrong version", SearchProblem.WRONG_SCHEME),
        (Failure.CONNECT, 0, "[SSL: CERTIFICATE_VERIFY_FAILED]", SearchProblem.TLS_FAILED),
        (Failure.STATUS, 400, "The plain HTTP request was sent to HTTPS port", SearchProblem.WRONG_SCHEME),
        (Failure.STATUS, 403, "Forbidden", SearchProblem.JSON_DISABLED),
        (Failure.STATUS, 429, "Too Many Requests", SearchProblem.LIMITER),
        (Failure.STATUS, 404, "", SearchProblem.WRONG_PATH),
        (Failure.STATUS, 401, "", SearchProblem.LOGIN_NEEDED),
        (Failure.STATUS, 302, "", SearchProblem.REDIRECTED),
        (Failure.STATUS, 400, "No query", SearchProblem.REFUSED),
        (Failure.STATUS, 502, "", SearchProblem.SERVER_ERROR),
        (Failure.UNDECODABLE, 0, "<!DOCTYPE html>", SearchProblem.HTML),
        (Failure.UNDECODABLE, 0, "{broken", SearchProblem.BAD_ANSWER),
        (Failure.TOO_LARGE, 0, "", SearchProblem.BAD_ANSWER),
    ],
)
def test_w2_diagnoses_are_apart(failure: Failure, status: int, detail: str, problem: SearchProblem) -> None:
    assert problem_of(failure, status, detail) is problem


def test_w2_every_diagnosis_has_text_and_remedy() -> None:
    for problem in SearchProblem:
        what, safe, do = SEARCH_NOTICES[f"searxng_{problem}"]
        assert what
        assert safe
        assert do
