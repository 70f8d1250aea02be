"""Notes of what is drawn, with the odds it had, for whoever asks what a card is worth.

They are kept in the record of the deal's stream, if it is one made by `noting`: which code runs
follows from the record's type, so games that are not watched are the same machine code as if there
were no notes. A draw is a seat's who `claim`s it, else that of who acts, else nobody's.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload

from simulate.kit.chance import SOURCE, STREAM, below
from simulate.kit.compiled import compiled

#: Chances, and sums of them, are counted in so many parts of 1.
WHOLE = 1 << 20
_BITS = 20
#: The hands of a set-up, and all draws: the first index of `sums` and `odds`.
ALL, OPENING = 0, 1


def noting(numbers: int, kinds: int, seats: int) -> np.dtype[np.void]:
    """Make the type of a stream whose draws are noted: numbers drawn, of so many kinds."""
    fields: list[tuple[Any, ...]] = [
        # What is asked for: how often a choice is left to the lot, or a draw of a kind exchanged.
        *((name, np.int64) for name in ("slips", "swaps", "swap_kind")),
        # Who acts, -1 for nobody; whether hands are dealt, as where the stream was started anew
        # since the draw before, that number `last`; the kind drawn, until it is settled whose it
        # is, and of how many.
        *((name, np.int64) for name in ("seat", "dealing", "last", "pending", "size")),
        # Of an exchange: whether it is settled whose it is, and whose; what it weighs.
        *((name, np.int64) for name in ("open", "swapped", "weight", "factor")),
        ("lots", STREAM, (1,)),
        ("kind_of", np.int64, (numbers,)),
        ("here", np.int64, (kinds,)),
        ("draws", np.int64, (kinds,)),
        ("sums", np.int64, (2, seats, kinds)),
        ("odds", np.int64, (2, kinds)),
        ("plays", np.int64, (seats, kinds)),
        ("chosen", np.int64, (seats, kinds)),
        ("chosen_odds", np.int64, (kinds,)),
    ]
    return np.dtype([*SOURCE.descr, *fields], align=True)


def note_draw(pile: Any, size: int, index: int, chance: Any, first: int) -> None:
    """Note that one of the first `size` cards of a pile is drawn, which may be exchanged."""
    if _is_noting(chance):
        _note_card(pile, size, index, chance, first)


def note_roll(faces: int, rolled: int, chance: Any, first: int) -> int:
    """Note a roll from 0 on, which may be exchanged; return what it is then."""
    return _note_face(faces, rolled, chance, first) if _is_noting(chance) else rolled


def claim(chance: Any, seat: int, card: int) -> None:
    """Say that a seat has got a card: if it was drawn just now, the draw is that seat's."""
    if _is_noting(chance):
        _claim(chance, seat, card)


def _is_noting(stream: Any) -> bool:
    """Tell whether a record, interpreted, is one with notes."""
    return "pending" in (stream.dtype.names or ())


@compiled
def begin(chance: Any, kind_of: Any) -> None:
    """Begin the notes of a game, which is set up; `kind_of` says which kind each number is of."""
    for number in range(kind_of.shape[0]):
        chance.kind_of[number] = kind_of[number]
    chance.draws[:] = 0
    chance.sums[:] = 0
    chance.odds[:] = 0
    chance.plays[:] = 0
    chance.chosen[:] = 0
    chance.chosen_odds[:] = 0
    chance.seat = chance.pending = chance.swapped = -1
    chance.open = chance.weight = chance.last = 0
    chance.dealing = 1
    chance.factor = WHOLE


@compiled
def settle(chance: Any, seat: int) -> None:
    """Count the draw that is not settled yet, if there is one, as a seat's, or nobody's (-1)."""
    kind, here = chance.pending, chance.here
    if kind < 0:
        return
    chance.pending = -1
    chance.draws[kind] += 1
    if chance.open != 0:
        chance.open = 0
        chance.swapped = seat
    if seat < 0:
        return
    one = (1 << 40) // chance.size
    for asked in range(1 + chance.dealing):
        sums, odds = chance.sums[asked, seat], chance.odds[asked]
        sums[kind] += WHOLE
        for other in range(here.shape[0]):
            share = (here[other] * one + WHOLE // 2) >> _BITS
            sums[other] -= share
            odds[other] += (share * (WHOLE - share)) >> _BITS


@compiled
def _claim(chance: Any, seat: int, card: int) -> None:
    if chance.pending >= 0 and chance.kind_of[card] == chance.pending:
        settle(chance, seat)


@compiled
def _note_card(pile: Any, size: int, index: int, chance: Any, first: int) -> None:
    settle(chance, chance.seat)
    if np.int64(chance.counter) <= chance.last:
        chance.dealing = 1
    chance.last = np.int64(chance.counter)
    here, kind_of = chance.here, chance.kind_of
    here[:] = 0
    for place in range(size):
        here[kind_of[first + pile[place]]] += 1
    kind = kind_of[first + pile[index]]
    if _is_exchanged(chance, kind, size):
        left = below(chance.lots[0], size - here[kind])
        for place in range(size):
            if kind_of[first + pile[place]] != kind:
                if left == 0:
                    pile[index], pile[place] = pile[place], pile[index]
                    break
                left -= 1
    chance.size = size
    chance.pending = kind_of[first + pile[index]]


@compiled
def _note_face(faces: int, rolled: int, chance: Any, first: int) -> int:
    settle(chance, chance.seat)
    here, kind_of = chance.here, chance.kind_of
    here[:] = 0
    for face in range(faces):
        here[kind_of[first + face]] += 1
    if _is_exchanged(chance, kind_of[first + rolled], faces):
        other = below(chance.lots[0], faces - 1)
        rolled = other + 1 if other >= rolled else other
    chance.size = faces
    chance.pending = kind_of[first + rolled]
    return rolled


@compiled
def _is_exchanged(chance: Any, kind: int, size: int) -> bool:
    """Tell by lot whether this draw is exchanged, one a game at most, and note what that weighs.

    Each draw of the kind is exchanged with the same chance if none was before it, and weighs as
    much more as that is less likely; and what is left to be drawn instead, as centred draws do.
    """
    if chance.swaps == 0 or chance.weight != 0 or kind != chance.swap_kind:
        return False
    others = size - chance.here[kind]
    if others == 0:
        return False
    if below(chance.lots[0], WHOLE) >= chance.swaps:
        chance.factor = chance.factor * WHOLE // (WHOLE - chance.swaps)
        return False
    chance.weight = max(chance.factor * others // size, 1)
    chance.open = 1
    return True


def _is_typed_noting(stream: Any) -> bool:
    """Tell whether a compiled function's argument is a record with notes."""
    return "pending" in getattr(stream, "fields", ())


overload(note_draw)(  # a plain function of the same arguments is wanted
    lambda pile, size, index, chance, first: (
        (lambda pile, size, index, chance, first: _note_card(pile, size, index, chance, first))  # noqa: PLW0108
        if _is_typed_noting(chance)
        else (lambda pile, size, index, chance, first: None)
    )
)
overload(note_roll)(
    lambda faces, rolled, chance, first: (
        (lambda faces, rolled, chance, first: _note_face(faces, rolled, chance, first))  # noqa: PLW0108
        if _is_typed_noting(chance)
        else (lambda faces, rolled, chance, first: rolled)
    )
)
overload(claim)(
    lambda chance, seat, card: (
        (lambda chance, seat, card: _claim(chance, seat, card))  # noqa: PLW0108
        if _is_typed_noting(chance)
        else (lambda chance, seat, card: None)
    )
)
