"""Strategies for Snorkeling and Expert Diving, but for the planner, which has its own file.

No strategy lays a card on its own pile where the rules allow it, except those that
choose at random.
"""

from __future__ import annotations

from typing import Any

from simulate.games.snorkeling import PILE, STOP, PileLimit, card_of, followers, is_centre, pile_of
from simulate.kit.bits import bit, lowest, size
from strategies import GROUP, Parameter, View, action_at, below, compiled, inlined, legal, strategy


@strategy("snorkeling", tier=1)
def eager(view: View) -> int:
    """Never stops early: picks at random among all other actions, and stops when it must."""
    others = view.menu.count - 1  # stopping is offered first
    return action_at(view.menu, 1 + below(view.chance, others)) if others > 0 else STOP


@strategy("snorkeling", tier=1)
def shedder(view: View) -> int:
    """Empties its hand as fast as it can, to win its pile's top card back.

    Lays cards on the centre as long as one fits, first the one that most other cards
    in hand can follow; then lays all it can on opponents' piles, high cards first, so
    that a 0, which ends the round, comes last. Stops only when nothing fits.
    """
    chosen, best = STOP, -1
    for action in legal(view):
        card = card_of(action)
        if is_centre(action):
            left = _without_one(view, card)
            merit = GROUP + size(left & followers(view.rules, view.table.centre_top, card))
        elif _is_push(view, action):
            merit = view.rules.value[card]
        else:
            continue
        if merit > best:
            chosen, best = action, merit
    return chosen


@strategy(
    "snorkeling",
    tier=1,
    burst=Parameter(3, 1, 5, "How many pushes in one turn are worth spending cards on."),
)
def hoarder(view: View, burst: float) -> int:
    """Plays little and keeps its cards for a big turn.

    Does nothing until, after laying one card on the centre, it could push `burst`
    opponents in the same turn (all of them, where there are fewer; one, where only one
    pile card a turn is allowed). Then it lays the card that leaves the most pushes, and
    pushes everyone it can, high cards first. A 0 therefore comes last.
    """
    wanted = min(int(burst), view.rules.players - 1)
    if view.rules.pile_limit == PileLimit.PER_TURN:
        wanted = 1
    chosen, best = STOP, -1
    for action in legal(view):
        card = card_of(action)
        if is_centre(action) and view.table.played == 0:
            merit = _pushes_with(view, card)
            if merit < wanted:
                continue
        elif _is_push(view, action):
            merit = view.rules.value[card]
        else:
            continue
        if merit > best:
            chosen, best = action, merit
    return chosen


@strategy(
    "snorkeling",
    tier=2,
    reach=Parameter(2, 1, 5, "How many opponents it pushes, counted from the leader down."),
)
def attacker(view: View, reach: float) -> int:
    """Pushes the leaders down and spends cards on nothing else.

    The leaders are the `reach` opponents with the highest score plus top of the pile.
    Lays one card on the centre, the one that leaves the most pushes, but only when it
    can then push one of them. Then it pushes the leaders, the first one first and as
    they stand after each push, whether or not that ends the round.
    """
    chosen, best = STOP, 0
    for action in legal(view):
        card = card_of(action)
        merit = 0
        if is_centre(action) and view.table.played == 0:
            if _can_push_leader(view, _without_one(view, card), reach):
                merit = 1 + _pushes_with(view, card)
        elif _is_push(view, action):
            seat = pile_of(action)
            if _place(view, seat) < reach and size(view.table.pushed | bit(seat)) <= reach:
                merit = 1 + _total(view, seat)
        if merit > best:
            chosen, best = action, merit
    return chosen


@strategy(
    "snorkeling",
    tier=2,
    margin=Parameter(
        0, -10, 10, "Points it wants to be ahead of everybody, scores and piles together."
    ),
)
def closer(view: View, margin: float) -> int:
    """Steers when the round ends: soon while it is ahead, late while it is behind.

    Ahead means that its score plus the top of its pile beats everybody else's by
    `margin`; at 0 a tie will do. Then it keeps its 0s, pushes the lowest piles first and
    lays a 0 on a 1, which ends the round. Behind, it never lays a 0 on a pile nor pushes
    one down to 1; it pushes leaders first and parts with 0s on the centre. It lays the
    centre cards that most others can follow, until it can push.
    """
    table, rules = view.table, view.rules
    rival = -1
    for seat in range(rules.players):
        if seat != table.seat:
            rival = max(rival, _total(view, seat))
    ahead = _total(view, table.seat) - rival >= margin
    chosen, best = STOP, 0
    for action in legal(view):
        card = card_of(action)
        value = rules.value[card]
        merit = 0
        if is_centre(action):
            if value > 0 or not ahead:
                left = _without_one(view, card)
                merit = 1 + size(left & followers(rules, table.centre_top, card))
        elif _is_push(view, action):
            if ahead:
                merit = GROUP + rules.values - value if value > 0 else GROUP
            elif value > 1:
                merit = GROUP + _total(view, pile_of(action))
        if merit > best:
            chosen, best = action, merit
    return chosen


@inlined
def _is_push(view: Any, action: int) -> bool:
    return action >= PILE and pile_of(action) != view.table.seat


@inlined
def _total(view: Any, seat: int) -> int:
    """Return the score that a seat would have if the round ended now."""
    return view.table.scores[seat] + view.table.tops[seat]  # type: ignore[no-any-return]


@inlined
def _without_one(view: Any, card: int) -> Any:
    """Return the different cards in hand after one `card` has left it."""
    cards = view.own.cards
    return cards if view.own.count[card] > 1 else cards ^ bit(card)


@compiled
def _pushes_with(view: Any, laid: int) -> int:
    """Count the opponents who could be pushed after laying one card on the centre."""
    table, rules = view.table, view.rules
    pushes = 0
    for value in range(rules.values):
        copies = -1 if rules.value[laid] == value else 0
        fits = view.own.cards & rules.of_value[value]
        while fits != 0:
            card = lowest(fits)
            fits ^= bit(card)
            copies += view.own.count[card]
        for seat in range(rules.players):
            if copies > 0 and seat != table.seat and table.tops[seat] - 1 == value:
                copies -= 1
                pushes += 1
    return pushes


@compiled
def _place(view: Any, seat: int) -> int:
    """Count the opponents ahead of an opponent; of two level ones the nearer is ahead."""
    table, players = view.table, view.rules.players
    ahead = 0
    nearer = True
    other = table.seat
    for _ in range(players - 1):
        other = 0 if other + 1 == players else other + 1
        if other == seat:
            nearer = False
        elif _total(view, other) > _total(view, seat) - nearer:
            ahead += 1
    return ahead


@compiled
def _can_push_leader(view: Any, cards: Any, reach: float) -> bool:
    """Tell whether one of the cards fits one of the `reach` opponents in front."""
    table, rules = view.table, view.rules
    for seat in range(rules.players):
        fits = seat != table.seat and cards & rules.of_value[table.tops[seat] - 1] != 0
        if fits and _place(view, seat) < reach:
            return True
    return False
