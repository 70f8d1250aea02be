"""Playtests of logs whose players, rules or true figures are known."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from reports.analysis.selection import resolve_study
from reports.figures.figure import ADVANTAGE, LEAD_CHANGES, MINUTES, TURNS
from reports.figures.statistics import Estimate
from reports.playtest.agreements import MOST_WINS, TOGETHER, Agreement
from reports.playtest.document import CONTEST
from reports.playtest.games import (
    OTHERS_SCORE,
    ROUNDS,
    WINNER_SCORE,
    Columns,
    SimulatedGames,
    make_columns,
    win_paths,
)
from reports.playtest.log import PlaytestLog
from reports.playtest.play import PlaytestDesign, PlaytestRun
from reports.playtest.results import PlaytestResults
from reports.playtest.tables import FIGURES
from reports.run.results import RunResults
from simulate.command_options import Selection
from simulate.game import find_game
from simulate.play.extra_runs import with_lineup
from simulate.play.run import play
from strategies import strategies_for
from tests.reports.test_charts import faults

STYLES = ("eager", "attacker", "closer", "planner")


@cache
def simulated(seed: int = 1, rule: str = "") -> PlaytestRun:
    """Return a few hundred games of some styles."""
    selection = Selection(source="snorkeling", seed=seed, players=3, rule=[rule] if rule else None)
    study, _ = resolve_study(selection)
    styles = [strategies_for("snorkeling")[name] for name in STYLES]
    design = PlaytestDesign(replace(study, games=400), styles, PlaytestLog(1, {}))
    runs = []
    columns = []
    for style in styles:
        watcher = SimulatedGames()
        lineup = [style] * 3
        style_study = with_lineup(design.study, lineup, 400)
        runs.append(play(style_study, lineup, watchers={"playtest": watcher}))
        columns.append(watcher.columns(find_game("snorkeling"), 3))
    return PlaytestRun(design, tuple(runs), 1.0, 1, False, tuple(columns))


def results_of(logged: Columns, world: dict[str, Columns] | None = None) -> PlaytestResults:
    """Return the results of a log; `world` replaces the simulated games of each kind."""
    run = simulated()
    log = PlaytestLog(len(next(iter(logged.values()))), logged)
    results = PlaytestResults(replace(run, design=replace(run.design, log=log)), 0.95)
    if world:
        results.simulated = world
    return results


def agreements(logged: Columns, world: dict[str, Columns] | None = None) -> dict[str, Agreement]:
    results = results_of(logged, world)
    return {agreement.figure: agreement for agreement in results.agreements}


def drawn(columns: Columns, games: int, chance: np.random.Generator) -> Columns:
    """Return a log of games that are drawn from `columns`, without the game's own counts."""
    indices = chance.integers(0, len(columns[TURNS]), games)
    return {path: values[indices] for path, values in columns.items() if "counts" not in path}


def test_five_logged_games_rank_the_true_strategy_first_in_nine_of_ten_logs() -> None:
    chance = np.random.default_rng(1)
    hidden = zip(STYLES * 6, simulated(77).columns * 6, strict=True)
    first = [
        results_of(drawn(columns, 5, chance)).posterior.ranked[0] == name
        for name, columns in hidden
    ]
    assert sum(first) >= 0.9 * len(first)


def test_logs_of_the_simulated_rules_are_explained_and_logs_of_other_rules_are_not() -> None:
    chance = np.random.default_rng(2)
    for columns in simulated(77).columns:
        right = agreements(drawn(columns, 8, chance)).values()
        assert "not explained" not in [agreement.verdict for agreement in right]
    for columns in simulated(77, "target_score=6").columns[:2]:
        assert agreements(drawn(columns, 8, chance))[TOGETHER].verdict == "not explained"


def test_a_figure_is_usual_exactly_if_it_lies_in_its_usual_range() -> None:
    chance, columns = np.random.default_rng(6), simulated(77, "target_score=9").columns[2]
    verdicts = set()
    for games in (1, 4, 12):
        for agreement in agreements(drawn(columns, games, chance)).values():
            logged = agreement.logged
            is_in_range = logged.low <= logged.value <= logged.high
            verdicts.add((agreement.verdict == "usual", is_in_range))
    assert verdicts == {(True, True), (False, False)}


