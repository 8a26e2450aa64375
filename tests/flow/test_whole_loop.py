"""The whole pipeline with a scripted author and reviewer: gap, search, repair, acceptance (SPEC R2-R7, R11).

The web is a loopback site behind a loopback SearXNG, the models speak from a loopback node.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from neurodesk import bootstrap
from neurodesk.app.commands import tasks
from neurodesk.app.profile import Profile
from neurodesk.app.queries.verify import verify
from neurodesk.domain.tasks import NewTask, Outcome
from neurodesk.net.loopback_web import LoopbackAuthority, LoopbackWeb, response
from neurodesk.pipeline.article_json import review_from_json
from neurodesk.pipeline.write_article import verdict_counts
from neurodesk.providers.models.loopback_node import LoopbackNode, Scripted
from neurodesk.providers.models.scripted_roles import fenced_parts, scripted_reply
from neurodesk.providers.search.loopback_searxng import Asked, Found, LoopbackSearxng
from neurodesk.storage.draft_store import read_draft
from neurodesk.worker.run_mode import RunMode
from tests.queue_parts import rows
from tests.unit.net.page_parts import HTML, Names, Site

MODELS = ("gemma3:12b", "qwen3:8b")
ROUNDS = 2


@dataclass(frozen=True)
class Story:
    """One subject in one language.

    Attributes:
        known: what the first page says, and the author writes; it has to stay byte for byte.
        lie: the author's sentence that no page carries.
        truth: what the second page says instead; nothing but the gap's own query finds it.
        gap: a word of the lie that is in no other query.
    """

    lang: str
    topic: str
    known: tuple[str, ...]
    lie: str
    truth: str
    gap: str
    around: tuple[str, ...]
    heading: str


STORIES = (
    Story(
        "en",
        "Keys of an encrypted ZFS dataset",
        (
            "An encrypted ZFS dataset stays locked until its key is loaded.",
            "The command `zfs load-key tank/secret` asks for the passphrase of the encrypted dataset.",
            "An unlocked dataset becomes visible with `zfs mount tank/secret`.",
        ),
        "The iterations of the passphrase of an encrypted dataset number 99000 by default.",
        "The iterations of the passphrase of an encrypted dataset number 350000 by default.",
        "default",
        (
            "The property pbkdf2iters of an encrypted ZFS dataset tells how often the passphrase is hashed.",
            "A larger number of hashes makes the key of the dataset harder to guess.",
        ),
        "Overview",
    ),
    Story(
        "de",
        "Schlüssel eines verschlüsselten ZFS-Datasets",
        (
            "Ein verschlüsseltes ZFS-Dataset bleibt gesperrt, bis sein Schlüssel geladen ist.",
            "Der Befehl `zfs load-key tank/secret` fragt nach der Passphrase des verschlüsselten Datasets.",
            "Ein entsperrtes Dataset wird mit `zfs mount tank/secret` sichtbar.",
        ),
        "Die Iterationen der Passphrase eines verschlüsselten Datasets betragen ab Werk 99000.",
        "Die Iterationen der Passphrase eines verschlüsselten Datasets betragen ab Werk 350000.",
        "betragen",
        (
            "Die Eigenschaft pbkdf2iters eines verschlüsselten ZFS-Datasets sagt, wie oft die Passphrase "
            "gehasht wird.",
            "Eine größere Zahl von Durchgängen macht den Schlüssel des Datasets schwerer zu erraten.",
        ),
        "Überblick",
    ),
)


def page(story: Story, sentences: tuple[str, ...]) -> bytes:
    marked = [re.sub("`([^`]*)`", r"<code>\1</code>", one) for one in sentences]
    body = "".join(f"<p>{one}</p>" for one in marked)
    return f"""<!doctype html><html lang="{story.lang}"><head><title>{story.topic}</title></head>
