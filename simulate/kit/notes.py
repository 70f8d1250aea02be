"""Notes of drawn cards and of probabilities, from which `cards` estimates the cards' effects.

Notes are written into the record of the deal's stream, if `noting` made the record's type. The type
decides which code is compiled, so games without notes have the same machine code as if this file
did not exist. A draw belongs to the seat that `claim`s it, else to the seat to act, else to no
seat.

If a study notes gains, the cards that each seat gets are counted as well, no matter whether they
are dealt, drawn, bought or taken. The movements of one step are added up, so a card that a seat
moves from its hand to its tableau is not counted twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numba.extending import overload

from simulate.kit.bits import nonnegative
from simulate.kit.chance import SOURCE, STREAM, below
from simulate.kit.compiled import compiled, inlined

#: The integer for probability 1. A probability or sum of probabilities p is stored as p * `WHOLE`.
WHOLE = 1 << 30
#: The integer for weight 1. The weight w of an exchange is stored as w * `WEIGHT`.
WEIGHT = 1 << 20
#: `WHOLE` is 2 to this power.
_BITS = 30
#: The categories of events that are noted with their probabilities: all draws, the draws of hands
#: dealt in a set-up, and cards played in choices made at random.
NOTED = ("drawn", "opening", "played")
#: The index of "played" in `NOTED`. The categories before it are draws.
PLAYED = 2
#: After this number of draws, the cards of a pile are counted again, in case it changed otherwise.
_DRAWS_BETWEEN_COUNTS = 16
_CHANGED = (
    "a pile changed although no card was drawn from it or put on it, so the probabilities of draws "
    "are unknown; change piles only through their own functions"
)
#: A field of a record: its name, its NumPy type and, for arrays, its shape, as in `numpy.dtype`.
_Field = tuple[Any, ...]
#: The fields that are set before the game.
_SETTINGS: Sequence[_Field] = (
    # The probability that a choice is made at random (in parts of `WHOLE`).
    ("slips", np.int64),
    # The probability that a draw of `swap_kind` is exchanged (in parts of `WHOLE`).
    ("swaps", np.int64),
    # The kind of the draws that may be exchanged.
    ("swap_kind", np.int64),
    # 1 if the cards that seats get are counted, else 0.
    ("gains", np.int64),
)
#: The fields that describe the present step and the last draw.
_STATE: Sequence[_Field] = (
    # The seat to act, or -1 for none.
    ("seat", np.int64),
    # 1 while hands are dealt: in a set-up, and after the stream was started again.
    ("dealing", np.int64),
    # The counter of the stream at the last draw. If it falls, the stream was started again.
    ("last", np.int64),
    # The kind of the last draw while it belongs to no seat yet, else -1.
    ("pending", np.int64),
    # The pile of the last draw, by the number of its first card in the deck.
    ("place", np.int64),
    # The number of cards in that pile after the draw.
    ("left", np.int64),
    # 1 while an exchanged draw belongs to no seat yet, else 0.
    ("open", np.int64),
    # The seat to which the exchanged draw belongs, or -1 if there is none.
    ("swapped", np.int64),
    # The weight of the exchange (in parts of `WEIGHT`).
    ("weight", np.int64),
    # The weight of an exchange (in parts of `WEIGHT`) if the next draw of `swap_kind` is exchanged,
    # before the number of other cards in the pile is taken into account.
    ("factor", np.int64),
    # A stream for all random choices that are made for the notes.
    ("lots", STREAM, (1,)),
)


def noting(numbers: int, kinds: int, seats: int, *, gains: bool = False) -> np.dtype[np.void]:
    """Return the NumPy type of the record of a stream whose draws are noted.

    Adding up the probability of every kind at every draw would be slow. The probability of a kind
    is `remaining`, its number of cards in the pile, divided by the size of the pile. While
    `remaining` stays the same, the sum of the probabilities over the draws of a seat is `remaining`
    times the sum of 1 / (size of the pile). The field `since` has this sum, and `squares` has the
    sum of the squares over all draws.

    Parameters
    ----------
    numbers
        The number of cards, faces and so on in the deck (see `simulate.game.Deck`).
    kinds
        The number of different kinds of cards, faces and so on.
    seats
        The maximum number of seats of the game.
    gains
        True if the record has room to count the cards that seats get.
    """
    places = kinds * seats if gains else 1
    fields = [
        *_SETTINGS,
        *_STATE,
        *_pile_fields(numbers, kinds),
        *_count_fields(kinds, seats),
        *_gain_fields(places),
    ]
    return np.dtype([*SOURCE.descr, *fields], align=True)


def _pile_fields(numbers: int, kinds: int) -> list[_Field]:
    """Return the fields about cards and piles; the parameters are those of `noting`."""
    return [
        # The kind of the card with each number in the deck.
        ("kind_of", np.int64, (numbers,)),
        # The faces of a die, as a pile.
        ("faces", np.int64, (numbers,)),
        # The number of cards of each kind in the pile of the last draw.
        ("remaining", np.int64, (kinds,)),
        # Temporary memory for counting the cards of a pile by kind.
        ("pile_counts", np.int64, (kinds,)),
    ]


def _count_fields(kinds: int, seats: int) -> list[_Field]:
    """Return the fields that count draws and cards that were used; parameters as in `noting`."""
    return [
        # The number of draws of each kind.
        ("draws", np.int64, (kinds,)),
        # The number of cards of each kind that each seat used.
        ("plays", np.int64, (kinds, seats)),
        # The number of events minus its expectation, by kind, category and seat.
        ("beyond", np.int64, (kinds, len(NOTED), seats)),
        # The variance: the sum of p * (1 - p) over all draws, where p is the probability of the
        # kind; by kind and category.
        ("spread", np.int64, (kinds, len(NOTED))),
        # The sum of 1 / (size of the pile) over the draws of each seat; see `noting`.
        ("since", np.int64, (PLAYED, seats)),
        # The sum of the squares of 1 / (size of the pile) over all draws.
        ("squares", np.int64, (PLAYED,)),
    ]


def _gain_fields(places: int) -> list[_Field]:
    """Return the fields about the cards that seats get.

    `places` is the length of the arrays: kinds times seats, or 1 if these cards are not counted.
    """
    return [
        # The number of cards of a kind that a seat got in the game up to now. The entry is at
        # kind * seats + seat, as in the next two arrays.
        ("gained", np.int64, (places,)),
        # The number of cards that the seat got minus the number that it gave away, in the last step
        # that moved any.
        ("moved", np.int64, (places,)),
        # The number of the step in which cards last moved.
        ("moved_in", np.int64, (places,)),
        # The number of the current step.
        ("step", np.int64),
    ]


def _if_noting(note: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that calls `note`, or returns its second argument if there are no notes."""

    def choose(fields: Any) -> Callable[..., Any]:
        if "pending" in (fields or ()):
            return note
        return lambda chance, argument, *arguments: argument

    def interpreted(chance: Any, *arguments: Any) -> Any:
        return choose(chance.dtype.names)(chance, *arguments)

    overload(interpreted, strict=False)(lambda chance, *_: choose(getattr(chance, "fields", ())))
    return interpreted


