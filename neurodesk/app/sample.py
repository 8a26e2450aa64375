"""The sample: a fresh copy of the shipped knowledge base, and the questions that its people asked."""

from __future__ import annotations

import json
import shutil
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from neurodesk import resources
from neurodesk.domain.errors import BadInput, StorageFault

KB_NAME = "IT operations (sample)"
COLLECTION_NAME = "Sample library"
MARK = ".neurodesk-sample"


@dataclass(frozen=True, slots=True)
class SampleQuestion:
    """A question of the sample's people; ``seed`` is the article it is about, "" when there is none."""

    question: str
    seed: str


def questions() -> tuple[SampleQuestion, ...]:
    """Return the sample's questions in their order."""
    rows = json.loads(resources.text("sample", "questions.json"))
    return tuple(SampleQuestion(str(row["question"]), str(row["seed"])) for row in rows)


def copy_kb(target: Path, *, fresh: bool) -> Path:
    """Lay a copy of the sample KB at ``target``; a copy that is there already stays unless ``fresh``.

    Raises:
        BadInput: ``sample_folder_in_use`` when the folder holds something that is no sample copy.
        StorageFault: ``sample_unwritable``.
    """
    mark = target / MARK
    if target.exists() and any(target.iterdir()):
        if not mark.exists():
            raise BadInput("sample_folder_in_use", path=str(target))
        if not fresh:
            return target
        shutil.rmtree(target)
    try:
        with resources.as_path("sample", "kb") as source:
            shutil.copytree(source, target, dirs_exist_ok=True)
        mark.write_text("A copy of NeuroDesk's sample knowledge base; made by `neurodesk demo`.\n", "utf-8")
    except OSError as error:
        raise StorageFault("sample_unwritable", path=str(target), detail=str(error)) from error
    return target


def library_folder() -> AbstractContextManager[Path]:
    """Return the shipped library as a real folder while the context is open; it is only read."""
    return resources.as_path("sample", "library")
