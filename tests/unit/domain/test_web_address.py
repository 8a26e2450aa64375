"""The grammar of addresses and the ranges that may be connected to (SPEC W5)."""

from __future__ import annotations

import ipaddress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neurodesk.domain.errors import BadInput
from neurodesk.domain.fetch_policy import FetchPolicy, internal_host
from neurodesk.domain.fetching import FetchCode, FetchStop
from neurodesk.domain.ip_rules import why_not_internal, why_not_public
from neurodesk.domain.web_address import follow, parse_web_address
from neurodesk.net.resolver import to_ascii
from neurodesk.settings.load import SettingsFile

REFUSED = {
    FetchCode.URL_INVALID: [
        "", "http:", "http:example.org", "http:/example.org", "https:\\\\example.org", "http://example.org\\@x/",
        " http://example.org/", "http://example.org/ ", "http://exam\tple.org/", "http://example.org/a\nb",
        "http://example.org/\x00", "http://example.org\x00.example.net/", "http://example.org/\x7f",
        "http://example.org/a b", "http://example.org/\ufeff", "http://example.org/\u2028", "http://exam\r\nple.org/",
        "http://example.org/\ud800", "http://" + "a" * 9000 + ".org/",
    ],
    FetchCode.SCHEME_REFUSED: [
        "example.org", "//example.org/", "ftp://example.org/", "file:///etc/passwd", "gopher://example.org/",
        "data:text/html,x", "javascript:alert(1)", "blob:https://example.org/x", "ws://example.org/", "dict://x:1/",
        "httpx://example.org/", "http+unix://x/", "ht\u0442p://example.org/", "://example.org/", "1http://example.org/",
    ],
    FetchCode.USERINFO_REFUSED: [
        "http://user@example.org/", "http://user:word@example.org/", "http://@example.org/", "http://:@example.org/",
        "http://example.org@10.0.0.1/", "http://10.0.0.1@example.org/", "http://a@b@example.org/",
        "http://example.org:80@example.net:80/", "http://[::1]@example.org/", "https://example.org%40@example.net/",
    ],
    FetchCode.HOST_INVALID: [
        "http:///path", "http://:80/", "http://?x", "http://#x", "http://./", "http://../", "http://a..b/", "http://.a/",
        "http://a.b../", "http://-a.org/", "http://a-.org/", "http://a.-b/", "http://a%2eorg/", "http://a%00.org/",
        "http://exa<mple.org/", "http://exam'ple.org/", "http://exa,mple.org/", "http://a$b.org/", "http://[::1/",
        "http://::1/", "http://[::1]x/", "http://[::1].org/", "http://[fe80::1%25eth0]/", "http://[fe80::1%eth0]/",
        "http://[127.0.0.1]/", "http://[v1.a]/", "http://[]/", "http://[::1]]/", "http://[[::1]]/",
        "http://" + "a" * 64 + ".org/", "http://" + ".".join(["a" * 60] * 5) + "/",
        "http://xn--/", "http://xn--a/", "http://xn--zzzzzzzzzzzzzzz9999999/", "http://xn--example-.org/",
        # numbers in other spellings
        "http://127.1/", "http://127.0.1/", "http://2130706433/", "http://017700000001/", "http://0x7f000001/",
        "http://0x7f.0.0.1/", "http://127.0.0.0x1/", "http://0177.0.0.1/", "http://127.0.0.01/", "http://127.0.0.1./",
        "http://256.0.0.1/", "http://1.2.3.4.5/", "http://1.2.3/", "http://8.8.8.8./", "http://4294967296/",
        "http://example.1/", "http://example.0x7f/", "http://0x/", "http://1e3.7/", "http://09.1/", "http://00.0/",
        # letters that look like others
        "http://①②⑦.⓪.⓪.①/", "http://127。0。0。1/", "http://127．0．0．1/", "http://127｡0｡0｡1/",
        "http://ｅｘａｍｐｌｅ.org/", "http://exam\u00adple.org/", "http://exam\u200bple.org/",
        "http://exam\u200dple.org/", "http://exam\u2060ple.org/", "http://\u202eexample.org/", "http://ℯxample.org/",
        "http://1２7.0.0.1/", "http://١٢٧.٠.٠.١/", "http://example。org/", "http://a\u2024b.org/", "http://½.org/",
        "http://a\uff0fb.org/", "http://a\uff03b.org/", "http://a\uff20b.org/", "http://℀.org/",
    ],
    FetchCode.PORT_REFUSED: [
        "http://example.org:/", "http://example.org:0/", "http://example.org:00080/", "http://example.org:65536/",
        "http://example.org:-1/", "http://example.org:+80/", "http://example.org:8_0/", "http://example.org:0x50/",
        "http://example.org:８０/", "http://example.org:80a/", "http://[2a00::1]:/", "http://example.org:999999999/",
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("url", "code"), [(url, code) for code, urls in REFUSED.items() for url in urls], ids=ascii
)
def test_w5_what_another_reader_could_take_differently_is_refused(url: str, code: FetchCode) -> None:
    with pytest.raises(FetchStop) as stopped:
        parse_web_address(url, to_ascii)
    assert stopped.value.code is code


READ = {
    "http://example.org": ("http://example.org/", 80),
    "HTTPS://Example.ORG/A?B=c#d": ("https://example.org/A?B=c", 443),
    "http://example.org:80/": ("http://example.org/", 80),
    "https://example.org:8443/x": ("https://example.org:8443/x", 8443),
    "http://example.org./": ("http://example.org/", 80),
    "http://example.org?x=//y": ("http://example.org/?x=//y", 80),
    "http://example.org/@a:b/c": ("http://example.org/@a:b/c", 80),
    "http://example.org/#@10.0.0.1": ("http://example.org/", 80),
    "http://a_b.example.org/": ("http://a_b.example.org/", 80),
    "http://r3---sn-x.example.org/": ("http://r3---sn-x.example.org/", 80),
    "http://1.example/": ("http://1.example/", 80),
    "http://127.0.0.1.example/": ("http://127.0.0.1.example/", 80),
    "http://münchen.example/straße": ("http://xn--mnchen-3ya.example/stra%C3%9Fe", 80),
    "http://MÜNCHEN.example/": ("http://xn--mnchen-3ya.example/", 80),
    "http://mu\u0308nchen.example/": ("http://xn--mnchen-3ya.example/", 80),
    "http://xn--mnchen-3ya.example/": ("http://xn--mnchen-3ya.example/", 80),
    "http://faß.example/": ("http://xn--fa-hia.example/", 80),
    "http://例え.example/": ("http://xn--r8jz45g.example/", 80),
    "http://example.org/a/../b/./c": ("http://example.org/b/c", 80),
    "http://example.org/a/%2e%2E/b": ("http://example.org/b", 80),
    "http://example.org/../../x": ("http://example.org/x", 80),
    "http://example.org/a/..": ("http://example.org/", 80),
    "http://example.org/a%2Fb%zz": ("http://example.org/a%2Fb%zz", 80),
    "http://9.9.9.9/": ("http://9.9.9.9/", 80),
    "http://[2A00:0::1]:8080/": ("http://[2a00::1]:8080/", 8080),
}


@pytest.mark.parametrize("url", READ, ids=ascii)
def test_w5_addresses_have_one_spelling(url: str) -> None:
    address = parse_web_address(url, to_ascii)
    assert (address.url, address.port) == READ[url]
    assert parse_web_address(address.url, to_ascii) == address


@given(st.text(max_size=40))
def test_w5_no_text_does_worse_than_being_refused(text: str) -> None:
    for url in (text, f"http://{text}", f"http://example.org/{text}", f"http://example.org:{text}/"):
        try:
            address = parse_web_address(url, to_ascii)
        except FetchStop:
            continue
        assert address.url.isascii()
        assert not set(address.url) & set(" \\\r\n\t\x00")
        assert parse_web_address(address.url, to_ascii) == address


FOLLOWED = {
    "/x": "https://example.org/x",
    "y?z": "https://example.org/dir/y?z",
    "../up": "https://example.org/up",
    "../../../up": "https://example.org/up",
    "?q=1": "https://example.org/dir/page?q=1",
    "#part": "https://example.org/dir/page?old=1",
    "//example.net/a": "https://example.net/a",
    "https://example.net": "https://example.net/",
    "/ä": "https://example.org/%C3%A4",
    "/.//example.net/": "https://example.org//example.net/",
    "x?u=http://10.0.0.1/": "https://example.org/dir/x?u=http://10.0.0.1/",
}


@pytest.mark.parametrize("location", FOLLOWED, ids=ascii)
def test_w5_redirect_targets_are_read_by_the_same_grammar(location: str) -> None:
    base = parse_web_address("https://example.org/dir/page?old=1", to_ascii)
    assert follow(base, location, to_ascii).url == FOLLOWED[location]


@pytest.mark.parametrize(
    "location",
    [
        "http:10.0.0.1", "https:/x", "/\\10.0.0.1/", "\\\\10.0.0.1\\", "javascript:x", "file:///etc/passwd",
        "///10.0.0.1/", "//user@example.net/", "//①②⑦.⓪.⓪.①/", "/a\x00b", "/a\r\nHost: x", "x:y", "http://",
        "//2130706433/", "/" + "a" * 9000,
    ],
    ids=ascii,
)  # fmt: skip
def test_w5_hostile_redirect_targets_are_refused(location: str) -> None:
    base = parse_web_address("https://example.org/dir/page", to_ascii)
    with pytest.raises(FetchStop):
        follow(base, location, to_ascii)


NOT_PUBLIC = """
0.0.0.0 0.1.2.3 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 100.100.100.200 127.0.0.1 127.255.255.255
168.63.129.16 169.254.0.1 169.254.169.254 172.16.0.0 172.31.255.255 192.0.0.1 192.0.0.8 192.0.0.170
192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.0 192.168.255.255 198.18.0.0 198.19.255.255 198.51.100.7
203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 ::8.8.8.8
::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 ::ffff:0:808:808 64:ff9b::7f00:1
64:ff9b::10.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b::e000:1 64:ff9b:1::7f00:1 64:ff9b:1::808:808 64:ff9b:0:1::1
100::1 2001::1 2001:0:4136:e378:8000:63bf:3f57:fdf2 2001:2::1 2001:10::1 2001:20::1 2001:30::1 2001:1ff::1
2001:db8::1 2002:7f00:1:: 2002:808:808::1 3ffe::1 3fff::1 3fff:fff::1 4000::1 5f00::1 fc00::1 fd00:ec2::254
fe80::1 febf::1 fec0::1 ff02::1 ff0e::1 2a00::5efe:127.0.0.1 2a00::200:5efe:10.0.0.1 fe80::1%eth0 1.2.3
localhost 127.1 0x7f.0.0.1 010.0.0.1 ١.١.١.١
""".split()
PUBLIC = """
1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 168.63.129.15
169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.88.98.1 192.167.255.255
192.169.0.0 198.17.255.255 198.20.0.0 198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255 2000::1
2001:200::1 2001:4860:4860::8888 2001:db7::1 2001:db9::1 2003::1 2606:2800:21f:cb07:6820:80da:af6b:8b2c
2a00:1450:4001::1 3fff:1000::1 64:ff9b::808:808
""".split()


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_w5_special_ranges_are_refused(address: str) -> None:
    assert why_not_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_w5_public_addresses_beside_the_special_ranges_are_not(address: str) -> None:
    assert why_not_public(address) == ""


@given(st.ip_addresses(v=4))
def test_w5_ipv4_in_its_ipv6_spellings_is_never_wider(address: ipaddress.IPv4Address) -> None:
    assert why_not_public(f"::ffff:{address}")
    assert why_not_public(f"::{address}")
    assert bool(why_not_public(f"64:ff9b::{address}")) == bool(why_not_public(str(address)))
    if not address.is_global or address.is_private or address.is_multicast:
        assert why_not_public(str(address))


@pytest.mark.parametrize("address", ["10.1.2.3", "127.0.0.1", "192.168.1.1", "fd12::1", "::1", "1.1.1.1"])
def test_w5_a_listed_internal_host_may_be_inside_the_own_net(address: str) -> None:
    assert why_not_internal(address) == ""


@pytest.mark.parametrize(
    "address",
    ["169.254.169.254", "fd00:ec2::254", "100.100.100.200", "168.63.129.16", "224.0.0.1", "0.0.0.0",
     "::ffff:10.0.0.1", "fe80::1", "64:ff9b::7f00:1"],
)  # fmt: skip
def test_w5_not_even_a_listed_internal_host_may_be_there(address: str) -> None:
    assert why_not_internal(address)


def policy(**lists: list[str]) -> FetchPolicy:
    given_lists = {"ports": ["80", "443"], "allow": [], "deny": [], "internal": []} | lists
    return FetchPolicy.of(**given_lists, to_ascii=to_ascii)


def why(found: FetchPolicy, url: str) -> FetchCode | None:
    return found.why_not(parse_web_address(url, to_ascii))


def test_w5_lists_match_whole_labels_and_denied_wins() -> None:
    both = policy(allow=["example.org"], deny=["bad.example.org"])
    assert why(both, "http://example.org/") is None
    assert why(both, "http://a.b.example.org/") is None
    assert why(both, "http://notexample.org/") is FetchCode.DOMAIN_NOT_ALLOWED
    assert why(both, "http://example.org.evil.example/") is FetchCode.DOMAIN_NOT_ALLOWED
    assert why(both, "http://bad.example.org/") is FetchCode.DOMAIN_DENIED
    assert why(both, "http://x.BAD.example.org/") is FetchCode.DOMAIN_DENIED
    assert why(both, "http://notbad.example.org/") is None


@pytest.mark.parametrize(
    "entry",
    ["example.org", " Example.ORG ", "https://example.org/path?x", "*.example.org", ".example.org",
     "www.example.org",
     "example.org:8080", "example.org."],
)  # fmt: skip
def test_w5_entries_are_read_as_people_write_them(entry: str) -> None:
    assert why(policy(deny=[entry]), "http://sub.example.org/") is FetchCode.DOMAIN_DENIED


def test_w5_entries_that_are_no_host_never_widen_a_list() -> None:
    assert why(policy(allow=["a b", "*"]), "http://example.org/") is FetchCode.DOMAIN_NOT_ALLOWED
    assert why(policy(allow=["", "  "]), "http://example.org/") is None
    assert why(policy(deny=["", "*", "."]), "http://example.org/") is None
    assert policy(ports=["80", "x", "0", "99999", "-1", " 8080 "]).ports == {80, 8080}
    assert why(policy(deny=["MÜNCHEN.example"]), "http://xn--mnchen-3ya.example/") is FetchCode.DOMAIN_DENIED


def test_w5_internal_hosts_are_named_with_their_port() -> None:
    assert internal_host("wiki.intern:8090", to_ascii) == ("wiki.intern", 8090)
    assert internal_host("https://Wiki.intern/start", to_ascii) == ("wiki.intern", 443)
    assert internal_host("10.0.0.5:80", to_ascii) == ("10.0.0.5", 80)
    assert internal_host("[fd12::1]:8080", to_ascii) == ("fd12::1", 8080)
    for entry in ("wiki.intern", "", "*:80", "*.intern:80", "user@wiki.intern:80", "wiki.intern:0"):
        assert internal_host(entry, to_ascii) is None, entry
    listed = policy(internal=["wiki.intern:8090"])
    assert why(listed, "http://wiki.intern:8090/") is None
    assert why(listed, "http://wiki.intern:8091/") is FetchCode.PORT_REFUSED
    assert why(listed, "http://sub.wiki.intern:8090/") is FetchCode.PORT_REFUSED
    denied = policy(internal=["wiki.intern:80"], deny=["intern"])
    assert why(denied, "http://wiki.intern/") is FetchCode.DOMAIN_DENIED


@pytest.mark.parametrize(
    ("key", "good", "bad"),
    [
        ("web.ports", ["80", "8443"], ["80", "http"]),
        ("web.allow_hosts", ["example.org", "*.münchen.example"], ["example.org", "a b"]),
        ("web.deny_hosts", ["https://example.org/x"], ["*"]),
        ("web.internal_hosts", ["wiki.intern:8080"], ["wiki.intern"]),
    ],
)
def test_w5_a_slip_in_a_list_is_said_where_it_is_made(
    key: str, good: list[str], bad: list[str], tmp_path: Path
) -> None:
    settings = SettingsFile(tmp_path / "settings.toml", {})
    settings.set(key, good)
    with pytest.raises(BadInput, match="setting_invalid"):
        settings.set(key, bad)
    assert list(settings.current.items(key)) == good


def test_w5_a_wrong_entry_in_the_file_does_not_open_the_denied_hosts(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('[web]\ndeny_hosts = ["bad.example", "a b"]\n', encoding="utf-8")
    entries = SettingsFile(file, {}).current.items("web.deny_hosts")
    assert why(policy(deny=list(entries)), "http://bad.example/") is FetchCode.DOMAIN_DENIED
