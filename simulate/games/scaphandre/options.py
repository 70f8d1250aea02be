"""What a designer can change in Scaphandre, and what it counts."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from simulate.errors import UsageError
from simulate.games.scaphandre.cards import CARDS, MOST_COPIES, MOST_IN_CENTRE
from simulate.making.components.counters import Counted
from simulate.rules.kinds import Choice, Flag, Option, Whole, words
from simulate.rules.values import Variant


class Ending(IntEnum):
    """When the game ends."""

    EMPTY_HANDS = 0
    FINISH_LAP = 1


RULES: dict[str, Option] = {
    "memory": Flag(
        default=False,
        meaning="The Memory variant: the centre is a stack of which the latest cards are known.",
    ),
    "recall": Whole(
        default=1,
        minimum=1,
        maximum=MOST_IN_CENTRE,
        standing="assumed",
        meaning="With memory: how many of the latest centre cards a player knows; 1 is the "
        "visible top alone.",
    ),
    "limit": Whole(
        default=12,
        minimum=2,
        maximum=60,
        meaning="Whoever brings the centre to this many animals takes it.",
    ),
    "hand_size": Whole(
        default=4,
        minimum=1,
        maximum=8,
        meaning="Cards dealt to each player.",
    ),
    "copies": Whole(
        default=6,
        minimum=1,
        maximum=MOST_COPIES,
        standing="assumed",
        meaning="Copies of each of the ten cards (1 to 5 octopuses, 1 to 5 crabs).",
    ),
    "ending": Choice(
        default="empty_hands",
        choices=words(Ending),
        standing="ruling",
        meaning="The game ends when all hands are empty, or after the lap in which the draw "
        "pile runs out.",
    ),
}

VARIANTS = {
    "base": Variant("The rules as printed."),
    "memory": Variant("The centre is a stack, the printed Memory variant.", {"memory": True}),
    "finish-lap": Variant(
        "The game ends with the lap in which the draw pile runs out.", {"ending": "finish_lap"}
    ),
}

pick_ups = Counted("pick_ups", "times a player takes the centre", per_player=True)
cards_cancelled = Counted("cards_cancelled", "cards cancelled, both of a pair counted")
animals_left = Counted("animals_left", "animals left uncounted in the centre")
ahead = Counted("margin", "animals between the winner and the second")
shared_wins = Counted("shared_wins", "games in which several share the win", yes_or_no=True)
COUNTED = (pick_ups, cards_cancelled, animals_left, ahead, shared_wins)


def check(values: Mapping[str, Any], players: int) -> None:
    """Raise `UsageError` unless there are enough cards to deal."""
    deck, dealt = CARDS * values["copies"], players * values["hand_size"]
    if deck < dealt:
        raise UsageError(
            f"the deck has {deck} cards (10 x copies) but {players} players are dealt {dealt}; "
            "raise copies or lower hand_size"
        )
