"""Scaphandre, with its Memory variant.

After a concept by Annick Lobet, Gigamic 2011; for 2 to 4 players. The published leaflet
carries no title; the game is named here for its diving suits.

**The idea.** Everybody has five diving suits, numbered 1 to 5. Cards with 1 to 5
octopuses or crabs are laid in the centre one by one. Whoever brings the animals there
to 12 or more takes them all, each card into the suit of its number. But a suit
holds one kind of animal only: an octopus card and a crab card of the same number
cancel each other. Most animals in the suits wins.

**A turn.** Lay a card, say how many animals the centre has now, take the centre if that
reaches the limit, and draw a card while there are any.

**Rulings.** The rulebook tells the end of the game in two ways (`ending`); when the draw
pile is empty, play goes on until all hands are empty, and who has no card is skipped. A
tie for most animals is a shared win. Only the difference between the animals of a suit
remains, so cards may be put there in any order.

**What a player sees.** Their own hand, how many animals and which cards lie in the
centre, everybody's suits and number of cards, the cancelled pairs and the size of the
draw pile. In the Memory variant the centre is a stack: of its cards a player knows the
latest `recall`, whoever laid them, and always how many animals it has.

Source: the publisher's French rules. They do not say how many copies of each card there
are (`copies`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from simulate.errors import UsageError
from simulate.game import Count, Game, Snapshot
from simulate.kit.bits import bit, nonnegative
from simulate.kit.chance import start
from simulate.kit.compiled import compiled, inlined
from simulate.kit.hands import draw_at_random, put_down, take_card
from simulate.kit.layout import SEATS, hidden_layout, layout, table_layout
from simulate.kit.menu import offer
from simulate.kit.seats import margin, next_seat
from simulate.rules.kinds import Choice, Flag, Option, Whole, words
from simulate.rules.values import Variant

# Encoding -----------------------------------------------------------------------
# A card is animal * NUMBERS + number - 1; playing it is the action of the same number.

NUMBERS = 5
OCTOPUS, CRAB = 0, 1
CARDS = 2 * NUMBERS
MOST_COPIES = 20
#: A centre below the highest limit, all cards showing one animal, and one more card.
MOST_IN_CENTRE = 60
#: What the centre shows of a card that nobody knows any more.
UNKNOWN = -1


@inlined
def number_of(card: int) -> int:
    """Return how many animals a card shows, 1 to 5."""
    return card - NUMBERS + 1 if card >= NUMBERS else card + 1


@inlined
def animal_of(card: int) -> int:
    """Return the animal of a card, `OCTOPUS` or `CRAB`."""
    return CRAB if card >= NUMBERS else OCTOPUS


# Rules --------------------------------------------------------------------------


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


DERIVED = layout(
    full_size="animal cards in the game",
    full_deck=("the animal cards of the game", CARDS * MOST_COPIES),
    known="how many of the latest centre cards a player knows",
)


def prepare(rules: Any) -> None:
    """Fill in the deck, and how far players remember."""
    full_deck = np.repeat(np.arange(CARDS), int(rules["copies"]))
    rules["full_size"] = len(full_deck)
    rules["full_deck"][: len(full_deck)] = full_deck
    rules["known"] = rules["recall"] if rules["memory"] else MOST_IN_CENTRE


# State --------------------------------------------------------------------------

TABLE = table_layout(
    centre_total="animals in the centre",
    centre_size="cards in the centre",
    centre=(
        "the cards in the centre, bottom to top; -1 for one that is not known any more",
        MOST_IN_CENTRE,
    ),
    centre_count=("how many of each card are known to lie in the centre", CARDS),
    suits=(
        "the cards in each seat's suits, by number from 1: octopus cards positive, crab "
        "cards negative",
        SEATS,
        NUMBERS,
    ),
    pairs=("the pairs cancelled so far, by number from 1", NUMBERS),
    hand_size=("cards in each seat's hand", SEATS),
    holding="the seats that have cards in hand, as a set",
    deck_size="cards in the draw pile",
)
OWN = layout(
    cards="the different cards in hand, as a set",
    count=("how many of each card are in hand", CARDS),
)
HIDDEN = hidden_layout(
    len(COUNTS),
    deck=("the draw pile: the first deck_size entries, in no order", CARDS * MOST_COPIES),
    centre=("the cards in the centre, bottom to top", MOST_IN_CENTRE),
    centre_count=("how many of each card lie in the centre", CARDS),
)

# Playing ------------------------------------------------------------------------


@compiled
def deal(rules: Any, state: Any) -> None:
    """Set up a new game; seat 1 begins."""
    table = state.table
    chance = state.chance
    start(chance, chance.seed, chance.deal, 0)
    table.holding = table.active
    table.pairs[:] = 0
    _empty_centre(table, state.hidden)
    for place in range(rules.full_size):
        state.hidden.deck[place] = rules.full_deck[place]
    table.deck_size = rules.full_size
    for seat in range(rules.players):
        table.suits[seat, :] = 0
        table.hand_size[seat] = 0
        state.own[seat].cards = 0
        state.own[seat].count[:] = 0
        for _ in range(rules.hand_size):
            _draw(state, seat)


@inlined
def _empty_centre(table: Any, hidden: Any) -> None:
    for place in range(table.centre_size):
        table.centre[place] = 0
    table.centre_size = 0
    table.centre_total = 0
    table.centre_count[:] = 0
    hidden.centre_count[:] = 0


@inlined
def _draw(state: Any, seat: int) -> None:
    table = state.table
    card = draw_at_random(state.hidden.deck, table.deck_size, state.chance)
    table.deck_size -= 1
    take_card(table, state.own[seat], seat, card)


@inlined
def offer_actions(rules: Any, state: Any, menu: Any) -> None:
    """Offer each different card in hand."""
    offer(menu, 0, state.own[state.table.seat].cards)


@inlined
def apply(rules: Any, state: Any, action: int) -> None:
    """Lay a card, take the centre if it is full, draw, and hand on the turn."""
    table = state.table
    seat = nonnegative(table.seat)
    card = nonnegative(action)
    put_down(table, state.own[seat], seat, card)
    _lay_in_centre(rules, table, state.hidden, card)
    table.turns += 1
    if table.centre_total >= rules.limit:
        _take_centre(table, state.hidden, seat)
    state.hidden.counts[Counted.ANIMALS_LEFT] = table.centre_total
    if table.deck_size > 0:
        _draw(state, seat)
    elif table.hand_size[seat] == 0:
        table.holding ^= bit(seat)
    if 2 * table.turns >= rules.full_size:
        table.halftime = 1
    last_lap = rules.ending == Ending.FINISH_LAP and table.deck_size == 0
    if table.holding == 0 or (last_lap and table.turns % rules.players == 0):
        _end_game(rules, table, state.hidden)
        return
    table.seat = next_seat(table.holding, seat, rules.players)


@inlined
def _lay_in_centre(rules: Any, table: Any, hidden: Any, card: int) -> None:
    place = table.centre_size
    hidden.centre[place] = card
    hidden.centre_count[card] += 1
    table.centre[place] = card
    table.centre_count[card] += 1
    table.centre_size = place + 1
    table.centre_total += number_of(card)
    forgotten = place - rules.known
    if forgotten >= 0:
        table.centre_count[table.centre[forgotten]] -= 1
        table.centre[forgotten] = UNKNOWN


@compiled
def _take_centre(table: Any, hidden: Any, seat: int) -> None:
    """File the centre's cards into a seat's suits, where the two animals cancel each other."""
    for suit in range(NUMBERS):
        octopuses = hidden.centre_count[suit]
        crabs = hidden.centre_count[NUMBERS + suit]
        if octopuses + crabs > 0:
            before = table.suits[seat, suit]
            after = before + octopuses - crabs
            cancelled = abs(before) + octopuses + crabs - abs(after)
            table.suits[seat, suit] = after
            table.pairs[suit] += cancelled // 2
            table.scores[seat] += (suit + 1) * (abs(after) - abs(before))
            hidden.counts[Counted.CARDS_CANCELLED] += cancelled
    hidden.counts[Counted.PICK_UPS] += 1
    table.checkpoints += 1
    _empty_centre(table, hidden)


@compiled
def _end_game(rules: Any, table: Any, hidden: Any) -> None:
    table.over = 1
    table.rounds = 1
    ahead = margin(table.scores, rules.players)
    hidden.counts[Counted.MARGIN] = ahead
    hidden.counts[Counted.SHARED_WINS] = ahead == 0


# For people ---------------------------------------------------------------------

ANIMALS = (("octopus", "octopuses"), ("crab", "crabs"))


class ScaphandreTeller:
    """Tells Scaphandre in words."""

    def action(self, rules: Any, table: Any, action: int) -> str:
        """Name an action, as in "lays 3 crabs and announces 8"."""
        total = table.centre_total + number_of(action)
        told = f"lays {_card(action)} and announces {total}"
        return told if total < rules.limit else f"{told}: takes the centre"

    def state(self, rules: Any, snapshot: Snapshot, hands: Sequence[int]) -> list[str]:
        """Describe the centre, then every seat's score, suits and, for `hands`, its hand."""
        table = snapshot.table
        centre = []
        for place in range(table.centre_size):
            card = table.centre[place]
            if card != UNKNOWN:
                centre.append(_card(card))
            elif len(hands) == rules.players:
                centre.append(f"{_card(snapshot.hidden.centre[place])} (nobody knows)")
            else:
                centre.append("unknown")
        lines = [
            f"centre {table.centre_total}, bottom to top: {', '.join(centre) or 'empty'}; "
            f"{table.deck_size} cards to draw"
        ]
        for seat in range(rules.players):
            cards = f"{table.hand_size[seat]} cards"
            holding = _hand(snapshot.own[seat].count) if seat in hands else cards
            suits = _hand(np.maximum(np.append(table.suits[seat], -table.suits[seat]), 0))
            lines.append(
                f"{'>' if seat == table.seat else ' '} seat {seat + 1} | "
                f"{table.scores[seat]:2} animals | hand {holding:27} | suits {suits}"
            )
        return lines

    def aftermath(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> list[str]:
        """Tell what an action led to: the centre taken, pairs cancelled, a card drawn."""
        seat = before.table.seat
        lines = []
        if after.table.checkpoints > before.table.checkpoints:
            taken = np.array(before.hidden.centre_count)
            taken[action] += 1
            pairs = after.table.pairs - before.table.pairs
            cancelled = [f"{2 * n} cards of number {suit}" for suit, n in enumerate(pairs, 1) if n]
            gained = after.table.scores[seat] - before.table.scores[seat]
            lines.append(f"takes {_hand(taken)}")
            if cancelled:
                lines.append(f"cancels {', '.join(cancelled)}")
            lines.append(f"has {after.table.scores[seat]} animals now ({gained:+d})")
        drawn = after.own[seat].count - before.own[seat].count
        drawn[action] += 1
        lines.append(f"draws {_hand(drawn)}" if drawn.any() else "draws nothing")
        if after.table.over and after.table.centre_total:
            lines.append(f"the {after.table.centre_total} animals in the centre do not count")
        return lines

    def census(self, rules: Any, snapshot: Snapshot) -> dict[str, int]:
        """Count each card wherever it lies; the same after every action."""
        table, hidden = snapshot.table, snapshot.hidden
        total = snapshot.own[: rules.players].count.sum(axis=0) + hidden.centre_count
        np.add.at(total, hidden.deck[: table.deck_size], 1)
        suits = table.suits[: rules.players]
        total[:NUMBERS] += np.maximum(suits, 0).sum(axis=0) + table.pairs
        total[NUMBERS:] += np.maximum(-suits, 0).sum(axis=0) + table.pairs
        return {_card(card): int(total[card]) for card in range(CARDS)}


def _card(card: int) -> str:
    number = number_of(card)
    return f"{number} {ANIMALS[animal_of(card)][int(number != 1)]}"


def _hand(counts: Any) -> str:
    """Name some cards by animal, as in "octopuses 1 3 3, crabs 2"."""
    parts = []
    for animal, (_, several) in enumerate(ANIMALS):
        copies = counts[animal * NUMBERS : (animal + 1) * NUMBERS]
        numbers = [str(number) for number, n in enumerate(copies, 1) for _ in range(n)]
        if numbers:
            parts.append(f"{several} {' '.join(numbers)}")
    return ", ".join(parts) or "nothing"


GAME = Game(
    name="scaphandre",
    title="Scaphandre",
    version=1,
    source="after a concept by Annick Lobet, Gigamic 2011",
    seats=(2, 4),
    score_unit="animals",
    own_options=OPTIONS,
    variants=VARIANTS,
    seconds_per_turn=15,
    box_minutes=(10, 20),
    standings="after each pick-up",
    halftime="when half of the cards have been played",
    counts=COUNTS,
    default_strategy="planner",
    table=TABLE,
    own=OWN,
    hidden=HIDDEN,
    derived=DERIVED,
    groups=1,
    check=check,
    prepare=prepare,
    deal=deal,
    offer_actions=offer_actions,
    apply=apply,
    teller=ScaphandreTeller(),
)
