"""A ladder of tests for one node: reached, models, one token; the first failure ends it (SPEC M1, I1)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from neurodesk.domain.errors import RuleRefused
from neurodesk.domain.models import NodeAddress, Protocol, Role, parse_node, same_model
from neurodesk.domain.ports import Clock
from neurodesk.net.endpoint_client import EndpointClient, EndpointFault
from neurodesk.providers.models.node_client import ChatRequest, Message, NodeModel, NodeReport
from neurodesk.providers.models.ollama import OllamaClient
from neurodesk.providers.models.openai import OpenAiClient
from neurodesk.providers.models.pool_nodes import fault_code, within
from neurodesk.providers.models.room import ModelRoom

T = TypeVar("T")
REACH_S, ANSWER_S = 10.0, 180.0


class Rung(StrEnum):
    """The steps in their order."""

    REACHED = "reached"
    MODELS = "models"
    ANSWERS = "answers"


@dataclass(frozen=True, slots=True)
class Climbed:
    """One step that was tried.

    Attributes:
        fault: "" when it held, else the code of what is wrong.
        detail: version, names of models, or the model that answered.
        took_s: seconds.
    """

    rung: Rung
    fault: str
    detail: str
    took_s: float


async def probe_node(
    address: NodeAddress, http: EndpointClient, clock: Clock, *, preferred: str = ""
) -> list[Climbed]:
    """Test a node step by step; raises nothing for what is wrong with the node.

    Args:
        http: a client that may ask the node.
        preferred: the model that is asked for its token if the node has it; else the smallest one there.
    """
    client = (
        OllamaClient(address, http) if address.protocol is Protocol.OLLAMA else OpenAiClient(address, http)
    )
    climbed: list[Climbed] = []
    report = NodeReport()

    async def climb(rung: Rung, limit_s: float, work: Callable[[], Awaitable[tuple[str, str]]]) -> bool:
        began = clock.monotonic()
        try:
            fault, detail = await within(clock, limit_s, work())
        except EndpointFault as error:
            fault, detail = fault_code(error), error.detail
        except RuleRefused as refused:
            fault, detail = refused.code, ""
        climbed.append(Climbed(rung, fault, detail, clock.monotonic() - began))
        return not fault

    async def reach() -> tuple[str, str]:
        nonlocal report
        if isinstance(client, OllamaClient):
            return "", await client.version()
        report = await client.report()
        return "", ""

    async def models() -> tuple[str, str]:
        nonlocal report
        report = report if report.models else await client.report()
        names = ", ".join(one.name for one in report.models)
        return ("", names) if report.models else ("no_models", "")

    async def answer() -> tuple[str, str]:
        model = _asked(report.models, preferred)
        if model is None:
            return "no_local_model", ""
        request = ChatRequest(model.name, (Message("user", "Say yes."),), num_predict=1, think=False)
        await client.chat(request, lambda _content, _thinking: "")
        return "", model.name

    for rung, limit_s, work in (
        (Rung.REACHED, REACH_S, reach),
        (Rung.MODELS, REACH_S, models),
        (Rung.ANSWERS, ANSWER_S, answer),
    ):
        if not await climb(rung, limit_s, work):
            break
    return climbed


def _asked(models: tuple[NodeModel, ...], preferred: str) -> NodeModel | None:
    """A cloud model is never asked for a test, and one that only makes vectors cannot answer."""
    fit = [
        one
        for one in models
        if not one.is_cloud and (not one.capabilities or "completion" in one.capabilities)
    ]
    found = next((one for one in fit if same_model(one.name, preferred)), None)
    return found or min(fit, key=lambda one: one.size_bytes, default=None)


def probe_configured(room: ModelRoom, text: str, protocol: Protocol, clock: Clock) -> list[Climbed]:
    """Test a node that stands in the settings; waits for its answers, on a thread without a loop.

    Raises:
        BadInput: ``node_address_invalid``.
    """
    address = parse_node(text, protocol)
    preferred = room.model_of(Role.AUTHOR)
    room.prepare_tokens()

    async def climb() -> list[Climbed]:
        try:
            climbed = await probe_node(address, room.http, clock, preferred=preferred)
            if not any(one.fault for one in climbed):  # the roles know of it at once, not at their next call
                await room.pool.check_health()
            return climbed
        finally:
            await room.pool.aclose()
            await room.http.aclose()

    return asyncio.run(climb())
