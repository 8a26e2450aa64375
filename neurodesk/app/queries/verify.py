"""Verify a draft, a staged file, a promoted article or sidecar: trust nothing, name what fails (SPEC R11)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from neurodesk.app.draft_sources import encoder_of
from neurodesk.app.profile import Profile
from neurodesk.app.promotion_plan import parse_article
from neurodesk.domain.articles import DraftState, Reason, SourceRef
from neurodesk.domain.decisions import Draft, JudgedClaim
from neurodesk.domain.errors import BadInput
from neurodesk.domain.identity import sha256_bytes, sha256_text
from neurodesk.pipeline.similarity import similarity_of
from neurodesk.pipeline.verify import StoredSource, VerifyReport, verify_text
from neurodesk.storage import audit_store, draft_store, graph_store, promotion_store
from neurodesk.storage.article_store import body_of
from neurodesk.storage.db import Rx
from neurodesk.storage.promotion_store import UNDO, Phase, PromotionRow
from neurodesk.storage.staged_files import StagedFiles


@dataclass(frozen=True, slots=True)
class Verified:
    """What verifying said.

    Attributes:
        what: ``draft`` or ``article``.
        version: of the draft whose claims were proved.
        path: the file that was read, "" when the draft's text came from the database.
        text: what was proved.
        problems: what is wrong with file, record, sidecar or audit as a whole.
    """

    what: str
    draft_id: str
    version: int
    path: str
    text: str
    report: VerifyReport
    problems: tuple[Reason, ...]

    @property
    def holds(self) -> bool:
        """Whether everything was proved."""
        return not self.problems and self.report.holds


def verify(profile: Profile, subject: str) -> Verified:
    """Verify a draft by id, or a file: a staged article, an article of a KB, or a sidecar.

    Offline, with no model; the sidecar is compared last and only compared.

    Raises:
        BadInput: ``verify_unknown``, nothing in the records belongs to it.
        StorageFault: the file cannot be read.
    """
    path = Path(subject).expanduser()
    if profile.database.read(lambda rx: rx.scalar("SELECT 1 FROM draft WHERE id = ?", (subject,))):
        return _verify_draft(profile, subject, None)
    if not path.is_file():
        raise BadInput("verify_unknown", subject=subject)
    resolved = path.resolve()
    if resolved.parent == profile.paths.article_metadata.resolve() and resolved.suffix == ".json":
        return verify(profile, resolved.stem) if resolved.stem != subject else _unknown(subject)
    staged = profile.database.read(
        lambda rx: rx.scalar("SELECT id FROM draft WHERE staging_name = ?", (resolved.name,))
    )
    if staged and resolved.parent in (profile.paths.staging.resolve(), profile.paths.rejected.resolve()):
        return _verify_draft(profile, str(staged), resolved)
    return _verify_article(profile, resolved, subject)


def _unknown(subject: str) -> Verified:
    raise BadInput("verify_unknown", subject=subject)


def _verify_draft(profile: Profile, draft_id: str, path: Path | None) -> Verified:
    draft = profile.database.read(lambda rx: draft_store.read_draft(rx, draft_id))
    if draft.state is DraftState.PROMOTED and path is None:
        row = _standing(profile.database.read(lambda rx: promotion_store.promotions_of_draft(rx, draft_id)))
        if row is not None:
            kb = profile.database.read(lambda rx: graph_store.kb_by_id(rx, row.kb_id))
            return _verify_promoted(profile, row, Path(kb.root) / row.path)
    if path is None and draft.staging_name:
        folder = profile.paths.rejected if draft.state is DraftState.REJECTED else profile.paths.staging
        path = folder / draft.staging_name
    problems: list[Reason] = []
    text = draft.text
    if path is not None:
        try:
            text = path.read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError):
            problems.append(Reason("file_missing", (("path", str(path)),)))
        if sha256_text(text) != draft.text_sha256:
            problems.append(Reason("file_differs_from_record", (("path", str(path)),)))
    if sha256_text(draft.text) != draft.text_sha256:
        problems.append(Reason("record_damaged", (("draft", draft_id),)))
    return _proved(profile, "draft", draft, draft.version, text, str(path or ""), problems)


def _verify_article(profile: Profile, path: Path, subject: str) -> Verified:
    for kb in profile.database.read(graph_store.all_kbs):
        root = Path(kb.root)
        if not path.is_relative_to(root):
            continue
        relative = path.relative_to(root).as_posix()
        row = profile.database.read(partial(_newest_of_path, kb_id=kb.id, path=relative))
        if row is not None:
            return _verify_promoted(profile, row, path)
    return _unknown(subject)


def _newest_of_path(rx: Rx, kb_id: str, path: str) -> PromotionRow | None:
    return _standing(list(reversed(promotion_store.promotions_of_path(rx, kb_id, path))))


def _standing(rows: Sequence[PromotionRow]) -> PromotionRow | None:
    """Return the newest promotion that counts, of rows oldest first."""
    counting = [
        one
        for one in rows
        if one.kind != UNDO and not one.undone_at and one.phase in (Phase.ARCHIVED, Phase.DONE)
    ]
    return counting[-1] if counting else None


def _verify_promoted(profile: Profile, row: PromotionRow, path: Path) -> Verified:
    draft = profile.database.read(lambda rx: draft_store.read_draft(rx, row.draft_id))
    version = int(row.decision.get("version", draft.version))
    recorded = profile.database.read(lambda rx: body_of(rx, draft.id, version))
    problems: list[Reason] = []
    text = ""
    try:
        data = path.read_bytes()
    except OSError:
        problems.append(Reason("file_missing", (("path", str(path)),)))
    else:
        wanted = {step.path: step.new_sha256 for step in row.steps}.get(row.path, "")
        if sha256_bytes(data) != wanted:
            problems.append(Reason("file_differs_from_promotion", (("path", str(path)),)))
        text = parse_article(profile.kb_formats, row.path, data).body
    audited = profile.database.read(lambda rx: _audited(rx, row))
    if not audited:
        problems.append(Reason("promotion_not_in_audit", (("promotion", row.id),)))
    if not recorded:
        problems.append(Reason("record_damaged", (("draft", draft.id),)))
    return _proved(profile, "article", draft, version, text, str(path), problems)


def _audited(rx: Rx, row: PromotionRow) -> bool:
    """Tell whether the audit knows the promotion with the same bytes."""
    return any(
        one.seq == row.audit_seq
        and one.act == "promote"
        and one.hashes.get("promotion") == row.id
        and one.hashes.get("new", "") == row.steps[0].new_sha256
        for one in audit_store.records_of(rx, row.draft_id)
    )


def _proved(
    profile: Profile,
    what: str,
    draft: Draft,
    version: int,
    text: str,
    path: str,
    problems: list[Reason],
) -> Verified:
    claims = profile.database.read(lambda rx: draft_store.judged_claims(rx, draft.id, version))
    base = profile.database.read(
        lambda rx: str(rx.scalar("SELECT body FROM text WHERE sha256 = ?", (draft.base_hash,)) or "")
    )
    if base and sha256_text(base) != draft.base_hash:
        base = ""

    def source(ref: SourceRef) -> StoredSource:
        return profile.database.read(lambda rx: stored_source(rx, ref))

    # Only a merge leaves units of its base without a claim of their own.
    encoder = encoder_of(profile)
    report = verify_text(
        text,
        claims,
        source,
        base_text="" if draft.task_id else base,
        similarity=similarity_of(encoder) if encoder is not None else None,
    )
    _, chain = profile.database.read(audit_store.check)
    problems += [Reason("audit_" + one.code, (("seq", str(one.seq)),)) for one in chain]
    problems += _sidecar_problems(profile, draft, claims)
    return Verified(what, draft.id, version, path, text, report, tuple(problems))


def stored_source(rx: Rx, ref: SourceRef) -> StoredSource:
    """Return the stored text of a reference: by the hash it was judged with, bound to the source's record."""
    row = rx.one("SELECT sha256, final_uri, title FROM evidence WHERE id = ?", (ref.ref,))
    text = rx.scalar("SELECT body FROM text WHERE sha256 = ?", (ref.sha256,))
    if row is not None:
        return StoredSource(text, row["final_uri"], row["title"], row["sha256"])
    node = rx.one("SELECT title, path, uri, body, content_hash FROM node WHERE id = ?", (ref.ref,))
    if node is None:
        return StoredSource(None)
    if text is None and node["content_hash"] == ref.sha256:
        text = node["body"]
    return StoredSource(text, node["path"] or node["uri"], node["title"])


