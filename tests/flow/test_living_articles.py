"""Promoted sentences and their sources later on: twenty pages, one changes (SPEC P7, W5, W6, G1, Q9)."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from neurodesk import bootstrap
from neurodesk.app.commands import library
from neurodesk.app.commands.recheck import worker_recheck
from neurodesk.app.commands.scan import scan_now
from neurodesk.app.profile import Profile
from neurodesk.app.queries.drafts import show_draft
from neurodesk.app.queries.findings import FindingFilter, findings_page
from neurodesk.domain.articles import DraftState
from neurodesk.domain.evidence import EvidenceState, SearchHit
from neurodesk.domain.identity import derived_id, sha256_text
from neurodesk.domain.research import NewEvidence
from neurodesk.domain.scanning import FindingType
from neurodesk.net.loopback_web import Asked, LoopbackAuthority, LoopbackWeb, Send, response
from neurodesk.storage.evidence_store import put_evidence
from neurodesk.worker.run_mode import RunMode
from tests.desk_cli import Desk, prepared_desk
from tests.desk_parts import store_draft, store_evidence
from tests.unit.net.page_parts import HTML, Names

PAGES = 20
TOOLS = "alder birch cedar dogwood elm fir ginkgo hazel ivy juniper".split()


def fact(page: int, number: int) -> str:
    """One sentence that only this page holds."""
    tool = f"{TOOLS[page % 10]}{page}{'abc'[number]}"
    port = 4000 + 10 * page + number
    return f"The daemon {tool} listens on port {port} and writes its log to /var/log/{tool}.log every minute."


def filler(page: int, number: int) -> str:
    return f"Paragraph {number} of the notes on {TOOLS[page % 10]} tells how the daemon got its name."


class LivePages:
    """A site whose pages change, with an ETag for each text."""

    def __init__(self) -> None:
        self.paragraphs: dict[str, list[str]] = {
            f"/{page}": [
                filler(page, 0),
                fact(page, 0),
                filler(page, 1),
                fact(page, 1),
                filler(page, 2),
                fact(page, 2),
            ]
            for page in range(PAGES)
        }
        self.special: dict[str, bytes] = {"/robots.txt": response(404)}
        self.asked: list[tuple[str, int, str]] = []

    def html(self, target: str) -> bytes:
        body = "".join(
            f"<h2>{one[3:]}</h2>" if one.startswith("## ") else f"<p>{one}</p>"
            for one in self.paragraphs[target]
        )
        return f"""<!doctype html><html lang="en"><head><title>Notes {target}</title></head>
<body><main><h1>Notes on daemons {target}</h1>{body}</main></body></html>""".encode()

    def __call__(self, asked: Asked, send: Send) -> bool:
        answer = self.special.get(asked.target)
        if answer is None and asked.target in self.paragraphs:
            page = self.html(asked.target)
            etag = f'"{hashlib.sha256(page).hexdigest()[:16]}"'
            same = asked.headers.get("if-none-match") == etag
            answer = response(304, [("ETag", etag)]) if same else response(200, [*HTML, ("ETag", etag)], page)
        answer = answer or response(404)
        if asked.target != "/robots.txt":
            self.asked.append((asked.target, int(answer.split()[1]), asked.headers.get("if-none-match", "")))
        send(answer)
        return True


class Living:
    """A desk with one promoted article that rests on twenty pages, and the command line on it."""

    def __init__(self, desk: Desk, site: LivePages, bind: Callable[[Profile], None]) -> None:
        self.desk, self.site, self._bind = desk, site, bind

    def prepare(self) -> None:
        """Learn the pages, write an article that rests on them, promote it."""
        desk = self.desk
        with self.open() as profile:
            profile.settings.set("web.manual_research", True)
            profile.settings.set("web.host_delay_s", 0.0)
            refs = [self._learn(profile, f"https://a.example/{page}") for page in range(PAGES)]
            body = "\n\n".join(fact(page, number) for page in range(PAGES) for number in range(2))
            kb = profile.database.read(lambda rx: rx.scalar("SELECT id FROM kb"))
            draft = store_draft(profile, f"# Ports of our daemons\n\n{body}\n", evidence=refs, kb_id=kb)
        desk.promote(draft)

    @property
    def path(self) -> str:
        """The path of the promoted article in its KB."""
        return str(self.desk.sql("SELECT path FROM promotion")[0][0])

    def _learn(self, profile: Profile, url: str) -> str:
        """Fetch a page as research does and store what came."""
        with bootstrap.open_page_looks(profile) as pages:
            source = asyncio.run(pages.fetch(SearchHit(url, "", "", "searxng", "q", 0)))
        found = derived_id("e", "t_desk", url)
        item = NewEvidence(
            id=found, source=source, sha256=sha256_text(source.text), relevance=0.9, quality=0.9, trust=0.6,
            confidence=0.6, evidence_count=1, independent=True, state=EvidenceState.LEARNED, seeds=(),
        )  # fmt: skip
        profile.database.write(lambda tx: put_evidence(tx, "t_desk", [item], source.retrieved_at))
        return found

    @contextlib.contextmanager
    def open(self) -> Iterator[Profile]:
        """Open the profile with its guarded client bound to loopback servers."""
        with bootstrap.open_profile(self.desk.data) as profile:
            self._bind(profile)
            yield profile

    def recheck(self, limit: int = PAGES) -> Any:
        return self.desk.run("recheck", "--limit", str(limit))

    def flagged(self) -> list[str]:
        return [one["sentence"] for one in self.recheck()["flagged"]]

    def findings(self) -> list[Mapping[str, object]]:
        with self.open() as profile:
            scan_now(profile)
            page = findings_page(profile, FindingFilter(types=(FindingType.SOURCE_CHANGED,)))
            return [{**one.detail, "path": one.path, "sentence": one.passages[0]["text"]} for one in page]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all tests: what the first one prepares is laid out anew for each."""
    return tmp_path_factory.mktemp("living")


