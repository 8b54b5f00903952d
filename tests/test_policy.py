"""Rules about the source itself.  Each test scans, and says how much it must have seen."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import ROOT

PACKAGE = ROOT / "python" / "tingpai"
CORE = ROOT / "rust" / "core"
# Files that are tables, and so may be long.
TABLES = {
    "python/tingpai/variants/baida.py": "a table of rules",
    "python/tingpai/cli/words.py": "a table of phrases",
}
LONGEST_FILE, LONGEST_FUNCTION = 400, 50


def sources(*suffixes: str) -> list[Path]:
    """Every source file that the project owns."""
    folders = [ROOT / "python", ROOT / "rust", ROOT / "tests", ROOT / "benches"]
    return sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in suffixes)


def trees(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(folder.rglob("*.py")):
        yield path, ast.parse(path.read_text("utf-8"))


def imported(tree: ast.Module) -> set[str]:
    """Every name that a module imports, or imports from."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module or ''}.{alias.name}" for alias in node.names}
    return names


def test_no_file_is_long_but_tables() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text("utf-8").splitlines())
        for path in sources(".py", ".rs", ".pyi")
    }
    assert len(lengths) > 60
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE and name not in TABLES} == {}
    assert set(TABLES) <= set(lengths)


def test_no_function_is_long() -> None:
    seen, long = 0, []
    for path, tree in trees(PACKAGE):
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                seen += 1
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > LONGEST_FUNCTION:
                    long.append((path.name, node.name, lines))
    assert seen > 300
    assert long == []


def test_nothing_asks_which_variant_it_is_in() -> None:
    variants = re.compile("|".join(path.stem for path in (PACKAGE / "variants").glob("[a-z]*.py")))
    assert variants.pattern.count("|") >= 1
    seen, asking = 0, []
    for path in sorted((ROOT / "rust").rglob("src/**/*.rs")):
        seen += 1
        code = re.sub("//.*|^>>> .*", "", path.read_text("utf-8"), flags=re.MULTILINE).split("#[cfg(test)]")[0]
        if variants.search(code):
            asking.append(path.name)
    for path, tree in trees(PACKAGE):
        if path.parent.name == "variants":
            continue
        seen += 1
        compared = [node for node in ast.walk(tree) if isinstance(node, (ast.Compare, ast.Match, ast.Dict))]
        words = {leaf.value for node in compared for leaf in ast.walk(node) if isinstance(leaf, ast.Constant)}
        if any(isinstance(word, str) and variants.fullmatch(word) for word in words):
            asking.append(path.name)
    assert seen > 40
    assert asking == []


def test_the_kernel_is_pure() -> None:
    files = sorted(CORE.rglob("*.rs"))
    assert len(files) > 15
    assert [path.name for path in files if re.search(r"\bunsafe\b|pyo3", path.read_text("utf-8"))] == []
    dependencies = tomllib.loads((CORE / "Cargo.toml").read_text("utf-8"))["dependencies"]
    assert 0 < len(dependencies) <= 4


UNSAFE = ["rust/py/src/arrow/capsules.rs", "rust/py/src/stack.rs"]
"""Arrow's C structs, and arguments as the interpreter lays them down."""


def test_nothing_else_is_handled_unsafely() -> None:
    files = sorted((ROOT / "rust").rglob("*.rs"))
    assert len(files) > 30
    unsafe = [path for path in files if re.search(r"\bunsafe\b|allow\(unsafe_code\)", path.read_text("utf-8"))]
    assert [path.relative_to(ROOT).as_posix() for path in unsafe] == UNSAFE
    for path in unsafe:
        text = path.read_text("utf-8")
        assert 0 < text.count("unsafe {") == text.count("// SAFETY:")


def test_the_reference_imports_nothing_of_the_kernels() -> None:
    modules = list(trees(PACKAGE / "reference"))
    assert len(modules) > 5
    assert [path.name for path, tree in modules if any("_internal" in name for name in imported(tree))] == []


def test_no_module_bears_a_public_functions_name() -> None:
    import tingpai

    functions = {name for name in tingpai.__all__ if callable(getattr(tingpai, name))}
    assert {"rules", "score", "waits", "distance", "decompose", "acceptance"} <= functions
    modules = {path.stem for path in PACKAGE.iterdir() if not path.name.startswith("__")}
    assert len(modules) > 10
    assert functions & modules == set()


def test_the_base_install_needs_nothing() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["dependencies"] == []


def test_every_development_requirement_is_pinned() -> None:
    text = (ROOT / "requirements-dev.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    pins = dict(line.lower().split("==") for line in lines)
    assert len(pins) > 20
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    wanted = {name for names in extras.values() for name in names if not name.startswith("tingpai")}
    assert len(wanted) >= 8
    assert wanted <= set(pins)


def test_the_gate_runs_the_readmes_own_commands() -> None:
    gate = (ROOT / ".ci" / "run").read_text("utf-8")
    readme = (ROOT / "README.md").read_text("utf-8")
    assert "command=$(readme_command test)" in gate
    assert "<!-- command: test -->" in readme
    steps = ["cargo fmt", "cargo clippy", "ruff check", "ruff format", "mypy --strict", "stubtest", "pip wheel"]
    assert [step for step in steps if step not in gate] == []


@pytest.mark.parametrize(
    "left_over", [r"\bTODO\b", r"\bFIXME\b", r"\bXXX\b", r"\btodo!", r"\bunimplemented!", "NotImplementedError"]
)
def test_nothing_is_left_over(left_over: str) -> None:
    files = [path for path in sources(".py", ".rs") if path != Path(__file__).resolve()]
    assert len(files) > 60
    assert [path.name for path in files if re.search(left_over, path.read_text("utf-8"))] == []
