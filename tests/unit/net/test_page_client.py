"""The guarded client over real sockets: where it connects and what it sends (SPEC W5, W10)."""

from __future__ import annotations

import asyncio
import itertools
import socket
import threading
import time
from email.utils import formatdate
from typing import Any

import pytest

from neurodesk.domain.fetching import (
    Conditional,
    FetchCode,
    FetchedPage,
    FetchRefused,
    OutgoingRequest,
    Purpose,
)
from neurodesk.net.loopback_web import Asked, LoopbackAuthority, LoopbackWeb, Send, response
from neurodesk.net.page_client import USER_AGENT, PageClient
from neurodesk.net.resolver import LOOKUPS, SystemResolver, is_own_address
from tests.unit.net.dns_stub import DnsStub, StubResolver
from tests.unit.net.page_parts import (
    HTML,
    OTHER,
    PAGE,
    PUBLIC,
    Found,
    Names,
    Site,
    Watched,
    fetch,
    lists,
    moved,
    page,
    refused,
)

# -- where it connects -------------------------------------------------------------------------------------


def test_w5_host_header_and_server_name_are_the_names_though_the_address_is_pinned() -> None:
    site = Site({})
    (one, other, literal), web = fetch(
        site, "https://a.example:8443/x?y", "http://a.example/", f"https://{PUBLIC}/"
    )
    assert page(one).data == page(other).data == page(literal).data == PAGE
    asked = [one for one in site.asked if one.target != "/robots.txt"]
    assert [(one.headers["host"], one.server_name) for one in asked] == [
        ("a.example:8443", "a.example"),
        ("a.example", ""),
        (PUBLIC, ""),
    ]
    assert web.connections == [(PUBLIC, 8443), (PUBLIC, 80), (PUBLIC, 443)]


def test_w5_a_certificate_for_another_name_is_refused() -> None:
    site = Site({})
    (found,), _ = fetch(site, "https://c.example/")
    assert refused(found) == (FetchCode.TLS_FAILED, 0)
    assert site.asked == []


def test_w5_one_bad_address_among_good_ones_refuses_the_name(watched: Watched) -> None:
    names = Names({"a.example": [PUBLIC, "10.0.0.1"], "b.example": ["::1", PUBLIC]})
    found, web = fetch(Site({}), "http://a.example/", "http://b.example/", names=names)
    assert [refused(one) for one in found] == [(FetchCode.ADDRESS_REFUSED, 0)] * 2
    assert (web.connections, watched.connects) == ([], [])


def test_w5_rebinding_is_answered_with_one_lookup_and_the_checked_address() -> None:
    with DnsStub({"a.example": [[PUBLIC], ["127.0.0.1"]]}) as dns:
        (found,), web = fetch(Site({}), "http://a.example/", names=StubResolver(dns))
        assert page(found).data == PAGE
        assert dns.questions == ["a.example"]
        assert web.connections == [(PUBLIC, 80)]


def test_w5_a_redirect_to_the_same_name_is_looked_up_again_and_refused_when_it_rebinds(
    watched: Watched,
) -> None:
    with DnsStub({"a.example": [[PUBLIC], ["169.254.169.254"]]}) as dns:
        site = Site({"/start": moved("/admin")})
        (found,), web = fetch(site, "http://a.example/start", names=StubResolver(dns))
        assert refused(found) == (FetchCode.ADDRESS_REFUSED, 1)
        assert dns.questions == ["a.example", "a.example"]
        assert web.connections == [(PUBLIC, 80)]
        assert site.targets == ["/start"]
        # The one connection of this process is that of the first, checked answer.
        assert [place[0] for place in watched.connects] == ["127.0.0.1"]
        assert watched.lookups == []


def test_w5_ipv6_rebinding_to_a_mapped_address_is_refused() -> None:
    turns = [["2606:2800:21f:cb07:6820:80da:af6b:8b2c"], ["::ffff:127.0.0.1"]]
    with DnsStub({"a.example": turns}) as dns:
        site = Site({"/start": moved("/admin")})
        (found,), web = fetch(site, "http://a.example/start", names=StubResolver(dns))
        assert refused(found) == (FetchCode.ADDRESS_REFUSED, 1)
        assert web.connections == [("2606:2800:21f:cb07:6820:80da:af6b:8b2c", 80)]


def test_w5_the_next_checked_address_is_tried_when_the_first_is_dead() -> None:
    names = Names({"a.example": [OTHER, PUBLIC]})
    (found,), web = fetch(Site({}), "http://a.example/", names=names, dead=[OTHER])
    assert page(found).data == PAGE
    assert (web.connections, names.asked) == ([(PUBLIC, 80)], ["a.example"])


