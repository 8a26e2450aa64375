"""Let a reviewer model judge labelled claims: with the real prompt and batches, and code over it (SPEC R4).

Every answer is kept as it comes, so that an evaluation that was left goes on where it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from neurodesk.domain.articles import Verdict
from neurodesk.domain.errors import BadInput, StorageFault, TaskFault
from neurodesk.domain.evidence import SourceOrigin
from neurodesk.domain.identity import sha256_text
from neurodesk.domain.judge import CitedPassage, ClaimUnit, Similarity
from neurodesk.domain.models import Role
from neurodesk.domain.prompt_budget import Capacity, cut_text
from neurodesk.domain.quotes import find_quote
from neurodesk.domain.research import BriefSource
from neurodesk.pipeline.evaluate_claims import Judged, LabelledClaim, unflattened
from neurodesk.pipeline.prompts.parts import Prompt
from neurodesk.pipeline.prompts.reviewer import VERSION, reviewer_prompt
from neurodesk.providers.models.embedded.reviewer import MAX_REFS, Opinion, held_against
from neurodesk.providers.models.focus import focused
from neurodesk.providers.models.llm_reviewer import ANSWER_TOKENS, MATERIAL_CHARS, lot_of, opinions_of
from neurodesk.providers.models.structured import Structured

FIRST = "first"
OnBatch = Callable[[int, int], None]


@dataclass(slots=True)
class Answers:
    """What a model said so far, in memory and, with a path, line by line in a file.

    Attributes:
        said: opinion by key (see ``key_of``); None where the model gave no verdict.
        digests: of the models that answered; more than one is two models under one name.
        version: of the prompt that is asked now; a small model's lot makes another one.
    """

    path: Path | None = None
    said: dict[str, Opinion | None] = field(default_factory=dict)
    digests: set[str] = field(default_factory=set)
    version: str = VERSION

    @classmethod
    def opened(cls, path: Path | None) -> Answers:
        """Read what an earlier run kept.

        Raises:
            BadInput: ``claims_answers_damaged``, with the line. A last line that was cut off is left out.
        """
        found = cls(path)
        if path is None or not path.exists():
            return found
        lines = path.read_text("utf-8").split("\n")
        for number, line in enumerate(lines, 1):
            try:
                if line.strip():
                    found._take(json.loads(line))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                if number == len(lines):
                    break
                raise BadInput("claims_answers_damaged", file=str(path), line=str(number)) from error
        return found

    def keep(self, digest: str, given: Mapping[str, Opinion | None]) -> None:
        """Add the answers of a batch.

        Raises:
            StorageFault: ``file_unwritable``.
        """
        self.said |= given
        self.digests |= {digest} - {""}
        if self.path is None:
            return
        verdicts = {
            key: None
            if one is None
            else {"verdict": one.verdict.value, "quotes": [list(q) for q in one.quotes]}
            for key, one in given.items()
        }
        line = json.dumps({"digest": digest, "verdicts": verdicts}, ensure_ascii=False)
        try:
            with self.path.open("a+b") as file:
                file.seek(0)
                file.truncate(file.read().rfind(b"\n") + 1)  # of a line that was cut off nothing is left
                file.write(f"{line}\n".encode())
        except OSError as error:
            raise StorageFault("file_unwritable", path=str(self.path), detail=str(error)) from error

    def _take(self, line: Any) -> None:
        self.digests |= {str(line["digest"])} - {""}
        for key, one in line["verdicts"].items():
            self.said[str(key)] = (
                None
                if one is None
                else Opinion(
                    Verdict(one["verdict"]), tuple((str(ref), str(text)) for ref, text in one["quotes"])
                )
            )


def key_of(name: str, model: str, row: LabelledClaim, version: str = VERSION) -> str:
    """Return what an answer is kept under: another pass, model, prompt or text is another question."""
    return sha256_text(f"{name}\n{model}\n{version}\n{row.id}\n{row.claim}\n{row.evidence}")[:24]


async def ask(
    structured: Structured,
    name: str,
    rows: Sequence[LabelledClaim],
    answers: Answers,
    on_batch: OnBatch = lambda _done, _of: None,
) -> None:
    """Ask the reviewer model about every row that has no answer yet.

    Args:
        name: of the pass.
        on_batch: told how many rows have an answer, and of how many.

    Raises:
        InfrastructureFault: ``model_unavailable``; what was answered is kept.
    """
    model = structured.model_of(Role.REVIEWER)
    capacity = await structured.capacity(Role.REVIEWER)
    lot = lot_of(capacity)
    answers.version = lot.version
    keys = [key_of(name, model, row, lot.version) for row in rows]
    left = [(key, row) for key, row in zip(keys, rows, strict=True) if key not in answers.said]
    done = len(rows) - len(left)
    for at in range(0, len(left), lot.units):
        batch = left[at : at + lot.units]
        digest, given = await _batch(structured, [row for _, row in batch], capacity)
        answers.keep(digest, {key: given.get(place) for place, (key, _) in enumerate(batch)})
        done += len(batch)
        on_batch(done, len(rows))


async def _batch(
    structured: Structured, rows: Sequence[LabelledClaim], capacity: Capacity
) -> tuple[str, dict[int, Opinion]]:
    """Return digest and opinions by place; what a reply leaves out is asked for once more, as in a review."""
    sources = [_source(row) for row in rows]
    given: dict[int, Opinion] = {}
    digest = ""
    for _ in range(2):
        places = [place for place in range(len(rows)) if place not in given]
        if not places:
            break
        near = _near(sources, [rows[place].claim for place in places], capacity)
        units = [("", rows[place].claim) for place in places]

        def build(
            room: int,
            mark: str,
            units: list[tuple[str, str]] = units,
            near: Sequence[BriefSource] = near,
        ) -> Prompt:
            return reviewer_prompt(units, near, room, mark, lot=lot_of(capacity))

        try:
            answer = await structured.ask(Role.REVIEWER, build, answer_tokens=ANSWER_TOKENS, temperature=0.0)
        except TaskFault as fault:
            if fault.code != "model_reply_invalid":
                raise
            break
        digest = answer.digest
        found = opinions_of(answer.value, [str(place) for place in places], near)
        given |= {int(place): one for place, one in found.items()}
    return digest, given


def _near(sources: Sequence[BriefSource], claims: Sequence[str], capacity: Capacity) -> list[BriefSource]:
    """Return the rows' evidence cut to what one call holds; each row keeps some of its own."""
    room = capacity.material_chars() if capacity.small else MATERIAL_CHARS
    share = room // max(1, len(sources))
    near = focused(sources, claims, room)
    return [
        one if one.text else replace(one, text=cut_text(whole.text, share))
        for one, whole in zip(near, sources, strict=True)
    ]