<body><main><h1>{story.topic}</h1>{body}</main></body></html>""".encode()


def draft_of(story: Story) -> str:
    first, *rest = story.known
    return f"# {story.topic}\n\n## {story.heading}\n\n{first} {story.lie}\n\n" + "\n\n".join(rest) + "\n"


Says = Callable[[dict[str, Any]], Scripted]


@dataclass
class Roles:
    """The models of one story: the author writes the lie, the repair takes what the new material says.

    Attributes:
        review: changes what the reviewer says of a batch.
        repaired: what the author puts in the place of a failing sentence; None: what the new material says.
    """

    story: Story
    review: Callable[[str], Scripted] = Scripted
    repaired: str | None = None
    repairs: list[list[tuple[str, str]]] = field(default_factory=list)

    def __call__(self, body: dict[str, Any]) -> Scripted:
        said = scripted_reply(body)
        value = json.loads(said.content)
        if "article" in value:
            value["article"] = draft_of(self.story)
        if "verdicts" in value:
            return self.review(said.content)
        if "edits" in value:
            parts = fenced_parts(body["messages"][-1]["content"])
            self.repairs.append(parts)
            new = "\n".join(text for label, text in parts if label[0] == "R")
            text = self.repaired or (self.story.truth if self.story.truth in new else "")
            for one in value["edits"]:
                one |= {"action": "replace" if text else "delete", "text": text}
        if "queries_en" in value:
            value |= {"article_type": "concept"}
        return Scripted(json.dumps(value))


@dataclass(frozen=True)
class End:
    """What a task left; ``rounds`` are the verdict counts of each review that was not accepted."""

    outcome: str
    error: str
    text: str
    sidecar: dict[str, Any]
    draft_id: str
    queries: list[str]
    calls: list[str]
    rounds: list[dict[str, int]]


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    with bootstrap.open_profile(tmp_path / "profile") as opened:
        for key, value in {
            "web.searxng": True,
            "web.manual_research": True,
            "privacy.first_looks": 0,
            "web.host_delay_s": 0.0,
            "article.repair_rounds": ROUNDS,
        }.items():
            opened.settings.set(key, value)
        yield opened


def run(profile: Profile, story: Story, roles: Says) -> End:
    """Let a worker of this process work one task against the loopback web and the loopback node."""
    authority = LoopbackAuthority()
    site = Site(
        {
            "/robots.txt": response(404),
            "/known": response(200, HTML, page(story, story.known)),
            "/truth": response(200, HTML, page(story, (story.truth, *story.around))),
        }
    )

    def found(asked: Asked) -> list[Found]:
        if story.gap in asked.query.casefold():
            return [Found("https://b.example/truth", story.topic, story.truth)]
        return [Found("https://a.example/known", story.topic, story.known[0])]

    profile.settings.set("article.language", story.lang)
    with ExitStack() as stack:
        searx = stack.enter_context(LoopbackSearxng(found))
        node = stack.enter_context(LoopbackNode(MODELS, roles))
        web = stack.enter_context(LoopbackWeb(site, tls=authority.server_tls(["a.example", "b.example"])))
        profile.settings.set("searxng.url", searx.url)
        profile.settings.set("models.ollama_urls", [node.url])
        client = bootstrap.page_client(profile)
        client._resolver, client._connector, client._tls = Names(), web, authority.client_tls()
        client._is_own = lambda _address: False
        tasks.ask(profile, NewTask(story.topic))
        runner = stack.enter_context(bootstrap.open_research(profile))
        host = stack.enter_context(bootstrap.open_worker(profile, runner, mode=RunMode.ONCE))
        assert host.join(120)
        if host.loop.last_fault is not None:
            raise host.loop.last_fault
        queries, calls = searx.queries, [_role(one) for one in node.record.calls]
    (task,) = rows(profile.database, "SELECT * FROM task")
    draft_id = next((one["id"] for one in rows(profile.database, "SELECT id FROM draft")), "")
    draft = profile.database.read(lambda rx: read_draft(rx, draft_id)) if draft_id else None
    receipts = rows(profile.database, "SELECT data FROM receipt WHERE stage = 'review' ORDER BY pass_number")
    reviews = [review_from_json(json.loads(one["data"])["review"]) for one in receipts]
    sidecar = draft.data.get("sidecar", {}) if draft else {}
    return End(
        outcome=task["outcome"],
        error=task["last_error"],
        text=draft.text if draft else "",
        sidecar=sidecar if isinstance(sidecar, dict) else {},
        draft_id=draft_id,
        queries=queries,
        calls=calls,
        rounds=[verdict_counts(one) for one in reviews if not one.accepted],
    )


def _role(body: dict[str, Any]) -> str:
    fields = body["format"]["properties"]
    names = {"article": "author", "verdicts": "reviewer", "edits": "repair", "queries_en": "planner"}
    return next(name for key, name in names.items() if key in fields)


def blocked(end: End) -> set[str]:
    return {one["code"] for one in end.sidecar["article_review"]["blocking"]}


def lines_beside(text: str, sentence: str) -> list[str]:
    """Return everything of a text but one sentence, byte for byte."""
    assert text.count(sentence) == 1
    return text.split(sentence)


both = pytest.mark.parametrize("story", STORIES, ids=lambda one: one.lang)


@both
def test_r7_a_gap_is_searched_for_repaired_and_then_accepted(profile: Profile, story: Story) -> None:
    roles = Roles(story)
    end = run(profile, story, roles)
    assert end.outcome == Outcome.ARTICLE_CREATED, end
    # The gap's own query reached the search server, after the queries of the plan.
    first, *later = end.queries
    assert story.gap not in first.casefold()
    assert any(story.gap in one.casefold() for one in later)
    # The author saw the failing sentence and the new page, and nothing of the old one.
    (parts,) = roles.repairs
    assert [label for label, _ in parts if label[0] == "C"] == ["C1"]
    assert story.lie in dict(parts)["C1"]
    news = "\n".join(text for label, text in parts if label[0] == "R")
    assert story.truth in news
    assert not [one for one in story.known if one in news]
    assert lines_beside(end.text, story.truth) == lines_beside(draft_of(story), story.lie)
    assert end.calls == ["planner", "author", "reviewer", "repair", "reviewer"]
    attempts = end.sidecar["review_repair_attempts"]
    assert [(one["edited"], one["new_sources"]) for one in attempts] == [(True, 1)]
    proved = verify(profile, end.draft_id)
    assert proved.holds, proved
    states = dict(rows(profile.database, "SELECT final_uri, state FROM evidence"))
    assert states["https://b.example/truth"] == "grounded", (
        "pending material becomes grounded by its use (W6)"
    )


@both
@pytest.mark.parametrize("how", ["others_too", "neighbours_within", "whole_article", "everything_deleted"])
def test_r7_an_author_that_rewrites_more_than_was_flagged_changes_no_untouched_sentence(
    profile: Profile, story: Story, how: str
) -> None:
    """The article keeps its bytes before and behind the flagged sentence, whatever the repair replies."""
    roles = Roles(story)
    other = story.known[0].replace("ZFS", "Btrfs")
    assert other not in story.known

    def rewrites(body: dict[str, Any]) -> Scripted:
        said = roles(body)
        value = json.loads(said.content)
        if "edits" not in value:
            return said
        (edit, *_) = value["edits"]
        if how == "neighbours_within":
            edit |= {"action": "replace", "text": f"{other} {story.truth} {other}"}
        elif how == "whole_article":
            edit |= {"action": "replace", "text": draft_of(story).replace("ZFS", "Btrfs")}
        else:
            action = "replace" if how == "others_too" else "delete"
            beside = [
                {"claim": name, "action": action, "text": other}
                for name in ("C2", "C3", "C9", "C0", "U1", "S1", "R1")
            ]
            value["edits"] = [*beside, edit, *beside]
        return Scripted(json.dumps(value))

    end = run(profile, story, rewrites)
    assert roles.repairs, "a repair was asked for"
    before, after = draft_of(story).split(story.lie)
    assert end.text.startswith(before)
    assert end.text.endswith(after)
    assert all(end.text.count(one) >= 1 for one in story.known)
    if how in ("others_too", "everything_deleted"):
        assert (end.outcome, end.text) == (Outcome.ARTICLE_CREATED, f"{before}{story.truth}{after}")
    if end.outcome == Outcome.ARTICLE_CREATED:
        assert "Btrfs" not in end.text, "what was written beside is judged like all else"
        assert verify(profile, end.draft_id).holds


@both
@pytest.mark.parametrize("how", ["said", "praised"])
def test_r5_a_contradicted_sentence_is_accepted_in_no_round(profile: Profile, story: Story, how: str) -> None:
    """The author insists; each time the reviewer contradicts the sentence, or praises it with a quotation."""
    verdict = {"said": "contradicted", "praised": "supported"}[how]

    def says(said: str) -> Scripted:
        value = json.loads(said)
        for one in value["verdicts"]:
            if one["verdict"] == "unsupported":
                one |= {"verdict": verdict, "sources": [{"ref": "R2", "quote": story.truth}]}
        return Scripted(json.dumps(value))

    end = run(profile, story, Roles(story, says, repaired=story.lie))
    assert (end.outcome, end.error) == (Outcome.EVIDENCE_ONLY, "")
    assert story.lie in end.text
    assert len(end.rounds) == ROUNDS + 1, end.rounds
    assert all(one["contradicted"] + one["unsupported"] == 1 for one in end.rounds), end.rounds
    if how == "said":
        # The first time its quotation stands in no source that was read yet: it carries nothing, either way.
        assert [one["contradicted"] for one in end.rounds][1:] == [1] * ROUNDS
    assert blocked(end) == {"contradicted"}
    states = dict(rows(profile.database, "SELECT final_uri, state FROM evidence"))
    assert states["https://b.example/truth"] != "grounded", "what carries no sentence stays unused (R8, W6)"
    assert not list(rows(profile.database, "SELECT id FROM edge WHERE kind = 'grounded_by'"))
    assert not list(profile.paths.staging.glob("*.md"))
    assert not verify(profile, end.draft_id).holds
    assert lines_beside(end.text, story.lie) == lines_beside(draft_of(story), story.lie)


@both
@pytest.mark.parametrize("how", ["cut", "left_out"])
def test_r7_a_review_that_never_comes_whole_costs_bounded_calls_and_accepts_nothing(
    profile: Profile, story: Story, how: str
) -> None:
    def broken(said: str) -> Scripted:
        if how == "cut":
            return Scripted(said[: len(said) // 2], done_reason="length")
        value = json.loads(said)
        return Scripted(json.dumps({"verdicts": value["verdicts"][:1]}))

    end = run(profile, story, Roles(story, broken))
    assert (end.outcome, end.error) == (Outcome.EVIDENCE_ONLY, "")
    assert end.calls == ["planner", "author", *["reviewer"] * (2 * (ROUNDS + 1))]
    assert end.sidecar["article_review"]["complete"] is False
    assert len(end.rounds) == ROUNDS + 1, end.rounds
    assert all(one["unjudged"] for one in end.rounds), end.rounds
    assert end.text == draft_of(story), "what nobody judged is not rewritten"
    assert not list(profile.paths.staging.glob("*.md"))
    assert not verify(profile, end.draft_id).holds
