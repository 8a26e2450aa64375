"""Who may call the API: loopback, Host, Origin, type, size, token, scope, rate, lifetime (SPEC I3, Q7)."""

from __future__ import annotations

import hmac
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import httpx
import psutil
import pytest

from neurodesk.api.application import MAX_BODY_BYTES
from neurodesk.api.limits import RateLimit
from neurodesk.api.main import listen
from neurodesk.app.commands import tokens
from neurodesk.app.profile import Profile
from neurodesk.bootstrap import open_profile
from neurodesk.domain.api_tokens import Scope, hash_of, opens, split_token
from neurodesk.domain.errors import BadInput
from neurodesk.storage.activity_store import ActivityStore
from tests.api_parts import Api, answers, eventually, free_port, served
from tests.queue_parts import rows

EVENT = {"type": "knowledge.search.empty", "query": "zfs send"}


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with served(tmp_path_factory.mktemp("guards") / "profile") as found:
        yield found


@pytest.fixture(scope="module")
def token(api: Api) -> str:
    return api.token("events", "tasks", "status", name="guards")


def request(
    api: Api, token: str, *, method: str = "GET", path: str = "/api/status", body: bytes = b"", **headers: str
) -> tuple[int, dict[str, object]]:
    """Send a request with exactly these headers; a header with the value "" is left out."""
    sent = {
        "Host": f"127.0.0.1:{api.port}",
        "Authorization": f"Bearer {token}",
        "Connection": "close",
    }
    if body or method == "POST":
        sent |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = "".join(f"{name}: {value}\r\n" for name, value in sent.items() if value)
    answer = api.raw(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body)
    head, _, content = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(content)


# -- loopback only ------------------------------------------------------------------------------------


def test_the_server_listens_on_the_loopback_address_only(api: Api) -> None:
    listening = {
        (one.laddr.ip, one.laddr.port)
        for one in psutil.Process().net_connections(kind="inet")
        if one.status == psutil.CONN_LISTEN and one.laddr.port == api.port
    }
    assert listening == {("127.0.0.1", api.port)}


def test_no_setting_can_make_it_listen_elsewhere() -> None:
    from neurodesk.settings.catalog import CATALOG

    assert [one.key for one in CATALOG if one.group == "api"] == [
        "api.enabled",
        "api.port",
        "api.requests_per_minute",
    ]


# -- Host and Origin ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example:{port}", "[::1]:{port}", ""]
)
def test_a_foreign_host_is_refused_before_the_token_is_looked_at(api: Api, host: str) -> None:
    answer = api.raw(
        f"GET /api/status HTTP/1.0\r\nHost: {host.format(port=api.port)}\r\n\r\n".encode()
        if host
        else b"GET /api/status HTTP/1.0\r\n\r\n"
    )
    assert answer.split()[1] == b"421"
    assert b"api_host_refused" in answer


@pytest.mark.expects_log("uvicorn.error: Invalid HTTP request")
def test_two_hosts_are_refused(api: Api, token: str) -> None:
    lines = f"Host: 127.0.0.1:{api.port}\r\nHost: evil.example\r\nAuthorization: Bearer {token}\r\n"
    answer = api.raw(f"GET /api/status HTTP/1.1\r\n{lines}Connection: close\r\n\r\n".encode())
    assert answer.split()[1] == b"400"


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}", "LOCALHOST:{port}"])
def test_the_loopback_names_are_accepted(api: Api, token: str, host: str) -> None:
    assert request(api, token, Host=host.format(port=api.port))[0] == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1", " "])
def test_a_request_with_an_origin_is_refused_even_with_a_good_token(
    api: Api, token: str, origin: str
) -> None:
    status, problem = request(api, token, Origin=origin)
    assert (status, problem["code"]) == (403, "api_origin_refused")


def test_host_and_origin_are_checked_on_every_path(api: Api) -> None:
    for path in ("/docs", "/openapi.json", "/none", "/api/status/"):
        status, problem = request(api, "", path=path, Host="evil.example")
        assert (status, problem["code"]) == (421, "api_host_refused"), path
        status, problem = request(api, "", path=path, Origin="http://evil.example")
        assert (status, problem["code"]) == (403, "api_origin_refused"), path


# -- type and size ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=latin-1",
        "application/jsonp",
        "",
    ],
)
def test_another_type_than_json_is_refused(api: Api, token: str, kind: str) -> None:
    body = json.dumps(EVENT).encode()
    status, problem = request(api, token, method="POST", path="/api/events", body=body, Content_Type=kind)
    assert (status, problem["code"]) == (415, "api_type_refused")


def test_json_with_utf_8_is_accepted(api: Api, token: str) -> None:
    body = json.dumps(EVENT).encode()
    kind = 'application/json; charset="UTF-8"'
    status, _ = request(api, token, method="POST", path="/api/events", body=body, Content_Type=kind)
    assert status == 202


