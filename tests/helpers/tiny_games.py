"""Games of a few lines on the table of Snorkeling: with turns without a decision, and faults."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from simulate.game import Game
from simulate.games.snorkeling import GAME
from simulate.kit.compiled import compiled
from simulate.kit.menu import PASS, offer
from simulate.kit.seats import all_seats, next_seat
from simulate.play.engine import Engine
from strategies import find_strategy

#: Turns with a decision, before turns without one or a fault.
GOOD_TURNS = 2


@compiled
def deal(rules: Any, state: Any) -> None:
    """Begin with seat 1."""
    table = state.table
    table.turns = 0
    table.over = 0
    table.seat = 0
    table.active = all_seats(rules.players)


@compiled
def offer_one_in_good_turns(rules: Any, state: Any, menu: Any) -> None:
    """Offer an action in the first turns, and nothing after."""
    if state.table.turns < GOOD_TURNS:
        offer(menu, 0, 1)


@compiled
def offer_one(rules: Any, state: Any, menu: Any) -> None:
    """Offer an action."""
    offer(menu, 0, 1)


@compiled
def end_the_turn(rules: Any, state: Any, action: int) -> None:
    """Hand on the turn, whatever was done."""
    table = state.table
    table.turns += 1
    table.seat = next_seat(table.active, table.seat, rules.players)


@compiled
def end_no_pass(rules: Any, state: Any, action: int) -> None:
    """Hand on the turn after a choice only."""
    if action != PASS:
        end_the_turn(rules, state, action)


@compiled
def end_the_game_by_passing(rules: Any, state: Any, action: int) -> None:
    """Hand on the turn after a choice; whoever has none ends the game without it."""
    if action == PASS:
        state.table.over = 1
    else:
        end_the_turn(rules, state, action)


@compiled
def raise_in_a_later_turn(rules: Any, state: Any, action: int) -> None:
    """Hand on the turn, and raise after the first ones."""
    if state.table.turns == GOOD_TURNS:
        raise ValueError("the deck is lost")
    end_the_turn(rules, state, action)


@compiled
def nobody(rules: Any, state: Any) -> int:
    """Let nobody win."""
    return 0


def tiny_game(name: str, offer_actions: Any = offer_one, apply: Any = end_the_turn) -> Game:
    """Return a game on that table that nobody wins, with two functions of its own."""
    return replace(
        GAME,
        name=name,
        deal=deal,
        offer_actions=offer_actions,
        apply=apply,
        winners=nobody,
    )


STUCK = tiny_game("stuck", offer_one_in_good_turns, end_no_pass)
PASSING = tiny_game("passing", offer_one_in_good_turns, end_the_turn)
ENDING = tiny_game("ending", offer_one_in_good_turns, end_the_game_by_passing)
RAISING = tiny_game("raising", offer_one, raise_in_a_later_turn)


def engine_of(game: Game) -> Engine:
    """Return an engine for three random players and ten turns at most."""
    values = game.resolve("base", {"max_turns": 10}, 3)
    return Engine(game, values, [find_strategy("random", "snorkeling")] * 3, 1, 1)
