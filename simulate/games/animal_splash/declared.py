"""The cards, grid, actions, options, counts and fields of Animal Splash.

A card is a number below 256 whose bits hold the kind, colour, plant and oxygen. Comparing two
cards under a mask is then enough to see if they have a kind, a colour or a plant in common.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any

from simulate.errors import UsageError
from simulate.game import Count, Share, places_of
from simulate.kit.bits import from_members
from simulate.kit.compiled import inlined
from simulate.kit.layout import Field
from simulate.making import Choice, ChoiceList, Records, Variant, Whole, WholeList, WholeTable
from simulate.rules.kinds import Option, words

KIND_NAMES = ("seahorse", "turtle", "ray", "octopus", "crab")
COLOUR_NAMES = ("blue", "green", "orange", "purple")
PLANT_NAMES = ("seaweed", "coral", "anemone", "sponge")
KINDS, COLOURS, PLANTS = len(KIND_NAMES), len(COLOUR_NAMES), len(PLANT_NAMES)
ANIMALS = KINDS * COLOURS
MOST_COPIES = 6
MOST_CARDS = ANIMALS * MOST_COPIES
MOST_LAID = 12
MOST_SEATS = 5
#: The first bits of the colour, the plant and the oxygen in a card.
COLOUR_BITS, PLANT_BITS, OXYGEN_BIT = 3, 5, 7
#: The bits of a card that are compared for groups of one kind, one colour and one plant.
KIND, COLOUR, PLANT = 0b111, 0b11 << COLOUR_BITS, 0b11 << PLANT_BITS
#: The number in place of a card in an empty cell or an empty place of a tableau.
NO_CARD = -1

# Cells are numbered row by row. Spots are numbered clockwise: above columns 1 to 3, right of
# rows 1 to 3, below columns 3 to 1, left of rows 3 to 1.
CELLS, SPOTS = 9, 12
ALL_CELLS, ALL_SPOTS = (1 << CELLS) - 1, (1 << SPOTS) - 1
#: The spot of a diver that has not been placed.
NOWHERE = -1
_COLUMNS = [range(column, CELLS, 3) for column in range(3)]
_ROWS = [range(3 * row, 3 * row + 3) for row in range(3)]
#: The cells in view from each spot, as sets.
LINES = tuple(from_members(cells) for cells in (*_COLUMNS, *_ROWS, *_COLUMNS[::-1], *_ROWS[::-1]))

#: The number of score units in a point. It is divisible by every number of players, 1 to 5, who can
#: share a place.
POINT = 60


@inlined
def kind_of(card: int) -> int:
    """Return the kind of a card's animal, 0 to 4."""
    return card & KIND


@inlined
def colour_of(card: int) -> int:
    """Return the colour of a card's animal, 0 to 3."""
    return (card & COLOUR) >> COLOUR_BITS


@inlined
def plant_of(card: int) -> int:
    """Return the plant of a card, 0 to 3."""
    return (card & PLANT) >> PLANT_BITS


@inlined
def oxygen_of(card: int) -> int:
    """Return the number of oxygen tokens on a card, 0 or 1."""
    return card >> OXYGEN_BIT


def make_card(kind: int, colour: int, plant: int, oxygen: int) -> int:
    """Return the number of a card with these properties; `oxygen` is 1 or 0."""
    return kind | colour << COLOUR_BITS | plant << PLANT_BITS | oxygen << OXYGEN_BIT


#: The steps of a turn, in their order.
DIVE, TAKE, REARRANGE, SCORE, MISSION = range(5)
#: The action of diving to a spot is `DIVE_TO` + the spot.
DIVE_TO = 0
#: The action of taking a card is `TAKE_FROM` + 2 x cell + the side where the card is laid.
TAKE_FROM = 64
LEFT, RIGHT = 0, 1
#: The action of swapping two cards is `CHANGE` + the place of the left one. The action of shifting
#: a card to an end is `CHANGE` + `SHIFT_LEFT` or `SHIFT_RIGHT` + its place. The action of doing
#: neither is `CHANGE` + `DONE`.
CHANGE = 128
SHIFT_LEFT, SHIFT_RIGHT = 16, 32
#: The action of putting a pearl on a group of one kind, colour or plant is `PEARL_ON_KIND`,
#: `PEARL_ON_COLOUR` or `PEARL_ON_PLANT` + 5 x the group's first place + the index of the card in
#: the group. The action of putting no more pearls is `PEARL_ON_PLANT` + `DONE`.
PEARL_ON_KIND, PEARL_ON_COLOUR, PEARL_ON_PLANT = 192, 256, 320
MOST_IN_GROUP = 5
#: The action of taking a mission is `MISSION_OF` + the mission, or + `DONE` to take none.
MISSION_OF = 384
#: The member of a group of actions that ends the step.
DONE = 63

