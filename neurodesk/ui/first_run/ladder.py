"""One node as a card: its address, and a ladder of tests with exactly one remedy at its first failure."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QComboBox, QFrame, QGridLayout, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout

from neurodesk.app.notices_search import SEARCH_NOTICES
from neurodesk.domain.errors import BadInput
from neurodesk.domain.models import NodeAddress, Protocol, parse_node
from neurodesk.domain.searxng import other_scheme
from neurodesk.ui.desk.words import translated
from neurodesk.ui.i18n import tr
from neurodesk.ui.i18n.when import decimal, number
from neurodesk.ui.panes.settings.node_words import fault_words
from neurodesk.ui.theme import theme
from neurodesk.ui.widgets.parts import ElidedLabel, PlainLabel, button

if TYPE_CHECKING:
    from neurodesk.providers.models.node_probe import Climbed
    from neurodesk.ui.desk.context import DeskContext

KIND = "probe"
RUNGS = ("reached", "models", "answers")
SETTINGS = {Protocol.OLLAMA: "models.ollama_urls", Protocol.OPENAI: "models.openai_urls"}
# What an address needs beside the kind of its server.
ADDRESS_PX = 220


def rung_word(rung: str) -> str:
    """Return the name of a step."""
    return {
        "reached": tr("FirstRun", "Reached"),
        "models": tr("FirstRun", "Models found"),
        "answers": tr("FirstRun", "Answers with one token"),
    }[rung]


def rung_detail(one: Climbed) -> str:
    """Say what a step found, or what is wrong."""
    if one.fault:
        words = {
            "no_models": tr("FirstRun", "the node has no model"),
            "no_local_model": tr("FirstRun", "no model of its own can answer"),
        }
        return words.get(one.fault) or fault_words(one.fault)
    if one.rung == "reached":
        return (
            tr("FirstRun", "version {version}").format(version=one.detail) if one.detail else fault_words("")
        )
    return one.detail


def remedy(one: Climbed, address: NodeAddress) -> tuple[str, str]:
    """Return the one fix that is most likely to help, and a line to copy ("" for none)."""
    if one.fault == "connect":
        if address.is_loopback:
            return tr("FirstRun", "Nothing listens at this address. Start the model server:"), "ollama serve"
        return (
            tr(
                "FirstRun",
                "Ollama often listens to its own machine only. Set this there and start it anew (in a"
                " network that you trust only):",
            ),
            "OLLAMA_HOST=0.0.0.0:11434",
        )
    if one.fault == "wrong_scheme":
        return tr("FirstRun", "It does not speak what the address says. Write:"), other_scheme(address.url)
    if one.fault == "tls_failed":
        return translated("Faults", SEARCH_NOTICES["searxng_tls_failed"][2]), ""
    if one.fault in ("busy", "rate_limited"):
        return tr("FirstRun", "It has too much to do now. Test again in a minute."), ""
    if one.fault in ("connect_timeout", "first_token_timeout") and one.rung != "answers":
        return tr("FirstRun", "Nobody answers. Look at the address, and whether a firewall lets it pass."), ""
    if one.fault in ("unauthorized", "forbidden"):
        return (
            tr("FirstRun", "It wants a token. Store it once:")
            if one.fault == "unauthorized"
            else tr("FirstRun", "It refuses the token. Store the right one:"),
            f"neurodesk models token {address.url}",
        )
    if one.fault in ("no_models", "no_local_model"):
        return tr("FirstRun", "Load a model on that machine:"), "ollama pull gemma3:12b"
    if one.fault == "local_only":
        return tr("FirstRun", "NeuroDesk is set to stay on this computer. Switch that off first:"), (
            "neurodesk config set network.local_only off"
        )
    if one.fault == "status_404" and one.rung == "reached":
        return tr("FirstRun", "No model server answers at this path. Look at address, path and kind."), ""
    if one.rung == "answers":
        return tr("FirstRun", "The model did not answer. Look at the memory of that machine:"), "ollama ps"
    return tr("FirstRun", "This is no model server as NeuroDesk knows it. Look at address and kind."), ""


class NodeCard(QFrame):
    """``kept`` is emitted once the address stands in the settings, before anything is asked."""

    kept = Signal()
    done = Signal()

    def __init__(self, context: DeskContext, text: str = "", protocol: Protocol = Protocol.OLLAMA) -> None:
        super().__init__()
        self.setObjectName("Card")
        self._context, self._was = context, (text, protocol)
        self.climbed: list[Climbed] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        self._head = QGridLayout()
        self._head.setSpacing(8)
        self._head.setColumnStretch(1, 1)
        self.kind = QComboBox()
        self.kind.addItem("Ollama", Protocol.OLLAMA)
        self.kind.addItem(tr("FirstRun", "OpenAI-compatible"), Protocol.OPENAI)
        self.kind.setCurrentIndex(1 if protocol is Protocol.OPENAI else 0)
        self.kind.setAccessibleName(tr("FirstRun", "Kind of server"))
        self.field = QLineEdit(text)
        self.field.setPlaceholderText(tr("FirstRun", "name=address, such as workshop=10.20.0.14:11434"))
        self.field.setAccessibleName(tr("FirstRun", "Address of the node"))
        self.field.returnPressed.connect(self.test)
        self.button = button(tr("FirstRun", "Test"), "", "test", on_click=self.test)
        self.button.setAutoDefault(False)
        self._head.addWidget(self.kind, 0, 0)
        self._head.addWidget(self.button, 0, 2)
        self._arrange()
        column.addLayout(self._head)
        self._said = PlainLabel(role="small", ink="error", wrap=True)
        self._said.hide()
        column.addWidget(self._said)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(2, 1)
        column.addLayout(self._grid)
        self._fix = QFrame()
        self._fix.setObjectName("Sunken")
        fix = QVBoxLayout(self._fix)
        fix.setContentsMargins(0, 4, 0, 0)
        fix.setSpacing(4)
        self.advice = PlainLabel(role="small", wrap=True)
        fix.addWidget(self.advice)
        line = QHBoxLayout()
        line.setSpacing(8)
        self.line = QLineEdit()
        self.line.setReadOnly(True)
        self.line.setAccessibleName(tr("FirstRun", "Line to copy"))
        self._copy = button(tr("FirstRun", "Copy"), "", "copy", on_click=self._on_copy)
        self._copy.setAutoDefault(False)
        line.addWidget(self.line, 1)
        line.addWidget(self._copy)
        fix.addLayout(line)
        self._fix.hide()
        column.addWidget(self._fix)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the address a row of its own where it has no room beside kind and button."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        room = self.width() - self.kind.sizeHint().width() - self.button.sizeHint().width() - 48
        if room >= theme().scaled(ADDRESS_PX):
            self._head.addWidget(self.field, 0, 1)
        else:
            self._head.addWidget(self.field, 1, 0, 1, 3)

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.line.text())

    def test(self) -> None:
        """Keep the address in the settings, then test it; an empty one is taken out of them."""
        text = self.field.text().strip()
        protocol = Protocol(self.kind.currentData())  # Qt hands a string enumeration back as its text
        self._clear()
        if text:
            try:
                parse_node(text, protocol)
            except BadInput:
                self._said.setText(tr("FirstRun", "This is no address of a node. Nothing was sent."))
                self._said.show()
                return
        context, profile, was = self._context, self._context.profile, self._was
        self._was = (text, protocol)

        def keep() -> None:
            for one, key in SETTINGS.items():
                held = profile.settings.current.items(key)
                wanted = [entry for entry in held if (entry, one) != was and entry != text]
                wanted += [text] if text and one is protocol else []
                if tuple(wanted) != tuple(held):
                    profile.settings.set(key, wanted)

        context.act(keep, lambda _none: self._climb(text, protocol), owner=self)

    def _climb(self, text: str, protocol: Protocol) -> None:
        self.kept.emit()
        if not text:
            return
        profile = self._context.profile
        self.button.set_words(tr("FirstRun", "Testing …"))
        self.button.set_locked(tr("FirstRun", "The answer is being waited for."))

        def work(_progress: Callable[[str, int, int], None], _stopped: Callable[[], bool]) -> list[Climbed]:
            from neurodesk import bootstrap
            from neurodesk.providers.models.node_probe import probe_configured

            try:
                return probe_configured(bootstrap.model_room(profile), text, protocol, profile.clock)
            finally:
                profile.database.release_reader()

        self._context.services.jobs.start(
            KIND, text, work, lambda found: self.show_ladder(found, parse_node(text, protocol))
        )

    def _clear(self) -> None:
        self._said.hide()
        self._fix.hide()
        self.climbed = []
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def show_ladder(self, climbed: list[Climbed], address: NodeAddress) -> None:
        """Show the steps: what held, the first failure in bold, and what was not tested."""
        self._clear()
        self.climbed = climbed
        self.button.set_words(tr("FirstRun", "Test again"))
        self.button.set_locked("")
        ratio = self.devicePixelRatioF()
        tried = {str(one.rung): one for one in climbed}
        spoken = []
        for place, rung in enumerate(RUNGS):
            one = tried.get(rung)
            icon, ink = ("state-queued", "text.tertiary")
            detail, took = tr("FirstRun", "not tested"), ""
            if one is not None:
                state = "failed" if one.fault else "completed"
                icon, ink = f"state-{state}", f"task.{state}.mark"
                detail = rung_detail(one)
                took = seconds(one.took_s)
            mark = QLabel()
            mark.setPixmap(theme().pixmap(icon, ink, 16, ratio, "surface.raised"))
            self._grid.addWidget(mark, place, 0)
            name = PlainLabel(
                rung_word(rung), strong=bool(one and one.fault), ink="" if one is not None else "tertiary"
            )
            self._grid.addWidget(name, place, 1)
            self._grid.addWidget(ElidedLabel(detail, ink="secondary"), place, 2)
            self._grid.addWidget(PlainLabel(took, "small", "tertiary"), place, 3)
            spoken.append(f"{rung_word(rung)}: {detail}")
        failed = next((one for one in climbed if one.fault), None)
        if failed is not None:
            advice, line = remedy(failed, address)
            self.advice.setText(advice)
            self.line.setText(line)
            self.line.setVisible(bool(line))
            self._copy.setVisible(bool(line))
            self._fix.show()
            spoken.append(advice)
        self.setAccessibleName(". ".join(spoken))
        self.done.emit()

    @property
    def is_ready(self) -> bool:
        """Whether the last test held to its end."""
        return len(self.climbed) == len(RUNGS) and not any(one.fault for one in self.climbed)


def seconds(took_s: float) -> str:
    """Return how long a step took."""
    if took_s < 1:
        return tr("FirstRun", "{count} ms").format(count=number(round(took_s * 1000)))
    return tr("FirstRun", "{count} s").format(count=decimal(took_s, 1))
