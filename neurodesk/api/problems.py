"""Errors as problem documents (RFC 9457), worded like everywhere else (SPEC I3)."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import JSONResponse, Response

from neurodesk.app.notices import word
from neurodesk.domain.errors import BadInput, EnvironmentFault, IllegalTransition, NeuroDeskError, RuleRefused

MEDIA_TYPE = "application/problem+json"
# What says more than its family does.
_STATUS: dict[str, int] = {
    "task_unknown": 404,
    "api_path_unknown": 404,
    "api_method_wrong": 405,
    "api_origin_refused": 403,
    "api_host_refused": 421,
    "api_type_refused": 415,
    "api_body_too_large": 413,
    "api_body_slow": 408,
    "api_token_missing": 401,
    "api_token_refused": 401,
    "api_scope_missing": 403,
    "api_rate_limited": 429,
    "scanner_absent": 503,
}


def status_of(error: NeuroDeskError) -> int:
    """Return the HTTP status of a known error."""
    if error.code in _STATUS:
        return _STATUS[error.code]
    if isinstance(error, BadInput):
        return 400
    if isinstance(error, IllegalTransition | RuleRefused):
        return 409
    return 503 if isinstance(error, EnvironmentFault) else 409


def problem(error: NeuroDeskError, headers: Mapping[str, str] | None = None) -> Response:
    """Return the document of a known error."""
    notice = word(error)
    status = status_of(error)
    content = {
        "type": f"urn:neurodesk:problem:{error.code}",
        "title": notice.what,
        "status": status,
        "detail": " ".join(part for part in (notice.safe, notice.do) if part),
        "code": error.code,
        "params": {
            key: value if isinstance(value, int | float) else str(value)
            for key, value in error.params.items()
        },
    }
    sent = dict(headers or {})
    if status == 401:
        sent["WWW-Authenticate"] = 'Bearer realm="neurodesk"'
    return JSONResponse(content, status, sent, media_type=MEDIA_TYPE)


def bug() -> Response:
    """Return the document of a fault of the program itself; its cause stands in the log only."""
    content = {
        "type": "urn:neurodesk:problem:bug",
        "title": "NeuroDesk met an error of its own.",
        "status": 500,
        "detail": "It was logged. Nothing of this request counts.",
        "code": "bug",
        "params": {},
    }
    return JSONResponse(content, 500, media_type=MEDIA_TYPE)
