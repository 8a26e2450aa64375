"""Nothing that ships can exchange the client's resolver, connector or certificates (SPEC W5)."""

from __future__ import annotations

import ast
import asyncio
import json
import os
import socket
from pathlib import Path

import pytest

import neurodesk
from neurodesk import bootstrap
from neurodesk.domain.fetching import FetchCode, FetchRefused
from neurodesk.net.certificates import client_tls
from neurodesk.net.pinned import TcpConnector
from neurodesk.net.resolver import SystemResolver, is_own_address
from neurodesk.settings.catalog import CATALOG

SHIPPED = Path(neurodesk.__file__).parent
DOORS = {"resolver", "connector", "is_own", "tls"}
# What a person who wants to get around the guard would try.
TRIED = (
    "RESOLVER",
    "CONNECTOR",
    "DNS",
    "PROXY",
    "CA_FILE",
    "CONNECT_TO",
    "ALLOW_PRIVATE",
    "INSECURE",
    "VERIFY",
    "DEBUG",
)


def calls(name: str) -> dict[str, list[ast.Call]]:
    """Return the calls of a class in the shipped code, by file."""
    found: dict[str, list[ast.Call]] = {}
    for path in sorted(SHIPPED.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = (
                    node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                )
                if called == name:
                    found.setdefault(str(path.relative_to(SHIPPED)), []).append(node)
    return found


def test_w5_only_the_checker_hands_the_client_another_resolver_or_connector() -> None:
    made = calls("PageClient")
    assert set(made) == {"bootstrap.py", "net/check_urls.py"}
    handed = {
        path: {word.arg for call in found for word in call.keywords} & DOORS for path, found in made.items()
    }
    assert handed == {"bootstrap.py": set(), "net/check_urls.py": DOORS}
    # No dictionary of options is unpacked into it either.
    assert all(word.arg for found in made.values() for call in found for word in call.keywords)


def test_w5_only_the_checker_is_a_door_to_the_loopback_web() -> None:
    users = {
        str(path.relative_to(SHIPPED))
        for path in SHIPPED.rglob("*.py")
        if "loopback_web" in path.read_text(encoding="utf-8")
        or "check_urls" in path.read_text(encoding="utf-8")
    }
    assert users == {"net/check_urls.py", "cli/dev.py"}


def test_w5_the_clients_parts_are_set_in_its_constructor_and_read_no_environment() -> None:
    for path in sorted((SHIPPED / "net").glob("*.py")):
        if path.name in {"check_urls.py", "loopback_web.py"}:
            continue
        names = {
            node.attr if isinstance(node, ast.Attribute) else node.id
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Attribute | ast.Name)
        }
        assert not names & {"environ", "environb", "getenv", "getproxies", "create_default_context"}, path
    for path in sorted(SHIPPED.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            targets = node.targets if isinstance(node, ast.Assign) else []
            for target in targets:
                if isinstance(target, ast.Attribute) and target.attr in {f"_{door}" for door in DOORS}:
                    assert path.parent.name == "net", path


def test_w5_driven_with_every_setting_and_variable_the_real_parts_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for word in TRIED:
        for name in (
            word,
            f"NEURODESK_{word}",
            f"NEURODESK_NETWORK_{word}",
            f"NEURODESK_WEB_{word}",
            f"HTTP_{word}",
        ):
            monkeypatch.setenv(name, "127.0.0.1")
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for one in CATALOG:
        if one.key.startswith("web.") and isinstance(one.default, bool):
            monkeypatch.setenv(one.environment, "true")
    monkeypatch.setenv("NEURODESK_WEB_ALLOW_HOSTS", "127.0.0.1,localhost")
    monkeypatch.setenv("NEURODESK_WEB_PORTS", "80,443,8080,8443,11434,1")
    with socket.create_server(("127.0.0.1", 0)) as server, bootstrap.open_profile(tmp_path) as profile:
        server.settimeout(0.2)
        port = server.getsockname()[1]
        profile.settings.set("web.ports", (str(port),))
        client = bootstrap.page_client(profile)
        assert type(client._resolver) is SystemResolver
        assert client._resolver._resolve is socket.getaddrinfo
        assert type(client._connector) is TcpConnector
        assert client._is_own is is_own_address
        assert (client._tls or client_tls()) is client_tls()
        for url in (f"http://127.0.0.1:{port}/", f"http://localhost:{port}/", "http://127.0.0.1:11434/"):
            found = asyncio.run(client.fetch(url))
            assert isinstance(found, FetchRefused)
            assert found.code in {FetchCode.ADDRESS_REFUSED, FetchCode.PORT_REFUSED}
        with pytest.raises(TimeoutError):
            server.accept()
    assert os.environ["HTTP_PROXY"]


def test_w5_no_setting_names_a_resolver_or_connector() -> None:
    words = json.dumps([one.key for one in CATALOG]).lower()
    assert not [
        word for word in ("resolver", "connector", "dns", "proxy", "insecure", "verify") if word in words
    ]
