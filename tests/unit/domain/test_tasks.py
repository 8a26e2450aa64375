"""The pure rules of the queue (SPEC Q2-Q8)."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neurodesk.domain.errors import BadInput, IllegalTransition, StaleLease
from neurodesk.domain.tasks import (
    BACKOFF_MAX_S,
    CANCELLABLE,
    INFRASTRUCTURE_MAX_S,
    LIVE,
    MAX_TEXT_CHARACTERS,
    PARK_AFTER,
    TRANSITIONS,
    EnqueueAnswer,
    Lease,
    LeaseRules,
    NewTask,
    TaskState,
    backoff_s,
    check_cancel,
    check_lease,
    check_new,
    check_priority,
    check_transition,
    dedupe_key,
    end_by_infrastructure,
    end_by_lost_lease,
    end_by_stop,
    end_by_task_fault,
    fresh_expiry,
    in_cooldown,
    infrastructure_wait_s,
    judge_enqueue,
    lease_holds,
    machine_of,
    raises_priority,
)

S = TaskState
ALLOWED = {
    (S.QUEUED, S.RESERVED),
    (S.QUEUED, S.DEFERRED),
    (S.QUEUED, S.CANCELLED),
    (S.RESERVED, S.RUNNING),
    (S.RESERVED, S.DEFERRED),
    (S.RESERVED, S.FAILED),
    (S.RESERVED, S.CANCELLED),
    (S.RUNNING, S.COMPLETED),
    (S.RUNNING, S.DEFERRED),
    (S.RUNNING, S.FAILED),
    (S.DEFERRED, S.QUEUED),
    (S.DEFERRED, S.CANCELLED),
}


# -- Q2, Q8 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("old", "new"), list(itertools.product(TaskState, TaskState)))
def test_only_the_listed_transitions_pass_and_all_others_raise(old: TaskState, new: TaskState) -> None:
    if (old, new) in ALLOWED:
        check_transition("t", old, new)
    else:
        with pytest.raises(IllegalTransition, match="task_transition_forbidden"):
            check_transition("t", old, new)


def test_a_finished_task_goes_nowhere_and_every_live_one_goes_somewhere() -> None:
    assert {state for state in TaskState if not TRANSITIONS[state]} == set(TaskState) - LIVE


@pytest.mark.parametrize("state", list(TaskState))
def test_cancel_is_allowed_in_queued_deferred_and_reserved_only(state: TaskState) -> None:
    if state in (S.QUEUED, S.DEFERRED, S.RESERVED):
        check_cancel("t", state)
        assert state in CANCELLABLE
        assert S.CANCELLED in TRANSITIONS[state]
    else:
        code = "task_is_running" if state is S.RUNNING else "task_is_finished"
        with pytest.raises(IllegalTransition, match=code):
            check_cancel("t", state)


# -- Q4 -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ZFS Recovery", "zfs  recovery"),
        ("ZFS-Recovery", "zfs recovery"),
        ("Wie geht »ZFS«?", "wie geht zfs"),
        ("Größe prüfen", "GRÖSSE PRÜFEN"),
        ("Gro\u0308\u00dfe", "größe"),
        ("Port 80\u201390", "port 80-90"),
        ("Error 0x80070005.", "error (0x80070005)"),
    ],
)
def test_spellings_of_one_topic_have_one_key(one: str, other: str) -> None:
    assert dedupe_key(NewTask(one)) == dedupe_key(NewTask(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Version 1.2", "Version 12"),
        ("Version 1.2", "Version 1.20"),
        ("at -5 degrees", "at 5 degrees"),
        ("ORA-01555", "ORA 1555"),
        ("error E1001", "error E1002"),
        ("error e1001", "error E1001"),
        ("10² ohm", "102 ohm"),
        ("C++ linker", "C linker"),
        ("C# linker", "C linker"),
        ("50% load", "50 load"),
        ("RAID 5", "RAID 6"),
    ],
)
def test_numbers_and_codes_stay_verbatim_in_the_key(one: str, other: str) -> None:
    assert dedupe_key(NewTask(one)) != dedupe_key(NewTask(other))


def test_the_question_gives_the_key_when_there_is_no_topic() -> None:
    assert dedupe_key(NewTask("", question="How to trim?")) == dedupe_key(NewTask("how to trim"))
    assert dedupe_key(NewTask("zfs", question="a")) == dedupe_key(NewTask("zfs", question="b"))


def test_kinds_do_not_share_keys() -> None:
    assert dedupe_key(NewTask("zfs")) != dedupe_key(NewTask("zfs", kind="recheck"))


def test_a_topic_of_signs_only_has_a_key_and_an_empty_one_is_refused() -> None:
    assert dedupe_key(NewTask("???")) != dedupe_key(NewTask("!!!"))
    with pytest.raises(BadInput, match="task_topic_empty"):
        dedupe_key(NewTask(" \t", question=" "))


def test_long_topics_have_short_keys_that_differ() -> None:
    one, other = dedupe_key(NewTask("word " * 400 + "a")), dedupe_key(NewTask("word " * 400 + "b"))
    assert one != other
    assert len(one) < 250


@given(st.text())
def test_the_key_is_stable_under_case_and_spaces_around(topic: str) -> None:
    if topic.strip():
        assert dedupe_key(NewTask(topic)) == dedupe_key(NewTask(f"  {topic}\n"))


@pytest.mark.parametrize("priority", [-0.1, 1.1, math.nan, math.inf])
def test_a_priority_outside_0_to_1_is_refused(priority: float) -> None:
    with pytest.raises(BadInput, match="task_priority_invalid"):
        check_priority(priority)
    with pytest.raises(BadInput, match="task_priority_invalid"):
        check_new(NewTask("zfs", priority=priority))


def test_text_that_is_no_unicode_is_refused_before_it_reaches_the_database() -> None:
    with pytest.raises(BadInput, match="task_text_invalid"):
        check_new(NewTask("zfs", queries=("ok", "broken \ud800")))
    assert check_new(NewTask("zfs", filter_keys=("kb",))) == dedupe_key(NewTask("zfs"))


def test_cooldown_counts_from_the_end_in_both_directions() -> None:
    assert not in_cooldown(0.0, 50.0, 100.0)
    assert in_cooldown(1000.0, 1099.0, 100.0)
    assert not in_cooldown(1000.0, 1100.0, 100.0)
    # A clock that was years ahead when the task ended locks nothing for years.
    assert not in_cooldown(1_000_000.0, 1000.0, 100.0)


@pytest.mark.parametrize(
    ("has_live", "finished", "force", "answer"),
    [
        (True, 0.0, False, EnqueueAnswer.LIVE),
        (True, 990.0, True, EnqueueAnswer.LIVE),
        (False, 990.0, False, EnqueueAnswer.COOLDOWN),
        (False, 990.0, True, EnqueueAnswer.CREATE),
        (False, 800.0, False, EnqueueAnswer.CREATE),
        (False, 0.0, False, EnqueueAnswer.CREATE),
    ],
)
def test_a_request_is_judged_by_what_stands_under_its_key(
    has_live: bool, finished: float, force: bool, answer: EnqueueAnswer
) -> None:
    judged = judge_enqueue(
        has_live=has_live, last_finished_at=finished, now=1000.0, cooldown_s=100.0, force=force
    )
    assert judged is answer


@pytest.mark.parametrize("state", list(TaskState))
def test_only_a_waiting_task_is_raised_and_never_lowered(state: TaskState) -> None:
    assert raises_priority(state, 0.5, 0.6) is (state in (S.QUEUED, S.DEFERRED))
    assert not raises_priority(state, 0.5, 0.5)
    assert not raises_priority(state, 0.5, 0.4)


# -- Q5 -----------------------------------------------------------------------------------------------


def lease(state: TaskState = S.RUNNING, token: str = "k", expires_at: float = 100.0) -> Lease:
    return Lease(state, token, expires_at, 10.0)


def test_a_lease_holds_for_its_token_until_the_moment_it_expires() -> None:
    assert lease_holds(lease(), "k", 99.9)
    assert not lease_holds(lease(), "k", 100.0)
    assert not lease_holds(lease(), "other", 50.0)
    assert not lease_holds(lease(token=""), "", 50.0)


@pytest.mark.parametrize("state", list(TaskState))
def test_only_a_reserved_or_running_task_has_a_lease(state: TaskState) -> None:
    assert lease_holds(lease(state), "k", 50.0) is (state in (S.RESERVED, S.RUNNING))


def test_a_stale_lease_raises_and_so_does_a_task_that_is_gone() -> None:
    check_lease("t", lease(), "k", 50.0)
    with pytest.raises(StaleLease, match="lease_stale"):
        check_lease("t", lease(), "k", 100.0)
    with pytest.raises(StaleLease, match="lease_stale"):
        check_lease("t", None, "k", 50.0)


def test_renewing_helps_only_until_the_limit_without_a_finished_stage() -> None:
    rules = LeaseRules(expiry_s=90.0, stage_s=2700.0)
    assert fresh_expiry(1000.0, 1000.0, rules) == 1090.0
    assert fresh_expiry(1000.0, 3650.0, rules) == 3700.0
    assert fresh_expiry(1000.0, 9999.0, rules) == 3700.0


def test_the_lease_of_a_living_owner_moves_with_the_wall_clock() -> None:
    assert lease().shifted(3600.0) == Lease(S.RUNNING, "k", 3700.0, 3610.0)


def test_the_machine_is_read_from_a_lease_owner() -> None:
    assert machine_of("host:12:ab") == "host"
    assert machine_of("odd:host:12:ab") == "odd:host"
    assert machine_of("") == ""


# -- Q6 -----------------------------------------------------------------------------------------------


def test_backoff_is_5_minutes_times_4_and_at_most_6_hours() -> None:
    assert [backoff_s(n, 0.5) for n in (1, 2, 3, 4)] == [300.0, 1200.0, 4800.0, 19200.0]
    assert backoff_s(5, 0.0) == BACKOFF_MAX_S
    assert backoff_s(0, 0.5) == 300.0


@given(st.integers(0, 10_000), st.floats(0, 1, exclude_max=True))
def test_jitter_moves_the_backoff_by_a_tenth_at_most(attempt: int, jitter: float) -> None:
    middle = 300.0 * 4.0 ** (min(max(attempt, 1), 8) - 1)
    assert min(middle * 0.9, BACKOFF_MAX_S) <= backoff_s(attempt, jitter) <= min(middle * 1.1, BACKOFF_MAX_S)


def test_infrastructure_is_asked_again_soon_then_rarely_or_when_it_said() -> None:
    waits = [infrastructure_wait_s(n, None, 0.5) for n in (1, 2, 3, 7, 30)]
    assert waits == [60.0, 120.0, 240.0, INFRASTRUCTURE_MAX_S, INFRASTRUCTURE_MAX_S]
    assert infrastructure_wait_s(1, 777.0, 0.5) == 777.0
    assert infrastructure_wait_s(1, 0.0, 0.5) == 1.0
    assert infrastructure_wait_s(1, 1e9, 0.5) == BACKOFF_MAX_S
    assert infrastructure_wait_s(1, math.nan, 0.5) == 60.0


def test_a_node_that_is_down_for_hours_does_not_park_a_task_within_minutes() -> None:
    waits = [infrastructure_wait_s(n, 30.0, 0.5) for n in range(1, PARK_AFTER + 1)]
    assert waits[:4] == [30.0, 30.0, 30.0, 60.0]
    assert waits == sorted(waits)
    assert sum(waits) > 8 * 3600.0, "parked before the night is over"
    assert infrastructure_wait_s(15, 2 * INFRASTRUCTURE_MAX_S, 0.5) == 2 * INFRASTRUCTURE_MAX_S


def test_an_infrastructure_fault_gives_the_charge_back() -> None:
    ending = end_by_infrastructure(
        attempts=2, deferrals=0, reason="search_blocked", retry_after_s=30.0, now=1000.0, jitter=0.5
    )
    assert (ending.state, ending.charged, ending.attempts) == (S.DEFERRED, False, 1)
    assert (ending.not_before, ending.infrastructure_deferrals, ending.parked) == (1030.0, 1, False)


def test_the_20th_infrastructure_deferral_in_a_row_parks() -> None:
    def parked(deferrals: int) -> bool:
        return end_by_infrastructure(
            attempts=1, deferrals=deferrals, reason="x", retry_after_s=None, now=0.0, jitter=0.5
        ).parked

    assert PARK_AFTER == 20
    assert not parked(18)
    assert parked(19)


def test_a_stop_costs_nothing_and_only_the_curators_parks() -> None:
    ending = end_by_stop(attempts=1, deferrals=7, reason="shutdown", now=1000.0, parked=False)
    assert (ending.state, ending.charged, ending.attempts) == (S.DEFERRED, False, 0)
    assert (ending.not_before, ending.infrastructure_deferrals, ending.parked) == (1000.0, 7, False)
    assert end_by_stop(attempts=1, deferrals=0, reason="x", now=0.0, parked=True).parked


def test_a_task_fault_is_charged_backs_off_and_fails_at_the_last_try() -> None:
    first = end_by_task_fault(attempts=1, max_attempts=3, reason="x", now=1000.0, jitter=0.5)
    assert (first.state, first.charged, first.attempts) == (S.DEFERRED, True, 1)
    assert first.not_before == 1300.0
    last = end_by_task_fault(attempts=3, max_attempts=3, reason="x", now=1000.0, jitter=0.5)
    assert (last.state, last.charged, last.attempts) == (S.FAILED, True, 3)


def test_a_lost_lease_stays_charged_is_due_at_once_and_ends_after_max_attempts() -> None:
    ending = end_by_lost_lease(attempts=1, max_attempts=3, reason="lease_expired", now=1000.0)
    assert (ending.state, ending.charged, ending.attempts) == (S.DEFERRED, True, 1)
    assert (ending.not_before, ending.infrastructure_deferrals) == (1000.0, 0)
    last = end_by_lost_lease(attempts=3, max_attempts=3, reason="lease_expired", now=1000.0)
    assert (last.state, last.attempts) == (S.FAILED, 3)


def test_a_topic_or_question_longer_than_an_event_may_ask_is_refused_q1() -> None:
    check_new(NewTask("a" * MAX_TEXT_CHARACTERS))
    for long in (NewTask("a" * (MAX_TEXT_CHARACTERS + 1)), NewTask("a", question="b " * MAX_TEXT_CHARACTERS)):
        with pytest.raises(BadInput, match="task_text_long"):
            check_new(long)
