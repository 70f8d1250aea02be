"""How far players are from perfect play in games small enough to be solved."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from simulate.kit.chance import STREAM, below
from simulate.play import rows as row
from tests.helpers.small_games import (
    Position,
    SmallGame,
    SmallScaphandre,
    SmallSchnuff,
    SmallSnorkeling,
    steer,
)
from tests.helpers.small_players import (
    AS_GOOD,
    SmallPlayer,
    Yardstick,
    dearest,
    measure,
    yardstick_of,
)
from tests.helpers.studies import make_study, rows
from tests.oracles import scaphandre
from tests.oracles.known_games import KuhnPoker, Nim
from tests.oracles.solver import Floats, best_answer, evenly, exploited, lay_out, solve, value


def test_kuhn_poker_has_its_known_value_and_an_unexploitable_solution() -> None:
    tree = lay_out(KuhnPoker())
    solution = solve(tree, 400)
    # Seat 0 loses 1/18; a win of 2 is 1 here, and a loss of 2 is 0.
    assert value(tree, solution) == pytest.approx((2 - 1 / 18) / 4, abs=1e-4)
    assert exploited(tree, solution) == pytest.approx(0.5, abs=1e-4)


def test_the_best_response_to_a_player_that_never_bets_or_calls_bets_with_low_cards() -> None:
    tree = lay_out(KuhnPoker())
    passing = np.where(tree.moves == 0, 1.0, 0.0)
    answer = best_answer(tree, passing, 0)
    assert answer.value == pytest.approx((2 + 1) / 4)
    opening = tree.first[np.flatnonzero(tree.owner == 0)][:3]
    # The highest card wins as much without a bet.
    assert answer.strategy[opening + 1].tolist() == [1.0, 1.0, 0.5]


@pytest.mark.parametrize("heaps", list(product(range(4), repeat=3))[1:])
def test_the_best_moves_of_nim_leave_heaps_whose_exclusive_or_is_0(heaps: tuple[int, ...]) -> None:
    tree = lay_out(Nim(*heaps))
    perfect = best_answer(tree, evenly(tree), 0, 1)
    won = np.bitwise_xor.reduce(heaps) != 0
    assert perfect.value == pytest.approx(float(won))
    for number, position in enumerate(tree.examples):
        choices = slice(*tree.first[number : number + 2])
        for move, cost in zip(tree.moves[choices], perfect.costs[choices], strict=True):
            left = list(position[:-1])
            left[move // 100] -= move % 100
            lost = np.bitwise_xor.reduce(position[:-1]) != 0 != np.bitwise_xor.reduce(left)
            assert cost == pytest.approx(float(lost))


def test_a_game_with_hidden_cards_is_not_solved_as_an_open_game() -> None:
    tree = lay_out(KuhnPoker())
    with pytest.raises(AssertionError, match="something is hidden"):
        best_answer(tree, evenly(tree), 0, 1)


def test_losses_of_all_decisions_sum_to_the_shortfall_from_half() -> None:
    tree = lay_out(KuhnPoker())
    yardstick = yardstick_of(tree, 2000)
    rng = np.random.default_rng(1)
    for _ in range(5):
        weights = rng.random(len(tree.moves))
        measured = measure(yardstick, weights / tree.spread(tree.of_sets(weights)))
        lost = measured.loss * measured.decisions
        assert lost > 0.01
        assert measured.wins == pytest.approx(0.5 - lost, abs=2e-4)


def test_perfect_play_loses_nothing() -> None:
    for tree, rounds in ((lay_out(KuhnPoker()), 2000), (lay_out(Nim(1, 2, 3)), 0)):
        yardstick = yardstick_of(tree, rounds)
        measured = measure(yardstick, yardstick.strategy)
        assert measured.wins == pytest.approx(0.5)
        assert measured.loss < AS_GOOD / 2


def small_schnuff() -> SmallSchnuff:
    return SmallSchnuff(2, {"2": 2, "3": 1, "4": 2, "pass": 1, "panic": 1})


def small_snorkeling() -> SmallSnorkeling:
    return SmallSnorkeling(2, 3, 1, 2)


def test_a_stream_can_be_set_to_draw_any_card() -> None:
    stream: Any = np.zeros(1, STREAM).view(np.recarray)[0]
    plain: Any = getattr(below, "py_func", below)
    for size in (2, 3, 7):
        for first, second in product(range(size), repeat=2):
            if first == second:
                continue
            pile = list(range(size))
            steer(stream, (first, second), size)
            drawn = []
            for left in (size, size - 1):
                with np.errstate(over="ignore"):
                    place = int(plain(stream, left))
                drawn.append(pile[place])
                pile[place] = pile[left - 1]
            assert drawn == [first, second]


@pytest.mark.slow
@pytest.mark.parametrize("make", [small_schnuff, small_snorkeling])
def test_exact_win_rates_of_random_players_agree_with_the_engine(make: Any) -> None:
    game: SmallGame = make()
    lineup = ("random", "random")
    study = make_study(
        game.game.name, 2, lineup=lineup, games=20_000, rotate=False, rules=dict(game.changed)
    )
    games = rows(study)
    # A solved game ends with the first round, where the real one may go on after a tie.
    won = np.array([0.5, 1.0, 0.0, 0.5])[games[:, row.WINNERS]]
    won = np.where(games[:, row.ROUNDS] == 1, won, 0.5)
    tree = lay_out(game)
    error = won.std() / len(won) ** 0.5
    assert abs(value(tree, evenly(tree)) - won.mean()) < 4 * error


@pytest.mark.slow
def test_both_seats_together_win_all_of_a_solved_game() -> None:
    for game in (small_schnuff(), small_snorkeling()):
        tree = lay_out(game)
        solution = solve(tree, 300)
        first, second = (best_answer(tree, solution, seat).value for seat in (0, 1))
        # What seat 0 can get at most is what seat 1 cannot keep it from.
        assert first == pytest.approx(second, abs=AS_GOOD)
        assert first >= value(tree, solution) - 1e-9 >= second - 2e-9


class Remembering(SmallSchnuff):
    """Schnuff in which players remember after which card they drew which as well."""

    def after(self, position: Position, move: int) -> list[tuple[float, Position]]:
        seat = self.mover(position)
        held = self.own[seat].count.copy()
        outcomes = []
        for odds, then in super().after(position, move):
            self.show(then)
            drawn = tuple((self.own[seat].count - held).tolist())
            done = (*position.done, (seat, move, drawn))
            outcomes.append((odds, then._replace(done=done)))
        return outcomes

    def seen(self, position: Position) -> tuple[tuple[Any, ...], bytes]:
        mover = self.mover(position)
        done = (turn if turn[0] == mover else turn[:2] for turn in position.done)
        return tuple(done), self.view_of(position)


@pytest.mark.slow
def test_perfect_memory_of_drawn_cards_does_not_change_the_solution() -> None:
    deck = {"2": 2, "4": 2, "pass": 2, "panic": 1}
    tree, longer = lay_out(SmallSchnuff(2, deck)), lay_out(Remembering(2, deck))
    assert len(longer.owner) > len(tree.owner)
    solutions = [solve(game_tree, 400) for game_tree in (tree, longer)]
    assert value(tree, solutions[0]) == pytest.approx(value(longer, solutions[1]), abs=AS_GOOD)
    for seat in (0, 1):
        answers = [
            best_answer(game_tree, evenly(game_tree), seat).value for game_tree in (tree, longer)
        ]
        assert answers[0] == pytest.approx(answers[1])


@pytest.mark.slow
def test_swapping_the_animals_of_scaphandre_changes_nothing() -> None:
    # The deals are listed with the hands in the order of sets of cards, so the hand
    # without octopuses is the first and the one with all of them the last.
    values = []
    for deal in (0, 251):
        tree = lay_out(SmallScaphandre(12, [deal]))
        values.append(best_answer(tree, evenly(tree), 0, 1).value)
    assert values[0] == values[1]


@pytest.mark.slow
@pytest.mark.parametrize("deal", [5, 77])
def test_the_solution_of_scaphandre_equals_that_of_an_independent_implementation(deal: int) -> None:
    game = SmallScaphandre(12, [deal])
    tree = lay_out(game)
    game.show(next(iter(game.starts()))[1])
    hands = [
        [card for card, held in zip(scaphandre.CARDS, game.own[seat].count, strict=True) if held]
        for seat in (0, 1)
    ]
    assert best_answer(tree, evenly(tree), 0, 1).value == by_hand(hands)


def by_hand(hands: list[list[scaphandre.Card]]) -> float:
    """Return what seat 0 wins with these hands, by trying everything with the oracle."""
    rules = scaphandre.Rules(players=2, copies=1, hand_size=5)
    known: dict[Any, float] = {}

    def worth(laid: tuple[scaphandre.Card, ...]) -> float:
        game = scaphandre.Game.__new__(scaphandre.Game)
        game.__dict__.update(start(rules, hands))
        for card in laid:
            game.apply(card)
        if game.over:
            return (0 in game.winners) / len(game.winners)
        suits = tuple(tuple(map(tuple, seat.values())) for seat in game.suits)
        key = (tuple(map(tuple, game.hands)), tuple(sorted(game.centre)), suits, game.seat)
        if key not in known:
            best = max if game.seat == 0 else min
            known[key] = best(worth((*laid, card)) for card in game.legal_actions())
        return known[key]

    return worth(())


def start(rules: scaphandre.Rules, hands: list[list[scaphandre.Card]]) -> dict[str, Any]:
    """Return the attributes of a game of the oracle with these hands."""

    class Anyhow:
        def draw(self, pile: list[scaphandre.Card]) -> scaphandre.Card:
            return pile.pop()

    game = scaphandre.Game(rules, Anyhow())
    game.hands, game.draw_pile = [list(hand) for hand in hands], []
    return game.__dict__


@cache
def solved_schnuff() -> tuple[SmallGame, Yardstick]:
    game = SmallSchnuff(3, {"2": 3, "4": 4, "pass": 2, "panic": 1})
    return game, yardstick_of(lay_out(game), 200)


def strategy(spec: str, times: int = 1) -> Floats:
    game, yardstick = solved_schnuff()
    return SmallPlayer(game, spec, times).strategy(yardstick.tree)


@pytest.mark.slow
def test_the_planner_loses_less_than_simple_strategies_and_these_less_than_random() -> None:
    _, yardstick = solved_schnuff()
    specs = ("planner", "hurrier", "spender", "random")
    measured = [measure(yardstick, strategy(spec)) for spec in specs]
    losses = [player.loss for player in measured]
    assert losses == sorted(losses)
    assert losses[0] < losses[-1] / 10
    wins = [player.wins for player in measured]
    assert wins == sorted(wins, reverse=True)


@pytest.mark.slow
def test_search_with_more_rollouts_loses_less() -> None:
    _, yardstick = solved_schnuff()
    thinking = "search(rollouts={}, doubt=0, base=random, playout=random)"
    losses = [measure(yardstick, strategy(thinking.format(n), 4)).loss for n in (1, 8, 64)]
    assert losses[0] > 1.3 * losses[1] > 1.3**2 * losses[2]


@pytest.mark.slow
def test_the_costliest_mistakes_are_listed_with_the_better_choice() -> None:
    game, yardstick = solved_schnuff()
    lines = dearest(game, yardstick, strategy("random"), 1)
    assert len(lines) == 5
    assert "points a game" in lines[0]
    assert lines[-1].startswith("    costs in points: plays ")
    assert ": 0.0" in lines[-1]
