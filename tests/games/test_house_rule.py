"""The guide's house rule in 13 lines is a game that the strategies of Snorkeling play."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from reports.analysis.selection import resolve_study
from simulate.command_options import Selection
from simulate.game import Game, find_game
from simulate.play.engine import Engine
from simulate.play.explaining import refuse_references
from strategies import find_strategy, strategies_for, thinkers_for

GUIDE = Path(__file__).resolve().parents[2] / "simulate" / "games" / "README.md"
TEXT = GUIDE.read_text(encoding="utf-8")
SECTION = TEXT.partition("## A house rule in 13 lines\n")[2].partition("\n## ")[0]


def block(language: str) -> str:
    """Return the section's only block of code in a language."""
    [code] = re.findall(f"```{language}\n(.*?)```", SECTION, re.DOTALL)
    return str(code)


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """Return the game in the file."""
    path = tmp_path / "my_snorkeling.py"
    path.write_text(block("python"), encoding="utf-8")
    return find_game(str(path))


def test_the_house_rule_has_13_lines() -> None:
    assert len(list(filter(None, block("python").splitlines()))) == 13


def test_a_house_rule_adds_an_option_to_those_of_the_printed_game(game: Game) -> None:
    study, lineup = resolve_study(
        Selection(source=game.name_or_file, rule=["first_seat=2", "target_score=8"])
    )
    assert study.rules == {"first_seat": 2, "target_score": 8}
    assert [strategy.name for strategy in lineup] == ["planner"] * 4


def test_a_house_rule_is_played_by_the_strategies_of_the_printed_game(game: Game) -> None:
    assert strategies_for(game.name_or_file).keys() == strategies_for("snorkeling").keys()
    assert thinkers_for(game.name_or_file).keys() == thinkers_for("snorkeling").keys()
    assert find_strategy("aunt = planner(attack=0.4)", game.name_or_file).spec == "aunt"
    assert game.name not in (find_strategy("planner", "snorkeling").game, "snorkeling")
    assert "hurrier" not in strategies_for(game.name_or_file)


def test_chance_in_a_house_rule_depends_on_the_seed(game: Game) -> None:
    refuse_references(game.deal, "game my-snorkeling", "state.chance")


@pytest.mark.slow
def test_a_house_rule_sets_the_first_seat_and_keeps_the_head_start_option(game: Game) -> None:
    lineup = [find_strategy("random", game.name_or_file)] * 3
    engine = Engine(
        game, game.resolve("base", {"first_seat": 2, "head_start": {"3": 6}}, 3), lineup, 1, 1
    )
    first = next(engine.walk(0))
    assert first.snapshot.table.seat == 1
    assert list(first.snapshot.table.scores[:3]) == [0, 0, 6]
