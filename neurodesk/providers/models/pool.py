"""The pool: a call goes to the best node when it starts, and to another when that fails (SPEC M1-M3).

queue place and node are taken together, under one lock: nobody holds one while waiting for the other
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from neurodesk.domain.errors import InfrastructureFault, RuleRefused, TaskFault
from neurodesk.domain.model_calls import Caller, ModelCall, caller
from neurodesk.domain.models import (
    Failure,
    Priority,
    Role,
    Ticket,
    choose_node,
    fails_over,
    full_model_name,
    is_cloud_model,
)
from neurodesk.domain.ports import Clock
from neurodesk.domain.prompt_budget import Capacity, TokenRatio, choose_window, is_small, is_truncated
from neurodesk.domain.reply_watch import ReplyWatch
from neurodesk.net.endpoint_client import EndpointFault
from neurodesk.pipeline.work_queue import WorkQueue
from neurodesk.providers.models.node_client import ChatRequest, RawReply
from neurodesk.providers.models.pool_nodes import NodeState, PoolNode, PoolNodes, ended, fault_code


@dataclass(frozen=True, slots=True)
class PoolLimits:
    """The pool's numbers; seconds and tokens (SPEC M1, M2, M6, M7)."""

    health_s: float = 15.0
    cooldown_s: float = 30.0
    first_token_cold_s: float = 600.0
    first_token_warm_s: float = 180.0
    stall_s: float = 120.0
    num_ctx: int = 8192
    require_same_digest: bool = False


@dataclass(frozen=True, slots=True)
class PoolReply:
    """A reply with where it came from.

    Attributes:
        truncated: the node dropped part of the prompt: no verdict may be taken from it (SPEC M6).
        counted: the node said how many tokens it read, so that a truncation would have been seen.
    """

    raw: RawReply
    node: str
    model: str
    digest: str
    num_ctx: int
    truncated: bool
    counted: bool


@dataclass(frozen=True, slots=True)
class PromptName:
    """Which prompt it was: hash of the template, hash of the prompt (SPEC M8)."""

    version: str = ""
    sha256: str = ""


@dataclass(slots=True)
class _Progress:
    """How a stream gets on, on the steady clock."""

    started: float
    last: float
    first_token_s: float = -1.0


