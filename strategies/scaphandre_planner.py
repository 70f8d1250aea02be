"""The planner of Scaphandre: it reckons with everybody's suits and all unseen cards."""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from simulate.games.scaphandre import CARDS, FINISH_LAP, NUMBERS, number_of
from simulate.kit.bits import has
from simulate.kit.compiled import compiled, inlined
from simulate.kit.menu import action_at, legal
from simulate.kit.view import View, working_memory
from simulate.strategy import Parameter
from strategies.registry import strategy
from strategies.scaphandre import sign_of
from strategies.scaphandre_endgame import PLAYERS, POOL, WHOLES, deal_unseen, play_out, seat_at


@strategy(
    "scaphandre",
    tier=3,
    keep=Parameter(0.5, -5, 5, "Animals that each animal shown on a card kept in hand is worth."),
    fit=Parameter(0.5, -5, 5, "Share of what a card would add to its suits that keeping it saves."),
    take=Parameter(2.5, -20, 20, "Animals that taking the centre is worth besides those there."),
    start=Parameter(-2, -20, 20, "Animals that the chance to take the next centre is worth."),
    extra=Parameter(2.5, -10, 10, "Animals that a centre gains before others take it later."),
    spread=Parameter(0.6, 0, 5, "How unsure what a suit will come to is, for each card to come."),
    drift=Parameter(0.7, 0, 5, "How far a suit is drawn to the animal of which more is to come."),
    stake=Parameter(0.13, 0, 3, "How fast a lead in animals becomes a chance to win the game."),
    playouts=Parameter(8, 0, 1000, "Ways in which it imagines the game's end; more are slower."),
    trust=Parameter(0.02, 0, 1, "Chance to win an animal stands for, beside imagined ends."),
    recall=Parameter(60, 1, 60, "How many of the latest centre cards it makes use of."),
)
def planner(
    view: View,
    keep: float,
    fit: float,
    take: float,
    start: float,
    extra: float,
    spread: float,
    drift: float,
    stake: float,
    playouts: float,
    trust: float,
    recall: float,
) -> int:
    """Weighs taking the centre now against what it leaves to the others.

    Knows what nobody has seen: all cards but those in the suits, in the centre, cancelled,
    or in its own hand. For each of its cards it looks at each reply of the next player,
    who is expected to choose the best they are likely to hold, and then at who is likely
    to take the centre and what that adds and cancels in their suits. Others' gains count
    against it, those of the leaders most. A high card, and one that suits it, is
    worth keeping until late in the game. Once the draw pile is empty it also deals the
    unseen cards out at random `playouts` times, plays each game to its end with
    everybody taking what adds to their suits, and counts how often it wins.

    Of centre cards it does not know it expects the average of the unseen cards with as
    many animals. Of equal cards it lays the first of octopuses before crabs, lower
    numbers before higher ones.
    """
    if view.menu.count == 1:
        return action_at(view.menu, 0)
    weights = _Weights(keep, fit, take, start, extra, spread, drift, stake, playouts, trust)
    whole = working_memory(view, _FRACTIONS + WHOLES)
    memory, numbers = whole[:_FRACTIONS].view(np.float64), whole[_FRACTIONS:]
    hidden, hidden_total, pool = _count_cards(view, memory, numbers, recall)
    order = _order_of_play(view)
    _expect_hidden(memory, hidden, hidden_total, pool)
    _size_up(view, memory, weights, order, hidden)
    options = legal(view)
    for index in range(len(options)):
        memory[_WORTH + index] = _worth(view, memory, weights, options[index], order, pool - hidden)
    if view.table.deck_size == 0 and playouts >= 1:
        for index in range(len(options)):
            memory[_WORTH + index] *= trust * int(playouts)
        for _ in range(int(playouts)):
            deal_unseen(view, numbers, order, hidden, hidden_total, pool)
            for index in range(len(options)):
                memory[_WORTH + index] += play_out(
                    view, memory[_CENTRE:_HIDDEN], numbers, order, options[index]
                )
    best = 0
    for index in range(len(options)):
        if memory[_WORTH + index] > memory[_WORTH + best]:
            best = index
    return options[best]  # type: ignore[no-any-return]


class _Weights(NamedTuple):
    """The planner's parameters, but for `recall`."""

    keep: float
    fit: float
    take: float
    start: float
    extra: float
    spread: float
    drift: float
    stake: float
    playouts: float
    trust: float


class _Order(NamedTuple):
    """Who plays when. A place is a seat's position in the order of play; its own is 0.

    Attributes
    ----------
    seats
        The seats by place, 4 bits each; those without cards come last.
    places
        How many still have cards.
    turns
        Cards still to be laid, this one included.
    late
        What of the worth of a kept card is left: nearly all, falling to 0 at its last card.
    """

    seats: int
    places: int
    turns: int
    late: float


