"""Specs name strategies, those of this folder, of files and of packages that may be broken."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from simulate import game
from simulate.errors import UsageError
from strategies import find_strategy, registry, strategies_for
from strategies.registry import split_at_commas
from tests.helpers.commands_helper import fathom
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
def test_the_spec_of_a_strategy_finds_the_same_strategy(
    attack: float, depth: float, tuned: str
) -> None:
    made = find_strategy(tuned, "snorkeling").with_values({"attack": attack, "depth": depth})
    again = find_strategy(made.spec, "snorkeling")
    assert again.vector == made.vector == [attack, depth]
    assert again.spec == made.spec


def test_different_values_have_different_specs(tuned: str) -> None:
    first = find_strategy(f"{tuned}(attack=0.1234567)", "snorkeling")
    second = find_strategy(f"{tuned}(attack=0.1234568)", "snorkeling")
    assert first.spec != second.spec


def test_a_spec_names_only_what_differs_from_the_defaults(tuned: str) -> None:
    assert find_strategy(f"{tuned}(attack=0.5)", "snorkeling").spec == tuned
    changed = find_strategy(f"{tuned}( attack = 0.80 , depth=4)", "snorkeling")
    assert changed.spec == f"{tuned}(attack=0.8, depth=4)"


def test_an_invalid_parameter_is_refused_with_the_allowed_values(tuned: str) -> None:
    for values, message in (
        ("(atack=1)", "unknown parameter 'atack' .*did you mean 'attack'"),
        ("(attack=1.5)", "attack .*cannot be 1.5; allowed: 0 to 1"),
        ("(attack=nan)", "attack .*cannot be nan; allowed: 0 to 1"),
        ("(attack=much)", "cannot read 'attack=much'"),
        ("(attack)", "cannot read 'attack'"),
        ("(attack=1", "cannot read the strategy"),
        ("(attack=0.1, attack=0.2)", "attack"),
    ):
        with pytest.raises(UsageError, match=message):
            find_strategy(f"{tuned}{values}", "snorkeling")


def test_an_unknown_strategy_is_refused_with_a_suggestion() -> None:
    for spec, message in (
        ("randon", "unknown strategy 'randon' for snorkeling.*'random'"),
        ("serch", "unknown strategy 'serch' for snorkeling.*'search'"),
        ("search(playout=search)", "playout of strategy search cannot be search, which thinks"),
        ("search(playout=plannr)", "unknown strategy 'plannr' for snorkeling.*'planner'"),
        ("search(playout=planner(attak=1))", "unknown parameter 'attak' of strategy planner"),
        ("search(rollouts=none)", "cannot read 'rollouts=none'"),
        ("search(base)", "cannot read 'base'"),
        ("search(rollout=8)", "unknown parameter 'rollout' of strategy search.*'rollouts'"),
        ("search(base=restricted)", "base of strategy search cannot be restricted, which thinks"),
        ("restricted(first=-2)", "parameter first of strategy restricted cannot be -2"),
        ("restricted(base=plannr)", "unknown strategy 'plannr' for snorkeling"),
        (
            "restricted(base=search(playout=planner(attack=0.4)), instead=search)",
            "instead of strategy restricted cannot be search, which thinks",
        ),
        (
            "restricted(base=restricted(base=restricted), instead=planner)",
            "parameters, including those of the strategies that it uses; allowed: 48",
        ),
    ):
        with pytest.raises(UsageError, match=message):
            find_strategy(spec, "snorkeling")


def test_strategies_come_weakest_first_and_are_described() -> None:
    strategies = list(strategies_for("snorkeling").values())
    assert [(s.tier, s.name) for s in strategies] == sorted((s.tier, s.name) for s in strategies)
    assert strategies[0].name == "random"
    assert all(s.description.strip() for s in strategies)


def test_the_text_of_a_line_up_is_split_into_its_strategies() -> None:
    for text, specs in (
        ("planner", ["planner"]),
        ("planner, random,random", ["planner", "random", "random"]),
        ("planner(a=1,b=2),x.py:bold(c=3)", ["planner(a=1,b=2)", "x.py:bold(c=3)"]),
    ):
        assert split_at_commas(text) == specs


def broken(group: str) -> EntryPoint:
    return EntryPoint("ruin", "nowhere_at_all:it", group)


def test_a_broken_installed_game_does_not_affect_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game, "entry_points", lambda group: [broken(group)])
    locations = game._locations.__wrapped__()
    monkeypatch.setattr(game, "_locations", lambda: locations)
    done = fathom(tmp_path, "games")
    assert "snorkeling" in done.out
    assert done.err.count("'ruin'") == 1
    error = " ".join(fathom(tmp_path, "rules", "ruin", code=1).err.split())
    assert "'ruin' (nowhere_at_all:it) does not load: ModuleNotFoundError" in error


def test_a_broken_installed_strategy_does_not_affect_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(registry, "entry_points", lambda group: [broken(group)])
    strategies = registry._declared.__wrapped__(("snorkeling",))
    assert "planner" in {strategy.name for strategy in strategies}
    error = capsys.readouterr().err
    assert error.count("'ruin'") == 1
    assert "repair or uninstall" in error
