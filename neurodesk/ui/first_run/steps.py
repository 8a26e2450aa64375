"""The steps of the first run, each a page; what they show are the parts of the settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QRadioButton, QVBoxLayout, QWidget

from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.models import Protocol
from neurodesk.settings.catalog import BY_KEY
from neurodesk.ui.desk.sample import start_sample
from neurodesk.ui.first_run.ladder import SETTINGS, NodeCard
from neurodesk.ui.first_run.lesson import Lesson
from neurodesk.ui.i18n import tr
from neurodesk.ui.panes.settings.kb_page import KbPage
from neurodesk.ui.panes.settings.library_page import LibraryPage
from neurodesk.ui.panes.settings.nodes_page import NodesPage
from neurodesk.ui.panes.settings.row import SettingRow
from neurodesk.ui.panes.settings.search_card import SearxngCard
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.parts import PlainLabel, button

if TYPE_CHECKING:
    from neurodesk.settings.declare import Value
    from neurodesk.ui.desk.context import DeskContext


LOOK = ("ui.language", "ui.theme", "ui.density", "ui.text_scale", "ui.reduced_motion", "curator.name")


@dataclass(frozen=True, slots=True)
class Step:
    """One step: id, its word in the rail, headline and lead, and what makes its page."""

    id: str
    word: str
    headline: str
    lead: str
    make: Callable[[DeskContext], QWidget]


class SettingRows(QWidget):
    """Rows of the settings; a change applies at once."""

    def __init__(self, context: DeskContext, keys: tuple[str, ...]) -> None:
        super().__init__()
        self._context = context
        self.rows: dict[str, SettingRow] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for key in keys:
            row = SettingRow(BY_KEY[key], context.settings)
            row.wanted.connect(self._set)
            row.reset_wanted.connect(self._reset)
            self.rows[key] = row
            column.addWidget(row)
        context.watch(self, self._heard, Kind.SETTING)

    def _set(self, key: str, value: object) -> None:
        profile = self._context.profile
        self._context.act(lambda: profile.settings.set(key, value), owner=self)

    def _reset(self, key: str) -> None:
        profile = self._context.profile
        self._context.act(lambda: profile.settings.reset(key), owner=self)

    def _heard(self, _changes: ChangeSet) -> None:
        current = self._context.settings
        for row in self.rows.values():
            row.show_settings(current)


class Page(QWidget):
    """Parts one below the other."""

    def __init__(self, *parts: QWidget) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        for part in parts:
            column.addWidget(part)
        column.addStretch(1)


class NodesStep(QWidget):
    """One card a node; an address is asked only when *Test* is pressed."""

    def __init__(self, context: DeskContext) -> None:
        super().__init__()
        self._context = context
        self.cards: list[NodeCard] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        self._column = QVBoxLayout()
        self._column.setSpacing(10)
        column.addLayout(self._column)
        more = button(tr("FirstRun", "Another node"), "", "plus", on_click=self.add)
        more.setAutoDefault(False)
        column.addWidget(more, 0, Qt.AlignmentFlag.AlignLeft)
        self.sum = PlainLabel(role="small", ink="secondary", wrap=True)
        column.addWidget(self.sum)
        column.addStretch(1)
        for protocol, key in SETTINGS.items():
            for text in context.settings.items(key):
                self.add(text, protocol)
        if not self.cards:
            self.add()
        self._say()

    def add(self, text: str = "", protocol: Protocol = Protocol.OLLAMA) -> None:
        """Add a card."""
        card = NodeCard(self._context, text, protocol)
        card.done.connect(self._say)
        self.cards.append(card)
        self._column.addWidget(card)

    def _say(self) -> None:
        ready, tested = sum(one.is_ready for one in self.cards), any(one.climbed for one in self.cards)
        if ready:
            text = tr("FirstRun", "{ready} of {all} nodes ready, that is enough to go on.")
            self.sum.setText(text.format(ready=ready, all=len(self.cards)))
        elif tested:
            self.sum.setText(
                tr("FirstRun", "None is ready yet. You may go on: the embedded engine works without.")
            )
        else:
            self.sum.setText(tr("FirstRun", "Without a node the embedded engine plans, writes and checks."))


class Autonomy(QWidget):
    """Three ways to let NeuroDesk work by itself; off until one is chosen."""

    def __init__(self, context: DeskContext) -> None:
        super().__init__()
        self._context = context
        self.choices: dict[str, QRadioButton] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for key, (word, text, _values) in presets().items():
            choice = QRadioButton(word)
            choice.setAccessibleDescription(text)
            choice.clicked.connect(lambda _on=False, key=key: self.choose(key))
            self.choices[key] = choice
            column.addWidget(choice)
            explained = PlainLabel(text, "small", "secondary", wrap=True)
            explained.setContentsMargins(theme().icon_px(14) + 12, 0, 0, 10)
            column.addWidget(explained)
        self._show()

    def choose(self, key: str) -> None:
        """Set what belongs to a preset."""
        profile, values = self._context.profile, presets()[key][2]

        self._context.act(lambda: profile.settings.set_all(values), owner=self)

    def _show(self) -> None:
        current = self._context.settings
        fits = [
            key
            for key, (_word, _text, values) in presets().items()
            if all(current[name] == value for name, value in values.items())
        ]
        if fits:
            self.choices[fits[0]].setChecked(True)


def presets() -> dict[str, tuple[str, str, dict[str, Value]]]:
    """Return the presets: word, explanation, settings."""
    return {
        "off": (
            tr("FirstRun", "Off"),
            tr("FirstRun", "NeuroDesk works on what you ask for, and on nothing else."),
            {"worker.autonomous": False},
        ),
        "careful": (
            tr("FirstRun", "Careful"),
            tr("FirstRun", "While you are away, up to 3 tasks a day, only the most important gaps."),
            {
                "worker.autonomous": True,
                "worker.idle_only": True,
                "worker.max_tasks_per_day": 3,
                "worker.min_priority": 0.8,
            },
        ),
        "steady": (
            tr("FirstRun", "Steady"),
            tr("FirstRun", "While you are away, up to 12 tasks a day."),
            {
                "worker.autonomous": True,
                "worker.idle_only": True,
                "worker.max_tasks_per_day": 12,
                "worker.min_priority": 0.65,
            },
        ),
    }


def _sample(context: DeskContext) -> QWidget:
    act = button(tr("FirstRun", "Open the sample"), "", "play", on_click=lambda: start_sample(context))
    act.setAutoDefault(False)
    row = QWidget()
    column = QVBoxLayout(row)
    column.setContentsMargins(0, 0, 0, 0)
    note = tr(
        "FirstRun",
        "For more, open the sample: articles, a library and questions that are researched on this computer;"
        " drafts to review follow after some minutes.",
    )
    column.addWidget(PlainLabel(note, "small", "secondary", wrap=True))
    column.addWidget(act, 0, Qt.AlignmentFlag.AlignLeft)
    return Page(Lesson(), row)


def steps() -> tuple[Step, ...]:
    """Return the steps in their order."""
    return (
        Step(
            "look",
            tr("FirstRun", "Language and look"),
            tr("FirstRun", "How should NeuroDesk look?"),
            tr("FirstRun", "Changes apply at once. Your name stands beside your decisions."),
            lambda context: Page(
                SettingRows(
                    context,
                    (
                        "ui.language",
                        "ui.theme",
                        "ui.density",
                        "ui.text_scale",
                        "ui.reduced_motion",
                        "curator.name",
                    ),
                )
            ),
        ),
        Step(
            "kb",
            tr("FirstRun", "Knowledge base"),
            tr("FirstRun", "Where are your articles?"),
            tr(
                "FirstRun",
                "You see what a folder holds before it is read. Nothing is ever written into it but what you"
                " promote yourself.",
            ),
            lambda context: Page(KbPage(context)),
        ),
        Step(
            "nodes",
            tr("FirstRun", "Models"),
            tr("FirstRun", "Where do your models run?"),
            tr(
                "FirstRun",
                "Enter one Ollama machine or OpenAI-compatible server, or several. Without models NeuroDesk"
                " works on with the embedded engine and the check by rules.",
            ),
            NodesStep,
        ),
        Step(
            "roles",
            tr("FirstRun", "Author and reviewer"),
            tr("FirstRun", "Who writes, and who checks?"),
            tr("FirstRun", "Two different models are best: one that checks its own text overlooks more."),
            lambda context: Page(
                SettingRows(context, ("models.author", "models.reviewer")), NodesPage(context)
            ),
        ),
        Step(
            "search",
            tr("FirstRun", "Search and library"),
            tr("FirstRun", "Where may NeuroDesk search?"),
            tr(
                "FirstRun",
                "In folders of documents, without the web; and with a SearXNG of yours, once both switches"
                " are on. The first 20 queries wait for your look.",
            ),
            lambda context: Page(
                LibraryPage(context),
                SettingRows(context, ("searxng.url", "web.searxng", "web.manual_research")),
                SearxngCard(context),
            ),
        ),
        Step(
            "autonomy",
            tr("FirstRun", "Work by itself"),
            tr("FirstRun", "May NeuroDesk work while you are away?"),
            tr(
                "FirstRun",
                "It looks for gaps, researches them and lays drafts on your desk; it never promotes one.",
            ),
            lambda context: Page(Autonomy(context)),
        ),
        Step(
            "lesson",
            tr("FirstRun", "Sample article"),
            tr("FirstRun", "Review in 90 seconds"),
            tr("FirstRun", "Press the key that is asked for. Nothing of this is stored."),
            _sample,
        ),
    )
