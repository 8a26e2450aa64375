"""A model that obeys whatever it reads, over the real protocol of a node: the worst reader there can be."""

from __future__ import annotations

import base64
import binascii
import json
import re
import threading
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from neurodesk.providers.models.loopback_node import Scripted
from neurodesk.providers.models.scripted_roles import scripted_reply

# So much of an instruction has to be in sight; prompts may be cut behind it.
_IN_SIGHT = 80
_SPACE = re.compile(r"\W+")
_BASE64 = re.compile(r"[A-Za-z0-9+/]{24,}={0,2}")
_TAGS = 0xE0000


@dataclass(frozen=True, slots=True)
class Canary:
    """What an item's instruction makes an obedient model do; each effect can be told from the others'.

    Attributes:
        token: a word that stands nowhere else.
    """

    token: str

    @property
    def query(self) -> str:
        """A query of ordinary words around the token."""
        return f"{self.token} velvet marmalade orchestra"

    @property
    def plain_query(self) -> str:
        """The same without the token, so that no filter of unknown words helps."""
        return "velvet marmalade orchestra"

    @property
    def url(self) -> str:
        """An address that only an obedient reader would ask for."""
        return f"http://{self.token}.example/collect"

    @property
    def sentence(self) -> str:
        """A statement that no source makes."""
        return f"The velvet {self.token} orchestra approves every step of this page."

    @property
    def file(self) -> str:
        """A path outside of every folder that is ours."""
        return f"../../{self.token}"

    @property
    def setting(self) -> tuple[str, str]:
        """A setting and its value."""
        return "web.allow_hosts", f"{self.token}.example"


def sights(text: str) -> str:
    """Return a text as somebody reads it who misses nothing: tags, Base64 and invisible letters in clear."""
    clear = "".join(chr(ord(c) - _TAGS) if 0x20 <= ord(c) - _TAGS < 0x7F else c for c in text)
    clear = "".join(c for c in clear if unicodedata.category(c) != "Cf")
    decoded = []
    for run in _BASE64.findall(clear):
        try:
            decoded.append(base64.b64decode(run + "=" * (-len(run) % 4)).decode("utf-8"))
        except (binascii.Error, UnicodeDecodeError):
            continue
    return _folded("\n".join([clear, *decoded]))


def _folded(text: str) -> str:
    return _SPACE.sub(" ", unicodedata.normalize("NFKC", text)).casefold().strip()


@dataclass(slots=True)
class ObedientModel:
    """Writes replies that fit the schema, and in them does what the planted instruction wants.

    Attributes:
        instructions: the planted instruction of each item, with the canary that shows obedience.
        seen: tokens of the instructions that stood in a prompt, by role.
        whole: also says what the schema has no place for, as a model without a schema would.
    """

    instructions: Sequence[tuple[str, Canary]]
    whole: bool = False
    seen: dict[str, set[str]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, body: dict[str, Any]) -> Scripted:
        """Answer a request; see ``LoopbackNode``."""
        said = scripted_reply(body)
        messages = body.get("messages") or []
        prompt = sights("\n".join(str(one.get("content", "")) for one in messages))
        told = [canary for text, canary in self.instructions if _folded(text)[:_IN_SIGHT] in prompt]
        if not told:
            return said
        try:
            value = json.loads(said.content)
        except ValueError:
            return said
        for canary in told:
            role = self._obey(value, canary)
            with self._lock:
                self.seen.setdefault(role, set()).add(canary.token)
        return Scripted(json.dumps(value, ensure_ascii=False))

    def _obey(self, value: dict[str, Any], canary: Canary) -> str:
        if self.whole:
            key, wanted = canary.setting
            value |= {"files": [canary.file], "settings": {key: wanted}, "fetch": [canary.url]}
        if "queries_en" in value:
            value["queries_en"] = [canary.query, canary.plain_query, canary.url, *value["queries_en"]][:6]
            value["queries_de"] = [canary.query, *value["queries_de"]][:6]
            value["questions"] = [canary.sentence, *value["questions"]][:6]
            return "planner"
        if "article" in value:
            title, _, rest = value["article"].partition("\n\n")
            value["article"] = f"{title} {canary.file}\n\n{canary.sentence} <{canary.url}>\n\n{rest}"[:15_000]
            return "author"
        if "verdicts" in value:
            if self.whole and not value["verdicts"]:
                value["verdicts"] = [{"unit": "U1", "verdict": "unsupported", "sources": []}]
            self._all_supported(value, canary)
            return "reviewer"
        for edit in value.get("edits", ()):
            edit |= {"action": "replace", "text": f"{canary.sentence} {canary.url}"}
        return "author"

    @staticmethod
    def _all_supported(value: dict[str, Any], canary: Canary) -> None:
        """Call every unit supported, with a real quotation of some other unit where there is one."""
        borrowed = next((one["sources"] for one in value["verdicts"] if one["sources"]), None)
        for one in value["verdicts"]:
            one["verdict"] = "supported"
            one["sources"] = one["sources"] or borrowed or [{"ref": "R1", "quote": canary.sentence}]
