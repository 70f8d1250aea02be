"""The cards, components, options, counts and fields of Schnuff.

A card is the number of its kind, and the action that plays it has the same number. Kinds 0 to 3
are the number cards 1 to 4.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from itertools import pairwise
from typing import Any

import numpy as np

from simulate.game import Count, Share, Snapshot, places_of
from simulate.kit.bits import from_members
from simulate.kit.compiled import compiled
from simulate.kit.layout import Field
from simulate.making import Cards, Custom, Hands, UsageError, Variant, below
from simulate.rules.kinds import Choice, Option, Real, Whole, WholeList, WholeTable, words, written

KIND_NAMES = ("1", "2", "3", "4", "pass", "back", "panic", "risk", "schnuff")
KINDS = len(KIND_NAMES)
NUMBERS = 4
# SKIP is the card Pass. It is not called PASS, the name of the action without a decision in
# `simulate.kit.menu`.
SKIP, BACK, PANIC, RISK, SCHNUFF = range(NUMBERS, KINDS)
#: The action of a player without a playable card, who shows the hand.
NONE = KINDS
NUMBER_CARDS = from_members(range(NUMBERS))
ALWAYS_PLAYABLE = from_members(range(SCHNUFF))

MOST_COPIES = 30
MOST_CARDS = KINDS * MOST_COPIES
MOST_LIMITS = 6
#: The highest roll. Limits are at least this far apart, so that no card crosses two of them.
MOST_ROLLED = 12


@compiled
def see_discards(rules: Any, state: Any, seat: int, unseen: Any) -> None:
    """Subtract the discards from the unseen cards.

    This is the function `Component.count_seen` of the discards.
    """
    for kind in range(KINDS):
        unseen[kind] -= state.table.seen[kind]


@compiled
def fill_discards(rules: Any, state: Any, seat: int, bag: Any, left: int) -> int:
    """Put the discards in a random order, because players do not remember their order.

    This is the function `Component.fill_unseen` of the discards. It takes no cards from `bag`, so
    it returns `left`.
    """
    hidden = state.hidden
    discarded = 0
    for kind in range(KINDS):
        for _ in range(state.table.seen[kind]):
            hidden.discards[discarded] = kind
            discarded += 1
    for place in range(discarded - 1, 0, -1):
        earlier = below(state.chance, place + 1)
        kind = hidden.discards[place]
        hidden.discards[place] = hidden.discards[earlier]
        hidden.discards[earlier] = kind
    return left


@compiled
def fill_draw_pile(rules: Any, state: Any, seat: int, bag: Any, left: int) -> int:
    """Put all remaining unseen cards into the draw pile, and return 0, the number of cards left.

    This is the function `Component.fill_unseen` of the draw pile.
    """
    for place in range(left):
        state.hidden.pile[place] = bag[place]
    return 0


#: The largest number of rolls in a turn that replays show. It is enough for a dozen ties in a row.
MOST_ROLLS = 64


def _count_discards(rules: Any, snapshot: Snapshot) -> Any:
    """Return the number of cards of each kind in the discard pile."""
    return np.bincount(snapshot.hidden.discards[: snapshot.table.discard_size], minlength=KINDS)


def _count_pile(rules: Any, snapshot: Snapshot) -> Any:
    """Return the number of cards of each kind in the draw pile."""
    top, size = snapshot.hidden.top, snapshot.table.draw_size
    return np.bincount(snapshot.hidden.pile[top : top + size], minlength=KINDS)


cards = Cards("card", KIND_NAMES, copies="deck")
hand = Hands(cards)
discards = Custom(
    "discards",
    cards,
    table={
        "seen": ("the number of cards of each kind in the discard pile", KINDS),
        "discard_size": "cards in the discard pile",
    },
    hidden={"discards": ("the discard pile, beginning with the card discarded first", MOST_CARDS)},
    count=_count_discards,
    count_seen=see_discards,
    fill_unseen=fill_discards,
)
pile = Custom(
    "pile",
    cards,
    table={"draw_size": "cards in the draw pile"},
    hidden={
        "pile": ("the draw pile: draw_size entries, beginning at `top`", MOST_CARDS),
        "top": "the place of the first card of the draw pile",
        "ordered": "1 if cards are drawn in the order of the entries, 0 if at random",
    },
    count=_count_pile,
    fill_unseen=fill_draw_pile,
)
rolls = Custom(
    "rolls",
    hidden={
        "rolls_size": "the number of rolls in the latest turn with dice",
        "roller": ("the seat of each roll, in order; only the first 64 rolls", MOST_ROLLS),
        "rolls": ("the sum of the dice in each roll, in the same order", MOST_ROLLS),
    },
)
#: All components of the game.
COMPONENTS = (discards, hand, pile, rolls)
TABLE: dict[str, Field] = {
    "total": "the running total",
    "level": "the place, from 0, of the next limit: the lowest that is not below the total",
    "free": "the limits whose next crossing is free, as a set",
    "direction": "1 clockwise, -1 counterclockwise",
    "opening": "1 while the first card of the round is to be played",
    "dealer": "the seat that dealt this round",
    "box": "chips that have left the game",
    "idle_turns": "the number of turns in a row in which nobody could play",
}


#: The values of the rule ``recycle``: how the discard pile becomes the draw pile.
Recycle = IntEnum("Recycle", ["FLIP", "SHUFFLE"], start=0)
#: The values of the rule ``ending``: which event ends the game.
Ending = IntEnum("Ending", ["LAST_STANDING", "FIRST_OUT"], start=0)
#: The values of the rule ``schnuff_tie``: what happens if lowest rolls tie after a Schnuff.
SchnuffTie = IntEnum("SchnuffTie", ["REROLL", "ALL_SPARED"], start=0)

RULES: dict[str, Option] = {
    "deck": WholeTable(
        default=dict(zip(KIND_NAMES, (9, 9, 9, 9, 4, 4, 4, 4, 2), strict=True)),
        minimum=0,
        maximum=MOST_COPIES,
        standing="assumed",
        meaning="Copies of each card.",
    ),
    "chips": Whole(10, 1, 50, meaning="Chips each player begins with."),
    "hand_size": Whole(4, 1, 8, meaning="Cards dealt to each player at the start of a round."),
    "limits": WholeList(
        default=(30, 60, 90),
        minimum=MOST_ROLLED,
        maximum=1000,
        shortest=1,
        longest=MOST_LIMITS,
        meaning="Totals that cost chips to cross, each at least 12 above the previous one; "
        "crossing the last ends the round.",
    ),
    "costs": WholeList(
        default=(1, 2, 3),
        minimum=1,
        maximum=50,
        shortest=1,
        longest=MOST_LIMITS,
        meaning="The cost of crossing each limit, in chips; never lower than the previous cost.",
    ),
    "recycle": Choice(
        default="flip",
        choices=words(Recycle),
        labels={"flip": "turned over", "shuffle": "shuffled"},
        title="The discard pile comes back",
        meaning="How the discard pile becomes the draw pile: turned over or shuffled.",
    ),
    "ending": Choice(
        default="last_standing",
        choices=words(Ending),
        labels={
            "last_standing": "the last player with chips wins",
            "first_out": "the first player out ends it, most chips win",
        },
        title="The end",
        meaning="The last player with chips wins, or, in the printed short game, the player with "
        "the most chips when the first player is out.",
    ),
    "schnuff_tie": Choice(
        default="reroll",
        choices=words(SchnuffTie),
        labels={"reroll": "they roll again", "all_spared": "they are all spared"},
        title="Ties after a Schnuff",
        standing="ruling",
        meaning="After a Schnuff, players who tie for the lowest roll either roll again until one "
        "player is lowest, or are all spared.",
    ),
    "forget_rate": Real(
        default=0.0,
        minimum=0.0,
        maximum=1.0,
        standing="assumed",
        meaning="How often players forget to draw. The printed rules punish it: they have fewer "
        "cards for the rest of the round, and without a card they are out of the game.",
    ),
}

VARIANTS = {
    "base": Variant("The rules as printed."),
    "short": Variant(
        "The printed short game: the most chips win when the first player is out.",
        {"ending": "first_out"},
    ),
    "forgetful": Variant("Players forget one draw in twenty.", {"forget_rate": 0.05}),
}


def check(values: Mapping[str, Any], players: int) -> None:
    """Raise `UsageError` if limits or costs are not allowed, or if the deck cannot be dealt.

    `values` are the values of the rules, by name.
    """
    limits, costs, deck = values["limits"], values["costs"], values["deck"]
    for before, after in pairwise(limits):
        if after - before < MOST_ROLLED:
            raise UsageError(
                f"limits cannot be {written(limits)}: {after} is less than {MOST_ROLLED} above "
                f"{before}; make it {before + MOST_ROLLED} or more"
            )
    if len(limits) != len(costs):
        raise UsageError(
            f"there are {len(limits)} limits ({written(limits)}) but {len(costs)} costs "
            f"({written(costs)}); give as many costs as limits"
        )
    for before, after in pairwise(costs):
        if after < before:
            raise UsageError(
                f"costs cannot be {written(costs)}: {after} is lower than the {before} before it"
            )
    if not any(deck[kind] for kind in KIND_NAMES[:NUMBERS]):
        raise UsageError(
            "the deck has no number card, so nobody can open; raise one of deck.1 to 4"
        )
    cards, dealt = sum(deck.values()), players * values["hand_size"]
    if cards <= dealt:
        raise UsageError(
            f"the deck has {cards} cards but {players} players are dealt {dealt}; raise entries "
            "of deck, or lower hand_size"
        )


#: The number of counts of players who go out: one for each of the first rounds, and a last count
#: for all later rounds.
ROUNDS_COUNTED = 8


def _has_limit(number: int) -> Any:
    """Return a function of the rules' values that tests if there are at least `number` limits."""
    return lambda values: len(values["limits"]) >= number


