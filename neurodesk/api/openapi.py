"""The OpenAPI document and its page, both made from the table of endpoints (SPEC I3)."""

from __future__ import annotations

import html
import json
import re

from neurodesk import __version__
from neurodesk.api.endpoints import ENDPOINTS, Endpoint
from neurodesk.api.problems import MEDIA_TYPE

_PROBLEMS = {
    "400": "A field or the JSON is wrong; the problem names it",
    "401": "No token, or one that opens nothing",
    "403": "The token lacks the scope, or the request carries an Origin",
    "413": "The body is too large",
    "415": "The body is no application/json",
    "429": "Too many requests; see Retry-After",
}


def document() -> dict[str, object]:
    """Return the OpenAPI 3.1 document."""
    paths: dict[str, dict[str, object]] = {}
    for one in ENDPOINTS:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "NeuroDesk loopback API",
            "version": __version__,
            "description": "For programs of this machine. Nothing here approves or promotes: a person does.",
        },
        "paths": paths,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {
                "Problem": {
                    "type": "object",
                    "required": ["type", "title", "status", "code"],
                    "properties": {
                        "type": {"type": "string"},
                        "title": {"type": "string"},
                        "status": {"type": "integer"},
                        "detail": {"type": "string"},
                        "code": {"type": "string"},
                        "params": {"type": "object"},
                    },
                }
            },
        },
    }


def _operation(one: Endpoint) -> dict[str, object]:
    said = {str(status): meaning for status, meaning in one.answers.items()}
    operation: dict[str, object] = {
        "summary": one.summary,
        "description": f"Needs a token with the scope {one.scope}.",
        "security": [{"token": []}],
        "responses": {
            status: _response(int(status), meaning) for status, meaning in sorted((_PROBLEMS | said).items())
        },
    }
    parameters: list[dict[str, object]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", one.path)
    ]
    parameters += [
        {"name": name, "in": "query", "schema": dict(schema)} for name, schema in one.query.items()
    ]
    if parameters:
        operation["parameters"] = parameters
    if one.body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": one.body}}}
    return operation


def _response(status: int, meaning: str) -> dict[str, object]:
    if status < 400:
        return {"description": meaning, "content": {"application/json": {"schema": {"type": "object"}}}}
    schema = {"$ref": "#/components/schemas/Problem"}
    return {"description": meaning, "content": {MEDIA_TYPE: {"schema": schema}}}


def page() -> str:
    """Return the document as a page for people: no script, nothing loaded from elsewhere."""
    parts = []
    for one in ENDPOINTS:
        answers = "".join(
            f"<li><code>{status}</code> {html.escape(text)}</li>"
            for status, text in sorted(one.answers.items())
        )
        body = "" if one.body is None else f"<pre>{html.escape(json.dumps(one.body, indent=2))}</pre>"
        parts.append(
            f"<h2><code>{one.method} {html.escape(one.path)}</code></h2><p>{html.escape(one.summary)}."
            f" Scope: <code>{one.scope}</code></p><ul>{answers}</ul>{body}"
        )
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>NeuroDesk API</title></head><body>'
        "<h1>NeuroDesk loopback API</h1><p>For programs of this machine, with a token made by"
        " <code>neurodesk api token add</code>. Nothing here approves or promotes: a person does."
        ' The same as a document: <a href="/openapi.json">openapi.json</a>.</p>'
        f"{''.join(parts)}</body></html>"
    )
