"""Finds strategies that return a fraction in place of an action."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import FunctionType

from simulate.play.author_syntax import Mistake, Place, own_names_of, tree_of

#: The maximum number of names and functions that are followed from a value to its origin.
_MOST_STEPS = 5


def find_returned_fractions(place: Place) -> Iterator[Mistake]:
    """Yield each statement of a strategy that returns a fraction, as in ``return coins / 2``.

    Only values that are surely fractions count: results of ``/``, numbers such as 1.5, and what is
    computed from them.
    """
    for statement in _returns_of(place.tree):
        if statement.value is None or not _is_fraction(statement.value, place, _MOST_STEPS):
            continue
        value = statement.value
        remedy = "write // in place of /, or int(...) around the value"
        if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Div):
            whole = ast.BinOp(value.left, ast.FloorDiv(), value.right)
            remedy = f"write // in place of /: return {ast.unparse(whole)}"
        yield Mistake(
            statement.lineno,
            f"it returns a fraction, and an action is a whole number; {remedy}",
        )


def _returns_of(tree: ast.FunctionDef) -> Iterator[ast.Return]:
    """Yield the return statements of a function, without those of functions inside of it."""
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.Return):
            yield node
        elif not isinstance(node, ast.FunctionDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)


def _is_fraction(node: ast.expr, place: Place, steps: int) -> bool:
    """Return True if a value is surely a fraction, although it may be one such as 2.0.

    `steps` is the maximum number of names and functions to follow.
    """
    if steps == 0:
        return False
    parts: list[ast.expr] = []
    match node:
        case ast.Constant():
            return isinstance(node.value, float)
        case ast.Call():
            return _calls_fraction(node, place, steps)
        case ast.Name():
            return _holds_fraction(node.id, place, steps)
        case ast.BinOp():
            if isinstance(node.op, ast.Div):
                return True
            parts = [node.left, node.right]
        case ast.UnaryOp():
            parts = [node.operand]
        case ast.IfExp():
            parts = [node.body, node.orelse]
    return any(_is_fraction(part, place, steps) for part in parts)


def _holds_fraction(name: str, place: Place, steps: int) -> bool:
    """Return True if all values that a variable gets are surely fractions."""
    values = list(_values_of(name, place))
    return bool(values) and all(
        value is not None and _is_fraction(value, place, steps - 1) for value in values
    )


def _calls_fraction(call: ast.Call, place: Place, steps: int) -> bool:
    """Return True for ``min`` and ``max`` of a fraction, and a function that returns one."""
    if not isinstance(call.func, ast.Name):
        return False
    if call.func.id in ("min", "max", "abs") and call.func.id not in place.own_names:
        return any(_is_fraction(argument, place, steps) for argument in call.args)
    called = place.value_of(call.func)
    plain = getattr(called, "py_func", called)
    tree = tree_of(plain) if isinstance(plain, FunctionType) else None
    if tree is None:
        return False
    inside = Place(plain, tree, own_names_of(tree))
    values = [statement.value for statement in _returns_of(tree)]
    return bool(values) and all(
        value is not None and _is_fraction(value, inside, steps - 1) for value in values
    )


def _values_of(name: str, place: Place) -> Iterator[ast.expr | None]:
    """Yield the values that a variable gets; None for a value that is not written by itself."""
    parameters = [node.arg for node in ast.walk(place.tree.args) if isinstance(node, ast.arg)]
    if name in parameters:
        yield None
    for node in ast.walk(place.tree):
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store):
            yield _assigned_value(node, place)


def _assigned_value(target: ast.Name, place: Place) -> ast.expr | None:
    """Return the value that an assignment gives to a variable, or None for other statements."""
    for node in ast.walk(place.tree):
        if isinstance(node, ast.Assign) and any(part is target for part in node.targets):
            return node.value
    return None
