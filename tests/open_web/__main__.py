"""Print what became of the pages: ``python -m tests.open_web``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.open_web.research import run


def main() -> int:
    """Print the table; 1 when a page ended otherwise than it has to."""
    with tempfile.TemporaryDirectory() as folder:
        report = run(Path(folder))
    print(f"| {'page kind':34} | {'verdict':7} | {'reason':20} | pages |")
    print(f"|{'-' * 36}|{'-' * 9}|{'-' * 22}|{'-' * 7}|")
    for kind, verdict, reason, count in report.table():
        print(f"| {kind:34} | {verdict:7} | {reason:20} | {count:5} |")
    wrong = [one for one in report.fates if not one.right]
    print(f"\n{len(report.fates)} pages, {len(wrong)} ended otherwise; requests {report.requests}")
    for one in wrong:
        print(
            f"  {one.page.kind}: {one.page.url}: {one.reason or 'kept'} {one.detail} (wanted {one.page.ends})"
        )
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