@pytest.fixture
def living(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Living]:
    authority, site = LoopbackAuthority(), LivePages()
    with LoopbackWeb(site, tls=authority.server_tls(["a.example"])) as served:

        def bind(profile: Profile) -> None:
            # The client as it is bound, with scripted names and loopback servers in place of the open net.
            client = bootstrap.page_client(profile)
            client._resolver, client._connector, client._tls = Names(), served, authority.client_tls()
            client._is_own = lambda _address: False

        @contextlib.contextmanager
        def bound(*given: Any, **named: Any) -> Iterator[Profile]:
            with bootstrap.open_profile(*given, **named) as profile:
                bind(profile)
                yield profile

        monkeypatch.setattr("neurodesk.cli.root.open_profile", bound)
        root, kept = folder / "desk", folder / "kept"
        if kept.exists():
            shutil.rmtree(root, ignore_errors=True)
            shutil.copytree(kept, root, symlinks=True)
            made = Living(Desk(root, capsys), site, bind)
        else:
            shutil.rmtree(root, ignore_errors=True)
            root.mkdir()
            made = Living(prepared_desk(root, capsys), site, bind)
            made.prepare()
            shutil.copytree(root, kept, symlinks=True)
        site.asked.clear()
        yield made


def test_p7_w5_pages_that_did_not_change_answer_304_and_nothing_is_flagged(living: Living) -> None:
    found = living.recheck()
    assert (found["sources"], found["states"], found["flagged"]) == (PAGES, {"unchanged": PAGES}, [])
    assert [status for _, status, _ in living.site.asked] == [304] * PAGES
    assert living.findings() == []


def test_p7_changing_one_source_of_twenty_flags_exactly_the_claim_on_the_changed_words(
    living: Living,
) -> None:
    page = living.site.paragraphs["/7"]
    before, after = fact(7, 1), fact(7, 1).replace("4071", "4999")
    page[3] = after
    page[4] = "This paragraph is another one, and no promoted sentence rests on it."
    found = living.recheck()
    assert found["states"] == {"unchanged": PAGES - 1, "changed": 1}
    assert [(one["sentence"], one["before"], one["after"]) for one in found["flagged"]] == [
        (before, before, after)
    ]
    (finding,) = living.findings()
    assert (finding["path"], finding["sentence"]) == (living.path, before)
    assert (finding["before"], finding["after"], finding["change"]) == (before, after, "quote_gone")
    # The text that was judged lies beside the new one, and the proof still holds on it.
    assert living.desk.sql("SELECT COUNT(*) FROM text WHERE body LIKE ?", f"%{before}%") != [(0,)]
    assert living.desk.sql("SELECT COUNT(*) FROM text WHERE body LIKE ?", f"%{after}%") == [(1,)]
    assert living.desk.run("verify", str(living.desk.kb / living.path))["holds"] is True


