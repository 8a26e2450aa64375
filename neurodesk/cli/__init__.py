"""The command line, one file a command; each is imported only when it is called."""

from __future__ import annotations

from neurodesk.cli.root import main

__all__ = ["main"]
