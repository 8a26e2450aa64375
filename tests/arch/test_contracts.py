"""The house keeps its shape: import direction, and who may touch what."""

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "neurodesk"


def imported_names(tree: ast.AST) -> set[str]:
    """Return the full dotted names that a module imports, relative ones excluded (ruff bans them)."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def test_import_contracts_hold() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout, done.stdout


def foreign_imports(source: str) -> set[str]:
    """Return what a domain module imports besides the standard library and the domain itself."""
    return {
        name
        for name in imported_names(ast.parse(source))
        if name.split(".")[0] not in sys.stdlib_module_names
        and name != "neurodesk"
        and not (name == "neurodesk.domain" or name.startswith("neurodesk.domain."))
    }


def test_domain_imports_the_standard_library_only() -> None:
    found = {
        str(path.relative_to(ROOT)): sorted(foreign)
        for path in sorted((PACKAGE / "domain").rglob("*.py"))
        if (foreign := foreign_imports(path.read_text(encoding="utf-8")))
    }
    assert found == {}


def test_the_domain_rule_sees_a_foreign_import() -> None:
    assert foreign_imports("import json\nfrom neurodesk.domain.tasks import Task\n") == set()
    assert foreign_imports("def f():\n    import numpy\n") == {"numpy"}
    assert foreign_imports("from neurodesk.settings import load\n") == {
        "neurodesk.settings",
        "neurodesk.settings.load",
    }


def promoting_calls(source: str) -> bool:
    """Tell whether a module calls ``promote`` of the knowledge-base file writer, under any of its names."""
    tree = ast.parse(source)
    if not any(name.startswith("neurodesk.storage.kb_files") for name in imported_names(tree)):
        return False
    names = {"promote"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "neurodesk.storage.kb_files":
            names.update(a.asname or a.name for a in node.names if a.name == "promote")
    return any(
        (isinstance(node, ast.Attribute) and node.attr == "promote")
        or (isinstance(node, ast.Name) and node.id in names)
        for node in ast.walk(tree)
    )


def test_only_app_commands_promotes() -> None:
    allowed = {PACKAGE / "app" / "commands.py", PACKAGE / "storage" / "kb_files.py"}
    offenders = [
        str(path.relative_to(ROOT))
        for path in sorted(PACKAGE.rglob("*.py"))
        if path not in allowed
        and PACKAGE / "app" / "commands" not in path.parents
        and PACKAGE / "storage" / "kb_files" not in path.parents
        and promoting_calls(path.read_text(encoding="utf-8"))
    ]
    assert offenders == []


def test_only_commands_storage_and_bootstrap_reach_the_writer_of_articles() -> None:
    """SPEC section 0: promotion, its undo and the recovery of a journalled promotion are the only writers."""
    offenders = [
        name
        for path in sorted(PACKAGE.rglob("*.py"))
        if not (name := path.relative_to(ROOT).as_posix()).startswith(
            ("neurodesk/storage/", "neurodesk/app/commands", "neurodesk/bootstrap")
        )
        and any(
            imported.startswith("neurodesk.storage.kb_files")
            for imported in imported_names(ast.parse(path.read_text(encoding="utf-8")))
        )
    ]
    assert offenders == []


def test_the_promotion_rule_sees_a_renamed_call() -> None:
    assert promoting_calls("from neurodesk.storage.kb_files import promote as p\np(1)\n")
    assert promoting_calls("from neurodesk.storage import kb_files\nkb_files.promote(1)\n")
    assert not promoting_calls("from neurodesk.storage import kb_files\nkb_files.recover()\n")


def decision_makers(source: str) -> bool:
    """Tell whether a module constructs a human decision, under any of its names."""
    tree = ast.parse(source)
    homes = {"neurodesk.domain.articles": "Decision", "neurodesk.domain.decisions": "UndoDecision"}
    names = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in homes
        for alias in node.names
        if alias.name == homes[node.module]
    }
    return any(
        isinstance(node, ast.Call)
        and (
            (isinstance(node.func, ast.Name) and node.func.id in names)
            or (
                isinstance(node.func, ast.Attribute)
                and node.func.attr in homes.values()
                and isinstance(node.func.value, ast.Name)
                and node.func.value.id in ("articles", "decisions")
            )
        )
        for node in ast.walk(tree)
    )


def test_only_one_module_makes_a_human_decision() -> None:
    found = [
        path.relative_to(PACKAGE).as_posix()
        for path in sorted(PACKAGE.rglob("*.py"))
        if decision_makers(path.read_text(encoding="utf-8"))
    ]
    assert found == ["app/decide.py"]


def test_the_decision_rule_sees_a_call() -> None:
    assert decision_makers("from neurodesk.domain.articles import Decision\nx = Decision('d')\n")
    assert decision_makers("from neurodesk.domain import articles\nx = articles.Decision('d')\n")
    assert decision_makers("from neurodesk.domain.decisions import UndoDecision as U\nx = U('d')\n")
    assert not decision_makers("def f(decision: Decision) -> None: ...\n")
