"""A real, far too weak language model as author; itself or a scripted strict reviewer beside it (R4, M4).

``python -m tests.small_model_loop`` runs the sample's questions with both reviewers and prints the table;
with ``NEURODESK_SMALL_MODEL=long`` each draft is repaired in two rounds.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from neurodesk import bootstrap
from neurodesk.app import sample
from neurodesk.app.commands import knowledge, library, tasks
from neurodesk.app.profile import Profile
from neurodesk.app.queries.verify import Verified, verify
from neurodesk.app.queue import task_store
from neurodesk.domain.articles import Verdict
from neurodesk.domain.errors import NeuroDeskError, TaskFault
from neurodesk.domain.research import TaskResult
from neurodesk.domain.run_context import RunContext
from neurodesk.domain.tasks import NewTask, Outcome, Task
from neurodesk.pipeline.article_json import review_from_json
from neurodesk.pipeline.write_article import verdict_counts
from neurodesk.providers.models.loopback_node import LoopbackNode
from neurodesk.providers.models.scripted_roles import scripted_reply
from neurodesk.storage.draft_store import read_draft
from tests.local_model import why_missing
from tests.queue_parts import rows

COPIER, STRICT = "gemma3:12b", "qwen3:8b"
ROLES = ((COPIER, STRICT), ("local", "local"), ("local", STRICT))
# The least window that can be set: reading a prompt is most of the work here.
WINDOW = 2_048
LONG = os.environ.get("NEURODESK_SMALL_MODEL") == "long"
QUESTIONS = (
    ("Replace a failed disk in a ZFS pool", "How do I replace a failed disk in a ZFS pool?"),
    ("Extend a logical volume", "How do I extend a logical volume while it is mounted?"),
)
COLUMNS = (
    "task",
    "author",
    "reviewer",
    "outcome",
    "supported",
    "refused",
    "incomplete",
    "verify",
    "reasons",
)
REFUSED = ("partially_supported", "unsupported", "contradicted")


@dataclass(frozen=True)
class Row:
    """One task in the table.

    Attributes:
        verdicts: how many units have which verdict; those of a draft's last review.
        claims: verdict and reason codes of each unit that is not exempt.
        reasons: what forbids the draft, with its count where it has one.
        proved: whether ``verify`` passes, None where there is no draft.
        failing: why it does not, with how many units each reason holds for.
        contested: units that the review carried and ``verify`` does not.
    """

    task: str
    author: str
    reviewer: str
    outcome: str
    accepted: bool
    verdicts: tuple[tuple[str, int], ...] = ()
    claims: tuple[tuple[str, tuple[str, ...]], ...] = ()
    reasons: tuple[str, ...] = ()
    proved: bool | None = None
    failing: tuple[str, ...] = ()
    contested: tuple[str, ...] = ()
    text: str = ""

    def count(self, *names: str) -> int:
        """Return how many units have one of some verdicts."""
        return sum(count for name, count in self.verdicts if name in names)

    @property
    def cells(self) -> tuple[str, ...]:
        """What the table shows."""
        numbers = (self.count("supported"), self.count(*REFUSED), self.count("unjudged"))
        counts = [str(one) if self.verdicts else "-" for one in numbers]
        held = "-" if self.proved is None else "holds" if self.proved else f"fails: {', '.join(self.failing)}"
        return (
            self.task,
            self.author,
            self.reviewer,
            self.outcome,
            *counts,
            held,
            ", ".join(self.reasons) or "-",
        )


@contextmanager
def sample_profile(root: Path) -> Iterator[Profile]:
    """Open a profile with the sample's knowledge base and library, the small model in both roles."""
    with bootstrap.open_profile(root / "profile") as opened, bootstrap.open_extractor() as extractor:
        kb = knowledge.register_kb(opened, sample.copy_kb(root / "kb", fresh=False))
        knowledge.import_kb(opened, kb.id)
        with sample.library_folder() as folder:
            library.add_collection(opened, folder, "lib")
            library.index(opened, extractor, "lib")
        for key, value in {
            "article.language": "en",
            "article.repair_rounds": 2 if LONG else 0,
            "models.local_file": "packaged",
            "models.author": "local",
            "models.reviewer": "local",
            "models.num_ctx": WINDOW,
        }.items():
            opened.settings.set(key, value)
        yield opened


@contextmanager
def scripted_node(profile: Profile) -> Iterator[LoopbackNode]:
    """Put a scripted reviewer beside the author: it carries only what stands word for word in a source.

    The node holds a scripted author as well, which copies from its sources: the control of the table.
    """
    with LoopbackNode([COPIER, STRICT], scripted_reply) as node:
        profile.settings.set("models.ollama_urls", [node.url])
        profile.settings.set("models.reviewer", STRICT)
        yield node


