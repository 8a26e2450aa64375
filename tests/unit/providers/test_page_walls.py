"""Pages that stand in front of the wanted one are recognised from what extraction makes of them (W4)."""

from __future__ import annotations

import pytest

from neurodesk.domain.evidence import Refusal
from neurodesk.domain.extraction import Document
from neurodesk.domain.quality import page_wall
from neurodesk.providers.extract.html import extract_html

PROSE = (
    "<p>The server stores each snapshot under its own name and checks it once a week against the list.</p>"
)
WALLS = {
    "challenge": (
        "Just a moment...",
        "<h1>shop.example</h1><p>Checking your browser before you continue. Please wait a few seconds.</p>",
        Refusal.CHALLENGE_PAGE,
    ),
    "cookie_wall": (
        "Tagesblatt",
        "<div class='consent-layer' role='dialog'><p>Wir und unsere 140 Partner verarbeiten Daten auf deinem "
        "Gerät.</p><p>Alle Cookies akzeptieren oder mit Werbung weiterlesen.</p></div>",
        Refusal.CHALLENGE_PAGE,
    ),
    "paywall": (
        "Backups im Vergleich",
        f"<article>{PROSE}<p>This article is for subscribers. Already a subscriber? Log in.</p></article>",
        Refusal.CHALLENGE_PAGE,
    ),
    "error_page": (
        "404 Not Found",
        "<h1>Page not found</h1><p>The address that you called does not exist on this server any more.</p>",
        Refusal.LOW_QUALITY,
    ),
}


@pytest.mark.parametrize("kind", WALLS)
def test_w4_a_wall_is_recognised_with_its_kind(kind: str) -> None:
    title, body, reason = WALLS[kind]
    page = f"<html><head><title>{title}</title></head><body>{body}</body></html>"
    found = extract_html(Document(page.encode(), "page.html"))
    assert page_wall(found.title or title, found.text) == (reason, kind)


@pytest.mark.parametrize("kind", ["challenge", "cookie_wall"])
def test_w4_an_article_with_a_consent_dialog_or_about_captchas_is_no_wall(kind: str) -> None:
    dialog = WALLS["cookie_wall"][1] if kind == "cookie_wall" else "<p>A captcha asks: are you a robot?</p>"
    page = f"<html><head><title>Snapshots</title></head><body>{dialog}<main>{PROSE * 20}</main></body></html>"
    found = extract_html(Document(page.encode(), "page.html"))
    assert page_wall(found.title, found.text) is None
    assert "each snapshot" in found.text
    assert "Partner" not in found.text
