"""The cards, actions, options, counts and fields of Snorkeling.

A card has the number colour * values + value, below 64. An action is `STOP`, `CENTRE` + card, or
`PILE` + 64 * seat + card, where the seat is the owner of the pile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from simulate.errors import UsageError
from simulate.game import Count, places_of
from simulate.kit.bits import from_members, has
from simulate.kit.compiled import inlined
from simulate.kit.layout import Field
from simulate.kit.menu import GROUP
from simulate.rules.kinds import UNSET, Choice, FewOfMany, Flag, Option, Whole, words
from simulate.rules.values import Variant

CARDS = 64
MOST_VALUES = 8
MOST_COPIES = 8
MOST_SEATS = 6
COLOURS = ("yellow", "red", "green", "blue", "purple", "orange", "pink", "white")
STOP, CENTRE, PILE = 0, GROUP, 2 * GROUP


@inlined
def is_centre(action: int) -> bool:
    """Return True if an action lays a card on the centre."""
    return CENTRE <= action < PILE


@inlined
def is_pile(action: int) -> bool:
    """Return True if an action lays a card on a pile."""
    return action >= PILE


@inlined
def card_of(action: int) -> int:
    """Return the card that an action lays; meaningless for `STOP`."""
    return action & (GROUP - 1)


@inlined
def used_by(rules: Any, table: Any, action: int) -> int:
    """Return the card that an action lays, or -1 if it lays none."""
    return card_of(action) if action > STOP else -1


@inlined
def pile_of(action: int) -> int:
    """Return the seat on whose pile an action lays a card."""
    return (action - PILE) >> 6


@inlined
def meaning(rules: Any, table: Any, action: int) -> int:
    """Return 1 if an action lays a card on the own pile, else 0."""
    return 1 if is_pile(action) and pile_of(action) == table.seat else 0


@inlined
def followers(rules: Any, before: int, card: int) -> Any:
    """Return the set of cards that can be laid on the centre after `card` was laid on `before`."""
    colour = rules.same_colour[card]
    if rules.expert != 0:
        return colour | rules.one_higher[card]
    return colour if has(colour, before) else colour ^ colour


#: The values of the rule ``pile_limit``: how many cards a player may lay on piles in a turn.
PileLimit = IntEnum("PileLimit", ["PER_OPPONENT", "PER_TURN", "NONE"], start=0)
#: The values of the rule ``starter``: who starts later rounds.
Starter = IntEnum("Starter", ["SAME", "ROTATE", "WINNER", "LOSER", "RANDOM"], start=0)
#: The values of the rule ``empty_deck``: what happens when the deck is empty.
EmptyDeck = IntEnum("EmptyDeck", ["RESHUFFLE", "END_ROUND"], start=0)

#: The entries of the rule deck: the values in all colours, then every card.
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
    meaning='Copies of single values or cards, which override the rule "copies"; an entry for a '
    "card takes precedence over one for its value.",
)

RULES: dict[str, Option] = {
    "expert": Flag(
        False, meaning="Expert Diving: a turn may mix colour plays and one-higher plays freely."
    ),
    "colours": Whole(5, 2, 8, meaning="Colours in the deck."),
    "values": Whole(
        default=5,
        minimum=3,
        maximum=MOST_VALUES,
        meaning="Values in each colour, from 0; the Lanternfish is one above the highest.",
    ),
    "copies": Whole(3, 1, MOST_COPIES, meaning="Copies of each card."),
    "deck": DECK,
    "hand_size": Whole(5, 1, 10, meaning="Cards dealt to each player at the start of a round."),
    "target_score": Whole(
        12, 1, 60, meaning="Points with which a player who is alone in the lead ends the game."
    ),
    "draws_per_turn": Whole(1, 1, 3, meaning="Cards drawn at the end of each turn."),
    "pile_limit": Choice(
        default="per_opponent",
        choices=words(PileLimit),
        labels={
            "per_opponent": "one on each opponent",
            "per_turn": "one in all",
            "none": "no limit",
        },
        title="Pile cards in a turn",
        standing="ruling",
        meaning="Cards laid on piles per turn: one per opponent, one altogether, or no limit.",
    ),
    "own_pile": Flag(
        title="Cards on one's own pile",
        default=False,
        standing="ruling",
        meaning="Players may also lay cards on their own pile; among Fathom's strategies, only "
        "random and eager ever do.",
    ),
    "starter": Choice(
        default="same",
        choices=words(Starter),
        labels={
            "same": "the same player",
            "rotate": "the next player",
            "winner": "the winner of the last round",
            "loser": "the loser of the last round",
            "random": "anyone, by lot",
        },
        title="Who starts later rounds",
        standing="ruling",
        about="who starts",
        meaning="The player who starts later rounds: always the first, the next player, the winner "
        "or loser of the round before, or a random player.",
    ),
    "empty_deck": Choice(
        default="reshuffle",
        choices=words(EmptyDeck),
        labels={"reshuffle": "shuffle the centre", "end_round": "end the round"},
        title="When the deck is empty",
        standing="ruling",
        meaning="When the deck is empty, the centre below its top card is shuffled, or the round "
        "ends after the turn in which a card could not be drawn.",
    ),
}

VARIANTS = {
    "base": Variant("The rules as printed."),
    "expert": Variant("Expert Diving, the printed advanced variant.", {"expert": True}),
    "one-pile-card": Variant(
        "One pile card per turn: the literal reading of the English rules.",
        {"pile_limit": "per_turn"},
    ),
    "rotating-start": Variant("The next player starts each new round.", {"starter": "rotate"}),
    "loser-starts": Variant("The last round's loser starts the next.", {"starter": "loser"}),
    "short": Variant("First to 8 points.", {"target_score": 8}),
}

COUNTS = (
    Count("rounds_ended_by_beach", "rounds ended by a Beach on somebody's pile"),
    Count("rounds_ended_by_standstill", "rounds ended because nobody could go on"),
    Count("rounds_ended_by_empty_deck", "rounds ended by an empty deck"),
)
#: The index of each of `COUNTS` in ``hidden.counts``.
Counted = places_of(COUNTS, __name__)


def copies_by_card(colours: int, values: int, copies: int, exceptions: Sequence[int]) -> list[int]:
    """Return the number of copies of each card in the full deck, in the order of card numbers.

    Parameters
    ----------
    colours, values, copies
        The values of the rules with these names.
    exceptions
        The rule ``deck``: the number of copies, or `UNSET`, for each value and then for each card.
    """
    result = []
    for colour in range(colours):
        for value in range(values):
            number = exceptions[MOST_VALUES * (1 + colour) + value]
            if number == UNSET:
                number = exceptions[value]
            if number == UNSET:
                number = copies
            result.append(number)
    return result


def check(values: Mapping[str, Any], players: int) -> None:
    """Raise `UsageError` if the deck is too small to be dealt, or cannot end a round.

    It is also raised if the rule ``deck`` names a card that does not exist under the other rules.
    `values` are the values of the rules, by name.
    """
    colours, highest = values["colours"], values["values"] - 1
    for entry in values["deck"]:
        colour, _, value = entry.rpartition("-")
        if int(value) > highest or (colour and COLOURS.index(colour) >= colours):
            raise UsageError(
                f"rule deck.{entry} names a card that is not in the deck, which has the colours "
                f"{', '.join(COLOURS[:colours])} with values 0 to {highest}; name one of these, "
                "or raise colours or values"
            )
    exceptions = DECK.number(values["deck"])
    deck = copies_by_card(colours, values["values"], values["copies"], exceptions)
    cards, dealt = sum(deck), players * values["hand_size"]
    if cards <= dealt:
        raise UsageError(
            f"the deck has {cards} cards (colours x values x copies, or as deck says) but "
            f"{players} players are dealt {dealt}; raise colours, values, copies or deck, or "
            "lower hand_size"
        )
    if not any(deck[:: values["values"]]) and values["empty_deck"] == "reshuffle":
        raise UsageError(
            "the deck has no Beach (no card of value 0), so rounds would hardly ever end; raise "
            "deck.0, or set empty_deck=end_round"
        )


DERIVED: dict[str, Field] = {
    "cards": "the number of different cards: colours x values",
    "full_size": "cards in the full deck",
    "full_deck": ("the full deck, card by card", MOST_COPIES * CARDS),
    "copies_of": ("the number of copies of each card in the full deck", CARDS),
    "value": ("the value of each card", CARDS),
    "same_colour": ("for each card, the set of cards of its colour", CARDS),
    "one_higher": ("for each card, the set of cards one higher (0s after the highest)", CARDS),
    "of_value": ("for each value, the set of cards of this value", MOST_VALUES),
}


def prepare(rules: Any) -> None:
    """Compute the fields `DERIVED` of a rules record, in place."""
    values = int(rules["values"])
    cards = range(int(rules["colours"]) * values)
    rules["cards"] = len(cards)
    copies = copies_by_card(int(rules["colours"]), values, int(rules["copies"]), rules["deck"])
    rules["copies_of"][: len(cards)] = copies
    full_deck = np.repeat(cards, copies)
    rules["full_size"] = len(full_deck)
    rules["full_deck"][: len(full_deck)] = full_deck
    for value in range(values):
        rules["of_value"][value] = from_members(c for c in cards if c % values == value)
    for card in cards:
        colour, value = divmod(card, values)
        rules["value"][card] = value
        rules["same_colour"][card] = from_members(c for c in cards if c // values == colour)
        rules["one_higher"][card] = rules["of_value"][(value + 1) % values]


TABLE: dict[str, Field] = {
    "starter": "the seat that started this round",
    "centre_top": "the card on top of the centre",
    "centre": ("how many copies of each card are in the centre", CARDS),
    "centre_size": "cards in the centre",
    "deck_size": "cards in the deck",
    "tops": ("the value on top of each seat's pile: its points if the round ended now", MOST_SEATS),
    "pile": (
        "the cards of each seat's pile, lowest first, without the Lanternfish",
        MOST_SEATS,
        MOST_VALUES,
    ),
    "pile_size": ("cards on each seat's pile, without the Lanternfish", MOST_SEATS),
    "hand_size": ("cards in each seat's hand", MOST_SEATS),
    "known": ("how many copies of each card a seat is known to hold", MOST_SEATS, CARDS),
    "known_size": ("the number of cards in a seat's hand that are known", MOST_SEATS),
    "played": "the number of cards laid on the centre this turn",
    "pushed": "the seats whose pile got a card this turn, as a set",
    "accepts": "the cards that may be laid on the centre now, as a set",
    "idle_turns": "the number of turns in a row in which nobody laid or drew a card",
}
OWN: dict[str, Field] = {
    "cards": "the different cards in hand, as a set",
    "count": ("how many copies of each card are in the hand", CARDS),
}
HIDDEN: dict[str, Field] = {
    "deck": ("the deck: the first deck_size entries, in no order", MOST_COPIES * CARDS)
}
