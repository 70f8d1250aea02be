"""The planner of Scaphandre, which considers all players' suits and all unseen cards."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from simulate.games.scaphandre import CARDS, NUMBERS, Ending, number_of
from simulate.kit.view import View, working_record
from strategies import Parameter, action_at, compiled, inlined, legal, odds_of, strategy, weights_of
from strategies import scaphandre_knowledge as knowledge
from strategies.scaphandre import sign_of
from strategies.scaphandre_endgame import deal_unseen, play_out
from strategies.scaphandre_knowledge import FURTHEST, HELD, PLIES, WHO_TAKES


@strategy(
    "scaphandre",
    tier=3,
    keep=Parameter(0.5, -5, 5, "Value in animals of keeping a card, for each animal on it."),
    fit=Parameter(0.5, -5, 5, "Weight of the animals that a kept card would add to its suits."),
    variety=Parameter(1, -5, 50, "Value in animals of each different card in hand."),
    duel=Parameter(
        10, -5, 50, "Value of each different card for two players who play until hands are empty."
    ),
    take=Parameter(2.5, -20, 20, "Value in animals of taking the centre, without its cards."),
    start=Parameter(-2, -20, 20, "Value in animals of the chance to take the next centre."),
    extra=Parameter(2.5, -10, 10, "Animals that a centre gains before another player takes it."),
    spread=Parameter(0.6, 0, 5, "How much each card to come adds to the uncertainty of a suit."),
    drift=Parameter(
        0.7, 0, 5, "Cards to come that count for each player, as a multiple of a fair share."
    ),
    stake=Parameter(0.13, 0, 3, "How fast a lead in animals raises the chance to win the game."),
    sight=Parameter(1, 0, 60, "Cards in the draw pile at which it starts to simulate the end."),
    playouts=Parameter(
        8, 0, 1000, "Simulations of the end of the game; with two players, a quarter as many."
    ),
    trust=Parameter(
        0.02, 0, 1, "How much chance to win each animal of value adds to the simulated chance."
    ),
    recall=Parameter(60, 1, 60, "The number of the latest centre cards that it remembers."),
    solve=Parameter(
        10, 0, 12, "Cards left to play at which it starts to simulate perfect play of two players."
    ),
    last=Parameter(
        6,
        0,
        12,
        "Cards left to play at which it starts to simulate perfect play of three or four players.",
    ),
)
def planner(view: View, *parameters: float) -> int:
    """Compares taking the centre now with what each of its cards would leave to the others.

    It counts the cards that it has not seen: all cards that are not in the suits, in the centre,
    cancelled, or in its own hand. For each of its cards it considers each reply of the next player,
    who is expected to choose the best card that they are likely to hold. Then it considers who is
    likely to take the centre, and what that adds and cancels in their suits. Gains of others count
    against a card, most of all the leaders' gains. High cards, and cards that would add to its own
    suits, are worth keeping until late in the game. So are different cards, most of all cards with
    few copies left, because a choice of cards decides how the game ends.

    Once the draw pile is nearly empty, it also deals the unseen cards at random `playouts` times,
    simulates each game to its end, and counts its wins. In these games every player compares what
    they take with what they leave to the next player, and plays the last cards perfectly. With two
    players, each finally knows the other's hand, and it finds the best play.

    For centre cards that it does not know, it expects the average of the unseen cards with the same
    number of animals. Among equal cards it lays octopuses before crabs, and lower numbers before
    higher ones.
    """
    if view.menu.count == 1:
        return action_at(view.menu, 0)
    weights = _Weights(*parameters)
    memory = working_record(view, knowledge.MEMORY)
    hidden, hidden_total, pool = knowledge.count_cards(view, memory, weights.recall)
    order = knowledge.order_of_play(view, memory)
    knowledge.expect_hidden(memory, hidden, hidden_total, pool)
    _value_suits(view, memory, weights, order, hidden)
    _value_gains(memory, weights, order, view.rules.players)
    options, worth = legal(view), memory.worth
    for index, card in enumerate(options):
        worth[index] = _card_value(view, memory, weights, card, order, pool - hidden)
    playouts = int(weights.playouts) if view.table.deck_size <= weights.sight else 0
    trust = weights.trust
    if view.rules.players == 2:
        playouts //= 4
        # Every unseen card is in the other player's hand: a single exact simulation is enough.
        if hidden == 0 and pool == view.table.hand_size[memory.seats[1]]:
            playouts, trust = 1, _TIE_BREAK
    if playouts > 0:
        worth *= trust * playouts
        for _ in range(playouts):
            drawn = deal_unseen(view, memory, order, hidden, hidden_total, pool)
            for index, card in enumerate(options):
                worth[index] += play_out(view, memory, weights, order, card, drawn)
    return options[np.argmax(worth[: len(options)])]  # type: ignore[no-any-return]


_Weights = weights_of(planner)
#: The value of ``trust`` if the end of the game is known exactly. It only breaks ties.
_TIE_BREAK = 1e-6
#: How fast the value of a kept card falls with the share of its copies among the unseen cards.
_SAME_CARD_LOSS = 2.5
#: The square of the mean of abs(Z) for a standard normal Z. With it, sqrt(x * x + share * variance)
#: is close to the mean of abs(x + noise).
_UNSURE = 2 / np.pi


@compiled
def _value_suits(view: Any, memory: Any, weights: Any, order: Any, hidden: int) -> None:
    """Estimate the animals that every player has at the end, without and with taking the centre.

    The results are stored in arrays of `memory`:

    - ``odds``: the animals that each player is expected to end with, by place (`_value_gains` then
      replaces them by odds);
    - ``adds``: the animals that a player gains by taking the centre, by place, suit and change of
      the centre before that, from -`REACH` (crabs) to `REACH` (octopuses);
    - ``lying``: the animals that a player gains by taking the centre as it lies now, by place;
    - ``fits``: the animals that a further octopus card of each suit adds for the acting player,
      then those that a further crab card adds.
    """
    table, players = view.table, view.rules.players
    to_come = 0.0
    for card in range(CARDS):
        to_come += memory.unseen[card] + view.own.count[card]
    share = order.turns / max(1.0, to_come) / players
    for suit in range(NUMBERS):
        number = suit + 1.0
        octopuses = memory.unseen[suit] + view.own.count[suit]
        crabs = memory.unseen[NUMBERS + suit] + view.own.count[NUMBERS + suit]
        unsure = weights.spread * share * (octopuses + crabs)
        drift = weights.drift * share * (octopuses - crabs)
        octopuses, crabs = memory.hidden[suit], memory.hidden[NUMBERS + suit]
        lying = memory.centre[suit] + octopuses - (memory.centre[NUMBERS + suit] + crabs)
        difference = octopuses - crabs
        variance = octopuses + crabs - difference * difference / max(1, hidden)
        taken = unsure + _UNSURE * variance
        for place in range(players):
            cards = table.suits[memory.seats[place], suit] + drift
            now = number * sqrt(cards * cards + unsure)
            memory.odds[place] += now
            if place == 0:
                more, less = cards + 1, cards - 1
                memory.fits[suit] = number * sqrt(more * more + unsure) - now
                memory.fits[NUMBERS + suit] = number * sqrt(less * less + unsure) - now
            cards += lying - knowledge.REACH
            for step in range(2 * knowledge.REACH + 1):
                memory.adds[place, suit, step] = number * sqrt(cards * cards + taken) - now
                cards += 1
            memory.lying[place] += memory.adds[place, suit, knowledge.REACH]


@compiled
def _value_gains(memory: Any, weights: Any, order: Any, players: int) -> None:
    """Set the fields ``odds``, ``minds`` and ``starts`` of `memory` (see `knowledge.MEMORY`).

    The expected animals in ``odds`` are replaced by the odds of winning. The two other fields hold
    how much each player values what another player gains.
    """
    front = total = 0.0
    for place in range(players):
        front = max(front, memory.odds[place])
    for place in range(players):
        odds = odds_of(weights.stake * (memory.odds[place] - front)) + 1e-6
        memory.odds[place] = odds
        total += odds
    for place in range(players):
        scale = -1.0 / (total - memory.odds[place])
        for other in range(players):
            memory.minds[place, other] = scale * memory.odds[other]
        memory.minds[place, place] = 1.0
    everybody = (1 << order.places) - 1
    for place in range(players):
        for taker in range(order.places):
            worth = 0.0
            other = taker
            for turn in range(min(PLIES, order.turns - 2)):
                other = other + 1 if other + 1 < order.places else 0
                chance = WHO_TAKES[order.places, HELD, everybody, FURTHEST, turn]
                worth += chance * memory.minds[place, other]
            memory.starts[place, taker] = weights.start * worth


@compiled
def _card_value(view: Any, memory: Any, weights: Any, card: int, order: Any, pool: int) -> float:
    """Return the value of laying a card, in animals; `pool` is the number of unseen cards."""
    suit, sign = number_of(card) - 1, sign_of(card)
    missing = view.rules.limit - view.table.centre_total - number_of(card)
    kept = weights.keep * number_of(card) + weights.fit * memory.fits[card]
    if view.own.count[card] == 1:
        duel = view.rules.players == 2 and view.rules.ending == Ending.EMPTY_HANDS
        variety = weights.duel if duel else weights.variety
        kept += variety * (1 - _SAME_CARD_LOSS * memory.unseen[card] / max(1, pool))
    kept *= -order.late
    for place in range(order.places):
        adds = memory.adds[place, suit, knowledge.REACH + sign]
        memory.after[place] = memory.lying[place] + adds - memory.adds[place, suit, knowledge.REACH]
    if missing <= 0:
        return kept + memory.after[0] + memory.starts[0, 0] + order.late * weights.take  # type: ignore[no-any-return]
    if order.turns == 1:
        return 0.0
    return kept + _expected_reply(view, memory, weights, card, missing, order, pool)  # type: ignore[no-any-return]


@inlined
def _expected_reply(
    view: Any, memory: Any, weights: Any, card: int, missing: int, order: Any, pool: int
) -> float:
    """Return the planner's value of the next player's best reply, averaged over possible hands.

    The next player is assumed to play the best of a few random unseen cards. The planner lays
    `card` first, which leaves the centre `missing` animals below the limit. `pool` is the number of
    unseen cards.
    """
    mover = order.following
    held = min(max(1, view.table.hand_size[memory.seats[mover]]), HELD)
    options, replies = 0, memory.replies
    for reply in range(CARDS):
        copies = memory.unseen[reply]
        if copies <= 0:
            continue
        added = sign_of(card) if number_of(reply) == number_of(card) else 0
        left = missing - number_of(reply)
        if left <= 0:
            gain = memory.after[mover] + _added_animals(memory, mover, reply, added)
            mover_value = gain + memory.starts[mover, mover]
            own_value = gain * memory.minds[0, mover] + memory.starts[0, mover]
        else:
            mover_value, own_value = _open_centre_values(
                memory, weights, reply, added, left, order, held
            )
        index = options
        while index > 0 and replies[index - 1, 0] < mover_value:
            for part in range(3):
                replies[index, part] = replies[index - 1, part]
            index -= 1
        replies[index, 0], replies[index, 1], replies[index, 2] = mover_value, own_value, copies
        options += 1
    worth, none_better, worse = 0.0, 1.0, float(pool)
    for index in range(options):
        worse -= replies[index, 2]
        none = 1.0
        for drawn in range(held):
            none *= max(0.0, worse - drawn) / max(1.0, pool - drawn)
        worth += (none_better - none) * replies[index, 1]
        none_better = none
    return worth


@inlined
def _added_animals(memory: Any, place: int, card: int, net: int) -> float:
    """Return the number of animals that a card adds to a place's gain by taking the centre.

    `net` is the number of octopuses minus crabs that were added to the card's suit in the centre
    before.
    """
    suit, now = number_of(card) - 1, knowledge.REACH + net
    return memory.adds[place, suit, now + sign_of(card)] - memory.adds[place, suit, now]  # type: ignore[no-any-return]


@inlined
def _open_centre_values(
    memory: Any, weights: Any, reply: int, net: int, missing: int, order: Any, held: int
) -> Any:
    """Return the values of a centre under the limit for the next player and for the planner.

    The next player has laid `reply`, which left the centre `missing` animals below the limit. `net`
    is as in `_added_animals`, and `held` is the number of cards in a hand.
    """
    willing = 0
    place = mover = order.following
    for turn in range(order.places):
        place = place + 1 if place + 1 < order.places else 0
        gain = memory.after[place] + _added_animals(memory, place, reply, net) + weights.extra
        memory.then[place] = gain
        if gain > 0:
            willing |= 1 << turn
    mover_value = own_value = 0.0
    place = mover
    for turn in range(min(PLIES, order.turns - 2)):
        place = place + 1 if place + 1 < order.places else 0
        chance = WHO_TAKES[order.places, held, willing, min(missing, FURTHEST), turn]
        gain = memory.then[place]
        own_value += chance * (gain * memory.minds[0, place] + memory.starts[0, place])
        mover_value += chance * (gain * memory.minds[mover, place] + memory.starts[mover, place])
    return mover_value, own_value
