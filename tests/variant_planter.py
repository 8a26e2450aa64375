"""Plants gaps into a copy of a Markdown knowledge base in other words than other scripts do.

    python tests/variant_planter.py SRC OUT [--seed 1] [--per-type 8]

Every kind of gap comes in several forms, so that a rule that only knows one wording shows here. The answer
key has one JSON object a line: ``{"type", "path", "other"?, "section"?, "form"}``. The same source and seed
give the same bytes. Standard library only.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
from collections import Counter
from pathlib import Path

_FENCE = re.compile(r"^\s*(```|~~~)")
_HEAD = re.compile(r"(#{2,4})\s+(.+?)\s*#*\s*$")
_KEPT = re.compile(
    r"licen[cs]e|lizenz|introduction|einführung|einleitung|conclusion|ergebnis|fazit", re.IGNORECASE
)
_PLACEHOLDERS = (
    "tbd",
    "Coming soon.",
    "…",
    "-",
    "",
    "Wird noch ergänzt.",
    "(to follow)",
    "*Platzhalter*",
    "FIXME",
)
_LEAD_IN = {
    "en": ("Keep in mind: ", "As a rule, ", "On our servers the following holds. ", ""),
    "de": ("Zu beachten: ", "In der Regel gilt: ", "Auf unseren Servern gilt Folgendes. ", ""),
}
_TAIL = {"en": (" This was checked last week.", ""), "de": (" Das wurde letzte Woche geprüft.", "")}
_NUMBER = re.compile(r"(?<![\w./:-])(\d{2,5})(?![\w./:-])")
_SAYS = re.compile(
    r"\b(ports?|minutes?|minuten|hours?|stunden|days?|tage?n?|seconds?|sekunden|gb|mb|cores?|kerne|limit|timeout"
    r"|at least|mindestens|default|standard\w*|up to|bis zu)\b",
    re.IGNORECASE,
)
_NEWER = (
    (re.compile(r"(Ubuntu )(2\d\.\d\d)"), r"\g<1>14.04"),
    (re.compile(r"(Debian )(1[0-3]|9)\b"), r"\g<1>6"),
    (re.compile(r"(CentOS )([789])\b"), r"\g<1>6"),
    (re.compile(r"(PHP ?)(8\.\d|7\.\d)"), r"\g<1>5.6"),
    (re.compile(r"(Python ?)(3\.\d+)"), r"\g<1>2.7"),
    (re.compile(r"(Node(?:\.js)? ?)(1\d|2\d)\b"), r"\g<1>6"),
    (re.compile(r"(PostgreSQL ?)(1\d)\b"), r"\g<1>9.4"),
)
_DATE = re.compile(r'^((?:date|updated_at|last_modified): *"?)\d{4}-\d\d-\d\d', re.MULTILINE)
_OLD_DATES = ("2012-06-30", "2014-11-03", "2015-01-19")


def lang_of(path: str) -> str:
    """Return the language that a file's name says."""
    return "de" if re.search(r"[.-]de\.md$", path) else "en"


def sections_of(text: str) -> list[tuple[int, int, int, str]]:
    """Return (start, end, level, title) of the sections outside code."""
    found: list[tuple[int, int, str]] = []
    position, fenced = 0, False
    for line in text.splitlines(keepends=True):
        if _FENCE.match(line):
            fenced = not fenced
        match = None if fenced else _HEAD.match(line)
        if match:
            found.append((position, len(match[1]), match[2]))
        position += len(line)
    return [
        (start, next((s for s, lv, _ in found[i + 1 :] if lv <= level), len(text)), level, title)
        for i, (start, level, title) in enumerate(found)
    ]