def test_w5_both_families_are_tried_before_a_third_address() -> None:
    six = [f"2606:2800:21f::{n}" for n in range(1, 5)]
    names = Names({"a.example": [*six, PUBLIC]})
    (found,), web = fetch(Site({}), "http://a.example/", names=names, dead=six)
    assert page(found).data == PAGE
    assert web.connections == [(PUBLIC, 80)]


def test_w5_the_real_resolver_and_connector_reach_a_listed_host_of_this_machine(watched: Watched) -> None:
    with LoopbackWeb(Site({})) as web:
        port = web.port_of("127.0.0.1", 80)
        rules = lists(internal=[f"localhost:{port}"])
        client = PageClient(lambda: rules, delay_s=lambda: 0.0)
        found = asyncio.run(client.fetch(f"http://localhost:{port}/"))
        assert page(found).internal
        assert page(found).data == PAGE
    assert watched.lookups == ["localhost"]
    assert {place[:2] for place in watched.connects} <= {("127.0.0.1", port), ("::1", port)}


def test_w5_a_host_without_answer_is_a_failed_fetch() -> None:
    (dead, unknown), _ = fetch(Site({}), "http://a.example/", "http://no.test/", dead=[PUBLIC])
    assert refused(dead) == (FetchCode.CONNECT_FAILED, 0)
    assert refused(unknown) == (FetchCode.HOST_UNKNOWN, 0)


def test_w5_addresses_of_this_machine_are_refused_though_they_look_public() -> None:
    (found,), web = fetch(Site({}), "http://a.example/", is_own=lambda address: address == PUBLIC)
    assert refused(found) == (FetchCode.ADDRESS_REFUSED, 0)
    assert web.connections == []
    assert is_own_address("127.0.0.1")
    assert not is_own_address(PUBLIC)


@pytest.mark.parametrize("name", ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "all_proxy"])
def test_w5_proxies_of_the_environment_are_ignored(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "http://127.0.0.1:9")
    (plain, tls), web = fetch(Site({}), "http://a.example/", "https://a.example/")
    assert page(plain).data == page(tls).data == PAGE
    assert [address for address, _ in web.connections] == [PUBLIC, PUBLIC]


def test_w5_certificates_and_key_files_of_the_environment_are_ignored(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    from neurodesk.net.certificates import client_tls

    keys = tmp_path / "keys"
    monkeypatch.setenv("SSLKEYLOGFILE", str(keys))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "none.pem"))
    client_tls.cache_clear()
    context = client_tls()
    client_tls.cache_clear()
    assert context.keylog_filename is None
    assert context.cert_store_stats()["x509_ca"] > 50
    assert not keys.exists()


# -- redirects ---------------------------------------------------------------------------------------------


def test_w5_redirects_are_followed_by_hand_at_most_five() -> None:
    chain = {f"/{n}": moved(f"/{n + 1}") for n in range(9)}
    (five, six), _ = fetch(Site(chain), "http://a.example/4", "http://a.example/3")
    assert (page(five).final_url, page(five).hops) == ("http://a.example/9", 5)
    assert refused(six) == (FetchCode.TOO_MANY_REDIRECTS, 6)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_w5_redirect_statuses(status: int) -> None:
    site = Site({"/s": moved("https://b.example/t", status)})
    (found,), _ = fetch(site, "http://a.example/s")
    assert page(found).final_url == "https://b.example/t"
    assert page(found).requested_url == "http://a.example/s"


@pytest.mark.parametrize("status", [101, 204, 206, 300, 304, 305, 306, 404, 500])
def test_w5_other_statuses_are_no_page_and_lead_nowhere(status: int) -> None:
    site = Site({"/s": response(status, [("Location", "http://a.example/t")])})
    (found,), _ = fetch(site, "http://a.example/s")
    assert isinstance(found, FetchRefused)
    assert site.targets == ["/s"]


