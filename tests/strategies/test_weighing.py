"""Chances to win are what they truly are as far as a seat can know, and the same each time."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from reports.thinking.results import Thoughts, chance
from simulate.errors import UsageError
from simulate.game import find_game
from simulate.kit.menu import PASS
from simulate.play.arms import make_engine
from simulate.play.engine import Engine
from simulate.play.walk import Moment
from strategies import find_strategy
from strategies.weighing import Scales, Shares, WeighedGame, weigh_game
from tests.games.test_redeal import moments, redealt, snapshot_in
from tests.helpers import coin_race
from tests.helpers.processes import run_python
from tests.helpers.studies import lineup_of, make_study
from tests.helpers.tables import quick_among

#: Games that have much to hide, and are quick to compile.
each_game = pytest.mark.parametrize("game", quick_among(["schnuff", "snorkeling"], "schnuff"))
ERRORS = 4


@cache
def race() -> tuple[Engine, Scales]:
    engine = coin_race.make_engine()
    return engine, Scales(engine, find_strategy("random", "snorkeling"))


def seen(moment: Moment, seat: int, worlds: int = 3000) -> Shares:
    """Return what a seat reckons of playing on, and of each action, in a race of coins."""
    _, scales = race()
    stream = (0, 100 * moment.step + seat)
    return scales.estimate_shares(moment.snapshot, seat, (PASS, 0, 1), worlds, stream)


def far(shares: Shares, moment: Moment, seat: int, *, sees_secret: bool = False) -> float:
    """Return by how many standard errors the worst of a seat's chances is off."""
    secret = int(moment.snapshot.own[1 - seat].secret) if sees_secret else None
    worst = 0.0
    for place, action in enumerate((None, 0, 1)):
        estimate = chance(shares[place, :, seat])
        truth = float(coin_race.exact(moment.snapshot, seat, action, secret))
        worst = max(worst, abs(estimate.value - truth) / estimate.error)
    return worst


@pytest.mark.slow
def test_estimated_chances_match_the_exact_chances_of_a_solved_game() -> None:
    engine, _ = race()
    for moment in engine.walk(1):
        for seat in range(2):
            assert far(seen(moment, seat), moment, seat) < ERRORS


def test_estimated_chances_differ_from_exact_ones_if_a_seat_sees_a_secret() -> None:
    # The negative control: true chances of one who has seen what is hidden.
    engine, _ = race()
    off = [far(seen(m, seat), m, seat, sees_secret=True) for m in engine.walk(0) for seat in (0, 1)]
    assert min(off) > ERRORS


def test_estimated_shares_of_all_seats_sum_to_1() -> None:
    engine, _ = race()
    for moment in engine.walk(3):
        assert seen(moment, 0, 50).sum(axis=2) == pytest.approx(1)


def test_all_actions_are_tried_with_the_same_chance() -> None:
    # The coin of 2 sides never fails where that of 4 does not: one word decides both.
    engine, _ = race()
    *_, last = engine.walk(1)
    shares = seen(last, last.seat, 500)
    assert (shares[1, :, last.seat] >= shares[2, :, last.seat]).all()


@cache
def decisions_of(game: str) -> tuple[Engine, Scales, list[Moment]]:
    study = make_study(game, 3, lineup=("random",) * 3)
    engine = make_engine(study, lineup_of(study))
    decisions = [moment for moment in moments(engine, 1, 8) if len(moment.actions) > 1]
    assert len(decisions) > 3
    return engine, Scales(engine, find_strategy("random", game)), decisions


@each_game
def test_states_that_look_the_same_to_a_seat_give_the_same_chances(game: str) -> None:
    engine, scales, decisions = decisions_of(game)
    for moment in decisions:
        other = snapshot_in(redealt(engine, moment, 50))
        assert other.hidden.tobytes() != moment.snapshot.hidden.tobytes()
        both = [
            scales.estimate_shares(at, moment.seat, moment.actions, 6, (1, 2))
            for at in (moment.snapshot, other)
        ]
        assert (both[0] == both[1]).all()
        assert both[0].sum() == pytest.approx(6 * len(moment.actions))  # somebody wins each


