"""The models of one process, put together from the settings: pool, roles, availability (SPEC M1, M4, M10)."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from neurodesk.domain.errors import BadInput
from neurodesk.domain.judge import Similarity
from neurodesk.domain.model_calls import ModelCall
from neurodesk.domain.models import NodeAddress, Protocol, Role, parse_node, same_model
from neurodesk.domain.ports import Author, Clock, Planner, Reviewer
from neurodesk.net.endpoint_client import EndpointClient
from neurodesk.pipeline.work_queue import WorkQueue
from neurodesk.providers.models.embedded.author import EmbeddedAuthor
from neurodesk.providers.models.embedded.planner import EmbeddedPlanner
from neurodesk.providers.models.embedded.reviewer import EmbeddedReviewer
from neurodesk.providers.models.llm_author import LlmAuthor
from neurodesk.providers.models.llm_planner import LlmPlanner
from neurodesk.providers.models.llm_reviewer import LlmReviewer, lot_of
from neurodesk.providers.models.local_client import LOCAL_NODE, LocalClient, local_address
from neurodesk.providers.models.local_server import LocalServer, model_path
from neurodesk.providers.models.node_tokens import NodeTokens
from neurodesk.providers.models.pool import ModelPool, PoolLimits
from neurodesk.providers.models.pool_encoder import PoolEncoder
from neurodesk.providers.models.pool_nodes import NodeState, PoolNodes
from neurodesk.providers.models.roles import Cast, CastAuthor, CastPlanner, CastReviewer
from neurodesk.providers.models.structured import Structured
from neurodesk.settings.load import Settings
from neurodesk.storage.embedding_profiles import EmbeddingProfiles

# Weights with window and buffers take so much of their file's size, for the usual windows.
IN_MEMORY = 1.2
SHOWN_ROLES = (Role.PLANNER, Role.AUTHOR, Role.REVIEWER, Role.EMBEDDING)
_SETTING_OF = {
    Role.PLANNER: "models.planner",
    Role.AUTHOR: "models.author",
    Role.REVIEWER: "models.reviewer",
    Role.EMBEDDING: "models.embedding",
    Role.ASK: "models.author",
}


@dataclass(frozen=True, slots=True)
class RoleState:
    """Whether a role can be played by its model (SPEC M1).

    Attributes:
        fault: "" when it can, else the code of what is missing; then the embedded engine plays.
        nodes: the nodes that have the model.
    """

    role: Role
    model: str
    fault: str
    nodes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Warned:
    """A warning of the nodes page: a code with its values."""

    code: str
    params: tuple[tuple[str, str], ...] = ()


class ModelRoom:
    """Everything about models in this process: one pool and one queue for worker, Ask and window.

    Args:
        settings: the present settings; asked at each use.
        clock: measures waits and silences.
        trace: hears of each attempt at a call.
        interactive: held around interactive calls (SPEC Q10).
        tokens: bearer tokens of the nodes, None for none.
        log_request: told of each request that leaves this machine (SPEC W10).
        profiles: the calibrated encoders; without them search cannot use the nodes (SPEC K6).
    """

    def __init__(
        self,
        settings: Callable[[], Settings],
        clock: Clock,
        *,
        trace: Callable[[ModelCall], None] = lambda _call: None,
        interactive: Callable[[], AbstractContextManager[None]] = contextlib.nullcontext,
        tokens: NodeTokens | None = None,
        log_request: Callable[[str, str, int], None] = lambda _method, _url, _bytes: None,
        profiles: EmbeddingProfiles | None = None,
    ) -> None:
        self._settings = settings
        self._read: tuple[Settings, tuple[tuple[NodeAddress, ...], tuple[str, ...]]] | None = None
        self._tokens = tokens
        self.queue = WorkQueue()
        self.local = LocalServer()
        self.http = EndpointClient(
            lambda: [one.url for one in self.addresses() if one.protocol is not Protocol.LOCAL],
            tokens=tokens.token if tokens is not None else lambda _url: "",
            local_only=lambda: settings().switch("network.local_only"),
            log_request=log_request,
            connect_s=lambda: settings().number("models.connect_s"),
        )
        self.pool = ModelPool(
            PoolNodes(
                self.addresses,
                self.http,
                clock,
                wanted=self._role_models,
                local=self._local_client,
                prepare=tokens.prepare if tokens is not None else None,
            ),
            self.queue,
            clock,
            limits=self._limits,
            trace=trace,
            interactive=interactive,
        )
        self.structured = Structured(self.pool, self.model_of)
        self._profiles = profiles
        self._encoder: PoolEncoder | None = None

    def addresses(self) -> tuple[NodeAddress, ...]:
        """Return the configured nodes; an address that cannot be read is named in ``warnings``."""
        return self._addresses()[0]

    def model_of(self, role: Role) -> str:
        """Return the model that is set for a role; ``local`` means the file of ``models.local_file``."""
        name = self._settings().text(_SETTING_OF[role])
        path = model_path(self._settings().text("models.local_file"))
        return path.stem if name == LOCAL_NODE and path is not None else name

    def encoder(self) -> PoolEncoder:
        """Return the encoder of search that is the embedding model on the nodes (SPEC K6)."""
        if self._encoder is None:
            assert self._profiles is not None, "this room has no place for the profiles of encoders"
            self._encoder = PoolEncoder(self.pool, lambda: self.model_of(Role.EMBEDDING), self._profiles)
        return self._encoder

    def prepare_tokens(self) -> None:
        """Read the nodes' tokens if they changed; waits for the key ring."""
        if self._tokens is not None:
            self._tokens.prepare()

    def close(self) -> None:
        """End what runs beside the application."""
        self.local.close()

    def _local_client(self, address: NodeAddress) -> LocalClient:
        path = model_path(self._settings().text("models.local_file")) or Path(address.url)
        return LocalClient(
            path,
            self.local,
            lambda: self._settings().whole("models.num_ctx"),
            lambda: self._settings().whole("models.local_memory_mb"),
        )

    def _role_models(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.model_of(role) for role in SHOWN_ROLES))

    # -- roles ------------------------------------------------------------------------------------------

    def planner(self) -> CastPlanner:
        """Return the planner: a model when one answers, else the rules."""
        model: Planner = LlmPlanner(self.structured)
        return CastPlanner(Cast(Role.PLANNER, self.structured, self.pool, model, EmbeddedPlanner()))

    def author(self) -> CastAuthor:
        """Return the author: a model when one answers, else the embedded engine."""
        model: Author = LlmAuthor(self.structured)
        embedded: Author = EmbeddedAuthor()
        return CastAuthor(Cast(Role.AUTHOR, self.structured, self.pool, model, embedded))

    def author_translates(self) -> bool:
        """Ask the nodes whether the author is a model that writes in another language now (SPEC P8)."""

        async def ask() -> bool:
            try:
                await self.pool.refresh(self.model_of(Role.AUTHOR))
                return self.author().translates
            finally:
                await self.pool.aclose()

        return asyncio.run(ask())

    def reviewer_prompt_version(self) -> str:
        """Return the hash of what the reviewer's model is asked now: a licence is bound to it (SPEC O7)."""
        return lot_of(self.pool.capacity_of(self.model_of(Role.REVIEWER))).version

    def reviewer(self, similarity: Similarity | None = None) -> CastReviewer:
        """Return the reviewer: a model with the code judge behind it, else the code judge alone."""
        model: Reviewer = LlmReviewer(self.structured, similarity)
        embedded: Reviewer = EmbeddedReviewer(similarity)
        return CastReviewer(Cast(Role.REVIEWER, self.structured, self.pool, model, embedded))

    # -- what is shown ----------------------------------------------------------------------------------

    def roles(self) -> list[RoleState]:
        """Return the availability of each role, from what the last health check found."""
        found = []
        for role in SHOWN_ROLES:
            model = self.model_of(role)
            with self.queue.lock:
                nodes = tuple(one.address.name for one in self.pool.nodes.with_model(model))
            found.append(RoleState(role, model, self.pool.fault_of(model), nodes))
        return found

    def nodes(self) -> list[NodeState]:
        """Return all nodes as they are shown."""
        return self.pool.states()

    def warnings(self) -> list[Warned]:
        """Return what the nodes page warns of (SPEC M2, M4, M10)."""
        author, reviewer = self.model_of(Role.AUTHOR), self.model_of(Role.REVIEWER)
        found = [Warned("node_address_invalid", (("address", one),)) for one in self._addresses()[1]]
        if not self.addresses():
            return found
        if same_model(author, reviewer):
            found.append(Warned("author_and_reviewer_are_one_model", (("model", author),)))
        for model in self._role_models():
            with self.queue.lock:
                digests = self.pool.nodes.digests(model)
            if len(digests) > 1:
                found.append(Warned("model_digests_differ", (("model", model),)))
        for node in self.nodes():
            found += _fits(node, author, reviewer, memory_bytes() if node.is_loopback else 0)
            if not node.is_loopback and not node.fault:
                found.append(Warned("prompts_leave_this_machine", (("node", node.name),)))
        return found

    def cooling(self) -> float:
        """Return seconds that the author's or reviewer's model has to be waited for, 0 when none."""
        waits = [
            self.pool.retry_after_s(self.model_of(role))
            for role in (Role.AUTHOR, Role.REVIEWER)
            if self.pool.fault_of(self.model_of(role)) == "cooling_down"
        ]
        return max(waits, default=0.0)

    def _addresses(self) -> tuple[tuple[NodeAddress, ...], tuple[str, ...]]:
        settings = self._settings()
        if self._read is None or self._read[0] is not settings:
            self._read = settings, self._addresses_of(settings)
        return self._read[1]

    @staticmethod
    def _addresses_of(settings: Settings) -> tuple[tuple[NodeAddress, ...], tuple[str, ...]]:
        cloud = set(settings.items("models.allow_cloud"))
        found: dict[str, NodeAddress] = {}
        wrong = []
        for key, protocol in (
            ("models.ollama_urls", Protocol.OLLAMA),
            ("models.openai_urls", Protocol.OPENAI),
        ):
            for text in settings.items(key):
                try:
                    node = parse_node(text, protocol)
                    node = parse_node(text, protocol, allow_cloud=bool(cloud & {node.name, node.url, "*"}))
                except BadInput:
                    wrong.append(text)
                    continue
                if node.name not in found and node.url not in {one.url for one in found.values()}:
                    found[node.name] = node
        file = model_path(settings.text("models.local_file"))
        if file is not None and LOCAL_NODE not in found:
            found[LOCAL_NODE] = local_address(file)
        return tuple(found.values()), tuple(wrong)

    def _limits(self) -> PoolLimits:
        settings = self._settings()
        return PoolLimits(
            health_s=settings.number("models.health_s"),
            first_token_cold_s=settings.number("models.first_token_cold_s"),
            first_token_warm_s=settings.number("models.first_token_warm_s"),
            stall_s=settings.number("models.stall_s"),
            num_ctx=settings.whole("models.num_ctx"),
            require_same_digest=settings.switch("models.require_same_digest"),
        )


