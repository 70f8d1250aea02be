"""Find calls and components that authors use wrongly, before their code is compiled or played.

The mistakes of this module are in the syntax of the code, so they are found in branches that no
game takes too. The compiler and the interpreter find some of them as well, but their messages name
functions of Fathom that the author did not write.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from functools import cache
from types import FunctionType
from typing import Any, NamedTuple

from simulate.errors import UsageError, nearest_names
from simulate.game import Game
from simulate.making.components.cards import Cards
from simulate.making.components.component import Component
from simulate.making.telling import DeclaredTeller
from simulate.play.author_syntax import Mistake, Place, own_names_of, tree_of
from simulate.play.explaining import authors_functions, quote_line
from simulate.play.misused_fields import (
    ArrayField,
    array_fields,
    find_array_conditions,
    find_secrets,
    find_texts,
)
from simulate.play.returned_fractions import find_returned_fractions
from simulate.strategy import Strategy

#: Functions of a component that Fathom calls itself, so that authors are not told of them.
_OF_FATHOM = ("set_up", "count_seen", "fill_unseen", "change_copies")


class Declared(NamedTuple):
    """The declarations of a game that its functions must fit."""

    #: The type and the name of each component of the game; None if they are unknown.
    components: frozenset[tuple[type[Component], str]] | None
    #: The fields that are arrays.
    arrays: frozenset[ArrayField]


@cache
def declared_by(game: Game) -> Declared:
    """Return the declarations of a game that its functions and strategies must fit."""
    listed = None
    if isinstance(game.teller, DeclaredTeller):
        components = game.teller.components
        listed = frozenset((type(component), component.name) for component in components)
    return Declared(listed, array_fields(game))


def refuse_misuse(function: Callable[..., Any], declared: Declared, owner: str) -> None:
    """Reject a function if it, or a function it calls, uses a component or a field wrongly.

    Parameters
    ----------
    function
        A function that is not part of Fathom.
    declared
        The declarations of the game.
    owner
        The strategy or game that the function belongs to, for the message: such as "game reef".

    Raises
    ------
    UsageError
        If a component is used that the game does not list, if a component has no such function, if
        a function is called with the wrong number of arguments, if a text is written to a field, if
        an array is a condition, if a strategy reads what its seat cannot see or returns a fraction,
        or if the value of a function is used that returns none. The message has the file, the line
        and a remedy.
    """
    plain = getattr(function, "py_func", function)
    for authors_function in authors_functions(function):
        returns_action = owner.startswith("strategy") and authors_function is plain
        mistake = _first_mistake(authors_function, declared, returns_action)
        if mistake:
            file = authors_function.__code__.co_filename
            line = quote_line(file, mistake.line)
            raise UsageError(f"{owner} ({file}, line {mistake.line}) {line}{mistake.text}")


@cache
def _first_mistake(
    function: FunctionType, declared: Declared, returns_action: bool
) -> Mistake | None:
    """Return the first mistake in a function, or None.

    `returns_action` is True for the function of a strategy.
    """
    tree = tree_of(function)
    if tree is None:
        return None
    place = Place(function, tree, own_names_of(tree))
    mistakes = [
        *_find_missing_components(place, declared.components),
        *_find_unknown_functions(place),
        *_find_strategies(place),
        *_find_indexed_components(place),
        *_find_wrong_calls(place),
        *_find_missing_returns(place),
        *_find_changeable_defaults(place),
        *find_texts(place),
        *find_array_conditions(place, declared.arrays),
        *find_secrets(place),
        *(find_returned_fractions(place) if returns_action else ()),
    ]
    return min(mistakes, key=lambda mistake: mistake.line, default=None)


def _find_missing_components(
    place: Place, listed: frozenset[tuple[type[Component], str]] | None
) -> Iterator[Mistake]:
    """Yield each use of a component that is not among the components of the game."""
    if listed is None:
        return
    for node in ast.walk(place.tree):
        component = place.value_of(node)
        # Cards are found through the components in which they lie.
        if not isinstance(component, Component) or isinstance(component, Cards):
            continue
        if (type(component), component.name) not in listed:
            assert isinstance(node, ast.Name)
            yield Mistake(
                node.lineno,
                f"the component {node.id} is used, but the game does not list it; add {node.id} to "
                "components=[…] in GAME = game(…)",
            )


def _find_unknown_functions(place: Place) -> Iterator[Mistake]:
    """Yield each use of a function that a component does not have."""
    for node in ast.walk(place.tree):
        if not isinstance(node, ast.Attribute):
            continue
        component = place.value_of(node.value)
        if not isinstance(component, Component) or getattr(component, node.attr, None) is not None:
            continue
        functions = _functions_of(component)
        kind = type(component).__name__
        problem = f"{ast.unparse(node.value)} ({kind}) has no field or function {node.attr!r}"
        if isinstance(component, Cards):
            remedy = f"its numbers are in the rules, such as rules.{component.name}_copies[card]"
        elif near := nearest_names(node.attr, functions):
            remedy = f"did you mean {near[0]!r}?"
        elif functions:
            remedy = f"its functions are {', '.join(functions)}"
        else:
            remedy = f"read and write its numbers as state.table.{component.name}"
        yield Mistake(node.lineno, f"{problem}; {remedy}")


def _find_strategies(place: Place) -> Iterator[Mistake]:
    """Yield each use of a function of a strategy, which took the name of a component.

    The line is that of the strategy if it is in the same file.
    """
    for node in ast.walk(place.tree):
        strategy = place.value_of(node.value) if isinstance(node, ast.Attribute) else None
        if not isinstance(strategy, Strategy):
            continue
        assert isinstance(node, ast.Attribute)
        decide: Any = getattr(strategy.decide, "py_func", strategy.decide)
        definition = tree_of(decide)
        line = node.lineno
        if definition and decide.__code__.co_filename == place.function.__code__.co_filename:
            line = definition.lineno
        name = ast.unparse(node.value)
        yield Mistake(
            line,
            f"{name} is a strategy, so {name}.{node.attr} in line {node.lineno} is not the "
            "function of a component; give the strategy another name",
        )


def _find_indexed_components(place: Place) -> Iterator[Mistake]:
    """Yield each component that is read like a list, as in ``deck[seat]``."""
    for node in ast.walk(place.tree):
        if not isinstance(node, ast.Subscript):
            continue
        component = place.value_of(node.value)
        if not isinstance(component, Component):
            continue
        fields = ", ".join(f"state.table.{name}" for name in component.fixed_fields.table)
        name = ast.unparse(node.value)
        remedy = f"write its fields with an index: {fields}"
        if not fields:
            remedy = f"write {name} without [{ast.unparse(node.slice)}], because all seats share it"
        kind = type(component).__name__
        yield Mistake(node.lineno, f"{name} ({kind}) has no index; {remedy}")


def _functions_of(component: Component) -> list[str]:
    """Return the names of the functions of a component that authors can call."""
    return sorted(
        name
        for name, value in vars(component).items()
        if isinstance(getattr(value, "py_func", value), FunctionType)
        and not name.startswith("_")
        and name not in _OF_FATHOM
    )


def _called(node: ast.Call, place: Place) -> FunctionType | None:
    """Return the function that a call in a function calls; None if it is unknown.

    It is known if it is a function of a component, of the author or of Fathom.
    """
    value = place.value_of(node.func)
    if isinstance(node.func, ast.Attribute):
        component = place.value_of(node.func.value)
        value = getattr(component, node.func.attr, None)
        if not isinstance(component, Component):
            return None
    plain = getattr(value, "py_func", value)
    return plain if isinstance(plain, FunctionType) else None


def _find_wrong_calls(place: Place) -> Iterator[Mistake]:
    """Yield each call with arguments that the called function does not accept."""
    for node in ast.walk(place.tree):
        if not isinstance(node, ast.Call):
            continue
        called = _called(node, place)
        unpacks = any(isinstance(argument, ast.Starred) for argument in node.args)
        unpacks |= any(keyword.arg is None for keyword in node.keywords)
        if called is None or unpacks:
            continue
        keywords = {str(keyword.arg): keyword for keyword in node.keywords}
        signature = inspect.signature(called)
        try:
            signature.bind(*node.args, **keywords)
        except TypeError:
            name = ast.unparse(node.func)
            number = len(node.args) + len(keywords)
            arguments = f"{number} argument{'' if number == 1 else 's'}"
            needed = [
                parameter.name
                for parameter in signature.parameters.values()
                if parameter.default is inspect.Parameter.empty
            ]
            parameters = ", ".join(needed)
            yield Mistake(
                node.lineno,
                f"{name} is called with {arguments}, but it takes ({parameters}); write "
                f"{name}({parameters})",
            )


def _find_missing_returns(place: Place) -> Iterator[Mistake]:
    """Yield each call whose value is used although the called function never returns a value.

    Functions that return a value only sometimes are left to the compiler.
    """
    unused = {
        id(node.value)
        for node in ast.walk(place.tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    }
    for node in ast.walk(place.tree):
        if not isinstance(node, ast.Call) or id(node) in unused:
            continue
        called = _called(node, place)
        if called is None or called not in authors_functions(place.function):
            continue
        if _returns_nothing(called):
            name = ast.unparse(node.func)
            yield Mistake(node.lineno, f"{name} returns nothing; {_advise_return(called)}")


def _returns_nothing(function: FunctionType) -> bool:
    """Return True if a function has source, and no statement in it returns a value."""
    tree = tree_of(function)
    if tree is None:
        return False
    for node in ast.walk(tree):
        if isinstance(node, ast.Yield | ast.YieldFrom | ast.Lambda | ast.Raise):
            return False
        if isinstance(node, ast.Return) and node.value is not None:
            return False
    return True


def _advise_return(function: FunctionType) -> str:
    """Return the remedy for a function that returns nothing, with the line that should return."""
    tree = tree_of(function)
    assert tree is not None
    last = tree.body[-1]
    if isinstance(last, ast.Expr) and not isinstance(last.value, ast.Constant | ast.Call):
        value = ast.unparse(last.value)
        return f"write 'return {value}' in line {last.lineno}, at the end of {tree.name}"
    if isinstance(last, ast.Assign) and isinstance(last.targets[0], ast.Name):
        name = last.targets[0].id
        return f"add 'return {name}' after line {last.lineno}, at the end of {tree.name}"
    return f"add a return with a value after line {last.end_lineno}, at the end of {tree.name}"


def _find_changeable_defaults(place: Place) -> Iterator[Mistake]:
    """Yield each default value of a parameter that is a list, a dictionary or a set."""
    arguments = place.tree.args
    names = [argument.arg for argument in arguments.args][-len(arguments.defaults) :]
    pairs = list(zip(names, arguments.defaults, strict=False))
    for keyword, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if default is not None:
            pairs.append((keyword.arg, default))
    kinds = {ast.List: "list", ast.Dict: "dictionary", ast.Set: "set"}
    for name, default in pairs:
        if type(default) not in kinds:
            continue
        remedy = "write a tuple"
        if isinstance(default, ast.List):
            values = ast.Tuple(default.elts, ast.Load())
            remedy = f"write a tuple, with round brackets: {name}={ast.unparse(values)}"
        yield Mistake(
            default.lineno,
            f"the default of {name} is a {kinds[type(default)]}, which compiled code cannot read "
            f"and which would keep changes from one game to the next; {remedy}",
        )
