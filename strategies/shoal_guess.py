"""What the planners of Shoal make of the table: who has which colour, and who gets what.

Places are seats in the order of play, from the planner's own, 0. All that is made of it is
noted in the planner's memory; see `strategies.shoal_lines`.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from simulate.games.shoal import COLOURS, MOST_SEATS, SECRET
from strategies import compiled, inlined

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
    players, own = view.rules.players, view.own.tile
    for place in range(MOST_SEATS):
        for colour in range(COLOURS):
            memory.signs[place, colour] = 1.0
            memory.belief[place, colour] = 0.0
        if place < players:
            _read_signs(view, memory, place, guess, trust, doubt)
    memory.belief[0, own] = 1.0
    total = 0.0
    for first in range(COLOURS):
        for second in range(COLOURS):
            if first in (own, second) or second == own:
                continue
            third = COLOURS * (COLOURS - 1) // 2 - own - first - second
            odds = memory.signs[1, first] * memory.signs[2, second] * memory.signs[3, third]
            memory.belief[1, first] += odds
            memory.belief[2, second] += odds
            memory.belief[3, third] += odds
            total += odds
    for place in range(1, MOST_SEATS):
        for colour in range(COLOURS):
            memory.belief[place, colour] /= total


@inlined
def _read_signs(
    view: Any, memory: Any, place: int, guess: float, trust: float, doubt: float
) -> None:
    """Fill in how what a place did speaks for each colour; an open tile says all."""
    table, seat = view.table, seat_at(view, place)
    most = _evidence(table, seat, 0, trust)
    for colour in range(1, COLOURS):
        most = max(most, _evidence(table, seat, colour, trust))
    for colour in range(COLOURS):
        lag = guess * (_evidence(table, seat, colour, trust) - most)
        memory.signs[place, colour] = doubt + (1.0 - doubt) * _exponential(max(-_SURE, lag))
        if table.tiles[seat] != SECRET:
            memory.signs[place, colour] = 1.0 if table.tiles[seat] == colour else 0.0


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
        total += memory.signs[0, other]
    before = memory.signs[0, own]
    more = memory.signs[0, colour] * (_exponential(min(_SURE, fish)) - 1.0)
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
            points += memory.belief[place, colour] * fish
        memory.minds[place] = points
        front = max(front, points)
    total = 0.0
    for place in range(1, rules.players):
        odds = _exponential(max(-_SURE, lead * (memory.minds[place] - front)))
        memory.minds[place] = odds
        total += odds
    for place in range(1, rules.players):
        memory.minds[place] *= -spoil / total
    memory.minds[0] = 1.0
    for colour in range(COLOURS):
        worth = 0.0
        for place in range(rules.players):
            worth += memory.minds[place] * memory.belief[place, colour]
        memory.worth[colour] = worth


@compiled
def majority(view: Any, memory: Any, shoal: int, unsure: float) -> float:
    """Return the chance that a shoal's owner ends with the majority there.

    The fish of `changed` are added to the shoal.
    """
    fish = view.table.fish
    leader, first, second = 0, -1.0, -1.0
    for colour in range(COLOURS):
        number = fish[shoal, colour] + memory.changed[colour]
        if number > first:
            leader, first, second = colour, number, first
        elif number > second:
            second = number
    chance = 0.0
    place = place_of(view, shoal)
    for colour in range(COLOURS):
        if memory.belief[place, colour] > 0:
            number = fish[shoal, colour] + memory.changed[colour]
            ahead = number - (second if colour == leader else first)
            chance += memory.belief[place, colour] * ramp(ahead - 0.5, unsure)
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
        gain += memory.minds[place] * (after - before)
    return gain
