"""Notes of what is drawn, with the odds it had, for whoever asks what a card is worth.

They are kept in the record of the deal's stream, if it is one made by `noting`: which code runs
follows from the record's type, so games that are not watched are the same machine code as if there
were no notes. A draw is a seat's who `claim`s it, else that of who acts, else nobody's.

Where a study notes `gains`, the cards that each seat gets are counted too, however it gets them:
dealt, drawn, bought or taken. A step counts as a whole, so that a card which a seat moves from its
hand to its tableau is not got twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba.extending import overload

from simulate.kit.bits import nonnegative
from simulate.kit.chance import SOURCE, STREAM, below
from simulate.kit.compiled import compiled, inlined

#: Chances, and sums of them, are counted in so many parts of 1, and what an exchange weighs.
WHOLE, WEIGHT = 1 << 30, 1 << 20
_BITS = 30
#: What is noted with its odds: all draws, those of hands dealt in a set-up, choices by lot.
NOTED, PLAYED = ("drawn", "opening", "played"), 2
#: One of so many draws looks whether a pile still holds what it did but for what was drawn.
_LOOKS = 16
_CHANGED = "a pile changed though nothing was drawn from it or put there, so odds are not known"


def noting(numbers: int, kinds: int, seats: int, *, gains: bool = False) -> np.dtype[np.void]:
    """Make the type of a stream whose draws are noted: numbers drawn, of so many kinds.

    With `gains`, it has room to count the cards that seats get.

    The odds of a kind are added up only when it changes how many of it are `here`. Until then they
    are that number times the sum of 1 over the size of the pile, of the draws of each seat (`since`
    the game began); of all draws its `squares` are added up too.
    """
    places = kinds * seats if gains else 1
    fields: list[tuple[Any, ...]] = [
        # What is asked for: how often a choice is left to the lot, or a draw of a kind exchanged;
        # and whether the cards that seats get are counted.
        *((name, np.int64) for name in ("slips", "swaps", "swap_kind", "gains")),
        # Who acts, -1 for nobody; whether hands are dealt, as where the stream was started anew
        # since the draw before, that number `last`; the kind drawn, until it is settled whose it
        # is; the pile it is from, and how many are left there.
        *((name, np.int64) for name in ("seat", "dealing", "last", "pending", "place", "left")),
        # Of an exchange: whether it is settled whose it is, and whose; what it weighs.
        *((name, np.int64) for name in ("open", "swapped", "weight", "factor")),
        ("lots", STREAM, (1,)),
        ("kind_of", np.int64, (numbers,)),
        ("faces", np.int64, (numbers,)),
        # How many of each kind may come now, how many came, and how many each seat used.
        ("here", np.int64, (kinds,)),
        ("found", np.int64, (kinds,)),
        ("draws", np.int64, (kinds,)),
        ("plays", np.int64, (kinds, seats)),
        # How many of each kind a seat got, less what the odds add up to; and the sums over all
        # of the odds of a kind times those of all others.
        ("beyond", np.int64, (kinds, len(NOTED), seats)),
        ("spread", np.int64, (kinds, len(NOTED))),
        ("since", np.int64, (PLAYED, seats)),
        ("squares", np.int64, (PLAYED,)),
        # By kind and seat (at kind * seats + seat): the cards got in the game so far; those got in
        # the last step that moved any, less those given away; and the number of that step.
        ("got", np.int64, (places,)),
        ("moved", np.int64, (places,)),
        ("moved_in", np.int64, (places,)),
        ("step", np.int64),
    ]
    return np.dtype([*SOURCE.descr, *fields], align=True)


def _if_noting(note: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function return its second argument unchanged for streams without notes."""

    def chosen(fields: Any) -> Callable[..., Any]:
        return note if "pending" in (fields or ()) else lambda chance, same, *others: same

    def interpreted(chance: Any, *others: Any) -> Any:
        return chosen(chance.dtype.names)(chance, *others)

    overload(interpreted, strict=False)(lambda chance, *_: chosen(getattr(chance, "fields", ())))
    return interpreted


@_if_noting
def note_draw(chance: Any, index: int, pile: Any, size: int, first: int) -> int:
    """Note that one of the first `size` cards of a pile is drawn, which may be exchanged."""
    settle(chance)
    counter = np.int64(chance.counter)
    if counter <= chance.last:
        chance.dealing = 1
    chance.last = counter
    _note(chance, index, pile, size, first)
    return index


@_if_noting
def note_roll(chance: Any, rolled: int, faces: int, first: int) -> int:
    """Note a roll from 0 on, which may be exchanged; return what it is then."""
    settle(chance)
    pile = chance.faces
    for face in range(faces):
        pile[face] = face
    chance.place = -1
    _note(chance, rolled, pile, faces, first)
    return pile[rolled]  # type: ignore[no-any-return]


@_if_noting
def claim(chance: Any, seat: int, card: int) -> int:
    """Say that a seat has got a card: if it was drawn just now, the draw is that seat's."""
    if chance.pending >= 0 and chance.kind_of[card] == chance.pending:
        _settle(chance, seat)
    return seat


@_if_noting
def note_laid(chance: Any, card: int) -> int:
    """Note that a card was laid for all: if it was drawn just now, no seat can claim the draw."""
    if chance.pending >= 0 and chance.kind_of[card] == chance.pending:
        settle(chance)
    return card