@pytest.mark.parametrize(
    ("location", "code"),
    [
        ("http://127.0.0.1/", FetchCode.ADDRESS_REFUSED),
        ("http://[::ffff:10.0.0.1]/", FetchCode.ADDRESS_REFUSED),
        ("http://inside.test/", FetchCode.ADDRESS_REFUSED),
        ("http://2130706433/", FetchCode.HOST_INVALID),
        ("http://①②⑦.⓪.⓪.①/", FetchCode.HOST_INVALID),
        ("//user@b.example/", FetchCode.USERINFO_REFUSED),
        ("ftp://b.example/", FetchCode.SCHEME_REFUSED),
        ("http://b.example:22/", FetchCode.PORT_REFUSED),
        ("http://xn--/", FetchCode.HOST_INVALID),
        ("http:b.example", FetchCode.URL_INVALID),
        ("http://b.example:x/", FetchCode.PORT_REFUSED),
        ("http://[::1", FetchCode.HOST_INVALID),
        ("", FetchCode.REDIRECT_INVALID),
    ],
)
def test_w5_hostile_locations_are_refused_at_their_hop(location: str, code: FetchCode) -> None:
    site = Site({"/s": moved("http://b.example/s2"), "/s2": moved(location)})
    names = Names({"inside.test": ["192.168.0.9"]})
    (found,), web = fetch(site, "http://a.example/s", names=names)
    assert refused(found) == (code, 2)
    assert {address for address, _ in web.connections} == {PUBLIC}


def test_w5_https_never_leads_to_http() -> None:
    site = Site({"/s": moved("http://a.example/t")})
    (found,), web = fetch(site, "https://a.example/s")
    assert refused(found) == (FetchCode.REDIRECT_DOWNGRADE, 1)
    assert len(web.connections) == 1


def test_w5_several_locations_that_differ_are_refused() -> None:
    both = [("Location", "/a"), ("Location", "http://b.example/")]
    (found,), _ = fetch(Site({"/s": response(302, both)}), "http://a.example/s")
    assert refused(found) == (FetchCode.REDIRECT_INVALID, 1)


# -- lists, internal hosts, local only ---------------------------------------------------------------------


def test_w5_denied_hosts_are_refused_before_any_lookup_also_behind_a_redirect() -> None:
    names = Names()
    site = Site({"/s": moved("http://b.example/")})
    rules = lists(deny=["b.example"])
    (direct, behind), _ = fetch(site, "http://x.b.example/", "http://a.example/s", names=names, policy=rules)
    assert refused(direct) == (FetchCode.DOMAIN_DENIED, 0)
    assert refused(behind) == (FetchCode.DOMAIN_DENIED, 1)
    assert names.asked == ["a.example"]


def test_w5_internal_hosts_are_read_by_exact_name_and_port_and_marked() -> None:
    names = Names({"wiki.intern": ["10.0.0.5"]})
    rules = lists(internal=["wiki.intern:8090"])
    (good, port, sub, literal), web = fetch(
        Site({}), "http://wiki.intern:8090/", "http://wiki.intern/", "http://x.wiki.intern:8090/",
        "http://10.0.0.5:8090/", names=names, policy=rules,
    )  # fmt: skip
    assert page(good).internal
    assert refused(port)[0] is FetchCode.ADDRESS_REFUSED
    assert refused(sub)[0] is FetchCode.PORT_REFUSED
    assert refused(literal)[0] is FetchCode.PORT_REFUSED
    assert web.connections == [("10.0.0.5", 8090)]


def test_w5_internal_hosts_are_never_reached_by_redirect_from_outside() -> None:
    names = Names({"wiki.intern": ["10.0.0.5"], "files.intern": ["10.0.0.6"]})
    rules = lists(internal=["wiki.intern:80", "files.intern:80"])
    pages = {
        "/s": moved("http://wiki.intern/"),
        "/in": moved("http://files.intern/"),
        "/out": moved("http://a.example/s"),
    }
    (outside, inside, back), web = fetch(
        Site(dict(pages)), "http://a.example/s", "http://wiki.intern/in", "http://wiki.intern/out",
        names=names, policy=rules,
    )  # fmt: skip
    assert refused(outside) == (FetchCode.REDIRECT_TO_INTERNAL, 1)
    assert page(inside).final_url == "http://files.intern/"
    assert refused(back) == (FetchCode.REDIRECT_TO_INTERNAL, 2)
    assert web.connections[0] == (PUBLIC, 80)


def test_w5_robots_txt_of_a_public_host_never_leads_inside() -> None:
    names = Names({"wiki.intern": ["10.0.0.5"]})
    site = Site({"/robots.txt": moved("http://wiki.intern/robots.txt")})
    (found,), web = fetch(site, "http://a.example/", names=names, policy=lists(internal=["wiki.intern:80"]))
    assert page(found).data == PAGE
    assert {address for address, _ in web.connections} == {PUBLIC}


