"""``doctor``: what is wrong with a profile, what happened, what is safe, what to do (SPEC S2, P6)."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from neurodesk.app.notices import Notice
from neurodesk.app.notices_search import SEARCH_NOTICES
from neurodesk.app.profile import Profile
from neurodesk.app.queries.lost_folders import lost_folders
from neurodesk.domain.changes import Kind
from neurodesk.domain.errors import NeuroDeskError
from neurodesk.storage import audit_store, graph_store, promotion_store
from neurodesk.storage.db import Rx

LOW_SPACE_BYTES = 500 * 1024 * 1024


class _Params(dict[str, object]):
    def __missing__(self, key: str) -> str:
        return "?"


class Level(StrEnum):
    """How bad a finding is; only ``problem`` makes the exit code 6."""

    OK = "ok"
    NOTE = "note"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at, as a code with parameters."""

    code: str
    level: Level
    params: dict[str, object] = field(default_factory=dict)

    @property
    def notice(self) -> Notice:
        """The English wording."""
        entry = WORDS.get(self.code) or SEARCH_NOTICES[self.code]
        params = _Params(self.params)
        what, safe, do = (part.format_map(params) for part in entry)
        return Notice(what, safe, do)


WORDS: dict[str, tuple[str, str, str]] = {
    "database_ok": ("The database passes SQLite's quick check.", "", ""),
    "database_damaged": (
        "The database is damaged: {detail}.",
        "The articles of your knowledge bases are not in it.",
        "Restore the newest backup with `neurodesk restore`.",
    ),
    "audit_ok": ("The audit holds {records} records in an unbroken chain; head {seq} {head}.", "", ""),
    "audit_broken": (
        "The audit's chain is broken at record {seq} ({problem}); {count} place(s) in all.",
        "Knowledge bases and drafts work as before.",
        "Compare the head with that of a backup or proof pack; restore a backup from before.",
    ),
    "promotion_open": (
        "Promotion {promotion} of {path} is not at its end ({phase} {error}).",
        "Former and new bytes are kept in the profile.",
        "Make the knowledge base's folder reachable and start NeuroDesk again.",
    ),
    "kb_unreachable": (
        "The folder {path} of the knowledge base {name} cannot be read.",
        "What was imported is kept.",
        "Connect its drive or mend its rights.",
    ),
    "collection_unreachable": (
        "The folder {path} of the library collection {name} cannot be read.",
        "What was read from it is kept and searched; no file of it is opened until it is back.",
        "Connect its drive, mend its rights, or remove it with `neurodesk library remove`.",
    ),
    "kb_ok": ("The knowledge base {name} is reachable: {articles} articles.", "", ""),
    "kb_none": (
        "No knowledge base is registered.",
        "",
        "`neurodesk import FOLDER` registers one.",
    ),
    "settings_ok": ("All settings are valid.", "", ""),
    "settings_problem": (
        "A setting is ignored: {problem}.",
        "Its default counts.",
        "Mend or remove that line of the settings file.",
    ),
    "settings_unknown": (
        "The settings file names {key}, which is no setting.",
        "The line does nothing and is kept.",
        "`neurodesk config list` shows all settings.",
    ),
    "searxng_unset": (
        "No SearXNG is configured.",
        "The local library is searched.",
        "`neurodesk config set searxng.url URL` names one.",
    ),
    "searxng_ok": ("SearXNG at {address} answers: {hits} results to a test query.", "", ""),
    "searxng_some_blocked": (
        "Some engines of SearXNG do not answer: {engines}.",
        "The others are used.",
        "",
    ),
    "models_unset": (
        "No model endpoint is configured.",
        "The embedded engine works: extractive, no language model.",
        "`neurodesk config set models.ollama_urls URL` names one.",
    ),
    "library_empty": (
        "The local library holds no collection.",
        "",
        "`neurodesk library add FOLDER` adds one.",
    ),
    "curator_unnamed": (
        "Your name is not set.",
        "",
        "`neurodesk config set curator.name NAME`: it stands in the audit.",
    ),
    "staging_missing": (
        "{count} draft(s) on the desk have no file in the staging folder.",
        "They are safe in the database.",
        "Start the application or `neurodesk run`: the files are written again.",
    ),
    "profile_open_to_others": (
        "Other users of this machine can read the profile folder {path}.",
        "Nothing was changed.",
        "chmod 700 on that folder.",
    ),
    "space_low": (
        "Only {megabytes} MB are free where the profile lies.",
        "What is saved is intact.",
        "Free some space.",
    ),
    "space_ok": ("{megabytes} MB are free where the profile lies.", "", ""),
}


@dataclass(frozen=True, slots=True)
class SearxngLook:
    """What a look at SearXNG gave: "" or a ``SearchProblem``, and the values of its wording."""

    problem: str
    params: Mapping[str, object]
    hits: int = 0
    blocked: tuple[tuple[str, str], ...] = ()


