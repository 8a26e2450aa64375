"""One node: its state, its models and calls, and its token (SPEC I1, S5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout

from neurodesk.app.queries.nodes import CallSums
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.i18n.when import decimal, number
from neurodesk.ui.panes.settings.node_words import fault_words
from neurodesk.ui.widgets.parts import ElidedLabel, PlainLabel, button

if TYPE_CHECKING:
    from neurodesk.providers.models.pool_nodes import NodeState
    from neurodesk.storage.secret_store import StoredSecret

LOCAL = "local"


class NodeCard(QFrame):
    """One node. Arguments: ``context``; ``node``; ``sums`` of its calls; ``token`` None when none is kept."""

    def __init__(
        self, context: DeskContext, node: NodeState, sums: Sequence[CallSums], token: StoredSecret | None
    ) -> None:
        super().__init__()
        self.setObjectName("Card")
        self._context, self._node = context, node
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 12, 12)
        column.setSpacing(2)
        state = f"{node.name} · {fault_words(node.fault)}"
        if node.cooling_s and not node.fault:
            cools = tr("Nodes", "rests for {seconds} s after a fault").format(
                seconds=number(round(node.cooling_s))
            )
            state = f"{node.name} · {cools}"
        column.addWidget(ElidedLabel(state, strong=True))
        column.addWidget(ElidedLabel(node.url, "small", "secondary"))
        lines = [*_models(node), *(_sum_line(one) for one in sums)]
        for line in lines:
            column.addWidget(PlainLabel(line, "small", "secondary", wrap=True))
        self.field = QLineEdit()
        if node.protocol != LOCAL:
            column.addLayout(self._token_row(token))
        self.setAccessibleName(f"{state}. {' '.join(lines)}")

    def _token_row(self, token: StoredSecret | None) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(0, 6, 0, 0)
        row.setSpacing(8)
        if token is not None:
            where = (
                tr("Nodes", "Its token stands in the key ring ({where}).")
                if token.place.value == "key_ring"
                else tr("Nodes", "No key ring answers: its token stands in {where}, readable by you only.")
            )
            row.addWidget(PlainLabel(where.format(where=token.where), "small", "secondary", wrap=True), 1)
            self.forget = button(tr("Nodes", "Forget the token"), "ghost", "", on_click=self._forget)
            row.addWidget(self.forget)
            return row
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setPlaceholderText(tr("Nodes", "Token, if it wants one"))
        self.field.setAccessibleName(tr("Nodes", "Token of {node}").format(node=self._node.name))
        self.field.returnPressed.connect(self._keep)
        row.addWidget(self.field, 1)
        self.keep = button(tr("Nodes", "Keep"), "ghost", "", on_click=self._keep)
        row.addWidget(self.keep)
        return row

    def _keep(self) -> None:
        """Keep the token on the command thread: a key ring may take seconds to answer."""
        token, profile, url = self.field.text().strip(), self._context.profile, self._node.url
        self.field.clear()
        if not token:
            return

        def keep() -> None:
            from neurodesk.app.commands.secrets import set_node_token
            from neurodesk.providers.models.node_tokens import secret_name

            set_node_token(profile, secret_name(url), url, token)

        said = tr("Nodes", "The token of {node} is kept.").format(node=self._node.name)
        self._context.act(keep, lambda _none: self._context.say(said))

    def _forget(self) -> None:
        profile, url = self._context.profile, self._node.url

        def forget() -> None:
            from neurodesk.app.commands.secrets import forget_node_token
            from neurodesk.providers.models.node_tokens import secret_name

            forget_node_token(profile, secret_name(url))

        said = tr("Nodes", "The token of {node} is removed.").format(node=self._node.name)
        self._context.act(forget, lambda _none: self._context.say(said))


def _models(node: NodeState) -> list[str]:
    found = []
    for one in node.models:
        text = one.name
        if one.size_bytes:
            text += tr("Nodes", " ({size} GB)").format(size=decimal(one.size_bytes / 1e9))
        if one.name in node.loaded:
            text = tr("Nodes", "{model}, loaded").format(model=text)
        found.append(text)
    return [" · ".join(found)] if found else []


def _sum_line(one: CallSums) -> str:
    return plural(
        "Nodes",
        "{model}: %n call(s), {failed} failed, {truncated} truncated, {swaps} changes of model, "
        "wait {wait} s, {speed} tokens/s",
        one.calls,
    ).format(
        model=one.model,
        failed=number(one.failed),
        truncated=number(one.truncated),
        swaps=number(one.swaps),
        wait=number(round(one.mean_wait_s)),
        speed=number(round(one.tokens_per_s)),
    )
