"""English words for codes that are no errors: why nothing runs, the activity feed, reasons.

Source texts: the command line prints them, the window translates them. An unknown code is shown as such.
"""

from __future__ import annotations

import re
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

# Codes of refusals, outcomes, deferrals, verdicts and signals that lists and sentences name.
REASONS: dict[str, str] = {
    "article_created": "draft written",
    "evidence_only": "evidence only",
    "no_useful_evidence": "nothing useful found",
    "failed": "failed",
    "snippet_irrelevant": "excerpt does not fit",
    "fulltext_irrelevant": "full text does not fit",
    "domain_denied": "host is denied",
    "domain_not_in_filter": "host is not in the source filter",
    "duplicate_url": "address was there already",
    "duplicate_content": "text was there already",
    "own_text": "own text, no evidence",
    "key_file": "usually holds a key",
    "hidden": "hidden",
    "system_folder": "a folder of programs",
    "special_file": "no regular file",
    "name_undecodable": "its name is no text",
    "own_export": "an export of NeuroDesk",
    "link": "a link is not followed",
    "low_quality": "low quality",
    "fetch_failed": "could not be fetched",
    "ssrf_blocked": "address is not public",
    "too_large": "too large",
    "bad_type": "type cannot be read",
    "timeout": "took too long",
    "empty_text": "no text",
    "extract_empty": "no text could be extracted",
    "challenge_page": "confirmation page",
    "encoding_damaged": "characters are damaged",
    "stale_source": "source is out of date",
    "page_budget": "page budget was used up",
    "draft_unchanged": "nothing better was found: the draft stays as it is",
    "draft_gone": "the draft is no longer there",
    "draft_reopened": "the draft is in review again",
    "review_did_not_accept": "the check did not accept the article",
    "nothing_passed_the_gates": "nothing passed the gates",
    "article_synthesis_is_off": "writing articles is switched off",
    "no_procedure": "no source holds a whole procedure",
    "procedure_incomplete": "the procedure is incomplete",
    "procedure_with_a_hole": "a step of the procedure is missing",
    "no_validation": "no source says how the result is checked",
    "no_prerequisites": "no source says what has to be there first",
    "no_source_found": "no source was found",
    "no_source_in_language": "no source in the article's language",
    "no_source_on_subject": "no source on the subject",
    "no_article_on_topic": "no article of yours on the topic",
    "too_little_prose": "too little text",
    "nothing_to_add": "nothing new to add",
    "few_steps": "fewer than three steps",
    "few_internal_sources": "few sources of your own",
    "recency_matters": "it has to be current",
    "not_indexed": "vectors are still being made",
    "robots_denied": "its site does not want to be read by programs",
    "search_blocked": "search engines block",
    "no_address": "SearXNG has no address",
    "bad_address": "SearXNG's address cannot be used",
    "local_only": "set to stay on this computer",
    "unreachable": "cannot be reached",
    "connect": "cannot be reached",
    "connect_timeout": "cannot be reached",
    "wrong_scheme": "http and https mixed up",
    "tls_failed": "certificate not accepted",
    "json_disabled": "JSON is switched off",
    "limiter": "limiter: too many requests",
    "engines_blocked": "its engines are blocked",
    "login_needed": "wants a login",
    "redirected": "sends on elsewhere",
    "html": "answers with a web page",
    "wrong_path": "nothing at this path",
    "server_error": "fault of the server",
    "bad_answer": "answer is not SearXNG's",
    "cancelled": "cancelled",
    "fetch_blocked": "pages refuse to be read",
    "search_unavailable": "search does not answer",
    "model_unavailable": "no model answers",
    "extractor_unavailable": "documents cannot be read now",
    "queries_wait": "its queries wait for your look",
    "query_empty": "nothing to search for",
    "query_nothing_left": "nothing is left that may be sent",
    "query_kb_sentence": "words of an article",
    "query_repeated": "the same as another",
    "gate_closed": "a gate closed meanwhile",
    "shutdown": "NeuroDesk was closed",
    "stopped_by_curator": "you stopped it",
    "lease_expired": "its worker went silent",
    "library_empty": "no usable document in the library",
    "worker_paused": "the worker is paused",
    "unknown_kind": "kind of task is unknown",
    "bug": "a bug; a report was written",
    "sample_question": "question of the sample",
    "curator": "asked by you",
    "completed": "done",
    "fetched": "read",
    "refused": "refused",
    "kept": "kept",
    "supported": "supported",
    "partially_supported": "partly supported",
    "unsupported": "unsupported",
    "contradicted": "contradicted",
    "contradiction": "contradiction",
    "stub": "stub",
    "missing_section": "missing section",
    "near_duplicate": "near duplicate",
    "broken_link": "broken link",
    "weak_linkage": "weakly linked",
    "age": "out of date",
    "no_evidence": "no external evidence",
    "twin_differs": "translation differs",
    "source_changed": "source changed",
    "unanswered_question": "unanswered question",
    "centrality": "central article",
}


# Parameters that hold a code.
_CODED = frozenset({"reason", "outcome", "verdict", "code", "fault"})
_CODE = re.compile(r"[a-z][a-z0-9_]*")


class _Params(dict[str, object]):
    def __missing__(self, key: str) -> str:
        return "?"

    def __getitem__(self, key: str) -> object:
        value = super().__getitem__(key)
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, list | tuple):
            return ", ".join(reason_word(str(one)) for one in value)
        if isinstance(value, Mapping):
            return ", ".join(f"{number} {reason_word(str(name))}" for name, number in value.items() if number)
        if key in _CODED and not str(value).startswith("o_"):  # an outcome of that kind is an id
            return reason_word(str(value))
        return value


def reason_word(code: str) -> str:
    """Return a reason code in words; an unknown one loses its underscores, and a text stays as it is."""
    return REASONS.get(code) or (code.replace("_", " ") if _CODE.fullmatch(code) else code)


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