def test_a_body_that_says_it_is_too_large_is_refused_unread(api: Api, token: str) -> None:
    status, problem = request(
        api, token, method="POST", path="/api/events", Content_Length=str(MAX_BODY_BYTES + 1)
    )
    assert (status, problem["code"]) == (413, "api_body_too_large")


def test_a_chunked_body_is_counted_while_it_arrives(api: Api, token: str) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(40):
            yield b" " * 65536

    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    url = f"http://127.0.0.1:{api.port}/api/events"
    try:
        answer = httpx.post(url, content=endless(), headers=headers, trust_env=False)
    except httpx.WriteError:  # the server closed before all was sent
        return
    assert (answer.status_code, answer.json()["code"]) == (413, "api_body_too_large")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"a": NaN}',
        b'{"a": 1, "a": 2}',
        b"[" * 100_000,
        b'{"a": Infinity}',
        b"{} {}",
    ],
)
def test_what_is_no_json_is_a_problem_that_says_so(api: Api, token: str, body: bytes) -> None:
    status, problem = request(api, token, method="POST", path="/api/events", body=body)
    assert (status, problem["code"]) == (400, "json_invalid")


# -- tokens -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "header",
    ["", "Basic dXNlcjpwYXNz", "Bearer", "Bearer  "],
)
def test_without_a_token_nothing_opens(api: Api, header: str) -> None:
    status, problem = request(api, "", Authorization=header)
    assert (status, problem["code"]) == (401, "api_token_missing")


def test_a_wrong_secret_and_an_unknown_id_are_refused_alike(api: Api, token: str) -> None:
    prefix, token_id, secret = token.split(".")
    wrong = [
        f"{prefix}.{token_id}.{secret[:-1]}",
        f"{prefix}.{token_id}.{secret}x",
        f"{prefix}.t_none.{secret}",
        f"other.{token_id}.{secret}",
        secret,
    ]
    found = {json.dumps(request(api, one), sort_keys=True) for one in wrong}
    assert len(found) == 1
    assert json.loads(found.pop())[0] == 401


@pytest.mark.parametrize("scope", list(Scope))
def test_a_token_opens_its_own_scope_only(api: Api, scope: Scope) -> None:
    paths = {
        Scope.EVENTS: ("POST", "/api/events"),
        Scope.TASKS: ("GET", "/api/research/tasks"),
        Scope.STATUS: ("GET", "/api/status"),
        Scope.OUTCOMES: ("POST", "/api/quality/replay"),
        Scope.STAGING: ("POST", "/api/staging/articles"),
    }
    own = api.token(scope, name=f"only {scope}")
    for needed, (method, path) in paths.items():
        status, problem = request(api, own, method=method, path=path, body=b"{}" if method == "POST" else b"")
        assert (problem.get("code") == "api_scope_missing") is (needed is not scope), (needed, status)


def test_a_revoked_token_opens_nothing_from_the_next_request_on(api: Api) -> None:
    gone = api.token("status", name="gone")
    assert request(api, gone)[0] == 200
    tokens.revoke_token(api.profile, "gone")
    assert request(api, gone)[0] == 401
    assert api.token("status", name="gone") != gone  # the name is free again


def test_a_token_is_shown_once_and_stored_hashed(api: Api, token: str) -> None:
    _, secret = split_token(token)
    stored = rows(api.profile.database, "SELECT * FROM api_token")
    assert all(secret not in str(tuple(row)) for row in stored)
    raw = b"".join(one.read_bytes() for one in api.profile.paths.root.glob("neurodesk.db*"))
    assert secret.encode() not in raw
    feed = ActivityStore(api.profile.database).after(0)
    assert all(secret not in str(line) for line in feed)


def test_secrets_are_compared_as_hashes_of_one_length_in_constant_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared: list[tuple[str, str]] = []

    def noted(left: str, right: str) -> bool:
        compared.append((left, right))
        return hmac.compare_digest(left, right)

    secret = "s" * 43
    stored = hash_of(secret)
    monkeypatch.setattr("neurodesk.domain.api_tokens.hmac", SimpleNamespace(compare_digest=noted))
    tries = ["", "s" * 42 + "x", "x" * 43, "s" * 5000]
    assert [opens(one, stored) for one in [*tries, secret]] == [False] * len(tries) + [True]
    assert compared == [(hash_of(one), stored) for one in [*tries, secret]]  # none is told apart before
    assert {len(one) for pair in compared for one in pair} == {64}


@pytest.mark.parametrize(
    ("name", "scopes", "code"),
    [
        ("", ["events"], "token_name_invalid"),
        ("a\nb", ["events"], "token_name_invalid"),
        ("x" * 61, ["events"], "token_name_invalid"),
        ("x", [], "token_scope_missing"),
        ("x", ["promote"], "token_scope_unknown"),
        ("twice", ["events"], "token_exists"),
    ],
)
def test_a_wrong_token_is_not_made(tmp_path: Path, name: str, scopes: list[str], code: str) -> None:
    with open_profile(tmp_path / "p") as profile:
        tokens.add_token(profile, "twice", ["events"])
        with pytest.raises(BadInput, match=code):
            tokens.add_token(profile, name, scopes)
        assert len(tokens.list_tokens(profile)) == 1


