"""Scores and counts in parts of their unit, and scores that strategies may not see."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t as student

from reports.figures import statistics
from reports.figures.statistics import DealSums, RatioSums
from reports.run.kept_games import KeptGames
from reports.run.results import RunResults
from reports.run.tables import make_tables, summarise
from simulate.game import Count, Game, Share
from simulate.games import snorkeling
from simulate.kit.chance import below, label, start
from simulate.kit.compiled import compiled, inlined
from simulate.kit.layout import SEATS, hidden_layout
from simulate.kit.seats import all_seats, highest, next_seat
from simulate.play import rows as row
from simulate.play.arms import make_engine
from simulate.play.counting import count_values
from simulate.play.rows import Integers
from simulate.play.run import play
from simulate.study import Study
from tests.helpers import toy_game
from tests.helpers.processes import run_python
from tests.helpers.reports_made import counts, tell_in_full
from tests.helpers.studies import Seen, lineup_of, make_study
from tests.helpers.studies import rows as rows_of_study
from tests.helpers.tiny_games import offer_one

# Numba warns wherever it compiles a strategy in a seat; pytest resets the filter of the kernel.
pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")

PLAYERS = 3
ROUNDS = 3


@compiled
def deal(rules: Any, state: Any) -> None:
    """Begin with seat 1 and nothing."""
    state.hidden.points[:] = 0
    start(state.chance, state.chance.seed, state.chance.deal, label(1, 0))


@inlined
def end_turn(rules: Any, table: Any) -> None:
    """Hand on the turn; take the standings after each round, half-time after the first."""
    table.turns += 1
    table.seat = next_seat(table.active, table.seat, rules.players)
    if table.turns % rules.players == 0:
        table.rounds += 1
        table.checkpoints += 1
        table.halftime = 1
        table.over = 1 if table.rounds == ROUNDS else 0


@compiled
def score_by_chance(rules: Any, state: Any, action: int) -> None:
    """Give the seat from -2 to 4 half points, and count."""
    table, counts = state.table, state.hidden.counts
    gained = below(state.chance, 7) - 2
    table.scores[table.seat] += gained
    counts[0] += below(state.chance, 5)  # quarters, at most 1 a turn
    counts[1] += gained  # tenths
    if counts[2] * 4 < counts[0] - 4:
        counts[2] += 1
    end_turn(rules, table)


#: What each turn gives. Seat 1 leads, then seat 2, then seat 3; seat 3 is last at half-time.
GAINS = np.array([3, 1, 0, 0, 5, 0, 0, 0, 9])


@compiled
def score_hidden(rules: Any, state: Any, action: int) -> None:
    """Give the seat what nobody may see."""
    table = state.table
    state.hidden.points[table.seat] += GAINS[table.turns]
    end_turn(rules, table)


@inlined
def hidden_scores(state: Any) -> Any:
    """Return every seat's score, which the table does not show."""
    return state.hidden.points


@compiled
def highest_hidden(rules: Any, state: Any) -> Any:
    """Let the highest score win."""
    return highest(state.hidden.points, all_seats(rules.players), rules.players)


PARTS = replace(
    snorkeling.GAME,
    name="parts",
    default_strategy="random",
    score_parts=2,
    hidden=hidden_layout(3, points=("scores", SEATS)),
    deal=deal,
    offer_actions=offer_one,
    apply=score_by_chance,
    counts=(
        Count(name="laps", meaning="laps, in quarters", parts=4),
        Count(name="drift", meaning="drift, in tenths", parts=10, signed=True, per_player=True),
        Count(name="stops", meaning="stops"),
    ),
    shares=(
        Share(name="laps_a_turn", meaning="laps of turns", part="laps", whole="turns"),
        Share(name="stops_a_lap", meaning="stops of laps", part="stops", whole="laps"),
    ),
)
HIDDEN = replace(
    PARTS,
    name="hidden",
    score_parts=1,
    counts=snorkeling.GAME.counts,
    shares=snorkeling.GAME.shares,
    apply=score_hidden,
    scores=hidden_scores,
    winners=highest_hidden,
)


def study_of(game: Game, games: int) -> Study:
    return make_study(game.name, PLAYERS, lineup=("random",) * PLAYERS, games=games, seed=5)


def half_width(values: Any) -> float:
    """Return half of the 95% interval of a mean."""
    error = values.std(ddof=1) / math.sqrt(len(values))
    return float(student.ppf(0.975, len(values) - 1) * error)


