"""Research over a loopback web behind a loopback SearXNG: only good pages are kept (SPEC W1-W5, W10)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from neurodesk import bootstrap
from neurodesk.app.commands import tasks
from neurodesk.app.profile import Profile
from neurodesk.domain.tasks import NewTask
from neurodesk.net.loopback_web import LoopbackAuthority, LoopbackWeb, response
from neurodesk.providers.search.loopback_searxng import Found, LoopbackSearxng
from neurodesk.worker.run_mode import RunMode
from tests.queue_parts import rows
from tests.unit.net.page_parts import HTML, PUBLIC, Names, Site, moved

TOPIC = "Unlock an encrypted ZFS dataset"
TEXT = """<p>To unlock an encrypted ZFS dataset, load its key first and mount it afterwards.</p>
<p>Run <code>zfs load-key tank/secret</code> and type the passphrase of the encrypted dataset.</p>
<p>Then run <code>zfs mount tank/secret</code>, which makes the unlocked dataset visible again.</p>
<p>With <code>zfs get keystatus tank/secret</code> you see whether the key of the dataset is loaded.</p>
<p>If the dataset stays locked after a reboot, the key file could not be read at import.</p>"""


def article(body: str) -> bytes:
    return f"""<!doctype html><html lang="en"><head><title>{TOPIC}</title></head>
<body><main><h1>{TOPIC}</h1>{body}</main></body></html>""".encode()


SITE = Site(
    {
        "/robots.txt": response(200, [], b"User-agent: *\nDisallow: /private\n"),
        "/good": response(200, HTML, article(TEXT)),
        "/inside": moved("http://169.254.169.254/latest/meta-data"),
        "/picture": response(200, [("Content-Type", "image/png")], b"\x89PNG\r\n\x1a\n"),
        "/packed": response(200, [*HTML, ("Content-Encoding", "zstd")], b"x"),
    }
)
ENDS = {
    "https://a.example/good": "",
    "https://a.example/inside": "ssrf_blocked",
    "https://a.example/private/x": "robots_denied",
    "https://b.example/picture": "bad_type",
    "https://b.example/packed": "fetch_failed",
    "http://localhost:8080/admin": "ssrf_blocked",
    "https://bad.example/good": "domain_denied",
}


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    with bootstrap.open_profile(tmp_path / "profile") as opened:
        for key in ("web.searxng", "web.manual_research"):
            opened.settings.set(key, True)
        opened.settings.set("privacy.first_looks", 0)
        opened.settings.set("web.host_delay_s", 0.0)
        opened.settings.set("web.deny_hosts", ["bad.example"])
        yield opened


def test_w4_a_task_keeps_only_good_pages_and_every_other_its_reason(profile: Profile) -> None:
    authority = LoopbackAuthority()
    names = Names({"localhost": ["127.0.0.1"]})
    found = [Found(url, TOPIC, "zfs load-key unlocks the encrypted dataset") for url in ENDS]
    with (
        LoopbackSearxng(lambda _asked: found) as searx,
        LoopbackWeb(SITE, tls=authority.server_tls(["a.example", "b.example"])) as web,
    ):
        profile.settings.set("searxng.url", searx.url)
        # The client as it is bound, with scripted names and loopback servers in place of the open net.
        client = bootstrap.page_client(profile)
        client._resolver, client._connector, client._tls = names, web, authority.client_tls()
        client._is_own = lambda _address: False
        tasks.ask(profile, NewTask(TOPIC))
        with (
            bootstrap.open_research(profile) as runner,
            bootstrap.open_worker(profile, runner, mode=RunMode.ONCE) as host,
        ):
            assert host.join(100)
            if host.loop.last_fault is not None:
                raise host.loop.last_fault
        connected = {address for address, _ in web.connections}
    candidates = {
        row["uri"]: row["reason"]
        for row in rows(profile.database, "SELECT uri, reason FROM candidate ORDER BY id")
        if row["reason"] != "duplicate_url"
    }
    assert candidates == ENDS
    kept = rows(profile.database, "SELECT final_uri, state, origin FROM evidence")
    assert [(row["final_uri"], row["origin"]) for row in kept] == [("https://a.example/good", "web")]
    assert kept[0]["state"] in {"learned", "grounded"}
    assert connected == {PUBLIC}
    logged = {
        (row["purpose"], row["target"])
        for row in rows(profile.database, "SELECT purpose, target FROM request_log")
        if row["purpose"] in {"page", "robots"}
    }
    assert ("page", "https://a.example/good") in logged
    assert ("robots", "https://b.example/robots.txt") in logged
    assert not [one for one in logged if "private" in one[1] or "localhost" in one[1] or "169.254" in one[1]]


def test_w10_local_only_leaves_every_page_alone(profile: Profile) -> None:
    with LoopbackSearxng(lambda _asked: [Found("https://a.example/good", TOPIC, TOPIC)]) as searx:
        profile.settings.set("searxng.url", searx.url)
        profile.settings.set("network.local_only", True)
        tasks.ask(profile, NewTask(TOPIC))
        with (
            bootstrap.open_research(profile) as runner,
            bootstrap.open_worker(profile, runner, mode=RunMode.ONCE) as host,
        ):
            assert host.join(100)
    details = rows(profile.database, "SELECT reason, detail FROM candidate WHERE reason != 'duplicate_url'")
    assert {(row["reason"], row["detail"]) for row in details} == {("local_only", "local_only")}
