"""What the planners of Shoal make of the table: who has which colour, and who gets what.

Places are seats in the order of play, from the planner's own, 0. All fractions lie in one
row of working memory; the capitals say where.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from simulate.games.shoal import COLOURS, MOST_SEATS, SECRET
from simulate.kit.compiled import compiled, inlined

#: By place and colour: how likely it is theirs. By place: what a point of theirs is worth to
#: the planner. By colour: what a fish of it in sight is worth to the planner.
BELIEF = 0
MINDS = BELIEF + MOST_SEATS * COLOURS
WORTH = MINDS + MOST_SEATS
#: By place and colour: how what they did speaks for it, against their likeliest colour.
_SIGNS = WORTH + COLOURS
#: By colour: fish that an action would add to the shoal looked at.
CHANGED = _SIGNS + MOST_SEATS * COLOURS
GUESSES = CHANGED + COLOURS
#: How much the surest signs say; further ones say no more.
_SURE = 16.0


@inlined
def seat_at(view: Any, place: int) -> int:
    """Return the seat at a place."""
    seat = view.table.seat + place
    return seat - view.rules.players if seat >= view.rules.players else seat  # type: ignore[no-any-return]


@inlined
def place_of(view: Any, seat: int) -> int:
    """Return the place of a seat."""
    place = seat - view.table.seat
    return place + view.rules.players if place < 0 else place  # type: ignore[no-any-return]


@inlined
def _exponential(exponent: float) -> float:
    """Return about exp(exponent), -16 to 16: (1 + x / 64) ** 64, which rounds alike everywhere."""
    root = 1.0 + exponent / 64
    for _ in range(6):
        root *= root
    return root


@inlined
def ramp(lead: float, unsure: float) -> float:
    """Return the chance that a lead lasts: a half for none, more the surer it is."""
    return 0.5 + 0.5 * lead / sqrt(lead * lead + unsure)


@inlined
def _evidence(table: Any, seat: int, colour: int, trust: float) -> float:
    """Return the fish that speak for a colour: laid for it less harmed; kept ones count `trust`."""
    other = table.given[seat, colour] - table.harmed[seat, colour]
    return trust * table.kept[seat, colour] + other  # type: ignore[no-any-return]


@compiled
def guess_colours(view: Any, memory: Any, guess: float, trust: float, doubt: float) -> None:
    """Fill in how likely each place has each colour.

    Each fish of evidence makes a colour about exp(`guess`) times as likely. Nobody has the
    planner's own, and no two have the same: so all ways to hand out the others are added up.
    """
    table, players, own = view.table, view.rules.players, view.own.tile
    for place in range(MOST_SEATS):
        row = _SIGNS + place * COLOURS
        for colour in range(COLOURS):
            memory[row + colour] = 1.0
            memory[BELIEF + place * COLOURS + colour] = 0.0
        if place < players:
            _read_signs(table, memory, seat_at(view, place), row, guess, trust, doubt)
    memory[BELIEF + own] = 1.0
    total = 0.0
    for first in range(COLOURS):
        for second in range(COLOURS):
            if first in (own, second) or second == own:
                continue
            third = COLOURS * (COLOURS - 1) // 2 - own - first - second
            odds = (
                memory[_SIGNS + COLOURS + first]
                * memory[_SIGNS + 2 * COLOURS + second]
                * memory[_SIGNS + 3 * COLOURS + third]
            )
            memory[BELIEF + COLOURS + first] += odds
            memory[BELIEF + 2 * COLOURS + second] += odds
            memory[BELIEF + 3 * COLOURS + third] += odds
            total += odds
    for index in range(BELIEF + COLOURS, BELIEF + MOST_SEATS * COLOURS):
        memory[index] /= total


@inlined
def _read_signs(
    table: Any, memory: Any, seat: int, row: int, guess: float, trust: float, doubt: float
) -> None:
    """Fill in how what a seat did speaks for each colour; an open tile says all."""
    most = _evidence(table, seat, 0, trust)
    for colour in range(1, COLOURS):
        most = max(most, _evidence(table, seat, colour, trust))
    for colour in range(COLOURS):
        lag = guess * (_evidence(table, seat, colour, trust) - most)
        memory[row + colour] = doubt + (1.0 - doubt) * _exponential(max(-_SURE, lag))
        if table.tiles[seat] != SECRET:
            memory[row + colour] = 1.0 if table.tiles[seat] == colour else 0.0


@compiled
def betrayed(view: Any, memory: Any, colour: int, fish: float) -> float:
    """Return how much likelier an onlooker holds the planner's own colour to be its own.

    Parameters
    ----------
    colour
        Of the fish it lays.
    fish
        How much that says: the onlooker's `guess` for a fish, times those on the card.
    """
    own = view.own.tile
    total = 0.0
    for other in range(COLOURS):
        total += memory[_SIGNS + other]
    before = memory[_SIGNS + own]
    more = memory[_SIGNS + colour] * (_exponential(min(_SURE, fish)) - 1.0)
    after = before + more if colour == own else before
    return after / (total + more) - before / total  # type: ignore[no-any-return]


@compiled
def weigh_players(view: Any, memory: Any, spoil: float, lead: float) -> None:
    """Fill in what a point of each player and a fish of each colour are worth to the planner."""
    table, rules = view.table, view.rules
    front = 0.0
    for place in range(1, rules.players):
        seat = seat_at(view, place)
        points = float(rules.octopus_points * table.octopus_count[seat])
        for colour in range(COLOURS):
            fish = 0
            for shoal in range(rules.players):
                fish += table.fish[shoal, colour]
            points += memory[BELIEF + place * COLOURS + colour] * fish
        memory[MINDS + place] = points
        front = max(front, points)
    total = 0.0
    for place in range(1, rules.players):
        odds = _exponential(max(-_SURE, lead * (memory[MINDS + place] - front)))
        memory[MINDS + place] = odds
        total += odds
    for place in range(1, rules.players):
        memory[MINDS + place] *= -spoil / total
    memory[MINDS] = 1.0
    for colour in range(COLOURS):
        worth = 0.0
        for place in range(rules.players):
            worth += memory[MINDS + place] * memory[BELIEF + place * COLOURS + colour]
        memory[WORTH + colour] = worth


@compiled
def majority(view: Any, memory: Any, shoal: int, unsure: float) -> float:
    """Return the chance that a shoal's owner ends with the majority there.

    The fish of `CHANGED` are added to the shoal.
    """
    fish = view.table.fish
    leader, first, second = 0, -1.0, -1.0
    for colour in range(COLOURS):
        number = fish[shoal, colour] + memory[CHANGED + colour]
        if number > first:
            leader, first, second = colour, number, first
        elif number > second:
            second = number
    chance = 0.0
    row = BELIEF + place_of(view, shoal) * COLOURS
    for colour in range(COLOURS):
        if memory[row + colour] > 0:
            number = fish[shoal, colour] + memory[CHANGED + colour]
            ahead = number - (second if colour == leader else first)
            chance += memory[row + colour] * ramp(ahead - 0.5, unsure)
    return chance


@compiled
def one_more(
    view: Any, memory: Any, counts: Any, receiver: int, least: int, margin: float, unsure: float
) -> float:
    """Return what one coral or shark more changes in the worth of having the most of them.

    Parameters
    ----------
    counts
        How many each seat has.
    receiver
        The seat that gets one more.
    least, margin
        As many as it takes, and what a tie counts: above 0 if it is as good as a lead.
    unsure
        How much can still change.
    """
    gain = 0.0
    for place in range(view.rules.players):
        seat = seat_at(view, place)
        most = then = least
        for other in range(view.rules.players):
            if other != seat:
                most = max(most, counts[other])
                then = max(then, counts[other] + (other == receiver))
        before = ramp(counts[seat] - most + margin, unsure)
        after = ramp(counts[seat] + (seat == receiver) - then + margin, unsure)
        gain += memory[MINDS + place] * (after - before)
    return gain