@pytest.mark.slow
def test_p_values_are_calibrated() -> None:
    chance, games = np.random.default_rng(3), 80
    world = np.exp(chance.normal(4, 0.5, (games + 1, 2_000)))
    simulated_games: dict[str, Columns] = {"one": {TURNS: world[0]}}
    p_values = [agreements({TURNS: own[:4]}, simulated_games)[TURNS].p for own in world[1:]]
    for level in (0.1, 0.5):
        error = 4 * np.sqrt(level * (1 - level) / games)
        assert abs(np.mean(np.array(p_values) < level) - level) < error
    longer = [agreements({TURNS: 1.5 * own[:8]}, simulated_games)[TURNS].p for own in world[1:30]]
    assert np.mean(np.array(longer) < 0.1) > 0.5


def test_figures_that_are_usual_separately_can_be_unusual_together() -> None:
    chance = np.random.default_rng(4)
    rounds = chance.normal(10, 3, 2_000)
    world = {TURNS: np.exp(rounds / 4), ROUNDS: rounds}
    odd = {TURNS: np.exp(np.array([7.0, 13.0, 7, 13]) / 4), ROUNDS: np.array([13.0, 7, 13, 7])}
    by_figure = agreements(odd, {"one": world})
    assert by_figure[ROUNDS].p > 0.3
    assert by_figure[TOGETHER].p < 0.001


def test_the_most_wins_of_any_seat_have_a_p_value_of_their_own() -> None:
    seats = np.random.default_rng(5).integers(0, 4, 20_000)
    paths = win_paths(find_game("snorkeling"), 4)
    world = {TURNS: np.ones(len(seats))} | {
        path: 1.0 * (seats == seat) for seat, path in enumerate(paths)
    }
    won = np.array([1, 1, 1, 1, 0, 2])
    log = {path: 1.0 * (won == seat) for seat, path in enumerate(paths)}
    by_figure = agreements(log, {"one": world})
    # 4 or more of 6: 154 of 4,096 for one seat, and no two seats can.
    assert by_figure[MOST_WINS].logged.value == 4
    assert by_figure[MOST_WINS].p == pytest.approx(4 * 154 / 4096, abs=0.02)
    assert by_figure[paths[1]].p == pytest.approx(2 * 154 / 4096, abs=0.01)


def test_seconds_per_turn_have_the_student_interval_of_their_logarithm() -> None:
    logged = {TURNS: np.array([60.0, 60, 60, np.nan]), MINUTES: np.array([10.0, 20, 30, 7])}
    results = results_of(logged)
    half = 4.302653 * 10 / np.sqrt(3) / 20  # two degrees of freedom
    assert results.seconds.value == pytest.approx(20)
    assert results.seconds.low == pytest.approx(20 * np.exp(-half), rel=1e-3)
    assert results.seconds.high == pytest.approx(20 * np.exp(half), rel=1e-3)
    assert results.estimates[MINUTES].value == pytest.approx(
        results.estimates[TURNS].value * 20 / 60
    )


def test_a_log_with_minutes_only_gives_the_length_of_games_but_no_kinds_of_players() -> None:
    results = results_of({MINUTES: np.array([40.0, 50, 60])})
    assert not results.posterior.features
    half = 4.302653 * 10 / np.sqrt(3) / 50
    assert results.estimates[MINUTES].low == pytest.approx(50 * np.exp(-half), rel=1e-3)
    lengths = [60 * 50 / kind.estimate(TURNS).value for kind in results.kinds.values()]
    assert results.seconds.low < min(lengths) + 5 < max(lengths) - 5 < results.seconds.high
    # Assumed seconds per turn say nothing about the rules.
    assert agreements({MINUTES: np.array([900.0])})[MINUTES].verdict == "unusual"


