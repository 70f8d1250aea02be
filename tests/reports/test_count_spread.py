"""Percentiles of counts over games: against oracles, known distributions and plain counts."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from reports.figures.catalogue import PERCENTILES
from reports.figures.statistics import quantile_of_games
from reports.run import count_spread
from reports.run.results import CountSpread, RunResults
from reports.run.tables import make_tables, summarise
from simulate.game import find_game
from simulate.play.counting import count_values
from simulate.play.run import Run, play
from strategies import find_strategy
from tests.helpers import toy_game
from tests.helpers.file_games import file_of
from tests.helpers.reports_made import shown
from tests.helpers.studies import make_study
from tests.oracles import pig, scaphandre
from tests.oracles.exact import known_values
from tests.oracles.streams import SEED
from tests.oracles.streams import play as play_by_oracle
from tests.reports.test_results import PLAYERS, games_of, results_of


def percentile(values: list[int], percent: int) -> int:
    """Return the smallest value that at least `percent` percent of the values do not exceed."""
    return sorted(values)[math.ceil(percent * len(values) / 100) - 1]


def test_percentiles_of_a_bundled_game_are_those_of_its_oracle() -> None:
    games = 120
    game = find_game("scaphandre")
    values = known_values(game.resolve("base", {}, 4))
    rules = scaphandre.Rules(players=4, **values)
    outcomes = [play_by_oracle("scaphandre", rules, number) for number in range(games)]
    study = make_study("scaphandre", 4, lineup=("random",) * 4, games=games, seed=SEED)
    results = RunResults(play(study, [find_strategy("random", "scaphandre")] * 4, 2, block=7))
    names = [count.name for count in game.counts if results.has_percentiles(f"counts.{count.name}")]
    assert len(names) > 1
    for count in game.counts:
        if count.name in names:
            spread = results.count_spread(f"counts.{count.name}")
            parts = 4 if count.per_player else 1
            counted = [outcome.counts[count.name] for outcome in outcomes]
            assert spread == CountSpread(
                {percent: percentile(counted, percent) / parts for percent in PERCENTILES}, 0.0
            )
    changes = results.count_spread("lead_changes")
    assert changes is not None
    lead_changes = [outcome.lead_changes for outcome in outcomes]
    assert changes.percentiles == {p: percentile(lead_changes, p) for p in PERCENTILES}


def pig_results(games: int) -> RunResults:
    study = make_study(file_of("pig"), 2, lineup=("hold(least=20)",) * 2, games=games)
    return RunResults(play(study, [find_strategy("hold(least=20)", file_of("pig"))] * 2, 2))


def intervals_of_plain_games(goal: int) -> dict[int, tuple[float, float]]:
    """Return nearly certain intervals of the percentiles of lost turns in games of the oracle."""
    source = random.Random(3)
    lost = [sum(pig.play(source, 2, 20, goal).lost) for _ in range(8000)]
    [histogram] = count_values(np.array(lost)[:, None], [], [0])
    estimates = {p: quantile_of_games(histogram, 1, p, 0.9999) for p in PERCENTILES}
    return {p: (estimate.low, estimate.high) for p, estimate in estimates.items()}


def test_percentiles_of_an_own_game_agree_with_games_in_plain_python() -> None:
    results = pig_results(20_000)
    [count] = results.game.counts
    spread = results.count_spread(f"counts.{count.name}")
    assert spread is not None
    assert count.per_player
    lost = {percent: 2 * value for percent, value in spread.percentiles.items()}

    def all_inside(intervals: dict[int, tuple[float, float]]) -> bool:
        return all(low <= lost[percent] <= high for percent, (low, high) in intervals.items())

    assert all_inside(intervals_of_plain_games(100))
    assert not all_inside(intervals_of_plain_games(80)), "another goal would be noticed"


def coverage(alike: int, per_deal: int) -> float:
    """Return the share of intervals of a 90th percentile that contain the true value.

    Every value occurs `alike` times, as in deals whose games are all equal. `per_deal` is the
    number of games per deal that the estimate assumes.
    """
    source = np.random.default_rng(8)
    share = 0.2
    truth = math.ceil(math.log(0.1) / math.log(1 - share))  # geometric: P(X <= x) = 1 - 0.8**x
    inside = 0
    for _ in range(600):
        values = np.repeat(source.geometric(share, 300), alike)
        [histogram] = count_values(values[:, None], [], [0])
        estimate = quantile_of_games(histogram, per_deal, 90)
        inside += estimate.low <= truth <= estimate.high
    return inside / 600


def test_intervals_of_percentiles_hold_the_truth_even_if_the_games_of_a_deal_are_alike() -> None:
    assert coverage(1, 1) > 0.94
    assert coverage(4, 4) > 0.94
    assert coverage(8, 1) < 0.94, "games that are alike must not count as independent"


def test_the_interval_of_a_percentile_covers_whole_bins() -> None:
    [histogram] = count_values(np.arange(100_000)[:, None], [], [0])
    estimate = quantile_of_games(histogram, 1, 50)
    assert histogram.width == 128
    assert estimate.low <= estimate.value <= 49_999 < estimate.value + 128
    assert (estimate.high + 1) % 128 == 0
    assert estimate.low % 128 == 0


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    toy_game.register(monkeypatch)
    return monkeypatch


def test_percentiles_of_a_count_per_player_are_divided_by_the_players(
    toy: pytest.MonkeyPatch,
) -> None:
    games = games_of(50)
    spread = results_of(games).count_spread("counts.beaches")
    beaches = [game.counts[0] for game in games]
    assert spread is not None
    for percent, value in spread.percentiles.items():
        assert value == pytest.approx(percentile(beaches, percent) / PLAYERS)


def test_percentiles_are_in_json_in_tables_and_on_screen(toy: pytest.MonkeyPatch) -> None:
    games = [replace(game, counts=(3 * n, 0, 0)) for n, game in enumerate(games_of(34)[:99], 1)]
    results = results_of(games)
    summary = summarise(results)["counts"]["beaches"]
    keys = ("p5", "p50", "p95", "within")
    assert [summary[key] for key in keys] == [5, 50, 95, 0]
    row = make_tables(results)["figures"].set_index("figure").loc["counts.beaches"]
    assert [row[key] for key in keys] == [5, 50, 95, 0]
    text = shown(results)
    assert "nine games in ten" in text or "9 in 10" in text
    assert "5 to 95" in text
    assert results.estimate("counts.beaches.p90").value == 90


def test_a_note_says_how_imprecise_percentiles_of_binned_values_are(
    toy: pytest.MonkeyPatch,
) -> None:
    games = [replace(game, counts=(90 * n, 0, 0)) for n, game in enumerate(games_of(33), 1)]
    results = results_of(games)
    spread = results.count_spread("counts.beaches")
    assert spread is not None
    # 90 to 8,910 in bins of 16, of which a third counts per player.
    assert spread.within == pytest.approx(15 / PLAYERS)
    for percent, value in spread.percentiles.items():
        exact = percentile([game.counts[0] for game in games], percent) / PLAYERS
        assert value <= exact <= value + spread.within
    assert "may be up to 5 higher" in shown(results)


def without_counts(results: RunResults) -> RunResults:
    """Return results some of whose games an older version of Fathom played."""
    run: Run = results.run
    return results.with_run(replace(run, tally=replace(run.tally, counts=())))


def test_results_of_an_older_version_say_that_percentiles_are_not_known(
    toy: pytest.MonkeyPatch,
) -> None:
    results = results_of(games_of(40))
    old = without_counts(results)
    assert count_spread.UNKNOWN not in " ".join(shown(results).split())
    assert count_spread.UNKNOWN in " ".join(shown(old).split())
    summary = summarise(old)["counts"]["beaches"]
    assert {summary[key] for key in ("p5", "p50", "p95", "within")} == {None}
    assert summary["value"] == summarise(results)["counts"]["beaches"]["value"]
    assert math.isnan(old.estimate("counts.beaches.p90").value)
    assert old.run.tally.id == results.run.tally.id


def test_shares_of_games_have_no_percentiles(toy: pytest.MonkeyPatch) -> None:
    results = results_of(games_of(40))
    for share in results.game.shares:
        assert not results.has_percentiles(f"counts.{share.name}")
    assert not results.has_percentiles("first_player_advantage")
    assert not results.has_percentiles("length.turns.mean")
    assert results.has_percentiles("lead_changes")


def test_a_plain_count_of_the_same_values_gives_the_same_percentiles() -> None:
    source = np.random.default_rng(4)
    values = source.poisson(6, 5000)
    [histogram] = count_values(values[:, None], [], [0])
    counted = Counter(values.tolist())
    for percent in range(1, 100):
        below, value = 0, -1
        while 100 * below < percent * len(values):
            value += 1
            below += counted[value]
        assert histogram.percentile(percent) == value
