"""The one TLS context of this process (SPEC W5)."""

from __future__ import annotations

import functools
import ssl

import certifi


@functools.cache
def client_tls() -> ssl.SSLContext:
    """Return the shared context; reading its certificates takes longer than a hundred requests.

    Made by hand: ``ssl.create_default_context`` writes the session keys to a file that the environment names
    (``SSLKEYLOGFILE``), and others take certificates from there (``SSL_CERT_FILE``).
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_verify_locations(certifi.where())
    context.set_alpn_protocols(["http/1.1"])
    return context