def test_no_range_of_minutes_or_of_seconds_per_turn_is_negative() -> None:
    # Without logarithms, Student's interval of these minutes would begin at -13.
    results = results_of({MINUTES: np.array([48.0, 95, 40])})
    assert 0 < results.estimates[MINUTES].low < 40
    assert results.estimates[MINUTES].high > 95
    assert results.seconds.low > 0
    paced = results_of({MINUTES: np.array([10.0, 90]), TURNS: np.array([100.0, 100])})
    assert 0 < paced.seconds.low < paced.seconds.value < paced.seconds.high
    assert paced.estimates[MINUTES].low > 0


def test_ranges_of_a_playtest_cover_all_kinds_of_players_that_fit_the_log() -> None:
    results = results_of({MINUTES: np.array([40.0])})
    turns = [kind.estimate(TURNS).value for kind in results.kinds.values()]
    estimate = results.estimates[TURNS]
    assert estimate.value == pytest.approx(np.mean(turns))
    assert estimate.low < 1.05 * min(turns) < 0.95 * max(turns) < estimate.high
    # A single game gives no finite interval of the seconds per turn.
    assert not np.isfinite(results.seconds.high - results.seconds.low)
    columns = simulated().columns[0]
    sure = results_of({path: columns[path][:200] for path in (TURNS, ROUNDS)})
    own = sure.kinds[STYLES[0]].estimate(ADVANTAGE)
    estimate = sure.estimates[ADVANTAGE]
    assert (estimate.low, estimate.high) == pytest.approx((own.low, own.high), abs=0.01)


def test_games_with_missing_values_count_for_the_figures_that_they_have() -> None:
    columns = simulated(77).columns[0]
    log = {path: columns[path][:6].copy() for path in (TURNS, WINNER_SCORE)}
    log[TURNS][:3] = log[WINNER_SCORE][2:] = np.nan
    assert results_of(log).posterior.ranked[0] == STYLES[0]
    games = {figure: agreement.logged.n for figure, agreement in agreements(log).items()}
    assert games == {TURNS: 3, WINNER_SCORE: 2, TOGETHER: 6}


@pytest.mark.slow
def test_probabilities_of_kinds_are_calibrated() -> None:
    # Exponential scores do not fit the model: without calibration, kinds would be far too sure.
    chance, tables = np.random.default_rng(9), 250
    means = {"one": 20, "two": 32, "one + two": 26}
    world: dict[str, Columns] = {
        name: {WINNER_SCORE: chance.exponential(mean, 4_000)} for name, mean in means.items()
    }
    hidden = chance.choice(list(means), tables, p=[0.25, 0.25, 0.5])
    errors = np.empty(tables)
    for table, name in enumerate(hidden):
        log = {WINNER_SCORE: chance.exponential(means[name], 20)}
        posterior = results_of(log, world).posterior
        likeliest = posterior.ranked[0]
        errors[table] = posterior.probabilities[likeliest] - (likeliest == name)
    assert abs(np.mean(errors)) < 3 * np.std(errors) / np.sqrt(tables)
    # If all kinds are equal, the prior remains: single styles and pairs are equally likely.
    alike = results_of({WINNER_SCORE: np.array([15.0])}, dict.fromkeys(means, world["one"]))
    assert alike.posterior.probabilities == pytest.approx(
        {"one": 0.25, "two": 0.25, "one + two": 0.5}
    )


def test_the_figure_and_number_of_games_that_distinguish_kinds_of_players_are_correct() -> None:
    even = np.array(np.arange(2_000) % 9, np.float64)
    world: dict[str, Columns] = {
        name: {TURNS: 50 + even, WINNER_SCORE: 10 + up + even, ROUNDS: 5 + 3 * up + even}
        for name, up in (("one", 0.0), ("other", 2.0))
    }
    posterior = results_of({WINNER_SCORE: np.array([15.0])}, world).posterior
    assert posterior.best_figure == ROUNDS
    more = posterior.games_to_tell("one", "other")
    assert 5 < more < 40
    assert posterior.probabilities["one"] < 0.6
    log = np.random.default_rng(8).choice(world["one"][WINNER_SCORE], 1 + round(more))
    assert results_of({WINNER_SCORE: log}, world).posterior.probabilities["one"] > 0.6


