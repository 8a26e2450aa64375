"""The wording of what can be wrong with SearXNG, each with its remedy; see ``notices`` (SPEC W2).

``searxng_X`` words the problem ``X`` of ``domain.searxng.SearchProblem``.
"""

from __future__ import annotations

SEARCH_NOTICES: dict[str, tuple[str, str, str]] = {
    "searxng_address_invalid": (
        "{address} is no address of a SearXNG.",
        "Nothing was changed.",
        "Give a host, with port and http:// or https:// if you like; no user name.",
    ),
    "search_blocked": (
        "The search is blocked now ({problem}).",
        "Nothing was lost; tasks wait without a charge.",
        "`neurodesk doctor` says what is wrong and what to do.",
    ),
    "query_unknown": (
        "There is no query {id}.",
        "Nothing was changed.",
        "`neurodesk queries list` shows what waits.",
    ),
    "query_decided": (
        "The query {id} is decided already ({state}).",
        "Nothing was changed.",
        "",
    ),
    "query_private": (
        "These words are never sent: {cut}.",
        "Nothing was sent; the query still waits.",
        "Say it without them, or refuse the query.",
    ),
    "searxng_off": (
        "SearXNG is switched off.",
        "The local library is searched.",
        "`neurodesk config set web.searxng on` switches it on.",
    ),
    "searxng_no_address": (
        "SearXNG is on, but no address is set.",
        "Nothing was lost; tasks wait without a charge.",
        "`neurodesk config set searxng.url URL` names one.",
    ),
    "searxng_bad_address": (
        "The address of SearXNG cannot be used: {address}.",
        "Nothing was sent.",
        "Give a host, with port and http:// or https:// if you like; no user name.",
    ),
    "searxng_local_only": (
        "SearXNG at {address} is another machine, and NeuroDesk is set to stay on this one.",
        "Nothing was sent.",
        "Use a SearXNG on this machine, or switch “Local only” off.",
    ),
    "searxng_unreachable": (
        "SearXNG at {address} cannot be reached ({detail}).",
        "Nothing was lost; tasks wait without a charge.",
        "Start it, or check address, port and network.",
    ),
    "searxng_timeout": (
        "SearXNG at {address} did not answer in time.",
        "Nothing was lost; tasks wait without a charge.",
        "Lower `request_timeout` in settings.yml of SearXNG, or raise searxng.timeout_s.",
    ),
    "searxng_wrong_scheme": (
        "SearXNG at {address} does not speak {scheme}.",
        "Nothing was lost; tasks wait without a charge.",
        "Set its address to {other}.",
    ),
    "searxng_tls_failed": (
        "The certificate of SearXNG at {address} was not accepted ({detail}).",
        "Nothing was sent.",
        "Give it a certificate that this machine trusts, or use http:// inside your own network.",
    ),
    "searxng_json_disabled": (
        "SearXNG at {address} refuses JSON answers (403).",
        "Nothing was lost; tasks wait without a charge.",
        "Add `json` to `search: formats:` in settings.yml of SearXNG and restart it.",
    ),
    "searxng_limiter": (
        "The limiter of SearXNG at {address} refuses requests (429); it is asked again in {seconds} seconds.",
        "Nothing was lost; tasks wait without a charge.",
        "Set `server: limiter: false` in settings.yml of SearXNG, or let this machine pass in limiter.toml.",
    ),
    "searxng_engines_blocked": (
        "SearXNG at {address} answers, but its engines are blocked: {engines}.",
        "Nothing was lost; tasks wait without a charge.",
        "Wait until they answer again, or switch other engines on in SearXNG's preferences.",
    ),
    "searxng_login_needed": (
        "SearXNG at {address} wants a login.",
        "Nothing was lost; tasks wait without a charge.",
        "Let this machine in without a login in the proxy before it.",
    ),
    "searxng_redirected": (
        "{address} sends on to another address ({status}); that is not followed.",
        "Nothing was lost; tasks wait without a charge.",
        "Set the address that the browser shows in the end.",
    ),
    "searxng_html": (
        "{address} answers with a web page instead of JSON.",
        "Nothing was lost; tasks wait without a charge.",
        "Check the address, and that `search: formats:` in settings.yml of SearXNG holds `json`.",
    ),
    "searxng_wrong_path": (
        "There is no SearXNG at {address} ({status}).",
        "Nothing was lost; tasks wait without a charge.",
        "Check port and path: the address is the one before /search.",
    ),
    "searxng_refused": (
        "SearXNG at {address} refuses the search ({status}): {detail}.",
        "Nothing was lost; tasks wait without a charge.",
        "Check the categories in searxng.categories.",
    ),
    "searxng_server_error": (
        "SearXNG at {address} has a fault of its own ({status}).",
        "Nothing was lost; tasks wait without a charge.",
        "Look into its log; the search is tried again.",
    ),
    "searxng_bad_answer": (
        "{address} answers, but not as SearXNG does.",
        "Nothing was lost; tasks wait without a charge.",
        "Check that the address is SearXNG's own.",
    ),
}
