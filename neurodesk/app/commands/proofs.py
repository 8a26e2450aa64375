"""Make a proof pack of an article or draft, after telling what would leave (SPEC R11)."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from neurodesk import __version__
from neurodesk.app.draft_sources import encoder_of
from neurodesk.app.export_file import export_target
from neurodesk.app.profile import Profile
from neurodesk.app.queries.verify import Verified, stored_source, verify
from neurodesk.domain.articles import SourceRef
from neurodesk.domain.audit_chain import AuditRecord
from neurodesk.domain.decisions import JudgedClaim
from neurodesk.domain.errors import BadInput, RuleRefused
from neurodesk.domain.evidence import SourceOrigin
from neurodesk.domain.judge import Similarity
from neurodesk.domain.proofs import (
    SIGNATURE,
    Approval,
    PackCitation,
    PackClaim,
    PackSource,
    ProofPack,
    entries_of,
)
from neurodesk.pipeline.prove_pack import AROUND, PackReport, passage_of, prove_pack
from neurodesk.pipeline.similarity import similarity_of
from neurodesk.storage import audit_store, draft_store
from neurodesk.storage.db import Rx
from neurodesk.storage.proof_files import is_pack, write_pack
from neurodesk.storage.signing import SigningKey
from neurodesk.storage.staged_files import StagedFiles


@dataclass(frozen=True, slots=True)
class Included:
    """What beyond passages of outside sources the curator asks for."""

    snapshots: bool = False
    internal: bool = False
    review: bool = False


@dataclass(frozen=True, slots=True)
class PreparedPack:
    """A pack before it is written, to be shown as a list of what leaves."""

    draft_id: str
    pack: ProofPack
    proved: PackReport

    @property
    def leaving(self) -> dict[str, Any]:
        """What the file will hold, in figures and titles."""
        return {
            "title": self.pack.title,
            "claims": len(self.pack.claims),
            "passages": [
                {"title": one.title, "origin": one.origin, "passages": self._passages(one.ref)}
                for one in self.pack.sources
                if not one.withheld
            ],
            "withheld": [one.title for one in self.pack.sources if one.withheld],
            "snapshots": len(self.pack.snapshots),
            "snapshot_characters": sum(map(len, self.pack.snapshots.values())),
            "review": self.pack.review is not None,
            "approved_by": self.pack.approval.record.who if self.pack.approval.record else "",
        }

    def _passages(self, ref: str) -> int:
        return len({cited for one in self.pack.claims for cited in one.citations if cited.ref == ref})


def prepare_pack(profile: Profile, subject: str, included: Included) -> PreparedPack:
    """Collect a pack for a draft or article; nothing is written.

    Args:
        subject: as ``verify`` takes it.

    Raises:
        BadInput: ``verify_unknown``.
        RuleRefused: ``proof_fails``: what does not verify here is not carried elsewhere.
    """
    verified = verify(profile, subject)
    if not verified.holds:
        raise RuleRefused("proof_fails", draft=verified.draft_id, failing=len(verified.report.failing))
    pack = profile.database.read(lambda rx: _collect(rx, profile, verified, included))
    encoder = encoder_of(profile)
    similarity = similarity_of(encoder) if encoder is not None else None
    pack, proved = _with_enough_context(profile, pack, similarity)
    if not proved.holds:
        raise RuleRefused("proof_fails", draft=verified.draft_id, failing=len(proved.failing))
    return PreparedPack(verified.draft_id, pack, proved)


def save_pack(profile: Profile, prepared: PreparedPack, path: Path, key: SigningKey) -> dict[str, bytes]:
    """Sign and write a prepared pack; return its entries.

    Raises:
        BadInput: ``pack_too_large``; ``export_exists``: a file stands there that is no proof pack.
        RuleRefused: ``export_into_kb``, ``export_into_profile``. StorageFault: ``file_unwritable``.
    """
    target = pack_target(profile, path)
    entries = entries_of(prepared.pack, f"NeuroDesk {__version__}")
    entries[SIGNATURE] = key.signature_of(entries)
    write_pack(target, entries)
    return entries


def pack_target(profile: Profile, path: Path) -> Path:
    """Return the file that a pack may be written to; only a former pack is ever replaced.

    Raises:
        BadInput: ``export_exists``. RuleRefused: ``export_into_kb``, ``export_into_profile``.
    """
    target = export_target(profile, path)
    if os.path.lexists(target) and not is_pack(target):
        raise BadInput("export_exists", path=str(path))
    return target


def _collect(rx: Rx, profile: Profile, verified: Verified, included: Included) -> ProofPack:
    draft = draft_store.read_draft(rx, verified.draft_id)
    claims = draft_store.judged_claims(rx, draft.id, verified.version)
    refs = {ref.ref: ref for one in claims for ref in one.claim.refs}
    sources = tuple(_source(rx, ref, included) for ref in refs.values())
    withheld = {one.ref for one in sources if one.withheld}
    snapshots = {}
    if included.snapshots:
        for one in sources:
            text = stored_source(rx, refs[one.ref]).text
            if text is not None and not one.withheld:
                snapshots[one.sha256] = text
    return ProofPack(
        title=draft.title,
        lang=draft.lang,
        made_at=profile.clock.time(),
        article=verified.text,
        claims=tuple(_claim(rx, one, withheld) for one in claims),
        sources=sources,
        approval=_approval(rx, draft.id, verified.what),
        snapshots=snapshots,
        review=_review(profile, draft.id) if included.review else None,
    )


def _source(rx: Rx, ref: SourceRef, included: Included) -> PackSource:
    row = rx.one("SELECT * FROM evidence WHERE id = ?", (ref.ref,))
    if row is None:
        node = rx.one("SELECT title, lang FROM node WHERE id = ?", (ref.ref,))
        title, lang = (node["title"], node["lang"]) if node else (ref.title, "")
        return PackSource(
            ref.ref, title, SourceOrigin.KB, "", ref.sha256, 0.0, lang, withheld=not included.internal
        )
    # The address of a library document is a path of this machine; where it came from is not.
    uri = row["final_uri"] if row["origin"] == SourceOrigin.WEB else row["recorded_origin"]
    return PackSource(
        ref.ref,
        row["title"],
        row["origin"],
        uri,
        ref.sha256,
        row["retrieved_at"],
        row["lang"],
        row["licence"],
        withheld=row["origin"] == SourceOrigin.KB and not included.internal,
    )


def _claim(rx: Rx, one: JudgedClaim, withheld: set[str]) -> PackClaim:
    cited = []
    for ref in one.claim.refs:
        if ref.ref in withheld:
            cited.append(PackCitation(ref.ref, "", None))
            continue
        text = stored_source(rx, ref).text or ""
        cited.append(PackCitation(ref.ref, ref.quote, passage_of(text, ref.quote, AROUND[0])))
    claim = one.claim
    return PackClaim(
        id=claim.id,
        ordinal=claim.ordinal,
        kind=claim.kind,
        text=claim.text,
        verdict=claim.verdict.value if claim.verdict else "",
        reasons=tuple(reason.code for reason in claim.reasons),
        exempt=claim.exempt,
        human_reason=one.human_reason,
        citations=tuple(cited),
    )


def _with_enough_context(
    profile: Profile, pack: ProofPack, similarity: Similarity | None
) -> tuple[ProofPack, PackReport]:
    """Widen the passages of claims that do not hold on theirs alone, and only of those."""
    proved = prove_pack(pack, similarity)
    hashes = {one.ref: one.sha256 for one in pack.sources}
    for around in AROUND[1:]:
        failing = {(one.kind, one.text) for one in proved.failing}
        if not failing:
            break
        widen = _Widen(profile, hashes, around)
        claims = tuple(
            replace(one, citations=tuple(map(widen, one.citations)))
            if (one.kind, one.text) in failing
            else one
            for one in pack.claims
        )
        pack = replace(pack, claims=claims)
        proved = prove_pack(pack, similarity)
    return pack, proved


class _Widen:
    def __init__(self, profile: Profile, hashes: Mapping[str, str], around: int) -> None:
        self._read: Callable[[str], str] = lambda sha256: profile.database.read(
            lambda rx: str(rx.scalar("SELECT body FROM text WHERE sha256 = ?", (sha256,)) or "")
        )
        self._hashes = hashes
        self._around = around

    def __call__(self, cited: PackCitation) -> PackCitation:
        if cited.passage is None:
            return cited
        text = self._read(self._hashes.get(cited.ref, ""))
        wider = passage_of(text, cited.quote, self._around) if text else None
        return cited if wider is None else replace(cited, passage=wider)


def _approval(rx: Rx, draft_id: str, what: str) -> Approval:
    seq, sha256 = audit_store.head(rx)
    record: AuditRecord | None = None
    if what == "article":
        promotions = [one for one in audit_store.records_of(rx, draft_id) if one.act == "promote"]
        record = promotions[-1] if promotions else None
    return Approval(record, seq, sha256)


def _review(profile: Profile, draft_id: str) -> Any:
    path = StagedFiles(profile.database, profile.paths).sidecar_path(draft_id)
    try:
        sidecar = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return sidecar.get("article_review", {})
