"""Tells Animal Splash in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from simulate.game import Aside, Drawn, Snapshot, Teller, TieBreak
from simulate.games.animal_splash import declared as game
from simulate.games.animal_splash.declared import colour_of, kind_of, oxygen_of, plant_of
from simulate.games.animal_splash.tableau import measure
from simulate.kit.bits import EMPTY, has
from simulate.kit.menu import PASS
from simulate.making.telling import quantity

SPOT_NAMES = (
    *(f"above column {column}" for column in (1, 2, 3)),
    *(f"right of row {row}" for row in (1, 2, 3)),
    *(f"below column {column}" for column in (3, 2, 1)),
    *(f"left of row {row}" for row in (3, 2, 1)),
)
SIDE_NAMES = ("left", "right")
MEASURE_NAMES = (
    "oxygen",
    "pearls on animals",
    "pearls on plants",
    "pearls",
    "animal kinds",
    "animal colours",
    "plant kinds",
    "cards in a run of one animal kind",
    "cards in a run of one animal colour",
    "cards in a run of one plant",
)


def in_points(sixtieths: int) -> str:
    """Write a score, as in "1.5 points"."""
    points = sixtieths / game.POINT
    return "1 point" if points == 1 else f"{points:.4g} points"


def animal_name(card: int) -> str:
    """Name the animal of a card, as in "green turtle"."""
    return f"{game.COLOUR_NAMES[colour_of(card)]} {game.KIND_NAMES[kind_of(card)]}"


def plant_name(card: int) -> str:
    """Name the plant of a card and its oxygen, as in "coral + oxygen"."""
    return game.PLANT_NAMES[plant_of(card)] + (" + oxygen" if oxygen_of(card) else "")


def card_name(card: int) -> str:
    """Name a card, as in "green turtle with coral + oxygen"."""
    return f"{animal_name(card)} with {plant_name(card)}"


def card_names(rules: Any) -> list[str]:
    """Name every card, with nothing for those of which there is none."""
    there = rules.full_deck[: rules.full_size]
    return [card_name(card) if card in there else "" for card in range(max(there) + 1)]


def cell_name(cell: int) -> str:
    """Name a cell of the grid, as in "row 1, column 3"."""
    return f"row {cell // 3 + 1}, column {cell % 3 + 1}"


def mission_colour(rules: Any, mission: int) -> str:
    """Name the colour of a mission."""
    return game.MissionColour(rules.missions_colour[mission]).name.lower()


def mission_name(rules: Any, mission: int) -> str:
    """Name a mission, as in "3 plants: 2+ pearls on plants, 1 point"."""
    return (
        f"{mission + 1} {mission_colour(rules, mission)}: "
        f"{rules.missions_at_least[mission]}+ {MEASURE_NAMES[rules.missions_measure[mission]]}, "
        f"{quantity(rules.missions_points[mission], 'point')}"
    )


def end_card_name(rules: Any, table: Any) -> str:
    """Name the end-scoring card with what it gives."""
    if table.end_measure < 0:
        return "end scoring: none"
    best, second = rules.end_points.tolist()
    return (
        f"end scoring: most {MEASURE_NAMES[table.end_measure]}, {quantity(best, 'point')} for the "
        f"best and {second} for the second"
    )


#: Of a card in the grid.
_CELL_WIDTH = 16


def draw_grid(rules: Any, table: Any) -> list[str]:
    """Draw the grid with the divers at their spots around it."""
    at = ["."] * game.SPOTS
    for seat in range(rules.players):
        if table.spots[seat] != game.NOWHERE:
            at[table.spots[seat]] = f"seat {seat + 1}"
    indent = " " * 7
    rule = indent + f"+{'-' * (_CELL_WIDTH + 2)}" * 3 + "+"
    lines = [_heads(at[:3]), rule]
    for row in range(3):
        cards = [int(card) for card in table.grid[3 * row : 3 * row + 3]]
        animals = [animal_name(card) if card != game.NO_CARD else "empty" for card in cards]
        plants = [plant_name(card) if card != game.NO_CARD else "" for card in cards]
        lines += [
            f"{at[11 - row]:>6} {_boxes(animals)} {at[3 + row]}",
            f"{indent}{_boxes(plants)}",
            rule,
        ]
    lines.append(_heads([at[8], at[7], at[6]]))
    piles = ", ".join(f"row {row + 1} {table.row_pile[row]}" for row in range(3))
    return [*map(Drawn, lines), f"cards face down: {piles}"]


def draw_tableau(table: Any, seat: int) -> list[str]:
    """Write a tableau's cards from left to right, in brackets what has a pearl."""
    cards = [int(card) for card in table.tableau[seat, : table.tableau_size[seat]]]
    on_animals, on_plants = table.animal_pearls[seat], table.plant_pearls[seat]
    rows = {
        "cards": ([str(place) for place in range(1, len(cards) + 1)], EMPTY),
        "kinds": ([game.KIND_NAMES[kind_of(card)] for card in cards], on_animals),
        "colours": ([game.COLOUR_NAMES[colour_of(card)] for card in cards], on_animals),
        "plants": ([game.PLANT_NAMES[plant_of(card)] for card in cards], on_plants),
    }
    lines = [f"{name:8}" for name in rows] if cards else []
    for place in range(len(cards)):
        told = [
            f"[{names[place]}]" if has(pearls, place) else f" {names[place]}"
            for names, pearls in rows.values()
        ]
        width = max(map(len, told))
        lines = [f"{line}{text:{width}}" for line, text in zip(lines, told, strict=True)]
    return [Drawn(line.rstrip()) for line in lines]


def _boxes(texts: Sequence[str]) -> str:
    return "".join(f"| {text:{_CELL_WIDTH}} " for text in texts) + "|"


