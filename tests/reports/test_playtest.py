"""Real games against simulated ones: what is found of logs of which the truth is known."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from reports.figures.figure import ADVANTAGE, MINUTES, TURNS
from reports.playtest.agreement import MOST_WINS, TOGETHER, Comparison
from reports.playtest.charts import charts_of
from reports.playtest.games import ROUNDS, WINNER_SCORE, Columns, SimulatedGames, seat_paths
from reports.playtest.log import Log
from reports.playtest.results import Playtest, Style
from reports.run.results import Results
from simulate.cli.plans.levels import tables_of
from simulate.cli.plans.selection import Selection, choose
from simulate.game import find_game
from simulate.play.extra_runs import with_lineup
from simulate.play.run import play
from tests.reports.test_charts import faults


@cache
def simulated(game: str, seed: int, rule: str = "") -> tuple[Style, ...]:
    """Return a few hundred games of each style."""
    study, _ = choose(Selection(source=game, seed=seed, players=3, rule=[rule] if rule else None))
    found = []
    for table in tables_of(study, thinkers=False):
        if not table.is_guest:
            asked, kept = with_lineup(study, table.lineup, 400), SimulatedGames()
            run = play(asked, table.lineup, watchers={"playtest": kept})
            columns = kept.columns(find_game(game), study.players)
            found.append(Style(table.name, Results(run), columns))
    return tuple(found)


def playtest_of(columns: Columns, styles: tuple[Style, ...]) -> Playtest:
    games = len(next(iter(columns.values())))
    return Playtest(Log(3, games, columns), styles, [], 0.95)


def unexplained(found: Playtest) -> list[str]:
    return [one.figure for one in found.agreements if one.verdict == "not explained"]


def drawn(columns: Columns, games: int, chance: np.random.Generator) -> Columns:
    some = chance.integers(0, len(columns[TURNS]), games)
    return {path: values[some] for path, values in columns.items()}


@pytest.mark.parametrize("game", ["snorkeling", "schnuff"])
def test_players_who_are_hidden_come_first_after_five_games(game: str) -> None:
    chance, first, alike = np.random.default_rng(1), 0, 0
    for hidden in [*simulated(game, 77)] * 4:
        found = playtest_of(drawn(hidden.columns, 5, chance), simulated(game, 1))
        first += found.ranked[0].name == hidden.name
        alike += hidden.name in found.alike
    # Some styles hardly differ; by chance one in seven would be first.
    assert first >= 0.5 * 4 * len(simulated(game, 77))
    assert alike >= 0.75 * 4 * len(simulated(game, 77))


def test_right_logs_are_explained_and_those_of_other_rules_are_not() -> None:
    chance, styles = np.random.default_rng(2), simulated("snorkeling", 1)
    for hidden in simulated("snorkeling", 77):
        right = playtest_of(drawn(hidden.columns, 8, chance), styles)
        assert not unexplained(right)
    for hidden in simulated("snorkeling", 77, "target_score=6")[:2]:
        wrong = playtest_of(drawn(hidden.columns, 8, chance), styles)
        assert TOGETHER in unexplained(wrong)


def test_chances_are_what_they_say() -> None:
    chance, games = np.random.default_rng(3), 300
    world = np.exp(chance.normal(4, 0.5, (games + 1, 2_000)))
    of_one: dict[str, Columns] = {"one": {TURNS: world[0]}}
    found = [Comparison({TURNS: own[:4]}, of_one).agreements("one")[TURNS].p for own in world[1:]]
    for level in (0.1, 0.5):
        error = 4 * np.sqrt(level * (1 - level) / games)
        assert abs(np.mean(np.array(found) < level) - level) < error
    # Games that take half as long again are odd far more often.
    longer = [Comparison({TURNS: 1.5 * own[:8]}, of_one).agreements("one") for own in world[1:100]]
    assert np.mean([one[TURNS].p < 0.1 for one in longer]) > 0.5


def test_what_is_nearly_always_so_is_not_odd() -> None:
    seldom = (np.arange(2_000) < 3).astype(float)
    world: dict[str, Columns] = {"one": {TURNS: np.ones(2_000), "counts.storms": seldom}}
    for value, least in ((0.0, 1.0), (1.0, 0.0)):
        found = Comparison({"counts.storms": np.array([value])}, world).agreements("one")
        assert found["counts.storms"].p >= least
        assert (found["counts.storms"].p < 0.01) == bool(value)


def test_what_is_usual_alone_may_be_odd_together() -> None:
    chance = np.random.default_rng(4)
    rounds = chance.normal(10, 3, 2_000)
    world = {TURNS: np.exp(rounds / 4), ROUNDS: rounds}
    odd = {TURNS: np.exp(np.array([7.0, 13.0, 7, 13]) / 4), ROUNDS: np.array([13.0, 7, 13, 7])}
    found = Comparison(odd, {"one": world}).agreements("one")
    assert found[ROUNDS].p > 0.3
    assert found[TOGETHER].p < 0.001


def test_that_any_seat_wins_so_many_is_told() -> None:
    seats = np.random.default_rng(5).integers(0, 4, 20_000)
    paths = seat_paths(4)
    world = {TURNS: np.ones(len(seats))} | {p: 1.0 * (seats == n) for n, p in enumerate(paths)}
    won = np.array([1, 1, 1, 1, 0, 2])
    logged = {path: 1.0 * (won == n) for n, path in enumerate(paths)}
    found = Comparison(logged, {"one": world}).agreements("one")
    # 4 or more of 6: 154 of 4,096 for one seat, and no two seats can.
    assert found[MOST_WINS].p == pytest.approx(4 * 154 / 4096, abs=0.02)
    assert found[paths[1]].p == pytest.approx(2 * 154 / 4096, abs=0.01)


def test_seconds_a_turn_have_students_interval_over_games() -> None:
    logged = {TURNS: np.array([60.0, 60, 60, np.nan]), MINUTES: np.array([10.0, 20, 30, 7])}
    found = playtest_of(logged, simulated("snorkeling", 1)[:1])
    half = 4.302653 * 10 / np.sqrt(3)  # two degrees of freedom
    assert found.seconds.value == pytest.approx(20)
    assert found.seconds.low == pytest.approx(20 - half, rel=1e-6)
    assert found.seconds.high == pytest.approx(20 + half, rel=1e-6)
    turns = found.your_table[TURNS].value
    assert found.your_table[MINUTES].value == pytest.approx(turns * 20 / 60)


def test_minutes_alone_are_what_games_take_and_tell_no_players_apart() -> None:
    found = playtest_of({MINUTES: np.array([40.0, 50, 60])}, simulated("snorkeling", 1))
    assert not found.tells_apart
    half = 4.302653 * 10 / np.sqrt(3)
    assert found.your_table[MINUTES].low == pytest.approx(50 - half, rel=1e-6)
    lengths = [60 * 50 / one.results.estimate(TURNS).value for one in found.styles]
    assert found.seconds.low < min(lengths) + 5 < max(lengths) - 5 < found.seconds.high


def test_the_table_has_the_ranges_of_all_whom_it_may_be_of() -> None:
    styles = simulated("snorkeling", 1)
    found = playtest_of({MINUTES: np.array([40.0])}, styles)
    assert list(found.posterior.values()) == pytest.approx([1 / len(styles)] * len(styles))
    turns = [one.results.estimate(TURNS).value for one in styles]
    assert found.your_table[TURNS].value == pytest.approx(np.mean(turns))
    assert found.your_table[TURNS].low < 1.05 * min(turns)
    assert found.your_table[TURNS].high > 0.95 * max(turns)
    # Of one game nothing is told of how sure a turn's seconds are.
    assert not np.isfinite(found.seconds.high - found.seconds.low)
    sure = playtest_of({path: styles[0].columns[path] for path in (TURNS, ROUNDS)}, styles)
    own, told = styles[0].results.estimate(ADVANTAGE), sure.your_table[ADVANTAGE]
    assert (told.low, told.high) == pytest.approx((own.low, own.high), abs=0.01)


def test_games_of_which_less_is_known_tell_less_and_nothing_wrong() -> None:
    hidden = simulated("snorkeling", 77)[0]
    log = {path: hidden.columns[path][:6].copy() for path in (TURNS, WINNER_SCORE)}
    log[TURNS][:3] = log[WINNER_SCORE][2:] = np.nan
    found = playtest_of(log, simulated("snorkeling", 1))
    assert found.ranked[0].name == hidden.name
    assert {one.figure: one.games for one in found.agreements} == {
        TURNS: 3,
        WINNER_SCORE: 2,
        TOGETHER: 6,
    }


@pytest.mark.parametrize("path", [TURNS, MINUTES, WINNER_SCORE])
def test_charts_can_be_read(path: str) -> None:
    columns = simulated("snorkeling", 77)[1].columns
    log = {path: columns.get(path, columns[TURNS] / 3)[:12]}
    [chart] = charts_of(playtest_of(log, simulated("snorkeling", 1)))
    for narrow in (False, True):
        assert not faults(chart.draw(narrow=narrow))
    assert "simulated ones in the mean" in chart.words
