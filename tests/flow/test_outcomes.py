"""Outcomes: handed in by API, trusted by the curator alone, superseded in one transaction (SPEC O1-O3)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from neurodesk.app.commands import outcomes
from neurodesk.app.commands.vectors import index_missing
from neurodesk.app.decide import DESK, decide_on_outcome
from neurodesk.app.queries.retrieval import HybridRetriever
from neurodesk.bootstrap import open_profile
from neurodesk.cli import exit_codes
from neurodesk.domain.errors import RuleRefused, StorageFault
from neurodesk.domain.outcomes import Learning, OutcomeState, source_version
from neurodesk.storage import outcome_store
from tests.api_parts import Api, served
from tests.desk_cli import UNATTENDED, Desk
from tests.desk_parts import imported, make_kb, node_id, store_evidence
from tests.queue_parts import rows

URL = "/api/v1/integrations/outcomes"


def body(**more: Any) -> dict[str, Any]:
    return {
        "run": "run-1",
        "decision": "corrected",
        "input": "How do I grow the volume of the mail server?",
        "proposed": "Use lvextend with 10 GiB.",
        "confirmed": "Use lvextend with 20 GiB.",
        **more,
    }


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    with served(tmp_path / "p") as found:
        imported(found.profile, make_kb(tmp_path / "kb"))
        yield found


@pytest.fixture
def client(api: Api) -> Iterator[httpx.Client]:
    with api.client("outcomes", name="helpdesk") as found:
        yield found


def verdict(api: Api, identifier: str) -> outcomes.OutcomeVerdict:
    return decide_on_outcome(api.profile, identifier, who="Ada", where=DESK)


def hand_in(client: httpx.Client, **more: Any) -> str:
    answer = client.post(URL, json=body(**more))
    assert answer.status_code == 202, answer.text
    return str(answer.json()["outcome"]["id"])


def found_by_search(api: Api, question: str) -> list[str]:
    retriever = HybridRetriever(api.profile.database)
    return list(
        dict.fromkeys(one.node_id for one in retriever.search(question, limit=20, kinds=("outcome",)))
    )


# -- O1: submitted, and trusted by the curator alone --------------------------------------------------


def test_o1_an_outcome_by_api_waits_as_submitted_without_trust(api: Api, client: httpx.Client) -> None:
    answer = client.post(URL, json=body(ticket="T-7", note="seen on site"))
    one = answer.json()["outcome"]
    assert (answer.status_code, answer.json()["created"]) == (202, True)
    assert (one["state"], one["trust"], one["actor"], one["source"]) == ("submitted", 0.0, "", "api:helpdesk")
    assert (one["input"], one["ticket"], one["note"]) == (body()["input"], "T-7", "seen on site")
    assert found_by_search(api, "grow the volume of the mail server") == []


@pytest.mark.parametrize("name", ["actor", "source", "trust", "state"])
def test_o1_a_client_sets_neither_actor_nor_source_nor_trust(client: httpx.Client, name: str) -> None:
    answer = client.post(URL, json=body(**{name: 1.0}))
    assert (answer.status_code, answer.json()["params"]["field"]) == (400, name)


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"decision": "maybe"}, "decision"),
        ({"run": ""}, "run"),
        ({"input": None}, "input"),
        ({"confirmed": "Use lvextend with 10 GiB."}, "confirmed"),
        ({"decision": "accepted", "confirmed": "another"}, "confirmed"),
        ({"node_ids": "n"}, "node_ids"),
    ],
)
def test_o1_only_accepted_and_corrected_exist_and_wrong_fields_are_named(
    api: Api, client: httpx.Client, more: dict[str, Any], field: str
) -> None:
    answer = client.post(URL, json=body(**more))
    assert (answer.status_code, answer.json()["params"]["field"]) == (400, field)
    assert rows(api.profile.database, "SELECT * FROM outcome") == []


def test_o1_confirming_gives_trust_name_audit_and_makes_it_found(api: Api, client: httpx.Client) -> None:
    identifier = hand_in(client)
    done = outcomes.confirm(api.profile, verdict(api, identifier))
    assert (done.outcome.state, done.outcome.trust, done.outcome.actor) == (OutcomeState.ACTIVE, 1.0, "Ada")
    assert done.outcome.learning is Learning.LEARNED
    assert found_by_search(api, "grow the volume of the mail server") == [identifier]
    audit = rows(api.profile.database, "SELECT who, act FROM audit WHERE subject = ?", identifier)
    assert [tuple(row) for row in audit] == [("Ada", "outcome_confirmed")]


def test_o1_an_outcome_is_found_by_its_vectors_too(api: Api, client: httpx.Client) -> None:
    identifier = hand_in(client)
    outcomes.confirm(api.profile, verdict(api, identifier))
    assert api.profile.embedder is not None
    encoder = api.profile.embedder()
    index_missing(api.profile.database, encoder, api.profile.clock)
    found = HybridRetriever(api.profile.database, encoder).search(
        "enlarge the mail server's disk space", limit=5, kinds=("outcome",)
    )
    assert [one.node_id for one in found] == [identifier]


def test_o1_a_rejected_outcome_is_kept_and_never_found(api: Api, client: httpx.Client) -> None:
    identifier = hand_in(client)
    outcomes.reject(api.profile, verdict(api, identifier))
    assert outcomes.show_outcome(api.profile, identifier).state is OutcomeState.REJECTED
    assert found_by_search(api, "grow the volume of the mail server") == []
    with pytest.raises(RuleRefused, match="outcome_decided"):
        outcomes.confirm(api.profile, verdict(api, identifier))


# -- O2: the source version ---------------------------------------------------------------------------


def test_o2_changed_sources_block_an_outcome_when_it_is_handed_in(api: Api, client: httpx.Client) -> None:
    article = node_id(api.profile, "storage/extend.md")
    hash_now = rows(api.profile.database, "SELECT content_hash FROM node WHERE id = ?", article)[0][0]
    version = source_version(body()["input"], [(article, hash_now)], [])
    good = client.post(URL, json=body(node_ids=[article], source_version=version))
    assert good.status_code == 202
    other = client.post(URL, json=body(run="run-2", node_ids=[article], source_version="0" * 64))
    assert (other.status_code, other.json()["code"]) == (409, "outcome_sources_changed")
    assert len(rows(api.profile.database, "SELECT id FROM outcome")) == 1


@pytest.mark.parametrize(
    "change", ["UPDATE node SET content_hash = 'x'", "UPDATE node SET state = 'archived'"]
)
def test_o2_sources_that_change_before_the_confirmation_block_it(
    api: Api, client: httpx.Client, change: str
) -> None:
    identifier = hand_in(client, node_ids=[node_id(api.profile, "storage/extend.md")])
    api.profile.database.write(lambda tx: tx.execute(change))
    with pytest.raises(RuleRefused, match="outcome_sources_changed"):
        outcomes.confirm(api.profile, verdict(api, identifier))
    assert outcomes.show_outcome(api.profile, identifier).state is OutcomeState.SUBMITTED


def test_o2_evidence_counts_to_the_sources_and_unknown_ids_are_named(api: Api, client: httpx.Client) -> None:
    evidence = store_evidence(api.profile)
    identifier = hand_in(client, evidence_ids=[evidence])
    api.profile.database.write(
        lambda tx: tx.execute("UPDATE evidence SET sha256 = 'x' WHERE id = ?", (evidence,))
    )
    with pytest.raises(RuleRefused, match="outcome_sources_changed"):
        outcomes.confirm(api.profile, verdict(api, identifier))
    unknown = client.post(URL, json=body(run="r", node_ids=["n_none"], evidence_ids=["e_none"]))
    assert (unknown.status_code, unknown.json()["code"]) == (400, "outcome_source_unknown")
    assert "n_none, e_none" in unknown.json()["title"]


# -- O3: idempotent, superseding, fail_open = false ---------------------------------------------------


def test_o3_an_exact_repeat_is_idempotent_even_after_the_decision(api: Api, client: httpx.Client) -> None:
    identifier = hand_in(client)
    again = client.post(URL, json=body())
    assert (again.status_code, again.json()["created"]) == (200, False)
    outcomes.confirm(api.profile, verdict(api, identifier))
    last = client.post(URL, json=body())
    assert (last.status_code, last.json()["outcome"]["id"]) == (200, identifier)
    assert last.json()["outcome"]["state"] == "active"
    assert len(rows(api.profile.database, "SELECT id FROM outcome")) == 1


def test_o3_a_one_word_correction_is_another_outcome_and_supersedes_in_one_transaction(
    api: Api, client: httpx.Client
) -> None:
    first = hand_in(client)
    outcomes.confirm(api.profile, verdict(api, first))
    second = hand_in(client, confirmed="Use lvextend with 30 GiB.")
    assert second != first
    assert outcomes.show_outcome(api.profile, first).state is OutcomeState.ACTIVE  # until it is confirmed
    done = outcomes.confirm(api.profile, verdict(api, second))
    assert done.superseded == first
    former = outcomes.show_outcome(api.profile, first)
    assert (former.state, former.superseded_by) == (OutcomeState.SUPERSEDED, second)
    assert found_by_search(api, "grow the volume of the mail server lvextend") == [second]


def test_o3_a_superseded_outcome_never_comes_back(api: Api, client: httpx.Client) -> None:
    first = hand_in(client)
    outcomes.confirm(api.profile, verdict(api, first))
    second = hand_in(client, confirmed="Use lvextend with 30 GiB.", supersedes=first)
    outcomes.confirm(api.profile, verdict(api, second))
    with pytest.raises(RuleRefused, match="outcome_not_active"):
        outcomes.learn(api.profile, first)
    late = hand_in(client, confirmed="Use lvextend with 40 GiB.", supersedes=first)
    with pytest.raises(RuleRefused, match="outcome_predecessor_gone"):
        outcomes.confirm(api.profile, verdict(api, late))
    assert found_by_search(api, "grow the volume of the mail server lvextend") == [second]


def test_o3_a_kill_between_both_halves_of_superseding_cannot_happen(
    api: Api, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = hand_in(client)
    outcomes.confirm(api.profile, verdict(api, first))
    second = hand_in(client, confirmed="Use lvextend with 30 GiB.")

    def full_disk(*_args: object, **_more: object) -> None:
        raise StorageFault("disk_full")

    with monkeypatch.context() as patched:
        patched.setattr("neurodesk.app.commands.outcomes.audit_store.append", full_disk)
        with pytest.raises(StorageFault):
            outcomes.confirm(api.profile, verdict(api, second))
    states = [outcomes.show_outcome(api.profile, one).state for one in (first, second)]
    assert states == [OutcomeState.ACTIVE, OutcomeState.SUBMITTED]


def test_o3_a_fault_while_learning_is_shown_and_the_decision_stays(
    api: Api, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    identifier = hand_in(client)

    def full_disk(*_args: object) -> None:
        raise StorageFault("disk_full", path="x")

    with monkeypatch.context() as patched:
        patched.setattr("neurodesk.app.commands.outcomes.store_article", full_disk)
        done = outcomes.confirm(api.profile, verdict(api, identifier))
    assert (done.outcome.state, done.outcome.learning) == (OutcomeState.ACTIVE, Learning.FAILED)
    assert "disk_full" in done.outcome.fault
    again = outcomes.learn(api.profile, identifier)
    assert (again.learning, again.fault) == (Learning.LEARNED, "")
    assert found_by_search(api, "grow the volume of the mail server") == [identifier]


def test_o3_what_a_crash_kept_out_of_the_index_is_learned_later(api: Api, client: httpx.Client) -> None:
    identifier = hand_in(client)
    # The first half of a confirmation, after which the process died.
    api.profile.database.write(lambda tx: outcome_store.confirm(tx, identifier, "Ada", 1.0))
    assert found_by_search(api, "grow the volume of the mail server") == []
    assert list(outcomes.learn_pending(api.profile)) == [identifier]
    assert found_by_search(api, "grow the volume of the mail server") == [identifier]


# -- the command line ---------------------------------------------------------------------------------


def test_o5_with_learning_off_a_confirmed_outcome_is_kept_and_not_found_until_it_is_on(
    api: Api, client: httpx.Client
) -> None:
    api.profile.settings.set("outcomes.learning", False)
    identifier = hand_in(client)
    done = outcomes.confirm(api.profile, verdict(api, identifier))
    assert (done.outcome.state, done.outcome.learning) == (OutcomeState.ACTIVE, Learning.PENDING)
    assert outcomes.learn_pending(api.profile) == ()
    assert found_by_search(api, body()["input"]) == []
    api.profile.settings.set("outcomes.learning", True)
    assert outcomes.learn_pending(api.profile) == [identifier]
    assert found_by_search(api, body()["input"]) == [identifier]


def test_o5_with_learning_off_the_terminal_says_so_and_one_can_be_learned_by_hand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    desk = Desk(tmp_path, capsys)
    with open_profile(desk.data) as profile:
        imported(profile, make_kb(desk.kb))
        identifier = outcomes.receive(profile, body(), "api:test").outcome.id
        profile.settings.set("outcomes.learning", False)
    said = desk.text("outcome", "confirm", identifier, "--as", "Ada", *UNATTENDED)
    assert "Learning from outcomes is off" in said
    assert "is learned" in desk.text("outcome", "learn", identifier)


def test_the_terminal_lists_confirms_and_rejects(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    desk = Desk(tmp_path, capsys)
    with open_profile(desk.data) as profile:
        ids = [outcomes.receive(profile, body(run=run), "api:x").outcome.id for run in ("a", "b")]
    refused = desk.run("outcome", "confirm", ids[0], "--as", "Ada", code=exit_codes.REFUSED)
    assert refused["error"] == "not_attended"
    confirmed = desk.run("outcome", "confirm", ids[0], "--as", "Ada", *UNATTENDED)
    assert (confirmed["state"], confirmed["learning"], confirmed["actor"]) == ("active", "learned", "Ada")
    assert desk.run("outcome", "reject", ids[1], "--as", "Ada", *UNATTENDED)["state"] == "rejected"
    listed = desk.run("outcome", "list", "--state", "active")["outcomes"]
    assert [one["id"] for one in listed] == [ids[0]]
    assert "Use lvextend with 20 GiB." in desk.text("outcome", "show", ids[0])
    assert desk.run("outcome", "learn", ids[0])["learning"] == "learned"
    assert desk.run("outcome", "show", "o_none", code=exit_codes.BAD_INPUT)["error"] == "outcome_unknown"