MOST_MISSIONS = 12
#: The quantities that missions and end-scoring cards compare.
Measure = IntEnum(
    "Measure",
    "OXYGEN ANIMAL_PEARLS PLANT_PEARLS PEARLS ANIMAL_KINDS ANIMAL_COLOURS PLANT_KINDS "
    "LONGEST_KIND_RUN LONGEST_COLOUR_RUN LONGEST_PLANT_RUN",
    start=0,
)
#: The colours of missions; a player owns at most one mission of each.
MissionColour = IntEnum(
    "MissionColour", "ANIMALS PLANTS OXYGEN VARIETY RED YELLOW BLACK WHITE", start=0
)
#: The default missions: for each colour, one for 1 point and a harder one for 2.
MISSIONS = tuple(
    {"colour": colour, "measure": measure, "at_least": at_least, "points": points}
    for colour, measure, *tiers in (
        ("animals", "animal_pearls", 2, 3),
        ("plants", "plant_pearls", 2, 3),
        ("oxygen", "oxygen", 3, 5),
        ("variety", "animal_kinds", 4, 5),
    )
    for points, at_least in enumerate(tiers, 1)
)


RULES: dict[str, Option] = {
    "cards_to_end": WholeTable(
        default={"2": 9, "3": 8, "4": 7, "5": 6},
        minimum=1,
        maximum=MOST_LAID,
        meaning="Cards that each player lays until the game ends, for each number of players.",
    ),
    "group_size": Whole(
        default=3,
        minimum=2,
        maximum=MOST_IN_GROUP,
        meaning="Number of neighbouring cards with something in common that earn a pearl.",
    ),
    "one_step_oxygen": Whole(1, 0, 5, meaning="Oxygen that a diver earns by moving a single step."),
    "free_steps": Whole(2, 1, SPOTS - 1, meaning="Steps of a move that cost no oxygen."),
    "step_cost": Whole(1, 0, 5, meaning="Oxygen for each step beyond the free steps."),
    "swap_cost": Whole(
        default=1,
        minimum=0,
        maximum=9,
        standing="assumed",
        meaning="Oxygen for swapping two neighbouring cards of one's tableau; 0 forbids it.",
    ),
    "shift_cost": Whole(
        default=2,
        minimum=0,
        maximum=9,
        standing="assumed",
        meaning="Oxygen for shifting a card to either end of one's tableau; 0 forbids it.",
    ),
    "missions": Records(
        default=MISSIONS,
        fields=(
            Choice(
                "animals",
                words(MissionColour),
                name="colour",
                meaning="A player owns at most one mission of each colour.",
            ),
            Choice(
                "animal_pearls",
                words(Measure),
                name="measure",
                meaning="The quantity that a player needs for the mission.",
            ),
            Whole(2, 1, 60, name="at_least", meaning="The least amount of that quantity."),
            Whole(1, 0, 20, name="points", meaning="Points of the mission."),
        ),
        longest=MOST_MISSIONS,
        standing="assumed",
        meaning="The mission cards, all of them visible from the start.",
    ),
    "end_scoring": ChoiceList(
        default=("oxygen", "animal_pearls", "plant_pearls", "longest_colour_run"),
        choices=words(Measure),
        longest=10,
        standing="assumed",
        meaning="The end-scoring cards, by the quantity that each rewards; one card is drawn.",
    ),
    "end_points": WholeList(
        default=(3, 1),
        minimum=0,
        maximum=20,
        shortest=2,
        longest=2,
        standing="assumed",
        meaning="Points of the end-scoring card for the first and second place.",
    ),
    "start_oxygen": Whole(
        0, 0, 20, standing="ruling", meaning="Oxygen that each player begins with."
    ),
    "copies": Whole(
        default=3,
        minimum=1,
        maximum=MOST_COPIES,
        standing="assumed",
        meaning="Cards with each of the 20 animals (5 kinds in 4 colours); their plants differ.",
    ),
    "oxygen_cards": Whole(
        default=1,
        minimum=0,
        maximum=MOST_COPIES,
        standing="assumed",
        meaning="Cards with each animal that also show oxygen; at most the value of copies.",
    ),
}
VARIANTS = {
    "base": Variant("The rules as printed, with assumed actions, missions and end scoring."),
    "no-actions": Variant("Nobody can rearrange a tableau.", {"swap_cost": 0, "shift_cost": 0}),
    "dear-actions": Variant(
        "Rearranging costs one oxygen more.", {"swap_cost": 2, "shift_cost": 3}
    ),
}