def test_w10_local_only_asks_no_name_and_opens_no_connection(watched: Watched) -> None:
    names = Names({"wiki.intern": ["127.0.0.1"]})
    rules = lists(internal=["wiki.intern:80", "localhost:8090", "127.0.0.1:8090"])
    options: dict[str, Any] = {"names": names, "policy": rules, "local_only": lambda: True}
    found, web = fetch(
        Site({}),
        "http://a.example/",
        f"http://{PUBLIC}/",
        "http://wiki.intern/",
        "http://127.0.0.1/",
        **options,
    )
    codes = [refused(one)[0] for one in found]
    assert codes == [FetchCode.LOCAL_ONLY] * 3 + [FetchCode.ADDRESS_REFUSED]
    assert (web.connections, watched.connects, names.asked) == ([], [], [])
    (own,), web = fetch(Site({}), "http://127.0.0.1:8090/", **options)
    assert page(own).internal
    assert web.connections == [("127.0.0.1", 8090)]


def test_w10_every_request_is_told_before_its_connection() -> None:
    told: list[tuple[OutgoingRequest, int]] = []
    arrived: list[Asked] = []

    def answer(asked: Asked, send: Send) -> bool:
        arrived.append(asked)
        send(moved("https://b.example/t") if asked.target == "/s" else response(404))
        return True

    fetch(answer, "http://a.example/s", on_request=lambda request: told.append((request, len(arrived))))
    assert [(one.purpose, one.url, one.host) for one, _ in told] == [
        (Purpose.ROBOTS, "http://a.example/robots.txt", "a.example"),
        (Purpose.PAGE, "http://a.example/s", "a.example"),
        (Purpose.ROBOTS, "https://b.example/robots.txt", "b.example"),
        (Purpose.PAGE, "https://b.example/t", "b.example"),
    ]
    assert [before for _, before in told] == [0, 1, 2, 3]
    told.clear()
    fetch(answer, "http://127.0.0.1/", "http://a@b.example/", on_request=lambda one: told.append((one, 0)))
    assert told == []


# -- what it sends -----------------------------------------------------------------------------------------


def test_w5_no_cookies_an_honest_name_and_gzip_only() -> None:
    site = Site({"/s": response(302, [("Location", "/t"), ("Set-Cookie", "a=b")])})
    fetch(site, "http://a.example/s", "http://a.example/t")
    for asked in site.asked:
        assert not set(asked.headers) & {"cookie", "authorization", "referer"}
        assert asked.headers["user-agent"] == USER_AGENT
        assert USER_AGENT.startswith("NeuroDesk/")
        assert asked.headers["accept-encoding"] == "gzip"


def test_p7_what_is_known_of_a_page_is_sent_and_not_modified_comes_back() -> None:
    def answer(asked: Asked, send: Send) -> bool:
        known = asked.headers.get("if-none-match") == '"v1"' and "if-modified-since" in asked.headers
        headers = [*HTML, ("ETag", '"v1"'), ("Last-Modified", "Mon, 02 Nov 2026 10:00:00 GMT")]
        send(
            response(
                304 if known else 404 if asked.target == "/robots.txt" else 200,
                headers,
                PAGE if not known else b"",
            )
        )
        return True

    (first,), _ = fetch(answer, "http://a.example/")
    stated = Conditional(page(first).etag, page(first).last_modified)
    assert stated == Conditional('"v1"', "Mon, 02 Nov 2026 10:00:00 GMT")
    (again, hostile), _ = fetch(answer, "http://a.example/", "http://a.example/2", conditional=stated)
    assert page(again).not_modified
    assert page(again).data == b""
    (hostile,), _ = fetch(answer, "http://a.example/", conditional=Conditional("a\r\nHost: x", "\x00"))
    assert not page(hostile).not_modified


# -- robots.txt and turns ----------------------------------------------------------------------------------


def test_w5_robots_txt_is_asked_once_over_the_same_connection_and_kept() -> None:
    rules = response(200, [("Content-Type", "text/plain")], b"User-agent: *\nDisallow: /private\n")
    site = Site({"/robots.txt": rules})
    found, web = fetch(site, "http://a.example/x", "http://a.example/private/y", "http://a.example/z")
    assert [isinstance(one, FetchedPage) for one in found] == [True, False, True]
    assert refused(found[1]) == (FetchCode.ROBOTS_DENIED, 0)
    assert isinstance(found[1], FetchRefused)
    assert not found[1].requested
    assert [one.target for one in site.asked] == ["/robots.txt", "/x", "/z"]
    assert len(web.connections) == 2


@pytest.mark.parametrize(
    ("status", "allowed"), [(404, True), (403, True), (500, False), (503, False), (429, False)]
)
def test_w5_a_site_whose_rules_cannot_be_read_is_left_alone(status: int, allowed: bool) -> None:
    (found,), _ = fetch(Site({"/robots.txt": response(status)}), "http://a.example/")
    assert isinstance(found, FetchedPage) is allowed


