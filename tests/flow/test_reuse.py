"""Earlier research is used again only for the same intent and only while its texts cover it (SPEC W8)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from neurodesk import bootstrap
from neurodesk.app.commands import knowledge, library, tasks
from neurodesk.app.profile import Profile
from neurodesk.app.queries.articles import article_by_path
from neurodesk.domain.tasks import NewTask
from tests.flow.test_searxng_research import work_once
from tests.queue_parts import rows

GOOD = (
    "# Renew the TLS certificate of the proxy\n\nThe proxy reads its TLS certificate at the start.\n\n"
    "1. Renew the certificate with certbot renew.\n2. Check the certificate with openssl x509.\n"
    "3. Reload the proxy so that it reads the renewed certificate.\n"
)
OTHER = (
    "# TLS certificate renewal for a proxy, step by step\n\nBefore the TLS certificate of a proxy ends, ask "
    "for a new one.\n\n1. Stop nothing: the proxy goes on.\n2. Call the tool that renews the certificate of "
    "the proxy.\n3. Look at the end date of the TLS certificate.\n"
)


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    kb = tmp_path / "kb"
    kb.mkdir()
    (kb / "tls.md").write_text("# Renew the TLS certificate of the proxy\n\nTo be written.\n", "utf-8")
    with bootstrap.open_profile(tmp_path / "profile") as opened, bootstrap.open_extractor() as extractor:
        knowledge.import_kb(opened, knowledge.register_kb(opened, kb).id)
        for name, text in (("vendor", GOOD), ("wiki", OTHER)):
            folder = tmp_path / name
            folder.mkdir()
            (folder / "a.md").write_text(text, "utf-8")
            library.add_collection(opened, folder, name)
            library.index(opened, extractor, name)
        opened.settings.set("article.synthesis", False)
        yield opened


def ask(profile: Profile, topic: str, *, force: bool = False) -> str:
    """Work one task on the article; returns its id."""
    node = article_by_path(profile, "tls.md")
    assert node is not None
    made = tasks.ask(profile, NewTask(topic, topic, seed_node_ids=(node.id,)), force=force)
    work_once(profile)
    return made.answer.task.id


def stages(profile: Profile, task_id: str) -> list[str]:
    found = rows(profile.database, "SELECT stage FROM receipt WHERE task_id = ? ORDER BY rowid", task_id)
    return [row["stage"] for row in found]


def verdicts(profile: Profile, task_id: str) -> list[str]:
    (row,) = rows(profile.database, "SELECT data FROM receipt WHERE task_id = ? AND stage = 'plan'", task_id)
    return [one[1] for one in json.loads(row["data"])["reuse"]["verdicts"]]


def test_w8_the_same_intent_is_answered_from_what_was_found(profile: Profile) -> None:
    first = ask(profile, "How to renew the TLS certificate of the proxy")
    assert "search" in stages(profile, first)
    second = ask(profile, "Renew a TLS certificate of the proxy: how to")
    assert verdicts(profile, second) == ["intent_compatible"]
    assert stages(profile, second) == ["plan"]
    kept = [
        {
            row["final_uri"]
            for row in rows(profile.database, "SELECT final_uri FROM evidence WHERE task_id = ?", one)
        }
        for one in (first, second)
    ]
    assert kept[0] == kept[1]
    outcomes = rows(profile.database, "SELECT outcome, evidence_count FROM task ORDER BY created_at")
    assert {(row["outcome"], row["evidence_count"]) for row in outcomes} == {("evidence_only", 2)}


@pytest.mark.parametrize(
    ("topic", "reason"),
    [
        ("How to renew the TLS 1.3 certificate of the proxy", "intent_hard_tokens_differ"),
        ("The TLS certificate renewal of the proxy fails", "intent_class_differs"),
        ("How to renew the TLS certificate of the proxy without a restart", "intent_denial_differs"),
    ],
)
def test_w8_a_look_alike_is_researched_anew(profile: Profile, topic: str, reason: str) -> None:
    ask(profile, "How to renew the TLS certificate of the proxy")
    second = ask(profile, topic)
    assert verdicts(profile, second) == [reason]
    assert "search" in stages(profile, second)


def test_w8_a_forced_repeat_and_old_texts_are_researched_anew(profile: Profile) -> None:
    topic = "How to renew the TLS certificate of the proxy"
    ask(profile, topic)
    again = ask(profile, topic, force=True)
    assert verdicts(profile, again) == ["intent_same_request"]
    assert "search" in stages(profile, again)
    profile.database.write(lambda tx: tx.execute("UPDATE evidence SET retrieved_at = 1"))
    old = ask(profile, "Renew a TLS certificate of the proxy: how to")
    assert set(verdicts(profile, old)) == {"intent_too_old"}
    assert "search" in stages(profile, old)


def test_w8_what_does_not_cover_the_question_is_researched_anew(profile: Profile) -> None:
    ask(profile, "How to renew the TLS certificate of the proxy")
    profile.database.write(
        lambda tx: tx.execute("UPDATE evidence SET state = 'rejected' WHERE collection = 'wiki'")
    )
    second = ask(profile, "Renew a TLS certificate of the proxy: how to")
    assert verdicts(profile, second) == ["intent_compatible"]  # but one voice alone covers nothing
    assert "search" in stages(profile, second)


def test_w5_what_came_from_an_internal_host_stays_marked_when_it_is_reused() -> None:
    from dataclasses import replace

    from neurodesk.domain.evidence import Evidence, EvidenceState, SourceOrigin

    stored = Evidence(
        id="e1",
        task_id="t1",
        requested_uri="https://wiki.example.internal/a",
        final_uri="https://wiki.example.internal/a",
        host="wiki.example.internal",
        source_key="wiki.example.internal",
        title="A",
        text="A.",
        sha256="0",
        retrieved_at=1.0,
        origin=SourceOrigin.WEB,
        lang="en",
        extractor="test",
        relevance=1.0,
        quality=1.0,
        trust=0.6,
        evidence_count=1,
        confidence=0.6,
        state=EvidenceState.LEARNED,
        internal=True,
    )
    assert stored.source.internal
    assert not replace(stored, internal=False).source.internal
