"""A connection to addresses that were checked, whatever the name resolves to meanwhile (SPEC W5)."""

from __future__ import annotations

import contextlib
import ssl
from collections.abc import AsyncIterator, Sequence
from typing import Protocol

import httpcore

from neurodesk.domain.web_address import WebAddress

CONNECT_S = 6.0
MAX_TRIED = 3


class Connector(Protocol):
    """Opens a TCP connection to an address; the system's, and one to loopback servers for checks."""

    async def connect(self, address: str, port: int, timeout_s: float) -> httpcore.AsyncNetworkStream:
        """Connect.

        Raises:
            httpcore.ConnectError, httpcore.ConnectTimeout: it cannot be reached.
        """
        ...


class TcpConnector:
    """Connects to the address itself."""

    async def connect(self, address: str, port: int, timeout_s: float) -> httpcore.AsyncNetworkStream:
        """See ``Connector``."""
        # An address needs no look-up; asyncio takes it as it is.
        return await httpcore.AnyIOBackend().connect_tcp(address, port, timeout=timeout_s)


class _PinnedBackend(httpcore.AsyncNetworkBackend):
    """Gives httpcore a stream to a checked address; the name it asks for only matters to Host and SNI."""

    def __init__(self, connector: Connector, addresses: Sequence[str]) -> None:
        self._connector = connector
        # Of both families one is tried early: a machine may have only one of them.
        other = next((one for one in addresses if (":" in one) != (":" in addresses[0])), "")
        self._addresses = tuple(dict.fromkeys(one for one in (addresses[0], other, *addresses) if one))

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's signature
        local_address: str | None = None,
        socket_options: object = None,
    ) -> httpcore.AsyncNetworkStream:
        last: Exception = httpcore.ConnectError("no address")
        for address in self._addresses[:MAX_TRIED]:
            try:
                return await self._connector.connect(address, port, timeout or CONNECT_S)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                last = error
        raise last


class PinnedConnection:
    """One connection to a host, used for one request after another; it is opened by the first.

    Args:
        address: gives scheme, host and port: Host header, SNI and the name in the certificate.
        addresses: checked, in the order to be tried.
    """

    def __init__(
        self, address: WebAddress, addresses: Sequence[str], connector: Connector, tls: ssl.SSLContext
    ) -> None:
        self._address = address
        self._origin = httpcore.Origin(address.scheme.encode(), address.host.encode(), address.port)
        self._backend = _PinnedBackend(connector, tuple(addresses))
        self._tls = tls
        self._connection: httpcore.AsyncHTTPConnection | None = None

    @contextlib.asynccontextmanager
    async def get(self, target: str, headers: Sequence[tuple[str, str]]) -> AsyncIterator[httpcore.Response]:
        """Send a GET and give its answer, whose body is read by ``aiter_stream``."""
        request = httpcore.Request(
            b"GET",
            httpcore.URL(
                scheme=self._origin.scheme,
                host=self._origin.host,
                port=self._origin.port,
                target=target.encode("ascii"),
            ),
            headers=[("Host", self._address.host_header), *headers],
            extensions={"timeout": {"connect": CONNECT_S}},
        )
        connection, used_before = await self._open()
        try:
            response = await connection.handle_async_request(request)
        except (httpcore.RemoteProtocolError, httpcore.ReadError, httpcore.WriteError) as error:
            said_nothing = not isinstance(error, httpcore.RemoteProtocolError) or "disconnected" in str(error)
            if not used_before or not said_nothing:
                raise
            # The server closed it after the answer before; that is its right.
            await self.aclose()
            connection, _ = await self._open()
            response = await connection.handle_async_request(request)
        try:
            yield response
        finally:
            await response.aclose()

    async def _open(self) -> tuple[httpcore.AsyncHTTPConnection, bool]:
        """Return a connection that can be used, and whether it was used before."""
        held = self._connection
        if held is not None and held.is_available() and not held.has_expired():
            return held, True
        await self.aclose()
        self._connection = httpcore.AsyncHTTPConnection(
            self._origin,
            ssl_context=self._tls,
            keepalive_expiry=5.0,
            http2=False,
            network_backend=self._backend,
        )
        return self._connection, False

    async def aclose(self) -> None:
        """Close it."""
        if self._connection is not None:
            connection, self._connection = self._connection, None
            await connection.aclose()
