"""The proof pack: what one file has to hold so that another machine can prove an article (SPEC R11, P6).

A pack is a set of named entries. ``manifest.json`` lists every other entry with its hash and is what the key
signs; the rest is the article, its claims, the sources that they cite and how the curator decided. It holds
passages, not pages: each quotation's whole unit, its heading and some characters around it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from neurodesk.domain.articles import Claim, Reason, SourceRef, Verdict
from neurodesk.domain.audit_chain import AuditRecord, canonical_json, record_hash
from neurodesk.domain.decisions import JudgedClaim
from neurodesk.domain.errors import BadInput
from neurodesk.domain.identity import sha256_bytes, sha256_text

FORMAT: Final = "neurodesk-proof"
FORMAT_VERSION: Final = 1
MANIFEST: Final = "manifest.json"
SIGNATURE: Final = "signature.json"
ARTICLE: Final = "article.md"
CLAIMS: Final = "claims.json"
SOURCES: Final = "sources.json"
APPROVAL: Final = "approval.json"
REVIEW: Final = "review.json"
SNAPSHOTS: Final = "snapshots/"
REQUIRED: Final = (MANIFEST, ARTICLE, CLAIMS, SOURCES, APPROVAL)

STATEMENT: Final = (
    "The sentences of the article stand in, or follow from, the quoted passages; the passages stand in texts"
    " with the hashes given, retrieved at the times given; the article was approved as the approval says. It"
    " is not a statement that the sources themselves are right."
)


@dataclass(frozen=True, slots=True)
class PackSource:
    """A cited source without its text.

    Attributes:
        origin: ``web``, ``library`` or ``kb``.
        uri: a web address, or "" where an address would tell a folder of the machine.
        sha256: hash of the whole stored text, in UTF-8.
        retrieved_at: UTC epoch seconds, 0 for an article of the KB.
        withheld: internal and not asked for: neither passage nor quotation is in the pack.
    """

    ref: str
    title: str
    origin: str
    uri: str
    sha256: str
    retrieved_at: float
    lang: str = ""
    licence: str = ""
    withheld: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """What of a source one citation shows.

    Attributes:
        start, end: offsets of ``text`` in the whole source, in characters.
        frame: headings above it, as lines of Markdown; "" when there are none.
    """

    start: int
    end: int
    text: str
    frame: str = ""

    @property
    def framed(self) -> str:
        """The text that the judge reads."""
        return f"{self.frame}\n\n{self.text}" if self.frame else self.text


@dataclass(frozen=True, slots=True)
class PackCitation:
    """A quotation: of a whole snapshot when ``passage`` is None and the source is not withheld."""

    ref: str
    quote: str
    passage: Passage | None


@dataclass(frozen=True, slots=True)
class PackClaim:
    """A unit of the article with what carries it."""

    id: str
    ordinal: int
    kind: str
    text: str
    verdict: str
    reasons: tuple[str, ...]
    exempt: bool
    human_reason: str
    citations: tuple[PackCitation, ...]


@dataclass(frozen=True, slots=True)
class Approval:
    """How the curator decided.

    Attributes:
        record: the promotion's audit record; None for a draft that nobody promoted.
        head_seq, head_sha256: number and hash of the newest audit record when the pack was made.
    """

    record: AuditRecord | None
    head_seq: int
    head_sha256: str


@dataclass(frozen=True, slots=True)
class ProofPack:
    """Everything a pack holds, read.

    Attributes:
        snapshots: whole texts by hash, where the curator asked for them.
        review: the reviewer's text, where asked for.
    """

    title: str
    lang: str
    made_at: float
    article: str
    claims: tuple[PackClaim, ...]
    sources: tuple[PackSource, ...]
    approval: Approval
    snapshots: Mapping[str, str] = field(default_factory=dict)
    review: Any = None


def entries_of(pack: ProofPack, made_with: str) -> dict[str, bytes]:
    """Return the entries of a pack, the manifest last; the same pack gives the same bytes.

    Args:
        made_with: product and version.
    """
    approval = pack.approval
    entries = {
        ARTICLE: pack.article.encode(),
        CLAIMS: _json([asdict(one) for one in pack.claims]),
        SOURCES: _json([asdict(one) for one in pack.sources]),
        APPROVAL: _json(
            {
                "record": None if approval.record is None else asdict(approval.record),
                "audit_head": {"seq": approval.head_seq, "sha256": approval.head_sha256},
            }
        ),
    }
    if pack.review is not None:
        entries[REVIEW] = _json(pack.review)
    for sha256, text in sorted(pack.snapshots.items()):
        entries[f"{SNAPSHOTS}{sha256}.txt"] = text.encode()
    entries[MANIFEST] = _json(
        {
            "format": FORMAT,
            "version": FORMAT_VERSION,
            "made_with": made_with,
            "made_at": pack.made_at,
            "title": pack.title,
            "lang": pack.lang,
            "states": STATEMENT,
            "entries": {name: sha256_bytes(data) for name, data in sorted(entries.items())},
        }
    )
    return entries


def parse_pack(entries: Mapping[str, bytes]) -> ProofPack:
    """Read a pack's entries.

    Raises:
        BadInput: ``pack_damaged`` naming the entry, ``pack_newer``.
    """
    for name in REQUIRED:
        if name not in entries:
            raise BadInput("pack_damaged", entry=name, detail="it is missing")
    manifest = _object(entries, MANIFEST)
    if manifest.get("format") != FORMAT:
        raise BadInput("pack_damaged", entry=MANIFEST, detail="it is not a proof pack")
    if manifest.get("version") != FORMAT_VERSION:
        raise BadInput("pack_newer", found=str(manifest.get("version")), known=FORMAT_VERSION)
    read = _Reader(entries)
    return ProofPack(
        title=str(manifest.get("title", "")),
        lang=str(manifest.get("lang", "")),
        made_at=read.part(MANIFEST, lambda: float(manifest["made_at"])),
        article=read.part(ARTICLE, entries[ARTICLE].decode),
        claims=read.part(CLAIMS, lambda: tuple(_claim(one) for one in _load(entries, CLAIMS))),
        sources=read.part(SOURCES, lambda: tuple(PackSource(**one) for one in _load(entries, SOURCES))),
        approval=read.part(APPROVAL, lambda: _approval(_load(entries, APPROVAL))),
        snapshots=read.part(SNAPSHOTS, lambda: _snapshots(entries)),
        review=_load(entries, REVIEW) if REVIEW in entries else None,
    )


def entry_problems(entries: Mapping[str, bytes]) -> tuple[Reason, ...]:
    """Compare the entries with the manifest: changed, missing and extra ones are named."""
    listed = _object(entries, MANIFEST).get("entries")
    if not isinstance(listed, dict):
        raise BadInput("pack_damaged", entry=MANIFEST, detail="it lists no entries")
    found = {name: data for name, data in entries.items() if name not in (MANIFEST, SIGNATURE)}
    problems = [
        Reason("pack_entry_changed" if name in listed else "pack_entry_extra", (("entry", name),))
        for name, data in sorted(found.items())
        if listed.get(name) != sha256_bytes(data)
    ]
    problems += [
        Reason("pack_entry_missing", (("entry", str(name)),)) for name in listed if name not in found
    ]
    return tuple(problems)


def approval_problems(approval: Approval) -> tuple[Reason, ...]:
    """Check the audit record against its own hash and the head that the pack states."""
    record = approval.record
    if record is None:
        return ()
    problems = []
    if record_hash(record) != record.sha256:
        problems.append(Reason("audit_record_changed", (("seq", str(record.seq)),)))
    if record.seq > approval.head_seq or (
        record.seq == approval.head_seq and record.sha256 != approval.head_sha256
    ):
        problems.append(Reason("audit_link_broken", (("seq", str(record.seq)),)))
    return tuple(problems)


def judged(pack: ProofPack) -> tuple[list[JudgedClaim], dict[str, str]]:
    """Return the claims in the form that verifying takes, and the texts that they cite by hash.

    A citation of a passage is bound to the passage's own hash: the whole text is not in the pack.
    """
    withheld = {one.ref for one in pack.sources if one.withheld}
    sources = {one.ref: one for one in pack.sources}
    texts: dict[str, str] = {}
    claims = []
    for one in pack.claims:
        refs = []
        for cited in one.citations:
            source = sources.get(cited.ref)
            uri, title, sha256 = (source.uri, source.title, source.sha256) if source else ("", "", "")
            if cited.ref not in withheld:
                text = cited.passage.framed if cited.passage else pack.snapshots.get(sha256)
                if text is not None:
                    sha256 = sha256_text(text)
                    texts[sha256] = text
            refs.append(SourceRef(cited.ref, cited.quote, sha256, uri=uri, title=title))
        verdict = Verdict(one.verdict) if one.verdict else None
        reasons = tuple(Reason(code) for code in one.reasons)
        claim = Claim(
            one.id, one.ordinal, one.kind, one.text, 0, 0, verdict, tuple(refs), reasons, one.exempt
        )
        claims.append(JudgedClaim(claim, human_reason=one.human_reason))
    return claims, texts


def snapshot_problems(pack: ProofPack) -> tuple[Reason, ...]:
    """Check each whole text against its hash, and each passage against the whole text."""
    problems = [
        Reason("source_changed", (("ref", sha256),))
        for sha256, text in pack.snapshots.items()
        if sha256_text(text) != sha256
    ]
    hashes = {one.ref: one.sha256 for one in pack.sources}
    for claim in pack.claims:
        for cited in claim.citations:
            whole = pack.snapshots.get(hashes.get(cited.ref, ""))
            if whole is None or cited.passage is None:
                continue
            if whole[cited.passage.start : cited.passage.end] != cited.passage.text:
                problems.append(Reason("quote_not_found", (("ref", cited.ref),)))
    return tuple(dict.fromkeys(problems))


class _Reader:
    """Turns whatever a foreign pack raises into the one error that names the entry."""

    def __init__(self, entries: Mapping[str, bytes]) -> None:
        self._entries = entries

    def part(self, entry: str, read: Any) -> Any:
        """Read one part.

        Raises:
            BadInput: ``pack_damaged``.
        """
        try:
            return read()
        except BadInput:
            raise
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError) as error:
            raise BadInput("pack_damaged", entry=entry, detail=str(error)[:200]) from error


def _json(value: object) -> bytes:
    return (canonical_json(value) + "\n").encode("utf-8", "surrogatepass")


def _load(entries: Mapping[str, bytes], name: str) -> Any:
    try:
        return json.loads(entries[name])
    except (ValueError, RecursionError) as error:
        raise BadInput("pack_damaged", entry=name, detail=str(error)[:200]) from error


def _object(entries: Mapping[str, bytes], name: str) -> dict[str, Any]:
    value = _load(entries, name)
    if not isinstance(value, dict):
        raise BadInput("pack_damaged", entry=name, detail="it is not an object")
    return value


def _claim(value: Any) -> PackClaim:
    given = dict(value)
    cited = tuple(_citation(one) for one in given.pop("citations"))
    given["reasons"] = tuple(str(one) for one in given["reasons"])
    if given["verdict"]:
        Verdict(given["verdict"])
    for key in ("id", "kind", "text", "human_reason"):
        if not isinstance(given[key], str):
            raise ValueError(f"{key} is not a text")
    return PackClaim(**given, citations=cited)


def _citation(value: Any) -> PackCitation:
    given = dict(value)
    passage = given.pop("passage")
    found = PackCitation(**given, passage=None if passage is None else Passage(**passage))
    texts: Sequence[object] = [found.ref, found.quote]
    if found.passage is not None:
        texts = [*texts, found.passage.text, found.passage.frame]
    if not all(isinstance(one, str) for one in texts):
        raise ValueError("a citation holds something else than text")
    return found


def _approval(value: Any) -> Approval:
    record = value["record"]
    head = value["audit_head"]
    made = None if record is None else AuditRecord(**record)
    if made is not None:
        float(made.at)
        dict(made.hashes)
    return Approval(made, int(head["seq"]), str(head["sha256"]))


def _snapshots(entries: Mapping[str, bytes]) -> dict[str, str]:
    return {
        name[len(SNAPSHOTS) :].removesuffix(".txt"): data.decode()
        for name, data in entries.items()
        if name.startswith(SNAPSHOTS)
    }