def _heads(spots: Sequence[str]) -> str:
    return (" " * 8 + "".join(f"{spot:^{_CELL_WIDTH + 3}}" for spot in spots)).rstrip()


class AnimalSplashTeller(Teller):
    """Tells Animal Splash in words; all lies open, and a lap is a turn for each seat."""

    def action(self, rules: Any, table: Any, action: int) -> str:
        """Name an action, as in "dives 2 steps to the spot above column 3"."""
        seat = int(table.seat)
        if action < game.TAKE_FROM:
            return Aside(_dive_name(rules, table, seat, action))
        if action < game.CHANGE:
            cell, side = divmod(action - game.TAKE_FROM, 2)
            return (
                f"takes the {card_name(table.grid[cell])} from {cell_name(cell)} and lays it "
                f"{SIDE_NAMES[side]}"
            )
        if action < game.PEARL_ON_KIND:
            return Aside(_change_name(table, seat, action - game.CHANGE))
        if action < game.MISSION_OF:
            return _pearl_name(rules, table, seat, action)
        if action == game.MISSION_OF + game.DONE:
            return Aside("takes no mission")
        return f"takes mission {mission_name(rules, action - game.MISSION_OF)}"

    def state(self, rules: Any, snapshot: Snapshot, hands: Sequence[int]) -> list[str]:
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
                f"{table.tableau_size[seat]} of {quantity(rules.target, 'card')}, "
                f"{in_points(table.scores[seat])}, {table.oxygen[seat]} oxygen; "
                f"missions: {', '.join(owned) or 'none'}"
            )
            lines += [Drawn(f"    {line}") for line in draw_tableau(table, seat)]
        return lines

    def aftermath(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> list[str]:
        old, new, seat = before.table, after.table, int(before.table.seat)
        lines: list[str] = []
        change = int(new.oxygen[seat] - old.oxygen[seat])
        if change:
            verb = "earns" if change > 0 else "pays"
            lines.append(Aside(f"{verb} {abs(change)} oxygen, has {new.oxygen[seat]}"))
        if game.TAKE_FROM <= action < game.PEARL_ON_KIND and action != game.CHANGE + game.DONE:
            lines += draw_tableau(new, seat)
        scored = new.scores[seat] - new.end_share[seat]
        if scored > old.scores[seat]:
            lines.append(Aside(f"has {in_points(scored)} now"))
        if new.turns > old.turns and old.emptied >= 0:
            card, cell = new.grid[old.emptied], cell_name(int(old.emptied))
            if card == game.NO_CARD:
                lines.append(Aside(f"{cell} stays empty: the pile of its row is used up"))
            else:
                lines.append(Aside(f"{cell} is refilled: {card_name(card)}"))
        if new.over:
            lines += _end(rules, new)
        return lines

    def game_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        return f"Everybody has laid {quantity(rules.target, 'card')}."

    def census(self, rules: Any, snapshot: Snapshot) -> dict[str, int]:
        table, hidden = snapshot.table, snapshot.hidden
        places = (hidden.pile[: table.face_down], table.grid, *table.tableau[: rules.players])
        cards = (card for place in places for card in place if card != game.NO_CARD)
        found = dict(sorted(Counter(map(card_name, cards)).items()))
        for mission in range(rules.missions_length):
            owned = (table.missions, *table.owned[: rules.players])
            found[f"mission {mission + 1}"] = sum(has(some, mission) for some in owned)
        return found


def _members(places: int) -> list[int]:
    return [place for place in range(64) if has(places, place)]


def _dive_name(rules: Any, table: Any, seat: int, spot: int) -> str:
    if spot == PASS:
        return "has no spot to dive to and passes"
    where = f"the spot {SPOT_NAMES[spot]}"
    here = int(table.spots[seat])
    if here == game.NOWHERE:
        return f"places the diver on {where}"
    divers = {int(table.spots[other]): other for other in range(rules.players)}
    between = [(here + distance) % game.SPOTS for distance in range(1, (spot - here) % game.SPOTS)]
    skipped = [f"seat {divers[place] + 1}" for place in between if place in divers]
    steps = quantity(len(between) - len(skipped) + 1, "step")
    past = f", past {' and '.join(skipped)}," if skipped else ""
    return f"dives {steps}{past} to {where}"


def _change_name(table: Any, seat: int, member: int) -> str:
    if member == game.DONE:
        return "is done rearranging"
    # Without oxygen: what a card shows was taken when it was laid.
    cards = [
        f"{animal_name(card)} with {game.PLANT_NAMES[plant_of(card)]}"
        for card in table.tableau[seat, : table.tableau_size[seat]]
    ]
    place = member % game.SHIFT_LEFT
    if member < game.SHIFT_LEFT:
        return f"swaps cards {place + 1} and {place + 2}, {cards[place]} and {cards[place + 1]}"
    side = SIDE_NAMES[game.LEFT if member < game.SHIFT_RIGHT else game.RIGHT]
    return f"shifts card {place + 1}, {cards[place]}, to the {side} end"


def _pearl_name(rules: Any, table: Any, seat: int, action: int) -> str:
    sort, member = divmod(action - game.PEARL_ON_KIND, 64)
    if member == game.DONE:
        return Aside("is done scoring")
    first, which = divmod(member, game.MOST_IN_GROUP)
    card = int(table.tableau[seat, first])
    shared, area = (
        (f"kind, {game.KIND_NAMES[kind_of(card)]}", "animal"),
        (f"colour, {game.COLOUR_NAMES[colour_of(card)]}", "animal"),
        (f"plant, {game.PLANT_NAMES[plant_of(card)]}", "plant"),
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
