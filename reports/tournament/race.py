"""What a tournament that is played until all is decided has settled, and what is still open.

A cell of the matrix is settled when it is clearly off the fair share, or so near to it that nobody
would notice; the ranking when that is so of every two strategies, so that all ranks are known. The
p-values that are corrected are those of the look at which a line-up stopped, times the number of
looks: each is valid by itself (Bonferroni), and so is Holm's correction of them, however they hang
together. What was clear stays clear: a line-up that stopped keeps its p-value, and others that
become smaller only make Holm's later steps easier.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reports.run import ending
from reports.tournament.catalogue import resting_on
from reports.tournament.compared import Settled
from reports.tournament.results import TournamentResults
from reports.writing.numbers import counted
from reports.writing.words import listed

#: The most open cells, or pairs, that are named in a sentence.
_MOST_NAMED = 4
#: The numbers of two strategies: of a cell the one and the others, of a pair the higher first.
Two = tuple[int, int]


@dataclass(frozen=True)
class Race:
    """What is settled up to a look.

    Attributes
    ----------
    cells, pairs
        How each cell of the matrix stands, and each pair of the ranking.
    still_open
        The line-ups for which something is open, by their numbers: all mixed ones together, for
        each tells of as many pairs as it seats.
    games_left
        How many more games there are at most.
    """

    cells: Mapping[Two, Settled]
    pairs: Mapping[Two, Settled]
    still_open: set[int]
    games_left: int

    @property
    def is_decided(self) -> bool:
        """Whether nothing is open."""
        return not self.still_open


def look(results: TournamentResults) -> Race:
    """Look at what is settled of what was played so far."""
    run, tournament = results.run, results.tournament
    cells = results.matrix.settled(results.margin)
    pairs = results.mixed.settled(results.margin)
    still = {number for number, how in enumerate(cells.values()) if how == "open"}
    if "open" in pairs.values():
        still |= set(range(len(cells), len(tournament.lineups)))
    for one in results.judged():
        if one.verdict.word == "undecided":
            still |= set(resting_on(tournament, one.target.figure))
    left = sum(tournament.games_of(number) - run.played[number].games for number in still)
    return Race(cells, pairs, still, left)


def ended(results: TournamentResults) -> list[str]:
    """Say what ended a tournament that is played until all is decided, and what is still open."""
    if not results.tournament.races:
        return []
    run, race, specs = results.run, look(results), results.specs
    what = "every cell of the matrix and every pair of the ranking"
    if results.study.targets:
        what = "every cell of the matrix, every pair of the ranking and every target"
    told = ending.ended(
        run.games,
        results.tournament.games,
        what,
        known=race.is_decided,
        interrupted=run.interrupted,
    )
    cells = _settled(race.cells, [f"{specs[a]} among {specs[b]}" for a, b in _open(race.cells)])
    pairs = _settled(race.pairs, [f"{specs[a]} or {specs[b]}" for a, b in _open(race.pairs)])
    return [
        f"{told} Of {counted(len(race.cells), 'cell')} {cells}; of "
        f"{counted(len(race.pairs), 'pair')} of the ranking {pairs}. Practically the same is "
        f"within {100 * results.margin:g} percentage point{'s' * (results.margin != 0.01)}."
    ]


def _open(settled: Mapping[Two, Settled]) -> list[Two]:
    return [two for two, how in settled.items() if how == "open"]


def _settled(settled: Mapping[Two, Settled], named: list[str]) -> str:
    """Say how many are settled, and how, as in "40 are clear and 2 are open (a or b, a or c)"."""
    counts = Counter(settled.values())
    words: tuple[Settled, ...] = ("clear", "practically the same", "open")
    told = [f"{counts[one]} {'is' if counts[one] == 1 else 'are'} {one}" for one in words
            if counts[one]]  # fmt: skip
    return listed(told) + (f" ({listed(named)})" if 0 < len(named) <= _MOST_NAMED else "")


def looked(results: TournamentResults) -> list[str]:
    """Say what looking often costs; nothing of others."""
    if not results.tournament.races:
        return []
    looks, most = max(results.run.looked), len(results.tournament.interim)
    return [ending.looks_told(looks, most, results.level, results.confidence)]


def summarise(results: TournamentResults) -> dict[str, Any]:
    """Return what is settled as plain values that JSON can hold."""
    race, tournament = look(results), results.tournament
    return {
        "decided": race.is_decided,
        "looks": [deals * tournament.study.players for deals in tournament.interim],
        "level": results.level,
        "looked": max(results.run.looked),
        "margin": results.margin,
        "cells": Counter(race.cells.values()),
        "pairs": Counter(race.pairs.values()),
    }
