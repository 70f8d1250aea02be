"""Mistakes of strategies that the compiler refuses are explained, with a remedy."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.checking.steps import describe_error
from simulate.errors import UsageError
from simulate.game import find_game
from simulate.play.engine import Engine
from strategies import find_strategy

HEAD = """\
from strategies import Parameter, legal, strategy


@strategy("*", tier=1, least=Parameter(1, 0, 9, "A number."))
def first(view, least):
"""
#: The rest of a file with the strategy `first`, the name of the tested strategy, and what the
#: message says.
MISTAKES = {
    "    return least\n": ("first", ("it returns float64", "write int(...) around the value")),
    "    return 0\n\n\n@strategy('*', tier=1)\ndef second(view):\n    return first(view, 1)\n": (
        "second",
        ("first is a strategy, and strategies cannot call each other", "to a function"),
    ),
}


@pytest.mark.parametrize("rest", MISTAKES)
def test_a_mistake_is_explained_with_a_remedy(tmp_path: Path, rest: str) -> None:
    name, parts = MISTAKES[rest]
    file = tmp_path / "mine.py"
    file.write_text(HEAD + rest, encoding="utf-8")
    game = find_game("snorkeling")
    strategy = find_strategy(f"{file}:{name}", game.name)
    with pytest.raises(UsageError, match="cannot be compiled") as refused:
        Engine(game, game.resolve(game.default_variant, {}, 2), [strategy] * 2, 2, 1)
    for part in parts:
        assert part in str(refused.value)


def test_a_returned_parameter_has_a_remedy_of_its_own_in_checks() -> None:
    message = "a strategy must return one of the whole numbers in legal(view), but it returned "
    assert "int(...)" in describe_error(UsageError(f"{message}np.float64(3.0)")).remedy
    assert "return and one of the actions" in describe_error(UsageError(f"{message}None")).remedy
