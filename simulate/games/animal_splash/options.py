"""What a designer can change about Animal Splash, and what follows from it before play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any

from simulate.errors import UsageError
from simulate.game import Count, Share, places_of
from simulate.games.animal_splash.cards import (
    ANIMALS,
    COLOURS,
    KINDS,
    LINES,
    MOST_CARDS,
    MOST_COPIES,
    MOST_IN_GROUP,
    MOST_LAID,
    PLANTS,
    POINT,
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


Values = Mapping[str, Any]


def _has_groups(values: Values) -> bool:
    return bool(max(values["cards_to_end"].values()) >= values["group_size"])


def _has_moves(values: Values) -> bool:
    return bool(max(values["cards_to_end"].values()) > 1)


def _has_paid_moves(values: Values) -> bool:
    # With two players a move has at most ten steps.
    longer = _has_moves(values) and values["free_steps"] < SPOTS - 2
    return longer and (values["step_cost"] == 0 or _has_oxygen(values))


def _earns_by_diving(values: Values) -> bool:
    return _has_moves(values) and values["one_step_oxygen"] > 0


def _has_oxygen(values: Values) -> bool:
    return bool(values["start_oxygen"] or values["oxygen_cards"] or _earns_by_diving(values))


def _can_pay(cost: str) -> Callable[[Values], bool]:
    return lambda values: values[cost] > 0 and _has_oxygen(values)


def _has_tier(tier: int) -> Callable[[Values], bool]:
    def applies(values: Values) -> bool:
        colours = Counter(mission["colour"] for mission in values["missions"])
        return max(colours.values(), default=0) >= tier

    return applies


def _has_end_points(values: Values) -> bool:
    return bool(values["end_scoring"]) and any(values["end_points"])


COUNTS = (
    Count(
        name="pearls_on_kinds",
        meaning="pearls for groups of one kind of animal",
        applies=_has_groups,
    ),
    Count(
        name="pearls_on_colours",
        meaning="pearls for groups of one animal colour",
        applies=_has_groups,
    ),
    Count(name="pearls_on_plants", meaning="pearls for groups of one plant", applies=_has_groups),
    Count(
        name="oxygen_from_dives",
        meaning="oxygen earned by moving a single step",
        applies=_earns_by_diving,
    ),
    Count(
        name="oxygen_from_cards",
        meaning="oxygen earned by taking cards",
        applies=lambda values: values["oxygen_cards"] > 0,
    ),
    Count(
        name="oxygen_on_steps",
        meaning="oxygen paid for long moves",
        applies=lambda values: _has_paid_moves(values) and values["step_cost"] > 0,
    ),
    Count(name="oxygen_on_swaps", meaning="oxygen paid for swaps", applies=_can_pay("swap_cost")),
    Count(
        name="oxygen_on_shifts", meaning="oxygen paid for shifts", applies=_can_pay("shift_cost")
    ),
    Count(
        name="oxygen_left",
        meaning="oxygen left at the end, all players together",
        applies=_has_oxygen,
    ),
    Count(
        name="missions_tier_1",
        meaning="missions taken, the first listed of a colour",
        applies=_has_tier(1),
    ),
    Count(
        name="missions_tier_2",
        meaning="missions taken, the second of a colour",
        applies=_has_tier(2),
    ),
    Count(
        name="missions_tier_3",
        meaning="missions taken, the third of a colour or later",
        applies=_has_tier(3),
    ),
    Count(name="moves", meaning="moves of divers already placed", applies=_has_moves),
    Count(name="one_step_moves", meaning="moves of a single step", applies=_has_moves),
    Count(
        name="paid_moves",
        meaning="moves of more than {free_steps} steps",
        applies=_has_paid_moves,
    ),
    Count(name="passed_turns", meaning="turns passed, with no spot to dive to"),
    Count(
        name="end_card_points",
        meaning="points of the end-scoring card, all players",
        parts=POINT,
        applies=_has_end_points,
    ),
    Count(
        name="end_card_decides",
        meaning="games in which the end-scoring card decides",
        yes_or_no=True,
        applies=_has_end_points,
    ),
    Count(name="winners", meaning="players who win or share the win"),
    Count(name="winners_without_actions", meaning="winners who never swapped or shifted a card"),
    Count(name="players_without_actions", meaning="players who never swapped or shifted a card"),
    Count(name="margin", meaning="points between the best and the second", parts=POINT),
)
#: Where each of `COUNTS` lies in ``hidden.counts``; pearls in the order of the sorts of group.
Counted = places_of(COUNTS, __name__)
SHARES = (
    Share(
        name="share_of_winners_without_actions",
        meaning="share of winners who never rearranged",
        part="winners_without_actions",
        whole="winners",
    ),
    Share(
        name="share_of_one_step_moves",
        meaning="share of moves of a single step",
        part="one_step_moves",
        whole="moves",
        applies=_has_moves,
    ),
    Share(
        name="share_of_paid_moves",
        meaning="share of moves beyond {free_steps} steps",
        part="paid_moves",
        whole="moves",
        applies=_has_paid_moves,
    ),
)
