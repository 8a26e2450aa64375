"""Effective settings: TOML file, then environment, then command line; the origin of each value is known."""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from neurodesk.domain.errors import BadInput, StorageFault
from neurodesk.settings.catalog import BY_KEY, CATALOG
from neurodesk.settings.declare import Value

TEMPORARY = ".settings-"


@dataclass(frozen=True, slots=True)
class Effective:
    """A value and where it came from: default, file, environment or command line."""

    value: Value
    origin: str


class Settings:
    """An immutable snapshot of all effective settings.

    Attributes:
        refused: key to what is wrong with its value in the file, which is ignored.
        unknown: keys of the file that no setting has; they are kept there and do nothing.
    """

    def __init__(
        self,
        layers: Mapping[str, tuple[Effective, ...]],
        refused: Mapping[str, str] | None = None,
        unknown: tuple[str, ...] = (),
    ) -> None:
        self._layers = dict(layers)
        self._values = {key: found[-1] for key, found in self._layers.items()}
        self.refused = dict(refused or {})
        self.unknown = unknown

    @property
    def problems(self) -> tuple[str, ...]:
        """What is wrong with values of the file that are ignored."""
        return tuple(self.refused.values())

    def layers(self, key: str) -> tuple[Effective, ...]:
        """Return every value given for a setting, the weakest (its default) first; the last counts."""
        return self._layers[key]

    def effective(self, key: str) -> Effective:
        """Return value and origin of one setting."""
        return self._values[key]

    def __getitem__(self, key: str) -> Value:
        """Return the value of one setting."""
        return self._values[key].value

    def switch(self, key: str) -> bool:
        """Return a switch."""
        return bool(self._values[key].value)

    def whole(self, key: str) -> int:
        """Return a whole number."""
        value = self._values[key].value
        assert isinstance(value, int)
        return value

    def number(self, key: str) -> float:
        """Return a number."""
        value = self._values[key].value
        assert isinstance(value, int | float)
        return float(value)

    def text(self, key: str) -> str:
        """Return a text or choice."""
        return str(self._values[key].value)

    def items(self, key: str) -> tuple[str, ...]:
        """Return a list."""
        value = self._values[key].value
        assert isinstance(value, tuple)
        return value

    def source_filter(self) -> tuple[str, ...] | None:
        """Return the thinking-source filter: None for All, else the exact keys (SPEC K5)."""
        keys = self.items("source.filter")
        return None if keys == ("*",) else keys