def memory_bytes() -> int:
    """Return the memory of this machine, 0 where the system does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 0


def _fits(node: NodeState, author: str, reviewer: str, machine_bytes: int = 0) -> list[Warned]:
    """Warn when a node cannot hold author and reviewer at once: each turn loads one anew (SPEC M4).

    Args:
        machine_bytes: memory of the machine where it runs, 0 when unknown.
    """
    if same_model(author, reviewer):
        return []
    sizes = [_size_in_memory(node, model) for model in (author, reviewer)]
    if None in sizes:
        return []
    need = sum(size for size in sizes if size is not None)
    if not any(one.size_bytes for one in node.memory):
        return _estimated(node, int(need * IN_MEMORY), machine_bytes)
    held = sum(one.on_gpu_bytes for one in node.memory)
    loaded = [any(same_model(one, model) for one in node.loaded) for model in (author, reviewer)]
    # What spills over to the processor tells how much the graphics card can hold at most.
    spills = held > 0 and any(one.on_gpu_bytes < one.size_bytes for one in node.memory)
    if spills and need > held:
        values = (("node", node.name), ("need", _gigabytes(need)), ("have", _gigabytes(held)))
        return [Warned("author_and_reviewer_do_not_fit", values)]
    if all(loaded) or (held and need <= held):
        return []
    if len(node.loaded) == 1 and any(loaded):
        return [Warned("author_and_reviewer_take_turns", (("node", node.name),))]
    return []


def _estimated(node: NodeState, need: int, machine_bytes: int) -> list[Warned]:
    """Judge by the sizes of the files where the node does not say what it holds; it is an estimate."""
    if machine_bytes and need > machine_bytes:
        values = (("node", node.name), ("need", _gigabytes(need)), ("have", _gigabytes(machine_bytes)))
        return [Warned("author_and_reviewer_may_not_fit", values)]
    if not machine_bytes:
        return [Warned("author_and_reviewer_fit_unknown", (("node", node.name), ("need", _gigabytes(need))))]
    return []


def _size_in_memory(node: NodeState, model: str) -> int | None:
    """Return what a model takes in a node's memory, its file's size before it was loaded; None without it."""
    for one in node.memory:
        if same_model(one.name, model) and one.size_bytes:
            return one.size_bytes
    # Servers of the other protocol list no sizes.
    return next((one.size_bytes or None for one in node.models if same_model(one.name, model)), None)


def _gigabytes(size: int) -> str:
    return f"{size / 1e9:.1f}"