@_if_noting
def note_draw(chance: Any, index: int, pile: Any, size: int, first: int) -> int:
    """Note a draw from a pile, which may exchange the drawn card for another card in the pile.

    Parameters
    ----------
    chance
        The record of the stream.
    index
        The position of the drawn card in the pile.
    pile
        An array whose first `size` entries are the cards.
    size
        The number of cards in the pile.
    first
        The number of card 0 in the deck.

    Returns
    -------
    int
        `index`, where the drawn card is now.

    Raises
    ------
    ValueError
        If the cards of the pile changed although no card was drawn from it or put on it. This is
        noticed only after some draws, and only in a stream with notes.
    """
    assign_last_draw(chance)
    counter = np.int64(chance.counter)
    if counter <= chance.last:
        chance.dealing = 1
    chance.last = counter
    _note(chance, index, pile, size, first)
    return index


@_if_noting
def note_roll(chance: Any, rolled: int, faces: int, first: int) -> int:
    """Note a roll of a die and return the face that counts, from 0 to `faces` - 1.

    It differs from `rolled` if the analysis exchanges this roll. Faces are counted as cards are:
    face 0 is the card with the number `first`.
    """
    assign_last_draw(chance)
    pile = chance.faces
    for face in range(faces):
        pile[face] = face
    chance.place = -1
    _note(chance, rolled, pile, faces, first)
    return pile[rolled]  # type: ignore[no-any-return]