def test_p7_a_flag_goes_when_the_source_says_again_what_it_said(living: Living) -> None:
    living.site.paragraphs["/3"][1] = "Nothing of it is left."
    assert living.flagged() == [fact(3, 0)]
    living.site.paragraphs["/3"][1] = fact(3, 0)
    assert living.flagged() == []
    assert living.findings() == []


def test_p7_a_quotation_that_moved_is_re_anchored_and_not_flagged(living: Living) -> None:
    page = living.site.paragraphs["/5"]
    page.insert(0, "A long introduction was put in front of everything else on this page about daemons.")
    page.append(page.pop(2))
    found = living.recheck()
    assert found["flagged"] == []
    (looked,) = [one for one in found["looked"] if one["state"] == "changed"]
    assert {one["state"] for one in looked["claims"]} == {"re_anchored"}
    for start, end, text, sentence in living.desk.sql(
        """SELECT k.start, k."end", t.body, c.text FROM claim_check k JOIN text t ON t.sha256 = k.now_sha256
           JOIN claim c ON c.draft_id = k.draft_id AND c.version = k.version AND c.id = k.claim_id
           WHERE k.state = 're_anchored'"""
    ):
        assert text[start:end] == sentence


def test_p7_a_quotation_that_stands_twice_goes_to_the_place_below_the_same_heading(living: Living) -> None:
    living.site.paragraphs["/2"] = [
        "## Former",
        fact(2, 0),
        "## Today",
        "Some words.",
        fact(2, 0),
        fact(2, 1),
    ]
    found = living.recheck()
    assert found["flagged"] == []
    living.site.paragraphs["/2"][1] = "The first of the two is gone from this page by now."
    assert living.flagged() == []
    living.site.paragraphs["/2"][4] = "And so is the second one of the two."
    assert living.flagged() == [fact(2, 0)]


def test_p7_words_that_turn_the_meaning_around_an_unchanged_quotation_are_seen(living: Living) -> None:
    page = living.site.paragraphs["/9"]
    page[1] = fact(9, 0).removesuffix(".") + ", but not since version 3."
    with living.open() as profile:
        profile.database.write(
            lambda tx: tx.execute(
                """UPDATE claim SET refs = json_set(refs, '$[0].quote', ?, '$[0].end',
                       json_extract(refs, '$[0].start') + ?) WHERE text = ?""",
                (fact(9, 0).removesuffix("."), len(fact(9, 0)) - 1, fact(9, 0)),
            )
        )
    found = living.recheck()
    assert [(one["sentence"], one["reason"]) for one in found["flagged"]] == [
        (fact(9, 0), "words_around_changed")
    ]


@pytest.mark.parametrize("status", [404, 410])
def test_p7_a_page_that_is_gone_flags_all_that_rests_on_it(living: Living, status: int) -> None:
    living.site.special["/4"] = response(status)
    found = living.recheck()
    assert [(one["sentence"], one["state"]) for one in found["flagged"]] == [
        (fact(4, 0), "gone"),
        (fact(4, 1), "gone"),
    ]
    assert {one["change"] for one in living.findings()} == {"source_gone"}


def test_p7_a_page_that_moved_for_good_is_noted_and_asked_for_there_the_next_time(living: Living) -> None:
    living.site.special["/6"] = response(301, [("Location", "/moved")])
    living.site.paragraphs["/moved"] = living.site.paragraphs["/6"]
    found = living.recheck()
    (looked,) = [one for one in found["looked"] if one["uri"].endswith("/6")]
    assert (looked["moved_to"], found["flagged"]) == ("https://a.example/moved", [])
    living.site.asked.clear()
    living.recheck()
    assert [one[:2] for one in living.site.asked if one[0] in ("/6", "/moved")] == [("/moved", 304)]


@pytest.mark.parametrize(
    "answer",
    [
        response(500),
        response(302, [("Location", "http://10.0.0.1/")]),
        response(200, HTML, b"<html><head><title>Just a moment...</title></head><body><p>Checking your "
                 b"browser before accessing the page. Enable JavaScript to continue.</p></body></html>"),
        response(200, HTML, b""),
    ],
    ids=["error", "forbidden", "challenge", "empty"],
)  # fmt: skip
def test_p7_a_look_that_failed_flags_nothing_and_forgets_nothing(living: Living, answer: bytes) -> None:
    living.site.special["/8"] = answer
    found = living.recheck()
    assert (found["states"], found["flagged"]) == ({"unchanged": PAGES - 1, "failed": 1}, [])
    del living.site.special["/8"]
    living.site.asked.clear()
    assert living.recheck()["states"] == {"unchanged": PAGES}
    assert {status for _, status, _ in living.site.asked} == {304}


