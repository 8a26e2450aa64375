"""The translation of an article that was promoted anew: flagged, brought up to date by a model (SPEC P8)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from neurodesk import bootstrap
from neurodesk.app.commands import library, scan
from neurodesk.app.profile import Profile
from neurodesk.app.queries.drafts import show_draft
from neurodesk.app.queries.verify import verify
from neurodesk.app.queue import task_store
from neurodesk.bootstrap import open_profile
from neurodesk.domain.articles import DraftState
from neurodesk.domain.errors import RuleRefused
from neurodesk.domain.tasks import Outcome
from neurodesk.providers.models.loopback_node import LoopbackNode, Scripted
from neurodesk.providers.models.scripted_roles import fenced_parts, scripted_reply
from neurodesk.worker.run_mode import RunMode
from tests.desk_cli import Desk, prepared_desk
from tests.desk_parts import SOURCE, make_kb
from tests.queue_parts import rows

MODELS = ("gemma3:12b", "qwen3:8b")
BEFORE = """# Extend a logical volume

## Overview

The file system may stay mounted while the volume grows.

The volume group must have enough space free before the command is run.

The command `lvs` shows the size of each volume.
"""
AFTER = BEFORE.replace("enough space free", "at least 10 GiB free")
TWIN = """# Ein logisches Volume erweitern

## Überblick

Das Dateisystem darf eingehängt bleiben, während das Volume wächst.

Die Volume-Gruppe braucht genug freien Platz, bevor der Befehl läuft.

