"""What a designer can change about Animal Splash, and what follows from it before play."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from simulate.errors import UsageError
from simulate.games.animal_splash.actions import MOST_IN_GROUP
from simulate.games.animal_splash.cards import (
    ANIMALS,
    COLOURS,
    KINDS,
    LINES,
    MOST_CARDS,
    MOST_COPIES,
    MOST_LAID,
    PLANTS,
    SPOTS,
    make_card,
)
from simulate.kit.layout import layout
from simulate.rules.kinds import (
    Choice,
    ChoiceList,
    Option,
    Records,
    Whole,
    WholeList,
    WholeTable,
    words,
)
from simulate.rules.values import Variant

MOST_MISSIONS = 12


class Measure(IntEnum):
    """What missions and end-scoring cards ask for."""

    OXYGEN = 0
    ANIMAL_PEARLS = 1
    PLANT_PEARLS = 2
    PEARLS = 3
    ANIMAL_KINDS = 4
    ANIMAL_COLOURS = 5
    PLANT_KINDS = 6
    LONGEST_KIND_RUN = 7
    LONGEST_COLOUR_RUN = 8
    LONGEST_PLANT_RUN = 9


class MissionColour(IntEnum):
    """The colours of missions, of each of which a player owns one at most."""

    ANIMALS = 0
    PLANTS = 1
    OXYGEN = 2
    VARIETY = 3
    RED = 4
    YELLOW = 5
    BLACK = 6
    WHITE = 7


def _missions() -> tuple[Mapping[str, Any], ...]:
    conditions = (
        ("animals", "animal_pearls", 2, 3),
        ("plants", "plant_pearls", 2, 3),
        ("oxygen", "oxygen", 3, 5),
        ("variety", "animal_kinds", 4, 5),
    )
    return tuple(
        {"colour": colour, "measure": measure, "at_least": at_least, "points": points}
        for colour, measure, *tiers in conditions
        for points, at_least in enumerate(tiers, 1)
    )


OPTIONS: tuple[Option, ...] = (
    WholeTable(
        name="cards_to_end",
        default={"2": 9, "3": 8, "4": 7, "5": 6},
        minimum=1,
        maximum=MOST_LAID,
        standing="printed",
        meaning="Cards each player lays until the game ends, for each number of players.",
    ),
    Whole(
        name="group_size",
        default=3,
        minimum=2,
        maximum=MOST_IN_GROUP,
        standing="printed",
        meaning="Neighbouring cards with something in common that earn a pearl.",
    ),
    Whole(
        name="one_step_oxygen",
        default=1,
        minimum=0,
        maximum=5,
        standing="printed",
        meaning="Oxygen a diver earns by moving a single step.",
    ),
    Whole(
        name="free_steps",
        default=2,
        minimum=1,
        maximum=SPOTS - 1,
        standing="printed",
        meaning="Steps of a move that cost no oxygen.",
    ),
    Whole(
        name="step_cost",
        default=1,
        minimum=0,
        maximum=5,
        standing="printed",
        meaning="Oxygen for each step beyond the free ones.",
    ),
    Whole(
        name="swap_cost",
        default=1,
        minimum=0,
        maximum=9,
        standing="assumed",
        meaning="Oxygen for swapping two neighbouring cards of the own tableau; 0: not offered.",
    ),
    Whole(
        name="shift_cost",
        default=2,
        minimum=0,
        maximum=9,
        standing="assumed",
        meaning="Oxygen for shifting a card to either end of the own tableau; 0: not offered.",
    ),
    Records(
        name="missions",
        default=_missions(),
        fields=(
            Choice(
                name="colour",
                default="animals",
                choices=words(MissionColour),
                standing="assumed",
                meaning="A player owns one mission of each colour at most.",
            ),
            Choice(
                name="measure",
                default="animal_pearls",
                choices=words(Measure),
                standing="assumed",
                meaning="What a player must have for it.",
            ),
            Whole(
                name="at_least",
                default=2,
                minimum=1,
                maximum=60,
                standing="assumed",
                meaning="How much of it.",
            ),
            Whole(
                name="points",
                default=1,
                minimum=0,
                maximum=20,
                standing="assumed",
                meaning="Points of the mission.",
            ),
        ),
        longest=MOST_MISSIONS,
        standing="assumed",
        meaning="The mission cards, all shown from the start.",
    ),
    ChoiceList(
        name="end_scoring",
        default=("oxygen", "animal_pearls", "plant_pearls", "longest_colour_run"),
        choices=words(Measure),
        longest=10,
        standing="assumed",
        meaning="The end-scoring cards, each asking who has most of something; one is drawn.",
    ),
    WholeList(
        name="end_points",
        default=(3, 1),
        minimum=0,
        maximum=20,
        shortest=2,
        longest=2,
        standing="assumed",
        meaning="Points of the end-scoring card for the best and for the second.",
    ),
    Whole(
        name="start_oxygen",
        default=0,
        minimum=0,
        maximum=20,
        standing="ruling",
        meaning="Oxygen each player begins with.",
    ),
    Whole(
        name="copies",
        default=3,
        minimum=1,
        maximum=MOST_COPIES,
        standing="assumed",
        meaning="Cards with each of the 20 animals (5 kinds in 4 colours); their plants differ.",
    ),
    Whole(
        name="oxygen_cards",
        default=1,
        minimum=0,
        maximum=MOST_COPIES,
        standing="assumed",
        meaning="How many of the cards with each animal show oxygen, at most copies.",
    ),
)
VARIANTS = {
    "base": Variant("The rules as printed, with assumed actions, missions and end scoring."),
    "no-actions": Variant("Nobody can rearrange a tableau.", {"swap_cost": 0, "shift_cost": 0}),
    "dear-actions": Variant("Rearranging costs an oxygen more.", {"swap_cost": 2, "shift_cost": 3}),
}


def check(values: Mapping[str, Any], players: int) -> None:
    """Raise `UsageError` unless the deck has what the rules ask of it."""
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


DERIVED = layout(
    target="cards each player lays until the game ends",
    full_size="picture cards in the game",
    full_deck=("the picture cards of the game", MOST_CARDS),
    row_size=("cards of each row, those in the grid included", 3),
    lines=("the cells in view from each spot, as a set", SPOTS),
    mission_tier=("how many missions of its colour stand before each mission", MOST_MISSIONS),
)


def prepare(rules: Any) -> None:
    """Fill in the deck, the lines in view from the spots, and the tiers of missions."""
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
