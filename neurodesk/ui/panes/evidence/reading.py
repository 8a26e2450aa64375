"""One row of the evidence list as it is read: its text, its facts, and what rests on it (SPEC W4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from neurodesk.app.profile import Profile
from neurodesk.app.queries.evidence import EvidenceView, show
from neurodesk.app.queries.evidence_lists import EvidenceRow, evidence_at, evidence_rows
from neurodesk.ui.desk.words import LIBRARY_KEY
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import day, decimal, moment
from neurodesk.ui.panes.page import Page
from neurodesk.ui.panes.review.passage import short_hash, short_uri
from neurodesk.ui.panes.review.words import language_word, origin_word
from neurodesk.ui.reading import SafeDocument, render_markdown, render_plain

DRAFT_LINK, ARTICLE_LINK, TASK_LINK = "draft:", "article:", "task:"
MAX_QUOTED = 60


@dataclass(frozen=True, slots=True)
class Reading:
    """One row ready to be shown; ``view`` is None when no text is stored for it.

    Attributes:
        spans: quoted stretches of the text.
    """

    row: EvidenceRow
    view: EvidenceView | None
    safe: SafeDocument
    spans: tuple[tuple[int, int], ...]

    @property
    def title(self) -> str:
        """The source's title, or its shortened address."""
        return self.row.title or short_uri(self.row.uri)

    @property
    def address(self) -> str:
        """Where the text came from: the recorded origin of a library document, else its address."""
        recorded = self.view.evidence.recorded_origin if self.view is not None else ""
        return recorded or self.row.uri

    @property
    def web_host(self) -> str:
        """The host that could be denied; "" for a text of a library or of a knowledge base."""
        key = self.row.source
        return "" if key.startswith(LIBRARY_KEY) or "." not in key or " " in key else key


def read_evidence(profile: Profile, row_id: str) -> Reading | None:
    """Read and render one row; for a reader thread."""
    row = evidence_rows(profile, [row_id]).get(row_id)
    if row is None:
        return None
    if not evidence_at(profile, row.evidence_id):
        return Reading(row, None, render_plain(""), ())
    view = show(profile, row.evidence_id)
    spans = tuple(quote for quote in view.quotes[:MAX_QUOTED] if 0 <= quote[0] < quote[1])
    return Reading(row, view, render_markdown(view.evidence.text), spans)


def rating_words(reading: Reading) -> str:
    """Return relevance, quality and trust in one line; "" where no text is stored."""
    if reading.view is None:
        return ""
    one = reading.view.evidence
    if not (one.relevance or one.quality or one.confidence):
        return ""
    words = tr("Evidence", "relevance {relevance} · quality {quality} · trust {trust} ({origin})")
    return words.format(
        relevance=decimal(one.relevance),
        quality=decimal(one.quality),
        trust=decimal(one.confidence),
        origin=origin_word(one.origin.value),
    )


def extractor_words(extractor: str) -> str:
    """Return what read a text, ``name number``, with what the number is."""
    name, _, number = extractor.rpartition(" ")
    if not name or not number[0].isdigit():
        return extractor
    return tr("Evidence", "{reader}, version {number}").format(reader=name, number=number)


def facts_page(reading: Reading, topic: str, now: float) -> SafeDocument:
    """Return what is known of a row and what rests on it.

    Arguments: ``topic`` of the row's task; ``now`` UTC epoch seconds.
    """
    row, view = reading.row, reading.view
    page = Page().heading(reading.title, 2)
    local = row.uri.startswith("library:")
    page.fact(tr("Evidence", "Address"), short_uri(row.uri) if local else row.uri)
    page.fact(tr("Evidence", "Task"), topic, f"{TASK_LINK}{row.task_id}")
    if view is None:
        page.fact(tr("Evidence", "Found"), moment(row.at, now))
        return page.done()
    one = view.evidence
    page.fact(tr("Evidence", "Internal host"), tr("Evidence", "on your list") if one.internal else "")
    page.fact(tr("Evidence", "Recorded origin"), one.recorded_origin)
    page.fact(tr("Evidence", "Read"), moment(one.retrieved_at, now))
    page.fact(tr("Evidence", "Dated"), day(one.dated_at) if one.dated_at else "")
    page.fact(tr("Evidence", "Rating"), rating_words(reading))
    if one.evidence_count:
        voices = plural("Evidence", "%n voice(s)", one.evidence_count)
        page.fact(tr("Evidence", "Confirmed by"), voices)
    page.fact(tr("Evidence", "Language"), language_word(one.lang))
    page.fact(tr("Evidence", "Licence"), one.licence)
    page.fact(tr("Evidence", "Read by"), extractor_words(one.extractor))
    page.fact("SHA-256", short_hash(one.sha256))
    page.heading(tr("Evidence", "Claims that rest on it"), 4)
    if not view.claims:
        page.quiet(tr("Evidence", "None yet."))
    for draft_id, _claim_id, text in view.claims:
        page.bullet(text, "", f"{DRAFT_LINK}{draft_id}")
    page.heading(tr("Evidence", "For these articles"), 4)
    if not view.seeds:
        page.quiet(tr("Evidence", "None."))
    for node_id, title in view.seeds:
        page.bullet(title, "", f"{ARTICLE_LINK}{node_id}")
    return page.done()


def places_of(text: str, passages: Sequence[str]) -> list[tuple[int, int]]:
    """Return where suspected instructions stand in the text."""
    found = []
    for one in passages[:20]:
        at = text.find(one) if one else -1
        if at >= 0:
            found.append((at, at + len(one)))
    return found