@dataclass(frozen=True)
class Played:
    """A run of `PARTS`, and the rows and the Parquet file of its games."""

    results: RunResults
    rows: Integers
    kept: pd.DataFrame

    def scores(self, seat: int) -> Integers:
        """Return a seat's scores in half points, game by game; seats from 1."""
        return self.rows[:, row.SCORES + seat - 1]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    path = tmp_path_factory.mktemp("games") / "games.parquet"
    with pytest.MonkeyPatch.context() as patch:
        toy_game.register(patch, PARTS)
        study = study_of(PARTS, 400)
        keeper, seen = KeptGames([path], study, path.with_name("spool")), Seen()
        run = play(study, lineup_of(study), block=150, watchers={"games": keeper, "seen": seen})
        keeper.close()
        yield Played(RunResults(run), seen.rows, pd.read_parquet(path))


# Scores in parts --------------------------------------------------------------------


@pytest.mark.slow
def test_scores_and_their_intervals_are_in_units_of_points(played: Played) -> None:
    summary = json.loads(json.dumps(summarise(played.results)))
    table = make_tables(played.results)["seats"]
    for seat, entry in enumerate(summary["seats"], 1):
        scores = played.scores(seat) / 2
        assert (scores % 1 != 0).any()
        half = half_width(scores)
        mean_and_interval = (
            entry["score_mean"],
            entry["score_mean_ci_low"],
            entry["score_mean_ci_high"],
        )
        assert mean_and_interval == pytest.approx(
            (scores.mean(), scores.mean() - half, scores.mean() + half)
        )
        shown = table.iloc[seat - 1]
        assert (
            shown.score_mean,
            shown.score_mean_ci_low,
            shown.score_mean_ci_high,
        ) == mean_and_interval
    [strategy] = summary["strategies"]
    everybody = played.rows[:, row.SCORES : row.SCORES + PLAYERS].mean() / 2
    assert strategy["score_mean"] == pytest.approx(everybody)


def test_kept_games_have_scores_and_counts_in_units(played: Played) -> None:
    kept = played.kept
    for seat in range(1, PLAYERS + 1):
        assert (kept[f"score_seat_{seat}"] == played.scores(seat) / 2).all()
    for place, (name, parts) in enumerate((("laps", 4), ("drift", 10), ("stops", 1))):
        assert (kept[name] == played.rows[:, row.COUNTS + place] / parts).all()
    assert kept.stops.dtype == np.int64
    assert kept.turns.dtype == np.int64


