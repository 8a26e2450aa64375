"""Reading and changing one file below a KB's root, never through a link, never in part (SPEC P5, S1).

Each part of the path is opened from its parent's descriptor without following links, where the platform can;
so a folder that is swapped for a link between check and use leads nowhere.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import stat
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from neurodesk.domain.errors import EnvironmentFault, RuleRefused, StorageFault
from neurodesk.domain.staging_rules import checked_path, colliding

HAS_DIR_FD = {os.open, os.mkdir, os.unlink, os.rename, os.stat} <= os.supports_dir_fd
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_DIRECTORY = getattr(os, "O_DIRECTORY", 0)
_BINARY = getattr(os, "O_BINARY", 0)
# Virus scanners and indexers hold a file for some moments on Windows.
_SHARING_TRIES = 12
_SHARING_WAIT_S = 0.1
_SHARING_ERRORS = (5, 32, 33)

MAX_ARTICLE_BYTES = 16 * 1024 * 1024


def fault_of(error: OSError, path: str) -> EnvironmentFault:
    """Return the known fault that an operating-system error stands for."""
    codes = {
        errno.ENOSPC: "kb_disk_full",
        errno.EDQUOT: "kb_disk_full",
        errno.EFBIG: "kb_disk_full",
        errno.EACCES: "kb_no_right",
        errno.EPERM: "kb_no_right",
        errno.EROFS: "kb_read_only",
        errno.ENOENT: "kb_folder_gone",
        errno.ESTALE: "kb_folder_gone",
        errno.EBUSY: "kb_file_locked",
        errno.ETXTBSY: "kb_file_locked",
    }
    code = codes.get(error.errno or 0, "kb_file_failed")
    if getattr(error, "winerror", None) in _SHARING_ERRORS:
        code = "kb_file_locked"
    return StorageFault(code, path=path, detail=error.strerror or str(error))


@dataclass(frozen=True, slots=True)
class _Place:
    """A name in an open folder."""

    folder: Path
    descriptor: int | None
    name: str

    def _where(self, name: str) -> str | Path:
        return name if self.descriptor is not None else self.folder / name

    def open(self, name: str, flags: int, mode: int = 0o666) -> int:
        return os.open(self._where(name), flags | _BINARY | _NOFOLLOW, mode, dir_fd=self.descriptor)

    def names(self) -> list[str]:
        return os.listdir(self.folder if self.descriptor is None else self.descriptor)  # noqa: PTH208

    def unlink(self, name: str) -> None:
        os.unlink(self._where(name), dir_fd=self.descriptor)

    def remove_folder(self) -> None:
        os.rmdir(self._where(self.name), dir_fd=self.descriptor)
        self.sync()

    def forget(self, name: str) -> None:
        with contextlib.suppress(FileNotFoundError):
            self.unlink(name)

    def rename(self, old: str, new: str) -> None:
        for attempt in range(_SHARING_TRIES):
            try:
                os.replace(
                    self._where(old),
                    self._where(new),
                    src_dir_fd=self.descriptor,
                    dst_dir_fd=self.descriptor,
                )
                return
            except PermissionError as error:
                sharing = getattr(error, "winerror", None) in _SHARING_ERRORS
                if not sharing or attempt + 1 == _SHARING_TRIES:
                    raise
                time.sleep(_SHARING_WAIT_S)

    def appear(self, temporary: str, name: str) -> None:
        """Give a finished file its name, only if nothing has that name."""
        try:
            os.link(
                self._where(temporary),
                self._where(name),
                src_dir_fd=self.descriptor,
                dst_dir_fd=self.descriptor,
                follow_symlinks=False,
            )
        except FileExistsError:
            raise
        except (OSError, NotImplementedError):
            # No hard links here (FAT, some network folders): an exclusive claim of the name, then the rename.
            os.close(self.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
            self.rename(temporary, name)
            return
        self.unlink(temporary)

    def sync(self) -> None:
        """Make a changed name durable; Windows has no such call for folders."""
        if self.descriptor is not None:
            os.fsync(self.descriptor)


class KbFolder:
    """The files below one KB's root.

    Args:
        root: the KB's folder, as registered.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def read(self, path: str) -> bytes | None:
        """Return a file's bytes, None when there is none.

        Raises:
            RuleRefused: ``kb_path_unsafe``, a link or no plain file stands in the path.
            EnvironmentFault: it cannot be read, or the root is gone.
        """
        with self._faults(path), self._place(path, create=False) as place:
            if place is None:
                return None
            opened = self._open_old(place, path)
            if opened is None:
                return None
            try:
                return _read_all(opened)
            finally:
                os.close(opened)

    def write(self, path: str, data: bytes, *, old_sha256: str, temporary: str) -> None:
        """Put the file's bytes in place of the former ones: a reader sees the old or the new, never a part.

        Args:
            old_sha256: what must stand there now, "" when nothing may.
            temporary: name of the temporary file, in the same folder.

        Raises:
            RuleRefused: ``base_moved``, ``name_collides`` or ``kb_path_unsafe``; the file is as it was.
            EnvironmentFault: it cannot be written; the file is as it was.
        """
        with self._faults(path), self._place(path, create=True) as place:
            assert place is not None
            self._refuse_collision(place, path)
            old = self._open_old(place, path)
            try:
                self._require(old, old_sha256, path)
                place.forget(temporary)
                try:
                    self._fill(place, temporary, data, old)
                    self._exchange(place, path, temporary, old, old_sha256)
                except BaseException:
                    place.forget(temporary)
                    raise
            finally:
                if old is not None:
                    os.close(old)

    def missing_folders(self, path: str) -> int:
        """Return how many of the folders around a path are not there yet."""
        parents = path.split("/")[:-1]
        return sum(
            not os.path.lexists(self._root.joinpath(*parents[: depth + 1])) for depth in range(len(parents))
        )

    def remove(self, path: str, *, old_sha256: str, folders: int = 0) -> None:
        """Remove a file whose bytes are kept elsewhere.

        Args:
            folders: how many folders around it, innermost first, go with it where nothing else is in them.

        Raises:
            RuleRefused: ``base_moved`` or ``kb_path_unsafe``. EnvironmentFault: it cannot be removed.
        """
        with self._faults(path), self._place(path, create=False) as place:
            if place is None:
                raise RuleRefused("base_moved", path=path)
            old = self._open_old(place, path)
            try:
                self._require(old, old_sha256, path)
            finally:
                if old is not None:
                    os.close(old)
            place.unlink(place.name)
            place.sync()
        for _ in range(folders):
            path = path.rpartition("/")[0]
            # Whatever keeps an empty folder from going, the article is gone and its undo is done.
            with contextlib.suppress(OSError), self._place(path, create=False) as place:
                if place is None:
                    return
                place.remove_folder()

    def sweep(self, path: str, temporary: str) -> None:
        """Remove a temporary file that a crash left beside a file."""
        with self._faults(path), self._place(path, create=False) as place:
            if place is not None:
                place.forget(temporary)

    # -- parts ---------------------------------------------------------------------------------------

    def _exchange(self, place: _Place, path: str, temporary: str, old: int | None, old_sha256: str) -> None:
        if old is None:
            try:
                place.appear(temporary, place.name)
            except FileExistsError:
                raise RuleRefused("base_moved", path=path) from None
            place.sync()
            return
        again = self._open_old(place, path)
        try:
            self._require(again, old_sha256, path)
        finally:
            if again is not None:
                os.close(again)
        place.rename(temporary, place.name)
        place.sync()
        if sys.platform == "win32":
            return
        # Whoever wrote into the former file until the last moment finds his bytes again.
        former = _read_all(old)
        if hashlib.sha256(former).hexdigest() != old_sha256:
            self._fill(place, temporary, former, old)
            place.rename(temporary, place.name)
            place.sync()
            raise RuleRefused("base_moved", path=path)

    def _fill(self, place: _Place, name: str, data: bytes, model: int | None) -> None:
        descriptor = place.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
        try:
            view = memoryview(data)
            while view:
                view = view[os.write(descriptor, view) :]
            if model is not None and hasattr(os, "fchmod"):
                os.fchmod(descriptor, stat.S_IMODE(os.fstat(model).st_mode))
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def _open_old(self, place: _Place, path: str) -> int | None:
        try:
            descriptor = place.open(place.name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        except FileNotFoundError:
            return None
        except OSError as error:
            if error.errno in (errno.ELOOP, errno.EMLINK):
                raise RuleRefused("kb_path_unsafe", path=path, why="a link") from None
            if error.errno == errno.EISDIR:
                raise RuleRefused("kb_path_unsafe", path=path, why="a folder") from None
            raise
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise RuleRefused("kb_path_unsafe", path=path, why="no plain file")
        return descriptor

    def _require(self, old: int | None, old_sha256: str, path: str) -> None:
        found = "" if old is None else hashlib.sha256(_read_all(old)).hexdigest()
        if found != old_sha256:
            raise RuleRefused("base_moved", path=path)

    def _refuse_collision(self, place: _Place, path: str) -> None:
        other = colliding(place.name, place.names())
        if other:
            raise RuleRefused("name_collides", path=path, other=other)

    @contextlib.contextmanager
    def _faults(self, path: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise fault_of(error, path) from error

    @contextlib.contextmanager
    def _place(self, path: str, *, create: bool) -> Iterator[_Place | None]:
        """Open the folder of a path, part by part; None when a folder is missing and none is to be made."""
        parts = checked_path(path, existing=True).split("/")
        folder = self._root
        descriptor = os.open(folder, os.O_RDONLY | _DIRECTORY) if HAS_DIR_FD else None
        if descriptor is None and not folder.is_dir():
            raise FileNotFoundError(errno.ENOENT, "no such folder", str(folder))
        try:
            for part in parts[:-1]:
                inner = self._enter(_Place(folder, descriptor, part), path, create)
                if inner is _MISSING:
                    yield None
                    return
                folder = folder / part
                if descriptor is not None:
                    os.close(descriptor)
                    descriptor = inner
            yield _Place(folder, descriptor, parts[-1])
        finally:
            if descriptor is not None:
                os.close(descriptor)

    def _enter(self, place: _Place, path: str, create: bool) -> int:
        for made in (False, True):
            try:
                if place.descriptor is not None:
                    return os.open(place.name, os.O_RDONLY | _DIRECTORY | _NOFOLLOW, dir_fd=place.descriptor)
                mode = os.lstat(place.folder / place.name).st_mode
                if not stat.S_ISDIR(mode) or os.path.realpath(place.folder / place.name) != os.path.join(  # noqa: PTH118
                    os.path.realpath(place.folder), place.name
                ):
                    raise RuleRefused("kb_path_unsafe", path=path, why="a link")
                return _NO_DESCRIPTOR
            except FileNotFoundError:
                if made or not create:
                    return _MISSING
                self._refuse_collision(place, path)
                target = place.name if place.descriptor is not None else place.folder / place.name
                os.mkdir(target, dir_fd=place.descriptor)
                place.sync()
            except OSError as error:
                if error.errno in (errno.ELOOP, errno.ENOTDIR, errno.EMLINK):
                    raise RuleRefused("kb_path_unsafe", path=path, why="a link or file") from None
                raise
        return _MISSING


_MISSING = -1
_NO_DESCRIPTOR = -2


def _read_all(descriptor: int) -> bytes:
    os.lseek(descriptor, 0, os.SEEK_SET)
    pieces = []
    while piece := os.read(descriptor, 1 << 20):
        pieces.append(piece)
        if sum(map(len, pieces)) > MAX_ARTICLE_BYTES:
            raise OSError(errno.EFBIG, "the file is too large for an article")
    return b"".join(pieces)