def test_p7_the_limit_takes_the_look_of_longest_ago_first(living: Living) -> None:
    first = [one["uri"] for one in living.recheck(6)["looked"]]
    second = [one["uri"] for one in living.recheck(6)["looked"]]
    found = living.recheck(8)
    third = [one["uri"] for one in found["looked"]]
    assert len({*first, *second, *third}) == PAGES
    assert (found["left"], found["requests_today"]) == (PAGES - 8, PAGES)
    assert [one["uri"] for one in living.recheck(6)["looked"]] == first


def test_p7_without_leave_for_the_web_no_page_is_asked_for(living: Living) -> None:
    living.desk.text("config", "set", "web.manual_research", "off")
    found = living.recheck()
    assert (found["looked"], found["left"], living.site.asked) == ([], PAGES, [])


def test_p7_a_sentence_that_the_curator_took_out_is_flagged_no_more(living: Living) -> None:
    living.site.paragraphs["/1"][1] = "Nothing of it is left."
    assert living.flagged() == [fact(1, 0)]
    file = living.desk.kb / living.path
    file.write_text(file.read_text("utf-8").replace(fact(1, 0), "Somebody wrote this by hand."), "utf-8")
    living.desk.text("import", str(living.desk.kb), "--name", "Desk", "--no-vectors")
    assert living.flagged() == []


def test_p7_the_text_form_names_sentence_and_both_passages(living: Living) -> None:
    living.site.paragraphs["/0"][1] = fact(0, 0).replace("4000", "4001")
    said = living.desk.text("recheck", "--limit", "20")
    assert f"{living.path}: {fact(0, 0)}\n    said: {fact(0, 0)}\n    says: " in said
    assert "20 of 20 sources looked at, 1 sentences flagged" in said
    assert json.dumps(said)


MANUAL = [
    "The daemon quince listens on port 7711 and writes its log to /var/log/quince.log every minute.",
    "The daemon rowan listens on port 7722 and writes its log to /var/log/rowan.log every minute.",
]


