"""The reader of the evidence place: the text, inert, with its quoted stretches, and why it was refused."""

from __future__ import annotations

import re

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from neurodesk.app.queries.evidence_lists import EvidenceRow
from neurodesk.ui.i18n import tr
from neurodesk.ui.i18n.when import decimal
from neurodesk.ui.panes.evidence.reading import Reading, places_of
from neurodesk.ui.panes.review.words import refusal_word
from neurodesk.ui.reading import plain_label, render_plain
from neurodesk.ui.shell.link_dialog import may_open
from neurodesk.ui.widgets.flow import ToolRow
from neurodesk.ui.widgets.hairline import Hairline
from neurodesk.ui.widgets.lamps import Lamp
from neurodesk.ui.widgets.notices import NoticeBlock, NoticeText, Tone
from neurodesk.ui.widgets.parts import ElidedLabel, button
from neurodesk.ui.widgets.passage_view import PassageView

_MEASURED = re.compile(r"([0-9]+(?:\.[0-9]+)?) of ([0-9]+(?:\.[0-9]+)?)")


def detail_words(row: EvidenceRow) -> str:
    """Return what was measured at a refused row, in words."""
    detail = row.detail.strip()
    measured = _MEASURED.fullmatch(detail)
    if measured is not None:
        return tr("Evidence", "It reaches {score}; {needed} is needed.").format(
            score=decimal(float(measured[1])), needed=decimal(float(measured[2]))
        )
    if detail:
        return plain_label(detail, 300)
    if row.confidence:
        return tr("Evidence", "It fits the questions {score}.").format(score=decimal(row.confidence))
    return ""


class Reader(QFrame):
    """Shows one ``Reading``; the signals carry what the curator wants done with it."""

    copy_wanted = Signal()
    open_wanted = Signal()
    add_wanted = Signal()
    block_wanted = Signal()
    compare_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("Reading")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._tools())
        box = QVBoxLayout()
        box.setContentsMargins(16, 8, 16, 0)
        box.setSpacing(8)
        self.warning = NoticeBlock(NoticeText(""))
        self.refusal = NoticeBlock(NoticeText(""))
        self.refusal.act_wanted.connect(self.add_wanted)
        box.addWidget(self.refusal)
        box.addWidget(self.warning)
        column.addLayout(box)
        self.text = PassageView(role="reading", measured=True)
        self.text.setProperty("onPane", "false")
        self.text.setAccessibleName(tr("Evidence", "Text of the source"))
        column.addWidget(self.text, 1)
        inert = tr("Evidence", "Text only. Pictures, scripts and links of this page are not loaded.")
        foot = ElidedLabel(inert, "small", "secondary")
        foot.setContentsMargins(16, 6, 16, 8)
        column.addWidget(Hairline())
        column.addWidget(foot)

    def _tools(self) -> QFrame:
        tools = ToolRow()
        row = QHBoxLayout(tools)
        row.setContentsMargins(8, 4, 8, 4)
        row.setSpacing(4)
        self.compare_button = button(
            tr("Evidence", "Compare"), "ghost", "split", "=", self.compare_wanted.emit
        )
        self.block_button = button(
            tr("Evidence", "Block domain …"), "ghost", "shield", "B", self.block_wanted.emit
        )
        self.quote_button = button(
            tr("Evidence", "Copy citation"), "ghost", "quote", "C", self.copy_wanted.emit
        )
        self.open_button = button(
            tr("Evidence", "In the browser …"), "ghost", "external", "O", self.open_wanted.emit
        )
        for made in (self.compare_button, self.block_button, self.quote_button, self.open_button):
            row.addWidget(made)
        row.addStretch(1)
        return tools

    def show_reading(self, reading: Reading) -> None:
        """Show a row's text, or why there is none."""
        view = reading.view
        self._show_refusal(reading.row)
        injection = view.evidence.injection_passages if view is not None else ()
        self.warning.setVisible(bool(injection))
        if injection:
            text = tr("Evidence", "It stays text and changes neither searches nor verdicts.")
            quoted = "\n".join(f"“{plain_label(one, 300)}”" for one in injection[:3])
            head = tr("Evidence", "A passage looks like an instruction to a model")
            self.warning.say(NoticeText(head, f"{quoted}\n{text}", "", Tone.WARNING))
        if view is None:
            self.text.show_passage(
                render_plain(tr("Evidence", "No text of it was kept.")), [], Lamp.UNCHECKED
            )
        else:
            # The beginning is shown, not the first quotation: here the text itself is the matter.
            marked = places_of(view.evidence.text, injection)
            self.text.show_passage(reading.safe, reading.spans, Lamp.SUPPORTED, marked)
            self.text.show_page(0)
        web = may_open(reading.address)
        self.open_button.set_locked("" if web else tr("Evidence", "It lies in your library, not on the web."))
        kept = "" if view is not None else tr("Evidence", "No text was kept.")
        self.quote_button.set_locked(kept)
        self.compare_button.set_locked(kept)
        self.block_button.set_locked(
            "" if reading.web_host else tr("Evidence", "Only domains of the web can be blocked.")
        )

    def _show_refusal(self, row: EvidenceRow) -> None:
        self.refusal.setVisible(row.state == "refused")
        if row.state != "refused":
            return
        act = tr("Evidence", "Add the source to the filter") if row.reason == "domain_not_in_filter" else ""
        head = tr("Evidence", "Refused: {reason}").format(reason=refusal_word(row.reason))
        self.refusal.say(NoticeText(head, detail_words(row), act, Tone.INFO, "reject"))