class SettingsFile:
    """The profile's settings file with its layers above it.

    Args:
        path: ``settings.toml``; need not exist.
        environment: usually ``os.environ``.
        overrides: key to text, from the command line.
    """

    def __init__(
        self,
        path: Path,
        environment: Mapping[str, str],
        overrides: Mapping[str, str] | None = None,
    ) -> None:
        self._path = path
        self._environment = dict(environment)
        self._overrides = dict(overrides or {})
        self._lock = threading.Lock()
        self._listeners: list[Callable[[str], None]] = []
        for key in self._overrides:
            if key not in BY_KEY:
                raise BadInput("setting_unknown", key=key)
        self._seen = self._stamp()
        self._current = self._load()

    @property
    def current(self) -> Settings:
        """The newest snapshot."""
        return self._current

    def subscribe(self, listener: Callable[[str], None]) -> None:
        """Call ``listener(key)`` after a change took effect."""
        self._listeners.append(listener)

    def set(self, key: str, value: object) -> Value:
        """Check and store one value; takes effect at once.

        Raises:
            BadInput: unknown key or wrong value.
            StorageFault: the file cannot be written; the former file is intact.
        """
        return self.set_all({key: value})[key]

    def set_all(self, values: Mapping[str, object]) -> dict[str, Value]:
        """Check and store several values in one write; with one wrong value none is stored.

        Raises: as ``set``.
        """
        checked: dict[str, Value] = {}
        for key, value in values.items():
            if key not in BY_KEY:
                raise BadInput("setting_unknown", key=key)
            checked[key] = BY_KEY[key].check(value)
            BY_KEY[key].check_entries(checked[key])

        def put(document: tomlkit.TOMLDocument) -> None:
            for key, value in checked.items():
                *tables, name = key.split(".")
                place = document
                for table in tables:
                    if table not in place:
                        place[table] = tomlkit.table()
                    place = place[table]
                place[name] = list(value) if isinstance(value, tuple) else value

        self._edit(put, checked)
        return checked

    def reset(self, key: str) -> None:
        """Remove one value from the file, so that its default counts again."""
        self.reset_all((key,))

    def reset_all(self, keys: Iterable[str]) -> dict[str, Value]:
        """Remove values from the file in one write, so that their defaults count again.

        Returns: the values that stood there, as ``set_all`` takes them back.
        Raises: as ``set``.
        """
        wanted = tuple(keys)
        for key in wanted:
            if key not in BY_KEY:
                raise BadInput("setting_unknown", key=key)
        current = self._current
        former = {
            key: layer.value for key in wanted for layer in current.layers(key) if layer.origin == "file"
        }

        def take(document: tomlkit.TOMLDocument) -> None:
            for key in wanted:
                *tables, name = key.split(".")
                place: Any = document
                for table in tables:
                    place = place.get(table, {})
                place.pop(name, None)

        self._edit(take, wanted)
        return former

    def _edit(self, change: Callable[[tomlkit.TOMLDocument], None], keys: Iterable[str]) -> None:
        with self._lock:
            document = self._document()
            change(document)
            self._store(tomlkit.dumps(document))
            self._seen = self._stamp()
            self._current = self._load()
        for key in keys:
            self._tell(key)

    def look(self) -> bool:
        """Read the file again when another process or an editor changed it; tells listeners what changed.

        A file that cannot be read just now changes nothing. Returns whether a value changed.
        """
        with self._lock:
            stamp = self._stamp()
            if stamp == self._seen:
                return False
            try:
                newer = self._load()
            except (BadInput, StorageFault):
                return False
            self._seen = stamp
            former, self._current = self._current, newer
        changed = [one.key for one in CATALOG if former.effective(one.key) != newer.effective(one.key)]
        for key in changed:
            self._tell(key)
        return bool(changed)

    def _stamp(self) -> tuple[int, int, int]:
        try:
            found = self._path.stat()
        except OSError:
            return (0, 0, 0)
        return (found.st_mtime_ns, found.st_size, found.st_ino)

    def _tell(self, key: str) -> None:
        for listener in tuple(self._listeners):
            listener(key)

    def _document(self) -> tomlkit.TOMLDocument:
        try:
            return tomlkit.parse(self._path.read_text("utf-8"))
        except FileNotFoundError:
            return tomlkit.document()
        except (TOMLKitError, UnicodeDecodeError) as error:
            raise BadInput("settings_file_broken", path=str(self._path), detail=str(error)) from error
        except OSError as error:
            raise StorageFault("settings_unreadable", path=str(self._path), detail=str(error)) from error

    def _store(self, text: str) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=TEMPORARY, suffix=".tmp")
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    file.write(text)
                    file.flush()
                    os.fsync(file.fileno())
                Path(name).replace(self._path)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
        except OSError as error:
            raise StorageFault("settings_unwritable", path=str(self._path), detail=str(error)) from error

    def _load(self) -> Settings:
        document = self._document().unwrap()
        values: dict[str, tuple[Effective, ...]] = {}
        refused: dict[str, str] = {}
        for one in CATALOG:
            layers = [Effective(one.default, "default")]
            found: object = document
            for part in one.key.split("."):
                found = found.get(part) if isinstance(found, dict) else None
            if found is not None:
                try:
                    layers.append(Effective(one.check(found), "file"))
                except BadInput as error:  # one wrong line must not stop the application
                    refused[one.key] = str(error)
            if one.environment in self._environment:
                layers.append(Effective(one.parse(self._environment[one.environment]), "environment"))
            if one.key in self._overrides:
                layers.append(Effective(one.parse(self._overrides[one.key]), "command line"))
            values[one.key] = tuple(layers)
        return Settings(values, refused, tuple(_unknown_keys(document)))


def _unknown_keys(table: Mapping[str, object], prefix: str = "") -> Iterator[str]:
    for name, value in table.items():
        key = f"{prefix}{name}"
        if key in BY_KEY:
            continue
        if isinstance(value, dict) and any(one.startswith(f"{key}.") for one in BY_KEY):
            yield from _unknown_keys(value, f"{key}.")
        else:
            yield key
