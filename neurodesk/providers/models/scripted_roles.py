"""Replies for the loopback node that fit our prompts, made by simple rules and no model.

The author repeats sentences of the sources, the reviewer finds each unit in a source or says that it cannot:
enough to see the whole way from plan to draft without a language model.
"""

from __future__ import annotations

import json
import re
from typing import Any

from neurodesk.providers.models.loopback_node import Scripted

_FENCED = re.compile(
    r"<<<(?P<name>[0-9a-f]{16}) (?P<label>[^\n]*)>>>\n(?P<text>.*?)\n<<<end (?P=name)>>>", re.DOTALL
)
_MARK = re.compile(r"\AMark of this request: (\w+)\.")
_SPACE = re.compile(r"\s+")


def fenced_parts(prompt: str) -> list[tuple[str, str]]:
    """Return (label, text) of what stands inside a prompt's fences."""
    return [(match["label"], match["text"]) for match in _FENCED.finditer(prompt)]


def scripted_reply(body: dict[str, Any]) -> Scripted:
    """Answer a request of any role by the fields that its schema wants."""
    messages = body.get("messages") or []
    prompt = "\n".join(str(one.get("content", "")) for one in messages)
    schema = _schema_of(body)
    fields = schema.get("properties", {})
    parts = fenced_parts(prompt)
    value: dict[str, Any]
    if "lines" in fields:
        value = {"lines": _lines(parts, fields["lines"])}
    elif "article" in fields:
        value = _article(parts)
    elif "verdicts" in fields:
        value = _verdicts(parts)
    elif "edits" in fields:
        names = [label for label, _ in parts if re.fullmatch(r"C\d+", label)]
        value = {"edits": [{"claim": name, "action": "delete", "text": ""} for name in names]}
    elif "queries_en" in fields:
        value = _plan(parts)
    elif "claims" in fields:
        value = _answer(parts)
    else:
        return Scripted("This node has no model; it only knows the requests of NeuroDesk.")
    mark = _MARK.match(str(messages[0].get("content", ""))) if messages else None
    if mark and "mark" in fields:
        value["mark"] = mark[1]
    return Scripted(json.dumps(value, ensure_ascii=False))


def _schema_of(body: dict[str, Any]) -> dict[str, Any]:
    found = body.get("format")
    if isinstance(found, dict):
        return found
    wanted = (body.get("response_format") or {}).get("json_schema") or {}
    schema = wanted.get("schema")
    return schema if isinstance(schema, dict) else {}


def _sources(parts: list[tuple[str, str]], letter: str) -> dict[str, str]:
    return {label: text for label, text in parts if re.fullmatch(rf"{letter}\d+", label)}


def _article(parts: list[tuple[str, str]]) -> dict[str, Any]:
    """Return the first source with a numbered list, as it stands; else the first source."""
    texts = list(_sources(parts, "R").values()) or [
        text for label, text in parts if "article" in label.lower()
    ]
    chosen = next((text for text in texts if re.search(r"(?m)^3[.)] ", text)), texts[0] if texts else "")
    title, _, rest = chosen.partition("\n\n")
    rest = re.sub(r"\A\s*# [^\n]*\n", "", rest)
    return {"article": f"# {title.strip()}\n\n{rest.strip()}\n"[:15_000]}


def _lines(parts: list[tuple[str, str]], asked: dict[str, Any]) -> list[str]:
    """Return the first steps and sentences of the first source, as they stand."""
    text = next(iter(_sources(parts, "R").values()), "")
    lines = [re.sub(r"\A(?:[-*+]|\d+[.)])\s+", "", one.strip()) for one in text.splitlines()[1:]]
    sound = [one for one in lines if 8 <= len(one) <= asked["items"]["maxLength"] and one[0] not in "#`|"]
    return list(dict.fromkeys(sound))[: asked["maxItems"]]


def _verdicts(parts: list[tuple[str, str]]) -> dict[str, Any]:
    sources = _sources(parts, "R")
    verdicts = []
    for label, text in _sources(parts, "U").items():
        plain = _SPACE.sub(" ", re.sub(r"\A\([^)\n]*\) ", "", text)).strip()
        found = None
        for ref, source in sources.items():
            line = next((one for one in source.splitlines() if plain and plain in _plain(one)), None)
            if line is not None:
                found = {"ref": ref, "quote": line.strip()[:1200]}
                break
        verdicts.append(
            {
                "unit": label,
                "verdict": "supported" if found else "unsupported",
                "sources": [found] if found else [],
            }
        )
    return {"verdicts": verdicts}


def _plain(line: str) -> str:
    return _SPACE.sub(" ", line.replace("`", "").replace("**", "")).strip()


def _plan(parts: list[tuple[str, str]]) -> dict[str, Any]:
    given = dict(parts)
    topic = given.get("Topic", "").strip()
    return {
        "article_type": "how_to"
        if re.search(r"(?i)\b(how|wie|replace|install|set up)", topic)
        else "concept",
        "questions": [given.get("Question") or topic],
        "queries_en": [topic[:120]],
        "queries_de": [topic[:120]],
        "rationale": "Scripted.",
        "external": True,
    }


def _answer(parts: list[tuple[str, str]]) -> dict[str, Any]:
    """Return the first sentence of each piece of evidence."""
    claims = []
    for label, text in list(_sources(parts, "E").items())[:3]:
        body = text.partition("\n\n")[2] or text
        sentence = re.split(r"(?<=[.!?])\s", body.strip())[0]
        claims.append({"text": sentence[:800], "evidence": [label]})
    return {"status": "answered" if claims else "insufficient_evidence", "claims": claims}
