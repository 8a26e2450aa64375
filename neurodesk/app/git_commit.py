"""An optional commit of promoted files in a KB under git; it never fails a promotion (SPEC P5)."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

TIMEOUT_S = 20.0


def commit_promotion(root: Path, paths: Sequence[str], *, subject: str, audit_id: str, who: str) -> str:
    """Commit exactly these files, whatever else is staged or changed.

    Args:
        root: the KB's folder.
        paths: relative paths that the promotion changed.
        subject: first line of the message.
        audit_id: number and id under which the audit knows the act.
        who: the curator's name; the repository's own identity signs.

    Returns:
        "" when it was committed or the KB is no repository, else what went wrong.
    """
    git = shutil.which("git")
    if git is None:
        return "git is not installed"
    # The repository's hooks and filters are the curator's own; a prompt must never wait unseen.
    environment = {**os.environ, "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [git, "-C", str(root), *arguments],
            capture_output=True,
            text=True,
            errors="replace",
            stdin=subprocess.DEVNULL,
            timeout=TIMEOUT_S,
            env=environment,
        )

    try:
        if run("rev-parse", "--is-inside-work-tree").stdout.strip() != "true":
            return ""
        added = run("--literal-pathspecs", "add", "--all", "--", *paths)
        if added.returncode:
            return _first_line(added.stderr)
        message = f"{subject}\n\nPromoted-by: {who}\nAudit: {audit_id}\n"
        done = run("--literal-pathspecs", "commit", "--no-gpg-sign", "-m", message, "--", *paths)
        if done.returncode:
            return _first_line(done.stderr or done.stdout)
    except (OSError, subprocess.SubprocessError) as error:
        return str(error)[:300]
    return ""


def _first_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[0][:300] if lines else "git failed"
