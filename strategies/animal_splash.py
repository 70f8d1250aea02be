"""Strategies for Animal Splash that never rearrange their tableau.

Each of them looks at all cards it can reach from all spots it can dive to, and dives for the
one it likes best, with all pearls put that the card would bring. Of equal ones it takes the
one that leaves it more oxygen, then the first of spots clockwise and of cards row by row,
laid left before right. Pearls go where they leave the most groups for later, then the
most pairs. Of the missions it may take, it takes the one with the most points, at once. Those
that rearrange are in the planner's file.
"""

from __future__ import annotations

from typing import Any

from simulate.games import animal_splash as game
from strategies import Parameter, View, bit, compiled, has, lowest, strategy
from strategies import animal_splash_tableau as tableaus

# What the strategies look for.
_PEARLS, _SINGLE_STEPS, _ONE_SORT, _MISSIONS = range(4)


@strategy("animal-splash", tier=1)
def shooter(view: View) -> int:
    """Takes the card that scores most now, and never rearranges.

    Of cards that bring as many pearls it takes the one that makes the most pairs of
    neighbours without pearls.
    """
    return _choice(view, _PEARLS, 0)


@strategy("animal-splash", tier=1)
def diver(view: View) -> int:
    """Dives by the single step to earn oxygen, and hoards it: never rearranges.

    If the next spot is of no use it dives to where it is left with the most oxygen. From
    there it takes the card that brings the most pearls, then oxygen, then pairs of
    neighbours. The oxygen is for missions and the end-scoring card.
    """
    return _choice(view, _SINGLE_STEPS, 0)


@strategy(
    "animal-splash",
    tier=1,
    sort=Parameter(3, 1, 3, "What its cards shall have in common: 1 kind, 2 colour, 3 plant."),
)
def specialist(view: View, sort: float) -> int:
    """Collects groups of one sort, plants if not told otherwise, and never rearranges.

    Takes the card that brings the most pearls on that sort of group, then the one that makes
    the most pairs of it. Other groups it scores where they happen.
    """
    return _choice(view, _ONE_SORT, int(sort) - 1)


@strategy("animal-splash", tier=2)
def missionary(view: View) -> int:
    """Plays for the missions, and never rearranges.

    Takes the card that lets it take the mission with the most points now, then the one that
    brings it nearest to all those left that it may still own, then the one
    with the most pearls. Oxygen counts as far as missions ask for it.
    """
    return _choice(view, _MISSIONS, 0)


@compiled
def _choice(view: Any, style: int, sort: int) -> int:
    """Return what a style does in any step of a turn."""
    table = view.table
    if table.step == game.REARRANGE:
        return game.CHANGE + game.DONE
    if table.step == game.SCORE:
        return tableaus.pearl_to_put(tableaus.tableau_of(table, table.seat), view.rules.group_size)
    if table.step > game.SCORE:
        return best_mission(view)
    return _best_card(view, style, sort)


@compiled
def _best_card(view: Any, style: int, sort: int) -> int:
    """Dive to where the card is that a style likes best, or take it."""
    table = view.table
    seat = table.seat
    diving = table.step == game.DIVE
    spots = view.menu.members[0] if diving else bit(table.spots[seat])
    tableau = tableaus.tableau_of(table, seat)
    chosen, best = 0, -1
    while spots != 0:
        spot = lowest(spots)
        spots &= spots - 1
        oxygen = oxygen_after(view, spot) if diving else table.oxygen[seat]
        cells = view.rules.lines[spot] & table.filled
        bonus = oxygen * _FIRST if style == _SINGLE_STEPS else 0
        while cells != 0:
            cell = lowest(cells)
            cells &= cells - 1
            card = table.grid[cell]
            for side in range(2):
                after = tableaus.laid(tableau, card, side)
                merit = bonus + _merit(view, style, sort, after, oxygen + game.oxygen_of(card))
                if merit > best:
                    best = merit
                    chosen = game.DIVE_TO + spot if diving else game.TAKE_FROM + 2 * cell + side
    return chosen


@compiled
def oxygen_after(view: Any, spot: int) -> int:
    """Return the oxygen that the seat on turn has after diving to a spot."""
    table, rules = view.table, view.rules
    held = table.oxygen[table.seat]
    if table.spots[table.seat] == game.NOWHERE:
        return held  # type: ignore[no-any-return]
    steps = game.steps_to(table, table.seat, spot)
    earned = rules.one_step_oxygen if steps == 1 else 0
    return held + earned - game.price_of(rules, steps)  # type: ignore[no-any-return]


# Merits: what comes first counts more than all that follows.
_FIRST, _SECOND, _THIRD, _FOURTH = 1 << 50, 1 << 32, 1 << 20, 1 << 8


@compiled
def _merit(view: Any, style: int, sort: int, tableau: Any, oxygen: int) -> int:
    """Return how much a style likes to have a tableau and some oxygen."""
    rules = view.rules
    after, pearls = tableaus.scored(tableau, rules.group_size)
    merit = pearls * _SECOND + tableaus.pairs_of(after, -1) * _FOURTH + oxygen
    if style == _SINGLE_STEPS:
        merit += oxygen * _THIRD
    elif style == _ONE_SORT:
        merit = tableaus.scored_of(tableau, sort, rules.group_size) * _SECOND
        merit += tableaus.pairs_of(after, sort) * _FOURTH + oxygen
    elif style == _MISSIONS:
        merit += _mission_merit(view, after, oxygen) * _MANY_PEARLS
    return merit  # type: ignore[no-any-return]


#: More than all pearls of a tableau; and in how many parts the way to a mission is measured.
_MANY_PEARLS, _NEARER = _SECOND << 5, 60


@compiled
def _mission_merit(view: Any, tableau: Any, oxygen: int) -> int:
    """Return how far some oxygen and a tableau are towards the missions that can be owned."""
    table, rules = view.table, view.rules
    now = progress = 0
    for mission in range(rules.missions_length):
        colour, points = rules.missions_colour[mission], rules.missions_points[mission]
        if has(table.missions, mission) and not has(table.owned_colours[table.seat], colour):
            needed = rules.missions_at_least[mission]
            value = tableaus.measured(tableau, oxygen, rules.missions_measure[mission])
            progress += points * (_NEARER * min(value, needed) // needed)
            if value >= needed:
                now = max(now, points)
    return now * (1 << 10) + progress // 16


@compiled
def best_mission(view: Any) -> int:
    """Return the mission with the most points that can be taken, or the action for none."""
    members = view.menu.members[0] & ~bit(game.DONE)
    chosen, best = game.DONE, -1
    while members != 0:
        mission = lowest(members)
        members &= members - 1
        if view.rules.missions_points[mission] > best:
            chosen, best = mission, view.rules.missions_points[mission]
    return game.MISSION_OF + chosen
