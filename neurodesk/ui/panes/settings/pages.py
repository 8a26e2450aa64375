"""Which settings stand on which page; a setting of a group that no page names stands on the last one."""

from __future__ import annotations

from dataclasses import dataclass

from neurodesk.settings.catalog import CATALOG
from neurodesk.settings.declare import Declaration
from neurodesk.ui.i18n import tr

SWITCHES = (
    "web.manual_research",
    "web.searxng",
    "worker.autonomous",
    "article.synthesis",
    "outcomes.learning",
)


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its id, its words, its icon, its settings (keys, or groups with a dot at the end)."""

    id: str
    text: str
    icon: str
    holds: tuple[str, ...] = ()
    lead: str = ""


def pages() -> tuple[Page, ...]:
    """Return the pages in their order."""
    return (
        Page(
            "switches",
            tr("Settings", "What may run"),
            "shield",
            SWITCHES,
            tr("Settings", "Each switch stands for itself. Work on the local library needs none of them."),
        ),
        Page(
            "kbs",
            tr("Settings", "Knowledge bases"),
            "folder",
            ("source.",),
            tr("Settings", "Folders that are read. Only what you promote is ever written into them."),
        ),
        Page(
            "library",
            tr("Settings", "Local library"),
            "library",
            (),
            tr("Settings", "Folders of documents that research searches like the web, without the web."),
        ),
        Page("models", tr("Settings", "Models"), "model", ("models.", "search.")),
        Page(
            "search",
            tr("Settings", "Search and network"),
            "search",
            ("searxng.", "privacy.", "network.", "web."),
        ),
        Page("research", tr("Settings", "Research"), "queue", ("worker.", "queue.", "research.", "gate.")),
        Page("articles", tr("Settings", "Articles and promotion"), "review", ("article.", "promotion.")),
        Page("look", tr("Settings", "You and the display"), "contrast", ("curator.", "ui.", "notify.")),
        Page("other", tr("Settings", "More"), "more", ("",)),
    )


def page_of(key: str) -> str:
    """Return the page of a setting."""
    for page in pages():
        if any(key == held or (held.endswith(".") and key.startswith(held)) for held in page.holds):
            return page.id
    return "other"


def settings_of(page: str) -> list[Declaration]:
    """Return a page's settings in the order of the catalogue; tombstones are left out."""
    return [one for one in CATALOG if not one.replaced_by and page_of(one.key) == page]
