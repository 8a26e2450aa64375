"""No switch that does nothing: each declared setting is read where it acts (SPEC section 0, Q14)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from neurodesk.settings.catalog import CATALOG

ROOT = Path(__file__).resolve().parents[2] / "neurodesk"
# The methods that read a value (``settings.load``).
READERS = frozenset({"switch", "whole", "number", "text", "items"})


def keys_read(module: ast.Module) -> Iterator[str]:
    """Yield the keys that a module reads: named in the call, or looked up in a table of the module."""
    tables = {
        target.id: [one.value for one in node.value.values if isinstance(one, ast.Constant)]
        for node in module.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(module):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
            continue
        key = node.args[0]
        if node.func.attr not in READERS:
            continue
        if isinstance(key, ast.Constant):
            yield str(key.value)
        elif isinstance(key, ast.Subscript) and isinstance(key.value, ast.Name):
            yield from map(str, tables.get(key.value.id, ()))


def unread(declared: set[str]) -> set[str]:
    """Return the keys that nothing reads; what only measures or takes pictures does not count."""
    found: set[str] = set()
    for path in ROOT.rglob("*.py"):
        if "measure" not in path.relative_to(ROOT).parts:
            found.update(keys_read(ast.parse(path.read_text("utf-8"))))
    return declared - found


def test_each_declared_setting_is_read_somewhere() -> None:
    declared = {one.key for one in CATALOG if not one.replaced_by}
    assert unread(declared) == set(), "a setting that nothing reads is a promise that is not kept"


def test_the_rule_sees_a_setting_that_nothing_reads() -> None:
    assert unread({"no.reader", "worker.autonomous", "models.planner"}) == {"no.reader"}


def test_a_key_that_is_only_set_or_shown_is_not_read() -> None:
    module = ast.parse("T = {1: 'g.h'}\ns.set('a.b', 1)\npage('c.d')\ns.switch('e.f')\ns.text(T[1])\n")
    assert list(keys_read(module)) == ["e.f", "g.h"]