def check(values: Mapping[str, Any], players: int) -> None:
    """Raise `UsageError` if the deck is too small, or ``oxygen_cards`` is higher than ``copies``.

    `values` are the values of the rules, by name.
    """
    copies, with_oxygen = values["copies"], values["oxygen_cards"]
    if with_oxygen > copies:
        raise UsageError(
            f"oxygen_cards cannot be {with_oxygen} with {copies} copies; make it {copies} or less"
        )
    cards, needed = ANIMALS * copies, players * values["cards_to_end"][str(players)]
    if needed > cards:
        raise UsageError(
            f"the deck has {cards} cards (20 x copies) but {players} players lay {needed}; raise "
            f"copies or lower cards_to_end.{players}"
        )


DERIVED: dict[str, Field] = {
    "target": "the number of cards that each player lays until the game ends",
    "full_size": "picture cards in the game",
    "full_deck": ("the picture cards of the game", MOST_CARDS),
    "row_size": ("cards of each row: in the grid and in its pile", 3),
    "lines": ("the cells in view from each spot, as a set", SPOTS),
    "mission_tier": (
        "the number of missions of the same colour before each mission",
        MOST_MISSIONS,
    ),
}


def prepare(rules: Any) -> None:
    """Compute the fields `DERIVED` of a rules record, in place."""
    deck = [
        make_card(kind, colour, (kind + colour + copy) % PLANTS, int(copy < rules["oxygen_cards"]))
        for kind in range(KINDS)
        for colour in range(COLOURS)
        for copy in range(rules["copies"])
    ]
    rules["target"] = rules["cards_to_end"][rules["players"] - 2]
    rules["full_size"] = len(deck)
    rules["full_deck"][: len(deck)] = deck
    rules["row_size"] = [len(deck) // 3 + int(row < len(deck) % 3) for row in range(3)]
    rules["lines"] = LINES
    colours = rules["missions_colour"][: rules["missions_length"]].tolist()
    for mission, colour in enumerate(colours):
        rules["mission_tier"][mission] = colours[:mission].count(colour)


#: The values of all rules, by name.
Values = Mapping[str, Any]


def _has_groups(values: Values) -> bool:
    """Return True if a tableau can become long enough for a group."""
    return bool(max(values["cards_to_end"].values()) >= values["group_size"])


def _has_moves(values: Values) -> bool:
    """Return True if divers move after they have been placed."""
    return bool(max(values["cards_to_end"].values()) > 1)


def _has_paid_moves(values: Values) -> bool:
    """Return True if a move can have more than the free steps."""
    # With two players a move has at most ten steps.
    has_long_moves = _has_moves(values) and values["free_steps"] < SPOTS - 2
    return has_long_moves and (values["step_cost"] == 0 or _has_oxygen(values))


def _earns_by_diving(values: Values) -> bool:
    """Return True if divers can earn oxygen by moving a single step."""
    return _has_moves(values) and values["one_step_oxygen"] > 0


def _has_oxygen(values: Values) -> bool:
    """Return True if players can have oxygen under the values of the rules."""
    return bool(values["start_oxygen"] or values["oxygen_cards"] or _earns_by_diving(values))


def _can_pay(cost: str) -> Callable[[Values], bool]:
    """Return a function of the rules' values that tests if players can pay the rule `cost`."""
    return lambda values: values[cost] > 0 and _has_oxygen(values)


def _has_tier(tier: int) -> Callable[[Values], bool]:
    """Return a function of the rules' values that tests if a colour has `tier` missions or more."""

    def has_tier(values: Values) -> bool:
        missions_by_colour = Counter(mission["colour"] for mission in values["missions"])
        return max(missions_by_colour.values(), default=0) >= tier

    return has_tier


def _has_end_points(values: Values) -> bool:
    """Return True if there is an end-scoring card that gives points."""
    return bool(values["end_scoring"]) and any(values["end_points"])


COUNTS = (
    Count("pearls_on_kinds", "pearls for groups of one kind of animal", applies=_has_groups),
    Count("pearls_on_colours", "pearls for groups of one animal colour", applies=_has_groups),
    Count("pearls_on_plants", "pearls for groups of one plant", applies=_has_groups),
    Count("oxygen_from_dives", "oxygen earned by moving a single step", applies=_earns_by_diving),
    Count(
        "oxygen_from_cards",
        "oxygen earned by taking cards",
        applies=lambda values: values["oxygen_cards"] > 0,
    ),
    Count(
        "oxygen_on_steps",
        "oxygen paid for long moves",
        applies=lambda values: _has_paid_moves(values) and values["step_cost"] > 0,
    ),
    Count("oxygen_on_swaps", "oxygen paid for swaps", applies=_can_pay("swap_cost")),
    Count("oxygen_on_shifts", "oxygen paid for shifts", applies=_can_pay("shift_cost")),
    Count("oxygen_left", "oxygen left at the end, all players together", applies=_has_oxygen),
    Count(
        "missions_tier_1",
        "missions taken that are the first listed of their colour",
        applies=_has_tier(1),
    ),
    Count(
        "missions_tier_2",
        "missions taken that are the second of their colour",
        applies=_has_tier(2),
    ),
    Count(
        "missions_tier_3",
        "missions taken that are the third of their colour, or later",
        applies=_has_tier(3),
    ),
    Count("moves", "moves of divers already placed", applies=_has_moves),
    Count("one_step_moves", "moves of a single step", applies=_has_moves),
    Count("paid_moves", "moves of more than {free_steps} steps", applies=_has_paid_moves),
    Count("passed_turns", "turns passed because there is no spot to dive to"),
    Count(
        "end_card_points",
        "points of the end-scoring card, all players together",
        parts=POINT,
        applies=_has_end_points,
    ),
    Count(
        "end_card_decides",
        "games in which the end-scoring card decides",
        yes_or_no=True,
        applies=_has_end_points,
    ),
    Count("winners", "players who win or share the win"),
    Count("winners_without_actions", "winners who never swapped or shifted a card"),
    Count("players_without_actions", "players who never swapped or shifted a card"),
    Count("margin", "points between the winner and the second player", parts=POINT),
)
#: The index of each of `COUNTS` in ``hidden.counts``.
Counted = places_of(COUNTS, __name__)
SHARES = (
    Share(
        "share_of_winners_without_actions",
        "share of winners who never rearranged",
        part="winners_without_actions",
        whole="winners",
    ),
    Share(
        "share_of_one_step_moves",
        "share of moves of a single step",
        part="one_step_moves",
        whole="moves",
        applies=_has_moves,
    ),
    Share(
        "share_of_paid_moves",
        "share of moves beyond {free_steps} steps",
        part="paid_moves",
        whole="moves",
        applies=_has_paid_moves,
    ),
)


TABLE: dict[str, Field] = {
    "step": "the step of the turn: 0 dive, 1 take, 2 rearrange, 3 score, 4 mission",
    "grid": ("the card in each cell, row by row; -1 if the cell is empty", CELLS),
    "filled": "the cells with a card, as a set",
    "emptied": "the cell emptied in this turn; -1 for none",
    "row_pile": ("the number of face-down cards of each row", 3),
    "face_down": "the number of face-down cards of all rows",
    "spots": ("the spot of each seat's diver; -1 if it is not placed", MOST_SEATS),
    "occupied": "the spots with divers, as a set",
    "oxygen": ("the oxygen each seat holds", MOST_SEATS),
    "tableau": (
        "each seat's cards from left to right; -1 where there is none",
        MOST_SEATS,
        MOST_LAID,
    ),
    "tableau_size": ("cards in each seat's tableau", MOST_SEATS),
    "animal_pearls": (
        "the places of each seat's tableau with a pearl on the animal, as a set",
        MOST_SEATS,
    ),
    "plant_pearls": (
        "the places of each seat's tableau with a pearl on the plant, as a set",
        MOST_SEATS,
    ),
    "missions": "the missions that nobody owns, by their place in the rules from 0, as a set",
    "owned": ("the missions each seat owns, as a set", MOST_SEATS),
    "owned_colours": ("the colours of the missions each seat owns, as a set", MOST_SEATS),
    "end_measure": "the quantity that the end-scoring card compares, a `Measure`; -1 for no card",
    "end_share": (
        "the points of each seat from the end-scoring card, in 60ths; 0 until the end",
        MOST_SEATS,
    ),
    "laying": "the seats that still need cards, as a set",
    "rearranged": "the seats that have swapped or shifted cards, as a set",
}
#: Players have no secrets.
OWN: dict[str, Field] = {}
HIDDEN: dict[str, Field] = {
    "pile": (
        "the face-down cards of all rows: the first face_down entries, in no order",
        MOST_CARDS,
    )
}
