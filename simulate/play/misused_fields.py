"""Find fields that authors use wrongly: texts in fields, arrays as conditions, secrets."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from simulate.game import Game
from simulate.kit.layout import SEATS
from simulate.making.components.cards import Cards
from simulate.making.telling import DeclaredTeller
from simulate.play.author_syntax import Mistake, Place
from simulate.play.error_causes import NUMBER_TEXTS


class ArrayField(NamedTuple):
    """A field that is an array of numbers."""

    #: The name of the record: "table", "own", "hidden" or "rules".
    record: str
    name: str
    lengths: tuple[int, ...]
    #: The name of each index, such as "seat".
    indices: tuple[str, ...]


def array_fields(game: Game) -> frozenset[ArrayField]:
    """Return the fields of a game's records that are arrays."""
    components = game.teller.components if isinstance(game.teller, DeclaredTeller) else ()
    kinds = {component.kinds for component in components if isinstance(component, Cards)}
    records = {
        "table": game.table.dtype,
        "own": game.own.dtype,
        "hidden": game.hidden.dtype,
        "rules": game.rules_dtype,
    }
    return frozenset(
        ArrayField(record, name, dtype[name].shape, _index_names(dtype[name].shape, kinds))
        for record, dtype in records.items()
        for name in dtype.names or ()
        if dtype[name].shape
    )


def _index_names(lengths: Sequence[int], kinds: AbstractSet[int]) -> tuple[str, ...]:
    """Return names for the indices of an array; `kinds` are the numbers of kinds of cards."""
    names = []
    for length, letter in zip(lengths, "ijklmn", strict=False):
        if length == SEATS:
            names.append("seat")
        elif length in kinds:
            names.append("card")
        else:
            names.append(letter)
    return tuple(names)


def find_texts(place: Place) -> Iterator[Mistake]:
    """Yield each assignment of a text to a field."""
    for node in ast.walk(place.tree):
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Constant):
            continue
        text: object = node.value.value
        target: ast.expr = node.targets[0]
        while isinstance(target, ast.Subscript):
            target = target.value
        # A dictionary of the function itself may hold texts, if the function is interpreted.
        if isinstance(text, str) and isinstance(target, ast.Attribute):
            yield Mistake(
                node.lineno,
                f"the text {text!r} is written to {ast.unparse(node.targets[0])}, but fields hold "
                f"whole numbers; {NUMBER_TEXTS}",
            )


def find_array_conditions(place: Place, arrays: AbstractSet[ArrayField]) -> Iterator[Mistake]:
    """Yield each array that is used as a condition, as in ``if table.hand_size == 0``."""
    by_name = {(array.record, array.name): array for array in arrays}
    for condition in _conditions(place.tree):
        parts = [condition]
        if isinstance(condition, ast.Compare):
            if any(isinstance(operator, ast.In | ast.NotIn) for operator in condition.ops):
                continue
            parts = [condition.left, *condition.comparators]
        for part in parts:
            record = _record_of(part.value, place) if isinstance(part, ast.Attribute) else ""
            array = by_name.get((record, part.attr)) if isinstance(part, ast.Attribute) else None
            if array is None:
                continue
            name = ast.unparse(part)
            index = ", ".join(array.indices)
            if index == "seat" and "seat" not in place.own_names:
                index = f"{ast.unparse(part.value)}.seat"  # type: ignore[attr-defined]
            each = {"seat": ", one for each seat", "card": ", one for each kind of card"}
            meaning = each.get(array.indices[0], "") if len(array.indices) == 1 else ""
            yield Mistake(
                part.lineno,
                f"{name} has several numbers{meaning}, so it is neither true nor false as a "
                f"condition; write {name}[{index}]",
            )


def _conditions(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield the conditions in a function: the parts of ``and``, ``or`` and ``not`` one by one."""
    for node in ast.walk(tree):
        tests: list[ast.expr] = []
        if isinstance(node, ast.If | ast.While | ast.IfExp | ast.Assert):
            tests = [node.test]
        elif isinstance(node, ast.comprehension):
            tests = node.ifs
        elif isinstance(node, ast.BoolOp):
            tests = node.values
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            tests = [node.operand]
        for test in tests:
            is_divided = isinstance(test, ast.BoolOp) or (
                isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
            )
            if not is_divided:
                yield test


def _record_of(node: ast.expr, place: Place) -> str:
    """Return the name of the record that an expression is, such as "table"; empty if unknown."""
    if isinstance(node, ast.Subscript):
        return _record_of(node.value, place)
    if isinstance(node, ast.Attribute):
        return node.attr
    if not isinstance(node, ast.Name):
        return ""
    for part in ast.walk(place.tree):
        if isinstance(part, ast.Assign) and _assigns(part, node.id):
            is_record = isinstance(part.value, ast.Attribute | ast.Subscript)
            return _record_of(part.value, place) if is_record else ""
    return node.id


def _assigns(statement: ast.Assign, name: str) -> bool:
    """Return True if an assignment has a name alone as a target."""
    return any(isinstance(target, ast.Name) and target.id == name for target in statement.targets)


def find_secrets(place: Place) -> Iterator[Mistake]:
    """Yield each attempt of a strategy to read the secret numbers of another seat.

    A strategy sees its own record only, so ``view.own`` has no index.
    """
    parameters = [argument.arg for argument in place.tree.args.args]
    if "view" not in parameters:
        return
    own_records = {"view.own"}
    for statement in ast.walk(place.tree):
        if isinstance(statement, ast.Assign) and ast.unparse(statement.value) == "view.own":
            own_records |= {ast.unparse(target) for target in statement.targets}
    for node in ast.walk(place.tree):
        if not isinstance(node, ast.Subscript) or ast.unparse(node.value) not in own_records:
            continue
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            continue  # The name of a field.
        name = ast.unparse(node.value)
        yield Mistake(
            node.lineno,
            f"{name} has the secret numbers of the strategy's own seat only, so it has no index, "
            f"and a strategy cannot read those of another seat; write {name} without "
            f"[{ast.unparse(node.slice)}], or decide from view.table, which everybody sees",
        )
