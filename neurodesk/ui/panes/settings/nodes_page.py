"""The model nodes: state, roles, tests, licence, vectors, calls, warnings, tokens (SPEC I1)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from neurodesk.app.queries.licences import Licence, licence_now
from neurodesk.app.queries.nodes import CallSums, call_sums
from neurodesk.app.queries.vectors import VectorsNow, vectors_now
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.domain.models import Role
from neurodesk.settings.catalog_models import POOL_ENCODER
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.desk.export_calls import ask_and_export_calls
from neurodesk.ui.i18n import tr
from neurodesk.ui.panes.settings.node_card import NodeCard
from neurodesk.ui.panes.settings.node_words import warning_words
from neurodesk.ui.panes.settings.role_line import RoleLine
from neurodesk.ui.panes.settings.vectors_line import VectorsLine
from neurodesk.ui.widgets.parts import PlainLabel, button

if TYPE_CHECKING:
    from neurodesk.app.profile import Profile
    from neurodesk.providers.models.pool_nodes import NodeState
    from neurodesk.providers.models.room import RoleState, Warned
    from neurodesk.storage.secret_store import StoredSecret

KIND = "nodes"
ROLES = (Role.PLANNER, Role.AUTHOR, Role.REVIEWER, Role.EMBEDDING)


@dataclass(frozen=True, slots=True)
class NodesView:
    """What the page shows; ``tokens`` by the address of a node."""

    nodes: Sequence[NodeState]
    roles: Sequence[RoleState]
    warnings: Sequence[Warned]
    sums: Sequence[CallSums]
    vectors: VectorsNow | None
    licence: Licence | None
    tokens: dict[str, StoredSecret]


def read_view(profile: Profile) -> NodesView:
    """Read what is known; no node is asked, and no key ring. On a reader thread."""
    from neurodesk.app.commands.secrets import stored_tokens
    from neurodesk.bootstrap import model_room
    from neurodesk.providers.models.node_tokens import secret_name

    room = model_room(profile)
    nodes = room.nodes()
    reviewer = room.model_of(Role.REVIEWER)
    with room.queue.lock:
        digests = room.pool.nodes.digests(reviewer)
    kept = stored_tokens(profile)
    named = {one.url: secret_name(one.url) for one in nodes if one.url.startswith("http")}
    return NodesView(
        nodes,
        room.roles(),
        room.warnings(),
        call_sums(profile),
        vectors_now(profile),
        licence_now(profile, reviewer, digests, room.reviewer_prompt_version()),
        {url: kept[name] for url, name in named.items() if name in kept},
    )


class NodesPage(QWidget):
    """Roles, vectors, warnings and one card a node; a look at all nodes by button."""

    def __init__(self, context: DeskContext) -> None:
        super().__init__()
        self._context = context
        self.shown: NodesView | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(8)
        row = QHBoxLayout()
        row.setSpacing(8)
        self.look = button(tr("Nodes", "Ask all nodes"), "", "retry", on_click=self._look)
        self.export = button(tr("Nodes", "Export model calls"), "ghost", "download", on_click=self._export)
        row.addWidget(self.look)
        row.addWidget(self.export)
        row.addStretch(1)
        column.addLayout(row)
        self._warnings = QVBoxLayout()
        self._warnings.setSpacing(4)
        column.addLayout(self._warnings)
        self.roles = {role.value: RoleLine(context, role.value) for role in ROLES}
        for line in self.roles.values():
            line.examined.connect(self.refresh)
            column.addWidget(line)
        self.vectors = VectorsLine(context)
        column.addWidget(self.vectors)
        self._cards = QVBoxLayout()
        self._cards.setSpacing(8)
        column.addLayout(self._cards)
        self._carded: object = None
        context.watch(self, self._heard, Kind.ENDPOINT, Kind.SETTING, Kind.VECTORS)
        self.refresh()

    def _heard(self, _changes: ChangeSet) -> None:
        self.refresh()

    def _export(self) -> None:
        ask_and_export_calls(self._context, self)

    def refresh(self) -> None:
        """Read anew what is known; no node is asked for that."""
        profile = self._context.profile
        self._context.ask(lambda: read_view(profile), self._show, channel="settings.nodes", owner=self)

    def _look(self) -> None:
        profile = self._context.profile
        self.look.set_locked(tr("Nodes", "The nodes are being asked."))

        def work(_progress: Callable[[str, int, int], None], _stopped: Callable[[], bool]) -> None:
            from neurodesk.bootstrap import model_room

            pool = model_room(profile).pool

            async def ask() -> None:
                try:
                    await pool.check_health()
                finally:
                    await pool.aclose()

            asyncio.run(ask())

        def done(_none: object) -> None:
            self.look.set_locked("")
            self.refresh()

        self._context.services.jobs.start(KIND, KIND, work, done)

    def _show(self, view: NodesView) -> None:
        if view == self.shown:
            return
        self.shown = view
        _clear(self._warnings)
        for warned in view.warnings:
            text = warning_words(warned.code).format_map(dict(warned.params))
            self._warnings.addWidget(PlainLabel(text, "small", "warning", wrap=True))
        embedded = self._context.settings.text("search.encoder") != POOL_ENCODER
        for state in view.roles:
            line = self.roles[state.role.value]
            line.show_role(state, view.licence, embedded=embedded and state.role is Role.EMBEDDING)
        self.vectors.show_vectors(view.vectors)
        self._show_cards(view)

    def _show_cards(self, view: NodesView) -> None:
        """Build the cards anew where they changed; a token that is being typed is not thrown away."""
        shown = (view.nodes, view.sums, view.tokens)
        if shown == self._carded or any(one.field.hasFocus() and one.field.text() for one in self.cards()):
            return
        self._carded = shown
        _clear(self._cards)
        for node in view.nodes:
            sums = [one for one in view.sums if one.node == node.name]
            self._cards.addWidget(NodeCard(self._context, node, sums, view.tokens.get(node.url)))

    def cards(self) -> list[NodeCard]:
        """Return the cards that are shown."""
        found = (self._cards.itemAt(place) for place in range(self._cards.count()))
        widgets = (one.widget() for one in found if one is not None)
        return [one for one in widgets if isinstance(one, NodeCard)]


def _clear(layout: QVBoxLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
