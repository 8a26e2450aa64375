"""A profile with a KB, stored evidence and a machine draft, made from real parts, for tests of the desk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from neurodesk.app.commands.knowledge import import_kb, register_kb
from neurodesk.app.profile import Profile
from neurodesk.domain.articles import ArticleType, Claim, DraftKind
from neurodesk.domain.evidence import EvidenceState, SourceOrigin, SourceText
from neurodesk.domain.identity import derived_id, sha256_text
from neurodesk.domain.research import AuthoredArticle, NewDraft, NewEvidence, Review
from neurodesk.pipeline.rejudge import CodeJudge, JudgeSource
from neurodesk.storage.article_store import put_draft
from neurodesk.storage.evidence_store import put_evidence

SOURCE = """# Growing a logical volume

Run `lvextend -r -L +10G /dev/vg0/data` to grow the logical volume by 10 GiB.
The option -r grows the file system in the same step.
The volume group must have at least 10 GiB free before the command is run.
Run `vgs` to see the free space of the volume group.
The file system may stay mounted while it grows.
After the command `df -h` shows the new size of the file system.
"""

ARTICLE = """# Grow a logical volume online

The volume group must have at least 10 GiB free before the command is run.

1. Run `vgs` to see the free space of the volume group.
2. Run `lvextend -r -L +10G /dev/vg0/data` to grow the logical volume by 10 GiB.

The file system may stay mounted while it grows.
"""

BASE = """---
title: "Extend a volume"
lang: en
auto_reply: false
custom_key:   007   # ours
---

# Extend a volume

The file system may stay mounted while it grows.

See [disk full](disk-full.md).
"""

DISK_FULL = """# Disk full

Look at [extending](extend.md) and [again](./extend.md#steps).
"""


def make_kb(root: Path, files: Mapping[str, str | bytes] | None = None) -> Path:
    """Write a small KB."""
    for path, text in (files or {"storage/extend.md": BASE, "storage/disk-full.md": DISK_FULL}).items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text if isinstance(text, bytes) else text.encode())
    return root


def imported(profile: Profile, root: Path, name: str = "Desk") -> str:
    """Register and import a KB; return its id."""
    kb = register_kb(profile, root, name)
    import_kb(profile, kb.id)
    return kb.id


def node_id(profile: Profile, path: str) -> str:
    """Return the id of an article."""
    found = profile.database.read(
        lambda rx: rx.scalar("SELECT id FROM node WHERE path = ? AND state = 'active'", (path,))
    )
    assert found, path
    return str(found)


def store_evidence(profile: Profile, text: str = SOURCE, *, task: str = "t_desk", uri: str = "") -> str:
    """Store one learned library text; return its id."""
    final = uri or "library://handbook/lvm.html"
    evidence_id = derived_id("e", task, final)
    source = SourceText(
        requested_uri=final,
        final_uri=final,
        title="Growing a logical volume",
        text=text,
        origin=SourceOrigin.LIBRARY,
        source_key="library:handbook",
        host="",
        lang="en",
        extractor="test",
        retrieved_at=1_700_000_000.0,
    )
    item = NewEvidence(
        id=evidence_id,
        source=source,
        sha256=sha256_text(text),
        relevance=0.9,
        quality=0.9,
        trust=0.6,
        confidence=0.6,
        evidence_count=1,
        independent=True,
        state=EvidenceState.LEARNED,
        seeds=(),
    )
    profile.database.write(lambda tx: put_evidence(tx, task, [item], 1_700_000_000.0))
    return evidence_id


def judged(text: str, sources: Sequence[JudgeSource]) -> tuple[Claim, ...]:
    """Judge a text by the real code judge."""
    judge = CodeJudge(text, sources)
    return tuple(one if one.exempt else judge.judge(one) for one in judge.units())


def store_draft(
    profile: Profile,
    text: str = ARTICLE,
    *,
    evidence: Sequence[str] = (),
    kb_id: str = "",
    base_path: str = "",
    folder: str = "",
    task: str = "t_desk",
    sidecar: Mapping[str, object] | None = None,
) -> str:
    """Store a machine draft judged against stored evidence and publish it; return its id."""
    from neurodesk.app.draft_sources import judge_sources
    from neurodesk.storage.staged_files import StagedFiles

    refs = list(evidence)
    base = (
        profile.database.read(lambda rx: rx.one("SELECT * FROM node WHERE path = ?", (base_path,)))
        if base_path
        else None
    )
    if base is not None:
        refs.append(base["id"])
    sources = profile.database.read(lambda rx: judge_sources(rx, refs))
    claims = judged(text, sources)
    title = text.split("\n", 1)[0].removeprefix("# ")
    article = AuthoredArticle(
        text, title, "en", ArticleType.HOW_TO, (), "extractive, no language model", "embedded"
    )
    draft = NewDraft(
        id=derived_id("d", task),
        kind=DraftKind.REVISION if base is not None else DraftKind.NEW,
        article=article,
        review=Review(claims, True, (), accepted=True),
        text=text,
        kb_id=kb_id,
        base_node_id=base["id"] if base is not None else "",
        base_path=base_path,
        base_hash=base["content_hash"] if base is not None else "",
        target_path=base_path or folder,
        accepted=True,
        sidecar={"claims": [], **(sidecar or {})},
    )
    profile.database.write(lambda tx: put_draft(tx, task, draft, profile.clock.time()))
    StagedFiles(profile.database, profile.paths).publish(draft.id)
    return draft.id


def tree_bytes(root: Path) -> dict[str, bytes]:
    """Return every file below a folder with its bytes."""
    return {
        one.relative_to(root).as_posix(): one.read_bytes()
        for one in sorted(root.rglob("*"))
        if one.is_file() and not one.is_symlink()
    }