def _has_kind(kind: str) -> Any:
    """Return a function of the rules' values that tests if the deck has cards of this kind."""
    return lambda values: values["deck"][kind] > 0


COUNTS = (
    *(
        Count(
            f"lost_at_limit_{number}",
            f"chips lost by crossing {{limits[{number - 1}]}}",
            applies=_has_limit(number),
        )
        for number in range(1, MOST_LIMITS + 1)
    ),
    Count(
        "paid_to_schnuff",
        "chips lost to other players' Schnuff cards",
        applies=_has_kind("schnuff"),
    ),
    *(
        Count(
            f"saved_by_{kind}",
            f"chips saved by playing {kind.capitalize()} instead of the lowest number card",
            signed=True,
            applies=_has_kind(kind),
        )
        for kind in KIND_NAMES[NUMBERS:]
    ),
    *(
        Count(f"out_in_round_{number}", f"players out in round {number}")
        for number in range(1, ROUNDS_COUNTED)
    ),
    Count(
        f"out_in_round_{ROUNDS_COUNTED}_or_later", f"players out in round {ROUNDS_COUNTED} or later"
    ),
    Count(
        "out_by_forgetting",
        "players out by forgetting to draw",
        applies=lambda values: values["forget_rate"] > 0,
    ),
    Count("rounds_ended_by_crossing", "rounds ended by crossing the last limit"),
    Count(
        "rounds_ended_by_schnuff",
        "rounds ended by a Schnuff on the last limit",
        applies=_has_kind("schnuff"),
    ),
    Count("rounds_ended_by_standstill", "rounds ended because nobody could play"),
    Count("rounds_ended_by_last_out", "rounds cut short by the end of the game"),
)
#: The index of each of `COUNTS` in ``hidden.counts``.
Counted = places_of(COUNTS, __name__)


SHARES = (
    Share(
        "share_of_rounds_ended_by_schnuff",
        "share of rounds ended by Schnuff",
        part="rounds_ended_by_schnuff",
        whole="rounds",
        applies=_has_kind("schnuff"),
    ),
)
