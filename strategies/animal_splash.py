"""Strategies for Animal Splash that never rearrange their tableau.

Each strategy considers all cards that it can reach from all spots to which it can dive, and puts
the pearls that a card would bring before it values the card. Among equally good cards it takes the
card that leaves it more oxygen, then the card at the first spot clockwise, then the first card row
by row. It lays a card on the left if both ends are equally good. It puts pearls where they leave
the most groups for later, then the most pairs. It takes the mission with the most points as soon as
it can. The strategies that rearrange are in the planner's file.
"""

from __future__ import annotations

from typing import Any

from simulate.games import animal_splash as game
from strategies import Parameter, View, bit, compiled, has, lowest, strategy
from strategies import animal_splash_tableau as tableaus

# The styles in which the strategies value cards.
_PEARLS, _SINGLE_STEPS, _ONE_SORT, _MISSIONS = range(4)


@strategy("animal-splash", tier=1)
def shooter(view: View) -> int:
    """Takes the card that scores most now, and never rearranges.

    Among cards that bring the same number of pearls it takes the card that makes the most pairs of
    matching neighbours without pearls.
    """
    return _choose(view, _PEARLS, 0)


@strategy("animal-splash", tier=1)
def diver(view: View) -> int:
    """Dives by single steps, which earn oxygen, and keeps the oxygen: it never rearranges.

    If no card is in view from the next spot, it dives to the spot that leaves it the most oxygen.
    From there it takes the card that brings the most pearls, then the most oxygen, then the most
    pairs of matching neighbours. The oxygen is for missions and for the end-scoring card.
    """
    return _choose(view, _SINGLE_STEPS, 0)


@strategy(
    "animal-splash",
    tier=1,
    sort=Parameter(3, 1, 3, "What its cards should have in common: 1 kind, 2 colour, 3 plant."),
)
def specialist(view: View, sort: float) -> int:
    """Collects groups of a single sort (by default plants), and never rearranges.

    It takes the card that brings the most pearls for groups of that sort, then the card that makes
    the most pairs of that sort. It also puts pearls on other groups that arise.
    """
    return _choose(view, _ONE_SORT, int(sort) - 1)


@strategy("animal-splash", tier=2)
def missionary(view: View) -> int:
    """Plays for the missions, and never rearranges.

    It prefers cards with which it can take the mission with the most points now, then cards that
    bring it nearest to all missions that it can still get, then cards that bring the most pearls.
    It collects oxygen only if missions require oxygen.
    """
    return _choose(view, _MISSIONS, 0)


@compiled
def _choose(view: Any, style: int, sort: int) -> int:
    """Return the action of a strategy in the present step of its turn.

    `style` is one of the styles above. `sort` is the sort of groups to collect; only the style
    `_ONE_SORT` uses it.
    """
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
    """Return the action that dives to the best card's spot or, after the dive, takes the card."""
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
    """Return the amount of oxygen that the seat to act has after it dives to a spot."""
    table, rules = view.table, view.rules
    held = table.oxygen[table.seat]
    if table.spots[table.seat] == game.NOWHERE:
        return held  # type: ignore[no-any-return]
    steps = game.steps_to(table, table.seat, spot)
    earned = rules.one_step_oxygen if steps == 1 else 0
    return held + earned - game.price_of(rules, steps)  # type: ignore[no-any-return]


# The factors of criteria in a merit. Each criterion outweighs all criteria that follow it.
_FIRST, _SECOND, _THIRD, _FOURTH = 1 << 50, 1 << 32, 1 << 20, 1 << 8


@compiled
def _merit(view: Any, style: int, sort: int, tableau: Any, oxygen: int) -> int:
    """Return the merit of having a tableau and an amount of oxygen: a number to compare choices.

    `style` and `sort` are as in `_choose`.
    """
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


#: A merit higher than all pearls of a tableau together can have.
_MANY_PEARLS = _SECOND << 5
#: The maximum progress towards a mission: its condition is met.
_NEARER = 60


@compiled
def _mission_merit(view: Any, tableau: Any, oxygen: int) -> int:
    """Return the merit of a tableau and oxygen for missions that the seat to act can still get."""
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
    """Return the action that takes the legal mission with the most points, or takes no mission."""
    members = view.menu.members[0] & ~bit(game.DONE)
    chosen, best = game.DONE, -1
    while members != 0:
        mission = lowest(members)
        members &= members - 1
        if view.rules.missions_points[mission] > best:
            chosen, best = mission, view.rules.missions_points[mission]
    return game.MISSION_OF + chosen
