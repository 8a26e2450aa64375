"""Words for codes: known faults, gates, activity, reasons. English here, German in the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import unquote

from PySide6.QtCore import QCoreApplication

from neurodesk.app import notices, sentences
from neurodesk.app.queries.overview import RunningTask
from neurodesk.domain.errors import NeuroDeskError
from neurodesk.domain.gates import Gate, Why
from neurodesk.domain.tasks import Origin, Stage, TaskState
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import moment
from neurodesk.ui.reading.visible import plain_label
from neurodesk.ui.widgets.notices import NoticeText, Tone

LIBRARY_KEY = "library:"


class _Params(dict[str, object]):
    def __missing__(self, key: str) -> str:
        return "?"


def translated(context: str, text: str) -> str:
    """Translate a text that stands in a table of the core (``packaging/translate.py`` reads those tables)."""
    return QCoreApplication.translate(context, text)


def fill(text: str, params: Mapping[str, object]) -> str:
    """Put parameters into a text; one that is missing shows as a question mark."""
    try:
        return text.format_map(_Params(params))
    except (ValueError, IndexError, AttributeError):
        return text


def fault_notice(error: NeuroDeskError) -> NoticeText:
    """Word a known fault: what happened, what is safe, what to do."""
    entry = notices.NOTICES.get(notices.notice_code(error))
    if entry is None:
        worded = notices.word(error)
        return NoticeText(worded.what, worded.safe, tone=Tone.WARNING, details=str(error))
    what, safe, do = (fill(translated("Faults", part), error.params) if part else "" for part in entry)
    return NoticeText(what, " ".join(part for part in (safe, do) if part), tone=Tone.WARNING)


def why_sentence(why: Why, now: float) -> str:
    """Return the one line that answers "why is nothing running?", with the time it goes on."""
    what = fill(translated("Why", sentences.WHY.get(why.code, why.code)), why.params)
    at = f" {tr('Why', 'at {time}').format(time=moment(why.opens_at, now))}" if why.opens_at else ""
    opens = _opens(why.opens_on).format(at=at) if why.opens_on else ""
    return f"{what} {opens}".strip()


def _opens(code: str) -> str:
    """Say in the window's terms what opens a gate; the command line has its own words."""
    words = {
        "task_added": tr("Why", "Add a task, or start a scan."),
        "task_due": tr("Why", "Goes on when the first one is due{at}."),
        "queries_looked": tr("Why", "Look at them with F9, or in the task's details."),
        "try_again": tr("Why", "Choose a parked task and try it again."),
        "worker_starts": tr("Why", "Goes on when the worker has started."),
        "next_check": tr("Why", "Goes on{at}."),
        "resume": tr("Why", "Goes on when you resume it."),
        "autonomy_on": tr("Why", "Switch it on in Settings, or add a task of your own."),
        "search_added": tr("Why", "Add a library folder, or switch SearXNG on in Settings."),
        "manual_web_on": tr("Why", "Switch it on in Settings, or add a library folder."),
        "search_answers": tr("Why", "Goes on when it answers{at}."),
        "quiet_hours_end": tr("Why", "Goes on{at}."),
        "idle": tr("Why", "Goes on when you pause{at}."),
        "next_day": tr("Why", "Goes on{at}."),
        "model_answers": tr("Why", "Goes on when a model answers{at}."),
    }
    return words.get(code, "")


def gate_word(gate: Gate, *, closed: bool = False) -> str:
    """Return the word of a gate in the strip; one that blocks says what is the matter."""
    if closed:
        return {
            Gate.PAUSE: tr("Gates", "Paused"),
            Gate.AUTONOMY: tr("Gates", "Switched off"),
            Gate.SEARCH: tr("Gates", "Nothing to search"),
            Gate.QUIET: tr("Gates", "Quiet hours"),
            Gate.IDLE: tr("Gates", "Not idle"),
            Gate.BUDGET: tr("Gates", "Daily budget"),
            Gate.MODEL: tr("Gates", "No model"),
        }[gate]
    words = {
        Gate.PAUSE: tr("Gates", "Not paused"),
        Gate.AUTONOMY: tr("Gates", "Switched on"),
        Gate.SEARCH: tr("Gates", "Search or library"),
        Gate.QUIET: tr("Gates", "No quiet hours"),
        Gate.IDLE: tr("Gates", "Idle"),
        Gate.BUDGET: tr("Gates", "Daily budget"),
        Gate.MODEL: tr("Gates", "Models"),
    }
    return words[gate]


def gate_setting(gate: Gate | None) -> str:
    """Return the key of the setting behind a gate, "" when there is none."""
    keys = {
        Gate.AUTONOMY: "worker.autonomous",
        Gate.SEARCH: "web.searxng",
        Gate.QUIET: "worker.quiet_hours",
        Gate.IDLE: "worker.idle_only",
        Gate.BUDGET: "worker.max_tasks_per_day",
        Gate.MODEL: "models.ollama_urls",
    }
    return keys.get(gate, "") if gate is not None else ""