Der Befehl `lvs` zeigt die Größe jedes Volumes.
"""
BEHIND = "Die Volume-Gruppe braucht genug freien Platz, bevor der Befehl läuft."
NOW = "The volume group must have at least 10 GiB free before the command is run."
FOLLOWED = "Die Volume-Gruppe muss mindestens 10 GiB frei haben, bevor der Befehl läuft."


class Roles:
    """A translating author that follows its original, and a reviewer that finds the English sentence."""

    def __init__(self) -> None:
        self.repairs: list[dict[str, str]] = []

    def __call__(self, body: dict[str, Any]) -> Scripted:
        value = json.loads(scripted_reply(body).content)
        parts = fenced_parts(body["messages"][-1]["content"])
        if "edits" in value:
            self.repairs.append(dict(parts))
            for one in value["edits"]:
                one |= {"action": "replace", "text": FOLLOWED}
        if "verdicts" in value:
            shown = {label: text for label, text in parts if re.fullmatch(r"U\d+", label)}
            ref = next((label for label, text in parts if label[0] == "R" and NOW in text), "R1")
            for one in value["verdicts"]:
                if FOLLOWED in shown[one["unit"]]:
                    one |= {"verdict": "supported", "sources": [{"ref": ref, "quote": NOW}]}
        return Scripted(json.dumps(value))


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    """A desk whose English article was promoted anew; the German one still says what it said."""
    made = prepared_desk(tmp_path, capsys)
    make_kb(made.kb, {"x.en.md": BEFORE, "x.de.md": TWIN})
    made.text("import", str(made.kb), "--name", "Desk")
    made.promote(made.draft(AFTER, base_path="x.en.md"))
    folder = tmp_path / "library"
    folder.mkdir()
    (folder / "lvm.md").write_text(SOURCE, "utf-8")
    with open_profile(made.data) as profile, bootstrap.open_extractor() as extractor:
        library.index(profile, extractor, library.add_collection(profile, folder, "handbook").name)
    return made


def finding_of(profile: Profile) -> str:
    (found,) = rows(profile.database, "SELECT id, state FROM finding WHERE type = 'twin_behind'")
    assert found["state"] == "open"
    return str(found["id"])


def test_p8_without_a_model_the_finding_stays_and_says_so(desk: Desk) -> None:
    with open_profile(desk.data) as profile:
        drafts = len(rows(profile.database, "SELECT id FROM draft"))
        with pytest.raises(RuleRefused, match="twin_needs_model"):
            scan.research_finding(profile, finding_of(profile))
        assert finding_of(profile)
        assert len(rows(profile.database, "SELECT id FROM draft")) == drafts


def test_p8_a_model_writes_a_draft_of_the_units_that_correspond_to_changed_ones(desk: Desk) -> None:
    roles = Roles()
    with open_profile(desk.data) as profile, LoopbackNode(MODELS, roles) as node:
        profile.settings.set("models.ollama_urls", [node.url])
        answer = scan.research_finding(profile, finding_of(profile))
        assert answer.created
        draft_id = answer.task.article_id
        begun = show_draft(profile, draft_id)
        assert (begun.draft.state, begun.draft.text) == (DraftState.CHANGES_REQUESTED, TWIN)
        failing = [one.claim.text for one in begun.claims if one.verdict == "unsupported"]
        assert failing == [BEHIND]
        assert not scan.research_finding(profile, finding_of(profile)).created, "the same draft once"
        with (
            bootstrap.open_research(profile) as runner,
            bootstrap.open_worker(profile, runner, mode=RunMode.ONCE) as host,
        ):
            assert host.join(100)
        task = task_store(profile).get(answer.task.id)
        assert task.outcome is Outcome.ARTICLE_CREATED, task.last_error
        (parts,) = roles.repairs
        assert [label for label in parts if label[0] == "C"] == ["C1"]
        assert BEHIND in parts["C1"]
        assert NOW in parts["C1"]
        assert any(NOW in text for label, text in parts.items() if label[0] == "R")
        done = show_draft(profile, draft_id)
        assert done.draft.text == TWIN.replace(BEHIND, FOLLOWED), "all else stays to the byte"
        assert done.draft.state is DraftState.IN_REVIEW
        (claim,) = [one for one in done.claims if one.claim.text == FOLLOWED]
        assert claim.verdict in ("supported", "partially_supported"), claim
        assert {ref.quote for ref in claim.claim.refs} == {NOW}
        assert verify(profile, draft_id).holds
    desk.promote(draft_id)
    assert desk.sql("SELECT COUNT(*) FROM finding WHERE type = 'twin_behind'") == [(1,)], "no ping-pong"
    desk.run("scan")
    assert desk.sql("SELECT state FROM finding WHERE type = 'twin_behind'") == [("gone",)]


def test_p8_a_promotion_says_which_translation_is_behind_and_that_nobody_can_write_it(desk: Desk) -> None:
    (flagged,) = desk.sql("SELECT params FROM activity WHERE code = 'twin_waits_for_model'")
    assert json.loads(flagged[0]) == {"path": "x.de.md"}
    assert desk.sql("SELECT COUNT(*) FROM activity WHERE code = 'twin_flagged'") == [(0,)]


def test_p8_a_revision_that_says_the_same_in_another_layout_flags_no_translation(desk: Desk) -> None:
    before = desk.sql("SELECT COUNT(*), MAX(last_seen_at) FROM finding WHERE type = 'twin_behind'")
    same = AFTER.replace("\n\n## Overview\n\n", "\n\n\n## Overview\n\n")
    desk.promote(desk.draft(same, base_path="x.en.md", task="t_layout"))
    assert desk.sql("SELECT COUNT(*), MAX(last_seen_at) FROM finding WHERE type = 'twin_behind'") == before


@pytest.mark.parametrize("has_model", [True, False], ids=["model", "embedded engine"])
def test_p8_the_scan_begins_the_draft_by_itself_only_where_the_switch_allows_and_a_model_writes(
    desk: Desk, has_model: bool
) -> None:
    with open_profile(desk.data) as profile, LoopbackNode(MODELS, Roles()) as node:
        if has_model:
            profile.settings.set("models.ollama_urls", [node.url])
        profile.settings.set("worker.tasks_per_scan", 5)
        wanted = "SELECT id, requested_by FROM task WHERE reason = 'twin_changed'"
        scan.scan_on_schedule(profile)
        assert rows(profile.database, wanted) == []
        profile.settings.set("worker.autonomous", True)
        first, second = scan.scan_on_schedule(profile), scan.scan_on_schedule(profile)
        begun = rows(profile.database, wanted)
        assert [one["requested_by"] for one in begun] == ["scanner"] * has_model
        assert {one["id"] for one in begun} <= set(first.enqueued)
        assert not {one["id"] for one in begun} & set(second.enqueued), "the same draft once"
        assert finding_of(profile)
