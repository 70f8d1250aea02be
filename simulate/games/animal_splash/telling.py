"""Describes Animal Splash in words, for replays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from simulate.game import Aside, Drawn, Key, Scored, Snapshot, Teller, TieBreak
from simulate.games.animal_splash import declared as game
from simulate.games.animal_splash.declared import colour_of, kind_of, oxygen_of, plant_of
from simulate.games.animal_splash.tableau import measure
from simulate.kit.bits import EMPTY, has
from simulate.kit.menu import PASS
from simulate.making.telling import quantity

#: How points are scored, for readers who do not know the rules.
SCORING = (
    "A pearl is worth a point. A player earns one with neighbouring pictures of the own row "
    "that show the same kind of animal, animals of one colour, or the same plant. The pearl "
    "lies on one of them, which then counts for no other group. Missions and the end-"
    "scoring card give more points."
)
#: The words that such readers may not know.
GLOSSARY = {
    "spot": "a place beside the grid of pictures; a diver there looks at one row or column",
    "grid": "the pictures on offer",
    "oxygen": "the means to dive far and to rearrange one's pictures",
    "pearl": "a point, laid on a picture that has scored",
    "mission": "a card with a condition; the first player who meets it may take its points",
    "end scoring": "points at the end for the players who have the most of something",
    "lap": "one turn of each player",
}
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
    """Return a score in 60ths of a point as text, as in "1.5 points"."""
    points = sixtieths / game.POINT
    return "1 point" if points == 1 else f"{points:.4g} points"


def animal_name(card: int) -> str:
    """Return the name of the animal of a card, as in "green turtle"."""
    return f"{game.COLOUR_NAMES[colour_of(card)]} {game.KIND_NAMES[kind_of(card)]}"


def plant_name(card: int) -> str:
    """Return the name of the plant of a card with its oxygen, as in "coral + oxygen"."""
    plant = game.PLANT_NAMES[plant_of(card)]
    return f"{plant} + oxygen" if oxygen_of(card) else plant


def card_name(card: int) -> str:
    """Return the name of a card, as in "green turtle with coral + oxygen"."""
    return f"{animal_name(card)} with {plant_name(card)}"


def card_names(rules: Any) -> list[str]:
    """Return the name of every card, by number; empty for a card without copies."""
    deck = rules.full_deck[: rules.full_size]
    return [card_name(card) if card in deck else "" for card in range(max(deck) + 1)]


def cell_name(cell: int) -> str:
    """Return the name of a cell of the grid, as in "row 1, column 3"."""
    return f"row {cell // 3 + 1}, column {cell % 3 + 1}"


def mission_colour(rules: Any, mission: int) -> str:
    """Return the name of the colour of a mission, as in "animals"."""
    return game.MissionColour(rules.missions_colour[mission]).name.lower()


def mission_name(rules: Any, mission: int) -> str:
    """Return the name of a mission, as in "3 plants: 2+ pearls on plants, 1 point"."""
    return (
        f"{mission + 1} {mission_colour(rules, mission)}: "
        f"{rules.missions_at_least[mission]}+ {MEASURE_NAMES[rules.missions_measure[mission]]}, "
        f"{quantity(rules.missions_points[mission], 'point')}"
    )


def end_card_name(rules: Any, table: Any) -> str:
    """Return the end-scoring card as text, as in "end scoring: most oxygen, 3 points …"."""
    if table.end_measure < 0:
        return "end scoring: none"
    best, second = rules.end_points.tolist()
    return (
        f"end scoring: most {MEASURE_NAMES[table.end_measure]}, {quantity(best, 'point')} for the "
        f"best and {second} for the second"
    )


#: The width of a card in the drawing of the grid, in characters.
_CELL_WIDTH = 16


def draw_grid(rules: Any, table: Any) -> list[str]:
    """Return a drawing of the grid, as lines of text, with the divers at their spots around it."""
    spots = ["."] * game.SPOTS
    for seat in range(rules.players):
        if table.spots[seat] != game.NOWHERE:
            spots[table.spots[seat]] = f"seat {seat + 1}"
    indent = " " * 7
    border = indent + f"+{'-' * (_CELL_WIDTH + 2)}" * 3 + "+"
    lines = [_draw_heads(spots[:3]), border]
    for row in range(3):
        cards = [int(card) for card in table.grid[3 * row : 3 * row + 3]]
        animals = [animal_name(card) if card != game.NO_CARD else "empty" for card in cards]
        plants = [plant_name(card) if card != game.NO_CARD else "" for card in cards]
        lines += [
            f"{spots[11 - row]:>6} {_draw_boxes(animals)} {spots[3 + row]}",
            f"{indent}{_draw_boxes(plants)}",
            border,
        ]
    lines.append(_draw_heads([spots[8], spots[7], spots[6]]))
    piles = ", ".join(f"row {row + 1} {table.row_pile[row]}" for row in range(3))
    return [*map(Drawn, lines), f"cards face down: {piles}"]


def draw_tableau(table: Any, seat: int) -> list[str]:
    """Return a drawing of a tableau, as lines; animals and plants with a pearl are in brackets."""
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
        column = []
        for names, pearls in rows.values():
            column.append(f"[{names[place]}]" if has(pearls, place) else f" {names[place]}")
        width = max(map(len, column))
        lines = [f"{line}{text:{width}}" for line, text in zip(lines, column, strict=True)]
    return [Drawn(line.rstrip()) for line in lines]


def _draw_boxes(texts: Sequence[str]) -> str:
    """Return a drawn line of cells side by side, with a text in each cell."""
    return "".join(f"| {text:{_CELL_WIDTH}} " for text in texts) + "|"


def _draw_heads(spots: Sequence[str]) -> str:
    """Return the line of the drawing with the three spots above or below the columns."""
    centred = "".join(f"{spot:^{_CELL_WIDTH + 3}}" for spot in spots)
    return f"{' ' * 8}{centred}".rstrip()


class AnimalSplashTeller(Teller):
    """Describes Animal Splash in words. Players have no secrets, so all lines are public."""

    def action(self, rules: Any, table: Any, action: int) -> str:
        """Return the words for an action, as in "dives 2 steps to the spot above column 3"."""
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
        """Return lines on the end-scoring card, the missions, the grid, and each seat's tableau."""
        table = snapshot.table
        missions = [mission_name(rules, mission) for mission in _members(table.missions)]
        lines = [
            end_card_name(rules, table),
            "missions left:" if missions else "missions left: none",
            *(f"  {mission}" for mission in missions),
            *draw_grid(rules, table),
        ]
        if table.turns == 0:
            key = "in []: an animal or a plant with a pearl; it does not count for groups"
            lines.append(Key(key))
        for seat in range(rules.players):
            owned = [
                f"{mission + 1} {mission_colour(rules, mission)}"
                for mission in _members(table.owned[seat])
            ]
            mark = ">" if seat == table.seat else " "
            lines.append(
                f"{mark} seat {seat + 1}, "
                f"{table.tableau_size[seat]} of {quantity(rules.target, 'card')}, "
                f"{in_points(table.scores[seat])}, {table.oxygen[seat]} oxygen; "
                f"missions: {', '.join(owned) or 'none'}"
            )
            lines += [Drawn(f"    {line}") for line in draw_tableau(table, seat)]
        return lines

    def aftermath(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> list[str]:
        """Return lines on changes of oxygen, tableau, score and grid, and on the game's end."""
        old, new = before.table, after.table
        seat = int(old.seat)
        lines: list[str] = []
        change = int(new.oxygen[seat] - old.oxygen[seat])
        if change:
            verb = "earns" if change > 0 else "pays"
            lines.append(Aside(f"{verb} {abs(change)} oxygen, has {new.oxygen[seat]}"))
        if game.TAKE_FROM <= action < game.PEARL_ON_KIND and action != game.CHANGE + game.DONE:
            lines += draw_tableau(new, seat)
        scored = new.scores[seat] - new.end_share[seat]
        if scored > old.scores[seat]:
            gained = in_points(scored - old.scores[seat])
            reason = _name_source(rules, old, seat, action)
            lines.append(Scored(f"gains {gained} for {reason} and has {in_points(scored)} now"))
        if new.turns > old.turns and old.emptied >= 0:
            card, cell = new.grid[old.emptied], cell_name(int(old.emptied))
            if card == game.NO_CARD:
                lines.append(Aside(f"{cell} stays empty: the pile of its row is used up"))
            else:
                lines.append(Aside(f"{cell} is refilled: {card_name(card)}"))
        if new.over:
            lines += _describe_end(rules, new)
        return lines

    def game_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        """Return a sentence that says that everybody has laid all cards, which ends the game."""
        return f"Everybody has laid {quantity(rules.target, 'card')}."

    def census(self, rules: Any, snapshot: Snapshot) -> dict[str, int]:
        """Return the number of copies of each card and of each mission of the rules, by name.

        Cards are counted in the face-down pile, the grid and the tableaus. Each mission is counted
        among the missions that nobody owns, and once for each seat that owns it.
        """
        table, hidden = snapshot.table, snapshot.hidden
        numbers: Counter[str] = Counter()
        for cards in (hidden.pile[: table.face_down], table.grid, *table.tableau[: rules.players]):
            numbers.update(card_name(card) for card in cards if card != game.NO_CARD)
        census = dict(sorted(numbers.items()))
        owners = (table.missions, *table.owned[: rules.players])
        for mission in range(rules.missions_length):
            number = sum(has(missions, mission) for missions in owners)
            census[f"mission {mission + 1}"] = number
        return census


def _members(bits: int) -> list[int]:
    """Return the members of a set as a list, in ascending order."""
    return [member for member in range(64) if has(bits, member)]


def _dive_name(rules: Any, table: Any, seat: int, spot: int) -> str:
    """Return the words for a dive, as in "dives 1 step, past seat 2, to the spot above column 2".

    If `spot` is `PASS`, the words say that the seat cannot dive and passes.
    """
    if spot == PASS:
        return "has no spot to dive to and passes"
    where = f"the spot {SPOT_NAMES[spot]}"
    here = int(table.spots[seat])
    if here == game.NOWHERE:
        return f"places the diver on {where}"
    divers = {int(table.spots[diver]): diver for diver in range(rules.players)}
    between = [(here + distance) % game.SPOTS for distance in range(1, (spot - here) % game.SPOTS)]
    skipped = [f"seat {divers[place] + 1}" for place in between if place in divers]
    steps = quantity(len(between) - len(skipped) + 1, "step")
    past = f", past {' and '.join(skipped)}," if skipped else ""
    return f"dives {steps}{past} to {where}"


def _change_name(table: Any, seat: int, member: int) -> str:
    """Return the words for a swap, a shift or the end of rearranging.

    `member` is the action minus `CHANGE`.
    """
    if member == game.DONE:
        return "is done rearranging"
    # The names leave out the oxygen on cards, which the player got when the cards were laid.
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
    """Return the words for putting a pearl on a card of a group, or for the end of scoring."""
    compared, member = divmod(action - game.PEARL_ON_KIND, 64)
    if member == game.DONE:
        return Aside("is done scoring")
    first, which = divmod(member, game.MOST_IN_GROUP)
    shared = _shared_by(int(table.tableau[seat, first]), compared)
    area = "plant" if compared == _PLANT else "animal"
    return (
        f"scores cards {first + 1} to {first + int(rules.group_size)} for their {shared}: pearl on "
        f"the {area} of card {first + which + 1}"
    )


#: The last of the three things that the cards of a group can share: kind, colour and plant.
_PLANT = 2


def _shared_by(card: int, compared: int) -> str:
    """Return what all cards of a group share, as in "kind, turtle".

    `card` is one of them, and `compared` is 0 for the kind of animal, 1 for the colour of the
    animal, and `_PLANT` for the plant.
    """
    return (
        f"kind, {game.KIND_NAMES[kind_of(card)]}",
        f"colour, {game.COLOUR_NAMES[colour_of(card)]}",
        f"plant, {game.PLANT_NAMES[plant_of(card)]}",
    )[compared]


def _name_source(rules: Any, table: Any, seat: int, action: int) -> str:
    """Return what a seat scores for: "3 neighbouring cards of one kind, turtle", or a mission.

    `table` is the table before the action.
    """
    if action >= game.MISSION_OF:
        return f"the mission of {mission_colour(rules, action - game.MISSION_OF)}"
    compared, member = divmod(action - game.PEARL_ON_KIND, 64)
    card = int(table.tableau[seat, member // game.MOST_IN_GROUP])
    number = int(rules.group_size)
    return f"{number} neighbouring cards of one {_shared_by(card, compared)},"


def _describe_end(rules: Any, table: Any) -> list[str]:
    """Return lines on the points of the end-scoring card, and on how a tie is broken."""
    seats = range(rules.players)
    lines: list[str] = []
    if table.end_measure >= 0:
        lines.append(Scored(end_card_name(rules, table)))
        for seat in seats:
            lines.append(
                Scored(
                    f"  seat {seat + 1} has {measure(table, seat, table.end_measure)} and gets "
                    f"{in_points(table.end_share[seat])}: {in_points(table.scores[seat])} in all"
                )
            )
    most = max(table.scores[seat] for seat in seats)
    leading = [seat for seat in seats if table.scores[seat] == most]
    if len(leading) > 1:
        oxygen = ", ".join(f"seat {seat + 1} has {table.oxygen[seat]}" for seat in leading)
        lines.append(TieBreak(f"tied at {in_points(most)}, so oxygen decides: {oxygen}"))
    return lines