#: The paths of the win rates of three seats.
SEATS_OF_THREE = win_paths(find_game("snorkeling"), 3)


def coverage(kinds: list[int], hidden: int, paths: tuple[str, ...]) -> dict[str, float]:
    """Return the share of 25 logs whose ranges contain the true figures of a style.

    Their logs hold 12 games with turns and the winner.
    """
    run, truth = simulated(), RunResults(simulated(77).lineup_runs[hidden])
    chosen = replace(
        run,
        lineup_runs=tuple(run.lineup_runs[kind] for kind in kinds),
        columns=tuple(run.columns[kind] for kind in kinds),
    )
    chance, games = np.random.default_rng(11), simulated(77).columns[hidden]
    held = dict.fromkeys(paths, 0)
    for _ in range(25):
        log = drawn(games, 12, chance)
        logged = {path: log[path] for path in (TURNS, *SEATS_OF_THREE)}
        design = replace(chosen.design, log=PlaytestLog(12, logged))
        estimates = PlaytestResults(replace(chosen, design=design), 0.95).estimates
        for path in paths:
            held[path] += estimates[path].low <= truth.estimate(path).value <= estimates[path].high
    return {path: number / 25 for path, number in held.items()}


#: The smallest accepted share of 25 ranges with the true value: four standard errors below 95%.
LEAST = 0.95 - 4 * np.sqrt(0.95 * 0.05 / 25)