def judged(
    name: str,
    model: str,
    rows: Sequence[LabelledClaim],
    answers: Answers,
    similarity: Similarity | None,
) -> list[Judged]:
    """Hold the answers of a pass against the rows' evidence; rows that were not asked yet are left out."""
    texts = {row.id: unflattened(row.evidence) for row in rows}
    found = []
    for row in rows:
        key = key_of(name, model, row, answers.version)
        if key not in answers.said:
            continue
        opinion = answers.said[key]
        if opinion is None:
            found.append(Judged(row, None))
            continue
        # What another row's evidence says is no proof for this one, be it quoted word for word.
        quotes = opinion.quotes[:MAX_REFS]
        cited = [
            CitedPassage(ref, texts[ref] if ref == row.id else None, quote, excerpt=True)
            for ref, quote in quotes
        ]
        judgement = held_against(ClaimUnit(row.claim), opinion, cited, similarity)
        genuine = tuple(ref == row.id and find_quote(texts[ref], quote) is not None for ref, quote in quotes)
        found.append(Judged(row, judgement.verdict, judgement.reasons, genuine, opinion.verdict))
    return found


def _source(row: LabelledClaim) -> BriefSource:
    text = unflattened(row.evidence)
    return BriefSource(
        ref=row.id,
        title="",
        uri="",
        text=text,
        sha256=sha256_text(text),
        lang=row.evidence_lang,
        origin=SourceOrigin.KB,
        source_key="",
        independence_key=row.id,
        confidence=1.0,
        relevance=1.0,
    )
