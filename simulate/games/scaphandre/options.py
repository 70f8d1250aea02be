"""What a designer can change in Scaphandre, and what it counts."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from simulate.errors import UsageError
from simulate.game import Count
from simulate.games.scaphandre.cards import CARDS, MOST_COPIES, MOST_IN_CENTRE
from simulate.rules.kinds import Choice, Flag, Option, Whole, words
from simulate.rules.values import Variant


class Ending(IntEnum):
    """When the game ends."""

    EMPTY_HANDS = 0
    FINISH_LAP = 1


OPTIONS: tuple[Option, ...] = (
    Flag(
        name="memory",
        default=False,
        standing="printed",
        meaning="The Memory variant: the centre is a stack of which the latest cards are known.",
    ),
    Whole(
        name="recall",
        default=1,
        minimum=1,
        maximum=MOST_IN_CENTRE,
        standing="assumed",
        meaning="With memory: how many of the latest centre cards a player knows; 1 is the "
        "visible top alone.",
    ),
    Whole(
        name="limit",
        default=12,
        minimum=2,
        maximum=60,
        standing="printed",
        meaning="Whoever brings the centre to this many animals takes it.",
    ),
    Whole(
        name="hand_size",
        default=4,
        minimum=1,
        maximum=8,
        standing="printed",
        meaning="Cards dealt to each player.",
    ),
    Whole(
        name="copies",
        default=6,
        minimum=1,
        maximum=MOST_COPIES,
        standing="assumed",
        meaning="Copies of each of the ten cards (1 to 5 octopuses, 1 to 5 crabs).",
    ),
    Choice(
        name="ending",
        default="empty_hands",
        choices=words(Ending),
        standing="ruling",
        meaning="The game ends when all hands are empty, or after the lap in which the draw "
        "pile runs out.",
    ),
)

VARIANTS = {
    "base": Variant("The rules as printed."),
    "memory": Variant("The centre is a stack, the printed Memory variant.", {"memory": True}),
    "finish-lap": Variant(
        "The game ends with the lap in which the draw pile runs out.", {"ending": "finish_lap"}
    ),
}

COUNTS = (
    Count(name="pick_ups", meaning="times a player takes the centre", per_player=True),
    Count(name="cards_cancelled", meaning="cards cancelled, both of a pair counted"),
    Count(name="animals_left", meaning="animals left uncounted in the centre"),
    Count(name="margin", meaning="animals between the winner and the second"),
    Count(name="shared_wins", meaning="games in which several share the win", yes_or_no=True),
)


class Counted(IntEnum):
    """The counts by name, in their order."""

    PICK_UPS = 0
    CARDS_CANCELLED = 1
    ANIMALS_LEFT = 2
    MARGIN = 3
    SHARED_WINS = 4


def check(values: Mapping[str, Any], players: int) -> None:
    """Raise `UsageError` unless there are enough cards to deal."""
    deck, dealt = CARDS * values["copies"], players * values["hand_size"]
    if deck < dealt:
        raise UsageError(
            f"the deck has {deck} cards (10 x copies) but {players} players are dealt {dealt}; "
            "raise copies or lower hand_size"
        )
