"""The places of the desk: one line a place, ``name: "module:factory"``.

A factory takes the ``DeskContext`` and returns the place's widget; its module is imported when the place
is first opened. A widget may have ``show_target(id: str)``, called when another place links to a thing in
it, and ``add_actions(table: ActionTable)``, called once after it was built.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from neurodesk.ui.desk.context import DeskContext

PLACES: dict[str, str] = {
    "queue": "neurodesk.ui.panes.queue.pane:QueuePane",
    "settings": "neurodesk.ui.panes.settings.pane:SettingsPane",
    "review": "neurodesk.ui.panes.review.pane:ReviewPane",
    "gaps": "neurodesk.ui.panes.gaps.pane:GapsPane",
    "evidence": "neurodesk.ui.panes.evidence.pane:EvidencePane",
    "articles": "neurodesk.ui.panes.articles.pane:ArticlesPane",
    "graph": "neurodesk.ui.panes.graph.pane:GraphPane",
}


def factory(place: str) -> Callable[[DeskContext], QWidget]:
    """Import and return the factory of a place. Raises KeyError for an unknown one."""
    module, _, name = PLACES[place].partition(":")
    found: Callable[[DeskContext], QWidget] = getattr(importlib.import_module(module), name)
    return found