def test_estimated_chances_differ_if_a_seat_sees_another_hand() -> None:
    # The negative control: here the seat itself sees another hand in the other world.
    _, scales, decisions = decisions_of("schnuff")
    differing = 0
    for moment in decisions:
        own, seat = moment.snapshot.own.copy(), moment.seat
        own[seat] = own[(seat + 1) % 3]
        held = own[seat]["count"]
        in_both = [card for card in moment.actions if card < len(held) and held[card] > 0]
        if not in_both:
            continue  # what is laid has to be in that hand
        other = moment.snapshot._replace(own=own.view(np.recarray))
        both = [
            scales.estimate_shares(at, seat, in_both[:1], 20, (1, 2))
            for at in (moment.snapshot, other)
        ]
        differing += (both[0] != both[1]).any()
    assert differing > 0


def numbers(weighed: WeighedGame) -> list[object]:
    """Return all that was found."""
    return [
        [
            decision.rivals,
            decision.action_shares.tolist(),
            decision.rival_shares.tolist(),
            [s.tolist() for s in decision.seat_shares],
        ]
        for decision in weighed.weighed
    ]


def raced(jobs: int = 1) -> WeighedGame:
    engine, random = coin_race.make_engine(), find_strategy("random", "snorkeling")
    return weigh_game(engine, 2, 3, playout=random, jobs=jobs)


def test_a_game_gives_the_same_numbers_each_time_on_any_number_of_threads() -> None:
    assert numbers(raced()) == numbers(raced(jobs=2))


@pytest.mark.slow
def test_interpreted_weighing_gives_the_same_numbers() -> None:
    script = (
        "import json\nfrom tests.strategies.test_weighing import numbers, raced\n"
        "print(json.dumps(numbers(raced())))\n"
    )
    interpreted = json.loads(run_python(script, NUMBA_DISABLE_JIT="1"))
    assert interpreted == json.loads(json.dumps(numbers(raced())))


def test_a_limited_number_of_weighed_decisions_is_spread_evenly_over_the_game() -> None:
    few = weigh_game(
        race()[0], 2, 4, most_decisions=3, playout=find_strategy("random", "snorkeling")
    )
    assert few.decisions == coin_race.TURNS
    assert [decision.moment.step for decision in few.weighed] == [1, 3, 6]
    assert not Thoughts(few).choices
    assert Thoughts(few).seats.shape == (3, 2)


@cache
def weighed_race() -> Thoughts:
    engine, _ = race()
    random = find_strategy("random", "snorkeling")
    return Thoughts(weigh_game(engine, 4, 400, playout=random))


def test_the_estimated_loss_of_a_choice_matches_the_exact_loss() -> None:
    for choice in weighed_race().choices:
        moment, seat = choice.weighed.moment, choice.weighed.moment.seat
        worth = [float(coin_race.exact(moment.snapshot, seat, action)) for action in (0, 1)]
        assert choice.best_other == 1 - moment.action
        gain = worth[choice.best_other] - worth[moment.action]
        assert abs(choice.gain.value - gain) < ERRORS * choice.gain.error
        assert abs(choice.lead.value - (worth[0] - worth[1])) < ERRORS * choice.lead.error
        # The coin of 4 sides is never better: it alone can be a poor choice.
        assert moment.action == 1 or not choice.is_poor
        if gain > 2 * 3.5 * choice.gain.error:
            assert choice.is_poor
    assert weighed_race().poor


def test_a_thinker_cannot_play_simulated_games() -> None:
    study = make_study("schnuff", 3, lineup=("random",) * 3)
    engine = make_engine(study, lineup_of(study))
    with pytest.raises(UsageError, match="search cannot play simulated games"):
        Scales(engine, find_strategy("search", "schnuff"))


def test_a_game_without_redeal_cannot_be_weighed() -> None:
    engine = coin_race.make_engine()
    engine.game = replace(engine.game, redeal=None)
    with pytest.raises(UsageError, match=r"coin-race does not define how to deal .*redeal"):
        Scales(engine)
    assert find_game("schnuff").redeal is not None
