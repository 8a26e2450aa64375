"""How SearXNG is, and the test of its connection (SPEC W2)."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from neurodesk.app.notices_search import SEARCH_NOTICES
from neurodesk.app.queries.doctor import SearxngLook
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.desk.words import fill, translated
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.widgets.parts import PlainLabel, button

KIND = "searxng"


class SearxngCard(QFrame):
    """Tests the connection and says what is wrong and what to do about it."""

    def __init__(self, context: DeskContext) -> None:
        super().__init__()
        self.setObjectName("Card")
        self._context = context
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 14, 16, 14)
        row.setSpacing(16)
        column = QVBoxLayout()
        column.setSpacing(3)
        self.what = PlainLabel(tr("Search", "Connection to SearXNG"), strong=True, wrap=True)
        lead = tr("Search", "The test sends the one word “encyclopedia” and says what is wrong, if anything.")
        self.more = PlainLabel(lead, "small", "secondary", wrap=True)
        column.addWidget(self.what)
        column.addWidget(self.more)
        row.addLayout(column, 1)
        self.test = button(tr("Search", "Test connection"), "", "test", on_click=self.run)
        row.addWidget(self.test)

    def run(self) -> None:
        """Ask SearXNG off the GUI thread."""
        profile = self._context.profile
        self.test.set_locked(tr("Search", "The answer is being waited for."))
        self.what.setText(tr("Search", "Asking SearXNG …"))
        self.more.setText("")

        def work(_progress: object, _stopped: object) -> SearxngLook | None:
            from neurodesk import bootstrap

            try:
                return bootstrap.look_at_searxng(profile, whenever=True)
            finally:
                profile.database.release_reader()

        self._context.services.jobs.start(KIND, "", work, self.show_look)

    def show_look(self, look: SearxngLook | None) -> None:
        """Show what the test gave; None where no address is set."""
        self.test.set_locked("")
        if look is None or look.problem == "no_address":
            self.what.setText(tr("Search", "No address of a SearXNG is set."))
            self.more.setText(
                tr("Search", "Write it into “SearXNG address”, then test again. Nothing was sent.")
            )
            return
        params = dict(look.params)
        if look.problem:
            what, safe, do = SEARCH_NOTICES[f"searxng_{look.problem}"]
            self.what.setText(fill(translated("Faults", what), params))
            self.more.setText(" ".join(fill(translated("Faults", part), params) for part in (safe, do)))
            return
        self.what.setText(
            plural("Search", "SearXNG answers: %n result(s).", look.hits)
            if look.hits
            else tr("Search", "SearXNG answers, without results for this word.")
        )
        names = ", ".join(f"{name}: {why}" for name, why in look.blocked)
        self.more.setText(
            tr("Search", "Engines that do not answer: {names}").format(names=names) if names else ""
        )
