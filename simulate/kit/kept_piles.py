"""Streams that keep the order of shuffled piles, while all other chance of a game changes.

The next card of a pile is chosen when it is drawn (`simulate.kit.hands.draw_at_random`), so the
order of a pile lies in the deal's stream. To play a set-up again with other chance, the record of
that stream gets a second stream, from which piles are drawn until the stream is started again: for
a later round, or when a discard pile is shuffled. The type of the record (`KEEPING`) decides which
code is compiled, so other games have the same machine code as if this file did not exist.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba.extending import overload

from simulate.kit.chance import SOURCE, STREAM, below

#: The record of a deal's stream that can keep the order of piles.
KEEPING = np.dtype(
    [
        *SOURCE.descr,
        # 1 while piles are drawn from their own stream, else 0.
        ("kept", np.int64),
        # The counter of the stream is at least this until the stream is started again.
        ("least", np.uint64),
        # The stream from which piles are drawn.
        ("piles", STREAM, (1,)),
    ],
    align=True,
)


def _by_type(for_keeping: Callable[..., Any], for_others: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that calls `for_keeping` for `KEEPING` records, otherwise `for_others`."""

    def choose(fields: Any) -> Callable[..., Any]:
        return for_keeping if "kept" in (fields or ()) else for_others

    def interpreted(chance: Any, *arguments: Any) -> Any:
        return choose(chance.dtype.names)(chance, *arguments)

    overload(interpreted, strict=False)(lambda chance, *_: choose(getattr(chance, "fields", ())))
    return interpreted


def _below_keeping(chance: Any, size: int) -> int:
    if chance.counter < chance.least:  # The stream was started again for another pile.
        chance.kept = 0
    if chance.kept != 0:
        return below(chance.piles[0], size)
    return below(chance, size)


def _below_plainly(chance: Any, size: int) -> int:
    return below(chance, size)


def _release_keeping(chance: Any, size: int) -> int:
    chance.kept = 0
    return size


def _release_nothing(chance: Any, size: int) -> int:
    return size


#: ``(chance, size)``: returns the index of the next card of a pile with `size` cards.
choose_in_pile = _by_type(_below_keeping, _below_plainly)
#: ``(chance, size)``: notes that a pile is shuffled again, and returns `size` unchanged.
note_shuffle = _by_type(_release_keeping, _release_nothing)
