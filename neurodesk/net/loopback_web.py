"""A small web on loopback that stands in for public addresses (for ``neurodesk dev`` and the tests).

Each address and port that is connected to gets a listening socket of its own, so what was really connected
to is counted where it arrives. A server speaks TLS when it is spoken to in TLS.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import ipaddress
import socket
import ssl
import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

import httpcore

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec

_TLS_HANDSHAKE = 0x16
_MAX_HEAD = 256 * 1024
_IDLE_S = 30.0


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as it arrived; header names in lower case, ``address`` and ``port`` as the client meant."""

    address: str
    port: int
    target: str
    headers: dict[str, str]
    tls: bool
    server_name: str = ""


Send = Callable[[bytes], None]
Answer = Callable[[Asked, Send], bool]


def response(status: int, headers: Sequence[tuple[str, str]] = (), body: bytes = b"") -> bytes:
    """Return an HTTP/1.1 answer with its length."""
    lines = [f"HTTP/1.1 {status} Answer", *(f"{name}: {value}" for name, value in headers)]
    if status >= 200 and status != 304:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode() + body


class LoopbackAuthority:
    """Makes certificates that only a context of its own trusts; needs ``cryptography`` (extra ``dev``)."""

    def __init__(self) -> None:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.x509.oid import NameOID

        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Loopback authority")])
        self._certificate = (
            self._builder(self._name, self._key.public_key())
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .sign(self._key, hashes.SHA256())
        )

    def _builder(self, subject: x509.Name, key: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
        from cryptography import x509

        now = dt.datetime.now(dt.UTC)
        day = dt.timedelta(days=1)
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._name)
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - day)
            .not_valid_after(now + day)
        )

    def client_tls(self) -> ssl.SSLContext:
        """Return a context that trusts this authority and nothing else."""
        from cryptography.hazmat.primitives.serialization import Encoding

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.load_verify_locations(cadata=self._certificate.public_bytes(Encoding.PEM).decode())
        return context

    def server_tls(self, hosts: Sequence[str]) -> ssl.SSLContext:
        """Return a context with a fresh certificate for some names and addresses."""
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
        from cryptography.x509.oid import NameOID

        key = ec.generate_private_key(ec.SECP256R1())
        names: list[x509.GeneralName] = []
        for host in hosts:
            try:
                names.append(x509.IPAddress(ipaddress.ip_address(host)))
            except ValueError:
                names.append(x509.DNSName(host))
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Loopback server")])
        certificate = (
            self._builder(subject, key.public_key())
            .add_extension(x509.SubjectAlternativeName(names), critical=False)
            .sign(self._key, hashes.SHA256())
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "server.pem")
            path.write_bytes(
                certificate.public_bytes(Encoding.PEM)
                + key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
            )
            context.load_cert_chain(path)
        return context


class LoopbackWeb:
    """Servers on loopback, one a meant address and port; fills ``Connector``.

    Args:
        answer: writes the answer to a request and tells whether the connection stays open.
        tls: for those who speak TLS, None to refuse them.
        dead: addresses that refuse every connection.

    Attributes:
        connections: (address, port) of each connection that arrived, in order.
    """

    def __init__(
        self, answer: Answer, *, tls: ssl.SSLContext | None = None, dead: Sequence[str] = ()
    ) -> None:
        self._answer = answer
        self._tls = tls
        self._dead = frozenset(dead)
        self._lock = threading.Lock()
        self._listeners: dict[tuple[str, int], socket.socket] = {}
        self._open: set[socket.socket] = set()
        self._threads: list[threading.Thread] = []
        self._ended = False
        self.connections: list[tuple[str, int]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    async def connect(self, address: str, port: int, timeout_s: float) -> httpcore.AsyncNetworkStream:
        """Connect to the server that stands for an address; see ``Connector``."""
        return await httpcore.AnyIOBackend().connect_tcp(
            "127.0.0.1", self.port_of(address, port), timeout=timeout_s
        )

    def port_of(self, address: str, port: int) -> int:
        """Return the port on 127.0.0.1 that stands for an address and port."""
        with self._lock:
            listener = self._listeners.get((address, port))
            if listener is None:
                listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
                listener.bind(("127.0.0.1", 0))
                self._listeners[address, port] = listener
                if address not in self._dead:
                    listener.listen(16)
                    self._start(self._accept, listener, address, port)
            return int(listener.getsockname()[1])

    def close(self) -> None:
        """End every server and connection."""
        with self._lock:
            self._ended = True
            for one in (*self._listeners.values(), *self._open):
                # Closing alone does not wake a thread that waits in accept or recv.
                with contextlib.suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
            listeners = list(self._listeners.values())
        for thread in list(self._threads):
            thread.join(10)
        for one in listeners:
            one.close()

    def _start(self, work: Callable[..., None], *args: object) -> None:
        thread = threading.Thread(target=work, args=args, name="loopback-web", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self, listener: socket.socket, address: str, port: int) -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with self._lock:
                if self._ended:
                    connection.close()
                    return
                self.connections.append((address, port))
                self._open.add(connection)
                self._start(self._serve, connection, address, port)

    def _serve(self, raw: socket.socket, address: str, port: int) -> None:
        raw.settimeout(_IDLE_S)
        connection = raw
        names: list[str] = []
        try:
            first = raw.recv(1, socket.MSG_PEEK)
            tls = bool(first) and first[0] == _TLS_HANDSHAKE
            if tls:
                if self._tls is None:
                    return
                self._tls.sni_callback = lambda _socket, name, _context: names.append(name or "")
                connection = self._tls.wrap_socket(raw, server_side=True)
                self._swap(raw, connection)
            rest = b""
            while True:
                head, rest = _read_head(connection, rest)
                if not head:
                    return
                target, headers = _parse(head)
                asked = Asked(address, port, target, headers, tls, names[-1] if names else "")
                if not self._answer(asked, connection.sendall):
                    return
        except (OSError, ValueError):
            return  # the client left, which is what many checks are about
        finally:
            with self._lock:
                self._open.discard(connection)
            connection.close()

    def _swap(self, old: socket.socket, new: socket.socket) -> None:
        with self._lock:
            self._open.discard(old)
            self._open.add(new)


def _read_head(connection: socket.socket, rest: bytes) -> tuple[bytes, bytes]:
    while b"\r\n\r\n" not in rest:
        chunk = connection.recv(65_536)
        if not chunk or len(rest) > _MAX_HEAD:
            return b"", b""
        rest += chunk
    head, _, rest = rest.partition(b"\r\n\r\n")
    return head, rest


def _parse(head: bytes) -> tuple[str, dict[str, str]]:
    first, *lines = head.decode("latin-1").split("\r\n")
    target = first.split(" ")[1]
    pairs = (line.partition(":") for line in lines)
    return target, {name.strip().lower(): value.strip() for name, _, value in pairs}
