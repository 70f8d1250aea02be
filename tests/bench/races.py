"""What looking often costs a tournament: drawn ones that are played until all is decided.

    python -m tests.bench.races            # the table, 1,000 tournaments each, a few minutes

Of three strategies, two are equal and the third is just so far off that it would be noticed: every
cell of the matrix is on a limit. Counted are tournaments in which a cell that is fair was ever told
as clear, one that is not as practically fair, or one of the two that are equal as better. The
control looks as often, at what would be right of one look.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from reports.tournament.play import TournamentRun
from reports.tournament.results import TournamentResults
from tests.helpers.contests import by_matrix, cut, draw_run, raced, tournament_of

#: Up to what cells are practically fair here: so wide that it is reached.
MARGIN = 0.06
#: The most games of each cell.
GAMES = 4_000
EQUAL, UNEQUAL = ((0, 1), (1, 0)), ((0, 2), (1, 2), (2, 0), (2, 1))
#: In which ways a verdict can be wrong.
WAYS = ("clear", "practically fair", "ranked")


def wrong(tournaments: int, alike: float, *, peeking: bool = False) -> Iterator[set[str]]:
    """Yield of each of many tournaments in which ways a verdict was ever wrong.

    `alike` is the share of the deals of which every rotation has the same winner; who is `peeking`
    looks as the control does.
    """
    on, off = 0.5 + MARGIN, 0.5 - MARGIN
    rates = ((0.5, 0.5, on), (0.5, 0.5, on), (off, off, 0.5))
    for seed in range(tournaments):
        planned = tournament_of("abc", 2, GAMES, until_decided=0.95)
        whole = draw_run(planned, by_matrix(rates), np.random.default_rng(seed), alike)
        looks = _peeked(whole) if peeking else [raced(whole, margin=MARGIN)]
        yield {way for results in looks for way in _ways(results)}


def _ways(results: TournamentResults) -> Iterator[str]:
    cells, pairs = results.race.cells, results.race.pairs
    if any(cells[cell] == "clear" for cell in EQUAL):
        yield "clear"
    if any(cells[cell] == "practically the same" for cell in UNEQUAL):
        yield "practically fair"
    if any(pairs.get(pair) == "clear" for pair in EQUAL):
        yield "ranked"


def _peeked(whole: TournamentRun) -> Iterator[TournamentResults]:
    once = replace(whole.design, study=replace(whole.design.study, until_decided=0.0))
    for looks in range(1, len(whole.design.interim) + 1):
        part = cut(whole, [looks] * len(whole.design.lineups))
        yield TournamentResults(replace(part, design=once), 0.95, MARGIN)


def main() -> None:
    """Print how many tournaments were wrong, in per cent."""
    for alike in (0.0, 0.5):
        for peeking, count in ((False, 1000), (True, 200)):
            errors = list(wrong(count, alike, peeking=peeking))
            shares = (f"{way} {sum(way in one for one in errors) / count:.1%}" for way in WAYS)
            who = "peeking" if peeking else "racing"
            print(f"{who}, {alike:.0%} of the deals alike: {', '.join(shares)}", flush=True)


if __name__ == "__main__":
    main()
