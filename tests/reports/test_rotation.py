"""What rotation saves is told rightly: of known truth, and against games really played without."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from reports.figures.precision import half_width
from reports.figures.statistics import DealSums, rotation_gain
from reports.run import rotation
from reports.run.results import Results
from reports.run.summary import summarise
from reports.run.tables import make_tables
from simulate.play.run import play
from simulate.play.tally import whole_win
from simulate.study import Study
from strategies import find_strategy

# Numba warns wherever it compiles a strategy in a seat; pytest resets the filter of the kernel.
pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")


def deals_of(wins: np.ndarray) -> DealSums:
    """Sum up games that are won or not: shape (deals, rotations)."""
    by_deal = wins.sum(axis=1)
    return DealSums(len(wins), int(by_deal.sum()), int((by_deal**2).sum()), wins.shape[1])


@pytest.mark.parametrize("shared", [0.0, 0.3, 0.6, 0.9])
def test_the_gain_is_known_where_deals_are_as_alike_as_was_drawn(shared: float) -> None:
    source, deals = np.random.default_rng(4), 40_000
    wins = source.random((deals, 2)) < 0.5
    drawn = source.random(deals) < shared
    luck = wins.copy()
    luck[drawn, 1] = ~luck[drawn, 0]  # who has the cards wins, so each wins once
    skill = wins.copy()
    skill[drawn, 1] = skill[drawn, 0]  # who is better on the deal wins, wherever it sits
    assert rotation_gain(deals_of(luck)) == pytest.approx(1 / (1 - shared), rel=0.05)
    assert rotation_gain(deals_of(skill)) == pytest.approx(1 / (1 + shared), rel=0.05)


def test_games_that_have_nothing_in_common_are_told_as_no_gain() -> None:
    wins = np.random.default_rng(5).random((40_000, 4)) < 0.25
    assert rotation_gain(deals_of(wins)) == pytest.approx(1, rel=0.04)


def test_of_few_deals_or_of_deals_all_alike_no_gain_is_known() -> None:
    wins = np.random.default_rng(6).random((99, 2)) < 0.5
    assert math.isnan(rotation_gain(deals_of(wins)))
    assert math.isnan(rotation_gain(deals_of(np.tile([True, False], (500, 1)))))


def played(game: str, lineup: tuple[str, ...], games: int, seed: int, *, rotate: bool) -> Results:
    study = Study(
        game=game,
        variant="base",
        players=len(lineup),
        games=games,
        seed=seed,
        lineup=lineup,
        rotate=rotate,
    )
    return Results(play(study, [find_strategy(spec, game) for spec in lineup]))


#: Close strategies, and one against three that are worse.
LINEUPS = [
    ("schnuff", ("planner", "planner(hold=0.6)")),
    ("snorkeling", ("attacker", "random", "random", "random")),
]


@pytest.mark.parametrize(("game", "lineup"), LINEUPS, ids=["close", "one against three"])
def test_so_many_more_games_without_rotation_give_the_same_interval(
    game: str, lineup: tuple[str, ...]
) -> None:
    rotated, first = played(game, lineup, 4000, 1, rotate=True), f"strategies.{lineup[0]}.win_rate"
    gain = rotation.rotation_gains(rotated)[lineup[0]]
    turns = [lineup[shift:] + lineup[:shift] for shift in range(len(lineup))]
    each = round(4000 * gain / len(turns))
    apart = [
        played(game, turned, each, seed, rotate=False).estimate(first)
        for seed, turned in enumerate(turns, 2)
    ]
    half = math.hypot(*map(half_width, apart)) / len(apart)
    assert half == pytest.approx(half_width(rotated.estimate(first)), rel=0.06)
    # The control: as many games as were played with rotation do not, where there is much of it.
    if gain > 1.5:
        assert half * gain**0.5 > 1.2 * half_width(rotated.estimate(first))


def test_a_win_that_is_shared_counts_as_it_does_in_single_games() -> None:
    results = played("schnuff", ("planner", "random"), 400, 1, rotate=True)
    run = results.run
    # The first wins each game alone or shares it, by the toss of a coin.
    wins = np.random.default_rng(7).choice([whole_win(2), whole_win(2) // 2], (40_000, 2))
    sums, squares = list(run.tally.sums), list(run.tally.squares)
    for side, won in enumerate((wins, whole_win(2) - wins)):
        first = run.layout.cell_wins.start + 2 * side
        parts = {first: won[:, 0], first + 1: won[:, 1]}
        parts[run.layout.strategy_wins.start + side] = won.sum(axis=1)
        for place, part in parts.items():
            sums[place], squares[place] = int(part.sum()), int((part**2).sum())
    tally = replace(run.tally, deals=len(wins), sums=tuple(sums), squares=tuple(squares))
    gains = rotation.rotation_gains(Results(replace(run, tally=tally)))
    assert list(gains.values()) == pytest.approx([1, 1], rel=0.04)
    # Counted as whole wins, the negative control, they would seem to save much.
    alone = DealSums(
        len(wins), int(wins.sum()), int((wins.sum(axis=1) ** 2).sum()), 2, whole_win(2)
    )
    assert rotation_gain(alone) == pytest.approx(3, rel=0.04)


def test_the_gain_stands_in_table_and_json() -> None:
    close = played(*LINEUPS[0], 2000, 1, rotate=True)
    gains = rotation.rotation_gains(close)
    assert make_tables(close)["strategies"]["rotation_gain"].tolist() == list(gains.values())
    assert [one["rotation_gain"] for one in summarise(close)["strategies"]] == list(gains.values())


def test_where_nothing_rotates_there_is_no_gain() -> None:
    seated = played(*LINEUPS[0], 400, 1, rotate=False)
    alike = played("schnuff", ("planner", "planner"), 400, 1, rotate=True)
    for results in (seated, alike):
        assert rotation.rotation_gains(results) == {}
        assert all(one["rotation_gain"] is None for one in summarise(results)["strategies"])
    few = replace(alike.run.study, lineup=("planner", "random"), games=20)
    short = Results(play(few, [find_strategy(spec, "schnuff") for spec in few.lineup]))
    assert all(math.isnan(gain) for gain in rotation.rotation_gains(short).values())
