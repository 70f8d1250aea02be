"""Finds expressions in a game's file that are surely numbers, from the text of the file alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

#: The names of parameters that hold records of whole numbers, or a whole number, in all functions
#: of games and strategies.
_NUMBERS = ("state", "table", "rules", "view", "menu", "action", "seat")
#: The modules whose functions return numbers.
_FATHOM = ("simulate.making", "strategies")
#: The maximum number of names that are followed from an expression to its values.
_MOST_NAMES = 6


@dataclass(frozen=True)
class TextComparison:
    """A comparison of a number with a text."""

    line: int
    #: The expression that is a number, as it is written.
    number: str
    text: str


class RangeLoop(ast.For):
    """A loop over ``range(...)`` with one variable. Only type checkers use this class."""

    target: ast.Name


def loops_of(function: ast.FunctionDef) -> Iterator[RangeLoop]:
    """Yield the loops of a function over ``range(...)`` that have one variable."""
    for node in ast.walk(function):
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name):
            called = node.iter.func if isinstance(node.iter, ast.Call) else None
            if isinstance(called, ast.Name) and called.id == "range":
                yield node  # type: ignore[misc]


def named_values(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr | None]]:
    """Yield each name in the target of an assignment, with the value that it gets.

    The value is None if it is not written separately, as in ``first, second = pair``.
    """
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple | ast.List):
        is_pair_by_pair = isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts)
        for place, part in enumerate(target.elts):
            part_value = value.elts[place] if is_pair_by_pair else value  # type: ignore[attr-defined]
            for name, named_value in named_values(part, part_value):
                yield name, named_value if is_pair_by_pair else None


class SourceValues:
    """The values that the names in a file have, as far as its text shows them.

    Parameters
    ----------
    tree
        The file.
    functions
        The functions that run while games are played, by name.
    components
        The names of the components of the game, whose functions return numbers.
    """

    def __init__(
        self,
        tree: ast.Module,
        functions: Mapping[str, ast.FunctionDef],
        components: Sequence[str],
    ) -> None:
        self.tree = tree
        self.functions = functions
        self._components = components

    @cached_property
    def constants(self) -> Mapping[str, ast.expr | None]:
        """The values of names that are assigned outside of functions, the last one of each name."""
        return {
            name: value
            for statement in self.tree.body
            if isinstance(statement, ast.Assign)
            for target in statement.targets
            for name, value in named_values(target, statement.value)
        }

    @cached_property
    def _of_fathom(self) -> set[str]:
        """The names that the file imports from Fathom."""
        return {
            alias.asname or alias.name
            for statement in self.tree.body
            if isinstance(statement, ast.ImportFrom) and statement.module in _FATHOM
            for alias in statement.names
        }

    def find_text_comparisons(self) -> Iterator[TextComparison]:
        """Yield each comparison for equality of an expression that is surely a number with a text.

        Parameters of a function are numbers if all calls in the file give them numbers.
        """
        for function in self.functions.values():
            for node in ast.walk(function):
                if not isinstance(node, ast.Compare) or len(node.ops) != 1:
                    continue
                if not isinstance(node.ops[0], ast.Eq | ast.NotEq):
                    continue
                sides = (node.left, node.comparators[0])
                for value, other in (sides, sides[::-1]):
                    text = other.value if isinstance(other, ast.Constant) else None
                    if isinstance(text, str) and self._is_number(value, function, _MOST_NAMES):
                        yield TextComparison(node.lineno, ast.unparse(value), text)

    def _is_number(self, node: ast.expr, function: ast.FunctionDef, names: int) -> bool:
        """Return True if an expression in a function is surely a number or an array of numbers.

        `names` is the maximum number of names that are followed.
        """
        if isinstance(node, ast.Constant):
            return isinstance(node.value, int | float)
        if isinstance(node, ast.Name):
            return names > 0 and self._names_number(node.id, function, names - 1)
        if isinstance(node, ast.Call):
            return self._returns_number(node.func)
        if isinstance(node, ast.Attribute | ast.Subscript):
            parts = [node.value]
        elif isinstance(node, ast.BinOp):
            parts = [node.left, node.right]
        elif isinstance(node, ast.IfExp):
            parts = [node.body, node.orelse]
        elif isinstance(node, ast.UnaryOp):
            parts = [node.operand]
        elif isinstance(node, ast.Tuple | ast.List):
            parts = node.elts
        else:
            return False
        return all(self._is_number(part, function, names) for part in parts)

    def _returns_number(self, called: ast.expr) -> bool:
        """Return True for a function of Fathom or of a component."""
        if isinstance(called, ast.Attribute):
            return isinstance(called.value, ast.Name) and called.value.id in self._components
        return isinstance(called, ast.Name) and called.id in {*self._of_fathom, "range", "len"}

    def _names_number(self, name: str, function: ast.FunctionDef, names: int) -> bool:
        """Return True if all values of a name in a function are surely numbers."""
        parameters = [argument.arg for argument in function.args.args]
        values = list(_values_in(function, name))
        if name in parameters and name not in _NUMBERS:
            calls = list(self._calls_of(function))
            place = parameters.index(name)
            for caller, call in calls:
                given = [keyword.value for keyword in call.keywords if keyword.arg == name]
                given += call.args[place : place + 1]
                if len(given) != 1 or not self._is_number(given[0], caller, names):
                    return False
            if not calls:
                return False
        elif not values and name not in parameters:
            constant = self.constants.get(name)
            return constant is not None and self._is_number(constant, function, names)
        return all(value and self._is_number(value, function, names) for value in values)

    def _calls_of(self, called: ast.FunctionDef) -> Iterator[tuple[ast.FunctionDef, ast.Call]]:
        """Yield each call of a function, with the function in which it is written."""
        for function in self.functions.values():
            for node in ast.walk(function):
                function_name = node.func if isinstance(node, ast.Call) else None
                if isinstance(function_name, ast.Name) and function_name.id == called.name:
                    assert isinstance(node, ast.Call)
                    yield function, node


def _values_in(function: ast.FunctionDef, name: str) -> Iterator[ast.expr | None]:
    """Yield the values that a name gets in a function; None for a value that is not written.

    The value of the variable of a loop is the expression that the loop goes through.
    """
    for node in ast.walk(function):
        pairs: list[tuple[str, ast.expr | None]] = []
        if isinstance(node, ast.Assign):
            for target in node.targets:
                pairs += named_values(target, node.value)
        elif isinstance(node, ast.For | ast.comprehension):
            is_one = isinstance(node.target, ast.Name)
            for named, _ in named_values(node.target, node.iter):
                pairs.append((named, node.iter if is_one else None))
        elif isinstance(node, ast.NamedExpr):
            pairs += named_values(node.target, node.value)
        yield from (value for named, value in pairs if named == name)
