"""What a tournament that is played until all is decided has settled, and what is still open.

A cell of the matrix is settled when it is clearly off the fair share, or so near to it that nobody
would notice; the ranking when that is so of every two strategies, so that all ranks are known. The
p-values that are corrected are those of the look at which a line-up stopped, times the number of
looks: each is valid by itself (Bonferroni), and so is Holm's correction of them, however they hang
together. What was clear stays clear: a line-up that stopped keeps its p-value, and others that
become smaller only make Holm's later steps easier.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from reports.figures.targets import Judged
from reports.tournament.catalogue import MATRIX, RANKING, TIER
from reports.tournament.compared import level_of
from reports.tournament.matrix import rate_of_row

if TYPE_CHECKING:
    from reports.tournament.results import TournamentResults

#: How a cell, or a pair of the ranking, stands.
Settled = Literal["clear", "practically fair", "practically the same", "open"]
#: The numbers of two strategies: of a cell the one and the others, of a pair the higher first.
Two = tuple[int, int]


class Race:
    """What is settled of a tournament, and which line-ups are still open.

    Parameters
    ----------
    results
        Of what was played up to a look.
    margin
        Up to what shares of wins are practically the same.
    """

    def __init__(self, results: TournamentResults, margin: float) -> None:
        self.margin = margin
        self._results = results
        self._tournament = results.tournament

    @cached_property
    def cells(self) -> dict[Two, Settled]:
        """How each cell of the matrix stands."""
        matrix = self._results.matrix
        fair = matrix.practically_fair(self.margin)
        return {
            cell: "clear" if one.is_clear else "practically fair" if cell in fair else "open"
            for cell, one in matrix.against_fair.items()
        }

    @cached_property
    def pairs(self) -> dict[Two, Settled]:
        """How each pair of the ranking stands."""
        mixed = self._results.mixed
        same = mixed.practically_same(self.margin)
        found: dict[Two, Settled] = {}
        for pair in mixed.pairs:
            two = pair.first, pair.second
            if pair.compared.is_clear:
                found[two] = "clear"
            else:
                found[two] = "practically the same" if two in same else "open"
        return found

    @cached_property
    def targets(self) -> list[Judged]:
        """The targets that are undecided."""
        return [one for one in self._results.judged() if one.verdict.word == "undecided"]

    @property
    def is_decided(self) -> bool:
        """Whether nothing is open."""
        return not (self.open_cells or self.open_pairs or self.targets)

    @property
    def open_cells(self) -> list[Two]:
        """The cells that are open."""
        return [cell for cell, settled in self.cells.items() if settled == "open"]

    @property
    def open_pairs(self) -> list[Two]:
        """The pairs of the ranking that are open."""
        return [pair for pair, settled in self.pairs.items() if settled == "open"]

    @cached_property
    def still_open(self) -> set[int]:
        """The line-ups for which something is open, by their numbers.

        All mixed ones together, for each tells of as many pairs as it seats.
        """
        tournament = self._tournament
        cells = {cell: number for number, cell in enumerate(tournament.cells)}
        found = {cells[cell] for cell in self.open_cells}
        if self.open_pairs:
            found |= self._mixed
        for judged in self.targets:
            found |= self.resting_on(judged.target.figure)
        return found

    def resting_on(self, path: str) -> set[int]:
        """Return the line-ups that a figure rests on, by their numbers."""
        figure, tiers = self._results.figure(path), self._results.tiers
        if figure.kind == RANKING:
            return self._mixed
        cells = list(enumerate(self._tournament.cells))
        if figure.kind == MATRIX:
            specs = self._results.specs
            return {n for n, (one, other) in cells if (specs[one], specs[other]) == figure.of}
        if figure.kind == TIER:
            return {n for n, (one, other) in cells if (tiers[one], tiers[other]) == figure.of}
        return {number for number, _ in cells}

    @property
    def games_left(self) -> int:
        """About how many more games there will be, as far as it shows."""
        results, tournament = self._results, self._tournament
        # What is open for a target is played on, for all that is known, to the most.
        growth = dict.fromkeys(self.still_open, math.inf)
        for_targets = {n for one in self.targets for n in self.resting_on(one.target.figure)}
        level = level_of(results.confidence, len(tournament.looks), len(tournament.cells))
        for number, cell in enumerate(tournament.cells):
            if cell in self.open_cells and number not in for_targets:
                rate = rate_of_row(results.matrix.played(*cell), level)
                off = rate.value - results.fair_share
                growth[number] = self._growth((rate.high - rate.low) / 2, off)
        if self.open_pairs and not self._mixed & for_targets:
            slowest = max(
                self._growth(results.mixed.half_of_all(pair), pair.difference.value)
                for pair in results.mixed.pairs
                if self.pairs[pair.first, pair.second] == "open"
            )
            growth |= dict.fromkeys(self._mixed, slowest)
        played = [one.games for one in (*results.run.cells, *results.run.mixed)]
        left = [
            min(tournament.games_of(n) - played[n], (times - 1) * played[n])
            for n, times in growth.items()
        ]
        return max(0, round(sum(left)))

    @property
    def _mixed(self) -> set[int]:
        first = len(self._tournament.cells)
        return set(range(first, first + len(self._tournament.mixed)))

    def _growth(self, half: float, off: float) -> float:
        """Return how many times as many games settle a figure that is so far off, to within half.

        As soon as its interval leaves out what it is compared with, or fits into the margin.
        """
        room = self.margin - abs(off)
        needed = [half / abs(off)] if off else []
        needed += [half / room] if room > 0 else []
        return max(1.0, min(needed, default=math.inf) ** 2)


def summarise_race(results: TournamentResults) -> dict[str, Any]:
    """Return what is settled as plain values that JSON can hold."""
    race, tournament, run = results.race, results.tournament, results.run
    return {
        "decided": race.is_decided,
        "looks": [deals * tournament.study.players for deals in tournament.looks],
        "level": results.level,
        "looked": max(run.looked),
        "margin": race.margin,
        "cells": _counts(race.cells, "practically fair"),
        "pairs": _counts(race.pairs, "practically the same"),
    }


def _counts(settled: Mapping[Two, Settled], alike: Settled) -> dict[str, int]:
    counts = Counter(settled.values())
    return {"clear": counts["clear"], alike: counts[alike], "open": counts["open"]}
