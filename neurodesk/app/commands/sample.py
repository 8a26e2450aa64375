"""Open the shipped sample: its knowledge base, its library and the questions its people asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from neurodesk.app import sample
from neurodesk.app.commands import knowledge, library, tasks
from neurodesk.app.commands.scan import scan_now
from neurodesk.app.profile import Profile
from neurodesk.app.queries.articles import article_by_path
from neurodesk.app.queries.library import collection as collection_of
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.extraction import Extractor
from neurodesk.domain.tasks import NewTask, Origin
from neurodesk.storage.library_store import LibraryStore


@dataclass(frozen=True, slots=True)
class SampleOpened:
    """What was laid into the profile."""

    articles: int
    documents: int
    findings: int
    questions: int
    folder: Path
    changes: ChangeSet


def sample_folder(profile: Profile) -> Path:
    """Return where the sample's copy lies: beside the profile, because a KB may not lie inside it."""
    return profile.paths.root.with_name(profile.paths.root.name + "-sample-kb")


def open_sample(
    profile: Profile,
    extractor: Extractor,
    *,
    progress: Callable[[str, int, int], None] = lambda _stage, _done, _total: None,
    stopped: Callable[[], bool] = lambda: False,
) -> SampleOpened:
    """Copy the sample KB, read it, index its library, scan, and ask its questions as the curator's tasks.

    Each part is stored as it is done; a second call goes on and doubles nothing.

    Raises:
        BadInput: ``sample_folder_in_use``, ``kb_overlaps`` ... StorageFault: the copy cannot be written.
    """
    folder = sample.copy_kb(sample_folder(profile), fresh=False)
    kb = knowledge.register_kb(profile, folder, sample.KB_NAME)
    report = knowledge.import_kb(
        profile, kb.id, progress=lambda one: progress(one.stage, one.done, one.total), cancelled=stopped
    ).report
    documents = 0
    with sample.library_folder() as source:
        known = [one for one in LibraryStore(profile.database).collections() if one.root == str(source)]
        collection = known[0] if known else library.add_collection(profile, source, sample.COLLECTION_NAME)
        library.index(
            profile,
            extractor,
            collection.name,
            progress=lambda one: progress("library", one.done, one.total),
            stop=stopped,
        )
        documents = collection_of(profile, collection.name).usable
    findings = 0 if stopped() else scan_now(profile).findings
    asked = 0
    for number, one in enumerate(sample.questions()):
        if stopped():
            break
        node = article_by_path(profile, one.seed) if one.seed else None
        new = NewTask(
            topic=node.title if node else one.question,
            question=one.question,
            seed_node_ids=(node.id,) if node else (),
            priority=0.8,
            requested_by=Origin.CURATOR,
            reason="sample_question",
        )
        asked += tasks.ask(profile, new).answer.created
        progress("questions", number + 1, 0)
    changes = ChangeSet.of((Kind.KB, kb.id), (Kind.COLLECTION, ""), (Kind.TASK, ""), (Kind.FINDING, ""))
    return SampleOpened(report.files, documents, findings, asked, folder, changes)
