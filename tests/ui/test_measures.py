"""The measures of the window do what they say, without a look at the clock (issue 5)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from neurodesk.app.commands.sample import open_sample
from neurodesk.bootstrap import open_extractor, open_profile
from neurodesk.ui.measure.growth import growth

HEAVY = (
    *("lingua", "trafilatura", "tldextract", "pypdf", "rustworkx", "numpy"),
    *("neurodesk.pipeline.run", "neurodesk.pipeline.import_kb"),
)
OPENED = """
import sys
from pathlib import Path
from neurodesk.ui.application.desk import open_desk
from neurodesk.ui.main import application
app = application()
with open_desk(app, Path(sys.argv[1]), with_worker=False) as desk:
    desk.show("queue")
    app.processEvents()
    print(*[name for name in sys.argv[2:] if name in sys.modules])
"""


def test_the_window_opens_without_what_only_the_worker_needs(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", OPENED, str(tmp_path / "p"), *HEAVY],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert done.stdout.strip() == ""


def test_growth_of_memory_is_taken_between_tasks_that_were_worked(qapp: QApplication, tmp_path: Path) -> None:
    with open_profile(tmp_path / "p") as profile, open_extractor() as extractor:
        open_sample(profile, extractor)
    found = growth(qapp, tmp_path / "p", 2, warm_tasks=1)
    assert found["tasks"] >= 1
    assert found["growth_mb"] == round(found["end_mb"] - found["warm_mb"], 1)
    with open_profile(tmp_path / "p") as profile:
        asked = profile.database.read(
            lambda rx: rx.scalar("SELECT COUNT(*) FROM task WHERE topic LIKE '%advice, question%'")
        )
    assert asked == 3