# Who takes the centre -----------------------------------------------------------

#: How many turns, cards in hand and missing animals the table below knows.
_PLIES, _HELD, _FURTHEST = 6, 4, 12
#: Low cards are laid first, so that a hand holds more high cards: by this share, a number.
_TILT = 0.2


def _who_takes() -> Any:
    """Tabulate the chances that the centre is taken in the 1st, 2nd, … turn from now.

    Everybody takes it if they want to and can, and lays their lowest card otherwise.

    Returns
    -------
    array of float64
        By number of players, cards in hand, who wants to take it (a set of players in
        order of play), animals missing up to the limit, and turn.
    """
    chances = np.zeros((PLAYERS + 1, _HELD + 1, 1 << PLAYERS, _FURTHEST + 1, _PLIES))
    shares = [1 + _TILT * (number - 3) for number in range(1, NUMBERS + 1)]
    up_to = [sum(shares[:number]) / NUMBERS for number in range(NUMBERS + 1)]
    for players in range(1, PLAYERS + 1):
        for held in range(1, _HELD + 1):
            for missing in range(1, _FURTHEST + 1):
                short = min(missing - 1, NUMBERS)
                for willing in range(1 << players):
                    top = up_to[short if willing & 1 else NUMBERS]
                    others = willing >> 1 | (willing & 1) << (players - 1)
                    chance = chances[players, held, willing, missing]
                    chance[0] = 1
                    for low in range(1, short + 1):
                        above = (top - up_to[low - 1]) ** held
                        lays = above - (top - up_to[low]) ** held
                        chance[0] -= lays
                        chance[1:] += lays * chances[players, held, others, missing - low, :-1]
    return chances


_WHO_TAKES = _who_takes()

# Working memory -----------------------------------------------------------------
# Fractions. By place, suit and net octopuses laid there from now: what taking them adds.

_REACH = 3
_WIDTH = 2 * _REACH + 1
_VALUES = 0
#: By place and place: what an animal of the second is worth to the first; and what it
#: is worth to the first that the second takes the centre, besides the animals.
_MINDS = _VALUES + PLAYERS * NUMBERS * _WIDTH
_STARTS = _MINDS + PLAYERS * PLAYERS
#: By place: the odds to win, and what taking adds as the centre lies, after a card, after two.
_ODDS = _STARTS + PLAYERS * PLAYERS
_LYING, _AFTER, _THEN = _ODDS + PLAYERS, _ODDS + 2 * PLAYERS, _ODDS + 3 * PLAYERS
#: By card: copies unseen, known in the centre, expected among those hidden there, what a
#: card would add to its own suits. Then the next player's replies, best first: what each is
#: worth to them and to itself, and its copies. Then what its own cards are worth.
_UNSEEN = _THEN + PLAYERS
_CENTRE, _HIDDEN, _FITS = _UNSEEN + CARDS, _UNSEEN + 2 * CARDS, _UNSEEN + 3 * CARDS
_THEIRS, _MINE, _COPIES = _UNSEEN + 4 * CARDS, _UNSEEN + 5 * CARDS, _UNSEEN + 6 * CARDS
_WORTH = _UNSEEN + 7 * CARDS
_FRACTIONS = _WORTH + CARDS


@inlined
def _count_cards(view: Any, memory: Any, numbers: Any, recall: float) -> Any:
    """Count unseen cards and those in the centre; return the hidden ones, their animals, and all.

    The hidden cards are those in the centre that it does not know; they are among the
    unseen ones, of which the number is the last of the three.
    """
    table, rules = view.table, view.rules
    size = table.centre_size
    hidden, animals = 0, table.centre_total
    for place in range(size):
        card = table.centre[place]
        if place < size - recall or card < 0:
            hidden += 1
        else:
            memory[_CENTRE + card] += 1
            animals -= number_of(card)
    pool = 0
    for suit in range(NUMBERS):
        octopuses = crabs = rules.copies - table.pairs[suit]
        for seat in range(rules.players):
            cards = table.suits[seat, suit]
            if cards > 0:
                octopuses -= cards
            else:
                crabs += cards
        octopuses -= view.own.count[suit] + int(memory[_CENTRE + suit])
        crabs -= view.own.count[NUMBERS + suit] + int(memory[_CENTRE + NUMBERS + suit])
        memory[_UNSEEN + suit] = octopuses
        memory[_UNSEEN + NUMBERS + suit] = crabs
        pool += octopuses + crabs
    if table.deck_size == 0:
        place = POOL
        for card in range(CARDS):
            for _ in range(int(memory[_UNSEEN + card])):
                numbers[place] = card
                place += 1
    return hidden, animals, pool