def _sidecar_problems(profile: Profile, draft: Draft, claims: Sequence[JudgedClaim]) -> list[Reason]:
    """Compare the sidecar with the record, claim by claim.

    A draft that the review did not accept was never staged and has no file (SPEC R9): there the sidecar that
    is kept with it counts.
    """
    path = StagedFiles(profile.database, profile.paths).sidecar_path(draft.id)
    kept: Any = draft.data.get("sidecar")
    try:
        in_file = draft.staging_name or path.exists() or not isinstance(kept, dict)
        sidecar: Any = json.loads(path.read_text("utf-8")) if in_file else kept
        listed = {str(one["id"]): one for one in sidecar["claims"]}
    except OSError:
        return [Reason("sidecar_missing", (("path", str(path)),))]
    except (ValueError, KeyError, TypeError):
        return [Reason("sidecar_damaged", (("path", str(path)),))]
    differing = [one.id for one in claims if not _same_claim(one, listed.pop(one.id, None))]
    return [Reason("sidecar_differs", (("claim", one),)) for one in (*differing, *sorted(listed))]


def _same_claim(one: JudgedClaim, listed: Any) -> bool:
    claim = one.claim
    try:
        return bool(
            listed is not None
            and listed["text"] == claim.text
            and listed["verdict"] == (claim.verdict.value if claim.verdict else "")
            and listed["exempt"] == claim.exempt
            and [(ref["ref"], ref["quote"], ref["sha256"]) for ref in listed["source_refs"]]
            == [(ref.ref, ref.quote, ref.sha256) for ref in claim.refs]
        )
    except (KeyError, TypeError):
        return False
