"""The planner of Snorkeling and Expert Diving, which compares whole turns."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.games.snorkeling import CARDS, CENTRE, MOST_VALUES, PILE, STOP, PileLimit, followers
from simulate.kit.bits import bit, has, lowest
from simulate.kit.view import View, record_of, working_record
from strategies import GROUP, SEATS, Parameter, compiled, inlined, odds_of, strategy, weights_of


@strategy(
    "snorkeling",
    tier=3,
    attack=Parameter(0.77, 0, 5, "Value in points of pushing all opponents down by one."),
    focus=Parameter(0.69, 0, 3, "How much more pushing leaders counts; 0: all count the same."),
    regain=Parameter(0.91, 0, 5, "Value in points of winning its pile's top card back."),
    hand=Parameter(0.13, -2, 2, "Value in points of each card in hand at its next turn."),
    ready=Parameter(0.24, -2, 2, "Value in points of keeping cards that can push everybody once."),
    block=Parameter(0.5, -2, 2, "Points lost if all unseen cards have the centre's colour."),
    settle=Parameter(0.86, 0, 1, "Share of its height that a pile keeps until the round ends."),
    stake=Parameter(0.46, 0, 3, "How fast a lead in points raises the chance to win the game."),
    urge=Parameter(0.31, 0, 1, "Chance that a round with a pile at 1 ends before its next turn."),
    patience=Parameter(-0.047, -1, 1, "Correction of its chance to win if the round goes on."),
    enough=Parameter(9, 0, 100, "The number of cards in hand above which more have no value."),
)
def planner(view: View, *parameters: float) -> int:
    """Estimates the chance to win after every way to play its turn, and takes the best way.

    It tries the sequences of centre cards that its hand allows, up to 128 sequences of up to 32
    cards. Only Expert Diving and very large hands have more. After each sequence it tries to
    push the leaders first. It compares all pushes that are possible with only those before a push
    that brings a pile down to 1.
    It counts the result of a turn in points: opponents pushed, the top card of its pile won back,
    cards in hand, cards that fit a pile at its next push or the one after (except 0s), and how
    common the colour is that it leaves on the centre. The resulting lead gives a chance to win the
    game. It can also lay a 0 on a 1, which ends the round with known scores. It does so if that
    gives a higher chance to win, given the target score.
    """
    if view.menu.count == 1:
        return STOP
    weights = _Weights(*parameters)
    table, rules, memory = view.table, view.rules, working_record(view, _MEMORY)
    cards = view.own.cards
    held = table.hand_size[table.seat]
    lead = _prepare(view, memory, weights)
    memory.laid[0] = table.centre_top
    options = cards & table.accepts
    chosen, best = STOP, _WORST
    depth = sequences = 0
    while True:
        value, push = _best_pushes(view, memory, cards, held, depth, lead, weights)
        if value > best:
            chosen, best = push if depth == 0 else CENTRE + memory.laid[1], value
        memory.options[depth] = options
        while memory.options[depth] == 0 or depth == _DEPTH or sequences == _SEQUENCES:
            if depth == 0:
                return chosen
            card = memory.laid[depth]
            memory.left[card] += 1
            cards |= bit(card)
            held += 1
            depth -= 1
        card = lowest(memory.options[depth])
        memory.options[depth] ^= bit(card)
        options = followers(rules, memory.laid[depth], card)
        if rules.expert == 0:
            # Cards of a colour leave the same hand in any order, so one order is enough.
            options &= np.int64(-1) << np.int64(card)
        cards = _lay(memory, cards, card)
        options &= cards
        held -= 1
        depth += 1
        sequences += 1
        memory.laid[depth] = card


#: The maximum number of sequences of centre cards, and the maximum number of cards in a sequence.
_SEQUENCES = 128
_DEPTH = 32
#: The fields of the working memory. Fractions are stored as whole multiples of ``1 / _UNIT``.
_MEMORY = record_of(
    # By card: the copies left in hand.
    left=(np.int64, CARDS),
    # By depth: the set of centre cards still to try, and the card laid.
    options=(np.int64, _DEPTH + 1),
    laid=(np.int64, _DEPTH + 1),
    # By seat: the top of the pile, the value of a push, and the total score.
    tops=(np.int64, SEATS),
    worth=(np.int64, SEATS),
    totals=(np.int64, SEATS),
    # The opponents' seats, the most valuable push first.
    ranked=(np.int64, SEATS),
    # The sum of the opponents' odds of winning.
    rivals=(np.int64,),
    # The number of unseen cards.
    unseen=(np.int64,),
    # The cards that were already used for pushes.
    pushed=(np.int64, SEATS * MOST_VALUES),
)
_UNIT = 2.0**20
_WORST = -1e9


_Weights = weights_of(planner)


@inlined
def _lay(memory: Any, cards: Any, card: int) -> Any:
    """Remove a copy of a card from the hand in memory, and return the set of different cards left.

    `cards` is the set of different cards before.
    """
    left = memory.left[card] - 1
    memory.left[card] = left
    return cards if left > 0 else cards ^ bit(card)


@inlined
def _prepare(view: Any, memory: Any, weights: Any) -> float:
    """Return the planner's lead in points; fill the fields of memory that stay the same all turn.

    Each pile counts with the share ``settle`` of its top card. The fields are ``left``, ``unseen``,
    ``worth``, ``rivals`` and ``ranked`` (see `_MEMORY`).
    """
    table, rules = view.table, view.rules
    rest = view.own.cards
    while rest != 0:
        card = lowest(rest)
        rest ^= bit(card)
        memory.left[card] = view.own.count[card]
    memory.unseen = table.deck_size
    front = -1.0
    for seat in range(rules.players):
        if seat != table.seat:
            memory.unseen += table.hand_size[seat]
            front = max(front, table.scores[seat] + weights.settle * table.tops[seat])
    rivals = everything = 0.0
    # The sum goes clockwise from the planner's seat. The order of additions changes the last bit of
    # a sum, which must not depend on where seat 1 sits.
    seat = table.seat
    for _ in range(rules.players - 1):
        seat = 0 if seat + 1 == rules.players else seat + 1
        lead = table.scores[seat] + weights.settle * table.tops[seat] - front
        rivals += odds_of(weights.stake * lead)
        worth = odds_of(weights.focus * lead)
        everything += worth
        memory.worth[seat] = int(worth * _UNIT)
    memory.rivals = int(rivals * _UNIT)
    seat = table.seat
    for ranked in range(rules.players - 1):
        seat = 0 if seat + 1 == rules.players else seat + 1
        worth = int(memory.worth[seat] / everything)
        memory.worth[seat] = worth
        rank = ranked
        while rank > 0 and memory.worth[memory.ranked[rank - 1]] < worth:
            memory.ranked[rank] = memory.ranked[rank - 1]
            rank -= 1
        memory.ranked[rank] = seat
    return table.scores[table.seat] + weights.settle * table.tops[table.seat] - front  # type: ignore[no-any-return]


@inlined
def _best_pushes(
    view: Any, memory: Any, cards: Any, held: int, depth: int, lead: float, weights: Any
) -> Any:
    """Return the chance to win after the best pushes, and the first push (`STOP` for none).

    `depth` is the number of cards laid on the centre before, `cards` and `held` are the set and the
    number of the cards left in hand, and `lead` is the lead in points.
    """
    table, rules = view.table, view.rules
    for seat in range(rules.players):
        memory.tops[seat] = table.tops[seat]
    nobody = rules.players - 1
    may_push = depth > 0 or table.played > 0
    zeros = cards & rules.of_value[0] if may_push else cards ^ cards
    points = -weights.block * _share_of_colour(view, memory, memory.laid[depth])
    first, chosen, best = STOP, STOP, _WORST
    rank = 0 if may_push else nobody
    pushes = 0
    while True:
        rank, card = _next_push(view, memory, cards, rank, pushes)
        if rank == nobody or memory.tops[memory.ranked[rank]] == 2:
            value = _chance_in_round(view, memory, cards, held - pushes, lead + points, weights)
            if value > best:
                chosen, best = first, value
        if zeros != 0 and (rank == nobody or rules.pile_limit == PileLimit.PER_TURN):
            value, seat = _best_beach(view, memory, pushes, weights)
            if value > best:
                best = value
                chosen = first if pushes > 0 else PILE + GROUP * seat + lowest(zeros)
        if rank == nobody:
            break
        seat = memory.ranked[rank]
        if pushes == 0:
            first = PILE + GROUP * seat + card
        cards = _lay(memory, cards, card)
        memory.pushed[pushes] = card
        memory.tops[seat] -= 1
        points += weights.attack * memory.worth[seat] / _UNIT
        pushes += 1
        if rules.pile_limit != PileLimit.NONE:
            rank += 1
    while pushes > 0:
        pushes -= 1
        memory.left[memory.pushed[pushes]] += 1
    return best, chosen


@inlined
def _next_push(view: Any, memory: Any, cards: Any, rank: int, pushes: int) -> Any:
    """Return the next rank whose pile can be pushed to 1 or more, and the card to push it with.

    The rank is `rank` or a later index in ``memory.ranked``, or the number of opponents if there is
    none.
    """
    table, rules = view.table, view.rules
    nobody = rules.players - 1
    if rules.pile_limit == PileLimit.PER_TURN and (pushes > 0 or table.pushed != 0):
        return nobody, 0
    while rank < nobody:
        seat = memory.ranked[rank]
        top = memory.tops[seat]
        if top > 1 and not (rules.pile_limit == PileLimit.PER_OPPONENT and has(table.pushed, seat)):
            fits = cards & rules.of_value[top - 1]
            if fits != 0:
                return rank, lowest(fits)
        rank += 1
    return nobody, 0


@inlined
def _chance_in_round(
    view: Any, memory: Any, cards: Any, held: int, lead: float, weights: Any
) -> float:
    """Return the chance to win if the turn ends now and the round goes on.

    `cards` and `held` are the set and the number of the cards in hand, and `lead` is the lead in
    points.
    """
    table, rules = view.table, view.rules
    top = table.tops[table.seat]
    if held == 0:
        held = 1
        if table.pile_size[table.seat] > 0:
            top += 1
            lead += weights.regain
    lead += weights.hand * min(float(held + rules.draws_per_turn), weights.enough)
    low = top
    seat = table.seat
    for _ in range(rules.players - 1):
        seat = 0 if seat + 1 == rules.players else seat + 1
        height = memory.tops[seat]
        low = min(low, height)
        for pushes in range(1, 3):
            if height > pushes and cards & rules.of_value[height - pushes] != 0:
                lead += weights.ready * memory.worth[seat] / _UNIT
    odds = odds_of(weights.stake * lead)
    chance = odds / (odds + memory.rivals / _UNIT) + weights.patience
    if low == 1:
        memory.tops[table.seat] = top
        chance += weights.urge * (_chance_if_scored(view, memory, weights) - chance)
        memory.tops[table.seat] = table.tops[table.seat]
    return chance  # type: ignore[no-any-return]


@inlined
def _share_of_colour(view: Any, memory: Any, top: int) -> float:
    """Return the share of the unseen cards that have the colour of the centre's top card."""
    fits = view.rules.same_colour[top]
    unseen = 0
    while fits != 0:
        card = lowest(fits)
        fits ^= bit(card)
        unseen += view.rules.copies_of[card] - view.table.centre[card] - view.own.count[card]
    return unseen / max(1, memory.unseen)  # type: ignore[no-any-return]


