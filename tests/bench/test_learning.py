"""The configurations, the table and the chart of the benchmark of learned players."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from simulate.game import find_game
from strategies import strategies_for
from tests.bench.commands import CommandError
from tests.bench.headlines import COLUMNS as HEADLINE_COLUMNS
from tests.bench.headlines import headline_table, measure_headlines
from tests.bench.learning import COLUMNS, OWN, configurations, draw, measure, table

STRENGTH = {
    "round": 1,
    "share": 0.5,
    "compared_with": 0.5,
    "difference": {"value": 0.0, "ci_low": -0.1, "ci_high": 0.1},
    "deals": 500,
}
LEARNED: dict[str, Any] = {
    "name": "pig",
    "title": "pig",
    "variant": "",
    "players": 2,
    "base": "",
    "minutes": 10.0,
    "cpu_seconds": 1_200.0,
    "learned": {
        "rival": "optimal",
        "together": False,
        "rounds": [STRENGTH],
        "final": {**STRENGTH, "deals": 2_000},
    },
    "weaker": {"pace": {"share": 0.6, "ci_low": 0.55, "ci_high": 0.65, "games": 4_000}},
    "one_learner_games_per_s": 3_000.4,
    "all_learners_games_per_s": 2_000.0,
}


@pytest.mark.parametrize("path", sorted(OWN.glob("*.py")), ids=lambda path: path.stem)
def test_own_games_allow_2_and_4_players_and_have_a_best_strategy(path: Path) -> None:
    game = find_game(str(path))
    for players in (2, 4):
        game.check_players(players)
    tiers = sorted(style.tier for style in strategies_for(game.name_or_file).values())
    assert tiers[-1] == 3
    assert tiers[-2] < 3
    assert tiers.count(0) == 1  # random


def test_all_games_are_measured_with_2_and_4_players() -> None:
    everything = configurations([])
    assert len(everything) == 24
    assert {configuration.players for configuration in everything} == {2, 4}
    assert sum(configuration.file is not None for configuration in everything) == 12
    assert "snorkeling expert" in [configuration.title for configuration in everything]


def test_a_base_is_for_all_games_or_for_a_game() -> None:
    chosen = configurations(["pig", "coop"], [2], bases=["random", "pig=pace"])
    assert [configuration.base for configuration in chosen] == ["pace", "random"]


@pytest.mark.parametrize("names", [(["chess"], []), (["pig"], ["chess=random"])])
def test_an_unknown_game_is_refused(names: tuple[list[str], list[str]]) -> None:
    games, bases = names
    with pytest.raises(ValueError, match="unknown game chess; known are animal-splash, "):
        configurations(games, bases=bases)


def test_the_table_has_a_row_for_each_configuration_also_if_it_was_refused() -> None:
    chosen = {name: LEARNED[name] for name in ("players", "base", "minutes")}
    refused = {**chosen, "title": "coop", "refused": "not possible"}
    failed = {**LEARNED, "failed": "exit code -11"}
    lines = table([LEARNED, refused, failed]).split("\n")
    assert [line.count("|") for line in lines] == [len(COLUMNS) + 1] * 5
    assert lines[2] == (
        "| pig | 2 | default | 10 | 1,200 | 1 | optimal 50.0% [40.0%, 60.0%] (2,000 deals) "
        "| pace 60.0% [55.0%, 65.0%] (4,000 games) | 3,000 | 2,000 |"
    )
    assert lines[3].startswith("| coop | 2 | default | 10 | refused: not possible |")
    assert lines[4].startswith("| pig | 2 | default | 10 | failed: exit code -11 |")


def test_a_command_that_fails_after_learning_does_not_lose_the_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def run_json(command: list[str], folder: Path) -> Any:
        if command[0] == "learn":
            return LEARNED["learned"]
        raise CommandError(-11, "")

    monkeypatch.setattr("tests.bench.learning.run_json", run_json)
    [configuration] = configurations(["pig"], [2])
    result = measure(configuration)
    assert result["learned"] == LEARNED["learned"]
    assert result["failed"] == "exit code -11 (negative: the signal that ended it)"


def test_a_game_that_cannot_be_learned_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def run_json(command: list[str], folder: Path) -> Any:
        raise CommandError(2, f"{folder}/pig.py cannot be learned")

    monkeypatch.setattr("tests.bench.learning.run_json", run_json)
    [configuration] = configurations(["pig"], [2])
    assert measure(configuration)["refused"] == "pig.py cannot be learned"


def test_a_player_of_a_game_won_together_is_compared_with_the_best_strategy() -> None:
    difference = {"value": 0.17, "ci_low": 0.15, "ci_high": 0.19}
    final = {**STRENGTH, "share": 0.61, "compared_with": 0.44, "difference": difference}
    learned = {**LEARNED["learned"], "together": True, "rival": "forecaster", "final": final}
    together = {**LEARNED, "title": "coop", "learned": learned, "weaker": {}}
    del together["one_learner_games_per_s"]
    assert table([together]).split("\n")[-1] == (
        "| coop | 2 | default | 10 | 1,200 | 1 "
        "| 61.0%, forecaster 44.0%, difference 17.0% [15.0%, 19.0%] (500 deals) |  |  | 2,000 |"
    )


def test_the_chart_has_a_picture_for_each_player_that_learned(tmp_path: Path) -> None:
    refused = {"name": "coop", "refused": "not possible"}
    together = {**LEARNED, "title": "coop", "learned": {**LEARNED["learned"], "together": True}}
    with mock.patch("matplotlib.pyplot.close") as close:
        draw([LEARNED] * 4 + [together, refused], tmp_path / "chart.png")
    [figure] = close.call_args.args
    drawn = [axes.get_title() for axes in figure.axes if axes.get_visible()]
    assert drawn == [
        *["pig, 2 players, among optimal"] * 4,
        "coop, 2 players, compared with optimal",
    ]
    assert (tmp_path / "chart.png").stat().st_size > 10_000
    draw([{"name": "coop", "refused": "not possible"}], tmp_path / "none.png")
    assert not (tmp_path / "none.png").exists()


def test_the_table_of_headlines_has_a_row_for_each_kind_of_players() -> None:
    figure = {"value": 0.02, "mean": 30.0, "win_rate": 0.6, "ci_low": 0.01, "ci_high": 0.03}
    names = ("first_player_advantage", "turns", "lead_changes", "skill")
    headlines = {"games": 4_000} | dict.fromkeys(names, figure)
    together = {"games": 400, "turns": figure, "games_won": figure}
    result = {**LEARNED, "headlines": {"learned": headlines, "search(rollouts=16)": together}}
    lines = headline_table([LEARNED, result]).split("\n")
    assert [line.count("|") for line in lines] == [len(HEADLINE_COLUMNS) + 1] * 4
    assert lines[2] == (
        "| pig | 2 | learned | 4,000 | 2.0% [1.0%, 3.0%] | 30.00 [0.01, 0.03] | 0.02 [0.01, 0.03] "
        "|  | 60.0% [1.0%, 3.0%] |"
    )
    assert lines[3] == (
        "| pig | 2 | search(rollouts=16) | 400 |  | 30.00 [0.01, 0.03] |  | 60.0% [1.0%, 3.0%] |  |"
    )


@pytest.mark.parametrize("is_together", [False, True])
def test_headlines_have_the_share_of_games_won_only_if_all_win_together(
    is_together: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rate = {"win_rate": 0.3, "ci_low": 0.2, "ci_high": 0.4}
    figure = {"value": 0.1, "ci_low": 0.0, "ci_high": 0.2}
    run = {"games": 40, "length": {"turns": {"mean": 9.0}}, "strategies": [rate]}
    if is_together:
        run |= {"sides": [rate], "first_player_advantage": None}
    else:
        run |= {"first_player_advantage": figure, "lead_changes": figure}
    monkeypatch.setattr("tests.bench.headlines.run_json", lambda command, folder: run)
    headlines = measure_headlines(["a game"], 2, "the best", 40, Path())
    assert list(headlines) == ["learned", "the best", "search(rollouts=16)"]
    shown = {"games", "turns", "games_won"}
    if not is_together:
        shown = {"games", "turns", "first_player_advantage", "lead_changes", "skill"}
    assert all(set(figures) == shown for figures in headlines.values())
