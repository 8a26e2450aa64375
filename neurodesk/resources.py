"""Finds what is shipped beside the code: icons, samples, documentation, translations, licences.

In a wheel the files lie in ``neurodesk/_resources``; in a checkout in ``resources/`` beside the package.
"""

from contextlib import AbstractContextManager
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path


def root() -> Traversable:
    """Return the folder that holds every shipped resource.

    A checkout wins over a copy inside the package, so that an edited resource is seen at once.

    Raises:
        FileNotFoundError: neither place exists; the installation is incomplete.
    """
    package = files("neurodesk")
    if isinstance(package, Path):
        checkout = package.parent / "resources"
        if checkout.is_dir() and (package.parent / "pyproject.toml").is_file():
            return checkout
    shipped = package / "_resources"
    if shipped.is_dir():
        return shipped
    raise FileNotFoundError(
        "NeuroDesk's resources are missing: the installation is incomplete; install it again"
    )


def find(*parts: str) -> Traversable:
    """Return one resource by its path below the root, for example ``find("docs", "architecture.md")``.

    Raises:
        FileNotFoundError: there is no such file or folder, or a part leads out of the root.
    """
    names = [name for part in parts for name in part.split("/")]
    if any(name in {"", ".", ".."} for name in names):
        raise FileNotFoundError(f"not a resource path: {'/'.join(parts)}")
    found = root().joinpath(*names)
    if not (found.is_file() or found.is_dir()):
        raise FileNotFoundError(f"no such resource: {'/'.join(names)}")
    return found


def text(*parts: str) -> str:
    """Return a resource's text, decoded as UTF-8.

    Raises:
        FileNotFoundError: see :func:`find`.
    """
    return find(*parts).read_text(encoding="utf-8")


def data(*parts: str) -> bytes:
    """Return a resource's bytes.

    Raises:
        FileNotFoundError: see :func:`find`.
    """
    return find(*parts).read_bytes()


def as_path(*parts: str) -> AbstractContextManager[Path]:
    """Return a context that gives a resource (file or folder) as a real path while it is open.

    Raises:
        FileNotFoundError: see :func:`find`.
    """
    return as_file(find(*parts))