# -- rate ---------------------------------------------------------------------------------------------


def test_a_token_that_asks_too_often_is_told_when_to_come_back(api: Api) -> None:
    api.profile.settings.set("api.requests_per_minute", 3)
    try:
        with api.client("status", name="often") as often, api.client("status", name="other") as other:
            found = [often.get("/api/status") for _ in range(4)]
            assert [one.status_code for one in found] == [200, 200, 200, 429]
            assert found[-1].json()["code"] == "api_rate_limited"
            assert 1 <= int(found[-1].headers["Retry-After"]) <= 20
            assert other.get("/api/status").status_code == 200
    finally:
        api.profile.settings.reset("api.requests_per_minute")


def test_a_bucket_refills_evenly() -> None:
    now = [0.0]
    limit = RateLimit(lambda: 60, lambda: now[0])
    assert [limit.take("a") for _ in range(60)] == [0] * 60
    assert limit.take("a") == 1
    now[0] = 2.0
    assert [limit.take("a"), limit.take("a"), limit.take("a")] == [0, 0, 1]
    assert limit.take("b") == 0


def test_guessing_tokens_is_slowed_down_and_holds_nobody_else_up(tmp_path: Path) -> None:
    with served(tmp_path / "p") as api:
        good = api.token("status", name="good")
        found = [request(api, f"neurodesk.t_{number}.x")[0] for number in range(32)]
        assert found[:30] == [401] * 30
        assert found[-1] == 429
        assert request(api, good)[0] == 200


# -- lifetime (Q7) ------------------------------------------------------------------------------------


def test_the_api_is_off_by_default(tmp_path: Path) -> None:
    with open_profile(tmp_path / "p") as profile:
        assert profile.settings.current.switch("api.enabled") is False


def test_the_switch_counts_at_once_in_both_directions(tmp_path: Path) -> None:
    with served(tmp_path / "p") as api:
        api.profile.settings.set("api.enabled", False)
        eventually(lambda: not answers(api.port))
        api.profile.settings.set("api.enabled", True)
        eventually(lambda: answers(api.port))
        moved = free_port()
        api.profile.settings.set("api.port", moved)
        eventually(lambda: answers(moved) and not answers(api.port))


def test_the_api_ends_with_the_worker_role(tmp_path: Path) -> None:
    with served(tmp_path / "p") as api:
        port = api.port
    assert not answers(port)


def test_a_second_process_can_neither_work_nor_serve(tmp_path: Path) -> None:
    with served(tmp_path / "p") as api:
        code = (
            "import sys\nfrom pathlib import Path\n"
            "from neurodesk.bootstrap import open_profile, open_worker\n"
            "from neurodesk.domain.errors import RuleRefused\n"
            "with open_profile(Path(sys.argv[1])) as profile:\n"
            "    try:\n        with open_worker(profile, None): print('served')\n"
            "    except RuleRefused as error: print(error.code)\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, str(api.profile.paths.root)],
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert done.stdout.strip() == "worker_role_held", done.stderr


def test_a_port_that_is_taken_is_told_in_the_feed_and_the_worker_works(tmp_path: Path) -> None:
    with listen(free_port()) as taken, open_profile(tmp_path / "p") as profile:
        port = taken.getsockname()[1]
        profile.settings.set("api.port", port)
        profile.settings.set("api.enabled", True)
        _works_without_api(profile, port)


def _works_without_api(profile: Profile, port: int) -> None:
    from neurodesk.bootstrap import open_worker
    from neurodesk.domain.research import TaskResult
    from neurodesk.domain.tasks import Outcome

    async def runner(*_: object) -> TaskResult:
        return TaskResult(Outcome.EVIDENCE_ONLY, 1)

    feed = ActivityStore(profile.database)
    with open_worker(profile, runner) as host:
        eventually(lambda: "api_unavailable" in [line.code for line in feed.after(0)])
        assert host.wake()


def test_the_settings_file_changed_by_another_process_switches_the_api(tmp_path: Path) -> None:
    with served(tmp_path / "p") as api:
        where = ["--data-dir", str(api.profile.paths.root)]
        done = subprocess.run(
            [sys.executable, "-m", "neurodesk", "config", "set", "api.enabled", "off", *where],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        eventually(lambda: not answers(api.port))


def test_api_cannot_import_the_maker_of_decisions() -> None:
    """The contract stands in pyproject.toml and is checked by tests/arch; here it must not lose the API."""
    import tomllib

    root = Path(__file__).resolve().parents[2]
    contracts = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    decide = next(one for one in contracts if "neurodesk.app.decide" in one.get("forbidden_modules", ()))
    assert {"neurodesk.api", "neurodesk.worker", "neurodesk.pipeline"} <= set(decide["source_modules"])
    for path in (root / "neurodesk" / "api").glob("*.py"):
        assert "decide" not in path.read_text("utf-8").replace("decides", ""), path
