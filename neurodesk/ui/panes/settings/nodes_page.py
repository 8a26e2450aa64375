"""The model nodes: state, models, roles, calls, warnings, and a look at all of them (SPEC I1)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from neurodesk.app.queries.nodes import CallSums, call_sums
from neurodesk.domain.changes import ChangeSet, Kind
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.i18n import tr
from neurodesk.ui.i18n.when import number
from neurodesk.ui.widgets.parts import ElidedLabel, PlainLabel, button

if TYPE_CHECKING:
    from neurodesk.providers.models.pool_nodes import NodeState
    from neurodesk.providers.models.room import RoleState, Warned

KIND = "nodes"


@dataclass(frozen=True, slots=True)
class NodesView:
    """What the page shows."""

    nodes: Sequence[NodeState]
    roles: Sequence[RoleState]
    warnings: Sequence[Warned]
    sums: Sequence[CallSums]


def fault_words(code: str) -> str:
    """Say why a node cannot be used."""
    words = {
        "": tr("Nodes", "answers"),
        "not_checked": tr("Nodes", "not asked yet"),
        "connect": tr("Nodes", "cannot be reached"),
        "connect_timeout": tr("Nodes", "cannot be reached"),
        "first_token_timeout": tr("Nodes", "does not answer in time"),
        "unauthorized": tr("Nodes", "wants a token"),
        "local_only": tr("Nodes", "is another machine; NeuroDesk is set to stay on this one"),
        "local_engine_missing": tr("Nodes", "needs the extra local-llm"),
        "model_file_missing": tr("Nodes", "has no model file any more"),
        "model_file_invalid": tr("Nodes", "has a file that is no GGUF model"),
    }
    return words.get(code, tr("Nodes", "gives no usable answer"))


def warning_words(code: str) -> str:
    """Return the sentence of a warning, with its places."""
    words = {
        "node_address_invalid": tr("Nodes", "{address} is no address of a node."),
        "author_and_reviewer_are_one_model": tr(
            "Nodes", "Author and reviewer are {model}: it checks its own text."
        ),
        "model_digests_differ": tr("Nodes", "The nodes hold different versions of {model}."),
        "author_and_reviewer_take_turns": tr(
            "Nodes", "{node} holds one model: author and reviewer are loaded in turns."
        ),
        "prompts_leave_this_machine": tr("Nodes", "Prompts to {node} leave this computer."),
    }
    return words.get(code, "")


def role_word(role: str) -> str:
    """Return the word of a role."""
    words = {
        "planner": tr("Nodes", "Planner"),
        "author": tr("Nodes", "Author"),
        "reviewer": tr("Nodes", "Reviewer"),
        "embedding": tr("Nodes", "Vectors"),
    }
    return words.get(role, role)


class NodesPage(QWidget):
    """Roles, warnings and one card a node; a look at all nodes by button."""

    def __init__(self, context: DeskContext) -> None:
        super().__init__()
        self._context = context
        self.shown: NodesView | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(8)
        row = QHBoxLayout()
        self.look = button(tr("Nodes", "Ask all nodes"), "", "retry", on_click=self._look)
        row.addWidget(self.look)
        row.addStretch(1)
        column.addLayout(row)
        self._body = QVBoxLayout()
        self._body.setSpacing(8)
        column.addLayout(self._body)
        context.watch(self, self._heard, Kind.ENDPOINT, Kind.SETTING)
        self.refresh()

    def _heard(self, _changes: ChangeSet) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Read anew what is known; no node is asked for that."""
        profile = self._context.profile

        def read() -> NodesView:
            from neurodesk.bootstrap import model_room

            room = model_room(profile)
            return NodesView(room.nodes(), room.roles(), room.warnings(), call_sums(profile))

        self._context.ask(read, self._show, channel="settings.nodes", owner=self)

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

        self._context.services.jobs.start(KIND, KIND, work, lambda _none: self.refresh())

    def _show(self, view: NodesView) -> None:
        self.look.set_locked("")
        if view == self.shown:
            return
        self.shown = view
        while (item := self._body.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for warned in view.warnings:
            text = warning_words(warned.code).format_map(dict(warned.params))
            self._body.addWidget(PlainLabel(text, "small", "warning", wrap=True))
        for role in view.roles:
            who = (
                tr("Nodes", "{role}: {model} on {nodes}").format(
                    role=role_word(role.role), model=role.model, nodes=", ".join(role.nodes)
                )
                if not role.fault
                else tr("Nodes", "{role}: embedded engine ({model} cannot be used now)").format(
                    role=role_word(role.role), model=role.model
                )
            )
            self._body.addWidget(PlainLabel(who, wrap=True))
        for node in view.nodes:
            self._body.addWidget(self._card(node, [one for one in view.sums if one.node == node.name]))

    @staticmethod
    def _card(node: NodeState, sums: Sequence[CallSums]) -> QFrame:
        card = QFrame()
        card.setObjectName("Card")
        column = QVBoxLayout(card)
        column.setContentsMargins(16, 12, 12, 12)
        column.setSpacing(2)
        state = f"{node.name} · {fault_words(node.fault)}"
        column.addWidget(ElidedLabel(state, strong=True))
        column.addWidget(ElidedLabel(node.url, "small", "secondary"))
        models = ", ".join(
            tr("Nodes", "{model} (loaded)").format(model=one.name) if one.name in node.loaded else one.name
            for one in node.models
        )
        lines = [models] if models else []
        lines += [
            tr(
                "Nodes",
                "{model}: {calls} calls, {failed} failed, {truncated} truncated, {swaps} swaps, "
                "wait {wait} s, {speed} tokens/s",
            ).format(
                model=one.model,
                calls=number(one.calls),
                failed=number(one.failed),
                truncated=number(one.truncated),
                swaps=number(one.swaps),
                wait=number(round(one.mean_wait_s)),
                speed=number(round(one.tokens_per_s)),
            )
            for one in sums
        ]
        for line in lines:
            column.addWidget(PlainLabel(line, "small", "secondary", wrap=True))
        card.setAccessibleName(f"{state}. {' '.join(lines)}")
        return card
