"""A task whose material is no article ends with its evidence, and the feed says why (SPEC W11, E1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desk_cli import Desk

PAGE = """# Renewing the certificate of the gateway

The certificate of the OpenVPN gateway is valid for 825 days by default, and clients refuse it afterwards. \
The key of the gateway stays the same when the certificate is renewed. \
Renewing the certificate of the gateway does not end the sessions of clients that are connected. \
The authority that signs the certificate of the gateway has to be reachable while it is renewed.
"""


def test_w11_the_feed_says_why_no_article_was_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library = tmp_path / "library"
    library.mkdir()
    (library / "gateway.md").write_text(PAGE, "utf-8")
    desk = Desk(tmp_path, capsys)
    desk.run("library", "add", str(library))
    desk.run("queue", "add", "Renew the certificate of the gateway", "--question", "How do I renew it?")
    desk.text("run", "--until-idle")
    (task,) = desk.run("queue", "list")["tasks"]
    assert (task["state"], task["outcome"]) == ("completed", "evidence_only")
    said = desk.text("activity")
    assert "no article can be written of this material: no source holds a whole procedure" in said
    assert "article written" not in said