def test_p7_l1_a_library_file_that_was_renamed_or_moved_is_re_anchored_and_nothing_is_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Renamed, moved into a folder, moved to another collection, changed there, deleted, put back."""
    desk = prepared_desk(tmp_path, capsys)
    here, there = tmp_path / "manuals", tmp_path / "archive"
    here.mkdir()
    (there / "old").mkdir(parents=True)
    whole = "# Ports\n\n" + "\n\n".join(MANUAL) + "\n"
    (here / "ports.md").write_text(whole, "utf-8")
    (here / "other.md").write_text("# Other\n\nSomething else altogether stands in this file.\n", "utf-8")
    (there / "one.md").write_text("# One\n\nThe archive holds this file for a start.\n", "utf-8")

    def look() -> Any:
        with bootstrap.open_profile(desk.data) as profile, bootstrap.open_extractor() as extractor:
            for name in ("manuals", "archive"):
                library.index(profile, extractor, name)
        found = desk.run("recheck", "--limit", "0")
        return [(one["sentence"], one["state"]) for one in found["flagged"]]

    def states() -> list[tuple[str, str]]:
        rows = desk.sql(
            "SELECT state, moved_to FROM source_check WHERE uri LIKE 'library:%' ORDER BY at DESC, rowid DESC"
        )
        return [(str(state), str(moved)) for state, moved in rows][:1]

    with bootstrap.open_profile(desk.data) as profile, bootstrap.open_extractor() as extractor:
        for name, folder in (("manuals", here), ("archive", there)):
            library.index(profile, extractor, library.add_collection(profile, folder, name).name)
        sha256, text = profile.database.read(
            lambda rx: rx.sql(
                """SELECT t.sha256, t.body FROM library_file f JOIN text t ON t.sha256 = f.text_sha256
                   WHERE f.path = 'ports.md'"""
            )
        )[0]
        ref = store_evidence(profile, text, uri="library://manuals/ports.md")
        kb = profile.database.read(lambda rx: rx.scalar("SELECT id FROM kb"))
        body = f"# Ports of our daemons\n\n{MANUAL[0]}\n\n{MANUAL[1]}\n"
        draft = store_draft(profile, body, evidence=[ref], kb_id=kb)
    done = desk.promote(draft)
    assert look() == []

    (here / "ports.md").rename(here / "list of ports.md")
    assert look() == []
    assert states() == [("unchanged", "library://manuals/list%20of%20ports.md")]
    (here / "list of ports.md").rename(there / "old" / "ports.md")
    assert look() == []
    assert states() == [("unchanged", "library://archive/old/ports.md")]
    assert desk.run("verify", str(desk.kb / done["path"]))["holds"] is True
    assert desk.sql("SELECT body FROM text WHERE sha256 = ?", sha256) == [(text,)]

    (there / "old" / "ports.md").write_text(whole.replace("7722", "7799"), "utf-8")
    assert look() == [(MANUAL[1], "changed")]
    (there / "old" / "ports.md").unlink()
    gone = look()
    assert set(MANUAL) <= {sentence for sentence, _ in gone}
    assert {state for _, state in gone} == {"gone"}
    (here / "again.md").write_text(whole, "utf-8")
    assert look() == []
    (here / "again.md").rename(here / "ports.md")
    assert look() == []


def test_p7_r7_the_revision_draft_changes_the_flagged_sentence_and_nothing_else(living: Living) -> None:
    living.site.paragraphs["/7"][3] = fact(7, 1).replace("4071", "4999")
    found = living.desk.run("recheck", "--limit", "20", "--revise")
    (begun,) = found["drafts"]
    again = living.desk.run("recheck", "--limit", "0", "--revise")["drafts"]
    assert again == [begun], "the same change of the same text gives the same draft once"
    news = living.desk.sql("SELECT state, node_id FROM evidence WHERE task_id = ?", begun["task"])
    assert news == [("pending_article_review", "")]
    with living.open() as profile:
        folder = living.desk.data.parent / "library"
        folder.mkdir(exist_ok=True)
        (folder / "other.md").write_text("# Other\n\nSomething else altogether stands in here.\n", "utf-8")
        with bootstrap.open_extractor() as extractor:
            library.index(profile, extractor, library.add_collection(profile, folder, "handbook").name)
        with (
            bootstrap.open_research(profile) as runner,
            bootstrap.open_worker(profile, runner, mode=RunMode.ONCE) as host,
        ):
            assert host.join(120)
        desk = show_draft(profile, begun["draft"])
        (body,) = living.desk.sql("SELECT body FROM node WHERE path = ?", living.path)[0]
        assert (desk.draft.state, desk.draft.version) == (DraftState.IN_REVIEW, 2)
        # The embedded engine writes no sentence of its own: what is carried no more goes, the rest stays.
        former, after = str(body).split("\n"), desk.draft.text.split("\n")
        assert [line for line in former if line and line not in after] == [fact(7, 1)]
        assert [line for line in after if line not in former] == []


def test_p7_g2_a_scan_that_may_enqueue_begins_the_revision_once(
    living: Living,
) -> None:
    living.site.paragraphs["/7"][3] = "Nothing of it is left."
    living.recheck()
    with living.open() as profile:
        first, second = scan_now(profile, enqueue=True), scan_now(profile, enqueue=True)
    tasks = living.desk.sql("SELECT id, requested_by FROM task WHERE kind = 'repair'")
    assert tasks == [(first.enqueued[0], "scanner")]
    assert first.enqueued[0] not in second.enqueued


def test_p7_the_worker_asks_each_page_once_a_day_and_no_more_than_its_budget(living: Living) -> None:
    with living.open() as profile:
        profile.settings.set("web.searxng", True)
        profile.settings.set("recheck.pages_a_day", 3)
        look = worker_recheck(profile, lambda: bootstrap.open_page_looks(profile))

        def rounds() -> int:
            asked = len(living.site.asked)
            while asyncio.run(look()):
                pass
            return len(living.site.asked) - asked

        assert rounds() == 0, "what was read today is not asked for again today"
        profile.database.write(lambda tx: tx.execute("UPDATE evidence SET retrieved_at = 1000000.0"))
        assert rounds() == 3
        assert rounds() == 0
        profile.database.write(lambda tx: tx.execute("UPDATE source_check SET local_day = '2020-01-01'"))
        assert rounds() == 3
        profile.settings.set("web.searxng", False)
        profile.database.write(lambda tx: tx.execute("UPDATE source_check SET local_day = '2020-01-01'"))
        assert rounds() == 0
    assert len({target for target, _, _ in living.site.asked}) == 6
