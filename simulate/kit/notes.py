"""Notes of what is drawn, with the odds it had, for whoever asks what a card is worth.

They are kept in the record of the deal's stream, if it is one made by `noting`: which code runs
follows from the record's type, so games that are not watched are the same machine code as if there
were no notes. A draw is a seat's who `claim`s it, else that of who acts, else nobody's.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload

from simulate.kit.bits import nonnegative
from simulate.kit.chance import SOURCE, STREAM, below
from simulate.kit.compiled import compiled, inlined

#: Chances, and sums of them, are counted in so many parts of 1, and what an exchange weighs.
WHOLE, WEIGHT = 1 << 30, 1 << 20
_BITS = 30
#: Of each kind: all draws, and those of hands that are dealt in a set-up.
ALL, OPENING = 0, 1
#: One of so many draws looks whether a pile still holds what it did but for what was drawn.
_LOOKS = 16


def noting(numbers: int, kinds: int, seats: int) -> np.dtype[np.void]:
    """Make the type of a stream whose draws are noted: numbers drawn, of so many kinds.

    How many cards of a kind there were, over all, is added up for all draws only when it changes.
    Until then it is what is `here`, times the sum of 1 over the size of the pile: of draws of each
    seat (`since`, all draws, then the hands of set-ups), of all (`total`), and of its `squares`.
    """
    fields: list[tuple[Any, ...]] = [
        # What is asked for: how often a choice is left to the lot, or a draw of a kind exchanged.
        *((name, np.int64) for name in ("slips", "swaps", "swap_kind")),
        # How many play; who acts, -1 for nobody; whether hands are dealt, as where the stream was
        # started anew since the draw before, that number `last`; the kind drawn, until it is
        # settled whose it is; the pile it is from, and how many are left there; and how often a
        # pile was not as it should be.
        *((name, np.int64) for name in ("players", "seat", "dealing", "last", "pending")),
        *((name, np.int64) for name in ("place", "first", "left", "broken")),
        # Of an exchange: whether it is settled whose it is, and whose; what it weighs.
        *((name, np.int64) for name in ("open", "swapped", "weight", "factor")),
        ("lots", STREAM, (1,)),
        ("kind_of", np.int64, (numbers,)),
        ("here", np.int64, (kinds,)),
        ("found", np.int64, (kinds,)),
        ("draws", np.int64, (kinds,)),
        ("drawn", np.int64, (kinds, 2 * seats)),
        ("sums", np.int64, (kinds, 2 * seats)),
        ("since", np.int64, (2 * seats,)),
        ("odds", np.int64, (kinds, 2)),
        ("odd_squares", np.int64, (kinds, 2)),
        ("total", np.int64, (2,)),
        ("squares", np.int64, (2,)),
        ("plays", np.int64, (kinds, seats)),
        ("chosen", np.int64, (kinds, seats)),
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
def begin(chance: Any, kind_of: Any, players: int) -> None:
    """Begin the notes of a game, which is set up; `kind_of` says which kind each number is of."""
    chance.players = players
    for number in range(kind_of.shape[0]):
        chance.kind_of[number] = kind_of[number]
    chance.here[:] = 0
    chance.draws[:] = 0
    chance.drawn[:] = 0
    chance.sums[:] = 0
    chance.since[:] = 0
    chance.odds[:] = 0
    chance.odd_squares[:] = 0
    chance.total[:] = 0
    chance.squares[:] = 0
    chance.plays[:] = 0
    chance.chosen[:] = 0
    chance.chosen_odds[:] = 0
    chance.seat = chance.pending = chance.swapped = chance.left = -1
    chance.open = chance.weight = chance.last = chance.broken = 0
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
            place = nonnegative(seat + asked * chance.players)
            chance.since[place] += share
            chance.drawn[kind, place] += 1
            chance.total[asked] += share
            chance.squares[asked] += (share * share) >> _BITS
    _become(chance, kind, chance.here[kind] - 1)
    chance.left -= 1


@inlined
def _become(chance: Any, kind: int, number: int) -> None:
    """Note that there are so many of a kind from now on."""
    before = chance.here[kind]
    change = before - number
    sums, since = chance.sums[kind], chance.since
    for place in range(2 * chance.players):
        sums[place] += change * since[place]
    more = before * before - number * number
    for asked in range(2):
        chance.odds[kind, asked] += change * chance.total[asked]
        chance.odd_squares[kind, asked] += more * chance.squares[asked]
    chance.here[kind] = number


@compiled
def beyond_odds(chance: Any, kind: int, asked: int, seat: int) -> int:
    """Return how many of a kind a seat drew, less what its draws' odds add up to."""
    place = seat + asked * chance.players
    odds = chance.sums[kind, place] + chance.here[kind] * chance.since[place]
    return chance.drawn[kind, place] * WHOLE - odds  # type: ignore[no-any-return]


@compiled
def spread_of_odds(chance: Any, kind: int, asked: int) -> int:
    """Return the sum over all seats' draws of the odds of a kind times those of all others."""
    here = chance.here[kind]
    odds = chance.odds[kind, asked] + here * chance.total[asked]
    return odds - chance.odd_squares[kind, asked] - here * here * chance.squares[asked]  # type: ignore[no-any-return]


@compiled
def _claim(chance: Any, seat: int, card: int) -> None:
    if chance.pending >= 0 and chance.kind_of[card] == chance.pending:
        _settle(chance, seat)


@inlined
def _note_card(pile: Any, size: int, index: int, chance: Any, first: int) -> None:
    settle(chance)
    counter = np.int64(chance.counter)
    if counter <= chance.last:
        chance.dealing = 1
    chance.last = counter
    place = pile.ctypes.data
    is_same = size == chance.left and place == chance.place and first == chance.first
    if not is_same or size % _LOOKS == 1:
        _look(pile, size, chance, first, is_same)
        chance.left, chance.place, chance.first = size, place, first
    kind = chance.kind_of[nonnegative(first + pile[index])]
    if chance.swaps != 0 and kind == chance.swap_kind and _is_exchanged(chance, kind, size):
        left = below(chance.lots[0], size - chance.here[kind])
        for other in range(size):
            if chance.kind_of[first + pile[other]] != kind:
                if left == 0:
                    pile[index], pile[other] = pile[other], pile[index]
                    break
                left -= 1
        kind = chance.kind_of[first + pile[index]]
    chance.pending = kind


@compiled
def _look(pile: Any, size: int, chance: Any, first: int, is_same: bool) -> None:
    """Count what lies in a pile, which is to be as noted if it is the same as before."""
    found = chance.found
    found[:] = 0
    for place in range(size):
        found[chance.kind_of[first + pile[place]]] += 1
    for kind in range(found.shape[0]):
        if found[kind] != chance.here[kind]:
            chance.broken += np.int64(is_same)
            _become(chance, kind, found[kind])


@compiled
def _note_face(faces: int, rolled: int, chance: Any, first: int) -> int:
    settle(chance)
    found, kind_of = chance.found, chance.kind_of
    found[:] = 0
    for face in range(faces):
        found[kind_of[first + face]] += 1
    for kind in range(found.shape[0]):
        if found[kind] != chance.here[kind]:
            _become(chance, kind, found[kind])
    chance.left, chance.place = faces, -1
    kind = kind_of[first + rolled]
    if chance.swaps != 0 and kind == chance.swap_kind and _is_exchanged(chance, kind, faces):
        other = below(chance.lots[0], faces - 1)
        rolled = other + 1 if other >= rolled else other
    chance.pending = kind_of[first + rolled]
    return rolled


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
