"""The articles place lists the sentences whose source changed, with both passages (SPEC P7)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from neurodesk import bootstrap
from neurodesk.app.queries.articles import article_rows, article_view
from neurodesk.domain.living import ChangedSentence, ClaimState
from neurodesk.ui.panes.articles.pane import health_page, line_of
from tests.desk_parts import imported, make_kb, node_id

SENTENCE = "The file system may stay mounted while it grows."


def test_p7_the_health_of_an_article_names_sentence_and_both_passages(tmp_path: Path) -> None:
    with bootstrap.open_profile(tmp_path / "profile") as profile:
        imported(profile, make_kb(tmp_path / "kb"))
        node = node_id(profile, "storage/extend.md")
        view = article_view(profile, node)
        (row,) = article_rows(profile, [node]).values()
    assert view.changed == ()
    assert SENTENCE not in repr(health_page(view, 0.0))
    one = ChangedSentence(
        node,
        "c1",
        SENTENCE,
        0,
        9,
        "e1",
        "https://a.example/",
        "Notes",
        ClaimState.CHANGED,
        SENTENCE,
        "It must not.",
    )
    page = repr(health_page(replace(view, changed=(one, replace(one, claim_id="c2", after=""))), 0.0))
    assert SENTENCE in page
    assert "It must not." in page
    assert "nothing like it" in page
    assert line_of(replace(row, changed=2, findings=2), 0.0).icon == "source"
    assert line_of(replace(row, findings=2), 0.0).icon == "warning"
