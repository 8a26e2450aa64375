"""The page of knowledge bases (SPEC K1)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from neurodesk.app.queries.settings import KbSummary, count_kb_folder, kb_summaries
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.desk.sample import start_sample
from neurodesk.ui.dialogs.add_folder import AddFolderDialog
from neurodesk.ui.dialogs.confirm import ConfirmDialog
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import moment
from neurodesk.ui.panes.settings.folders import FolderLine, FolderPage
from neurodesk.ui.widgets.parts import Empty, button

Progress = Callable[[str, int, int], None]
KIND = "import"


def start_import(context: DeskContext, kb_id: str) -> None:
    """Read a knowledge base as a job."""
    profile = context.profile

    def work(progress: Progress, stopped: Callable[[], bool]) -> object:
        from neurodesk.app.commands.knowledge import import_kb

        return import_kb(
            profile,
            kb_id,
            progress=lambda one: progress(one.stage, one.done, one.total),
            cancelled=stopped,
        ).report

    context.services.jobs.start(KIND, kb_id, work)


class KbPage(FolderPage):
    """Registered knowledge bases with their counts."""

    def __init__(self, context: DeskContext) -> None:
        text = tr("Folders", "Choose the folder of your articles: Markdown, HTML or JSON. It is only read.")
        empty = Empty("folder", tr("Folders", "No knowledge base yet."), text)
        super().__init__(context, KIND, empty, tr("Folders", "Add knowledge base"))
        self._sample = button(tr("Folders", "Open the sample"), "", "play", on_click=self._open_sample)
        self.tools.insertWidget(1, self._sample)
        self.add_wanted.connect(self.add)
        context.watch(self, self._heard, Kind.KB, Kind.NODE, Kind.DRAFT)
        self.refresh()

    def _open_sample(self) -> None:
        start_sample(self.context)

    def _heard(self, _changes: ChangeSet) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Read the list anew."""
        profile = self.context.profile
        self.context.ask(lambda: kb_summaries(profile), self._show, channel="settings.kbs", owner=self)

    def _show(self, found: list[KbSummary]) -> None:
        now = self.context.profile.clock.time()
        lines = [
            FolderLine(one.kb.id, one.kb.name, one.kb.root, self._facts(one, now), self._trouble(one))
            for one in found
        ]
        again = (tr("Folders", "Read again"), lambda line: start_import(self.context, line.key))
        self.show_lines(lines, again, self._remove)
        self._sample.setVisible(not found)

    @staticmethod
    def _facts(one: KbSummary, now: float) -> str:
        text = plural("Folders", "%n article(s)", one.articles)
        if one.kb.imported_at:
            text += " · " + tr("Folders", "read {when}").format(when=moment(one.kb.imported_at, now))
        return text

    @staticmethod
    def _trouble(one: KbSummary) -> str:
        if not one.reachable:
            return tr("Folders", "The folder is not there now; its articles are kept.")
        problems = one.kb.report.get("problems") or []
        if problems:
            return plural("Folders", "%n file(s) with a problem, listed in Articles.", len(problems))
        return ""

    def add(self, root: str) -> None:
        """Show what a folder holds, then register and read it."""
        folder, profile = Path(root), self.context.profile

        def register(name: str) -> None:
            from neurodesk.app.commands.knowledge import register_kb

            wanted = "" if name == folder.name else name
            self.context.act(
                lambda: register_kb(profile, folder, wanted),
                lambda kb: start_import(self.context, kb.id),
                owner=self,
            )

        words = (
            tr("Folders", "Add a knowledge base"),
            tr("Folders", "The folder is only read. Nothing is ever written into it but what you promote."),
            tr("Folders", "Add and read"),
        )
        AddFolderDialog(
            self.context, folder, words, lambda: count_kb_folder(profile, folder), register, self.window()
        ).open()

    def _remove(self, line: FolderLine) -> None:
        profile = self.context.profile

        def forget() -> None:
            from neurodesk.app.commands.knowledge import forget_kb

            self.context.act(
                lambda: forget_kb(profile, line.key),
                lambda _changes: self.context.say(tr("Folders", "{name} is removed.").format(name=line.name)),
                owner=self,
            )

        ConfirmDialog(
            tr("Folders", "Remove {name} from NeuroDesk?").format(name=line.name),
            tr(
                "Folders",
                "Its files stay as they are. Articles, links and findings of it go from this profile.",
            ),
            tr("Folders", "Remove"),
            forget,
            self.window(),
        ).open()