class ModelPool:
    """Model calls over all nodes; usable from several event loops.

    Args:
        nodes: the configured nodes.
        queue: the one bounded queue, shared with searches and fetches.
        clock: measures waits, silences and cooldowns.
        limits: asked at each call, so that changed settings count.
        trace: hears of each attempt.
        interactive: held around an interactive call, from the moment it waits (SPEC Q10).
    """

    def __init__(
        self,
        nodes: PoolNodes,
        queue: WorkQueue,
        clock: Clock,
        *,
        limits: Callable[[], PoolLimits] = PoolLimits,
        trace: Callable[[ModelCall], None] = lambda _call: None,
        interactive: Callable[[], AbstractContextManager[None]] = contextlib.nullcontext,
    ) -> None:
        self.nodes = nodes
        self.queue = queue
        self.clock = clock
        self.limits = limits
        self.trace = trace
        self.interactive = interactive
        self._ratios: dict[str, TokenRatio] = {}
        self._checking: asyncio.Future[None] | None = None

    # -- what is known ----------------------------------------------------------------------------------

    async def check_health(self) -> None:
        """Ask all nodes at once how they are."""
        await self.nodes.check()
        self.queue.look_again()

    async def refresh(self, model: str, *, wait: bool = False) -> None:
        """Ask the nodes if the last answer is too old.

        A call waits for that only when no node is known to serve its model: one node that hangs must not
        delay calls to the others.

        Args:
            wait: wait in any case, for work in the background that must know the version.
        """
        with self.queue.lock:
            self.nodes.current()
            age_s = self.clock.monotonic() - self.nodes.checked_at
            known = bool(self.nodes.with_model(model))
        if age_s < self.limits().health_s:
            return
        checking = self._checking
        if checking is None or checking.done() or checking.get_loop() is not asyncio.get_running_loop():
            checking = self._checking = asyncio.ensure_future(self.check_health())
        if wait or not known:
            await asyncio.shield(checking)

    async def aclose(self) -> None:
        """End what runs on this loop and close its connections; the pool can be used on."""
        checking, self._checking = self._checking, None
        if checking is not None and checking.get_loop() is asyncio.get_running_loop():
            await ended(checking)
        await self.nodes.aclose()

    def states(self) -> list[NodeState]:
        """Return all nodes as they are shown."""
        with self.queue.lock:
            return self.nodes.states()

    def fault_of(self, model: str) -> str:
        """Return "" when a call for a model could be served, else the code of what is missing (SPEC M1)."""
        with self.queue.lock:
            found = self.nodes.with_model(model)
            if not found:
                return self.nodes.missing(model)
            if self.limits().require_same_digest and len(self.nodes.digests(model)) > 1:
                return "model_digests_differ"
            now = self.clock.monotonic()
            return "cooling_down" if all(one.load.cooling(now) for one in found) else ""

    def retry_after_s(self, model: str) -> float:
        """Return seconds until a node of a model has cooled down, else until the next health check."""
        now = self.clock.monotonic()
        with self.queue.lock:
            left = [one.load.cooldown_until - now for one in self.nodes.with_model(model)]
        return max(0.0, min(left)) if left else self.limits().health_s

    def ratio(self, model: str) -> TokenRatio:
        """Return what is known of a model's characters a token (SPEC M6)."""
        return self._ratios.setdefault(full_model_name(model), TokenRatio())

    def context_of(self, model: str) -> int:
        """Return the tokens that prompt and reply may share: the smallest window, and the cap."""
        with self.queue.lock:
            found = (one.has(model) for one in self.nodes.current())
            own = [one.context_length for one in found if one is not None and one.context_length]
        return min([self.limits().num_ctx, *own])

    def capacity_of(self, model: str) -> Capacity:
        """Return what one call of a model can hold; of several sizes under one name the smallest counts."""
        window = self.context_of(model)
        with self.queue.lock:
            found = (one.has(model) for one in self.nodes.current())
            sizes = [one.size_bytes for one in found if one is not None and one.size_bytes]
        return Capacity(window, is_small(window, min(sizes, default=0)), self.ratio(model).chars_per_token)

    # -- calls ------------------------------------------------------------------------------------------

    async def chat(
        self,
        request: ChatRequest,
        role: Role,
        *,
        prompt: PromptName | None = None,
        who: Caller | None = None,
        heard: Callable[[str], None] = lambda _piece: None,
    ) -> PoolReply:
        """Generate on the best node; on another one when that fails.

        Args:
            heard: told of each piece of the reply as it comes; after a failover it begins anew.

        Raises:
            InfrastructureFault: ``model_unavailable``: no node can serve the model now.
            TaskFault: ``model_refused``: the node refuses this very request.
            RuleRefused: ``work_queue_full`` to the person, or a rule forbids the call; for a task a full
                queue is an InfrastructureFault, which defers it without a charge.
        """
        who = who or caller()
        held = self.interactive() if who.priority is Priority.INTERACTIVE else contextlib.nullcontext()
        with held:
            await self.refresh(request.model)
            return await _Call(self, request, role, prompt or PromptName(), who, heard).run()

    async def embed(
        self, model: str, texts: Sequence[str], who: Caller | None = None, *, digest: str = ""
    ) -> list[list[float]]:
        """Make one vector a text on the best node; limits and failover as for a generation (SPEC M7).

        Args:
            digest: only nodes that hold this version of the model are asked, any when "" (SPEC K6).

        Raises:
            InfrastructureFault: ``model_unavailable``.
            TaskFault: ``model_refused``; ``prompt_too_long`` in its parameters when a text does not fit.
        """
        who = who or caller()
        held = self.interactive() if who.priority is Priority.INTERACTIVE else contextlib.nullcontext()
        with held:
            await self.refresh(model)
            request = ChatRequest(model=model, messages=())
            return await _Embedding(self, request, who, texts, digest).vectors()


