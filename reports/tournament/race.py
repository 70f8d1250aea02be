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
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import get_args

from reports.contest.compared import Settled
from reports.writing.numbers import counted
from reports.writing.words import listed
from simulate.play.tournament import TournamentRun

#: The most open cells, or pairs, that are named in a sentence.
_MOST_NAMED = 4
#: How each two strategies stand, by their numbers: of a cell the one and the others, of a pair the
#: higher first.
Standing = Mapping[tuple[int, int], Settled]


@dataclass(frozen=True)
class Race:
    """What is settled up to a look."""

    #: How each cell of the matrix stands, and each pair of the ranking.
    cells: Standing
    pairs: Standing
    #: The line-ups for which something is open, by their numbers: all mixed ones together, for each
    #: tells of as many pairs as it seats.
    still_open: set[int]
    #: How many more games there are at most.
    games_left: int

    @property
    def is_decided(self) -> bool:
        """Whether nothing is open."""
        return not self.still_open

    def told(self, specs: tuple[str, ...]) -> str:
        """Say how many cells and pairs are settled."""
        cells = _settled(self.cells, lambda one, other: f"{specs[one]} among {specs[other]}")
        pairs = _settled(self.pairs, lambda one, other: f"{specs[one]} or {specs[other]}")
        return (
            f"Of {counted(len(self.cells), 'cell')} {cells}; of "
            f"{counted(len(self.pairs), 'pair')} of the ranking {pairs}."
        )


def look(run: TournamentRun, cells: Standing, pairs: Standing, wanted: Iterable[int]) -> Race:
    """Look at which line-ups are open: besides those `wanted` for targets."""
    design = run.design
    still = {*wanted, *(number for number, how in enumerate(cells.values()) if how == "open")}
    if "open" in pairs.values():
        still |= set(range(len(cells), len(design.lineups)))
    left = sum(design.games_of(number) - run.played[number].games for number in still)
    return Race(cells, pairs, still, left)


def _settled(standing: Standing, name: Callable[[int, int], str]) -> str:
    """Say how many are settled, and how, as in "40 are clear and 2 are open (a or b, a or c)"."""
    counts = Counter(standing.values())
    told = [f"{n} {'is' if n == 1 else 'are'} {how}" for how in get_args(Settled)
            if (n := counts[how])]  # fmt: skip
    named = [name(*two) for two, how in standing.items() if how == "open"]
    return listed(told) + (f" ({listed(named)})" if 0 < len(named) <= _MOST_NAMED else "")