@_if_noting
def claim(chance: Any, seat: int, card: int) -> int:
    """Note that a seat gets a card, and return the seat.

    If the last draw was of a card of this kind, and no seat has claimed it, the draw now belongs to
    this seat.
    """
    if chance.pending >= 0 and chance.kind_of[card] == chance.pending:
        _assign_draw(chance, seat)
    return seat


@_if_noting
def note_laid(chance: Any, card: int) -> int:
    """Note that a card is laid out for all seats, and return the card.

    If the last draw was of a card of this kind, and no seat has claimed it, `assign_last_draw`
    assigns the draw.
    """
    if chance.pending >= 0 and chance.kind_of[card] == chance.pending:
        assign_last_draw(chance)
    return card


@_if_noting
def note_move(chance: Any, seat: int, card: int, number: int) -> int:
    """Note that a seat gets `number` copies of a card, and return the seat.

    A negative number means that the seat gives copies away.
    """
    if chance.gains != 0:
        place = _place_of(chance, seat, card)
        before = chance.moved[place] if chance.moved_in[place] == chance.step else 0
        after = before + number
        chance.moved[place], chance.moved_in[place] = after, chance.step
        chance.gained[place] += max(after, 0) - max(before, 0)
    return seat


@_if_noting
def note_passing(chance: Any, seat: int, receiver: int, cards: Any, first: int) -> int:
    """Note that a seat passes its whole hand to another seat, and return the seat.

    The cards then count as gained by the receiver, and no longer by the seat.

    Parameters
    ----------
    chance
        The record with the stream of random numbers and the notes.
    seat, receiver
        The two seats.
    cards
        The number of copies of each card in the hand.
    first
        The index, in the deck, of the first card that `cards` counts.
    """
    if chance.gains != 0:
        for card in range(cards.shape[0]):
            chance.gained[_place_of(chance, seat, first + card)] -= cards[card]
            chance.gained[_place_of(chance, receiver, first + card)] += cards[card]
    return seat


@inlined
def _place_of(chance: Any, seat: int, card: int) -> int:
    """Return the index of a card's kind and a seat in the arrays of gained cards."""
    return nonnegative(chance.kind_of[card] * chance.plays.shape[1] + seat)


@compiled
def begin(chance: Any, kind_of: Any) -> None:
    """Clear all notes before the set-up of a game.

    `kind_of` is an array with the kind of the card with each number in the deck.
    """
    chance.kind_of[:] = kind_of
    chance.remaining[:] = chance.draws[:] = chance.plays[:] = 0
    chance.beyond[:] = chance.spread[:] = chance.since[:] = chance.squares[:] = 0
    chance.seat = chance.pending = chance.swapped = chance.left = -1
    chance.open = chance.weight = chance.last = chance.step = 0
    chance.gained[:] = chance.moved[:] = chance.moved_in[:] = 0
    chance.dealing = 1
    chance.factor = WEIGHT


@inlined
def assign_last_draw(chance: Any) -> None:
    """Assign the last draw, if no seat claimed it.

    It is assigned to the seat to act, or to no seat during a set-up.
    """
    if chance.pending >= 0:
        _assign_draw(chance, -1 if chance.dealing != 0 else chance.seat)


