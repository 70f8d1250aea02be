"""Games of a few lines that use the records of Snorkeling.

Some have turns without a decision, and some have faults. In `GOLD`, the value of each action is
known: digging finds a piece of gold or none, by chance; waving does nothing; gambling, which is
possible in every sixth round, loses two pieces. The most gold after a dozen rounds wins.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from simulate.game import Game
from simulate.games.snorkeling import GAME
from simulate.kit.chance import below, start
from simulate.kit.compiled import compiled
from simulate.kit.menu import offer
from simulate.kit.seats import all_seats, next_seat
from simulate.play.engine import Engine
from simulate.rules.kinds import Value
from strategies import find_strategy

#: The number of turns with a decision, before turns without a decision or with a fault.
GOOD_TURNS = 2


@compiled
def deal(rules: Any, state: Any) -> None:
    """Begin the game; nothing is dealt."""
    state.table.active = all_seats(rules.players)
    start(state.chance, state.chance.seed, state.chance.deal, 0)


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
    """Pass the turn to the next seat; actions have no other effect."""
    table = state.table
    table.turns += 1
    table.seat = next_seat(table.active, table.seat, rules.players)


@compiled
def nobody(rules: Any, state: Any) -> int:
    """Let nobody win."""
    return 0


def tiny_game(name: str, offer_actions: Any = offer_one, apply: Any = end_the_turn) -> Game:
    """Return a game that nobody wins, with these two functions and the records of Snorkeling."""
    return replace(
        GAME,
        name=name,
        deal=deal,
        offer_actions=offer_actions,
        apply=apply,
        winners=nobody,
    )


PASSING = tiny_game("passing", offer_one_in_good_turns, end_the_turn)


def engine_of(game: Game, **rules: Value) -> Engine:
    """Return an engine for three random players and ten turns at most."""
    values = game.resolve("base", {"max_turns": 10, **rules}, 3)
    return Engine(game, values, [find_strategy("random", "snorkeling")] * 3, 1, 1)


#: The actions. `GREET` plus the index of a seat greets that seat, or bows for the own seat.
DIG, WAVE, GAMBLE, GREET = 0, 1, 2, 64
ROUNDS = 12

#: The body of a strategy (see `tests.helpers.strategy_files`) that gambles if possible, else digs.
GAMBLER = """
if view.menu.members[0] & 4 != 0:
    return 2
return 0 if view.menu.members[0] & 1 != 0 else action_at(view.menu, 0)
"""
#: The body of a strategy that always digs, even if that is not legal.
STUBBORN = "return 0"


@compiled
def offer_gold(rules: Any, state: Any, menu: Any) -> None:
    """Offer digging, waving and greeting, and every sixth round gambling."""
    offer(menu, 0, 7 if state.table.turns // rules.players % 6 == 0 else 3)
    for seat in range(rules.players):
        offer(menu, GREET + seat, 1)


@compiled
def find_gold(rules: Any, state: Any, action: int) -> None:
    """Change the gold of the seat, and pass the turn to the next seat."""
    table = state.table
    gold = below(state.chance, 2)
    if action == DIG:
        table.scores[table.seat] += gold
    elif action == GAMBLE:
        table.scores[table.seat] -= 2
    end_the_turn(rules, state, action)
    table.over = int(table.turns == ROUNDS * rules.players)


class _Teller(type(GAME.teller)):  # type: ignore[misc]
    """The names of the actions of `GOLD`."""

    def action(self, rules: Any, table: Any, action: int) -> str:
        """Return the words for an action."""
        if action >= GREET:
            seat = action - GREET
            return "bows" if seat == table.seat else f"greets seat {seat + 1}, who smiles"
        return f"{('digs', 'waves', 'gambles')[action]} in round {table.turns // rules.players}"


@compiled
def greet_or_bow(rules: Any, table: Any, action: int) -> int:
    """Return 1 if an action bows, else 0."""
    return 1 if action == GREET + table.seat else 0


GOLD = replace(
    GAME,
    name="gold",
    title="Gold",
    default_strategy="random",
    deal=deal,
    offer_actions=offer_gold,
    apply=find_gold,
    redeal=None,
    meaning=greet_or_bow,
    teller=_Teller(),
)
