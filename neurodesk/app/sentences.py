"""English sentences for codes that are no errors: why nothing runs, and the activity feed.

Source texts: the command line prints them, the window translates them. An unknown code is shown as such.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from neurodesk.domain.gates import Why

WHY: dict[str, str] = {
    "task_running": "Task {task} is running.",
    "queue_empty": "Nothing is queued.",
    "all_deferred": "Every task is deferred.",
    "all_parked": "Parked tasks: {parked}; nothing else is queued.",
    "queries_wait": "{queries} queries to the web wait for your look.",
    "no_worker": "No worker is running.",
    "next_check": "The next task starts at the next check.",
    "worker_paused": "The worker is paused.",
    "autonomy_off": "Autonomous operation is off; only your own tasks would run.",
    "no_search": "There is nothing to search: no local library is indexed and SearXNG is off.",
    "manual_web_off": "There is no local library, and research on the web for your own tasks is off.",
    "search_unavailable": "SearXNG cannot be used ({fault}) and no local library is indexed.",
    "quiet_hours": "These are quiet hours.",
    "interactive_call": "A question of yours is being answered (calls: {calls}).",
    "not_idle": "You are working; autonomous tasks wait until you pause.",
    "budget_spent": "Today's budget is spent: {used} of {limit} tasks.",
    "model_unavailable": "No model can work ({fault}).",
}

OPENS: dict[str, str] = {
    "task_added": "Goes on when a task is added: `neurodesk queue add TOPIC`.",
    "task_due": "Goes on when the first one is due{at}.",
    "try_again": "Goes on with `neurodesk queue retry ID`.",
    "queries_looked": "Goes on with `neurodesk queries list`, then approve or refuse.",
    "worker_starts": "Goes on with `neurodesk run`, or when the application is open.",
    "next_check": "Goes on{at}.",
    "resume": "Goes on when you resume it.",
    "autonomy_on": "Goes on with `neurodesk config set worker.autonomous on`.",
    "search_added": "Goes on when a library is added or SearXNG is switched on.",
    "manual_web_on": "Goes on with `neurodesk config set web.manual_research on`, or with a library.",
    "search_answers": "Goes on when it answers{at}.",
    "quiet_hours_end": "Goes on{at}.",
    "idle": "Goes on when you are idle{at}.",
    "next_day": "Goes on{at}.",
    "model_answers": "Goes on when a model answers{at}.",
}

ACTIVITY: dict[str, str] = {
    "task_enqueued": "queued: {topic} (asked by {by})",
    "task_started": "started, attempt {attempt}: {topic}",
    "task_completed": "completed: {outcome}, texts kept: {evidence}",
    "task_deferred": "deferred: {reason}",
    "task_parked": "parked: {reason}",
    "task_waits_for_look": "its queries wait for your look: `neurodesk queries list`",
    "task_failed": "failed: {reason}",
    "task_cancelled": "cancelled {reason}",
    "task_set_aside": "set aside: {reason} {detail}",
    "task_stop_requested": "asked to stop after its step",
    "token_added": "a token for the API was made: {name} ({scopes})",
    "token_revoked": "a token of the API was revoked: {name}",
    "worker_restarted": "the worker met a bug and goes on in {seconds} s: {detail}",
    "evidence_pruned": "the texts of {records} records that nothing rests on went after {days} days",
    "database_damaged": "the database is damaged: {detail}; `neurodesk restore` puts the newest backup back",
    "outcome_submitted": "an outcome was handed in by {source} and waits for you: {outcome}",
    "outcome_confirmed": "an outcome was confirmed: {outcome} ({who})",
    "outcome_rejected": "an outcome was rejected: {outcome} ({who})",
    "replay_finished": "quality replay: {cases} cases, {errors} errors",
    "event_ignored": "an event was ignored: {type} ({reason})",
    "api_started": "the API listens on 127.0.0.1:{port}",
    "api_stopped": "the API stopped",
    "api_unavailable": "the API cannot listen on port {port}: {detail}",
    "result_refused": "a late result was refused; its lease was lost",
    "stage_started": "stage started: {stage}",
    "stage_finished": "stage finished: {stage}",
    "prompt_left_machine": "a prompt of {bytes} bytes went to {url}",
    "searched": "searched {provider}: {query} ({hits} hits)",
    "search_text_only": "your articles are searched by text alone ({fault}); no meaning is compared",
    "search_failed": "search failed at {provider}: {fault} ({query})",
    "query_dropped": "query kept here ({reason}): {query}",
    "query_cut": "query shortened to: {query} (kept here: {cut})",
    "query_approved": "query approved: {query}",
    "query_refused": "query refused: {query}",
    "research_reused": "earlier research of the same intent covers it, texts: {texts}",
    "fetched": "fetched {uri}: {verdict} {reason}",
    "article_written": "article written: {title} ({chars} characters)",
    "article_not_written": "no article can be written of this material: {reasons}",
    "article_round": "another round for the article: {reasons}",
    "article_reviewed": "article reviewed: accepted: {accepted}; claims: {verdicts}",
    "recheck_failed": "looking again at sources failed: {reason} {detail}",
    "scan_failed": "the scan failed: {reason} {detail}",
    "scan_finished": "scanned: {findings} open findings, {candidates} candidates, {opportunities} plans",
    "promoted": "promoted {path} ({who})",
    "source_changed": "a source no longer carries {claims} promoted sentence(s): {source}",
    "twin_flagged": "a translation is behind now: {path}",
    "twin_waits_for_model": "a translation is behind now, and no language model is set up to follow: {path}",
    "promotion_undone": "promotion undone: {path} ({who})",
    "promotion_recovered": "an interrupted promotion of {path}: {result}",
    "worker_paused": "worker paused",
    "worker_resumed": "worker resumed",
}


class _Params(dict[str, object]):
    def __missing__(self, key: str) -> str:
        return "?"

    def __getitem__(self, key: str) -> object:
        value = super().__getitem__(key)
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, list | tuple):
            return ", ".join(str(one).replace("_", " ") for one in value)
        if isinstance(value, Mapping):
            return ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in value.items() if number)
        return value


def local_time(at: float) -> str:
    """Return an instant as this machine's local time, to the minute."""
    return datetime.fromtimestamp(at).astimezone().strftime("%Y-%m-%d %H:%M")


def why_line(why: Why) -> str:
    """Return the one line that answers "why is nothing running?"."""
    what = WHY.get(why.code, why.code).format_map(_Params(why.params))
    opens = OPENS.get(why.opens_on, "")
    at = "" if why.opens_at is None else f" ({local_time(why.opens_at)})"
    return f"{what} {opens.format(at=at)}".strip()


def activity_line(code: str, params: Mapping[str, object]) -> str:
    """Return one line of the feed."""
    text = ACTIVITY.get(code)
    if text is None:
        shown = ", ".join(f"{key}={value}" for key, value in sorted(params.items()))
        return f"{code} {shown}".strip()
    return text.format_map(_Params(params)).strip()
