"""JSON articles: one object a file, unknown keys kept (SPEC K1)."""

from __future__ import annotations

import json
from typing import Any

from neurodesk.domain.encoding import decode_text
from neurodesk.domain.kb import NotAnArticle, ParsedArticle
from neurodesk.providers.kb.fields import (
    date_seconds,
    declared_date,
    declared_language,
    declared_text,
    declared_twins,
)
from neurodesk.providers.kb.guess import guess_codec
from neurodesk.providers.kb.markdown import first_title

NAME = "json"
SUFFIXES = (".json",)
MAX_DEPTH = 40
# The keys that NeuroDesk knows, in the order in which it writes new articles.
KEYS = (
    "id",
    "title",
    "text",
    "answer",
    "auto_reply",
    "min_score",
    "categories",
    "keywords",
    "source",
    "source_uri",
    "language",
    "communication_style",
)


def parse(data: bytes) -> ParsedArticle:
    """Read one file.

    The body is ``text``; an ``answer`` that says more follows it after a blank line. Every other key, known
    or not, stands in ``meta``.

    Raises:
        NotAnArticle: ``json_broken``, or ``not_an_article`` for JSON of another kind.
    """
    decoded = decode_text(data, guess_codec)
    try:
        value = json.loads(decoded.text, parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 0)
        raise NotAnArticle("json_broken", f"line {line}" if line else "not JSON") from error
    if not isinstance(value, dict):
        raise NotAnArticle("not_an_article", "no object")
    text, answer = value.get("text"), value.get("answer")
    if not isinstance(text, str) and not isinstance(answer, str):
        raise NotAnArticle("not_an_article", "neither text nor answer")
    if _depth(value, 0) > MAX_DEPTH:
        raise NotAnArticle("json_broken", "too deep")
    value = _storable(value)
    text, answer = value.get("text"), value.get("answer")
    problems = list(decoded.problems)
    for key, kind in (("title", str), ("text", str), ("answer", str), ("auto_reply", bool)):
        if value.get(key) is not None and not isinstance(value.get(key), kind):
            problems.append(f"field_type: {key}")
    body = _normal(text) if isinstance(text, str) else ""
    reply = _normal(answer) if isinstance(answer, str) else ""
    if reply.strip() and reply.strip() not in body:
        body = f"{body.rstrip()}\n\n{reply}" if body.strip() else reply
    meta = {key: one for key, one in value.items() if key not in {"text", "answer"}}
    return ParsedArticle(
        format=NAME,
        title=declared_text(value, "title") or first_title(body),
        body=body,
        lang=declared_language(value),
        meta=meta,
        dated_at=max(declared_date(value), date_seconds(value.get("date"))),
        source=declared_text(value, "source"),
        encoding=decoded.encoding,
        body_start=-1,
        translation_of=declared_twins(value),
        problems=tuple(problems),
    )


def _storable(value: Any) -> Any:
    """Return the value with "?" for lone surrogates, which JSON can spell and no text can hold."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, list):
        return [_storable(one) for one in value]
    if isinstance(value, dict):
        return {_storable(key): _storable(one) for key, one in value.items()}
    return value


def _normal(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _refused(name: str) -> float:
    raise ValueError(f"{name} is no JSON")


def _depth(value: object, depth: int) -> int:
    if depth > MAX_DEPTH or not isinstance(value, dict | list):
        return depth
    children = value.values() if isinstance(value, dict) else value
    return max((_depth(one, depth + 1) for one in children), default=depth)