def work(profile: Profile, topic: str, question: str) -> TaskResult | NeuroDeskError:
    """Run one task to its end, whatever that is; what ran before is over."""
    profile.database.write(lambda tx: tx.execute("UPDATE task SET state = 'cancelled'"))
    tasks.ask(profile, NewTask(topic=topic, question=question), force=True)
    store = task_store(profile)
    now = profile.clock.time()
    reserved = store.reserve("here:1", now)
    assert reserved is not None
    task = store.start(reserved.id, reserved.lease_token, now, "2026-01-01")
    context = RunContext(task.lease_token, profile.clock, lambda: None, lambda: None, lambda *_a, **_p: None)

    async def renew() -> None:
        while True:
            await asyncio.sleep(5)
            await asyncio.to_thread(store.renew, task.id, task.lease_token, profile.clock.time())

    async def run(task: Task) -> TaskResult:
        beat = asyncio.create_task(renew())
        try:
            with bootstrap.open_research(profile) as runner:
                return await runner(task, context)
        finally:
            beat.cancel()

    try:
        return asyncio.run(run(task))
    except NeuroDeskError as fault:
        return fault


def row_of(profile: Profile, topic: str, end: TaskResult | NeuroDeskError) -> Row:
    """Return a task's line; the draft that it left is verified, accepted or not."""
    settings = profile.settings.current
    if isinstance(end, TaskResult):
        outcome = f"{end.outcome}: {end.reason}" if end.reason else str(end.outcome)
    else:
        outcome = f"{end.code}: {end.params.get('role', '')}" if isinstance(end, TaskFault) else end.code
    draft_id = end.article_id if isinstance(end, TaskResult) else ""
    known = {one["id"] for one in rows(profile.database, "SELECT id FROM draft")}
    row = Row(
        task=topic,
        author=settings.text("models.author"),
        reviewer=settings.text("models.reviewer"),
        outcome=outcome,
        accepted=isinstance(end, TaskResult) and end.outcome is Outcome.ARTICLE_CREATED,
    )
    if draft_id in known:
        draft = profile.database.read(lambda rx: read_draft(rx, draft_id))
        sidecar = draft.data.get("sidecar")
        assert isinstance(sidecar, dict)
        review = review_from_json(sidecar["article_review"])
        judged = [one for one in review.claims if not one.exempt]
        row = replace(
            row,
            verdicts=tuple(verdict_counts(review).items()),
            claims=tuple((one.verdict or "", tuple(why.code for why in one.reasons)) for one in judged),
            reasons=tuple(
                f"{dict(one.params).get('count', '')} {one.code}".strip() for one in review.blocking
            ),
            text=draft.text,
        )
        row = with_proof(row, verify(profile, draft_id), {one.id: one.verdict for one in judged})
    return row


def with_proof(row: Row, found: Verified, verdicts: Mapping[str, Verdict | None]) -> Row:
    """Add what proving the draft anew says, and why: a refused draft fails by what its review refused."""
    carried = (Verdict.SUPPORTED, Verdict.PARTIALLY_SUPPORTED)
    whole = [one.code for one in (*found.problems, *found.report.problems)]
    units = Counter(why.code for one in found.report.failing for why in one.problems)
    return replace(
        row,
        proved=found.holds,
        failing=(*(f"{count} {code}" for code, count in units.most_common()), *whole),
        contested=tuple(one.text for one in found.report.failing if verdicts.get(one.id) in carried),
    )


def table(found: Iterable[Row]) -> str:
    """Return the rows as a table of plain text."""
    lines = [COLUMNS, *(one.cells for one in found)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(COLUMNS))]
    lines.insert(1, tuple("-" * width for width in widths))
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def measured(
    questions: Sequence[tuple[str, str]] = QUESTIONS, told: Callable[[Row], None] = lambda _row: None
) -> list[Row]:
    """Run every question with each pair of author and reviewer; ``told`` hears of each as it ends."""
    found = []
    for author, reviewer in ROLES:
        with (
            tempfile.TemporaryDirectory() as folder,
            sample_profile(Path(folder)) as profile,
            scripted_node(profile),
        ):
            profile.settings.set("models.author", author)
            profile.settings.set("models.reviewer", reviewer)
            if author == COPIER:
                profile.settings.set("models.num_ctx", 8_192)
            for topic, text in questions:
                found.append(row_of(profile, topic, work(profile, topic, text)))
                told(found[-1])
    return found


if __name__ == "__main__":
    print(
        why_missing() or table(measured(told=lambda row: print(row.text, table([row]), sep="\n", flush=True)))
    )
