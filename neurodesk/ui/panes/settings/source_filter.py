"""The thinking-source filter: All, or exactly the chosen keys, with what that costs (SPEC K5)."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLineEdit, QVBoxLayout

from neurodesk.app.queries.settings import SourceKey
from neurodesk.domain.screening import source_key_of
from neurodesk.ui.i18n import plural, tr
from neurodesk.ui.widgets.notices import NoticeBlock, NoticeText, Tone
from neurodesk.ui.widgets.parts import PlainLabel, Segments, button

ALL = ("*",)


class SourceFilterBox(QFrame):
    """The filter as checkboxes; ``wanted`` carries the keys to store."""

    wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(8)
        column.addWidget(PlainLabel(tr("SourceFilter", "Thinking-source filter"), strong=True))
        column.addWidget(
            PlainLabel(
                tr(
                    "SourceFilter",
                    "Scanner and research look only at articles of these sources. A task keeps the filter it"
                    " started with.",
                ),
                "small",
                "secondary",
                wrap=True,
            )
        )
        row = QHBoxLayout()
        self._mode = Segments(
            [("all", tr("SourceFilter", "All sources")), ("some", tr("SourceFilter", "Only these"))],
            tr("SourceFilter", "Thinking-source filter"),
        )
        self._mode.chosen.connect(self._on_mode)
        row.addWidget(self._mode)
        row.addStretch(1)
        column.addLayout(row)
        self._warning = NoticeBlock(NoticeText(""))
        self._warning.hide()
        column.addWidget(self._warning)
        self._list = QVBoxLayout()
        self._list.setSpacing(4)
        column.addLayout(self._list)
        add = QHBoxLayout()
        self._host = QLineEdit()
        self._host.setPlaceholderText(tr("SourceFilter", "Add a host, for example docs.example.org"))
        self._host.setAccessibleName(tr("SourceFilter", "Host to add"))
        self._host.setMaximumWidth(340)
        self._host.returnPressed.connect(self._add_host)
        self._add = button(tr("SourceFilter", "Add"), "", "plus", on_click=self._add_host)
        add.addWidget(self._host, 1)
        add.addWidget(self._add)
        add.addStretch(1)
        column.addLayout(add)
        self._keys: list[SourceKey] = []
        self._chosen: tuple[str, ...] = ALL
        self._boxes: dict[str, QCheckBox] = {}

    def show_filter(self, chosen: tuple[str, ...], keys: list[SourceKey]) -> None:
        """Show the stored filter over the known keys; a chosen key that is unknown here is shown too."""
        self._chosen, self._keys = chosen, keys
        self._mode.set_choice("all" if chosen == ALL else "some")
        while (item := self._list.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._boxes.clear()
        some = chosen != ALL
        known = {one.key: one for one in keys}
        extra = [SourceKey(key, "web", 0, 0) for key in chosen if some and key not in known]
        shown = [one for one in keys if one.kind != "web" or one.key in chosen] + extra
        for one in shown if some else []:
            box = QCheckBox(self._words(one))
            box.setChecked(one.key in chosen)
            box.clicked.connect(lambda _on=False: self._store())
            self._boxes[one.key] = box
            self._list.addWidget(box)
        self._host.setVisible(some)
        self._add.setVisible(some)
        self._show_warning()

    @staticmethod
    def _words(one: SourceKey) -> str:
        name = one.key.removeprefix("library:")
        if one.kind == "kb":
            words = plural("SourceFilter", "{name} · knowledge base, %n article(s)", one.articles)
            return words.format(name=name)
        if one.kind == "library":
            return tr("SourceFilter", "{name} · local library").format(name=name)
        return tr("SourceFilter", "{name} · web").format(name=name)

    def _show_warning(self) -> None:
        if self._chosen == ALL:
            self._warning.hide()
            return
        if not self._chosen:
            text = NoticeText(
                tr("SourceFilter", "Nothing is chosen: nothing is thought about."),
                tr("SourceFilter", "An empty filter is not All. Choose at least one source."),
                tone=Tone.WARNING,
            )
        else:
            hosts = [one for one in self._chosen if "." in one and not one.startswith("library:")]
            listed = ", ".join(hosts) if hosts else tr("SourceFilter", "none")
            text = NoticeText(
                tr(
                    "SourceFilter",
                    "A narrow filter discards web evidence from every host that is not listed.",
                ),
                tr(
                    "SourceFilter", "Listed hosts: {hosts}. What is discarded is counted at each task."
                ).format(hosts=listed),
                tone=Tone.WARNING,
            )
        self._warning.say(text)
        self._warning.show()

    def _on_mode(self, mode: str) -> None:
        if mode == "all":
            self._want(ALL)
        else:
            self._want(tuple(one.key for one in self._keys if one.kind != "web"))

    def _store(self) -> None:
        unshown = [one for one in self._chosen if one not in self._boxes and one not in ALL]
        self._want((*(key for key, box in self._boxes.items() if box.isChecked()), *unshown))

    def _add_host(self) -> None:
        typed = self._host.text().strip()
        # The key that evidence of this host will have: also of a pasted address, a port or other letters.
        host = source_key_of(typed if "://" in typed else f"https://{typed}")
        if not host or "," in host or "*" in host or self._chosen == ALL:
            return
        self._host.clear()
        if host not in self._chosen:
            self._want((*self._chosen, host))

    def _want(self, chosen: tuple[str, ...]) -> None:
        """Ask for another filter; known here at once, so that a click before it is stored builds on it."""
        self._chosen = chosen
        self.wanted.emit(chosen)
