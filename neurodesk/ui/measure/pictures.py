"""``neurodesk dev screenshots``: every place, light, dark and high contrast, two languages, two sizes."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from neurodesk.app.commands.outcomes import receive
from neurodesk.app.commands.sample import open_sample
from neurodesk.app.queries.handover import Handover
from neurodesk.bootstrap import open_extractor, open_profile, open_research, open_worker
from neurodesk.domain.errors import StorageFault
from neurodesk.ui.application.desk import Desk, open_desk
from neurodesk.ui.application.start_fault import StartFault
from neurodesk.ui.desk.reports import BugReport
from neurodesk.ui.dialogs.add_folder import AddFolderDialog
from neurodesk.ui.dialogs.approve_with_reason import ApproveWithReasonDialog
from neurodesk.ui.dialogs.confirm import ConfirmDialog
from neurodesk.ui.dialogs.curator_name import CuratorNameDialog
from neurodesk.ui.dialogs.new_task import NewTaskDialog
from neurodesk.ui.dialogs.reason import ReasonDialog
from neurodesk.ui.dialogs.three_way import ThreeWayDialog
from neurodesk.ui.first_run.wizard import FirstRun
from neurodesk.ui.i18n import stretch_texts, tr
from neurodesk.ui.main import application
from neurodesk.ui.panes import PLACES
from neurodesk.ui.panes.evidence.compare import CompareDialog
from neurodesk.ui.panes.evidence.pane import EvidencePane
from neurodesk.ui.panes.evidence.sources import BlockDialog
from neurodesk.ui.panes.find import window as find_window
from neurodesk.ui.panes.graph.filters import KIND
from neurodesk.ui.panes.graph.pane import GraphPane
from neurodesk.ui.panes.outcomes import window as outcomes_window
from neurodesk.ui.panes.outcomes.window import OutcomesDialog
from neurodesk.ui.panes.outgoing import LOG, WAITING
from neurodesk.ui.panes.outgoing import window as outgoing_window
from neurodesk.ui.panes.queue.detail import OVERVIEW, SEARCH
from neurodesk.ui.panes.queue.pane import QueuePane
from neurodesk.ui.panes.review.pane import ReviewPane
from neurodesk.ui.panes.review.promote_sheet import PromoteSheet
from neurodesk.ui.panes.review.proof_sheet import ProofSheet
from neurodesk.ui.panes.settings.folders import FolderPage
from neurodesk.ui.shell.key_sheet import KeySheet
from neurodesk.ui.shell.link_dialog import LinkDialog
from neurodesk.ui.shell.three_pane import ThreePane
from neurodesk.ui.shell.two_pane import TwoPane
from neurodesk.ui.theme import theme
from neurodesk.worker.loop import RunMode

WIDTH_PX, HEIGHT_PX = 1440, 900
# An answer that a person corrected, as another program hands it in.
OUTCOME = {
    "run": "pictures",
    "decision": "corrected",
    "input": "How do I enlarge the volume of the mail server?",
    "proposed": "Run lvextend with 10 GiB and restart the server.",
    "confirmed": "Run lvextend with 20 GiB, then resize2fs; no restart is needed.",
    "ticket": "T-4711",
}
QUIET_S, GIVE_UP_S, PAUSE_S = 0.25, 20.0, 0.005
# A search waits for the end of a word.
TYPED_S = 0.4
Look = tuple[str, str, int]
LOOKS: tuple[Look, ...] = (
    *(
        (theme, language, scale)
        for scale in (100, 200)
        for language in ("en", "de")
        for theme in ("light", "dark")
    ),
    *((theme, "de", 100) for theme in ("hcLight", "hcDark")),
)
PSEUDO_LOOKS: tuple[Look, ...] = (("light", "en", 100), ("light", "en", 200))
Say = Callable[[str], None]


def prepare(folder: Path, say: Say) -> None:
    """Lay the sample into a profile and let the worker research its questions, all but the last ones."""
    with open_profile(folder) as profile:
        say("reading the sample")
        with open_extractor() as extractor:
            open_sample(profile, extractor)
        say("researching its questions")
        with (
            open_research(profile) as runner,
            open_worker(profile, runner, mode=RunMode.UNTIL_IDLE) as host,
        ):
            while not host.join(0.5):
                pass


def take_pictures(
    target: Path,
    data_dir: Path | None = None,
    say: Say = lambda _text: None,
    *,
    only: Sequence[str] = (),
    pseudo: bool = False,
) -> list[Path]:
    """Write a picture of each place in each look into a folder; returns the files.

    Arguments: ``data_dir`` an existing profile, which is copied and left as it is; without it the sample is
    read and researched first. ``only`` names the looks wanted, such as ``dark-de-200``. ``pseudo`` makes
    every text 40 % longer, which shows what clips.
    """
    stretch_texts(pseudo)
    try:
        return _take(target, data_dir, say, only, PSEUDO_LOOKS if pseudo else LOOKS)
    finally:
        stretch_texts(False)


def _take(
    target: Path, data_dir: Path | None, say: Say, only: Sequence[str], looks: Sequence[Look]
) -> list[Path]:
    looks = [one for one in looks if not only or name_of(one) in only]
    app = application()
    target.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    with tempfile.TemporaryDirectory(prefix="neurodesk-pictures-") as name:
        folder, empty = Path(name) / "profile", Path(name) / "empty"
        if data_dir is None:
            prepare(folder, say)
        else:
            shutil.copytree(data_dir, folder, ignore=shutil.ignore_patterns("*.lock", "layout.json"))
        for root, first in ((folder, ""), (empty, "first-")):
            with open_desk(app, root) as desk:
                for look in _looks(app, desk, looks):
                    say(f"{first}{look}")
                    for scene, widget in scenes(app, desk, first):
                        path = target / f"{first}{scene}-{look}.png"
                        widget.grab().save(str(path))
                        written.append(path)
    return written


def name_of(look: Look) -> str:
    """Return a look as it stands in the names of files: ``dark-de-200``."""
    return "-".join(str(part) for part in look)


def _looks(app: QApplication, desk: Desk, looks: Sequence[Look]) -> Iterator[str]:
    settings = desk.services.profile.settings
    desk.show("queue")
    began = time.monotonic()
    while not desk.services.worker.ready and time.monotonic() - began < GIVE_UP_S:
        app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
    for look in looks:
        theme, language, scale = look
        for key, value in (("text_scale", scale), ("language", language), ("theme", theme)):
            settings.set(f"ui.{key}", value)
        wait_quiet(app, desk)
        desk.window.resize(WIDTH_PX, HEIGHT_PX)
        wait_quiet(app, desk)
        yield name_of(look)


def scenes(app: QApplication, desk: Desk, first: str) -> Iterator[tuple[str, QWidget]]:
    """Yield every place, what opens in it, and every dialog; with ``first`` those of an empty profile."""
    window = desk.window
    window.activity.hide()
    for place in PLACES:
        window.open_place(place)
        if place == "settings":
            window.go(place, "page.switches")  # not the page that the look before left open
        wait_quiet(app, desk)
        yield place, window
        if not first:
            yield from _sides(app, desk, place)
    if "settings" in PLACES:
        for page in ("kbs", "library", "models", "search", "research", "look"):
            window.go("settings", f"page.{page}")
            wait_quiet(app, desk)
            yield f"settings-{page}", window
    if first:
        yield from _first_run(app, desk)
        return
    window.open_place("queue")
    queue = window.place_widget("queue")
    if isinstance(queue, QueuePane):
        for tab in (SEARCH, OVERVIEW):
            queue.detail.tabs.set_choice(tab)
            queue.detail.tabs.chosen.emit(tab)
            for frame in queue.findChildren(TwoPane):
                frame.show_right() if tab == SEARCH else frame.show_centre()
            wait_quiet(app, desk)
            if tab == SEARCH:
                yield "queue-search", window
    yield from _graph(app, desk)
    for tab in (WAITING, LOG):
        outgoing = window.open_outgoing(tab)
        _on_wide_screen(outgoing, outgoing_window.WIDTH_PX, outgoing_window.HEIGHT_PX)
        wait_quiet(app, desk)
        yield f"outgoing-{tab}", outgoing
        outgoing.close()
        wait_quiet(app, desk)
    yield from _activity(app, desk)
    yield from _notes(app, desk)
    yield from _edit(app, desk)
    dialog = NewTaskDialog(window.context, window, topic="Replace a failed disk in a ZFS pool")
    dialog.show()
    wait_quiet(app, desk)
    yield "new-task", dialog
    dialog.reject()
    for name, made in _dialogs(app, desk):
        made.show()
        wait_quiet(app, desk)
        yield name, made
        made.reject()
    window.open_place("review")
    wait_quiet(app, desk)
    window.open_palette()
    window.palette_popup.field.setText("zfs")
    wait_quiet(app, desk)
    yield "palette", window.palette_popup
    window.palette_popup.close()
    window.open_palette()
    wait_quiet(app, desk)
    yield "palette-empty", window.palette_popup
    window.palette_popup.close()
    window.open_key_sheet()
    wait_quiet(app, desk)
    sheet = window.findChildren(KeySheet)[-1]
    yield "keys", sheet
    sheet.close()
    yield from _frame(app, desk)


def _frame(app: QApplication, desk: Desk) -> Iterator[tuple[str, QWidget]]:
    """Yield the search of everything, the layouts, and what the window says of the worker."""
    window, profile = desk.window, desk.services.profile
    for name, words in (("find", "zfs pool"), ("find-nothing", "zfs xyz")):
        found = window.open_find(words)
        _on_wide_screen(found, find_window.WIDTH_PX, find_window.HEIGHT_PX)
        time.sleep(TYPED_S)
        wait_quiet(app, desk)
        yield name, found
        found.close()
    layouts = window.open_layouts()
    wait_quiet(app, desk)
    yield "layouts-none", layouts
    layouts.close()
    for name in (names := ("Review", "Night watch")):
        window.layout_store.save_layout(name, window)
    layouts = window.open_layouts()
    wait_quiet(app, desk)
    yield "layouts", layouts
    layouts.close()
    for name in names:
        window.layout_store.delete_layout(name)
    report = BugReport("0", "RuntimeError", "", profile.paths.logs / "report-0f3a.txt", 1)
    window.show_worker_crash(report, 0.1)
    wait_quiet(app, desk)
    yield "worker-crashed", window
    window.banner.hide()
    window.go("settings", "notify.enabled")
    wait_quiet(app, desk)
    yield "settings-notify", window


def _activity(app: QApplication, desk: Desk) -> Iterator[tuple[str, QWidget]]:
    """Yield the queue with the activity open below it, and a task beside or in place of the list."""
    window = desk.window
    window.open_place("queue")
    queue = window.place_widget("queue")
    window.activity.show()
    wait_quiet(app, desk)
    yield "activity", window
    frames = queue.findChildren(TwoPane) if queue is not None else []
    for frame in frames:
        frame.show_right()
        wait_quiet(app, desk)
        yield "activity-task", window
        frame.show_centre()
    window.activity.hide()


def _edit(app: QApplication, desk: Desk) -> Iterator[tuple[str, QWidget]]:
    """Yield a claim that is edited in its place; nothing of it is saved."""
    window = desk.window
    window.open_place("review")
    wait_quiet(app, desk)
    review = window.place_widget("review")
    if not isinstance(review, ReviewPane):
        return
    claim = review.session.claim()
    if claim is not None and review.session.view is not None:
        # Straight to the field: the way there asks who edits.
        review.editor.begin(review.session.view.draft.text, claim.claim.start, claim.claim.end)
        review.centre.place_editor(claim.id)
        wait_quiet(app, desk)
        yield "review-edit", window
        review.editor.finish()
        wait_quiet(app, desk)


def _graph(app: QApplication, desk: Desk) -> Iterator[tuple[str, QWidget]]:
    """Yield the map, what was added since yesterday in both pictures, and the filter."""
    window = desk.window
    window.open_place("graph")
    wait_quiet(app, desk)
    pane = window.place_widget("graph")
    if not isinstance(pane, GraphPane):
        return
    pane.toggle_mode()
    wait_quiet(app, desk)  # the layout
    wait_quiet(app, desk)  # the sharp picture
    yield "graph-map", window
    pane.fresh_chip.setChecked(True)
    wait_quiet(app, desk)
    yield "graph-map-new", window
    pane.toggle_mode()
    wait_quiet(app, desk)
    yield "graph-new", window
    pane.toggle_mode()
    pane.fresh_chip.setChecked(False)
    pane.to_filter()
    pane.filters.facets.choose(KIND, ("research_evidence",))
    pane.filters.changed.emit()
    wait_quiet(app, desk)
    yield "graph-filter", window
    pane.show_all()
    pane.side.show_part("legend")
    pane.toggle_mode()
    wait_quiet(app, desk)


def _sides(app: QApplication, desk: Desk, place: str) -> Iterator[tuple[str, QWidget]]:
    """Yield what gave way to a place's centre for want of room: its list, and its right pane."""
    window = desk.window
    shown = window.place_widget(place)
    for frame in shown.findChildren(ThreePane) if shown is not None else ():
        for narrow, name, turn in zip(
            frame.narrow, ("list", "right"), (frame.toggle_left, frame.toggle_right), strict=True
        ):
            if narrow:
                turn()
                wait_quiet(app, desk)
                yield f"{place}-{name}", window
                turn()


