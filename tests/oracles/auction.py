"""The auction of `tests/making/games/auction.py` in plain Python, from its rules alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import NamedTuple

#: From a prize and the bid cards left, the card that is bid.
Bidder = Callable[[int, Sequence[int]], int]


class Outcome(NamedTuple):
    """Points by seat, and how many prizes nobody got."""

    scores: tuple[int, ...]
    unsold: int


def sell(prizes: Sequence[int], bids: Sequence[Sequence[int]]) -> Outcome:
    """Return what comes of prizes in an order, and of each seat's bids in theirs."""
    scores, unsold = [0] * len(bids), 0
    for prize, laid in zip(prizes, zip(*bids, strict=True), strict=True):
        if laid.count(max(laid)) > 1:
            unsold += 1
        else:
            scores[laid.index(max(laid))] += prize
    return Outcome(tuple(scores), unsold)


class Exact(NamedTuple):
    """Seat 1's share of wins, everybody's mean score, and how many prizes are unsold."""

    wins: Fraction
    score: Fraction
    unsold: Fraction


def exact(rounds: int, players: int) -> Exact:
    """Return what bidding by lot gives: all orders of all bid cards are alike likely."""
    orders = list(permutations(range(1, rounds + 1)))
    wins = score = unsold = Fraction(0)
    outcomes = [sell(range(1, rounds + 1), bids) for bids in product(orders, repeat=players)]
    for outcome in outcomes:
        best = max(outcome.scores)
        if outcome.scores[0] == best:
            wins += Fraction(1, outcome.scores.count(best))
        score += outcome.scores[0]
        unsold += outcome.unsold
    return Exact(wins / len(outcomes), score / len(outcomes), unsold / len(outcomes))


def play(source: random.Random, rounds: int, bidders: Sequence[Bidder]) -> Outcome:
    """Play one game."""
    prizes = source.sample(range(1, rounds + 1), rounds)
    bids: list[list[int]] = [[] for _ in bidders]
    for prize in prizes:
        for bidder, laid in zip(bidders, bids, strict=True):
            left = [card for card in range(1, rounds + 1) if card not in laid]
            laid.append(bidder(prize, left))
    return sell(prizes, bids)