class _Call:
    """One call on its way through the pool."""

    def __init__(
        self,
        pool: ModelPool,
        request: ChatRequest,
        role: Role,
        prompt: PromptName,
        who: Caller,
        heard: Callable[[str], None] = lambda _piece: None,
    ) -> None:
        self._heard = heard
        self._pool = pool
        self._clock = pool.clock
        self._limits = pool.limits()
        self._request = request
        self._role = role
        self._prompt = prompt
        self._who = who
        self._tried: set[str] = set()
        self._attempts = 0
        self._asked_at = self._clock.monotonic()
        self._node: PoolNode | None = None
        self._last: EndpointFault | None = None
        self._digest = ""

    async def run(self) -> PoolReply:
        self._refuse_if_forbidden()
        queue = self._pool.queue
        ticket: Ticket | None = None
        try:
            while True:
                if ticket is None:
                    ticket = await self._acquired()
                else:
                    ticket = await queue.again(ticket, self._take, self._give_back)
                node = self._node
                if node is None:
                    raise self._unavailable()
                try:
                    return await self._at(node)
                except EndpointFault as fault:
                    self._last = fault
                    if not fails_over(fault.failure, fault.status):
                        raise self._refused(node, fault) from fault
        finally:
            if ticket is not None:
                queue.release(ticket)

    async def _acquired(self) -> Ticket:
        """Wait for a place. A full queue refuses the person; a task is deferred for it, without a charge."""
        try:
            return await self._pool.queue.acquire(
                self._who.priority, self._ready, self._take, self._give_back
            )
        except RuleRefused as refused:
            if self._who.priority is Priority.INTERACTIVE:
                raise
            waiting = refused.params.get("waiting", 0)
            raise InfrastructureFault(refused.code, waiting=waiting) from refused

    # -- taking a node: called under the queue's lock ---------------------------------------------------

    def _open(self) -> list[PoolNode]:
        now = self._clock.monotonic()
        return [
            one
            for one in self._pool.nodes.with_model(self._request.model)
            if one.address.name not in self._tried and not one.load.cooling(now) and self._is_version(one)
        ]

    def _is_version(self, node: PoolNode) -> bool:
        model = node.has(self._request.model) if self._digest else None
        return model is None or model.digest == self._digest

    def _ready(self) -> bool:
        """A node is free, or none can ever be: then the call has to be told, not to wait."""
        nodes = self._open()
        return not nodes or choose_node((one.load for one in nodes), self._clock.monotonic()) is not None

    def _take(self) -> None:
        nodes = {one.address.name: one for one in self._open()}
        load = choose_node((one.load for one in nodes.values()), self._clock.monotonic())
        self._node = nodes[load.address.name] if load is not None else None
        if load is not None:
            load.in_flight += 1
            load.requests += 1

    def _give_back(self) -> None:
        """Undo ``_take`` for a call that was cancelled before it started (SPEC M2)."""
        node, self._node = self._node, None
        if node is not None:
            node.load.in_flight -= 1
            node.load.requests -= 1

    # -- one node ---------------------------------------------------------------------------------------

    async def _at(self, node: PoolNode) -> PoolReply:
        """Run on a node; it is given back whatever happens, and a failure starts its cooldown."""
        began = self._clock.monotonic()
        queue = self._pool.queue
        finished = False
        try:
            reply = await self._attempts_at(node)
            finished = True
            return reply
        except EndpointFault as fault:
            with queue.lock:
                self._tried.add(node.address.name)
                if fault.failure is Failure.MODEL_MISSING:  # what we knew of the node is stale
                    kept = tuple(
                        one for one in node.report.models if one is not node.has(self._request.model)
                    )
                    node.report = replace(node.report, models=kept)
                elif fails_over(fault.failure, fault.status):
                    wait_s = max(self._limits.cooldown_s, min(fault.retry_after_s or 0.0, 600.0))
                    node.load.failed(self._clock.monotonic(), wait_s)
            raise
        except asyncio.CancelledError:
            with queue.lock:
                node.load.requests -= 1  # the caller's own act costs the node nothing (SPEC M2)
            raise
        finally:
            with queue.lock:
                node.load.in_flight -= 1
                if finished:
                    node.load.finished += 1
                    node.load.busy_s += self._clock.monotonic() - began

    async def _attempts_at(self, node: PoolNode) -> PoolReply:
        window = self._window(node)
        try:
            return await self._attempt(node, window)
        except EndpointFault as fault:
            smaller = window // 2
            if fault.failure is not Failure.OUT_OF_MEMORY or not self._fits(smaller):
                raise
            return await self._attempt(node, smaller)  # one smaller retry for lack of memory (SPEC M6)

    def _needed(self) -> int:
        ratio = self._pool.ratio(self._request.model)
        return ratio.tokens(self._request.prompt_chars)

    def _fits(self, window: int) -> bool:
        return window >= self._needed() + self._request.num_predict

    def _window(self, node: PoolNode) -> int:
        model = node.has(self._request.model)
        key = full_model_name(self._request.model)
        chosen = choose_window(
            self._needed(),
            self._request.num_predict,
            cap=self._limits.num_ctx,
            model_limit=model.context_length if model is not None else 0,
            last=node.windows.get(key, 0),
        )
        return chosen.num_ctx

    async def _attempt(self, node: PoolNode, window: int) -> PoolReply:
        self._attempts += 1
        now = self._clock.monotonic()
        progress = _Progress(now, now)
        model = node.has(self._request.model)
        digest = model.digest if model is not None else ""
        swap = bool(node.last_model) and not node.is_warm(self._request.model)
        raw, outcome, detail, truncated = RawReply(), "bug", "", False
        try:
            raw = await self._timed(node, window, progress)
            self._refuse_cloud(node, raw)
            ratio = self._pool.ratio(self._request.model)
            chars = self._request.prompt_chars
            truncated = is_truncated(chars, raw.prompt_tokens, window, ratio, answer_tokens=raw.reply_tokens)
            if raw.prompt_tokens and not truncated:
                ratio.learn(chars, raw.prompt_tokens)
            node.windows[full_model_name(self._request.model)] = window
            node.last_model = self._request.model
            outcome = raw.stopped or ("ok" if raw.done_reason == "stop" else raw.done_reason or "ok")
            return PoolReply(
                raw, node.address.name, self._request.model, digest, window, truncated, raw.prompt_tokens > 0
            )
        except EndpointFault as fault:
            outcome, detail = fault_code(fault), fault.detail
            raise
        except asyncio.CancelledError:
            outcome = "cancelled"
            raise
        except RuleRefused as refused:
            outcome = refused.code
            raise
        finally:
            ended_at = self._clock.monotonic()
            duration = ended_at - progress.started
            self._pool.trace(
                ModelCall(
                    at=self._clock.time() - duration,
                    task_id=self._who.task_id,
                    role=self._role.value,
                    node=node.address.name,
                    model=self._request.model,
                    digest=digest,
                    priority=self._who.priority.name.lower(),
                    attempt=self._attempts,
                    wait_s=max(0.0, progress.started - self._asked_at),
                    first_token_s=progress.first_token_s if progress.first_token_s >= 0 else duration,
                    duration_s=duration,
                    prompt_tokens=raw.prompt_tokens,
                    reply_tokens=raw.reply_tokens,
                    num_ctx=window,
                    prompt_version=self._prompt.version,
                    prompt_sha256=self._prompt.sha256,
                    outcome=outcome,
                    detail=detail[:500],
                    truncated=truncated,
                    swap=swap,
                )
            )

    async def _timed(self, node: PoolNode, window: int, progress: _Progress) -> RawReply:
        """Read the stream; silence beyond the limits ends it (SPEC M7)."""
        warm = node.is_warm(self._request.model)
        first_s = self._limits.first_token_warm_s if warm else self._limits.first_token_cold_s
        doing = asyncio.ensure_future(self._work(node, window, progress))
        watch = asyncio.ensure_future(self._silence(progress, first_s))
        try:
            await asyncio.wait({doing, watch}, return_when=asyncio.FIRST_COMPLETED)
            if doing.done():
                return doing.result()
            raise EndpointFault(
                watch.result(), detail=f"silent for {self._clock.monotonic() - progress.last:.0f} s"
            )
        finally:
            await ended(doing, watch)

    async def _work(self, node: PoolNode, window: int, progress: _Progress) -> RawReply:
        watch = ReplyWatch()

        def on_piece(content: str, thinking: str) -> str:
            if not content and not thinking:
                return ""
            progress.last = self._clock.monotonic()
            if progress.first_token_s < 0:
                progress.first_token_s = progress.last - progress.started
            self._heard(content)
            return str(watch.add(content or thinking) or "")

        return await node.client.chat(replace(self._request, num_ctx=window), on_piece)

    async def _silence(self, progress: _Progress, first_s: float) -> Failure:
        while True:
            waiting = progress.first_token_s < 0
            left = progress.last + (first_s if waiting else self._limits.stall_s) - self._clock.monotonic()
            if left <= 0:
                return Failure.FIRST_TOKEN_TIMEOUT if waiting else Failure.STALLED
            # Never longer than the stall limit: the first token may come while this sleeps.
            await self._clock.sleep(min(left, self._limits.stall_s))

    # -- refusals ---------------------------------------------------------------------------------------

    def _refuse_if_forbidden(self) -> None:
        code = self._pool.fault_of(self._request.model)
        if code == "cloud_model_refused":
            raise RuleRefused("cloud_model_refused", model=self._request.model)
        if code == "model_digests_differ":
            raise InfrastructureFault("model_digests_differ", model=self._request.model)

    def _refuse_cloud(self, node: PoolNode, raw: RawReply) -> None:
        if raw.remote_host and not node.address.allow_cloud:
            raise RuleRefused("cloud_model_refused", model=self._request.model)
        if is_cloud_model(self._request.model) and not node.address.allow_cloud:
            raise RuleRefused("cloud_model_refused", model=self._request.model)

    def _unavailable(self) -> InfrastructureFault:
        last = self._last
        why = fault_code(last) if last is not None else self._pool.fault_of(self._request.model)
        if not why and self._digest:
            why = "other_version"
        return InfrastructureFault(
            "model_unavailable",
            retry_after_s=self._pool.retry_after_s(self._request.model),
            model=self._request.model,
            fault=why,
            detail=last.detail[:200] if last is not None else "",
        )

    def _refused(self, node: PoolNode, fault: EndpointFault) -> TaskFault | InfrastructureFault:
        model, name, detail = self._request.model, node.address.name, fault.detail[:200]
        code = fault_code(fault)
        if fault.failure is Failure.STATUS and fault.status in (401, 403):
            return InfrastructureFault("model_unavailable", model=model, node=name, fault=code, detail=detail)
        return TaskFault("model_refused", model=model, node=name, fault=code, detail=detail)


class _Embedding(_Call):
    """A call for vectors."""

    def __init__(
        self,
        pool: ModelPool,
        request: ChatRequest,
        who: Caller,
        texts: Sequence[str],
        digest: str,
    ) -> None:
        super().__init__(pool, request, Role.EMBEDDING, PromptName(), who)
        self._digest = digest
        self._texts = texts
        self._found: list[list[float]] = []

    async def vectors(self) -> list[list[float]]:
        await self.run()
        return self._found

    async def _work(self, node: PoolNode, window: int, progress: _Progress) -> RawReply:
        self._found, tokens = await node.client.embed(self._request.model, self._texts)
        return RawReply(done_reason="stop", prompt_tokens=0, reply_tokens=0, eval_s=0.0, model=str(tokens))