def _notes(app: QApplication, desk: Desk) -> Iterator[tuple[str, QWidget]]:
    """Yield what speaks up by itself: the note of what came, outcomes that wait, a fault."""
    window, profile = desk.window, desk.services.profile
    now = profile.clock.time()
    window.handover.show_note(Handover(now - 86_400, drafts=7, contradictions=2, failures=1, sources=1))
    wait_quiet(app, desk)
    yield "handover", window
    window.handover.hide()
    receive(profile, OUTCOME, "api:helpdesk")
    window.open_outcomes()
    wait_quiet(app, desk)
    for shown in window.findChildren(OutcomesDialog)[-1:]:
        _on_wide_screen(shown, outcomes_window.WIDTH_PX, outcomes_window.HEIGHT_PX)
        wait_quiet(app, desk)
        yield "outcomes", shown
        shown.close()
    dialogs: tuple[tuple[str, QDialog], ...] = (
        ("fault", StartFault(StorageFault("newer_schema", path="neurodesk.db", found=99, known=20), window)),
        ("confirm", ConfirmDialog(*_removal(), lambda: None, window)),
    )
    for name, made in dialogs:
        made.show()
        wait_quiet(app, desk)
        yield name, made
        made.close()


def _on_wide_screen(window: QWidget, wide: int, high: int) -> None:
    """Give a window the size it has on a curator's screen: the one of the pictures is smaller."""
    window.resize(min(theme().scaled(wide), WIDTH_PX - 40), min(theme().scaled(high), HEIGHT_PX - 40))


