"""Bring the translation catalogues up to date: `python packaging/translate.py [--check]`.

Reads every tr() and plural() call below neurodesk/ui and the tables of the core that the window words,
keeps what is translated, writes the .ts files (Qt
Linguist edits
them) and compiles them with Qt's lrelease. Qt's own lupdate finds no plural forms in Python, so reading is
done here.
With --check nothing is written: the exit code is 1 when a catalogue is stale or a string unfinished.
"""

import ast
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[1]
CATALOGUES = ROOT / "resources" / "i18n"
LANGUAGES = {"de": "de_DE", "en": "en_US"}


class Text(NamedTuple):
    """One text of the sources."""

    context: str
    source: str
    comment: str
    plural: bool


def texts_of(path: Path) -> list[Text]:
    """Return the texts of one file. Raises ValueError where a text is no literal."""
    found: list[Text] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id not in ("tr", "plural"):
            continue
        plural = node.func.id == "plural"
        literal = node.args[:2] if plural else node.args
        constants = [arg.value for arg in literal if isinstance(arg, ast.Constant)]
        values = [value for value in constants if isinstance(value, str)]
        if len(values) != len(literal) or len(values) < 2:
            raise ValueError(f"{path.name}:{node.lineno}: texts must be literals")
        found.append(Text(values[0], values[1], values[2] if len(values) > 2 else "", plural))
    return found


# Tables of English texts in the core that the window shows: context -> files, and the end of their names.
TABLES = {
    "Faults": ("neurodesk/app/notices*.py", "NOTICES"),
    "Why": ("neurodesk/app/sentences.py", "WHY"),
    "Activity": ("neurodesk/app/sentences.py", "ACTIVITY"),
    "Review": ("neurodesk/app/claim_words.py", "REASON_WORDS"),
    "Reasons": ("neurodesk/app/sentences.py", "REASONS"),
}
CATALOGUE = "neurodesk/settings/catalog*.py"


def table_texts(file: Path, name: str) -> list[str]:
    """Return the texts in the dictionaries of a file whose names end in ``name``."""
    found: list[str] = []
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        target = node.target if isinstance(node, ast.AnnAssign) else None
        if not (isinstance(target, ast.Name) and target.id.endswith(name) and node.value is not None):
            continue
        for table in [one for one in ast.walk(node.value) if isinstance(one, ast.Dict)]:
            # A key of None is another table spread into this one; it is read where it stands.
            for key, value in zip(table.keys, table.values, strict=True):
                texts = ast.literal_eval(value) if key is not None else ()
                found += [part for part in ((texts,) if isinstance(texts, str) else texts) if part]
    return found


def texts_of_tables() -> list[Text]:
    """Return the texts of the tables and of the settings, which are translated at run time."""
    found: list[Text] = []
    for context, (files, name) in TABLES.items():
        for file in sorted(ROOT.glob(files)):
            found += [Text(context, part, "", False) for part in table_texts(file, name)]
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in sorted(ROOT.glob(CATALOGUE))]
    for node in (one for tree in trees for one in ast.walk(tree)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "D":
            # key, shape, default, label, explanation, ... ; consequence and form of an entry by name
            parts = [ast.literal_eval(arg) for arg in node.args[3:5]]
            named = ("consequence", "entry_form")
            parts += [ast.literal_eval(one.value) for one in node.keywords if one.arg in named]
            found += [Text("Catalogue", part, "", False) for part in parts if part]
    return found


def all_texts() -> list[Text]:
    """Return the texts of all sources, once each, sorted by context."""
    unique: dict[Text, None] = dict.fromkeys(texts_of_tables())
    for path in sorted((ROOT / "neurodesk" / "ui").rglob("*.py")):
        unique.update(dict.fromkeys(texts_of(path)))
    return sorted(unique, key=lambda text: (text.context, text.source, text.comment))


def kept_translations(catalogue: Path) -> dict[Text, list[str]]:
    """Return the translated forms of a catalogue."""
    kept: dict[Text, list[str]] = {}
    if not catalogue.exists():
        return kept
    for context in ET.parse(catalogue).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            if translation is None or translation.get("type") == "unfinished":
                continue
            plural = message.get("numerus") == "yes"
            forms = translation.findall("numerusform") if plural else [translation]
            key = Text(
                context.findtext("name") or "",
                message.findtext("source") or "",
                message.findtext("comment") or "",
                plural,
            )
            kept[key] = [form.text or "" for form in forms]
    return kept


def message(text: Text, forms: list[str]) -> str:
    """Return one message of a catalogue."""
    lines = ['    <message numerus="yes">' if text.plural else "    <message>"]
    lines.append(f"        <source>{escape(text.source)}</source>")
    if text.comment:
        lines.append(f"        <comment>{escape(text.comment)}</comment>")
    done = all(forms) and len(forms) == (2 if text.plural else 1)
    mark = "" if done else ' type="unfinished"'
    if text.plural:
        lines.append(f"        <translation{mark}>")
        padded = [*forms, "", ""][:2]
        lines += [f"            <numerusform>{escape(form)}</numerusform>" for form in padded]
        lines.append("        </translation>")
    else:
        lines.append(f"        <translation{mark}>{escape(forms[0] if forms else '')}</translation>")
    return "\n".join([*lines, "    </message>"])


def catalogue_text(language: str, texts: list[Text], kept: dict[Text, list[str]]) -> tuple[str, list[str]]:
    """Return a catalogue's text and the sources that are unfinished in it.

    English needs plural forms only: its other texts are the sources themselves.
    """
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>"]
    lines.append(f'<TS version="2.1" language="{LANGUAGES[language]}">')
    missing: list[str] = []
    context = ""
    for text in texts:
        if language == "en" and not text.plural:
            continue
        if text.context != context:
            lines += ["</context>"] if context else []
            lines += ["<context>", f"    <name>{escape(text.context)}</name>"]
            context = text.context
        forms = kept.get(text, [])
        lines.append(message(text, forms))
        if 'type="unfinished"' in lines[-1]:
            missing.append(text.source)
    lines += ["</context>"] if context else []
    return "\n".join([*lines, "</TS>", ""]), missing


def compiled(text: str) -> bytes:
    """Return a catalogue compiled by lrelease."""
    import PySide6

    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "a.ts", Path(folder) / "a.qm"
        source.write_text(text, encoding="utf-8")
        tool = str(Path(PySide6.__path__[0]) / "lrelease")
        subprocess.run([tool, "-silent", str(source), "-qm", str(target)], check=True)
        return target.read_bytes()


def main() -> int:
    """Update or check all catalogues; returns the exit code."""
    check = "--check" in sys.argv[1:]
    faults: list[str] = []
    texts = all_texts()
    for language in LANGUAGES:
        source = CATALOGUES / f"neurodesk_{language}.ts"
        binary = source.with_suffix(".qm")
        text, missing = catalogue_text(language, texts, kept_translations(source))
        faults += [f"{language}: unfinished: {entry}" for entry in missing]
        data = compiled(text)
        if not check:
            source.write_text(text, encoding="utf-8")
            binary.write_bytes(data)
        elif not source.exists() or source.read_text(encoding="utf-8") != text:
            faults.append(f"{source.name} is stale: run packaging/translate.py")
        elif not binary.exists() or binary.read_bytes() != data:
            faults.append(f"{binary.name} is stale: run packaging/translate.py")
    print("\n".join(faults) or f"{len(texts)} texts, translations are complete")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
