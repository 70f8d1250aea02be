"""The keys of functions, which name files with their machine code."""

from collections import namedtuple
from collections.abc import Callable
from enum import Enum, IntEnum
from types import ModuleType
from typing import Any

import numpy as np
from numba import njit

from simulate.game import find_game, game_names
from simulate.kit.code_key import code_key
from simulate.play.kernel import choice_of, kernel_of
from strategies import find_strategy, strategies_for


def defined(source: str, **names: Any) -> Callable[..., Any]:
    scope = {**names, "__name__": "theirs"}
    exec(source, scope)
    function: Callable[..., Any] = scope["f"]
    return function


def key(source: str, **names: Any) -> str:
    return code_key(defined(source, **names))


READS = "def f():\n    return A[0]\n"


def test_a_key_changes_with_the_values_that_a_function_reads() -> None:
    arrays = [np.arange(3), np.arange(1, 4), np.arange(3.0)]
    assert len({key(READS, A=value) for value in [*arrays, (0, 1), (1, 0)]}) == 5
    assert key(READS, A=np.arange(3)) == key(READS, A=np.arange(3))
    orders: list[Any] = [namedtuple("P", order) for order in (["x", "y"], ["y", "x"])]
    first, second = (order(1, 2) for order in orders)
    assert key("def f():\n    return A.x\n", A=first) != key("def f():\n    return A.x\n", A=second)


def test_a_key_changes_with_defaults_and_compiler_settings_but_not_with_comments() -> None:
    for before in ("", "*, "):
        texts = [f"def f({before}by={by}):\n    return by\n" for by in (3, 4)]
        assert key(texts[0]) != key(texts[1])
    plain = defined("def f(x):\n    return x / 3\n")
    assert code_key(njit(plain)) != code_key(njit(error_model="numpy")(plain))
    assert key("def f(x):\n    return x\n") == key("def f(x):\n    # as it is\n    return x\n")


def test_a_key_changes_with_the_kinds_of_arguments() -> None:
    takes = ("a, b", "a, *b", "a, /, b", "a, *, b", "a, **b")
    assert len({key(f"def f({taken}):\n    return len(b)\n") for taken in takes}) == 5
    # Where nothing else is given, the names of arguments are a comprehension's first constant.
    gives = ("low", "high")
    assert len({key(f"def f(xs):\n    return [g({name}=x) for x in xs]\n") for name in gives}) == 2


def test_a_key_changes_with_the_values_of_an_enum() -> None:
    members: list[dict[str, int]] = [{"A": 1, "B": 2, "C": 1}, {"A": 1, "B": 2, "C": 2}]
    kinds: list[Any] = [Enum, IntEnum]
    enums = [kind("Kind", value) for kind in kinds for value in members]
    assert len({key("def f():\n    return KIND.C\n", KIND=value) for value in enums}) == 4


def test_all_bundled_code_has_a_key() -> None:
    for game in map(find_game, game_names()):
        players = [find_strategy(spec, game.name) for spec in strategies_for(game.name)]
        choices = [choice_of(p.decide, p.code, len(p.parameters), game) for p in players]
        assert all(value.key for value in [kernel_of(game), *choices])


def test_a_value_of_the_same_name_in_another_module_is_not_part_of_a_key() -> None:
    module = ModuleType("simulate.theirs")
    module.__dict__.update(B=3, A=[1])
    assert key("def f():\n    return A.B\n", A=module)
    assert key("def f():\n    return A.A\n", A=module) == ""


def test_a_function_that_reads_something_changeable_has_no_key() -> None:
    assert key(READS, A=[1]) == ""


def test_only_the_used_attributes_of_a_module_are_part_of_a_key() -> None:
    modules = [ModuleType("theirs") for _ in range(2)]
    for value, module in enumerate(modules):
        vars(module).update(x=value, A=[1])
    first, second = (key("def f():\n    return A.x\n", A=module) for module in modules)
    assert "" != first != second != ""
    assert key("def f():\n    return A.A\n", A=modules[0]) == ""
