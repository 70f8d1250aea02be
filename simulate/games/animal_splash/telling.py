"""Tells Animal Splash in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from simulate.game import Aside, Drawn, Snapshot, TieBreak
from simulate.games.animal_splash.actions import (
    CHANGE,
    DONE,
    LEFT,
    MISSION_OF,
    MOST_IN_GROUP,
    PEARL_ON_KIND,
    RIGHT,
    SHIFT_LEFT,
    SHIFT_RIGHT,
    TAKE_FROM,
)
from simulate.games.animal_splash.cards import (
    COLOUR_NAMES,
    KIND_NAMES,
    NO_CARD,
    NOWHERE,
    PLANT_NAMES,
    SPOTS,
    colour_of,
    kind_of,
    plant_of,
)
from simulate.games.animal_splash.drawing import draw_grid, draw_tableau
from simulate.games.animal_splash.names import (
    SIDE_NAMES,
    SPOT_NAMES,
    animal_name,
    card_name,
    cell_name,
    counted,
    end_card_name,
    in_points,
    in_seats,
    mission_colour,
    mission_name,
)
from simulate.games.animal_splash.tableau import measure
from simulate.kit.bits import has
from simulate.kit.menu import PASS


class AnimalSplashTeller:
    """Tells Animal Splash in words."""

    def action(self, rules: Any, table: Any, action: int) -> str:
        """Name an action, as in "dives 2 steps to the spot above column 3"."""
        seat = int(table.seat)
        if action < TAKE_FROM:
            return Aside(_dive_name(rules, table, seat, action))
        if action < CHANGE:
            cell, side = divmod(action - TAKE_FROM, 2)
            return (
                f"takes the {card_name(table.grid[cell])} from {cell_name(cell)} and lays it "
                f"{SIDE_NAMES[side]}"
            )
        if action < PEARL_ON_KIND:
            return Aside(_change_name(table, seat, action - CHANGE))
        if action < MISSION_OF:
            return _pearl_name(rules, table, seat, action)
        if action == MISSION_OF + DONE:
            return Aside("takes no mission")
        return f"takes mission {mission_name(rules, action - MISSION_OF)}"

    def state(self, rules: Any, snapshot: Snapshot, hands: Sequence[int]) -> list[str]:
        """Describe the grid with the divers around it, then what every seat has."""
        table = snapshot.table
        left = [mission_name(rules, mission) for mission in _members(table.missions)]
        lines = [
            end_card_name(rules, table),
            "missions left:" if left else "missions left: none",
            *(f"  {mission}" for mission in left),
            *draw_grid(rules, table),
        ]
        if table.turns == 0:
            lines.append("in []: an animal or a plant with a pearl; it does not count for groups")
        for seat in range(rules.players):
            owned = [
                f"{mission + 1} {mission_colour(rules, mission)}"
                for mission in _members(table.owned[seat])
            ]
            lines.append(
                f"{'>' if seat == table.seat else ' '} seat {seat + 1}, "
                f"{table.tableau_size[seat]} of {counted(rules.target, 'card')}, "
                f"{in_points(table.scores[seat])}, {table.oxygen[seat]} oxygen; "
                f"missions: {', '.join(owned) or 'none'}"
            )
            lines += [Drawn(f"    {line}") for line in draw_tableau(table, seat)]
        return lines

    def hand(self, rules: Any, snapshot: Snapshot, seat: int) -> str:
        """Return nothing: all lies open."""
        return ""

    def aftermath(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> list[str]:
        """Tell what an action led to: oxygen, the tableau, points, the refill, the end."""
        old, new, seat = before.table, after.table, int(before.table.seat)
        lines: list[str] = []
        change = int(new.oxygen[seat] - old.oxygen[seat])
        if change:
            verb = "earns" if change > 0 else "pays"
            lines.append(Aside(f"{verb} {abs(change)} oxygen, has {new.oxygen[seat]}"))
        if TAKE_FROM <= action < PEARL_ON_KIND and action != CHANGE + DONE:
            lines += draw_tableau(new, seat)
        scored = new.scores[seat] - new.end_share[seat]
        if scored > old.scores[seat]:
            lines.append(Aside(f"has {in_points(scored)} now"))
        if new.turns > old.turns and old.emptied >= 0:
            card, cell = new.grid[old.emptied], cell_name(int(old.emptied))
            if card == NO_CARD:
                lines.append(Aside(f"{cell} stays empty: the pile of its row is used up"))
            else:
                lines.append(Aside(f"{cell} is refilled: {card_name(card)}"))
        if new.over:
            lines += _end(rules, new)
        return lines

    def stretch_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        """Return nothing: a lap is a turn for each seat."""
        return ""

    def game_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        """Say how many cards everybody has."""
        return f"Everybody has laid {counted(rules.target, 'card')}."

    def census(self, rules: Any, snapshot: Snapshot) -> dict[str, int]:
        """Count each picture and mission card wherever it lies; the same after every action."""
        table, hidden = snapshot.table, snapshot.hidden
        cards = [
            *hidden.pile[: table.face_down],
            *(card for card in table.grid if card != NO_CARD),
            *(
                card
                for seat in range(rules.players)
                for card in table.tableau[seat, : table.tableau_size[seat]]
            ),
        ]
        found = dict(sorted(Counter(card_name(card) for card in cards).items()))
        for mission in range(rules.missions_length):
            places = (table.missions, *table.owned[: rules.players])
            found[f"mission {mission + 1}"] = sum(has(place, mission) for place in places)
        return found


def _members(places: int) -> list[int]:
    return [place for place in range(64) if has(places, place)]


def _dive_name(rules: Any, table: Any, seat: int, spot: int) -> str:
    if spot == PASS:
        return "has no spot to dive to and passes"
    where = f"the spot {SPOT_NAMES[spot]}"
    here = int(table.spots[seat])
    if here == NOWHERE:
        return f"places the diver on {where}"
    divers = {int(table.spots[other]): other for other in range(rules.players)}
    between = [(here + distance) % SPOTS for distance in range(1, (spot - here) % SPOTS)]
    skipped = [divers[place] for place in between if place in divers]
    steps = counted(len(between) - len(skipped) + 1, "step")
    return f"dives {steps}{f', past {in_seats(skipped)},' if skipped else ''} to {where}"


def _change_name(table: Any, seat: int, member: int) -> str:
    if member == DONE:
        return "is done rearranging"
    # Without oxygen: what a card shows was taken when it was laid.
    cards = [
        f"{animal_name(card)} with {PLANT_NAMES[plant_of(card)]}"
        for card in table.tableau[seat, : table.tableau_size[seat]]
    ]
    place = member % SHIFT_LEFT
    if member < SHIFT_LEFT:
        return f"swaps cards {place + 1} and {place + 2}, {cards[place]} and {cards[place + 1]}"
    side = SIDE_NAMES[LEFT if member < SHIFT_RIGHT else RIGHT]
    return f"shifts card {place + 1}, {cards[place]}, to the {side} end"


def _pearl_name(rules: Any, table: Any, seat: int, action: int) -> str:
    sort, member = divmod(action - PEARL_ON_KIND, 64)
    if member == DONE:
        return Aside("is done scoring")
    first, which = divmod(member, MOST_IN_GROUP)
    card = int(table.tableau[seat, first])
    shared, area = (
        (f"kind, {KIND_NAMES[kind_of(card)]}", "animal"),
        (f"colour, {COLOUR_NAMES[colour_of(card)]}", "animal"),
        (f"plant, {PLANT_NAMES[plant_of(card)]}", "plant"),
    )[sort]
    return (
        f"scores cards {first + 1} to {first + int(rules.group_size)} for their {shared}: pearl on "
        f"the {area} of card {first + which + 1}"
    )


def _end(rules: Any, table: Any) -> list[str]:
    """Tell what the end-scoring card gives each seat, and what decides a tie."""
    seats = range(rules.players)
    lines: list[str] = []
    if table.end_measure >= 0:
        lines.append(end_card_name(rules, table))
        lines += [
            f"  seat {seat + 1} has {measure(table, seat, table.end_measure)} and gets "
            f"{in_points(table.end_share[seat])}: {in_points(table.scores[seat])} in all"
            for seat in seats
        ]
    most = max(table.scores[seat] for seat in seats)
    leading = [seat for seat in seats if table.scores[seat] == most]
    if len(leading) > 1:
        held = ", ".join(f"seat {seat + 1} has {table.oxygen[seat]}" for seat in leading)
        lines.append(TieBreak(f"tied at {in_points(most)}, so oxygen decides: {held}"))
    return lines
