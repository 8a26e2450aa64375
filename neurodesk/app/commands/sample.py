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
from neurodesk.storage.graph_store import KbRow
from neurodesk.storage.library_store import LibraryStore


@dataclass(frozen=True, slots=True)
class SampleRead:
    """What reading the sample gave; ``readable`` of ``documents`` in the library can be used."""

    kb: KbRow
    articles: int
    collection: str
    documents: int
    readable: int
    findings: int
    candidates: int


@dataclass(frozen=True, slots=True)
class SampleOpened:
    """What was laid into the profile."""

    articles: int
    documents: int
    findings: int
    questions: int
    folder: Path
    changes: ChangeSet


def _silent(_stage: str, _done: int, _total: int) -> None:
    return None


def _never() -> bool:
    return False


def sample_folder(profile: Profile) -> Path:
    """Return where the sample's copy lies: beside the profile, because a KB may not lie inside it."""
    return profile.paths.root.with_name(profile.paths.root.name + "-sample-kb")


def open_sample(
    profile: Profile,
    extractor: Extractor,
    *,
    progress: Callable[[str, int, int], None] = _silent,
    stopped: Callable[[], bool] = _never,
) -> SampleOpened:
    """Copy the sample KB, read it, index its library, scan, and ask its questions as the curator's tasks.

    Each part is stored as it is done; a second call goes on and doubles nothing.

    Raises:
        BadInput: ``sample_folder_in_use``, ``kb_overlaps`` ... StorageFault: the copy cannot be written.
    """
    folder = sample.copy_kb(sample_folder(profile), fresh=False)
    read = read_sample(profile, extractor, folder, progress=progress, stopped=stopped)
    asked = ask_questions(profile, progress=progress, stopped=stopped)
    changes = ChangeSet.of((Kind.KB, read.kb.id), (Kind.COLLECTION, ""), (Kind.TASK, ""), (Kind.FINDING, ""))
    return SampleOpened(read.articles, read.readable, read.findings, asked, folder, changes)


def read_sample(
    profile: Profile,
    extractor: Extractor,
    folder: Path,
    *,
    progress: Callable[[str, int, int], None] = _silent,
    stopped: Callable[[], bool] = _never,
) -> SampleRead:
    """Read a copy of the sample KB in ``folder``, index the sample's library, and scan once."""
    kb = knowledge.register_kb(profile, folder, sample.KB_NAME)
    report = knowledge.import_kb(
        profile, kb.id, progress=lambda one: progress(one.stage, one.done, one.total), cancelled=stopped
    ).report
    with sample.library_folder() as source:
        collections = LibraryStore(profile.database).collections()
        held = next((one for one in collections if one.name == sample.COLLECTION_NAME), None)
        if held is not None and Path(held.root) != source.resolve():  # another installation's sample
            library.remove_collection(profile, held.name)
            held = None
        made = held or library.add_collection(profile, source, sample.COLLECTION_NAME)
        library.index(
            profile,
            extractor,
            made.name,
            progress=lambda one: progress("library", one.done, one.total),
            stop=stopped,
        )
        state = collection_of(profile, made.name)
    scanned = None if stopped() else scan_now(profile)
    return SampleRead(
        kb,
        report.files,
        made.name,
        state.files,
        state.usable,
        scanned.findings if scanned else 0,
        scanned.candidates if scanned else 0,
    )


def ask_questions(
    profile: Profile,
    *,
    progress: Callable[[str, int, int], None] = _silent,
    stopped: Callable[[], bool] = _never,
) -> int:
    """Queue the questions that the sample's people asked; return how many were not asked before."""
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
    return asked
