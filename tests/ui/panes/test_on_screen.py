"""The note, the wizard, the search and a message of the system on a real X server with a window manager.

What the offscreen platform cannot show: who has the keys when windows come and go is the manager's business.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ui import test_first_run, test_layouts, test_notifier
from tests.ui.panes import test_find, test_handover
from tests.ui.panes.test_whole_way import ON_SCREEN, x_server

TESTS = (
    test_handover.test_the_note_says_what_came_since_the_curator_left_and_each_count_leads_there,
    test_handover.test_after_a_crash_place_draft_and_claim_are_as_they_were,
    test_first_run.test_an_empty_profile_is_greeted_and_every_step_can_be_skipped_without_any_connection,
    test_first_run.test_it_goes_on_where_it_was_left_and_stays_away_once_it_is_over,
    test_find.test_i1_search_by_key_choose_a_kind_and_open_by_enter,
    test_notifier.test_i1_a_message_takes_no_focus_and_without_a_tray_nothing_breaks,
    test_layouts.test_a_layout_is_saved_taken_and_deleted_by_keys_and_survives_a_restart,
)


def address(test: object) -> str:
    """Return a test as pytest names it on its command line."""
    module = sys.modules[getattr(test, "__module__", "")]
    return f"{Path(str(module.__file__))}::{getattr(test, '__name__', '')}"


@pytest.mark.skipif(bool(os.environ.get(ON_SCREEN)), reason="this is the run on the X server")
@pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("openbox")),
    reason="Xvfb and openbox are not installed; packaging/setup_neurodesk.py test installs them on Debian",
)
@pytest.mark.timeout(400)
def test_note_wizard_search_and_message_on_an_x_server_with_a_window_manager() -> None:
    with x_server() as display:
        env = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb", ON_SCREEN: "1"}
        env.pop("WAYLAND_DISPLAY", None)
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *map(address, TESTS)],
            env=env,
            capture_output=True,
            text=True,
            timeout=360,
            check=False,
        )
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    assert f"{len(TESTS)} passed" in done.stdout
