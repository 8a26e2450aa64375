"""The wording of faults of API, tokens and events; a part of ``app.notices``."""

from __future__ import annotations

API_NOTICES: dict[str, tuple[str, str, str]] = {
    "field_invalid": (
        "The field {field} is wrong: {expected} is expected.",
        "Nothing was changed.",
        "Correct the field and send it again.",
    ),
    "event_unreadable": (
        "The file {path} cannot be read: {detail}.",
        "Nothing was changed.",
        "Check the path and its rights.",
    ),
    "json_invalid": (
        "This is no valid JSON: {detail}.",
        "Nothing was changed.",
        "Send one JSON object in UTF-8.",
    ),
    "token_name_invalid": (
        "A token cannot be called {name!r}.",
        "Nothing was changed.",
        "Use 1 to {most} printable characters.",
    ),
    "token_exists": (
        "There is a token {name} already.",
        "It is as it was.",
        "Choose another name, or revoke that one first.",
    ),
    "token_unknown": (
        "There is no living token {name}.",
        "Nothing was changed.",
        "`neurodesk api token list` shows them.",
    ),
    "token_scope_unknown": (
        "There is no scope {scope}.",
        "Nothing was changed.",
        "Choose from {known}.",
    ),
    "token_scope_missing": (
        "A token without a scope opens nothing.",
        "Nothing was changed.",
        "Choose at least one of {known}.",
    ),
    "api_origin_refused": (
        "Requests of web pages are refused.",
        "Nothing was changed.",
        "Call the API from a program, without an Origin header.",
    ),
    "api_host_refused": (
        "This server is not {host!r}.",
        "Nothing was changed.",
        "Call it as 127.0.0.1 or localhost with its port.",
    ),
    "api_type_refused": (
        "The content type {type!r} is refused.",
        "Nothing was changed.",
        "Send application/json in UTF-8.",
    ),
    "api_body_too_large": (
        "The body is larger than {most} bytes.",
        "Nothing was changed.",
        "Send less at once.",
    ),
    "api_body_slow": (
        "The body did not arrive within {seconds} seconds.",
        "Nothing was changed.",
        "Send it again.",
    ),
    "api_token_missing": (
        "A token is needed.",
        "Nothing was changed.",
        "Send it as `Authorization: Bearer TOKEN`; `neurodesk api token add` makes one.",
    ),
    "api_token_refused": (
        "This token opens nothing.",
        "Nothing was changed.",
        "It may have been revoked; `neurodesk api token add` makes a new one.",
    ),
    "api_scope_missing": (
        "The token {name} lacks the scope {scope}.",
        "Nothing was changed.",
        "Make a token with that scope.",
    ),
    "api_rate_limited": (
        "Too many requests.",
        "Nothing was changed.",
        "Wait {seconds} seconds.",
    ),
    "api_path_unknown": (
        "There is nothing at {path}.",
        "Nothing was changed.",
        "See /docs.",
    ),
    "api_method_wrong": (
        "{path} knows no {method}.",
        "Nothing was changed.",
        "See /docs.",
    ),
    "scanner_absent": (
        "The worker of this process has no scanner, or has just ended.",
        "Nothing was changed.",
        "Start NeuroDesk anew, or scan with `neurodesk scan`.",
    ),
    "night_folder_in_use": (
        "The folder {path} holds something that is no simulated night.",
        "Nothing was changed.",
        "Choose an empty folder.",
    ),
    "night_differs": (
        "The folder {path} holds another night (seed {seed}, {hours} hours).",
        "Nothing was changed.",
        "Go on with that one, or choose an empty folder.",
    ),
}