def state_word(state: str) -> str:
    """Return the word of a task's state; a damaged one is shown as such."""
    words = {
        TaskState.QUEUED: tr("Tasks", "Waiting"),
        TaskState.RESERVED: tr("Tasks", "Reserved"),
        TaskState.RUNNING: tr("Tasks", "Running"),
        TaskState.DEFERRED: tr("Tasks", "Put off"),
        TaskState.COMPLETED: tr("Tasks", "Done"),
        TaskState.FAILED: tr("Tasks", "Failed"),
        TaskState.CANCELLED: tr("Tasks", "Cancelled"),
    }
    known = {str(one): one for one in TaskState}
    return words[known[state]] if state in known else state


def stage_word(stage: str) -> str:
    """Return the name of a stage."""
    words = {
        Stage.PLAN: tr("Tasks", "Planning"),
        Stage.SEARCH: tr("Tasks", "Search"),
        Stage.FETCH: tr("Tasks", "Reading"),
        Stage.GATE: tr("Tasks", "Choosing evidence"),
        Stage.AUTHOR: tr("Tasks", "Writing the article"),
        Stage.REVIEW: tr("Tasks", "Checking claims"),
    }
    known = {str(one): one for one in Stage}
    return words[known[stage]] if stage in known else stage


def origin_word(origin: str) -> str:
    """Return who asked for a task."""
    words = {
        str(Origin.CURATOR): tr("Tasks", "You"),
        "scanner": tr("Tasks", "Scanner"),
        "event": tr("Tasks", "Event"),
        "goal": tr("Tasks", "Goal"),
    }
    return words.get(origin, origin)


def activity_sentence(code: str, params: Mapping[str, object]) -> str:
    """Return one line of the feed."""
    text = sentences.ACTIVITY.get(code)
    if text is None:
        shown = ", ".join(f"{key}={value}" for key, value in sorted(params.items()))
        return f"{code} {shown}".strip()
    worded = {key: _param(key, value) for key, value in params.items()}
    sentence = fill(translated("Activity", text), worded).strip()
    return sentence[:1].upper() + sentence[1:]


def _param(key: str, value: object) -> object:
    if key == "uri":
        return unquote(str(value).removeprefix("library://"))
    if key == "provider":
        return provider_word(str(value))
    if key == "outcome" and str(value).startswith("o_"):
        return str(value)[2:10]  # an outcome's id: its head tells it apart
    if key == "stage":
        return stage_word(str(value))
    if key == "by":
        return origin_word(str(value))
    if key in ("reason", "outcome", "verdict", "code", "fault"):
        return reason_word(str(value))
    if isinstance(value, bool):
        return tr("Activity", "yes") if value else tr("Activity", "no")
    if isinstance(value, list | tuple):
        return ", ".join(reason_word(str(one)) for one in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{number} {reason_word(str(name))}" for name, number in value.items() if number)
    return value


def provider_word(provider: str) -> str:
    """Return the name of a search provider as the window says it."""
    return {"searxng": "SearXNG", "library": tr("Search", "Local library")}.get(provider, provider)


def source_word(key: str) -> str:
    """Return a source's key as a person reads it: a collection by its name, a host as it is."""
    return plain_label(key.removeprefix(LIBRARY_KEY), 60)


def reason_word(code: str) -> str:
    """Return a reason code in words; see ``sentences.reason_word``."""
    return translated("Reasons", sentences.reason_word(code))


def cut_word(kind: str) -> str:
    """Return what kind of thing was cut out of a query."""
    words = {
        "name": tr("Cuts", "name"),
        "word": tr("Cuts", "word of no list"),
        "term": tr("Cuts", "your term"),
        "internal_host": tr("Cuts", "host of yours"),
        "ip": tr("Cuts", "network address"),
        "mac": tr("Cuts", "device address"),
        "email": tr("Cuts", "e-mail address"),
        "phone": tr("Cuts", "phone number"),
        "bank": tr("Cuts", "account number"),
        "ticket": tr("Cuts", "ticket"),
        "number": tr("Cuts", "number"),
        "guid": tr("Cuts", "identifier"),
        "url": tr("Cuts", "address"),
        "user_path": tr("Cuts", "folder of a user"),
    }
    return words.get(kind, kind.replace("_", " "))


def running_words(running: RunningTask) -> str:
    """Say what the worker does now, in the words of its stage."""
    if running.stage == Stage.FETCH and running.pages:
        return plural("Status", "Reading, %n page(s) so far", running.pages)
    if running.stage == Stage.SEARCH and running.searches:
        return plural("Status", "Searching, %n quer(y/ies) so far", running.searches)
    return stage_word(running.stage) if running.stage else tr("Status", "Working")
