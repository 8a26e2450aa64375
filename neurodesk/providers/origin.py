"""The registrable domain of an address, by the bundled public suffix list (SPEC W7); no look-up is made."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    import tldextract


@functools.lru_cache(maxsize=1)
def _suffixes() -> tldextract.TLDExtract:
    import tldextract

    # No list is fetched and no cache is written; each site of a private suffix (github.io) is its own.
    return tldextract.TLDExtract(
        suffix_list_urls=(), cache_dir=None, fallback_to_snapshot=True, include_psl_private_domains=True
    )


@functools.lru_cache(maxsize=20_000)
def registrable_domain(address: str) -> str:
    """Return the registrable domain of a URL or host, in lower case; the host itself when it has none.

    Args:
        address: an http(s) URL or a bare host; anything else gives "".
    """
    try:
        host = urlsplit(address).hostname if "://" in address else address
    except ValueError:
        return ""
    if not host:
        return ""
    host = host.strip(".").casefold()
    found = _suffixes()(host)
    if found.top_domain_under_public_suffix:
        return found.top_domain_under_public_suffix
    labels = host.split(".")
    # A suffix that the list does not know, as in a company's own net; addresses stay whole.
    return ".".join(labels[-2:]) if not labels[-1].isdigit() and ":" not in host else host
