"""Export of a proof pack: what leaves is listed first, more than passages only by a tick each (SPEC R11)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QCheckBox, QFileDialog

from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import number
from neurodesk.ui.panes.page import Page
from neurodesk.ui.panes.review.words import origin_word
from neurodesk.ui.reading import SafeDocument
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.file_place import file_place
from neurodesk.ui.widgets.parts import PlainLabel, button, folded
from neurodesk.ui.widgets.safe_text import SafeTextBrowser
from neurodesk.ui.widgets.sheet import EDGE_PX, Sheet

if TYPE_CHECKING:
    from neurodesk.app.commands.proofs import PreparedPack

PROOF_LINK = "proof:"
WIDTH_PX, LIST_PX = 560, 260


def leaving_page(leaving: Mapping[str, Any]) -> SafeDocument:
    """Return the list of what the file would hold."""
    page = Page()
    page.text(str(leaving["title"]))
    page.text(
        plural("Proof", "The article and %n claim(s) with verdicts and hashes.", int(leaving["claims"]))
    )
    page.heading(tr("Proof", "Quoted passages"), 4)
    for one in _list(leaving["passages"]):
        count = plural("Proof", "%n passage(s)", int(one["passages"]))
        page.bullet(str(one["title"]), f"{count}, {origin_word(str(one['origin']))}")
    if not leaving["passages"]:
        page.quiet(tr("Proof", "None."))
    if leaving["withheld"]:
        page.heading(tr("Proof", "Stays here: your own texts"), 4)
        page.bullets(str(one) for one in _list(leaving["withheld"]))
    page.heading(tr("Proof", "Besides"), 4)
    if leaving["snapshots"]:
        words = plural("Proof", "%n whole text(s), {characters} characters", int(leaving["snapshots"]))
        page.bullet(words.format(characters=number(int(leaving["snapshot_characters"]))))
    if leaving["review"]:
        page.bullet(tr("Proof", "The reviewer's text"))
    who = str(leaving["approved_by"])
    page.bullet(
        tr("Proof", "The approval by {who}").format(who=who)
        if who
        else tr("Proof", "No approval: nobody promoted it")
    )
    return page.done()


class ProofSheet(Sheet):
    """Prepares a pack, lists it, and writes it where the curator says; nothing runs on the GUI thread.

    Arguments: ``subject`` a draft's id; of a promoted one the file in the knowledge base is proved.
    """

    def __init__(self, context: DeskContext, subject: str) -> None:
        title = tr("Proof", "Export a proof pack")
        super().__init__(title, WIDTH_PX, context.window)
        self._context, self._subject = context, subject
        self._prepared: PreparedPack | None = None
        self._writes = False
        column = self.column
        column.addWidget(PlainLabel(title, "paneTitle"))
        text = tr(
            "Proof",
            "One signed file that anyone can check offline with “neurodesk verify”. This would leave:",
        )
        column.addWidget(PlainLabel(text, ink="secondary", wrap=True))
        self.listing = SafeTextBrowser(role="body", left=8, top=4, measured=False)
        self.listing.setAccessibleName(tr("Proof", "What would leave"))
        self.listing.setFixedHeight(theme().scaled(LIST_PX))
        column.addWidget(self.listing)
        self.snapshots = self._tick(tr("Proof", "Add the whole text of every source that may leave"))
        self.internal = self._tick(tr("Proof", "Add passages of your own knowledge base"))
        self.review = self._tick(tr("Proof", "Add the reviewer's text"))
        self.said = PlainLabel("", "small", "secondary", wrap=True)
        self.said.hide()
        column.addWidget(self.said)
        self.cancel_button = button(tr("Proof", "Cancel"), on_click=self.reject)
        self.cancel_button.setDefault(True)
        self.save_button = button(tr("Proof", "Save as …"), icon="download", on_click=self._choose)
        self.add_foot(self.cancel_button, self.save_button)
        self.cancel_button.setFocus()
        self._prepare()

    def _tick(self, words: str) -> QCheckBox:
        box = QCheckBox()
        room = self.maximumWidth() - 2 * EDGE_PX - theme().icon_px(14) - 14
        box.setText(folded(words, QFontMetrics(theme().font("body")), room))
        box.setAccessibleName(words)
        box.toggled.connect(lambda _on: self._prepare())
        self.column.addWidget(box)
        return box

    def _prepare(self) -> None:
        """Collect what the ticks ask for and prove it; an answer to former ticks is dropped."""
        from neurodesk.app.commands.proofs import Included, prepare_pack

        profile, subject = self._context.profile, self._subject
        included = Included(self.snapshots.isChecked(), self.internal.isChecked(), self.review.isChecked())
        self._prepared = None
        self.save_button.set_locked(tr("Proof", "The list is being made."))
        self._context.ask(
            lambda: prepare_pack(profile, subject, included),
            self._show,
            channel="proof.pack",
            owner=self,
            on_error=self._failed,
        )

    def _show(self, prepared: PreparedPack) -> None:
        self._prepared = prepared
        self.listing.show_safe(leaving_page(prepared.leaving))
        self.said.hide()
        self.save_button.set_locked("")

    def _failed(self, error: BaseException) -> None:
        """Say why in the window's notice; without a proved pack there is nothing to save."""
        self._writes = False
        self._context.fail(error)
        if self._prepared is None:
            self.reject()
        else:
            self.save_button.set_locked("")

    def _choose(self) -> None:
        if self._prepared is None or self._writes:
            return
        name = re.sub(r"[^\w.-]+", "-", self._prepared.pack.title).strip("-.")[:60] or "article"
        path, _ = QFileDialog.getSaveFileName(
            self,
            self.windowTitle(),
            file_place(f"{name}.proof.zip"),
            tr("Proof", "Proof pack (*.zip)"),
        )
        if path:
            self.save_to(Path(path))

    def save_to(self, path: Path) -> None:
        """Sign and write exactly what is listed; the dialog closes when the file is written."""
        prepared, profile = self._prepared, self._context.profile
        if prepared is None or self._writes:
            return
        self._writes = True
        self.save_button.set_locked(tr("Proof", "It is being written."))

        def write() -> str:
            from neurodesk.app.commands.proofs import save_pack
            from neurodesk.app.signing_key import fingerprint, signing_key

            key = signing_key(profile)
            save_pack(profile, prepared, path, key)
            return fingerprint(key.public)

        def done(key: str) -> None:
            self._writes = False
            words = tr("Proof", "Written to {path}, signed with the key {key}.")
            self._context.say(words.format(path=path.name, key=key[:16]))
            self.accept()

        self._context.act(write, done, owner=self, on_error=self._failed)


def _list(value: object) -> Sequence[Any]:
    return value if isinstance(value, (list, tuple)) else ()