def searxng_checks(look: SearxngLook) -> list[Check]:
    """Return a look at SearXNG as checks, each problem with its remedy (SPEC W2)."""
    if look.problem:
        return [Check(f"searxng_{look.problem}", Level.PROBLEM, dict(look.params))]
    found = [Check("searxng_ok", Level.OK, {"hits": look.hits, **look.params})]
    if look.blocked:
        names = ", ".join(f"{name}: {why}" for name, why in look.blocked)
        found.append(Check("searxng_some_blocked", Level.NOTE, {"engines": names}))
    return found


def examine(profile: Profile, look: SearxngLook | None = None) -> list[Check]:
    """Look at everything; changes nothing, makes no network call of its own.

    Args:
        look: what SearXNG said when it was asked, None where it is off.
    """
    return [
        *(searxng_checks(look) if look is not None else ()),
        *_database(profile),
        *_audit(profile),
        *_promotions(profile),
        *_folders(profile),
        *_settings(profile),
        *_files(profile),
    ]


def _database(profile: Profile) -> Iterator[Check]:
    try:
        said = profile.database.read(lambda rx: [str(row[0]) for row in rx.sql("PRAGMA quick_check(5)")])
    except NeuroDeskError as error:
        said = [str(error)]
    if said == ["ok"]:
        yield Check("database_ok", Level.OK)
    else:
        yield Check("database_damaged", Level.PROBLEM, {"detail": "; ".join(said)})


def _audit(profile: Profile) -> Iterator[Check]:
    def query(rx: Rx) -> Check:
        records, problems = audit_store.check(rx)
        seq, head = audit_store.head(rx)
        if problems:
            first = problems[0]
            values: dict[str, object] = {"seq": first.seq, "problem": first.code, "count": len(problems)}
            return Check("audit_broken", Level.PROBLEM, values)
        return Check("audit_ok", Level.OK, {"records": records, "seq": seq, "head": head})

    yield profile.database.read(query)


def _promotions(profile: Profile) -> Iterator[Check]:
    for row in profile.database.read(promotion_store.open_promotions):
        values: dict[str, object] = {
            "promotion": row.id,
            "path": row.path,
            "phase": row.phase.value,
            "error": row.error,
        }
        yield Check("promotion_open", Level.PROBLEM, values)


def _folders(profile: Profile) -> Iterator[Check]:
    found = lost_folders(profile)
    yield from _knowledge_bases(profile, {one.id for one in found})
    for one in found:
        if one.kind is Kind.COLLECTION:
            yield Check("collection_unreachable", Level.PROBLEM, {"path": one.root, "name": one.name})


def _knowledge_bases(profile: Profile, lost: set[str]) -> Iterator[Check]:
    registered = profile.database.read(graph_store.all_kbs)
    if not registered:
        yield Check("kb_none", Level.NOTE)
    for kb in registered:
        if kb.id in lost:
            yield Check("kb_unreachable", Level.PROBLEM, {"path": kb.root, "name": kb.name})
            continue
        articles = profile.database.read(
            lambda rx, kb_id=kb.id: rx.scalar(  # type: ignore[misc]
                "SELECT COUNT(*) FROM node WHERE kb_id = ? AND state = 'active'", (kb_id,)
            )
        )
        yield Check("kb_ok", Level.OK, {"name": kb.name, "articles": articles})


def _settings(profile: Profile) -> Iterator[Check]:
    current = profile.settings.current
    for one in current.problems:
        yield Check("settings_problem", Level.PROBLEM, {"problem": one})
    for one in current.unknown:
        yield Check("settings_unknown", Level.NOTE, {"key": one})
    if not current.problems and not current.unknown:
        yield Check("settings_ok", Level.OK)
    if not current.text("curator.name"):
        yield Check("curator_unnamed", Level.NOTE)
    if not current.text("searxng.url"):
        yield Check("searxng_unset", Level.NOTE)
    if not current.items("models.ollama_urls"):
        yield Check("models_unset", Level.NOTE)
    if not profile.database.read(lambda rx: rx.scalar("SELECT 1 FROM collection LIMIT 1")):
        yield Check("library_empty", Level.NOTE)


def _files(profile: Profile) -> Iterator[Check]:
    names = profile.database.read(
        lambda rx: [
            row[0]
            for row in rx.sql("SELECT staging_name FROM draft WHERE state NOT IN ('promoted', 'rejected')")
        ]
    )
    missing = sum(not name or not (profile.paths.staging / name).exists() for name in names)
    if missing:
        yield Check("staging_missing", Level.NOTE, {"count": missing})
    root: Path = profile.paths.root
    if os.name == "posix" and root.stat().st_mode & 0o077:
        yield Check("profile_open_to_others", Level.NOTE, {"path": str(root)})
    free = shutil.disk_usage(root).free
    low = free < LOW_SPACE_BYTES
    yield Check(
        "space_low" if low else "space_ok",
        Level.PROBLEM if low else Level.OK,
        {"megabytes": free // 1_000_000},
    )
