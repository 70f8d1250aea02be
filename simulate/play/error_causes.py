"""Explain errors in an author's code: the cause and the likely remedy, both in words."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from importlib import import_module
from types import FrameType, FunctionType
from typing import Any, NamedTuple

import numpy as np

from simulate.errors import unknown
from simulate.making.components.component import Component
from simulate.rules.card_tables import MISSING_FIELDS


class EndlessError(Exception):
    """A step ran so many lines that it probably does not end."""

    def __init__(self, lines: int) -> None:
        super().__init__(lines)
        #: The number of lines.
        self.lines = lines


#: The remedy of `explain_error` for errors that it does not know.
NO_REMEDY = "correct that line"
#: The remedy for a text in a field.
NUMBER_TEXTS = (
    "give each text a number, as in RED, BLUE = 0, 1, and let replays show the texts with "
    'holds=["red", "blue"]'
)


class Explanation(NamedTuple):
    """The cause of an error in an author's code and the likely remedy, both in words."""

    cause: str
    remedy: str


def explain_error(error: Exception, frame: FrameType, text: str) -> Explanation:
    """Return the cause of an error in an author's code, and the likely remedy.

    Parameters
    ----------
    error
        The error.
    frame
        The frame of the author's function in which it was raised.
    text
        The line of source in which it was raised.
    """
    if isinstance(error, EndlessError):
        return Explanation(
            f"this step has run {error.lines:,} lines and does not end",
            "check the condition that should end the loop around this line",
        )
    line = _Line(nodes_of(text), frame)
    for kinds, explain in _EXPLAINING:
        if isinstance(error, kinds) and (explanation := explain(error, line)):
            return explanation
    return Explanation(f"{type(error).__name__}: {error}", NO_REMEDY)


class _Line(NamedTuple):
    """A line of an author's code that raised an error."""

    #: The syntax nodes of the line; empty if it is not a statement by itself.
    nodes: Sequence[ast.AST]
    #: The frame of the author's function.
    frame: FrameType


def _explain_index(error: Exception, line: _Line) -> Explanation | None:
    """Return the explanation of an `IndexError`; None if it is unknown."""
    for pattern, remedy in _REMEDIES_OF_COMPONENTS:
        if match := re.search(pattern, str(error)):
            return Explanation(str(error), match.expand(remedy))
    for node in line.nodes:
        if not isinstance(node, ast.Subscript):
            continue
        if cause := _describe_index(node, line.frame):
            return Explanation(
                cause, "keep the index in this range, or make the field longer in its layout"
            )
        if explanation := _explain_dimensions(node, line.frame):
            return explanation
    return None


#: Patterns of the messages of components that cannot do what an author's code wants, with the
#: remedy for each.
_REMEDIES_OF_COMPONENTS = (
    (
        "that is put down is not in (.*)",
        r"put down only cards that the seat has, such as those that \1.offer offers to it",
    ),
    (
        r"is drawn from (\w+), which is empty",
        r"draw only while state.table.\1_size is above 0, or let a discard pile refill it: "
        r"Pile(…, refill=…)",
    ),
    (
        r"that is taken from (\w+) is not there",
        r"take only cards that are there: state.table.\1 has the number of each",
    ),
)


def _explain_dimensions(node: ast.Subscript, frame: FrameType) -> Explanation | None:
    """Return the explanation of a subscript with too many indices, or None."""
    value = _evaluate(node.value, frame)
    name = ast.unparse(node.value)
    if isinstance(value, int | np.integer):
        return Explanation(
            f"{name} is a single number and has no index",
            f"write {name} without [{ast.unparse(node.slice)}], or declare a number for each seat, "
            "as Counter(…, each=True) does",
        )
    number = len(node.slice.elts) if isinstance(node.slice, ast.Tuple) else 1
    dimensions = int(getattr(value, "ndim", number))
    if dimensions >= number:
        return None
    example = ", ".join("ijk"[:dimensions])
    return Explanation(
        f"{name} has {dimensions} index{'' if dimensions == 1 else 'es'}, but {number} are written",
        f"write {name}[{example}], or declare it for each seat, as a Tableau is",
    )


def _explain_attribute(error: Exception, line: _Line) -> Explanation | None:
    """Return the explanation of an unknown field of a record; None for other attributes."""
    missing = re.search(r"'?(\w+)'?$", str(error))
    for node in line.nodes:
        if not isinstance(node, ast.Attribute) or not missing or node.attr != missing[1]:
            continue
        record = _evaluate(node.value, line.frame)
        fields = getattr(getattr(record, "dtype", None), "names", None)
        if fields and node.attr in MISSING_FIELDS:
            return Explanation(
                MISSING_FIELDS[node.attr], "correct the sheet, or use another column"
            )
        if fields := fields or getattr(record, "_fields", None):
            return _explain_field(node, fields, line.frame)
    return None


def _explain_field(node: ast.Attribute, fields: Sequence[str], frame: FrameType) -> Explanation:
    """Return the explanation of a field that a record does not have."""
    record = ast.unparse(node.value)
    component = _component_of_field(node.attr, frame)
    if component:
        return Explanation(
            f"{record} has no field {node.attr!r}, because the game does not list {component}",
            f"add {component} to components=[…] in GAME = game(…)",
        )
    message = str(unknown("field", node.attr, fields, f" of {record}"))
    cause, _, suggestion = message.partition("; ")
    argument = next((part for part in ("rules", "own", "hidden") if part in record), "table")
    return Explanation(cause, f"{suggestion}; correct its name, or declare it in {argument}={{…}}")


