"""How far search by meaning is, and the offer to index anew (SPEC K6)."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout

from neurodesk.app.queries.vectors import VectorsNow
from neurodesk.settings.catalog_models import POOL_ENCODER
from neurodesk.ui.desk.context import DeskContext
from neurodesk.ui.i18n import tr
from neurodesk.ui.i18n.when import number
from neurodesk.ui.panes.settings.node_words import reason_of_role
from neurodesk.ui.widgets.parts import PlainLabel, button


def vectors_words(now: VectorsNow) -> str:
    """Say what search by meaning covers, and why it does not where it does not."""
    counts = {"done": number(now.indexed), "total": number(now.passages), "model": now.model}
    if not now.passages:
        return tr("Nodes", "There are no passages to index yet.")
    if now.fault:
        text = tr("Nodes", "Search goes by text now; {model}: {reason}.")
        return text.format(model=now.model, reason=reason_of_role(now.fault))
    if now.renewing:
        return tr("Nodes", "Being indexed anew with {model}: {done} of {total} passages.").format(**counts)
    if now.foreign:
        others = ", ".join(dict.fromkeys(_version(one.model, one.digest) for one in now.others))
        return tr(
            "Nodes",
            "Search goes by text alone for {foreign} of {total} passages until they are indexed anew: "
            "their vectors are of {others}, not of {model}.",
        ).format(
            foreign=number(now.foreign),
            total=number(now.passages),
            others=others,
            model=_version(now.model, now.digest) if now.digest else now.model,
        )
    if now.indexed < now.passages:
        text = tr(
            "Nodes", "Search by meaning with {model} covers {done} of {total} passages; the rest follows."
        )
        return text.format(**counts)
    return tr("Nodes", "Search by meaning with {model} covers all {total} passages.").format(**counts)


def _version(model: str, digest: str) -> str:
    return f"{model} ({digest.removeprefix('sha256:')[:8]})" if digest else model


class VectorsLine(QFrame):
    """The line, with its button while there is something to renew."""

    def __init__(self, context: DeskContext) -> None:
        super().__init__()
        self._context = context
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 2, 0, 2)
        row.setSpacing(8)
        self.words = PlainLabel(role="small", ink="secondary", wrap=True)
        row.addWidget(self.words, 1)
        self.renew = button(tr("Nodes", "Index anew"), "", "retry", on_click=self._renew)
        row.addWidget(self.renew)
        self.setVisible(False)

    def show_vectors(self, now: VectorsNow | None) -> None:
        """Show how far the vectors are."""
        self.setVisible(now is not None)
        if now is None:
            return
        self.words.setText(vectors_words(now))
        self.words.set_ink("warning" if now.fault or now.foreign else "secondary")
        self.renew.setVisible(bool(now.foreign) and not now.renewing)
        away = now.encoder == POOL_ENCODER and now.fault
        self.renew.set_locked(tr("Nodes", "No node can make vectors now.") if away else "")

    def _renew(self) -> None:
        profile = self._context.profile

        def renew() -> None:
            from neurodesk.app.commands.vectors import want_renewal

            want_renewal(profile.database, profile.clock)

        said = tr("Nodes", "Indexing goes on in the background; search goes by text where it is not done.")
        self._context.act(renew, lambda _none: self._context.say(said), owner=self)
