"""What the curator decides about a source: into the thinking filter (SPEC K5), or onto the deny list (W5)."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from neurodesk.app.commands.erase import Erased, erase_evidence
from neurodesk.app.commands.evidence import SetAside, set_host_aside, take_host_back
from neurodesk.app.decide import DESK
from neurodesk.app.queries.evidence import EvidenceView, HostUse, host_use
from neurodesk.domain.decisions import Actor
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.dialogs.curator_name import with_curator
from neurodesk.ui.dialogs.reason import ReasonDialog, ReasonQuestion
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.panes.page import Page
from neurodesk.ui.panes.review.words import state_word
from neurodesk.ui.reading import plain_label
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.parts import PlainLabel, button
from neurodesk.ui.widgets.safe_text import SafeTextBrowser
from neurodesk.ui.widgets.sheet import Sheet

DENIED = "web.deny_hosts"
MAX_DRAFTS = 40


Remember = Callable[[Callable[[], None]], None]


def add_to_filter(context: DeskContext, key: str, owner: QWidget, remember: Remember) -> None:
    """Add a source to the thinking-source filter, with undo (SPEC K5)."""
    kept = context.settings.source_filter()
    if kept is None:
        context.say(tr("Evidence", "The source filter allows all sources already."))
        return
    if key in kept:
        context.say(tr("Evidence", "This source is in the filter already."))
        return
    said = tr("Evidence", "Added to the source filter: {source}").format(source=plain_label(key, 80))
    _change_list(context, "source.filter", kept, (*kept, key), said, owner, remember)


def deny(context: DeskContext, host: str, owner: QWidget, remember: Remember, *, aside: bool = False) -> None:
    """Put a host onto the deny list, with undo: nothing of it is fetched from now on.

    Arguments: ``aside`` also sets the stored texts of it aside.
    """
    if aside:
        with_curator(context, lambda who: _set_aside(context, host, who, owner, remember))
        return
    kept = context.settings.items(DENIED)
    if host in kept:
        context.say(tr("Evidence", "This domain is blocked already."))
        return
    said = tr("Evidence", "Blocked: {host}").format(host=plain_label(host, 80))
    _change_list(context, DENIED, kept, (*kept, host), said, owner, remember)


def _set_aside(context: DeskContext, host: str, who: str, owner: QWidget, remember: Remember) -> None:
    """Deny a host and set its stored texts aside in one act, which is taken back as one."""
    profile, settings = context.profile, context.profile.settings
    kept = context.settings.items(DENIED)

    def both() -> SetAside:
        if host not in kept:
            settings.set(DENIED, [*kept, host])
        return set_host_aside(profile, host, who, DESK)

    def done(aside: SetAside) -> None:
        def back() -> None:
            def restore() -> None:
                settings.set(DENIED, list(kept))
                take_host_back(profile, aside, who, DESK)

            context.act(restore, owner=owner)

        remember(back)
        texts = plural("Evidence", "%n text(s) set aside", len(aside.texts))
        said = tr("Evidence", "Blocked: {host}").format(host=plain_label(host, 80))
        context.say(f"{said} · {texts}", tr("Evidence", "Undo (U)"), back)

    context.act(both, done, owner=owner)


def _change_list(
    context: DeskContext,
    key: str,
    before: tuple[str, ...],
    after: tuple[str, ...],
    said: str,
    owner: QWidget,
    remember: Remember,
) -> None:
    settings = context.profile.settings

    def back() -> None:
        context.act(lambda: settings.set(key, list(before)), owner=owner)

    def done(_value: object) -> None:
        remember(back)
        context.say(said, tr("Evidence", "Undo (U)"), back)

    context.act(lambda: settings.set(key, list(after)), done, owner=owner)


def ask_to_erase(context: DeskContext, view: EvidenceView, owner: QWidget) -> None:
    """Ask for the reason, then erase a source's text for good; there is no undo (SPEC W6)."""
    profile, evidence_id = context.profile, view.evidence.id

    def erase(why: str, who: str) -> Erased:
        return erase_evidence(profile, evidence_id, why, Actor(who, DESK))[1]

    def done(found: Erased) -> None:
        lost = plural("Evidence", "%n claim(s) lost their proof", len(found.claims))
        flagged = plural("Evidence", "%n promoted sentence(s) flagged", len(found.flagged))
        context.say(f"{tr('Evidence', 'The text is erased.')} {lost}, {flagged}.")

    def given(why: str) -> None:
        with_curator(context, lambda who: context.act(lambda: erase(why, who), done, owner=owner))

    rest = plural("Evidence", "%n claim(s) rest on it.", len(view.claims))
    promise = tr(
        "Evidence",
        "Address, hash and your reason stay. Claims of open drafts lose their proof, promoted sentences are"
        " flagged. Backups hold the text until they are rotated out. This cannot be taken back.",
    )
    question = ReasonQuestion(
        tr("Evidence", "Erase this text for good?"),
        f"{promise} {rest}",
        tr("Evidence", "Why it is erased"),
        tr("Evidence", "Erase"),
    )
    ReasonDialog(question, given, context.window).open()


