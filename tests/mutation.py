"""Disables named rules of the product one after another and shows that the tests notice each time.

Usage: python tests/mutation.py [--list] [--only NAME ...] [--json]

The tree is copied to a temporary folder, so that the working copy is never touched. For each rule one piece
of source text is replaced, the named tests run, and at least one must fail. First the same tests run on the
unchanged copy and must pass: otherwise a failure would prove nothing. Exit code 0 when every rule was
noticed, 6 when one was not, 1 when a piece of text was not found (then the table is out of date) or the tests
fail without any change.

Add a row to ``RULES`` for each rule that the product's promise rests on; keep its tests few and fast.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("neurodesk", "tests", "resources", "pyproject.toml")
TIMEOUT_S = 300
TESTS_FAILED = 1  # pytest's own code; any other one is no proof

TASKS = "neurodesk/domain/tasks.py"
GATES = "neurodesk/domain/gates.py"
LEASES = "neurodesk/storage/queue_leases.py"
REQUESTS = "neurodesk/storage/queue_requests.py"
SCHEMA = "neurodesk/storage/migrations/m0001_initial.py"
STORE_TEST = "tests/unit/storage/test_task_store.py"
DAMAGE_TEST = "tests/unit/storage/test_task_store_damage.py"
LOOP_TEST = "tests/flow/test_worker_loop.py"
HEART_TEST = "tests/unit/worker/test_heartbeat.py"
GATES_TEST = "tests/unit/domain/test_gates.py"
API = "neurodesk/api/application.py"
GUARDS_TEST = "tests/flow/test_api_guards.py"
OUTCOMES = "neurodesk/storage/outcome_store.py"
OUTCOMES_TEST = "tests/flow/test_outcomes.py"
UPKEEP_TEST = "tests/unit/app/test_upkeep.py"
EVENTS_TEST = "tests/flow/test_events.py"
REVIEW_TEST = "tests/flow/test_review_cli.py"
FAULTS_TEST = "tests/crash/test_promotion_faults.py"
PAGE_CLIENT = "neurodesk/net/page_client.py"
PAGE_TEST = "tests/unit/net/test_page_client.py"
BODIES_TEST = "tests/unit/net/test_page_bodies.py"
URLS_TEST = "tests/unit/domain/test_web_address.py"
KILL_TEST = "tests/crash/test_promotion_kill.py"


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule and how to switch it off.

    Attributes:
        name: what the rule is called.
        spec: where it comes from.
        file: path below the root.
        old: text that stands there exactly once.
        new: what it is replaced with.
        tests: what pytest gets; one of them must fail.
    """

    name: str
    spec: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]


