"""Every setting of how articles are written, once (SPEC R2, R7); part of ``catalog``."""

from __future__ import annotations

from neurodesk.domain.structure import is_style_term
from neurodesk.settings.declare import Declaration, Shape

D = Declaration
WHOLE, CHOICE, LIST = Shape.WHOLE, Shape.CHOICE, Shape.LIST

ARTICLE_SETTINGS: tuple[Declaration, ...] = (
    D(
        "article.language",
        CHOICE,
        "de",
        "Language of new articles",
        "The language in which models write new articles.",
        choices=("de", "en"),
        rule="R2",
    ),
    D(
        "article.address",
        CHOICE,
        "any",
        "Form of address",
        "How German drafts speak to the reader: Sie (formal) or du (informal). The author is told.",
        choices=("any", "formal", "informal"),
        rule="R2",
    ),
    D(
        "article.terms",
        LIST,
        (),
        "Terms of the style guide",
        "Each as: term to avoid = term to use. Given to the author; the desk names the lines that use one.",
        rule="R2",
        is_entry=is_style_term,
        entry_form="a term to avoid and the one to use, such as harddisk = drive",
    ),
    D(
        "article.repair_rounds",
        WHOLE,
        1,
        "Repair rounds",
        "How often the author may mend what the review refused.",
        minimum=0,
        maximum=3,
        rule="R7",
    ),
)