class BlockDialog(Sheet):
    """Shows what rests on a domain before it is blocked; *Cancel* is the default.

    ``draft_wanted`` carries the id of a draft that the curator wants to look at first.
    """

    draft_wanted = Signal(str)

    def __init__(self, context: DeskContext, host: str, on_block: Callable[[bool], None]) -> None:
        title = tr("Evidence", "Block {host}?").format(host=plain_label(host, 80))
        super().__init__(title, 560, context.window)
        self._on_block = on_block
        column = self.column
        column.addWidget(PlainLabel(title, "paneTitle", wrap=True))
        promise = tr(
            "Evidence",
            "Nothing of this domain and of its subdomains is fetched from now on. No article and no verdict"
            " changes: look at those that rest on it.",
        )
        column.addWidget(PlainLabel(promise, ink="secondary", wrap=True))
        self.hit = PlainLabel(tr("Evidence", "Counting …"), strong=True, wrap=True)
        column.addWidget(self.hit)
        self.page = SafeTextBrowser(role="body", left=12, top=8, measured=False)
        self.page.setAccessibleName(tr("Evidence", "Drafts and articles that rest on it"))
        self.page.link_activated.connect(self._open)
        self.page.setFixedHeight(theme().scaled(44))
        column.addWidget(self.page, 1)
        self.aside = QCheckBox(tr("Evidence", "&Set the stored texts aside, too"))
        self.aside.setEnabled(False)
        column.addWidget(self.aside)
        what = tr("Evidence", "No search and no new article uses them then; the texts stay readable here.")
        self.what = PlainLabel(what, "small", "secondary", wrap=True)
        self.what.setContentsMargins(theme().icon_px(14) + 12, 0, 0, 4)
        column.addWidget(self.what)
        self.cancel_button = button(tr("Confirm", "Cancel"), on_click=self.reject)
        self.cancel_button.setDefault(True)
        self.act_button = button(tr("Evidence", "&Block the domain"), "", "shield", on_click=self._block)
        self.act_button.set_locked(tr("Evidence", "Counting …"))
        self.add_foot(self.cancel_button, self.act_button)
        profile = context.profile
        context.ask(lambda: host_use(profile, host), self._show, owner=self)

    def _show(self, found: HostUse) -> None:
        claims = sum(one.claims for one in found.drafts)
        texts = tr("Evidence", "No text of it was kept.")
        if found.texts:
            rest = plural("Evidence", "%n claim(s) rest on it.", claims)
            texts = f"{plural('Evidence', '%n text(s) of it were kept', found.texts)}; {rest}"
        self.hit.setText(texts)
        page = Page()
        for one in found.drafts[:MAX_DRAFTS]:
            note = " · ".join(
                part
                for part in (state_word(one.state), plural("Evidence", "%n claim(s)", one.claims), one.path)
                if part
            )
            page.bullet(one.title, note, one.draft_id)
        if not found.drafts:
            page.quiet(tr("Evidence", "No draft and no article rests on it."))
        self.page.show_safe(page.done())
        self.page.setFixedHeight(theme().scaled(160 if found.drafts else 44))
        self.aside.setEnabled(bool(found.texts))
        for part in (self.aside, self.what):
            part.setVisible(bool(found.texts))
        self.act_button.set_locked("")

    def _open(self, draft_id: str) -> None:
        self.reject()
        self.draft_wanted.emit(draft_id)

    def _block(self) -> None:
        self.accept()
        self._on_block(self.aside.isChecked())