@pytest.mark.parametrize(
    ("kinds", "hidden", "paths"),
    [
        pytest.param(
            [0, 1, 2, 3],
            3,
            (TURNS, ADVANTAGE, LEAD_CHANGES, *SEATS_OF_THREE),
            id="among the kinds",
            marks=pytest.mark.slow,
        ),
        pytest.param([0, 1, 2], 3, (TURNS, ADVANTAGE), id="slightly slower than all"),
        pytest.param(
            [0, 2, 3],
            1,
            (TURNS, ADVANTAGE, LEAD_CHANGES, *SEATS_OF_THREE),
            id="between them",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_ranges_contain_the_truth_of_strategies_that_are_not_simulated(
    kinds: list[int], hidden: int, paths: tuple[str, ...]
) -> None:
    shares = coverage(kinds, hidden, paths)
    assert min(shares.values()) > LEAST, shares
    if hidden not in kinds:
        # The simulated kinds alone, without the log, would not contain the true value.
        truth = RunResults(simulated(77).lineup_runs[hidden]).estimate(TURNS).value
        known = [RunResults(simulated().lineup_runs[kind]).estimate(TURNS) for kind in kinds]
        assert not any(estimate.low <= truth <= estimate.high for estimate in known)


def test_a_log_unlike_all_strategies_widens_the_ranges_of_other_figures() -> None:
    columns = simulated(77).columns[1]
    near = results_of({TURNS: columns[TURNS][:40]}).estimates[LEAD_CHANGES]
    far = results_of({TURNS: 4 * columns[TURNS][:40]}).estimates
    assert far[LEAD_CHANGES].high - far[LEAD_CHANGES].low > 1.5 * (near.high - near.low)
    # The estimate of the logged figure itself agrees with the log.
    mean = 4 * columns[TURNS][:40].mean()
    assert far[TURNS].value == pytest.approx(mean, rel=0.05)
    assert far[TURNS].low < mean < far[TURNS].high


def test_no_range_begins_below_the_shortest_simulated_or_logged_game() -> None:
    unlike: dict[str, Columns] = {
        name: {**columns, TURNS: columns[TURNS] * 10**number}
        for number, (name, columns) in enumerate(zip(STYLES, simulated().columns, strict=True))
    }
    shortest = min(columns[TURNS].min() for columns in unlike.values())
    wins = {f"seats.{seat + 1}.win_rate": np.eye(3)[seat] for seat in range(3)}
    # The lengths of styles differ tenfold: without a bound, the range would begin at 0.05.
    assert results_of(wins, unlike).estimates[TURNS].low == shortest
    # Shorter games that were logged lower the bound.
    logged = results_of({TURNS: np.linspace(0.4, 0.6, 9) * shortest}, unlike).estimates[TURNS]
    assert logged.low < logged.value < shortest


def test_shares_of_games_won_are_shown_in_percent() -> None:
    estimate = Estimate(0.2, 0.0, 0.375, 5)
    [column] = [column for column in FIGURES if column.name == "logged"]
    won = Agreement("sides.1.win_rate", estimate, 0.5, "usual", of_group=True)
    assert column.cell(won).text == "20.0% (0.0 to 37.5%)"
    turns = Agreement(TURNS, Estimate(12.0, 8.0, 16.0, 5), 0.5, "usual")
    assert column.cell(turns).text == "12 (8 to 16)"


def test_figures_without_variation_are_also_corrected_by_the_log() -> None:
    steady: dict[str, Columns] = {
        name: {**columns, ROUNDS: np.full(400, 15.0), TURNS: np.full(400, 60.0)}
        for name, columns in zip(STYLES, simulated().columns, strict=True)
    }
    for turns in (60.0, 66.0):
        log = {TURNS: np.full(5, turns), ROUNDS: np.full(5, 15.0)}
        results = results_of(log, steady)
        parts = results.departures.factor_probabilities(TURNS)
        means, deviations = results.departures.departure(TURNS)
        assert parts.sum(axis=1) == pytest.approx(1)
        assert 60 * np.exp((parts * means).sum(axis=1)) == pytest.approx(turns, rel=0.01)
        assert np.isfinite(deviations).all()


def test_the_win_rates_of_all_seats_sum_to_1() -> None:
    columns = drawn(simulated(77).columns[1], 9, np.random.default_rng(12))
    for log in (columns, {path: columns[path] for path in SEATS_OF_THREE}):
        wins = [results_of(log).estimates[path] for path in SEATS_OF_THREE]
        assert sum(seat.value for seat in wins) == pytest.approx(1, abs=0.01)
        assert all(0 <= seat.low < seat.value < seat.high <= 1 for seat in wins)


def lowest_wins(rules: object, state: object) -> int:
    """Stand for a game's own function that returns the winners."""
    raise NotImplementedError


def test_the_winners_score_is_the_score_of_the_seat_that_won() -> None:
    nan, game = np.nan, find_game("snorkeling")
    won = [[0, 1, 0], [1, 0, 1], [0, 0, 0], [nan, nan, nan]]
    scores = [[9, 4, 2], [8, 1, 2], [3, 7, 5], [6, 2, 1]]
    own = make_columns(replace(game, winners=lowest_wins), {}, won, scores)
    assert own[WINNER_SCORE].tolist() == pytest.approx([4, 5, 7, nan], nan_ok=True)
    assert own[OTHERS_SCORE].tolist() == pytest.approx([5.5, 3, 4, nan], nan_ok=True)
    # Where the best score wins, it shows who won, and a winner's score needs no other scores.
    highest = make_columns(game, {}, won, scores)
    assert highest[WINNER_SCORE].tolist() == [4, 5, 7, 6]
    some = make_columns(game, {}, [[0, 1, 0]], [[nan, 4, nan]])
    assert some[WINNER_SCORE].tolist() == [4]
    assert np.isnan(some[OTHERS_SCORE]).all()


@pytest.mark.parametrize("path", [TURNS, MINUTES, WINNER_SCORE])
def test_charts_of_a_playtest_have_no_overlapping_or_cut_text(path: str) -> None:
    columns = simulated(77).columns[1]
    log = {path: columns.get(path, columns[TURNS] / 3)[:12]}
    [chart] = CONTEST.charts_of(results_of(log))
    for narrow in (False, True):
        drawing = chart.draw(narrow=narrow)
        assert not faults(drawing)
        names = {label.get_text() for label in drawing.axes[0].get_yticklabels()}
        # A log without lengths has no row of its own.
        assert names == ({*STYLES} if path == WINNER_SCORE else {*STYLES, "your games"})
