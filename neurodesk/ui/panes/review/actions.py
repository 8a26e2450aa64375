"""The keys of the review place, declared once (design: review keys)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from neurodesk.domain.articles import Verdict
from neurodesk.ui.i18n import tr
from neurodesk.ui.panes.review.words import verdict_word
from neurodesk.ui.shell.actions import ActionSpec

if TYPE_CHECKING:
    from neurodesk.ui.panes.review.pane import ReviewPane

MENU = (
    "review.edit_all",
    "review.comment",
    "review.aside",
    "review.ask_model",
    "",
    "review.provenance",
    "review.checks",
    "review.history",
    "review.compare",
    "review.proof",
    "",
    "review.undo",
)


def review_actions(pane: ReviewPane) -> list[ActionSpec]:
    """Return every action of the place."""
    walk, judge, decide = tr("Review", "Walk"), tr("Review", "Judge"), tr("Review", "Decide")
    rows: list[tuple[str, str, Callable[[], None], tuple[str, ...], str, str]] = [
        ("next", tr("Review", "Next claim"), pane.next_claim, ("J",), "chevron-down", walk),
        ("former", tr("Review", "Previous claim"), pane.former_claim, ("K",), "chevron-up", walk),
        (
            "unseen",
            tr("Review", "Next open claim, riskiest first"),
            pane.next_open,
            ("N",),
            "eye",
            walk,
        ),
        (
            "space",
            tr("Review", "Scroll the source, then next claim"),
            pane.page_on,
            ("Space",),
            "source",
            walk,
        ),
        ("source", tr("Review", "Next source"), pane.next_source, ("S",), "source", walk),
        ("changes", tr("Review", "Article or changes"), pane.toggle_changes, ("D",), "diff", walk),
        (
            "provenance",
            tr("Review", "Why this exists"),
            lambda: pane.open_tab("provenance"),
            ("W",),
            "split",
            walk,
        ),
        ("checks", tr("Review", "Checks"), lambda: pane.open_tab("checks"), ("G",), "shield", walk),
        ("history", tr("Review", "History"), lambda: pane.open_tab("history"), ("H",), "history", walk),
        (
            "opinion",
            tr("Review", "What the review model said"),
            pane.inspector.toggle_opinion,
            ("M",),
            "model",
            walk,
        ),
        (
            "ask_model",
            tr("Review", "Ask the review model again"),
            pane.ask_model,
            ("Shift+M",),
            "model",
            judge,
        ),
        ("filter", tr("Review", "Filter the drafts"), pane.list.field.setFocus, ("/",), "filter", walk),
    ]
    for place, verdict in enumerate(Verdict):
        rows.append(
            (
                f"verdict.{verdict.value}",
                verdict_word(verdict),
                pane.give_verdict(verdict),
                (str(place + 1),),
                "quality",
                judge,
            )
        )
    rows += [
        ("tick", tr("Review", "Tick the claim"), pane.session.tick, ("T",), "check", judge),
        ("comment", tr("Review", "Comment"), pane.comment, ("C",), "comment", judge),
        ("edit", tr("Review", "Edit the claim"), pane.edit_claim, ("E",), "edit", judge),
        ("edit_all", tr("Review", "Edit the whole article"), pane.edit_all, ("Shift+E",), "edit", judge),
        (
            "aside",
            tr("Review", "Set the contradicting source aside"),
            pane.set_source_aside,
            ("Shift+S",),
            "reject",
            judge,
        ),
        ("approve", tr("Review", "Approve"), pane.approve, ("A",), "approve", decide),
        (
            "approve_reason",
            tr("Review", "Approve with reason"),
            pane.approve_with_reason,
            ("Shift+A",),
            "approve",
            decide,
        ),
        ("request", tr("Review", "Request changes"), pane.request_changes, ("R",), "retry", decide),
        ("reject", tr("Review", "Reject"), pane.reject, ("X",), "reject", decide),
        ("promote", tr("Review", "Promote an approved draft"), pane.promote, ("P",), "promote", decide),
        ("compare", tr("Review", "Compare three versions"), pane.compare_three, ("B",), "merge", decide),
        ("proof", tr("Review", "Export a proof pack …"), pane.export_proof, (), "download", decide),
        ("undo", tr("Review", "Undo"), pane.undo, ("U",), "undo", decide),
    ]
    return [
        ActionSpec(f"review.{name}", words, run, keys, icon, "review", group)
        for name, words, run, keys, icon, group in rows
    ]