@inlined
def _order_of_play(view: Any) -> Any:
    """Return who plays when from now on."""
    table, rules = view.table, view.rules
    seats = seat = table.seat
    places, last = 1, rules.players
    turns = table.hand_size[seat]
    for _ in range(rules.players - 1):
        seat = 0 if seat + 1 == rules.players else seat + 1
        turns += table.hand_size[seat]
        if has(table.holding, seat):
            seats |= seat << (4 * places)
            places += 1
        else:
            last -= 1
            seats |= seat << (4 * last)
    turns += table.deck_size
    if rules.ending == FINISH_LAP:
        turns = max(1, table.deck_size)
        turns += (rules.players - (table.turns + turns) % rules.players) % rules.players
    own = (turns - 1) // places
    return _Order(seats, places, turns, own / (own + 2.0))


@compiled
def _expect_hidden(memory: Any, hidden: int, animals: int, pool: int) -> None:
    """Spread the hidden cards over the unseen ones, so that they show `animals` on average."""
    if hidden == 0:
        return
    mean = square = 0.0
    for card in range(CARDS):
        mean += memory[_UNSEEN + card] * number_of(card) / pool
        square += memory[_UNSEEN + card] * number_of(card) * number_of(card) / pool
    slope = (animals / hidden - mean) / max(0.01, square - mean * mean)
    total = 0.0
    for card in range(CARDS):
        share = max(0.0, 1 + slope * (number_of(card) - mean))
        if hidden == 1:
            share = 1.0 if number_of(card) == animals else 0.0
        memory[_HIDDEN + card] = memory[_UNSEEN + card] * share
        total += memory[_HIDDEN + card]
    for card in range(CARDS):
        there = min(memory[_HIDDEN + card] * hidden / max(total, 1e-9), memory[_UNSEEN + card])
        memory[_HIDDEN + card] = there
        memory[_UNSEEN + card] -= there


@inlined
def _odds(lead: float) -> float:
    """Return about exp(lead): (1 + lead / 16) ** 16, in steps that round alike everywhere."""
    root = max(0.0, 1.0 + lead / 16)
    root *= root
    root *= root
    root *= root
    return root * root


#: (E|Z|) ** 2 of a normal Z: with it, sqrt(x * x + share * variance) is close to E|x + noise|.
_UNSURE = 2 / np.pi


@compiled
def _size_up(view: Any, memory: Any, weights: Any, order: Any, hidden: int) -> None:
    """Fill the memory with what every suit is worth, now and with the centre's cards."""
    table, players = view.table, view.rules.players
    to_come = 0.0
    for card in range(CARDS):
        to_come += memory[_UNSEEN + card] + view.own.count[card]
    share = order.turns / max(1.0, to_come) / players
    for suit in range(NUMBERS):
        number = suit + 1.0
        octopuses = memory[_UNSEEN + suit] + view.own.count[suit]
        crabs = memory[_UNSEEN + NUMBERS + suit] + view.own.count[NUMBERS + suit]
        unsure = weights.spread * share * (octopuses + crabs)
        drift = weights.drift * share * (octopuses - crabs)
        octopuses = memory[_CENTRE + suit] + memory[_HIDDEN + suit]
        crabs = memory[_CENTRE + NUMBERS + suit] + memory[_HIDDEN + NUMBERS + suit]
        lying = octopuses - crabs
        octopuses = memory[_HIDDEN + suit]
        crabs = memory[_HIDDEN + NUMBERS + suit]
        difference = octopuses - crabs
        variance = octopuses + crabs - difference * difference / max(1, hidden)
        taken = unsure + _UNSURE * variance
        for place in range(players):
            cards = table.suits[seat_at(order, place), suit] + drift
            now = number * sqrt(cards * cards + unsure)
            memory[_ODDS + place] += now
            if place == 0:
                more, less = cards + 1, cards - 1
                memory[_FITS + suit] = number * sqrt(more * more + unsure) - now
                memory[_FITS + NUMBERS + suit] = number * sqrt(less * less + unsure) - now
            row = _VALUES + (place * NUMBERS + suit) * _WIDTH
            cards += lying - _REACH
            for step in range(_WIDTH):
                memory[row + step] = number * sqrt(cards * cards + taken) - now
                cards += 1
            memory[_LYING + place] += memory[row + _REACH]
    _weigh_players(memory, weights, order, players)