@compiled
def _assign_draw(chance: Any, seat: int) -> None:
    """Count the last draw for a seat, or for no seat if `seat` is -1."""
    kind = nonnegative(chance.pending)
    chance.pending = -1
    chance.draws[kind] += 1
    if chance.open != 0:
        chance.open = 0
        chance.swapped = seat
    if seat >= 0:
        share = WHOLE // chance.left
        for category in range(1 + chance.dealing):
            chance.beyond[kind, category, seat] += WHOLE
            chance.since[category, seat] += share
            chance.squares[category] += (share * share) >> _BITS
    _set_remaining(chance, kind, chance.remaining[kind] - 1)
    chance.left -= 1


@inlined
def _set_remaining(chance: Any, kind: int, number: int) -> None:
    """Set the number of cards of a kind in the pile, and update the sums of its probabilities."""
    before = chance.remaining[kind]
    beyond, spread, since = chance.beyond[kind], chance.spread[kind], chance.since
    for category in range(PLAYED):
        total = 0
        for seat in range(since.shape[1]):
            odds = (before - number) * since[category, seat]
            beyond[category, seat] -= odds
            total += odds
        spread[category] += total - (before * before - number * number) * chance.squares[category]
    chance.remaining[kind] = number


@compiled
def finish(chance: Any) -> None:
    """Complete the sums of all probabilities in the notes at the end of a game."""
    for kind in range(chance.remaining.shape[0]):
        _set_remaining(chance, kind, 0)


@inlined
def _note(chance: Any, index: int, pile: Any, size: int, first: int) -> None:
    """Note the draw of the card at `index`, and exchange the card if the notes request it.

    The arguments are those of `simulate.kit.hands.draw_at_random`. Raise `ValueError` if the pile
    changed without a draw.
    """
    place, kind_of = pile.ctypes.data, chance.kind_of
    is_same = size == chance.left and place == chance.place
    if not is_same or size % _DRAWS_BETWEEN_COUNTS == 1:
        _count_pile(chance, pile, size, first, is_same)
        chance.left, chance.place = size, place
    kind = kind_of[first + pile[index]]
    if chance.swaps != 0 and kind == chance.swap_kind and _is_exchanged(chance, kind, size):
        skipped = below(chance.lots[0], size - chance.remaining[kind])
        for place_in_pile in range(size):
            if kind_of[first + pile[place_in_pile]] != kind:
                if skipped == 0:
                    pile[index], pile[place_in_pile] = pile[place_in_pile], pile[index]
                    break
                skipped -= 1
    chance.pending = kind_of[first + pile[index]]


@compiled
def _count_pile(chance: Any, pile: Any, size: int, first: int, is_same: bool) -> None:
    """Note how many cards of each kind are in a pile.

    Raises
    ------
    ValueError
        If the cards differ from the notes although `is_same` is True. It is True if the last draw
        was from the same pile.
    """
    counts = chance.pile_counts
    counts[:] = 0
    for place in range(size):
        counts[chance.kind_of[first + pile[place]]] += 1
    for kind in range(counts.shape[0]):
        if counts[kind] != chance.remaining[kind]:
            if is_same:
                raise ValueError(_CHANGED)
            _set_remaining(chance, kind, counts[kind])


@compiled
def _is_exchanged(chance: Any, kind: int, size: int) -> bool:
    """Return True at random if this draw is to be exchanged, and note the weight of the exchange.

    At most one draw per game is exchanged. Each draw of the kind is exchanged with the same
    probability unless an earlier draw was. The weight is the inverse of the probability that no
    earlier draw was exchanged, times the share of cards of other kinds in the pile.
    """
    others = size - chance.remaining[kind]
    if chance.weight != 0 or others == 0:
        return False
    if below(chance.lots[0], WHOLE) >= chance.swaps:
        # The factor is bounded so that it fits into 64 bits. The bound is hardly ever reached.
        factor = min(chance.factor, WEIGHT << 12)
        chance.factor = factor * WHOLE // (WHOLE - chance.swaps)
        return False
    chance.weight = max(chance.factor * others // size, 1)
    chance.open = 1
    return True
