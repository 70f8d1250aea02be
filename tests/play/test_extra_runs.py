"""What is checked first finds what is known to be there, and nothing where nothing is."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from reports.page import checks
from reports.page.tables import leader_wins
from reports.run.results import RunResults
from simulate.game import Count
from simulate.games.snorkeling import GAME
from simulate.kit.chance import below, start
from simulate.kit.compiled import compiled
from simulate.kit.layout import hidden_layout
from simulate.kit.menu import offer
from simulate.kit.seats import all_seats
from simulate.play import rows as row
from simulate.play.counting import list_deals
from simulate.play.engine import Engine
from simulate.play.extra_runs import (
    GAMES_A_UNIT,
    QUARTERS,
    LeaderResult,
    find_leads,
    play_against,
    play_crossed,
    play_mirror,
)
from simulate.play.run import play
from simulate.play.tally import whole_win
from simulate.study import Study
from strategies import find_strategy
from tests.helpers import coin_race
from tests.helpers.studies import lineup_of, make_study, pressed_after, rows
from tests.helpers.toy_game import register


def test_products_of_a_mirror_match_equal_those_computed_from_its_rows() -> None:
    study = make_study("scaphandre", 4, games=9)
    run, seats = play_mirror(study, find_strategy("random", "scaphandre"), 2, games=300)
    again = make_study("scaphandre", 4, lineup=("random",) * 4, games=300)
    wins = list_deals(run.layout, rows(again))[:, :4]
    assert seats.sums.tolist() == (wins.T @ wins).tolist()
    assert run.tally.sums[:4] == tuple(wins.sum(axis=0))


def test_the_check_of_seats_passes_equal_seats_and_reports_a_seat_that_wins_more() -> None:
    study = make_study("schnuff", 4, games=9)
    fair, seats = play_mirror(study, find_strategy("random", "schnuff"), 2, 20_000)
    outcome = checks.check_later_seats(RunResults(fair), seats)
    assert outcome.mark == "fine"
    assert (
        "any two seats after the first differ by less than 2 percentage points" in outcome.sentence
    )
    # The later a seat of Scaphandre, the more it wins.
    study = make_study("scaphandre", 4, games=9)
    unfair, seats = play_mirror(study, find_strategy("planner", "scaphandre"), 2, games=3000)
    outcome = checks.check_later_seats(RunResults(unfair), seats)
    assert outcome.mark == "look"
    assert "so the place in turn order matters" in outcome.sentence
    assert len(outcome.details) == 3
    assert "worth a look: seats 3 and 4 do not win equally often." in checks.summarise_checks(
        [outcome]
    )


def test_seats_are_not_called_equal_because_too_few_games_were_played() -> None:
    study = make_study("snorkeling", 4, games=9)
    few, seats = play_mirror(study, find_strategy("random", "snorkeling"), 2, games=400)
    outcome = checks.check_later_seats(RunResults(few), seats)
    assert outcome.mark == "look"
    assert "it takes more games to show" in outcome.sentence
    assert checks.summarise_checks([outcome]) == (
        "Self-checks of the results: 0 of 1 as expected; to be settled by more games: seats after "
        "the first."
    )
    unclear = checks.Check("Moves", "look", "")
    assert checks.summarise_checks([outcome, unclear]) == (
        "Self-checks of the results: 0 of 2 as expected; worth a look: moves; to be settled by "
        "more games: seats after the first."
    )


def test_one_small_p_value_of_ten_does_not_make_seats_differ() -> None:
    """One pair of seats has a p-value of 0.012, which ten pairs often have by chance."""
    study = replace(make_study("snorkeling", 6, games=9), seed=2)
    run, seats = play_mirror(study, find_strategy("random", "snorkeling"), 2, games=3000)
    results = RunResults(run)
    pairs = combinations(range(2, 7), 2)
    alone = [checks._seat_difference(results, seats, *pair).p_value for pair in pairs]
    assert min(alone) < 0.02
    assert (
        "show no clear difference, but it takes more games"
        in checks.check_later_seats(results, seats).sentence
    )


@pytest.mark.parametrize(
    ("spec", "others", "mark"), [("planner", "random", "fine"), ("random", "planner", "wrong")]
)
def test_the_check_of_strength_tells_a_strong_player_from_a_weak_one(
    spec: str, others: str, mark: str
) -> None:
    study = make_study("snorkeling", 3, games=9)
    first, second = (find_strategy(spec, "snorkeling") for spec in (spec, others))
    run = play_against(study, first, second, 1, games=600)
    assert checks.check_strength(RunResults(run)).mark == mark


@pytest.mark.parametrize(("cap", "mark"), [(10_000, "fine"), (30, "wrong")])
def test_unfinished_games_are_reported_by_the_check_of_endings(cap: int, mark: str) -> None:
    study = make_study("snorkeling", 3, lineup=("random",) * 3, games=300, rules={"max_turns": cap})
    results = RunResults(play(study, lineup_of(study)))
    first = 17 if results.unfinished else None
    outcome = checks.check_endings(results, first)
    assert outcome.mark == mark
    assert list(outcome.details) == (["The first of them is game 17."] if first else [])


# Who leads on the way ----------------------------------------------------------------

LED = 1500


@pytest.fixture(scope="module")
def leads() -> list[LeaderResult]:
    with pytest.MonkeyPatch.context() as patch:
        register(patch, coin_race.GAME)
        study = make_study("coin-race", 2, lineup=("random", "random"))
        return find_leads(study, lineup_of(study), LED)


def truly(moves: int) -> tuple[float, float]:
    """Return in how much of all games one leads alone after some moves, and how much it wins."""
    turns, won, alone = ((moves + 1) // 2, moves // 2), Fraction(0), Fraction(0)
    each = coin_race.TURNS // 2
    odds = coin_race.AT_RANDOM
    tosses = product((0, 1), repeat=moves)
    for toss in tosses:
        lead = sum(toss[: turns[0]]) - sum(toss[turns[0] :])
        weight = Fraction(1)
        for point in toss:
            weight *= odds if point else 1 - odds
        if lead:
            leader = 0 if lead > 0 else 1
            left = (each - turns[leader], each - turns[1 - leader])
            alone += weight
            for own, other in product((0, 1), repeat=2):
                won += weight * coin_race.share(abs(lead) + own - other, *left) / 4
    return float(alone), float(won / alone)


def test_win_rates_of_leaders_match_their_exact_values(leads: list[LeaderResult]) -> None:
    assert [lead.percent for lead in leads] == list(QUARTERS)
    for lead in leads:
        alone, wins = truly(coin_race.TURNS * lead.percent // 100)
        assert lead.games == LED
        error = (alone * (1 - alone) / LED) ** 0.5
        assert abs(len(lead.wins) / LED - alone) < 4 * error
        outcome = leader_wins(lead, 0.95, whole_win(2))
        assert abs(outcome.value - wins) < 2 * (outcome.high - outcome.low)


def test_win_rates_of_leaders_at_another_time_differ_from_the_exact_values(
    leads: list[LeaderResult],
) -> None:
    # The negative control: who leads late wins clearly more often than who leads early.
    early, late = (leader_wins(lead, 0.95, whole_win(2)) for lead in (leads[0], leads[2]))
    _, wins = truly(coin_race.TURNS * 75 // 100)
    assert abs(early.value - wins) > 2 * (early.high - early.low)
    assert late.low > early.high
    # A shared win counts half.
    assert {won for lead in leads for won in lead.wins} == {0, whole_win(2) // 2, whole_win(2)}


# Games put together from several deals: which chance comes from which ---------------

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


def counts_of(engine: Engine, *deals: int) -> list[int]:
    return [int(count) for count in engine.cross(*deals)[row.COUNTS : row.COUNTS + 5]]


def test_each_source_of_chance_comes_from_its_own_deal(engine: Engine) -> None:
    base = counts_of(engine, 1, 2, 3)
    assert counts_of(engine, 1, 2, 3) == base
    other_opening, other_later = counts_of(engine, 9, 2, 3), counts_of(engine, 1, 9, 3)
    other_play = counts_of(engine, 1, 2, 9)
    assert other_opening[DEALT] != base[DEALT]
    assert other_opening[DRAWN:] == base[DRAWN:]
    for place in (DRAWN, ROLLED, LATER_ROUND):
        assert other_later[place] != base[place]
    assert (other_later[DEALT], other_later[CHOSEN]) == (base[DEALT], base[CHOSEN])
    assert other_play[:CHOSEN] == base[:CHOSEN]
    chosen = {counts_of(engine, 1, 2, play)[CHOSEN] for play in range(20)}
    assert len(chosen) > 10


def test_crossed_deals_have_the_opening_rounds_and_choices_of_their_sources(engine: Engine) -> None:
    games = engine.play(0, 4)[:, row.COUNTS : row.COUNTS + 5]
    crossed = counts_of(engine, 1, 2, 3)
    assert crossed[DEALT] == games[1, DEALT]
    assert crossed[LATER_ROUND] == games[2, LATER_ROUND]
    assert crossed[CHOSEN] == games[3, CHOSEN]
    # What is drawn of the opening's own stream is not what another deal would draw: it is anew.
    assert crossed[DRAWN] not in games[:, DRAWN]


@pytest.fixture(scope="module")
def study() -> Study:
    return make_study("scaphandre", 3, lineup=("random",) * 3)


def test_crossed_games_do_not_depend_on_threads_and_all_games_are_reported(study: Study) -> None:
    random = find_strategy("random", "scaphandre")
    seen: list[int] = []
    single_thread = play_crossed(study, random, 1, 860)
    two = play_crossed(study, random, 2, 860, seen.append)
    assert np.array_equal(single_thread.wins, two.wins)
    assert single_thread.games == 860 // GAMES_A_UNIT * GAMES_A_UNIT == seen[-1]
    assert (single_thread.wins.sum(axis=2) == whole_win(2)).all()
    # Seats win as often as where everything comes from one deal: the law of each game is the same.
    rates = single_thread.wins.mean(axis=(0, 1)) / whole_win(2)
    lineup = [random] * 3
    plain = Engine(study.loaded_game, study.values, lineup, 1, 1).play(0, 3000)[:, row.WINNERS]
    for seat in range(3):
        shares = [bool(won >> seat & 1) / int(won).bit_count() for won in plain]
        assert abs(rates[seat] - np.mean(shares)) < 4 * (2 / 9 / 860 + 2 / 9 / 3000) ** 0.5


def test_an_interruption_of_crossed_games_is_raised(
    study: Study, recwarn: pytest.WarningsRecorder
) -> None:
    with pytest.raises(KeyboardInterrupt):
        play_crossed(study, find_strategy("random", "scaphandre"), 2, 2000, pressed_after(1))
    assert not [warning for warning in recwarn.list if issubclass(warning.category, UserWarning)]