def _removal() -> tuple[str, str, str]:
    text = tr(
        "Folders", "Its files stay as they are. Articles, links and findings of it go from this profile."
    )
    question = tr("Folders", "Remove {name} from NeuroDesk?").format(name="IT operations (sample)")
    return question, text, tr("Folders", "Remove")


def _first_run(app: QApplication, desk: Desk) -> Iterator[tuple[str, QWidget]]:
    """Yield each step of the set-up."""
    desk.window.open_first_run()
    wait_quiet(app, desk)
    shown = [one for one in desk.window.findChildren(FirstRun) if one.isVisible()]
    for wizard in shown[-1:]:
        wizard.resize(1140, 760)  # the offscreen screen is smaller than a curator's
        for number, _step in enumerate(wizard.steps):
            wizard.go(number)
            wait_quiet(app, desk)
            yield f"step-{number + 1}", wizard
        wizard.go(0)
        wizard.close()


def _dialogs(app: QApplication, desk: Desk) -> Iterator[tuple[str, QDialog]]:
    """Yield the dialogs that a review and the settings open, one after the other."""
    window, context = desk.window, desk.window.context
    window.open_place("review")
    wait_quiet(app, desk)
    review = window.place_widget("review")
    assert isinstance(review, ReviewPane)
    draft, view = review.session.draft_id, review.session.view
    if view is not None:
        seen = view.desk.seen
        yield "promote", PromoteSheet(context, draft, seen, lambda *_given: None, lambda: seen)
        yield "proof", ProofSheet(context, draft)
        yield "three-way", ThreeWayDialog(context, draft, lambda: None)
        claims = [(one.id, one.claim.text) for one in review.session.claims()[:3]]
        yield "approve-with-reason", ApproveWithReasonDialog(claims, lambda _given: None, window)
    yield "name", CuratorNameDialog(lambda _name: None, context)
    review.request_changes()
    wait_quiet(app, desk)
    asked = window.findChildren(ReasonDialog)
    if asked:
        yield "request-changes", asked[-1]
    for name in ("kbs", "library"):
        window.go("settings", f"page.{name}")
        wait_quiet(app, desk)
        page = window.findChild(FolderPage)
        if page is not None and page.cards:
            page.add_wanted.emit(next(iter(page.cards.values())).line.root)
            wait_quiet(app, desk)
            shown = [one for one in window.findChildren(AddFolderDialog) if one.isVisible()]
            if shown:
                yield f"add-{name}", shown[-1]
    yield "block", BlockDialog(context, "docs.example.org", lambda _aside: None)
    yield "link", LinkDialog("https://docs.example.org/storage/zfs-replace-disk.html?page=2", window)
    window.open_place("evidence")
    wait_quiet(app, desk)
    evidence = window.place_widget("evidence")
    if isinstance(evidence, EvidencePane) and evidence.reading is not None:
        left = evidence.reading
        evidence.rows.setCurrentIndex(evidence.model.index(min(12, evidence.model.rowCount() - 1), 0))
        wait_quiet(app, desk)
        yield "compare", CompareDialog(context, left, evidence.reading)
        evidence.rows.setCurrentIndex(evidence.model.index(0, 0))


def wait_quiet(app: QApplication, desk: Desk) -> None:
    """Let the window finish: until no question is open for a while."""
    began = quiet = time.monotonic()
    while time.monotonic() - quiet < QUIET_S and time.monotonic() - began < GIVE_UP_S:
        app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 10)
        services = desk.services
        if services.runner.open_count or services.commands.open_count or services.jobs.open_jobs():
            quiet = time.monotonic()
        time.sleep(PAUSE_S)
