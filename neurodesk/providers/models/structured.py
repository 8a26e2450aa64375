"""One structured call: fit the prompt, call, read the reply, repair once, never guess (SPEC M5, M6)."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from neurodesk.domain.errors import TaskFault
from neurodesk.domain.models import Role, full_model_name
from neurodesk.domain.prompt_budget import Capacity, cut_text
from neurodesk.pipeline.prompts.parts import NO_LIMIT, Prompt
from neurodesk.providers.models.node_client import ChatRequest, Message, RawReply
from neurodesk.providers.models.pool import ModelPool, PoolReply, PromptName
from neurodesk.providers.models.reply import Parsed, ReplyProblem, read_reply

# A prompt that is a little too long is built again with so much less of the whole room each time.
STEPS = 20
REPAIR = """The reply below should have been one JSON object that fits the schema, but: {problem}
Give the same content as one sound JSON object, and nothing else. Do not add or change anything it says.
Schema: {schema}"""
# A second try after a truncation gets so much of the room of the first.
TIGHTER = 0.6

Build = Callable[[int, str], Prompt]
"""``build(room, mark)`` renders a prompt with so many characters of material."""

Check = Callable[[dict[str, Any]], None]


@dataclass(frozen=True, slots=True)
class Answer:
    """A checked reply.

    Attributes:
        prompt_version: hash of the prompt's wording (SPEC R8).
        mended: what had to be mended, "" for nothing.
    """

    value: dict[str, Any]
    model: str
    digest: str
    node: str
    prompt_version: str
    mended: str = ""


class Structured:
    """Asks models for objects.

    Args:
        pool: makes the calls.
        model_of: the model of a role, as set now.
    """

    def __init__(self, pool: ModelPool, model_of: Callable[[Role], str]) -> None:
        self._pool = pool
        self.model_of = model_of
        # Models whose nodes do not count the prompt: their prompts carry a mark (SPEC M6).
        self._marked: set[str] = set()

    async def capacity(self, role: Role) -> Capacity:
        """Return what one call of a role's model can hold; nodes that were never asked are asked now."""
        await self._pool.refresh(self.model_of(role))
        return self._pool.capacity_of(self.model_of(role))

    async def ask(
        self,
        role: Role,
        build: Build,
        *,
        answer_tokens: int,
        check: Check = lambda _value: None,
        temperature: float = 0.1,
    ) -> Answer:
        """Return the object that a model answers with.

        Args:
            build: renders the prompt for a given room.
            answer_tokens: most tokens of the reply.
            check: raises ``ReplyProblem`` for what the schema cannot say.

        Raises:
            InfrastructureFault: ``model_unavailable``.
            TaskFault: ``model_reply_invalid``, ``model_prompt_truncated``, ``model_prompt_too_long``.
        """
        model = self.model_of(role)
        answer_tokens = (await self.capacity(role)).reply_tokens(answer_tokens)
        share = 1.0
        for last in (False, True):
            mark = secrets.token_hex(4) if full_model_name(model) in self._marked else ""
            prompt = self._fit(role, model, build, mark, answer_tokens, share)
            request = ChatRequest(
                model=model,
                messages=(Message("system", prompt.system), Message("user", prompt.user)),
                schema=prompt.schema,
                num_predict=answer_tokens,
                temperature=temperature,
                think=False,
            )
            name = PromptName(prompt.version, prompt.sha256)
            try:
                reply = await self._pool.chat(request, role, prompt=name)
            except TaskFault as fault:
                if fault.params.get("fault") != "prompt_too_long":
                    raise
                if last:
                    raise TaskFault("model_prompt_too_long", model=model, role=role.value) from fault
                share *= TIGHTER  # a model seen for the first time: its tokens are shorter than was guessed
                continue
            if not reply.truncated and not reply.counted and not mark and not reply.raw.stopped:
                self._marked.add(full_model_name(model))
                continue  # nothing shows that the whole prompt was read: ask again with a mark
            if reply.truncated:
                share *= TIGHTER
                continue
            parsed = await self._read(role, request, name, reply, prompt, check)
            if mark and str(parsed.value.get("mark", "")).strip() != mark:
                share *= TIGHTER
                continue
            return Answer(parsed.value, model, reply.digest, reply.node, prompt.version, parsed.mended)
        raise TaskFault("model_prompt_truncated", model=model, role=role.value)

    def _fit(
        self, role: Role, model: str, build: Build, mark: str, answer_tokens: int, share: float
    ) -> Prompt:
        window = self._pool.context_of(model)
        limit = int(self._pool.ratio(model).chars(window - answer_tokens) * share)
        prompt = build(NO_LIMIT, mark)
        if prompt.chars <= limit:
            return prompt
        room = limit
        while room > 0:  # labels and fences of the sources count as well
            prompt = build(room, mark)
            if prompt.chars <= limit:
                return prompt
            # Texts are cut at the ends of paragraphs: a little less room may cut nothing more.
            room -= max(prompt.chars - limit, limit // STEPS, 1)
        prompt = build(0, mark)
        if prompt.chars <= limit:
            return prompt
        raise TaskFault("model_prompt_too_long", model=model, role=role.value, limit=limit)

    async def _read(
        self,
        role: Role,
        request: ChatRequest,
        name: PromptName,
        reply: PoolReply,
        prompt: Prompt,
        check: Check,
    ) -> Parsed:
        try:
            return _checked(reply.raw, prompt, check)
        except ReplyProblem as problem:
            first = problem
        again = self._repair(request, reply.raw, first, prompt)
        second = await self._pool.chat(again, role, prompt=name)
        try:
            if second.truncated:
                raise ReplyProblem("truncated")
            parsed = _checked(second.raw, prompt, check)
        except ReplyProblem as problem:
            raise TaskFault(
                "model_reply_invalid",
                model=request.model,
                role=role.value,
                problem=str(problem)[:200],
                first=str(first)[:200],
            ) from None
        return Parsed(parsed.value, f"repaired: {first.code}")

    def _repair(
        self, request: ChatRequest, raw: RawReply, problem: ReplyProblem, prompt: Prompt
    ) -> ChatRequest:
        """Return the one repair call, at the same token budget; what never came whole is asked for anew."""
        written = raw.content if raw.content.strip() else raw.thinking
        if raw.stopped or problem.code in ("empty", "cut", "loop", "endless_blank"):
            return ChatRequest(
                model=request.model,
                messages=request.messages,
                schema=request.schema,
                num_predict=request.num_predict,
                temperature=min(1.0, request.temperature + 0.3),
                seed=request.seed + 1,
                think=request.think,
            )
        asked = REPAIR.format(problem=problem, schema=json.dumps(prompt.schema, ensure_ascii=False))
        room = self._pool.ratio(request.model).chars(
            self._pool.context_of(request.model) - request.num_predict
        )
        return ChatRequest(
            model=request.model,
            messages=(
                Message("system", asked),
                Message("user", cut_text(written, max(200, room - len(asked)))),
            ),
            schema=request.schema,
            num_predict=request.num_predict,
            temperature=0.0,
            think=request.think,
        )


def _checked(raw: RawReply, prompt: Prompt, check: Check) -> Parsed:
    parsed = read_reply(raw, prompt.schema)
    check(parsed.value)
    return parsed
