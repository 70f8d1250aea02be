from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from simulate.errors import UsageError
from strategies import find_strategy, strategies_for
from strategies.registry import split_at_commas
from tests.helpers.strategy_files import write_strategy

DECLARED = (
    "attack=Parameter(0.5, 0.0, 1.0, 'How bold.'), depth=Parameter(3.0, -10.0, 1e9, 'How far.')"
)


@pytest.fixture(scope="module")
def tuned(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The spec of a strategy with two parameters."""
    folder = tmp_path_factory.mktemp("tuned")
    body = "return action_at(view.menu, 0)"
    return write_strategy(folder, body, name="tuned", declared=DECLARED, takes="attack, depth")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(attack=st.floats(0, 1), depth=st.floats(-10, 1e9))
@example(attack=0.1234567, depth=3.0)
@example(attack=0.5, depth=123456789.0)
def test_a_spec_gives_the_very_same_strategy_again(attack: float, depth: float, tuned: str) -> None:
    made = find_strategy(tuned, "snorkeling").with_values({"attack": attack, "depth": depth})
    again = find_strategy(made.spec, "snorkeling")
    assert again.vector == made.vector == [attack, depth]
    assert again.spec == made.spec


def test_different_values_have_different_specs(tuned: str) -> None:
    one = find_strategy(f"{tuned}(attack=0.1234567)", "snorkeling")
    other = find_strategy(f"{tuned}(attack=0.1234568)", "snorkeling")
    assert one.spec != other.spec


def test_a_spec_names_only_what_differs_from_the_defaults(tuned: str) -> None:
    assert find_strategy(f"{tuned}(attack=0.5)", "snorkeling").spec == tuned
    changed = find_strategy(f"{tuned}( attack = 0.80 , depth=4)", "snorkeling")
    assert changed.spec == f"{tuned}(attack=0.8, depth=4)"


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ("(atack=1)", "unknown parameter 'atack' .*did you mean 'attack'"),
        ("(attack=1.5)", "attack .*cannot be 1.5; allowed: 0 to 1"),
        ("(attack=nan)", "attack .*cannot be nan; allowed: 0 to 1"),
        ("(attack=much)", "cannot read 'attack=much'"),
        ("(attack)", "cannot read 'attack'"),
        ("(attack=1", "cannot read the strategy"),
        ("(attack=0.1, attack=0.2)", "attack"),
    ],
)
def test_a_wrong_parameter_is_refused_with_what_is_right(
    values: str, told: str, tuned: str
) -> None:
    with pytest.raises(UsageError, match=told):
        find_strategy(f"{tuned}{values}", "snorkeling")


def test_an_unknown_strategy_is_refused_with_the_nearest_suggested() -> None:
    with pytest.raises(UsageError, match=r"unknown strategy 'randon' for snorkeling.*'random'"):
        find_strategy("randon", "snorkeling")


def test_strategies_come_weakest_first_and_are_described() -> None:
    found = list(strategies_for("snorkeling").values())
    assert [(s.tier, s.name) for s in found] == sorted((s.tier, s.name) for s in found)
    assert found[0].name == "random"
    assert all(s.description.strip() for s in found)


@pytest.mark.parametrize(
    ("text", "specs"),
    [
        ("planner", ["planner"]),
        ("planner, random,random", ["planner", "random", "random"]),
        ("planner(a=1,b=2),x.py:bold(c=3)", ["planner(a=1,b=2)", "x.py:bold(c=3)"]),
    ],
)
def test_a_line_up_is_split_between_its_strategies(text: str, specs: list[str]) -> None:
    assert split_at_commas(text) == specs
