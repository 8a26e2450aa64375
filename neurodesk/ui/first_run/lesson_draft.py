"""The lesson's draft: judged, sought through and decided by the rules of Review, kept in memory only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256

from neurodesk.app.promotion_plan import Plan
from neurodesk.app.queries.drafts import DeskDraft, Passage
from neurodesk.app.queries.why import Chain
from neurodesk.domain.articles import DraftKind, DraftState, Reason, SourceRef, Verdict, WrittenBy
from neurodesk.domain.decisions import Draft, JudgedClaim
from neurodesk.pipeline.rejudge import CodeJudge, JudgeSource
from neurodesk.ui.i18n import current_locale, tr
from neurodesk.ui.panes.review.marks import blocks_of, marks_of, next_open, shown_with, with_seen
from neurodesk.ui.panes.review.view import ReviewView
from neurodesk.ui.reading import render_markdown
from neurodesk.ui.widgets.diff_view import compare
from neurodesk.ui.widgets.lamps import ClaimMark

SOURCE = "lesson"


def sample_text() -> str:
    """Return the draft; its last sentence says another number than the source."""
    return "\n\n".join(
        (
            tr("Lesson", "The pool is imported with zpool import tank."),
            tr("Lesson", "Once the key is loaded, zfs mount mounts the dataset."),
            tr("Lesson", "Loading the key takes up to 10 seconds."),
        )
    )


def source_text() -> str:
    """Return what the source says."""
    return " ".join(
        (
            tr("Lesson", "The pool is imported with zpool import tank."),
            tr("Lesson", "Loading the key takes up to 30 seconds."),
            tr("Lesson", "Once the key is loaded, zfs mount mounts the dataset."),
        )
    )


@dataclass
class LessonDraft:
    """One draft under review. ``claims`` change with every act; nothing leaves memory."""

    text: str = field(default_factory=sample_text)
    source: str = field(default_factory=source_text)
    state: DraftState = DraftState.IN_REVIEW
    current: str = ""
    claims: list[JudgedClaim] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._judge({})
        self.go(self.asserting[0].id)

    @property
    def asserting(self) -> list[JudgedClaim]:
        """The claims that have a lamp, in the order of the text."""
        return [one for one in self.claims if not one.claim.exempt]

    def marks(self) -> list[ClaimMark]:
        """Return the claims as article and strip show them."""
        return marks_of(self.claims)

    def claim(self) -> JudgedClaim:
        """Return the current claim."""
        return next(one for one in self.claims if one.id == self.current)

    def ref(self) -> SourceRef | None:
        """Return the source of the current claim."""
        return next(iter(self.claim().claim.refs), None)

    def blocks(self) -> Sequence[Reason]:
        """Return what keeps it from being approved."""
        return blocks_of(self.view().desk, self.claims)

    def view(self) -> ReviewView:
        """Return it as Review's parts show a draft."""
        safe, now = render_markdown(self.text), 1.0
        digest = sha256(self.text.encode()).hexdigest()
        title = tr("Lesson", "Unlock an encrypted pool")
        draft = Draft(
            id=SOURCE,
            task_id="",
            kind=DraftKind.NEW,
            state=self.state,
            title=title,
            lang=current_locale().name()[:2],
            article_type="how_to",
            kb_id="",
            base_node_id="",
            base_path="",
            base_hash="",
            target_path=f"{title}.md",
            version=1,
            written_by=WrittenBy.MACHINE,
            text=self.text,
            text_sha256=digest,
            staging_name="",
            risk=0.0,
            created_at=now,
            updated_at=now,
        )
        passage = Passage(SOURCE, tr("Lesson", "Sample source"), "", self.source, "")
        desk = DeskDraft(
            draft, tuple(self.claims), {SOURCE: passage}, digest, (), Plan("", draft.target_path, ())
        )
        return ReviewView(
            desk=desk,
            safe=safe,
            comparison=compare(render_markdown(""), safe),
            passages={SOURCE: render_markdown(self.source)},
            chain=Chain(),
            taken=(),
            history=(),
            promotions=(),
            findings=(),
        )

    # -- acts -----------------------------------------------------------------------------------------

    def go(self, claim_id: str) -> None:
        """Make a claim the current one; it and the units around it are seen."""
        self.current = claim_id
        self.claims = with_seen(self.claims, shown_with(self.claims, claim_id), 1.0)

    def step(self, by: int) -> None:
        """Go on or back in the order of the text."""
        ids = [one.id for one in self.asserting]
        place = ids.index(self.current) + by
        if 0 <= place < len(ids):
            self.go(ids[place])

    def next_open(self) -> None:
        """Go to the riskiest claim that was not seen, then to those that still block."""
        found = next_open(self.claims, self.current)
        if found:
            self.go(found)

    def judge(self, verdict: Verdict) -> None:
        """Give the curator's verdict, which only makes one stricter, and go on."""
        self.claims = [
            replace(one, human_verdict=verdict) if one.id == self.current else one for one in self.claims
        ]
        self.step(1)

    def tick(self) -> None:
        """Tick the current claim, or take the tick away, where it needs one."""
        claim = self.claim()
        if claim.must_be_ticked:
            ticked = replace(claim, ticked_at=0.0 if claim.ticked_at else 1.0)
            self.claims = [ticked if one.id == claim.id else one for one in self.claims]

    def take_number(self) -> None:
        """Put the source's number into the sentence, and check it by code."""
        claim = self.claim().claim
        new = tr("Lesson", "Loading the key takes up to 30 seconds.")
        self.text = self.text[: claim.start] + new + self.text[claim.end :]
        self._judge({one.claim.text: one for one in self.claims})
        self.go(self.asserting[-1].id)

    def _judge(self, known: dict[str, JudgedClaim]) -> None:
        digest = sha256(self.source.encode()).hexdigest()
        source = JudgeSource(SOURCE, tr("Lesson", "Sample source"), "", self.source, digest)
        judge = CodeJudge(self.text, [source])
        self.claims = [
            replace(known[one.text], claim=replace(known[one.text].claim, start=one.start, end=one.end))
            if one.text in known
            else JudgedClaim(one if one.exempt else judge.judge(one))
            for one in judge.units()
        ]