def test_a_replay_ends_with_scores_in_units_of_points(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy_game.register(monkeypatch, PARTS)
    study = study_of(PARTS, 400)
    halves = 0
    for number in range(4):
        ending = list(tell_in_full(study, lineup_of(study), number))[-1]
        scores = played.rows[number, row.SCORES : row.SCORES + PLAYERS] / 2
        halves += int((scores % 1 != 0).sum())
        final_scores = " : ".join(f"{score:g}" for score in scores)
        assert ending.endswith(f" after 9 turns in 3 rounds: {final_scores} points by seat.")
    assert halves


# Counts in parts --------------------------------------------------------------------


def test_counts_and_their_intervals_are_in_declared_units(played: Played) -> None:
    estimates, in_summary = counts(played.results), summarise(played.results)["counts"]
    figures = make_tables(played.results)["figures"].set_index("figure")
    units = {"laps": 4, "drift": 10 * PLAYERS, "stops": 1}
    for place, (name, unit) in enumerate(units.items()):
        counted = played.rows[:, row.COUNTS + place] / unit
        half, estimate = half_width(counted), estimates[name]
        assert estimate.value == pytest.approx(counted.mean())
        assert estimate.high == pytest.approx(counted.mean() + half, rel=0.005)
        assert estimate.low == pytest.approx(counted.mean() - half, rel=0.005)
        assert in_summary[name]["value"] == figures.loc[f"counts.{name}"].value == estimate.value
    assert estimates["drift"].value != 0


def test_a_ratio_of_counts_is_in_declared_units(played: Played) -> None:
    laps, _, stops = (played.rows[:, row.COUNTS + place] for place in range(3))
    turns = played.rows[:, row.TURNS]
    estimates = counts(played.results)
    assert estimates["laps_a_turn"].value == pytest.approx(laps.sum() / 4 / turns.sum())
    assert estimates["laps_a_turn"].n == turns.sum()
    assert estimates["stops_a_lap"].value == pytest.approx(stops.sum() / (laps.sum() / 4))
    assert estimates["stops_a_lap"].n == math.ceil(laps.sum() / 4)
    for estimate in (estimates["laps_a_turn"], estimates["stops_a_lap"]):
        assert 0 < estimate.low < estimate.value < estimate.high < 1


@given(
    deals=st.lists(
        st.tuples(st.integers(0, 30), st.integers(0, 30)).map(sorted),
        min_size=1,
        max_size=20,
    ),
    units=st.tuples(st.integers(1, 60), st.integers(1, 60)),
)
def test_a_ratio_does_not_depend_on_the_parts_in_which_it_was_counted(
    deals: list[list[int]], units: tuple[int, int]
) -> None:
    def ratio_in(part_unit: int, whole_unit: int) -> statistics.Estimate:
        parts, wholes = [a * part_unit for a, _ in deals], [b * whole_unit for _, b in deals]
        sums = RatioSums(
            DealSums(len(deals), sum(parts), sum(a * a for a in parts), 1, part_unit),
            DealSums(len(deals), sum(wholes), sum(b * b for b in wholes), 1, whole_unit),
            sum(a * b for a, b in zip(parts, wholes, strict=True)),
        )
        return statistics.ratio(sums)

    plain, scaled = ratio_in(1, 1), ratio_in(*units)
    assert scaled.n == plain.n == sum(whole for _, whole in deals)
    assert (scaled.value, scaled.low, scaled.high) == pytest.approx(
        (plain.value, plain.low, plain.high), nan_ok=True
    )


@pytest.mark.parametrize("won", range(1, 61))
def test_a_share_that_is_equal_in_every_deal_still_has_an_interval(won: int) -> None:
    last = DealSums(2, 7 + 3, 49 + 9, 1)  # seats, each of which won so many 60ths
    part = DealSums(2, won * 10, won * won * 58, 1, 60)
    share = statistics.ratio(RatioSums(part, last, won * 58))
    assert share.value == won / 60
    assert share.high - share.low > 0.9


# Histograms -------------------------------------------------------------------------


@given(st.lists(st.integers(-40, 40), min_size=1, max_size=60), st.integers(1, 12))
def test_a_coarser_histogram_counts_every_value_rounded_down(values: list[int], parts: int) -> None:
    [fine] = count_values(np.array(values)[:, None], [0])
    coarse = fine.coarser(parts)
    expected = Counter(math.floor(Fraction(value, parts)) for value in values)
    games_by_value = dict(zip(coarse.values.tolist(), coarse.counts.tolist(), strict=True))
    assert {value: games for value, games in games_by_value.items() if games} == expected
    assert coarse.counts.dtype == np.int64
    assert coarse.counts[0] > 0
    assert coarse.counts[-1] > 0
    assert (coarse == fine) == (coarse.low == fine.low and len(coarse.counts) == len(fine.counts))
    if parts == 1:
        assert coarse == fine


# Scores that nobody may see ---------------------------------------------------------

RESULT = """
import sys
from tests.play import test_score_parts
print(test_score_parts.told_of(getattr(test_score_parts, sys.argv[1])))
"""


def told_of(game: Game) -> list[int]:
    """Play a game, and return lead changes, who is last at half-time, scores and winners."""
    with pytest.MonkeyPatch.context() as patch:
        toy_game.register(patch, game)
        [result] = rows_of_study(study_of(game, 1))
    columns = (row.LEAD_CHANGES, row.LAST_AT_HALF, *range(row.SCORES, row.SCORES + PLAYERS))
    return [int(result[place]) for place in (*columns, row.WINNERS)]


def test_standings_and_results_use_scores_hidden_from_strategies() -> None:
    assert told_of(HIDDEN) == [2, 0b100, 3, 6, 9, 0b100]


@pytest.mark.slow
def test_interpreted_standings_and_results_use_hidden_scores() -> None:
    assert run_python(RESULT, "HIDDEN", NUMBA_DISABLE_JIT="1").strip() == str(told_of(HIDDEN))


def test_strategies_see_hidden_scores_as_0(monkeypatch: pytest.MonkeyPatch) -> None:
    toy_game.register(monkeypatch, HIDDEN)
    study = study_of(HIDDEN, 1)
    walk = make_engine(study, lineup_of(study)).walk(0)
    seen = [moment.snapshot.table.scores.tolist() for moment in walk]
    assert seen == [[0] * SEATS] * 3 * ROUNDS
    ending = list(tell_in_full(study, lineup_of(study), 0))[-1]
    assert ending.strip() == (
        "Seat 3 (random) wins after 9 turns in 3 rounds: 3 : 6 : 9 points by seat."
    )
