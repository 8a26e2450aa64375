"""The command line on a prepared profile and KB, for tests of review, promotion and verification."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from neurodesk.bootstrap import open_profile
from neurodesk.cli.root import main
from tests.desk_parts import ARTICLE, imported, make_kb, node_id, store_draft, store_evidence, tree_bytes

UNATTENDED = ["--set", "promotion.allow_unattended=on"]


class Desk:
    """A profile, a KB and the command line on them."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.data = root / "profile"
        self.kb = root / "kb"
        self._capsys = capsys

    def run(self, *arguments: str, code: int = 0) -> Any:
        """Run a command with --json; return its object, or None when it printed none."""
        self._capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([*arguments, "--json", "--data-dir", str(self.data)])
        out = self._capsys.readouterr()
        assert ended.value.code == code, out.out + out.err
        return json.loads(out.out) if out.out.strip() else None

    def text(self, *arguments: str, code: int = 0) -> str:
        """Run a command; return what it printed."""
        self._capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([*arguments, "--data-dir", str(self.data)])
        out = self._capsys.readouterr()
        assert ended.value.code == code, out.out + out.err
        return out.out + out.err

    def draft(self, text: str = ARTICLE, **more: Any) -> str:
        """Lay a machine draft on the desk, judged against stored evidence."""
        with open_profile(self.data) as profile:
            evidence = store_evidence(profile)
            kb_id = profile.database.read(lambda rx: rx.scalar("SELECT id FROM kb"))
            return store_draft(profile, text, evidence=[evidence], kb_id=kb_id, **more)

    def internal_draft(self, text: str) -> str:
        """Lay a draft on the desk that rests on an article of the KB alone."""
        with open_profile(self.data) as profile:
            node = node_id(profile, "storage/extend.md")
            kb_id = profile.database.read(lambda rx: rx.scalar("SELECT id FROM kb"))
            return store_draft(profile, text, evidence=[node], kb_id=kb_id)

    def promote(self, draft: str, *more: str, code: int = 0) -> Any:
        """See a draft, tick what has to be ticked, promote it."""
        desk = self.run("review", "show", draft)
        ticks = [f"--tick={one['id']}" for one in desk["claims"] if one["must_be_ticked"]]
        ticks += [f"--tick={one}" for one in desk["ticks_needed"]]
        reasons = [f"--reason={one['id']}=known" for one in desk["claims"] if one["verdict"] == "unsupported"]
        arguments = ["promote", draft, "--as", "Ada", "--seen", desk["seen"], *ticks, *reasons, *more]
        return self.run(*arguments, *UNATTENDED, code=code)

    def files(self) -> dict[str, bytes]:
        """Return the KB's files."""
        return tree_bytes(self.kb)

    def sql(self, text: str, *params: object) -> list[tuple[Any, ...]]:
        """Look into the database, or damage it."""
        with sqlite3.connect(self.data / "neurodesk.db") as connection:
            rows = connection.execute(text, params).fetchall()
        connection.close()
        return rows


def prepared_desk(root: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    """Return a desk with an imported KB of two articles."""
    made = Desk(root, capsys)
    make_kb(made.kb)
    with open_profile(made.data) as profile:
        imported(profile, made.kb)
    return made