@_if_noting
def note_move(chance: Any, seat: int, card: int, number: int) -> int:
    """Note that a seat gets a number of cards of a kind, or gives them away if it is negative."""
    if chance.gains != 0:
        place = _place_of(chance, seat, card)
        before = chance.moved[place] if chance.moved_in[place] == chance.step else 0
        after = before + number
        chance.moved[place], chance.moved_in[place] = after, chance.step
        chance.got[place] += max(after, 0) - max(before, 0)
    return seat


@_if_noting
def note_passing(chance: Any, seat: int, receiver: int, cards: Any, first: int) -> int:
    """Note that a seat passes its whole hand on: the cards count as got by the receiver instead.

    `cards` holds the number of each card in hand. Its first entry is card `first` of the deck.
    """
    if chance.gains != 0:
        for card in range(cards.shape[0]):
            chance.got[_place_of(chance, seat, first + card)] -= cards[card]
            chance.got[_place_of(chance, receiver, first + card)] += cards[card]
    return seat


@inlined
def _place_of(chance: Any, seat: int, card: int) -> int:
    """Return the place of a card and a seat in the arrays of cards that are got."""
    return nonnegative(chance.kind_of[card] * chance.plays.shape[1] + seat)


@compiled
def begin(chance: Any, kind_of: Any) -> None:
    """Begin the notes of a game, which is set up; `kind_of` says which kind each number is of."""
    chance.kind_of[:] = kind_of
    chance.here[:] = chance.draws[:] = chance.plays[:] = 0
    chance.beyond[:] = chance.spread[:] = chance.since[:] = chance.squares[:] = 0
    chance.seat = chance.pending = chance.swapped = chance.left = -1
    chance.open = chance.weight = chance.last = chance.step = 0
    chance.got[:] = chance.moved[:] = chance.moved_in[:] = 0
    chance.dealing = 1
    chance.factor = WEIGHT


@inlined
def settle(chance: Any) -> None:
    """Count the draw that nobody claimed, if there is one, as of who acts; in a set-up nobody's."""
    if chance.pending >= 0:
        _settle(chance, -1 if chance.dealing != 0 else chance.seat)


@compiled
def _settle(chance: Any, seat: int) -> None:
    kind = nonnegative(chance.pending)
    chance.pending = -1
    chance.draws[kind] += 1
    if chance.open != 0:
        chance.open = 0
        chance.swapped = seat
    if seat >= 0:
        share = WHOLE // chance.left
        for asked in range(1 + chance.dealing):
            chance.beyond[kind, asked, seat] += WHOLE
            chance.since[asked, seat] += share
            chance.squares[asked] += (share * share) >> _BITS
    _become(chance, kind, chance.here[kind] - 1)
    chance.left -= 1


@inlined
def _become(chance: Any, kind: int, number: int) -> None:
    """Note that there are so many of a kind from now on."""
    before = chance.here[kind]
    beyond, spread, since = chance.beyond[kind], chance.spread[kind], chance.since
    for asked in range(PLAYED):
        total = 0
        for seat in range(since.shape[1]):
            more = (before - number) * since[asked, seat]
            beyond[asked, seat] -= more
            total += more
        spread[asked] += total - (before * before - number * number) * chance.squares[asked]
    chance.here[kind] = number


@compiled
def finish(chance: Any) -> None:
    """Add up all odds at the end of a game."""
    for kind in range(chance.here.shape[0]):
        _become(chance, kind, 0)


@inlined
def _note(chance: Any, index: int, pile: Any, size: int, first: int) -> None:
    place, kind_of = pile.ctypes.data, chance.kind_of
    is_same = size == chance.left and place == chance.place
    if not is_same or size % _LOOKS == 1:
        _look(chance, pile, size, first, is_same)
        chance.left, chance.place = size, place
    kind = kind_of[first + pile[index]]
    if chance.swaps != 0 and kind == chance.swap_kind and _is_exchanged(chance, kind, size):
        left = below(chance.lots[0], size - chance.here[kind])
        for other in range(size):
            if kind_of[first + pile[other]] != kind:
                if left == 0:
                    pile[index], pile[other] = pile[other], pile[index]
                    break
                left -= 1
    chance.pending = kind_of[first + pile[index]]


@compiled
def _look(chance: Any, pile: Any, size: int, first: int, is_same: bool) -> None:
    """Count what lies in a pile, which is to be as noted if it is the same as before."""
    found = chance.found
    found[:] = 0
    for place in range(size):
        found[chance.kind_of[first + pile[place]]] += 1
    for kind in range(found.shape[0]):
        if found[kind] != chance.here[kind]:
            if is_same:
                raise ValueError(_CHANGED)
            _become(chance, kind, found[kind])


@compiled
def _is_exchanged(chance: Any, kind: int, size: int) -> bool:
    """Tell by lot whether this draw is exchanged, one a game at most, and note what that weighs.

    Each draw of the kind is exchanged with the same chance if none was before it, and weighs as
    much more as that is less likely; and what is left to be drawn instead, as centred draws do.
    """
    others = size - chance.here[kind]
    if chance.weight != 0 or others == 0:
        return False
    if below(chance.lots[0], WHOLE) >= chance.swaps:
        # As if one had been so unlikely at most, which hardly ever happens: it has to fit.
        factor = min(chance.factor, WEIGHT << 12)
        chance.factor = factor * WHOLE // (WHOLE - chance.swaps)
        return False
    chance.weight = max(chance.factor * others // size, 1)
    chance.open = 1
    return True
