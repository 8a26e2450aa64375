"""Where a profile keeps its files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import platformdirs

from neurodesk.domain.errors import StorageFault


@dataclass(frozen=True, slots=True)
class ProfilePaths:
    """The folders of one profile; everything NeuroDesk writes beside promoted articles is below ``root``."""

    root: Path

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.root / "neurodesk.db"

    @property
    def settings(self) -> Path:
        """The TOML file."""
        return self.root / "settings.toml"

    @property
    def staging(self) -> Path:
        """Visible articles that wait for the curator, nothing else (SPEC R8)."""
        return self.root / "staging"

    @property
    def article_metadata(self) -> Path:
        """One sidecar a draft: ``<id>.json`` (SPEC R8)."""
        return self.root / "article-metadata"

    @property
    def rejected(self) -> Path:
        """Finally rejected drafts with their review (SPEC R9)."""
        return self.root / "rejected"

    @property
    def backups(self) -> Path:
        """Former versions of promoted articles (SPEC P5) and database backups (SPEC S2)."""
        return self.root / "backups"

    @property
    def secrets(self) -> Path:
        """Tokens that no key ring keeps, one private file each (SPEC S5); made when the first is kept."""
        return self.root / "secrets"

    @property
    def logs(self) -> Path:
        """Log files and fault reports."""
        return self.root / "logs"

    def create(self) -> None:
        """Make the folders, private to the user (SPEC I2).

        Raises:
            StorageFault: ``data_dir_unwritable``.
        """
        try:
            for folder in (
                self.root,
                self.staging,
                self.article_metadata,
                self.rejected,
                self.backups,
                self.logs,
            ):
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise StorageFault("data_dir_unwritable", path=str(self.root), detail=str(error)) from error


def default_data_dir() -> Path:
    """Return the platform's folder for the default profile."""
    return Path(platformdirs.user_data_dir("neurodesk", appauthor=False))