@inlined
def _weigh_players(memory: Any, weights: Any, order: Any, players: int) -> None:
    """Fill the memory with what others' gains mean to each player."""
    front = total = 0.0
    for place in range(players):
        front = max(front, memory[_ODDS + place])
    for place in range(players):
        odds = _odds(weights.stake * (memory[_ODDS + place] - front)) + 1e-6
        memory[_ODDS + place] = odds
        total += odds
    for place in range(players):
        scale = -1.0 / (total - memory[_ODDS + place])
        for other in range(players):
            memory[_MINDS + place * PLAYERS + other] = scale * memory[_ODDS + other]
        memory[_MINDS + place * PLAYERS + place] = 1.0
    everybody = (1 << order.places) - 1
    for place in range(players):
        for taker in range(order.places):
            worth = 0.0
            other = taker
            for turn in range(min(_PLIES, order.turns - 2)):
                other = other + 1 if other + 1 < order.places else 0
                chance = _WHO_TAKES[order.places, _HELD, everybody, _FURTHEST, turn]
                worth += chance * memory[_MINDS + place * PLAYERS + other]
            memory[_STARTS + place * PLAYERS + taker] = weights.start * worth


@compiled
def _worth(view: Any, memory: Any, weights: Any, card: int, order: Any, pool: int) -> float:
    """Return what laying a card is worth, in animals."""
    suit, sign = number_of(card) - 1, sign_of(card)
    missing = view.rules.limit - view.table.centre_total - number_of(card)
    kept = -order.late * (weights.keep * number_of(card) + weights.fit * memory[_FITS + card])
    for place in range(order.places):
        row = _VALUES + (place * NUMBERS + suit) * _WIDTH + _REACH
        memory[_AFTER + place] = memory[_LYING + place] + memory[row + sign] - memory[row]
    if missing <= 0:
        return kept + memory[_AFTER] + memory[_STARTS] + order.late * weights.take  # type: ignore[no-any-return]
    if order.turns == 1:
        return 0.0
    return kept + _expected_reply(view, memory, weights, card, missing, order, pool)  # type: ignore[no-any-return]


@inlined
def _expected_reply(
    view: Any, memory: Any, weights: Any, card: int, missing: int, order: Any, pool: int
) -> float:
    """Return the worth to itself of the next player's best reply, over the hands they may hold."""
    mover = 1 if order.places > 1 else 0
    held = min(max(1, view.table.hand_size[seat_at(order, mover)]), _HELD)
    options = 0
    for reply in range(CARDS):
        copies = memory[_UNSEEN + reply]
        if copies <= 0:
            continue
        there = sign_of(card) if number_of(reply) == number_of(card) else 0
        left = missing - number_of(reply)
        if left <= 0:
            gain = memory[_AFTER + mover] + _added(memory, mover, reply, there)
            theirs = gain + memory[_STARTS + mover * PLAYERS + mover]
            mine = gain * memory[_MINDS + mover] + memory[_STARTS + mover]
        else:
            theirs, mine = _who_gains(memory, weights, reply, there, left, order, mover, held)
        index = options
        while index > 0 and memory[_THEIRS + index - 1] < theirs:
            memory[_THEIRS + index] = memory[_THEIRS + index - 1]
            memory[_MINE + index] = memory[_MINE + index - 1]
            memory[_COPIES + index] = memory[_COPIES + index - 1]
            index -= 1
        memory[_THEIRS + index] = theirs
        memory[_MINE + index] = mine
        memory[_COPIES + index] = copies
        options += 1
    worth, none_better, others = 0.0, 1.0, float(pool)
    for index in range(options):
        others -= memory[_COPIES + index]
        none = 1.0
        for drawn in range(held):
            none *= max(0.0, others - drawn) / max(1.0, pool - drawn)
        worth += (none_better - none) * memory[_MINE + index]
        none_better = none
    return worth


@inlined
def _added(memory: Any, place: int, card: int, there: int) -> float:
    """Return what a card adds to what taking is worth to a place, with `there` cards laid."""
    row = _VALUES + (place * NUMBERS + number_of(card) - 1) * _WIDTH + _REACH + there
    return memory[row + sign_of(card)] - memory[row]  # type: ignore[no-any-return]


@inlined
def _who_gains(
    memory: Any,
    weights: Any,
    reply: int,
    there: int,
    missing: int,
    order: Any,
    mover: int,
    held: int,
) -> Any:
    """Return the worth of a centre under the limit to who laid the last card and to itself."""
    willing = 0
    place = mover
    for turn in range(order.places):
        place = place + 1 if place + 1 < order.places else 0
        gain = memory[_AFTER + place] + _added(memory, place, reply, there) + weights.extra
        memory[_THEN + place] = gain
        if gain > 0:
            willing |= 1 << turn
    theirs = mine = 0.0
    place = mover
    for turn in range(min(_PLIES, order.turns - 2)):
        place = place + 1 if place + 1 < order.places else 0
        chance = _WHO_TAKES[order.places, held, willing, min(missing, _FURTHEST), turn]
        gain = memory[_THEN + place]
        mine += chance * (gain * memory[_MINDS + place] + memory[_STARTS + place])
        row = mover * PLAYERS + place
        theirs += chance * (gain * memory[_MINDS + row] + memory[_STARTS + row])
    return theirs, mine
