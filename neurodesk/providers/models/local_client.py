"""The node of the local GGUF file: known from its head, started when the first call comes (SPEC M9)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from neurodesk.domain.models import Failure, NodeAddress, Protocol
from neurodesk.net.endpoint_client import EndpointClient, EndpointFault
from neurodesk.providers.models.gguf import GgufFile, NotGguf, read_gguf
from neurodesk.providers.models.local_server import LocalModel, LocalServer, engine_installed
from neurodesk.providers.models.node_client import (
    ChatRequest,
    LoadedModel,
    NodeModel,
    NodeReport,
    OnPiece,
    RawReply,
)
from neurodesk.providers.models.openai import OpenAiClient

LOCAL_NODE = "local"
MIB = 1024 * 1024


def local_address(path: Path) -> NodeAddress:
    """Return the address of the file's node: it has no URL before it runs, so the file stands for it."""
    return NodeAddress(LOCAL_NODE, path.absolute().as_uri(), Protocol.LOCAL)


class LocalClient:
    """Talks to the local server, which it starts on first need.

    Args:
        path: the GGUF file.
        server: of this process.
        num_ctx: the largest window, as set now.
        memory_mb: address space of the process, as set now.
    """

    def __init__(
        self, path: Path, server: LocalServer, num_ctx: Callable[[], int], memory_mb: Callable[[], int]
    ) -> None:
        self._path = path
        self._server = server
        self._num_ctx = num_ctx
        self._memory_mb = memory_mb
        self._http = EndpointClient(
            lambda: [self._server.endpoint().url], tokens=lambda _url: self._server.endpoint().key
        )

    async def report(self) -> NodeReport:
        """Tell of the file; nothing is started for that. See ``NodeClient``."""
        found = await asyncio.to_thread(self._file)
        self._server.stop_if_idle()
        window = self._window(found)
        model = NodeModel(found.name, found.digest, found.size_bytes, window, ("completion",))
        runs = bool(self._server.pid)
        loaded = (LoadedModel(found.name, found.size_bytes, 0, window),) if runs else ()
        return NodeReport(models=(model,), loaded=loaded)

    async def chat(self, request: ChatRequest, on_piece: OnPiece) -> RawReply:
        """Generate; see ``NodeClient``."""
        self._server.using(1)
        try:
            url = await asyncio.to_thread(self._ensure)
            address = NodeAddress(LOCAL_NODE, url, Protocol.OPENAI)
            return await OpenAiClient(address, self._http).chat(request, on_piece)
        finally:
            self._server.using(-1)
            await self._http.aclose()

    async def embed(self, model: str, texts: Sequence[str]) -> tuple[list[list[float]], int]:
        """Refuse: the file is served for texts, not for vectors."""
        raise EndpointFault(Failure.STATUS, status=400, detail=f"{model} makes texts, no vectors")

    def _file(self) -> GgufFile:
        if not engine_installed():
            raise EndpointFault(Failure.ENGINE_MISSING, detail="xllamacpp is not installed")
        try:
            return read_gguf(self._path)
        except NotGguf:
            raise EndpointFault(Failure.FILE_INVALID, detail=str(self._path)) from None
        except OSError as error:
            raise EndpointFault(Failure.FILE_MISSING, detail=error.strerror or str(error)) from None

    def _window(self, found: GgufFile) -> int:
        return min(self._num_ctx(), found.context_length or self._num_ctx())

    def _ensure(self) -> str:
        found = self._file()
        model = LocalModel(found.path, found.name, self._window(found), self._memory_mb() * MIB)
        try:
            return self._server.ensure(model).url
        except OSError as error:
            raise EndpointFault(Failure.CONNECT, detail=str(error)[:300]) from error
