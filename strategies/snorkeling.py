"""Strategies for Snorkeling and Expert Diving, except the planner.

Only `random` and `eager`, which choose at random, lay cards on their own pile where the rules allow
it.
"""

from __future__ import annotations

from typing import Any

from simulate.games.snorkeling import PILE, STOP, PileLimit, card_of, followers, is_centre, pile_of
from simulate.kit.bits import bit, lowest, size
from strategies import GROUP, Parameter, View, action_at, below, compiled, inlined, legal, strategy


@strategy("snorkeling", tier=1)
def eager(view: View) -> int:
    """Never stops early: it chooses at random among all other actions, and stops when it must."""
    actions = view.menu.count - 1  # Stopping is the first action on the menu.
    return action_at(view.menu, 1 + below(view.chance, actions)) if actions > 0 else STOP


@strategy("snorkeling", tier=1)
def shedder(view: View) -> int:
    """Empties its hand as fast as it can, to win the top card of its pile back.

    It lays cards on the centre while a card fits, first the card that most other cards in hand can
    follow. Then it lays all cards that fit on opponents' piles. High cards come first, so a 0,
    which ends the round, comes last. It stops only when no card fits.
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
    burst=Parameter(3, 1, 5, "The number of possible pushes in a turn for which it waits."),
)
def hoarder(view: View, burst: float) -> int:
    """Plays few cards, and keeps them for a turn with many pushes.

    It waits until it could lay a card on the centre and then push `burst` opponents in the same
    turn (all opponents if there are fewer; one if only one pile card per turn is allowed). Then it
    lays the card on the centre that leaves the most pushes, and pushes every opponent that it can.
    High cards come first, so a 0 comes last.
    """
    target = min(int(burst), view.rules.players - 1)
    if view.rules.pile_limit == PileLimit.PER_TURN:
        target = 1
    chosen, best = STOP, -1
    for action in legal(view):
        card = card_of(action)
        if is_centre(action) and view.table.played == 0:
            merit = _pushes_with(view, card)
            if merit < target:
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
    reach=Parameter(2, 1, 5, "The number of opponents that it pushes, counted from the leader."),
)
def attacker(view: View, reach: float) -> int:
    """Pushes the leaders down, and spends cards on nothing else.

    The leaders are the `reach` opponents with the highest sum of score and top of the pile. If it
    can push a leader afterwards, it lays the card on the centre that leaves the most pushes. Then
    it pushes the leaders, always the one who leads at the moment, even if that ends the round.
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
            if _rank(view, seat) < reach and size(view.table.pushed | bit(seat)) <= reach:
                merit = 1 + _total_score(view, seat)
        if merit > best:
            chosen, best = action, merit
    return chosen


@strategy(
    "snorkeling",
    tier=2,
    margin=Parameter(
        0, -10, 10, "The lead in points, including the tops of piles, that counts as being ahead."
    ),
)
def closer(view: View, margin: float) -> int:
    """Ends the round soon while it is ahead, and late while it is behind.

    It is ahead if its score plus the top of its pile exceeds that of every opponent by at least
    `margin`; with 0 a tie is enough. While it is ahead, it lays no 0 on the centre, pushes the
    lowest piles first, and lays a 0 on a 1, which ends the round. While it is behind, it never lays
    a 0 on a pile or pushes a pile down to 1. It pushes the leaders first and lays its 0s on the
    centre. Until it can push, it lays the cards on the centre that most other cards can follow.
    """
    table, rules = view.table, view.rules
    rival = -1
    for seat in range(rules.players):
        if seat != table.seat:
            rival = max(rival, _total_score(view, seat))
    ahead = _total_score(view, table.seat) - rival >= margin
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
                merit = GROUP + _total_score(view, pile_of(action))
        if merit > best:
            chosen, best = action, merit
    return chosen


@inlined
def _is_push(view: Any, action: int) -> bool:
    """Return True if an action lays a card on an opponent's pile."""
    return action >= PILE and pile_of(action) != view.table.seat


@inlined
def _total_score(view: Any, seat: int) -> int:
    """Return the score that a seat would have if the round ended now."""
    return view.table.scores[seat] + view.table.tops[seat]  # type: ignore[no-any-return]


@inlined
def _without_one(view: Any, card: int) -> Any:
    """Return the set of cards in hand after one copy of `card` is played."""
    cards = view.own.cards
    return cards if view.own.count[card] > 1 else cards ^ bit(card)


@compiled
def _pushes_with(view: Any, laid: int) -> int:
    """Return the number of opponents that the seat can push after `laid` is laid on the centre."""
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
def _rank(view: Any, seat: int) -> int:
    """Return the number of opponents ahead of an opponent.

    Of two opponents with equal totals, the one who acts sooner is ahead.
    """
    table, players = view.table, view.rules.players
    ahead = 0
    nearer = True
    opponent = table.seat
    for _ in range(players - 1):
        opponent = 0 if opponent + 1 == players else opponent + 1
        if opponent == seat:
            nearer = False
        elif _total_score(view, opponent) > _total_score(view, seat) - nearer:
            ahead += 1
    return ahead


@compiled
def _can_push_leader(view: Any, cards: Any, reach: float) -> bool:
    """Return True if a card of a set can push one of the `reach` leading opponents."""
    table, rules = view.table, view.rules
    for seat in range(rules.players):
        fits = seat != table.seat and cards & rules.of_value[table.tops[seat] - 1] != 0
        if fits and _rank(view, seat) < reach:
            return True
    return False
