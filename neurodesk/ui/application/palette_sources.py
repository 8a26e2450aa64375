"""What the palette finds: tasks, articles, drafts, sources, texts in SQL; settings, layouts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from neurodesk.app.queries.find import find_in_texts, find_things
from neurodesk.settings.catalog import CATALOG
from neurodesk.ui.desk.words import source_word, state_word, translated
from neurodesk.ui.i18n import tr
from neurodesk.ui.panes.review.words import state_word as draft_state_word
from neurodesk.ui.reading.visible import plain_label
from neurodesk.ui.shell.actions import key_text
from neurodesk.ui.shell.palette import Hit, PaletteSource, score

if TYPE_CHECKING:
    from neurodesk.ui.desk.context import DeskContext


LEAST_CHARS = 3
FIND_KEY = "Ctrl+Shift+F"


def palette_sources(context: DeskContext) -> tuple[PaletteSource, ...]:
    """Return the sources of a window's palette; each runs on a reader thread."""
    return (
        _things(context, "task", tr("Palette", "Tasks"), "queue", "queue"),
        _things(context, "article", tr("Palette", "Articles"), "articles", "file"),
        _things(context, "draft", tr("Palette", "Drafts"), "review", "review"),
        _things(context, "source", tr("Palette", "Sources"), "evidence", "evidence"),
        _texts(context),
        _settings(context),
        _layouts(context),
        _everything(context),
    )


def _things(context: DeskContext, kind: str, group: str, place: str, icon: str) -> PaletteSource:
    def opener(target: str) -> Callable[[], None]:
        return lambda: context.open_place(place, target)

    def find(words: str, limit: int) -> Sequence[Hit]:
        return [
            Hit(
                one.title,
                group,
                opener(one.id),
                icon,
                explain=_where(kind, one.where),
            )
            for one in find_things(context.profile, kind, words, limit)
        ]

    return PaletteSource(kind, find)


def _texts(context: DeskContext) -> PaletteSource:
    """Articles by what stands in them; the passage is shown behind the title."""
    group = tr("Palette", "In the text of articles")

    def opener(target: str) -> Callable[[], None]:
        return lambda: context.open_place("articles", target)

    def find(words: str, limit: int) -> Sequence[Hit]:
        if len(words.strip()) < LEAST_CHARS:
            return ()
        return [
            Hit(one.title, group, opener(one.id), "quote", explain=plain_label(one.where, 160))
            for one in find_in_texts(context.profile, words, limit)
        ]

    return PaletteSource("text", find)


def _where(kind: str, where: str) -> str:
    """Return a thing's state in words; of an article its path, of a source its name."""
    if kind == "source":
        return source_word(where)
    words = {"task": state_word, "draft": draft_state_word}
    return words[kind](where) if kind in words else where


def _settings(context: DeskContext) -> PaletteSource:
    group = tr("Palette", "Settings")

    def opener(key: str) -> Callable[[], None]:
        return lambda: context.open_place("settings", key)

    def find(words: str, limit: int) -> Sequence[Hit]:
        found = []
        for one in CATALOG:
            label = translated("Catalogue", one.label)
            fits = max(score(words, label), score(words, one.key) if len(words) > 2 else 0)
            if fits > 10 and not one.replaced_by:
                found.append((-fits, label, one.key))
        return [
            Hit(label, group, opener(key), "settings", explain=key) for _, label, key in sorted(found)[:limit]
        ]

    return PaletteSource("settings", find)


def _layouts(context: DeskContext) -> PaletteSource:
    """Layouts by their names; a name is read from what the window holds, without the disk."""
    group, store = tr("Palette", "Layouts"), context.window.layout_store

    def taker(name: str) -> Callable[[], None]:
        return lambda: context.window.take_layout(name)

    def find(words: str, limit: int) -> Sequence[Hit]:
        names = [name for name in store.layout_names if score(words, name) > 10]
        return [Hit(plain_label(name), group, taker(name), "split") for name in names[:limit]]

    return PaletteSource("layout", find)


def _everything(context: DeskContext) -> PaletteSource:
    """The way on to the search of everything, with the words typed so far."""
    group = tr("Palette", "Search")

    def find(words: str, _limit: int) -> Sequence[Hit]:
        text = tr("Palette", "Search everything for “{words}”").format(words=plain_label(words, 60))
        window = context.window
        return [Hit(text, group, lambda: (window.open_find(words), None)[1], "search", key_text(FIND_KEY))]

    return PaletteSource("everything", find)
