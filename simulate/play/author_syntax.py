"""The functions of an author as syntax trees, and mistakes in them."""

from __future__ import annotations

import ast
import inspect
import linecache
import textwrap
from dataclasses import dataclass
from types import FunctionType
from typing import Any, NamedTuple


class Mistake(NamedTuple):
    """A mistake in the code of an author."""

    #: The line in the file, from 1.
    line: int
    #: The problem and the remedy, as "problem; remedy".
    text: str


@dataclass(frozen=True)
class Place:
    """An author's function, with its source."""

    function: FunctionType
    tree: ast.FunctionDef
    #: The names of its parameters and variables.
    own_names: frozenset[str]

    def value_of(self, node: ast.AST) -> Any:
        """Return the value of a name that is defined outside of the function, else None."""
        if not isinstance(node, ast.Name) or node.id in self.own_names:
            return None
        code = self.function.__code__
        if node.id in code.co_freevars:
            cells = dict(zip(code.co_freevars, self.function.__closure__ or (), strict=True))
            return cells[node.id].cell_contents
        return self.function.__globals__.get(node.id)


def tree_of(function: FunctionType) -> ast.FunctionDef | None:
    """Return the source of a function as a syntax tree, without decorators, or None.

    The lines of the tree are those of the file. The result is None for a function without source,
    and for a lambda.
    """
    linecache.checkcache(function.__code__.co_filename)
    try:
        module = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return None
    definition = module.body[0]
    if not isinstance(definition, ast.FunctionDef):
        return None
    ast.increment_lineno(definition, function.__code__.co_firstlineno - 1)
    definition.decorator_list = []
    return definition


def own_names_of(tree: ast.FunctionDef) -> frozenset[str]:
    """Return the names of the parameters and variables of a function."""
    parameters = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    return frozenset(parameters | {name.id for name in names if isinstance(name.ctx, ast.Store)})
