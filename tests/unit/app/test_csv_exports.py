"""No cell of a table that leaves the product becomes a formula (SPEC I4, S4)."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import neurodesk
from neurodesk.app.profile import Profile
from neurodesk.app.queries.nodes import export_calls
from neurodesk.app.queries.outgoing import export_requests
from neurodesk.bootstrap import open_profile
from neurodesk.domain.model_calls import ModelCall
from neurodesk.storage.model_call_store import ModelCallStore
from neurodesk.storage.request_log import Purpose, add_request

HOSTILE = (
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-2+3",
    "@SUM(A1)",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    "  =1+1",
    "\ufeff=1+1",
    "\uff1d1+1",
    "\uff0b1",
    "\uff201",
)
INERT = ("apt install zfs", "a=b", "", "10.0.0.1", "\u2212 5 degrees")


@pytest.fixture
def profile(tmp_path: Path) -> Iterator[Profile]:
    with open_profile(tmp_path / "p") as opened:
        yield opened


def requests(profile: Profile, text: str) -> str:
    profile.database.write(
        lambda tx: add_request(tx, 1.0, next(iter(Purpose)), "GET", text, text, text),
    )
    return export_requests(profile, "csv")


def calls(profile: Profile, text: str) -> str:
    call = ModelCall(
        1.0, text, text, text, text, text, "manual", 1, 0.5, 1.0, 2.0, 8, 3, 4096, "v", "s", text, text
    )
    ModelCallStore(profile.database).add(call)
    profile.database.write(lambda _tx: None)
    return export_calls(profile, "csv")


EXPORTS = {"requests": requests, "calls": calls}


@pytest.mark.parametrize("export", EXPORTS.values(), ids=EXPORTS)
@pytest.mark.parametrize("text", HOSTILE + INERT, ids=ascii)
def test_i4_no_cell_of_a_table_becomes_a_formula(
    profile: Profile, export: Callable[[Profile, str], str], text: str
) -> None:
    names, cells = csv.reader(io.StringIO(export(profile, text), newline=""))
    wanted = f"'{text}" if text in HOSTILE else text
    free = [cell for name, cell in zip(names, cells, strict=True) if name in {"target", "content", "node"}]
    assert free
    assert free == [wanted] * len(free)


def test_every_writer_of_tables_makes_its_cells_inert() -> None:
    root = Path(neurodesk.__file__).parent
    writers = [one for one in root.rglob("*.py") if "csv.writer(" in one.read_text("utf-8")]
    assert len(writers) == len(EXPORTS), "a new export belongs into EXPORTS"
    assert all("inert_cell(" in one.read_text("utf-8") for one in writers)