def _component_of_field(field: str, frame: FrameType) -> str:
    """Return the name in an author's file of the component that has a field of the table, or "".

    Only the components' own names are compared, because fields begin with them.
    """
    for name, value in frame.f_globals.items():
        if isinstance(value, Component) and field in (value.name, f"{value.name}_size"):
            return name
    return ""


def _explain_value(error: Exception, line: _Line) -> Explanation | None:
    """Return the explanation of a value that no field can hold, or of a missing field."""
    if text := re.search(r"invalid literal for int\(\) with base 10: (.*)", str(error)):
        return Explanation(
            f"the text {text[1]} is written, but fields hold whole numbers", NUMBER_TEXTS
        )
    if missing := re.search(r"no field of name (\w+)", str(error)):
        component = _component_of_field(missing[1], line.frame)
        problem = f"the game has no field {missing[1]!r}"
        if not component:
            return Explanation(problem, "correct the name, or declare it in table=")
        return Explanation(
            f"{problem}, because it does not list {component}",
            f"add {component} to components=[…] in GAME = game(…)",
        )
    return None


def _explain_division(error: Exception, line: _Line) -> Explanation | None:
    """Return the explanation of a division by zero; None for other errors of arithmetic."""
    if isinstance(error, FloatingPointError) and "divide by zero" not in str(error):
        return None
    for node in line.nodes:
        if not isinstance(node, ast.BinOp | ast.AugAssign):
            continue
        if not isinstance(node.op, ast.Div | ast.FloorDiv | ast.Mod):
            continue
        divisor = node.right if isinstance(node, ast.BinOp) else node.value
        value = _evaluate(divisor, line.frame)
        if value is not None and np.ndim(value) == 0 and value == 0:
            if isinstance(divisor, ast.Constant):
                return Explanation("it divides by zero", "divide by another number")
            name = ast.unparse(divisor)
            return Explanation(
                f"it divides by zero, because {name} is 0", f"divide only if {name} is not 0"
            )
    return Explanation("it divides by zero", "divide only if the divisor is not 0")


def _explain_type(error: Exception, line: _Line) -> Explanation | None:
    """Return the explanation of a calculation with None, which functions without return give."""
    if "NoneType" not in str(error):
        return None
    for node in line.nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            function = line.frame.f_globals.get(node.func.id)
            if isinstance(getattr(function, "py_func", function), FunctionType):
                name = node.func.id
                return Explanation(
                    f"{name} returns nothing here, because it ended without return",
                    f"let every path of {name} end with return and a value, such as return 0",
                )
    return Explanation(
        "it uses None as a number", "use a number that means none, such as -1, in place of None"
    )


def _explain_name(error: Exception, line: _Line) -> Explanation | None:
    """Return the explanation of a name without a value."""
    missing = re.search(r"'(\w+)'", str(error))
    if not missing:
        return None
    name = missing[1]
    if isinstance(error, UnboundLocalError):
        return Explanation(
            f"{name} has no value yet", f"give {name} a value before the if or loop that sets it"
        )
    if hasattr(import_module("simulate.making"), name):
        remedy = f"add it to the imports: from simulate.making import {name}"
    else:
        remedy = "define it, or correct its name"
    return Explanation(f"the name {name!r} is not defined", remedy)


_Explain = Callable[[Exception, _Line], Explanation | None]
#: The functions that explain errors, each with the classes of the errors.
_EXPLAINING: tuple[tuple[Any, _Explain], ...] = (
    ((IndexError,), _explain_index),
    ((AttributeError,), _explain_attribute),
    ((ValueError,), _explain_value),
    ((ZeroDivisionError, FloatingPointError), _explain_division),
    ((TypeError,), _explain_type),
    ((NameError,), _explain_name),
)


def nodes_of(text: str) -> list[ast.AST]:
    """Return the syntax nodes of a line of source; empty if it is not a statement by itself.

    A line that opens a block, such as "if x:", is read as if the block were empty.
    """
    for source in (text, f"{text} pass", re.sub(r"^el(?=if)", "", text) + " pass"):
        try:
            return list(ast.walk(ast.parse(source)))
        except SyntaxError:
            continue
    return []


def _describe_index(node: ast.Subscript, frame: FrameType) -> str:
    """Return a clause about the first index of a subscript that is out of range.

    The clause is empty if all indices are valid.
    """
    array = _evaluate(node.value, frame)
    subscript = _evaluate(node.slice, frame)
    indices = subscript if isinstance(subscript, tuple) else (subscript,)
    shape = (len(array),) if isinstance(array, list) else getattr(array, "shape", ())
    for axis, (places, index) in enumerate(zip(shape, indices, strict=False)):
        if isinstance(index, int | np.integer) and not -places <= index < places:
            along = f" along its {('first', 'second', 'third')[axis]} axis" if axis else ""
            return (
                f"index {index} of {ast.unparse(node.value)} is out of range: it has {places} "
                f"elements (0 to {places - 1}){along}"
            )
    return ""


def _evaluate(node: ast.expr, frame: FrameType) -> Any:
    """Return the value of an expression in a frame, or None if it is unknown.

    Expressions with calls are not evaluated, because calls could change the game.
    """
    if any(isinstance(part, ast.Call | ast.NamedExpr) for part in ast.walk(node)):
        return None
    try:
        return eval(ast.unparse(node), frame.f_globals, frame.f_locals)
    except Exception:  # The frame may lack names, such as those in comprehensions.
        return None