RULES: tuple[Rule, ...] = (
    Rule(
        "fencing token",
        "Q5",
        TASKS,
        "bool(token) and lease.token == token and now < lease.expires_at",
        "now < lease.expires_at",
        (STORE_TEST,),
    ),
    Rule(
        "expired lease refused though nobody took it",
        "Q5",
        TASKS,
        "and lease.token == token and now < lease.expires_at",
        "and lease.token == token",
        (STORE_TEST,),
    ),
    Rule(
        "stale completion",
        "Q5",
        LEASES,
        """    row = _held(tx, task_id, token, now)
    check_transition(task_id, TaskState(row["state"]), TaskState.COMPLETED)""",
        """    row = tx.sql("SELECT * FROM task WHERE id = ?", (task_id,))[0]
    check_transition(task_id, TaskState(row["state"]), TaskState.COMPLETED)""",
        (STORE_TEST,),
    ),
    Rule(
        "stage result needs the lease",
        "Q13",
        LEASES,
        "    row = _held(tx, task_id, token, now)\n    expires_at = max(",
        '    row = tx.sql("SELECT * FROM task WHERE id = ?", (task_id,))[0]\n    expires_at = max(',
        (STORE_TEST,),
    ),
    Rule(
        "45 minutes without a finished stage",
        "Q5",
        TASKS,
        "return min(now + rules.expiry_s, stage_started_at + rules.stage_s)",
        "return now + rules.expiry_s",
        (STORE_TEST,),
    ),
    Rule(
        "a living owner renews over a clock jump",
        "Q5",
        TASKS,
        "self.expires_at + jump_s, self.started_at + jump_s",
        "self.expires_at, self.started_at",
        (HEART_TEST,),
    ),
    Rule(
        "dedupe index",
        "Q4",
        SCHEMA,
        "CREATE UNIQUE INDEX task_live_key",
        "CREATE INDEX task_live_key",
        (STORE_TEST,),
    ),
    Rule(
        "numbers verbatim in the dedupe key",
        "Q4",
        TASKS,
        "            words.append(bare)\n",
        "            words.append(''.join(one for one in bare if one.isalnum()))\n",
        ("tests/unit/domain/test_tasks.py",),
    ),
    Rule(
        "cooldown",
        "Q4",
        TASKS,
        "return finished_at > 0 and abs(now - finished_at) < cooldown_s",
        "return False",
        (STORE_TEST,),
    ),
    Rule(
        "a duplicate raises the priority",
        "Q4",
        TASKS,
        "return state in WAITING and asked > stored",
        "return False",
        (STORE_TEST,),
    ),
    Rule(
        "highest priority first",
        "Q5",
        LEASES,
        '        return -priority, created_at, row["id"]',
        '        return priority, created_at, row["id"]',
        (STORE_TEST,),
    ),
    Rule(
        "charge given back for infrastructure",
        "Q6",
        TASKS,
        """        charged=False,
        attempts=max(attempts - 1, 0),
        not_before=now + infrastructure_wait_s""",
        """        charged=False,
        attempts=attempts,
        not_before=now + infrastructure_wait_s""",
        (STORE_TEST,),
    ),
    Rule(
        "charged attempts end a task that kills the process",
        "Q6",
        TASKS,
        "    return Ending(TaskState.DEFERRED, True, attempts, now, reason, 0)",
        "    return Ending(TaskState.DEFERRED, False, attempts - 1, now, reason, 0)",
        (STORE_TEST,),
    ),
    Rule(
        "backoff",
        "Q6",
        TASKS,
        "BACKOFF_BASE_S * BACKOFF_FACTOR**steps, jitter, BACKOFF_MAX_S",
        "BACKOFF_BASE_S, jitter, BACKOFF_MAX_S",
        (STORE_TEST,),
    ),
    Rule(
        "parked after 20 infrastructure deferrals",
        "Q6",
        TASKS,
        "parked=count >= PARK_AFTER",
        "parked=False",
        (STORE_TEST,),
    ),
    Rule(
        "orphan recovery",
        "Q7",
        LEASES,
        "if role_start and held_by != owner",
        "if False and held_by != owner",
        (STORE_TEST,),
    ),
    Rule(
        "cancel race: a cancelled reservation cannot start",
        "Q8",
        LEASES,
        """    row = _held(tx, task_id, token, now)
    check_transition(task_id, TaskState(row["state"]), TaskState.RUNNING)""",
        """    row = tx.sql("SELECT * FROM task WHERE id = ?", (task_id,))[0]""",
        (STORE_TEST,),
    ),
    Rule(
        "a running task is not cancelled",
        "Q8",
        REQUESTS,
        "    check_cancel(task_id, state)\n    check_transition(task_id, state, TaskState.CANCELLED)\n",
        "",
        (STORE_TEST,),
    ),
    Rule(
        "what the curator stopped stays parked",
        "Q8",
        "neurodesk/worker/attempt.py",
        "parked = cause in (StopCause.CURATOR, StopCause.LOOK)",
        "parked = cause is StopCause.LOOK",
        (LOOP_TEST,),
    ),
    Rule(
        "budget ledger: no row for a resumption",
        "Q9",
        LEASES,
        '    if row["started_at"] == 0:\n',
        "    if True:\n",
        (STORE_TEST,),
    ),
    Rule(
        "budget of the local day",
        "Q9",
        "neurodesk/domain/budget.py",
        "return used < limit",
        "return True",
        (GATES_TEST,),
    ),
    Rule(
        "gate order",
        "Q10",
        GATES,
        """    SEARCH = "search"
    QUIET = "quiet_hours"
    IDLE = "idle"
    BUDGET = "budget"
""",
        """    BUDGET = "budget"
    SEARCH = "search"
    QUIET = "quiet_hours"
    IDLE = "idle"
""",
        (GATES_TEST,),
    ),
    Rule(
        "the gates are asked before reserve",
        "Q10",
        "neurodesk/worker/loop.py",
        "parts.clock.time(), origins=origins)",
        "parts.clock.time())",
        (LOOP_TEST,),
    ),
    Rule(
        "a gate that closes defers the running task",
        "Q3",
        "neurodesk/worker/attempt.py",
        "        if closed is not None:\n            raise StepStop",
        "        if False:\n            raise StepStop",
        (LOOP_TEST,),
    ),
    Rule(
        "an interactive call is never idle",
        "Q10",
        GATES,
        "    if snapshot.interactive_calls > 0:",
        "    if False:",
        (GATES_TEST,),
    ),
    Rule(
        "the day's end is asked of the zone, not counted as 24 hours",
        "Q9",
        "neurodesk/domain/budget.py",
        "    midnight = datetime.combine(today + timedelta(days=1), time.min)",
        "    return at + 24 * 3600 - at % 3600\n    midnight = datetime.combine(today, time.min)",
        ("tests/unit/domain/test_budget.py",),
    ),
    Rule(
        "settings changed by another process count at once",
        "Q7",
        "neurodesk/settings/load.py",
        "            if stamp == self._seen:",
        "            if True:",
        ("tests/flow/test_capabilities.py",),
    ),
    Rule(
        "the simulated clock stands still while a thread works",
        "Q5",
        "neurodesk/worker/night/clock.py",
        "        if self._busy():\n            return super().select(None)\n",
        "",
        ("tests/unit/worker/test_night_clock.py",),
    ),
    Rule(
        "the simulated clock waits for what is still being written",
        "Q5",
        "neurodesk/worker/night/clock.py",
        "        self._settle()\n",
        "",
        ("tests/unit/worker/test_night_clock.py",),
    ),
    Rule(
        "who holds a place of the queue gets no second one",
        "M3",
        "neurodesk/pipeline/work_queue.py",
        "            if _HELD.get() in self._line.running:\n",
        "            if False:\n",
        ("tests/unit/pipeline/test_queued.py",),
    ),
    Rule(
        "a call cancelled between its grant and its start gives its node back",
        "M2",
        "neurodesk/pipeline/work_queue.py",
        "                waiter.give_back()\n                self.release(ticket)\n",
        "                self.release(ticket)\n",
        ("tests/unit/pipeline/test_work_queue.py", "tests/unit/providers/test_pool.py"),
    ),
    Rule(
        "a failed node gets no call before its cooldown ends",
        "M2",
        "neurodesk/domain/models.py",
        "        return now < self.cooldown_until\n",
        "        return False\n",
        ("tests/unit/domain/test_models.py", "tests/unit/providers/test_pool.py"),
    ),
    Rule(
        "a node's rank counts what is in flight first",
        "M2",
        "neurodesk/domain/models.py",
        "        return self.in_flight, self.requests / self.address.weight, ",
        "        return 0, self.mean_s, ",
        ("tests/unit/domain/test_models.py", "tests/unit/providers/test_pool.py"),
    ),
    Rule(
        "nothing is taken from a reply to a cut prompt",
        "M6",
        "neurodesk/providers/models/structured.py",
        "            if reply.truncated:\n",
        "            if False:\n",
        ("tests/unit/providers/test_llm_roles.py",),
    ),
    Rule(
        "a node that counts nothing gives a mark back",
        "M6",
        "neurodesk/providers/models/structured.py",
        '            if mark and str(parsed.value.get("mark", "")).strip() != mark:\n',
        "            if False:\n",
        ("tests/unit/providers/test_llm_roles.py",),
    ),
    Rule(
        "a window that does not fit is halved once",
        "M6",
        "neurodesk/providers/models/pool.py",
        "            if fault.failure is not Failure.OUT_OF_MEMORY or not self._fits(smaller):\n",
        "            if True:\n",
        ("tests/unit/providers/test_pool.py",),
    ),
    Rule(
        "a token goes over plain http to private addresses only",
        "M10",
        "neurodesk/net/endpoint_client.py",
        '            if scheme != "https" and not is_private_host(host):\n',
        "            if False:\n",
        ("tests/unit/providers/test_pool.py",),
    ),
    Rule(
        "no more tasks a scan than the setting says",
        "G3",
        "neurodesk/app/commands/scan.py",
        "if one.rejected or room <= 0 or ",
        "if one.rejected or ",
        ("tests/flow/test_scan_commands.py",),
    ),
    Rule(
        "an article that was researched rests for the cooldown",
        "G2",
        "neurodesk/app/commands/scan.py",
        'cooldown_s=settings.number("queue.cooldown_h") * 3600.0,',
        "cooldown_s=0.0,",
        ("tests/flow/test_scan_commands.py",),
    ),
    Rule(
        "query triggers can be switched off",
        "G4",
        "neurodesk/app/commands/events.py",
        '    if not profile.settings.current.switch("worker.query_triggers"):',
        "    if False:",
        (EVENTS_TEST,),
    ),
    Rule(
        "an unknown type of event is ignored",
        "G4",
        "neurodesk/domain/events.py",
        "    if name not in known:\n        return None",
        "    known.setdefault(name, EventType.SEARCH_EMPTY)",
        (EVENTS_TEST,),
    ),
    Rule(
        "a priority from outside is clamped",
        "I3",
        "neurodesk/domain/events.py",
        "return min(max(priority, 0.0), MOST_PRIORITY_FROM_OUTSIDE)",
        "return min(max(priority, 0.0), 1.0)",
        (EVENTS_TEST,),
    ),
    Rule(
        "a task by API is not the curator's",
        "I3",
        "neurodesk/api/endpoints.py",
        "        requested_by=Origin.EVENT,",
        "        requested_by=Origin.CURATOR,",
        ("tests/flow/test_api.py::test_a_task_by_api_is_not_the_curators_and_waits_behind_the_gates",),
    ),
    Rule(
        "origin check",
        "I3",
        API,
        '    if "origin" in request.headers:',
        "    if False:",
        (f"{GUARDS_TEST}::test_a_request_with_an_origin_is_refused_even_with_a_good_token",),
    ),
    Rule(
        "host check",
        "I3",
        API,
        "    if len(given) != 1 or given[0].lower() not in allowed:",
        "    if False:",
        (f"{GUARDS_TEST}::test_a_foreign_host_is_refused_before_the_token_is_looked_at",),
    ),
    Rule(
        "nothing but JSON",
        "I3",
        API,
        '    if kind.strip().lower() != JSON or charset not in ("", "charset=utf-8"):',
        "    if False:",
        (f"{GUARDS_TEST}::test_another_type_than_json_is_refused",),
    ),
    Rule(
        "a body is counted while it arrives",
        "I3",
        API,
        "                if len(data) > MAX_BODY_BYTES:",
        "                if False:",
        (f"{GUARDS_TEST}::test_a_chunked_body_is_counted_while_it_arrives",),
    ),
    Rule(
        "token scope",
        "I3",
        API,
        "            if one.scope not in token.scopes:",
        "            if False:",
        (f"{GUARDS_TEST}::test_a_token_opens_its_own_scope_only",),
    ),
    Rule(
        "a revoked token opens nothing",
        "I3",
        "neurodesk/storage/token_store.py",
        "    return token if token.live else None",
        "    return token",
        (f"{GUARDS_TEST}::test_a_revoked_token_opens_nothing_from_the_next_request_on",),
    ),
    Rule(
        "rate limit",
        "I3",
        "neurodesk/api/limits.py",
        "        if level < 1.0:",
        "        if False:",
        (f"{GUARDS_TEST}::test_a_bucket_refills_evenly",),
    ),
    Rule(
        "an outcome is trusted after a confirmation alone",
        "O1",
        OUTCOMES,
        "?, ?, 'submitted', ?, ?, ?)",
        "?, ?, 'active', ?, ?, ?)",
        (OUTCOMES_TEST,),
    ),
    Rule(
        "changed sources block a confirmation",
        "O2",
        OUTCOMES,
        "    if version != found.source_version:\n",
        "    if False:\n",
        (OUTCOMES_TEST,),
    ),
    Rule(
        "changed sources block what is handed in",
        "O2",
        OUTCOMES,
        "if one.source_version and one.source_version != version:",
        "if False:",
        (OUTCOMES_TEST,),
    ),
    Rule(
        "a superseded outcome is never found",
        "O3",
        OUTCOMES,
        "UPDATE node SET state = 'superseded', updated_at",
        "UPDATE node SET state = 'active', updated_at",
        (OUTCOMES_TEST,),
    ),
    Rule(
        "an exact repeat of an outcome changes nothing",
        "O3",
        OUTCOMES,
        "        return _record(row), False\n",
        "        return _record(row), True\n",
        (OUTCOMES_TEST,),
    ),
    Rule(
        "a client sets no trust",
        "O1",
        "neurodesk/domain/outcomes.py",
        'for name in ("actor", "source", "trust", "state"):',
        'for name in ("actor",):',
        (OUTCOMES_TEST,),
    ),
    Rule(
        "errors of a replay are part of no measure",
        "O6",
        "neurodesk/app/commands/replay.py",
        '        raise ExpectedUnknown(", ".join(unknown))',
        "        pass",
        ("tests/flow/test_replay.py",),
    ),
    Rule(
        "terms count as whole words",
        "O6",
        "neurodesk/domain/replay.py",
        r"(?<!\w){re.escape(_folded(one).strip())}(?!\w)",
        "{re.escape(_folded(one).strip())}",
        ("tests/flow/test_replay.py",),
    ),
    Rule(
        "the full check comes once a week",
        "S2",
        "neurodesk/storage/check.py",
        'pragma = "integrity_check" if full else "quick_check"',
        'pragma = "quick_check"',
        (UPKEEP_TEST,),
    ),
    Rule(
        "the background makes the daily backup",
        "S2",
        "neurodesk/app/commands/upkeep.py",
        "    back_up_daily(profile)\n",
        "",
        (UPKEEP_TEST,),
    ),
    Rule(
        "a loop that crashed is started again",
        "Q12",
        "neurodesk/worker/host.py",
        "                if error is None:\n",
        "                if True:\n",
        ("tests/flow/test_worker_host.py",),
    ),
    Rule(
        "the simulated clock stands still while a request is on its way",
        "Q5",
        "neurodesk/worker/night/clock.py",
        "self.at_work > 0 or not still()",
        "self.at_work > 0",
        ("tests/unit/worker/test_night_servers.py",),
    ),
    Rule(
        "a node that stays down is asked less and less often",
        "Q6",
        TASKS,
        "    if deferrals <= AS_ASKED:\n",
        "    if True:\n",
        ("tests/unit/domain/test_tasks.py",),
    ),
    Rule(
        "who writes on his own thread waits for what is written already",
        "Q12",
        "neurodesk/storage/db.py",
        "alone = not (self._unfinished or self._writing or",
        "alone = not (self._writing or",
        ("tests/unit/storage/test_db.py",),
    ),
    Rule(
        "poisoned rows are set aside",
        "Q13",
        LEASES,
        'return ("seed_deleted", ", ".join(missing)) if missing else task',
        "return task",
        (DAMAGE_TEST,),
    ),
    Rule(
        "receipt",
        "Q13",
        "neurodesk/pipeline/steps.py",
        "        if key not in self._done:",
        "        if True:",
        ("tests/crash/test_kill_worker.py",),
    ),
    Rule(
        "snippet rule",
        "W4",
        "neurodesk/domain/screening.py",
        "if found.score < limits.min_snippet_relevance:",
        "if False:",
        ("tests/unit/domain/test_screening.py",),
    ),
    Rule(
        "source filter",
        "K5",
        "neurodesk/domain/screening.py",
        "return self.keys is None or key in self.keys",
        "return True",
        ("tests/unit/domain/test_screening.py",),
    ),
    Rule(
        "another version is another subject",
        "W4",
        "neurodesk/domain/relevance.py",
        'return OTHER_VERSION, "other_version"',
        'return 1.0, ""',
        ("tests/unit/domain/test_screening.py",),
    ),
    Rule(
        "own text is no evidence",
        "L1",
        "neurodesk/domain/screening.py",
        "                if (copy.id in self._own) is own:",
        "                if not own and copy.id not in self._own:",
        ("tests/unit/domain/test_screening.py",),
    ),
    Rule(
        "translations are no second source",
        "W7",
        "neurodesk/domain/independence.py",
        "            if other.lang != source.lang and (\n",
        "            if False and (\n",
        ("tests/unit/domain/test_independence.py",),
    ),
    Rule(
        "no link is followed in the library",
        "L1",
        "neurodesk/storage/library_files.py",
        'os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)',
        "os.O_RDONLY",
        ("tests/unit/app/test_library.py",),
    ),
    Rule(
        "a library root never overlaps a knowledge base",
        "L1",
        "neurodesk/app/commands/library.py",
        "        if how:",
        "        if False:",
        ("tests/unit/app/test_library.py",),
    ),
    Rule(
        "what is said of another thing does not carry a claim",
        "R4",
        "neurodesk/domain/judge.py",
        "    if spread:\n",
        "    if False:\n",
        ("tests/unit/domain/test_clauses.py",),
    ),
    Rule(
        "a contradiction comes before a passage that says less",
        "R4",
        "neurodesk/pipeline/rejudge.py",
        "        one.judgement.verdict is not Verdict.CONTRADICTED,\n",
        "",
        ("tests/unit/pipeline/test_rejudge.py",),
    ),
    Rule(
        "a page is changed only when it then says exactly what is wanted",
        "P5",
        "neurodesk/providers/kb/html_splice.py",
        "    if said.strip() != wanted.strip():",
        "    if False:",
        ("tests/unit/providers/test_html_splice.py",),
    ),
    Rule(
        "hidden text is dropped",
        "W9",
        "neurodesk/providers/extract/html.py",
        "    hidden.clean(body)\n",
        "",
        ("tests/unit/providers/test_extract_html.py",),
    ),
    Rule(
        "what was seen must be what is there",
        "P5",
        "neurodesk/app/commands/promote.py",
        "    require_seen(seen, decision.seen_sha256)\n",
        "",
        (f"{REVIEW_TEST}::test_promotion_without_seen_or_with_an_old_one_is_refused",),
    ),
    Rule(
        "the base on disk must be the draft's base",
        "P5",
        "neurodesk/app/promotion_plan.py",
        "        if sha256_text(parsed.body) != self._draft.base_hash:",
        "        if False:",
        (f"{REVIEW_TEST}::test_a_moved_base_is_a_conflict_and_the_file_stays",),
    ),
    Rule(
        "an edit in the moment of the rename is put back",
        "P5",
        "neurodesk/storage/kb_files/folder.py",
        "        if hashlib.sha256(former).hexdigest() != old_sha256:",
        "        if False:",
        (f"{FAULTS_TEST}::test_an_edit_in_the_very_moment_of_the_rename_is_put_back",),
    ),
    Rule(
        "a contradicted claim is never promoted",
        "P4",
        "neurodesk/domain/decisions.py",
        """            found.append(_block("claim_contradicted", one))""",
        "            continue",
        ("tests/unit/domain/test_decisions.py",),
    ),
    Rule(
        "an interrupted promotion is recovered at the next start",
        "P5",
        "neurodesk/bootstrap.py",
        "        recover_promotions(profile)\n",
        "",
        (f"{KILL_TEST}::test_a_killed_promotion_leaves_old_or_new_and_the_next_start_settles_it",),
    ),
    Rule(
        "no link in the path of an article",
        "P5",
        "neurodesk/storage/kb_files/folder.py",
        "os.O_RDONLY | _DIRECTORY | _NOFOLLOW, dir_fd",
        "os.O_RDONLY | _DIRECTORY, dir_fd",
        (f"{FAULTS_TEST}::test_a_swap_between_check_and_write_is_caught",),
    ),
    Rule(
        "verify compares the file with the record",
        "R11",
        "neurodesk/app/queries/verify.py",
        "        if sha256_text(text) != draft.text_sha256:",
        "        if False:",
        ("tests/flow/test_verify_cli.py",),
    ),
    Rule(
        "a person sits at the terminal",
        "I2",
        "neurodesk/app/decide.py",
        "        return sys.stdin is not None and sys.stdin.isatty()",
        "        return True",
        (f"{REVIEW_TEST}::test_promotion_without_a_terminal_is_refused",),
    ),
    Rule(
        "every address of a name is checked",
        "W5",
        PAGE_CLIENT,
        "        for one in found:\n            why",
        "        for one in found[:1]:\n            why",
        (PAGE_TEST,),
    ),
    Rule(
        "the connection goes to a checked address",
        "W5",
        "neurodesk/net/pinned.py",
        "for address in self._addresses[:MAX_TRIED]:",
        "for address in (host,):",
        (PAGE_TEST,),
    ),
    Rule(
        "a redirect is looked up and checked again",
        "W5",
        PAGE_CLIENT,
        "        addresses = await self._checked(address, internal=internal)",
        """        known: dict[str, Sequence[str]] = self.__dict__.setdefault("known", {})
        if address.host not in known:
            known[address.host] = await self._checked(address, internal=internal)
        addresses = known[address.host]""",
        (PAGE_TEST,),
    ),
    Rule(
        "no https to http",
        "W5",
        PAGE_CLIENT,
        'if address.scheme == "https" and target.scheme == "http":',
        "if False:",
        (PAGE_TEST,),
    ),
    Rule(
        "internal hosts never by redirect from outside",
        "W5",
        PAGE_CLIENT,
        "            if progress.from_outside:",
        "            if False:",
        (PAGE_TEST,),
    ),
    Rule(
        "denied wins",
        "W5",
        "neurodesk/domain/fetch_policy.py",
        "        if _listed(address.host, self.deny):",
        "        if self.allow is None and _listed(address.host, self.deny):",
        (URLS_TEST,),
    ),
    Rule(
        "robots.txt respected",
        "W5",
        PAGE_CLIENT,
        "        if not rules.allows(address.target):",
        "        if False:",
        (PAGE_TEST,),
    ),
    Rule(
        "size counted while decompressing",
        "W5",
        "neurodesk/net/body.py",
        "                if len(out) > limit:",
        "                if raw > limit:",
        (BODIES_TEST,),
    ),
    Rule(
        "local only asks no name",
        "W10",
        PAGE_CLIENT,
        "        if self._local_only() and not is_loopback_host(address.host):",
        "        if False:",
        (PAGE_TEST,),
    ),
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one rule."""

    name: str
    spec: str
    noticed: bool
    failing: str
    duration_s: float


class OutOfDate(Exception):
    """The table does not fit the source any more, or the unchanged tests fail."""


def copy_tree(target: Path) -> None:
    """Copy what the tests need."""
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=ignored)
        elif source.exists():
            shutil.copy2(source, target / name)


def run_tests(tree: Path, tests: Sequence[str]) -> tuple[int, str]:
    """Run pytest in the copy; returns its code and the first failing test."""
    environment = os.environ | {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    environment["HYPOTHESIS_STORAGE_DIRECTORY"] = str(tree / ".hypothesis")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    done = subprocess.run(
        command,
        cwd=tree,
        env=environment,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    failing = [line for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return done.returncode, failing[0].split(" - ")[0] if failing else done.stdout[-500:]


def try_rule(tree: Path, rule: Rule) -> Verdict:
    """Switch one rule off in the copy, run its tests, switch it on again."""
    path = tree / rule.file
    text = path.read_text(encoding="utf-8")
    if text.count(rule.old) != 1:
        raise OutOfDate(f"{rule.name}: its text stands {text.count(rule.old)} times in {rule.file}")
    started = time.monotonic()
    path.write_text(text.replace(rule.old, rule.new), encoding="utf-8")
    try:
        code, failing = run_tests(tree, rule.tests)
    finally:
        path.write_text(text, encoding="utf-8")
    noticed = code == TESTS_FAILED and not failing.startswith("ERROR ")
    return Verdict(rule.name, rule.spec, noticed, failing.strip(), round(time.monotonic() - started, 1))


def check(rules: Sequence[Rule], *, say: bool) -> list[Verdict]:
    """Try every rule.

    Raises:
        OutOfDate: see there.
    """
    with tempfile.TemporaryDirectory(prefix="neurodesk-mutation-") as folder:
        tree = Path(folder)
        copy_tree(tree)
        tests = sorted({test for rule in rules for test in rule.tests})
        code, failing = run_tests(tree, tests)
        if code != 0:
            raise OutOfDate(f"the tests fail without any change: {failing}")
        verdicts = []
        for rule in rules:
            verdict = try_rule(tree, rule)
            verdicts.append(verdict)
            if say:
                word = "noticed " if verdict.noticed else "MISSED  "
                print(f"{word} {rule.spec:4} {rule.name}: {verdict.failing}", flush=True)
    return verdicts


def main() -> int:
    """Run from the command line; see the module's docstring for the exit codes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--list", action="store_true", help="print the rules and end")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="only rules with these words")
    parser.add_argument("--json", action="store_true", help="print one object at the end")
    arguments = parser.parse_args()
    words = [word.casefold() for word in arguments.only]
    rules = [rule for rule in RULES if not words or any(word in rule.name.casefold() for word in words)]
    if arguments.list:
        for rule in rules:
            print(f"{rule.spec:4} {rule.name} ({rule.file})")
        return 0
    try:
        verdicts = check(rules, say=not arguments.json)
    except OutOfDate as error:
        print(f"out of date: {error}", file=sys.stderr)
        return 1
    missed = [one.name for one in verdicts if not one.noticed]
    if arguments.json:
        shown = [
            {"name": one.name, "spec": one.spec, "noticed": one.noticed, "failing": one.failing}
            for one in verdicts
        ]
        print(json.dumps({"rules": shown, "missed": missed}, indent=2))
    else:
        print(f"{len(verdicts) - len(missed)} of {len(verdicts)} disabled rules were noticed")
    return 6 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