@inlined
def _best_beach(view: Any, memory: Any, pushes: int, weights: Any) -> Any:
    """Return the chance to win by laying a 0 on the best pile, and the seat of that pile.

    The chance is `_WORST` if the rules allow no 0 on any pile now. `pushes` is the number of cards
    that were laid on piles in this turn.
    """
    table, rules = view.table, view.rules
    best, beached = _WORST, 0
    if rules.pile_limit == PileLimit.PER_TURN and (pushes > 0 or table.pushed != 0):
        return best, beached
    for rank in range(rules.players - 1):
        seat = memory.ranked[rank]
        pushed = has(table.pushed, seat) or table.tops[seat] != 1
        if memory.tops[seat] == 1 and not (rules.pile_limit == PileLimit.PER_OPPONENT and pushed):
            memory.tops[seat] = 0
            value = _chance_if_scored(view, memory, weights)
            memory.tops[seat] = 1
            if value > best:
                best, beached = value, seat
    return best, beached


@compiled
def _chance_if_scored(view: Any, memory: Any, weights: Any) -> float:
    """Return the chance to win the game if the round ended now.

    Each seat scores the top card of its pile, which is stored in `memory.tops`.
    """
    table, rules = view.table, view.rules
    second = -1
    tied = False
    for seat in range(rules.players):
        total = table.scores[seat] + memory.tops[seat]
        memory.totals[seat] = total
        if seat != table.seat and total >= second:
            tied = total == second
            second = total
    own_total = memory.totals[table.seat]
    if own_total >= rules.target_score and own_total > second:
        return 1.0
    if second >= rules.target_score and second > own_total and not tied:
        return 0.0
    rivals = 0.0
    seat = table.seat
    for _ in range(rules.players - 1):
        seat = 0 if seat + 1 == rules.players else seat + 1
        rivals += odds_of(weights.stake * (memory.totals[seat] - second))
    odds = odds_of(weights.stake * (own_total - second))
    return odds / (odds + rivals)
