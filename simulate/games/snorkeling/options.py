"""What a designer can change about Snorkeling, and what it counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

from simulate.errors import UsageError
from simulate.game import Count, places_of
from simulate.games.snorkeling.cards import COLOURS, MOST_COPIES, MOST_VALUES
from simulate.rules.kinds import UNSAID, Choice, FewOfMany, Flag, Option, Whole, words
from simulate.rules.values import Variant


class PileLimit(IntEnum):
    """How many pile cards a turn may have."""

    PER_OPPONENT = 0
    PER_TURN = 1
    NONE = 2


class Starter(IntEnum):
    """Who starts later rounds."""

    SAME = 0
    ROTATE = 1
    WINNER = 2
    LOSER = 3
    RANDOM = 4


class EmptyDeck(IntEnum):
    """What happens when the deck is empty."""

    RESHUFFLE = 0
    END_ROUND = 1


#: What copies can be given for: the values in all colours, then every card.
_VALUES = tuple(str(value) for value in range(MOST_VALUES))
_CARDS = tuple(f"{colour}-{value}" for colour in COLOURS for value in _VALUES)

DECK = FewOfMany(
    name="deck",
    default={},
    names=(*_VALUES, *_CARDS),
    named="a value in all colours, as deck.0 = 2, or one card, as deck.red-4 = 1",
    otherwise="as copies",
    minimum=0,
    maximum=MOST_COPIES,
    standing="printed",
    meaning="Copies of some cards, where they are not as copies says; a card goes before its "
    "value.",
)

OPTIONS: tuple[Option, ...] = (
    Flag(
        name="expert",
        default=False,
        standing="printed",
        meaning="Expert Diving: colour plays and one-higher plays mix freely in a turn.",
    ),
    Whole(
        name="colours",
        default=5,
        minimum=2,
        maximum=8,
        standing="printed",
        meaning="Colours in the deck.",
    ),
    Whole(
        name="values",
        default=5,
        minimum=3,
        maximum=MOST_VALUES,
        standing="printed",
        meaning="Values in each colour, from 0; the Lanternfish is one above the highest.",
    ),
    Whole(
        name="copies",
        default=3,
        minimum=1,
        maximum=MOST_COPIES,
        standing="printed",
        meaning="Copies of each card.",
    ),
    DECK,
    Whole(
        name="hand_size",
        default=5,
        minimum=1,
        maximum=10,
        standing="printed",
        meaning="Cards dealt to each player at the start of a round.",
    ),
    Whole(
        name="target_score",
        default=12,
        minimum=1,
        maximum=60,
        standing="printed",
        meaning="The game ends when somebody has this many points and is alone in front.",
    ),
    Whole(
        name="draws_per_turn",
        default=1,
        minimum=1,
        maximum=3,
        standing="printed",
        meaning="Cards drawn at the end of each turn.",
    ),
    Choice(
        name="pile_limit",
        default="per_opponent",
        choices=words(PileLimit),
        standing="ruling",
        meaning="Pile cards a turn: one on each opponent, one in all, or no limit.",
    ),
    Flag(
        name="own_pile",
        default=False,
        standing="ruling",
        meaning="Players may also lay cards on their own pile; of the strategies that come "
        "with Fathom, only random and eager ever do.",
    ),
    Choice(
        name="starter",
        default="same",
        choices=words(Starter),
        standing="ruling",
        about="who starts",
        meaning="Who starts later rounds: the same player, the next one, the last "
        "round's winner or loser, or anyone by lot.",
    ),
    Choice(
        name="empty_deck",
        default="reshuffle",
        choices=words(EmptyDeck),
        standing="ruling",
        meaning="When the deck is empty: shuffle the centre below its top card, or "
        "end the round after the turn that could not draw.",
    ),
)

VARIANTS = {
    "base": Variant("The rules as printed."),
    "expert": Variant("Expert Diving, the printed advanced variant.", {"expert": True}),
    "one-pile-card": Variant(
        "One pile card a turn, the English sentence read literally.", {"pile_limit": "per_turn"}
    ),
    "rotating-start": Variant("The next player starts each new round.", {"starter": "rotate"}),
    "loser-starts": Variant("The last round's loser starts the next.", {"starter": "loser"}),
    "short": Variant("First to 8 points.", {"target_score": 8}),
}

COUNTS = (
    Count(name="rounds_ended_by_beach", meaning="rounds ended by a Beach on somebody's pile"),
    Count(name="rounds_ended_by_standstill", meaning="rounds ended because nobody could go on"),
    Count(name="rounds_ended_by_empty_deck", meaning="rounds ended by an empty deck"),
)
#: Where each of `COUNTS` lies in ``hidden.counts``.
Counted = places_of(COUNTS, __name__)


def deck_of(colours: int, values: int, copies: int, said: Sequence[int]) -> list[int]:
    """Return how many copies of each card the full deck has.

    Parameters
    ----------
    colours, values, copies
        As the rules of these names.
    said
        The numbers of the rule deck, `simulate.rules.kinds.UNSAID` where it says nothing.
    """
    found = []
    for colour in range(colours):
        for value in range(values):
            of_card = said[MOST_VALUES * (1 + colour) + value]
            either = of_card if of_card != UNSAID else said[value]
            found.append(either if either != UNSAID else copies)
    return found


def check(values: Mapping[str, Any], players: int) -> None:
    """Raise `UsageError` unless the deck can be dealt and its cards can end a round."""
    colours, highest = values["colours"], values["values"] - 1
    for entry in values["deck"]:
        colour, _, value = entry.rpartition("-")
        if int(value) > highest or (colour and COLOURS.index(colour) >= colours):
            raise UsageError(
                f"rule deck.{entry} names a card that is not in the deck, which has the colours "
                f"{', '.join(COLOURS[:colours])} with values 0 to {highest}; name one of these, "
                "or raise colours or values"
            )
    said = DECK.number(values["deck"])
    deck = deck_of(colours, values["values"], values["copies"], said)
    cards, dealt = sum(deck), players * values["hand_size"]
    if cards <= dealt:
        raise UsageError(
            f"the deck has {cards} cards (colours x values x copies, or as deck says) but "
            f"{players} players are dealt {dealt}; raise colours, values, copies or deck, or "
            "lower hand_size"
        )
    if not any(deck[:: values["values"]]) and values["empty_deck"] == "reshuffle":
        raise UsageError(
            "the deck has no Beach (no card of value 0), so rounds would hardly end; raise "
            "deck.0, or set empty_deck=end_round"
        )
