"""The project's own sources, as the house tests read them."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]

GAMES = sorted(rules.parent for rules in ROOT.glob("engines/*/rules.py"))
"""The folder of each game that has rules."""


def python_files(*folders: str) -> Iterator[Path]:
    """Every Python file below the folders, in a stable order."""
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text("utf-8"), str(path))


def called(call: ast.Call) -> str:
    """The last name of what is called: `info` for `log.info(…)`."""
    match call.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case _:
            return ""


def docstrings(module: ast.Module) -> Iterator[ast.AST]:
    """The strings that stand as statements: docstrings of modules, classes, functions and fields."""
    for node in ast.walk(module):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def outside(module: ast.Module, exempt: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Every node that lies in none of the exempt nodes; an f-string is one node, not its pieces."""
    closed = set(map(id, exempt))
    waiting: list[ast.AST] = [module]
    while waiting:
        node = waiting.pop()
        if id(node) not in closed:
            yield node
            children = list(ast.iter_child_nodes(node))
            if isinstance(node, ast.JoinedStr):
                children = [each for each in children if not isinstance(each, ast.Constant)]
            waiting.extend(children)


def where(path: Path, node: ast.AST) -> str:
    """`bot/cogs/lobby.py:12`, to be clicked."""
    return f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}"
