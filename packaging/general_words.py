"""Compile the general German and English word list: `python packaging/general_words.py`.

The list says which words may stand in a search query although neither question nor titles hold them. It is
made of the project's own texts alone: documentation, wording of the window in both languages, word tables of
the rules, sample articles. What stands only capitalised counts only where it cannot be a name: in the wording
of the window, or in several sample files. Kept are stems, one a line.
"""

import ast
import html
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from neurodesk.domain.query_words import stem

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "resources" / "words" / "general.txt"
IN_FILES = 3
_WORD = re.compile(r"[^\W\d_]{2,}")
# First names and family names that are words of these texts too, or that examples use.
NAMES = frozenset(
    """
    alice anna anne ben bob carol clara dave david emma eva frank hans jan jana jonas julia karl klaus
    lena leon lisa lukas maria marie mark martin max maya mia michael mike moritz nina paul peter sara
    sarah sofia stefan susan thomas tim tom walter becker fischer hoffmann klein koch lange meier meyer
    mueller müller neumann richter schmidt schneider schubert schulz schwarz wagner weber wolf
    zimmermann smith jones brown miller berlin bonn bremen dresden hamburg hannover köln leipzig london
    münchen nürnberg paris stuttgart wien zürich
    """.split()
)


def lower_words(text: str) -> set[str]:
    """Return the words that stand in lower case."""
    return {word for word in _WORD.findall(text) if word == word.lower()}


def literals(path: Path) -> str:
    """Return all string literals of a Python file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return " ".join(one for one in found if isinstance(one, str))


def window_words() -> set[str]:
    """Return the words of the window, German and English, whatever their case."""
    raw = (ROOT / "resources" / "i18n" / "neurodesk_de.ts").read_text(encoding="utf-8")
    texts = re.findall(r"<(?:source|translation)>([^<]*)</", raw)
    shown = re.sub(r"\{\w*\}|`[^`]*`", " ", html.unescape(" ".join(texts)))
    return {word.lower() for word in _WORD.findall(shown)}


def sample_words(paths: Iterable[Path]) -> set[str]:
    """Return the words of the sample: lower-case ones, and capitalised ones that several files hold."""
    found: set[str] = set()
    capitalised: Counter[str] = Counter()
    for path in paths:
        text = path.read_text(encoding="utf-8", errors="ignore")
        found |= lower_words(text)
        capitalised.update({word.lower() for word in _WORD.findall(text) if word != word.lower()})
    return found | {word for word, files in capitalised.items() if files >= IN_FILES}


def general_words() -> list[str]:
    """Return the stems of the list, sorted."""
    docs = [*sorted((ROOT / "resources" / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CHANGELOG.md"]
    sample = [
        one for one in sorted((ROOT / "resources" / "sample").rglob("*")) if one.suffix in (".md", ".txt")
    ]
    tables = sorted((ROOT / "neurodesk" / "domain").rglob("*.py"))
    words = window_words() | sample_words(sample)
    for path in docs:
        words |= lower_words(path.read_text(encoding="utf-8"))
    for path in tables:
        words |= lower_words(literals(path))
    return sorted({stem(word) for word in words - NAMES} - {stem(name) for name in NAMES})


def main() -> None:
    """Write the list."""
    text = "\n".join(general_words()) + "\n"
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(text, encoding="utf-8")
    print(f"{text.count(chr(10))} stems, {len(text)} bytes")


if __name__ == "__main__":
    main()
