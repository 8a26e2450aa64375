"""Where a PyInstaller bundle begins: the command line, or the desktop when the windowed program is opened."""

from __future__ import annotations

import multiprocessing
import sys
from pathlib import Path

if __name__ == "__main__":
    # A started child process is this same program: it must take its own way before anything else happens.
    multiprocessing.freeze_support()
    if Path(sys.executable).stem == "neurodesk-window" and len(sys.argv) == 1:
        sys.argv.append("gui")

    from neurodesk.cli import main

    main()
