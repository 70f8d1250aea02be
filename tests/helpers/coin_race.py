"""A game in which every chance to win is known exactly: a race for points by tossing coins.

Two seats take `TURNS` turns in total, alternately. In each turn, a seat chooses between a toss that
gives a point with a chance of 1/2 and one with a chance of 1/4. With a chance of 1/2, a seat has a
secret point from the start.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from simulate.game import Snapshot
from simulate.games import snorkeling
from simulate.kit.bits import EMPTY, bit
from simulate.kit.chance import below, start
from simulate.kit.compiled import compiled
from simulate.kit.layout import hidden_layout, layout, table_layout
from simulate.kit.menu import offer
from simulate.kit.seats import all_seats
from simulate.play.engine import Engine
from simulate.rules.values import Variant
from strategies import find_strategy

TURNS = 6
#: The chance of a point, by action.
ODDS = (Fraction(1, 2), Fraction(1, 4))


@compiled
def deal(rules: Any, state: Any) -> None:
    """Give each seat its secret: 0 points or 1 point."""
    start(state.chance, state.chance.seed, state.chance.deal, 0)
    for seat in range(2):
        state.own[seat].secret = below(state.chance, 2)
    state.table.active = all_seats(2)


@compiled
def offer_actions(rules: Any, state: Any, menu: Any) -> None:
    """Offer both ways to toss."""
    offer(menu, 0, 3)


@compiled
def apply(rules: Any, state: Any, action: int) -> None:
    """Toss, score, and pass the turn to the other seat."""
    table = state.table
    if below(state.chance, 2 + 2 * action) == 0:
        table.scores[table.seat] += 1
    table.turns += 1
    table.seat = 1 - table.seat
    if table.turns == TURNS:
        table.over = 1


@compiled
def redeal(rules: Any, state: Any, seat: int) -> None:
    """Draw the secret of the other seat again."""
    state.own[1 - seat].secret = below(state.chance, 2)


@compiled
def winners(rules: Any, state: Any) -> Any:
    """Return the seats with most points, including secret points, as bits."""
    won, most = EMPTY, -1
    for seat in range(2):
        points = state.table.scores[seat] + state.own[seat].secret
        if points > most:
            won, most = bit(seat), points
        elif points == most:
            won |= bit(seat)
    return won


class Teller:
    """The texts of the game."""

    def action(self, rules: Any, table: Any, action: int) -> str:
        return f"tosses for {2 + 2 * action} sides"

    def state(self, rules: Any, snapshot: Snapshot, hands: Sequence[int]) -> list[str]:
        return [f"points {snapshot.table.scores[0]} : {snapshot.table.scores[1]}"]

    def aftermath(self, *_: Any) -> list[str]:
        return []

    def hand(self, *_: Any) -> str:
        return ""

    stretch_end = hand

    def game_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        return "The race is over."

    def census(self, rules: Any, snapshot: Snapshot) -> dict[str, int]:
        return {}


GAME = replace(
    snorkeling.GAME,
    name="coin-race",
    title="Coin Race",
    seats=(2, 2),
    default_strategy="random",
    own_options=(),
    variants={"base": Variant("Two coins.")},
    counts=(),
    table=table_layout(),
    own=layout(secret="a secret point, or none"),
    hidden=hidden_layout(0),
    derived=layout(),
    groups=1,
    check=lambda values, players: None,
    prepare=lambda rules: None,
    deal=deal,
    offer_actions=offer_actions,
    apply=apply,
    redeal=redeal,
    winners=winners,
    horizon=0,
    teller=Teller(),
)


def make_engine(*specs: str, seed: int = 1) -> Engine:
    """Return an engine for two players; without `specs`, both play at random."""
    lineup = [find_strategy(spec, "snorkeling") for spec in specs or ("random", "random")]
    return Engine(GAME, GAME.resolve("base", {}, 2), lineup, 1, seed)


#: The chance of a point in a turn that is played at random.
AT_RANDOM = (ODDS[0] + ODDS[1]) / 2


@cache
def share(lead: int, own: int, others: int) -> Fraction:
    """Return the expected share of the win of a seat if both seats play on at random.

    `lead` is the seat's lead in points; `own` and `others` are the turns left to it and its rival.
    """
    if own:
        more = share(lead + 1, own - 1, others)
        return AT_RANDOM * more + (1 - AT_RANDOM) * share(lead, own - 1, others)
    if others:
        less = share(lead - 1, own, others - 1)
        return AT_RANDOM * less + (1 - AT_RANDOM) * share(lead, own, others - 1)
    return Fraction(1 + (lead > 0) - (lead < 0), 2)


def exact(snapshot: Snapshot, seat: int, action: int | None, secret: int | None = None) -> Fraction:
    """Return the expected share of the win of `seat`, given all that this seat knows.

    The seat to act takes `action`, or a random action if it is None. `secret` is the rival's secret
    if it is known.
    """
    table = snapshot.table
    left = TURNS - int(table.turns)
    acts = int(table.seat)
    point = AT_RANDOM if action is None else ODDS[action]
    turns = {acts: (left - 1) // 2, 1 - acts: left // 2}
    step = 1 if acts == seat else -1
    lead = int(table.scores[seat] - table.scores[1 - seat] + snapshot.own[seat].secret)
    total = Fraction(0)
    for other in (0, 1) if secret is None else (secret,):
        for gain, weight in ((step, point), (0, 1 - point)):
            total += weight * share(lead - other + gain, turns[seat], turns[1 - seat])
    return total / (2 if secret is None else 1)
