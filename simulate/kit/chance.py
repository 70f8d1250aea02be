"""Streams of random numbers: SFC64 by Chris Doty-Humphrey, seeded by three words.

A stream is fixed by (seed, deal, label). Its words are those of ``numpy.random.SFC64`` whose seed
sequence yields these three words, bit for bit, so a stream can be reproduced anywhere. Starting one
costs twelve steps of the generator: cheap enough for every round to have a stream of its own, which
lets two rule sets meet the same cards whatever happened in earlier rounds. Labels keep streams
apart: 0, 1, 2, … are the game's own, one a round; the others are made by `label`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kit.compiled import compiled, inlined

#: The state of a stream, and the seed and deal it is started from.
SOURCE = np.dtype(
    [(name, np.uint64) for name in ("a", "b", "c", "counter", "seed", "deal")], align=True
)
#: The state alone: what a strategy gets, so that it cannot start the deal's streams.
STREAM = np.dtype([(name, np.uint64) for name in ("a", "b", "c", "counter")], align=True)

#: What a stream beyond the rounds' own is for (the first argument of `label`): the
#: strategies' is the engine's; a game's own purposes begin at the second.
STRATEGY, GAME_PURPOSE = 1, 2

_START_STEPS = 12
_ONE, _THREE, _ELEVEN = np.uint64(1), np.uint64(3), np.uint64(11)
_LEFT, _RIGHT, _HALF = np.uint64(24), np.uint64(40), np.uint64(32)
_LOW = np.uint64(0xFFFF_FFFF)
_MANTISSA_SHIFT, _MANTISSA = np.uint64(11), 2.0**-53


@inlined
def word(stream: Any) -> Any:
    """Return the next 64 random bits as ``uint64``."""
    result = stream.a + stream.b + stream.counter
    stream.counter += _ONE
    stream.a = stream.b ^ (stream.b >> _ELEVEN)
    stream.b = stream.c + (stream.c << _THREE)
    stream.c = ((stream.c << _LEFT) | (stream.c >> _RIGHT)) + result
    return result


@compiled
def label(purpose: int, number: int) -> int:
    """Name a stream: `purpose` 1 or more, `number` 0 to 2**32 - 1 (a seat, a round)."""
    return (purpose << 32) + number


@compiled
def start(stream: Any, seed: Any, deal: Any, name: int) -> None:
    """Set a record of `STREAM` or `SOURCE` to the beginning of the stream (seed, deal, name).

    Seed and deal are ``uint64``; the name is a round's number or a `label`.
    """
    stream.a = seed
    stream.b = deal
    stream.c = np.uint64(name)
    stream.counter = _ONE
    for _ in range(_START_STEPS):
        word(stream)


@inlined
def below(stream: Any, bound: int) -> int:
    """Return an integer from 0 to `bound` - 1, each exactly equally likely.

    Lemire's multiplication with rejection (ACM TOMACS 29, 2019, algorithm 5) on
    the upper 32 bits of each word; `bound` from 1 to 2**32 - 1.
    """
    width = np.uint64(bound)
    product = (word(stream) >> _HALF) * width
    if (product & _LOW) < width:
        threshold = ((_ONE << _HALF) - width) % width
        while (product & _LOW) < threshold:
            product = (word(stream) >> _HALF) * width
    return np.int64(product >> _HALF)  # type: ignore[return-value]


@inlined
def uniform(stream: Any) -> float:
    """Return a float in [0, 1): the upper 53 bits of a word, as NumPy does it."""
    return np.float64(word(stream) >> _MANTISSA_SHIFT) * _MANTISSA
