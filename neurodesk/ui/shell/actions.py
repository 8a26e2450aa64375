"""One declaration an action: menu, toolbar, palette and key sheet are all fed from it (DESIGN)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from neurodesk.ui.theme import theme

ANYWHERE = ""


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One action.

    Arguments: ``id`` unique; ``text`` translated words; ``run`` what it does; ``keys`` shortcuts in Qt's
    portable form;
    ``icon`` of the icon set; ``place`` where its keys work ("": everywhere); ``group`` heads menus and the
    key sheet;
    ``explain`` one sentence; ``in_palette`` lists it in the command palette; ``locked`` tells why it
    cannot run now.
    """

    id: str
    text: str
    run: Callable[[], None]
    keys: tuple[str, ...] = ()
    icon: str = ""
    place: str = ANYWHERE
    group: str = ""
    explain: str = ""
    in_palette: bool = True
    locked: Callable[[], str] | None = None

    def reason(self) -> str:
        """Return why the action cannot run now, or an empty text."""
        return self.locked() if self.locked is not None else ""


class ActionTable(QObject):
    """All actions of a window; makes one QAction each, with its keys bound to its place.

    Raises: ValueError for an id or, within one place, a key that is taken.
    """

    changed = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._specs: dict[str, ActionSpec] = {}
        self._actions: dict[str, QAction] = {}

    def add(self, spec: ActionSpec, host: QWidget | None = None) -> QAction:
        """Declare an action; ``host`` is the widget its keys work in (the window for keys that work
        everywhere).
        """
        if spec.id in self._specs:
            raise ValueError(f"action {spec.id} is declared twice")
        for other in self._specs.values():
            clash = set(other.keys) & set(spec.keys)
            if clash and (other.place == spec.place or ANYWHERE in (other.place, spec.place)):
                raise ValueError(f"keys {sorted(clash)} of {spec.id} belong to {other.id}")
        action = QAction(spec.text, self)
        action.setObjectName(spec.id)
        if spec.keys:
            action.setShortcuts([QKeySequence(key) for key in spec.keys])
        inside = spec.place and host is not None
        context = (
            Qt.ShortcutContext.WidgetWithChildrenShortcut if inside else Qt.ShortcutContext.WindowShortcut
        )
        action.setShortcutContext(context)
        action.setToolTip(spec.explain or spec.text)
        action.triggered.connect(lambda _checked=False: self.run(spec.id))
        (host or self._window).addAction(action)
        self._specs[spec.id] = spec
        self._actions[spec.id] = action
        self.changed.emit()
        return action

    def run(self, action_id: str) -> bool:
        """Run an action unless it is locked; returns whether it ran. Raises KeyError for an unknown id."""
        spec = self._specs[action_id]
        if spec.reason():
            return False
        spec.run()
        return True

    def action(self, action_id: str) -> QAction:
        """Return the QAction of an id. Raises KeyError for an unknown id."""
        return self._actions[action_id]

    def spec(self, action_id: str) -> ActionSpec:
        """Return the declaration of an id. Raises KeyError for an unknown id."""
        return self._specs[action_id]

    def __iter__(self) -> Iterator[ActionSpec]:
        return iter(self._specs.values())

    def groups(self, place: str | None = None) -> list[tuple[str, list[ActionSpec]]]:
        """Return the actions by group in order of declaration; ``place`` keeps those that work there."""
        groups: dict[str, list[ActionSpec]] = {}
        for spec in self:
            if place is None or spec.place in (ANYWHERE, place):
                groups.setdefault(spec.group, []).append(spec)
        return list(groups.items())

    def fill_menu(self, menu: QMenu, ids: Sequence[str]) -> None:
        """Add actions to a menu; an empty id is a separator. Locked ones are disabled with their reason."""
        for action_id in ids:
            if not action_id:
                menu.addSeparator()
                continue
            spec, action = self._specs[action_id], self._actions[action_id]
            if spec.icon:
                action.setIcon(theme().icon(spec.icon))
            action.setEnabled(not spec.reason())
            action.setStatusTip(spec.reason())
            menu.addAction(action)


def key_text(key: str) -> str:
    """Return a shortcut as the platform and the language write it: ``Ctrl+K`` or ``Strg+K``."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
