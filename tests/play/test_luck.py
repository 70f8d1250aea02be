"""Games put together from several deals: which chance comes from which."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from simulate.game import Count, find_game
from simulate.games.snorkeling import GAME
from simulate.kit.chance import below, start
from simulate.kit.compiled import compiled
from simulate.kit.layout import hidden_layout
from simulate.kit.menu import offer
from simulate.kit.seats import all_seats
from simulate.play import rows as row
from simulate.play.engine import Engine
from simulate.play.extra_runs import GAMES_A_UNIT, play_crossed
from simulate.play.tally import whole_win
from simulate.study import Study
from strategies import find_strategy

#: Numbers that chance gives; that two are the same by chance is rare.
MANY = 1_000_000
#: Where the counts of a row tell what was dealt, drawn, rolled, dealt in round 1 and chosen.
DEALT, DRAWN, ROLLED, LATER_ROUND, CHOSEN = range(5)


@compiled
def deal(rules: Any, state: Any) -> None:
    """Deal a number."""
    start(state.chance, state.chance.seed, state.chance.deal, 0)
    start(state.dice, state.dice.seed, state.dice.deal, 7)
    state.table.seat = 0
    state.table.active = all_seats(rules.players)
    state.hidden.counts[DEALT] = below(state.chance, MANY)


@compiled
def offer_many(rules: Any, state: Any, menu: Any) -> None:
    """Offer a choice among sixty."""
    offer(menu, 0, 2**60 - 1)


@compiled
def apply(rules: Any, state: Any, action: int) -> None:
    """Draw, roll, deal another round, and end."""
    counts = state.hidden.counts
    counts[DRAWN] = below(state.chance, MANY)
    counts[ROLLED] = below(state.dice, MANY)
    start(state.chance, state.chance.seed, state.chance.deal, 1)
    counts[LATER_ROUND] = below(state.chance, MANY)
    counts[CHOSEN] = action
    state.table.turns += 1
    state.table.over = 1


@compiled
def first_wins(rules: Any, state: Any) -> int:
    """Let seat 1 win."""
    return 1


@pytest.fixture(scope="module")
def engine() -> Engine:
    game = replace(
        GAME,
        name="lots",
        counts=tuple(Count(name=f"told_{number}", meaning="what was told") for number in range(5)),
        hidden=hidden_layout(5),
        deal=deal,
        offer_actions=offer_many,
        apply=apply,
        winners=first_wins,
    )
    random = find_strategy("random", "snorkeling")
    return Engine(game, game.resolve("base", {}, 3), [random] * 3, 1, 5)


def told(engine: Engine, *deals: int) -> list[int]:
    return [int(count) for count in engine.cross(*deals)[row.COUNTS : row.COUNTS + 5]]


def test_each_source_of_chance_comes_from_its_own_deal(engine: Engine) -> None:
    base = told(engine, 1, 2, 3)
    assert told(engine, 1, 2, 3) == base
    other_opening, other_later, other_play = (
        told(engine, 9, 2, 3),
        told(engine, 1, 9, 3),
        told(engine, 1, 2, 9),
    )
    assert other_opening[DEALT] != base[DEALT]
    assert other_opening[DRAWN:] == base[DRAWN:]
    for place in (DRAWN, ROLLED, LATER_ROUND):
        assert other_later[place] != base[place]
    assert (other_later[DEALT], other_later[CHOSEN]) == (base[DEALT], base[CHOSEN])
    assert other_play[:CHOSEN] == base[:CHOSEN]
    chosen = {told(engine, 1, 2, play)[CHOSEN] for play in range(20)}
    assert len(chosen) > 10


def test_the_opening_is_that_of_the_deal_itself_and_so_are_later_rounds(engine: Engine) -> None:
    games = engine.play(0, 4)[:, row.COUNTS : row.COUNTS + 5]
    crossed = told(engine, 1, 2, 3)
    assert crossed[DEALT] == games[1, DEALT]
    assert crossed[LATER_ROUND] == games[2, LATER_ROUND]
    assert crossed[CHOSEN] == games[3, CHOSEN]
    # What is drawn of the opening's own stream is not what another deal would draw: it is anew.
    assert crossed[DRAWN] not in games[:, DRAWN]


@pytest.fixture(scope="module")
def study() -> Study:
    return Study(
        game="scaphandre", variant="base", players=3, games=1, seed=1, lineup=("random",) * 3
    )


def test_threads_change_nothing_and_every_game_is_told(study: Study) -> None:
    random = find_strategy("random", "scaphandre")
    seen: list[int] = []
    one = play_crossed(study, random, 1, 860)
    two = play_crossed(study, random, 2, 860, seen.append)
    assert np.array_equal(one.wins, two.wins)
    assert one.games == 860 // GAMES_A_UNIT * GAMES_A_UNIT == seen[-1]
    assert (one.wins.sum(axis=2) == whole_win(2)).all()
    # Seats win as often as where everything comes from one deal: the law of each game is the same.
    rates = one.wins.mean(axis=(0, 1)) / whole_win(2)
    lineup = [random] * 3
    plain = Engine(find_game(study.game), study.values, lineup, 1, 1).play(0, 3000)[:, row.WINNERS]
    for seat in range(3):
        shares = [bool(won >> seat & 1) / int(won).bit_count() for won in plain]
        assert abs(rates[seat] - np.mean(shares)) < 4 * (2 / 9 / 860 + 2 / 9 / 3000) ** 0.5


def test_interrupted_it_is_given_up(study: Study, recwarn: pytest.WarningsRecorder) -> None:
    def press(games: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_crossed(study, find_strategy("random", "scaphandre"), 2, 2000, press)
    assert not [one for one in recwarn.list if issubclass(one.category, UserWarning)]