def test_w5_robots_txt_of_a_redirect_target_counts() -> None:
    def answer(asked: Asked, send: Send) -> bool:
        if asked.target == "/robots.txt":
            forbids = asked.headers["host"] == "b.example"
            send(response(200, [], b"User-agent: neurodesk\nDisallow: /\n" if forbids else b""))
        else:
            send(moved("http://b.example/x"))
        return True

    (found,), _ = fetch(answer, "http://a.example/")
    assert refused(found) == (FetchCode.ROBOTS_DENIED, 1)


def test_w5_a_server_that_closes_after_robots_txt_is_asked_again() -> None:
    def closing(_asked: Asked, send: Send) -> bool:
        send(response(404))
        return False

    names = Names()
    (found,), web = fetch(Site({"/robots.txt": closing}), "http://a.example/", names=names)
    assert page(found).data == PAGE
    assert (len(web.connections), names.asked) == (2, ["a.example"])


def test_w5_one_connection_a_host_and_a_pause_between_two() -> None:
    running = {"now": 0, "most": 0}
    lock = threading.Lock()
    times: list[float] = []

    def answer(asked: Asked, send: Send) -> bool:
        if asked.target == "/robots.txt":
            send(response(404))
            return True
        with lock:
            running["now"] += 1
            running["most"] = max(running["most"], running["now"])
            times.append(time.monotonic())
        time.sleep(0.05)
        send(response(200, HTML, PAGE))
        with lock:
            running["now"] -= 1
        return True

    authority = LoopbackAuthority()
    with LoopbackWeb(answer) as web:
        client = PageClient(
            lists, resolver=Names(), connector=web, delay_s=lambda: 0.2, is_own=lambda _a: False,
            tls=authority.client_tls(),
        )  # fmt: skip

        async def side_by_side() -> list[Found]:
            return await asyncio.gather(*(client.fetch(f"http://a.example/{n}") for n in range(3)))

        found = asyncio.run(side_by_side())
    assert all(isinstance(one, FetchedPage) for one in found)
    assert running["most"] == 1
    assert all(after - before >= 0.2 for before, after in itertools.pairwise(times))


@pytest.mark.parametrize("dated", [False, True])
def test_w5_a_host_that_asks_to_rest_is_left_alone(dated: bool) -> None:
    asked = formatdate(time.time() + 3600, usegmt=True) if dated else "3600"
    site = Site({"/busy": response(429, [("Retry-After", asked)])})
    (busy, next_one, other), _ = fetch(
        site, "http://a.example/busy", "http://a.example/x", "http://b.example/x"
    )
    assert isinstance(busy, FetchRefused)
    assert busy.code is FetchCode.HTTP_STATUS
    assert 3300 < (busy.retry_after_s or 0) <= 3600
    assert refused(next_one) == (FetchCode.HTTP_STATUS, 0)
    assert page(other).data == PAGE
    assert site.targets == ["/busy", "/x"]


# -- resolver ----------------------------------------------------------------------------------------------


def test_w5_a_look_up_that_hangs_neither_waits_nor_takes_more_threads() -> None:
    release = threading.Event()
    running: list[str] = []

    def hangs(host: str, *_args: Any, **_options: Any) -> list[Any]:
        running.append(host)
        release.wait(60)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (PUBLIC, 0))]

    resolver = SystemResolver(hangs, lookup_s=0.2)

    async def many() -> list[object]:
        names = [f"{n}.example" for n in range(3 * LOOKUPS)]
        return await asyncio.gather(*map(resolver.lookup, names), return_exceptions=True)

    try:
        assert all(isinstance(one, OSError) for one in asyncio.run(many()))
        assert len(running) == LOOKUPS
    finally:
        release.set()
    assert list(asyncio.run(SystemResolver(lambda *_a, **_o: []).lookup("x"))) == []


def test_w5_the_real_resolver_is_asked_once_for_a_name_and_never_for_a_number(watched: Watched) -> None:
    client = PageClient(lists, delay_s=lambda: 0.0)

    async def both() -> list[Found]:
        return [
            await client.fetch(url) for url in ("http://localhost/", "http://127.0.0.1/", "http://127.1/")
        ]

    codes = [refused(one)[0] for one in asyncio.run(both())]
    assert codes == [FetchCode.ADDRESS_REFUSED, FetchCode.ADDRESS_REFUSED, FetchCode.HOST_INVALID]
    assert (watched.lookups, watched.connects) == (["localhost"], [])
