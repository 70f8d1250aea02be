"""Streams of random numbers: the generator SFC64 by Chris Doty-Humphrey, seeded by three words.

A stream is determined by (seed, deal, label). Its words are those of a ``numpy.random.SFC64`` whose
seed sequence yields these three words, bit for bit, so a stream can be reproduced anywhere.
Starting a stream costs twelve steps of the generator. That is cheap enough to start one in every
round, so that two rule sets meet the same cards in a round whatever happened before it. Labels
distinguish streams: 0, 1, 2, … are the labels of the game's rounds, and `label` returns all other
labels.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.kit.compiled import compiled, inlined

#: The record of a stream that can be started again. It has the stream's state, seed and deal.
SOURCE = np.dtype(
    [(name, np.uint64) for name in ("a", "b", "c", "counter", "seed", "deal")], align=True
)
#: The record of a stream without seed and deal. Strategies get these, so that they cannot start
#: the streams of the deal.
STREAM = np.dtype([(name, np.uint64) for name in ("a", "b", "c", "counter")], align=True)

#: Purposes of streams, for `label`. The engine uses the first for strategies. The purposes of
#: games begin at the second.
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
    """Return the label of a stream other than the streams of the game's rounds.

    Parameters
    ----------
    purpose
        The purpose, 1 or more: `STRATEGY`, or `GAME_PURPOSE` and above.
    number
        A number within the purpose, such as a seat or a round, 0 to 2**32 - 1.
    """
    return (purpose << 32) + number


@compiled
def start(stream: Any, seed: Any, deal: Any, name: int) -> None:
    """Set a record to the beginning of the stream (seed, deal, name).

    Parameters
    ----------
    stream
        The record, of type `STREAM` or `SOURCE`.
    seed, deal
        Numbers of type ``uint64``.
    name
        The number of a round, or a `label`.
    """
    stream.a = seed
    stream.b = deal
    stream.c = np.uint64(name)
    stream.counter = _ONE
    for _ in range(_START_STEPS):
        word(stream)


@inlined
def below(stream: Any, bound: int) -> int:
    """Return a random integer from 0 to `bound` - 1, all exactly equally likely.

    `bound` is 1 to 2**32 - 1. The method is Lemire's multiplication with rejection (ACM TOMACS 29,
    2019, algorithm 5) on the upper 32 bits of each word.
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
    """Return a random float in [0, 1), made of the upper 53 bits of a word as in NumPy."""
    return np.float64(word(stream) >> _MANTISSA_SHIFT) * _MANTISSA