class Planter:
    """Changes a set of documents and notes what it did.

    Args:
        documents: path to text; changed in place.
        seed: of the choices.
        per_type: how many gaps of each type.
    """

    def __init__(self, documents: dict[str, str], seed: int, per_type: int) -> None:
        self.documents = documents
        self.key: list[dict[str, str]] = []
        self._random = random.Random(seed)
        self._per_type = per_type
        self._used: set[str] = set()

    def plant(self) -> None:
        """Plant every type, and formatting changes that are no gap."""
        for plant in (
            self._stub_section,
            self._missing_section,
            self._contradiction,
            self._aged,
            self._near_duplicate,
            self._decoy,
        ):
            plant()

    def _free(self, least_chars: int = 0) -> list[str]:
        paths = [
            p for p in sorted(self.documents) if p not in self._used and len(self.documents[p]) > least_chars
        ]
        self._random.shuffle(paths)
        return paths

    def _note(self, kind: str, path: str, form: str, **more: str) -> None:
        self._used.update({path, more.get("other", path)})
        self.key.append({"type": kind, "path": path, "form": form, **more})

    def _choices(self, path: str) -> list[tuple[int, int, int, str]]:
        return [
            one
            for one in sections_of(self.documents[path])
            if not _KEPT.search(one[3]) and 300 <= one[1] - one[0] <= 6000
        ]

    def _stub_section(self) -> None:
        done = 0
        for path in self._free():
            if done == self._per_type:
                return
            choices = self._choices(path)
            if len(choices) < 2:
                continue
            start, end, _, title = self._random.choice(choices)
            text = self.documents[path]
            head = text[start:].split("\n", 1)[0]
            rest = text[start + len(head) : end]
            form = _PLACEHOLDERS[done % len(_PLACEHOLDERS)]
            prose = [line for line in rest.split("\n") if re.match(r"[A-ZÄÖÜ]", line)]
            if done % 4 == 3 and prose:
                form, body = "first line", prose[0].split(". ")[0][:160]
            else:
                body = form
            self.documents[path] = f"{text[:start]}{head}\n\n{body}\n\n{text[end:]}"
            self._note("stub_section", path, form, section=title)
            done += 1

    def _missing_section(self) -> None:
        done = 0
        for path in self._free():
            if done == self._per_type:
                return
            choices = self._choices(path)
            if len(choices) < 3:
                continue
            start, end, _, title = self._random.choice(choices)
            text = self.documents[path]
            form = "section" if done % 3 else "heading only"
            if form == "heading only":
                # The text stays, its heading goes: the section before swallows it.
                end = start + len(text[start:].split("\n", 1)[0])
            self.documents[path] = text[:start] + text[end:].lstrip("\n")
            self._note("missing_section", path, form, section=title)
            done += 1

    def _contradiction(self) -> None:
        done = 0
        words = {p: Counter(re.findall(r"[a-zäöüß]{5,}", t.lower())) for p, t in self.documents.items()}
        for path in self._free(1500):
            if done == self._per_type:
                return
            sentence = self._assertion(path)
            if sentence is None:
                continue
            others = [
                p
                for p in self._free(800)
                if lang_of(p) == lang_of(path) and p.rsplit("/", 1)[0] != path.rsplit("/", 1)[0]
            ]
            if not others:
                continue
            mine = words[path]
            other = max(others, key=lambda p: (len(mine.keys() & words[p].keys()) / (20 + len(words[p])), p))
            match = _NUMBER.search(sentence)
            assert match is not None
            value = int(match[1])
            changed = str(self._random.choice([value + 3, value * 3, max(11, value // 2)]))
            german = lang_of(path) == "de"
            said = sentence[: match.start()] + changed + sentence[match.end() :]
            form = "restated"
            if done % 3 == 1:
                form = "other words around"
                said = re.sub(r"^(The|This|Die|Der|Das)\b", "Unsere" if german else "Our", said)
                said = re.sub(r"\b(should|sollte)\b", "muss" if german else "must", said)
                said = re.sub(r"\b(will be|wird)\b", "ist" if german else "is", said)
            lead = self._random.choice(_LEAD_IN["de" if german else "en"])
            tail = self._random.choice(_TAIL["de" if german else "en"])
            text = self.documents[other]
            places = sections_of(text)
            at = places[len(places) // 2][1] if places else len(text)
            self.documents[other] = f"{text[:at].rstrip()}\n\n{lead}{said}{tail}\n\n{text[at:]}"
            self._note("contradiction", path, form, other=other, fact=sentence, conflicting=said)
            done += 1

    def _assertion(self, path: str) -> str | None:
        fenced = False
        found = []
        for line in self.documents[path].splitlines():
            if _FENCE.match(line):
                fenced = not fenced
                continue
            if (
                fenced
                or line.startswith(("#", "|", ">", "!", "    ", "<", "-", "*"))
                or "](" in line
                or "</" in line
            ):
                continue
            for sentence in re.split(r"(?<=[.!])\s+(?=[A-ZÄÖÜ])", line):
                told = _SAYS.search(sentence) and len(_NUMBER.findall(sentence)) == 1
                if (
                    45 <= len(sentence) <= 220
                    and told
                    and not re.search(r"\b(step|schritt|\d{4})\b", sentence, re.IGNORECASE)
                ):
                    found.append(sentence.strip())
        return self._random.choice(found) if found else None

    def _aged(self) -> None:
        done = 0
        for path in self._free():
            if done == self._per_type:
                return
            text = self.documents[path]
            changed = text
            edits = 0
            form = "releases" if done % 2 else "date"
            if form == "releases":
                for newer, older in _NEWER:
                    changed, count = newer.subn(older, changed)
                    edits += count
                edits = edits if edits >= 2 else 0
            else:
                changed, edits = _DATE.subn(rf"\g<1>{_OLD_DATES[done % len(_OLD_DATES)]}", changed, count=1)
            if not edits:
                continue
            self.documents[path] = changed
            self._note("aged", path, form)
            done += 1

    def _near_duplicate(self) -> None:
        done = 0
        for path in self._free(2500):
            if done == self._per_type:
                return
            folder, _, name = path.rpartition("/")
            copy = f"{folder}-{('guide', 'neu', '2', 'notes')[done % 4]}/{name}" if folder else f"new-{name}"
            if copy in self.documents:
                continue
            text = self.documents[path]
            text = re.sub(r'^(title: *"?)(\w+)', r"\g<1>All about: \g<2>", text, count=1, flags=re.MULTILINE)
            head, *parts = re.split(r"\n(?=## )", text)
            form = ("paragraphs dropped", "sections reordered")[done % 2]
            if form == "sections reordered" and len(parts) > 3:
                middle = parts[1:-1]
                self._random.shuffle(middle)
                parts = [parts[0], *middle, parts[-1]]
                text = "\n".join([head, *parts])
            else:
                paragraphs = text.split("\n\n")
                for _ in range(max(1, len(paragraphs) // 5)):
                    paragraphs.pop(self._random.randrange(2, len(paragraphs)))
                text = "\n\n".join(paragraphs)
            self.documents[copy] = text
            self._note("near_duplicate", path, form, other=copy)
            done += 1

    def _decoy(self) -> None:
        for path in self._free()[: self._per_type * 2]:
            lines = self.documents[path].split("\n")
            fenced = False
            for index, line in enumerate(lines):
                if _FENCE.match(line):
                    fenced = not fenced
                if not fenced:
                    lines[index] = re.sub(r"^\* (?!\*)", "- ", line).rstrip()
            self.documents[path] = "\n".join(lines).rstrip() + "\n"
            self._note("decoy", path, "formatting")


def plant(source: Path, target: Path, seed: int, per_type: int) -> list[dict[str, str]]:
    """Write a planted copy of ``source`` to ``target/kb`` and the key beside it; returns the key."""
    documents = {
        p.relative_to(source).as_posix(): p.read_text("utf-8")
        for p in sorted(source.rglob("*.md"))
        if p.is_file()
    }
    planter = Planter(documents, seed, per_type)
    planter.plant()
    if target.exists():
        shutil.rmtree(target)
    for path, text in sorted(documents.items()):
        file = target / "kb" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode("utf-8"))
    lines = [json.dumps(one, ensure_ascii=False) for one in planter.key]
    (target / "answer_key.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    return planter.key


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--per-type", type=int, default=8)
    given = parser.parse_args()
    made = plant(given.source, given.target, given.seed, given.per_type)
    print(json.dumps(dict(Counter(one["type"] for one in made))))
